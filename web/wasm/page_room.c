/* page_room.c - a table of one's own: the room that also runs in the server, fed by the page.
 *
 * Time and random bytes come from the page; messages and journal go to it through two imports. Our page
 * sits at seat 0 and everybody else is a bot; a program may speak for one seat after the other. */
#include "page.h"
#include "wire/json.h"

#include "room/room.h"

#include <string.h>

PAGE_IMPORT(send) void page_send(const char *json, size_t bytes);
PAGE_IMPORT(journal) void page_journal(const char *text, size_t bytes);

PAGE_EXPORT(roomAs) void page_export_as(unsigned seat);
PAGE_EXPORT(roomOpen) unsigned page_export_open(double now, unsigned bytes);
PAGE_EXPORT(roomSit) unsigned page_export_sit(double now, unsigned name_bytes);
PAGE_EXPORT(roomDo) unsigned page_export_do(double now, unsigned bytes, bool is_command);
PAGE_EXPORT(roomSpeak) void page_export_speak(unsigned lang_wanted);
PAGE_EXPORT(roomTakeOver) unsigned page_export_take_over(double now, unsigned bytes);
PAGE_EXPORT(roomTick) unsigned page_export_tick(double now);
PAGE_EXPORT(roomThink) bool page_export_think(double now);
PAGE_EXPORT(roomDeadline) double page_export_deadline(void);
PAGE_EXPORT(roomWantsEntropy) bool page_export_wants_entropy(void);
PAGE_EXPORT(roomTable) unsigned page_export_table(double now);
PAGE_EXPORT(roomRestore) bool page_export_restore(double now, unsigned bytes);
PAGE_EXPORT(roomIsNewer) bool page_export_is_newer(void);
PAGE_EXPORT(roomRecord) unsigned page_export_record(unsigned bytes, unsigned game);
PAGE_EXPORT(roomPhrases) unsigned page_export_room_phrases(void);

/* Where the page puts random bytes in page_in. */
#define ENTROPY_AT (PAGE_IN_BYTES - FAIR_SERVER_SEED_BYTES)

static enum pen_lang lang;
static uint8_t my_seat; /* whose words come and go */
static struct room room;
static struct pen_edition edition;
static struct pen_rules resolved;
static struct room_rules rules = {&edition, &resolved};

static void send(void *context, uint8_t viewer, const struct room_message *message)
{
    (void)context;
    if (viewer == my_seat)
        page_send(message->bytes, message->count);
}

static void journal(void *context, const char *text, size_t bytes)
{
    (void)context;
    page_journal(text, bytes);
}

static const struct room_out out = {.journal = journal, .send = send};

static void complete(struct room_input *input, double now)
{
    input->now_ms = (uint64_t)now;
    input->lang = (uint8_t)lang;
    if (room_wants_entropy(&room) || input->type == ROOM_IN_OPEN) {
        input->has_entropy = true;
        memcpy(input->entropy, page_in + ENTROPY_AT, sizeof input->entropy);
    }
}

static struct room_input input_of(double now, enum room_input_type type)
{
    struct room_input input;
    room_input_init(&input, type, PEN_SEAT_NONE);
    complete(&input, now);
    return input;
}

void page_export_as(unsigned seat)
{
    my_seat = (uint8_t)seat;
}

/* In which language refusals come. */
void page_export_speak(unsigned lang_wanted)
{
    lang = lang_wanted < pen_lang_count() ? (enum pen_lang)lang_wanted : PEN_LANG_EN;
}

/* 0: accepted; otherwise the length of the {"t":"no",...} in page_out. */
static unsigned give(const struct room_input *input)
{
    struct room_answer answer = room_apply(&room, &rules, input, &out);
    if (answer.refusal == ROOM_ACCEPTED)
        return 0;
    struct pen_text text = page_answer();
    room_write_no(&text, input->command, answer, lang);
    return (unsigned)text.length;
}

static bool find_rules(const struct setup_settings *settings)
{
    return page_edition(settings->edition, &edition) &&
           pen_table_make(&resolved, &edition, &settings->options, NULL) == PEN_RULES_GOOD;
}

/* {"t":"create","settings":{...}} is in page_in, random bytes at its end. */
unsigned page_export_open(double now, unsigned bytes)
{
    memset(&room, 0, sizeof room);
    struct room_input input = input_of(now, ROOM_IN_OPEN);
    memcpy(input.open.id, "solo", 4);
    if (!page_read_settings(bytes, &input.open.settings))
        memset(&input.open.settings, 0, sizeof input.open.settings);
    const bool is_good = find_rules(&input.open.settings);
    struct room_answer answer = room_apply(&room, is_good ? &rules : NULL, &input, &out);
    room_think_outside(&room);
    if (answer.refusal == ROOM_ACCEPTED)
        return 0;
    struct pen_text text = page_answer();
    room_write_no(&text, 0, answer, lang);
    return (unsigned)text.length;
}

unsigned page_export_sit(double now, unsigned name_bytes)
{
    struct room_input input = input_of(now, ROOM_IN_SIT);
    if (name_bytes < sizeof input.sit.name)
        memcpy(input.sit.name, page_in, name_bytes);
    unsigned refused = give(&input);
    if (refused)
        return refused;
    input = input_of(now, ROOM_IN_HERE);
    input.seat = my_seat;
    input.here.is_here = true;
    return give(&input);
}

/* A message in page_in, as a server would get it. What the page does by itself is no command: nobody waits
 * for an answer. */
unsigned page_export_do(double now, unsigned bytes, bool is_command)
{
    static struct wire_asked asked; /* too long for a stack */
    struct wire_problem problem;
    struct room_input input;
    if (wire_read_asked(&asked, page_in, bytes, &room.settings, &problem) != WIRE_GOOD ||
        room_input_read(&input, &room, &rules, my_seat, &asked)) {
        struct pen_text text = page_answer();
        struct room_answer answer = {.refusal = ROOM_REFUSED_GAME, .game = PEN_REFUSED_NO_SUCH_ACTION};
        room_write_no(&text, asked.id, answer, lang);
        return (unsigned)text.length;
    }
    complete(&input, now);
    if (!is_command)
        input.command = 0;
    return give(&input);
}

/* All have sat down: they go on with the game in page_in (room/from.h). */
unsigned page_export_take_over(double now, unsigned bytes)
{
    struct room_input input = input_of(now, ROOM_IN_TAKE_OVER);
    input.seat = my_seat;
    input.take_over.text = page_in;
    input.take_over.bytes = bytes;
    return give(&input);
}

unsigned page_export_tick(double now)
{
    struct room_input input = input_of(now, ROOM_IN_TICK);
    return give(&input);
}

/* What a bot has to think about for long is a call of its own, so that nobody waits for several of them: true
 * if one has thought. */
bool page_export_think(double now)
{
    static struct room_thought thought;
    if (!room.live.thought.is_wanted || !room_take_thought(&room, &rules, &thought))
        return false;
    struct room_input input = input_of(now, ROOM_IN_THOUGHT);
    input.thought.seat = thought.seat;
    input.thought.moment = thought.moment;
    input.thought.action = room_think(&thought, &rules);
    give(&input);
    return true;
}

/* Milliseconds on the page's clock, or less than 0: only the person can go on. */
double page_export_deadline(void)
{
    uint64_t deadline = room_deadline(&room);
    return deadline == ROOM_NEVER ? -1 : (double)deadline;
}

bool page_export_wants_entropy(void)
{
    return room_wants_entropy(&room);
}

unsigned page_export_table(double now)
{
    struct pen_text text = page_answer();
    room_write_table(&room, &rules, my_seat, (uint64_t)now, &text);
    return (unsigned)text.length;
}

static const struct room_rules *find(void *context, const struct setup_settings *settings)
{
    (void)context;
    return find_rules(settings) ? &rules : NULL;
}

static bool keep(void *context, const struct pen_edition *own)
{
    (void)context;
    return page_edition_keep(own);
}

/* Goes on with the table whose journal is in page_in. */
bool page_export_restore(double now, unsigned bytes)
{
    static const struct room_library library = {.find = find, .keep = keep};
    memset(&room, 0, sizeof room);
    if (!room_restore(&room, &library, page_in, bytes))
        return false;
    room_think_outside(&room);
    struct room_input input = input_of(now, ROOM_IN_WAKE);
    if (give(&input))
        return false;
    input = input_of(now, ROOM_IN_HERE);
    input.seat = my_seat;
    input.here.is_here = true;
    return !give(&input);
}

/* Whether it could not because a later version of the page has kept it. */
bool page_export_is_newer(void)
{
    return room_is_newer(&room);
}

static void add_record(void *context, const char *text, size_t count)
{
    pen_text_add_bytes(context, text, count);
}

/* The record of a finished game out of the journal in page_in; 0: there is none. */
unsigned page_export_record(unsigned bytes, unsigned game)
{
    struct pen_text text = page_answer();
    return room_write_record(page_in, bytes, game, &text, add_record) ? (unsigned)text.length : 0;
}

/* What can be said with one key. */
unsigned page_export_room_phrases(void)
{
    struct pen_text text = page_answer();
    pen_text_add(&text, "[");
    for (unsigned i = 0; i < ROOM_PHRASE_COUNT; i++) {
        page_comma(&text);
        wire_json_said(&text, room_phrase(i, in));
    }
    pen_text_add(&text, "]");
    return (unsigned)text.length;
}

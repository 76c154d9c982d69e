/* hall.c - connections, time and the journal's news: what comes into the hall. */
#include "hall/inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "penultima/words_edition.h"
#include "words/hall_words.h"

/* In one turn of the loop: some tens of microseconds each, or far less. */
enum { INPUTS_AT_ONCE = 64, LETTERS_AT_ONCE = 600 };

/* Beside the language of a connection that is passed on: its updates are brief. A node that does not know of
 * it tells all there is, in English. */
enum { PASSED_BRIEF = 0x80 };

struct hall *hall_create(const struct hall_limits *limits, struct store *store, const struct hall_host *host)
{
    struct hall *hall = calloc(1, sizeof *hall);
    if (!hall)
        return NULL;
    hall->limits = *limits;
    hall->store = store;
    hall->host = *host;
    hall->group = 2; /* so that nothing waits for group 0, where every table and connection begins */
    hall->rules = hall__rules_create();
    if (!hall->rules) {
        free(hall);
        return NULL;
    }
    return hall;
}

void hall_destroy(struct hall *hall)
{
    if (!hall)
        return;
    for (size_t i = 0; i < hall->table_count; i++)
        free(hall->list[i]);
    for (struct hall_table *table = hall->ended, *next; table; table = next) {
        next = table->next;
        free(table);
    }
    for (uint32_t i = 0; i < hall->slot_count; i++)
        free(hall->slots[i]);
    free(hall->list);
    free(hall->heap);
    free(hall->map);
    free(hall->slots);
    free(hall->serials);
    free(hall->free_slots);
    free(hall->lobby.bytes);
    free(hall->notes);
    hall_outbox_drop(&hall->gathered);
    hall_outbox_drop(&hall->written);
    hall_addresses_drop(&hall->addresses);
    hall_bans_drop(&hall->bans);
    hall_filter_destroy(hall->filter);
    hall__rules_destroy(hall->rules);
    free(hall);
}

void hall__log(struct hall *hall, enum hall_level level, const char *code, enum word word,
               const struct pen_arg *args, unsigned count)
{
    if (hall->host.log)
        hall->host.log(hall->host.context, level, code, word, args, count);
}

bool hall__is_stuck(const struct hall *hall)
{
    return hall->is_failing || hall->is_clogged;
}

static uint64_t held_bytes(const struct hall *hall)
{
    return hall->gathered.length + hall->written.length + hall->gathered_bytes + hall->written_bytes;
}

/* The tables' time runs with the caller's, but never back, and not while the disk fails or cannot keep up:
 * nobody can move then, so nobody's clock runs. */
void hall__pass_time(struct hall *hall, uint64_t outside_ms)
{
    if (hall->outside_ms == 0) {
        hall->outside_ms = outside_ms;
        if (hall->now_ms < outside_ms)
            hall->now_ms = outside_ms;
    }
    if (outside_ms > hall->outside_ms && !hall__is_stuck(hall))
        hall->now_ms += outside_ms - hall->outside_ms;
    hall->outside_ms = outside_ms;
}

void hall_stood_still(struct hall *hall, uint64_t now_ms)
{
    if (hall->outside_ms != 0)
        hall->outside_ms = now_ms;
    hall__pass_time(hall, now_ms);
}

/* ---- letters ---------------------------------------------------------------------------------- */

static void deliver(struct hall *hall, struct hall_conn *conn, const struct hall_letter *letter)
{
    if (letter->count > 0) {
        hall->host.send(hall->host.context, conn->wire, letter->bytes, letter->count);
        hall->counters.messages++;
        if (letter->type == WIRE_TOLD_UPDATE || letter->type == WIRE_TOLD_TABLE)
            conn->told_ms = hall->now_ms;
        if (conn->acted_ms > 0 && letter->answers) {
            histogram_add(&hall->moves, (hall->outside_ms - conn->acted_ms) * 1000);
            conn->acted_ms = 0;
        }
    }
    if (letter->close_code)
        hall->host.close(hall->host.context, conn->wire, letter->close_code, "");
}

static struct hall_letter letter_of(const struct hall_conn *conn, const struct room_message *message,
                                    uint16_t close_code)
{
    struct hall_letter letter;
    memset(&letter, 0, sizeof letter);
    letter.slot = conn->slot;
    letter.serial = conn->serial;
    letter.close_code = close_code;
    if (message) {
        letter.type = message->type;
        letter.answers = message->answers;
        letter.bytes = message->bytes;
        letter.count = (uint32_t)message->count;
    }
    return letter;
}

void hall__send(struct hall *hall, struct hall_conn *conn, const struct room_message *message,
                uint16_t close_code)
{
    if (conn->is_leaving || conn->is_coming)
        return;
    conn->is_leaving = close_code != 0;
    uint64_t group = conn->group;
    if (conn->table && conn->table->group > group)
        group = conn->table->group;
    conn->group = group;
    hall->made.sends += message ? message->count : 0;
    const struct hall_letter letter = letter_of(conn, message, close_code);
    bool is_kept = true;
    if (group == hall->group)
        is_kept = hall_outbox_add(&hall->gathered, &letter);
    else if (hall->is_writing && group + 1 == hall->group)
        is_kept = hall_outbox_add(&hall->written, &letter);
    else
        deliver(hall, conn, &letter);
    if (!is_kept) {
        /* A message that is lost would leave the client behind; coming back it gets all of it. */
        conn->is_leaving = true;
        hall->host.close(hall->host.context, conn->wire, HALL_CLOSE_LATER, "");
        hall__log(hall, HALL_ERROR, "connection-lost", WORD_HALL_LOG_CONNECTION_LOST,
                  (const struct pen_arg[]){PEN_ARGS(conn->address->name)}, 1);
    }
}

void hall__send_text(struct hall *hall, struct hall_conn *conn, enum wire_told_type type,
                     const struct pen_text *text, uint16_t close_code)
{
    PEN_ASSERT(!text->is_cut);
    hall__send(hall, conn,
               &(struct room_message){.type = (uint8_t)type, .bytes = text->bytes, .count = text->length},
               close_code);
}

/* What depends on nothing that is written: while the disk fails it does not wait behind what does. */
static void send_free(struct hall *hall, struct hall_conn *conn, enum wire_told_type type,
                      const struct pen_text *text)
{
    const struct room_message message = {
        .type = (uint8_t)type, .answers = type == WIRE_TOLD_NO, .bytes = text->bytes, .count = text->length};
    const struct hall_letter letter = letter_of(conn, &message, 0);
    if (!hall__is_stuck(hall))
        hall__send(hall, conn, &message, 0);
    else if (!conn->is_leaving)
        deliver(hall, conn, &letter);
}

/* Lets the letters of a group go that is on disk; in slices, so that a large one does not keep the others
 * waiting: until it is done the group counts as being written. */
static void release(struct hall *hall)
{
    struct hall_letter letter;
    for (unsigned i = 0; i < LETTERS_AT_ONCE; i++) {
        if (!hall_outbox_next(&hall->written, &hall->released_at, &letter)) {
            hall->is_writing = hall->is_releasing = false;
            break;
        }
        struct hall_conn *conn = letter.slot < hall->slot_count ? hall->slots[letter.slot] : NULL;
        if (conn && conn->serial == letter.serial)
            deliver(hall, conn, &letter);
    }
    if (hall->is_writing)
        return;
    hall_outbox_clear(&hall->written);
    hall->released_at = 0;
    hall->written_bytes = 0;
}

static void copy_word(char *field, size_t size, const char *word)
{
    snprintf(field, size, "%s", word);
}

/* What the key and the arguments say: they are the hall's own, so there is such a sentence. */
static void say(char text[WIRE_SENTENCE_BYTES], enum pen_lang lang, const char *key,
                const struct wire_args *args)
{
    struct pen_text said = pen_text_in(text, WIRE_SENTENCE_BYTES);
    const bool is_said = wire_say(&said, lang, key, args);
    PEN_ASSERT(is_said);
}

static bool has_args(const struct wire_args *args)
{
    return args->n != WIRE_NO_NUMBER || args->field[0] || args->what[0];
}

void hall__refuse_with(struct hall *hall, struct hall_conn *conn, uint32_t command, enum hall_refusal refusal,
                       const struct wire_args *args)
{
    char bytes[2048];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    struct wire_told_no no;
    wire_clear_told_no(&no);
    no.id = command;
    no.args = *args;
    if (refusal == HALL_BAD_VERSION)
        no.args.n = WIRE_VERSION;
    no.has_args = has_args(&no.args);
    copy_word(no.code, sizeof no.code, hall_refusal_code(refusal));
    hall_refusal_key(refusal, &no.args, no.key);
    say(no.text, conn->lang, no.key, &no.args);
    if (refusal == HALL_BAD_VERSION) { /* as a client of version 1 shows it */
        say(no.en, PEN_LANG_EN, no.key, &no.args);
        enum pen_lang spanish;
        if (pen_lang_find("es", 2, &spanish)) /* it may have been left out */
            say(no.es, spanish, no.key, &no.args);
    }
    wire_write_told_no(&text, NULL, &no);
    hall->counters.refused++;
    send_free(hall, conn, WIRE_TOLD_NO, &text);
}

void hall__refuse(struct hall *hall, struct hall_conn *conn, uint32_t command, enum hall_refusal refusal,
                  const char *field)
{
    struct wire_args args;
    wire_clear_args(&args);
    copy_word(args.field, sizeof args.field, field ? field : "");
    hall__refuse_with(hall, conn, command, refusal, &args);
}

void hall__note_full(struct hall *hall, const struct hall_conn *conn, enum hall_full what)
{
    hall->counters.turned_away++;
    hall__log(hall, HALL_WARN, "full", WORD_HALL_LOG_FULL,
              (const struct pen_arg[]){PEN_ARGS(conn->address->name, hall_full_word(what))}, 2);
}

void hall__refuse_full(struct hall *hall, struct hall_conn *conn, uint32_t command, enum hall_full what)
{
    hall__note_full(hall, conn, what);
    hall__refuse(hall, conn, command, HALL_FULL, hall_full_word(what));
}

/* The line of an edition that shows something else than it says; 0: none does. */
static unsigned unclear_line(const char *text)
{
    unsigned line = 1;
    while (*text) {
        text += strspn(text, " ");
        size_t length = strcspn(text, "\n\r\t");
        const char *end = text + length;
        while (length > 0 && text[length - 1] == ' ')
            length--;
        if (length > 0 && !room_text_is_clear(text, length))
            return line;
        line += *end == '\n';
        text = end + (*end != 0);
    }
    return 0;
}

bool hall__bring(struct hall *hall, struct hall_conn *conn, uint32_t command, struct setup_settings *settings,
                 const char *text)
{
    struct pen_problem problem;
    struct wire_args args;
    wire_clear_args(&args);
    args.line = unclear_line(text);
    if (args.line > 0) {
        args.column = 1;
        copy_word(args.what, sizeof args.what,
                  pen_word_text(PEN_WORD_EDITION_UNCLEAR, (enum pen_lang)conn->lang));
        hall__refuse_with(hall, conn, command, HALL_BAD_EDITION, &args);
        return false;
    }
    if (!text[0]) {
        if (hall__rules_edition(hall->rules, settings->edition))
            return true;
        hall__refuse(hall, conn, command,
                     pen_edition_is_own(settings->edition) ? HALL_NO_EDITION : HALL_BAD_SETTINGS,
                     settings->edition);
        return false;
    }
    switch (hall__rules_bring(hall, conn->address, settings, text, &problem)) {
    case HALL_BROUGHT_GOOD:
        return !hall__is_bad_edition(hall, conn, command,
                                     hall__rules_edition(hall->rules, settings->edition));
    case HALL_BROUGHT_BAD:
        args.line = problem.line ? problem.line : 1; /* it is the whole text */
        args.column = problem.column ? problem.column : 1;
        copy_word(args.what, sizeof args.what, pen_problem_in(&problem, (enum pen_lang)conn->lang));
        hall__refuse_with(hall, conn, command, HALL_BAD_EDITION, &args);
        return false;
    case HALL_BROUGHT_LONG:
        hall__refuse(hall, conn, command, HALL_LONG_EDITION, NULL);
        return false;
    case HALL_BROUGHT_MANY:
        break;
    }
    hall__refuse_full(hall, conn, command, HALL_FULL_EDITIONS);
    return false;
}

bool hall__rules_make(struct hall *hall, struct hall_conn *conn, uint32_t command,
                      const struct setup_settings *settings)
{
    const bool is_good = hall__rules_has_place(hall, conn->address, settings);
    if (!is_good)
        hall__refuse_full(hall, conn, command, HALL_FULL_RULES);
    return is_good;
}

/* For a word of somebody at no table. */
static uint32_t patience_ms(const struct hall *hall, bool has_hello)
{
    return has_hello ? hall->limits.idle_ms : hall->limits.hello_ms;
}

void hall__bye(struct hall *hall, struct hall_conn *conn, enum hall_refusal why)
{
    struct wire_args args;
    wire_clear_args(&args);
    if (why == HALL_SILENT)
        args.n = patience_ms(hall, conn->has_hello) / 1000;
    hall__bye_with(hall, conn, why, &args);
}

void hall__bye_with(struct hall *hall, struct hall_conn *conn, enum hall_refusal why,
                    const struct wire_args *args)
{
    char bytes[1024];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    uint16_t code = why == HALL_REPLACED   ? HALL_CLOSE_REPLACED
                    : why == HALL_SILENT   ? HALL_CLOSE_SILENT
                    : why == HALL_DRAINING ? HALL_CLOSE_GOING
                    : why == HALL_BANNED   ? HALL_CLOSE_KICKED
                                           : HALL_CLOSE_NORMAL;
    struct wire_told_bye bye;
    wire_clear_told_bye(&bye);
    bye.args = *args;
    bye.has_args = has_args(&bye.args);
    copy_word(bye.code, sizeof bye.code, hall_refusal_code(why));
    hall_refusal_key(why, &bye.args, bye.key);
    say(bye.text, conn->lang, bye.key, &bye.args);
    wire_write_told_bye(&text, NULL, &bye);
    hall__send_text(hall, conn, WIRE_TOLD_BYE, &text, code);
}

/* ---- connections ------------------------------------------------------------------------------ */

static bool find_slot(struct hall *hall, uint32_t *slot)
{
    if (hall->free_count > 0) {
        *slot = hall->free_slots[--hall->free_count];
        return true;
    }
    if (hall->slot_count == hall->slot_size) {
        uint32_t size = hall->slot_size ? 2 * hall->slot_size : 64;
        struct hall_conn **slots = realloc(hall->slots, size * sizeof *slots);
        if (slots)
            hall->slots = slots;
        uint32_t *serials = realloc(hall->serials, size * sizeof *serials);
        if (serials)
            hall->serials = serials;
        uint32_t *free_slots = realloc(hall->free_slots, size * sizeof *free_slots);
        if (free_slots)
            hall->free_slots = free_slots;
        if (!slots || !serials || !free_slots)
            return false;
        hall->slot_size = size;
    }
    *slot = hall->slot_count++;
    hall->serials[*slot] = 0;
    return true;
}

/* Those who are at no table wait in two rows, who have said hello and who have not, in the order of what they
 * said last: how long each has been silent. */
static void wait_for_word(struct hall *hall, struct hall_conn *conn)
{
    struct hall_row *row = &hall->silent[conn->has_hello];
    hall__stop_waiting(hall, conn);
    conn->said_ms = hall->outside_ms;
    conn->row = row;
    conn->before = row->last;
    *(conn->before ? &conn->before->next : &row->first) = conn;
    row->last = conn;
}

void hall__stop_waiting(struct hall *hall, struct hall_conn *conn)
{
    struct hall_row *row = conn->row;
    (void)hall;
    if (!row)
        return;
    *(conn->before ? &conn->before->next : &row->first) = conn->next;
    *(conn->next ? &conn->next->before : &row->last) = conn->before;
    conn->next = conn->before = NULL;
    conn->row = NULL;
}

/* Real time: that of the tables stands still while the disk fails. */
static void send_off_silent(struct hall *hall)
{
    for (unsigned has_hello = 0; has_hello < 2; has_hello++) {
        const uint32_t most_ms = patience_ms(hall, has_hello);
        struct hall_conn *conn;
        while (most_ms > 0 && (conn = hall->silent[has_hello].first) != NULL &&
               hall->outside_ms >= conn->said_ms + most_ms) {
            hall__stop_waiting(hall, conn);
            hall__bye(hall, conn, HALL_SILENT);
        }
    }
}

struct hall_conn *hall_open(struct hall *hall, void *wire, const char *address, uint64_t now_ms)
{
    hall__pass_time(hall, now_ms);
    struct hall_address *from = hall_address_of(&hall->addresses, address, hall->now_ms);
    if (!from || hall->is_draining ||
        !hall_address_may_hold(from, HALL_HELD_CONNS, hall->limits.conns_per_address))
        return NULL;
    struct hall_conn *conn = calloc(1, sizeof *conn);
    uint32_t slot;
    if (!conn || !find_slot(hall, &slot)) {
        free(conn);
        return NULL;
    }
    conn->wire = wire;
    conn->address = from;
    conn->slot = slot;
    conn->serial = ++hall->serials[slot];
    conn->seat = PEN_SPECTATOR;
    hall_address_hold(from, HALL_HELD_CONNS);
    hall->slots[slot] = conn;
    hall->counters.conns++;
    wait_for_word(hall, conn);
    return conn;
}

struct hall_conn *hall_open_passed(struct hall *hall, void *wire, const char *address, uint8_t lang,
                                   uint64_t now_ms)
{
    struct hall_conn *conn = hall_open(hall, wire, address, now_ms);
    if (!conn)
        return NULL;
    conn->has_hello = true;
    wait_for_word(hall, conn);
    conn->version = lang & PASSED_BRIEF ? WIRE_VERSION : WIRE_VERSION_LEAST;
    lang &= (uint8_t)~PASSED_BRIEF;
    conn->lang = lang < PEN_LANG_COUNT ? lang : (uint8_t)PEN_LANG_EN;
    return conn;
}

void hall_conn_place(struct hall_conn *conn, const char *place)
{
    conn->place = hall__place_read(place);
}

bool hall_may_race(const struct hall_conn *conn)
{
    return !conn->table || room_may_race(&conn->table->room, conn->table->rules);
}

uint8_t hall_conn_lang(const struct hall_conn *conn)
{
    return (uint8_t)(conn->lang | (conn->version >= WIRE_VERSION_BRIEF ? PASSED_BRIEF : 0));
}

void hall_closed(struct hall *hall, struct hall_conn *conn, uint64_t now_ms)
{
    hall__pass_time(hall, now_ms);
    hall__stop_waiting(hall, conn);
    hall__go(hall, conn);
    hall_address_let_go(conn->address, HALL_HELD_CONNS);
    hall->slots[conn->slot] = NULL;
    hall->free_slots[hall->free_count++] = conn->slot;
    hall->counters.conns--;
    free(conn);
}

static void pong(struct hall *hall, struct hall_conn *conn, uint32_t id)
{
    char bytes[96];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    wire_write_told_pong(&text, NULL, &(struct wire_told_pong){.id = id, .time_ms = hall->now_ms});
    send_free(hall, conn, WIRE_TOLD_PONG, &text);
}

/* Which version is spoken, and in which language refusals come. Said again it changes the language alone. */
static void hello(struct hall *hall, struct hall_conn *conn, const struct wire_asked_hello *asked)
{
    char bytes[256];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    if (asked->lang < PEN_LANG_COUNT)
        conn->lang = asked->lang;
    const uint32_t least = asked->least ? asked->least : asked->v;
    if (asked->v < WIRE_VERSION_LEAST || least > WIRE_VERSION) {
        hall__refuse(hall, conn, 0, HALL_BAD_VERSION, NULL);
        return;
    }
    if (!conn->has_hello)
        conn->version = (uint8_t)(asked->v < WIRE_VERSION ? asked->v : WIRE_VERSION);
    conn->has_hello = true;
    struct wire_told_hello told = {.v = conn->version, .lang = conn->lang, .time_ms = hall->now_ms};
    if (hall->pusher)
        memcpy(told.push, hall->pusher->key, strlen(hall->pusher->key) + 1);
    wire_write_told_hello(&text, NULL, &told);
    send_free(hall, conn, WIRE_TOLD_HELLO, &text);
}

static void tick(struct hall *hall, struct hall_table *table)
{
    struct room_input input = {.type = ROOM_IN_TICK, .seat = PEN_SEAT_NONE};
    struct room_answer answer;
    hall__apply(hall, table, &input, &answer);
}

/* A command to the connection's table, which answers it itself. */
static void command(struct hall *hall, struct hall_conn *conn, const struct wire_asked *asked)
{
    const bool is_proposed = asked->type == WIRE_ASKED_ASK && asked->ask.what == ROOM_ASK_RULES;
    /* A question that has run out is none, and somebody else may have become the host: what is due comes
     * before it is said whether one may be asked. */
    if ((is_proposed || asked->type == WIRE_ASKED_SET) && conn->table)
        tick(hall, conn->table);
    struct hall_table *table = conn->table;
    struct room_input input;
    struct room_answer answer;
    if (!table) {
        hall__refuse(hall, conn, asked->id, HALL_NOT_IN, NULL);
        return;
    }
    if (conn->seat >= PEN_SEATS_MAX) {
        hall__refuse(hall, conn, asked->id, HALL_ONLY_WATCHES, NULL);
        return;
    }
    table->untold &= (uint16_t) ~(1u << conn->seat); /* whoever speaks has seen it */
    if (asked->type == WIRE_ASKED_NAME && hall__is_kept_out(hall, conn, asked->id, asked->name.name))
        return;
    const char *unread = room_input_read(&input, &table->room, table->rules, conn->seat, asked);
    if (unread) {
        struct wire_args args;
        wire_clear_args(&args);
        copy_word(args.field, sizeof args.field, unread);
        if (asked->type == WIRE_ASKED_ACT)
            room_explain_action(&table->room, table->rules, conn->seat, asked->act.action,
                                strlen(asked->act.action), &args);
        hall__refuse_with(hall, conn, asked->id, HALL_BAD_MESSAGE, &args);
        return;
    }
    struct setup_settings *settings = is_proposed ? &input.ask.settings : &input.set.settings;
    /* Who may not choose has the text looked at by nobody. */
    const bool is_set = asked->type == WIRE_ASKED_SET && conn->seat == table->room.host;
    const char *text = is_set ? asked->set.text : is_proposed ? asked->ask.text : "";
    const bool is_heard = !is_proposed || room_may_propose(&table->room, conn->seat, NULL, hall->now_ms);
    if ((is_set || is_proposed) && is_heard && !hall__bring(hall, conn, asked->id, settings, text))
        return;
    input.lang = conn->lang;
    input.told_ms = conn->told_ms;
    input.rtt_ms = conn->rtt_ms;
    input.lag_ms = conn->lag_ms;
    if (asked->type == WIRE_ASKED_ACT)
        conn->acted_ms = hall->outside_ms;
    /* Rules that cannot be asked for now are made for nobody. */
    const bool is_wanted =
        is_set || (is_proposed && room_may_propose(&table->room, conn->seat, settings, hall->now_ms));
    if (is_wanted && !hall__rules_make(hall, conn, asked->id, settings))
        return;
    if (is_wanted && is_proposed)
        input.ask.rules = hall__rules_find(hall->rules, settings);
    hall__apply(hall, table, &input, &answer);
}

/* Whether the table knows the command already and its answer is still to come. */
static bool is_under_way(const struct hall *hall, const struct hall_conn *conn, uint32_t id)
{
    const struct hall_table *table = conn->table;
    if (!table || conn->seat >= PEN_SEATS_MAX || id == 0)
        return false;
    const struct room_seat *seat = &table->room.seats[conn->seat];
    const struct room_live *live = &table->room.live;
    bool is_known = false;
    for (unsigned i = 0; i < ROOM_DONE_MAX && !hall__is_durable(hall, table); i++)
        is_known = is_known || seat->done[i].id == id;
    for (unsigned i = 0; i < live->held_count; i++)
        is_known = is_known || (live->held[i].action.seat == conn->seat && live->held[i].command == id);
    return is_known;
}

/* Nothing was done, says this refusal. So whoever repeats what was done waits for the true answer. */
static void refuse_for_disk(struct hall *hall, struct hall_conn *conn, uint32_t id)
{
    if (!is_under_way(hall, conn, id))
        hall__refuse(hall, conn, id, HALL_DISK, NULL);
}

/* Too fast. Who goes on and on is not even told so any more. */
static void scold(struct hall *hall, struct hall_conn *conn, uint32_t id)
{
    hall->counters.floods++;
    if (hall_bucket_take(&conn->scolds, hall->limits.scolds, hall->outside_ms)) {
        hall__refuse(hall, conn, id, HALL_TOO_FAST, NULL);
        return;
    }
    hall__log(hall, HALL_WARN, "flood", WORD_HALL_LOG_FLOOD,
              (const struct pen_arg[]){PEN_ARGS(conn->address->name)}, 1);
    hall__bye(hall, conn, HALL_TOO_FAST);
}

/* A table whose journal is nearly full plays its game to the end, and nothing else. */
static bool is_for_the_game(uint8_t type)
{
    return type == WIRE_ASKED_ACT || type == WIRE_ASKED_READY || type == WIRE_ASKED_REVEAL ||
           type == WIRE_ASKED_VOTE || type == WIRE_ASKED_HINT || type == WIRE_ASKED_LEAVE;
}

/* What a message makes the house write and send is on the account of its address and of its table. */
static void obey(struct hall *hall, struct hall_conn *conn, const struct wire_asked *asked)
{
    const struct hall_limits *limits = &hall->limits;
    const struct hall_made before = hall->made;
    struct hall_table *table = conn->table;
    if (!hall_address_is_open(conn->address, &limits->address, hall->outside_ms) ||
        (table && !hall_account_is_open(&table->account, &limits->table, hall->outside_ms))) {
        scold(hall, conn, asked->id);
        return;
    }
    if (hall__has_bad_words(hall, conn, asked))
        ; /* it was refused */
    else if (asked->type <= WIRE_ASKED_RESUME)
        hall__enter(hall, conn, asked);
    else if (asked->type == WIRE_ASKED_REPORT)
        hall__report(hall, conn, asked);
    else if (asked->type == WIRE_ASKED_PUSH)
        hall__subscribe(hall, conn, asked);
    else if (table && table->bytes >= limits->journal_bytes / 8 * 7 && !is_for_the_game(asked->type))
        hall__refuse(hall, conn, asked->id, HALL_JOURNAL_FULL, NULL);
    else
        command(hall, conn, asked);
    const struct hall_made made = {hall->made.entries - before.entries, hall->made.writes - before.writes,
                                   hall->made.sends - before.sends};
    table = table ? table : conn->table;
    hall_address_charge(conn->address, &limits->address, made, hall->outside_ms);
    if (table)
        hall_account_charge(&table->account, &limits->table, made, hall->outside_ms);
}

void hall_text(struct hall *hall, struct hall_conn *conn, const char *bytes, size_t count,
               struct hall_trip trip, uint64_t now_ms)
{
    hall__pass_time(hall, now_ms);
    if (conn->is_leaving)
        return;
    if (trip.least_ms != 0 && (conn->rtt_ms == 0 || trip.least_ms < conn->rtt_ms))
        conn->rtt_ms = trip.least_ms; /* of all the connection's life */
    conn->lag_ms = trip.usual_ms;
    hall->counters.commands++;
    struct wire_asked asked;
    struct wire_problem problem;
    const struct setup_settings first = setup_usual();
    enum wire_result result =
        wire_read_asked(&asked, bytes, count, conn->table ? &conn->table->room.settings : &first, &problem);
    if (result == WIRE_GOOD)
        result = hall__check(&asked, conn->table ? conn->table->room.settings.title : "", &problem);
    bool is_said = result == WIRE_GOOD && (asked.type == WIRE_ASKED_SAY || asked.type == WIRE_ASKED_TOSS);
    /* By real time: that of the tables stands still while the disk fails. */
    if (!hall_bucket_take(is_said ? &conn->chat : &conn->actions,
                          is_said ? hall->limits.chat : hall->limits.actions, hall->outside_ms))
        scold(hall, conn, asked.id);
    else if (result != WIRE_GOOD)
        hall__refuse(hall, conn, asked.id,
                     result == WIRE_BAD_SETTINGS    ? HALL_BAD_SETTINGS
                     : result == WIRE_OTHER_VERSION ? HALL_BAD_VERSION
                                                    : HALL_BAD_MESSAGE,
                     problem.field);
    else if (asked.type == WIRE_ASKED_HELLO)
        hello(hall, conn, &asked.hello);
    else if (!conn->has_hello)
        hall__refuse(hall, conn, asked.id, HALL_NO_HELLO, NULL);
    else if (asked.type == WIRE_ASKED_PING)
        pong(hall, conn, asked.id);
    else if (hall->is_draining)
        hall__refuse(hall, conn, asked.id, HALL_DRAINING, NULL);
    else if (hall__is_stuck(hall))
        refuse_for_disk(hall, conn, asked.id);
    else
        obey(hall, conn, &asked);
    if (!conn->table && !conn->is_leaving)
        wait_for_word(hall, conn);
}

/* ---- turns ------------------------------------------------------------------------------------ */

static void hear_from_store(struct hall *hall)
{
    if (!hall->is_writing)
        return;
    if (hall->is_releasing) {
        release(hall);
        return;
    }
    enum store_state state = store_poll(hall->store, hall->why);
    if (state == STORE_FAILING && !hall->is_failing)
        hall__log(hall, HALL_ERROR, "disk-failing", WORD_HALL_LOG_DISK_FAILING,
                  (const struct pen_arg[]){PEN_ARGS(hall->why)}, 1);
    if (state == STORE_IDLE && hall->is_failing)
        hall__log(hall, HALL_INFO, "disk-again", WORD_HALL_LOG_DISK_AGAIN, NULL, 0);
    hall->is_failing = state == STORE_FAILING || state == STORE_LOST;
    const bool is_slow = state != STORE_IDLE && hall->limits.slow_ms > 0 &&
                         hall->outside_ms > hall->writing_ms + hall->limits.slow_ms;
    if (is_slow && !hall->is_slow)
        hall__log(
            hall, HALL_WARN, "disk-slow", WORD_HALL_LOG_DISK_SLOW,
            (const struct pen_arg[]){PEN_ARGS((unsigned long long)(hall->outside_ms - hall->writing_ms))}, 1);
    hall->is_slow = is_slow;
    if (state == STORE_IDLE) {
        hall->is_releasing = true;
        release(hall);
    }
}

/* Whether too much waits; it is over when half of that has gone. */
static void notice_clog(struct hall *hall)
{
    const uint64_t held = held_bytes(hall);
    if (!hall->is_clogged && held > hall->limits.held_bytes) {
        hall->is_clogged = true;
        hall->counters.clogs++;
        hall__log(hall, HALL_ERROR, "disk-clogged", WORD_HALL_LOG_DISK_CLOGGED,
                  (const struct pen_arg[]){PEN_ARGS((unsigned long long)held)}, 1);
    } else if (hall->is_clogged && held <= hall->limits.held_bytes / 2) {
        hall->is_clogged = false;
        hall__log(hall, HALL_INFO, "disk-free", WORD_HALL_LOG_DISK_FREE, NULL, 0);
    }
}

static void tell_time(struct hall *hall)
{
    /* Many tables may want something at once; whoever says something meanwhile is heard in between. */
    unsigned most = INPUTS_AT_ONCE;
    for (; most > 0 && hall->heap_count > 0 && hall->heap[0]->deadline_ms <= hall->now_ms; most--)
        tick(hall, hall->heap[0]);
}

static void hand_over(struct hall *hall)
{
    if (hall->is_writing || !hall->has_gathered || !store_commit(hall->store))
        return;
    struct hall_outbox empty = hall->written;
    hall->written = hall->gathered;
    hall->gathered = empty;
    hall->written_bytes = hall->gathered_bytes;
    hall->gathered_bytes = 0;
    hall->writing_ms = hall->outside_ms;
    hall->group++;
    hall->is_writing = true;
    hall->has_gathered = false;
}

static uint64_t time_until(uint64_t then_ms, uint64_t now_ms)
{
    return then_ms > now_ms ? then_ms - now_ms : 0;
}

int64_t hall_turn(struct hall *hall, uint64_t now_ms)
{
    /* First the time: what the store lets go is noted as told at this moment (races count from it). */
    hall__pass_time(hall, now_ms);
    hear_from_store(hall);
    send_off_silent(hall);
    if (!hall__is_stuck(hall) && !hall->is_draining)
        tell_time(hall);
    hall__tables_reap(hall);
    const uint64_t tell_ms = hall__tell_awaited(hall);
    hand_over(hall);
    notice_clog(hall);
    if (hall->is_releasing)
        return 0;
    uint64_t wait_ms = ROOM_NEVER;
    if (!hall__is_stuck(hall) && !hall->is_draining && hall->heap_count > 0)
        wait_ms = time_until(hall->heap[0]->deadline_ms, hall->now_ms);
    for (unsigned has_hello = 0; has_hello < 2; has_hello++) {
        const struct hall_conn *first = hall->silent[has_hello].first;
        const uint32_t most_ms = patience_ms(hall, has_hello);
        if (!first || most_ms == 0)
            continue;
        const uint64_t left_ms = time_until(first->said_ms + most_ms, hall->outside_ms);
        wait_ms = left_ms < wait_ms ? left_ms : wait_ms;
    }
    if (tell_ms != ROOM_NEVER) {
        const uint64_t left_ms = time_until(tell_ms, hall->outside_ms);
        wait_ms = left_ms < wait_ms ? left_ms : wait_ms;
    }
    if (wait_ms == ROOM_NEVER)
        return -1;
    return wait_ms < INT32_MAX ? (int64_t)wait_ms : INT32_MAX;
}

bool hall_drain(struct hall *hall)
{
    hall->is_draining = true;
    if (hall->is_writing || hall->has_gathered)
        return false;
    for (uint32_t i = 0; i < hall->slot_count; i++)
        if (hall->slots[i])
            hall__bye(hall, hall->slots[i], HALL_DRAINING);
    return true;
}

struct hall_counters hall_count(const struct hall *hall)
{
    struct hall_counters counters = hall->counters;
    counters.tables = hall->table_count;
    counters.rules = hall__rules_count(hall->rules);
    counters.held = held_bytes(hall);
    counters.is_failing = hall->is_failing;
    counters.is_clogged = hall->is_clogged;
    counters.is_slow = hall->is_slow;
    counters.is_full[HALL_FULL_TABLES] = hall->table_count >= hall->limits.tables;
    hall__rules_fill(hall, &counters.is_full[HALL_FULL_RULES], &counters.is_full[HALL_FULL_EDITIONS]);
    return counters;
}

const struct room *hall_room(const struct hall *hall, const char *id, const struct room_rules **rules,
                             bool *is_durable)
{
    const struct hall_table *table = hall__table_named(hall, id);
    if (!table)
        return NULL;
    *rules = table->rules;
    *is_durable = hall__is_durable(hall, table);
    return &table->room;
}

/* given.c - a game that its people agreed to give away, written so that it says nothing of them.
 *
 * Nothing of the journal is copied: the game is played again and written anew, from its cards and actions
 * alone. So whatever else stands in a journal, or will one day, has no way into what is given. Seats are
 * numbered from one that chance names, or the first would always be who opened the table. */
#include <stdlib.h>
#include <string.h>

#include "fair/record_lines.h"
#include "hall/given.h"
#include "hall/inside.h"
#include "wire/json.h"

enum { PIECE_BYTES = 8192, DAY_MS = 86400000, FIRST_YEAR = 1970 };

/* How long somebody took, in seconds: the least of these classes, so that no pace gives anybody away. */
static const unsigned classes[] = {0, 1, 2, 4, 8, 16, 32, 64};

struct giving {
    struct hall_given *given;
    const char *at, *end; /* of the record, as far as its lines were looked at */
    unsigned line;
    struct pen_names names; /* by the seats of the record: the ones they get */
    struct hall_page seconds;
    uint64_t begun_ms, last_ms;
    uint32_t turn; /* whose seat is written first */
    uint16_t persons, bots;
    unsigned seat_count, moves;
    bool is_good, is_lost; /* lost: there was no memory */
};

static unsigned seat_of(const struct giving *giving, unsigned seat)
{
    const unsigned first = giving->given->first;
    return seat < giving->given->begun ? (seat + giving->given->begun - first) % giving->given->begun : seat;
}

static void add(struct giving *giving, const struct pen_text *text)
{
    giving->is_good = giving->is_good && !text->is_cut;
    hall__page_add(&giving->given->mesa, text->bytes, text->length);
}

static void name_seats(struct giving *giving, unsigned count)
{
    giving->names.count = (uint8_t)count;
    for (unsigned seat = 0; seat < count; seat++) {
        struct pen_text text = pen_text_in(giving->names.name[seat], PEN_PLAYER_BYTES);
        pen_text_add(&text, "p");
        pen_text_add_number(&text, seat_of(giving, seat) + 1);
    }
}

/* The deal with the seats where they go: no order of lines may tell who sat first. */
static void write_deal(struct giving *giving, const struct pen_mesa_moment *moment, bool is_first)
{
    char bytes[PIECE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    struct pen_layout to = *moment->layout;
    struct pen_names names = {.count = giving->names.count};
    to.has_hand = 0;
    for (unsigned seat = 0; seat < names.count; seat++) {
        const unsigned place = seat_of(giving, seat);
        memcpy(names.name[place], giving->names.name[seat], sizeof names.name[place]);
        to.hands[place] = moment->layout->hands[seat];
        to.has_hand |= (uint16_t)((moment->layout->has_hand >> seat & 1) << place);
        for (unsigned i = 0; i < to.lots.count; i++)
            to.lots.cards[i][place] = moment->layout->lots.cards[i][seat];
    }
    to.turn = (uint8_t)seat_of(giving, moment->layout->turn);
    if (is_first)
        pen_mesa_write_header(&text, moment->edition, moment->options, &names, NULL,
                              (uint8_t)seat_of(giving, moment->game->round.dealer));
    pen_mesa_write_layout(&text, moment->edition, moment->rules, &names, &to, is_first);
    add(giving, &text);
}

static void write_joins(struct giving *giving, const struct pen_mesa_moment *moment)
{
    char bytes[64];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    for (unsigned seat = giving->seat_count; seat < moment->names->count; seat++) {
        text = pen_text_in(bytes, sizeof bytes);
        pen_text_add(&text, "joins: ");
        pen_text_add(&text, giving->names.name[seat]);
        pen_text_add(&text, " ");
        pen_text_add_number(&text, moment->game->score[seat]);
        pen_text_add(&text, "\n");
        add(giving, &text);
    }
}

struct line {
    const char *at, *end;
};

/* That line of the record; they are asked for in their order. */
static struct line line_of(struct giving *giving, unsigned number)
{
    struct line line = {giving->at, giving->at};
    for (; giving->line < number && giving->at < giving->end; giving->line++) {
        const char *end = memchr(giving->at, '\n', (size_t)(giving->end - giving->at));
        line = (struct line){giving->at, end ? end : giving->end};
        giving->at = end ? end + 1 : giving->end;
    }
    return line;
}

/* Where these words stand in the line, or null. */
static const char *find(struct line line, const char *what)
{
    const size_t size = strlen(what);
    for (const char *at = line.at; at + size <= line.end; at++)
        if (memcmp(at, what, size) == 0)
            return at;
    return NULL;
}

/* When it was done, and by whom, behind "#@" of its line. */
static void note_line(struct giving *giving, const struct pen_mesa_moment *moment)
{
    const struct line line = line_of(giving, moment->line);
    const char *tag = find(line, "#@ ");
    uint64_t when = 0;
    for (tag = tag ? tag + 3 : line.end; tag < line.end && *tag >= '0' && *tag <= '9'; tag++)
        when = when * 10 + (uint64_t)(*tag - '0');
    if (moment->is_void)
        return;
    unsigned class = 0;
    const uint64_t took = giving->last_ms && when > giving->last_ms ? when - giving->last_ms : 0;
    for (unsigned i = 0; i < sizeof classes / sizeof classes[0]; i++)
        class = took >= classes[i] * UINT64_C(1000) ? classes[i] : class;
    hall__page_print(&giving->seconds, "%s%u", giving->moves > 0 ? "," : "", class);
    giving->begun_ms = giving->begun_ms ? giving->begun_ms : when;
    giving->last_ms = when ? when : giving->last_ms;
    giving->moves++;
    const uint16_t bit = (uint16_t)(1u << seat_of(giving, moment->action.seat));
    if (find(line, " by=bot"))
        giving->bots |= bit;
    else if (!find(line, " by=clock"))
        giving->persons |= bit;
}

static void show(void *context, const struct pen_mesa_moment *moment)
{
    struct giving *giving = context;
    char bytes[PIECE_BYTES / 8];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    const bool is_first = giving->seat_count == 0;
    if (is_first) {
        /* Whoever comes later sits behind the last one, so the order can be turned only where nobody does. */
        giving->given->begun = moment->names->count;
        giving->given->first = giving->turn % moment->names->count;
    }
    if (moment->is_deal) {
        name_seats(giving, moment->names->count);
        if (!is_first)
            write_joins(giving, moment);
        giving->seat_count = moment->names->count;
        write_deal(giving, moment, is_first);
        giving->given->rounds++;
        return;
    }
    note_line(giving, moment);
    if (moment->is_void)
        pen_text_add(&text, "void\n");
    else
        pen_mesa_write_action_line(&text, moment->edition, moment->rules, &giving->names, moment->action,
                                   moment->events);
    add(giving, &text);
}

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    char id[PEN_ID_BYTES] = {0};
    (void)context, (void)problem;
    if (bytes >= sizeof id)
        return false;
    memcpy(id, name, bytes);
    return pen_edition_builtin(id, edition);
}

static void report(void *context, unsigned line, const char *what)
{
    (void)context, (void)line, (void)what;
}

/* Years and months since 1970 of a day, by the calendar's own arithmetic (years begin in March). */
static void write_month(struct pen_text *text, uint64_t ms)
{
    const uint64_t days = ms / DAY_MS + 719468, era = days / 146097, day = days % 146097;
    const uint64_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    const uint64_t of_year = day - (365 * year + year / 4 - year / 100), march = (5 * of_year + 2) / 153;
    const uint64_t month = march < 10 ? march + 3 : march - 9;
    pen_text_add_number(text, year + era * 400 + (month <= 2));
    pen_text_add(text, month < 10 ? "-0" : "-");
    pen_text_add_number(text, month);
}

static void write_line(struct giving *giving, const struct pen_mesa *mesa, bool has_help)
{
    struct hall_given *given = giving->given;
    const size_t size = 2 * given->mesa.count + giving->seconds.count + PIECE_BYTES;
    char month[16], *bytes = malloc(size);
    if (!bytes) {
        giving->is_lost = true;
        return;
    }
    struct pen_text text = pen_text_in(bytes, size), when = pen_text_in(month, sizeof month);
    write_month(&when, giving->begun_ms);
    wire_json_open(&text, '{');
    wire_json_put_number(&text, "format", 1);
    wire_json_put_string(&text, "license", "CC0-1.0");
    wire_json_put_string(&text, "month", month);
    wire_json_put_string(&text, "edition", mesa->edition.id);
    wire_json_put_number(&text, "players", mesa->names.count);
    wire_json_put_number(&text, "rounds", given->rounds);
    wire_json_put_truth(&text, "help", has_help);
    wire_json_key(&text, "seats");
    wire_json_open(&text, '[');
    for (unsigned place = 0; place < mesa->names.count; place++) {
        const bool is_person = giving->persons >> place & 1, is_bot = giving->bots >> place & 1;
        wire_json_string(&text, is_person && is_bot ? "both" : is_bot ? "bot" : "person");
    }
    wire_json_close(&text, ']');
    wire_json_key(&text, "winners");
    wire_json_open(&text, '[');
    for (unsigned place = 0; place < mesa->names.count; place++)
        for (unsigned seat = 0; seat < mesa->names.count; seat++)
            if (seat_of(giving, seat) == place && (mesa->game.winners >> seat & 1))
                wire_json_number(&text, place);
    wire_json_close(&text, ']');
    wire_json_key(&text, "seconds");
    wire_json_open(&text, '[');
    pen_text_add_bytes(&text, giving->seconds.bytes, giving->seconds.count);
    wire_json_close(&text, ']');
    wire_json_key(&text, "record");
    wire_json_bytes(&text, given->mesa.bytes, given->mesa.count);
    wire_json_close(&text, '}');
    pen_text_add(&text, "\n");
    giving->is_good = giving->is_good && !text.is_cut;
    hall__page_add(&given->line, text.bytes, text.length);
    free(bytes);
}

static void add_record(void *context, const char *text, size_t count)
{
    hall__page_add(context, text, count);
}

void hall_given_drop(struct hall_given *given)
{
    free(given->mesa.bytes);
    free(given->line.bytes);
    *given = (struct hall_given){0};
}

/* Somebody who comes late goes behind the last seat, so the record has to begin with the first. */
static bool has_late(const char *record, size_t count)
{
    size_t length;
    return fair_find_mark(record, count, "joins: ", &length) != NULL;
}

/* What is read is ours, but for an edition of people's own, whose text may say anything. */
enum hall_giving hall_give(const char *journal, size_t bytes, uint32_t game_number, uint32_t turn,
                           struct hall_given *given)
{
    struct hall_page record = {0};
    size_t length;
    *given = (struct hall_given){0};
    if (!room_write_record(journal, bytes, game_number, &record, add_record)) {
        free(record.bytes);
        return HALL_GIVING_NONE;
    }
    struct pen_mesa *mesa = malloc(sizeof *mesa);
    struct giving giving = {
        .given = given, .at = record.bytes, .end = record.bytes + record.count, .is_good = true};
    enum hall_giving result = HALL_GIVING_KEPT;
    giving.is_lost = !mesa || record.is_lost;
    if (!giving.is_lost && record.bytes &&
        fair_find_mark(record.bytes, record.count, FAIR_MARK_SHARED, &length) &&
        !fair_find_mark(record.bytes, record.count, FAIR_MARK_FROM, &length) &&
        !fair_find_mark(record.bytes, record.count, "edition: " PEN_OWN_PREFIX, &length)) {
        const struct pen_mesa_host host = {&giving, PEN_LANG_EN, find_edition, report, show};
        giving.turn = has_late(record.bytes, record.count) ? 0 : turn;
        const bool has_help = fair_find_mark(record.bytes, record.count, FAIR_MARK_HELP, &length) != NULL;
        if (pen_mesa_replay(mesa, record.bytes, record.count, &host) == PEN_MESA_GOOD && giving.is_good) {
            write_line(&giving, mesa, has_help);
            result = giving.is_good ? HALL_GIVING_GIVEN : HALL_GIVING_KEPT;
        }
    }
    if (giving.is_lost || giving.seconds.is_lost || given->mesa.is_lost || given->line.is_lost)
        result = HALL_GIVING_LOST;
    free(giving.seconds.bytes);
    free(record.bytes);
    free(mesa);
    if (result != HALL_GIVING_GIVEN)
        hall_given_drop(given);
    return result;
}

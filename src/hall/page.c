/* page.c - what the hall shows over plain HTTP: the lobby, a table's line, editions, records, figures.
 * Nothing here knows a hidden card: summaries come from the room, records are of games that are over. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall/figures.h"
#include "hall/inside.h"
#include "wire/json.h"

enum { LOBBY_TABLES_MAX = 200, LOBBY_FRESH_MS = 500, SHARE_LEAST = 4 };

static const char *const stage_words[ROOM_STAGE_COUNT] = {
#define X(name, word) word,
    ROOM_STAGE_LIST(X)
#undef X
};

const char *hall__stage_word(const struct room *room)
{
    return stage_words[room->stage];
}

void hall__page_add(struct hall_page *page, const char *bytes, size_t count)
{
    /* Twice as much each time, so that the size follows from the length. */
    if (page->is_lost || count == 0)
        return;
    size_t size = 256, need = page->count + count + 1;
    while (size <= page->count)
        size *= 2;
    if (!page->bytes || need > size) {
        while (size < need)
            size *= 2;
        char *grown = realloc(page->bytes, size);
        if (!grown) {
            free(page->bytes);
            *page = (struct hall_page){.is_lost = true};
            return;
        }
        page->bytes = grown;
    }
    memcpy(page->bytes + page->count, bytes, count);
    page->count += count;
    page->bytes[page->count] = 0;
}

void hall__page_print(struct hall_page *page, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length > 0)
        hall__page_add(page, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
}

bool hall_may_ask(struct hall *hall, const char *address, uint64_t now_ms)
{
    hall__pass_time(hall, now_ms);
    struct hall_address *from = hall_address_of(&hall->addresses, address, hall->now_ms);
    return from && hall_address_take(from, HALL_PACE_JOINS, hall->limits.joins, hall->now_ms);
}

static void add_summary(struct hall *hall, struct hall_page *page, const struct hall_table *table)
{
    struct pen_text text = pen_text_in(hall->scratch, sizeof hall->scratch);
    room_write_summary(&table->room, &text);
    hall__page_add(page, text.bytes, text.length);
}

/* The lines alone, to be put together with those of others. */
struct hall_page hall_page_lobby(struct hall *hall, uint64_t now_ms)
{
    /* Many may ask at once, and writing so many lines takes a while. */
    if (!hall->has_lobby || now_ms - hall->lobby_ms >= LOBBY_FRESH_MS) {
        free(hall->lobby.bytes);
        hall->lobby = (struct hall_page){0};
        hall->lobby_ms = now_ms;
        hall->has_lobby = true;
        unsigned shown = 0;
        for (const struct hall_table *table = hall->shown; table && shown < LOBBY_TABLES_MAX;
             table = table->shown_next) {
            if (shown++ > 0)
                hall__page_print(&hall->lobby, "%s", WIRE_LINES_NEXT);
            add_summary(hall, &hall->lobby, table);
        }
    }
    struct hall_page page = {0};
    hall__page_add(&page, hall->lobby.bytes, hall->lobby.count);
    return page;
}

size_t hall_lobby_share(const struct hall_page *lines, unsigned halls)
{
    const size_t next = sizeof WIRE_LINES_NEXT - 1;
    const unsigned even = halls > 0 ? LOBBY_TABLES_MAX / halls : LOBBY_TABLES_MAX;
    unsigned left = even > SHARE_LEAST ? even : SHARE_LEAST;
    for (size_t at = 0; at + next <= lines->count; at++)
        if (memcmp(lines->bytes + at, WIRE_LINES_NEXT, next) == 0 && --left == 0)
            return at;
    return lines->count;
}

void hall_lobby_add(struct hall_page *page, const char *lines, size_t count)
{
    if (count == 0)
        return;
    hall__page_print(page, "%s", page->count == 0 ? WIRE_LINES_BEGIN : WIRE_LINES_NEXT);
    hall__page_add(page, lines, count);
}

void hall_lobby_end(struct hall_page *page)
{
    if (page->count == 0)
        hall__page_print(page, "%s", WIRE_LINES_BEGIN);
    hall__page_print(page, "%s", WIRE_LINES_END);
}

struct hall_page hall_page_table(struct hall *hall, const char *id)
{
    struct hall_page page = {0};
    const struct hall_table *table = hall__table_named(hall, id);
    if (table) {
        add_summary(hall, &page, table);
        hall__page_print(&page, "\n");
    }
    return page;
}

/* ---- editions --------------------------------------------------------------------------------- */

static void add_edition(struct pen_text *text, const struct pen_edition *edition)
{
    wire_json_open(text, '{');
    wire_json_put_string(text, "id", edition->id);
    wire_json_put_said(text, "name", pen_said(edition->title, in));
    wire_json_put_said(text, "about", pen_said(edition->about, in));
    wire_json_key(text, "seats");
    wire_json_open(text, '[');
    wire_json_number(text, edition->rule.seats_min);
    wire_json_number(text, edition->rule.seats_max);
    wire_json_close(text, ']');
    wire_json_put_string(text, "scoring", pen_scoring_id((enum pen_scoring)edition->rule.scoring));
    wire_json_put_number(text, "target", edition->rule.target);
    wire_json_key(text, "colors");
    wire_json_open(text, '[');
    for (unsigned i = 0; i < edition->color_count; i++) {
        const struct pen_color *color = &edition->colors[i];
        const char letter[2] = {color->letter, 0};
        wire_json_open(text, '{');
        wire_json_put_string(text, "id", color->id);
        wire_json_put_string(text, "letter", letter);
        wire_json_put_string(text, "shape", color->shape);
        wire_json_put_said(text, "name", pen_said(color->name, in));
        wire_json_close(text, '}');
    }
    wire_json_close(text, ']');
    wire_json_close(text, '}');
}

static void add_editions(struct pen_text *text, const struct hall_rules *rules, struct pen_edition *edition)
{
    const struct pen_edition *offered;
    wire_json_key(text, "editions");
    wire_json_open(text, '[');
    for (unsigned i = 0; i < pen_edition_builtin_count(); i++)
        if (pen_edition_builtin(pen_edition_builtin_id(i), edition))
            add_edition(text, edition);
    for (unsigned i = 0; (offered = hall__rules_offered(rules, i)) != NULL; i++)
        add_edition(text, offered);
    wire_json_close(text, ']');
}

static void add_bots(struct pen_text *text)
{
    wire_json_key(text, "bots");
    wire_json_open(text, '[');
    for (unsigned i = 0; i < BOT_LEVEL_COUNT; i++) {
        enum bot_level level = (enum bot_level)i;
        wire_json_open(text, '{');
        wire_json_put_string(text, "id", pen_bot_level_id(level));
        wire_json_put_said(text, "name", pen_bot_level_name(level, in));
        wire_json_put_said(text, "line", pen_bot_level_line(level, in));
        wire_json_close(text, '}');
    }
    wire_json_close(text, ']');
}

static void add_phrases(struct pen_text *text)
{
    wire_json_key(text, "phrases");
    wire_json_open(text, '[');
    for (unsigned i = 0; i < ROOM_PHRASE_COUNT; i++) {
        wire_json_open(text, '{');
        wire_json_put_number(text, "n", i);
        wire_json_put_said(text, "text", room_phrase(i, in));
        wire_json_close(text, '}');
    }
    wire_json_close(text, ']');
}

struct hall_page hall_page_editions(const struct hall *hall)
{
    enum { EDITIONS_BYTES = 1 << 20 };
    struct hall_page page = {0};
    struct pen_edition *edition = malloc(sizeof *edition);
    char *bytes = malloc(EDITIONS_BYTES);
    if (edition && bytes) {
        struct pen_text text = pen_text_in(bytes, EDITIONS_BYTES);
        wire_json_open(&text, '{');
        add_editions(&text, hall->rules, edition);
        wire_json_key(&text, "house");
        wire_json_open(&text, '[');
        for (unsigned i = 0; i < pen_house_count(); i++) {
            char name[PEN_ID_BYTES + 8];
            struct pen_text named = pen_text_in(name, sizeof name);
            struct pen_house house;
            pen_house_builtin(i, &house);
            pen_house_write(pen_house_with(0, i, house.usual), "", &named);
            wire_json_string(&text, name);
        }
        wire_json_close(&text, ']');
        add_bots(&text);
        add_phrases(&text);
        wire_json_close(&text, '}');
        wire_json_line(&text);
        PEN_ASSERT(!text.is_cut);
        hall__page_add(&page, text.bytes, text.length);
    }
    free(edition);
    free(bytes);
    return page;
}

struct hall_page hall_page_edition(struct hall *hall, const char *id)
{
    struct hall_page page = {0};
    const struct pen_edition *edition = hall__rules_edition(hall->rules, id);
    if (edition) {
        struct pen_text text = pen_text_in(hall->scratch, sizeof hall->scratch);
        pen_edition_write(edition, &text);
        hall__page_add(&page, text.bytes, text.length);
    }
    return page;
}

/* ---- records ---------------------------------------------------------------------------------- */

static bool add_entry(void *context, const struct store_entry *entry)
{
    hall__page_add(context, entry->bytes, entry->count);
    return true;
}

static void add_ended(void *context, uint64_t table, uint64_t ended_ms, const char *bytes, size_t count)
{
    (void)table;
    (void)ended_ms;
    hall__page_add(context, bytes, count);
}

static void add_record(void *context, const char *text, size_t count)
{
    hall__page_add(context, text, count);
}

/* A game is over when the next one has begun, or it is neither being prepared nor played. */
static bool is_over(const struct room *room, uint32_t game_number)
{
    const bool is_on =
        room->stage == ROOM_REVEALING || room->stage == ROOM_PLAYING || room->stage == ROOM_BETWEEN;
    return game_number < room->game_number || (game_number == room->game_number && !is_on);
}

enum hall_found hall_find_record(const struct hall *hall, const char *id, uint32_t game_number,
                                 struct hall_record *record)
{
    memset(record, 0, sizeof *record);
    if (game_number == 0 || !hall__key_read(id, &record->key))
        return HALL_NOT_FOUND;
    record->game_number = game_number;
    record->signer = hall->signer;
    const struct hall_table *table = hall__table_find(hall, record->key);
    if (!table)
        return HALL_FOUND; /* among the ended ones, if anywhere */
    if (!is_over(&table->room, game_number))
        return HALL_NOT_FOUND;
    if (!hall__is_durable(hall, table))
        return HALL_LATER;
    record->is_open = true;
    record->last = table->last_place;
    return HALL_FOUND;
}

struct hall_page hall_read_record(struct store *store, const struct hall_record *record, char *why)
{
    struct hall_page journal = {0}, page = {0};
    why[0] = 0;
    if (record->is_open)
        (void)store_read_table(store, record->key, record->last, add_entry, &journal, why);
    else
        (void)store_read_ended(store, record->key, add_ended, &journal, why);
    if (why[0] == 0 && journal.bytes &&
        !room_write_signed_record(journal.bytes, journal.count, record->game_number,
                                  record->signer.sign ? &record->signer : NULL, &page, add_record)) {
        free(page.bytes);
        page = (struct hall_page){0};
    }
    if (journal.is_lost || page.is_lost)
        snprintf(why, STORE_WHY_BYTES, "%s", strerror(ENOMEM));
    free(journal.bytes);
    return page;
}

void hall_page_add(struct hall_page *page, const char *bytes, size_t count)
{
    hall__page_add(page, bytes, count);
}

/* ---- figures ---------------------------------------------------------------------------------- */

struct hall_page hall_page_metrics(const struct hall *hall)
{
    struct hall_page page = {0};
    struct hall_counters now = hall_count(hall);
    hall__page_print(&page, "# HELP penultima_tables Open tables by stage.\n# TYPE penultima_tables gauge\n");
    for (unsigned i = 0; i < ROOM_STAGE_COUNT; i++)
        hall__page_print(&page, "penultima_tables{stage=\"%s\"} %zu\n", stage_words[i], hall->stages[i]);
    hall_figure_gauge(&page, "connections", "Connections that speak the protocol.", now.conns);
    hall_figure_gauge(&page, "rules_kept", "Sets of rules, those of no table any more among them.",
                      now.rules);
    hall_figure_gauge(&page, "held_bytes", "Messages and entries that wait for the disk, in bytes.",
                      now.held);
    hall_figure_gauge(&page, "journal_failing", "1 while the journal cannot be written.", now.is_failing);
    hall_figure_counter(&page, "commands", "Messages from clients.", now.commands);
    hall_figure_counter(&page, "refusals", "Messages that were refused.", now.refused);
    hall_figure_counter(&page, "messages", "Messages to clients.", now.messages);
    hall_figure_gauge(&page, "journal_clogged", "1 while too much waits for the disk.", now.is_clogged);
    hall_figure_gauge(&page, "journal_slow", "1 while one group takes long.", now.is_slow);
    hall_figure_counter(&page, "too_fast", "Messages that came too fast.", now.floods);
    hall_figure_counter(&page, "turned_away", "Times that the house had no more of something.",
                        now.turned_away);
    hall_figure_counter(&page, "kept_out", "Times that somebody who is banned wanted to come in.",
                        now.kept_out);
    hall_figure_counter(&page, "bad_words", "Messages that were refused for a word.", now.bad_words);
    hall_figure_counter(&page, "reports", "Reports from players.", now.reports);
    hall_figure_counter(&page, "clogs", "Times that too much waited for the disk.", now.clogs);
    hall_figure_counter(&page, "tables_opened", "Tables opened since the start.", now.opened);
    hall_figure_counter(&page, "tables_ended", "Tables ended since the start.", now.ended);
    hall_figure_counter(&page, "games", "Games begun since the start.", now.games);
    hall_figure_histogram(&page, "move", "From an action of a player to its answer.", &hall->moves);
    return page;
}

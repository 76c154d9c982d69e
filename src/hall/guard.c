/* guard.c - what an operator keeps out of the house: people, by address and by name, and words; and what
 * players report to the operator. */
#include <stdio.h>
#include <string.h>

#include "hall/inside.h"
#include "words/hall_words.h"

enum { HOUR_MS = 3600000, AROUND_UPDATES = 30 };

/* ---- bans -------------------------------------------------------------------------------------- */

static uint32_t hours_left(const struct hall *hall, uint64_t until_ms)
{
    const uint64_t hours = (until_ms - hall->outside_ms + HOUR_MS - 1) / HOUR_MS;
    return hours < 100000 ? (uint32_t)hours : 100000;
}

static struct wire_args args_of(const struct hall *hall, uint64_t until_ms, bool is_name)
{
    struct wire_args args;
    wire_clear_args(&args);
    args.n = hours_left(hall, until_ms);
    if (is_name)
        memcpy(args.field, "name", 5);
    return args;
}

static uint64_t until(const struct hall *hall, const char *address, const char *name)
{
    return hall_bans_until(&hall->bans, address, name, hall->outside_ms);
}

bool hall__is_kept_out(struct hall *hall, struct hall_conn *conn, uint32_t command, const char *name)
{
    const uint64_t by_address = until(hall, conn->address->name, NULL), by_name = until(hall, NULL, name);
    if (by_address == 0 && by_name == 0)
        return false;
    const struct wire_args args = args_of(hall, by_address ? by_address : by_name, by_address == 0);
    hall->counters.kept_out++;
    hall__log(hall, HALL_INFO, "kept-out", WORD_HALL_LOG_KEPT_OUT,
              (const struct pen_arg[]){PEN_ARGS(conn->address->name, by_address ? "" : name)}, 2);
    hall__refuse_with(hall, conn, command, HALL_BANNED, &args);
    return true;
}

/* Those who are here go at once. What they sat at plays on without them. */
static void send_off(struct hall *hall)
{
    for (uint32_t i = 0; i < hall->slot_count; i++) {
        struct hall_conn *conn = hall->slots[i];
        const bool is_seated = conn && conn->table && conn->seat < PEN_SEATS_MAX;
        if (!conn || conn->is_leaving)
            continue;
        const uint64_t by_address = until(hall, conn->address->name, NULL);
        const uint64_t by_name = is_seated ? until(hall, NULL, conn->table->room.seats[conn->seat].name) : 0;
        if (by_address || by_name) {
            const struct wire_args args = args_of(hall, by_address ? by_address : by_name, by_address == 0);
            hall__bye_with(hall, conn, HALL_BANNED, &args);
        }
    }
}

enum hall_banned hall_ban(struct hall *hall, const char *what, uint64_t for_ms, const char *why,
                          uint64_t now_ms)
{
    struct hall_ban ban;
    hall__pass_time(hall, now_ms);
    if (!hall_ban_read(&ban, what))
        return HALL_BAN_NOBODY;
    ban.changed_ms = now_ms;
    ban.until_ms = for_ms ? now_ms + for_ms : 0;
    snprintf(ban.why, sizeof ban.why, "%s", why);
    for (char *at = ban.why; *at; at++)
        *at = (unsigned char)*at < ' ' ? ' ' : *at;
    if (!hall_bans_take(&hall->bans, &ban, now_ms))
        return HALL_BAN_FULL;
    hall__log(hall, HALL_INFO, for_ms ? "banned" : "unbanned",
              for_ms ? WORD_HALL_LOG_BANNED : WORD_HALL_LOG_UNBANNED,
              (const struct pen_arg[]){PEN_ARGS(what, ban.why)}, 2);
    send_off(hall);
    return HALL_BAN_DONE;
}

unsigned hall_bans_merge(struct hall *hall, const char *text, size_t count, uint64_t now_ms)
{
    hall__pass_time(hall, now_ms);
    const unsigned news = hall_bans_read(&hall->bans, text, count, now_ms);
    if (news > 0)
        send_off(hall);
    return news;
}

struct hall_page hall_bans_page(const struct hall *hall)
{
    struct hall_page page = {0};
    for (size_t i = 0; i < hall->bans.count; i++) {
        char bytes[512];
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        hall_ban_write(&hall->bans.list[i], &text);
        hall__page_add(&page, text.bytes, text.length);
    }
    return page;
}

const struct hall_bans *hall_bans_of(const struct hall *hall)
{
    return &hall->bans;
}

/* ---- words ------------------------------------------------------------------------------------- */

void hall_filter_with(struct hall *hall, struct hall_filter *filter)
{
    hall_filter_destroy(hall->filter);
    hall->filter = filter;
}

static bool has_bad_title(const struct hall *hall, const struct setup_settings *settings)
{
    return hall_filter_finds(hall->filter, settings->title);
}

/* As a code: what it says is in the settings that it makes. */
static bool has_bad_setup(const struct hall *hall, const char *code)
{
    struct setup setup;
    struct setup_problem problem;
    return code[0] && setup_read(&setup, code, strlen(code), NULL, &problem) &&
           has_bad_title(hall, &setup.settings);
}

/* Which field of it has such a word; null: none. */
static const char *bad_field(const struct hall *hall, const struct wire_asked *asked)
{
    const struct hall_filter *filter = hall->filter;
    switch ((enum wire_asked_type)asked->type) {
    case WIRE_ASKED_CREATE:
        return hall_filter_finds(filter, asked->create.name) ? "name"
               : (asked->create.has_settings && has_bad_title(hall, &asked->create.settings)) ||
                       has_bad_setup(hall, asked->create.setup)
                   ? "title"
                   : NULL;
    case WIRE_ASKED_JOIN:
        return hall_filter_finds(filter, asked->join.name) ? "name" : NULL;
    case WIRE_ASKED_MATCH: /* by rules that are others' too: with no title */
        return hall_filter_finds(filter, asked->match.name) ? "name" : NULL;
    case WIRE_ASKED_NAME:
        return hall_filter_finds(filter, asked->name.name) ? "name" : NULL;
    case WIRE_ASKED_SET:
        return has_bad_title(hall, &asked->set.settings) ? "title" : NULL;
    case WIRE_ASKED_ASK:
        return has_bad_setup(hall, asked->ask.setup) ? "title" : NULL;
    case WIRE_ASKED_SAY:
        return hall_filter_finds(filter, asked->say.text) ? "text" : NULL;
    case WIRE_ASKED_HELLO: /* say nothing to others */
    case WIRE_ASKED_WATCH:
    case WIRE_ASKED_RESUME:
    case WIRE_ASKED_BOT:
    case WIRE_ASKED_AGREE:
    case WIRE_ASKED_START:
    case WIRE_ASKED_REVEAL:
    case WIRE_ASKED_ACT: /* quotes only what somebody has said */
    case WIRE_ASKED_READY:
    case WIRE_ASKED_VOTE:
    case WIRE_ASKED_AGAIN:
    case WIRE_ASKED_HINT:
    case WIRE_ASKED_LEAVE:
    case WIRE_ASKED_REMOVE:
    case WIRE_ASKED_THERE:
    case WIRE_ASKED_TOSS:
    case WIRE_ASKED_REPORT: /* only to the operator */
    case WIRE_ASKED_PUSH:
    case WIRE_ASKED_PING:
    case WIRE_ASKED_COUNT:
        break;
    }
    return NULL;
}

static void refuse_words(struct hall *hall, struct hall_conn *conn, uint32_t command, const char *field)
{
    hall->counters.bad_words++;
    hall__log(hall, HALL_INFO, "bad-words", WORD_HALL_LOG_BAD_WORDS,
              (const struct pen_arg[]){PEN_ARGS(conn->address->name, field)}, 2);
    hall__refuse(hall, conn, command, HALL_BAD_WORDS, field);
}

bool hall__has_bad_words(struct hall *hall, struct hall_conn *conn, const struct wire_asked *asked)
{
    const char *field = hall->filter ? bad_field(hall, asked) : NULL;
    if (field)
        refuse_words(hall, conn, asked->id, field);
    return field != NULL;
}

bool hall__is_bad_edition(struct hall *hall, struct hall_conn *conn, uint32_t command,
                          const struct pen_edition *edition)
{
    bool is_bad = false;
    const char *at = edition->title, *lang, *said;
    while (hall->filter && pen_said_next(&at, &lang, &said))
        is_bad = is_bad || hall_filter_finds(hall->filter, said);
    if (is_bad)
        refuse_words(hall, conn, command, "title");
    return is_bad;
}

/* ---- reports ----------------------------------------------------------------------------------- */

void hall_report_to(struct hall *hall, const struct hall_reporter *reporter)
{
    hall->reporter = reporter;
}

static struct hall_around around_of(const struct hall_table *table, bool is_open)
{
    return (struct hall_around){.key = table->key, .last = table->last_place, .is_open = is_open};
}

/* What has happened since goes to it as well. */
void hall__report_more(struct hall *hall, struct hall_table *table, bool is_open)
{
    if (table->report == 0 || (is_open && table->room.n < table->report_n + AROUND_UPDATES))
        return;
    const struct hall_around around = around_of(table, is_open);
    if (hall->reporter)
        hall->reporter->more(hall->reporter->context, table->report, &around);
    table->report = 0;
}

void hall__report(struct hall *hall, struct hall_conn *conn, const struct wire_asked *asked)
{
    struct hall_table *table = conn->table;
    const uint8_t about = asked->report.seat;
    char bytes[96];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    if (!table || !hall->reporter) {
        hall__refuse(hall, conn, asked->id, table ? HALL_NO_REPORTS : HALL_NOT_IN, NULL);
        return;
    }
    if (about >= table->room.seat_count || about == conn->seat ||
        table->room.seats[about].kind != ROOM_PERSON) {
        hall__refuse(hall, conn, asked->id, HALL_BAD_MESSAGE, "seat");
        return;
    }
    if (!hall_address_take(conn->address, HALL_PACE_REPORTS, hall->limits.reports, hall->outside_ms)) {
        hall__refuse(hall, conn, asked->id, HALL_TOO_FAST, NULL);
        return;
    }
    const struct hall_conn *other = table->seated[about];
    const struct hall_report report = {
        .table = table->room.id,
        .game_number = table->room.game_number,
        .by = conn->seat < PEN_SEATS_MAX ? table->room.seats[conn->seat].name : "",
        .by_address = conn->address->name,
        .about = table->room.seats[about].name,
        .about_address = other ? other->address->name : "",
        .text = asked->report.text,
        .around = around_of(table, true),
    };
    const uint32_t number = hall->reporter->take(hall->reporter->context, &report);
    if (number == 0) {
        hall__refuse_full(hall, conn, asked->id, HALL_FULL_REPORTS);
        return;
    }
    hall->counters.reports++;
    hall__log(hall, HALL_WARN, "report", WORD_HALL_LOG_REPORT,
              (const struct pen_arg[]){PEN_ARGS(report.table, report.by_address, report.about)}, 3);
    if (table->report != 0) { /* what happened since the one before goes there now */
        const struct hall_around before = around_of(table, true);
        hall->reporter->more(hall->reporter->context, table->report, &before);
    }
    table->report = number;
    table->report_n = table->room.n;
    wire_write_told_reported(&text, NULL, &(struct wire_told_reported){.id = asked->id, .number = number});
    hall__send_text(hall, conn, WIRE_TOLD_REPORTED, &text, 0);
}

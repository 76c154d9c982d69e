/* reports.c - see reports.h. In the file each is a line of its facts, the lines around it with a blank before
 * each, and an empty line. */
#include "serve/reports.h"
#include "words/cli_log_words.h"
#include "words/cli_operator_words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "hall/range.h"
#include "platform/bytes.h"
#include "platform/clock.h"
#include "platform/host.h"
#include "serve/serve.h"

enum { AROUND_LINES = 60, AROUND_BYTES = 6000, FACTS_BYTES = 640, ENDED_MS = 3000, SAVE_MS = 1000 };
#define KEPT_MS (UINT64_C(30) * 24 * 3600 * 1000)

struct report {
    uint32_t number;
    uint64_t at_ms; /* of the wall's clock */
    unsigned game_number;
    char table[ROOM_ID_BYTES], by[PEN_PLAYER_BYTES], about[PEN_PLAYER_BYTES];
    char by_address[HALL_ADDRESS_BYTES], about_address[HALL_ADDRESS_BYTES];
    char text[WIRE_REPORT_BYTES];
    struct hall_page around;
    struct hall_around due; /* to be read; its key 0: nothing is */
    uint64_t due_ms;        /* by the loop's clock */
};

struct reports {
    struct hall_reporter reporter;
    struct serve *serve;
    char file[PATH_MAX + 16];
    struct report *list[REPORTS_MAX]; /* the oldest first */
    unsigned count;
    uint64_t save_ms;
    bool is_changed, is_saving;
};

static struct report *find(const struct reports *reports, uint32_t number, unsigned *at)
{
    for (unsigned i = 0; i < reports->count; i++)
        if (reports->list[i]->number == number) {
            if (at)
                *at = i;
            return reports->list[i];
        }
    return NULL;
}

static void drop(struct reports *reports, unsigned at)
{
    free(reports->list[at]->around.bytes);
    free(reports->list[at]);
    memmove(&reports->list[at], &reports->list[at + 1], (--reports->count - at) * sizeof reports->list[0]);
    reports->is_changed = true;
}

/* ---- what is around it -------------------------------------------------------------------------- */

struct names {
    char of[PEN_SEATS_MAX][PEN_PLAYER_BYTES];
};

static void add_time(struct hall_page *page, uint64_t at_ms)
{
    char when[40];
    platform_date_write(at_ms, PLATFORM_UTC, "%H:%M:%S ", when, sizeof when);
    hall_page_add(page, when, strlen(when));
}

/* "#! say TIME SEAT ID PHRASE words": what somebody said, and "#! quote TIME SEAT TARGET words"; who sits
 * where is told by "#! sit TIME SEAT ID NAME" and "#! name TIME SEAT ID NAME". */
static void add_word(struct hall_page *page, struct names *names, const char *line)
{
    char kind[16], first[PEN_PLAYER_BYTES + 16];
    uint64_t at_ms;
    unsigned seat, id;
    int rest = 0;
    if (sscanf(line, "#! %15s %" SCNu64 " %u %u %40s%n", kind, &at_ms, &seat, &id, first, &rest) != 5 ||
        seat >= PEN_SEATS_MAX)
        return;
    if (strcmp(kind, "sit") == 0 || strcmp(kind, "name") == 0)
        snprintf(names->of[seat], sizeof names->of[seat], "%.*s", PEN_PLAYER_BYTES - 1, first);
    const bool is_said = strcmp(kind, "say") == 0, is_quoted = strcmp(kind, "quote") == 0;
    if (!is_said && !is_quoted)
        return;
    const bool is_phrase = is_said && strcmp(first, "none") != 0;
    const char *words = is_phrase ? first : line + rest + (line[rest] == ' ');
    add_time(page, at_ms);
    hall_page_add(page, names->of[seat], strlen(names->of[seat]));
    hall_page_add(page, is_quoted ? " quotes: " : ": ", is_quoted ? 9 : 2);
    hall_page_add(page, words, strlen(words));
    hall_page_add(page, "\n", 1);
}

/* Of a journal only what everybody at the table saw: moves and words. */
static void add_line(struct hall_page *page, struct names *names, const char *line)
{
    const char *tag = strstr(line, " #@ ");
    if (line[0] == '#') {
        add_word(page, names, line);
    } else if (tag && strncmp(line, "reshuffle:", 10) != 0) {
        add_time(page, strtoull(tag + 4, NULL, 10));
        hall_page_add(page, line, (size_t)(tag - line));
        hall_page_add(page, "\n", 1);
    }
}

/* The last lines of it, not more than have room. */
static void keep_last(struct hall_page *page)
{
    size_t at = page->count;
    for (unsigned lines = 0; at > 0 && page->count - at < AROUND_BYTES; at--)
        if (page->bytes[at - 1] == '\n' && lines++ == AROUND_LINES)
            break;
    if (at > 0 && page->bytes[at - 1] != '\n')
        while (at < page->count && page->bytes[at++] != '\n')
            ;
    memmove(page->bytes, page->bytes + at, page->count - at);
    page->count -= at;
}

struct reading {
    struct hall_work work; /* first, so that one is the other */
    struct reports *reports;
    struct hall_around around;
    uint32_t number;
    struct hall_page journal, page;
};

static bool add_entry(void *context, const struct store_entry *entry)
{
    hall_page_add(context, entry->bytes, entry->count);
    return true;
}

static void add_ended(void *context, uint64_t table, uint64_t ended_ms, const char *bytes, size_t count)
{
    (void)table;
    (void)ended_ms;
    hall_page_add(context, bytes, count);
}

static void run_reading(struct hall_work *work)
{
    struct reading *reading = (struct reading *)work;
    struct store *store = &reading->reports->serve->store;
    const struct hall_around *around = &reading->around;
    char why[STORE_WHY_BYTES] = "", line[1024];
    struct names names = {{{0}}};
    if (around->is_open)
        (void)store_read_table(store, around->key, around->last, add_entry, &reading->journal, why);
    else
        (void)store_read_ended(store, around->key, add_ended, &reading->journal, why);
    const char *at = reading->journal.bytes, *end = at ? at + reading->journal.count : at;
    while (at < end) {
        const char *next = memchr(at, '\n', (size_t)(end - at));
        const size_t length = (size_t)((next ? next : end) - at);
        if (length < sizeof line) {
            memcpy(line, at, length);
            line[length] = 0;
            add_line(&reading->page, &names, line);
        }
        at += length + 1;
    }
    if (reading->page.bytes)
        keep_last(&reading->page);
    free(reading->journal.bytes);
}

static void end_reading(struct hall_work *work)
{
    struct reading *reading = (struct reading *)work;
    struct reports *reports = reading->reports;
    struct report *report = find(reports, reading->number, NULL);
    if (report && reading->page.bytes && reading->page.count > 0) {
        free(report->around.bytes);
        report->around = reading->page;
        reading->page = (struct hall_page){0};
        reports->is_changed = true;
    }
    free(reading->page.bytes);
    free(reading);
}

static void read_around(struct reports *reports, struct report *report)
{
    struct reading *reading = calloc(1, sizeof *reading);
    if (!reading)
        return;
    reading->work = (struct hall_work){run_reading, end_reading, NULL};
    reading->reports = reports;
    reading->around = report->due;
    reading->number = report->number;
    report->due.key = 0;
    if (!serve_work_give(reports->serve->works, &reading->work))
        free(reading);
}

static uint64_t now_ms(const struct reports *reports)
{
    return net_server_now_us(reports->serve->net) / 1000;
}

/* ---- from the hall ------------------------------------------------------------------------------ */

/* Whether the address has something left of its share, and its wider networks of theirs. */
static bool has_share(const struct reports *reports, const char *address)
{
    static const struct {
        uint8_t bits;
        unsigned times;
    } wider[] = {{128, 1}, {56, 4}, {48, 16}};
    const uint32_t share = hall_share_left(REPORTS_PER_ADDRESS, REPORTS_MAX, reports->count);
    struct hall_range own, other;
    const bool is_range = hall_range_read(&own, address);
    for (unsigned i = 0; i < sizeof wider / sizeof wider[0]; i++) {
        unsigned count = 0;
        if (i > 0 && (!is_range || hall_range_is_v4(&own)))
            break;
        for (unsigned k = 0; k < reports->count; k++) {
            const char *its = reports->list[k]->by_address;
            if (i == 0 || !hall_range_read(&other, its)) {
                count += strcmp(its, address) == 0;
                continue;
            }
            const struct hall_range cut = hall_range_cut(own, wider[i].bits);
            count += hall_range_has(&cut, &other);
        }
        if (count >= share * wider[i].times)
            return false;
    }
    return true;
}

static void copy(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from);
    for (; *to; to++) /* a line of the file stays a line */
        *to = (unsigned char)*to < ' ' || *to == 0x7f || *to == '\x1f' ? ' ' : *to;
}

static uint32_t take(void *context, const struct hall_report *told)
{
    struct reports *reports = context;
    while (reports->count > 0 && reports->list[0]->at_ms + KEPT_MS < platform_wall_ms())
        drop(reports, 0);
    struct report *report = reports->count < REPORTS_MAX && has_share(reports, told->by_address)
                                ? calloc(1, sizeof *report)
                                : NULL;
    if (!report)
        return 0;
    do { /* so that those of several nodes have different ones */
        if (!platform_random(&report->number, sizeof report->number)) {
            free(report);
            return 0;
        }
    } while (report->number == 0 || find(reports, report->number, NULL));
    report->at_ms = platform_wall_ms();
    report->game_number = told->game_number;
    copy(report->table, sizeof report->table, told->table);
    copy(report->by, sizeof report->by, told->by);
    copy(report->about, sizeof report->about, told->about);
    copy(report->by_address, sizeof report->by_address, told->by_address);
    copy(report->about_address, sizeof report->about_address, told->about_address);
    copy(report->text, sizeof report->text, told->text);
    report->due = told->around;
    report->due_ms = now_ms(reports) + SAVE_MS; /* so that the disk has what was said just now */
    reports->list[reports->count++] = report;
    reports->is_changed = true;
    return report->number;
}

static void more(void *context, uint32_t number, const struct hall_around *around)
{
    struct reports *reports = context;
    struct report *report = find(reports, number, NULL);
    if (!report)
        return;
    report->due = *around;
    report->due_ms = now_ms(reports) + (around->is_open ? SAVE_MS : ENDED_MS);
}

/* ---- the file ----------------------------------------------------------------------------------- */

#define NONE(text) ((text)[0] ? (text) : "-")

static struct hall_page write_all(const struct reports *reports)
{
    struct hall_page page = {0};
    for (unsigned i = 0; i < reports->count; i++) {
        const struct report *report = reports->list[i];
        char facts[FACTS_BYTES];
        const int length = snprintf(facts, sizeof facts, "%" PRIu32 " %" PRIu64 " %s %u %s %s %s %s %s\n",
                                    report->number, report->at_ms, report->table, report->game_number,
                                    NONE(report->by), NONE(report->by_address), NONE(report->about),
                                    NONE(report->about_address), report->text);
        hall_page_add(&page, facts, (size_t)length);
        for (size_t at = 0; at < report->around.count;) {
            const char *line = report->around.bytes + at,
                       *end = memchr(line, '\n', report->around.count - at);
            const size_t bytes = end ? (size_t)(end + 1 - line) : report->around.count - at;
            hall_page_add(&page, " ", 1);
            hall_page_add(&page, line, bytes);
            at += bytes;
        }
        hall_page_add(&page, "\n", 1);
    }
    return page;
}

static void unnone(char *text)
{
    if (strcmp(text, "-") == 0)
        text[0] = 0;
}

static bool read_facts(struct report *report, const char *line)
{
    int rest = 0;
    PEN_STATIC_ASSERT(PEN_PLAYER_BYTES == 25 && HALL_ADDRESS_BYTES == 46 && ROOM_ID_BYTES >= 11,
                      "what is read here has room");
    if (sscanf(line, "%" SCNu32 " %" SCNu64 " %10s %u %24s %45s %24s %45s%n", &report->number, &report->at_ms,
               report->table, &report->game_number, report->by, report->by_address, report->about,
               report->about_address, &rest) != 8)
        return false;
    unnone(report->by);
    unnone(report->by_address);
    unnone(report->about);
    unnone(report->about_address);
    copy(report->text, sizeof report->text, line + rest + (line[rest] == ' '));
    return true;
}

static void read_file(struct reports *reports)
{
    struct host_file file;
    const char *why;
    struct report *report = NULL;
    if (!host_file_try(reports->file, &file, &why))
        return;
    for (char *at = file.bytes, *next; *at; at = next) {
        const size_t length = strcspn(at, "\n");
        next = at + length + (at[length] == '\n');
        at[length] = 0;
        if (at[0] == ' ' && report) {
            hall_page_add(&report->around, at + 1, length - 1);
            hall_page_add(&report->around, "\n", 1);
        } else if (length > 0 && reports->count < REPORTS_MAX) {
            report = calloc(1, sizeof *report);
            if (report && read_facts(report, at)) {
                reports->list[reports->count++] = report;
            } else {
                free(report);
                report = NULL;
            }
        } else {
            report = NULL;
        }
    }
    host_file_drop(&file);
}

struct saving {
    struct hall_work work; /* first */
    struct reports *reports;
    struct hall_page page;
    bool is_good;
};

static bool save(const struct reports *reports, const struct hall_page *page)
{
    char path[sizeof reports->file + 8];
    snprintf(path, sizeof path, "%s.new", reports->file);
    return platform_file_write(path, page->bytes ? page->bytes : "", page->count, 0600, PLATFORM_SYNC) &&
           rename(path, reports->file) == 0;
}

static void run_saving(struct hall_work *work)
{
    struct saving *saving = (struct saving *)work;
    saving->is_good = save(saving->reports, &saving->page);
}

static void end_saving(struct hall_work *work)
{
    struct saving *saving = (struct saving *)work;
    struct reports *reports = saving->reports;
    reports->is_saving = false;
    if (!saving->is_good) {
        reports->is_changed = true; /* tried again */
        serve_log(SERVE_ERROR, "cannot-keep", host_say(CLI_LOG_CANNOT_KEEP, reports->file));
    }
    free(saving->page.bytes);
    free(saving);
}

void reports_turn(struct reports *reports)
{
    const uint64_t now = now_ms(reports);
    for (unsigned i = 0; i < reports->count; i++)
        if (reports->list[i]->due.key != 0 && now >= reports->list[i]->due_ms)
            read_around(reports, reports->list[i]);
    if (!reports->is_changed || reports->is_saving || now < reports->save_ms)
        return;
    struct saving *saving = calloc(1, sizeof *saving);
    if (!saving)
        return;
    *saving = (struct saving){.work = {run_saving, end_saving, NULL}, .reports = reports};
    saving->page = write_all(reports);
    reports->save_ms = now + SAVE_MS;
    reports->is_changed = false;
    reports->is_saving = true;
    if (!serve_work_give(reports->serve->works, &saving->work)) {
        saving->is_good = false;
        end_saving(&saving->work);
    }
}

struct reports *reports_create(struct serve *serve, const char *file)
{
    struct reports *reports = calloc(1, sizeof *reports);
    if (!reports)
        return NULL;
    reports->serve = serve;
    reports->reporter = (struct hall_reporter){reports, take, more};
    snprintf(reports->file, sizeof reports->file, "%s", file);
    read_file(reports);
    return reports;
}

void reports_destroy(struct reports *reports)
{
    if (!reports)
        return;
    if (reports->is_changed) {
        struct hall_page page = write_all(reports);
        if (!save(reports, &page))
            serve_log(SERVE_ERROR, "cannot-keep", host_say(CLI_LOG_CANNOT_KEEP, reports->file));
        free(page.bytes);
    }
    while (reports->count > 0)
        drop(reports, reports->count - 1);
    free(reports);
}

const struct hall_reporter *reports_reporter(const struct reports *reports)
{
    return &reports->reporter;
}

/* ---- for the operator --------------------------------------------------------------------------- */

static void add_text(struct hall_page *page, const char *text)
{
    hall_page_add(page, text, strlen(text));
}

static void add_head(struct hall_page *page, enum pen_lang lang)
{
    add_text(page, word_text(WORD_CLI_OPERATOR_REPORTS_HEAD, lang));
    add_text(page, "\n");
}

static void add_facts(struct hall_page *page, const struct report *report)
{
    char when[40], line[FACTS_BYTES];
    char by[PEN_PLAYER_BYTES], about[PEN_PLAYER_BYTES];
    platform_date_write(report->at_ms, PLATFORM_UTC, "%Y-%m-%dT%H:%M:%SZ", when, sizeof when);
    memcpy(by, report->by, sizeof by);
    memcpy(about, report->about, sizeof about);
    pen_name_show(by);
    pen_name_show(about);
    snprintf(line, sizeof line, "%-10" PRIu32 " %s %s/%u %s (%s) -> %s (%s) %s\n", report->number, when,
             report->table, report->game_number, NONE(by), NONE(report->by_address), NONE(about),
             NONE(report->about_address), report->text);
    add_text(page, line);
}

struct hall_page reports_list(const struct reports *reports, enum pen_lang lang)
{
    struct hall_page page = {0};
    add_head(&page, lang);
    for (unsigned i = 0; i < reports->count; i++)
        add_facts(&page, reports->list[i]);
    return page;
}

struct hall_page reports_show(const struct reports *reports, uint32_t number, enum pen_lang lang)
{
    struct hall_page page = {0};
    const struct report *report = find(reports, number, NULL);
    add_head(&page, lang);
    if (report) {
        add_facts(&page, report);
        hall_page_add(&page, report->around.bytes, report->around.count);
    }
    return page;
}

struct hall_page reports_forget(struct reports *reports, uint32_t number, enum pen_lang lang)
{
    struct hall_page page = {0};
    unsigned at;
    const struct report *report = find(reports, number, &at);
    add_head(&page, lang);
    if (report) {
        add_facts(&page, report);
        drop(reports, at);
    }
    return page;
}

/* bans.c - who is banned, in a file beside the data, and for the operator; and the file of words. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "platform/bytes.h"
#include "platform/clock.h"
#include "platform/host.h"
#include "serve/serve.h"
#include "words/cli_log_words.h"
#include "words/cli_operator_words.h"

static const char *file_of(const struct serve *serve, char path[PATH_MAX + 16])
{
    snprintf(path, PATH_MAX + 16, "%s.bans", serve->door);
    return path;
}

void serve_bans_load(struct serve *serve)
{
    char path[PATH_MAX + 16];
    struct host_file file;
    const char *why;
    if (!host_file_try(file_of(serve, path), &file, &why))
        return; /* there is none yet */
    (void)hall_bans_merge(serve->hall, file.bytes, file.count, serve->begin_ms);
    host_file_drop(&file);
}

/* ---- keeping them: aside of the loop, which must not wait for the disk ---------------------------- */

static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;
static uint64_t written; /* the newest that is in the file */

/* All lines, with the number of the moment before them: what is older is not written over what is newer. */
static struct hall_page lines_of(struct serve *serve)
{
    const uint64_t moment = ++serve->bans_moment;
    struct hall_page page = {0}, lines = hall_bans_page(serve->hall);
    hall_page_add(&page, (const char *)&moment, sizeof moment);
    hall_page_add(&page, lines.bytes, lines.count);
    free(lines.bytes);
    return page;
}

static bool save(const struct serve *serve, const char *bytes, size_t count)
{
    char path[PATH_MAX + 16], fresh[PATH_MAX + 24];
    uint64_t moment;
    if (count < sizeof moment)
        return false;
    memcpy(&moment, bytes, sizeof moment);
    snprintf(fresh, sizeof fresh, "%s.new", file_of(serve, path));
    pthread_mutex_lock(&writing);
    const bool is_good =
        moment < written ||
        (platform_file_write(fresh, bytes + sizeof moment, count - sizeof moment, 0600, PLATFORM_SYNC) &&
         rename(fresh, path) == 0);
    written = is_good && moment > written ? moment : written;
    pthread_mutex_unlock(&writing);
    if (!is_good)
        serve_log(SERVE_ERROR, "cannot-keep", host_say(CLI_LOG_CANNOT_KEEP, path));
    return is_good;
}

struct saving {
    struct hall_work work; /* first, so that one is the other */
    struct serve *serve;
    struct hall_page page;
};

static void run_saving(struct hall_work *work)
{
    struct saving *saving = (struct saving *)work;
    (void)save(saving->serve, saving->page.bytes, saving->page.count);
}

static void end_saving(struct hall_work *work)
{
    free(((struct saving *)work)->page.bytes);
    free(work);
}

void serve_bans_hear(struct serve *serve, const char *text, size_t count)
{
    if (hall_bans_merge(serve->hall, text, count, serve_turn_ms(serve)) == 0)
        return;
    struct saving *saving = calloc(1, sizeof *saving);
    if (!saving)
        return;
    *saving = (struct saving){.work = {run_saving, end_saving, NULL}, .serve = serve};
    saving->page = lines_of(serve);
    if (!serve_work_give(serve->works, &saving->work))
        end_saving(&saving->work);
}

/* ---- for the operator ----------------------------------------------------------------------------- */

/* "30m", "12h", "7d"; false: none of these. */
static bool read_time(const char *text, uint64_t *ms)
{
    const size_t length = strlen(text);
    char digits[8] = "";
    uint64_t number;
    if (length < 2 || length > sizeof digits)
        return false;
    memcpy(digits, text, length - 1);
    const char unit = text[length - 1];
    const uint64_t unit_ms = unit == 'm' ? 60000 : unit == 'h' ? 3600000 : unit == 'd' ? 86400000 : 0;
    if (unit_ms == 0 || !host_number_read(digits, 1000000, &number) || number == 0)
        return false;
    *ms = number * unit_ms;
    return *ms <= UINT64_C(3650) * 86400000;
}

bool serve_ban(struct serve *serve, char **words, unsigned count, struct hall_page *lines, enum word *why)
{
    uint64_t for_ms = 0;
    const bool is_ban = strcmp(words[0], "ban") == 0;
    *why = WORD_CLI_OPERATOR_BAN_TIME;
    if (is_ban && !read_time(words[2], &for_ms))
        return false;
    switch (
        hall_ban(serve->hall, words[1], for_ms, is_ban && count > 4 ? words[3] : "", serve_turn_ms(serve))) {
    case HALL_BAN_DONE:
        *lines = lines_of(serve);
        return true;
    case HALL_BAN_NOBODY:
        *why = WORD_CLI_OPERATOR_BAN_WHOM;
        return false;
    case HALL_BAN_FULL:
        break;
    }
    *why = WORD_CLI_OPERATOR_BAN_FULL;
    return false;
}

enum word serve_ban_keep(const struct serve *serve, const char *word, const char *lines, size_t count)
{
    if (!save(serve, lines, count))
        return WORD_CLI_OPERATOR_NOT_KEPT;
    return strcmp(word, "ban") == 0 ? WORD_CLI_OPERATOR_BANNED : WORD_CLI_OPERATOR_UNBANNED;
}

struct hall_page serve_bans_list(const struct serve *serve, enum pen_lang lang)
{
    struct hall_page page = {0};
    const struct hall_bans *bans = hall_bans_of(serve->hall);
    const uint64_t now_ms = platform_wall_ms();
    char line[512], what[HALL_RANGE_TEXT_BYTES + PEN_PLAYER_BYTES], until[40];
    snprintf(line, sizeof line, "%s\n", word_text(WORD_CLI_OPERATOR_BANS_HEAD, lang));
    hall_page_add(&page, line, strlen(line));
    for (size_t i = 0; i < bans->count; i++) {
        const struct hall_ban *ban = &bans->list[i];
        if (ban->until_ms <= now_ms)
            continue;
        if (ban->is_name)
            snprintf(what, sizeof what, "%s", ban->name);
        else
            hall_range_write(&ban->range, what);
        platform_date_write(ban->until_ms, PLATFORM_UTC, "%Y-%m-%dT%H:%M:%SZ", until, sizeof until);
        snprintf(line, sizeof line, "%-30s %s %s\n", what, until, ban->why);
        hall_page_add(&page, line, strlen(line));
    }
    return page;
}

/* ---- words -------------------------------------------------------------------------------------- */

bool serve_words_read(struct serve *serve)
{
    struct host_file file;
    const char *why;
    unsigned words, wrong;
    if (!serve->words)
        return true;
    if (!host_file_try(serve->words, &file, &why)) {
        serve_log(SERVE_ERROR, "words-bad", host_say(CLI_LOG_WORDS_BAD, serve->words, why));
        return false;
    }
    struct hall_filter *filter = hall_filter_create(file.bytes, file.count, &words, &wrong);
    host_file_drop(&file);
    if (!filter)
        return false;
    hall_filter_with(serve->hall, filter);
    serve_log(SERVE_INFO, "words-read", host_say(CLI_LOG_WORDS_READ, words, wrong));
    return true;
}

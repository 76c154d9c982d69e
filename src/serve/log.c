/* log.c - what the server tells its operator. */
#include "serve/log.h"

#include <pthread.h>
#include <string.h>

#include "platform/clock.h"
#include "platform/host.h"
#include "platform/report.h"
#include "words/cli_serve_log_words.h"

enum { CODES_MAX = 48, LINES_PER_MINUTE = 30 };

static struct {
    pthread_mutex_t mutex;
    bool is_json;
    struct {
        char code[32];
        uint64_t since_s; /* of the minute that is counted */
        unsigned lines, left_out;
    } codes[CODES_MAX];
    unsigned code_count;
} book = {.mutex = PTHREAD_MUTEX_INITIALIZER};

bool serve_log_format(const char *word)
{
    book.is_json = strcmp(word, "json") == 0;
    return book.is_json || strcmp(word, "text") == 0;
}

static void write_line(enum serve_level level, const char *code, const char *message, unsigned left_out)
{
    static const char *const levels[] = {"info", "warn", "error"};
    const uint64_t now_ms = platform_wall_ms();
    char when[40];
    platform_date_write(now_ms, PLATFORM_UTC, "%Y-%m-%dT%H:%M:%S", when, sizeof when);
    const size_t length = strlen(when);
    snprintf(when + length, sizeof when - length, ".%03uZ", (unsigned)(now_ms % 1000));
    fflush(stdout);
    if (!book.is_json) {
        fprintf(stderr, "%s %s %s: %s", when, levels[level], code, message);
        if (left_out > 0)
            fprintf(stderr, "%s", host_say(CLI_SERVE_LOG_AND_MORE, left_out));
        fputc('\n', stderr);
        return;
    }
    struct report report = {.stream = stderr};
    report_open(&report, NULL, '{');
    report_string(&report, "time", when);
    report_string(&report, "level", levels[level]);
    report_string(&report, "code", code);
    report_string(&report, "message", message);
    if (left_out > 0)
        report_whole(&report, "left_out", left_out);
    report_close(&report, '}');
}

/* False: it has been said often enough for this minute. */
static bool may_say(const char *code, unsigned *left_out)
{
    const uint64_t now_s = platform_now_ms() / 1000;
    unsigned at = 0;
    while (at < book.code_count && strcmp(book.codes[at].code, code) != 0)
        at++;
    *left_out = 0;
    if (at == book.code_count) {
        if (at == CODES_MAX)
            return true;
        snprintf(book.codes[at].code, sizeof book.codes[at].code, "%s", code);
        book.codes[at].since_s = now_s;
        book.code_count++;
    }
    if (now_s - book.codes[at].since_s >= 60) {
        *left_out = book.codes[at].left_out;
        book.codes[at].since_s = now_s;
        book.codes[at].lines = book.codes[at].left_out = 0;
    }
    if (book.codes[at].lines < LINES_PER_MINUTE) {
        book.codes[at].lines++;
        return true;
    }
    book.codes[at].left_out++;
    return false;
}

void serve_log(enum serve_level level, const char *code, const char *message)
{
    unsigned left_out;
    pthread_mutex_lock(&book.mutex);
    if (may_say(code, &left_out))
        write_line(level, code, message, left_out);
    pthread_mutex_unlock(&book.mutex);
}

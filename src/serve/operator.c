/* operator.c - what the operator asks of a running server, and the answers. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform/host.h"
#include "serve/serve.h"
#include "words/cli_operator_words.h"

static bool answer(char **text, size_t *length, const char *sentence)
{
    *length = strlen(sentence) + 1;
    *text = malloc(*length + 1);
    if (*text)
        snprintf(*text, *length + 1, "%s\n", sentence);
    else
        *length = 0;
    return false;
}

static bool say(char **text, size_t *length, enum word word, enum pen_lang lang)
{
    return answer(text, length, word_text(word, lang));
}

/* The last word is the language of the one who asks. */
static enum pen_lang language_of(char **words, unsigned count)
{
    enum pen_lang lang = PEN_LANG_EN;
    (void)host_lang_read(words[count - 1], &lang);
    return lang;
}

/* They may be at any node, which says what it has; and the head of a list is the same everywhere. */
static bool is_of_reports(const char *word)
{
    return strcmp(word, "reports") == 0 || strcmp(word, "report") == 0 || strcmp(word, "forget") == 0;
}

/* The loop has gathered what it knows; writing a long list and reading a journal are not its business. */
static bool finish(struct serve *serve, const struct hall_page *others, char **words, unsigned count,
                   char **text, size_t *length)
{
    enum pen_lang lang = language_of(words, count);
    char why[STORE_WHY_BYTES] = "";
    struct hall_page page = {.bytes = *text, .count = *length};
    if (strcmp(words[0], "list") == 0) {
        page = hall_admin_list(page, lang);
        hall_page_add(&page, others->bytes, others->count);
    } else if (strcmp(words[0], "ban") == 0 || strcmp(words[0], "unban") == 0) {
        const enum word word = serve_ban_keep(serve, words[0], *text, *length);
        free(*text);
        say(text, length, word, lang);
        return true;
    } else if (is_of_reports(words[0])) {
        hall_page_add(&page, others->bytes, others->count);
        *text = page.bytes;
        *length = page.count;
        const char *head_end = page.bytes ? memchr(page.bytes, '\n', page.count) : NULL;
        if (strcmp(words[0], "reports") == 0 || (head_end && head_end + 1 < page.bytes + page.count))
            return true;
        free(page.bytes);
        return say(text, length, WORD_CLI_OPERATOR_NO_REPORT, lang);
    } else if (strcmp(words[0], "export") == 0) {
        struct hall_record record;
        memcpy(&record, *text, sizeof record);
        page = hall_read_record(&serve->store, &record, why);
    } else {
        return true;
    }
    free(*text);
    *text = page.bytes;
    *length = page.count;
    return page.bytes || say(text, length, WORD_CLI_OPERATOR_NO_GAME, lang);
}

bool serve_operator_after(void *context, char **words, unsigned count, char **text, size_t *length)
{
    struct serve *serve = context;
    return finish(serve, &serve->others, words, count, text, length);
}

bool serve_operator_part(struct serve *serve, char **words, unsigned count, char **text, size_t *length)
{
    return finish(serve, &(struct hall_page){0}, words, count, text, length);
}

static bool answer_reports(struct serve *serve, char **words, unsigned count, char **text, size_t *length)
{
    const enum pen_lang lang = language_of(words, count);
    uint64_t number = 0;
    if (count == 3 && !host_number_read(words[1], UINT32_MAX, &number))
        return say(text, length, WORD_CLI_OPERATOR_NO_REPORT, lang);
    const struct hall_page page = strcmp(words[0], "reports") == 0 ? reports_list(serve->reports, lang)
                                  : strcmp(words[0], "report") == 0
                                      ? reports_show(serve->reports, (uint32_t)number, lang)
                                      : reports_forget(serve->reports, (uint32_t)number, lang);
    *text = page.bytes;
    *length = page.count;
    return page.bytes != NULL;
}

static bool answer_ban(struct serve *serve, char **words, unsigned count, char **text, size_t *length)
{
    struct hall_page lines = {0};
    enum word why;
    if (!serve_ban(serve, words, count, &lines, &why))
        return say(text, length, why, language_of(words, count));
    *text = lines.bytes;
    *length = lines.count;
    return true;
}

bool serve_operator_here(void *context, char **words, unsigned count, char **text, size_t *length)
{
    struct serve *serve = context;
    enum pen_lang lang = language_of(words, count);
    struct hall_page page = {0};
    if (strcmp(words[0], "list") == 0 && count == 2) {
        page = hall_admin_gather(serve->hall);
        *text = page.bytes;
        *length = page.count;
        return true;
    } else if ((strcmp(words[0], "ban") == 0 && (count == 4 || count == 5)) ||
               (strcmp(words[0], "unban") == 0 && count == 3)) {
        return answer_ban(serve, words, count, text, length);
    } else if (strcmp(words[0], "bans") == 0 && count == 2) {
        page = serve_bans_list(serve, lang);
    } else if (strcmp(words[0], SERVE_BANS_ORDER) == 0 && count == 2) {
        page = hall_bans_page(serve->hall);
        *text = page.bytes;
        *length = page.count;
        return true;
    } else if (is_of_reports(words[0]) && count == (strcmp(words[0], "reports") == 0 ? 2 : 3)) {
        return answer_reports(serve, words, count, text, length);
    } else if (strcmp(words[0], "inspect") == 0 && count == 3) {
        page = hall_admin_inspect(serve->hall, words[1], lang);
    } else if (strcmp(words[0], "key") == 0 && count == 2) {
        *text = malloc(sizeof serve->key + 1);
        if (!*text)
            return false;
        *length = (size_t)snprintf(*text, sizeof serve->key + 1, "%s\n", serve->key);
        return true;
    } else if (strcmp(words[0], SERVE_LINKS_ORDER) == 0 && count == 2 && !serve->is_stopping) {
        *text = strdup(serve->links);
        *length = strlen(serve->links);
        return *text != NULL;
    } else if (strcmp(words[0], "close") == 0 && count == 3) {
        if (hall_admin_close(serve->hall, words[1], serve_turn_ms(serve))) {
            say(text, length, WORD_CLI_OPERATOR_CLOSED, lang);
            return true;
        }
    } else if (strcmp(words[0], "export") == 0 && (count == 3 || count == 4)) {
        uint64_t game = 1;
        if (count == 4 && !host_number_read(words[2], UINT16_MAX, &game))
            return say(text, length, WORD_CLI_OPERATOR_NOT_A_NUMBER, lang);
        struct hall_record record;
        if (hall_find_record(serve->hall, words[1], (uint32_t)game, &record) != HALL_FOUND)
            return say(text, length, WORD_CLI_OPERATOR_NO_GAME, lang);
        *length = sizeof record;
        *text = malloc(sizeof record);
        if (!*text)
            return false;
        memcpy(*text, &record, sizeof record);
        return true;
    } else {
        return say(text, length, WORD_CLI_OPERATOR_NOT_UNDERSTOOD_THERE, lang);
    }
    if (!page.bytes)
        return say(text, length, WORD_CLI_OPERATOR_THERE_IS_NO, lang);
    *text = page.bytes;
    *length = page.count;
    return true;
}

bool serve_is_aside(const char *word)
{
    return strcmp(word, "backup") == 0 || strcmp(word, SERVE_GIVEN_ORDER) == 0;
}

/* A copy beside the data, the only place where we may write; its name is gone before it is sent. */
bool serve_operator_aside(void *context, char **words, unsigned count, char **text, size_t *length, int *file)
{
    struct serve *serve = context;
    (void)count;
    char why[STORE_WHY_BYTES + 2] = "", path[PATH_MAX + 8];
    if (strcmp(words[0], SERVE_GIVEN_ORDER) == 0)
        return serve_give(serve, file, why) || answer(text, length, why);
    snprintf(path, sizeof path, "%s.copy", serve->data);
    unlink(path); /* of one that was interrupted; the data are locked by us */
    if (store_back_up(&serve->store, path, why)) {
        *file = open(path, O_RDONLY | O_CLOEXEC);
        if (*file < 0)
            snprintf(why, STORE_WHY_BYTES, "%s", strerror(errno));
        unlink(path);
    }
    if (*file >= 0)
        return true;
    return answer(text, length, why);
}

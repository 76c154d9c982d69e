/* operator.c - what the operator asks of a running server, and the answers. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform/host.h"
#include "serve/serve.h"

static bool say(char **text, size_t *length, const char *english, const char *spanish, enum pen_lang lang)
{
    const char *sentence = lang == PEN_LANG_ES ? spanish : english;
    *length = strlen(sentence);
    *text = malloc(*length + 1);
    if (*text)
        memcpy(*text, sentence, *length + 1);
    else
        *length = 0;
    return false;
}

/* The last word is the language of the one who asks. */
static enum pen_lang language_of(char **words, unsigned count)
{
    return strcmp(words[count - 1], "es") == 0 ? PEN_LANG_ES : PEN_LANG_EN;
}

static const char *const no_game[PEN_LANG_COUNT] = {
    [PEN_LANG_EN] = "there is no such game, or it is not over\n",
    [PEN_LANG_ES] = "no hay tal partida, o no ha terminado\n",
};

/* The loop has gathered what it knows; writing a long list and reading a journal are not its business. */
bool serve_operator_after(void *context, char **words, unsigned count, char **text, size_t *length)
{
    struct serve *serve = context;
    enum pen_lang lang = language_of(words, count);
    char why[STORE_WHY_BYTES] = "";
    struct hall_page page = {.bytes = *text, .count = *length};
    if (strcmp(words[0], "list") == 0) {
        page = hall_admin_list(page, lang);
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
    return page.bytes || say(text, length, no_game[PEN_LANG_EN], no_game[PEN_LANG_ES], lang);
}

bool serve_operator(void *context, char **words, unsigned count, char **text, size_t *length)
{
    struct serve *serve = context;
    enum pen_lang lang = language_of(words, count);
    struct hall_page page = {0};
    if (strcmp(words[0], "list") == 0 && count == 2) {
        page = hall_admin_gather(serve->hall);
        *text = page.bytes;
        *length = page.count;
        return true;
    } else if (strcmp(words[0], "inspect") == 0 && count == 3) {
        page = hall_admin_inspect(serve->hall, words[1], lang);
    } else if (strcmp(words[0], "key") == 0 && count == 2) {
        *text = malloc(sizeof serve->key + 1);
        if (!*text)
            return false;
        *length = (size_t)snprintf(*text, sizeof serve->key + 1, "%s\n", serve->key);
        return true;
    } else if (strcmp(words[0], "close") == 0 && count == 3) {
        if (hall_admin_close(serve->hall, words[1], serve_turn_ms(serve))) {
            say(text, length, "closed\n", "cerrada\n", lang);
            return true;
        }
    } else if (strcmp(words[0], "export") == 0 && (count == 3 || count == 4)) {
        uint64_t game = 1;
        if (count == 4 && !host_number_read(words[2], UINT16_MAX, &game))
            return say(text, length, "not a number of a game\n", "eso no es el número de una partida\n",
                       lang);
        struct hall_record record;
        if (hall_find_record(serve->hall, words[1], (uint32_t)game, &record) != HALL_FOUND)
            return say(text, length, no_game[PEN_LANG_EN], no_game[PEN_LANG_ES], lang);
        *length = sizeof record;
        *text = malloc(sizeof record);
        if (!*text)
            return false;
        memcpy(*text, &record, sizeof record);
        return true;
    } else {
        return say(text, length,
                   "not understood; there are list, inspect ID, close ID, export ID [GAME], "
                   "backup FILE, key\n",
                   "no se entiende; hay list, inspect ID, close ID, export ID [PARTIDA], backup FICHERO,"
                   " key\n",
                   lang);
    }
    if (!page.bytes)
        return say(text, length, "there is no such table\n", "no hay tal mesa\n", lang);
    *text = page.bytes;
    *length = page.count;
    return true;
}

bool serve_is_aside(const char *word)
{
    return strcmp(word, "backup") == 0;
}

/* A copy beside the data, the only place where we may write; its name is gone before it is sent. */
bool serve_operator_aside(void *context, char **words, unsigned count, char **text, size_t *length, int *file)
{
    struct serve *serve = context;
    enum pen_lang lang = language_of(words, count);
    char why[STORE_WHY_BYTES + 2] = "", path[PATH_MAX + 8];
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
    strcat(why, "\n");
    return say(text, length, why, why, lang);
}

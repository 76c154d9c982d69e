/* store_open.c - which kind of store a name means, and what is the matter with it in words. */
#include <stdio.h>
#include <string.h>

#include "store/nodes.h"
#include "store/problem.h"
#include "words/words.h"
#include "words/store_words.h"

bool store__say(char *why, const char *what, const char *more)
{
    snprintf(why, STORE_WHY_BYTES, "%.120s%s%.60s", what, more[0] ? ": " : "", more);
    return false;
}

bool store__say_problem(char *why, enum pen_lang lang, enum store_problem problem, const char *more)
{
    static const uint16_t sentences[STORE_PROBLEM_COUNT] = {
#define X(name) WORD_STORE_##name,
        STORE_PROBLEM_LIST(X)
#undef X
    };
    return store__say(why, word_text((enum word)sentences[problem], lang), more);
}

bool store_is_url(const char *data)
{
    return strncmp(data, "postgresql://", 13) == 0 || strncmp(data, "postgres://", 11) == 0;
}

bool store_open(struct store *store, const char *data, enum pen_lang lang, void (*wake)(void *context),
                void *context, char *why)
{
    const struct store_node alone = {.address = ""};
    return store_is_url(data) ? store_open_nodes(store, &alone, NULL, data, lang, wake, context, why)
                              : store_open_file(store, data, lang, wake, context, why);
}

/* problem.c - the sentences of problem.h. */
#include "net/problem.h"

#include "words/words.h"
#include "words/net_words.h"

const char *net_problem_text(enum net_problem problem, enum pen_lang lang)
{
    static const uint16_t sentences[] = {
#define NET_PROBLEM_WORD(name) WORD_NET_##name,
        NET_PROBLEM_LIST(NET_PROBLEM_WORD)
#undef NET_PROBLEM_WORD
    };
    return word_text((enum word)sentences[problem < NET_PROBLEM_COUNT ? problem : NET_PROBLEM_NONE], lang);
}

/* problem.c - the sentences of problem.h. */
#include "net/problem.h"

const char *net_problem_spanish(enum net_problem problem)
{
    static const char *const sentences[] = {
#define NET_PROBLEM_SPANISH(name, spanish, english) spanish,
        NET_PROBLEM_LIST(NET_PROBLEM_SPANISH)
#undef NET_PROBLEM_SPANISH
    };
    return sentences[problem < NET_PROBLEM_COUNT ? problem : NET_PROBLEM_NONE];
}

const char *net_problem_english(enum net_problem problem)
{
    static const char *const sentences[] = {
#define NET_PROBLEM_ENGLISH(name, spanish, english) english,
        NET_PROBLEM_LIST(NET_PROBLEM_ENGLISH)
#undef NET_PROBLEM_ENGLISH
    };
    return sentences[problem < NET_PROBLEM_COUNT ? problem : NET_PROBLEM_NONE];
}

/* problem.h - every reason why a server does not start or a client does not get through: one list
 * yields the value and the key of its sentence. Where the system has more to say, errno does. */
#ifndef NET_PROBLEM_H
#define NET_PROBLEM_H

#include "penultima/base.h"

/* X(name): the sentence is net.NAME in lang/. */
#define NET_PROBLEM_LIST(X) \
    X(NONE)                 \
    X(MEMORY)               \
    X(ADDRESS)              \
    X(LISTEN)               \
    X(DESCRIPTORS)          \
    X(CERTIFICATE)          \
    X(START)                \
    X(URL)                  \
    X(CONNECT)              \
    X(TIMEOUT)              \
    X(TRUST)                \
    X(TLS)                  \
    X(ANSWER)               \
    X(REFUSED)              \
    X(TOO_LONG)             \
    X(PROTOCOL)             \
    X(LOST)

enum net_problem {
#define NET_PROBLEM_VALUE(name) NET_PROBLEM_##name,
    NET_PROBLEM_LIST(NET_PROBLEM_VALUE)
#undef NET_PROBLEM_VALUE
        NET_PROBLEM_COUNT
};

const char *net_problem_text(enum net_problem problem, enum pen_lang lang);

#endif

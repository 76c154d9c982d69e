/* problem.h - what can be the matter with a store, in words: for the files of this folder. */
#ifndef STORE_PROBLEM_H
#define STORE_PROBLEM_H

#include "store/store.h"

/* X(name): the sentence is store.NAME in lang/.: what can be the matter, besides what SQLite and the system
 * say. */
#define STORE_PROBLEM_LIST(X) \
    X(MEMORY)                 \
    X(LONG_PATH)              \
    X(IN_USE)                 \
    X(THREAD)                 \
    X(DAMAGED)                \
    X(FOREIGN)                \
    X(NEWER)                  \
    X(EXISTS)                 \
    X(NO_LIBPQ)               \
    X(NO_POSTGRESQL)          \
    X(NO_COPY)                \
    X(OLD_POSTGRESQL)         \
    X(MOVING)                 \
    X(NOT_EMPTY)              \
    X(NOT_POSTGRESQL)         \
    X(MANY_NODES)             \
    X(OLDER)                  \
    X(FIRST_PART)             \
    X(OTHER_HOUSE)

enum store_problem {
#define X(name) STORE_PROBLEM_##name,
    STORE_PROBLEM_LIST(X)
#undef X
        STORE_PROBLEM_COUNT
};

/* Writes into 'why' and returns false. */
bool store__say(char *why, const char *what, const char *more);
bool store__say_problem(char *why, enum pen_lang lang, enum store_problem problem, const char *more);

#endif

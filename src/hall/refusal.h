/* refusal.h - what the hall itself refuses, before any table hears of it. Tables refuse by their own
 * list (room/room.h), the game by that of penultima/refusal.h. */
#ifndef HALL_REFUSAL_H
#define HALL_REFUSAL_H

#include "wire/wire.h"

/* X(name, code in the protocol): the sentence is server.NAME in lang/. */
#define HALL_REFUSAL_LIST(X)          \
    X(BAD_MESSAGE, "bad-message")     \
    X(BAD_VERSION, "bad-version")     \
    X(NO_HELLO, "no-hello")           \
    X(NOT_IN, "not-in")               \
    X(SECOND_HELLO, "second-hello")   \
    X(NO_TABLE, "no-table")           \
    X(BAD_TOKEN, "bad-token")         \
    X(ONLY_WATCHES, "only-watches")   \
    X(BAD_SETTINGS, "bad-settings")   \
    X(BAD_EDITION, "bad-edition")     \
    X(LONG_EDITION, "long-edition")   \
    X(NO_EDITION, "no-edition")       \
    X(NO_WATCHERS, "no-watchers")     \
    X(TOO_FAST, "too-fast")           \
    X(FULL, "full")                   \
    X(MANY_TABLES, "many-tables")     \
    X(MANY_WATCHERS, "many-watchers") \
    X(DISK, "disk")                   \
    X(DRAINING, "draining")           \
    X(JOURNAL_FULL, "journal-full")   \
    X(REPLACED, "replaced")           \
    X(BANNED, "banned")               \
    X(BAD_WORDS, "bad-words")         \
    X(NO_REPORTS, "no-reports")       \
    X(NO_PUSH, "no-push")             \
    X(BAD_PUSH, "bad-push")           \
    X(SILENT, "silent")

enum hall_refusal {
#define X(name, code) HALL_##name,
    HALL_REFUSAL_LIST(X)
#undef X
        HALL_REFUSAL_COUNT
};

/* X(name, word): what the house has only so much of. The sentence of "full" is server.full-WORD. */
#define HALL_FULL_LIST(X)   \
    X(TABLES, "tables")     \
    X(RULES, "rules")       \
    X(EDITIONS, "editions") \
    X(REPORTS, "reports")

enum hall_full {
#define X(name, word) HALL_FULL_##name,
    HALL_FULL_LIST(X)
#undef X
        HALL_FULL_COUNT
};

const char *hall_full_word(enum hall_full what);
const char *hall_refusal_code(enum hall_refusal refusal);

/* Where its sentence stands in lang/: another one where it names what was not understood. */
void hall_refusal_key(enum hall_refusal refusal, const struct wire_args *args, char key[WIRE_KEY_BYTES]);

#endif

/* refusal.c - codes and keys of the hall's refusals. */
#include "hall/refusal.h"

#include <stdio.h>

#include "penultima/words.h"
#include "penultima/words_server.h"

const char *hall_refusal_code(enum hall_refusal refusal)
{
    static const char *const codes[HALL_REFUSAL_COUNT] = {
#define X(name, code) code,
        HALL_REFUSAL_LIST(X)
#undef X
    };
    return codes[refusal];
}

/* What is said is found by its key. */
#define X(name, code) _Static_assert(PEN_WORD_SERVER_##name < PEN_WORD_NONE, code);
HALL_REFUSAL_LIST(X)
#undef X

#define X(name, word) _Static_assert(PEN_WORD_SERVER_FULL_##name < PEN_WORD_NONE, word);
HALL_FULL_LIST(X)
#undef X

const char *hall_full_word(enum hall_full what)
{
    static const char *const words[HALL_FULL_COUNT] = {
#define X(name, word) word,
        HALL_FULL_LIST(X)
#undef X
    };
    return words[what];
}

void hall_refusal_key(enum hall_refusal refusal, const struct wire_args *args, char key[WIRE_KEY_BYTES])
{
    const bool has_field = args->field[0] != 0;
    if (has_field && refusal == HALL_FULL) {
        snprintf(key, WIRE_KEY_BYTES, "server.full-%s", args->field);
        return;
    }
    snprintf(key, WIRE_KEY_BYTES, "server.%s",
             args->word[0] && refusal == HALL_BAD_MESSAGE ? "bad-word"
             : has_field && refusal == HALL_BAD_MESSAGE   ? "bad-field"
             : has_field && refusal == HALL_BAD_SETTINGS  ? "bad-setting"
             : has_field && refusal == HALL_BANNED        ? "banned-name"
                                                          : hall_refusal_code(refusal));
}

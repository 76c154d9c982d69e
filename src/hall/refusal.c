/* refusal.c - codes and keys of the hall's refusals. */
#include "hall/refusal.h"

#include <stdio.h>

#include "penultima/words.h"

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
#define X(name, code) _Static_assert(PEN_WORD_SERVER_##name < PEN_WORD_COUNT, code);
HALL_REFUSAL_LIST(X)
#undef X

void hall_refusal_key(enum hall_refusal refusal, const struct wire_args *args, char key[WIRE_KEY_BYTES])
{
    const bool has_field = args->field[0] != 0;
    snprintf(key, WIRE_KEY_BYTES, "server.%s",
             has_field && refusal == HALL_BAD_MESSAGE    ? "bad-field"
             : has_field && refusal == HALL_BAD_SETTINGS ? "bad-setting"
                                                         : hall_refusal_code(refusal));
}

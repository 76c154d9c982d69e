/* refusal.c - codes and sentences of the hall's refusals. */
#include "hall/refusal.h"

#include "words/words.h"

const char *hall_refusal_code(enum hall_refusal refusal)
{
    static const char *const codes[HALL_REFUSAL_COUNT] = {
#define X(name, code) code,
        HALL_REFUSAL_LIST(X)
#undef X
    };
    return codes[refusal];
}

const char *hall_refusal_text(enum hall_refusal refusal, enum pen_lang lang)
{
    static const uint16_t texts[HALL_REFUSAL_COUNT] = {
#define X(name, code) WORD_HALL_##name,
        HALL_REFUSAL_LIST(X)
#undef X
    };
    return word_text((enum word)texts[refusal], lang);
}

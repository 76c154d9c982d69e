/* refusal.c - codes and sentences of the hall's refusals. */
#include "hall/refusal.h"

const char *hall_refusal_code(enum hall_refusal refusal)
{
    static const char *const codes[HALL_REFUSAL_COUNT] = {
#define X(name, code, en, es) code,
        HALL_REFUSAL_LIST(X)
#undef X
    };
    return codes[refusal];
}

const char *hall_refusal_text(enum hall_refusal refusal, enum pen_lang lang)
{
    static const char *const texts[HALL_REFUSAL_COUNT][PEN_LANG_COUNT] = {
#define X(name, code, en, es) {en, es},
        HALL_REFUSAL_LIST(X)
#undef X
    };
    return texts[refusal][lang];
}

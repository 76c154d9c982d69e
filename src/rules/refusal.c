/* refusal.c - the list of refusal.h as tables. */
#include "penultima/refusal.h"

struct refusal_words {
    const char *rule;
    const char *text[PEN_LANG_COUNT];
};

static const struct refusal_words refusal_list[PEN_REFUSAL_COUNT] = {[PEN_ACCEPTED] = {"", {"", ""}},
#define X(name, rule, en, es) [PEN_REFUSED_##name] = {rule, {[PEN_LANG_EN] = en, [PEN_LANG_ES] = es}},
                                                                     PEN_REFUSAL_LIST(X)
#undef X
};

const char *pen_refusal_rule(enum pen_refusal refusal)
{
    PEN_ASSERT((unsigned)refusal < PEN_REFUSAL_COUNT);
    return refusal_list[refusal].rule;
}

const char *pen_refusal_text(enum pen_refusal refusal, enum pen_lang lang)
{
    PEN_ASSERT((unsigned)refusal < PEN_REFUSAL_COUNT);
    PEN_ASSERT((unsigned)lang < PEN_LANG_COUNT);
    return refusal_list[refusal].text[lang];
}

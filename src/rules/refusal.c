/* refusal.c - the list of refusal.h as a table. */
#include "penultima/refusal.h"

static const char *const rules[PEN_REFUSAL_COUNT] = {[PEN_ACCEPTED] = "",
#define X(name, rule) [PEN_REFUSED_##name] = rule,
                                                     PEN_REFUSAL_LIST(X)
#undef X
};

const char *pen_refusal_rule(enum pen_refusal refusal)
{
    PEN_ASSERT((unsigned)refusal < PEN_REFUSAL_COUNT);
    return rules[refusal];
}

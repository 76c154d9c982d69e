/* refusal_text.c - what the rules refuse, as sentences. */
#include "penultima/words.h"
#include "penultima/words_refusal.h"

/* A refusal without words does not compile. */
static const uint16_t words[PEN_REFUSAL_COUNT] = {
#define X(name, rule) [PEN_REFUSED_##name] = PEN_WORD_REFUSAL_##name,
    PEN_REFUSAL_LIST(X)
#undef X
};

const char *pen_refusal_text(enum pen_refusal refusal, enum pen_lang lang)
{
    PEN_ASSERT((unsigned)refusal < PEN_REFUSAL_COUNT && (unsigned)lang < PEN_LANG_COUNT);
    return refusal == PEN_ACCEPTED ? "" : pen_word_text((enum pen_word)words[refusal], lang);
}

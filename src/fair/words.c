/* words.c - sentences of the verifier. */
#include "fair/words.h"

static const char *const sentences[FAIR_WORD_COUNT][PEN_LANG_COUNT] = {
#define X(name, en, es) {en, es},
    FAIR_WORDS_LIST(X)
#undef X
};

void fair_words_write(struct pen_text *text, enum fair_word word, enum pen_lang lang,
                      const char *const arguments[FAIR_ARGUMENTS_MAX])
{
    unsigned used = 0;
    for (const char *at = sentences[word][lang]; *at; at++) {
        if (*at != '@') {
            pen_text_add_bytes(text, at, 1);
            continue;
        }
        PEN_ASSERT(used < FAIR_ARGUMENTS_MAX && arguments[used]);
        pen_text_add(text, arguments[used++]);
    }
}

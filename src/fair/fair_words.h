/* fair_words.h - what the verifier has to say: fair. in lang/. Private to src/fair. */
#ifndef FAIR_FAIR_WORDS_H
#define FAIR_FAIR_WORDS_H

#include "penultima/words.h"

enum { FAIR_ARGUMENTS_MAX = 4 };

/* Writes the sentence; arguments that are not needed are null. */
static inline void fair_words_write(struct pen_text *text, enum pen_word word, enum pen_lang lang,
                                    const char *const arguments[FAIR_ARGUMENTS_MAX])
{
    struct pen_arg args[FAIR_ARGUMENTS_MAX];
    for (unsigned i = 0; i < FAIR_ARGUMENTS_MAX; i++)
        args[i] = pen_arg_text(arguments[i]);
    pen_say_list(text, lang, word, args, FAIR_ARGUMENTS_MAX);
}

#endif

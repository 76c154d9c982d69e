/* words.c - the program's sentences, out of the tables that lang/compile.py makes. */
#include "words/words.h"

#include "words/program_words.h"

const char *word_text(enum word word, enum pen_lang lang)
{
    PEN_ASSERT((unsigned)word < WORD_COUNT && (unsigned)lang < PEN_LANG_COUNT);
    return words__program.said[lang][word];
}

void words_say_list(struct pen_text *text, enum pen_lang lang, enum word word, const struct pen_arg *args,
                    unsigned count)
{
    PEN_ASSERT((unsigned)word < WORD_COUNT && (unsigned)lang < PEN_LANG_COUNT);
    PEN_ASSERT(words__program.holes[word] == count);
    pen_fill(text, lang, words__program.said[lang][word], args, count);
}

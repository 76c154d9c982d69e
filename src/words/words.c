/* words.c - the program's sentences, out of the tables that lang/compile.py makes. */
#include "words/words.h"

#include "words/program_words.h"

/* Its place in the tables: a sentence is the number of its group and, in nine bits, its own in it. */
static unsigned at(enum word word)
{
    const unsigned group = (unsigned)word >> 9;
    PEN_ASSERT(group < words__program.group_count);
    const unsigned place = words__program.starts[group] + ((unsigned)word & 511u);
    PEN_ASSERT(place < words__program.starts[group + 1]);
    return place;
}

const char *word_text(enum word word, enum pen_lang lang)
{
    PEN_ASSERT((unsigned)lang < PEN_LANG_COUNT);
    return words__program.said[lang][at(word)];
}

void words_say_list(struct pen_text *text, enum pen_lang lang, enum word word, const struct pen_arg *args,
                    unsigned count)
{
    PEN_ASSERT(words__program.holes[at(word)] == count && (unsigned)lang < PEN_LANG_COUNT);
    pen_fill(text, lang, words__program.said[lang][at(word)], args, count);
}

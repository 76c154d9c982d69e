/* program_words.h - the table that lang/compile.py makes. Private to src/words. */
#ifndef WORDS_PROGRAM_WORDS_H
#define WORDS_PROGRAM_WORDS_H

#include "penultima/languages.h"

struct words__catalogue {
    unsigned count, group_count;
    const unsigned short *starts; /* where each group begins, and where the last one ends */
    const unsigned char *holes;   /* per sentence */
    const char *const *said[PEN_LANG_COUNT];
};

extern const struct words__catalogue words__program;

#endif

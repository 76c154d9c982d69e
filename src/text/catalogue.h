/* catalogue.h - what lang/compile.py makes of the files in lang/. Internal.
 *
 * In a compiled sentence a hole is the byte HOLE and its letter, 'a' for the first one; a choice by number is
 * PLURAL, the letter of the number, the forms with FORM between them, and END. */
#ifndef PENULTIMA_TEXT_CATALOGUE_H
#define PENULTIMA_TEXT_CATALOGUE_H

#include "penultima/base.h"

enum { PEN__HOLE = 1, PEN__PLURAL = 2, PEN__FORM = 3, PEN__END = 4 };

/* What the language calls something that edition files and house rules name in English and Spanish only. */
struct pen__named {
    const char *english, *said;
};

struct pen__language {
    const char *id, *name;
    unsigned (*form)(uint64_t number); /* which of the language's plural forms */
    const struct pen__named *named;    /* the last one is null */
    unsigned missing;
};

struct pen__catalogue {
    unsigned count;
    const unsigned char *holes; /* per sentence */
    const char *const *said[PEN_LANG_COUNT];
};

/* Sentences that messages name by their keys, in order of the keys. */
struct pen__told {
    const char *key;
    const char *holes; /* their names, with blanks between them */
    uint16_t word;     /* enum pen_word */
};

extern PEN__HIDDEN const struct pen__told pen__told[];
extern PEN__HIDDEN const unsigned pen__told_count;
extern PEN__HIDDEN const struct pen__language pen__languages[PEN_LANG_COUNT];
extern PEN__HIDDEN const struct pen__catalogue pen__words;
/* Where the sentences of each language go, if they come when it runs (lang/compile.py later.c). */
extern PEN__HIDDEN const char **const pen__words_later[PEN_LANG_COUNT];

/* Fills 'field' with what the language calls that: in English, if it has no name for it or a longer one. */
PEN__HIDDEN void pen__name_in(char *field, size_t size, enum pen_lang lang, const char *english);

#endif

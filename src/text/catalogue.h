/* catalogue.h - what lang/compile.py makes of the files in lang/. Internal.
 *
 * In a compiled sentence a hole is the byte HOLE and its letter, 'a' for the first one; a choice by number is
 * PLURAL, the letter of the number, the forms with FORM between them, and END. A name in one of its forms is
 * DECLINED, its letter and the form; a choice by the gender of a name is GENDER, its letter, and as for a
 * number, each form after the letter of its gender. */
#ifndef PENULTIMA_TEXT_CATALOGUE_H
#define PENULTIMA_TEXT_CATALOGUE_H

#include "penultima/languages.h"
#include "penultima/words.h"

enum { PEN__HOLE = 1, PEN__PLURAL = 2, PEN__FORM = 3, PEN__END = 4, PEN__DECLINED = 5, PEN__GENDER = 6 };

/* The byte of the first form. */
#define PEN__FORM_FIRST '!'

/* What the language calls something that edition files and house rules do not name in it. If it has forms,
 * its gender and each form of the language follow behind 'said', each ended by a byte 0 and perhaps empty. */
enum { PEN__NAMED_PLAIN = 0, PEN__NAMED_FORMED = 1, PEN__NAMED_COLOR = 2 };
struct pen__named {
    const char *english, *said; /* no English: it is a name that a sentence has */
    unsigned char kind;         /* those with forms come first */
};

/* What ends a name that has no form of its own: after this last vowel, and this last letter if one is given;
 * or what it begins with: before this first letter. The first that fits counts; a star fits all. */
struct pen__suffix {
    const char *form, *last, *end, *suffix;
    bool is_prefix;
};

struct pen__language {
    const char *id, *name;
    unsigned (*form)(uint64_t number); /* which of the language's plural forms */
    const struct pen__named *named;    /* the last one is null */
    unsigned missing;
    bool is_rtl;
    unsigned char form_count;
    const char *form_names;    /* with blanks between */
    const char *agreeing;      /* per gender: the form of an adjective alone and with each form, or ' ' */
    const char *number_gender; /* of a card that has no name but its number */
    const char *vowels;        /* for the suffixes */
    const struct pen__suffix *suffixes; /* the last one is null; none at all: null */
};

struct pen__catalogue {
    unsigned count, group_count;
    const unsigned short *starts; /* where each group begins, and where the last one ends */
    const unsigned char *holes;   /* per sentence */
    const char *const *said[PEN_LANG_COUNT];
};

/* Sentences that messages name by their keys, in order of the keys. */
struct pen__told {
    const char *key;
    const char *holes; /* their names, with blanks between them */
    uint16_t word;     /* enum pen_word */
};

/* A sentence is the number of its group and, in so many bits, its own in it. */
#define PEN__GROUP_BITS 9

/* Its place in the tables. */
PEN__HIDDEN unsigned pen__word_at(unsigned word);

extern PEN__HIDDEN const struct pen__told pen__told[];
extern PEN__HIDDEN const unsigned pen__told_count;
extern PEN__HIDDEN const struct pen__language pen__languages[PEN_LANG_COUNT];
extern PEN__HIDDEN const struct pen__catalogue pen__words;
/* Where the sentences of each language go, if they come when it runs (lang/compile.py later.c). */
extern PEN__HIDDEN const char **const pen__words_later[PEN_LANG_COUNT];

extern PEN__HIDDEN struct pen__named *const pen__named_later[PEN_LANG_COUNT];
extern PEN__HIDDEN const unsigned pen__named_most;

/* Adds a name in one of its forms, counted from 0: as the language lists it, with its suffix, or as it is. A
 * card with a colour is declined in both words. */
PEN__HIDDEN void pen__decline(struct pen_text *text, enum pen_lang lang, const char *name, unsigned form);
/* For a hole that takes a part of the sentence itself. */
PEN__HIDDEN struct pen_arg pen__arg_part(const char *text);
/* The letter of the gender of a name; 0: it has none. */
PEN__HIDDEN char pen__gender(enum pen_lang lang, const char *name);
/* The word for a colour as it goes with the name of a face. */
PEN__HIDDEN const char *pen__agreeing(enum pen_lang lang, const char *color, const char *face);
/* Adds a text between marks that keep its direction from the sentence's, where the two may differ. */
PEN__HIDDEN void pen__add_isolated(struct pen_text *text, enum pen_lang lang, const char *added);

/* What the language calls that: in English, if it has no name for it. */
PEN__HIDDEN const char *pen__named_in(enum pen_lang lang, const char *english);

#endif

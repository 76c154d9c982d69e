/* edition_text.h - what the reader and the writer of edition files share. Private to src/text. */
#ifndef PENULTIMA_TEXT_EDITION_TEXT_H
#define PENULTIMA_TEXT_EDITION_TEXT_H

#include "penultima/text.h"

/* The built-in edition files, from the generated editions.c; a zero byte follows each. */
extern PEN__HIDDEN const unsigned pen__builtin_count;
extern PEN__HIDDEN const char *const pen__builtin_ids[];
extern PEN__HIDDEN const char *const pen__builtin_bytes[];
extern PEN__HIDDEN const size_t pen__builtin_sizes[];

/* A statement's key and the one phrase that follows it, in the order of the values of the field. */
extern PEN__HIDDEN const char *const pen__dealer_words[3];
extern PEN__HIDDEN const char *const pen__drawn_words[4];
extern PEN__HIDDEN const char *const pen__uno_words[2];
extern PEN__HIDDEN const char *const pen__last_words[2];
extern PEN__HIDDEN const char *const pen__guard_words[4];
extern PEN__HIDDEN const char *const pen__challenge_words[2];

/* The same for statements of one phrase that only some editions have. */
struct pen__choice {
    uint8_t key; /* enum key */
    uint8_t count;
    uint16_t offset; /* of the field, one byte, in struct pen_edition */
    const char *word;
    const char *const *words; /* by value; the first is what is not said */
    const char *allowed;
};
#define PEN__CHOICE_COUNT 12
extern PEN__HIDDEN const struct pen__choice pen__choices[PEN__CHOICE_COUNT];

/* The built-in house rules, from the generated houses.c. */
extern PEN__HIDDEN const unsigned pen__house_count;
extern PEN__HIDDEN const char *const pen__house_ids[];
extern PEN__HIDDEN const char *const pen__house_bytes[];
extern PEN__HIDDEN const size_t pen__house_sizes[];

#define PEN__NOTHING "nothing" /* the empty program */
#define PEN__AMOUNT_MAX 20     /* cards in one step or penalty */

#endif

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
extern PEN__HIDDEN const char *const pen__drawn_words[2];
extern PEN__HIDDEN const char *const pen__uno_words[2];
extern PEN__HIDDEN const char *const pen__last_words[2];
extern PEN__HIDDEN const char *const pen__guard_words[4];
extern PEN__HIDDEN const char *const pen__challenge_words[2];

#define PEN__NOTHING "nothing" /* the empty program */
#define PEN__AMOUNT_MAX 20     /* cards in one step or penalty */

#endif

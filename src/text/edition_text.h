/* edition_text.h - what the reader and the writer of edition files share. Private to src/text. */
#ifndef PENULTIMA_TEXT_EDITION_TEXT_H
#define PENULTIMA_TEXT_EDITION_TEXT_H

#include "penultima/text.h"

/* The built-in edition files, from the generated editions.c; a zero byte follows each. */
extern PEN__HIDDEN const unsigned pen__builtin_count;
extern PEN__HIDDEN const char *const pen__builtin_ids[];
extern PEN__HIDDEN const char *const pen__builtin_bytes[];
extern PEN__HIDDEN const size_t pen__builtin_sizes[];

/* What stands behind 'honest' and 'challenge', by the values of the fields. */
extern PEN__HIDDEN const char *const pen__guard_words[3];
extern PEN__HIDDEN const char *const pen__challenge_words[2];

/* The built-in house rules, from the generated houses.c. */
extern PEN__HIDDEN const unsigned pen__house_count;
extern PEN__HIDDEN const char *const pen__house_ids[];
extern PEN__HIDDEN const char *const pen__house_bytes[];
extern PEN__HIDDEN const size_t pen__house_sizes[];

/* A title of a house rule with its number; 0: with N. */
void pen__house_fill(const char *title, unsigned number, struct pen_text *text);

#define PEN__NOTHING "nothing" /* the empty program */

#endif

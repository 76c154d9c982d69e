/* typed.h - what somebody means who types words instead of a number: "draw", "rojo 7", "w+4 azul", "r7 uno".
 *
 * A line fits a choice if each of its words begins a word of the choice, as it is said in the table's
 * language or written in records. Accents and capitals do not matter, nor does the order. */
#ifndef PLAIN_TYPED_H
#define PLAIN_TYPED_H

#include "tui/choices.h"

/* The choices that fit 'line' best: none, the one that is meant, or several to ask about. A wild whose colour
 * was typed comes with it. */
void plain_typed_find(struct plain_choices *found, const struct plain_choices *choices,
                      const struct tui_table *table, const char *line);

/* The colour that a word means: its name in the table's language, the beginning of one, or what records call
 * it. False: none, or more than one. */
bool plain_typed_color(const struct tui_table *table, const char *word, uint8_t *color);

#endif

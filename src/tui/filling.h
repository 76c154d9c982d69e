/* filling.h - what tables, lines and hints say: tui. in lang/. What happens at the table is said by
 * pen_words_event(), not here. */
#ifndef TUI_FILLING_H
#define TUI_FILLING_H

#include "words/words.h"

/* What a sentence is filled in with: {name} {other} {text} {number} {card} {color}. Fields that are not used
 * stay zero. */
struct tui_filling {
    const struct pen_edition *edition;
    const struct pen_rules *rules;
    const char *name, *other, *text;
    unsigned number;
    uint8_t card, color;
};

/* 'filling' may be null for a sentence without holes. */
void tui_say(struct pen_text *text, enum word id, enum pen_lang lang, const struct tui_filling *filling);

/* How the table takes wrong cards, where the edition has them punished. */
struct tui_table;
const char *tui_table_misplays(const struct tui_table *table);

#endif

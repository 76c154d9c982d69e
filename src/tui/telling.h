/* telling.h - a table in sentences: how it lies, what has happened, how a round has ended. For lines that
 * people read, and for programs that take a seat. */
#ifndef PLAIN_TELLING_H
#define PLAIN_TELLING_H

#include <stdio.h>

#include "tui/filling.h"
#include "tui/table.h"

struct plain_telling {
    const struct tui_table *table;
    FILE *out;
};

/* One sentence, filled in, as a line. */
void plain_say(const struct plain_telling *plain, enum word id, struct tui_filling filling);

/* " [r7]" */
void plain_add_code(const struct tui_table *table, struct pen_text *text, uint8_t card);

/* Everything that the table's seat sees. */
void plain_tell_table(const struct plain_telling *plain);

void plain_tell_events(const struct plain_telling *plain, const struct pen_events *events);
void plain_tell_round_over(const struct plain_telling *plain, const struct tui_news *news);
void plain_tell_game_over(const struct plain_telling *plain);

#endif

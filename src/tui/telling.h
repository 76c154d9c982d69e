/* telling.h - a table in sentences: how it lies, what has happened, how a round has ended. For lines that
 * people read, and for programs that take a seat. */
#ifndef PLAIN_TELLING_H
#define PLAIN_TELLING_H

#include <stdio.h>

#include "tui/filling.h"
#include "tui/start.h"
#include "tui/table.h"

struct plain_telling {
    const struct tui_table *table;
    FILE *out;
    enum tui_speech speech;                            /* as usual: everything that a program may need */
    void (*line)(const char *line, bool has_happened); /* instead of 'out', if there is one */
};

/* One sentence, filled in, as a line. */
void plain_say(const struct plain_telling *plain, enum word id, struct tui_filling filling);

/* " [r7]" */
void plain_add_code(const struct tui_table *table, struct pen_text *text, uint8_t card);

/* Whether cards have what records call them beside their names. */
bool plain_has_codes(const struct plain_telling *plain);

/* Everything that the table's seat sees, and its parts: what lies, how many cards everybody has, the points,
 * the seat's own hand and those of others that it may see. */
void plain_tell_table(const struct plain_telling *plain);
void plain_tell_lies(const struct plain_telling *plain);
void plain_tell_counts(const struct plain_telling *plain);
void plain_tell_score(const struct plain_telling *plain);
void plain_tell_hand(const struct plain_telling *plain);
void plain_tell_hands_seen(const struct plain_telling *plain);

/* As much of it as is said before the choices of a turn. */
void plain_tell_turn(const struct plain_telling *plain);

void plain_tell_events(const struct plain_telling *plain, const struct pen_events *events);
void plain_tell_round_over(const struct plain_telling *plain, const struct tui_news *news);
void plain_tell_game_over(const struct plain_telling *plain);

#endif

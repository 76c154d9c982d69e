/* told_parts.h - the two halves of a table: people and settings, and the cards, out of the structs that
 * messages are read into. Internal to src/tui. False: it cannot be so; the state is not
 * to be used then. */
#ifndef TUI_TOLD_PARTS_H
#define TUI_TOLD_PARTS_H

#include "tui/told.h"

/* What "table" and "seats" have in common. */
PEN_MUST_USE bool tui__read_people(struct tui_told *state, const struct wire_people *people);

/* The cards of a "table" (whose stage has cards) and of an "update". */
PEN_MUST_USE bool tui__read_table_cards(struct tui_told *state, struct tui_message *message,
                                        const struct wire_cards *cards);
PEN_MUST_USE bool tui__read_update_cards(struct tui_told *state, struct tui_message *message,
                                         const struct wire_cards *cards);

/* A text for people: what could steer a terminal or turn the writing round is left out, and so is what
 * does not fit. */
void tui__clean_text(char *text, size_t size, const char *raw);

#endif

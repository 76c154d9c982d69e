/* plain_house.h - the house rules of a game, chosen in lines. */
#ifndef TUI_PLAIN_HOUSE_H
#define TUI_PLAIN_HOUSE_H

#include "tui/start.h"

/* Those that are chosen, by name; or that there are none. */
void tui_add_house(struct pen_text *text, const struct tui_start *start);

/* Asks until it is enough. Two that meet are refused in words. False: the input is over. */
PEN_MUST_USE bool tui_plain_ask_house(struct tui_start *start);

#endif

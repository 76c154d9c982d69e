/* house.h - the house rules of a game, chosen in lines. */
#ifndef PLAIN_HOUSE_H
#define PLAIN_HOUSE_H

#include "tui/start.h"

/* Asks until it is enough. Two that meet are refused in words. False: the input is over. */
PEN_MUST_USE bool plain_ask_house(struct tui_start *start);

#endif

/* turned.h - the same decision with other colours: where all colours are alike, red for blue, blue for green
 * and so on makes no difference to the game, but a network has not learned that quite. Its thoughts on
 * several of these, taken together, are better than one of them. */
#ifndef MIND_TURNED_H
#define MIND_TURNED_H

#include "mind/mind.h"

/* Into how many ways the colours can be turned: 1 if they are not alike. */
unsigned mind_turns(const struct pen_rules *rules);

/* The observation with every colour replaced by the one 'by' places on. */
void mind_turn(const struct pen_rules *rules, unsigned by, const struct pen_observation *from,
               struct pen_observation *to);

/* The number that an action then has. */
unsigned mind_turned_action(const struct pen_rules *rules, unsigned by, unsigned number);

#endif

/* bot.h - players that are programs: a view goes in, an action comes out. */
#ifndef BOT_BOT_H
#define BOT_BOT_H

#include "penultima/penultima.h"

/* A simple player: of what is legal in its view it takes what ranks highest, and ties by chance.
 * The viewer is a seat that must act. */
struct pen_action bot_rank_choose(const struct pen_rules *rules, const struct pen_view *view,
                                  struct pen_chance *chance);

#endif

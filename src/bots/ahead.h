/* ahead.h - thinking ahead with what was learned: the network says which choices are worth trying and what
 * the positions they lead to are worth. */
#ifndef BOT_AHEAD_H
#define BOT_AHEAD_H

#include "bots/learned.h"

/* The best choice within the bot's budget. The network has looked at the decision. */
struct pen_action bot_ahead_choose(struct bot *bot, const struct learned *learned,
                                   const struct pen_rules *rules, const struct pen_view *view);

#endif

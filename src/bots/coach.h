/* coach.h - what the player that has learned thinks of what somebody did, from that one's view alone. */
#ifndef BOT_COACH_H
#define BOT_COACH_H

#include "bots/bot.h"

struct bot_advice {
    struct pen_action best;         /* what it would have done */
    double best_share, taken_share; /* how sure it is of that, and of what was done: 0 to 1 */
};

/* False where there is nothing to say: no choice, a reflex (UNO, a catch), a race, or a table that no network
 * has learned to play at. The view is from before the action. */
PEN_MUST_USE bool bot_coach(const struct pen_rules *rules, const struct pen_view *view,
                            struct pen_action taken, struct bot_advice *advice);

#endif

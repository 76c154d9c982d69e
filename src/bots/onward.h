/* onward.h - an imagined round that is played on up to the viewer's next decision, and what the viewer would
 * know of it then. */
#ifndef BOT_ONWARD_H
#define BOT_ONWARD_H

#include "bots/search.h"

struct onward {
    struct pen_round round;
    struct pen_memory memory;
    struct pen_hand known[PEN_SEATS_MAX];
};

/* From this world, with this chance. */
void bot_onward_begin(const struct search *search, const struct pen_round *world, uint64_t chance,
                      struct onward *onward);

void bot_onward_apply(const struct search *search, struct onward *onward, struct pen_action action);

/* Until the viewer decides again; false if the round ends before that. */
bool bot_onward_play(const struct search *search, struct onward *onward);

/* What the viewer sees where it decides again. */
void bot_onward_observe(const struct search *search, const struct onward *onward,
                        struct pen_observation *observation);

#endif

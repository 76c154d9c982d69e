/* rollout.h - plays an imagined round on, quickly. Every seat looks at its own hand only. */
#ifndef BOT_ROLLOUT_H
#define BOT_ROLLOUT_H

#include "bots/inference.h"

struct rollout {
    const struct pen_rules *rules;
    struct bot_kinds kinds;
    uint8_t manner[PEN_SEATS_MAX]; /* enum bot_manner, by seat */
};

/* Until the round is over or 'seat' has a new turn, which it has had 'turns' times before. Without
 * a seat (PEN_SEAT_NONE) to the end. A round that goes on for too long is left as it is. */
void bot_rollout_play(const struct rollout *rollout, struct pen_round *round, uint8_t seat,
                      unsigned turns);

#endif

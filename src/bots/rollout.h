/* rollout.h - plays an imagined round to its end, quickly. Every seat looks at its own hand only. */
#ifndef BOT_ROLLOUT_H
#define BOT_ROLLOUT_H

#include "bots/inference.h"

struct rollout {
    const struct pen_rules *rules;
    struct bot_kinds kinds;
    uint8_t manner[PEN_SEATS_MAX]; /* enum bot_manner, by seat */
};

/* Until the round is over; false if it goes on for too long. */
bool bot_rollout_play(const struct rollout *rollout, struct pen_round *round);

#endif

/* rollout.h - plays an imagined round on, quickly. Every seat looks at its own hand only. */
#ifndef BOT_ROLLOUT_H
#define BOT_ROLLOUT_H

#include "bots/inference.h"

struct rollout {
    const struct pen_rules *rules;
    struct bot_kinds kinds;
    uint8_t manner[PEN_SEATS_MAX]; /* enum bot_manner, by seat */
    uint8_t thinker;               /* a seat that plays by policy.h instead, or PEN_SEAT_NONE */
    /* What the thinker has not seen when the rollouts begin; they are too short for it to matter that
     * some of it is seen later. */
    struct pen_hand unseen;
    uint8_t color_out[PEN_COLORS_MAX]; /* of it, by colour */
    float unseen_share;                /* one card of it */
};

/* The manners are left to the caller. */
void bot_rollout_init(struct rollout *rollout, const struct pen_rules *rules, unsigned seat_count,
                      uint8_t thinker, const struct pen_hand *unseen);

/* What whoever is to act does now. Chance is the round's. */
struct pen_action bot_rollout_choose(const struct rollout *rollout, struct pen_round *round);

/* Until the round is over or 'seat' has a new turn, which it has had 'turns' times before. Without
 * a seat (PEN_SEAT_NONE) to the end. A round that goes on for too long is left as it is. */
void bot_rollout_play(const struct rollout *rollout, struct pen_round *round, uint8_t seat, unsigned turns);

#endif

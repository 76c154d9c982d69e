/* unseen.h - what a seat has not seen of a real round, for tests that look at positions as a bot does. */
#ifndef SUPPORT_UNSEEN_H
#define SUPPORT_UNSEEN_H

#include <string.h>

#include "bots/rollout.h"

static inline void support_look_around(struct rollout *rollout, const struct pen_rules *rules,
                                       const struct pen_round *round, uint8_t seat)
{
    struct pen_hand unseen;
    memset(&unseen, 0, sizeof unseen);
    for (unsigned i = 0; i < round->draw_count; i++)
        pen_hand_add(&unseen, round->pile[i]);
    for (uint8_t at = 0; at < round->seat_count; at++)
        for (uint8_t card = 0; at != seat && card < rules->kind_count; card++)
            for (unsigned i = pen_hand_count_of(&round->hands[at], card); i-- > 0;)
                pen_hand_add(&unseen, card);
    bot_rollout_init(rollout, rules, round->seat_count, seat, &unseen);
}

#endif

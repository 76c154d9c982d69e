/* policy.h - what an expert lays at a glance, without thinking ahead: the card after which it stands
 * best. It looks at its own hand, at how many cards the others hold and at what has been seen.
 * This is how the expert takes itself to go on when it thinks ahead. */
#ifndef BOT_POLICY_H
#define BOT_POLICY_H

#include "bots/hand.h"

enum { POLICY_CARDS_MAX = 8, POLICY_NEAR_MAX = 3, POLICY_TERMS_MAX = 24 };

/* What is counted beside the hand. */
enum policy_term {
    POLICY_NEXT,                                        /* by the cards that the next one then has */
    POLICY_MIDDLE = POLICY_NEXT + POLICY_CARDS_MAX + 1, /* those between next and last, on the average */
    POLICY_LAST = POLICY_MIDDLE + POLICY_CARDS_MAX + 1,
    POLICY_SKIPS = POLICY_LAST + POLICY_CARDS_MAX + 1, /* the next one loses the turn */
    POLICY_COLOR_OUT, /* in general, and if whoever is in turn then has one, two or three cards */
    POLICY_FOLLOWED = POLICY_COLOR_OUT + POLICY_NEAR_MAX + 1, /* unseen cards that could be laid next */
    POLICY_IN_TURN = POLICY_FOLLOWED + POLICY_NEAR_MAX + 1,
    POLICY_ONE = POLICY_IN_TURN + POLICY_NEAR_MAX, /* somebody has one card: the same things again */
    POLICY_TWO = POLICY_ONE + 7,                   /* nobody has one, somebody two */
    POLICY_COUNT = POLICY_TWO + 7
};

struct policy_sum {
    struct hand_sum hand;
    unsigned count;
    struct {
        unsigned term;
        float value;
    } terms[POLICY_TERMS_MAX];
};

/* Counts where the seat stands after laying a card (not its last), or after keeping the one it drew. */
void bot_policy_sum(const struct rollout *rollout, const struct pen_round *round, struct pen_action action,
                    struct policy_sum *sum);

/* The best of the cards that can be laid without a bluff, or keeping. 'plays' is not empty. */
struct pen_action bot_policy_choose(const struct rollout *rollout, const struct pen_round *round,
                                    uint8_t seat, uint64_t plays);

#endif

/* hand.h - what can be counted in a hand at a glance, for the sums that say what a position is worth
 * (value.h) and which card to lay (policy.h). They know no card and no edition. */
#ifndef BOT_HAND_H
#define BOT_HAND_H

#include "bots/rollout.h"
#include "bots/sense.h"

/* How far the hand is: each has weights of its own. */
enum hand_stage {
    HAND_STAGE_ONE,
    HAND_STAGE_TWO,
    HAND_STAGE_THREE,
    HAND_STAGE_FEW,
    HAND_STAGE_MANY,
    HAND_STAGES
};

enum hand_count {
    HAND_ALWAYS, /* 1 */
    HAND_CARDS,
    HAND_WILDS, /* those that make nobody draw */
    HAND_WILD_DRAWS,
    HAND_ANY_WILD,
    HAND_MORE_WILDS,
    HAND_DRAWS,
    HAND_SKIPS,
    HAND_FITS, /* wilds aside */
    HAND_ANY_FIT,
    HAND_MORE_FIT,
    HAND_FIT_BY_WILD_ONLY,
    HAND_IN_COLOR,
    HAND_ANY_IN_COLOR,
    HAND_COLORS,
    HAND_MOST,            /* of one colour */
    HAND_REPEATS,         /* cards whose face is held in another colour too */
    HAND_COLOR_OUT,       /* of the cards not seen, the share of the colour in play */
    HAND_MATCHED_COLOR,   /* ... of colours that are held */
    HAND_MATCHED,         /* ... that a coloured card of the hand could be laid on */
    HAND_MATCHED_AND_FIT, /* the same if something fits now */
    HAND_MEAN_OUT,        /* ... of the colour of a card, on the average */
    HAND_COUNT,
    HAND_ROOM = 24 /* whole vectors */
};

struct hand_sum {
    enum hand_stage stage;
    uint64_t open;    /* kinds that fit now, wilds aside */
    uint64_t matched; /* kinds that a coloured card of the hand could be laid on */
    unsigned wilds, actions, in_color;
    float count[HAND_ROOM];
};

/* Counts a hand of one card or more with this colour and card in play. */
void bot_hand_sum(const struct rollout *rollout, const struct pen_hand *hand, unsigned cards, uint8_t color,
                  uint8_t top, struct hand_sum *sum);

/* The sum of all counts by their weights. */
float bot_hand_weigh(const struct hand_sum *sum, const float weight[HAND_STAGES][HAND_ROOM]);

#endif

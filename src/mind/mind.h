/* mind.h - a network that has learned to play: an observation goes in, a number per action and what the
 * position is worth come out.
 *
 * Colours are alike, and the network cannot but treat them so: every colour is thought about by the same
 * weights, beside what all of them have in common. Red for blue makes no difference to what it thinks.
 *
 * Whole numbers throughout, so that every machine gets the same answer. Pure, no allocation: the weights stay
 * where their bytes are. docs/LEARNING.md tells how they were made and describes the bytes. */
#ifndef MIND_MIND_H
#define MIND_MIND_H

#include "penultima/observation.h"

enum {
    MIND_FEATURES_MAX = 1024, /* of a colour, and of the table */
    MIND_FIRST_MAX = 512,
    MIND_SECOND_MAX = 512,
    MIND_ACTIVATION_MAX = 4095,
    MIND_FACES = 13,   /* cards of a colour that it knows */
    MIND_WILDS = 4,    /* wilds that it knows */
    MIND_ONE = 1 << 16 /* 1.0 in what comes out */
};

struct mind_layer {
    unsigned in, out;
    bool is_by_input;     /* how the weights lie: a row per input, which is faster, or a row per output */
    const uint8_t *scale; /* 'out' times 4 bytes: what a sum is multiplied by, in 1 / 2^24 */
    const uint8_t *bias;  /* 'out' times 4 bytes, added to the sum */
    const int8_t *weight;
};

/* What a colour is told by itself, and by the sum of all of them. */
struct mind_pair {
    struct mind_layer each, all;
};

struct mind {
    unsigned seats_min, seats_max; /* the tables it has learned at */
    unsigned color_features, table_features;
    const uint8_t *feature; /* 4 bytes each: those of a colour, then those of the table */
    struct mind_layer first;
    struct mind_pair second, third;
    struct mind_layer by_color, plain, value; /* actions with a colour, the others, the position */
};

/* Reads the weights; they are used in place. False if they are not whole. */
PEN_MUST_USE bool mind_read(struct mind *mind, const uint8_t *bytes, size_t count);

/* Whether it has a number for every card of these rules. */
bool mind_knows(const struct pen_rules *rules);

struct mind_thought {
    int32_t policy[PEN_ACTIONS]; /* logarithms of likelihoods, up to a constant, in 1 / MIND_ONE */
    int32_t value;               /* logarithm of the odds to win the round, in 1 / MIND_ONE */
};

/* What it thinks of the actions of a set, and of the position, by rules that it knows. */
void mind_think(const struct mind *mind, const struct pen_rules *rules,
                const struct pen_observation *observation, const uint64_t mask[PEN_ACTION_WORDS],
                struct mind_thought *thought);

#endif

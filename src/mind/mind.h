/* mind.h - a network that has learned to play: an observation goes in, a number per action and what the
 * position is worth come out.
 *
 * Whole numbers throughout, so that every machine gets the same answer. Pure, no allocation: the weights stay
 * where their bytes are. docs/LEARNING.md tells how they were made and describes the bytes. */
#ifndef MIND_MIND_H
#define MIND_MIND_H

#include "penultima/observation.h"

enum {
    MIND_FEATURES_MAX = 4096,
    MIND_FIRST_MAX = 512,
    MIND_SECOND_MAX = 512,
    MIND_LOOKS_MAX = 8, /* observations that are thought of at once */
    MIND_ONE = 1 << 16  /* 1.0 in what comes out */
};

struct mind_layer {
    unsigned in, out;
    const uint8_t *scale; /* 'out' times 4 bytes: what a sum is multiplied by, in 1 / 2^24 */
    const uint8_t *bias;  /* 'out' times 4 bytes, added to the sum */
    const int8_t *weight; /* of the first layer a row per feature, of the others a row per output */
};

struct mind {
    unsigned seats_min, seats_max; /* the tables it has learned at */
    unsigned feature_count;
    const uint8_t *feature; /* 4 bytes each */
    struct mind_layer first, second, third, policy, value;
};

/* Reads the weights; they are used in place. False if they are not whole. */
PEN_MUST_USE bool mind_read(struct mind *mind, const uint8_t *bytes, size_t count);

struct mind_thought {
    int32_t policy[PEN_ACTIONS]; /* logarithms of likelihoods, up to a constant, in 1 / MIND_ONE */
    int32_t value;               /* logarithm of the odds to win the round, in 1 / MIND_ONE */
};

void mind_think(const struct mind *mind, const struct pen_observation *observation,
                struct mind_thought *thought);

/* The same, but of the actions only those of a set: quicker. */
void mind_think_of(const struct mind *mind, const struct pen_observation *observation,
                   const uint64_t mask[PEN_ACTION_WORDS], struct mind_thought *thought);

/* The same for several observations at once, which takes less time for each: at most MIND_LOOKS_MAX. Of the
 * actions every thought has at least those of its own set. */
void mind_think_of_all(const struct mind *mind, const struct pen_observation *observations, unsigned count,
                       const uint64_t (*masks)[PEN_ACTION_WORDS], struct mind_thought *thoughts);

#endif

/* value.h - how likely a seat is to win the round, from its view alone, and how sure that is.
 *
 * A network says the logarithm of the odds (mind.h); the calibration turns that into a chance which comes
 * true as often as it says, among equals that play as the master does. It was measured for each edition and
 * number of seats (docs/ANALYSIS.md); where it was not, nothing is known, and what is tried out stands in.
 * Pure. */
#ifndef VALUE_VALUE_H
#define VALUE_VALUE_H

#include "bots/learned.h"

/* What the chance is weighed from, beside the network's word. X(name) */
#define VALUE_TERM_LIST(X)                                                               \
    X(ALWAYS)       /* 1 */                                                              \
    X(ODDS)         /* the logarithm of the odds, as at a table where all are equal 0 */ \
    X(ODDS_LOW)     /* how far it is below -1.5 */                                       \
    X(ODDS_FAIR)    /* above 0 */                                                        \
    X(ODDS_GOOD)    /* above 1 */                                                        \
    X(ODDS_HIGH)    /* above 2.5 */                                                      \
    X(ODDS_IF_NEAR) /* the odds if somebody else has one card */                         \
    X(ODDS_IF_DONE) /* the same if the seat has one or two */                            \
    X(OWN_ONE)                                                                           \
    X(OWN_TWO)                                                                           \
    X(OWN)                                                                               \
    X(LEAST_ONE) /* of the others */                                                     \
    X(LEAST_TWO)                                                                         \
    X(LEAST)                                                                             \
    X(MEAN)                                                                              \
    X(DRAWN) /* a card was just drawn */                                                 \
    X(PENDING)

enum value_term {
#define X(name) VALUE_TERM_##name,
    VALUE_TERM_LIST(X)
#undef X
        VALUE_TERM_COUNT
};

/* What was measured of one kind of table. In teams the network has learned nothing: there the odds are those
 * of the best choice when it is tried out (choices.h), and the chance is the team's. */
struct value_class {
    const char *edition;
    uint8_t seat_count, scoring, teams;
    float weight[VALUE_TERM_COUNT];
};

/* The class of a table; null: not known. It makes the built-in editions to compare them, so ask once. */
const struct value_class *value_class_of(const struct pen_rules *rules, unsigned seat_count);

/* What is weighed, from the observation of who decides and from the odds that the network gives it. */
void value_terms(const struct pen_observation *observation, int32_t odds, double term[VALUE_TERM_COUNT]);

/* The chance to win the round, 0 to 1. */
double value_chance(const struct value_class *known, const struct pen_observation *observation, int32_t odds);

/* The logarithm of the odds of a chance, in 1 / MIND_ONE; no more than 8 either way. */
int32_t value_odds(double chance);

/* The square root, near enough and the same on every machine. */
double value_root(double x);

#endif

/* value_weights.h - what each thing counted in a position weighs: X(name, weight).
 * Fitted to games of experts; tests/bots/fit_value.c makes a file like this one, see
 * docs/BOTS.md. */
#ifndef BOT_VALUE_WEIGHTS_H
#define BOT_VALUE_WEIGHTS_H

#define VALUE_LIST(X) \
    X(BIAS, 0.703f) \
    X(CARDS, -0.171f) \
    X(ONE, -0.013f) \
    X(TWO, -0.068f) \
    X(THREE, -0.101f) \
    X(FITS_NONE, -0.377f) \
    X(FITS_ONE, -0.059f) \
    X(FITS, 0.030f) \
    X(ENDS, 8.202f) \
    X(TWO_FIT, 0.619f) \
    X(TWO_BOTH_FIT, 0.301f) \
    X(TWO_WILD, 1.186f) \
    X(TWO_WILDS, 1.319f) \
    X(THREE_FIT, 0.276f) \
    X(THREE_WILD, 0.346f) \
    X(THREE_WILDS, 0.509f) \
    X(ONLY_FOURS, 0.015f) \
    X(WILDS, 0.531f) \
    X(FOURS, 0.797f) \
    X(ANY_WILD, 0.040f) \
    X(FEW_WILDS, 0.386f) \
    X(DRAWS, 0.168f) \
    X(SKIPS, 0.075f) \
    X(FEW_ACTIONS, 0.002f) \
    X(FIT_DRAW, -0.025f) \
    X(FIT_SKIP, -0.011f) \
    X(COLORS, -0.005f) \
    X(MOST, -0.177f) \
    X(IN_COLOR, -0.014f) \
    X(MOST_SHARE, 0.753f) \
    X(ALL_ONE, -0.849f) \
    X(ALL_TWO, -0.339f) \
    X(ALL_THREE, -0.130f) \
    X(ALL_CARDS, 0.154f) \
    X(ALL_ONE_FITS, -1.776f) \
    X(ALL_ONE_WILD, -6.608f) \
    X(ALL_TWO_WILD, -2.121f) \
    X(ALL_WILDS, -0.339f) \
    X(ALL_ACTIONS, 0.436f) \
    X(NEXT_ONE, 0.017f) \
    X(NEXT_TWO, -0.033f) \
    X(NEXT_THREE, -0.013f) \
    X(NEXT_CARDS, 0.014f) \
    X(NEXT_ONE_FITS, -0.437f) \
    X(NEXT_ONE_WILD, 0.391f) \
    X(NEXT_TWO_WILD, 0.178f) \
    X(NEXT_WILDS, -0.089f) \
    X(NEXT_ACTIONS, -0.184f) \
    X(LAST_ONE, -0.070f) \
    X(LAST_TWO, 0.012f) \
    X(LAST_THREE, 0.019f) \
    X(LAST_CARDS, 0.041f) \
    X(LAST_ONE_FITS, 0.220f) \
    X(LAST_ONE_WILD, -0.335f) \
    X(LAST_TWO_WILD, 0.006f) \
    X(LAST_WILDS, -0.282f) \
    X(LAST_ACTIONS, -0.336f) \
    X(LEAST, 0.052f) \
    X(ORDERLY, -0.162f) \
    X(LEADS, 0.053f) \
    X(LEADS_ALONE, -0.010f) \
    X(SEATS, -0.388f) \
    X(HITS_ONE, 0.643f) \
    X(SKIPS_ONE, 0.206f) \
    X(TURNS_ONE, 0.660f) \
    X(FEW_ONLY_WILDS, -0.284f)

#endif

/* trial.c - a few quick rounds of careless players: do they come to an end?
 *
 * Whoever lays what fits and draws otherwise plays badly, but ends a round of any game that works. The work
 * is bounded by the caller. */
#include "engine.h"
#include "penultima/game.h"

/* Whether the round is over after at most so many actions. */
static bool play(const struct pen_rules *rules, struct pen_round *round, struct pen_chance *chance,
                 unsigned actions_max, uint32_t *actions)
{
    for (unsigned i = 0; i < actions_max; i++) {
        const uint16_t must = pen_round_must(round);
        struct pen_legal legal;
        if (must == 0)
            return true;
        const uint8_t seat = (uint8_t)pen_bits_lowest(must);
        pen_round_legal(rules, round, seat, &legal);
        const struct pen_action action =
            legal.plays ? pen_legal_any_play(rules, &legal, chance) : pen_legal_any(rules, &legal, chance);
        const enum pen_refusal refusal = pen_round_apply(rules, round, action, NULL);
        PEN_ASSERT(refusal == PEN_ACCEPTED);
        ++*actions;
    }
    return pen_round_must(round) == 0;
}

struct pen_trial pen_rules_try(const struct pen_rules *rules, uint64_t seed, unsigned rounds,
                               unsigned actions_max)
{
    struct pen_trial trial = {rounds, 0, 0};
    struct pen_chance chance = pen_chance_of(seed, 1);
    for (unsigned i = 0; i < rounds; i++) {
        struct pen_round round;
        /* The fewest and the most players, in turns. */
        const uint8_t seats = i % 2 ? rules->rule.seats_max : rules->rule.seats_min;
        pen_round_start(rules, &round, seats, 0, pen_chance_of(seed, 2 + i));
        trial.endless += !play(rules, &round, &chance, actions_max, &trial.actions);
    }
    return trial;
}

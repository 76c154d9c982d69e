/* random_play.h - what the random play of `penultima bench` does where a turn is not an ordinary one; for
 * bench.c, and for the same games on a GPU (gpu/play.c). */
#ifndef SIM_RANDOM_PLAY_H
#define SIM_RANDOM_PLAY_H

#include "penultima/quick.h"
#include "sim/random_record.h"

/* Who can do anything: the player in turn and whoever may react. */
static inline uint16_t sim_who_may_act(const struct pen_rules *rules, const struct pen_round *round)
{
    return (uint16_t)(pen_round_must(round) | pen_quick_may_react(rules, round));
}

/* One of these seats (0: not looked up yet) does something of 'legal'. Whether that has to be a card: if the
 * player in turn alone can act, a card goes before everything else. */
static inline bool sim_open_rarely(const struct pen_rules *rules, const struct pen_round *round,
                                   uint16_t seats, struct pen_chance *chance, struct pen_legal *legal)
{
    bool is_alone = round->owes == 0 && !rules->rule.jump_in && round->phase <= PEN_PHASE_PENDING;
    uint8_t seat = round->turn;
    if (!is_alone) {
        seats = seats ? seats : sim_who_may_act(rules, round);
        is_alone = (seats & (seats - 1)) == 0 && round->phase <= PEN_PHASE_PENDING;
        if (!is_alone)
            seat = sim_any_seat(seats, chance);
    }
    pen_round_legal(rules, round, seat, legal);
    legal->accuses = 0;
    if (legal->plays != 0)
        legal->verbs &= (uint16_t) ~(1u << PEN_VERB_DRAW | 1u << PEN_VERB_KEEP);
    return is_alone && legal->plays != 0;
}

#endif

/* observe.c - what the one who decides sees, as bytes. */
#include "batch/observe.h"

static bool has_step(const struct pen_rules *rules, unsigned op)
{
    for (unsigned card = 0; card < rules->kind_count; card++)
        for (unsigned i = 0; i < PEN_STEPS_MAX; i++)
            if (rules->play[card][i].op == op)
                return true;
    return false;
}

uint32_t pen_observed_rules(const struct pen_rules *rules)
{
    uint32_t flags = 0;
    for (unsigned card = 0; card < rules->kind_count; card++) {
        if (rules->answers[card])
            flags |= PEN_OBSERVED_ANSWERS;
        for (uint64_t left = rules->answers[card]; left; left &= left - 1)
            if (rules->draw_cards[pen_bits_lowest(left)] > rules->draw_cards[card])
                flags |= PEN_OBSERVED_ANSWERS_UP;
        if (rules->guard[card] & rules->wilds)
            flags |= PEN_OBSERVED_WILDS_GUARD;
    }
    flags |= rules->rule.drawn_must_be_played ? PEN_OBSERVED_DRAWN_MUST_BE_PLAYED : 0u;
    flags |= rules->rule.jump_in ? PEN_OBSERVED_JUMP_IN : 0u;
    flags |= has_step(rules, PEN_STEP_PASS_HANDS) || has_step(rules, PEN_STEP_SWAP_HANDS) ? PEN_OBSERVED_SWAPS
                                                                                          : 0u;
    flags |= has_step(rules, PEN_STEP_RACE_DROP) ? PEN_OBSERVED_RACE : 0u;
    flags |= has_step(rules, PEN_STEP_LAY_ANY) ? PEN_OBSERVED_STREAMS : 0u;
    flags |= has_step(rules, PEN_STEP_SKIP_CHOSEN) ? PEN_OBSERVED_SWING : 0u;
    flags |= rules->rule.last_draw_counts ? PEN_OBSERVED_LAST_DRAW : 0u;
    flags |= rules->rule.caught_until_said ? PEN_OBSERVED_CAUGHT_UNTIL_SAID : 0u;
    flags |= rules->rule.misplay_cards ? PEN_OBSERVED_MISPLAYS : 0u;
    flags |= rules->rule.scoring == PEN_SCORING_POINTS ? PEN_OBSERVED_POINTS : 0u;
    flags |= rules->rule.scoring == PEN_SCORING_LOWEST ? PEN_OBSERVED_LOWEST : 0u;
    flags |= rules->reverse_skips_with_two ? 0u : PEN_OBSERVED_REVERSE_TURNS;
    flags |= rules->open_challenge ? PEN_OBSERVED_ANYBODY_CHALLENGES : 0u;
    return flags;
}

void pen_observe(const struct pen_observed *observed, struct pen_observation *observation)
{
    observe_nothing(observation);
    observe_into(observed, observation);
}

void pen_observe_view(const struct pen_rules *rules, const struct pen_view *view,
                      struct pen_observation *observation)
{
    uint8_t shares[PEN_SEATS_MAX];
    pen_observed_shares(rules, view->score, shares);
    struct pen_hand hidden = pen_hand_less(&rules->all, &view->discards);
    const struct pen_observed observed = {.hand = &view->hand,
                                          .hidden = &hidden,
                                          .known = view->known,
                                          .memory = &view->memory,
                                          .hand_count = view->hand_count,
                                          .shares = shares,
                                          .rule_flags = pen_observed_rules(rules),
                                          .owes = view->owes,
                                          .lost = view->lost,
                                          .pending = view->pending,
                                          .seat = view->viewer,
                                          .seat_count = view->seat_count,
                                          .phase = view->phase,
                                          .top = view->top,
                                          .color = view->color,
                                          .drawn = view->drawn,
                                          .direction = view->direction,
                                          .follow_color = view->follow_color,
                                          .thrower = view->thrower,
                                          .draw_count = view->draw_count,
                                          .discard_count = view->discard_count};
    pen_observe(&observed, observation);
}

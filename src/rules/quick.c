/* quick.c - the quick way of quick.h for callers that do not compile it in, and its rarer half. */
#include "engine.h"
#include "penultima/quick.h"

/* The effect of a card in 'quick', all at once. The card lies; its thrower is noted. */
enum pen_refusal pen__quick_effect(const struct pen_rules *rules, struct pen_round *round, uint8_t card)
{
    struct pen__table table = {rules, round, NULL, NULL, 0};
    struct pen_quick_effect effect = rules->effect[card];
    unsigned skips = effect.skips;
    if (effect.reverses) {
        unsigned more = pen__step_skips(rules, round, PEN_STEP_REVERSE);
        skips += more;
        if (more == 0)
            pen__reverse(&table, round->thrower);
    }
    uint8_t next = pen_round_next(round, round->thrower);
    if (effect.draws > 0)
        pen__draw_cards(&table, next, effect.draws);
    while (skips-- > 0)
        next = pen_round_next(round, next);
    round->turn = next;
    return PEN_ACCEPTED;
}

enum pen_refusal pen_round_apply(const struct pen_rules *rules, struct pen_round *round,
                                 struct pen_action action, struct pen_events *events)
{
    if (PEN_UNLIKELY(events != NULL))
        return pen_round_apply_ordered(rules, round, action, events, NULL, 0);
    return pen_quick_apply(rules, round, action);
}

void pen_round_legal(const struct pen_rules *rules, const struct pen_round *round, uint8_t seat,
                     struct pen_legal *legal)
{
    pen_quick_legal(rules, round, seat, legal);
}

struct pen_action pen_legal_any_play(const struct pen_rules *rules, const struct pen_legal *legal,
                                     struct pen_chance *chance)
{
    return pen_quick_any_play(rules, legal, chance);
}

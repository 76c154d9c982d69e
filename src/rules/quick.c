/* quick.c - the quick way of quick.h for callers that do not compile it in, and its rarer half. */
#include "engine.h"
#include "penultima/quick.h"

/* The effect of a card in 'quick' that is long, all at once. The card lies; its thrower is noted. */
void pen__quick_effect(const struct pen_rules *rules, struct pen_round *round, uint8_t card)
{
    struct pen__table table = {rules, round, NULL, NULL, 0};
    struct pen_quick_effect effect = rules->effect[card];
    unsigned skips = effect.skips;
    round->turned = 0;
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

struct pen_action pen__any_play_with_wilds(const struct pen_rules *rules, uint64_t plays, uint8_t seat,
                                           struct pen_chance *chance)
{
    return pen__any_play(rules, plays, seat, chance);
}

/* pen_quick_any_turn() where a wild could be played, or one card or none will be left. */
void pen__any_card(const struct pen_rules *rules, struct pen_round *round, uint64_t plays,
                   struct pen_chance *chance)
{
    uint8_t seat = round->turn;
    struct pen_action action = pen__any_play(rules, plays, seat, chance);
    unsigned left = round->hand_count[seat] - 1u;
    if (pen_uno_goes_with(rules, left + 1))
        action.uno = pen_chance_word(chance) & 1;
    if (PEN_UNLIKELY(left == 0 || !(rules->quick >> action.card & 1))) {
        enum pen_refusal refusal = pen__apply_slowly(rules, round, pen_action_word(action));
        PEN_ASSERT(refusal == PEN_ACCEPTED);
        return;
    }
    unsigned owes = left == 1 && !action.uno && rules->saying != PEN_SAYING_NEVER;
    round->owes = (uint16_t)(owes << seat); /* nobody owed before: an ordinary turn */
    pen__quick_lay(rules, round, seat, action.card, rules->color[action.card] & action.color, left);
}

/* The same where the draw is not a plain one. */
void pen__any_draw(const struct pen_rules *rules, struct pen_round *round)
{
    enum pen_refusal refusal =
        pen__apply_slowly(rules, round, pen_action_word(PEN_ACTION(PEN_VERB_DRAW, round->turn)));
    PEN_ASSERT(refusal == PEN_ACCEPTED);
}

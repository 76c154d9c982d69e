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

/* The draw of the card laid waits for its target. */
static void wait_for_target(const struct pen_rules *rules, struct pen_round *round, uint8_t seat,
                            uint8_t card)
{
    round->pending = rules->effect[card].draws;
    round->step = rules->step_after[card];
    round->anchor = seat;
    round->skips = 0;
    round->turn = pen_round_next(round, seat);
    round->phase = PEN_PHASE_PENDING;
}

/* pen_quick_any_turns() where a wild could be played, or one card or none will be left. */
void pen__any_card(const struct pen_rules *rules, struct pen_round *round, uint64_t plays,
                   struct pen_chance *chance)
{
    uint8_t seat = round->turn;
    struct pen_action action = pen__any_play(rules, plays, seat, chance);
    uint8_t card = action.card, color = rules->color[card] & action.color;
    uint64_t bit = pen_card_bit(card);
    unsigned left = round->hand_count[seat] - 1u;
    if (pen_uno_goes_with(rules, left + 1))
        action.uno = pen_chance_word(chance) & 1;
    if (PEN_UNLIKELY(left > 0 && !((rules->quick | rules->quick_waits) & bit))) {
        enum pen_refusal refusal = pen__apply_slowly(rules, round, pen_action_word(action));
        PEN_ASSERT(refusal == PEN_ACCEPTED);
        return;
    }
    unsigned owes = left == 1 && !action.uno && rules->rule.saying != PEN_SAYING_NEVER;
    round->owes = (uint16_t)(owes << seat); /* nobody owed before: an ordinary turn */
    if (PEN_LIKELY(left > 0 && (rules->quick & bit))) {
        pen__quick_lay(rules, round, seat, card, color, left);
        return;
    }
    if (rules->guarded & bit) {
        struct pen_hand rest = round->hands[seat];
        pen_hand_remove(&rest, card);
        pen__note_bluff(rules, round, &rest, card);
    }
    pen__quick_put(round, seat, card, color, left);
    round->turned = 0;
    if (left > 0) {
        wait_for_target(rules, round, seat, card);
        return;
    }
    struct pen__table table = {rules, round, NULL, NULL, 0};
    pen__effect_end(&table, seat, rules->draw_cards[card]);
}

/* The target of a draw of 'quick_waits' takes it, or challenges it. */
static void settle_draw(const struct pen_rules *rules, struct pen_round *round, bool is_challenge)
{
    struct pen__table table = {rules, round, NULL, NULL, 0};
    unsigned count = round->pending;
    bool is_guilty = is_challenge && round->bluffed;
    if (is_challenge && !is_guilty)
        count += rules->challenge_cards[round->top];
    pen__draw_cards(&table, is_guilty ? round->thrower : round->turn, count);
    if (!is_guilty) {
        uint8_t next = pen_round_next(round, round->anchor);
        for (unsigned skips = round->skips + rules->effect[round->top].skips; skips > 0; skips--)
            next = pen_round_next(round, next);
        round->turn = next;
    }
    round->pending = 0;
    round->step = round->anchor = round->skips = 0;
    round->phase = PEN_PHASE_TURN;
}

/* pen_quick_any_turns() where a draw is pending that no card of its target answers and nobody else may
 * challenge. False, with nothing changed, where it is something else. */
bool pen__any_answer(const struct pen_rules *rules, struct pen_round *round, struct pen_chance *chance)
{
    uint64_t top = pen_card_bit(round->top);
    if (pen__has_exceptions(round) || round->phase != PEN_PHASE_PENDING || !(rules->quick_waits & top) ||
        (rules->open_challenge & top) || (rules->not_last | rules->no_bluffs) != 0 || rules->rule.jump_in ||
        (pen_hand_kinds(&round->hands[round->turn]) & pen__answers(rules, round)) != 0)
        return false;
    settle_draw(rules, round, (rules->challengeable & top) && pen_chance_below(chance, 2) != 0);
    return true;
}

/* The same where the draw is not a plain one. */
void pen__any_draw(const struct pen_rules *rules, struct pen_round *round)
{
    enum pen_refusal refusal =
        pen__apply_slowly(rules, round, pen_action_word(PEN_ACTION(PEN_VERB_DRAW, round->turn)));
    PEN_ASSERT(refusal == PEN_ACCEPTED);
}

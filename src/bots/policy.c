/* policy.c - weighs what would be left after each card. */
#include "bots/policy.h"
#include "bots/weights.h"

static void add(struct policy_sum *sum, unsigned term, float value)
{
    sum->terms[sum->count].term = term;
    sum->terms[sum->count++].value = value;
}

/* How many cards the others hold after the card, from the next one on. A partner is nobody to be afraid of:
 * as good as one with a full hand. */
static void count_others(const struct rollout *rollout, const struct pen_round *round, uint8_t seat,
                         uint8_t card, unsigned *cards)
{
    unsigned others = round->seat_count - 1u;
    const uint16_t team = pen_team_of(rollout->rules, round->seat_count, seat);
    uint8_t at = seat;
    for (unsigned i = 0; i < others; i++) {
        at = pen_round_next(round, at);
        cards[i] = team >> at & 1 ? POLICY_CARDS_MAX : round->hand_count[at];
    }
    if (card == PEN_CARD_NONE)
        return;
    cards[0] += rollout->rules->draw_cards[card];
    if (rollout->kinds.reverses & pen_card_bit(card))
        for (unsigned i = 0; i < others / 2; i++) {
            unsigned swap = cards[i];
            cards[i] = cards[others - 1 - i];
            cards[others - 1 - i] = swap;
        }
}

static void add_others(struct policy_sum *sum, const unsigned *cards, unsigned others)
{
    float part = others > 2 ? 1.0f / (float)(others - 2) : 0;
    for (unsigned i = 0; i < others; i++) {
        unsigned held = cards[i] < POLICY_CARDS_MAX ? cards[i] : POLICY_CARDS_MAX;
        if (i == 0)
            add(sum, POLICY_NEXT + held, 1);
        else if (i + 1 == others)
            add(sum, POLICY_LAST + held, 1);
        else
            add(sum, POLICY_MIDDLE + held, part);
    }
}

/* Who is near the end makes other things count. */
static void add_danger(struct policy_sum *sum, unsigned first, float out, float followed)
{
    const struct hand_sum *hand = &sum->hand;
    add(sum, first, 1);
    add(sum, first + 1, (float)hand->wilds);
    add(sum, first + 2, (float)hand->in_color);
    add(sum, first + 3, (float)hand->actions);
    add(sum, first + 4, hand->count[HAND_CARDS]);
    add(sum, first + 5, out);
    add(sum, first + 6, followed);
}

void bot_policy_sum(const struct rollout *rollout, const struct pen_round *round, struct pen_action action,
                    struct policy_sum *sum)
{
    const struct pen_rules *rules = rollout->rules;
    const struct bot_kinds *by = &rollout->kinds;
    struct pen_hand hand = round->hands[action.seat];
    unsigned held = round->hand_count[action.seat], others = round->seat_count - 1u;
    unsigned cards[PEN_SEATS_MAX], least = POLICY_CARDS_MAX;
    uint8_t top = round->top, color = round->color, card = PEN_CARD_NONE;
    bool is_skip = false;
    sum->count = 0;
    if (action.verb == PEN_VERB_PLAY) {
        top = card = action.card;
        color = action.color == PEN_COLOR_NONE ? rules->color[card] : action.color;
        is_skip = ((by->draws | by->skips | by->wild_draws) & pen_card_bit(card)) != 0;
        pen_hand_remove(&hand, card);
        held--;
    }
    bot_hand_sum(rollout, &hand, held, color, top, &sum->hand);
    count_others(rollout, round, action.seat, card, cards);
    add_others(sum, cards, others);
    for (unsigned i = 0; i < others; i++)
        least = cards[i] < least ? cards[i] : least;
    unsigned in_turn = cards[is_skip && others > 1];
    float out = sum->hand.count[HAND_COLOR_OUT];
    float followed =
        (float)bot_held_of(&rollout->unseen, sum->hand.open | rules->wilds) * rollout->unseen_share;
    if (is_skip)
        add(sum, POLICY_SKIPS, 1);
    add(sum, POLICY_COLOR_OUT, out);
    add(sum, POLICY_FOLLOWED, followed);
    if (in_turn >= 1 && in_turn <= POLICY_NEAR_MAX) {
        add(sum, POLICY_COLOR_OUT + in_turn, out);
        add(sum, POLICY_FOLLOWED + in_turn, followed);
        add(sum, POLICY_IN_TURN + in_turn - 1, 1);
    }
    if (least == 1)
        add_danger(sum, POLICY_ONE, out, followed);
    if (least == 2)
        add_danger(sum, POLICY_TWO, out, followed);
}

static float weigh(const struct rollout *rollout, const struct pen_round *round, struct pen_action action)
{
    struct policy_sum sum;
    bot_policy_sum(rollout, round, action, &sum);
    float worth = bot_hand_weigh(&sum.hand, policy_hand_weight);
    for (unsigned i = 0; i < sum.count; i++)
        worth += sum.terms[i].value * policy_weight[sum.terms[i].term];
    return worth;
}

/* If it is better than what was best so far. */
static void take_better(const struct rollout *rollout, const struct pen_round *round,
                        struct pen_action action, struct pen_action *best, float *most)
{
    float worth = weigh(rollout, round, action);
    if (worth > *most) {
        *best = action;
        *most = worth;
    }
}

/* A wild once per colour that is held, or with the first if nothing but wilds is. */
static void try_wild(const struct rollout *rollout, const struct pen_round *round, struct pen_action action,
                     struct pen_action *best, float *most)
{
    const struct pen_rules *rules = rollout->rules;
    const struct pen_hand *hand = &round->hands[action.seat];
    bool has_any = false;
    for (uint8_t color = 0; color < rules->color_count; color++)
        if (bot_held_of(hand, rules->of_color[color]) > 0) {
            action.color = color;
            has_any = true;
            take_better(rollout, round, action, best, most);
        }
    if (!has_any) {
        action.color = 0;
        take_better(rollout, round, action, best, most);
    }
}

struct pen_action bot_policy_choose(const struct rollout *rollout, const struct pen_round *round,
                                    uint8_t seat, uint64_t plays)
{
    const struct pen_rules *rules = rollout->rules;
    struct pen_action action = PEN_ACTION(PEN_VERB_PLAY, seat), best;
    bool can_keep = round->phase == PEN_PHASE_DRAWN && !round->drawn_forced;
    float most = -1e9f;
    action.card = (uint8_t)pen_bits_lowest(plays);
    action.uno = pen_uno_goes_with(rules, round->hand_count[seat]);
    bool is_wild = rules->color[action.card] == PEN_COLOR_NONE;
    if (round->hand_count[seat] == 1) { /* it ends the round */
        action.color = is_wild ? 0 : PEN_COLOR_NONE;
        return action;
    }
    if (!is_wild && !can_keep && (plays & (plays - 1)) == 0)
        return action;
    best = action;
    for (; plays; plays &= plays - 1) {
        action.card = (uint8_t)pen_bits_lowest(plays);
        if (rules->color[action.card] == PEN_COLOR_NONE)
            try_wild(rollout, round, action, &best, &most);
        else
            take_better(rollout, round, action, &best, &most);
    }
    if (can_keep)
        take_better(rollout, round, PEN_ACTION(PEN_VERB_KEEP, seat), &best, &most);
    return best;
}

/* rank.c - the player that orders its cards by worth: those that make the next player draw or miss
 * a turn first, then numbers of the colour held most, wilds last. Honest: it does not bluff. */
#include "bots/bot.h"

static unsigned held_of_color(const struct pen_rules *rules, const struct pen_view *view,
                              uint8_t color)
{
    struct pen_hand hand = view->hand;
    for (unsigned digit = 0; digit < PEN_HAND_DIGITS; digit++)
        hand.digit[digit] &= rules->of_color[color];
    return pen_hand_count(&hand);
}

/* The colour held most; of equals the first. */
static uint8_t best_color(const struct pen_rules *rules, const struct pen_view *view)
{
    uint8_t best = 0;
    for (uint8_t color = 1; color < rules->color_count; color++)
        if (held_of_color(rules, view, color) > held_of_color(rules, view, best))
            best = color;
    return best;
}

static bool program_has(const struct pen_rules *rules, uint8_t card, uint8_t op)
{
    for (unsigned i = 0; i < PEN_STEPS_MAX && rules->play[card][i].op != PEN_STEP_END; i++)
        if (rules->play[card][i].op == op)
            return true;
    return false;
}

/* RULE A6: whether laying it now would be a bluff. */
static bool is_bluff(const struct pen_rules *rules, const struct pen_view *view, uint8_t card)
{
    if (!(rules->guarded & pen_card_bit(card)))
        return false;
    struct pen_hand rest = view->hand;
    pen_hand_remove(&rest, card);
    return (pen_hand_kinds(&rest) & (rules->of_color[view->color] | rules->guard[card])) != 0;
}

static unsigned worth(const struct pen_rules *rules, const struct pen_view *view, uint8_t card)
{
    uint8_t color = rules->color[card];
    if (color == PEN_COLOR_NONE)
        return rules->draw_cards[card] > 0 ? 1 : 2;
    unsigned held = held_of_color(rules, view, color);
    if (rules->draw_cards[card] > 0)
        return 3000 + held;
    if (program_has(rules, card, PEN_STEP_SKIP_NEXT) ||
        (view->seat_count == 2 && program_has(rules, card, PEN_STEP_REVERSE)))
        return 2000 + held;
    return 100 + 16 * held + (rules->number[card] == PEN_NUMBER_NONE ? 10 : rules->number[card]);
}

/* The card worth most of a set that is not empty, ties by chance; PEN_CARD_NONE if all would bluff.
 */
static uint8_t best_card(const struct pen_rules *rules, const struct pen_view *view, uint64_t kinds,
                         struct pen_chance *chance)
{
    uint8_t best = PEN_CARD_NONE;
    unsigned best_worth = 0, ties = 0;
    for (; kinds; kinds &= kinds - 1) {
        uint8_t card = (uint8_t)pen_bits_lowest(kinds);
        if (is_bluff(rules, view, card))
            continue;
        unsigned value = worth(rules, view, card);
        ties = value > best_worth ? 1 : ties + (value == best_worth);
        if (value > best_worth || (value == best_worth && pen_chance_below(chance, ties) == 0)) {
            best = card;
            best_worth = value;
        }
    }
    return best;
}

/* The one of these seats with the fewest cards. */
static uint8_t nearest_to_win(const struct pen_view *view, uint16_t seats)
{
    uint8_t best = (uint8_t)pen_bits_lowest(seats);
    for (uint8_t seat = 0; seat < view->seat_count; seat++)
        if ((seats >> seat & 1) && view->hand_count[seat] < view->hand_count[best])
            best = seat;
    return best;
}

static struct pen_action with_card(const struct pen_rules *rules, const struct pen_view *view,
                                   enum pen_verb verb, uint8_t card)
{
    struct pen_action action = PEN_ACTION((uint8_t)verb, view->viewer);
    action.card = card;
    if (rules->color[card] == PEN_COLOR_NONE)
        action.color = best_color(rules, view);
    action.uno = view->hand_count[view->viewer] == 2;
    return action;
}

static struct pen_action with_target(const struct pen_view *view, enum pen_verb verb,
                                     uint16_t seats)
{
    struct pen_action action = PEN_ACTION((uint8_t)verb, view->viewer);
    action.target = nearest_to_win(view, seats);
    return action;
}

struct pen_action bot_rank_choose(const struct pen_rules *rules, const struct pen_view *view,
                                  struct pen_chance *chance)
{
    const struct pen_legal *legal = &view->legal;
    struct pen_action action = PEN_ACTION(PEN_VERB_DRAW, view->viewer);
    if (legal->plays != 0) {
        uint8_t card = best_card(rules, view, legal->plays, chance);
        if (card != PEN_CARD_NONE)
            return with_card(rules, view, PEN_VERB_PLAY, card);
    }
    if (legal->follows != 0)
        return with_card(rules, view, PEN_VERB_FOLLOW,
                         best_card(rules, view, legal->follows, chance));
    if (legal->streams & ~rules->wilds)
        return with_card(rules, view, PEN_VERB_STREAM,
                         best_card(rules, view, legal->streams & ~rules->wilds, chance));
    if (legal->swaps != 0)
        return with_target(view, PEN_VERB_SWAP, legal->swaps);
    if (legal->swings != 0)
        return with_target(view, PEN_VERB_SWING, legal->swings);
    if (legal->names > 0) {
        action.verb = PEN_VERB_NAME;
        action.color = best_color(rules, view);
        return action;
    }
    /* One in eight suspects a bluff. */
    if ((legal->verbs >> PEN_VERB_CHALLENGE & 1) && pen_chance_below(chance, 8) == 0)
        action.verb = PEN_VERB_CHALLENGE;
    else
        action.verb = (uint8_t)pen_bits_lowest(
            legal->verbs & ~(1u << PEN_VERB_CHALLENGE | 1u << PEN_VERB_SAY_UNO));
    return action;
}

/* sense.c - what every bot asks about its own cards. */
#include "bots/sense.h"

unsigned bot_held_of_color(const struct pen_rules *rules, const struct pen_view *view, uint8_t color)
{
    struct pen_hand hand = view->hand;
    for (unsigned digit = 0; digit < PEN_HAND_DIGITS; digit++)
        hand.digit[digit] &= rules->of_color[color];
    return pen_hand_count(&hand);
}

uint8_t bot_best_color(const struct pen_rules *rules, const struct pen_view *view)
{
    uint8_t best = 0;
    unsigned most = 0;
    for (uint8_t color = 0; color < rules->color_count; color++) {
        unsigned held = bot_held_of_color(rules, view, color);
        if (held > most) {
            best = color;
            most = held;
        }
    }
    return best;
}

/* RULE A6: whether laying the card now would be a bluff. */
static bool bot_is_bluff(const struct pen_rules *rules, const struct pen_view *view, uint8_t card)
{
    if (!(rules->guarded & pen_card_bit(card)))
        return false;
    struct pen_hand rest = view->hand;
    pen_hand_remove(&rest, card);
    return (pen_hand_kinds(&rest) & (rules->of_color[view->color] | rules->guard[card])) != 0;
}

uint64_t bot_honest(const struct pen_rules *rules, const struct pen_view *view, uint64_t kinds)
{
    for (uint64_t left = kinds & rules->guarded; left; left &= left - 1)
        if (bot_is_bluff(rules, view, (uint8_t)pen_bits_lowest(left)))
            kinds &= ~(left & (0 - left));
    return kinds;
}

struct pen_action bot_with_card(const struct pen_rules *rules, const struct pen_view *view,
                                enum pen_verb verb, uint8_t card)
{
    struct pen_action action = PEN_ACTION((uint8_t)verb, view->viewer);
    action.card = card;
    if (rules->color[card] == PEN_COLOR_NONE)
        action.color = bot_best_color(rules, view);
    action.uno = pen_uno_goes_with(rules, view->hand_count[view->viewer]);
    return action;
}

struct pen_action bot_with_target(const struct pen_view *view, enum pen_verb verb, uint16_t seats)
{
    struct pen_action action = PEN_ACTION((uint8_t)verb, view->viewer);
    seats = bot_opponents(view, seats);
    action.target = (uint8_t)pen_bits_lowest(seats);
    for (uint8_t seat = 0; seat < view->seat_count; seat++)
        if ((seats >> seat & 1) && view->hand_count[seat] < view->hand_count[action.target])
            action.target = seat;
    return action;
}

bool bot_program_has(const struct pen_rules *rules, uint8_t card, uint8_t op)
{
    return pen_program_count(rules->play[card], 0, op) > 0;
}

/* sense.h - what every bot asks about its own cards. */
#ifndef BOT_SENSE_H
#define BOT_SENSE_H

#include "bots/bot.h"

/* Cards of this colour in the viewer's hand. */
unsigned bot_held_of_color(const struct pen_rules *rules, const struct pen_view *view, uint8_t color);

/* The colour held most; of equals the first. */
uint8_t bot_best_color(const struct pen_rules *rules, const struct pen_view *view);

/* The kinds of a set that can be laid without bluffing. */
uint64_t bot_honest(const struct pen_rules *rules, const struct pen_view *view, uint64_t kinds);

/* Laying a card: with the colour held most if it is a wild, and UNO if it is the last but one. */
struct pen_action bot_with_card(const struct pen_rules *rules, const struct pen_view *view,
                                enum pen_verb verb, uint8_t card);

/* RULE M1: the seats of a set that are no partners of the viewer, or all if there are no others. */
static inline uint16_t bot_opponents(const struct pen_view *view, uint16_t seats)
{
    uint16_t others = (uint16_t)(seats & ~view->team);
    return others != 0 ? others : seats;
}

/* An action aimed at the one of these seats who holds the fewest cards, a partner only if nobody else is
 * there. */
struct pen_action bot_with_target(const struct pen_view *view, enum pen_verb verb, uint16_t seats);

/* Cards of these kinds. */
static inline unsigned bot_held_of(const struct pen_hand *hand, uint64_t kinds)
{
    return pen_bits_count(hand->digit[0] & kinds) + 2 * pen_bits_count(hand->digit[1] & kinds) +
           4 * pen_bits_count(hand->digit[2] & kinds);
}

bool bot_program_has(const struct pen_rules *rules, uint8_t card, uint8_t op);

#endif

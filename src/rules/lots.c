/* lots.c - drawing for the deal (RULES S1, O3): who drew what, who goes on drawing, who deals. */
#include <string.h>

#include "engine.h"
#include "penultima/game.h"

static unsigned value_of(const struct pen_rules *rules, uint8_t card)
{
    return rules->number[card] == PEN_NUMBER_NONE ? 0 : rules->number[card];
}

uint16_t pen_lots_highest(const struct pen_rules *rules, const uint8_t *cards, uint16_t drawing)
{
    unsigned best = 0;
    uint16_t highest = 0;
    for (uint8_t seat = 0; seat < PEN_SEATS_MAX; seat++) {
        if (!(drawing & pen__seat_bit(seat)))
            continue;
        unsigned value = value_of(rules, cards[seat]);
        if (highest == 0 || value > best) {
            best = value;
            highest = 0;
        }
        if (value == best)
            highest |= pen__seat_bit(seat);
    }
    return highest;
}

uint8_t pen_lots_dealer(const struct pen_rules *rules, uint8_t highest, uint8_t seat_count)
{
    /* RULE S1: where the highest plays first, the one on the right deals. */
    return rules->rule.dealer_by == PEN_DEALER_HIGHEST_STARTS
               ? (uint8_t)((highest + seat_count - 1u) % seat_count)
               : highest;
}

uint8_t pen_lots_draw(const struct pen_rules *rules, uint8_t seat_count, const uint8_t *deck,
                      const struct pen_lot_source *source, struct pen_lots *lots)
{
    memset(lots, 0, sizeof *lots);
    uint16_t drawing = (uint16_t)((1u << seat_count) - 1);
    if (rules->rule.dealer_by == PEN_DEALER_NAMED)
        return (uint8_t)source->below(source->context, seat_count); /* RULE O23 */
    while (lots->count < PEN_LOTS_MAX && (drawing & (drawing - 1))) {
        uint8_t left[PEN_DECK_MAX], *cards = lots->cards[lots->count++];
        unsigned left_count = rules->deck_count;
        memcpy(left, deck, left_count);
        memset(cards, PEN_CARD_NONE, PEN_SEATS_MAX);
        for (uint8_t seat = 0; seat < seat_count; seat++) {
            if (!(drawing & pen__seat_bit(seat)))
                continue;
            unsigned place = source->below(source->context, left_count);
            cards[seat] = left[place];
            left[place] = left[--left_count];
        }
        drawing = pen_lots_highest(rules, cards, drawing);
    }
    /* A deck with one number only would tie for ever: then nobody has drawn, and chance names a player. */
    if (drawing & (drawing - 1))
        memset(lots, 0, sizeof *lots);
    unsigned pick = source->below(source->context, pen_bits_count(drawing));
    return pen_lots_dealer(rules, (uint8_t)pen_bits_select(drawing, pick), seat_count);
}

/* Whether these are cards that the seats can have drawn. */
static bool drawing_is_good(const struct pen_rules *rules, const uint8_t *cards, uint16_t drawing)
{
    uint8_t used[PEN_KINDS_MAX] = {0};
    for (uint8_t seat = 0; seat < PEN_SEATS_MAX; seat++) {
        bool has_drawn = cards[seat] != PEN_CARD_NONE;
        if (has_drawn != ((drawing & pen__seat_bit(seat)) != 0))
            return false;
        if (has_drawn &&
            (cards[seat] >= rules->kind_count || used[cards[seat]]++ >= rules->copies[cards[seat]]))
            return false;
    }
    return true;
}

bool pen_lots_are_good(const struct pen_rules *rules, const struct pen_lots *lots, uint8_t seat_count,
                       uint8_t dealer)
{
    uint16_t drawing = (uint16_t)((1u << seat_count) - 1);
    if (lots->count == 0)
        return true;
    if (rules->rule.dealer_by == PEN_DEALER_NAMED || lots->count > PEN_LOTS_MAX)
        return false;
    for (unsigned i = 0; i < lots->count; i++) {
        if (!(drawing & (drawing - 1)) || !drawing_is_good(rules, lots->cards[i], drawing))
            return false;
        drawing = pen_lots_highest(rules, lots->cards[i], drawing);
    }
    return !(drawing & (drawing - 1)) &&
           pen_lots_dealer(rules, (uint8_t)pen_bits_lowest(drawing), seat_count) == dealer;
}

void pen__tell_lots(struct pen__table *table, const struct pen_lots *lots, uint8_t seat_count, uint8_t dealer)
{
    uint16_t drawing = (uint16_t)((1u << seat_count) - 1);
    if (!table->events || lots->count == 0)
        return;
    for (unsigned i = 0; i < lots->count; i++) {
        const uint8_t *cards = lots->cards[i];
        for (uint8_t seat = 0; seat < seat_count; seat++)
            if (drawing & pen__seat_bit(seat))
                PEN__HAPPENED_WITH(table, LOT, seat, event.card = cards[seat],
                                   event.count = (uint16_t)(i + 1));
        drawing = pen_lots_highest(table->rules, cards, drawing);
        if (drawing & (drawing - 1))
            PEN__HAPPENED_WITH(table, LOT_TIED, PEN_SEAT_NONE,
                               event.count = (uint16_t)pen_bits_count(drawing));
    }
    PEN__HAPPENED_WITH(table, LOT_WON, (uint8_t)pen_bits_lowest(drawing), event.target = dealer);
}

/* piles.c - cards on their way between piles and hands, and what is told of it. */
#include <string.h>

#include "engine.h"

void pen__events_add(struct pen_events *events, struct pen_event event)
{
    PEN_ASSERT(events->count < PEN_EVENTS_MAX);
    events->list[events->count++] = event;
}

void pen__share_pile(struct pen_round *round)
{
    uint8_t cards[PEN_DECK_MAX]; /* from the top */
    const unsigned count = round->draw_count, seats = round->seat_count;
    pen_chance_shuffle(&round->chance, round->pile, count - (unsigned)round->ordered_count);
    for (unsigned i = 0; i < count; i++)
        cards[i] = round->pile[count - 1 - i];
    unsigned place = 0;
    for (unsigned seat = 0; seat < seats; seat++) {
        const unsigned first = (seat + 2 * seats - round->dealer - 1) % seats;
        const unsigned own = first < count ? (count - first - 1) / seats + 1 : 0;
        for (unsigned i = own; i > 0; i--)
            round->pile[place++] = cards[first + (i - 1) * seats];
        round->own[seat] = (uint8_t)own;
    }
    round->ordered_count = (uint8_t)count;
}

void pen__reshuffle(struct pen__table *table)
{
    struct pen_round *round = table->round;
    unsigned count = round->discard_count - 1u;
    memmove(round->pile, round->pile + PEN_DECK_MAX - count, count);
    memset(round->pile + count, 0, PEN_DECK_MAX - count);
    round->discard_count = 0;
    pen__discard(round, round->top);
    round->draw_count = (uint8_t)count;
    if (table->order) {
        PEN_ASSERT(table->order_count == count);
        for (unsigned i = 0; i < count; i++)
            round->pile[count - 1 - i] = table->order[i];
        round->ordered_count = (uint8_t)count;
    } else if (pen__is_told(table) || table->rules->rule.own_piles) {
        /* Somebody is writing it down. The numbers used up are those that drawing card by card
         * would use, so the game is the same either way. */
        pen_chance_shuffle(&round->chance, round->pile, count);
        round->ordered_count = (uint8_t)count;
    }
    if (pen__is_told(table)) {
        PEN_ASSERT(table->events->reshuffled_count == 0);
        table->events->reshuffled_count = count;
        for (unsigned i = 0; i < count; i++)
            table->events->reshuffled[i] = round->pile[count - 1 - i];
    }
    if (table->rules->rule.own_piles)
        pen__share_pile(round);
    PEN__HAPPENED_WITH(table, RESHUFFLED, PEN_SEAT_NONE, event.count = (uint16_t)count);
}

/* RULE H25: where the next card of this seat lies. Whose pile is used up draws the lowest card of the
 * largest, which its owner would come to last; of equals, that of the next seat to the left. */
static unsigned own_place(struct pen_round *round, uint8_t seat)
{
    unsigned owner = seat, place = 0;
    for (unsigned i = 1; round->own[seat] == 0 && i < round->seat_count; i++) {
        const unsigned other = (seat + i) % round->seat_count;
        if (round->own[other] > round->own[owner])
            owner = other;
    }
    for (unsigned below = 0; below < owner; below++)
        place += round->own[below];
    round->own[owner]--;
    return owner == seat ? place + round->own[owner] : place;
}

uint8_t pen__draw_card(struct pen__table *table, uint8_t seat)
{
    struct pen_round *round = table->round;
    if (PEN_UNLIKELY(round->draw_count == 0)) {
        if (round->discard_count < 2)
            return PEN_CARD_NONE;
        pen__reshuffle(table);
    }
    const unsigned last = --round->draw_count;
    unsigned place = last;
    if (round->ordered_count == 0) {
        if (last > 0)
            place = pen_chance_below(&round->chance, last + 1);
    } else {
        round->ordered_count--;
        if (table->rules->rule.own_piles && seat != PEN_SEAT_NONE)
            place = own_place(round, seat);
    }
    const uint8_t card = round->pile[place];
    if (round->ordered_count == 0)
        round->pile[place] = round->pile[last];
    else
        memmove(round->pile + place, round->pile + place + 1, last - place);
    round->pile[last] = 0;
    return card;
}

void pen__draw_cards(struct pen__table *table, uint8_t seat, unsigned count)
{
    struct pen_round *round = table->round;
    if (PEN_LIKELY(!pen__is_told(table) && table->rules->rule.hand_limit == 0 &&
                   pen__serves_plainly(round, count))) {
        pen__draw_plainly(round, seat, count);
        if (count > 0)
            round->owes &= (uint16_t)~pen__seat_bit(seat);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        uint8_t card = pen__is_full(table->rules, round, seat) ? PEN_CARD_NONE : pen__draw_card(table, seat);
        if (card == PEN_CARD_NONE) {
            PEN__HAPPENED_WITH(table, DREW_NOTHING, seat, event.count = (uint16_t)(count - i));
            return;
        }
        pen__receive(table, seat, card);
    }
}

/* RULE O8: a seat's debt after hands changed places. 'before' is its old number of cards. */
static void settle_debt(const struct pen__table *table, uint8_t seat, uint8_t before)
{
    struct pen_round *round = table->round;
    uint16_t bit = pen__seat_bit(seat);
    if (round->hand_count[seat] != 1)
        round->owes &= (uint16_t)~bit;
    else if (before != 1 && table->rules->rule.saying != PEN_SAYING_NEVER)
        round->owes |= bit;
    /* RULE O8: one card for one card leaves debts as they are. */
}

void pen__pass_hands(struct pen__table *table)
{
    struct pen_round *round = table->round;
    struct pen_round old = *round;
    for (uint8_t seat = 0; seat < round->seat_count; seat++) {
        uint8_t to = pen_round_next(round, seat);
        round->hands[to] = old.hands[seat];
        round->hand_count[to] = old.hand_count[seat];
    }
    for (uint8_t seat = 0; seat < round->seat_count; seat++)
        settle_debt(table, seat, old.hand_count[seat]);
    PEN__HAPPENED(table, PASSED_HANDS, round->thrower);
}

void pen__show_hand(struct pen__table *table, uint8_t seat, const struct pen_hand *hand, uint8_t to)
{
    if (!pen__is_told(table))
        return;
    struct pen_event event = pen__event(PEN_EVENT_SHOWN_TO, seat);
    event.target = to;
    pen__events_add(table->events, event);
    event.type = PEN_EVENT_SHOWN;
    event.audience = to == PEN_SEAT_NONE ? PEN_AUDIENCE_ALL : pen__seat_bit(to);
    for (event.card = 0; event.card < table->rules->kind_count; event.card++)
        for (unsigned copies = pen_hand_count_of(hand, event.card); copies > 0; copies--)
            pen__events_add(table->events, event);
}

void pen__swap_hands(struct pen__table *table, uint8_t seat, uint8_t other)
{
    struct pen_round *round = table->round;
    struct pen_hand hand = round->hands[seat];
    uint8_t count = round->hand_count[seat], other_count = round->hand_count[other];
    round->hands[seat] = round->hands[other];
    round->hand_count[seat] = other_count;
    round->hands[other] = hand;
    round->hand_count[other] = count;
    settle_debt(table, seat, count);
    settle_debt(table, other, other_count);
    PEN__HAPPENED_WITH(table, SWAPPED, seat, event.target = other);
}

void pen__show_small_hands(struct pen__table *table, const struct pen_hand *before)
{
    const struct pen_round *round = table->round;
    for (uint8_t seat = 0; seat < round->seat_count; seat++) {
        const struct pen_hand *hand = &round->hands[seat];
        bool is_new = !before || memcmp(&before[seat], hand, sizeof *hand) != 0;
        if (is_new && round->hand_count[seat] > 0 && round->hand_count[seat] <= table->rules->rule.open_hands)
            pen__show_hand(table, seat, hand, PEN_SEAT_NONE);
    }
}

/* deal.c - what the key decides: dealer, deals, new draw piles, ties. */
#include <string.h>

#include "fair/fair.h"
#include "fair/stream.h"

enum { ATTEMPTS_MAX = 1000 }; /* of dealing so that a card can open; the decks we know never need a second */

/* Puts the cards in the order in which they go into the shuffle. */
static void sort(const struct fair *fair, uint8_t *cards, unsigned count)
{
    uint8_t copies[PEN_KINDS_MAX] = {0};
    for (unsigned i = 0; i < count; i++)
        copies[cards[i]]++;
    unsigned place = 0;
    for (unsigned i = 0; i < fair->kind_count; i++)
        for (unsigned copy = copies[fair->kinds[i]]; copy > 0; copy--)
            cards[place++] = fair->kinds[i];
}

static uint32_t stream_below(void *context, uint32_t bound)
{
    return fair_stream_below(context, bound);
}

uint8_t fair_dealer(const struct fair *fair, const struct pen_rules *rules, struct pen_lots *lots)
{
    struct fair_stream stream;
    uint8_t deck[PEN_DECK_MAX];
    const struct pen_lot_source source = {&stream, stream_below};
    memset(lots, 0, sizeof *lots);
    fair_stream_init(&stream, fair->key, FAIR_DEALER, 0, 0);
    if (fair->version == 1)
        return (uint8_t)fair_stream_below(&stream, fair->seat_count);
    memcpy(deck, rules->deck, rules->deck_count);
    sort(fair, deck, rules->deck_count);
    return pen_lots_draw(rules, fair->seat_count, deck, &source, lots);
}

/* RULE S4 of version 1: turns cards over from the top of 'pile' until one stays. A card that goes back
 * changes places with one of those that are not turned yet, itself included: as likely as if all were
 * shuffled again. Returns how many lie open, 0 if no card can. */
static unsigned turn_over_1(struct fair_stream *stream, const struct pen_rules *rules, uint8_t *pile,
                            unsigned count)
{
    bool can_open = false;
    for (unsigned i = 0; i < count; i++) {
        const uint8_t op = rules->open[pile[i]][0].op;
        can_open = can_open || (op != PEN_STEP_RETURN && op != PEN_STEP_IGNORE);
    }
    for (unsigned open = 0; can_open && open < count;) {
        const uint8_t card = pile[open];
        const uint8_t op = rules->open[card][0].op;
        if (op == PEN_STEP_RETURN) {
            unsigned place = open + fair_stream_below(stream, count - open);
            pile[open] = pile[place];
            pile[place] = card;
            continue;
        }
        open++;
        if (op != PEN_STEP_IGNORE)
            return open;
    }
    return 0;
}

/* RULE S4: as many cards from the top of 'pile' as are turned over until one stays; 0 if none can. */
static unsigned turn_over(const struct pen_rules *rules, const uint8_t *pile, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const uint8_t op = rules->open[pile[i]][0].op;
        if (op != PEN_STEP_RETURN && op != PEN_STEP_IGNORE)
            return i + 1;
    }
    return 0;
}

/* RULE O24: the cards that go back, in the order in which they were turned over, each to any place of the
 * pile. Version 2 left them out of it: whoever plays such a record puts them beneath. */
static void put_back(struct fair_stream *stream, const struct pen_rules *rules, struct pen_layout *layout)
{
    for (unsigned i = 0; i < layout->opening_count; i++) {
        const uint8_t card = layout->opening[i];
        if (rules->open[card][0].op != PEN_STEP_RETURN)
            continue;
        uint8_t *place = layout->draw + fair_stream_below(stream, layout->draw_count + 1u);
        memmove(place + 1, place, (size_t)(layout->draw + layout->draw_count - place));
        *place = card;
        layout->draw_count++;
    }
}

static bool try_deal(const struct fair *fair, const struct pen_rules *rules, uint32_t round_number,
                     uint32_t attempt, struct pen_layout *layout)
{
    struct fair_stream stream;
    uint8_t cards[PEN_DECK_MAX];
    unsigned dealt = 0;
    fair_stream_init(&stream, fair->key, FAIR_DEAL, round_number, attempt);
    memcpy(cards, rules->deck, rules->deck_count);
    sort(fair, cards, rules->deck_count);
    fair_stream_shuffle(&stream, cards, rules->deck_count);
    /* RULE S2: one card at a time, the dealer's left first. */
    for (unsigned i = 0; i < rules->rule.hand_cards; i++)
        for (unsigned next = 1; next <= layout->seat_count; next++)
            pen_hand_add(&layout->hands[(layout->dealer + next) % layout->seat_count], cards[dealt++]);
    layout->has_hand = (uint16_t)((1u << layout->seat_count) - 1);
    unsigned open = fair->version == 1 ? turn_over_1(&stream, rules, cards + dealt, rules->deck_count - dealt)
                                       : turn_over(rules, cards + dealt, rules->deck_count - dealt);
    if (open == 0)
        return false;
    memcpy(layout->opening, cards + dealt, open);
    layout->opening_count = (uint8_t)open;
    layout->draw_count = (uint8_t)(rules->deck_count - dealt - open);
    memcpy(layout->draw, cards + dealt + open, layout->draw_count);
    if (fair->version > 2)
        put_back(&stream, rules, layout);
    return true;
}

static enum pen_deal_problem deal(const struct fair *fair, const struct pen_rules *rules,
                                  uint32_t round_number, const struct pen_layout *empty,
                                  struct pen_layout *layout)
{
    if (!pen_seats_fit(rules, empty->seat_count))
        return PEN_DEAL_BAD_SEATS;
    for (uint32_t attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        *layout = *empty;
        if (try_deal(fair, rules, round_number, attempt, layout))
            return PEN_DEAL_GOOD;
    }
    return PEN_DEAL_NO_OPENING;
}

enum pen_deal_problem fair_first_layout(const struct fair *fair, const struct pen_rules *rules, uint8_t named,
                                        struct pen_layout *layout)
{
    /* Of seed 0, as whoever replays the record has it; it decides nothing. */
    struct pen_layout empty = pen_game_first_layout(fair->seat_count, 0, 0);
    if (named < fair->seat_count)
        empty.dealer = named;
    else
        empty.dealer = fair_dealer(fair, rules, &empty.lots);
    return deal(fair, rules, 1, &empty, layout);
}

enum pen_deal_problem fair_next_layout(const struct fair *fair, const struct pen_rules *rules,
                                       const struct pen_game *game, struct pen_layout *layout)
{
    const struct pen_layout empty = pen_game_next_layout(game);
    return deal(fair, rules, game->round_number + UINT32_C(1), &empty, layout);
}

void fair_order_reshuffle(struct fair *fair, uint8_t *cards, unsigned count)
{
    struct fair_stream stream;
    fair_stream_init(&stream, fair->key, FAIR_RESHUFFLE, ++fair->reshuffle_count, 0);
    sort(fair, cards, count);
    fair_stream_shuffle(&stream, cards, count);
}

enum pen_refusal fair_apply(struct fair *fair, const struct pen_rules *rules, struct pen_game *game,
                            struct pen_action action, struct pen_events *events)
{
    /* Only trying tells whether the action makes a new draw pile, and of which cards. */
    struct pen_game trial = *game;
    enum pen_refusal refusal = pen_game_apply(rules, &trial, action, events);
    if (refusal != PEN_ACCEPTED)
        return refusal;
    if (events->reshuffled_count == 0) {
        *game = trial;
        return PEN_ACCEPTED;
    }
    uint8_t order[PEN_DECK_MAX];
    const unsigned count = events->reshuffled_count;
    memcpy(order, events->reshuffled, count);
    fair_order_reshuffle(fair, order, count);
    return pen_game_apply_ordered(rules, game, action, events, order, count);
}

uint16_t fair_order_tie(struct fair *fair, uint8_t *seats, unsigned count)
{
    struct fair_stream stream;
    fair_stream_init(&stream, fair->key, FAIR_TIE, ++fair->tie_count, 0);
    for (unsigned i = 1; i < count; i++) { /* few: by insertion */
        const uint8_t seat = seats[i];
        unsigned place = i;
        for (; place > 0 && seats[place - 1] > seat; place--)
            seats[place] = seats[place - 1];
        seats[place] = seat;
    }
    fair_stream_shuffle(&stream, seats, count);
    return fair->tie_count;
}

uint64_t fair_seed(const struct fair *fair, enum fair_purpose purpose, uint32_t number, uint32_t attempt)
{
    struct fair_stream stream;
    fair_stream_init(&stream, fair->key, purpose, number, attempt);
    const uint64_t low = fair_stream_word(&stream);
    return low | (uint64_t)fair_stream_word(&stream) << 32;
}

/* deal.c - from a deck to a round in play: layouts, hands, the card turned over (RULES S2, S4). */
#include <string.h>

#include "engine.h"

struct pen_layout pen_layout_random(uint8_t seat_count, uint8_t dealer, struct pen_chance chance)
{
    struct pen_layout layout;
    memset(&layout, 0, sizeof layout);
    layout.seat_count = seat_count;
    layout.dealer = dealer;
    layout.chance = chance;
    layout.top = PEN_CARD_NONE;
    layout.top_color = PEN_COLOR_NONE;
    return layout;
}

static bool is_turned_again(const struct pen_rules *rules, uint8_t card)
{
    uint8_t op = rules->open[card][0].op;
    return op == PEN_STEP_RETURN || op == PEN_STEP_IGNORE;
}

/* A deck of which a layout has named some cards. */
struct deck {
    struct pen_hand left; /* what chance has to deal */
    struct pen_hand back; /* what was turned over and goes back to a place that nobody has stated */
};

/* Takes the card out of what is left of the deck. */
static enum pen_deal_problem claim(const struct pen_rules *rules, struct pen_hand *left, uint8_t card,
                                   uint8_t *fault)
{
    *fault = card;
    if (card >= rules->kind_count)
        return PEN_DEAL_BAD_CARD;
    if (!pen_hand_has(left, card))
        return PEN_DEAL_TOO_MANY_COPIES;
    pen_hand_remove(left, card);
    return PEN_DEAL_GOOD;
}

static enum pen_deal_problem claim_list(const struct pen_rules *rules, struct pen_hand *left,
                                        const uint8_t *cards, unsigned count, uint8_t *fault)
{
    if (count > PEN_DECK_MAX)
        return PEN_DEAL_BAD_CARD;
    for (unsigned i = 0; i < count; i++) {
        enum pen_deal_problem problem = claim(rules, left, cards[i], fault);
        if (problem != PEN_DEAL_GOOD)
            return problem;
    }
    return PEN_DEAL_GOOD;
}

static enum pen_deal_problem claim_hands(const struct pen_rules *rules, struct pen_hand *left,
                                         const struct pen_layout *layout, uint8_t *fault)
{
    for (unsigned seat = 0; seat < layout->seat_count; seat++) {
        if (!(layout->has_hand >> seat & 1))
            continue;
        if (pen_hand_count(&layout->hands[seat]) == 0)
            return PEN_DEAL_EMPTY_HAND;
        for (unsigned card = 0; card < PEN_KINDS_MAX; card++) {
            for (unsigned i = pen_hand_count_of(&layout->hands[seat], card); i > 0; i--) {
                enum pen_deal_problem problem = claim(rules, left, (uint8_t)card, fault);
                if (problem != PEN_DEAL_GOOD)
                    return problem;
            }
        }
    }
    return PEN_DEAL_GOOD;
}

static bool seats_are_good(const struct pen_rules *rules, const struct pen_layout *layout)
{
    return pen_seats_fit(rules, layout->seat_count) && layout->dealer < layout->seat_count &&
           layout->turn < layout->seat_count && layout->direction <= PEN_RIGHT;
}

/* RULE O24: a card that is turned over and goes back is a card of the pile: the one that 'draw' names, or,
 * with 'back', one of those that nobody names. */
static enum pen_deal_problem claim_opening(const struct pen_rules *rules, struct deck *deck,
                                           const struct pen_layout *layout, uint8_t *fault)
{
    struct pen_hand named = {{0}};
    for (unsigned i = 0; i < layout->draw_count; i++)
        pen_hand_add(&named, layout->draw[i]);
    for (unsigned i = 0; i < layout->opening_count && i < PEN_DECK_MAX; i++) {
        const uint8_t card = layout->opening[i];
        const bool goes_back = card < rules->kind_count && rules->open[card][0].op == PEN_STEP_RETURN;
        if (goes_back && pen_hand_has(&named, card)) {
            pen_hand_remove(&named, card);
            continue;
        }
        enum pen_deal_problem problem = claim(rules, &deck->left, card, fault);
        if (problem != PEN_DEAL_GOOD)
            return problem;
        if (goes_back)
            pen_hand_add(&deck->back, card);
    }
    return layout->opening_count > PEN_DECK_MAX ? PEN_DEAL_BAD_CARD : PEN_DEAL_GOOD;
}

/* Takes everything named out of the deck. */
static enum pen_deal_problem claim_all(const struct pen_rules *rules, struct deck *deck,
                                       const struct pen_layout *layout, uint8_t *fault)
{
    struct pen_hand *left = &deck->left;
    if (!seats_are_good(rules, layout))
        return PEN_DEAL_BAD_SEATS;
    memset(deck, 0, sizeof *deck);
    for (unsigned i = 0; i < rules->deck_count; i++)
        pen_hand_add(left, rules->deck[i]);
    enum pen_deal_problem problem = claim_hands(rules, left, layout, fault);
    if (problem == PEN_DEAL_GOOD)
        problem = claim_list(rules, left, layout->draw, layout->draw_count, fault);
    if (layout->top == PEN_CARD_NONE) {
        if (problem == PEN_DEAL_GOOD)
            problem = claim_opening(rules, deck, layout, fault);
        return problem;
    }
    if (problem == PEN_DEAL_GOOD)
        problem = claim(rules, left, layout->top, fault);
    if (problem == PEN_DEAL_GOOD && rules->color[layout->top] == PEN_COLOR_NONE &&
        layout->top_color >= rules->color_count)
        problem = PEN_DEAL_BAD_CARD;
    if (problem == PEN_DEAL_GOOD)
        problem = claim_list(rules, left, layout->discard, layout->discard_count, fault);
    return problem;
}

static unsigned list_cards(const struct pen_rules *rules, const struct pen_hand *hand, uint8_t *cards)
{
    unsigned count = 0;
    for (unsigned card = 0; card < rules->kind_count; card++)
        for (unsigned i = pen_hand_count_of(hand, card); i > 0; i--)
            cards[count++] = (uint8_t)card;
    return count;
}

/* An empty table: no hands yet, the pile laid as the layout says, chance ready. */
static void clear_round(struct pen_round *round, uint8_t seat_count, uint8_t dealer, struct pen_chance chance)
{
    memset(round, 0, sizeof *round);
    round->seat_count = seat_count;
    round->dealer = dealer;
    round->chance = chance;
    round->forward = 1;
    round->turn = dealer;
    round->top = PEN_CARD_NONE;
    round->color = PEN_COLOR_NONE;
    round->color_before = PEN_COLOR_NONE;
    round->drawn = PEN_CARD_NONE;
    round->thrower = PEN_SEAT_NONE;
    round->follower = PEN_SEAT_NONE;
    round->follow_color = PEN_COLOR_NONE;
    round->winner = PEN_SEAT_NONE;
}

static void deal_hands(const struct pen_rules *rules, struct pen__table *table,
                       const struct pen_layout *layout)
{
    struct pen_round *round = table->round;
    for (uint8_t seat = 0; seat < round->seat_count; seat++) {
        if (layout->has_hand >> seat & 1) {
            round->hands[seat] = layout->hands[seat];
            round->hand_count[seat] = (uint8_t)pen_hand_count(&layout->hands[seat]);
        } else {
            for (unsigned i = 0; i < rules->rule.hand_cards; i++)
                pen_hand_add(&round->hands[seat], pen__draw_card(table, PEN_SEAT_NONE));
            round->hand_count[seat] = rules->rule.hand_cards;
        }
        PEN__HAPPENED_WITH(table, DEALT, seat, event.target = round->dealer,
                           event.count = round->hand_count[seat]);
    }
}

/* RULE O24: among the cards that have no order, so at a place that chance decides and nobody knows; beneath
 * those whose order was stated. */
static void put_back(const struct pen_rules *rules, struct pen_round *round, const struct pen_hand *back)
{
    uint8_t cards[PEN_DECK_MAX];
    if (!pen_hand_kinds(back))
        return;
    const unsigned count = list_cards(rules, back, cards);
    const unsigned unordered = round->draw_count - (unsigned)round->ordered_count;
    memmove(round->pile + unordered + count, round->pile + unordered, round->ordered_count);
    memcpy(round->pile + unordered, cards, count);
    round->draw_count = (uint8_t)(round->draw_count + count);
}

static bool can_any_open(const struct pen_rules *rules, const uint8_t *cards, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!is_turned_again(rules, cards[i]))
            return true;
    return false;
}

/* RULE S4: turns cards over until one stays to start, those of 'stated' (may be null) first; such a card is
 * there. Each card is turned once: what goes back (RULE O24) does so when the start is decided, with what
 * is in 'back' already. Returns how many were turned, 0 if that is more than a record can state; 'turned'
 * (may be null, or the opening of 'stated') receives them in their order. */
static unsigned turn_over(struct pen__table *table, const struct pen_layout *stated, struct pen_hand *back,
                          uint8_t *turned)
{
    struct pen_round *round = table->round;
    const unsigned stated_count = stated ? stated->opening_count : 0;
    for (unsigned count = 0; count < PEN_DECK_MAX; count++) {
        const bool is_stated = count < stated_count;
        const uint8_t card = is_stated ? stated->opening[count] : pen__draw_card(table, PEN_SEAT_NONE);
        if (turned)
            turned[count] = card;
        const uint8_t op = table->rules->open[card][0].op;
        if (op == PEN_STEP_RETURN) {
            PEN__HAPPENED_WITH(table, TURNED_BACK, round->dealer, event.card = card);
            if (!is_stated)
                pen_hand_add(back, card);
            continue;
        }
        pen__discard(round, card);
        if (op == PEN_STEP_IGNORE) {
            PEN__HAPPENED_WITH(table, TURNED_IGNORED, round->dealer, event.card = card);
            continue;
        }
        PEN__HAPPENED_WITH(table, TURNED, round->dealer, event.card = card);
        round->top = card;
        round->color = table->rules->color[card];
        put_back(table->rules, round, back);
        return count + 1;
    }
    return 0;
}

/* In mid-game: the top card's effect is over, but a jump can still take back its turn (RULE H4). */
static void set_top(struct pen__table *table, const struct pen_layout *layout)
{
    struct pen_round *round = table->round;
    for (unsigned i = layout->discard_count; i > 0; i--)
        pen__discard(round, layout->discard[i - 1]);
    pen__discard(round, layout->top);
    round->top = layout->top;
    round->color = table->rules->color[layout->top];
    if (round->color == PEN_COLOR_NONE)
        round->color = layout->top_color;
    if (layout->direction == PEN_RIGHT)
        pen__turn_round(round);
    round->turned = pen_program_count(table->rules->play[layout->top], 0, PEN_STEP_REVERSE) > 0 &&
                    !(round->seat_count == 2 && table->rules->reverse_skips_with_two);
    pen__set_turn(table, layout->turn, PEN_PHASE_TURN);
}

/* Lays cards on the draw pile in this order, the first one on top. */
static void lay_order(struct pen_round *round, const uint8_t *cards, unsigned count)
{
    for (unsigned i = count; i > 0; i--)
        round->pile[round->draw_count++] = cards[i - 1];
    round->ordered_count = (uint8_t)(round->ordered_count + count);
}

/* Hands and pile as the layout says, nothing turned over yet. */
static enum pen_deal_problem set_out(const struct pen_rules *rules, struct pen__table *table,
                                     const struct pen_layout *layout, struct deck *deck, uint8_t *fault)
{
    struct pen_round *round = table->round;
    enum pen_deal_problem problem = claim_all(rules, deck, layout, fault);
    if (problem != PEN_DEAL_GOOD)
        return problem;
    unsigned wanted = 0;
    for (unsigned seat = 0; seat < layout->seat_count; seat++)
        if (!(layout->has_hand >> seat & 1))
            wanted += rules->rule.hand_cards;
    if (wanted > pen_hand_count(&deck->left))
        return PEN_DEAL_TOO_FEW_CARDS;
    if (!pen_lots_are_good(rules, &layout->lots, layout->seat_count, layout->dealer))
        return PEN_DEAL_BAD_LOTS;
    pen__tell_lots(table, &layout->lots, layout->seat_count, layout->dealer);
    clear_round(round, layout->seat_count, layout->dealer, layout->chance);
    round->draw_count = (uint8_t)list_cards(rules, &deck->left, round->pile);
    deal_hands(rules, table, layout);
    lay_order(round, layout->draw, layout->draw_count);
    if (layout->top == PEN_CARD_NONE && !can_any_open(rules, layout->opening, layout->opening_count) &&
        !can_any_open(rules, round->pile, round->draw_count))
        return PEN_DEAL_NO_OPENING;
    return PEN_DEAL_GOOD;
}

/* Turns over what the layout states and more; 'turned' and 'count' (may be null) receive it. */
static enum pen_deal_problem open_pile(struct pen__table *table, const struct pen_layout *layout,
                                       struct deck *deck, uint8_t *turned, uint8_t *count)
{
    const unsigned all = turn_over(table, layout, &deck->back, turned);
    if (all == 0)
        return PEN_DEAL_NO_OPENING;
    if (all < layout->opening_count)
        return PEN_DEAL_OPENING_LEFT;
    if (count)
        *count = (uint8_t)all;
    return PEN_DEAL_GOOD;
}

enum pen_deal_problem pen_round_deal(const struct pen_rules *rules, struct pen_round *round,
                                     const struct pen_layout *layout, struct pen_events *events,
                                     uint8_t *card)
{
    uint8_t fault = PEN_CARD_NONE;
    struct pen__table table = {rules, round, events, NULL, 0};
    if (events) {
        events->count = 0;
        events->reshuffled_count = 0;
    }
    struct deck deck;
    enum pen_deal_problem problem = set_out(rules, &table, layout, &deck, &fault);
    if (card)
        *card = fault;
    if (problem != PEN_DEAL_GOOD)
        return problem;
    if (layout->top == PEN_CARD_NONE)
        problem = open_pile(&table, layout, &deck, NULL, NULL);
    if (problem != PEN_DEAL_GOOD)
        return problem;
    if (rules->rule.own_piles)
        pen__share_pile(round);
    if (layout->top == PEN_CARD_NONE)
        pen__effect_open(&table);
    else
        set_top(&table, layout);
    if (rules->rule.open_hands > 0)
        pen__show_small_hands(&table, NULL); /* RULE H22 */
    return PEN_DEAL_GOOD;
}

enum pen_deal_problem pen_layout_complete(const struct pen_rules *rules, struct pen_layout *layout,
                                          uint8_t *card)
{
    uint8_t fault = PEN_CARD_NONE;
    struct pen_round round;
    struct pen__table table = {rules, &round, NULL, NULL, 0};
    struct deck deck;
    enum pen_deal_problem problem = set_out(rules, &table, layout, &deck, &fault);
    if (problem == PEN_DEAL_GOOD && layout->top == PEN_CARD_NONE)
        problem = open_pile(&table, layout, &deck, layout->opening, &layout->opening_count);
    if (card)
        *card = fault;
    if (problem != PEN_DEAL_GOOD)
        return problem;
    pen_chance_shuffle(&round.chance, round.pile, round.draw_count - (unsigned)round.ordered_count);
    layout->draw_count = round.draw_count;
    for (unsigned i = 0; i < layout->draw_count; i++)
        layout->draw[i] = round.pile[round.draw_count - 1 - i];
    layout->has_hand = pen__all_seats(&round);
    memcpy(layout->hands, round.hands, sizeof layout->hands);
    layout->chance = round.chance;
    return PEN_DEAL_GOOD;
}

void pen_round_start(const struct pen_rules *rules, struct pen_round *round, uint8_t seat_count,
                     uint8_t dealer, struct pen_chance chance)
{
    PEN_ASSERT(pen_seats_fit(rules, seat_count) && seat_count <= PEN_SEATS_MAX);
    PEN_ASSERT(dealer < seat_count);
    struct pen__table table = {rules, round, NULL, NULL, 0};
    clear_round(round, seat_count, dealer, chance);
    memcpy(round->pile, rules->deck, sizeof round->pile); /* all of it: a size that is known is quicker */
    round->draw_count = rules->deck_count;
    /* The deck has a card more than all hands: pen_rules_make(). */
    for (uint8_t seat = 0; seat < seat_count; seat++)
        pen__draw_plainly(round, seat, rules->rule.hand_cards);
    if (PEN_UNLIKELY(!can_any_open(rules, round->pile, round->draw_count))) {
        /* RULE S4 cannot be carried out with such hands. Ten hands of seven leave at least 38 cards
         * of the editions we know; a small deck of one's own deals again. */
        pen_round_start(rules, round, seat_count, dealer, round->chance);
        return;
    }
    struct pen_hand back = {{0}};
    turn_over(&table, NULL, &back, NULL);
    if (PEN_UNLIKELY(rules->rule.own_piles))
        pen__share_pile(round);
    pen__effect_open(&table);
}

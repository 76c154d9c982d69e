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

/* Takes everything named out of the deck; 'left' is what chance has to deal. */
static enum pen_deal_problem claim_all(const struct pen_rules *rules, struct pen_hand *left,
                                       const struct pen_layout *layout, uint8_t *fault)
{
    if (!seats_are_good(rules, layout))
        return PEN_DEAL_BAD_SEATS;
    memset(left, 0, sizeof *left);
    for (unsigned i = 0; i < rules->deck_count; i++)
        pen_hand_add(left, rules->deck[i]);
    enum pen_deal_problem problem = claim_hands(rules, left, layout, fault);
    if (problem == PEN_DEAL_GOOD)
        problem = claim_list(rules, left, layout->draw, layout->draw_count, fault);
    if (layout->top == PEN_CARD_NONE) {
        if (problem == PEN_DEAL_GOOD)
            problem = claim_list(rules, left, layout->opening, layout->opening_count, fault);
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
            for (unsigned i = 0; i < rules->hand_cards; i++)
                pen_hand_add(&round->hands[seat], pen__draw_card(table));
            round->hand_count[seat] = rules->hand_cards;
        }
        PEN__HAPPENED_WITH(table, DEALT, seat, event.target = round->dealer,
                           event.count = round->hand_count[seat]);
    }
}

/* RULE O24: below all others, so that a record can say that it was turned over. Those that have no order
 * yet get one, with the numbers that drawing them card by card would use. */
static void put_back(struct pen_round *round, uint8_t card)
{
    pen_chance_shuffle(&round->chance, round->pile, round->draw_count - (unsigned)round->ordered_count);
    memmove(round->pile + 1, round->pile, round->draw_count);
    round->pile[0] = card;
    round->draw_count++;
    round->ordered_count = round->draw_count;
}

static bool pile_can_open(const struct pen_rules *rules, const struct pen_round *round)
{
    for (unsigned i = 0; i < round->draw_count; i++)
        if (!is_turned_again(rules, round->pile[i]))
            return true;
    return false;
}

/* RULE S4: turns cards over until one stays to start. The pile has such a card. Returns how many
 * were turned; 'turned' (may be null) receives them in their order. */
static unsigned turn_over(struct pen__table *table, uint8_t *turned)
{
    struct pen_round *round = table->round;
    for (unsigned count = 0;; count++) {
        uint8_t card = pen__draw_card(table);
        if (turned)
            turned[count] = card;
        const uint8_t op = table->rules->open[card][0].op;
        if (op == PEN_STEP_RETURN) {
            PEN__HAPPENED_WITH(table, TURNED_BACK, round->dealer, event.card = card);
            put_back(round, card);
        } else if (op == PEN_STEP_IGNORE) {
            PEN__HAPPENED_WITH(table, TURNED_IGNORED, round->dealer, event.card = card);
            pen__discard(round, card);
        } else {
            PEN__HAPPENED_WITH(table, TURNED, round->dealer, event.card = card);
            pen__discard(round, card);
            round->top = card;
            round->color = table->rules->color[card];
            return count + 1;
        }
    }
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
                                     const struct pen_layout *layout, uint8_t *fault)
{
    struct pen_round *round = table->round;
    struct pen_hand left;
    enum pen_deal_problem problem = claim_all(rules, &left, layout, fault);
    if (problem != PEN_DEAL_GOOD)
        return problem;
    unsigned wanted = 0;
    for (unsigned seat = 0; seat < layout->seat_count; seat++)
        if (!(layout->has_hand >> seat & 1))
            wanted += rules->hand_cards;
    if (wanted > pen_hand_count(&left))
        return PEN_DEAL_TOO_FEW_CARDS;
    if (!pen_lots_are_good(rules, &layout->lots, layout->seat_count, layout->dealer))
        return PEN_DEAL_BAD_LOTS;
    pen__tell_lots(table, &layout->lots, layout->seat_count, layout->dealer);
    clear_round(round, layout->seat_count, layout->dealer, layout->chance);
    round->draw_count = (uint8_t)list_cards(rules, &left, round->pile);
    deal_hands(rules, table, layout);
    lay_order(round, layout->draw, layout->draw_count);
    if (layout->top == PEN_CARD_NONE) {
        lay_order(round, layout->opening, layout->opening_count);
        if (!pile_can_open(rules, round))
            return PEN_DEAL_NO_OPENING;
    }
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
    enum pen_deal_problem problem = set_out(rules, &table, layout, &fault);
    if (card)
        *card = fault;
    if (problem != PEN_DEAL_GOOD)
        return problem;
    if (layout->top != PEN_CARD_NONE) {
        set_top(&table, layout);
        return PEN_DEAL_GOOD;
    }
    if (turn_over(&table, NULL) < layout->opening_count)
        return PEN_DEAL_OPENING_LEFT;
    pen__effect_open(&table);
    if (rules->open_hands > 0)
        pen__show_small_hands(&table, NULL); /* RULE H22 */
    return PEN_DEAL_GOOD;
}

enum pen_deal_problem pen_layout_complete(const struct pen_rules *rules, struct pen_layout *layout,
                                          uint8_t *card)
{
    uint8_t fault = PEN_CARD_NONE;
    struct pen_round round;
    struct pen__table table = {rules, &round, NULL, NULL, 0};
    enum pen_deal_problem problem = set_out(rules, &table, layout, &fault);
    if (card)
        *card = fault;
    if (problem != PEN_DEAL_GOOD)
        return problem;
    unsigned beneath = 0; /* cards that were turned over and went back: 'opening' has them */
    if (layout->top == PEN_CARD_NONE) {
        unsigned count = turn_over(&table, layout->opening);
        if (count < layout->opening_count)
            return PEN_DEAL_OPENING_LEFT;
        layout->opening_count = (uint8_t)count;
        for (unsigned i = 0; i < count; i++)
            beneath += rules->open[layout->opening[i]][0].op == PEN_STEP_RETURN;
    }
    pen_chance_shuffle(&round.chance, round.pile, round.draw_count - (unsigned)round.ordered_count);
    layout->draw_count = (uint8_t)(round.draw_count - beneath);
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
        pen__draw_plainly(round, seat, rules->hand_cards);
    if (PEN_UNLIKELY(!pile_can_open(rules, round))) {
        /* RULE S4 cannot be carried out with such hands. Ten hands of seven leave at least 38 cards
         * of the editions we know; a small deck of one's own deals again. */
        pen_round_start(rules, round, seat_count, dealer, round->chance);
        return;
    }
    turn_over(&table, NULL);
    pen__effect_open(&table);
}

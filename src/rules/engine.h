/* engine.h - what deal, apply and effect share: moving cards, moving the turn. Internal.
 *
 * Everything here keeps the promise of pen_round_check(): each card of the deck is in exactly one
 * place, hand_count says what the hands hold, and the piles' free places are zero. */
#ifndef PENULTIMA_RULES_ENGINE_H
#define PENULTIMA_RULES_ENGINE_H

#include <string.h>

#include "penultima/round.h"

/* The table at which an action is carried out, and what goes in and out besides. */
struct pen__table {
    const struct pen_rules *rules;
    struct pen_round *round;
    struct pen_events *events; /* may be null */
    const uint8_t *order;      /* of a new draw pile, from the top; may be null */
    unsigned order_count;
};

/* ---- events ---- */

void pen__events_add(struct pen_events *events, struct pen_event event);

static inline struct pen_event pen__event(enum pen_event_type type, uint8_t seat)
{
    return (struct pen_event){(uint8_t)type,   seat, PEN_SEAT_NONE, PEN_CARD_NONE, PEN_COLOR_NONE, 0, 0,
                              PEN_AUDIENCE_ALL};
}

/* Whether anybody listens. Where nobody ever does, a build can leave all of it out: gpu/. */
static inline bool pen__is_told(const struct pen__table *table)
{
#ifdef PEN_NOBODY_LISTENS
    (void)table;
    return false;
#else
    return table->events != NULL;
#endif
}

/* Tells whoever listens; nothing is built when nobody does. With more to say, it follows as
 * assignments: PEN__HAPPENED_WITH(table, DREW, seat, event.card = card). */
#define PEN__HAPPENED_WITH(table, event_type, event_seat, ...)                       \
    do {                                                                             \
        if (pen__is_told(table)) {                                                   \
            struct pen_event event = pen__event(PEN_EVENT_##event_type, event_seat); \
            __VA_ARGS__;                                                             \
            pen__events_add((table)->events, event);                                 \
        }                                                                            \
    } while (0)
#define PEN__HAPPENED(table, event_type, event_seat) \
    PEN__HAPPENED_WITH(table, event_type, event_seat, (void)0)

static inline uint16_t pen__seat_bit(unsigned seat)
{
    return (uint16_t)(1u << seat);
}

static inline uint16_t pen__all_seats(const struct pen_round *round)
{
    return (uint16_t)((1u << round->seat_count) - 1);
}

/* ---- piles and hands: piles.c ---- */

/* RULE E3: the discards beneath the top card become the draw pile. There is at least one. */
void pen__reshuffle(struct pen__table *table);

/* RULE H25: deals the draw pile out, one card at a time, the dealer's left first. What had no order gets one.
 */
void pen__share_pile(struct pen_round *round);

/* The next card of the draw pile for this seat, or PEN_CARD_NONE if both piles cannot serve (RULE O19). With
 * PEN_SEAT_NONE that of the undivided pile. */
uint8_t pen__draw_card(struct pen__table *table, uint8_t seat);

/* Whether the pile serves so many cards and one more, each picked at random. */
static inline bool pen__serves_plainly(const struct pen_round *round, unsigned count)
{
    return round->draw_count > count && round->ordered_count == 0;
}

/* So many of them for this hand, as pen__draw_card() picks them, with nobody listening. What changes with
 * each card stays out of the round meanwhile. */
static inline void pen__draw_plainly(struct pen_round *round, uint8_t seat, unsigned count)
{
    struct pen_chance chance = round->chance;
    struct pen_hand hand = round->hands[seat];
    unsigned left = round->draw_count;
    for (unsigned i = 0; i < count; i++) {
        unsigned place = pen_chance_below(&chance, left--);
        pen_hand_add(&hand, round->pile[place]);
        round->pile[place] = round->pile[left];
        round->pile[left] = 0;
    }
    round->chance = chance;
    round->hands[seat] = hand;
    round->hand_count[seat] = (uint8_t)(round->hand_count[seat] + count);
    round->draw_count = (uint8_t)left;
}

static inline void pen__discard(struct pen_round *round, uint8_t card)
{
    round->pile[PEN_DECK_MAX - 1 - round->discard_count++] = card;
}

/* The hand got cards, so it is not one card any more (RULE O8). */
static inline void pen__receive(struct pen__table *table, uint8_t seat, uint8_t card)
{
    struct pen_round *round = table->round;
    pen_hand_add(&round->hands[seat], card);
    round->hand_count[seat]++;
    round->owes &= (uint16_t)~pen__seat_bit(seat);
    PEN__HAPPENED_WITH(table, DREW, seat, event.card = card, event.count = 1,
                       event.audience = pen__seat_bit(seat));
}

/* Draws what there is, at most 'count' (RULE O19). */
void pen__draw_cards(struct pen__table *table, uint8_t seat, unsigned count);

/* RULE H2: the two change hands. */
void pen__swap_hands(struct pen__table *table, uint8_t seat, uint8_t other);

/* RULE H17: whether this hand takes no more cards. */
static inline bool pen__is_full(const struct pen_rules *rules, const struct pen_round *round, uint8_t seat)
{
    return rules->rule.hand_limit > 0 && round->hand_count[seat] >= rules->rule.hand_limit;
}

/* Everybody's hand goes to the next one. */
void pen__pass_hands(struct pen__table *table);

/* Tells that the hand of 'seat' is shown to a seat, or to all (PEN_SEAT_NONE). */
void pen__show_hand(struct pen__table *table, uint8_t seat, const struct pen_hand *hand, uint8_t to);

/* RULE H22: tells of the hands that lie open and are not what they were before; null: of all that do. */
void pen__show_small_hands(struct pen__table *table, const struct pen_hand *before);

/* ---- turns ---- */

/* RULE O15: accusations hold for one turn. */
static inline void pen__forget_accusations(struct pen_round *round)
{
    if (PEN_UNLIKELY(round->accusing != 0)) {
        memset(round->accused, 0, sizeof round->accused);
        round->accusing = 0;
        round->punished = 0;
    }
}

static inline void pen__set_turn(struct pen__table *table, uint8_t seat, enum pen_phase phase)
{
    struct pen_round *round = table->round;
    round->turn = seat;
    round->phase = (uint8_t)phase;
    round->drawn = PEN_CARD_NONE;
    round->drawn_forced = 0;
    if (PEN_UNLIKELY(table->rules->rule.turns_each > 0) &&
        round->turns <= pen_round_turns(table->rules, round->seat_count))
        round->turns++; /* RULE H24 */
    pen__forget_accusations(round);
    PEN__HAPPENED(table, TURN, seat);
}

static inline void pen__turn_round(struct pen_round *round)
{
    round->direction ^= 1;
    round->forward = (uint8_t)(round->seat_count - round->forward);
}

/* RULE O14: whoever misplayed out of turn loses the turn that comes now. */
uint8_t pen__pass_over_lost(struct pen__table *table, uint8_t seat);

/* RULE H24: the turns are over. Whoever has the fewest cards wins the round, of several the one whose cards
 * count less, and then whoever comes first from 'next' on. */
void pen__end_of_turns(struct pen__table *table, uint8_t next);

/* The round is over: nothing is open any more. */
void pen__close_round(struct pen_round *round, uint8_t winner);

/* The turn goes to the seat after 'from', leaving out 'skips' seats. */
static inline void pen__next_turn(struct pen__table *table, uint8_t from, unsigned skips)
{
    struct pen_round *round = table->round;
    uint8_t seat = pen_round_next(round, from);
    while (skips-- > 0) {
        PEN__HAPPENED(table, SKIPPED, seat);
        seat = pen_round_next(round, seat);
    }
    if (PEN_UNLIKELY(pen_round_is_last_turn(table->rules, round))) {
        pen__end_of_turns(table, seat);
        return;
    }
    if (PEN_UNLIKELY(round->lost != 0))
        seat = pen__pass_over_lost(table, seat);
    round->step = round->anchor = round->skips = 0;
    pen__set_turn(table, seat, PEN_PHASE_TURN);
}

/* RULE A6: whether this hand, the card itself taken out, makes laying it a bluff. */
static inline bool pen__is_bluff(const struct pen_rules *rules, const struct pen_round *round,
                                 const struct pen_hand *rest, uint8_t card)
{
    return (pen_hand_kinds(rest) & (rules->of_color[round->color] | rules->guard[card])) != 0;
}

/* RULE A7: a card with such a condition is judged by the hand and the colour of this moment. */
static inline void pen__note_bluff(const struct pen_rules *rules, struct pen_round *round,
                                   const struct pen_hand *rest, uint8_t card)
{
    round->bluffed = pen__is_bluff(rules, round, rest, card);
    round->laid_from = *rest;
    round->color_before = round->color;
}

/* How many players this step leaves out. RULE O2: with two a Reverse is a Skip, unless the table wants it to
 * turn. */
static inline unsigned pen__step_skips(const struct pen_rules *rules, const struct pen_round *round,
                                       unsigned op)
{
    return op == PEN_STEP_SKIP_NEXT ||
           (op == PEN_STEP_REVERSE && round->seat_count == 2 && rules->reverse_skips_with_two);
}

/* RULE A3: play runs the other way. */
static inline void pen__reverse(struct pen__table *table, uint8_t seat)
{
    pen__turn_round(table->round);
    table->round->turned = 1;
    PEN__HAPPENED_WITH(table, REVERSED, seat, event.count = table->round->direction);
}

/* The kinds that can be laid while a draw is pending: cards that answer it, and those that fit and pass it on
 * (RULES H10, H11). On one that passed it on, what answers the draw card beneath must fit as well. */
static inline uint64_t pen__answers(const struct pen_rules *rules, const struct pen_round *round)
{
    uint64_t on = rules->skip_on | rules->send_back;
    if (PEN_LIKELY(on == 0))
        return rules->answers[round->top];
    uint64_t fits = pen_round_matches(rules, round);
    if (on & pen_card_bit(round->top))
        return (rules->answers[round->beneath] | on) & fits;
    return rules->answers[round->top] | (on & fits);
}

/* RULE H14: of these kinds those that may leave the hand. */
static inline uint64_t pen__may_leave(const struct pen_rules *rules, const struct pen_round *round,
                                      uint8_t seat, uint64_t kinds)
{
    return round->hand_count[seat] == 1 ? kinds & ~rules->not_last : kinds;
}

/* RULE H13, no-bluff: of these kinds of the seat's hand those that may be played as RULE A6 says. */
static inline uint64_t pen__may_be_played(const struct pen_rules *rules, const struct pen_round *round,
                                          uint8_t seat, uint64_t kinds)
{
    for (uint64_t left = kinds & rules->no_bluffs; PEN_UNLIKELY(left); left &= left - 1) {
        const uint8_t card = (uint8_t)pen_bits_lowest(left);
        struct pen_hand rest = round->hands[seat];
        pen_hand_remove(&rest, card);
        if (pen__is_bluff(rules, round, &rest, card))
            kinds &= ~pen_card_bit(card);
    }
    return kinds;
}

/* RULE H23: the cards of this seat that have the number on top. */
static inline uint64_t pen__more_of_number(const struct pen_rules *rules, const struct pen_round *round,
                                           uint8_t seat)
{
    return pen__may_leave(rules, round, seat,
                          pen_hand_kinds(&round->hands[seat]) & rules->of_face[round->top]);
}

/* RULES O8, H23: who owes UNO and can be caught; whoever may still lay more cards cannot yet. */
static inline uint16_t pen__catchable(const struct pen_round *round)
{
    return (uint16_t)(round->phase == PEN_PHASE_MORE ? round->owes & ~pen__seat_bit(round->turn)
                                                     : round->owes);
}

/* RULE T4: whether the hand has a card that could be played, where a Wild Draw Four that RULE A6
 * forbids does not count. */
bool pen__could_play(const struct pen_rules *rules, const struct pen_round *round, uint8_t seat);

/* ---- the draw for the deal: lots.c ---- */

void pen__tell_lots(struct pen__table *table, const struct pen_lots *lots, uint8_t seat_count,
                    uint8_t dealer);

/* ---- effects: effect.c ---- */

/* Goes on with the top card's program until it ends (then the turn moves on) or needs a choice. */
void pen__effect_run(struct pen__table *table);

/* RULES H10, H11: the top card was laid on a pending draw and passes it on. */
void pen__effect_pass_on(struct pen__table *table, uint8_t draw_card);

/* RULE H12: what a draw card of this amount adds to what is pending already. */
static inline unsigned pen__amount_added(const struct pen_rules *rules, unsigned pending, unsigned amount)
{
    return rules->rule.stacked_doubles && pending > 0 ? 2 * amount : amount;
}

/* The amount of the step the program stopped at. */
static inline uint8_t pen__effect_amount(const struct pen__table *table)
{
    return table->rules->play[table->round->top][table->round->step - 1].amount;
}

/* RULE G3: goes on to the next player who can follow, after the one in 'follower'. */
void pen__effect_follow_on(struct pen__table *table);

/* RULE S4: the effect of the card turned over to start. */
void pen__effect_open(struct pen__table *table);

/* RULES E1, E2, O7: 'seat' has no cards left. 'draw_cards' is what its last card makes the next
 * player draw. */
void pen__effect_end(struct pen__table *table, uint8_t seat, unsigned draw_cards);

/* RULE W2: the other seats that hold the colour in play. */
uint16_t pen__effect_swingable(const struct pen_rules *rules, const struct pen_round *round);

#endif

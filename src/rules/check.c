/* check.c - the self-check: re-derives every invariant of a round from its parts. */
#include <string.h>

#include "engine.h"

static const char *check_cards(const struct pen_rules *rules, const struct pen_round *round)
{
    uint8_t found[PEN_KINDS_MAX] = {0};
    unsigned total = 0;
    if (round->draw_count + round->discard_count > PEN_DECK_MAX)
        return "the piles overlap";
    if (round->ordered_count > round->draw_count)
        return "more cards in order than in the draw pile";
    for (unsigned i = 0; i < PEN_DECK_MAX; i++) {
        bool is_pile = i < round->draw_count || i >= (unsigned)PEN_DECK_MAX - round->discard_count;
        if (is_pile && round->pile[i] >= rules->kind_count)
            return "a pile holds a card that the edition does not have";
        if (is_pile)
            found[round->pile[i]]++;
        else if (round->pile[i] != 0)
            return "a free place of the piles is not zero";
    }
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++) {
        const struct pen_hand *hand = &round->hands[seat];
        unsigned count = pen_hand_count(hand);
        if (count != round->hand_count[seat])
            return "a hand does not have the number of cards it should";
        if (seat >= round->seat_count && count > 0)
            return "an empty chair holds cards";
        for (uint64_t kinds = pen_hand_kinds(hand); kinds; kinds &= kinds - 1) {
            const unsigned card = pen_bits_lowest(kinds);
            found[card] = (uint8_t)(found[card] + pen_hand_count_of(hand, card));
        }
    }
    for (unsigned card = 0; card < PEN_KINDS_MAX; card++) {
        total += found[card];
        if (found[card] != (card < rules->kind_count ? rules->copies[card] : 0))
            return "a card of the deck is lost or doubled";
    }
    return total == rules->deck_count ? NULL : "the deck has the wrong number of cards";
}

static const char *check_top(const struct pen_rules *rules, const struct pen_round *round)
{
    if (round->discard_count == 0 || round->pile[PEN_DECK_MAX - round->discard_count] != round->top)
        return "the top card does not lie on top";
    uint8_t own_color = rules->color[round->top];
    if (own_color != PEN_COLOR_NONE && round->color != own_color)
        return "the colour in play is not that of the top card";
    if (own_color == PEN_COLOR_NONE && round->phase != PEN_PHASE_NAME && round->color >= rules->color_count)
        return "no colour is in play";
    if (round->direction > PEN_RIGHT ||
        round->forward != (round->direction == PEN_LEFT ? 1 : round->seat_count - 1))
        return "no direction";
    return NULL;
}

/* RULE H25: with an order, the piles of all are the draw pile. */
static const char *check_own(const struct pen_rules *rules, const struct pen_round *round)
{
    unsigned total = 0;
    for (unsigned seat = 0; seat < round->seat_count; seat++)
        total += round->own[seat];
    const bool is_shared = rules->rule.own_piles && round->ordered_count != 0;
    return total == (is_shared ? round->draw_count : 0u) ? NULL : "the draw piles are not the draw pile";
}

static const char *check_seats(const struct pen_round *round)
{
    uint16_t all = pen__all_seats(round);
    if (round->turn >= round->seat_count || round->dealer >= round->seat_count)
        return "it is nobody's turn or deal";
    if ((round->owes | round->lost | round->dropped | round->vain | round->punished) & ~all)
        return "something is noted about an empty chair";
    if (round->thrower != PEN_SEAT_NONE && round->thrower >= round->seat_count)
        return "an empty chair has laid the top card";
    uint16_t accusing = 0;
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++) {
        accusing |= round->accused[seat];
        if (seat >= round->seat_count && round->accused[seat] != 0)
            return "an empty chair is accused";
    }
    if (accusing != round->accusing)
        return "those who accused are not those who are noted";
    for (unsigned seat = 0; seat < round->seat_count; seat++) {
        if ((round->owes >> seat & 1) && round->hand_count[seat] != 1)
            return "UNO is owed without exactly one card";
        if (round->hand_count[seat] == 0 && round->winner != seat)
            return "an empty hand did not end the round";
    }
    return NULL;
}

static const char *check_phase(const struct pen_rules *rules, const struct pen_round *round)
{
    bool is_over = round->phase == PEN_PHASE_OVER;
    if (round->phase > PEN_PHASE_OVER)
        return "no such phase";
    if (round->phase == PEN_PHASE_FOLLOW &&
        (round->follower >= round->seat_count || round->follow_color >= rules->color_count))
        return "nobody or nothing to follow";
    if ((pen_round_must(round) == 0) != is_over)
        return "nobody must act, but the round is not over";
    if (is_over && (round->pending != 0 || round->owes != 0))
        return "something is open after the round";
    if (round->winner != PEN_SEAT_NONE &&
        (!is_over || round->winner >= round->seat_count ||
         (round->hand_count[round->winner] != 0 && !pen_round_is_last_turn(rules, round))))
        return "a winner who has not won";
    if ((round->turns != 0) != (rules->rule.turns_each > 0))
        return "turns are counted, or not, against the rules";
    if ((round->pending != 0) != (round->phase == PEN_PHASE_PENDING))
        return "a pending draw without its phase, or the phase without one";
    bool is_passed_on = round->phase == PEN_PHASE_PENDING && rules->draw_cards[round->top] == 0;
    if (is_passed_on ? round->beneath >= rules->kind_count || rules->draw_cards[round->beneath] == 0
                     : round->beneath != 0)
        return "a draw was passed on that there is not, or not noted";
    if (round->drawn_forced && round->phase != PEN_PHASE_DRAWN)
        return "a card must be played that was not drawn";
    if ((round->drawn != PEN_CARD_NONE) != (round->phase == PEN_PHASE_DRAWN))
        return "a drawn card without its phase, or the phase without one";
    if (round->phase == PEN_PHASE_DRAWN &&
        (round->drawn >= rules->kind_count || !pen_hand_has(&round->hands[round->turn], round->drawn)))
        return "the drawn card is not in the hand";
    if (round->phase <= PEN_PHASE_DRAWN && (round->step | round->anchor | round->skips) != 0)
        return "a program is noted that is not under way";
    if (round->phase == PEN_PHASE_MORE && (round->turn != round->thrower || round->turn != round->anchor ||
                                           !(rules->several & pen_card_bit(round->top))))
        return "more cards of a number without the first";
    if (round->phase != PEN_PHASE_RACE && round->dropped != 0)
        return "cards are dropped without a race";
    /* Everybody who must act can. */
    for (uint8_t seat = 0; seat < round->seat_count; seat++) {
        struct pen_legal legal;
        if (!(pen_round_must(round) >> seat & 1))
            continue;
        pen_round_legal(rules, round, seat, &legal);
        pen_legal_keep_due(&legal);
        if (pen_legal_count(rules, &legal) == 0)
            return "a seat must act and cannot";
    }
    return NULL;
}

const char *pen_round_check(const struct pen_rules *rules, const struct pen_round *round)
{
    if (round->seat_count < PEN_SEATS_MIN || round->seat_count > PEN_SEATS_MAX)
        return "the number of seats is out of range";
    const char *fault = check_cards(rules, round);
    if (!fault)
        fault = check_top(rules, round);
    if (!fault)
        fault = check_own(rules, round);
    if (!fault)
        fault = check_seats(round);
    if (!fault)
        fault = check_phase(rules, round);
    return fault;
}

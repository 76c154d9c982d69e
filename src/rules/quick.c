/* quick.c - pen_round_apply(): the quick way through an ordinary turn, the general way for the
 * rest.
 *
 * An ordinary turn when nobody listens: a coloured card that asks nobody anything and leaves two or
 * more, or a draw from the pile. It does what play() or draw() in apply.c would do, or declines
 * before it changes anything; a test plays every game both ways and compares the rounds. What
 * depends on the cards alone is written without branches where that is possible: nobody can foresee
 * them. */
#include <string.h>

#include "engine.h"

/* A card with neither colour nor UNO, and one that a mask has a bit for. */
static inline bool is_bare_card(struct pen_action action)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t word;
    PEN__MOVE(&word, &action, sizeof word);
    return (word & UINT64_C(0xff00ffc00000)) == UINT64_C(0x0000ff000000);
#else
    return action.color == PEN_COLOR_NONE && action.uno == 0 && action.card < PEN_KINDS_MAX;
#endif
}

static PEN_NOINLINE enum pen_refusal quick_effect(const struct pen_rules *rules,
                                                  struct pen_round *round, uint8_t card)
{
    struct pen__act act = {rules, round, NULL, NULL, 0};
    struct pen_quick_effect effect = rules->effect[card];
    unsigned skips = effect.skips;
    if (effect.reverses) {
        if (round->seat_count == 2 && rules->reverse_skips_with_two) {
            skips++;
        } else {
            pen__turn_round(round);
            round->turned = 1;
        }
    }
    uint8_t next = pen_round_next(round, round->thrower);
    if (effect.draws > 0)
        pen__draw_cards(&act, next, effect.draws);
    while (skips-- > 0)
        next = pen_round_next(round, next);
    round->turn = next;
    return PEN_ACCEPTED;
}

static PEN_NOINLINE enum pen_refusal play_quickly(const struct pen_rules *rules,
                                                  struct pen_round *round, struct pen_action action)
{
    unsigned seat = action.seat, card = action.card;
    struct pen_hand *hand = &round->hands[seat];
    uint64_t open = pen_hand_kinds(hand) & rules->quick & pen_round_matches(rules, round);
    bool is_good = (open >> (card & 63)) & is_bare_card(action) & (round->hand_count[seat] > 2) &
                   ((round->drawn == PEN_CARD_NONE) | (round->drawn == card));
    if (PEN_UNLIKELY(!is_good))
        return pen__apply_slowly(rules, round, action);
    pen_hand_remove(hand, card);
    round->hand_count[seat]--;
    pen__discard(round, (uint8_t)card);
    round->phase = PEN_PHASE_TURN;
    round->top = (uint8_t)card;
    round->color = rules->color[card];
    round->drawn = PEN_CARD_NONE;
    round->drawn_forced = 0;
    round->thrower = (uint8_t)seat;
    round->turned = 0;
    if (PEN_UNLIKELY(rules->effect[card].is_any))
        return quick_effect(rules, round, (uint8_t)card);
    round->turn = pen_round_next(round, (uint8_t)seat);
    return PEN_ACCEPTED;
}

static PEN_NOINLINE enum pen_refusal draw_quickly(const struct pen_rules *rules,
                                                  struct pen_round *round, struct pen_action action)
{
    uint8_t seat = action.seat;
    unsigned count = round->draw_count;
    uint32_t place;
    if (PEN_UNLIKELY(
            round->phase != PEN_PHASE_TURN || count < 2 || round->ordered_count > 0 ||
            rules->drawn_must_be_played ||
            !pen_chance_try((uint32_t)(pen_chance_word(&round->chance) >> 32), 32, count, &place)))
        return pen__apply_slowly(rules, round, action); /* after a rejected word with the next */
    uint8_t card = round->pile[place];
    round->pile[place] = round->pile[count - 1];
    round->pile[count - 1] = 0;
    round->draw_count = (uint8_t)(count - 1);
    pen_hand_add(&round->hands[seat], card);
    round->hand_count[seat]++;
    bool can_play = pen_round_matches(rules, round) >> card & 1;
    uint8_t next = pen_round_next(round, seat);
    round->phase = can_play ? PEN_PHASE_DRAWN : PEN_PHASE_TURN;
    round->drawn = can_play ? card : PEN_CARD_NONE;
    round->turn = can_play ? seat : next;
    return PEN_ACCEPTED;
}

enum pen_refusal pen_round_apply(const struct pen_rules *rules, struct pen_round *round,
                                 struct pen_action action, struct pen_events *events)
{
    if (PEN_UNLIKELY(events != NULL))
        return pen_round_apply_ordered(rules, round, action, events, NULL, 0);
    if (PEN_LIKELY(!pen__has_exceptions(round) && round->phase <= PEN_PHASE_DRAWN &&
                   round->turn == action.seat)) {
        if (action.verb == PEN_VERB_PLAY)
            return play_quickly(rules, round, action);
        if (action.verb == PEN_VERB_DRAW)
            return draw_quickly(rules, round, action);
    }
    return pen__apply_slowly(rules, round, action);
}

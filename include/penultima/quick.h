/* quick.h - the same as pen_round_legal(), pen_legal_any_play() and pen_round_apply(), compiled into
 * the caller: for loops that play millions of actions (rollouts, simulations, measurements).
 *
 * They know an ordinary turn when nobody listens: a coloured card that asks nobody anything and leaves
 * two or more, or a draw from the pile. Everything else goes to the library, and so does what does not
 * fit before anything has changed. A test plays every game both ways and compares the rounds.
 *
 * What depends on the cards alone is written without branches where that is possible: nobody can
 * foresee them, and a processor that guesses wrong loses more time than the rest takes. */
#ifndef PENULTIMA_QUICK_H
#define PENULTIMA_QUICK_H

#include "penultima/game.h"

#ifdef __cplusplus
extern "C" {
#endif
PEN_API_BEGIN

/* The ways of the library for the rest; not for other callers. */
enum pen_refusal pen__apply_slowly(const struct pen_rules *rules, struct pen_round *round,
                                   struct pen_action action);
enum pen_refusal pen__quick_effect(const struct pen_rules *rules, struct pen_round *round, uint8_t card);
void pen__legal_slowly(const struct pen_rules *rules, const struct pen_round *round, uint8_t seat,
                       struct pen_legal *legal);
void pen__game_count(const struct pen_rules *rules, struct pen_game *game);
struct pen_action pen__any_play_with_wilds(const struct pen_rules *rules, const struct pen_legal *legal,
                                           struct pen_chance *chance);

/* Nothing is owed, lost, drawn in vain or accused, and the seat has the turn. */
static PEN_ALWAYS_INLINE bool pen__is_ordinary_turn(const struct pen_round *round, uint8_t seat)
{
#if defined(__GNUC__) || defined(__clang__)
    uint64_t exceptions; /* the four fields at once */
    PEN_STATIC_ASSERT(offsetof(struct pen_round, owes) == 0 && offsetof(struct pen_round, chance) == 8,
                      "the exceptions are the first word of a round");
    __builtin_memcpy(&exceptions, round, sizeof exceptions);
#else
    unsigned exceptions = (unsigned)round->owes | round->lost | round->vain | round->accusing;
#endif
    return exceptions == 0 && round->phase <= PEN_PHASE_DRAWN && round->turn == seat;
}

/* pen_round_legal(). */
static PEN_ALWAYS_INLINE void pen_quick_legal(const struct pen_rules *rules, const struct pen_round *round,
                                              uint8_t seat, struct pen_legal *legal)
{
    if (PEN_UNLIKELY(!pen__is_ordinary_turn(round, seat) || round->drawn_forced || rules->legal_is_special)) {
        pen__legal_slowly(rules, round, seat, legal);
        return;
    }
    uint64_t open = rules->of_color[round->color] | rules->of_face[round->top] | rules->wilds;
    unsigned verb = PEN_VERB_DRAW;
    if (round->phase == PEN_PHASE_DRAWN) {
        open = pen_card_bit(round->drawn);
        verb = PEN_VERB_KEEP;
    }
    uint64_t kinds = pen_hand_kinds(&round->hands[seat]);
    *legal = (struct pen_legal){.plays = kinds & open,
                                .jumps = rules->jump_in ? kinds & pen_card_bit(round->top) : 0,
                                .verbs = (uint16_t)(1u << verb),
                                .seat = seat};
}

/* pen_legal_any_play(). */
static PEN_ALWAYS_INLINE struct pen_action pen_quick_any_play(const struct pen_rules *rules,
                                                              const struct pen_legal *legal,
                                                              struct pen_chance *chance)
{
    struct pen_action action = PEN_ACTION(PEN_VERB_PLAY, legal->seat);
    uint32_t index;
    /* After a rejected word the other way takes the next one. */
    if (PEN_UNLIKELY((legal->plays & rules->wilds) ||
                     !pen_chance_try((uint32_t)(pen_chance_word(chance) >> 32), 32,
                                     pen_bits_count(legal->plays), &index)))
        return pen__any_play_with_wilds(rules, legal, chance);
    action.card = (uint8_t)pen_bits_select(legal->plays, index);
    return action;
}

static PEN_ALWAYS_INLINE enum pen_refusal pen__quick_play(const struct pen_rules *rules,
                                                          struct pen_round *round, struct pen_action action)
{
    uint8_t seat = action.seat, card = action.card;
    struct pen_hand *hand = &round->hands[seat];
    uint64_t open = pen_hand_kinds(hand) & rules->quick & pen_round_matches(rules, round);
    bool is_bare = action.color == PEN_COLOR_NONE && action.uno == 0 && card < PEN_KINDS_MAX;
    if (PEN_UNLIKELY(!is_bare || !(open >> (card & 63) & 1) || round->hand_count[seat] <= 2 ||
                     (round->drawn != PEN_CARD_NONE && round->drawn != card)))
        return pen__apply_slowly(rules, round, action);
    pen_hand_remove(hand, card);
    round->hand_count[seat]--;
    round->pile[PEN_DECK_MAX - 1 - round->discard_count++] = card;
    round->phase = PEN_PHASE_TURN;
    round->top = card;
    round->color = rules->color[card];
    round->drawn = PEN_CARD_NONE;
    round->drawn_forced = 0;
    round->thrower = seat;
    round->turned = 0;
    if (PEN_UNLIKELY(rules->effect[card].is_any))
        return pen__quick_effect(rules, round, card);
    round->turn = pen_round_next(round, seat);
    return PEN_ACCEPTED;
}

static PEN_ALWAYS_INLINE enum pen_refusal pen__quick_draw(const struct pen_rules *rules,
                                                          struct pen_round *round, struct pen_action action)
{
    uint8_t seat = action.seat;
    unsigned count = round->draw_count;
    struct pen_hand *hand = &round->hands[seat];
    uint64_t matches = pen_round_matches(rules, round);
    uint64_t playable = pen_hand_kinds(hand) & matches;
    /* RULE T4: with nothing that matches the card will have to be played; if only cards with a
     * condition match, that takes a closer look. */
    bool is_forced = rules->draw_way != 0 && playable == 0;
    uint32_t place;
    if (PEN_UNLIKELY(round->phase != PEN_PHASE_TURN || count < 2 || round->ordered_count > 0 ||
                     (rules->draw_way != 0 &&
                      (rules->draw_way > 1 || (playable != 0 && (playable & ~rules->guarded) == 0))) ||
                     !pen_chance_try((uint32_t)(pen_chance_word(&round->chance) >> 32), 32, count, &place)))
        return pen__apply_slowly(rules, round, action); /* after a rejected word with the next */
    uint8_t card = round->pile[place];
    round->pile[place] = round->pile[count - 1];
    round->pile[count - 1] = 0;
    round->draw_count = (uint8_t)(count - 1);
    pen_hand_add(hand, card);
    round->hand_count[seat]++;
    bool can_play = matches >> (card & 63) & 1;
    uint8_t next = pen_round_next(round, seat);
    round->phase = can_play ? PEN_PHASE_DRAWN : PEN_PHASE_TURN;
    round->drawn = can_play ? card : PEN_CARD_NONE;
    round->drawn_forced = can_play && is_forced;
    round->turn = can_play ? seat : next;
    return PEN_ACCEPTED;
}

/* pen_round_apply() with nobody listening. */
static PEN_ALWAYS_INLINE enum pen_refusal pen_quick_apply(const struct pen_rules *rules,
                                                          struct pen_round *round, struct pen_action action)
{
    if (PEN_LIKELY(pen__is_ordinary_turn(round, action.seat))) {
        if (action.verb == PEN_VERB_PLAY)
            return pen__quick_play(rules, round, action);
        if (action.verb == PEN_VERB_DRAW)
            return pen__quick_draw(rules, round, action);
    }
    return pen__apply_slowly(rules, round, action);
}

/* pen_game_apply() with nobody listening. */
static PEN_ALWAYS_INLINE enum pen_refusal pen_quick_game_apply(const struct pen_rules *rules,
                                                               struct pen_game *game,
                                                               struct pen_action action)
{
    enum pen_refusal refusal = pen_quick_apply(rules, &game->round, action);
    if (PEN_UNLIKELY(game->round.phase == PEN_PHASE_OVER) && refusal == PEN_ACCEPTED)
        pen__game_count(rules, game);
    return refusal;
}

PEN_API_END
#ifdef __cplusplus
}
#endif

#endif

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
                                   uint64_t action_word);
void pen__quick_effect(const struct pen_rules *rules, struct pen_round *round, uint8_t card);
void pen__legal_slowly(const struct pen_rules *rules, const struct pen_round *round, uint8_t seat,
                       struct pen_legal *legal);
void pen__game_count(const struct pen_rules *rules, struct pen_game *game);
void pen__any_card(const struct pen_rules *rules, struct pen_round *round, uint64_t plays,
                   struct pen_chance *chance);
void pen__any_draw(const struct pen_rules *rules, struct pen_round *round);
bool pen__any_answer(const struct pen_rules *rules, struct pen_round *round, struct pen_chance *chance);
struct pen_action pen__any_play_with_wilds(const struct pen_rules *rules, uint64_t plays, uint8_t seat,
                                           struct pen_chance *chance);

/* Whether anything is owed, lost, drawn in vain or accused. */
static PEN_ALWAYS_INLINE bool pen__has_exceptions(const struct pen_round *round)
{
#if defined(__GNUC__) || defined(__clang__)
    uint64_t exceptions; /* the four fields at once */
    PEN_STATIC_ASSERT(offsetof(struct pen_round, owes) == 0 && offsetof(struct pen_round, chance) == 8,
                      "the exceptions are the first word of a round");
    __builtin_memcpy(&exceptions, round, sizeof exceptions);
#else
    unsigned exceptions = (unsigned)round->owes | round->lost | round->vain | round->accusing;
#endif
    return exceptions != 0;
}

/* Nothing of this is the case, and the seat has the turn. */
static PEN_ALWAYS_INLINE bool pen__is_ordinary_turn(const struct pen_round *round, uint8_t seat)
{
    return !pen__has_exceptions(round) && round->phase <= PEN_PHASE_DRAWN && round->turn == seat;
}

/* In an ordinary turn: the kinds that can be laid. With a card drawn that one alone, which matches; written
 * as a condition this would become a branch. */
static PEN_ALWAYS_INLINE uint64_t pen__quick_plays(const struct pen_round *round, uint8_t seat,
                                                   uint64_t matches)
{
    uint64_t either = pen_card_bit(round->drawn) | (0 - (uint64_t)(round->phase == PEN_PHASE_TURN));
    return pen_hand_kinds(&round->hands[seat]) & matches & either;
}

/* pen_round_legal(). */
static PEN_ALWAYS_INLINE void pen_quick_legal(const struct pen_rules *rules, const struct pen_round *round,
                                              uint8_t seat, struct pen_legal *legal)
{
    if (PEN_UNLIKELY(!pen__is_ordinary_turn(round, seat) || rules->legal_is_special)) {
        struct pen_legal slow; /* its own: the caller's set then need not lie in memory */
        pen__legal_slowly(rules, round, seat, &slow);
        *legal = slow;
        return;
    }
    uint64_t kinds = pen_hand_kinds(&round->hands[seat]);
    bool has_drawn = round->phase == PEN_PHASE_DRAWN;
    uint64_t open = has_drawn ? pen_card_bit(round->drawn) : pen_round_matches(rules, round);
    unsigned verb = has_drawn ? 1u << PEN_VERB_KEEP : 1u << PEN_VERB_DRAW;
    uint64_t jumps = rules->rule.jump_in ? kinds & pen_card_bit(round->top) : 0;
    struct pen_legal quick = {
        kinds & open, jumps,       0, 0, 0, 0, 0, 0, (uint16_t)(round->drawn_forced ? 0 : verb), 0,
        seat,         {0, 0, 0, 0}};
    *legal = quick;
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
        return pen__any_play_with_wilds(rules, legal->plays, legal->seat, chance);
    action.card = (uint8_t)pen_bits_select(legal->plays, index);
    return action;
}

/* Plays of which some may be wilds. Which it will be cannot be foreseen, so both go the same way
 * without a branch. */
static PEN_ALWAYS_INLINE struct pen_action pen__any_play(const struct pen_rules *rules, uint64_t plays,
                                                         uint8_t seat, struct pen_chance *chance)
{
    struct pen_action action = PEN_ACTION(PEN_VERB_PLAY, seat);
    uint64_t colored = plays & ~rules->wilds, wild = plays & rules->wilds;
    unsigned colored_count = pen_bits_count(colored);
    unsigned count = colored_count + pen_bits_count(wild) * rules->color_count;
    PEN_ASSERT(count > 0);
    unsigned index = pen_chance_below(chance, count);
    unsigned wild_index = index - colored_count;
    unsigned wild_kind = (wild_index & 0xfff) * rules->color_inverse >> 16;
    uint64_t is_wild = 0 - (uint64_t)(index >= colored_count); /* all bits or none */
    uint64_t kinds = (wild & is_wild) | (colored & ~is_wild);
    unsigned kind_index = (wild_kind & (unsigned)is_wild) | (index & ~(unsigned)is_wild);
    action.card = (uint8_t)pen_bits_select(kinds, kind_index);
    action.color = (uint8_t)((wild_index - wild_kind * rules->color_count) | ~(unsigned)is_wild);
    return action;
}

/* The turn after a card of 'quick' that is not long and lies: it leaves one player out ('skips'), turns
 * ('turns') or does nothing. Which of these cannot be foreseen, so all is computed. Returns the next seat. */
static PEN_ALWAYS_INLINE uint8_t pen__quick_turn(struct pen_round *round, uint8_t seat, bool skips,
                                                 bool turns)
{
    unsigned other_way = (unsigned)round->seat_count - round->forward, back = seat + other_way;
    uint8_t next = pen_round_next(round, seat), after = pen_round_next(round, next);
    uint8_t before = (uint8_t)(back >= round->seat_count ? back - round->seat_count : back);
    round->forward = (uint8_t)(turns ? other_way : round->forward);
    round->direction ^= (uint8_t)turns;
    round->turned = (uint8_t)turns;
    next = skips ? after : next;
    next = turns ? before : next;
    return round->turn = next;
}

/* RULE O2: whether a Reverse is a Skip here. */
static PEN_ALWAYS_INLINE bool pen__reverse_is_skip(const struct pen_rules *rules,
                                                   const struct pen_round *round)
{
    return round->seat_count == 2 && rules->reverse_skips_with_two;
}

/* A card that may be laid and is not the last one leaves the hand and lies on top. The turn is an ordinary
 * one. */
static PEN_ALWAYS_INLINE void pen__quick_put(struct pen_round *round, uint8_t seat, uint8_t card,
                                             uint8_t color, unsigned left)
{
    pen_hand_remove(&round->hands[seat], card);
    round->hand_count[seat] = (uint8_t)left;
    round->pile[PEN_DECK_MAX - 1 - round->discard_count++] = card;
    round->phase = PEN_PHASE_TURN;
    round->top = card;
    round->color = color;
    round->drawn = PEN_CARD_NONE;
    round->drawn_forced = 0;
    round->thrower = seat;
}

/* Puts a card of 'quick' there, with what it does. */
static PEN_ALWAYS_INLINE void pen__quick_lay(const struct pen_rules *rules, struct pen_round *round,
                                             uint8_t seat, uint8_t card, uint8_t color, unsigned left)
{
    pen__quick_put(round, seat, card, color, left);
    struct pen_quick_effect effect = rules->effect[card];
    if (PEN_UNLIKELY(effect.is_long)) {
        pen__quick_effect(rules, round, card);
        return;
    }
    unsigned turns = pen__reverse_is_skip(rules, round) ? 0 : effect.reverses;
    pen__quick_turn(round, seat, effect.skips + effect.reverses > turns, turns);
}

static PEN_ALWAYS_INLINE enum pen_refusal pen__quick_play(const struct pen_rules *rules,
                                                          struct pen_round *round, struct pen_action action)
{
    uint8_t seat = action.seat, card = action.card;
    uint64_t open = pen_hand_kinds(&round->hands[seat]) & rules->quick & pen_round_matches(rules, round);
    unsigned left = round->hand_count[seat] - 1u;
    /* One of the two colours is NONE, all bits set, and the other one is the colour in play. */
    unsigned own = rules->color[card & 63], color = own & action.color;
    if (PEN_UNLIKELY(card >= PEN_KINDS_MAX || !(open >> (card & 63) & 1) || left < 1 ||
                     (own | action.color) != PEN_COLOR_NONE || color >= rules->color_count ||
                     (action.uno && !pen_uno_goes_with(rules, left + 1)) ||
                     (round->drawn != PEN_CARD_NONE && round->drawn != card)))
        return pen__apply_slowly(rules, round, pen_action_word(action));
    if (PEN_UNLIKELY(left == 1) && !action.uno && rules->rule.saying != PEN_SAYING_NEVER)
        round->owes = (uint16_t)(1u << seat); /* nobody owed before: an ordinary turn */
    pen__quick_lay(rules, round, seat, card, (uint8_t)color, left);
    return PEN_ACCEPTED;
}

/* Whether the draw pile serves the next card without further ado: the card in 'place'. A rejected word is
 * used up, and whoever draws instead goes on with the next. */
static PEN_ALWAYS_INLINE bool pen__quick_place(struct pen_round *round, uint32_t *place)
{
    return round->draw_count >= 2 && round->ordered_count == 0 &&
           pen_chance_try((uint32_t)(pen_chance_word(&round->chance) >> 32), 32, round->draw_count, place);
}

/* The seat in turn draws the card in 'place'. 'matches': pen_round_matches(). Returns it, if it can be laid
 * now, as a set. */
static PEN_ALWAYS_INLINE uint64_t pen__quick_take(struct pen_round *round, uint8_t seat, uint32_t place,
                                                  uint64_t matches, bool is_forced)
{
    unsigned last = round->draw_count - 1u;
    uint8_t card = round->pile[place];
    round->pile[place] = round->pile[last];
    round->pile[last] = 0;
    round->draw_count = (uint8_t)last;
    pen_hand_add(&round->hands[seat], card);
    round->hand_count[seat]++;
    unsigned can_play = matches >> (card & 63) & 1, keeps_turn = 0 - can_play; /* all bits or none */
    uint8_t next = pen_round_next(round, seat);
    PEN_STATIC_ASSERT(PEN_PHASE_TURN == 0 && PEN_PHASE_DRAWN == 1 && PEN_CARD_NONE == 0xff, "as bits");
    round->phase = (uint8_t)can_play;
    round->drawn = (uint8_t)(card | ~keeps_turn);
    round->drawn_forced = (uint8_t)(can_play & is_forced);
    round->turn = (uint8_t)((seat & keeps_turn) | (next & ~keeps_turn));
    return matches & pen_card_bit(card);
}

static PEN_ALWAYS_INLINE enum pen_refusal pen__quick_draw(const struct pen_rules *rules,
                                                          struct pen_round *round, struct pen_action action)
{
    uint8_t seat = action.seat;
    uint64_t matches = pen_round_matches(rules, round);
    bool is_forced = false, is_plain = round->phase == PEN_PHASE_TURN;
    uint32_t place;
    if (PEN_UNLIKELY(rules->draw_way != 0)) {
        /* RULE T4: with nothing that matches the card will have to be played; if only cards with a
         * condition match, that takes a closer look. */
        uint64_t playable = pen_hand_kinds(&round->hands[seat]) & matches;
        is_forced = playable == 0;
        is_plain = is_plain && rules->draw_way == 1 && (is_forced || (playable & ~rules->guarded) != 0);
    }
    if (PEN_UNLIKELY(!is_plain || !pen__quick_place(round, &place)))
        return pen__apply_slowly(rules, round, pen_action_word(action));
    pen__quick_take(round, seat, place, matches, is_forced);
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
    return pen__apply_slowly(rules, round, pen_action_word(action));
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

/* pen_round_may_react(). */
static PEN_ALWAYS_INLINE uint16_t pen_quick_may_react(const struct pen_rules *rules,
                                                      const struct pen_round *round)
{
    unsigned may = 0;
    if (PEN_UNLIKELY(round->owes != 0 || round->phase > PEN_PHASE_DRAWN ||
                     (rules->not_last | rules->no_bluffs) != 0))
        return pen_round_may_react(rules, round);
    if (rules->rule.jump_in)
        for (unsigned seat = 0; seat < round->seat_count; seat++)
            may |= (unsigned)pen_hand_has(&round->hands[seat], round->top) << seat;
    return (uint16_t)may;
}

/* The turns of pen_quick_any_turns(), of which the first is an ordinary one. 'is_pair': two play, and a
 * Reverse is a Skip; a constant, so that each number of seats has its own loop.
 *
 * How long a turn takes is how long the way is from the cards that can be laid to those that can be laid
 * next. So everything on it is as short as can be: sets of kinds instead of tables, and one table ('fits')
 * where there were two in turn. */
static PEN_ALWAYS_INLINE uint64_t pen__quick_turns(const struct pen_rules *rules, struct pen_round *round,
                                                   struct pen_chance *chance, uint64_t limit,
                                                   const bool is_pair)
{
    uint8_t seat = round->turn;
    uint64_t matches = pen_round_matches(rules, round), plays = pen__quick_plays(round, seat, matches);
    bool is_skip = is_pair || pen__reverse_is_skip(rules, round);
    uint64_t skipping = rules->quick_skips | (is_skip ? rules->quick_reverses : 0);
    uint64_t turning = is_skip ? 0 : rules->quick_reverses;
    uint64_t count = 0;
    do {
        uint32_t number;
        count++;
        if (plays == 0) {
            if (PEN_UNLIKELY(rules->draw_way > 1 || !pen__quick_place(round, &number))) {
                pen__any_draw(rules, round);
                return count;
            }
            plays = pen__quick_take(round, seat, number, matches, rules->draw_way != 0);
            seat = round->turn;
            plays |= plays ? 0 : pen_hand_kinds(&round->hands[seat]) & matches;
            continue;
        }
        unsigned left = round->hand_count[seat] - 1u;
        if (PEN_UNLIKELY((plays & ~rules->quick_colored) || left < 2 ||
                         !pen_chance_try((uint32_t)(pen_chance_word(chance) >> 32), 32, pen_bits_count(plays),
                                         &number))) {
            pen__any_card(rules, round, plays, chance);
            return count;
        }
        uint8_t card = (uint8_t)pen_bits_select(plays, number);
        uint64_t bit = pen_card_bit(card);
        matches = rules->fits[card];
        pen__quick_put(round, seat, card, rules->color[card], left);
        if (PEN_UNLIKELY(rules->quick_long & bit)) {
            pen__quick_effect(rules, round, card);
            return count;
        }
        if (is_pair) {
            round->turned = 0;
            seat = round->turn = seat ^ !(skipping & bit);
        } else {
            seat = pen__quick_turn(round, seat, skipping & bit, turning & bit);
        }
        plays = pen_hand_kinds(&round->hands[seat]) & matches;
    } while (count < limit);
    return count;
}

/* Actions of players in turn by chance, for random games, at most 'limit' (which is not 0): of the cards that
 * can be played any one (pen_legal_any_play()), with UNO every other time when it leaves one; a player
 * with none draws, or takes or challenges a draw. Returns how many turns it played. It stops before anything
 * else, and before others can act: then the caller looks for whoever can do anything. It never asks whether
 * others jump in.
 *
 * The same as pen_quick_legal(), pen_quick_any_play() and pen_quick_apply() one after the other, but what was
 * chosen from the set need not be looked up in it again, and what a turn leaves is at hand for the next. */
static PEN_ALWAYS_INLINE uint64_t pen_quick_any_turns(const struct pen_rules *rules, struct pen_round *round,
                                                      struct pen_chance *chance, uint64_t limit)
{
    /* RULES H13 and H14 alone change which cards match; accusations and must-play do not. */
    if (PEN_UNLIKELY(!pen__is_ordinary_turn(round, round->turn) || (rules->not_last | rules->no_bluffs) != 0))
        return pen__any_answer(rules, round, chance);
    return pen__reverse_is_skip(rules, round) ? pen__quick_turns(rules, round, chance, limit, true)
                                              : pen__quick_turns(rules, round, chance, limit, false);
}

PEN_API_END
#ifdef __cplusplus
}
#endif

#endif

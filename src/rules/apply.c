/* apply.c - carries out one action, or refuses it and changes nothing: the general way.
 *
 * Every function below first decides whether the action is refused; only then it changes the round.
 * The quick way through ordinary turns is in quick.h. */
#include <string.h>

#include "engine.h"
#include "penultima/quick.h"

/* RULE O9: the first play or draw of the player in turn ends the time for catching (RULE U2). */
static inline void begin_turn(struct pen__table *table)
{
    if (!table->rules->rule.caught_until_said)
        table->round->owes = 0;
}

/* What has to be done before anything else in this phase. */
static enum pen_refusal choice_first(const struct pen_round *round)
{
    static const uint8_t first[PEN_PHASE_COUNT] = {
#define X(name, word, who, verb, first_) first_,
        PEN_PHASE_LIST(X)
#undef X
    };
    PEN_ASSERT(round->phase > PEN_PHASE_PENDING && round->phase < PEN_PHASE_OVER);
    return (enum pen_refusal)first[round->phase];
}

/* Whether this seat has to choose something before it can do anything else. */
static bool has_choice(const struct pen_round *round, uint8_t seat)
{
    return round->phase > PEN_PHASE_PENDING && (pen_round_must(round) & pen__seat_bit(seat));
}

static enum pen_refusal pending_first(const struct pen__table *table)
{
    return table->rules->challengeable & pen_card_bit(table->round->top) ? PEN_REFUSED_FOUR_PENDING
                                                                         : PEN_REFUSED_DRAW_PENDING;
}

/* Whether the card can be laid by this seat at all, now or out of turn: it exists, is in the hand,
 * comes with a colour exactly if it is a wild, and with UNO only if it leaves one card. */
static inline enum pen_refusal card_is_ready(const struct pen__table *table, struct pen_action action)
{
    const struct pen_rules *rules = table->rules;
    const struct pen_round *round = table->round;
    if (PEN_UNLIKELY(action.card >= rules->kind_count))
        return PEN_REFUSED_NO_SUCH_CARD;
    if (PEN_UNLIKELY(!pen_hand_has(&round->hands[action.seat], action.card)))
        return PEN_REFUSED_NOT_IN_HAND;
    if (rules->color[action.card] == PEN_COLOR_NONE) {
        if (PEN_UNLIKELY(action.color == PEN_COLOR_NONE))
            return PEN_REFUSED_WILD_NEEDS_COLOR;
        if (PEN_UNLIKELY(action.color >= rules->color_count))
            return PEN_REFUSED_NO_SUCH_CARD;
    } else if (PEN_UNLIKELY(action.color != PEN_COLOR_NONE)) {
        return PEN_REFUSED_COLOR_NOT_NAMED;
    }
    if (PEN_UNLIKELY(action.uno && rules->rule.saying == PEN_SAYING_NEVER))
        return PEN_REFUSED_UNO_NEVER_SAID;
    if (PEN_UNLIKELY(action.uno && round->hand_count[action.seat] != 2))
        return PEN_REFUSED_UNO_NOT_ONE_LEFT;
    if (PEN_UNLIKELY(action.uno && rules->rule.saying == PEN_SAYING_AFTER_CARD))
        return PEN_REFUSED_UNO_AFTER_CARD;
    return PEN_ACCEPTED;
}

static inline void take_from_hand(struct pen_round *round, uint8_t seat, uint8_t card)
{
    pen_hand_remove(&round->hands[seat], card);
    round->hand_count[seat]--;
    round->vain = 0; /* RULE O19: a card was played */
}

/* The card lies on top; its program begins, unless others of its number may come first (RULE H23). */
static void lay(struct pen__table *table, struct pen_action action, bool may_be_several)
{
    const struct pen_rules *rules = table->rules;
    struct pen_round *round = table->round;
    uint8_t seat = action.seat, card = action.card;
    const uint8_t draw_card = rules->draw_cards[round->top] > 0 ? round->top : round->beneath;
    take_from_hand(round, seat, card);
    pen__discard(round, card);
    if (rules->guarded & pen_card_bit(card))
        pen__note_bluff(rules, round, &round->hands[seat], card);
    round->top = card;
    round->color = rules->color[card] == PEN_COLOR_NONE ? action.color : rules->color[card];
    round->thrower = seat;
    round->turned = 0;
    round->beneath = 0;
    round->drawn = PEN_CARD_NONE;
    round->drawn_forced = 0;
    if (round->hand_count[seat] == 0) {
        pen__effect_end(table, seat, rules->draw_cards[card]);
        return;
    }
    if (round->hand_count[seat] == 1 && !action.uno && rules->rule.saying != PEN_SAYING_NEVER)
        round->owes |= pen__seat_bit(seat);
    round->anchor = seat;
    round->skips = 0;
    round->step = 0;
    if (PEN_UNLIKELY(may_be_several) && pen__more_of_number(rules, round, seat) != 0)
        round->phase = PEN_PHASE_MORE;
    else if (PEN_UNLIKELY(round->pending > 0 && ((rules->skip_on | rules->send_back) & pen_card_bit(card))))
        pen__effect_pass_on(table, draw_card);
    else
        pen__effect_run(table);
}

/* RULE O11: cards of G2 and G3 lie beneath the streams card. */
static void lay_beneath(struct pen__table *table, uint8_t seat, uint8_t card, bool uno)
{
    struct pen_round *round = table->round;
    take_from_hand(round, seat, card);
    round->pile[PEN_DECK_MAX - round->discard_count] = card;
    pen__discard(round, round->top);
    if (round->hand_count[seat] == 1 && !uno && table->rules->rule.saying != PEN_SAYING_NEVER)
        round->owes |= pen__seat_bit(seat);
}

/* RULE P3: laid, taken back, punished. */
static enum pen_refusal misplay(struct pen__table *table, uint8_t seat, uint8_t card, bool in_turn)
{
    struct pen_round *round = table->round;
    unsigned count = table->rules->rule.misplay_cards;
    bool is_lost = !table->rules->rule.misplay_keeps_turn; /* RULE H21 */
    if (in_turn && is_lost && round->phase == PEN_PHASE_PENDING) {
        count += round->pending; /* RULE O14 */
        round->pending = 0;
        round->beneath = 0;
    }
    PEN__HAPPENED_WITH(table, MISPLAYED, seat, event.card = card, event.count = (uint16_t)count,
                       event.target = in_turn ? PEN_SEAT_NONE : seat);
    pen__draw_cards(table, seat, count);
    if (in_turn && is_lost)
        pen__next_turn(table, seat, 0);
    else if (is_lost)
        round->lost |= pen__seat_bit(seat);
    return PEN_ACCEPTED;
}

/* RULE H23: one more card of the number; only the last one's program begins. */
static enum pen_refusal lay_more(struct pen__table *table, struct pen_action action)
{
    enum pen_refusal refusal = card_is_ready(table, action);
    if (refusal != PEN_ACCEPTED)
        return refusal;
    if (!(pen__more_of_number(table->rules, table->round, action.seat) & pen_card_bit(action.card)))
        return PEN_REFUSED_MORE_FIRST;
    PEN__HAPPENED_WITH(table, PLAYED, action.seat, event.card = action.card, event.uno = action.uno != 0);
    lay(table, action, true);
    return PEN_ACCEPTED;
}

static enum pen_refusal play_out_of_turn(struct pen__table *table, struct pen_action action)
{
    const struct pen_round *round = table->round;
    if (round->phase == PEN_PHASE_MORE && round->turn == action.seat)
        return lay_more(table, action);
    /* RULE O14: who has a choice to make first is refused, not punished. */
    if (has_choice(round, action.seat))
        return choice_first(round);
    enum pen_refusal refusal = card_is_ready(table, action);
    if (refusal != PEN_ACCEPTED)
        return refusal;
    if (table->rules->rule.misplay_cards > 0)
        return misplay(table, action.seat, action.card, false);
    return action.seat == round->turn ? choice_first(round) : PEN_REFUSED_NOT_YOUR_TURN;
}

static enum pen_refusal wrong_card(struct pen__table *table, struct pen_action action)
{
    const struct pen_rules *rules = table->rules;
    const struct pen_round *round = table->round;
    if (rules->rule.misplay_cards > 0)
        return misplay(table, action.seat, action.card, true);
    if (round->phase == PEN_PHASE_DRAWN)
        return PEN_REFUSED_ONLY_DRAWN_CARD;
    if (round->phase != PEN_PHASE_PENDING)
        return PEN_REFUSED_NO_MATCH;
    if (rules->answers[round->top] == 0 && (rules->skip_on | rules->send_back) == 0)
        return pending_first(table);
    if (rules->rule.answers_by == PEN_ANSWERS_SAME)
        return PEN_REFUSED_ANSWER_LIKE;
    if (rules->rule.answers_by != PEN_ANSWERS_AS_CARDS || (rules->skip_on | rules->send_back) != 0)
        return PEN_REFUSED_ANSWER_OTHER;
    bool is_wild = rules->color[round->top] == PEN_COLOR_NONE;
    if (is_wild && rules->draw_cards[round->top] == 4)
        return PEN_REFUSED_ANSWER_FOUR;
    return !is_wild && rules->draw_cards[round->top] == 2 ? PEN_REFUSED_ANSWER_TWO : PEN_REFUSED_ANSWER_OTHER;
}

static inline enum pen_refusal play(struct pen__table *table, struct pen_action action)
{
    const struct pen_rules *rules = table->rules;
    struct pen_round *round = table->round;
    if (PEN_UNLIKELY(round->phase > PEN_PHASE_PENDING || round->turn != action.seat))
        return play_out_of_turn(table, action);
    enum pen_refusal refusal = card_is_ready(table, action);
    if (PEN_UNLIKELY(refusal != PEN_ACCEPTED))
        return refusal;
    uint64_t open = pen_round_matches(rules, round);
    if (PEN_UNLIKELY(round->phase != PEN_PHASE_TURN))
        open = round->phase == PEN_PHASE_DRAWN ? pen_card_bit(round->drawn) : pen__answers(rules, round);
    if (PEN_UNLIKELY(!(open & pen_card_bit(action.card))))
        return wrong_card(table, action);
    if (PEN_UNLIKELY(!pen__may_leave(rules, round, action.seat, pen_card_bit(action.card))))
        return PEN_REFUSED_NOT_THE_LAST;
    if (PEN_UNLIKELY(!pen__may_be_played(rules, round, action.seat, pen_card_bit(action.card))))
        return PEN_REFUSED_NO_BLUFFS;
    begin_turn(table);
    PEN__HAPPENED_WITH(table, PLAYED, action.seat, event.card = action.card, event.color = action.color,
                       event.uno = action.uno != 0);
    /* RULES T2, K2: of a drawn card or an answer there is one. */
    lay(table, action, round->phase == PEN_PHASE_TURN && (rules->several & pen_card_bit(action.card)) != 0);
    return PEN_ACCEPTED;
}

bool pen__could_play(const struct pen_rules *rules, const struct pen_round *round, uint8_t seat)
{
    uint64_t open = pen__may_leave(rules, round, seat,
                                   pen_hand_kinds(&round->hands[seat]) & pen_round_matches(rules, round));
    if (open & ~rules->guarded)
        return true;
    for (; open; open &= open - 1) {
        uint8_t card = (uint8_t)pen_bits_lowest(open);
        struct pen_hand rest = round->hands[seat];
        pen_hand_remove(&rest, card);
        if (!pen__is_bluff(rules, round, &rest, card))
            return true;
    }
    return false;
}

static void end_void(struct pen__table *table, bool is_agreed)
{
    pen__close_round(table->round, PEN_SEAT_NONE);
    PEN__HAPPENED_WITH(table, ROUND_VOID, PEN_SEAT_NONE, event.count = is_agreed);
}

/* RULE O19: nobody can go on. */
static void drew_in_vain(struct pen__table *table, uint8_t seat)
{
    struct pen_round *round = table->round;
    round->vain |= pen__seat_bit(seat);
    if (round->vain != pen__all_seats(round))
        pen__next_turn(table, seat, 0);
    else
        end_void(table, false);
}

/* A draw finds the draw pile empty. If the piles hold as many cards as the last time, all that was drawn
 * since has come back: as many turns as there are cards to go round. */
static void note_empty_pile(struct pen_round *round)
{
    unsigned turns = round->discard_count > 2 ? round->discard_count - 1u : 1;
    unsigned still = round->still_piles == round->discard_count ? round->still + turns : 0;
    round->still = (uint8_t)(still < UINT8_MAX ? still : UINT8_MAX);
    round->still_piles = round->discard_count;
}

enum pen_refusal pen_round_can_void(const struct pen_round *round)
{
    if (round->phase == PEN_PHASE_OVER)
        return PEN_REFUSED_ROUND_OVER;
    return round->still < 3 * round->seat_count ? PEN_REFUSED_VOID_TOO_EARLY : PEN_ACCEPTED;
}

void pen_round_void(const struct pen_rules *rules, struct pen_round *round, struct pen_events *events)
{
    struct pen__table table = {rules, round, events, NULL, 0};
    PEN_ASSERT(pen_round_can_void(round) == PEN_ACCEPTED);
    if (events) {
        events->count = 0;
        events->reshuffled_count = 0;
    }
    end_void(&table, true);
}

/* Whether a card that is being drawn, not in the hand yet, can be played. */
static inline bool drawn_fits(const struct pen__table *table, uint8_t seat, uint64_t fits, uint8_t card)
{
    const struct pen_round *round = table->round;
    if (PEN_UNLIKELY((table->rules->no_bluffs & pen_card_bit(card)) &&
                     pen__is_bluff(table->rules, round, &round->hands[seat], card)))
        return false; /* RULE H13 */
    return fits & pen_card_bit(card);
}

static inline enum pen_refusal draw(struct pen__table *table, uint8_t seat)
{
    const struct pen_rules *rules = table->rules;
    struct pen_round *round = table->round;
    if (PEN_UNLIKELY(round->phase != PEN_PHASE_TURN || round->turn != seat)) {
        if (has_choice(round, seat))
            return choice_first(round);
        if (round->turn != seat)
            return PEN_REFUSED_NOT_YOUR_TURN;
        if (round->phase == PEN_PHASE_DRAWN)
            return PEN_REFUSED_ALREADY_DRAWN;
        return round->phase == PEN_PHASE_PENDING ? pending_first(table) : choice_first(round);
    }
    if (PEN_UNLIKELY(rules->rule.draw_only_if_stuck) && pen__could_play(rules, round, seat))
        return PEN_REFUSED_MUST_PLAY;
    bool is_forced = rules->rule.drawn_must_be_played == PEN_DRAWN_FORCED ||
                     (rules->rule.drawn_must_be_played == PEN_DRAWN_FORCED_IF_STUCK &&
                      !pen__could_play(rules, round, seat));
    begin_turn(table);
    bool is_low = round->draw_count < 2; /* with more the quick way may be taken, which counts nothing */
    if (PEN_UNLIKELY(round->draw_count == 0) && !pen__is_full(rules, round, seat))
        note_empty_pile(round);
    uint64_t fits = pen_round_matches(rules, round);
    uint8_t card = pen__is_full(rules, round, seat) ? PEN_CARD_NONE : pen__draw_card(table, seat);
    if (PEN_UNLIKELY(card == PEN_CARD_NONE)) {
        PEN__HAPPENED_WITH(table, DREW_NOTHING, seat, event.count = 1);
        drew_in_vain(table, seat);
        return PEN_ACCEPTED;
    }
    while (PEN_UNLIKELY(rules->rule.draw_until_fits) && !drawn_fits(table, seat, fits, card)) { /* RULE H5 */
        pen__receive(table, seat, card);
        card = pen__is_full(rules, round, seat) ? PEN_CARD_NONE : pen__draw_card(table, seat);
        if (card == PEN_CARD_NONE) {
            pen__next_turn(table, seat, 0);
            return PEN_ACCEPTED;
        }
    }
    if (is_forced && (rules->guarded & pen_card_bit(card)))
        is_forced = !pen__is_bluff(rules, round, &round->hands[seat], card);
    const bool does_fit = drawn_fits(table, seat, fits, card);
    pen__receive(table, seat, card);
    if (does_fit && rules->rule.drawn_must_be_played != PEN_DRAWN_IS_KEPT) {
        round->phase = PEN_PHASE_DRAWN;
        round->drawn = card;
        round->drawn_forced = is_forced;
    } else {
        if (is_low)
            round->still = 0; /* this player was served */
        pen__next_turn(table, seat, 0);
    }
    return PEN_ACCEPTED;
}

static enum pen_refusal keep(struct pen__table *table, uint8_t seat)
{
    struct pen_round *round = table->round;
    if (round->phase != PEN_PHASE_DRAWN && round->phase != PEN_PHASE_MORE)
        return PEN_REFUSED_NOTHING_DRAWN;
    if (round->turn != seat)
        return PEN_REFUSED_NOT_YOUR_TURN;
    if (round->phase == PEN_PHASE_MORE) { /* RULE H23 */
        PEN__HAPPENED(table, KEPT_REST, seat);
        pen__effect_run(table);
        return PEN_ACCEPTED;
    }
    if (round->drawn_forced)
        return PEN_REFUSED_MUST_PLAY_DRAWN;
    round->still = 0; /* this player was served */
    PEN__HAPPENED(table, KEPT, seat);
    pen__next_turn(table, seat, 0);
    return PEN_ACCEPTED;
}

static enum pen_refusal take(struct pen__table *table, uint8_t seat)
{
    struct pen_round *round = table->round;
    if (round->phase != PEN_PHASE_PENDING)
        return PEN_REFUSED_NOTHING_PENDING;
    if (round->turn != seat)
        return PEN_REFUSED_NOT_THE_TARGET;
    unsigned count = round->pending;
    round->pending = 0;
    round->beneath = 0;
    PEN__HAPPENED_WITH(table, TOOK, seat, event.count = (uint16_t)count);
    pen__draw_cards(table, seat, count);
    pen__effect_run(table);
    return PEN_ACCEPTED;
}

/* RULES O13, O26: nothing is pending any more; the target has a normal turn, and may owe it (RULE O14).
 * Unless it is lost it is the turn that began when the draw came (RULE O15). */
static void free_target(struct pen__table *table)
{
    struct pen_round *round = table->round;
    round->step = round->anchor = round->skips = 0;
    if (pen_round_is_last_turn(table->rules, round)) {
        pen__end_of_turns(table, round->turn);
        return;
    }
    if (round->lost & pen__seat_bit(round->turn))
        pen__set_turn(table, pen__pass_over_lost(table, round->turn), PEN_PHASE_TURN);
    round->phase = PEN_PHASE_TURN;
}

static enum pen_refusal challenge(struct pen__table *table, uint8_t seat)
{
    const struct pen_rules *rules = table->rules;
    struct pen_round *round = table->round;
    if (round->phase != PEN_PHASE_PENDING || !(rules->challengeable & pen_card_bit(round->top)))
        return PEN_REFUSED_NOTHING_TO_CHALLENGE;
    bool is_target = round->turn == seat;
    if (!is_target && !(rules->open_challenge & pen_card_bit(round->top)))
        return PEN_REFUSED_CHALLENGE_NOT_YOURS;
    if (seat == round->thrower)
        return PEN_REFUSED_CHALLENGE_OWN_CARD;
    unsigned count = round->pending;
    round->pending = 0;
    PEN__HAPPENED_WITH(table, CHALLENGED, seat, event.target = round->thrower);
    pen__show_hand(table, round->thrower, &round->laid_from, seat);
    if (round->bluffed) {
        PEN__HAPPENED_WITH(table, GUILTY, round->thrower, event.count = (uint16_t)count);
        pen__draw_cards(table, round->thrower, count);
        free_target(table);
        return PEN_ACCEPTED;
    }
    count += rules->challenge_cards[round->top];
    PEN__HAPPENED_WITH(table, INNOCENT, round->thrower, event.target = seat, event.count = (uint16_t)count);
    pen__draw_cards(table, seat, count);
    if (is_target)
        pen__effect_run(table);
    else
        free_target(table);
    return PEN_ACCEPTED;
}

static enum pen_refusal name_color(struct pen__table *table, struct pen_action action)
{
    struct pen_round *round = table->round;
    if (round->phase != PEN_PHASE_NAME)
        return PEN_REFUSED_NOTHING_TO_NAME;
    if (round->turn != action.seat)
        return PEN_REFUSED_NOT_YOUR_TURN;
    if (action.color >= table->rules->color_count)
        return PEN_REFUSED_NO_SUCH_CARD;
    round->color = action.color;
    round->phase = PEN_PHASE_TURN;
    PEN__HAPPENED_WITH(table, NAMED, action.seat, event.color = action.color);
    return PEN_ACCEPTED;
}

static enum pen_refusal say_uno(struct pen__table *table, uint8_t seat)
{
    struct pen_round *round = table->round;
    if (table->rules->rule.saying == PEN_SAYING_NEVER)
        return PEN_REFUSED_UNO_NEVER_SAID;
    if (!(round->owes & pen__seat_bit(seat)))
        return PEN_REFUSED_UNO_NOT_OWED;
    round->owes &= (uint16_t)~pen__seat_bit(seat);
    PEN__HAPPENED(table, SAID_UNO, seat);
    return PEN_ACCEPTED;
}

static enum pen_refusal catch_seat(struct pen__table *table, struct pen_action action)
{
    struct pen_round *round = table->round;
    unsigned count = table->rules->rule.caught_cards;
    if (action.target == action.seat)
        return PEN_REFUSED_CATCH_ONESELF;
    if (!(round->owes & pen__seat_bit(action.target)))
        return PEN_REFUSED_CATCH_NOTHING_OWED;
    if (!(pen__catchable(round) & pen__seat_bit(action.target)))
        return PEN_REFUSED_MORE_FIRST;
    round->owes &= (uint16_t)~pen__seat_bit(action.target);
    PEN__HAPPENED_WITH(table, CAUGHT, action.seat, event.target = action.target,
                       event.count = (uint16_t)count);
    pen__draw_cards(table, action.target, count);
    return PEN_ACCEPTED;
}

/* RULES H4, O17: the second card takes the place of the first. */
static void cancel_top(struct pen__table *table, bool is_last)
{
    struct pen_round *round = table->round;
    unsigned count = round->pending > 0 ? table->rules->draw_cards[round->top] : 0;
    if (round->pending > count) /* RULE H12: it lay on another one, or the sum would be its own */
        count = pen__amount_added(table->rules, round->pending, count);
    round->pending = (uint16_t)(round->pending - count);
    /* RULE O7: with the last card nothing turns any more. One that sends a draw back (RULE H11) does, from
     * where the first one found it. */
    bool sends_back = round->pending > 0 && (table->rules->send_back & pen_card_bit(round->top));
    bool turns = round->turned && (!is_last || sends_back);
    if (count == 0 && !turns)
        return;
    if (turns)
        pen__turn_round(round);
    PEN__HAPPENED_WITH(table, CANCELLED, round->thrower, event.card = round->top,
                       event.count = (uint16_t)count);
}

static enum pen_refusal jump(struct pen__table *table, struct pen_action action)
{
    struct pen_round *round = table->round;
    if (!table->rules->rule.jump_in)
        return PEN_REFUSED_NO_JUMP_IN;
    if (round->phase > PEN_PHASE_PENDING)
        return PEN_REFUSED_JUMP_CHOICE_OPEN;
    if (round->phase == PEN_PHASE_PENDING && table->rules->rule.jump_in == PEN_JUMP_NOT_ON_DRAW)
        return PEN_REFUSED_JUMP_ON_DRAW;
    enum pen_refusal refusal = card_is_ready(table, action);
    if (refusal != PEN_ACCEPTED)
        return refusal;
    if (action.card != round->top)
        return PEN_REFUSED_JUMP_NOT_IDENTICAL;
    if (!pen__may_leave(table->rules, round, action.seat, pen_card_bit(action.card)))
        return PEN_REFUSED_NOT_THE_LAST;
    if (!pen__may_be_played(table->rules, round, action.seat, pen_card_bit(action.card)))
        return PEN_REFUSED_NO_BLUFFS;
    if (action.seat == round->turn)
        begin_turn(table); /* RULE O9 */
    PEN__HAPPENED_WITH(table, JUMPED, action.seat, event.card = action.card, event.color = action.color,
                       event.uno = action.uno != 0);
    cancel_top(table, round->hand_count[action.seat] == 1);
    lay(table, action, false); /* RULE H3: singly */
    return PEN_ACCEPTED;
}

static enum pen_refusal swap(struct pen__table *table, struct pen_action action)
{
    struct pen_round *round = table->round;
    uint8_t seat = action.seat, other = action.target;
    if (round->phase != PEN_PHASE_SWAP)
        return PEN_REFUSED_NOTHING_TO_SWAP;
    if (round->turn != seat)
        return PEN_REFUSED_NOT_YOUR_TURN;
    if (other == seat)
        return PEN_REFUSED_SWAP_ONESELF;
    pen__swap_hands(table, seat, other);
    pen__effect_run(table);
    return PEN_ACCEPTED;
}

static enum pen_refusal drop(struct pen__table *table, uint8_t seat)
{
    struct pen_round *round = table->round;
    if (round->phase != PEN_PHASE_RACE)
        return PEN_REFUSED_NOTHING_TO_DROP;
    if (round->dropped & pen__seat_bit(seat))
        return PEN_REFUSED_ALREADY_DROPPED;
    round->dropped |= pen__seat_bit(seat);
    PEN__HAPPENED(table, DROPPED, seat);
    uint16_t left = (uint16_t)(pen__all_seats(round) & ~round->dropped);
    if (left & (left - 1))
        return PEN_ACCEPTED; /* two or more are still holding their cards */
    uint8_t last = (uint8_t)pen_bits_lowest(left);
    unsigned count = pen__effect_amount(table);
    round->dropped = 0;
    PEN__HAPPENED_WITH(table, DROPPED_LAST, last, event.count = (uint16_t)count);
    pen__draw_cards(table, last, count);
    pen__effect_run(table);
    return PEN_ACCEPTED;
}

static enum pen_refusal stream(struct pen__table *table, struct pen_action action)
{
    struct pen_round *round = table->round;
    uint8_t seat = action.seat, card = action.card;
    if (round->phase != PEN_PHASE_STREAM || round->turn != seat)
        return PEN_REFUSED_NOTHING_TO_STREAM;
    if (card == PEN_CARD_NONE) {
        if (action.uno)
            return PEN_REFUSED_UNO_NOT_ONE_LEFT;
        if (action.color != PEN_COLOR_NONE)
            return PEN_REFUSED_COLOR_NOT_NAMED;
        PEN__HAPPENED(table, STREAMED, seat);
        round->follow_color = PEN_COLOR_NONE;
        pen__effect_run(table);
        return PEN_ACCEPTED;
    }
    enum pen_refusal refusal = card_is_ready(table, action);
    if (refusal != PEN_ACCEPTED)
        return refusal;
    if (!pen__may_leave(table->rules, round, seat, pen_card_bit(card)))
        return PEN_REFUSED_NOT_THE_LAST;
    PEN__HAPPENED_WITH(table, STREAMED, seat, event.card = card, event.color = action.color,
                       event.uno = action.uno != 0);
    lay_beneath(table, seat, card, action.uno);
    uint8_t own_color = table->rules->color[card];
    round->follow_color = own_color == PEN_COLOR_NONE ? action.color : own_color;
    if (round->hand_count[seat] == 0)
        pen__effect_end(table, seat, 0);
    else
        pen__effect_run(table);
    return PEN_ACCEPTED;
}

static enum pen_refusal follow(struct pen__table *table, struct pen_action action)
{
    struct pen_round *round = table->round;
    uint8_t seat = action.seat;
    if (round->phase != PEN_PHASE_FOLLOW || round->follower != seat)
        return PEN_REFUSED_NOTHING_TO_FOLLOW;
    enum pen_refusal refusal = card_is_ready(table, action);
    /* A wild is no colour, with or without one named (RULE O11). */
    if (refusal == PEN_REFUSED_WILD_NEEDS_COLOR)
        refusal = PEN_REFUSED_FOLLOW_COLOR;
    if (refusal != PEN_ACCEPTED)
        return refusal;
    if (table->rules->color[action.card] != round->follow_color)
        return PEN_REFUSED_FOLLOW_COLOR;
    if (!pen__may_leave(table->rules, round, seat, pen_card_bit(action.card)))
        return PEN_REFUSED_NOT_THE_LAST;
    PEN__HAPPENED_WITH(table, FOLLOWED, seat, event.card = action.card, event.uno = action.uno != 0);
    lay_beneath(table, seat, action.card, action.uno);
    if (round->hand_count[seat] == 0) {
        pen__effect_end(table, seat, 0);
        return PEN_ACCEPTED;
    }
    pen__effect_follow_on(table);
    if (round->phase != PEN_PHASE_FOLLOW)
        pen__effect_run(table);
    return PEN_ACCEPTED;
}

static enum pen_refusal swing(struct pen__table *table, struct pen_action action)
{
    struct pen_round *round = table->round;
    if (round->phase != PEN_PHASE_SWING || round->turn != action.seat)
        return PEN_REFUSED_NOTHING_TO_SWING;
    if (action.target == action.seat)
        return PEN_REFUSED_SWING_ONESELF;
    if (!(pen__effect_swingable(table->rules, round) & pen__seat_bit(action.target)))
        return PEN_REFUSED_SWING_WITHOUT_COLOR;
    PEN__HAPPENED_WITH(table, SWUNG, action.seat, event.target = action.target);
    round->anchor = action.target;
    round->skips = 0;
    pen__effect_run(table);
    return PEN_ACCEPTED;
}

static enum pen_refusal accuse(struct pen__table *table, struct pen_action action)
{
    struct pen_round *round = table->round;
    uint16_t bit = pen__seat_bit(action.seat), target_bit = pen__seat_bit(action.target);
    unsigned count = table->rules->rule.advice_cards;
    if (count == 0)
        return PEN_REFUSED_NO_ACCUSATIONS;
    if (action.seat == action.target)
        return PEN_REFUSED_ACCUSE_ONESELF;
    /* RULE O15: only somebody else's play can be meddled with. */
    if (round->seat_count == 2)
        return PEN_REFUSED_ACCUSE_WITH_TWO;
    if (action.target == round->turn)
        return PEN_REFUSED_ACCUSE_IN_TURN;
    if ((round->accused[action.target] & bit) || (round->punished & target_bit))
        return PEN_REFUSED_ACCUSED_ALREADY;
    round->accused[action.target] |= bit;
    round->accusing |= bit;
    PEN__HAPPENED_WITH(table, ACCUSED, action.seat, event.target = action.target);
    /* RULE O15: more than half of the other players. */
    if (2 * pen_bits_count(round->accused[action.target]) > round->seat_count - 1u) {
        round->punished |= target_bit;
        PEN__HAPPENED_WITH(table, ADVISED, action.target, event.count = (uint16_t)count);
        pen__draw_cards(table, action.target, count);
    }
    return PEN_ACCEPTED;
}

static inline enum pen_refusal apply(struct pen__table *table, struct pen_action action)
{
    const struct pen_round *round = table->round;
    if (PEN_UNLIKELY(action.seat >= round->seat_count))
        return PEN_REFUSED_NO_SUCH_SEAT;
    if (PEN_UNLIKELY(action.verb >= PEN_VERB_COUNT))
        return PEN_REFUSED_NO_SUCH_ACTION;
    if (PEN_UNLIKELY(round->phase == PEN_PHASE_OVER))
        return PEN_REFUSED_ROUND_OVER;
    if (PEN_LIKELY(action.verb == PEN_VERB_PLAY))
        return play(table, action);
    if (PEN_LIKELY(action.verb == PEN_VERB_DRAW))
        return draw(table, action.seat);
    if (pen_verb_shape(action.verb).with == PEN_WITH_TARGET && action.target >= round->seat_count)
        return PEN_REFUSED_NO_SUCH_SEAT;
    switch ((enum pen_verb)action.verb) { /* without a default: a verb that is missing here does not build */
    case PEN_VERB_PLAY:
    case PEN_VERB_DRAW:
        break;
    case PEN_VERB_KEEP:
        return keep(table, action.seat);
    case PEN_VERB_TAKE:
        return take(table, action.seat);
    case PEN_VERB_CHALLENGE:
        return challenge(table, action.seat);
    case PEN_VERB_NAME:
        return name_color(table, action);
    case PEN_VERB_SAY_UNO:
        return say_uno(table, action.seat);
    case PEN_VERB_CATCH:
        return catch_seat(table, action);
    case PEN_VERB_JUMP:
        return jump(table, action);
    case PEN_VERB_SWAP:
        return swap(table, action);
    case PEN_VERB_DROP:
        return drop(table, action.seat);
    case PEN_VERB_STREAM:
        return stream(table, action);
    case PEN_VERB_FOLLOW:
        return follow(table, action);
    case PEN_VERB_SWING:
        return swing(table, action);
    case PEN_VERB_ACCUSE:
        return accuse(table, action);
    case PEN_VERB_COUNT:
        break;
    }
    return PEN_REFUSED_NO_SUCH_ACTION;
}

enum pen_refusal pen_round_apply_ordered(const struct pen_rules *rules, struct pen_round *round,
                                         struct pen_action action, struct pen_events *events,
                                         const uint8_t *order, unsigned order_count)
{
    struct pen__table table = {rules, round, events, order, order_count};
    if (events) {
        events->count = 0;
        events->reshuffled_count = 0;
    }
    if (PEN_LIKELY(!events || rules->rule.open_hands == 0))
        return apply(&table, action);
    struct pen_hand before[PEN_SEATS_MAX];
    memcpy(before, round->hands, sizeof before);
    enum pen_refusal refusal = apply(&table, action);
    if (refusal == PEN_ACCEPTED)
        pen__show_small_hands(&table, before);
    return refusal;
}

enum pen_refusal pen__apply_slowly(const struct pen_rules *rules, struct pen_round *round,
                                   uint64_t action_word)
{
    struct pen__table table = {rules, round, NULL, NULL, 0};
    return apply(&table, pen_action_of_word(action_word));
}

/* effect.c - the interpreter of card programs, and moving cards between piles and hands.
 *
 * A program is walked step by step; 'step' in the round remembers where. A step that needs a
 * player's choice sets the phase and returns; the action that answers calls pen__effect_run()
 * again. When the program is done the turn goes on from 'anchor'. */
#include <string.h>

#include "engine.h"

void pen__events_add(struct pen_events *events, struct pen_event event)
{
    PEN_ASSERT(events->count < PEN_EVENTS_MAX);
    events->list[events->count++] = event;
}

void pen__reshuffle(struct pen__act *act)
{
    struct pen_round *round = act->round;
    unsigned count = round->discard_count - 1u;
    memmove(round->pile, round->pile + PEN_DECK_MAX - count, count);
    memset(round->pile + count, 0, PEN_DECK_MAX - count);
    round->discard_count = 0;
    pen__discard(round, round->top);
    round->draw_count = (uint8_t)count;
    if (act->order) {
        PEN_ASSERT(act->order_count == count);
        for (unsigned i = 0; i < count; i++)
            round->pile[count - 1 - i] = act->order[i];
        round->ordered_count = (uint8_t)count;
    } else if (act->events) {
        /* Somebody is writing it down. The numbers used up are those that drawing card by card
         * would use, so the game is the same either way. */
        pen_chance_shuffle(&round->chance, round->pile, count);
        round->ordered_count = (uint8_t)count;
    }
    if (act->events) {
        PEN_ASSERT(act->events->reshuffled_count == 0);
        act->events->reshuffled_count = count;
        for (unsigned i = 0; i < count; i++)
            act->events->reshuffled[i] = round->pile[count - 1 - i];
    }
    PEN__HAPPENED_WITH(act, RESHUFFLED, PEN_SEAT_NONE, event.count = (uint16_t)count);
}

void pen__draw_cards(struct pen__act *act, uint8_t seat, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        uint8_t card = pen__draw_card(act);
        if (card == PEN_CARD_NONE) {
            PEN__HAPPENED_WITH(act, DREW_NOTHING, seat, event.count = (uint16_t)(count - i));
            return;
        }
        pen__receive(act, seat, card);
    }
}

uint8_t pen__pass_over_lost(struct pen__act *act, uint8_t seat)
{
    struct pen_round *round = act->round;
    while (round->lost & pen__seat_bit(seat)) {
        round->lost &= (uint16_t)~pen__seat_bit(seat);
        PEN__HAPPENED(act, TURN_LOST, seat);
        seat = pen_round_next(round, seat);
    }
    return seat;
}

void pen__effect_debt(struct pen_round *round, uint8_t seat, uint8_t before)
{
    uint16_t bit = pen__seat_bit(seat);
    if (round->hand_count[seat] != 1)
        round->owes &= (uint16_t)~bit;
    else if (before != 1)
        round->owes |= bit;
    /* RULE O8: one card for one card leaves debts as they are. */
}

static void pass_hands(struct pen__act *act)
{
    struct pen_round *round = act->round;
    struct pen_round old = *round;
    for (uint8_t seat = 0; seat < round->seat_count; seat++) {
        uint8_t to = pen_round_next(round, seat);
        round->hands[to] = old.hands[seat];
        round->hand_count[to] = old.hand_count[seat];
    }
    for (uint8_t seat = 0; seat < round->seat_count; seat++)
        pen__effect_debt(round, seat, old.hand_count[seat]);
    PEN__HAPPENED(act, PASSED_HANDS, round->thrower);
}

void pen__show_hand(struct pen__act *act, uint8_t seat, const struct pen_hand *hand, uint8_t to)
{
    if (!act->events)
        return;
    struct pen_event event = pen__event(PEN_EVENT_SHOWN_TO, seat);
    event.target = to;
    pen__events_add(act->events, event);
    event.type = PEN_EVENT_SHOWN;
    event.audience = to == PEN_SEAT_NONE ? PEN_AUDIENCE_ALL : pen__seat_bit(to);
    for (event.card = 0; event.card < act->rules->kind_count; event.card++)
        for (unsigned copies = pen_hand_count_of(hand, event.card); copies > 0; copies--)
            pen__events_add(act->events, event);
}

static void reveal_others(struct pen__act *act)
{
    struct pen_round *round = act->round;
    for (uint8_t seat = pen_round_next(round, round->thrower); seat != round->thrower;
         seat = pen_round_next(round, seat))
        pen__show_hand(act, seat, &round->hands[seat], PEN_SEAT_NONE);
}

uint16_t pen__effect_swingable(const struct pen_rules *rules, const struct pen_round *round)
{
    uint16_t seats = 0;
    for (uint8_t seat = 0; seat < round->seat_count; seat++)
        if (seat != round->thrower && (pen_hand_kinds(&round->hands[seat]) & rules->of_color[round->color]))
            seats |= pen__seat_bit(seat);
    return seats;
}

/* The player in turn has a choice to make; the turn is still the same. */
static void stop_for_choice(struct pen_round *round, enum pen_phase phase)
{
    round->turn = round->thrower;
    round->phase = (uint8_t)phase;
}

/* Carries out one step. False: the program stops here for now. */
static bool effect_step(struct pen__act *act, struct pen_step step)
{
    const struct pen_rules *rules = act->rules;
    struct pen_round *round = act->round;
    switch ((enum pen_step_op)step.op) { /* without a default: a step that is missing here does not build */
    case PEN_STEP_NAME_COLOR:            /* named with the play */
        return true;
    case PEN_STEP_DRAW_NEXT: {
        uint8_t target = pen_round_next(round, round->thrower);
        if (!(rules->waits & pen_card_bit(round->top))) {
            pen__draw_cards(act, target, step.amount);
            return true;
        }
        round->pending = (uint16_t)(round->pending + step.amount);
        pen__set_turn(act, target, PEN_PHASE_PENDING);
        PEN__HAPPENED_WITH(act, PENDING, target, event.count = round->pending);
        return false;
    }
    case PEN_STEP_SKIP_NEXT:
        round->skips++;
        return true;
    case PEN_STEP_REVERSE:
        if (round->seat_count == 2 && rules->reverse_skips_with_two) {
            round->skips++; /* RULE O2 */
            return true;
        }
        pen__turn_round(round);
        round->turned = 1;
        PEN__HAPPENED_WITH(act, REVERSED, round->thrower, event.count = round->direction);
        return true;
    case PEN_STEP_PASS_HANDS:
        pass_hands(act);
        return true;
    case PEN_STEP_SWAP_HANDS:
        stop_for_choice(round, PEN_PHASE_SWAP);
        return false;
    case PEN_STEP_RACE_DROP:
        round->dropped = 0;
        stop_for_choice(round, PEN_PHASE_RACE);
        PEN__HAPPENED_WITH(act, RACE, round->thrower, event.count = step.amount);
        return false;
    case PEN_STEP_EVERYONE_DRAWS: {
        uint8_t seat = round->thrower;
        do {
            pen__draw_cards(act, seat, step.amount);
            seat = pen_round_next(round, seat);
        } while (seat != round->thrower);
        return true;
    }
    case PEN_STEP_LAY_ANY:
        stop_for_choice(round, PEN_PHASE_STREAM);
        return false;
    case PEN_STEP_OTHERS_FOLLOW:
        if (round->follow_color == PEN_COLOR_NONE)
            return true; /* RULE O11: declined, nobody follows */
        round->follower = round->thrower;
        pen__effect_follow_on(act);
        return round->phase != PEN_PHASE_FOLLOW;
    case PEN_STEP_REVEAL_OTHERS:
        reveal_others(act);
        return true;
    case PEN_STEP_SKIP_CHOSEN:
        if (pen__effect_swingable(rules, round) == 0) {
            PEN__HAPPENED(act, SWUNG, round->thrower);
            return true;
        }
        stop_for_choice(round, PEN_PHASE_SWING);
        return false;
    case PEN_STEP_END:
    case PEN_STEP_DEALER_STARTS: /* cannot stand in a play program: pen_step_may_stand() */
    case PEN_STEP_RETURN:
    case PEN_STEP_IGNORE:
    case PEN_STEP_OP_COUNT:
        break;
    }
    PEN_ASSERT(step.op == PEN_STEP_END);
    return true;
}

void pen__effect_run(struct pen__act *act)
{
    struct pen_round *round = act->round;
    const struct pen_step *program = act->rules->play[round->top];
    while (round->step < PEN_STEPS_MAX && program[round->step].op != PEN_STEP_END) {
        struct pen_step step = program[round->step++];
        if (!effect_step(act, step))
            return;
    }
    round->follow_color = PEN_COLOR_NONE;
    pen__next_turn(act, round->anchor, round->skips);
}

void pen__effect_follow_on(struct pen__act *act)
{
    struct pen_round *round = act->round;
    uint64_t wanted = act->rules->of_color[round->follow_color];
    for (;;) {
        uint8_t seat = pen_round_next(round, round->follower);
        round->follower = seat;
        if (seat == round->thrower) {
            round->phase = PEN_PHASE_TURN; /* all have followed; the program goes on */
            round->follower = PEN_SEAT_NONE;
            return;
        }
        if (pen_hand_kinds(&round->hands[seat]) & wanted) {
            round->turn = round->thrower;
            round->phase = PEN_PHASE_FOLLOW;
            return;
        }
        unsigned count = pen__effect_amount(act);
        PEN__HAPPENED_WITH(act, COULD_NOT_FOLLOW, seat, event.count = (uint16_t)count);
        pen__draw_cards(act, seat, count);
    }
}

void pen__effect_open(struct pen__act *act)
{
    struct pen_round *round = act->round;
    const struct pen_step *program = act->rules->open[round->top];
    bool dealer_starts = false, names_color = false;
    unsigned skips = 0;
    for (unsigned i = 0; i < PEN_STEPS_MAX && program[i].op != PEN_STEP_END; i++) {
        switch (program[i].op) {
        case PEN_STEP_DRAW_NEXT: /* RULE O5: at once, never pending */
            pen__draw_cards(act, pen_round_next(round, round->dealer), program[i].amount);
            break;
        case PEN_STEP_SKIP_NEXT:
            skips++;
            break;
        case PEN_STEP_DEALER_STARTS:
            dealer_starts = true;
            break;
        case PEN_STEP_REVERSE: /* RULE O2: with two players as well */
            pen__turn_round(round);
            round->turned = 1;
            PEN__HAPPENED_WITH(act, REVERSED, round->dealer, event.count = round->direction);
            break;
        case PEN_STEP_NAME_COLOR:
            names_color = true;
            break;
        default:
            PEN_ASSERT(program[i].op == PEN_STEP_END); /* no other can stand in an opening program */
        }
    }
    if (dealer_starts)
        pen__set_turn(act, round->dealer, PEN_PHASE_TURN);
    else
        pen__next_turn(act, round->dealer, skips);
    if (names_color)
        round->phase = PEN_PHASE_NAME;
}

void pen__effect_end(struct pen__act *act, uint8_t seat, unsigned draw_cards)
{
    struct pen_round *round = act->round;
    unsigned count = draw_cards > 0 ? round->pending + draw_cards : 0;
    round->pending = 0;
    if (count > 0 && act->rules->last_draw_counts) {
        uint8_t target = pen_round_next(round, seat);
        PEN__HAPPENED_WITH(act, LAST_DRAW, target, event.count = (uint16_t)count);
        pen__draw_cards(act, target, count);
    }
    round->owes = 0;
    round->lost = 0;
    round->drawn = PEN_CARD_NONE;
    round->drawn_forced = 0;
    round->step = round->anchor = round->skips = 0;
    round->follower = PEN_SEAT_NONE;
    round->follow_color = PEN_COLOR_NONE;
    round->phase = PEN_PHASE_OVER;
    round->winner = seat;
    PEN__HAPPENED(act, ROUND_WON, seat);
}

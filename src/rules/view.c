/* view.c - what a seat may know (RULE O25). This file and event audiences are the only way out of a
 * round: a field is copied here because it is public or because it is the viewer's own. */
#include <string.h>

#include "engine.h"
#include "penultima/view.h"

struct pen_event pen_event_for(struct pen_event event, uint8_t viewer)
{
    bool is_seen =
        event.audience == PEN_AUDIENCE_ALL || (viewer < PEN_SEATS_MAX && (event.audience >> viewer & 1));
    if (!is_seen)
        event.card = PEN_CARD_NONE;
    return event;
}

void pen_view_init(struct pen_view *view, uint8_t viewer)
{
    memset(view, 0, sizeof *view);
    view->viewer = viewer;
    pen_memory_init(&view->memory);
}

/* The viewer's hand is still as it was before the action. A card that makes hands move has left it
 * by then; nothing else moves a card in the same action before they do. */
static void note_given(struct pen_view *view, const struct pen_event *event)
{
    bool is_own = event->seat == view->viewer;
    if (view->viewer >= PEN_SEATS_MAX)
        return;
    if (event->type == PEN_EVENT_PLAYED || event->type == PEN_EVENT_JUMPED) {
        if (is_own && pen_hand_has(&view->hand, event->card))
            pen_hand_remove(&view->hand, event->card);
    } else if (event->type == PEN_EVENT_PASSED_HANDS ||
               (event->type == PEN_EVENT_SWAPPED && (is_own || event->target == view->viewer))) {
        view->given = view->hand;
        view->given_at = view->event_total;
    }
}

static void note_event(struct pen_view *view, const struct pen_rules *rules, const struct pen_round *round,
                       const struct pen_event *event)
{
    struct pen_event seen = pen_event_for(*event, view->viewer);
    struct pen_event *place = &view->events[view->event_total++ % PEN_VIEW_EVENTS_MAX];
    memset(place, 0, sizeof *place); /* padding too: views are compared as bytes */
    place->type = seen.type;
    place->seat = seen.seat;
    place->target = seen.target;
    place->card = seen.card;
    place->color = seen.color;
    place->uno = seen.uno;
    place->count = seen.count;
    place->audience = seen.audience;
    if (seen.type == PEN_EVENT_SHOWN_TO && (seen.target == PEN_SEAT_NONE || seen.target == view->viewer)) {
        memset(&view->shown[seen.seat], 0, sizeof view->shown[seen.seat]);
        view->shown_at[seen.seat] = view->event_total;
    }
    if (seen.type == PEN_EVENT_SHOWN && seen.card != PEN_CARD_NONE)
        pen_hand_add(&view->shown[seen.seat], seen.card);
    if (seen.type == PEN_EVENT_REVERSED)
        view->direction = (uint8_t)seen.count;
    note_given(view, &seen);
    /* Hands were passed on in the direction of that time. */
    pen_memory_note(&view->memory, rules, &seen, round->seat_count, view->direction);
    pen_memory_know(view->known, &seen, view->viewer, &view->hand, round->seat_count, view->direction);
}

void pen_view_glance(struct pen_view *view, const struct pen_rules *rules, const struct pen_round *round)
{
    uint8_t viewer = view->viewer;
    bool is_seat = viewer < round->seat_count;
    if (is_seat) {
        view->hand = round->hands[viewer];
        pen_round_legal(rules, round, viewer, &view->legal);
    } else {
        memset(&view->hand, 0, sizeof view->hand);
        memset(&view->legal, 0, sizeof view->legal);
    }
    view->team = is_seat ? pen_team_of(rules, round->seat_count, viewer) : 0;
    view->must = pen_round_must(round);
    view->owes = round->owes;
    view->dropped = round->dropped;
    view->pending = round->pending;
    view->lost = round->lost;
    view->seat_count = round->seat_count;
    view->dealer = round->dealer;
    view->turn = round->turn;
    view->direction = round->direction;
    view->phase = round->phase;
    view->top = round->top;
    view->color = round->color;
    view->color_before = round->color_before;
    view->turned = round->turned;
    view->beneath = round->beneath;
    bool has_drawn = is_seat && round->phase == PEN_PHASE_DRAWN && round->turn == viewer;
    view->drawn = has_drawn ? round->drawn : PEN_CARD_NONE;
    view->drawn_forced = has_drawn && round->drawn_forced;
    view->thrower = round->thrower;
    view->follower = round->follower;
    view->follow_color = round->follow_color;
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++) /* memcpy() is a call here */
        view->hand_count[seat] = round->hand_count[seat];
    view->draw_count = round->draw_count;
    view->discard_count = round->discard_count;
    view->winner = round->winner;
    view->turns_left = rules->rule.turns_each == 0
                           ? 0
                           : (uint16_t)(pen_round_turns(rules, round->seat_count) + 1 - round->turns);
}

/* RULE M4: the viewer looks into the partners' hands, now and at any time. */
static void look_at_partners(struct pen_view *view, const struct pen_round *round)
{
    for (uint8_t seat = 0; seat < round->seat_count; seat++)
        if (seat != view->viewer && (view->team & pen__seat_bit(seat)))
            view->known[seat] = round->hands[seat];
}

void pen_view_update(struct pen_view *view, const struct pen_rules *rules, const struct pen_game *game,
                     const struct pen_events *events)
{
    const struct pen_round *round = &game->round;
    for (unsigned i = 0; events && i < events->count; i++)
        note_event(view, rules, round, &events->list[i]);
    pen_view_glance(view, rules, round);
    if (rules->partners_open)
        look_at_partners(view, round);
    memset(&view->discards, 0, sizeof view->discards);
    for (unsigned i = 0; i < round->discard_count; i++)
        pen_hand_add(&view->discards, round->pile[PEN_DECK_MAX - 1 - i]);
    memcpy(view->accused, round->accused, sizeof view->accused);
    view->accusing = round->accusing;
    view->punished = round->punished;
    view->vain = round->vain;
    memcpy(view->score, game->score, sizeof view->score);
    view->winners = game->winners;
    view->round_number = game->round_number;
}

/* ---- imagining ---- */

/* Where the program of the top card has stopped follows from the phase. */
static void find_step(const struct pen_rules *rules, struct pen_round *round)
{
    const struct pen_step *program = rules->play[round->top];
    /* In an ordinary turn it has not, and an opening wild has its own way to name a colour. */
    if (round->phase <= PEN_PHASE_DRAWN || round->phase == PEN_PHASE_NAME || round->phase == PEN_PHASE_OVER)
        return;
    round->anchor = round->thrower;
    if (round->phase == PEN_PHASE_MORE) /* RULE H23: it has not begun */
        return;
    if (round->phase == PEN_PHASE_PENDING && rules->draw_cards[round->top] == 0) { /* RULES H10, H11 */
        round->step = PEN_STEPS_MAX;
        round->skips = 1;
        return;
    }
    uint8_t i = 0;
    for (; pen_step_shape(program[i].op).phase != round->phase; i++) {
        PEN_ASSERT(program[i].op != PEN_STEP_END && i + 1 < PEN_STEPS_MAX);
        round->skips = (uint8_t)(round->skips + pen__step_skips(rules, round, program[i].op));
    }
    round->step = (uint8_t)(i + 1);
}

/* All kinds at once: the digits are added with their carries. There are never more than seven of a
 * kind, so none is lost. */
static void add_hand(struct pen_hand *sum, const struct pen_hand *hand)
{
    uint64_t carry = 0;
    for (unsigned i = 0; i < PEN_HAND_DIGITS; i++) {
        uint64_t a = sum->digit[i], b = hand->digit[i];
        sum->digit[i] = a ^ b ^ carry;
        carry = (a & b) | (carry & (a ^ b));
    }
}

/* What is neither in a hand nor on the discard pile is in the draw pile; the discards are laid in
 * any order, the top card on top. */
static void imagine_piles(const struct pen_view *view, const struct pen_rules *rules, struct pen_round *round)
{
    struct pen_hand beneath = view->discards, used = view->discards;
    pen_hand_remove(&beneath, view->top);
    for (unsigned seat = 0; seat < round->seat_count; seat++)
        add_hand(&used, &round->hands[seat]);
    for (uint8_t card = 0; card < rules->kind_count; card++) {
        unsigned left = rules->copies[card] - pen_hand_count_of(&used, card);
        PEN_ASSERT(left <= rules->copies[card]);
        while (left-- > 0)
            round->pile[round->draw_count++] = card;
        for (unsigned i = pen_hand_count_of(&beneath, card); i > 0; i--)
            pen__discard(round, card);
    }
    pen__discard(round, view->top);
    PEN_ASSERT(round->draw_count == view->draw_count);
}

void pen_view_imagine(const struct pen_view *view, const struct pen_rules *rules,
                      const struct pen_hand *hands, struct pen_chance chance, struct pen_round *round)
{
    PEN_ASSERT(view->viewer < view->seat_count);
    memset(round, 0, sizeof *round);
    round->chance = chance;
    round->seat_count = view->seat_count;
    round->dealer = view->dealer;
    round->turn = view->turn;
    round->direction = view->direction;
    round->forward = view->direction == PEN_LEFT ? 1 : (uint8_t)(view->seat_count - 1);
    round->phase = view->phase;
    round->top = view->top;
    round->color = view->color;
    round->color_before = view->color_before;
    round->turned = view->turned;
    round->beneath = view->beneath;
    round->drawn = view->drawn;
    round->drawn_forced = view->drawn_forced;
    round->thrower = view->thrower;
    round->follower = view->follower;
    round->follow_color = view->follow_color;
    round->winner = view->winner;
    if (rules->rule.turns_each > 0)
        round->turns = (uint16_t)(pen_round_turns(rules, view->seat_count) + 1 - view->turns_left);
    round->owes = view->owes;
    round->lost = view->lost;
    round->vain = view->vain;
    round->accusing = view->accusing;
    round->dropped = view->dropped;
    round->pending = view->pending;
    round->punished = view->punished;
    memcpy(round->accused, view->accused, sizeof round->accused);
    for (unsigned seat = 0; seat < view->seat_count; seat++) {
        round->hands[seat] = seat == view->viewer ? view->hand : hands[seat];
        round->hand_count[seat] = (uint8_t)pen_hand_count(&round->hands[seat]);
        PEN_ASSERT(round->hand_count[seat] == view->hand_count[seat]);
    }
    /* Somebody else has drawn and has not decided: which card it is, nobody imagines here. */
    if (round->phase == PEN_PHASE_DRAWN && round->drawn == PEN_CARD_NONE)
        round->phase = PEN_PHASE_TURN;
    if ((rules->guarded & pen_card_bit(view->top)) && view->thrower < view->seat_count) {
        /* RULE A7: by the hand as imagined; the viewer knows its own. */
        round->laid_from = round->hands[view->thrower];
        round->bluffed = (pen_hand_kinds(&round->laid_from) &
                          (rules->of_color[view->color_before] | rules->guard[view->top])) != 0;
    }
    imagine_piles(view, rules, round);
    find_step(rules, round);
}

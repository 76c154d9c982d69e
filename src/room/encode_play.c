/* encode_play.c - the state of play as messages tell it: the moment, what is legal, open hands.
 *
 * Cards come in as views, as events that pen_event_for() has redacted, and as the open hands of a round
 * that is over; of a round that is being played nothing is read but whether the table may end it. */
#include <string.h>

#include "room/encode.h"

void room_tell_view(struct wire_now *now, const struct pen_edition *edition, const struct pen_view *view)
{
    const unsigned seats = view->seat_count;
    now->round = view->round_number;
    now->phase = view->phase;
    now->turn = view->turn;
    now->must = view->must;
    now->dir = view->direction;
    now->dealer = view->dealer;
    now->top = view->top;
    now->color = view->color < edition->color_count ? view->color : PEN_COLOR_NONE;
    now->thrower = view->thrower;
    now->pending = view->pending;
    memcpy(now->counts, view->hand_count, seats);
    memcpy(now->score, view->score, seats * sizeof now->score[0]);
    now->counts_count = now->score_count = (uint8_t)seats;
    now->pile = view->draw_count;
    now->owes = view->owes;
    now->lost = view->lost;
    now->dropped = view->dropped;
    if (view->phase == PEN_PHASE_FOLLOW) {
        now->follow = view->follow_color;
        now->follower = view->follower;
    }
    now->has_legal = view->viewer < PEN_SEATS_MAX;
    now->legal = view->legal;
}

/* The end of a round: all hands are open. */
static void tell_over(struct wire_over *over, const struct room_rules *rules, const struct pen_game *game)
{
    const struct pen_round *round = &game->round;
    struct wire_over_round *told = &over->round;
    over->has_round = true;
    over->game = game->winners;
    told->winner = round->winner;
    told->hands_count = told->worth_count = round->seat_count;
    for (unsigned seat = 0; seat < round->seat_count; seat++) {
        told->hands[seat] = round->hands[seat];
        told->worth[seat] = (uint16_t)pen_hand_points(rules->rules, &round->hands[seat]);
    }
    told->points = (uint16_t)pen_round_points(rules->rules, round);
}

void room__tell_cards(struct wire_cards *cards, const struct room *room, const struct room_rules *rules,
                      const struct pen_view *view, uint64_t now_ms)
{
    cards->has_now = true;
    room_tell_view(&cards->now, rules->edition, view);
    if (room->clock_ms != ROOM_NEVER)
        cards->now.left_ms = (uint32_t)room__time_left(room, now_ms);
    cards->now.may_void = pen_round_can_void(&room->game.round) == PEN_ACCEPTED ? true : WIRE_UNSAID;
    cards->has_hand = true;
    cards->hand = view->hand;
    cards->drawn = view->drawn;
    cards->forced = view->drawn != PEN_CARD_NONE ? view->drawn_forced : WIRE_UNSAID;
    cards->open_seats = rules->rules->partners_open ? (uint16_t)(view->team & ~room__bit(view->viewer)) : 0;
    memcpy(cards->open, view->known, sizeof cards->open);
    cards->has_over = view->phase == PEN_PHASE_OVER;
    if (cards->has_over)
        tell_over(&cards->over, rules, &room->game);
}

void room__tell_view_events(struct wire_cards *cards, const struct pen_view *view, uint32_t first)
{
    for (uint32_t i = first; i < view->event_total; i++)
        cards->events[cards->events_count++] = view->events[i % PEN_VIEW_EVENTS_MAX];
}

void room__tell_shown(struct wire_cards *cards, const struct pen_view *view)
{
    memcpy(cards->shown, view->shown, sizeof cards->shown);
    cards->shown_seats = 0;
    for (unsigned seat = 0; seat < view->seat_count; seat++)
        if (view->shown_at[seat] != 0)
            cards->shown_seats |= room__bit(seat);
}

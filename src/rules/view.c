/* view.c - what a seat may know (RULE O25). This file and event audiences are the only way out of a
 * round: a field is copied here because it is public or because it is the viewer's own. */
#include <string.h>

#include "engine.h"
#include "penultima/view.h"

struct pen_event pen_event_for(struct pen_event event, uint8_t viewer)
{
    bool is_seen = event.audience == PEN_AUDIENCE_ALL ||
                   (viewer < PEN_SEATS_MAX && (event.audience >> viewer & 1));
    if (!is_seen)
        event.card = PEN_CARD_NONE;
    return event;
}

void pen_view_init(struct pen_view *view, uint8_t viewer)
{
    memset(view, 0, sizeof *view);
    view->viewer = viewer;
}

static void note_event(struct pen_view *view, const struct pen_event *event)
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
    if (seen.type == PEN_EVENT_SHOWN_TO &&
        (seen.target == PEN_SEAT_NONE || seen.target == view->viewer)) {
        memset(&view->shown[seen.seat], 0, sizeof view->shown[seen.seat]);
        view->shown_at[seen.seat] = view->event_total;
    }
    if (seen.type == PEN_EVENT_SHOWN && seen.card != PEN_CARD_NONE)
        pen_hand_add(&view->shown[seen.seat], seen.card);
}

void pen_view_update(struct pen_view *view, const struct pen_rules *rules,
                     const struct pen_game *game, const struct pen_events *events)
{
    const struct pen_round *round = &game->round;
    uint8_t viewer = view->viewer;
    bool is_seat = viewer < round->seat_count;
    for (unsigned i = 0; events && i < events->count; i++)
        note_event(view, &events->list[i]);

    memset(&view->hand, 0, sizeof view->hand);
    memset(&view->discards, 0, sizeof view->discards);
    memset(&view->legal, 0, sizeof view->legal);
    if (is_seat) {
        view->hand = round->hands[viewer];
        pen_round_legal(rules, round, viewer, &view->legal);
    }
    for (unsigned i = 0; i < round->discard_count; i++)
        pen_hand_add(&view->discards, round->pile[PEN_DECK_MAX - 1 - i]);
    view->must = pen_round_must(round);
    view->owes = round->owes;
    view->dropped = round->dropped;
    view->pending = round->pending;
    view->lost = round->lost;
    memcpy(view->accused, round->accused, sizeof view->accused);
    view->punished = round->punished;
    view->seat_count = round->seat_count;
    view->dealer = round->dealer;
    view->turn = round->turn;
    view->direction = round->direction;
    view->phase = round->phase;
    view->top = round->top;
    view->color = round->color;
    bool has_drawn = is_seat && round->phase == PEN_PHASE_DRAWN && round->turn == viewer;
    view->drawn = has_drawn ? round->drawn : PEN_CARD_NONE;
    view->drawn_forced = has_drawn && round->drawn_forced;
    view->thrower = round->thrower;
    view->follower = round->follower;
    view->follow_color = round->follow_color;
    memcpy(view->hand_count, round->hand_count, sizeof view->hand_count);
    view->draw_count = round->draw_count;
    view->discard_count = round->discard_count;
    view->winner = round->winner;
    memcpy(view->score, game->score, sizeof view->score);
    view->winners = game->winners;
    view->round_number = game->round_number;
}

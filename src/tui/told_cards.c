/* told_cards.c - the cards of a table, out of a message, as the view that the screens draw. The message
 * says everything that a view says; here it is only looked at whether it fits together. */
#include <string.h>

#include "tui/told_parts.h"

static bool is_seat(const struct tui_told *state, uint8_t seat)
{
    return seat < state->seat_count;
}

static bool is_seat_or_none(const struct tui_told *state, uint8_t seat)
{
    return seat == PEN_SEAT_NONE || seat < state->seat_count;
}

static bool are_seats(const struct tui_told *state, uint16_t seats)
{
    return seats >> state->seat_count == 0;
}

/* ---- events ---------------------------------------------------------------------------------- */

static bool event_is_good(const struct tui_told *state, const struct pen_event *event)
{
    const unsigned type = event->type;
    if (!is_seat_or_none(state, event->target))
        return false;
    return is_seat(state, event->seat) ||
           (event->seat == PEN_SEAT_NONE &&
            (type == PEN_EVENT_LOT_TIED || type == PEN_EVENT_ROUND_VOID || type == PEN_EVENT_TURNED ||
             type == PEN_EVENT_TURNED_BACK || type == PEN_EVENT_TURNED_IGNORED ||
             type == PEN_EVENT_RESHUFFLED || type == PEN_EVENT_RACE || type == PEN_EVENT_REVERSED ||
             type == PEN_EVENT_PASSED_HANDS || type == PEN_EVENT_CANCELLED));
}

static bool read_events(const struct tui_told *state, const struct wire_cards *cards,
                        struct pen_events *events)
{
    events->count = cards->events_count;
    events->reshuffled_count = 0;
    for (unsigned i = 0; i < events->count; i++) {
        if (!event_is_good(state, &cards->events[i]))
            return false;
        events->list[i] = cards->events[i];
        events->list[i].audience = PEN_AUDIENCE_ALL; /* whoever may not see the card was not sent it */
    }
    return true;
}

static void note_events(struct pen_view *view, const struct pen_events *events)
{
    for (unsigned i = 0; i < events->count; i++)
        view->events[view->event_total++ % PEN_VIEW_EVENTS_MAX] = events->list[i];
}

/* ---- the moment ------------------------------------------------------------------------------ */

static bool read_legal(const struct tui_told *state, const struct wire_now *now, struct pen_legal *legal)
{
    *legal = now->legal;
    legal->seat = state->view.viewer;
    /* Nothing can be laid that is not held, and only somebody can be challenged. */
    const uint64_t held = pen_hand_kinds(&state->view.hand);
    const bool has_thrower = state->view.thrower < state->seat_count;
    /* What is left out is nothing: it is not this seat's turn. */
    return (pen_legal_all_kinds(legal) & ~held) == 0 && are_seats(state, pen_legal_all_seats(legal)) &&
           (legal->names == 0 || legal->names == state->edition.color_count) &&
           (has_thrower || !(legal->verbs >> PEN_VERB_CHALLENGE & 1));
}

static bool read_public(struct tui_told *state, const struct wire_now *now)
{
    struct pen_view *view = &state->view;
    const unsigned count = state->seat_count;
    if (now->counts_count != count || now->score_count != count || !is_seat(state, now->turn) ||
        !is_seat(state, now->dealer) || !is_seat_or_none(state, now->thrower) ||
        !is_seat_or_none(state, now->follower) ||
        !are_seats(state, now->must | now->owes | now->lost | now->dropped))
        return false;
    view->round_number = now->round;
    view->phase = now->phase;
    view->turn = now->turn;
    view->must = now->must;
    view->direction = now->dir;
    view->dealer = now->dealer;
    view->top = now->top;
    view->color = now->color;
    view->thrower = now->thrower;
    view->pending = now->pending;
    view->turns_left = now->turns;
    memcpy(view->hand_count, now->counts, count);
    memcpy(view->score, now->score, count * sizeof now->score[0]);
    view->draw_count = now->pile;
    view->owes = now->owes;
    view->lost = now->lost;
    view->dropped = now->dropped;
    view->follow_color = now->follow;
    view->follower = now->follower;
    if (view->phase == PEN_PHASE_FOLLOW && (now->follow == PEN_COLOR_NONE || !is_seat(state, now->follower)))
        return false;
    return view->phase == PEN_PHASE_OVER || view->must != 0;
}

/* The end of a round: all hands are open. */
static bool read_over(struct tui_told *state, struct tui_message *message, const struct wire_cards *cards)
{
    struct pen_view *view = &state->view;
    const struct wire_over *over = &cards->over;
    if (cards->has_over != (view->phase == PEN_PHASE_OVER))
        return false;
    if (!cards->has_over)
        return true;
    view->winner = over->round.winner;
    view->winners = over->game;
    memcpy(message->hands, over->round.hands, sizeof message->hands);
    message->has_over = true;
    return over->round.hands_count == state->seat_count && is_seat_or_none(state, view->winner) &&
           are_seats(state, view->winners);
}

/* Behind which event of those still known; what was shown before them comes first. */
static uint32_t when_shown(const struct pen_view *view, uint8_t seat)
{
    uint32_t first = view->event_total > PEN_VIEW_EVENTS_MAX ? view->event_total - PEN_VIEW_EVENTS_MAX : 0;
    for (uint32_t n = view->event_total; n > first; n--) {
        const struct pen_event *event = &view->events[(n - 1) % PEN_VIEW_EVENTS_MAX];
        if (event->type == PEN_EVENT_SHOWN_TO && event->seat == seat)
            return n;
    }
    return 1;
}

/* All of it: a hand, where one is sent, comes before what can be done with it. */
static bool read_now(struct tui_told *state, struct tui_message *message, const struct wire_cards *cards)
{
    struct pen_view *view = &state->view;
    const bool is_player = view->viewer < PEN_SEATS_MAX;
    if (!cards->has_now || !read_public(state, &cards->now))
        return false;
    if (cards->has_hand)
        view->hand = cards->hand;
    if (is_player && pen_hand_count(&view->hand) != view->hand_count[view->viewer])
        return false;
    view->drawn = cards->drawn;
    view->drawn_forced = cards->forced == true;
    if (view->drawn != PEN_CARD_NONE && !pen_hand_has(&view->hand, view->drawn))
        return false;
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++) {
        if (!(cards->shown_seats >> seat & 1))
            continue;
        view->shown[seat] = cards->shown[seat];
        view->shown_at[seat] = when_shown(view, (uint8_t)seat);
    }
    for (uint16_t open = cards->open_seats & view->team; open; open &= (uint16_t)(open - 1))
        view->known[pen_bits_lowest(open)] = cards->open[pen_bits_lowest(open)];
    return are_seats(state, cards->shown_seats) && (cards->open_seats & ~view->team) == 0 &&
           (!is_player || read_legal(state, &cards->now, &view->legal)) && read_over(state, message, cards);
}

static void begin_round(struct tui_told *state)
{
    pen_view_init(&state->view, state->you);
    state->view.seat_count = state->seat_count;
    state->view.team =
        state->you < state->seat_count ? pen_team_of(&state->rules, state->seat_count, state->you) : 0;
    state->view.thrower = state->view.winner = PEN_SEAT_NONE;
    state->has_cards = true;
}

bool tui__read_table_cards(struct tui_told *state, struct tui_message *message,
                           const struct wire_cards *cards)
{
    begin_round(state);
    if (!read_events(state, cards, &message->events))
        return false;
    note_events(&state->view, &message->events);
    return read_now(state, message, cards);
}

bool tui__read_update_cards(struct tui_told *state, struct tui_message *message,
                            const struct wire_cards *cards)
{
    if (!state->has_rules || !read_events(state, cards, &message->events))
        return false;
    for (unsigned i = 0; i < message->events.count; i++)
        message->is_deal |= message->events.list[i].type == PEN_EVENT_DEALT;
    if (message->is_deal)
        begin_round(state);
    if (!state->has_cards)
        return false;
    note_events(&state->view, &message->events);
    return read_now(state, message, cards);
}

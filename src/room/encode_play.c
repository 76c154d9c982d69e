/* encode_play.c - the state of play as messages tell it: the moment, what is legal, open hands.
 *
 * Cards come in as views, as events that pen_event_for() has redacted, and as the open hands of a round
 * that is over; of a round that is being played nothing is read but whether the table may end it, and, where
 * everybody has agreed to that, hands for who watches, which are told only when they are old enough. */
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
    now->turns = view->turns_left;
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

/* Whether hands may be shown to who watches: the table has chosen it. Everybody has agreed to the rules
 * before the deal; who came in the middle of the game, and plays it under the seat's name, has not. */
static bool may_watch_hands(const struct room *room)
{
    if (room->settings.watching != SETUP_WATCHING_OPEN || room->stage != ROOM_PLAYING)
        return false;
    for (uint16_t left = room__people(room); left; left &= (uint16_t)(left - 1)) {
        const struct room_seat *seat = &room->seats[pen_bits_lowest(left)];
        if (seat->is_late || seat->own_name[0])
            return false;
    }
    return true;
}

/* Whether hands that were noted may be shown: they are old enough, and everybody has laid or drawn a card
 * since. Whoever only waits would otherwise see the very hand that somebody thinks over. */
static bool is_past(const struct room *room, unsigned at, uint64_t now_ms)
{
    uint16_t holding = 0;
    for (unsigned seat = 0; seat < room->seat_count; seat++)
        if (room->game.round.hand_count[seat] > 0)
            holding |= room__bit(seat);
    return room->live.seen[at].round_n == room->round_n &&
           now_ms >= room->live.seen[at].at_ms + UINT64_C(1000) * room->settings.delay_s &&
           (holding & ~room->live.seen[at].acted) == 0;
}

/* Hands of this round as they were, the newest that may be shown. */
static void tell_watched(struct wire_cards *cards, const struct room *room, uint64_t now_ms)
{
    uint64_t newest = 0;
    cards->open_seats = 0;
    if (!may_watch_hands(room))
        return;
    for (unsigned i = 0; i < ROOM_SEEN_MAX; i++) {
        if (!is_past(room, i, now_ms) || room->live.seen[i].at_ms < newest)
            continue;
        newest = room->live.seen[i].at_ms;
        cards->open_seats = (uint16_t)((1u << room->seat_count) - 1);
        memcpy(cards->open, room->live.seen[i].hands, sizeof cards->open);
    }
}

/* The next ones are kept when the newest may be shown: until then the one before is. */
void room__note_hands(struct room *room, uint64_t now_ms)
{
    const unsigned at = room->live.seen_at;
    if (room->settings.watching != SETUP_WATCHING_OPEN || room->stage != ROOM_PLAYING ||
        (room->live.seen[at].round_n == room->round_n && !is_past(room, at, now_ms)))
        return;
    const unsigned next = (at + 1) % ROOM_SEEN_MAX;
    room->live.seen_at = (uint8_t)next;
    room->live.seen[next].at_ms = now_ms;
    room->live.seen[next].round_n = room->round_n;
    room->live.seen[next].acted = 0;
    memcpy(room->live.seen[next].hands, room->game.round.hands, sizeof room->live.seen[next].hands);
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
    cards->open_seats = 0;
    if (rules->rules->partners_open && view->viewer < PEN_SEATS_MAX)
        cards->open_seats = (uint16_t)(view->team & ~room__bit(view->viewer));
    memcpy(cards->open, view->known, sizeof cards->open);
    if (view->viewer == PEN_SPECTATOR)
        tell_watched(cards, room, now_ms);
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

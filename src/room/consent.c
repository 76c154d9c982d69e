/* consent.c - what the people of a table decide together: pause, going on, taking back, sending
 * somebody away. Whoever asks agrees. People who are not here are not asked.
 *
 * A question about taking back holds the play up, so that there is nothing newer when it is answered. */
#include "room/inside.h"

void room__do_ask(struct room__call *call, uint8_t what, uint8_t target)
{
    struct room *room = call->room;
    struct room__piece piece;
    const bool was_still = room__stands_still(room);
    room__piece_begin(&piece, call, "ask", call->seat);
    room__piece_number(&piece, what);
    room__piece_number(&piece, target);
    room__piece_end(&piece);
    room->ask.is_open = true;
    room->ask.what = what;
    room->ask.by = call->seat;
    room->ask.target = target;
    room->ask.yes = room__bit(call->seat);
    room->ask.until_ms = call->now_ms + ROOM_ASK_MS;
    room->seats[call->seat].ask_ms = call->now_ms + ROOM_ASK_AGAIN_MS;
    room__stand_still(room, was_still, call->now_ms);
    room__effect_done(call);
    call->has_seats_news = true;
}

void room__do_vote(struct room__call *call, bool yes)
{
    struct room *room = call->room;
    struct room__piece piece;
    room__piece_begin(&piece, call, "vote", call->seat);
    room__piece_number(&piece, yes);
    room__piece_end(&piece);
    if (yes)
        room->ask.yes |= room__bit(call->seat);
    else
        room->ask.no |= room__bit(call->seat);
    room__effect_done(call);
    call->has_seats_news = true;
}

static void close_ask(struct room__call *call)
{
    struct room *room = call->room;
    const bool was_still = room__stands_still(room);
    room->ask.is_open = false;
    room->ask.no = room->ask.yes = 0;
    room__stand_still(room, was_still, call->now_ms);
    room->live.moved_ms = call->now_ms;
}

void room__do_lapse(struct room__call *call)
{
    struct room__piece piece;
    room__piece_begin(&piece, call, "lapse", PEN_SEAT_NONE);
    room__piece_end(&piece);
    close_ask(call);
    call->command = 0;
    room__effect_done(call);
    call->has_seats_news = true;
}

void room__do_pause(struct room__call *call, bool is_paused)
{
    struct room *room = call->room;
    struct room__piece piece;
    room__piece_begin(&piece, call, is_paused ? "pause" : "go-on", PEN_SEAT_NONE);
    room__piece_end(&piece);
    close_ask(call);
    const bool was_still = room__stands_still(room);
    room->is_paused = is_paused;
    room__stand_still(room, was_still, call->now_ms);
    call->command = 0;
    room__effect_done(call);
    call->has_seats_news = true;
}

/* Who is asked: everybody here, but not the one it is about. */
static uint16_t voters(const struct room *room)
{
    uint16_t seats = room__people_here(room) | room__bit(room->ask.by);
    if (room->ask.what == ROOM_ASK_KICK)
        seats &= (uint16_t)~room__bit(room->ask.target);
    return seats & room__people(room);
}

static void carry_out(struct room__call *call)
{
    struct room *room = call->room;
    switch (room->ask.what) {
    case ROOM_ASK_PAUSE:
        room__do_pause(call, true);
        return;
    case ROOM_ASK_GO_ON:
        room__do_pause(call, false);
        return;
    case ROOM_ASK_TAKE_BACK:
        room__do_undo(call, room__undo_actions(room, room->ask.by));
        return;
    default:
        room__do_kick(call, room->ask.target);
        return;
    }
}

void room__decide(struct room__call *call)
{
    const struct room *room = call->room;
    if (!room->ask.is_open)
        return;
    const uint16_t asked = voters(room), people = room__people(room);
    const unsigned yes = pen_bits_count(room->ask.yes & asked), no = pen_bits_count(room->ask.no & asked);
    const unsigned all = pen_bits_count(asked);
    if (!(people >> room->ask.by & 1) ||
        (room->ask.what == ROOM_ASK_KICK && !room__is_person(room, room->ask.target))) {
        room__do_lapse(call); /* the one who asked, or the one it is about, has gone */
        return;
    }
    if (room->ask.what != ROOM_ASK_KICK) {
        if (yes == all)
            carry_out(call);
        else if (no > 0)
            room__do_lapse(call);
        return;
    }
    /* A majority; and where the person is here, nobody is sent away by one voice. */
    const bool is_here = room->live.here >> room->ask.target & 1;
    const unsigned needed = all / 2 + 1 < 2 && is_here ? 2 : all / 2 + 1;
    if (yes >= needed)
        carry_out(call);
    else if (all - no < needed)
        room__do_lapse(call);
}

enum room_refusal room__ask(struct room__call *call, const struct room_input *input)
{
    const struct room *room = call->room;
    const bool is_playing = room->stage == ROOM_PLAYING;
    uint8_t target = PEN_SEAT_NONE;
    if (input->what >= ROOM_ASK_COUNT)
        return ROOM_REFUSED_NOT_NOW;
    if (room->ask.is_open)
        return ROOM_REFUSED_ASKING;
    switch (input->what) {
    case ROOM_ASK_PAUSE:
        if (!is_playing && room->stage != ROOM_BETWEEN)
            return ROOM_REFUSED_NOT_NOW;
        if (room->is_paused)
            return ROOM_REFUSED_PAUSED;
        break;
    case ROOM_ASK_GO_ON:
        if (!room->is_paused)
            return ROOM_REFUSED_NOT_PAUSED;
        break;
    case ROOM_ASK_TAKE_BACK:
        if (!is_playing)
            return ROOM_REFUSED_NOT_NOW;
        if (room->is_paused)
            return ROOM_REFUSED_PAUSED;
        if (room__undo_actions(room, call->seat) == 0)
            return ROOM_REFUSED_NOTHING_TO_TAKE_BACK;
        break;
    default:
        target = input->target;
        if (!room__is_person(room, target) || target == call->seat)
            return ROOM_REFUSED_BAD_TARGET;
        break;
    }
    if (call->now_ms < room->seats[call->seat].ask_ms)
        return ROOM_REFUSED_TOO_FAST;
    room__do_ask(call, input->what, target);
    room__decide(call);
    return ROOM_ACCEPTED;
}

enum room_refusal room__vote(struct room__call *call, const struct room_input *input)
{
    const struct room *room = call->room;
    if (!room->ask.is_open)
        return ROOM_REFUSED_NOTHING_ASKED;
    if (!(voters(room) >> call->seat & 1))
        return ROOM_REFUSED_BAD_TARGET;
    if ((room->ask.yes | room->ask.no) >> call->seat & 1)
        return ROOM_REFUSED_VOTED;
    room__do_vote(call, input->yes);
    room__decide(call);
    return ROOM_ACCEPTED;
}

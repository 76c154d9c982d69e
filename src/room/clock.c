/* clock.c - time: whose move runs out, what is due, when to come back.
 *
 * Time is an input. While play stands still (a pause, a question about taking back) clock_ms holds what
 * is left of the time instead of when it ends. */
#include "room/inside.h"

bool room__stands_still(const struct room *room)
{
    return room->is_paused ||
           (room->ask.is_open && room->ask.what == ROOM_ASK_TAKE_BACK && !room__is_slow(room));
}

void room__stand_still(struct room *room, bool was_still, uint64_t now_ms)
{
    const bool is_still = room__stands_still(room);
    if (is_still == was_still || room->clock_ms == ROOM_NEVER)
        return;
    if (is_still)
        room->clock_ms = room->clock_ms > now_ms ? room->clock_ms - now_ms : 0;
    else
        room->clock_ms += now_ms;
}

void room__clock_start(struct room__call *call, uint64_t ms)
{
    call->room->clock_ms = ms + (room__stands_still(call->room) ? 0 : call->now_ms);
}

uint64_t room__time_left(const struct room *room, uint64_t now_ms)
{
    if (room__stands_still(room))
        return room->clock_ms;
    return room->clock_ms > now_ms ? room->clock_ms - now_ms : 0;
}

/* The time while nobody could play is given back, to the game and to a question that is open. */
void room__do_wake(struct room__call *call, bool is_older)
{
    struct room *room = call->room;
    struct room__piece piece;
    const uint64_t gone = call->now_ms > room->last_ms ? call->now_ms - room->last_ms : 0;
    if (is_older)
        room->back_n = room->n;
    room__piece_begin(&piece, call, "wake", PEN_SEAT_NONE);
    if (is_older)
        room__piece_word(&piece, "older");
    room__piece_end(&piece);
    if (room->clock_ms != ROOM_NEVER && !room__stands_still(room))
        room->clock_ms += gone;
    if (room->ask.is_open)
        room->ask.until_ms += gone;
    if (room->is_paused) {
        room->pause_from_ms += gone;
        room->pause_until_ms += gone;
    }
    room__effect_done(call);
}

/* ---- are you there? ---- */

/* Where no clock runs, the one who does not move gets one for this move. */
void room__do_there(struct room__call *call, uint8_t target)
{
    struct room__piece piece;
    const uint8_t by = call->seat;
    room__piece_begin(&piece, call, "there", by);
    room__piece_number(&piece, target);
    room__piece_end(&piece);
    room__clock_start(call, ROOM_THERE_MS);
    room__effect_done(call);
    const uint64_t left_ms = room__time_left(call->room, call->now_ms);
    struct wire_told told;
    wire_clear_told(&told, WIRE_TOLD_THERE);
    told.there = (struct wire_told_there){.by = by, .seat = target, .left_ms = (uint32_t)left_ms};
    room__tell_all(call, &told);
}

enum room_refusal room__there(struct room__call *call, uint8_t target)
{
    const struct room *room = call->room;
    if (room->stage != ROOM_PLAYING || room->clock_ms != ROOM_NEVER)
        return ROOM_REFUSED_NOT_NOW;
    if (room->is_paused)
        return ROOM_REFUSED_PAUSED;
    if (target == call->seat || !room__is_person(room, target) || room__is_bot_played(room, target) ||
        !(pen_round_must(&room->game.round) >> target & 1))
        return ROOM_REFUSED_BAD_TARGET;
    if (call->now_ms < room->live.moved_ms + ROOM_THERE_AFTER_MS)
        return ROOM_REFUSED_NOT_STILL;
    room__do_there(call, target);
    return ROOM_ACCEPTED;
}

/* ---- what is due ---- */

/* Seats that the clock is running for: people who are to act. Bots have times of their own. */
static bool is_clock_wanted(const struct room *room)
{
    switch ((enum room_stage)room->stage) {
    case ROOM_REVEALING:
        return true;
    case ROOM_BETWEEN:
        return room__people_here(room) != 0;
    case ROOM_PLAYING:
        /* A move that is being weighed was made in time. */
        for (unsigned i = 0; i < room->live.held_count; i++)
            if (room__is_closing(room, room->live.held[i].action))
                return false;
        for (uint16_t left = pen_round_must(&room->game.round); left; left &= (uint16_t)(left - 1))
            if (!room__is_bot_played(room, (uint8_t)pen_bits_lowest(left)))
                return true;
        return false;
    case ROOM_WAITING:
    case ROOM_OVER:
    case ROOM_CLOSED:
    case ROOM_STAGE_COUNT:
        break;
    }
    return false;
}

uint16_t room_awaited(const struct room *room)
{
    uint16_t awaited = 0;
    if (room->stage != ROOM_PLAYING || room__stands_still(room))
        return 0;
    for (uint16_t left = pen_round_must(&room->game.round); left; left &= (uint16_t)(left - 1))
        if (!room__is_bot_played(room, (uint8_t)pen_bits_lowest(left)))
            awaited |= room__bit(pen_bits_lowest(left));
    return awaited;
}

static uint64_t clock_due(const struct room *room)
{
    if (room->clock_ms == ROOM_NEVER || room__stands_still(room) || !is_clock_wanted(room))
        return ROOM_NEVER;
    return room->stage == ROOM_PLAYING ? room->clock_ms + ROOM_GRACE_MS : room->clock_ms;
}

static uint64_t bots_due(const struct room *room)
{
    uint64_t due = ROOM_NEVER;
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
        due = room->live.bot_ms[seat] < due ? room->live.bot_ms[seat] : due;
    return due;
}

/* A table that nobody is at closes after a while; where a move may take days, after more of them. */
static uint64_t empty_due(const struct room *room)
{
    if (room->live.here != 0)
        return ROOM_NEVER;
    uint64_t ms = ROOM_EMPTY_WAITING_MS;
    if (room->stage != ROOM_WAITING && room->stage != ROOM_OVER && room__people(room) != 0) {
        ms = ROOM_EMPTY_PLAYING_MS;
        if (ms < UINT64_C(3) * room->settings.move_ms)
            ms = UINT64_C(3) * room->settings.move_ms;
    }
    return room->live.empty_ms + ms;
}

static uint64_t sooner(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t room_deadline(const struct room *room)
{
    if (room->stage == ROOM_CLOSED)
        return ROOM_NEVER;
    if (room_wants_entropy(room))
        return 0;
    uint64_t due = sooner(room__release_ms(room), bots_due(room));
    due = sooner(due, clock_due(room));
    due = sooner(due, room__begin_due(room));
    due = sooner(due, room->ask.is_open ? room->ask.until_ms : ROOM_NEVER);
    due = sooner(due, room->is_paused ? room->pause_until_ms : ROOM_NEVER);
    return sooner(due, empty_due(room));
}

/* ---- doing what is due ---- */

/* The clock plays for whoever did not, and after the second time in a row a bot takes over. */
static void move_missed(struct room__call *call)
{
    struct room *room = call->room;
    uint16_t missed = 0;
    for (uint16_t left = pen_round_must(&room->game.round); left; left &= (uint16_t)(left - 1))
        if (!room__is_bot_played(room, (uint8_t)pen_bits_lowest(left)))
            missed |= room__bit(pen_bits_lowest(left));
    if (room->game.round.phase == PEN_PHASE_RACE) {
        room__race_over(call);
    } else {
        const uint8_t seat = (uint8_t)pen_bits_lowest(missed);
        room__play_on(call);
        enum pen_refusal refusal = room__do_action(call, room__clock_action(call, seat), ROOM_BY_CLOCK, NULL);
        PEN_ASSERT(refusal == PEN_ACCEPTED);
    }
    for (; missed; missed &= (uint16_t)(missed - 1)) {
        const uint8_t seat = (uint8_t)pen_bits_lowest(missed);
        if (room->seats[seat].missed >= ROOM_MISSED_MAX && !room->seats[seat].is_away)
            room__do_away(call, seat);
    }
}

static void clock_ran_out(struct room__call *call)
{
    if (call->room->stage == ROOM_REVEALING)
        room__do_game(call);
    else if (call->room->stage == ROOM_BETWEEN)
        room__next(call);
    else
        move_missed(call);
}

static bool settle_one(struct room__call *call)
{
    struct room *room = call->room;
    const uint64_t now = call->now_ms;
    if (room->stage == ROOM_CLOSED)
        return false;
    if (call->needs_plan)
        room__plan_bots(call);
    if (room__release_ms(room) <= now) {
        room__release(call);
        return true;
    }
    if (bots_due(room) <= now) {
        uint8_t first = 0;
        for (uint8_t seat = 1; seat < PEN_SEATS_MAX; seat++)
            if (room->live.bot_ms[seat] < room->live.bot_ms[first])
                first = seat;
        room__bot_moves(call, first);
        return true;
    }
    if (clock_due(room) <= now) {
        clock_ran_out(call);
        return true;
    }
    if (room__begin_due(room) <= now) {
        room__begin_now(call);
        return true;
    }
    if (room->ask.is_open && room->ask.until_ms <= now) {
        room__do_lapse(call);
        return true;
    }
    if (room->is_paused && room->pause_until_ms <= now) {
        room__do_pause(call, false);
        return true;
    }
    if (empty_due(room) <= now) {
        room__do_close(call);
        return true;
    }
    return false;
}

void room__settle(struct room__call *call)
{
    /* What is due now belongs to nobody's command. A bot needs its time, so not everything at once: the
     * rest is due at the next tick, which room_deadline() asks for at once. */
    enum { STEPS_MAX = 8 };
    const uint32_t command = call->command;
    const uint8_t seat = call->seat;
    call->command = 0;
    call->seat = PEN_SEAT_NONE;
    for (unsigned step = 0; step < STEPS_MAX && settle_one(call); step++) {
    }
    call->command = command;
    call->seat = seat;
}

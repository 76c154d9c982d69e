/* race.c - who was first, by reaction and not by the length of a cable.
 *
 * Wherever others may act by public knowledge (everybody drops; somebody owes UNO; jump-in is in force; a
 * card lies that anybody may challenge), an action is not carried out when it arrives. It gets a key, the
 * moment at which it would have arrived over no distance at all, and waits until no action with an earlier
 * key can still be on its way.
 *
 *     update made ──► written to the client T0 ──► seen ──dt──► decided ──► arrives A
 *         U                        └──── half of rtt ────┘          └─ half of rtt ─┘
 *
 *     r = dt, but not below A - T0 - rtt and not above A - T0      key = U + r
 *
 * So nobody gains by claiming a smaller dt than the measured round trip allows; and the round trip is the
 * least that the kernel saw, which a client cannot raise for the moment of a race. Without dt it counts as
 * A - T0 - rtt. An action is carried out at key + hold, where 'hold' is the longest usual round trip at the
 * table and some spare time, whoever acts and whatever anybody holds; so the wait tells nothing about cards.
 * Keys that lie within ROOM_TIE_MS of each other are equally early: who says UNO comes first, then the
 * lot of the verifiable shuffle decides.
 *
 * RULE O27: a window is not closed by the machine.
 *   - A card that closes one (the next player's) and comes sooner than a person reacts was queued; it
 *     counts as laid ROOM_REACT_MS after the window opened.
 *   - A catch within the grace of the one who owes UNO counts when the grace ends, unless UNO was said by
 *     then. Acts that come after that catch keep their order behind it; those that came before it do not
 *     wait.
 *   - A table can wait for who listens instead of looking: within so many seconds of the card all act at the
 *     same moment, and what closes the window comes after them.
 *   - A wrong shout is paid for: for ROOM_SHOUT_MS no catch of its maker is heard.
 *
 * The engine gets the actions in this order, one after the other; those that have become impossible were
 * too late. */
#include <string.h>

#include "room/inside.h"

bool room__window_is_open(const struct room *room, const struct room_rules *rules)
{
    const struct pen_round *round = &room->game.round;
    return round->phase == PEN_PHASE_RACE || round->owes != 0 ||
           (rules->rules->rule.jump_in && round->thrower != PEN_SEAT_NONE) ||
           (round->phase == PEN_PHASE_PENDING && (rules->rules->open_challenge >> round->top & 1));
}

bool room_may_race(const struct room *room, const struct room_rules *rules)
{
    return room->stage == ROOM_PLAYING && room__window_is_open(room, rules);
}

static uint64_t hold_ms(const struct room *room)
{
    unsigned longest = 0;
    for (uint16_t left = room__people_here(room); left; left &= (uint16_t)(left - 1)) {
        const unsigned lag = room->live.lag_ms[pen_bits_lowest(left)];
        longest = lag > longest ? lag : longest;
    }
    const unsigned hold = longest + ROOM_HOLD_SPARE_MS;
    return hold < ROOM_HOLD_MIN_MS ? ROOM_HOLD_MIN_MS : hold > ROOM_HOLD_MAX_MS ? ROOM_HOLD_MAX_MS : hold;
}

/* When the update was made that the player had seen, if that is still known; else 0. */
static uint64_t made_ms(const struct room *room, uint32_t on)
{
    if (on == 0 || on > room->n || room->n - on >= ROOM_UPDATES_MAX)
        return 0;
    return room->live.update_ms[on % ROOM_UPDATES_MAX];
}

/* RULE O27: until then the one who owes UNO has time to say it; over no distance, as all keys. */
static uint64_t grace_ends_ms(const struct room *room, uint8_t seat)
{
    return room->live.owes_ms[seat] + room->settings.grace_ms;
}

/* With it the next player begins, and what was open until then is not any more. */
bool room__is_closing(const struct room *room, struct pen_action action)
{
    return action.seat == room->game.round.turn &&
           (action.verb == PEN_VERB_PLAY || action.verb == PEN_VERB_DRAW || action.verb == PEN_VERB_TAKE ||
            action.verb == PEN_VERB_CHALLENGE);
}

static uint32_t to_32(uint64_t ms)
{
    return (uint32_t)(ms > UINT32_MAX ? UINT32_MAX : ms);
}

void room__weigh(const struct room *room, const struct room_input *input, struct room_held *held)
{
    const uint64_t now = input->now_ms;
    const uint64_t rtt = input->rtt_ms > ROOM_RTT_MAX_MS ? ROOM_RTT_MAX_MS : input->rtt_ms;
    const uint64_t made = made_ms(room, input->act.on);
    uint64_t told = made;
    /* Only of the newest update it is known when it was written. */
    if (input->act.on == room->n && input->told_ms >= made && input->told_ms <= now)
        told = input->told_ms;
    held->raw_ms = now - rtt; /* if it is not known what the player had seen */
    if (made != 0 && told <= now) {
        const uint64_t most = now - told, least = most > rtt ? most - rtt : 0;
        uint64_t reaction = input->act.dt_ms == ROOM_NO_DT ? least : input->act.dt_ms;
        reaction = reaction < least ? least : reaction > most ? most : reaction;
        held->reaction_ms = to_32(reaction);
        held->waited_ms = to_32(most);
        held->raw_ms = made + reaction;
    }
    held->dt_ms = input->act.dt_ms;
    held->rtt_ms = (uint16_t)rtt;
}

/* ---- the order ---- */

/* Whether the action waits behind a catch that came before it: all do but UNO itself, and what has nothing to
 * do with it. */
static bool is_behind_catches(const struct room_held *held)
{
    return held->action.verb != PEN_VERB_SAY_UNO && held->action.verb != PEN_VERB_DROP &&
           held->action.verb != PEN_VERB_ACCUSE;
}

/* Keys from reactions, in the order of reactions: a catch is put off to the end of the grace, and what comes
 * after it keeps its distance, as far as that decides anything. */
static void put_off(const struct room *room, struct room_held *held, unsigned count)
{
    uint64_t raw_before = 0, key_before = 0;
    for (unsigned i = 0; i < count; i++) {
        held[i].key_ms = held[i].raw_ms;
        if (!is_behind_catches(&held[i]))
            continue;
        if (held[i].action.verb == PEN_VERB_CATCH) {
            const uint64_t ends = grace_ends_ms(room, held[i].action.target);
            held[i].key_ms = held[i].raw_ms < ends ? ends : held[i].raw_ms;
            /* Equally early actions before it are still equally early. */
            for (unsigned k = 0; k < i; k++)
                if (is_behind_catches(&held[k]) && held[k].raw_ms + ROOM_TIE_MS >= held[i].raw_ms &&
                    held[k].key_ms < held[i].key_ms)
                    held[k].key_ms = held[i].key_ms;
        }
        const uint64_t gap = held[i].raw_ms - raw_before;
        const uint64_t least = key_before + (gap > ROOM_TIE_MS ? ROOM_TIE_MS + 1 : gap);
        if (held[i].key_ms < least)
            held[i].key_ms = least;
        raw_before = held[i].raw_ms;
        key_before = held[i].key_ms;
    }
    for (unsigned i = 0; i < count; i++) /* one seat's actions stay in the order in which they came */
        for (unsigned k = i + 1; k < count; k++)
            if (held[k].action.seat == held[i].action.seat && held[k].key_ms < held[i].key_ms)
                held[k].key_ms = held[i].key_ms;
}

static void sort(struct room_held *held, unsigned count, bool is_by_key)
{
    for (unsigned i = 1; i < count; i++) {
        const struct room_held one = held[i];
        unsigned place = i;
        for (; place > 0 &&
               (is_by_key ? held[place - 1].key_ms > one.key_ms : held[place - 1].raw_ms > one.raw_ms);
             place--)
            held[place] = held[place - 1];
        held[place] = one;
    }
}

/* Before this moment no act counts, where the table waits for who listens; a card that closes the window
 * counts behind all others. What decides no race does not wait, and nobody is too early with UNO. */
static uint64_t heard_ms(const struct room *room, struct pen_action action)
{
    const bool is_closing = room__is_closing(room, action);
    const bool is_racing = is_closing || action.verb == PEN_VERB_JUMP || action.verb == PEN_VERB_CATCH ||
                           action.verb == PEN_VERB_CHALLENGE || action.verb == PEN_VERB_DROP;
    if (room->settings.listen_s == 0 || !is_racing)
        return 0;
    return room->live.opened_ms + room->settings.listen_s * UINT64_C(1000) +
           (is_closing ? ROOM_TIE_MS + 1 : 0);
}

enum room_refusal room__hold(struct room__call *call, const struct room_held *held)
{
    struct room_live *live = &call->room->live;
    unsigned own = 0, silent = call->room->seat_count; /* seats of which nothing is held */
    uint16_t seen = 0;
    for (unsigned i = 0; i < live->held_count; i++) {
        const uint8_t seat = live->held[i].action.seat;
        own += seat == held->action.seat;
        silent -= !(seen >> seat & 1);
        seen |= room__bit(seat);
    }
    /* A second action only where a place is left for everybody's first, so that nobody is kept out of a
     * race by what others do. */
    if (own >= 2 || (own == 1 && live->held_count + silent >= ROOM_HELD_MAX))
        return ROOM_REFUSED_WAIT;
    struct room_held *fresh = &live->held[live->held_count];
    *fresh = *held;
    if (room__is_closing(call->room, held->action) && fresh->raw_ms < live->opened_ms + ROOM_HUMAN_MS)
        fresh->raw_ms = live->opened_ms + ROOM_REACT_MS;
    const uint64_t heard = heard_ms(call->room, held->action);
    if (fresh->raw_ms < heard)
        fresh->raw_ms = heard;
    for (unsigned i = 0; i < live->held_count; i++)
        if (live->held[i].action.seat == held->action.seat && live->held[i].raw_ms > fresh->raw_ms)
            fresh->raw_ms = live->held[i].raw_ms;
    live->held_count++;
    sort(live->held, live->held_count, false);
    put_off(call->room, live->held, live->held_count);
    sort(live->held, live->held_count, true);
    return ROOM_ACCEPTED;
}

enum room_refusal room__shout(struct room__call *call, struct pen_action action)
{
    struct room_live *live = &call->room->live;
    const bool is_wrong =
        action.target >= PEN_SEATS_MAX || !(call->room->game.round.owes >> action.target & 1);
    const bool is_heard = call->now_ms >= live->shout_ms[call->seat];
    if (is_wrong)
        live->shout_ms[call->seat] = call->now_ms + ROOM_SHOUT_MS;
    return is_heard ? ROOM_ACCEPTED : ROOM_REFUSED_TOO_FAST;
}

uint64_t room__release_ms(const struct room *room)
{
    return room->live.held_count == 0 ? ROOM_NEVER : room->live.held[0].key_ms + hold_ms(room);
}

static void tell_late(struct room__call *call, const struct room_held *held, enum room_refusal refusal)
{
    struct room *room = call->room;
    const uint8_t seat = held->action.seat;
    struct room_answer answer = {.refusal = (uint8_t)refusal, .seat = seat, .n = room->n};
    call->needs_plan = true; /* a bot has to think again */
    if (held->is_bot || held->command == 0)
        return;
    room->live.refused[seat].id = held->command;
    room->live.refused[seat].refusal = answer.refusal;
    room->live.refused[seat].game = PEN_ACCEPTED;
    room__send_no(call, seat, held->command, answer);
}

void room__drop_held(struct room__call *call)
{
    struct room_live *live = &call->room->live;
    const unsigned count = live->held_count;
    live->held_count = 0;
    for (unsigned i = 0; i < count; i++)
        tell_late(call, &live->held[i], ROOM_REFUSED_TOO_LATE);
}

void room__forget_held(struct room_live *live, uint8_t seat)
{
    unsigned count = 0;
    for (unsigned i = 0; i < live->held_count; i++)
        if (live->held[i].action.seat != seat)
            live->held[count++] = live->held[i];
    live->held_count = (uint8_t)count;
}

/* Takes the foremost action and those equally early out of the queue. */
static unsigned take_group(struct room_live *live, struct room_held *group)
{
    unsigned count = 0;
    while (count < live->held_count && live->held[count].key_ms <= live->held[0].key_ms + ROOM_TIE_MS)
        count++;
    memcpy(group, live->held, count * sizeof *group);
    live->held_count = (uint8_t)(live->held_count - count);
    memmove(live->held, live->held + count, live->held_count * sizeof *group);
    return count;
}

static void carry_out(struct room__call *call, const struct room_held *held)
{
    struct room *room = call->room;
    const uint32_t command = call->command;
    const uint8_t seat = call->seat;
    const bool is_acknowledged = call->is_acknowledged;
    /* Somebody else's command may have made this action due. */
    call->command = held->command;
    call->seat = held->action.seat;
    bool is_done = false;
    if (room->stage == ROOM_PLAYING && !room__stands_still(room))
        is_done = room__do_action(call, held->action, held->is_bot ? ROOM_BY_BOT : ROOM_BY_PERSON, held) ==
                  PEN_ACCEPTED;
    if (!is_done)
        tell_late(call, held, ROOM_REFUSED_TOO_LATE);
    call->has_tie = false;
    call->command = command;
    call->seat = seat;
    call->is_acknowledged = is_acknowledged;
}

/* The line of it goes into the journal with the first one's action. */
static void draw_lot(struct room__call *call, uint8_t *seats, unsigned count)
{
    struct fair *fair = &call->room->fair;
    call->tie_before = fair->tie_count;
    fair_order_tie(fair, seats, count);
    call->has_tie = true;
    call->tie_seat_count = (uint8_t)count;
    memcpy(call->tie_seats, seats, count);
}

static bool is_possible(const struct room__call *call, struct pen_action action)
{
    struct pen_game trial = call->room->game;
    return pen_game_apply(call->rules->rules, &trial, action, NULL) == PEN_ACCEPTED;
}

/* Orders those of the group that can still be done by lot, if they are several seats'. */
static void order_by_lot(struct room__call *call, struct room_held *group, unsigned count)
{
    struct room_held ordered[ROOM_HELD_MAX];
    uint8_t seats[PEN_SEATS_MAX];
    unsigned seat_count = 0, place = 0;
    uint16_t seen = 0;
    for (unsigned i = 0; i < count; i++) {
        const uint8_t seat = group[i].action.seat;
        if ((seen >> seat & 1) || !is_possible(call, group[i].action))
            continue;
        seen |= room__bit(seat);
        seats[seat_count++] = seat;
    }
    if (seat_count < 2)
        return;
    draw_lot(call, seats, seat_count);
    for (unsigned k = 0; k < seat_count; k++)
        for (unsigned i = 0; i < count; i++)
            if (group[i].action.seat == seats[k])
                ordered[place++] = group[i];
    for (unsigned i = 0; i < count; i++)
        if (!(seen >> group[i].action.seat & 1))
            ordered[place++] = group[i];
    memcpy(group, ordered, count * sizeof *group);
}

void room__release(struct room__call *call)
{
    struct room_held group[ROOM_HELD_MAX];
    unsigned count = take_group(&call->room->live, group), first = 0;
    /* Who says UNO is before whoever came equally early. */
    for (unsigned i = 0; i < count; i++) {
        if (group[i].action.verb != PEN_VERB_SAY_UNO)
            continue;
        const struct room_held said = group[i];
        memmove(group + first + 1, group + first, (i - first) * sizeof *group);
        group[first++] = said;
    }
    for (unsigned i = 0; i < first; i++)
        carry_out(call, &group[i]);
    if (call->room->stage == ROOM_PLAYING && !room__stands_still(call->room))
        order_by_lot(call, group + first, count - first);
    for (unsigned i = first; i < count; i++)
        carry_out(call, &group[i]);
}

void room__race_over(struct room__call *call)
{
    struct room *room = call->room;
    uint8_t seats[PEN_SEATS_MAX];
    unsigned count = 0;
    /* Who has dropped, if only just, is before who has not. */
    while (room->live.held_count > 0 && room->game.round.phase == PEN_PHASE_RACE)
        room__release(call);
    if (room->game.round.phase != PEN_PHASE_RACE)
        return;
    for (uint16_t left = pen_round_must(&room->game.round); left; left &= (uint16_t)(left - 1))
        if (!room__is_bot_played(room, (uint8_t)pen_bits_lowest(left)))
            seats[count++] = (uint8_t)pen_bits_lowest(left);
    if (count > 1)
        draw_lot(call, seats, count);
    for (unsigned i = 0; i < count && room->game.round.phase == PEN_PHASE_RACE; i++) {
        enum pen_refusal refusal =
            room__do_action(call, PEN_ACTION(PEN_VERB_DROP, seats[i]), ROOM_BY_CLOCK, NULL);
        PEN_ASSERT(refusal == PEN_ACCEPTED);
    }
}

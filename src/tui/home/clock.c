/* clock.c - the time of a table in this process. With time the room's clock goes as ours does, but not
 * while the count is read or the keyboard changes hands. Without time it goes to the next thing that is due,
 * and stands still for people who are asked. */
#include "tui/home/inside.h"

#include <string.h>

void home_advance(struct home *home, uint64_t now_ms)
{
    bool is_still = home->is_timeless || home->queue.is_held || home->table.is_hidden;
    if (!is_still && now_ms > home->real_ms)
        home->room_ms += now_ms - home->real_ms;
    home->real_ms = now_ms;
}

/* ---- out of turn ----------------------------------------------------------------------------- */

struct home_chance home_chance_of(const struct home *home, uint8_t seat)
{
    const struct tui_table *table = &home->table;
    const struct pen_view *view = &table->view;
    struct home_chance chance;
    memset(&chance, 0, sizeof chance);
    if (seat == table->seat) {
        chance.jumps = view->legal.jumps;
        chance.catches = view->legal.catches;
        chance.can_say_uno = view->legal.verbs >> PEN_VERB_SAY_UNO & 1;
        chance.can_challenge = view->legal.verbs >> PEN_VERB_CHALLENGE & 1;
    } else {
        const struct tui_call *call = &table->calls[seat];
        chance.jumps = call->jump != PEN_CARD_NONE ? pen_card_bit(call->jump) : 0;
        chance.catches = call->catches;
        chance.can_say_uno = call->can_say_uno;
        chance.can_challenge = call->can_challenge;
    }
    /* Who waits for a person does not wait for a card that may or may not be held. */
    if (seat != table->seat && (view->must & table->people))
        chance.jumps = 0;
    chance.hand_count = view->hand_count[seat];
    chance.turn = view->turn;
    return chance;
}

static bool is_any(const struct home_chance *chance)
{
    return chance->jumps != 0 || chance->catches != 0 || chance->can_say_uno || chance->can_challenge;
}

static bool is_weighing(const struct home *home)
{
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
        if (home->open[seat])
            return true;
    return false;
}

void home_find_asked(struct home *home)
{
    struct tui_table *table = &home->table;
    table->asked = 0;
    if (!home->waits || is_weighing(home))
        return;
    for (uint16_t left = table->people; left; left &= (uint16_t)(left - 1)) {
        uint8_t seat = (uint8_t)pen_bits_lowest(left);
        struct home_chance chance = home_chance_of(home, seat);
        if (is_any(&chance) && !(table->view.must >> seat & 1) &&
            memcmp(&chance, &home->passed[seat], sizeof chance) != 0)
            table->asked |= (uint16_t)(1u << seat);
    }
}

/* ---- races without time ---------------------------------------------------------------------- */

/* RULE O10: who drops first was first. Without time the bots hold their cards until the people have dropped
 * theirs. */
static bool is_race_held(const struct home *home)
{
    const struct pen_view *view = &home->table.view;
    if (view->phase != PEN_PHASE_RACE)
        return false;
    for (uint16_t left = view->must & home->table.people; left; left &= (uint16_t)(left - 1)) {
        unsigned seat = pen_bits_lowest(left);
        if (!home->open[seat])
            return true;
    }
    return false;
}

/* ---- what is due ----------------------------------------------------------------------------- */

static uint64_t due_of(const struct home *home)
{
    return home->room.stage == ROOM_PLAYING ? room_deadline(&home->room) : ROOM_NEVER;
}

/* Without time: whether it waits for somebody. */
static bool stands_still(const struct home *home)
{
    return home->is_timeless && (home->table.asked || is_race_held(home));
}

static bool take_thoughts(struct home *home)
{
    struct room_input input = home_input(home, ROOM_IN_THOUGHT, PEN_SEAT_NONE);
    bool is_any = false;
    while (home->thinker && home_thinker_take(home->thinker, &input.thought.seat, &input.thought.moment,
                                              &input.thought.action)) {
        (void)home_apply(home, &input);
        is_any = true;
    }
    return is_any;
}

bool home_tick(struct home *home)
{
    if (take_thoughts(home) && home->first)
        return true;
    uint64_t due = due_of(home);
    if (due == ROOM_NEVER || stands_still(home) || (!home->is_timeless && due > home->room_ms))
        return false;
    if (due > home->room_ms)
        home->room_ms = due;
    struct room_input input = home_input(home, ROOM_IN_TICK, PEN_SEAT_NONE);
    (void)home_apply(home, &input);
    return true;
}

static bool is_held(const struct room *room, uint8_t seat)
{
    for (unsigned i = 0; i < room->live.held_count; i++)
        if (room->live.held[i].action.seat == seat)
            return true;
    return false;
}

void home_weigh(struct home *home, uint8_t seat)
{
    while (is_held(&home->room, seat) && due_of(home) != ROOM_NEVER) {
        if (due_of(home) > home->room_ms)
            home->room_ms = due_of(home);
        struct room_input input = home_input(home, ROOM_IN_TICK, PEN_SEAT_NONE);
        (void)home_apply(home, &input);
    }
}

int home_due_ms(const struct home *home, uint64_t now_ms)
{
    enum { LONG_MS = 60000 };
    uint64_t due = due_of(home), room_ms = home->room_ms;
    if (due == ROOM_NEVER || stands_still(home))
        return -1;
    if (home->is_timeless)
        return 0;
    if (now_ms > home->real_ms)
        room_ms += now_ms - home->real_ms;
    return due <= room_ms ? 0 : due - room_ms > LONG_MS ? LONG_MS : (int)(due - room_ms);
}

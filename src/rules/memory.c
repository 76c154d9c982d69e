/* memory.c - what the events of a round leave in the mind of somebody who pays attention.
 *
 * Events come one by one, without knowing which action they belong to, so that whoever has only the last
 * hundred of them gets on as well. A draw is one in turn if the seat has the turn and no card is due to it
 * for another reason. */
#include <string.h>

#include "penultima/memory.h"
#include "penultima/round.h"

void pen_memory_init(struct pen_memory *memory)
{
    memset(memory, 0, sizeof *memory);
    memory->open_draw = memory->turn = memory->due_seat = PEN_SEAT_NONE;
    memory->top = PEN_CARD_NONE;
    memory->color = memory->color_before = memory->follow = PEN_COLOR_NONE;
}

static void drew(struct pen_memory *memory, const struct pen_rules *rules, uint8_t seat)
{
    if (seat >= PEN_SEATS_MAX)
        return;
    if (memory->due > 0 && memory->due_seat == seat) {
        memory->due--;
        pen_memory_age(memory, seat);
    } else {
        pen_memory_draw(memory, rules, seat);
    }
}

static void due(struct pen_memory *memory, uint8_t seat, uint16_t count)
{
    memory->due_seat = seat;
    memory->due = count;
}

/* Hands change owners: what is remembered of them goes along. */
static void swap_lacks(struct pen_memory *memory, unsigned one, unsigned other)
{
    if (one >= PEN_SEATS_MAX || other >= PEN_SEATS_MAX)
        return;
    for (unsigned i = 0; i < PEN_MEMORY_AGES; i++) {
        uint32_t lack = memory->lacks[one][i];
        memory->lacks[one][i] = memory->lacks[other][i];
        memory->lacks[other][i] = lack;
    }
}

static unsigned next_seat(unsigned seat, unsigned seat_count, unsigned direction)
{
    unsigned next = seat + (direction == PEN_LEFT ? 1 : seat_count - 1);
    return next >= seat_count ? next - seat_count : next;
}

/* Each hand goes on by one place: swapped along the circle, the last one ends at the first. */
static void pass_lacks(struct pen_memory *memory, unsigned seat_count, unsigned direction)
{
    for (unsigned i = 1, seat = 0; i < seat_count; i++) {
        seat = next_seat(seat, seat_count, direction);
        swap_lacks(memory, 0, seat);
    }
}

/* Somebody has to draw cards. */
static void owed(struct pen_memory *memory, const struct pen_event *event)
{
    const enum pen_event_type type = (enum pen_event_type)event->type;
    uint8_t color = PEN_COLOR_NONE;
    if (type == PEN_EVENT_TOOK)
        pen_memory_push(memory, event->seat, PEN_VERB_TAKE, PEN_CARD_NONE, PEN_COLOR_NONE);
    else if (type == PEN_EVENT_INNOCENT) /* RULE A6: then there was no card of that colour */
        color = memory->color_before;
    else if (type == PEN_EVENT_COULD_NOT_FOLLOW)
        color = memory->follow;
    if (color < PEN_COLORS_MAX)
        pen_memory_lack(memory, event->seat, 0, UINT32_C(1) << color);
    due(memory, pen_event_drawer(event), event->count);
}

void pen_memory_note(struct pen_memory *memory, const struct pen_rules *rules, const struct pen_event *event,
                     unsigned seat_count, unsigned direction)
{
    switch ((enum pen_event_type)event->type) {
    case PEN_EVENT_TURNED:
        memory->top = event->card;
        memory->color = event->card < PEN_KINDS_MAX ? rules->color[event->card] : PEN_COLOR_NONE;
        break;
    case PEN_EVENT_NAMED:
        memory->color = event->color;
        pen_memory_push(memory, event->seat, PEN_VERB_NAME, PEN_CARD_NONE, event->color);
        break;
    case PEN_EVENT_TURN:
        pen_memory_turn(memory, event->seat);
        break;
    case PEN_EVENT_TURN_LOST:
        pen_memory_close(memory, false);
        memory->turn = PEN_SEAT_NONE;
        break;
    case PEN_EVENT_PLAYED:
        pen_memory_lay(memory, rules, event->seat, PEN_VERB_PLAY, event->card, event->color);
        break;
    case PEN_EVENT_JUMPED:
        pen_memory_lay(memory, rules, event->seat, PEN_VERB_JUMP, event->card, event->color);
        break;
    case PEN_EVENT_STREAMED:
        pen_memory_push(memory, event->seat, PEN_VERB_STREAM, event->card, event->color);
        memory->follow = event->card >= PEN_KINDS_MAX                  ? PEN_COLOR_NONE
                         : rules->color[event->card] != PEN_COLOR_NONE ? rules->color[event->card]
                                                                       : event->color;
        break;
    case PEN_EVENT_FOLLOWED:
        pen_memory_push(memory, event->seat, PEN_VERB_FOLLOW, event->card, event->color);
        break;
    case PEN_EVENT_DREW:
        drew(memory, rules, event->seat);
        break;
    case PEN_EVENT_DREW_NOTHING:
        if (memory->turn == event->seat && memory->due == 0)
            pen_memory_lack(memory, event->seat, 0, pen_memory_lack_of(rules, memory->top, memory->color));
        memory->due = 0;
        break;
    case PEN_EVENT_KEPT:
        pen_memory_close(memory, true);
        pen_memory_push(memory, event->seat, PEN_VERB_KEEP, PEN_CARD_NONE, PEN_COLOR_NONE);
        break;
    case PEN_EVENT_KEPT_REST:
        pen_memory_push(memory, event->seat, PEN_VERB_KEEP, PEN_CARD_NONE, PEN_COLOR_NONE);
        break;
    case PEN_EVENT_PENDING:
        memory->turn = PEN_SEAT_NONE;
        break;
    case PEN_EVENT_CHALLENGED:
        pen_memory_push(memory, event->seat, PEN_VERB_CHALLENGE, PEN_CARD_NONE, PEN_COLOR_NONE);
        pen_memory_habit(memory, event->seat, PEN_HABIT_ONCE(PEN_HABIT_CHALLENGES));
        break;
        PEN_EVENT_CASES(OWED)
        owed(memory, event);
        break;
    case PEN_EVENT_SWAPPED:
        pen_memory_push(memory, event->seat, PEN_VERB_SWAP, PEN_CARD_NONE, PEN_COLOR_NONE);
        swap_lacks(memory, event->seat, event->target);
        break;
    case PEN_EVENT_PASSED_HANDS:
        pass_lacks(memory, seat_count, direction);
        break;
    case PEN_EVENT_SWUNG:
        pen_memory_push(memory, event->seat, PEN_VERB_SWING, PEN_CARD_NONE, PEN_COLOR_NONE);
        break;
    case PEN_EVENT_REVERSED: /* nothing to remember of the rest */
    case PEN_EVENT_SHOWN:
    case PEN_EVENT_SHOWN_TO:
    case PEN_EVENT_NONE:
    case PEN_EVENT_TYPE_COUNT:
        PEN_EVENT_CASES(QUIET)
        break;
    }
}

static void forget_card(struct pen_hand *hand, uint8_t card)
{
    if (card < PEN_KINDS_MAX && pen_hand_has(hand, card))
        pen_hand_remove(hand, card);
}

static void pass_known(struct pen_hand known[], uint8_t viewer, const struct pen_hand *own,
                       unsigned seat_count, unsigned direction)
{
    struct pen_hand before[PEN_SEATS_MAX];
    for (unsigned seat = 0; seat < seat_count; seat++)
        before[seat] = known[seat];
    if (viewer < seat_count)
        before[viewer] = *own;
    for (unsigned seat = 0; seat < seat_count; seat++)
        known[next_seat(seat, seat_count, direction)] = before[seat];
}

void pen_memory_know(struct pen_hand known[], const struct pen_event *event, uint8_t viewer,
                     const struct pen_hand *own, unsigned seat_count, unsigned direction)
{
    switch ((enum pen_event_type)event->type) {
        PEN_EVENT_CASES(LAID)
        if (event->seat != viewer && event->seat < PEN_SEATS_MAX)
            forget_card(&known[event->seat], event->card);
        break;
    case PEN_EVENT_SHOWN_TO:
        if (event->seat != viewer && (event->target == PEN_SEAT_NONE || event->target == viewer))
            known[event->seat] = (struct pen_hand){{0, 0, 0}};
        break;
    case PEN_EVENT_SHOWN:
        if (event->seat != viewer && event->card != PEN_CARD_NONE)
            pen_hand_add(&known[event->seat], event->card);
        break;
        PEN_EVENT_CASES(OWED) /* a misplay everybody saw before it was taken back; the others have no card */
        if (event->seat != viewer && event->card < PEN_KINDS_MAX &&
            !pen_hand_has(&known[event->seat], event->card))
            pen_hand_add(&known[event->seat], event->card);
        break;
    case PEN_EVENT_SWAPPED: {
        struct pen_hand one = event->seat == viewer ? *own : known[event->seat];
        struct pen_hand other = event->target == viewer ? *own : known[event->target];
        known[event->seat] = other;
        known[event->target] = one;
        break;
    }
    case PEN_EVENT_PASSED_HANDS:
        pass_known(known, viewer, own, seat_count, direction);
        break;
    case PEN_EVENT_DREW:
    case PEN_EVENT_NONE:
    case PEN_EVENT_TYPE_COUNT:
        PEN_EVENT_CASES(TABLE)
        PEN_EVENT_CASES(QUIET)
        break;
    }
    /* The own hand is known better from elsewhere. */
    if (viewer < PEN_SEATS_MAX)
        known[viewer] = (struct pen_hand){{0, 0, 0}};
}

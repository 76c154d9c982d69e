/* motion.c - which event moves what, and for how long. */
#include "tui/screen/motion.h"

#include "tui/shown.h"

enum { LAY_MS = 220, DRAW_MS = 180, TURN_MS = 280, UNO_MS = 300 };

void screen_motion_begin(struct screen_motion *motion, const struct tui_table *table,
                         const struct pen_events *events, uint8_t under, uint64_t now_ms)
{
    struct screen_motion next = {.kind = SCREEN_STILL};
    for (unsigned i = 0; i < events->count; i++) {
        const struct pen_event *event = &events->list[i];
        const bool has_seat = event->seat < table->names.count;
        if (tui_is_laid(event->type) && has_seat && event->card < table->rules.kind_count)
            next = (struct screen_motion){
                .kind = SCREEN_LAYS, .seat = event->seat, .card = event->card, .under = under, .ms = LAY_MS};
        else if (event->type == PEN_EVENT_DREW && has_seat && next.kind == SCREEN_STILL)
            next = (struct screen_motion){.kind = SCREEN_DRAWS, .seat = event->seat, .ms = DRAW_MS};
        else if (event->type == PEN_EVENT_REVERSED)
            next.turns = true; /* while the card is on its way */
        else if (event->type == PEN_EVENT_SAID_UNO && has_seat)
            next.uno = (uint8_t)(event->seat + 1);
    }
    if (next.kind == SCREEN_STILL && !next.turns && !next.uno)
        return;
    if (next.turns && next.ms < TURN_MS)
        next.ms = TURN_MS;
    if (next.uno && next.ms < UNO_MS)
        next.ms = UNO_MS;
    next.since_ms = now_ms;
    *motion = next;
}

bool screen_motion_step(struct screen_motion *motion, uint64_t now_ms)
{
    const uint64_t passed = now_ms - motion->since_ms;
    if (motion->ms == 0 || passed >= motion->ms) {
        *motion = (struct screen_motion){.kind = SCREEN_STILL};
        return false;
    }
    motion->percent = (unsigned)(100 * passed / motion->ms);
    return true;
}

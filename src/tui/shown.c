/* shown.c - reads the view's events since the hand was shown. */
#include "tui/shown.h"

bool tui_is_laid(uint8_t type)
{
    switch ((enum pen_event_type)type) {
        PEN_EVENT_CASES(LAID)
        return true;
        PEN_EVENT_CASES(OWED)
        PEN_EVENT_CASES(TABLE)
        PEN_EVENT_CASES(QUIET)
    case PEN_EVENT_DREW:
    case PEN_EVENT_SHOWN_TO:
    case PEN_EVENT_SHOWN:
    case PEN_EVENT_SWAPPED:
    case PEN_EVENT_PASSED_HANDS:
    case PEN_EVENT_NONE:
    case PEN_EVENT_TYPE_COUNT:
        break;
    }
    return false;
}

static void lose(struct pen_hand *hand, uint8_t card)
{
    if (card < PEN_KINDS_MAX && pen_hand_has(hand, card))
        pen_hand_remove(hand, card);
}

struct pen_hand tui_shown_still(const struct pen_view *view, uint8_t seat)
{
    const struct pen_hand none = {{0, 0, 0}};
    struct pen_hand hand = view->shown[seat];
    uint32_t first = view->shown_at[seat];
    if (first == 0)
        return none;
    if (view->event_total > PEN_VIEW_EVENTS_MAX && first < view->event_total - PEN_VIEW_EVENTS_MAX)
        first = view->event_total - PEN_VIEW_EVENTS_MAX;
    for (uint32_t i = first; i < view->event_total; i++) {
        const struct pen_event *event = &view->events[i % PEN_VIEW_EVENTS_MAX];
        if (tui_is_laid(event->type) && event->seat == seat)
            lose(&hand, event->card);
        else if (event->type == PEN_EVENT_PASSED_HANDS ||
                 (event->type == PEN_EVENT_SWAPPED && (event->seat == seat || event->target == seat)))
            return none;
    }
    return hand;
}

uint8_t tui_shown_newest(const struct pen_view *view, uint32_t before)
{
    uint8_t newest = PEN_SEAT_NONE;
    for (uint8_t seat = 0; seat < view->seat_count; seat++) {
        const struct pen_hand hand = tui_shown_still(view, seat);
        if (view->shown_at[seat] < before && pen_hand_count(&hand) > 0 &&
            (newest == PEN_SEAT_NONE || view->shown_at[seat] > view->shown_at[newest]))
            newest = seat;
    }
    return newest;
}

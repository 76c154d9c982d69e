/* reason.c - each reason is looked for in turn; the first that holds is given. */
#include "value/reason.h"

#include "bots/sense.h"

enum { AGES = 3 }; /* of what a seat is known to lack: with no card drawn since, and with a few */

/* The colour in play after this choice; PEN_COLOR_NONE if it lays nothing. */
static uint8_t color_after(const struct pen_rules *rules, const struct pen_action *action)
{
    if (action->card == PEN_CARD_NONE || action->card >= rules->kind_count)
        return PEN_COLOR_NONE;
    return rules->color[action->card] == PEN_COLOR_NONE ? action->color : rules->color[action->card];
}

static bool is_wild(const struct pen_rules *rules, const struct pen_action *action)
{
    return action->card < rules->kind_count && rules->color[action->card] == PEN_COLOR_NONE;
}

/* A challenge pays if a bluff is likelier than this: where it is worth as much as taking the cards. */
static bool reason_to_doubt(const struct value_choices *choices, unsigned better, unsigned taken,
                            struct value_reason *reason)
{
    const struct value_choice *one = &choices->list[better], *other = &choices->list[taken];
    bool doubts = one->action.verb == PEN_VERB_CHALLENGE && other->action.verb == PEN_VERB_TAKE;
    bool believes = one->action.verb == PEN_VERB_TAKE && other->action.verb == PEN_VERB_CHALLENGE;
    unsigned guilty = choices->bluffs, innocent = choices->worlds - guilty;
    if ((!doubts && !believes) || guilty == 0 || innocent == 0)
        return false;
    const struct value_choice *take = doubts ? other : one, *doubt = doubts ? one : other;
    double if_guilty = (doubt->bluffed - take->bluffed) / guilty;
    double if_innocent = (doubt->sum - doubt->bluffed - take->sum + take->bluffed) / innocent;
    if (if_guilty <= 0 || if_innocent >= 0)
        return false;
    reason->why = doubts ? VALUE_WHY_CHALLENGE : VALUE_WHY_NO_CHALLENGE;
    reason->number = (unsigned)(100 * -if_innocent / (if_guilty - if_innocent) + 0.5);
    reason->other = (unsigned)(100.0 * guilty / choices->worlds + 0.5);
    return doubts == (reason->other > reason->number);
}

static uint8_t seat_after(const struct pen_view *view)
{
    unsigned step = view->direction == PEN_LEFT ? 1 : view->seat_count - 1u;
    return (uint8_t)((view->viewer + step) % view->seat_count);
}

static bool lays(const struct pen_event *event)
{
    return event->type == PEN_EVENT_PLAYED || event->type == PEN_EVENT_JUMPED ||
           event->type == PEN_EVENT_STREAMED || event->type == PEN_EVENT_FOLLOWED ||
           event->type == PEN_EVENT_TURNED;
}

/* How often the seat drew in its turn on this colour since it last laid it, as far as that is remembered. */
static unsigned times_drawn(const struct pen_rules *rules, const struct pen_view *view, uint8_t seat,
                            uint8_t color)
{
    unsigned count = 0;
    uint32_t first = view->event_total > PEN_VIEW_EVENTS_MAX ? view->event_total - PEN_VIEW_EVENTS_MAX : 0;
    uint8_t now = PEN_COLOR_NONE, turn = PEN_SEAT_NONE;
    for (uint32_t i = first; i < view->event_total; i++) {
        const struct pen_event *event = &view->events[i % PEN_VIEW_EVENTS_MAX];
        bool is_card = event->card < rules->kind_count;
        if (event->type == PEN_EVENT_DREW && event->seat == seat && turn == seat && now == color)
            count++;
        else if (event->type == PEN_EVENT_NAMED)
            now = event->color;
        else if (lays(event) && is_card)
            now = rules->color[event->card] == PEN_COLOR_NONE ? event->color : rules->color[event->card];
        if (lays(event) && event->seat == seat && now == color)
            count = 0;
        turn = event->type == PEN_EVENT_TURN ? event->seat : PEN_SEAT_NONE;
    }
    return count;
}

static bool reason_of_next(const struct pen_rules *rules, const struct pen_view *view, uint8_t good,
                           uint8_t bad, struct value_reason *reason)
{
    uint8_t seat = seat_after(view);
    if (good == PEN_COLOR_NONE || good == bad || good >= PEN_COLORS_MAX)
        return false;
    for (unsigned age = 0; age < AGES; age++)
        if (view->memory.lacks[seat][age] >> good & 1) {
            reason->why = VALUE_WHY_LACKS;
            reason->seat = seat;
            reason->color = good;
            reason->number = times_drawn(rules, view, seat, good);
            return true;
        }
    return false;
}

static bool reason_of_hand(const struct pen_rules *rules, const struct pen_view *view,
                           const struct pen_action *one, uint8_t good, uint8_t bad,
                           struct value_reason *reason)
{
    if (good == PEN_COLOR_NONE || good == bad || good != bot_best_color(rules, view))
        return false;
    unsigned left = bot_held_of_color(rules, view, good) - !is_wild(rules, one);
    reason->why = VALUE_WHY_MOST;
    reason->color = good;
    reason->number = left;
    return left > 0 && (bad == PEN_COLOR_NONE || left > bot_held_of_color(rules, view, bad));
}

struct value_reason value_reason(const struct value_choices *choices, const struct pen_rules *rules,
                                 const struct pen_view *view, unsigned better, unsigned taken)
{
    const struct value_choice *one = &choices->list[better], *other = &choices->list[taken];
    const struct pen_action *good = &one->action, *bad = &other->action;
    uint8_t good_color = color_after(rules, good), bad_color = color_after(rules, bad);
    struct value_reason reason = {VALUE_WHY_OTHER, PEN_SEAT_NONE, PEN_COLOR_NONE, 0, 0};
    if (one->is_sure && one->chance == 1) {
        reason.why = VALUE_WHY_WINS;
        return reason;
    }
    if (reason_to_doubt(choices, better, taken, &reason))
        return reason;
    reason.why = VALUE_WHY_OTHER;
    if (bad->verb == PEN_VERB_DRAW && good->verb == PEN_VERB_PLAY)
        reason.why = VALUE_WHY_NEEDLESS_DRAW;
    else if (good->verb == PEN_VERB_PLAY && !is_wild(rules, good) && is_wild(rules, bad))
        reason.why = VALUE_WHY_WILD;
    else if (reason_of_next(rules, view, good_color, bad_color, &reason) ||
             reason_of_hand(rules, view, good, good_color, bad_color, &reason))
        return reason;
    else
        reason.why = VALUE_WHY_OTHER;
    return reason;
}

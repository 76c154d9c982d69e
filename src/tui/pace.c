/* pace.c - plans of the bots: one for the turn, one for what may be done besides. Only views are read. */
#include "tui/pace.h"

#include <string.h>

void tui_pace_init(struct tui_pace *pace, uint8_t seat_count, uint16_t people, unsigned percent,
                   const struct bot_spec *specs, uint64_t seed, const struct bot_clock *clock)
{
    memset(pace, 0, sizeof *pace);
    pace->people = people;
    pace->percent = percent;
    pace->seat_count = seat_count;
    for (uint8_t seat = 0; seat < seat_count; seat++) {
        struct bot_spec spec = specs[seat];
        if (people >> seat & 1)
            spec = (struct bot_spec){.level = BOT_CASUAL};
        bot_init(&pace->bots[seat], spec, pen_chance_of(seed, seat).counter, clock);
    }
}

void tui_pace_forget(struct tui_pace *pace)
{
    memset(pace->turns, 0, sizeof pace->turns);
    memset(pace->reactions, 0, sizeof pace->reactions);
    memset(pace->moments, 0xff, sizeof pace->moments);
    memset(pace->chances, 0, sizeof pace->chances);
}

struct tui_chances tui_chances_of(const struct pen_view *view)
{
    struct tui_chances chances;
    memset(&chances, 0, sizeof chances);
    chances.jumps = view->legal.jumps;
    chances.catches = view->legal.catches;
    chances.can_say_uno = view->legal.verbs >> PEN_VERB_SAY_UNO & 1;
    chances.must_drop = view->legal.verbs >> PEN_VERB_DROP & 1;
    chances.hand_count = view->hand_count[view->viewer];
    chances.turn = view->turn;
    return chances;
}

bool tui_chances_is_any(const struct tui_chances *chances)
{
    return chances->jumps != 0 || chances->catches != 0 || chances->can_say_uno || chances->must_drop;
}

bool tui_chances_are_same(const struct tui_chances *a, const struct tui_chances *b)
{
    return a->jumps == b->jumps && a->catches == b->catches && a->can_say_uno == b->can_say_uno &&
           a->must_drop == b->must_drop && a->hand_count == b->hand_count && a->turn == b->turn;
}

static struct tui_moment moment_of(const struct pen_view *view)
{
    struct tui_moment moment;
    memset(&moment, 0, sizeof moment);
    moment.phase = view->phase;
    moment.turn = view->turn;
    moment.follower = view->follower;
    moment.discard_count = view->discard_count;
    moment.hand_count = view->hand_count[view->viewer];
    moment.pending = view->pending;
    return moment;
}

static bool is_same_moment(const struct tui_moment *a, const struct tui_moment *b)
{
    return a->phase == b->phase && a->turn == b->turn && a->follower == b->follower &&
           a->discard_count == b->discard_count && a->hand_count == b->hand_count && a->pending == b->pending;
}

static void set_due(const struct tui_pace *pace, struct tui_plan *plan, uint64_t now_ms)
{
    plan->due_ms = now_ms + (uint64_t)plan->delay_ms * pace->percent / 100;
}

static void plan_turn(struct tui_pace *pace, const struct pen_view *view, uint64_t now_ms)
{
    uint8_t seat = view->viewer;
    struct tui_plan *plan = &pace->turns[seat];
    if (!(view->must >> seat & 1) || view->phase == PEN_PHASE_RACE) {
        plan->is_any = false;
        return;
    }
    struct tui_moment moment = moment_of(view);
    if (plan->is_any && is_same_moment(&moment, &pace->moments[seat]))
        return; /* it was about to; somebody else's cry does not make it start thinking again */
    pace->moments[seat] = moment;
    plan->is_any = true;
    plan->delay_ms = bot_think_ms(&pace->bots[seat], view);
    set_due(pace, plan, now_ms);
}

static void plan_reaction(struct tui_pace *pace, const struct pen_rules *rules, const struct pen_view *view,
                          uint64_t now_ms)
{
    uint8_t seat = view->viewer;
    struct tui_plan *plan = &pace->reactions[seat];
    struct tui_chances chances = tui_chances_of(view);
    if (tui_chances_are_same(&chances, &pace->chances[seat]))
        return;
    pace->chances[seat] = chances;
    plan->is_any = false;
    if (!tui_chances_is_any(&chances))
        return;
    struct bot_reaction reaction = bot_react(&pace->bots[seat], rules, view);
    *plan = (struct tui_plan){reaction.is_any, reaction.delay_ms, 0, reaction.action};
    set_due(pace, plan, now_ms);
}

void tui_pace_plan(struct tui_pace *pace, const struct pen_rules *rules, const struct pen_view *views,
                   uint64_t now_ms)
{
    for (uint8_t seat = 0; seat < pace->seat_count; seat++) {
        if (pace->people >> seat & 1) {
            /* Only a drop is ever planned for a person; it is over when it has been made. */
            if (!(views[seat].legal.verbs >> PEN_VERB_DROP & 1))
                pace->reactions[seat].is_any = false;
            continue;
        }
        plan_turn(pace, &views[seat], now_ms);
        plan_reaction(pace, rules, &views[seat], now_ms);
    }
}

void tui_pace_drop(struct tui_pace *pace, const struct pen_rules *rules, const struct pen_view *view,
                   uint64_t now_ms)
{
    struct bot_reaction reaction = bot_react(&pace->bots[view->viewer], rules, view);
    struct tui_plan *plan = &pace->reactions[view->viewer];
    *plan = (struct tui_plan){true, reaction.delay_ms, 0, PEN_ACTION(PEN_VERB_DROP, view->viewer)};
    set_due(pace, plan, now_ms);
}

bool tui_pace_holds(const struct tui_pace *pace, const struct pen_view *view)
{
    if (pace->percent > 0 || view->phase != PEN_PHASE_RACE)
        return false;
    for (uint16_t left = view->must & pace->people; left; left &= (uint16_t)(left - 1))
        if (!pace->reactions[pen_bits_lowest(left)].is_any)
            return true;
    return false;
}

/* The plan that comes first; its seat in '*seat', whether it is a turn in '*is_turn'. */
static const struct tui_plan *first_plan(const struct tui_pace *pace, uint8_t *seat, bool *is_turn)
{
    const struct tui_plan *first = NULL;
    for (uint8_t at = 0; at < pace->seat_count; at++) {
        const struct tui_plan *plans[] = {&pace->reactions[at], &pace->turns[at]};
        for (unsigned i = 0; i < 2; i++) {
            const struct tui_plan *plan = plans[i];
            if (!plan->is_any ||
                (first && (plan->due_ms > first->due_ms ||
                           (plan->due_ms == first->due_ms && plan->delay_ms >= first->delay_ms))))
                continue;
            first = plan;
            *seat = at;
            *is_turn = i == 1;
        }
    }
    return first;
}

bool tui_pace_due(const struct tui_pace *pace, uint64_t *due_ms)
{
    uint8_t seat;
    bool is_turn;
    const struct tui_plan *plan = first_plan(pace, &seat, &is_turn);
    if (plan)
        *due_ms = plan->due_ms;
    return plan != NULL;
}

bool tui_pace_next(struct tui_pace *pace, const struct pen_rules *rules, const struct pen_view *views,
                   uint64_t now_ms, struct pen_action *action)
{
    uint8_t seat;
    bool is_turn;
    const struct tui_plan *plan = first_plan(pace, &seat, &is_turn);
    if (!plan || plan->due_ms > now_ms)
        return false;
    if (is_turn) {
        *action = bot_choose(&pace->bots[seat], rules, &views[seat]);
        pace->turns[seat].is_any = false;
    } else {
        *action = plan->action;
        pace->reactions[seat].is_any = false;
    }
    return true;
}

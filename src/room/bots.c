/* bots.c - who is a program: when it will move, and how.
 *
 * A bot gets a view, as a person would. Its chances come from the key of the game, one stream per
 * (seat, action), so nothing has to be remembered: the plan can be made again at any time and is the
 * same. Bots move only while somebody is here to see it. */
#include <string.h>

#include "bots/learned.h"
#include "room/inside.h"

static struct bot bot_of(const struct room *room, uint8_t seat, uint8_t level)
{
    struct bot bot;
    struct bot_spec spec = {.level = level};
    if (pen_bot_takes_long(level) && !pen_bot_is_learned(level)) /* who has learned need not think ahead */
        spec.rollouts = ROOM_EXPERT_ROLLOUTS;
    pen_bot_init(&bot, spec, fair_seed(&room->fair, FAIR_BOT, seat, room->action_count), NULL);
    return bot;
}

static uint8_t level_of(const struct room *room, uint8_t seat)
{
    const struct room_seat *own = &room->seats[seat];
    return own->kind == ROOM_BOT || own->is_late ? own->level : room->settings.bot_level;
}

enum { DEAL_SEEN_MS = 2200, LOTS_SEEN_MS = 700 };

struct plan {
    uint32_t delay_ms;
    bool is_any, is_reaction;
    struct pen_action action; /* of a reaction */
};

void room_set_pace(struct room *room, uint16_t percent)
{
    room->live.pace = percent;
}

static uint32_t paced(const struct room *room, uint32_t ms)
{
    return room->live.pace == 0 ? ms : (uint32_t)((uint64_t)ms * room->live.pace / 100);
}

/* No bot begins while cards are still being dealt, in the first round drawn for the deal, too (RULE S1). */
static uint32_t deal_ms(const struct room *room)
{
    if (room->n != room->round_n)
        return 0;
    return room->game.round_number == 1 ? DEAL_SEEN_MS + LOTS_SEEN_MS : DEAL_SEEN_MS;
}

/* As people, unless the table likes it otherwise. Reactions stay as they are: a race is no race at another
 * pace. */
static uint32_t think_ms(const struct room *room, struct bot *bot, const struct pen_view *view)
{
    static const uint32_t percent[SETUP_PACE_COUNT] = {200, 100, 40, 0};
    return paced(room, (pen_bot_think_ms(bot, view) + deal_ms(room)) * percent[room->settings.pace] / 100);
}

static struct plan plan_of(const struct room__call *call, uint8_t seat, struct bot *bot)
{
    const struct room *room = call->room;
    const struct pen_round *round = &room->game.round;
    const struct pen_rules *rules = call->rules->rules;
    const bool must = pen_round_must(round) >> seat & 1;
    const bool is_race = round->phase == PEN_PHASE_RACE;
    const bool may = is_race ? must : pen_round_may_react(rules, round) >> seat & 1;
    struct plan plan = {0};
    struct pen_view view;
    if (!must && !may)
        return plan;
    pen_view_init(&view, seat);
    pen_view_glance(&view, rules, round);
    *bot = bot_of(room, seat, level_of(room, seat));
    /* RULE O26: whether to doubt for another is a matter of what was played before. */
    if (!must && pen_bot_needs_history(bot) && (view.legal.verbs >> PEN_VERB_CHALLENGE & 1))
        room__look(room, call->rules, seat, true, &view);
    if (must && !is_race) {
        plan.is_any = true;
        plan.delay_ms = think_ms(room, bot, &view);
    }
    if (may) {
        struct bot_reaction reaction = pen_bot_react(bot, rules, &view);
        reaction.delay_ms = paced(room, reaction.delay_ms);
        if (reaction.is_any && (!plan.is_any || reaction.delay_ms < plan.delay_ms)) {
            plan.is_any = plan.is_reaction = true;
            plan.delay_ms = reaction.delay_ms;
            plan.action = reaction.action;
        }
    }
    return plan;
}

static bool is_held(const struct room *room, uint8_t seat)
{
    for (unsigned i = 0; i < room->live.held_count; i++)
        if (room->live.held[i].action.seat == seat)
            return true;
    return false;
}

/* ---- choices that are made elsewhere ---- */

void room_think_outside(struct room *room)
{
    room->live.thinks_outside = true;
}

/* Whether the choice of this seat is there or need not be waited for; if not it is asked for. */
static bool has_thought(struct room *room, uint8_t seat, uint8_t level)
{
    if (!room->live.thinks_outside || !pen_bot_takes_long(level))
        return true;
    if (room->live.thought.seat != seat || room->live.thought.moment != room->live.moment) {
        memset(&room->live.thought, 0, sizeof room->live.thought);
        room->live.thought.seat = seat;
        room->live.thought.moment = room->live.moment;
        room->live.thought.is_wanted = true;
    }
    return room->live.thought.is_made || room->live.thought.is_hopeless;
}

/* The same input that made the table ask may have gone on past it (time ends a turn, a round, a game). Then
 * there is nothing to choose from, and if it still matters the next moment asks again. */
bool room_take_thought(struct room *room, const struct room_rules *rules, struct room_thought *thought)
{
    const uint8_t seat = room->live.thought.seat;
    room->live.thought.is_wanted = false;
    if (room->stage != ROOM_PLAYING || room->live.thought.moment != room->live.moment ||
        !(pen_round_must(&room->game.round) >> seat & 1)) {
        room->live.thought.seat = PEN_SEAT_NONE;
        return false;
    }
    thought->seat = seat;
    thought->moment = room->live.thought.moment;
    thought->bot = bot_of(room, seat, level_of(room, seat));
    room__look(room, rules, seat, pen_bot_needs_history(&thought->bot), &thought->view);
    return true;
}

void room_give_up_thought(struct room *room)
{
    room->live.thought.is_wanted = false;
    room->live.thought.is_hopeless = true;
}

struct pen_action room_think(struct room_thought *thought, const struct room_rules *rules)
{
    return pen_bot_choose(&thought->bot, rules->rules, &thought->view);
}

void room__take_action(struct room__call *call, const struct room_input *input)
{
    struct room_live *live = &call->room->live;
    if (live->thought.seat != input->thought.seat || live->thought.moment != input->thought.moment ||
        input->thought.moment != live->moment)
        return; /* it has come too late */
    live->thought.action = input->thought.action;
    live->thought.is_made = true;
    call->needs_plan = true;
}

void room__plan_bots(struct room__call *call)
{
    struct room *room = call->room;
    call->needs_plan = false;
    const bool can_move =
        room->stage == ROOM_PLAYING && !room__stands_still(room) && room__people_here(room) != 0;
    for (uint8_t seat = 0; seat < PEN_SEATS_MAX; seat++) {
        struct bot bot;
        room->live.bot_ms[seat] = ROOM_NEVER;
        if (!can_move || !room__is_bot_played(room, seat) || is_held(room, seat))
            continue;
        const struct plan plan = plan_of(call, seat, &bot);
        /* It begins to think at once, and acts when both its time has come and its choice is made. */
        if (plan.is_any && (plan.is_reaction || has_thought(room, seat, level_of(room, seat))))
            room->live.bot_ms[seat] = room->live.moved_ms + plan.delay_ms;
    }
}

void room__bot_moves(struct room__call *call, uint8_t seat)
{
    struct room *room = call->room;
    struct bot bot;
    const uint64_t due = room->live.bot_ms[seat];
    const struct plan plan = plan_of(call, seat, &bot);
    room->live.bot_ms[seat] = ROOM_NEVER;
    if (!plan.is_any)
        return;
    struct pen_action action = plan.action;
    if (!plan.is_reaction && room->live.thought.is_made && room->live.thought.seat == seat &&
        room->live.thought.moment == room->live.moment) {
        action = room->live.thought.action;
    } else if (!plan.is_reaction) {
        struct pen_view view;
        if (room->live.thinks_outside && pen_bot_takes_long(bot.spec.level))
            bot = bot_of(room, seat, BOT_RANK);
        room__look(room, call->rules, seat, pen_bot_needs_history(&bot), &view);
        action = pen_bot_choose(&bot, call->rules->rules, &view);
    }
    action.seat = seat;
    if (room__window_is_open(room, call->rules)) {
        const struct room_held held = {.raw_ms = due,
                                       .action = action,
                                       .reaction_ms = plan.delay_ms,
                                       .waited_ms = plan.delay_ms,
                                       .dt_ms = ROOM_NO_DT,
                                       .is_bot = true};
        if (room__hold(call, &held) == ROOM_ACCEPTED)
            return;
    }
    room__play_on(call);
    enum pen_refusal refusal = room__do_action(call, action, ROOM_BY_BOT, NULL);
    /* Only something that need not be done can have become impossible. */
    PEN_ASSERT(refusal == PEN_ACCEPTED || plan.is_reaction);
}

struct pen_action room__clock_action(const struct room__call *call, uint8_t seat)
{
    static const uint8_t passive[] = {PEN_VERB_DRAW, PEN_VERB_TAKE, PEN_VERB_KEEP, PEN_VERB_STREAM};
    const struct room *room = call->room;
    struct pen_view view;
    pen_view_init(&view, seat);
    pen_view_glance(&view, call->rules->rules, &room->game.round);
    for (unsigned i = 0; i < sizeof passive; i++)
        if (view.legal.verbs >> passive[i] & 1)
            return PEN_ACTION(passive[i], seat);
    /* A choice without a way around it. */
    struct bot bot = bot_of(room, seat, BOT_RULE);
    return pen_bot_choose(&bot, call->rules->rules, &view);
}

enum room_refusal room__hint(struct room__call *call, uint32_t command)
{
    const struct room *room = call->room;
    if (!room->settings.has_hints)
        return ROOM_REFUSED_NO_HINTS;
    if (room->stage != ROOM_PLAYING || room->is_paused || room->seats[call->seat].is_late ||
        !(pen_round_must(&room->game.round) >> call->seat & 1))
        return ROOM_REFUSED_NOT_NOW;
    const struct pen_rules *rules = call->rules->rules;
    struct pen_view view;
    struct learned learned;
    struct bot bot;
    room__look(room, call->rules, call->seat, true, &view);
    /* The best that takes no time. Where its network does not decide, the master thinks a moment, which a
     * page has (there the network may not be fetched yet) and a house with many tables has not. In teams
     * nobody has learned to play. */
    const bool is_quick =
        !bot_learned_is_behind(rules, view.seat_count) && bot_learned_begin(&learned, rules, &view);
    const bool is_rank = rules->teams > 0 || (room->live.thinks_outside && !is_quick);
    pen_bot_init(&bot, (struct bot_spec){.level = is_rank ? BOT_RANK : BOT_MASTER},
                 fair_seed(&room->fair, FAIR_BOT, call->seat, room->action_count), NULL);
    room__send_hint(call, call->seat, command, pen_bot_choose(&bot, rules, &view));
    return ROOM_ACCEPTED;
}

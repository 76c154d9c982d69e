/* match.c - one game between bots.
 *
 * The loop asks the seat that must act. Only where somebody else can do something in time (UNO is
 * owed, jump-in is in force, a race) it asks the others as well, and the quickest acts first. Views
 * are glances unless a bot thinks back; then events are kept and its view is updated throughout. */
#include <string.h>

#include "penultima/quick.h"
#include "sim/match.h"

enum { PIECE_BYTES = 8192 };

struct running {
    const struct sim_match *match;
    const struct pen_rules *rules;
    struct sim_result *result;
    struct pen_game game;
    struct pen_events events;
    bool keeps_events;
    uint16_t thinkers; /* seats with updated views */
    struct bot bots[PEN_SEATS_MAX];
    void *chairs[PEN_SEATS_MAX]; /* of guests */
    struct pen_view views[PEN_SEATS_MAX];
};

/* ---- the record ---- */

static void put(struct running *running, const struct pen_text *text)
{
    const struct sim_sink *sink = running->match->sink;
    PEN_ASSERT(!text->is_cut);
    if (!running->result->has_failed)
        running->result->has_failed = !sink->write(sink->context, text->bytes, text->length);
}

static void record_deal(struct running *running, const struct pen_layout *layout, bool is_first)
{
    const struct sim_match *match = running->match;
    char bytes[PIECE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    if (is_first)
        pen_mesa_write_header(&text, match->edition, match->options, match->names, NULL, layout->dealer);
    pen_mesa_write_layout(&text, match->edition, match->rules, match->names, layout, is_first);
    put(running, &text);
}

static void record_move(struct running *running, struct pen_action action)
{
    const struct sim_match *match = running->match;
    char bytes[PIECE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_mesa_write_action_line(&text, match->edition, match->rules, match->names, action, &running->events);
    put(running, &text);
}

/* ---- dealing ---- */

static void update_views(struct running *running)
{
    for (uint16_t left = running->thinkers; left; left &= (uint16_t)(left - 1)) {
        unsigned seat = pen_bits_lowest(left);
        pen_view_update(&running->views[seat], running->rules, &running->game, &running->events);
    }
}

static void note_start(struct running *running)
{
    running->result->opening = running->game.round.top;
    running->result->first = running->game.round.turn;
}

static void deal(struct running *running, bool is_first)
{
    const struct sim_match *match = running->match;
    struct pen_game *game = &running->game;
    for (uint8_t seat = 0; seat < match->seat_count; seat++)
        if (running->thinkers >> seat & 1)
            pen_view_init(&running->views[seat], seat);
    running->result->rounds++;
    if (!running->keeps_events) {
        if (is_first)
            pen_game_start_quick(running->rules, game, match->seat_count, match->dealer, match->deal_seed);
        else
            pen_game_deal_quick(running->rules, game);
        if (is_first)
            note_start(running);
        return;
    }
    struct pen_layout layout = is_first
                                   ? pen_game_first_layout(match->seat_count, match->dealer, match->deal_seed)
                                   : pen_game_next_layout(game);
    enum pen_deal_problem problem = pen_layout_complete(running->rules, &layout, NULL);
    PEN_ASSERT(problem == PEN_DEAL_GOOD);
    problem = is_first ? pen_game_start(running->rules, game, match->deal_seed, &layout, NULL,
                                        &running->events, NULL)
                       : pen_game_deal(running->rules, game, &layout, &running->events, NULL);
    PEN_ASSERT(problem == PEN_DEAL_GOOD);
    if (is_first)
        note_start(running);
    if (match->sink)
        record_deal(running, &layout, is_first);
    update_views(running);
}

/* ---- counting ---- */

static void count(struct running *running, enum sim_fired fired)
{
    running->result->fired[fired]++;
}

/* What the action means is told by the round before and after it. */
static void count_action(struct running *running, const struct pen_action *action, uint8_t phase,
                         uint8_t drawn_forced, uint8_t bluffed, uint8_t hand_count, uint8_t discard_count,
                         uint16_t owed)
{
    const struct pen_round *round = &running->game.round;
    struct sim_result *result = running->result;
    bool is_laid = action->card != PEN_CARD_NONE;
    /* What is counted whenever it is done; the others depend on what came of it. */
    static const uint8_t done[PEN_VERB_COUNT] = {
        [PEN_VERB_KEEP] = SIM_FIRED_DRAWN_KEPT + 1,    [PEN_VERB_TAKE] = SIM_FIRED_TAKEN + 1,
        [PEN_VERB_CATCH] = SIM_FIRED_CAUGHT + 1,       [PEN_VERB_JUMP] = SIM_FIRED_JUMPED + 1,
        [PEN_VERB_SWAP] = SIM_FIRED_HANDS_SWAPPED + 1, [PEN_VERB_FOLLOW] = SIM_FIRED_FOLLOWED + 1,
        [PEN_VERB_SWING] = SIM_FIRED_SWUNG + 1,
    };
    if (done[action->verb] && (action->verb != PEN_VERB_KEEP || phase == PEN_PHASE_DRAWN))
        count(running, (enum sim_fired)(done[action->verb] - 1));
    if (action->verb == PEN_VERB_PLAY && round->top != action->card && round->phase != PEN_PHASE_OVER) {
        count(running, SIM_FIRED_MISPLAYED); /* taken back */
        is_laid = false;
    } else if (action->verb == PEN_VERB_PLAY) {
        result->turns += phase != PEN_PHASE_DRAWN && phase != PEN_PHASE_MORE;
        if (phase == PEN_PHASE_MORE)
            count(running, SIM_FIRED_SEVERAL);
        else if (phase == PEN_PHASE_DRAWN)
            count(running, drawn_forced ? SIM_FIRED_DRAWN_FORCED : SIM_FIRED_DRAWN_PLAYED);
        else if (phase == PEN_PHASE_PENDING)
            count(running, SIM_FIRED_ANSWERED);
    } else if (action->verb == PEN_VERB_DRAW) {
        result->turns++;
        if (round->hand_count[action->seat] == hand_count)
            count(running, SIM_FIRED_DREW_NOTHING);
    } else if (action->verb == PEN_VERB_CHALLENGE) {
        count(running, bluffed ? SIM_FIRED_GUILTY : SIM_FIRED_INNOCENT);
    } else if (action->verb == PEN_VERB_DROP && round->phase != PEN_PHASE_RACE) {
        count(running, SIM_FIRED_RACED);
    } else if (action->verb == PEN_VERB_STREAM && is_laid) {
        count(running, SIM_FIRED_STREAMED);
    }
    if (is_laid && (running->rules->guarded >> action->card & 1) && round->bluffed &&
        (action->verb == PEN_VERB_PLAY || action->verb == PEN_VERB_JUMP))
        count(running, SIM_FIRED_BLUFFED);
    /* Debts that the action made, also by moving hands; those that others had ended are gone. */
    for (uint16_t made = round->owes & (uint16_t)~owed; made; made &= (uint16_t)(made - 1))
        count(running, SIM_FIRED_UNO_FORGOTTEN);
    if (round->discard_count != discard_count + is_laid)
        count(running, SIM_FIRED_RESHUFFLED);
}

/* ---- playing ---- */

static void carry_out(struct running *running, struct pen_action action)
{
    struct pen_round *round = &running->game.round;
    uint8_t phase = round->phase, forced = round->drawn_forced, bluffed = round->bluffed;
    uint8_t discards = round->discard_count;
    uint8_t hand = round->hand_count[action.seat];
    uint16_t owed = round->owes;
    enum pen_refusal refusal = running->keeps_events
                                   ? pen_game_apply(running->rules, &running->game, action, &running->events)
                                   : pen_quick_game_apply(running->rules, &running->game, action);
    PEN_ASSERT(refusal == PEN_ACCEPTED);
    running->result->actions++;
    count_action(running, &action, phase, forced, bluffed, hand, discards, owed);
    if (running->keeps_events) {
        if (running->match->sink)
            record_move(running, action);
        update_views(running);
    }
}

static struct pen_view *view_of(struct running *running, uint8_t seat)
{
    if (!(running->thinkers >> seat & 1))
        pen_view_glance(&running->views[seat], running->rules, &running->game.round);
    return &running->views[seat];
}

/* ---- guests ---- */

enum { GUEST_REACTS_MS = 500 }; /* as quick as our best: how long it thinks says nothing about people */

static bool is_guest(const struct running *running, uint8_t seat)
{
    return running->match->guest[seat] != 0;
}

static bool ask_guest(struct running *running, uint8_t seat, bool must, struct pen_action *action)
{
    const struct sim_guests *guests = running->match->guests;
    bool is_any = true;
    if (running->chairs[seat] &&
        guests->choose(running->chairs[seat], &running->views[seat], must, action, &is_any))
        return is_any;
    running->result->failed |= (uint16_t)(1u << seat);
    return false;
}

static struct bot_reaction reaction_of(struct running *running, uint8_t seat)
{
    struct pen_view *view = view_of(running, seat);
    if (!is_guest(running, seat))
        return pen_bot_react(&running->bots[seat], running->rules, view);
    struct bot_reaction reaction = {true, GUEST_REACTS_MS, PEN_ACTION(PEN_VERB_DROP, seat)};
    if (!(view->legal.verbs >> PEN_VERB_DROP & 1)) /* a race is a matter of hands, not of choice */
        reaction.is_any = ask_guest(running, seat, false, &reaction.action);
    return reaction;
}

static void seat_guests(struct running *running)
{
    const struct sim_match *match = running->match;
    for (uint8_t seat = 0; seat < match->seat_count; seat++) {
        running->chairs[seat] = NULL;
        if (!is_guest(running, seat))
            continue;
        running->thinkers |= (uint16_t)(1u << seat);
        running->chairs[seat] =
            match->guests->sit(match->guests->context, match->guest[seat] - 1u, seat, match->seat_count);
        if (!running->chairs[seat])
            running->result->failed |= (uint16_t)(1u << seat);
    }
}

static void part_from_guests(struct running *running)
{
    struct sim_result *result = running->result;
    if (result->failed)
        result->winners = (uint16_t)(((1u << running->match->seat_count) - 1) & ~result->failed);
    for (uint8_t seat = 0; seat < running->match->seat_count; seat++)
        if (running->chairs[seat])
            running->match->guests->rise(running->chairs[seat], result->winners);
}

/* ---- steps ---- */

/* The quickest of those who can do something out of turn, if anybody is quicker than the player in
 * turn. In a race everybody is asked. */
static bool react(struct running *running)
{
    const struct pen_round *round = &running->game.round;
    bool is_race = round->phase == PEN_PHASE_RACE;
    uint16_t seats = is_race ? pen_round_must(round) : pen_round_may_react(running->rules, round);
    if (seats == 0)
        return false;
    uint8_t turn = round->turn;
    uint32_t soonest = is_race ? UINT32_MAX : pen_bot_think_ms(&running->bots[turn], view_of(running, turn));
    struct bot_reaction first = {0};
    for (uint16_t left = seats; left; left &= (uint16_t)(left - 1)) {
        uint8_t seat = (uint8_t)pen_bits_lowest(left);
        struct bot_reaction reaction = reaction_of(running, seat);
        if (reaction.is_any && reaction.delay_ms < soonest) {
            soonest = reaction.delay_ms;
            first = reaction;
        }
    }
    if (first.is_any && !running->result->failed)
        carry_out(running, first.action);
    return first.is_any || running->result->failed;
}

static void step(struct running *running)
{
    const struct pen_round *round = &running->game.round;
    bool is_doubtful = round->phase == PEN_PHASE_PENDING && running->rules->open_challenge != 0;
    if (PEN_UNLIKELY(round->owes != 0 || running->rules->rule.jump_in || round->phase == PEN_PHASE_RACE ||
                     is_doubtful) &&
        react(running))
        return;
    uint8_t seat = PEN_LIKELY(round->phase < PEN_PHASE_RACE)
                       ? round->turn
                       : (uint8_t)pen_bits_lowest(pen_round_must(round));
    struct pen_view *view = view_of(running, seat);
    struct pen_action action;
    if (!is_guest(running, seat))
        carry_out(running, pen_bot_choose(&running->bots[seat], running->rules, view));
    else if (ask_guest(running, seat, true, &action))
        carry_out(running, action);
}

void sim_match_play(const struct sim_match *match, struct sim_result *result)
{
    struct running running;
    running.match = match;
    running.rules = match->rules;
    running.result = result;
    running.thinkers = 0;
    memset(result, 0, sizeof *result);
    for (uint8_t seat = 0; seat < match->seat_count; seat++) {
        uint64_t seed = pen_chance_of(match->bot_seed, seat).counter;
        pen_bot_init(&running.bots[seat], match->specs[seat], seed, match->clock);
        running.views[seat].viewer = seat;
        if (pen_bot_needs_history(&running.bots[seat]))
            running.thinkers |= (uint16_t)(1u << seat);
    }
    seat_guests(&running);
    running.keeps_events = running.thinkers != 0 || match->sink != NULL;
    deal(&running, true);
    for (;;) {
        uint32_t limit = result->actions + SIM_ROUND_ACTIONS_MAX;
        while (running.game.round.phase != PEN_PHASE_OVER && !result->is_cut && !result->failed) {
            step(&running);
            result->is_cut = result->actions >= limit;
        }
        if (result->failed)
            break;
        uint8_t winner = running.game.round.winner;
        if (winner != PEN_SEAT_NONE)
            result->round_wins[winner]++;
        else if (!result->is_cut)
            count(&running, SIM_FIRED_ROUND_VOID);
        if (winner != PEN_SEAT_NONE && running.game.round.hand_count[winner] > 0)
            count(&running, SIM_FIRED_TURNS_OVER);
        if (result->is_cut || result->has_failed || pen_game_can_deal(&running.game) != PEN_ACCEPTED)
            break;
        deal(&running, false);
    }
    result->winners = running.game.winners;
    memcpy(result->score, running.game.score, sizeof result->score);
    part_from_guests(&running);
}

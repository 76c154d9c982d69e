/* ahead.c - each choice is tried in imagined worlds up to the player's next decision, and the network says
 * what that is worth.
 *
 * One look from there is right more often than a quick rollout to the end, but the network's own liking
 * for a choice is the outcome of billions of decisions: it counts as much as a number of worlds would. */
#include "bots/ahead.h"

#include "bots/search.h"
#include "bots/sense.h"
#include "bots/value.h"

enum {
    WORLDS_AT_ONCE = 6,
    CHOICES_MAX = 8,
    ACTIONS_MAX = 200,         /* of the others, and forced ones, before the next decision */
    BEHIND_MAX = 12 * MIND_ONE /* choices that the network likes less than the best by more are not tried */
};

/* What the network's liking (a logarithm) counts in the sum over all worlds, and by how many standard errors,
 * squared, a choice is behind that is given up. */
#define LIKING 0.5
#define ERRORS_SQUARED 9.0

/* A world that is played on, and what the player would know of it. */
struct ahead {
    struct pen_round round;
    struct pen_memory memory;
    struct pen_hand known[PEN_SEATS_MAX];
};

static void apply(const struct search *search, struct ahead *ahead, struct pen_action action)
{
    struct pen_round *round = &ahead->round;
    uint8_t viewer = search->view->viewer;
    struct pen_hand own = round->hands[viewer];
    struct pen_events events;
    enum pen_refusal refusal = pen_round_apply(search->rules, round, action, &events);
    PEN_ASSERT(refusal == PEN_ACCEPTED);
    for (unsigned i = 0; i < events.count; i++) {
        struct pen_event seen = pen_event_for(events.list[i], viewer);
        if (seen.seat == viewer && (seen.type == PEN_EVENT_PLAYED || seen.type == PEN_EVENT_JUMPED) &&
            pen_hand_has(&own, seen.card))
            pen_hand_remove(&own, seen.card); /* a card that makes hands move has left the hand by then */
        pen_memory_note(&ahead->memory, search->rules, &seen, round->seat_count, round->direction);
        pen_memory_know(ahead->known, &seen, viewer, &own, round->seat_count, round->direction);
    }
}

/* Whether the player has something to decide, and the one thing to do where there is only one. */
static bool is_decision(const struct search *search, const struct ahead *ahead, bool *is_forced,
                        struct pen_action *forced)
{
    const struct pen_round *round = &ahead->round;
    const struct pen_view *view = search->view;
    struct pen_legal legal;
    uint64_t mask[PEN_ACTION_WORDS];
    *is_forced = false;
    if (!(pen_round_must(round) >> view->viewer & 1) || round->phase == PEN_PHASE_RACE)
        return false;
    pen_round_legal(search->rules, round, view->viewer, &legal);
    pen_legal_keep(&legal, LEARNED_VERBS);
    pen_number_mask(search->rules, &legal, view->seat_count, mask);
    unsigned open = pen_bits_count(mask[0]) + pen_bits_count(mask[1]) + pen_bits_count(mask[2]);
    if (open != 1)
        return open > 1;
    unsigned word = mask[0] ? 0 : mask[1] ? 1 : 2;
    *is_forced = true;
    *forced =
        pen_number_action(search->rules, 64 * word + pen_bits_lowest(mask[word]), view->viewer,
                          view->seat_count, round->phase, round->top, round->hand_count[view->viewer], true);
    return false;
}

/* Until the player decides again; false if the round ends before that. */
static bool play_on(const struct search *search, struct ahead *ahead)
{
    struct pen_action action;
    bool is_forced;
    for (unsigned i = 0; i < ACTIONS_MAX && ahead->round.phase != PEN_PHASE_OVER; i++) {
        if (is_decision(search, ahead, &is_forced, &action))
            return true;
        if (!is_forced)
            action = bot_rollout_choose(&search->rollout, &ahead->round);
        apply(search, ahead, action);
    }
    return false;
}

static void observe(const struct search *search, const struct ahead *ahead,
                    struct pen_observation *observation)
{
    const struct pen_round *round = &ahead->round;
    const struct pen_view *view = search->view;
    struct pen_hand hidden = search->rules->all;
    for (unsigned i = 0; i < round->discard_count; i++)
        pen_hand_remove(&hidden, round->pile[PEN_DECK_MAX - 1 - i]);
    const bool has_drawn = round->phase == PEN_PHASE_DRAWN && round->turn == view->viewer;
    uint8_t shares[PEN_SEATS_MAX];
    pen_observed_shares(search->rules, view->score, shares);
    const struct pen_observed observed = {.hand = &round->hands[view->viewer],
                                          .hidden = &hidden,
                                          .known = ahead->known,
                                          .memory = &ahead->memory,
                                          .hand_count = round->hand_count,
                                          .shares = shares,
                                          .rule_flags = pen_observed_rules(search->rules),
                                          .owes = round->owes,
                                          .lost = round->lost,
                                          .pending = round->pending,
                                          .seat = view->viewer,
                                          .seat_count = view->seat_count,
                                          .phase = round->phase,
                                          .top = round->top,
                                          .color = round->color,
                                          .drawn = has_drawn ? round->drawn : PEN_CARD_NONE,
                                          .direction = round->direction,
                                          .follow_color = round->follow_color,
                                          .thrower = round->thrower,
                                          .draw_count = round->draw_count,
                                          .discard_count = round->discard_count};
    pen_observe(&observed, observation);
}

static double value_of_end(const struct search *search, const struct pen_round *round)
{
    if (round->phase != PEN_PHASE_OVER || round->winner == PEN_SEAT_NONE)
        return 1.0 / search->view->seat_count;
    return round->winner == search->view->viewer ? 1.0 : 0.0;
}

static void judge(const struct search *search, const struct pen_round *world, uint64_t chance,
                  double value[SEARCH_CHOICES_MAX])
{
    static const uint64_t no_action[PEN_ACTION_WORDS] = {0, 0, 0};
    const struct learned *learned = search->judge_knows;
    struct pen_observation seen;
    struct mind_thought thought;
    for (unsigned i = 0; i < search->count; i++) {
        struct ahead ahead = {.round = *world, .memory = search->view->memory};
        for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
            ahead.known[seat] = search->view->known[seat];
        ahead.round.chance.counter = chance;
        apply(search, &ahead, search->list[i].action);
        if (play_on(search, &ahead)) {
            observe(search, &ahead, &seen);
            mind_think(&learned->mind, search->rules, &seen, no_action, &thought);
            value[i] = bot_logistic((double)thought.value / MIND_ONE);
        } else {
            value[i] = value_of_end(search, &ahead.round);
        }
    }
}

struct pen_action bot_ahead_choose(struct bot *bot, const struct learned *learned,
                                   const struct pen_rules *rules, const struct pen_view *view)
{
    struct search search;
    struct learned rest = *learned;
    unsigned best = bot_learned_best(learned);
    bot_search_start(&search, bot, rules, view);
    while (search.count < CHOICES_MAX) {
        unsigned number = bot_learned_best(&rest);
        if (number == PEN_ACT_NONE || learned->worth[number] < learned->worth[best] - BEHIND_MAX)
            break;
        rest.mask[number / 64] &= ~(UINT64_C(1) << number % 64);
        bot_search_add(&search, bot_learned_action(rules, view, number),
                       LIKING * (double)(learned->worth[number] - learned->worth[best]) / MIND_ONE);
    }
    if (search.count == 1)
        return search.list[0].action; /* it is sure */
    search.judge_knows = learned;
    search.worlds_at_once = WORLDS_AT_ONCE;
    search.errors_squared = ERRORS_SQUARED;
    return bot_search_out(&search, PEN_SEAT_NONE, judge);
}

/* onward.c - the others play as search.h takes them to; the viewer does what it must where there is no
 * choice. */
#include "bots/onward.h"

#include "bots/learned.h"

enum { ACTIONS_MAX = 200 }; /* of the others, and forced ones, before the next decision */

void bot_onward_begin(const struct search *search, const struct pen_round *world, uint64_t chance,
                      struct onward *onward)
{
    onward->round = *world;
    onward->round.chance.counter = chance;
    onward->memory = search->view->memory;
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
        onward->known[seat] = search->view->known[seat];
}

void bot_onward_apply(const struct search *search, struct onward *onward, struct pen_action action)
{
    struct pen_round *round = &onward->round;
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
        pen_memory_note(&onward->memory, search->rules, &seen, round->seat_count, round->direction);
        pen_memory_know(onward->known, &seen, viewer, &own, round->seat_count, round->direction);
    }
}

/* Whether the player has something to decide, and the one thing to do where there is only one. */
static bool is_decision(const struct search *search, const struct onward *onward, bool *is_forced,
                        struct pen_action *forced)
{
    const struct pen_round *round = &onward->round;
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

bool bot_onward_play(const struct search *search, struct onward *onward)
{
    struct pen_action action;
    bool is_forced;
    for (unsigned i = 0; i < ACTIONS_MAX && onward->round.phase != PEN_PHASE_OVER; i++) {
        if (is_decision(search, onward, &is_forced, &action))
            return true;
        if (!is_forced)
            action = bot_rollout_choose(&search->rollout, &onward->round);
        bot_onward_apply(search, onward, action);
    }
    return false;
}

void bot_onward_observe(const struct search *search, const struct onward *onward,
                        struct pen_observation *observation)
{
    const struct pen_round *round = &onward->round;
    const struct pen_view *view = search->view;
    struct pen_hand hidden = search->rules->all;
    for (unsigned i = 0; i < round->discard_count; i++)
        pen_hand_remove(&hidden, round->pile[PEN_DECK_MAX - 1 - i]);
    const bool has_drawn = round->phase == PEN_PHASE_DRAWN && round->turn == view->viewer;
    uint8_t shares[PEN_SEATS_MAX];
    pen_observed_shares(search->rules, view->score, shares);
    const struct pen_observed observed = {.hand = &round->hands[view->viewer],
                                          .hidden = &hidden,
                                          .known = onward->known,
                                          .memory = &onward->memory,
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

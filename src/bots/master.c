/* master.c - the player that has learned: it does what its network finds likeliest to win, without search.
 *
 * It knows what its view tells and nothing else. Where it has not learned to play (no network for a table of
 * this size, or none is loaded), it thinks as the expert does. */
#include "bots/sense.h"
#include "mind/builtin.h"

/* What is decided in turn. Saying UNO late, catching and accusing are reflexes or are left alone. */
static void decided_in_turn(const struct pen_rules *rules, const struct pen_view *view,
                            uint64_t mask[PEN_ACTION_WORDS])
{
    struct pen_legal legal = view->legal;
    legal.catches = legal.accuses = 0;
    legal.swaps = bot_opponents(view, legal.swaps);
    legal.swings = bot_opponents(view, legal.swings);
    legal.verbs &= (uint16_t) ~(1u << PEN_VERB_SAY_UNO | 1u << PEN_VERB_DROP);
    pen_number_mask(rules, &legal, view->seat_count, mask);
}

static struct pen_action choose(struct bot *bot, const struct pen_rules *rules, const struct pen_view *view)
{
    struct mind mind;
    uint64_t mask[PEN_ACTION_WORDS];
    struct pen_observation observation;
    struct mind_thought thought;
    unsigned best = PEN_ACT_NONE;
    decided_in_turn(rules, view, mask);
    if (!(mask[0] | mask[1] | mask[2]) || !mind_builtin(view->seat_count, &mind))
        return bot_expert_choose(bot, rules, view);
    pen_observe_view(rules, view, &observation);
    mind_think(&mind, &observation, &thought);
    for (unsigned i = 0; i < PEN_ACTIONS; i++)
        if ((mask[i / 64] >> i % 64 & 1) &&
            (best == PEN_ACT_NONE || thought.policy[i] > thought.policy[best]))
            best = i;
    return pen_number_action(rules, best, view->viewer, view->seat_count, view->phase, view->top,
                             view->hand_count[view->viewer], true);
}

/* It thinks as the expert where it has not learned. */
const struct bot_kind bot__MASTER = {.choose = choose,
                                     .doubts = bot_expert_doubts,
                                     .percent_notices = 95,
                                     .delay_ms = 400,
                                     .spread_ms = 500,
                                     .thinks_back = true,
                                     .saves_wilds = true};

/* ahead.c - each choice is tried in imagined worlds up to the player's next decision, and the network says
 * what that is worth.
 *
 * One look from there is right more often than a quick rollout to the end, but the network's own liking
 * for a choice is the outcome of billions of decisions: it counts as much as a number of worlds would. */
#include "bots/ahead.h"

#include "bots/onward.h"
#include "bots/sense.h"
#include "bots/value.h"

enum {
    WORLDS_AT_ONCE = 6,
    CHOICES_MAX = 8,
    BEHIND_MAX = 12 * MIND_ONE /* choices that the network likes less than the best by more are not tried */
};

/* What the network's liking (a logarithm) counts in the sum over all worlds, and by how many standard errors,
 * squared, a choice is behind that is given up. */
#define LIKING 0.5
#define ERRORS_SQUARED 9.0

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
        struct onward onward;
        bot_onward_begin(search, world, chance, &onward);
        bot_onward_apply(search, &onward, search->list[i].action);
        if (bot_onward_play(search, &onward)) {
            bot_onward_observe(search, &onward, &seen);
            mind_think(&learned->mind, search->rules, &seen, no_action, &thought);
            value[i] = bot_logistic((double)thought.value / MIND_ONE);
        } else {
            value[i] = value_of_end(search, &onward.round);
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

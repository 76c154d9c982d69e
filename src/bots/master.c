/* master.c - the player that has learned: it does what its network finds likeliest to win, without search;
 * with a budget ("master:5ms") it thinks ahead by it.
 *
 * It knows what its view tells and nothing else. Where it has not learned to play, or the expert plays
 * better (learned.h), it thinks as the expert does. */
#include "bots/ahead.h"

enum { ROLLOUTS_UNLEARNED = 1600 }; /* where it has to think without a budget: so many does expert:5ms make */

static struct pen_action think_as_expert(struct bot *bot, const struct pen_rules *rules,
                                         const struct pen_view *view)
{
    const struct bot_spec own = bot->spec;
    if (own.rollouts == 0 && own.time_ms == 0)
        bot->spec.rollouts = ROLLOUTS_UNLEARNED;
    struct pen_action action = bot_expert_choose(bot, rules, view);
    bot->spec = own;
    return action;
}

static struct pen_action choose(struct bot *bot, const struct pen_rules *rules, const struct pen_view *view)
{
    struct learned learned;
    if (bot_learned_is_behind(rules, view->seat_count) || !bot_learned_begin(&learned, rules, view))
        return think_as_expert(bot, rules, view);
    if (bot_learned_choices(&learned) == 1)
        return bot_learned_action(rules, view, bot_learned_best(&learned));
    bot_learned_look(&learned, rules);
    if (bot->spec.rollouts > 0 || bot->spec.time_ms > 0)
        return bot_ahead_choose(bot, &learned, rules, view);
    return bot_learned_action(rules, view, bot_learned_best(&learned));
}

const struct bot_kind bot__MASTER = {.choose = choose, .stream = 6, .is_learned = true, BOT_EXPERT_REFLEXES};

/* expert.c - placeholder of the search until it lands in the next commit: plays as the orderly one.
 */
#include "bots/sense.h"

struct pen_action bot_expert_choose(struct bot *bot, const struct pen_rules *rules,
                                    const struct pen_view *view)
{
    return bot_rank_choose(bot, rules, view);
}

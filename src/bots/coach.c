/* coach.c - the network's likelihood of an action against that of its favourite. */
#include "bots/coach.h"

#include "bots/learned.h"

bool bot_coach(const struct pen_rules *rules, const struct pen_view *view, struct pen_action taken,
               struct bot_advice *advice)
{
    struct learned learned;
    double likely[PEN_ACTIONS];
    if (taken.seat != view->viewer || !(LEARNED_VERBS >> taken.verb & 1) ||
        !bot_learned_begin(&learned, rules, view) || bot_learned_choices(&learned) < 2)
        return false;
    bot_learned_look(&learned, rules);
    double sum = bot_learned_likely(&learned, 100, likely);
    unsigned best = bot_learned_best(&learned);
    unsigned number = pen_action_to_number(rules, taken, view->seat_count);
    advice->best = bot_learned_action(rules, view, best);
    advice->best_share = likely[best] / sum;
    advice->taken_share = number < PEN_ACTIONS ? likely[number] / sum : 0;
    return true;
}

/* random.c - any play that fits, each equally likely, a wild once per colour; draws only if nothing
 * fits and plays the drawn card if it does. Does not bluff, challenge or catch; always says UNO. */
#include "bots/sense.h"

struct pen_action bot_random_choose(struct bot *bot, const struct pen_rules *rules,
                                    const struct pen_view *view)
{
    struct pen_legal legal = view->legal;
    pen_legal_keep_due(&legal);
    legal.verbs &= (uint16_t) ~(1u << PEN_VERB_CHALLENGE);
    if (legal.plays & rules->guarded)
        legal.plays = bot_honest(rules, view, legal.plays);
    struct pen_action action = legal.plays != 0 ? pen_legal_any_play(rules, &legal, &bot->chance)
                                                : pen_legal_any(rules, &legal, &bot->chance);
    action.uno = action.card != PEN_CARD_NONE && pen_uno_goes_with(rules, view->hand_count[view->viewer]);
    return action;
}

const struct bot_kind bot__RANDOM = {.choose = bot_random_choose, .delay_ms = 800, .spread_ms = 1000};

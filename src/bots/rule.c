/* rule.c - coloured cards first, each equally likely; a wild only if no coloured card fits, with
 * any of the other colours (of the one in play it holds none, or it would have fitted). It does not
 * count its cards. That is the level of the known reference environment's rule player. */
#include "bots/sense.h"

struct pen_action bot_rule_choose(struct bot *bot, const struct pen_rules *rules, const struct pen_view *view)
{
    uint64_t plays = bot_honest(rules, view, view->legal.plays);
    uint64_t colored = plays & ~rules->wilds;
    uint64_t kinds = colored != 0 ? colored : plays;
    if (kinds == 0)
        return bot_random_choose(bot, rules, view);
    unsigned index = pen_chance_below(&bot->chance, pen_bits_count(kinds));
    struct pen_action action =
        bot_with_card(rules, view, PEN_VERB_PLAY, (uint8_t)pen_bits_select(kinds, index));
    if (action.color != PEN_COLOR_NONE && rules->color_count > 1) {
        action.color = (uint8_t)pen_chance_below(&bot->chance, rules->color_count - 1u);
        action.color = (uint8_t)(action.color + (action.color >= view->color));
    }
    return action;
}

const struct bot_kind bot__RULE = {
    .choose = bot_rule_choose, .stream = 1, .delay_ms = 800, .spread_ms = 1000};

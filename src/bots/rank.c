/* rank.c - the player that orders its cards by worth: those that make the next player draw or miss
 * a turn first, then numbers of the colour held most, wilds last. It does not bluff. */
#include "bots/sense.h"

static unsigned worth(const struct pen_rules *rules, const struct pen_view *view, uint8_t card)
{
    uint8_t color = rules->color[card];
    if (color == PEN_COLOR_NONE)
        return rules->draw_cards[card] > 0 ? 2 : 1;
    unsigned held = bot_held_of_color(rules, view, color);
    if (rules->draw_cards[card] > 0)
        return 3000 + held;
    if (bot_program_has(rules, card, PEN_STEP_SKIP_NEXT) ||
        (view->seat_count == 2 && bot_program_has(rules, card, PEN_STEP_REVERSE)))
        return 2000 + held;
    return 100 + 16 * held + (rules->number[card] == PEN_NUMBER_NONE ? 10 : rules->number[card]);
}

uint8_t bot_rank_first(const struct pen_rules *rules, const struct pen_view *view, uint64_t kinds)
{
    uint8_t best = PEN_CARD_NONE;
    unsigned best_worth = 0;
    for (; kinds; kinds &= kinds - 1) {
        uint8_t card = (uint8_t)pen_bits_lowest(kinds);
        unsigned value = worth(rules, view, card);
        if (value > best_worth) {
            best = card;
            best_worth = value;
        }
    }
    return best;
}

/* The card worth most of a set, ties by chance; PEN_CARD_NONE if the set is empty. */
static uint8_t best_card(struct bot *bot, const struct pen_rules *rules, const struct pen_view *view,
                         uint64_t kinds)
{
    uint8_t best = PEN_CARD_NONE;
    unsigned best_worth = 0, ties = 0;
    for (; kinds; kinds &= kinds - 1) {
        uint8_t card = (uint8_t)pen_bits_lowest(kinds);
        unsigned value = worth(rules, view, card);
        ties = value > best_worth ? 1 : ties + (value == best_worth);
        if (value > best_worth || (value == best_worth && pen_chance_below(&bot->chance, ties) == 0)) {
            best = card;
            best_worth = value;
        }
    }
    return best;
}

struct pen_action bot_rank_choose(struct bot *bot, const struct pen_rules *rules, const struct pen_view *view)
{
    const struct pen_legal *legal = &view->legal;
    uint64_t plays = bot_honest(rules, view, legal->plays);
    if (plays != 0)
        return bot_with_card(rules, view, PEN_VERB_PLAY, best_card(bot, rules, view, plays));
    for (unsigned verb = PEN_VERB_PLAY + 1; verb < PEN_VERB_COUNT; verb++) {
        if (pen_verb_shape(verb).when != PEN_DUE)
            continue;
        uint64_t kinds = pen_legal_kinds(legal, verb) & ~rules->wilds;
        if (kinds != 0)
            return bot_with_card(rules, view, (enum pen_verb)verb, best_card(bot, rules, view, kinds));
        if (pen_legal_seats(legal, verb) != 0)
            return bot_with_target(view, (enum pen_verb)verb, pen_legal_seats(legal, verb));
    }
    if (legal->names > 0) {
        struct pen_action action = PEN_ACTION(PEN_VERB_NAME, view->viewer);
        action.color = bot_best_color(rules, view);
        return action;
    }
    return bot_random_choose(bot, rules, view);
}

/* RULE O26: it does not bluff and believes nobody else would. */
const struct bot_kind bot__RANK = {
    .choose = bot_rank_choose, .stream = 4, .percent_notices = 85, .delay_ms = 500, .spread_ms = 700};

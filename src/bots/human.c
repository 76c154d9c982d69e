/* human.c - novice and casual: pleasant company that makes the mistakes people make. They look at
 * their cards as the orderly player does; how often they do not is what sets them apart. */
#include "bots/sense.h"

struct habits {
    unsigned percent_careless; /* plays any card that fits */
    unsigned percent_hoards;   /* keeps a wild although nothing else fits, and draws */
    unsigned percent_whim;     /* names a colour without looking */
    unsigned percent_forgets;  /* does not say UNO with the card */
    unsigned percent_suspects; /* challenges */
};

static struct habits habits_of(const struct bot *bot)
{
    if (bot->spec.level == BOT_NOVICE)
        return (struct habits){85, 30, 70, 30, 20};
    return (struct habits){40, 15, 35, 10, 12};
}

static bool happens(struct bot *bot, unsigned percent)
{
    return pen_chance_below(&bot->chance, 100) < percent;
}

/* A wrong challenge would cost six cards and spare another player four, so only somebody who is about to go
 * out is worth it. */
static bool doubts(struct bot *bot, const struct pen_rules *rules, const struct pen_view *view)
{
    (void)rules;
    return view->hand_count[view->thrower] <= 2 && happens(bot, habits_of(bot).percent_suspects);
}

static struct pen_action choose(struct bot *bot, const struct pen_rules *rules, const struct pen_view *view)
{
    struct habits habits = habits_of(bot);
    const struct pen_legal *legal = &view->legal;
    bool can_draw = legal->verbs >> PEN_VERB_DRAW & 1;
    if ((legal->verbs >> PEN_VERB_CHALLENGE & 1) && !(view->team >> view->thrower & 1) &&
        happens(bot, habits.percent_suspects))
        return PEN_ACTION(PEN_VERB_CHALLENGE, view->viewer);
    if (can_draw && legal->plays != 0 && (legal->plays & ~rules->wilds) == 0 &&
        view->hand_count[view->viewer] > 2 && happens(bot, habits.percent_hoards))
        return PEN_ACTION(PEN_VERB_DRAW, view->viewer);
    struct pen_action action = happens(bot, habits.percent_careless) ? bot_rule_choose(bot, rules, view)
                                                                     : bot_rank_choose(bot, rules, view);
    if (action.verb == PEN_VERB_PLAY && action.color != PEN_COLOR_NONE && happens(bot, habits.percent_whim))
        action.color = (uint8_t)pen_chance_below(&bot->chance, rules->color_count);
    if (action.uno && happens(bot, habits.percent_forgets))
        action.uno = 0;
    return action;
}

const struct bot_kind bot__NOVICE = {.choose = choose,
                                     .stream = 2,
                                     .doubts = doubts,
                                     .percent_notices = 35,
                                     .percent_forgets = 30,
                                     .delay_ms = 900,
                                     .spread_ms = 1500};
const struct bot_kind bot__CASUAL = {.choose = choose,
                                     .stream = 3,
                                     .doubts = doubts,
                                     .percent_notices = 65,
                                     .percent_forgets = 10,
                                     .delay_ms = 650,
                                     .spread_ms = 1000};

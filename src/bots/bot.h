/* bot.h - inside the bots: what a level is. What others may know of bots is penultima/bot.h. */
#ifndef BOT_BOT_H
#define BOT_BOT_H

#include "penultima/penultima.h"

struct pen_action bot_random_choose(struct bot *bot, const struct pen_rules *rules,
                                    const struct pen_view *view);
struct pen_action bot_rule_choose(struct bot *bot, const struct pen_rules *rules,
                                  const struct pen_view *view);
struct pen_action bot_rank_choose(struct bot *bot, const struct pen_rules *rules,
                                  const struct pen_view *view);
/* The card that 'rank' would lay of a set that is not empty, but of equals the first. */
uint8_t bot_rank_first(const struct pen_rules *rules, const struct pen_view *view, uint64_t kinds);
struct pen_action bot_expert_choose(struct bot *bot, const struct pen_rules *rules,
                                    const struct pen_view *view);

/* What makes a bot, besides its row in BOT_LIST and its words: the file of a level defines one, bot__NAME. A
 * row without it does not build. */
struct bot_kind {
    struct pen_action (*choose)(struct bot *bot, const struct pen_rules *rules, const struct pen_view *view);
    /* RULE O26: whether it challenges though another would draw. The viewer may. Null: never. */
    bool (*doubts)(struct bot *bot, const struct pen_rules *rules, const struct pen_view *view);
    /* How quick and how attentive. Who notices nothing never catches or jumps in: that is a yardstick. */
    uint16_t percent_notices;
    uint16_t delay_ms, spread_ms;
    uint16_t percent_forgets; /* to say UNO where it is said after the card (RULE H15) */
    uint8_t stream;           /* what its chances are drawn from: stays when rows of the list move */
    bool thinks_back;         /* needs updated views */
    bool takes_budget;        /* may think long, by a budget: "expert:1000" */
    bool is_learned;          /* plays by a network */
    bool saves_wilds;         /* does not jump in with a wild that would go out later */
};

#define X(name, id) extern const struct bot_kind bot__##name;
BOT_LIST(X)
#undef X

/* The expert's, for who thinks as it does: doubts, and the reflexes of somebody whom little escapes. */
bool bot_expert_doubts(struct bot *bot, const struct pen_rules *rules, const struct pen_view *view);
#define BOT_EXPERT_REFLEXES                                                                \
    .doubts = bot_expert_doubts, .percent_notices = 95, .delay_ms = 400, .spread_ms = 500, \
    .thinks_back = true, .takes_budget = true, .saves_wilds = true

#endif

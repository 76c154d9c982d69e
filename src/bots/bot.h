/* bot.h - inside the bots: the levels, one file each; bot.c calls them. What others may know of bots is
 * penultima/bot.h. */
#ifndef BOT_BOT_H
#define BOT_BOT_H

#include "penultima/penultima.h"

struct pen_action bot_random_choose(struct bot *bot, const struct pen_rules *rules,
                                    const struct pen_view *view);
struct pen_action bot_rule_choose(struct bot *bot, const struct pen_rules *rules,
                                  const struct pen_view *view);
struct pen_action bot_rank_choose(struct bot *bot, const struct pen_rules *rules,
                                  const struct pen_view *view);
struct pen_action bot_human_choose(struct bot *bot, const struct pen_rules *rules,
                                   const struct pen_view *view);
struct pen_action bot_expert_choose(struct bot *bot, const struct pen_rules *rules,
                                    const struct pen_view *view);
struct pen_action bot_master_choose(struct bot *bot, const struct pen_rules *rules,
                                    const struct pen_view *view);

/* RULE O26: whether it challenges though another would draw. The viewer may. */
bool bot_human_doubts(struct bot *bot, const struct pen_view *view);
bool bot_expert_doubts(struct bot *bot, const struct pen_rules *rules, const struct pen_view *view);

#endif

/* search.h - thinking ahead, whoever judges: the hands one does not see are imagined (inference.h), every
 * choice is tried in the same imagined worlds, and those that are clearly behind are given up. */
#ifndef BOT_SEARCH_H
#define BOT_SEARCH_H

#include "bots/rollout.h"

enum { SEARCH_CHOICES_MAX = 48 };

struct search_choice {
    struct pen_action action;
    double sum; /* of what it was worth in the worlds so far, and of what it was taken to be worth before */
};

struct search {
    struct bot *bot;
    const struct pen_rules *rules;
    const struct pen_view *view;
    struct belief belief;
    struct rollout rollout;
    struct search_choice list[SEARCH_CHOICES_MAX];
    unsigned count; /* of those still in play */
    unsigned worlds;
    unsigned worlds_at_once; /* between two looks at what can be given up */
    double errors_squared;   /* who is behind by more standard errors than this squared is given up */
    bool can_value;          /* positions need not be played out */
    uint32_t rollouts_left;
    uint64_t end_us;
    const void *judge_knows;                               /* what the judge brings along */
    float squares[SEARCH_CHOICES_MAX][SEARCH_CHOICES_MAX]; /* sums of squared differences */
};

/* What each choice in play is worth in this world, all with the same chances. */
typedef void search_judge(const struct search *search, const struct pen_round *world, uint64_t chance,
                          double value[SEARCH_CHOICES_MAX]);

/* With nothing to choose from yet and the budget of the bot. */
void bot_search_start(struct search *search, struct bot *bot, const struct pen_rules *rules,
                      const struct pen_view *view);

/* What comes beyond SEARCH_CHOICES_MAX is left out. */
void bot_search_add(struct search *search, struct pen_action action, double sum);

/* Tries the choices until one is left or the budget is used up; returns the best. 'thinker' as in rollout.h.
 */
struct pen_action bot_search_out(struct search *search, uint8_t thinker, search_judge *judge);

#endif

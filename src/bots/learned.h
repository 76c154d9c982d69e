/* learned.h - what a network that has learned says of a decision (mind.h), from a view alone. */
#ifndef BOT_LEARNED_H
#define BOT_LEARNED_H

#include "bots/bot.h"
#include "mind/mind.h"

/* 1 << verb of what is decided in turn. Dropping is a race; what may be done at any time is a reflex or is
 * left alone, but for a jump. */
#define LEARNED_VERBS (~(((unsigned)PEN_VERBS_ANYTIME & ~(1u << PEN_VERB_JUMP)) | 1u << PEN_VERB_DROP))

/* A decision as the network sees it. */
struct learned {
    struct mind mind;
    struct pen_observation observation;
    uint64_t mask[PEN_ACTION_WORDS]; /* what is decided in turn */
    int32_t worth[PEN_ACTIONS]; /* of what is in the mask: log likelihood, in 1 / MIND_ONE; 0 before a look */
};

/* Puts the decision into numbers; false where no network has learned to decide it: in teams, with cards that
 * it has no numbers for, at a table of a size that none is loaded for, or where nothing is to be decided in
 * turn. */
PEN_MUST_USE bool bot_learned_begin(struct learned *learned, const struct pen_rules *rules,
                                    const struct pen_view *view);

/* Where the expert plays better than the network: with three and more it has seen too few tables at which
 * hands are passed on. */
bool bot_learned_is_behind(const struct pen_rules *rules, unsigned seat_count);

/* How many things there are to choose from. */
unsigned bot_learned_choices(const struct learned *learned);

/* Looks at it and fills in what each action is worth. */
void bot_learned_look(struct learned *learned, const struct pen_rules *rules);

/* What is worth most. */
unsigned bot_learned_best(const struct learned *learned);

/* How likely each choice is, the best being 1 and what is not a choice 0, and the sum. The higher the
 * temperature, in 1 / 100, the less the differences count. */
double bot_learned_likely(const struct learned *learned, unsigned temperature, double likely[PEN_ACTIONS]);

struct pen_action bot_learned_action(const struct pen_rules *rules, const struct pen_view *view,
                                     unsigned number);

#endif

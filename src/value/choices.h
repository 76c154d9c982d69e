/* choices.h - the chance to win the round by each action that a seat can choose from, from its view alone,
 * with how far off it may be.
 *
 * Every action is tried in the same worlds, imagined by what the view says, with the same chances (search.h):
 * what differs between two actions is known much better than each by itself. So is the chance of the position
 * as a whole (value.h), which is that of what the master would do: it was measured where it does.
 *
 * Where that is not known, the worlds are played to their end by the expert's quick players instead. */
#ifndef VALUE_CHOICES_H
#define VALUE_CHOICES_H

#include "bots/search.h"
#include "value/value.h"

struct value_choice {
    struct pen_action action;
    double chance, error; /* to win the round; its standard error */
    double liking;        /* how often the master would choose it: 0 to 1 */
    bool is_sure;         /* it ends the round in every world; the chance is exact */
    double sum, squares;  /* of what the worlds said, less what all actions were worth in them */
    unsigned ends;        /* worlds in which it ended the round at once */
    double won;           /* ... and won it */
    double bluffed;       /* the part of 'sum' from worlds in which the card on top was a bluff */
};

struct value_choices {
    const struct value_class *known; /* null: chances are those of rollouts */
    bool is_played_out;              /* by rollouts, known or not */
    double chance;                   /* of the position; where it is not known, of the best choice */
    unsigned count, worlds, looks;
    unsigned bluffs; /* worlds in which the card on top was one (RULE A6) */
    unsigned best;   /* the choice with the best chance, of equals the one liked most */
    double base;     /* sum over the worlds of what all actions were worth on the average */
    struct value_choice list[SEARCH_CHOICES_MAX];
};

/* Finds what can be chosen in turn. False: nothing, a reflex (UNO, a catch), a race, or only one thing. The
 * view is an updated one of a seat that must act, from before the action. */
PEN_MUST_USE bool value_choices_begin(struct value_choices *choices, const struct value_class *known,
                                      const struct pen_rules *rules, const struct pen_view *view);

/* Tries all of them in more worlds: so many tries in all, and at least a few worlds. The same view, seed and
 * numbers give the same chances. */
void value_choices_try(struct value_choices *choices, const struct pen_rules *rules,
                       const struct pen_view *view, uint64_t seed, unsigned tries);

/* Which choice that was, UNO aside; 'count' if it is none of them. */
unsigned value_choices_find(const struct value_choices *choices, const struct pen_rules *rules,
                            const struct pen_view *view, struct pen_action action);

/* What choosing this one gave away against the best: 0 or more, with the standard error. */
double value_choices_cost(const struct value_choices *choices, unsigned taken, double *error);

#endif

/* study.h - the decisions of one record, each with what could have been chosen and what that was worth to
 * who chose: for the program, the page and Python. Only what that seat could see is looked at. */
#ifndef VALUE_STUDY_H
#define VALUE_STUDY_H

#include "value/reason.h"

#define STUDY_SURE 1.96          /* standard errors: 95 of 100 */
#define STUDY_MISTAKE_LEAST 0.02 /* what costs less is hardly one */

enum {
    STUDY_MATTERED = 3,    /* moves that are told first */
    STUDY_ROUNDS_MAX = 512 /* of which it is kept who won */
};

/* How a round ended, if it did. */
struct study_end {
    bool is_won;
    uint8_t winner;
    unsigned line, moment;
};

struct study_decision {
    unsigned line, taken;   /* of the record; the number of the choice */
    unsigned round, moment; /* deals before it, deals and actions before it */
    struct pen_action action;
    struct pen_view view; /* from before it */
    struct value_choices choices;
    double cost, error; /* what was given away */
};

struct study {
    uint16_t seats;        /* whose decisions */
    bool is_begun, is_cut; /* something was read; there was no room for all */
    unsigned moments, rounds;
    struct study_end ends[STUDY_ROUNDS_MAX];
    struct pen_names names; /* as the record has them */
    struct pen_edition edition;
    struct pen_rules rules;
    const struct value_class *known;
    struct pen_view views[PEN_SEATS_MAX]; /* before the action that is looked at */
    struct study_decision *list;
    unsigned count, room;
    /* Asked for a longer list; null or false: there is none. */
    bool (*grow)(struct study *study);
};

/* To be told of every moment of a replay, beginning with the first (struct pen_mesa_host). */
void study_show(struct study *study, const struct pen_mesa_moment *moment);

/* Looks at a decision; again is deeper. By 'tries' of positions (value_choices_try). The same record, the
 * same chances. */
void study_look(const struct study *study, struct study_decision *decision, unsigned tries);

/* How many tries each decision gets, so that a whole record takes under a second. */
unsigned study_tries(const struct study *study);

/* The one of which it is least known what it cost, weighed by how much that may be; null: all is known. */
struct study_decision *study_least_known(const struct study *study);

/* Whether it was a mistake beyond doubt. */
bool study_is_mistake(const struct study_decision *decision);

/* "wins", "challenge" */
const char *study_why_id(enum value_why why);

/* One object of JSON, which begins with the name of the file unless that is null. */
void study_write(const struct study *study, const struct study_decision *decision, const char *file,
                 struct pen_text *text);

#endif

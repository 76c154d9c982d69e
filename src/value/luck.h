/* luck.h - how much of a result came from the cards and how much from what was decided.
 *
 * A player begins with an equal share of a round and ends with all or nothing of it. The way between is
 * parted into what its decisions gave away, what happened between them, and what an estimate was off:
 *
 *     won - share = luck + skill + rest, exactly, in millionths
 *
 * skill: what the decisions of the other teams gave away, shared among those who gained by it, less what its
 *     own team's gave away. Of equal players it is 0 on the average, and so is it of all at a table.
 * luck:  the chance at the first decision less the share; from each decision to the next, the chance before
 *     the next less that of what was done; at the end, the result less the chance of what was done last.
 *     What others' mistakes brought is taken out: that is skill.
 * rest:  the network's word on a position against the best of its actions, tried. */
#ifndef VALUE_LUCK_H
#define VALUE_LUCK_H

#include "value/study.h"

enum { LUCK_POINTS = 3, LUCK_ONE = 1000000 };

/* What a turning point was. X(name) */
#define LUCK_KIND_LIST(X)                                                    \
    X(DEAL)   /* the hand, and what others did before the first decision */  \
    X(DRAWN)  /* the one card that was drawn: 'card' */                      \
    X(CARDS)  /* 'number' cards came to the hand before the next decision */ \
    X(OTHERS) /* what the others did or could not do */                      \
    X(WON)    /* the end: won */                                             \
    X(LOST)   /* the end: somebody else went out, 'other' */

enum luck_kind {
#define X(name) LUCK_##name,
    LUCK_KIND_LIST(X)
#undef X
        LUCK_KIND_COUNT
};

struct luck_point {
    enum luck_kind kind;
    uint8_t card, other;
    unsigned number, line, moment;
    int64_t gain;
};

struct luck_seat {
    int64_t result, luck, skill, rest;
    unsigned decisions;
    unsigned point_count;
    struct luck_point points[LUCK_POINTS]; /* that moved it most, first */
};

struct luck {
    unsigned rounds; /* that had a winner: only they count */
    struct luck_seat seat[PEN_SEATS_MAX];
};

/* Of a study of all seats, every decision of which has been looked at. False: somebody's are missing. */
PEN_MUST_USE bool luck_sum(const struct study *study, struct luck *luck);

/* "deal", "drawn" */
const char *luck_kind_id(enum luck_kind kind);

/* One seat as an object of JSON, which begins with the name of the file unless that is null. */
void luck_write(const struct study *study, const struct luck *luck, uint8_t seat, const char *file,
                struct pen_text *text);

#endif

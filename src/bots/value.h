/* value.h - how likely the seat in turn is to go out first in an imagined position, without playing it out.
 *
 * A weighed sum of what can be counted at a glance, turned into a chance of winning. The weights are
 * fitted to games (docs/BOTS.md). */
#ifndef BOT_VALUE_H
#define BOT_VALUE_H

#include "bots/hand.h"

/* Asked about each other hand; counted for all of them on the average, for the next and for the last. */
enum value_other {
    OTHER_ONE,
    OTHER_TWO,
    OTHER_THREE,
    OTHER_CARDS,
    OTHER_ONE_FITS,
    OTHER_ONE_WILD,
    OTHER_TWO_FIT,
    OTHER_TWO_BOTH_FIT,
    OTHER_TWO_WILD,
    OTHER_THREE_FIT,
    OTHER_WILDS,
    OTHER_ACTIONS,
    OTHER_NONE_FITS,
    OTHER_FITTING, /* the share of its cards */
    OTHER_MATCHED, /* the share of its cards that the seat in turn could lay one on */
    OTHER_ONE_MATCHED,
    OTHER_TWO_MATCHED,
    OTHER_FEW_WILDS, /* of two cards, or three */
    OTHER_FEW_NONE_FITS,
    OTHER_COUNT,
    OTHER_ROOM = 20 /* whole vectors */
};

/* And about the table as a whole. */
enum value_table {
    TABLE_LEAST,
    TABLE_ORDERLY,
    TABLE_LEADS,
    TABLE_LEADS_ALONE,
    TABLE_SEATS,
    TABLE_HITS_ONE, /* what the seat can do to a next player with one card */
    TABLE_SKIPS_ONE,
    TABLE_TURNS_ONE,
    TABLE_TWO_FITTING, /* what the others hold, if the seat has two cards, or three */
    TABLE_TWO_MATCHED,
    TABLE_THREE_FITTING,
    TABLE_THREE_MATCHED,
    TABLE_COUNT
};

enum value_whom { VALUE_ALL, VALUE_NEXT, VALUE_LAST, VALUE_WHOM_COUNT };

struct value_sum {
    struct hand_sum hand;
    float others[VALUE_WHOM_COUNT][OTHER_ROOM];
    float table[TABLE_COUNT];
};

/* Whether the weights mean anything at this table: more than two play, and hands stay where they are.
 * (They were fitted to such tables; two players' games are short enough to be played out.) */
bool bot_value_is_known(const struct pen_rules *rules, unsigned seat_count);

/* What is counted. The seat has the turn and has not drawn. */
void bot_value_sum(const struct rollout *rollout, const struct pen_round *round, uint8_t seat,
                   struct value_sum *sum);

/* 1 / (1 + e^-x), near enough, and the same on every machine. */
double bot_logistic(double x);

/* The chance of going out first, from 0 to 1. */
double bot_value(const struct rollout *rollout, const struct pen_round *round, uint8_t seat);

#endif

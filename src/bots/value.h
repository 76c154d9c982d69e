/* value.h - how likely the seat in turn is to go out first in an imagined position, without playing it out.
 *
 * A weighed sum of what can be counted at a glance, turned into a chance of winning. The weights were
 * fitted to games that experts had played (docs/BOTS.md); they know no card and no edition. */
#ifndef BOT_VALUE_H
#define BOT_VALUE_H

#include "bots/rollout.h"
#include "bots/value_weights.h"

enum value_feature {
#define X(name, weight) VALUE_##name,
    VALUE_LIST(X)
#undef X
    VALUE_COUNT
};

/* Whether the weights mean anything at this table: more than two play, and hands stay where they are.
 * (They were fitted to such tables; two players' games are short enough to be played out.) */
bool bot_value_is_known(const struct pen_rules *rules, unsigned seat_count);

/* What is counted, by enum value_feature. The seat has the turn and has not drawn. */
void bot_value_count(const struct rollout *rollout, const struct pen_round *round, uint8_t seat,
                     float *features);

/* The chance of going out first, from 0 to 1. */
double bot_value(const struct rollout *rollout, const struct pen_round *round, uint8_t seat);

#endif

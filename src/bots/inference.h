/* inference.h - what the public history says about the hands that one does not see.
 *
 * A belief is built from a view alone and is walked from one possible world to the next (a Markov
 * chain, Metropolis' rule): in each the others hold cards that agree with all that is certain, and
 * worlds in which the others did what such players do come up more often. What cannot be known
 * better is how they play: a few manners are kept beside each other for every seat and for all seats
 * together, and each one counts as much as it foretold what was seen.
 *
 *     time ->      0    3    5         9    now
 *     item 0       |====================|        born with the deal, played at 9
 *     item 1       |=========================    born with the deal, still in the hand
 *     item 2                 |===============    drawn at 5
 *     decision               ^ drew: of what was in the hand before nothing fitted
 *
 * A card that was played is known; since when it was in the hand is not, and is part of the world. */
#ifndef BOT_INFERENCE_H
#define BOT_INFERENCE_H

#include "bots/bot.h"

enum { BELIEF_ITEMS_MAX = 384, BELIEF_DECISIONS_MAX = 192, BELIEF_NOW = 0xffff };

/* How a player plays. */
enum bot_manner { BOT_MANNER_ANY, BOT_MANNER_COLORED, BOT_MANNER_ORDERLY, BOT_MANNER_OWN, BOT_MANNER_COUNT };

/* Kinds by what they do, for judging plays quickly. */
struct bot_kinds {
    uint64_t draws; /* coloured cards that make the next player draw */
    uint64_t skips; /* coloured cards that cost the next player the turn */
    uint64_t wild_draws;
    uint64_t reverses; /* coloured cards that turn the direction and cost nobody a turn */
};

struct belief_item {
    uint16_t birth, death; /* times; BELIEF_NOW: still there */
    uint8_t container, card;
};

struct belief_decision {
    struct pen_hand hand; /* as the world has it */
    uint64_t open;        /* kinds that could be laid */
    uint16_t time;
    uint8_t container, seat;
    uint8_t type, card, color, color_before;
    float chance[BOT_MANNER_COUNT];
};

struct belief {
    const struct pen_rules *rules;
    struct bot_kinds kinds;
    unsigned seat_count, viewer;
    struct pen_hand known[PEN_SEATS_MAX];           /* by container: cards that are certain */
    uint8_t container_of[PEN_SEATS_MAX];            /* by seat, now */
    double weight[PEN_SEATS_MAX][BOT_MANNER_COUNT]; /* by seat, if each has its own; sum 1 */
    double by_manner[BOT_MANNER_COUNT], alike;      /* if all have the same one; the sum */
    double scale[BOT_MANNER_COUNT];                 /* makes 'alike' 1 as long as nothing was seen */
    unsigned item_count, decision_count, pool_count, alive_count;
    struct belief_item items[BELIEF_ITEMS_MAX];
    uint16_t alive[PEN_DECK_MAX];                                        /* items still in hands */
    uint16_t first_item[PEN_SEATS_MAX], end_item[PEN_SEATS_MAX];         /* by container */
    uint16_t first_decision[PEN_SEATS_MAX], end_decision[PEN_SEATS_MAX]; /* by container */
    uint64_t allowed[PEN_VIEW_EVENTS_MAX + 1]; /* by birth time: what it can have been */
    struct belief_decision decisions[BELIEF_DECISIONS_MAX];
    uint8_t pool[PEN_DECK_MAX]; /* the draw pile */
};

void bot_kinds_of(const struct pen_rules *rules, unsigned seat_count, struct bot_kinds *kinds);

/* A belief with a first world. The view is an updated one of a seat. */
void bot_belief_init(struct belief *belief, const struct pen_rules *rules, const struct pen_view *view,
                     struct pen_chance *chance);

/* Walks on. */
void bot_belief_walk(struct belief *belief, unsigned steps, struct pen_chance *chance);

/* The hands of the others in the present world. */
void bot_belief_hands(const struct belief *belief, struct pen_hand *hands);

/* A manner for every seat, together as likely as they are believed. */
void bot_belief_manners(const struct belief *belief, struct pen_chance *chance, uint8_t *manners);

#endif

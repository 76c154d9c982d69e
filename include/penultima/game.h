/* game.h - rounds to the end of the game: who deals, points, who has won. Plain memory. */
#ifndef PENULTIMA_GAME_H
#define PENULTIMA_GAME_H

#include "penultima/round.h"

#ifdef __cplusplus
extern "C" {
#endif
PEN_API_BEGIN

struct pen_game {
    struct pen_round round;
    uint64_t seed;
    uint16_t score[PEN_SEATS_MAX];
    uint16_t winners;      /* 1 << seat; 0 while the game is open */
    uint16_t round_number; /* from 1 */
};

/* RULE S1: draws for the deal as the edition says (RULE O3: ties draw again). The layout of the first round
 * that this makes has nothing else laid out; chance comes from the seed. */
struct pen_layout pen_game_drawn_layout(const struct pen_rules *rules, uint8_t seat_count, uint64_t seed);

/* Just the dealer of it. */
uint8_t pen_game_draw_dealer(const struct pen_rules *rules, uint8_t seat_count, uint64_t seed);

/* The layout of the first round with a named dealer and nothing laid out: chance comes from the seed. */
struct pen_layout pen_game_first_layout(uint8_t seat_count, uint8_t dealer, uint64_t seed);

/* Starts a game with this layout as its first round. 'score' (may be null) holds points from earlier
 * rounds, at most PEN_TARGET_MAX each. */
PEN_MUST_USE enum pen_deal_problem pen_game_start(const struct pen_rules *rules, struct pen_game *game,
                                                  uint64_t seed, const struct pen_layout *layout,
                                                  const uint16_t *score, struct pen_events *events,
                                                  uint8_t *card);

/* The same as pen_game_start() with pen_game_first_layout(), and as pen_game_deal() with
 * pen_game_next_layout(), without events and much quicker: for many games. */
void pen_game_start_quick(const struct pen_rules *rules, struct pen_game *game, uint8_t seat_count,
                          uint8_t dealer, uint64_t seed);
void pen_game_deal_quick(const struct pen_rules *rules, struct pen_game *game);

/* Plays some rounds with players who play whatever fits, to see whether they end. Bounded by rounds times
 * actions_max. */
struct pen_trial {
    unsigned rounds;
    unsigned endless; /* of them were not over after so many actions */
    uint32_t actions; /* of all of them */
};
struct pen_trial pen_rules_try(const struct pen_rules *rules, uint64_t seed, unsigned rounds,
                               unsigned actions_max);

/* pen_round_apply() on the game's round; counts the round when it ends. */
PEN_MUST_USE enum pen_refusal pen_game_apply(const struct pen_rules *rules, struct pen_game *game,
                                             struct pen_action action, struct pen_events *events);

PEN_MUST_USE enum pen_refusal pen_game_apply_ordered(const struct pen_rules *rules, struct pen_game *game,
                                                     struct pen_action action, struct pen_events *events,
                                                     const uint8_t *order, unsigned order_count);

/* RULE O4: whether the next round can be dealt now, also after pen_round_void(). */
enum pen_refusal pen_game_can_deal(const struct pen_game *game);

/* RULE O29: one more takes a seat, to the right of the first one, between two rounds: after
 * pen_game_can_deal(), where pen_seats_fit() one more seat. Plays from the next deal on, with these points.
 */
void pen_game_join(const struct pen_rules *rules, struct pen_game *game, uint16_t score);

/* The layout of the next round with nothing laid out: dealer and chance are set. */
struct pen_layout pen_game_next_layout(const struct pen_game *game);

/* Deals the next round, after pen_game_can_deal(). The layout comes from pen_game_next_layout(). */
PEN_MUST_USE enum pen_deal_problem pen_game_deal(const struct pen_rules *rules, struct pen_game *game,
                                                 const struct pen_layout *layout, struct pen_events *events,
                                                 uint8_t *card);

/* What there is to read of a game whose fields the caller does not know. */
PEN_INLINE struct pen_round *pen_game_round(struct pen_game *game)
{
    return &game->round;
}

/* Those who have won, as 1 << seat; 0 while the game is open. */
PEN_INLINE uint16_t pen_game_winners(const struct pen_game *game)
{
    return game->winners;
}

PEN_INLINE uint16_t pen_game_score(const struct pen_game *game, unsigned seat)
{
    return seat < PEN_SEATS_MAX ? game->score[seat] : 0;
}

/* From 1. */
PEN_INLINE uint16_t pen_game_round_number(const struct pen_game *game)
{
    return game->round_number;
}

/* RULE N1: what a hand counts. */
unsigned pen_hand_points(const struct pen_rules *rules, const struct pen_hand *hand);

/* RULES N2, H18, M2: what the hands of the winner's opponents count; 0 after a round without one. */
unsigned pen_round_points(const struct pen_rules *rules, const struct pen_round *round);

PEN_API_END
#ifdef __cplusplus
}
#endif

#endif

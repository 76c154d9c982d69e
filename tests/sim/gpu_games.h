/* gpu_games.h - games of `penultima bench`, for what plays the same with gpu/play.c, which is included
 * before. */
#ifndef TESTS_GPU_GAMES_H
#define TESTS_GPU_GAMES_H

#include "sim/bench.c" /* play_round() */

enum { SEED = 20261116 };

/* As the kernel sums up a game; its actions are added to 'actions'. */
static uint64_t sum_of_game(const struct pen_rules *rules, uint8_t seat_count, uint64_t game,
                            uint64_t *actions)
{
    struct pen_round round;
    struct pen_chance chance = pen_chance_of(SEED, 2 * game);
    pen_round_start(rules, &round, seat_count, (uint8_t)(game % seat_count),
                    pen_chance_of(SEED, 2 * game + 1));
    uint64_t count = play_round(rules, &round, &chance);
    *actions += count;
    return sum_of_round(&round, (unsigned)count);
}

#endif

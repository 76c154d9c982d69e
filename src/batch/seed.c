/* seed.c - where the chance of each table and of each of its games comes from, on a processor and on a GPU.
 */
#include "penultima/batch.h"

uint64_t pen_batch_seed(uint64_t seed, uint64_t table)
{
    return pen_chance_of(seed, table).counter;
}

uint64_t pen_batch_game_seed(uint64_t table_seed, uint64_t game)
{
    return pen_chance_of(table_seed, game).counter;
}

uint8_t pen_batch_dealer(uint64_t game_seed, unsigned seat_count)
{
    struct pen_chance chance = pen_chance_of(game_seed, 0);
    return (uint8_t)pen_chance_below(&chance, seat_count);
}

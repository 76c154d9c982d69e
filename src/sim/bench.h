/* bench.h - how fast the rules are: seeded games with a uniform random policy, in one thread. */
#ifndef SIM_BENCH_H
#define SIM_BENCH_H

#include "penultima/penultima.h"

/* The games are played in slices, in turn with slices of the yardstick. The speeds are those of the
 * fastest slice of each: other users of the machine can only make one slower. */
struct sim_bench {
    uint64_t games, actions;
    double games_per_s, actions_per_s; /* by CPU time, in the fastest slice */
    double mean_actions_per_s;         /* over all slices */
    double yardstick_per_s;            /* actions of the bare game (yardstick.h) */
    double copy_ns;                    /* to copy one struct pen_game */
};

void sim_bench_run(const struct pen_rules *rules, uint8_t seat_count, uint64_t games, uint64_t seed,
                   struct sim_bench *bench);

/* Many tables at once (batch.h), stepped in one thread: with what is open, and with what is seen as well. The
 * fastest of twenty slices. False if there is no memory for it. */
struct sim_bench_batch {
    double steps_per_s, steps_observed_per_s;
};

bool sim_bench_batch(const struct pen_rules *rules, uint8_t seat_count, uint64_t seed,
                     struct sim_bench_batch *bench);

#endif

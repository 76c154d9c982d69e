/* bench.h - how fast the rules are: seeded games with a uniform random policy, in one thread. */
#ifndef SIM_BENCH_H
#define SIM_BENCH_H

#include "penultima/penultima.h"

struct sim_bench {
    uint64_t games, actions;
    double cpu_seconds;
    double copy_ns;
};

void sim_bench_run(const struct pen_rules *rules, uint8_t seat_count, uint64_t games, uint64_t seed,
                   struct sim_bench *bench);

#endif

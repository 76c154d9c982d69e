/* stats.h - figures out of counts: intervals of rates, distributions of whole numbers.
 *
 * What is counted is counted in integers, so that sums do not depend on their order; only the
 * figures that are shown are floating-point numbers. */
#ifndef SIM_STATS_H
#define SIM_STATS_H

#include <stdint.h>

/* Standard deviations to either side for 95 %. */
#define SIM_Z95 1.959963984540054

struct sim_interval {
    double low, high;
};

/* Wilson's score interval of a rate: 'wins' (fractions for shared wins) of 'count' trials, 'z'
 * standard deviations wide. 0 to 1 where nothing was tried. */
struct sim_interval sim_wilson(double wins, double count, double z);

/* Shared wins are counted exactly: a win is so many units, which every number of winners up to ten
 * divides. */
#define SIM_WIN_UNITS 2520

/* How often each number occurred. Numbers below SIM_EXACT have a bin each; above, a bin is at most
 * 1/2048 of the number wide. Plain memory of 64-bit counters: zero is empty. */
enum {
    SIM_EXACT = 4096,
    SIM_OCTAVES = 9, /* from 2^12 to 2^21; more is counted as the most */
    SIM_BIN_COUNT = SIM_EXACT + SIM_OCTAVES * SIM_EXACT / 2
};
struct sim_histogram {
    uint64_t count, sum, squares;
    uint64_t bins[SIM_BIN_COUNT];
};

void sim_histogram_put(struct sim_histogram *histogram, uint32_t number);

/* 0 where there is nothing. */
double sim_histogram_mean(const struct sim_histogram *histogram);
double sim_histogram_deviation(const struct sim_histogram *histogram); /* of the sample */

/* The smallest number that at least 'percent' of them do not exceed: 0 gives the least, 50 the
 * median, 100 the greatest. */
uint32_t sim_histogram_percentile(const struct sim_histogram *histogram, unsigned percent);

/* How many numbers are in low <= number < high. */
uint64_t sim_histogram_between(const struct sim_histogram *histogram, uint32_t low, uint32_t high);

#endif

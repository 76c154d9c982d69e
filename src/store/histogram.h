/* histogram.h - how long something took, counted by size: what a monitor can make quantiles of. */
#ifndef STORE_HISTOGRAM_H
#define STORE_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

/* X(microseconds, the same in seconds as figures show it): the upper bounds. */
#define HISTOGRAM_BOUND_LIST(X) \
    X(100, "0.0001")            \
    X(250, "0.00025")           \
    X(500, "0.0005")            \
    X(1000, "0.001")            \
    X(2500, "0.0025")           \
    X(5000, "0.005")            \
    X(10000, "0.01")            \
    X(20000, "0.02")            \
    X(50000, "0.05")            \
    X(100000, "0.1")            \
    X(250000, "0.25")           \
    X(500000, "0.5")            \
    X(1000000, "1")             \
    X(2500000, "2.5")           \
    X(10000000, "10")

enum {
    HISTOGRAM_BOUNDS = 0
#define X(us, text) +1
    HISTOGRAM_BOUND_LIST(X)
#undef X
};

struct histogram {
    uint64_t counts[HISTOGRAM_BOUNDS + 1]; /* by the smallest bound it is not above; the last: above all */
    uint64_t sum_us;
};

static inline void histogram_add(struct histogram *histogram, uint64_t us)
{
    static const uint64_t bounds[] = {
#define X(us, text) us,
        HISTOGRAM_BOUND_LIST(X)
#undef X
    };
    size_t at = 0;
    while (at < HISTOGRAM_BOUNDS && us > bounds[at])
        at++;
    histogram->counts[at]++;
    histogram->sum_us += us;
}

#endif

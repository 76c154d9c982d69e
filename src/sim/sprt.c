/* sprt.c - the logarithm of the likelihood ratio of two means, in its normal approximation. */
#include "sim/sprt.h"

#include <math.h>

#include "sim/elo.h"

/* The variance starts as if so many deals of ordinary luck had been seen, because that of the first
 * few means nothing. */
enum { DEALS_BEFORE = 10 };

void sim_sprt_init(struct sim_sprt *sprt, double elo, unsigned seat_count)
{
    unsigned rivals = seat_count - 1;
    double equal = 1.0 / seat_count;
    *sprt = (struct sim_sprt){.equal = equal,
                              .stronger = sim_elo_chance(elo, rivals),
                              .weaker = sim_elo_chance(-elo, rivals),
                              .usual_variance = equal * (1 - equal) / seat_count};
}

static double log_ratio(const struct sim_sprt *sprt, double other, double variance)
{
    double middle = (sprt->equal + other) / 2;
    return (other - sprt->equal) * (sprt->sum - sprt->deals * middle) / variance;
}

enum sim_verdict sim_sprt_add(struct sim_sprt *sprt, double share)
{
    sprt->deals++;
    sprt->sum += share;
    sprt->sum_of_squares += share * share;
    double spread = fmax(sprt->sum_of_squares - sprt->sum * sprt->sum / sprt->deals, 0);
    double variance = (spread + DEALS_BEFORE * sprt->usual_variance) / (sprt->deals + DEALS_BEFORE);

    /* Half of alpha for each side. */
    double yes = log((1 - SIM_SPRT_BETA) / (SIM_SPRT_ALPHA / 2));
    double no = log(SIM_SPRT_BETA / (1 - SIM_SPRT_ALPHA / 2));
    double up = log_ratio(sprt, sprt->stronger, variance);
    double down = log_ratio(sprt, sprt->weaker, variance);
    if (up >= yes)
        return SIM_VERDICT_STRONGER;
    if (down >= yes)
        return SIM_VERDICT_WEAKER;
    return up <= no && down <= no ? SIM_VERDICT_EQUAL : SIM_VERDICT_NONE;
}

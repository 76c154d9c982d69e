/* sprt.h - when enough has been played: a sequential test of one pairing.
 *
 * Two of Wald's tests side by side ask whether 'one' is stronger, or weaker, by so many Elo than its
 * equals. Their data are whole deals, each the mean over all seats, with the variance that is seen
 * between deals: where the cards decide nothing, the answer comes sooner. */
#ifndef SIM_SPRT_H
#define SIM_SPRT_H

#include <stdint.h>

enum sim_verdict {
    SIM_VERDICT_NONE,     /* not clear yet */
    SIM_VERDICT_STRONGER, /* 'one' is stronger than equal */
    SIM_VERDICT_WEAKER,
    SIM_VERDICT_EQUAL /* neither stronger nor weaker by as much as asked */
};

#define SIM_SPRT_ALPHA 0.05 /* at most: calling equals unequal, either way together */
#define SIM_SPRT_BETA 0.05  /* at most: calling equal what differs by so much */

struct sim_sprt {
    double equal, stronger, weaker; /* share of wins under each hypothesis */
    double usual_variance;
    double deals, sum, sum_of_squares;
};

void sim_sprt_init(struct sim_sprt *sprt, double elo, unsigned seat_count);

/* Another deal, of which 'one' won this share (0 to 1). */
enum sim_verdict sim_sprt_add(struct sim_sprt *sprt, double share);

#endif

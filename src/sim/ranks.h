/* ranks.h - the processes of one MPI run. Without MPI, or outside mpirun, there is one rank, and none
 * of these does anything. All calls come from the thread that called sim_ranks_begin(). */
#ifndef SIM_RANKS_H
#define SIM_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* False if several processes were started together and this program was built without MPI. */
bool sim_ranks_begin(int *argc, char ***argv);
void sim_ranks_end(void);

unsigned sim_rank(void); /* from 0 */
unsigned sim_rank_count(void);

/* Whether all ranks say yes. Every rank calls it and gets the same answer. */
bool sim_ranks_agree(bool yes);

/* While the jobs run. Ranks other than 0 tell how many they have done and hear whether to stop; rank 0
 * hears the sum of what the others have told and, if 'stop', tells them to. */
bool sim_ranks_tell(uint64_t done);
uint64_t sim_ranks_hear(bool stop);
/* Rank 0: whether all others have come to sim_ranks_gather(). */
bool sim_ranks_are_done(void);

/* When the jobs are done: rank 0 gets the others' sums one after the other, adds them to its own and
 * returns the number of jobs of all ranks; the others return 0. */
uint64_t sim_ranks_gather(void *sum, size_t bytes, void (*add)(void *sum, const void *tally), uint64_t done);

#endif

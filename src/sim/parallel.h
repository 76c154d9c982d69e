/* parallel.h - many independent jobs over threads and, under MPI, over ranks.
 *
 * A job is a number. It adds what it finds to a tally: plain memory of integer counters, zero at the
 * start, whose sum does not depend on the order of the jobs. So the result is the same whatever the
 * number of threads and ranks. */
#ifndef SIM_PARALLEL_H
#define SIM_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sim_parallel {
    uint64_t job_count;
    unsigned group;        /* so many jobs in a row stay in one rank: games of one deal; 0 is 1 */
    unsigned thread_count; /* 0: one per processor */
    size_t tally_bytes;
    void (*work)(const void *context, uint64_t job, void *tally); /* in any thread */
    void (*add)(void *sum, const void *tally);                    /* in the caller's thread */
    const void *context;
    /* Now and then in the caller's thread (of rank 0): false stops after the jobs under way. May be
     * null. */
    bool (*progress)(void *context, uint64_t done, uint64_t job_count);
    void *progress_context;
};

/* Runs the jobs and adds all tallies into 'sum', which the caller has zeroed. Returns how many jobs
 * were done. Under MPI every rank calls it; rank 0 gets the whole sum and count, the others 0. */
uint64_t sim_parallel_run(const struct sim_parallel *parallel, void *sum);

/* Under MPI whether this is the rank that speaks; otherwise always. */
bool sim_parallel_is_speaker(void);

/* Under MPI whether all ranks say yes: each calls it, and all go on or none does. What only rank 0
 * does (opening files, hearing Ctrl-C) must pass through here before the next sim_parallel_run(). */
bool sim_parallel_agree(bool yes);

/* Before and after everything; they do nothing without MPI. The ranks that do not speak are silent
 * from here on. False if mpirun started several processes of a program built without MPI. */
bool sim_parallel_begin(int *argc, char ***argv);
void sim_parallel_end(void);

#endif

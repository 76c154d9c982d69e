/* parallel.c - threads that take jobs in blocks and count for themselves.
 *
 * The only memory that threads share while they work is the number of the next job, taken once per
 * block, and the word to stop. Each has a tally of its own; they are added when all have ended. The
 * caller's thread does not work: it waits, tells how far the jobs are, and speaks to other ranks. */
#if defined(__linux__)

#define _GNU_SOURCE /* sched_getaffinity() */
#endif
#include "sim/parallel.h"
#include "words/cli_words.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#if defined(__linux__)
#include <sched.h>
#endif

#include "platform/clock.h"
#include "platform/host.h"
#include "sim/ranks.h"

enum { THREADS_MAX = 1024, BLOCK_MAX = 64, LINE_BYTES = 64, PERIOD_MS = 100 };

struct pool {
    const struct sim_parallel *parallel;
    uint64_t job_count; /* of this rank: jobs rank, rank + rank_count, ... */
    unsigned thread_count;
    _Atomic uint64_t next;
    _Atomic bool is_stopped;
    pthread_mutex_t mutex; /* guards 'working', which the caller waits to become 0 */
    pthread_cond_t ended;
    unsigned working;
};

/* On a cache line of its own, for it is written after every job. */
struct worker {
    _Alignas(LINE_BYTES) _Atomic uint64_t done;
    struct pool *pool;
    void *tally;
    pthread_t thread;
};

/* The next block: smaller towards the end, so that all threads end at about the same time even if a
 * job takes seconds. */
static uint64_t take_block(struct pool *pool, uint64_t *first)
{
    uint64_t next = atomic_load_explicit(&pool->next, memory_order_relaxed), count;
    do {
        uint64_t left = pool->job_count - next;
        if (left == 0)
            return 0;
        count = left / (8 * (uint64_t)pool->thread_count);
        count = count < 1 ? 1 : count > BLOCK_MAX ? BLOCK_MAX : count;
    } while (!atomic_compare_exchange_weak_explicit(&pool->next, &next, next + count, memory_order_relaxed,
                                                    memory_order_relaxed));
    *first = next;
    return count;
}

/* Groups of jobs go round the ranks. A rank that is quicker than others has then played as many games in
 * every seat when it is stopped. */
static uint64_t group_of(const struct sim_parallel *parallel)
{
    return parallel->group > 0 ? parallel->group : 1;
}

/* The number of the rank's job that it counts as 'place'. */
static uint64_t job_of_rank(const struct sim_parallel *parallel, uint64_t place)
{
    uint64_t group = group_of(parallel);
    return (place / group * sim_rank_count() + sim_rank()) * group + place % group;
}

static uint64_t count_of_rank(const struct sim_parallel *parallel)
{
    uint64_t group = group_of(parallel), rank = sim_rank(), rank_count = sim_rank_count();
    uint64_t groups = (parallel->job_count + group - 1) / group;
    uint64_t own = (groups + rank_count - 1 - rank) / rank_count * group;
    bool has_last = groups > 0 && (groups - 1) % rank_count == rank;
    return has_last ? own - (groups * group - parallel->job_count) : own;
}

static void work(struct worker *worker)
{
    struct pool *pool = worker->pool;
    const struct sim_parallel *parallel = pool->parallel;
    uint64_t done = 0, first, count;
    while ((count = take_block(pool, &first)) > 0) {
        for (uint64_t i = first; i < first + count; i++) {
            if (atomic_load_explicit(&pool->is_stopped, memory_order_relaxed))
                return;
            parallel->work(parallel->context, job_of_rank(parallel, i), worker->tally);
            atomic_store_explicit(&worker->done, ++done, memory_order_relaxed);
        }
    }
}

static void *thread_main(void *argument)
{
    struct worker *worker = argument;
    struct pool *pool = worker->pool;
    work(worker);
    pthread_mutex_lock(&pool->mutex);
    if (--pool->working == 0)
        pthread_cond_signal(&pool->ended);
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

/* Waits a while, or until the last thread has ended; whether it has. */
static bool wait_for_end(struct pool *pool)
{
    const struct timespec until = platform_time_after(CLOCK_MONOTONIC, PERIOD_MS);
    pthread_mutex_lock(&pool->mutex);
    int status = 0;
    while (pool->working > 0 && status == 0)
        status = pthread_cond_timedwait(&pool->ended, &pool->mutex, &until);
    bool is_ended = pool->working == 0;
    pthread_mutex_unlock(&pool->mutex);
    return is_ended;
}

static uint64_t count_done(struct worker *workers, unsigned count)
{
    uint64_t done = 0;
    for (unsigned i = 0; i < count; i++)
        done += atomic_load_explicit(&workers[i].done, memory_order_relaxed);
    return done;
}

/* The caller's part while the threads work, and on rank 0 until the other ranks are done too. */
static void watch(struct pool *pool, struct worker *workers)
{
    const struct sim_parallel *parallel = pool->parallel;
    bool is_speaker = sim_rank() == 0, is_ended = false, stop = false;
    for (;;) {
        if (!is_ended)
            is_ended = wait_for_end(pool);
        else
            platform_rest_ms(PERIOD_MS / 10);
        uint64_t done = count_done(workers, pool->thread_count);
        if (!is_speaker) {
            stop = !sim_ranks_tell(done) || stop;
        } else {
            done += sim_ranks_hear(stop);
            if (parallel->progress && !stop &&
                !parallel->progress(parallel->progress_context, done, parallel->job_count)) {
                stop = true;
                sim_ranks_hear(true);
            }
        }
        if (stop)
            atomic_store(&pool->is_stopped, true);
        if (is_ended && (!is_speaker || sim_ranks_are_done()))
            return;
    }
}

static unsigned processor_count(void)
{
#if defined(__linux__)
    /* Those this process may use: mpirun and Slurm give each rank its own. */
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (unsigned)CPU_COUNT(&set);
#endif
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (unsigned)count;
}

static void *give_up(void)
{
    host_error("%s", host_word(WORD_CLI_OUT_OF_MEMORY));
    exit(HOST_WRONG);
}

static void *allocate(size_t bytes)
{
    void *memory = aligned_alloc(LINE_BYTES, (bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES);
    return memory ? memory : give_up();
}

static void *allocate_tally(size_t bytes)
{
    /* Rounded up so that two tallies never share a cache line; calloc leaves large ones untouched. */
    void *memory = calloc(1, bytes + LINE_BYTES);
    return memory ? memory : give_up();
}

static unsigned choose_thread_count(const struct sim_parallel *parallel, uint64_t job_count)
{
    unsigned count = parallel->thread_count ? parallel->thread_count : processor_count();
    count = count > THREADS_MAX ? THREADS_MAX : count;
    if (count > job_count)
        count = (unsigned)job_count;
    return count < 1 ? 1 : count;
}

uint64_t sim_parallel_run(const struct sim_parallel *parallel, void *sum)
{
    uint64_t job_count = count_of_rank(parallel);
    struct pool pool = {.parallel = parallel,
                        .job_count = job_count,
                        .thread_count = choose_thread_count(parallel, job_count)};
    struct worker *workers = allocate(pool.thread_count * sizeof *workers);
    for (unsigned i = 0; i < pool.thread_count; i++) {
        atomic_init(&workers[i].done, 0);
        workers[i].pool = &pool;
        workers[i].tally = allocate_tally(parallel->tally_bytes);
    }
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&pool.ended, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&pool.mutex, NULL);

    unsigned started = 0;
    pool.working = pool.thread_count;
    while (started < pool.thread_count &&
           pthread_create(&workers[started].thread, NULL, thread_main, &workers[started]) == 0)
        started++;
    /* Where the system gives fewer threads the others do all the work; without any, the caller does. */
    pthread_mutex_lock(&pool.mutex);
    pool.working -= pool.thread_count - started;
    pthread_mutex_unlock(&pool.mutex);
    if (started == 0)
        work(&workers[0]);
    watch(&pool, workers);
    for (unsigned i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);

    uint64_t done = count_done(workers, pool.thread_count);
    for (unsigned i = 0; i < pool.thread_count; i++) {
        parallel->add(sum, workers[i].tally);
        free(workers[i].tally);
    }
    free(workers);
    pthread_cond_destroy(&pool.ended);
    pthread_mutex_destroy(&pool.mutex);
    return sim_ranks_gather(sum, parallel->tally_bytes, parallel->add, done);
}

bool sim_parallel_is_speaker(void)
{
    return sim_rank() == 0;
}

bool sim_parallel_agree(bool yes)
{
    return sim_ranks_agree(yes);
}

bool sim_parallel_begin(int *argc, char ***argv)
{
    bool is_good = sim_ranks_begin(argc, argv);
    if (!sim_parallel_is_speaker()) {
        /* Beneath the streams, which may not be C's own (platform/ascii.h). */
        int nowhere = open("/dev/null", O_WRONLY);
        is_good =
            nowhere >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0 && dup2(nowhere, STDERR_FILENO) >= 0 && is_good;
        if (nowhere > STDERR_FILENO)
            close(nowhere);
    }
    return is_good;
}

void sim_parallel_end(void)
{
    sim_ranks_end();
}

/* test_parallel.c - every job once, whatever the number of threads; stopping. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "penultima/penultima.h"
#include "sim/parallel.h"

enum { JOBS_MAX = 5000 };

struct tally {
    uint64_t count, sum, mixed;
    uint32_t seen[JOBS_MAX];
};

static void work(const void *context, uint64_t job, void *memory)
{
    struct tally *tally = memory;
    struct pen_chance chance = pen_chance_of(*(const uint64_t *)context, job);
    tally->count++;
    tally->sum += job;
    tally->mixed += pen_chance_word(&chance);
    tally->seen[job]++;
}

static void add(void *sum, const void *memory)
{
    struct tally *to = sum;
    const struct tally *from = memory;
    to->count += from->count;
    to->sum += from->sum;
    to->mixed += from->mixed;
    for (unsigned i = 0; i < JOBS_MAX; i++)
        to->seen[i] += from->seen[i];
}

static struct tally sum, first;
static const uint64_t seed = 5;

static struct sim_parallel describe(uint64_t jobs, unsigned threads)
{
    memset(&sum, 0, sizeof sum);
    return (struct sim_parallel){.job_count = jobs,
                                 .thread_count = threads,
                                 .tally_bytes = sizeof sum,
                                 .work = work,
                                 .add = add,
                                 .context = &seed};
}

static void test_every_job_once(void **state)
{
    static const uint64_t sizes[] = {0, 1, 2, 7, 64, 65, 1000, JOBS_MAX};
    static const unsigned threads[] = {1, 2, 3, 7, 16, 0};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (size_t j = 0; j < sizeof threads / sizeof threads[0]; j++) {
            struct sim_parallel parallel = describe(sizes[i], threads[j]);
            assert_int_equal(sim_parallel_run(&parallel, &sum), sizes[i]);
            assert_int_equal(sum.count, sizes[i]);
            for (unsigned job = 0; job < JOBS_MAX; job++)
                assert_int_equal(sum.seen[job], job < sizes[i]);
            if (j == 0)
                first = sum;
            assert_memory_equal(&sum, &first, sizeof sum);
        }
    }
}

/* ---- stopping ---- */

struct watching {
    unsigned calls;
    uint64_t last;
    bool goes_back;
};

static void work_slowly(const void *context, uint64_t job, void *memory)
{
    const struct timespec pause = {0, 2000000};
    work(context, job, memory);
    nanosleep(&pause, NULL);
}

static bool stop_at_once(void *context, uint64_t done, uint64_t job_count)
{
    struct watching *watching = context;
    assert_true(done <= job_count);
    watching->calls++;
    watching->last = done;
    return false;
}

static bool go_on(void *context, uint64_t done, uint64_t job_count)
{
    struct watching *watching = context;
    assert_true(done <= job_count);
    watching->goes_back |= done < watching->last;
    watching->calls++;
    watching->last = done;
    return true;
}

static void test_stop(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 3; threads++) {
        struct watching watching = {0};
        struct sim_parallel parallel = describe(JOBS_MAX, threads);
        parallel.work = work_slowly;
        parallel.progress = stop_at_once;
        parallel.progress_context = &watching;
        uint64_t done = sim_parallel_run(&parallel, &sum);
        assert_int_equal(done, sum.count);
        assert_true(done < JOBS_MAX);
        assert_int_equal(watching.calls, 1);
        for (unsigned job = 0; job < JOBS_MAX; job++)
            assert_true(sum.seen[job] <= 1);
    }
}

static void test_progress(void **state)
{
    struct watching watching = {0};
    struct sim_parallel parallel = describe(150, 2);
    (void)state;
    parallel.work = work_slowly;
    parallel.progress = go_on;
    parallel.progress_context = &watching;
    assert_int_equal(sim_parallel_run(&parallel, &sum), 150);
    assert_int_equal(watching.last, 150);
    assert_true(watching.calls >= 2);
    assert_false(watching.goes_back);
}

/* Outside mpirun there is one process, which speaks and agrees with itself. */
static void test_alone(void **state)
{
    (void)state;
    assert_true(sim_parallel_is_speaker());
    assert_true(sim_parallel_agree(true));
    assert_false(sim_parallel_agree(false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_job_once),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_progress),
        cmocka_unit_test(test_alone),
    };
    return cmocka_run_group_tests_name("sim/parallel", tests, NULL, NULL);
}

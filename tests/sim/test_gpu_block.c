/* test_gpu_block.c - the kernel of gpu/play.c on a block of several warps, a thread of the processor for each
 * of theirs, with votes and barriers as on a GPU: all come to each of them, also when games end early or
 * there are fewer games than threads, and the games are those of `penultima bench`. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* ---- in place of gpu/warp.h ---- */

#define GPU_WARP_H
#define KERNEL static
enum { WARP = 4, WARPS = 3, THREADS = WARP * WARPS };
#define ALL_LANES ((1u << WARP) - 1)

/* Threads that wait for each other. */
struct group {
    unsigned size, here, times; /* times: how often they have met */
    unsigned votes, result;     /* sums of what they bring: of those here, of the last meeting */
    int line;                   /* where those here wait */
    pthread_cond_t met;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct group warps[WARPS], block;
static unsigned playing, waiting; /* threads */
static _Thread_local unsigned me;

static void must_be(bool is, const char *what, int line)
{
    if (is)
        return;
    fprintf(stderr, "gpu/play.c:%d: %s\n", line, what);
    abort();
}

static unsigned meet(struct group *group, unsigned vote, int line)
{
    pthread_mutex_lock(&lock);
    must_be(group->here == 0 || group->line == line, "threads wait for each other at different places", line);
    group->line = line;
    group->votes += vote;
    if (++group->here == group->size) {
        group->result = group->votes;
        group->here = group->votes = 0;
        group->times++;
        waiting -= group->size - 1;
        pthread_cond_broadcast(&group->met);
    } else {
        must_be(++waiting < playing, "all threads wait", line);
        for (unsigned times = group->times; group->times == times;)
            pthread_cond_wait(&group->met, &lock);
    }
    unsigned result = group->result; /* stays until they meet again, this thread too */
    pthread_mutex_unlock(&lock);
    return result;
}

#define warp_which(is) meet(&warps[me / WARP], (unsigned)(is) << me % WARP, __LINE__)
#define warp_meet() ((void)meet(&warps[me / WARP], 0, __LINE__))
#define block_count(is) meet(&block, (is), __LINE__)
#define block_threads() ((unsigned)THREADS)
#define thread_index_32() me

#include "../../gpu/play.c"
#include "gpu_games.h"

/* ---- the games ---- */

static struct gpu_play play;

static void *run(void *index)
{
    me = (unsigned)(uintptr_t)index;
    rules_play(&play);
    pthread_mutex_lock(&lock);
    playing--;
    must_be(playing == 0 || waiting < playing, "a thread has gone that others wait for", 0);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void begin(struct group *group, unsigned size)
{
    *group = (struct group){.size = size};
    pthread_cond_init(&group->met, NULL);
}

static void compare(const struct pen_rules *rules, uint8_t seat_count, unsigned games_each,
                    unsigned wait_deal, unsigned wait_rest)
{
    enum { GAMES_MAX = 16 };
    uint64_t played[THREADS] = {0}, sums[GAMES_MAX] = {0}, total = 0, actions = 0;
    pthread_t threads[THREADS];
    assert_true(games_each * WARPS <= GAMES_MAX);
    play = (struct gpu_play){.rules = rules,
                             .seed = SEED,
                             .actions = played,
                             .sums = sums,
                             .seat_count = seat_count,
                             .games_each = games_each,
                             .wait_deal = wait_deal,
                             .wait_rest = wait_rest};
    for (unsigned i = 0; i < WARPS; i++)
        begin(&warps[i], WARP);
    begin(&block, THREADS);
    playing = THREADS;
    waiting = 0;
    for (uintptr_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run, (void *)i), 0);
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        total += played[i];
    }
    for (uint64_t game = 0; game < WARPS * games_each; game++)
        assert_int_equal(sums[game], sum_of_game(rules, seat_count, game, &actions));
    assert_int_equal(total, actions);
}

static void test_block(void **state)
{
    (void)state;
    static const struct {
        const char *edition;
        uint8_t seat_count;
        unsigned games_each, wait_deal, wait_rest;
    } cases[] = {
        {"classic", 2, 0, 1, 1},
        {"classic", 2, 1, 1, 1},
        {"classic", 3, 5, WARP, WARP}, /* warps deal apart, and some have games left when others have not */
        {"ghostbusters", 4, 5, 2, 3},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        static struct pen_edition edition;
        static struct pen_rules rules;
        struct pen_options options = PEN_OPTIONS_DEFAULT;
        assert_true(pen_edition_builtin(cases[i].edition, &edition));
        assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
        compare(&rules, cases[i].seat_count, cases[i].games_each, cases[i].wait_deal, cases[i].wait_rest);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_block)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

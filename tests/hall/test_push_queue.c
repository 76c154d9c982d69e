/* test_push_queue.c - whose note is sent next, whoever gives the house services that never answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "serve/push_queue.h"

static struct push_queue *queue;

static int begin(void **state)
{
    (void)state;
    queue = calloc(1, sizeof *queue);
    return queue ? 0 : 1;
}

static int end(void **state)
{
    (void)state;
    push_queue_drop(queue);
    free(queue);
    return 0;
}

static bool add(uint64_t number, uint64_t host, uint64_t from)
{
    return push_queue_add(queue, &(struct push_note){.number = number, .host = host, .from = from});
}

/* The number of the next, or 0. */
static uint64_t take(struct push_note **note)
{
    *note = push_queue_take(queue);
    return *note ? (*note)->number : 0;
}

static void go(uint64_t number, bool is_good)
{
    struct push_note *note;
    assert_int_equal(take(&note), number);
    push_queue_end(queue, note, is_good);
}

static void test_order(void **state)
{
    struct push_note *note;
    (void)state;
    assert_true(add(1, 10, 20) && add(2, 11, 21));
    go(1, true);
    go(2, true);
    assert_int_equal(take(&note), 0);
}

static void test_one_at_a_time(void **state)
{
    struct push_note *first, *second, *none;
    (void)state;
    assert_true(add(1, 10, 20) && add(2, 10, 21) && add(3, 11, 20) && add(4, 12, 22));
    assert_int_equal(take(&first), 1);
    assert_int_equal(take(&second), 4); /* 2 has its host, 3 its address */
    assert_int_equal(take(&none), 0);
    push_queue_end(queue, first, true);
    go(2, true);
    go(3, true);
    push_queue_end(queue, second, true);
}

static void test_failing_last(void **state)
{
    struct push_note *slow, *none;
    (void)state;
    assert_true(add(1, 10, 20));
    go(1, false);
    assert_true(add(2, 10, 21)); /* its host has failed */
    assert_true(add(3, 11, 20)); /* its address has */
    assert_true(add(4, 12, 22));
    go(4, true);
    assert_int_equal(take(&slow), 2);
    assert_int_equal(take(&none), 0); /* one of those at a time, whoever they are */
    push_queue_end(queue, slow, true);
    go(3, true);
    assert_true(add(5, 10, 20) && add(6, 13, 23));
    go(5, true); /* all is forgiven */
    go(6, true);
}

static void test_hand_for_the_proven(void **state)
{
    struct push_note *unknown[PUSH_HANDS], *note;
    (void)state;
    assert_true(add(1, 10, 20));
    go(1, true);
    for (uint64_t i = 0; i < PUSH_HANDS; i++)
        assert_true(add(100 + i, 50 + i, 70 + i));
    for (unsigned i = 0; i < PUSH_HANDS - 1; i++)
        assert_int_equal(take(&unknown[i]), 100 + i);
    assert_int_equal(take(&note), 0);
    assert_true(add(2, 10, 21));
    assert_int_equal(take(&note), 2);
    push_queue_end(queue, note, true);
    for (unsigned i = 0; i < PUSH_HANDS - 1; i++)
        push_queue_end(queue, unknown[i], false);
    go(103, false);
}

static void test_shares(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < PUSH_SHARE_MAX; i++)
        assert_true(add(i, i, 20));
    assert_false(add(1000, 1000, 20));
    for (uint64_t i = PUSH_SHARE_MAX; i < PUSH_QUEUE_MAX; i++)
        assert_true(add(i, i, 1000 + i));
    assert_false(add(1001, 1001, 21));
}

/* However many hosts somebody invents, who has answered is remembered. */
static void test_memory(void **state)
{
    struct push_note *unknown[PUSH_HANDS - 1], *note;
    (void)state;
    assert_true(add(1, 10, 20));
    go(1, true);
    for (uint64_t i = 0; i < 4 * PUSH_KNOWN_MAX; i++) {
        assert_true(add(2, 1000 + i, 5000 + i));
        go(2, false);
    }
    for (uint64_t i = 0; i < PUSH_HANDS - 1; i++)
        assert_true(add(100 + i, 50 + i, 70 + i));
    for (unsigned i = 0; i < PUSH_HANDS - 1; i++)
        assert_int_equal(take(&unknown[i]), 100 + i);
    assert_true(add(3, 10, 20));
    assert_int_equal(take(&note), 3);
    push_queue_end(queue, note, true);
    for (unsigned i = 0; i < PUSH_HANDS - 1; i++)
        push_queue_end(queue, unknown[i], true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_order, begin, end),
        cmocka_unit_test_setup_teardown(test_one_at_a_time, begin, end),
        cmocka_unit_test_setup_teardown(test_failing_last, begin, end),
        cmocka_unit_test_setup_teardown(test_hand_for_the_proven, begin, end),
        cmocka_unit_test_setup_teardown(test_shares, begin, end),
        cmocka_unit_test_setup_teardown(test_memory, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

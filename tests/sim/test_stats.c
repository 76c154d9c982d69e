/* test_stats.c - intervals against published values, distributions against counting by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/penultima.h"
#include "sim/stats.h"

static void assert_near(double got, double wanted, double tolerance)
{
    if (!(fabs(got - wanted) <= tolerance))
        fail_msg("got %.10f, wanted %.10f", got, wanted);
}

/* The examples of R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics
 * in Medicine 17 (1998), table I, method 3. */
static void test_wilson(void **state)
{
    static const struct {
        double wins, count, low, high;
    } known[] = {
        {81, 263, 0.2553, 0.3662},
        {15, 148, 0.0624, 0.1605},
        {0, 20, 0, 0.1611},
        {1, 29, 0.0061, 0.1718},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct sim_interval interval = sim_wilson(known[i].wins, known[i].count, SIM_Z95);
        assert_near(interval.low, known[i].low, 0.00005);
        assert_near(interval.high, known[i].high, 0.00005);
    }
    struct sim_interval nothing = sim_wilson(0, 0, SIM_Z95);
    assert_near(nothing.low, 0, 0);
    assert_near(nothing.high, 1, 0);
}

/* About 95 of 100 intervals hold the true rate. */
static void test_wilson_covers(void **state)
{
    struct pen_chance chance = pen_chance_of(7, 1);
    unsigned held = 0, trials = 4000;
    (void)state;
    for (unsigned trial = 0; trial < trials; trial++) {
        unsigned wins = 0;
        for (unsigned i = 0; i < 300; i++)
            wins += pen_chance_below(&chance, 100) < 37;
        struct sim_interval interval = sim_wilson(wins, 300, SIM_Z95);
        held += interval.low <= 0.37 && 0.37 <= interval.high;
    }
    assert_in_range(held, trials * 935 / 1000, trials * 965 / 1000);
}

static void test_win_units(void **state)
{
    (void)state;
    for (unsigned winners = 1; winners <= PEN_SEATS_MAX; winners++)
        assert_int_equal(SIM_WIN_UNITS % winners, 0);
}

static struct sim_histogram histogram;

static void fill(const uint32_t *numbers, size_t count)
{
    memset(&histogram, 0, sizeof histogram);
    for (size_t i = 0; i < count; i++)
        sim_histogram_put(&histogram, numbers[i]);
}

static void test_figures(void **state)
{
    static const uint32_t numbers[] = {9, 2, 4, 4, 5, 7, 5, 4};
    (void)state;
    fill(numbers, sizeof numbers / sizeof numbers[0]);
    assert_near(sim_histogram_mean(&histogram), 5, 1e-12);
    assert_near(sim_histogram_deviation(&histogram), sqrt(32.0 / 7), 1e-12);
    assert_int_equal(sim_histogram_between(&histogram, 4, 6), 5);
    assert_int_equal(sim_histogram_between(&histogram, 0, 100), 8);
    fill(NULL, 0);
    assert_near(sim_histogram_mean(&histogram), 0, 0);
    assert_near(sim_histogram_deviation(&histogram), 0, 0);
    assert_int_equal(sim_histogram_percentile(&histogram, 50), 0);
}

static int compare(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

/* Against sorting, for many sizes and spreads. */
static void test_percentiles(void **state)
{
    static uint32_t numbers[2000];
    struct pen_chance chance = pen_chance_of(11, 2);
    (void)state;
    for (unsigned size = 1; size <= 2000; size += 1 + size / 7) {
        uint32_t bound = 1 + pen_chance_below(&chance, SIM_EXACT);
        for (unsigned i = 0; i < size; i++)
            numbers[i] = pen_chance_below(&chance, bound);
        fill(numbers, size);
        qsort(numbers, size, sizeof numbers[0], compare);
        for (unsigned percent = 0; percent <= 100; percent++) {
            unsigned place = (size * percent + 99) / 100;
            assert_int_equal(sim_histogram_percentile(&histogram, percent), numbers[place ? place - 1 : 0]);
        }
    }
}

/* Large numbers share a bin with neighbours that are less than a thousandth away. */
static void test_large(void **state)
{
    (void)state;
    for (uint32_t number = 1; number < 2000000; number += 1 + number / 50) {
        fill(&number, 1);
        uint32_t found = sim_histogram_percentile(&histogram, 50);
        assert_true(found <= number);
        assert_true(number - found <= number / 1000);
        if (number < SIM_EXACT)
            assert_int_equal(found, number);
    }
    uint32_t most = UINT32_MAX;
    fill(&most, 1);
    assert_int_equal(histogram.bins[SIM_BIN_COUNT - 1], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wilson),      cmocka_unit_test(test_wilson_covers),
        cmocka_unit_test(test_win_units),   cmocka_unit_test(test_figures),
        cmocka_unit_test(test_percentiles), cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests_name("sim/stats", tests, NULL, NULL);
}

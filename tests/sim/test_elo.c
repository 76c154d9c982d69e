/* test_elo.c - ratings against cases worked out by hand; the sequential test. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/penultima.h"
#include "sim/elo.h"
#include "sim/sprt.h"

static struct sim_elo elo;

static void begin(unsigned bots, int zero)
{
    memset(&elo, 0, sizeof elo);
    elo.bot_count = bots;
    elo.zero = zero;
}

/* Independent games: the variance is that of so many throws of a coin. */
static void add(unsigned one, unsigned other, unsigned rivals, double games, double wins)
{
    unsigned pair = elo.pair_count++;
    elo.pairs[pair] = (struct sim_elo_pair){one, other, rivals, games, wins};
    elo.covariance[pair][pair] = fmax(games > 0 ? wins * (games - wins) / games : 0.25, 0.5);
}

static void assert_near(double value, double wanted, double most)
{
    if (!(fabs(value - wanted) <= most)) {
        print_error("%.9g is not %.9g\n", value, wanted);
        fail();
    }
}

static void test_two(void **state)
{
    (void)state;
    begin(2, 0);
    add(0, 1, 1, 1000, 250);
    sim_elo_fit(&elo);
    assert_near(elo.elo[0], 0, 1e-9);
    assert_near(elo.elo[1], 190.848501887865, 1e-6); /* 400 log10 3 */
    /* The error of ln(p / (1 - p)) is 1 / sqrt(n p (1 - p)). */
    assert_near(elo.error[1], 173.7177927613 / sqrt(1000 * 0.25 * 0.75), 1e-6);
    assert_near(elo.error[0], 0, 1e-9);

    /* The other way round, and with the mean at 0. */
    begin(2, -1);
    add(1, 0, 1, 1000, 750);
    sim_elo_fit(&elo);
    assert_near(elo.elo[1], 95.4242509439325, 1e-6);
    assert_near(elo.elo[0], -95.4242509439325, 1e-6);
    assert_near(elo.error[0], elo.error[1], 1e-9);
    assert_near(elo.error[1], 173.7177927613 / sqrt(1000 * 0.25 * 0.75) / 2, 1e-6);

    begin(2, 1);
    add(0, 1, 1, 10, 5);
    sim_elo_fit(&elo);
    assert_near(elo.elo[0], 0, 1e-9);
}

static void test_chain(void **state)
{
    (void)state;
    /* 3 : 1 and again 3 : 1 make 9 : 1, which is 90 %; the third result agrees and changes nothing. */
    for (unsigned pairs = 2; pairs <= 3; pairs++) {
        for (int zero = 0; zero < 3; zero++) {
            begin(3, zero);
            add(1, 0, 1, 400, 300);
            add(2, 1, 1, 400, 300);
            if (pairs == 3)
                add(2, 0, 1, 400, 360);
            sim_elo_fit(&elo);
            assert_near(elo.elo[2] - elo.elo[1], 190.848501887865, 1e-6);
            assert_near(elo.elo[1] - elo.elo[0], 190.848501887865, 1e-6);
            assert_near(elo.elo[zero], 0, 1e-9);
        }
    }
    /* Without the third, the errors of independent links add up as squares. */
    begin(3, 0);
    add(1, 0, 1, 400, 300);
    add(2, 1, 1, 400, 300);
    sim_elo_fit(&elo);
    assert_near(elo.error[2], sqrt(2) * elo.error[1], 1e-6);
}

static void test_symmetric(void **state)
{
    (void)state;
    /* Each beats the next one of a ring: nobody is stronger. */
    begin(3, -1);
    add(0, 1, 1, 100, 60);
    add(1, 2, 1, 100, 60);
    add(2, 0, 1, 100, 60);
    sim_elo_fit(&elo);
    for (unsigned bot = 0; bot < 3; bot++) {
        assert_near(elo.elo[bot], 0, 1e-9);
        assert_near(elo.error[bot], elo.error[0], 1e-9);
    }
}

static void test_more_seats(void **state)
{
    (void)state;
    /* A quarter against three is equal; half against three is three times as strong. */
    begin(2, 0);
    add(1, 0, 3, 1000, 250);
    sim_elo_fit(&elo);
    assert_near(elo.elo[1], 0, 1e-9);
    begin(2, 0);
    add(1, 0, 3, 1000, 500);
    add(0, 1, 3, 1000, 100); /* 1 of 1 + 3 times 3 */
    sim_elo_fit(&elo);
    assert_near(elo.elo[1], 190.848501887865, 1e-6);
    assert_near(sim_elo_chance(190.848501887865, 3), 0.5, 1e-9);
    assert_near(sim_elo_chance(-190.848501887865, 3), 0.1, 1e-9);
    assert_near(sim_elo_chance(0, 9), 0.1, 1e-9);
}

static void test_all_wins(void **state)
{
    (void)state;
    /* 100 of 100 counts as 99.5 of 100. */
    begin(2, 0);
    add(1, 0, 1, 100, 100);
    sim_elo_fit(&elo);
    assert_near(elo.elo[1], 400 * log10(99.5 / 0.5), 1e-6);
    assert_true(elo.error[1] > 50 && elo.error[1] < 1000);

    /* A bot that loses everything, one that wins everything, a million times. */
    begin(3, 1);
    add(0, 1, 1, 1e6, 0);
    add(0, 2, 1, 1e6, 0);
    add(1, 2, 1, 1e6, 0);
    sim_elo_fit(&elo);
    for (unsigned bot = 0; bot < 3; bot++)
        assert_true(isfinite(elo.elo[bot]) && isfinite(elo.error[bot]));
    assert_true(elo.elo[2] > 1500 && elo.elo[0] < -1500);
    assert_near(elo.elo[2], -elo.elo[0], 1e-3);

    /* Nobody played yet. */
    begin(3, 0);
    add(0, 1, 1, 0, 0);
    add(0, 2, 3, 0, 0);
    sim_elo_fit(&elo);
    for (unsigned bot = 0; bot < 3; bot++) {
        assert_near(elo.elo[bot], 0, 1e-6);
        assert_true(isfinite(elo.error[bot]));
    }
}

static void test_intervals_shrink(void **state)
{
    (void)state;
    double before = 0;
    for (double games = 100; games <= 1e8; games *= 4) {
        begin(3, 0);
        add(0, 1, 1, games, 0.4 * games);
        add(0, 2, 1, games, 0.35 * games);
        add(1, 2, 1, games, 0.45 * games);
        sim_elo_fit(&elo);
        if (before > 0)
            assert_near(elo.error[2] / before, 0.5, 1e-6);
        before = elo.error[2];
    }
}

static void test_most_bots(void **state)
{
    (void)state;
    begin(SIM_ELO_BOTS_MAX, 0);
    for (unsigned one = 0; one < SIM_ELO_BOTS_MAX; one++)
        for (unsigned other = 0; other < SIM_ELO_BOTS_MAX; other++)
            if (one != other)
                add(one, other, 3, 1000, 1000 * sim_elo_chance(25.0 * one - 25.0 * other, 3));
    assert_int_equal(elo.pair_count, SIM_ELO_PAIRS_MAX);
    sim_elo_fit(&elo);
    for (unsigned bot = 0; bot < SIM_ELO_BOTS_MAX; bot++)
        assert_near(elo.elo[bot], 25.0 * bot, 1e-6);
}

/* ---- the sequential test ---- */

/* Deals of two games won with this chance, until it is clear; returns how many. */
static unsigned deals_until_clear(double chance, uint64_t seed, enum sim_verdict *verdict)
{
    struct pen_chance source = pen_chance_of(seed, 0);
    struct sim_sprt sprt;
    sim_sprt_init(&sprt, 20, 2);
    unsigned deals = 0;
    do {
        double won = 0;
        for (int game = 0; game < 2; game++)
            won += pen_chance_below(&source, 1000000) < chance * 1e6;
        *verdict = sim_sprt_add(&sprt, won / 2);
        deals++;
    } while (*verdict == SIM_VERDICT_NONE);
    return deals;
}

static void test_sprt(void **state)
{
    (void)state;
    unsigned wrong_equal = 0, wrong_far = 0, long_equal = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        enum sim_verdict verdict;
        long_equal += deals_until_clear(0.5, seed, &verdict) > 500;
        wrong_equal += verdict != SIM_VERDICT_EQUAL;
        deals_until_clear(sim_elo_chance(20, 1), seed, &verdict);
        wrong_far += verdict != SIM_VERDICT_STRONGER;
        deals_until_clear(sim_elo_chance(-20, 1), seed, &verdict);
        wrong_far += verdict != SIM_VERDICT_WEAKER;
        assert_true(deals_until_clear(0.62, seed, &verdict) < 1500);
        assert_int_equal(verdict, SIM_VERDICT_STRONGER);
    }
    /* One in twenty is 20 of 400; with luck a few more. */
    print_message("# wrong: %u of 400, %u of 800\n", wrong_equal, wrong_far);
    assert_true(wrong_equal <= 32);
    assert_true(wrong_far <= 64);
    assert_true(long_equal >= 200);
}

static void test_sprt_without_luck(void **state)
{
    (void)state;
    /* Every deal split evenly: equal, without a division by nothing. */
    struct sim_sprt sprt;
    sim_sprt_init(&sprt, 20, 4);
    enum sim_verdict verdict = SIM_VERDICT_NONE;
    unsigned deals = 0;
    while (verdict == SIM_VERDICT_NONE && deals < 5000) {
        verdict = sim_sprt_add(&sprt, 0.25);
        deals++;
    }
    assert_int_equal(verdict, SIM_VERDICT_EQUAL);
    assert_true(deals > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two),
        cmocka_unit_test(test_chain),
        cmocka_unit_test(test_symmetric),
        cmocka_unit_test(test_more_seats),
        cmocka_unit_test(test_all_wins),
        cmocka_unit_test(test_intervals_shrink),
        cmocka_unit_test(test_most_bots),
        cmocka_unit_test(test_sprt),
        cmocka_unit_test(test_sprt_without_luck),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_gpu_play.c - the kernel of gpu/play.c, compiled for a processor, plays the very games of `penultima
 * bench`: every edition, with jumps and without, ends every game after as many actions and in the same round.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../gpu/play.c"
#include "gpu_games.h"

enum { GAMES = 150 };

static void compare(const struct pen_rules *rules, uint8_t seat_count)
{
    uint64_t played[2] = {0}, sums[GAMES] = {0}, actions = 0;
    /* Two threads, so that the second begins where the first one ends. */
    struct gpu_play play = {.rules = rules,
                            .seed = SEED,
                            .actions = played,
                            .sums = sums,
                            .seat_count = seat_count,
                            .games_each = GAMES / 2,
                            .wait_deal = 1,
                            .wait_rest = 1};
    for (host_index = 0; host_index < 2; host_index++)
        rules_play(&play);
    for (uint64_t game = 0; game < GAMES; game++)
        assert_int_equal(sums[game], sum_of_game(rules, seat_count, game, &actions));
    assert_int_equal(played[0] + played[1], actions);
}

static void test_same_games(void **state)
{
    (void)state;
    for (unsigned e = 0; e < pen_edition_builtin_count(); e++) {
        static struct pen_edition edition;
        static struct pen_rules rules;
        assert_true(pen_edition_builtin(pen_edition_builtin_id(e), &edition));
        for (unsigned jumps = 0; jumps < 2; jumps++) {
            struct pen_options options = PEN_OPTIONS_DEFAULT;
            options.house = jumps ? PEN_HOUSE_JUMP_IN : 0;
            assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
            compare(&rules, rules.rule.seats_min);
            compare(&rules, 4);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_games)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

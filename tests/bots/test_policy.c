/* test_policy.c - what an expert lays at a glance: strong for how little it looks, blind to what it
 * may not see, and at home at every table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "bots/policy.h"
#include "../support/unseen.h"

enum { ACTIONS_MAX = 3000, GAMES = 12000 };

static struct pen_game game;

static void make_rules(struct pen_rules *rules, const char *id, unsigned house)
{
    struct pen_edition edition;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    options.house = (uint8_t)house;
    options.scoring = PEN_SCORING_QUICK;
    assert_true(pen_edition_builtin(id, &edition));
    assert_int_equal(pen_table_make(rules, &edition, &options, NULL), PEN_RULES_GOOD);
}

/* Three hidden cards go round: from one hand to the other, from there to the pile and back. */
static void exchange(uint8_t a, uint8_t b, struct pen_chance *chance)
{
    struct pen_round *round = &game.round;
    uint64_t of_a = pen_hand_kinds(&round->hands[a]), of_b = pen_hand_kinds(&round->hands[b]);
    uint8_t from_a = (uint8_t)pen_bits_select(of_a, pen_chance_below(chance, pen_bits_count(of_a)));
    uint8_t from_b = (uint8_t)pen_bits_select(of_b, pen_chance_below(chance, pen_bits_count(of_b)));
    unsigned place = pen_chance_below(chance, round->draw_count);
    pen_hand_remove(&round->hands[a], from_a);
    pen_hand_remove(&round->hands[b], from_b);
    pen_hand_add(&round->hands[a], from_b);
    pen_hand_add(&round->hands[b], round->pile[place]);
    round->pile[place] = from_a;
}

/* Plays seat 0 by the policy, the others by this level. Every choice is made twice, the second time
 * with other cards in the hands that it does not see. Returns who won. */
static uint8_t play(const struct pen_rules *rules, uint8_t seats, uint8_t level, uint64_t seed)
{
    struct bot bots[PEN_SEATS_MAX];
    struct pen_view view;
    struct rollout rollout;
    struct pen_chance chance = pen_chance_of(seed, 5);
    struct pen_round *round = &game.round;
    for (uint8_t seat = 0; seat < seats; seat++)
        pen_bot_init(&bots[seat], (struct bot_spec){.level = level}, seed * 16 + seat, NULL);
    pen_game_start_quick(rules, &game, seats, (uint8_t)(seed % seats), seed);
    for (unsigned i = 0; i < ACTIONS_MAX && round->phase != PEN_PHASE_OVER; i++) {
        uint8_t seat = (uint8_t)pen_bits_lowest(pen_round_must(round));
        pen_view_init(&view, seat);
        pen_view_glance(&view, rules, round);
        struct pen_action action = pen_bot_choose(&bots[seat], rules, &view);
        uint64_t plays = bot_honest(rules, &view, view.legal.plays);
        if (seat == 0 && plays != 0 && round->phase <= PEN_PHASE_DRAWN) {
            support_look_around(&rollout, rules, round, 0);
            action = bot_policy_choose(&rollout, round, 0, plays);
            if (seats > 2 && round->draw_count > 0) {
                struct pen_round before = *round;
                exchange(1, 2, &chance);
                struct pen_action again = bot_policy_choose(&rollout, round, 0, plays);
                assert_memory_equal(&again, &action, sizeof action);
                *round = before;
            }
        }
        assert_int_equal(pen_game_apply(rules, &game, action, NULL), PEN_ACCEPTED);
    }
    return round->phase == PEN_PHASE_OVER ? round->winner : PEN_SEAT_NONE;
}

static void test_every_table(void **state)
{
    struct pen_rules rules;
    (void)state;
    for (unsigned edition = 0; edition < pen_edition_builtin_count(); edition++)
        for (unsigned house = 0; house <= PEN_HOUSE_SHEET; house++) {
            make_rules(&rules, pen_edition_builtin_id(edition), house);
            for (uint8_t seats = rules.rule.seats_min; seats <= rules.rule.seats_max; seats++)
                for (uint64_t seed = 0; seed < 20; seed++)
                    (void)play(&rules, seats, BOT_CASUAL, seed);
        }
}

/* 'rank' wins 32.5 % of such games against 'random' and, of course, 25 % against itself. */
static void test_strength(void **state)
{
    static const struct {
        uint8_t level;
        unsigned wanted; /* of 1,000 */
    } others[] = {{BOT_RANDOM, 345}, {BOT_RANK, 265}};
    struct pen_rules rules;
    (void)state;
    make_rules(&rules, "classic", 0);
    for (unsigned i = 0; i < 2; i++) {
        unsigned won = 0;
        for (uint64_t seed = 0; seed < GAMES; seed++)
            won += play(&rules, 4, others[i].level, seed) == 0;
        if (won * 1000 < others[i].wanted * GAMES)
            fail_msg("won %u of %u", won, (unsigned)GAMES);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_table),
        cmocka_unit_test(test_strength),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

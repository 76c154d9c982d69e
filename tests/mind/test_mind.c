/* test_mind.c - the network in whole numbers: the same thoughts on every machine and with every compiler,
 * bytes that are no network are refused, and the player that goes by it plays every kind of table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bot.h"
#include "mind/builtin.h"
#include "sim/match.h"

static struct pen_rules rules_of(const char *id, unsigned house)
{
    struct pen_edition edition;
    static struct pen_rules rules;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    options.house = (uint8_t)house;
    options.scoring = PEN_SCORING_QUICK;
    assert_true(pen_edition_builtin(id, &edition));
    assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
    return rules;
}

/* FNV-1a over the numbers, not over their bytes: the order of bytes differs between machines. */
static void add_to(uint64_t *hash, int32_t number)
{
    for (unsigned i = 0; i < 4; i++)
        *hash = (*hash ^ ((uint32_t)number >> 8 * i & 0xff)) * UINT64_C(0x100000001b3);
}

static void thoughts_are_the_same_everywhere(void **state)
{
    (void)state;
    struct mind mind;
    struct pen_observation observation;
    struct mind_thought thought;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    struct pen_chance chance = {12};
    assert_true(mind_builtin(2, &mind));
    for (unsigned i = 0; i < 50; i++) {
        uint8_t *bytes = (uint8_t *)&observation;
        for (unsigned byte = 0; byte < sizeof observation; byte++)
            bytes[byte] =
                (uint8_t)(pen_chance_word(&chance) & pen_chance_word(&chance) & pen_chance_word(&chance));
        mind_think(&mind, &observation, &thought);
        for (unsigned action = 0; action < PEN_ACTIONS; action++)
            add_to(&hash, thought.policy[action]);
        add_to(&hash, thought.value);
    }
    /* Changes with the network (learn/two.mind) and with nothing else. */
    assert_int_equal(hash, UINT64_C(0x1a6b19b90dfb4e0f));
}

static void other_bytes_are_no_network(void **state)
{
    (void)state;
    struct mind mind;
    size_t count;
    const uint8_t *bytes = mind_builtin_bytes(0, &count);
    uint8_t *copy = malloc(count + 1);
    assert_non_null(copy);
    memcpy(copy, bytes, count);
    copy[count] = 0;
    assert_true(mind_read(&mind, copy, count));
    assert_false(mind_read(&mind, copy, count + 1));
    assert_false(mind_read(&mind, copy, count - 1));
    assert_false(mind_read(&mind, copy, 0));
    assert_false(mind_read(&mind, copy, 31));
    for (unsigned byte = 0; byte < 32; byte++) {
        if (byte >= 20 && byte < 28)
            continue; /* for how many seats: any number is one */
        copy[byte] ^= 0x80;
        assert_false(mind_read(&mind, copy, count));
        copy[byte] ^= 0x80;
    }
    copy[32 + 1] = 0xff; /* a feature beyond the observation */
    assert_false(mind_read(&mind, copy, count));
    free(copy);
}

static void it_plays_at_every_table(void **state)
{
    (void)state;
    for (unsigned i = 0; i < pen_edition_builtin_count(); i++)
        for (unsigned house = 0; house <= PEN_HOUSE_SHEET; house++) {
            struct pen_rules rules = rules_of(pen_edition_builtin_id(i), house);
            for (uint64_t game = 0; game < 6; game++) {
                struct sim_match match = {.rules = &rules,
                                          .seat_count = 2,
                                          .specs = {{.level = BOT_MASTER}, {.level = BOT_MASTER}},
                                          .deal_seed = game,
                                          .bot_seed = game};
                struct sim_result result;
                sim_match_play(&match, &result);
                assert_false(result.is_cut);
            }
        }
}

/* 59 % against expert:5ms takes long to show; against 'rank' a few hundred games tell that it plays at all.
 */
static void it_has_learned(void **state)
{
    (void)state;
    struct pen_rules rules = rules_of("classic", 0);
    unsigned won = 0, games = 600;
    for (unsigned game = 0; game < games; game++) {
        uint8_t mine = game & 1;
        struct sim_match match = {.rules = &rules,
                                  .seat_count = 2,
                                  .deal_seed = game / 2,
                                  .bot_seed = game,
                                  .dealer = game / 2 & 1};
        match.specs[mine].level = BOT_MASTER;
        match.specs[!mine].level = BOT_RANK;
        struct sim_result result;
        sim_match_play(&match, &result);
        won += result.winners >> mine & 1;
    }
    assert_true(won > games * 6 / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thoughts_are_the_same_everywhere),
        cmocka_unit_test(other_bytes_are_no_network),
        cmocka_unit_test(it_plays_at_every_table),
        cmocka_unit_test(it_has_learned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_mind.c - the network in whole numbers: the same thoughts on every machine and with every compiler,
 * bytes that are no network are refused, and the player that goes by it plays every kind of table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../support/sanitized.h"
#include "bots/bot.h"
#include "mind/builtin.h"
#include "mind/turned.h"
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

static void any_observation(struct pen_observation *observation, struct pen_chance *chance)
{
    uint8_t *bytes = (uint8_t *)observation;
    for (unsigned byte = 0; byte < sizeof *observation; byte++)
        bytes[byte] = (uint8_t)(pen_chance_word(chance) & pen_chance_word(chance) & pen_chance_word(chance));
}

static uint64_t hash_of_thoughts(unsigned seats)
{
    struct mind mind;
    struct pen_observation observation;
    struct mind_thought thought;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    struct pen_chance chance = {12};
    assert_true(mind_builtin(seats, &mind));
    for (unsigned i = 0; i < 50; i++) {
        any_observation(&observation, &chance);
        mind_think(&mind, &observation, &thought);
        for (unsigned action = 0; action < PEN_ACTIONS; action++)
            add_to(&hash, thought.policy[action]);
        add_to(&hash, thought.value);
    }
    return hash;
}

static void thoughts_are_the_same_everywhere(void **state)
{
    (void)state;
    /* These change with the networks (learn/two.mind, learn/many.mind) and with nothing else. */
    assert_int_equal(hash_of_thoughts(2), UINT64_C(0x1a6b19b90dfb4e0f));
    for (unsigned seats = 3; seats <= PEN_SEATS_MAX; seats++)
        assert_int_equal(hash_of_thoughts(seats), UINT64_C(0x81548ee100f0deff));
}

static void thoughts_of_some_actions_are_those_of_all(void **state)
{
    (void)state;
    struct mind mind;
    struct pen_observation observation;
    struct mind_thought all, some;
    struct pen_chance chance = {13};
    const uint64_t mask[PEN_ACTION_WORDS] = {UINT64_C(0x8000000000000001), 0x30, 0x5};
    assert_true(mind_builtin(4, &mind));
    any_observation(&observation, &chance);
    mind_think(&mind, &observation, &all);
    mind_think_of(&mind, &observation, mask, &some);
    assert_int_equal(all.value, some.value);
    for (unsigned i = 0; i < PEN_ACTIONS; i++)
        if (mask[i / 64] >> i % 64 & 1)
            assert_int_equal(all.policy[i], some.policy[i]);
}

/* Several observations at once are the same thoughts as one after the other. */
static void thoughts_at_once_are_those_of_each(void **state)
{
    (void)state;
    struct mind mind;
    struct pen_observation seen[MIND_LOOKS_MAX];
    struct mind_thought each, at_once[MIND_LOOKS_MAX];
    uint64_t masks[MIND_LOOKS_MAX][PEN_ACTION_WORDS];
    struct pen_chance chance = {14};
    assert_true(mind_builtin(4, &mind));
    memset(masks, 0xff, sizeof masks);
    for (unsigned count = 1; count <= MIND_LOOKS_MAX; count++) {
        for (unsigned i = 0; i < count; i++)
            any_observation(&seen[i], &chance);
        mind_think_of_all(&mind, seen, count, (const uint64_t(*)[PEN_ACTION_WORDS])masks, at_once);
        for (unsigned i = 0; i < count; i++) {
            mind_think(&mind, &seen[i], &each);
            assert_memory_equal(&each, &at_once[i], sizeof each);
        }
    }
}

static void turned_all_the_way_round_nothing_has_changed(void **state)
{
    (void)state;
    for (unsigned edition = 0; edition < pen_edition_builtin_count(); edition++) {
        struct pen_rules rules = rules_of(pen_edition_builtin_id(edition), 0);
        unsigned faces = pen_bits_count(rules.of_color[0]), turns = mind_turns(&rules);
        assert_int_equal(turns, rules.color_count);
        for (unsigned number = 0; number < PEN_ACTIONS; number++) {
            struct pen_action one = pen_number_action(&rules, number, 1, 4, PEN_PHASE_TURN, 0, 3, false);
            unsigned turned = number;
            for (unsigned i = 0; i < turns; i++)
                turned = mind_turned_action(&rules, 1, turned);
            assert_int_equal(turned, number);
            turned = mind_turned_action(&rules, 1, number);
            struct pen_action other = pen_number_action(&rules, turned, 1, 4, PEN_PHASE_TURN, 0, 3, false);
            assert_int_equal(one.verb, other.verb);
            if (one.verb == PEN_VERB_COUNT || one.verb == PEN_VERB_JUMP) /* a jump's card is the top one */
                continue;
            assert_int_equal(one.target, other.target);
            if (one.color != PEN_COLOR_NONE)
                assert_int_equal(other.color, (one.color + 1) % turns);
            if (one.card != PEN_CARD_NONE && rules.color[one.card] != PEN_COLOR_NONE)
                assert_int_equal(other.card, (one.card + faces) % (faces * turns));
            else
                assert_int_equal(one.card, other.card);
        }
        struct pen_chance chance = {edition};
        struct pen_observation first, turned, back;
        any_observation(&first, &chance);
        mind_turn(&rules, 1, &first, &turned);
        mind_turn(&rules, turns - 1, &turned, &back);
        assert_memory_equal(&first, &back, sizeof first);
        mind_turn(&rules, 0, &first, &back);
        assert_memory_equal(&first, &back, sizeof first);
    }
}

/* A view of a hand of one colour, and of the same hand in the next. */
static void a_turned_view_is_the_view_of_turned_cards(void **state)
{
    (void)state;
    struct pen_rules rules = rules_of("classic", 0);
    unsigned faces = pen_bits_count(rules.of_color[0]);
    struct pen_memory memories[2];
    struct pen_hand hands[2] = {{{0, 0, 0}}, {{0, 0, 0}}}, discards[2] = {{{0, 0, 0}}, {{0, 0, 0}}};
    const struct pen_hand known[4] = {{{0, 0, 0}}};
    const uint8_t counts[PEN_SEATS_MAX] = {3, 4, 5, 6};
    const uint8_t shares[PEN_SEATS_MAX] = {0};
    struct pen_observation seen[2], turned;
    for (unsigned i = 0; i < 2; i++) {
        uint8_t shift = (uint8_t)(faces * i), color = (uint8_t)(2 + i);
        pen_hand_add(&hands[i], (uint8_t)(3 + shift));
        pen_hand_add(&hands[i], (uint8_t)(faces + 5 + shift));
        pen_hand_add(&hands[i], (uint8_t)pen_bits_lowest(rules.wilds));
        pen_hand_add(&discards[i], (uint8_t)(2 * faces + shift));
        pen_memory_init(&memories[i]);
        pen_memory_push(&memories[i], 2, PEN_VERB_PLAY, (uint8_t)(2 * faces + 1 + shift), PEN_COLOR_NONE);
        pen_memory_push(&memories[i], 3, PEN_VERB_PLAY, (uint8_t)pen_bits_lowest(rules.wilds), color);
        pen_memory_lack(&memories[i], 1, 0, UINT32_C(1) << color | UINT32_C(1) << 10);
        const struct pen_hand hidden = pen_hand_less(&rules.all, &discards[i]);
        const struct pen_observed observed = {.hand = &hands[i],
                                              .hidden = &hidden,
                                              .known = known,
                                              .memory = &memories[i],
                                              .hand_count = counts,
                                              .shares = shares,
                                              .seat_count = 4,
                                              .top = (uint8_t)(2 * faces + 1 + shift),
                                              .color = color,
                                              .drawn = PEN_CARD_NONE,
                                              .follow_color = PEN_COLOR_NONE,
                                              .thrower = 3};
        pen_observe(&observed, &seen[i]);
    }
    mind_turn(&rules, 1, &seen[0], &turned);
    assert_memory_equal(&turned, &seen[1], sizeof turned);
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
            for (uint64_t game = 0; game < 2; game++) {
                struct sim_match match = {.rules = &rules,
                                          .seat_count = (uint8_t)(game == 0 ? 2 : 3 + house % 3),
                                          .deal_seed = game,
                                          .bot_seed = game};
                for (unsigned seat = 0; seat < match.seat_count; seat++)
                    match.specs[seat].level = BOT_MASTER;
                struct sim_result result;
                sim_match_play(&match, &result);
                assert_false(result.is_cut);
            }
        }
}

/* What it is worth against expert:5ms takes long to show; against 'rank' a few hundred games tell that it has
 * learned at all. Returns the games won of 'games'. */
static unsigned won_against_rank(unsigned seats, unsigned games)
{
    struct pen_rules rules = rules_of("classic", 0);
    unsigned won = 0;
    for (unsigned game = 0; game < games; game++) {
        unsigned mine = game % seats;
        struct sim_match match = {.rules = &rules,
                                  .seat_count = (uint8_t)seats,
                                  .deal_seed = game / seats,
                                  .bot_seed = game,
                                  .dealer = (uint8_t)(game / seats % seats)};
        for (unsigned seat = 0; seat < seats; seat++)
            match.specs[seat].level = seat == mine ? BOT_MASTER : BOT_RANK;
        struct sim_result result;
        sim_match_play(&match, &result);
        won += result.winners >> mine & 1;
    }
    return won;
}

static void it_has_learned(void **state)
{
    (void)state;
    if (IS_SANITIZED)
        return;
    assert_true(won_against_rank(2, 600) > 600 * 6 / 10);
    assert_true(won_against_rank(4, 800) > 800 * 28 / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thoughts_are_the_same_everywhere),
        cmocka_unit_test(thoughts_of_some_actions_are_those_of_all),
        cmocka_unit_test(thoughts_at_once_are_those_of_each),
        cmocka_unit_test(turned_all_the_way_round_nothing_has_changed),
        cmocka_unit_test(a_turned_view_is_the_view_of_turned_cards),
        cmocka_unit_test(other_bytes_are_no_network),
        cmocka_unit_test(it_plays_at_every_table),
        cmocka_unit_test(it_has_learned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

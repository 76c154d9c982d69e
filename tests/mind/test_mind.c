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

static const uint64_t all_actions[PEN_ACTION_WORDS] = {UINT64_MAX, UINT64_MAX, UINT64_MAX};

static uint64_t hash_of_thoughts(unsigned seats)
{
    const struct pen_rules rules = rules_of("office", 0);
    struct mind mind;
    struct pen_observation observation;
    struct mind_thought thought;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    struct pen_chance chance = {12};
    assert_true(mind_builtin(seats, &mind));
    assert_true(mind.second.each.is_by_input); /* a file of before is read as well, but takes twice as long */
    for (unsigned i = 0; i < 50; i++) {
        any_observation(&observation, &chance);
        mind_think(&mind, &rules, &observation, all_actions, &thought);
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
    assert_int_equal(hash_of_thoughts(2), UINT64_C(0x81f79080e22bde2b));
    for (unsigned seats = 3; seats <= PEN_SEATS_MAX; seats++)
        assert_int_equal(hash_of_thoughts(seats), UINT64_C(0x348a41fd02279a6b));
}

static void thoughts_of_some_actions_are_those_of_all(void **state)
{
    (void)state;
    const struct pen_rules rules = rules_of("classic", 0);
    struct mind mind;
    struct pen_observation observation;
    struct mind_thought all, some;
    struct pen_chance chance = {13};
    const uint64_t mask[PEN_ACTION_WORDS] = {UINT64_C(0x8000000000001), 0x30f, 0x5};
    assert_true(mind_builtin(4, &mind));
    any_observation(&observation, &chance);
    mind_think(&mind, &rules, &observation, all_actions, &all);
    mind_think(&mind, &rules, &observation, mask, &some);
    assert_int_equal(all.value, some.value);
    for (unsigned i = 0; i < PEN_ACTIONS; i++)
        if (mask[i / 64] >> i % 64 & 1)
            assert_int_equal(all.policy[i], some.policy[i]);
}

/* What a card, a colour and an action become when every colour becomes another. */
struct exchange {
    const struct pen_rules *rules;
    unsigned to[PEN_COLORS_MAX];
};

static uint64_t exchanged_kinds(const struct exchange *exchange, uint64_t kinds)
{
    const struct pen_rules *rules = exchange->rules;
    uint64_t out = 0;
    for (; kinds; kinds &= kinds - 1) {
        unsigned kind = pen_bits_lowest(kinds),
                 color = kind < rules->kind_count ? rules->color[kind] : PEN_COLOR_NONE;
        if (color != PEN_COLOR_NONE)
            kind = kind - pen_bits_lowest(rules->of_color[color]) +
                   pen_bits_lowest(rules->of_color[exchange->to[color]]);
        out |= UINT64_C(1) << kind;
    }
    return out;
}

static uint32_t exchanged_colors(const struct exchange *exchange, uint32_t colors)
{
    uint32_t out = colors & ~UINT32_C(0xf);
    for (unsigned color = 0; color < 4; color++)
        out |= (colors >> color & 1) << exchange->to[color];
    return out;
}

static unsigned exchanged_action(const struct exchange *exchange, unsigned number)
{
    if (number < PEN_ACT_LAY_WILD)
        return pen_bits_lowest(exchanged_kinds(exchange, UINT64_C(1) << number));
    bool names_color = number < PEN_ACT_DRAW || (number >= PEN_ACT_NAME && number < PEN_ACT_CHOOSE) ||
                       number >= PEN_ACT_JUMP_WILD;
    unsigned color = number % PEN_COLORS_MAX;
    return names_color && color < 4 ? number - color + exchange->to[color] : number;
}

static void exchange_sets(const struct exchange *exchange, uint64_t *sets, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        sets[i] = exchanged_kinds(exchange, sets[i]);
}

static void exchange_all(const struct exchange *exchange, struct pen_observation *seen)
{
    exchange_sets(exchange, seen->own, sizeof seen->own / 8);
    exchange_sets(exchange, &seen->top, 1);
    exchange_sets(exchange, &seen->drawn, 1);
    exchange_sets(exchange, seen->unseen, sizeof seen->unseen / 8);
    exchange_sets(exchange, seen->known[0], sizeof seen->known / 8);
    exchange_sets(exchange, seen->past_card, sizeof seen->past_card / 8);
    for (unsigned i = 0; i < PEN_MEMORY_PAST; i++)
        seen->past[i].color = (uint8_t)exchanged_colors(exchange, seen->past[i].color);
    for (unsigned i = 0; i < sizeof seen->lacks / sizeof seen->lacks[0]; i++)
        for (unsigned age = 0; age < 3; age++)
            seen->lacks[i][age] = exchanged_colors(exchange, seen->lacks[i][age]);
    seen->color = (uint8_t)exchanged_colors(exchange, seen->color);
    seen->follow = (uint8_t)exchanged_colors(exchange, seen->follow);
}

/* All 24 orders of the colours: the thoughts are the same, of the exchanged actions. */
static void colors_are_alike(void **state)
{
    (void)state;
    const struct pen_rules rules = rules_of("ghostbusters", 0);
    for (unsigned order = 0; order < 24; order++) {
        struct exchange exchange = {&rules, {0, 1, 2, 3}};
        unsigned left = order;
        for (unsigned i = 3; i > 0; i--) { /* a number in mixed bases is an order */
            unsigned other = left % (i + 1), kept = exchange.to[i];
            left /= i + 1;
            exchange.to[i] = exchange.to[other];
            exchange.to[other] = kept;
        }
        struct mind mind;
        struct pen_observation one, other;
        struct mind_thought first, second;
        struct pen_chance chance = {order};
        assert_true(mind_builtin(order % 2 ? 2 : 4, &mind));
        any_observation(&one, &chance);
        other = one;
        exchange_all(&exchange, &other);
        mind_think(&mind, &rules, &one, all_actions, &first);
        mind_think(&mind, &rules, &other, all_actions, &second);
        assert_int_equal(first.value, second.value);
        for (unsigned number = 0; number < PEN_ACTIONS; number++)
            assert_int_equal(first.policy[number], second.policy[exchanged_action(&exchange, number)]);
    }
}

/* Five colours, and cards that it has no outputs for. */
static void other_decks_are_played_or_left_alone(void **state)
{
    (void)state;
    struct mind mind;
    struct pen_observation seen;
    struct mind_thought thought;
    struct pen_chance chance = {15};
    struct pen_rules rules = rules_of("classic", 0);
    assert_true(mind_knows(&rules));
    assert_true(mind_builtin(4, &mind));
    any_observation(&seen, &chance);
    rules.color_count = 3; /* as if one had been taken out */
    mind_think(&mind, &rules, &seen, all_actions, &thought);
    rules.of_color[0] |= rules.of_color[1];
    assert_false(mind_knows(&rules));
    rules = rules_of("classic", 0);
    rules.wilds |= UINT64_C(0xf) << rules.kind_count;
    assert_false(mind_knows(&rules));
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
    assert_false(mind_read(&mind, copy, 35));
    for (unsigned byte = 0; byte < 36; byte++) {
        if (byte >= 24 && byte < 32)
            continue; /* for how many seats: any number is one */
        copy[byte] ^= 0x80;
        assert_false(mind_read(&mind, copy, count));
        copy[byte] ^= 0x80;
    }
    for (unsigned byte = 1; byte < 4; byte++) { /* beyond the observation, of no kind, of no card */
        uint8_t kept = copy[36 + byte];
        copy[36 + byte] = 0xff;
        assert_false(mind_read(&mind, copy, count));
        copy[36 + byte] = kept;
    }
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
        cmocka_unit_test(colors_are_alike),
        cmocka_unit_test(other_decks_are_played_or_left_alone),
        cmocka_unit_test(other_bytes_are_no_network),
        cmocka_unit_test(it_plays_at_every_table),
        cmocka_unit_test(it_has_learned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

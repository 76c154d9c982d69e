/* test_inference.c - what the history says: how the others play, and what a hand given away holds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "bots/inference.h"

enum { ACTIONS_MAX = 1000, STEPS = 600 };

struct table {
    struct pen_rules rules;
    struct pen_game game;
    struct pen_events events;
    struct pen_view views[PEN_SEATS_MAX]; /* seat 0 has an updated one, the others look when they act */
    struct bot bots[PEN_SEATS_MAX];
    struct belief belief;
    struct pen_chance chance;
};

static struct table table;

static void start(struct table *at, unsigned house, uint8_t seats, uint8_t level, uint64_t seed)
{
    struct pen_edition edition;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    struct pen_layout layout = pen_game_first_layout(seats, (uint8_t)(seed % seats), seed);
    options.house = (uint8_t)house;
    assert_true(pen_edition_builtin("classic", &edition));
    assert_int_equal(pen_table_make(&at->rules, &edition, &options, NULL), PEN_RULES_GOOD);
    assert_int_equal(pen_game_start(&at->rules, &at->game, seed, &layout, NULL, &at->events, NULL),
                     PEN_DEAL_GOOD);
    at->chance = pen_chance_of(seed, 3);
    for (uint8_t seat = 0; seat < seats; seat++) {
        pen_bot_init(&at->bots[seat], (struct bot_spec){.level = level}, seed * 16 + seat, NULL);
        pen_view_init(&at->views[seat], seat);
    }
    pen_view_update(&at->views[0], &at->rules, &at->game, &at->events);
}

static void act(struct table *at)
{
    uint8_t seat = (uint8_t)pen_bits_lowest(pen_round_must(&at->game.round));
    if (seat != 0)
        pen_view_glance(&at->views[seat], &at->rules, &at->game.round);
    struct pen_action action = pen_bot_choose(&at->bots[seat], &at->rules, &at->views[seat]);
    assert_int_equal(pen_game_apply(&at->rules, &at->game, action, &at->events), PEN_ACCEPTED);
    pen_view_update(&at->views[0], &at->rules, &at->game, &at->events);
}

static void believe(struct table *at)
{
    bot_belief_init(&at->belief, &at->rules, &at->views[0], &at->chance);
    bot_belief_walk(&at->belief, STEPS, &at->chance);
}

/* ---- manners ---- */

/* How often, in percent, the others are thought to play in one of these manners after some time. */
static double recognised(uint8_t level, unsigned manners)
{
    enum { GAMES = 60, ACTIONS = 40 };
    unsigned right = 0, count = 0;
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        start(&table, 0, 4, level, seed);
        for (unsigned i = 0; i < ACTIONS && table.game.round.phase != PEN_PHASE_OVER; i++)
            act(&table);
        if (table.game.round.phase == PEN_PHASE_OVER)
            continue;
        believe(&table);
        for (unsigned i = 0; i < 20; i++) {
            uint8_t list[PEN_SEATS_MAX];
            bot_belief_manners(&table.belief, &table.chance, list);
            for (uint8_t seat = 1; seat < 4; seat++, count++)
                right += manners >> list[seat] & 1;
        }
    }
    assert_true(count > 500);
    return 100.0 * right / count;
}

static void test_manners_are_recognised(void **state)
{
    (void)state;
    double orderly = recognised(BOT_RANK, 1u << BOT_MANNER_ORDERLY);
    double any = recognised(BOT_RANDOM, 1u << BOT_MANNER_ANY | 1u << BOT_MANNER_COLORED);
    if (orderly < 85 || any < 80)
        fail_msg("orderly %.1f %%, any %.1f %%", orderly, any);
}

/* ---- hands that change hands ---- */

/* Who has the hand that the viewer gives away in what has just happened, or PEN_SEAT_NONE. */
static uint8_t taker(const struct table *at)
{
    const struct pen_round *round = &at->game.round;
    for (unsigned i = 0; i < at->events.count; i++) {
        const struct pen_event *event = &at->events.list[i];
        if (event->type == PEN_EVENT_PASSED_HANDS)
            return pen_round_next(round, 0);
        if (event->type == PEN_EVENT_SWAPPED && (event->seat == 0 || event->target == 0))
            return event->seat == 0 ? event->target : event->seat;
    }
    return PEN_SEAT_NONE;
}

/* The cards of a hand given away that are there still: those laid since are gone. */
static void follow(const struct table *at, uint8_t seat, struct pen_hand *given)
{
    for (unsigned i = 0; i < at->events.count; i++) {
        const struct pen_event *event = &at->events.list[i];
        if (event->type == PEN_EVENT_PLAYED && event->seat == seat && pen_hand_has(given, event->card))
            pen_hand_remove(given, event->card);
    }
}

/* What the viewer gave away is in the other hand in every world: all of it at once, and what is left
 * of it later on. */
static void check_given(uint8_t seats, uint64_t seed, unsigned *exact, unsigned *later)
{
    struct pen_hand given = {{0}}, hands[PEN_SEATS_MAX];
    uint8_t seat = PEN_SEAT_NONE;
    unsigned since = 0;
    start(&table, PEN_HOUSE_SEVEN_0, seats, BOT_RANK, seed);
    for (unsigned i = 0; i < ACTIONS_MAX && since < 12; i++) {
        act(&table);
        const struct pen_round *round = &table.game.round;
        if (round->phase == PEN_PHASE_OVER || table.views[0].event_total > PEN_VIEW_EVENTS_MAX)
            return;
        uint8_t now = taker(&table);
        if (now != PEN_SEAT_NONE) {
            seat = now;
            since = 0;
            given = round->hands[seat];
        } else if (seat != PEN_SEAT_NONE) {
            for (unsigned j = 0; j < table.events.count; j++)
                if (table.events.list[j].type == PEN_EVENT_SWAPPED)
                    return; /* others have swapped */
            follow(&table, seat, &given);
            since++;
        } else {
            continue;
        }
        believe(&table);
        bot_belief_hands(&table.belief, hands);
        assert_int_equal(pen_hand_count(&hands[seat]), round->hand_count[seat]);
        for (uint8_t card = 0; card < table.rules.kind_count; card++)
            assert_true(pen_hand_count_of(&hands[seat], card) >= pen_hand_count_of(&given, card));
        *(since == 0 ? exact : later) += pen_hand_count(&given);
    }
}

static void test_a_hand_given_away_is_remembered(void **state)
{
    unsigned exact = 0, later = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 150; seed++)
        check_given(seed % 2 == 0 ? 2 : 4, seed, &exact, &later);
    assert_true(exact > 500 && later > 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_manners_are_recognised),
        cmocka_unit_test(test_a_hand_given_away_is_remembered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

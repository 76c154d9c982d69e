/* test_bots.c - every level plays every table to the end, chooses the same in worlds that look the
 * same to it, and repeats itself with the same seed.
 *
 * A failure names edition, house rules, seats, seed and level. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/languages.h"
#include "../support/sanitized.h"
#include "bots/learned.h"
#include "sim/match.h"

enum { ACTIONS_MAX = 3000 };

struct table {
    struct pen_rules rules;
    struct pen_game game;
    struct pen_events events;
    struct pen_view views[PEN_SEATS_MAX], before[PEN_SEATS_MAX];
    struct bot bots[PEN_SEATS_MAX];
    struct pen_chance chance;
    const char *edition;
    unsigned house, action_count;
    uint64_t seed;
    bool has_history; /* views are kept up for all; else looked at when they are needed */
};

static struct table table;
static unsigned decision_count, twin_count, changed_count;

static const char *where(const struct table *at, const struct bot *bot)
{
    static char text[160];
    snprintf(text, sizeof text, "%s, house %u, %u seats, seed %llu, action %u, %s", at->edition, at->house,
             at->game.round.seat_count, (unsigned long long)at->seed, at->action_count,
             pen_bot_level_id((enum bot_level)bot->spec.level));
    return text;
}

static void update_views(struct table *at)
{
    if (!at->has_history)
        return;
    for (uint8_t seat = 0; seat < at->game.round.seat_count; seat++) {
        at->before[seat] = at->views[seat];
        pen_view_update(&at->views[seat], &at->rules, &at->game, &at->events);
    }
}

static void start_table(struct table *at, unsigned edition_index, unsigned house, uint8_t seats,
                        uint64_t seed, struct bot_spec spec)
{
    struct pen_edition edition;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    memset(at, 0, sizeof *at);
    at->edition = pen_edition_builtin_id(edition_index);
    at->house = house;
    at->seed = seed;
    at->chance = pen_chance_of(seed, 99);
    struct bot any;
    pen_bot_init(&any, spec, seed, NULL);
    at->has_history = pen_bot_needs_history(&any);
    options.house = (uint8_t)house;
    options.scoring = (uint8_t)(seed % 3);
    assert_true(pen_edition_builtin(at->edition, &edition));
    seats = seats < edition.rule.seats_max ? seats : edition.rule.seats_max;
    if (seats >= 4 && seats % 2 == 0 && seed % 2) { /* RULES M1, M4 */
        options.teams = 2;
        options.partners = seed % 4 == 1 ? PEN_PARTNERS_OPEN : PEN_PARTNERS_HIDDEN;
    }
    assert_int_equal(pen_table_make(&at->rules, &edition, &options, NULL), PEN_RULES_GOOD);
    struct pen_layout layout = pen_game_first_layout(seats, (uint8_t)(seed % seats), seed);
    assert_int_equal(pen_game_start(&at->rules, &at->game, seed, &layout, NULL, &at->events, NULL),
                     PEN_DEAL_GOOD);
    for (uint8_t seat = 0; seat < seats; seat++) {
        pen_view_init(&at->views[seat], seat);
        pen_bot_init(&at->bots[seat], spec, seed * 16 + seat, NULL);
    }
    update_views(at);
}

static struct pen_view *view_of(struct table *at, uint8_t seat)
{
    if (!at->has_history)
        pen_view_glance(&at->views[seat], &at->rules, &at->game.round);
    return &at->views[seat];
}

/* ---- worlds that look the same ---------------------------------------------------------------- */

/* Cards that the viewer does not see change places, so far as nothing public changes: the drawn card
 * of somebody else and the hand of somebody who follows stay, and so do hands just shown. */
static void make_twin(struct table *at, uint8_t viewer, struct pen_game *twin)
{
    const struct pen_round *round = &at->game.round;
    uint8_t cards[PEN_DECK_MAX], old[PEN_DECK_MAX], owner[PEN_DECK_MAX];
    unsigned count = 0;
    *twin = at->game;
    for (uint8_t seat = 0; seat < round->seat_count; seat++) {
        bool is_pinned = seat == viewer || (round->phase == PEN_PHASE_DRAWN && seat == round->turn) ||
                         round->phase == PEN_PHASE_FOLLOW || round->phase == PEN_PHASE_SWING ||
                         (at->rules.partners_open && (at->views[viewer].team >> seat & 1));
        for (uint8_t card = 0; !is_pinned && card < at->rules.kind_count; card++)
            for (unsigned i = pen_hand_count_of(&round->hands[seat], card); i > 0; i--) {
                owner[count] = seat;
                cards[count++] = card;
            }
    }
    for (unsigned place = 0; place < round->draw_count; place++) {
        owner[count] = PEN_SEAT_NONE;
        cards[count++] = round->pile[place];
    }
    memcpy(old, cards, count);
    pen_chance_shuffle(&at->chance, cards, count);
    unsigned place = 0;
    for (unsigned i = 0; i < count; i++) {
        changed_count += old[i] != cards[i];
        if (owner[i] == PEN_SEAT_NONE) {
            twin->round.pile[place++] = cards[i];
        } else {
            pen_hand_remove(&twin->round.hands[owner[i]], old[i]);
            pen_hand_add(&twin->round.hands[owner[i]], cards[i]);
        }
    }
    twin->seed = pen_chance_word(&at->chance);
    twin->round.chance.counter = pen_chance_word(&at->chance);
    twin->round.bluffed ^= 1;
    twin->round.laid_from.digit[0] ^= pen_chance_word(&at->chance);
}

/* The same bot with its view of the twin chooses the same. */
static void assert_blind(struct table *at, const struct bot *bot, uint8_t seat, struct pen_action chosen,
                         const struct bot_reaction *reacted)
{
    static struct pen_game twin;
    static struct pen_events events;
    static struct pen_view view;
    make_twin(at, seat, &twin);
    events.count = 0;
    if (at->has_history)
        events = at->events;
    for (unsigned i = 0; i < events.count; i++)
        if (events.list[i].audience != PEN_AUDIENCE_ALL && !(events.list[i].audience >> seat & 1))
            events.list[i].card = (uint8_t)pen_chance_below(&at->chance, at->rules.kind_count);
    if (at->has_history) {
        view = at->before[seat];
        pen_view_update(&view, &at->rules, &twin, &events);
    } else {
        pen_view_init(&view, seat);
        pen_view_glance(&view, &at->rules, &twin.round);
    }
    assert_memory_equal(&view, &at->views[seat], sizeof view);
    struct bot other = *bot;
    twin_count++;
    if (reacted) {
        struct bot_reaction reaction = pen_bot_react(&other, &at->rules, &view);
        if (reaction.is_any != reacted->is_any || reaction.delay_ms != reacted->delay_ms ||
            memcmp(&reaction.action, &reacted->action, sizeof chosen) != 0)
            fail_msg("%s: reacts to cards it cannot see", where(at, bot));
        return;
    }
    struct pen_action action = pen_bot_choose(&other, &at->rules, &view);
    if (memcmp(&action, &chosen, sizeof action) != 0)
        fail_msg("%s: chooses by cards it cannot see", where(at, bot));
}

/* ---- playing --------------------------------------------------------------------------------- */

static void carry_out(struct table *at, const struct bot *bot, struct pen_action action)
{
    uint8_t cards = at->game.round.hand_count[action.seat];
    bool moves_hands = action.verb == PEN_VERB_PLAY &&
                       pen_program_count(at->rules.play[action.card], 0, PEN_STEP_PASS_HANDS) > 0;
    enum pen_refusal refusal =
        pen_game_apply(&at->rules, &at->game, action, at->has_history ? &at->events : NULL);
    if (refusal != PEN_ACCEPTED)
        fail_msg("%s: refused, %s", where(at, bot), pen_refusal_text(refusal, PEN_LANG_EN));
    if (action.verb == PEN_VERB_PLAY && at->game.round.hand_count[action.seat] > cards && !at->house &&
        !moves_hands)
        fail_msg("%s: a misplay", where(at, bot));
    at->action_count++;
    decision_count++;
    update_views(at);
}

static bool react(struct table *at, unsigned twin_step)
{
    uint16_t seats = at->game.round.phase == PEN_PHASE_RACE
                         ? pen_round_must(&at->game.round)
                         : pen_round_may_react(&at->rules, &at->game.round);
    for (; seats; seats &= (uint16_t)(seats - 1)) {
        uint8_t seat = (uint8_t)pen_bits_lowest(seats);
        struct bot before = at->bots[seat];
        struct bot_reaction reaction = pen_bot_react(&at->bots[seat], &at->rules, view_of(at, seat));
        if (twin_step && decision_count % twin_step == 0)
            assert_blind(at, &before, seat, reaction.action, &reaction);
        if (reaction.is_any) {
            carry_out(at, &before, reaction.action);
            return true;
        }
    }
    return false;
}

/* One round; every 'twin_step'-th decision is compared with that in another world. */
static void play_round(struct table *at, unsigned twin_step)
{
    while (at->game.round.phase != PEN_PHASE_OVER && at->action_count < ACTIONS_MAX) {
        if (react(at, twin_step))
            continue;
        uint8_t seat = (uint8_t)pen_bits_lowest(pen_round_must(&at->game.round));
        struct bot before = at->bots[seat];
        struct pen_action action = pen_bot_choose(&at->bots[seat], &at->rules, view_of(at, seat));
        assert_int_equal(action.seat, seat);
        if (twin_step && decision_count % twin_step == 0)
            assert_blind(at, &before, seat, action, NULL);
        carry_out(at, &before, action);
    }
}

/* Where the master has not learned to play it thinks as the expert does, at length: that is tried with a
 * budget. */
static bool takes_too_long(const struct table *at, struct bot_spec spec)
{
    return spec.level == BOT_MASTER && spec.rollouts == 0 &&
           (at->rules.teams > 0 || bot_learned_is_behind(&at->rules, at->game.round.seat_count));
}

static void play_tables(struct bot_spec spec, uint64_t seed, unsigned seat_step, unsigned rounds,
                        unsigned twin_step)
{
    const unsigned house_step = IS_SANITIZED ? PEN_HOUSE_SHEET : 1;
    for (unsigned edition = 0; edition < pen_edition_builtin_count(); edition++)
        for (unsigned house = 0; house <= PEN_HOUSE_SHEET; house += house_step)
            for (unsigned seats = 2; seats <= PEN_SEATS_MAX; seats += seat_step)
                for (unsigned i = 0; i < rounds; i++, seed++) {
                    start_table(&table, edition, house, (uint8_t)seats, seed, spec);
                    if (!takes_too_long(&table, spec))
                        play_round(&table, twin_step);
                }
}

static void test_quick_bots_see_no_hidden_card(void **state)
{
    (void)state;
    decision_count = twin_count = changed_count = 0;
    for (uint8_t level = 0; level < BOT_LEVEL_COUNT; level++)
        if (!pen_bot_takes_long(level) && !pen_bot_is_learned(level))
            play_tables((struct bot_spec){.level = level}, 1000u * level, 1, IS_SANITIZED ? 6 : 11, 1);
    assert_true(decision_count > (IS_SANITIZED ? 150000 : 1000000));
    assert_true(twin_count >= decision_count);
    assert_true(changed_count > twin_count);
}

static void test_expert_sees_no_hidden_card(void **state)
{
    (void)state;
    decision_count = twin_count = 0;
    play_tables((struct bot_spec){.level = BOT_EXPERT, .rollouts = 8}, 7, 4, 1, 2);
    assert_true(twin_count > (IS_SANITIZED ? 700 : 3000));
}

/* Those that have learned: without a budget, thinking ahead, and with part of their attention elsewhere. */
static void test_learned_bots_see_no_hidden_card(void **state)
{
    (void)state;
    static const struct bot_spec specs[] = {{.level = BOT_MASTER},
                                            {.level = BOT_MASTER, .rollouts = 12},
                                            {.level = BOT_VETERAN},
                                            {.level = BOT_DREAMER}};
    for (unsigned i = 0; i < sizeof specs / sizeof *specs; i++) {
        decision_count = twin_count = 0;
        play_tables(specs[i], 2 * i, 7, 1, 4);
        assert_true(twin_count > (IS_SANITIZED ? 100 : 500));
    }
}

/* ---- repeating ------------------------------------------------------------------------------- */

/* With three and more the network is behind the expert where hands are passed on, and the master does what
 * the expert would. */
static void test_where_the_master_thinks(void **state)
{
    (void)state;
    for (uint8_t seats = 2; seats <= 4; seats++)
        for (unsigned house = 0; house <= PEN_HOUSE_SHEET; house++) {
            start_table(&table, 0, house, seats, 2, (struct bot_spec){.level = BOT_MASTER});
            uint8_t seat = (uint8_t)pen_bits_lowest(pen_round_must(&table.game.round));
            const bool is_behind = seats > 2 && (house & PEN_HOUSE_SEVEN_0);
            assert_int_equal(bot_learned_is_behind(&table.rules, seats), is_behind);
            struct bot master = table.bots[seat], expert = master;
            expert.spec = (struct bot_spec){.level = BOT_EXPERT, .rollouts = 1600};
            struct pen_action own = pen_bot_choose(&master, &table.rules, &table.views[seat]);
            struct pen_action other = pen_bot_choose(&expert, &table.rules, &table.views[seat]);
            if (is_behind)
                assert_true(pen_action_word(own) == pen_action_word(other));
            assert_int_equal(memcmp(&master.chance, &expert.chance, sizeof master.chance) == 0, is_behind);
        }
}

static void assert_repeats(struct bot_spec spec, uint64_t rounds)
{
    for (uint64_t seed = 0; seed < rounds; seed++) {
        struct pen_game first;
        start_table(&table, 0, (unsigned)(seed % 8), (uint8_t)(2 + seed % 4), seed, spec);
        play_round(&table, 0);
        first = table.game;
        unsigned actions = table.action_count;
        start_table(&table, 0, (unsigned)(seed % 8), (uint8_t)(2 + seed % 4), seed, spec);
        play_round(&table, 0);
        assert_int_equal(table.action_count, actions);
        assert_memory_equal(&table.game, &first, sizeof first);
    }
}

static void test_the_same_seed_gives_the_same_game(void **state)
{
    (void)state;
    assert_repeats((struct bot_spec){.level = BOT_EXPERT, .rollouts = 50}, 6);
    assert_repeats((struct bot_spec){.level = BOT_MASTER, .rollouts = 30}, 4);
    assert_repeats((struct bot_spec){.level = BOT_VETERAN}, 4);
    assert_repeats((struct bot_spec){.level = BOT_DREAMER}, 4);
}

static uint64_t ticks(void *context)
{
    return *(uint64_t *)context += 100;
}

static void assert_keeps_to_its_time(struct bot_spec spec)
{
    uint64_t time = 5;
    struct bot_clock clock = {&time, ticks};
    start_table(&table, 0, 0, 2, 3, spec);
    for (uint8_t seat = 0; seat < 2; seat++)
        table.bots[seat].clock = &clock;
    while (table.game.round.phase != PEN_PHASE_OVER) {
        uint64_t before = time;
        uint8_t seat = table.game.round.turn;
        struct bot bot = table.bots[seat];
        struct pen_action action = pen_bot_choose(&table.bots[seat], &table.rules, &table.views[seat]);
        assert_true(time - before <= 2200);
        carry_out(&table, &bot, action);
    }
}

static void test_thinkers_keep_to_their_time(void **state)
{
    (void)state;
    assert_keeps_to_its_time((struct bot_spec){.level = BOT_EXPERT, .time_ms = 2});
    assert_keeps_to_its_time((struct bot_spec){.level = BOT_MASTER, .time_ms = 2});
}

/* ---- strength -------------------------------------------------------------------------------- */

static double win_percent(struct bot_spec spec, struct bot_spec other, unsigned games)
{
    struct pen_edition edition;
    struct pen_rules rules;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    unsigned wins = 0;
    options.scoring = PEN_SCORING_QUICK;
    assert_true(pen_edition_builtin("classic", &edition));
    assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
    for (unsigned i = 0; i < games; i++) {
        struct sim_match match = {.rules = &rules, .seat_count = 2, .deal_seed = i / 2};
        struct sim_result result;
        unsigned seat = i % 2;
        match.bot_seed = i + UINT64_C(7919) * i;
        match.dealer = (uint8_t)(i / 2 % 2);
        match.specs[seat] = spec;
        match.specs[!seat] = other;
        sim_match_play(&match, &result);
        wins += result.winners >> seat & 1;
    }
    return 100.0 * wins / games;
}

static void assert_between(double value, double low, double high)
{
    if (value < low || value > high)
        fail_msg("%.2f %% is not from %.1f to %.1f", value, low, high);
}

static void test_ladder(void **state)
{
    (void)state;
    if (IS_SANITIZED)
        return;
    struct bot_spec any = {.level = BOT_RANDOM};
    assert_between(win_percent((struct bot_spec){.level = BOT_RULE}, any, 40000), 53.5, 55.8);
    assert_between(win_percent((struct bot_spec){.level = BOT_NOVICE}, any, 40000), 51.5, 55.0);
    assert_between(win_percent((struct bot_spec){.level = BOT_CASUAL}, any, 40000), 56.0, 59.5);
    assert_between(win_percent((struct bot_spec){.level = BOT_RANK}, any, 40000), 61.4, 100);
    struct bot_spec expert = {.level = BOT_EXPERT, .rollouts = 150};
    assert_between(win_percent(expert, any, 200), 60, 100);
}

/* ---- names ----------------------------------------------------------------------------------- */

static void assert_spec(const char *text, uint8_t level, uint32_t rollouts, uint32_t time_ms)
{
    struct bot_spec spec;
    char bytes[40];
    struct pen_text written = pen_text_in(bytes, sizeof bytes);
    assert_true(pen_bot_spec_read(text, strlen(text), &spec));
    assert_int_equal(spec.level, level);
    assert_int_equal(spec.rollouts, rollouts);
    assert_int_equal(spec.time_ms, time_ms);
    pen_bot_spec_write(spec, &written);
    assert_string_equal(bytes, text);
}

static void test_specs(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",          "ran",  "random:5", "expert:", "expert:0",    "expert:5s",          "expert:5m",
        "expert:-1", "Rank", "rank ",    "expert5", "expert:5msx", "expert:99999999999", "veteran:5ms"};
    struct bot_spec spec;
    assert_spec("random", BOT_RANDOM, 0, 0);
    assert_spec("rule", BOT_RULE, 0, 0);
    assert_spec("rank", BOT_RANK, 0, 0);
    assert_spec("novice", BOT_NOVICE, 0, 0);
    assert_spec("casual", BOT_CASUAL, 0, 0);
    assert_spec("expert", BOT_EXPERT, 0, 0);
    assert_spec("expert:1000", BOT_EXPERT, 1000, 0);
    assert_spec("expert:50ms", BOT_EXPERT, 0, 50);
    assert_spec("master:5ms", BOT_MASTER, 0, 5);
    assert_spec("dreamer", BOT_DREAMER, 0, 0);
    assert_spec("veteran", BOT_VETERAN, 0, 0);
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(pen_bot_spec_read(wrong[i], strlen(wrong[i]), &spec));
    for (unsigned level = 0; level < BOT_LEVEL_COUNT; level++)
        for (unsigned lang = 0; lang < PEN_LANG_COUNT; lang++) {
            assert_true(strlen(pen_bot_level_name((enum bot_level)level, (enum pen_lang)lang)) > 0);
            assert_true(strlen(pen_bot_level_line((enum bot_level)level, (enum pen_lang)lang)) > 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_specs),
        cmocka_unit_test(test_quick_bots_see_no_hidden_card),
        cmocka_unit_test(test_expert_sees_no_hidden_card),
        cmocka_unit_test(test_learned_bots_see_no_hidden_card),
        cmocka_unit_test(test_where_the_master_thinks),
        cmocka_unit_test(test_the_same_seed_gives_the_same_game),
        cmocka_unit_test(test_thinkers_keep_to_their_time),
        cmocka_unit_test(test_ladder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

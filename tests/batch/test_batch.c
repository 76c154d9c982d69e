/* test_batch.c - many tables at once against single ones.
 *
 *   - the observation that a batch makes from its own bookkeeping is, byte for byte, the one made from the
 *     view of the seat that decides, and so is what is open;
 *   - with and without views a batch plays the same games;
 *   - every number is an action and back;
 *   - tables that differ in cards nobody has shown give the same observation (twins);
 *   - habits are what was counted by hand, of the others only, and never run over;
 *   - an action that is not open changes nothing; games end, are dealt again, are cut off. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/penultima.h"

enum { TABLES = 3 };

struct rows {
    struct pen_batch *batch;
    void *memory;
    int64_t actions[TABLES];
    struct pen_observation observations[TABLES];
    uint64_t masks[TABLES][PEN_ACTION_WORDS];
    uint8_t seats[TABLES], terminations[TABLES], truncations[TABLES];
    float rewards[TABLES * PEN_SEATS_MAX];
};

static struct pen_rules rules_of(const char *id, unsigned house, enum pen_scoring scoring)
{
    struct pen_edition edition;
    static struct pen_rules rules;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    options.house = (uint8_t)house;
    options.scoring = (uint8_t)scoring;
    options.target = scoring == PEN_SCORING_QUICK ? 0 : 150;
    assert_true(pen_edition_builtin(id, &edition));
    assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
    return rules;
}

static uint8_t card_of(const struct pen_edition *edition, const struct pen_rules *rules, const char *code)
{
    uint8_t card = PEN_CARD_NONE;
    if (!pen_card_read(edition, rules, code, strlen(code), &card))
        fail_msg("there is no card %s", code);
    return card;
}

static void open_rows(struct rows *rows, const struct pen_batch_settings *settings)
{
    assert_int_equal(pen_batch_check(settings), PEN_BATCH_GOOD);
    memset(rows, 0, sizeof *rows);
    rows->memory = malloc(pen_batch_bytes(settings));
    assert_non_null(rows->memory);
    rows->batch = pen_batch_init(rows->memory, settings);
    struct pen_batch_buffers buffers = {
        rows->actions,    settings->observes ? (uint8_t *)rows->observations : NULL,
        rows->masks[0],   rows->seats,
        rows->rewards,    rows->terminations,
        rows->truncations};
    pen_batch_use(rows->batch, &buffers);
    pen_batch_look(rows->batch, 0, settings->tables);
}

static unsigned mask_count(const uint64_t mask[PEN_ACTION_WORDS])
{
    return pen_bits_count(mask[0]) + pen_bits_count(mask[1]) + pen_bits_count(mask[2]);
}

/* Any open action; a card rather than anything else most of the time, so that games end. */
static int64_t any_open(const uint64_t open[PEN_ACTION_WORDS], struct pen_chance *chance)
{
    uint64_t mask[PEN_ACTION_WORDS] = {open[0], open[1], open[2]};
    if ((mask[0] | mask[1]) && pen_chance_below(chance, 8) != 0)
        mask[2] = 0;
    unsigned count = mask_count(mask);
    assert_true(count > 0);
    unsigned index = pen_chance_below(chance, count);
    for (unsigned word = 0;; word++) {
        unsigned here = pen_bits_count(mask[word]);
        if (index < here)
            return (int64_t)(64 * word + pen_bits_select(mask[word], index));
        index -= here;
    }
}

static void compare_bytes(const struct pen_observation *one, const struct pen_observation *other,
                          const char *where)
{
    const uint8_t *is = (const uint8_t *)one, *should = (const uint8_t *)other;
    for (unsigned i = 0; i < sizeof *one; i++)
        if (is[i] != should[i])
            fail_msg("%s: byte %u is %u and should be %u", where, i, is[i], should[i]);
}

static void compare_with_view(const struct rows *rows, const struct pen_rules *rules, unsigned table,
                              const char *where)
{
    uint8_t seat = rows->seats[table];
    const struct pen_view *view = pen_batch_view(rows->batch, table, seat);
    struct pen_observation expected;
    pen_observe_view(rules, view, &expected);
    compare_bytes(&rows->observations[table], &expected, where);
    uint64_t mask[PEN_ACTION_WORDS];
    struct pen_legal legal = view->legal;
    legal.accuses = 0;
    pen_number_mask(rules, &legal, view->seat_count, mask);
    for (unsigned word = 0; word < PEN_ACTION_WORDS; word++) {
        uint64_t open = rows->masks[table][word];
        if (word == PEN_ACT_PASS / 64)
            open &= ~(UINT64_C(1) << PEN_ACT_PASS % 64);
        if (open & ~mask[word])
            fail_msg("%s: open but not legal in word %u: %llx", where, word,
                     (unsigned long long)(open & ~mask[word]));
    }
}

static void compare_kept_and_quick(const char *id, unsigned house, unsigned seats, unsigned has_reactions)
{
    struct pen_rules rules = rules_of(id, house, house == 5 ? PEN_SCORING_POINTS : PEN_SCORING_QUICK);
    struct pen_batch_settings settings = {.rules = &rules,
                                          .tables = TABLES,
                                          .seed = 17 + house + 100 * seats,
                                          .seat_count = (uint8_t)seats,
                                          .has_reactions = (uint8_t)has_reactions,
                                          .skips_forced = house == 3,
                                          .observes = 1,
                                          .steps_max = 600};
    struct rows kept, quick, blind;
    char where[128];
    struct pen_chance chance = {house + seats};
    if (!pen_seats_fit(&rules, seats))
        return;
    open_rows(&quick, &settings);
    settings.keeps_views = 1;
    open_rows(&kept, &settings);
    settings.keeps_views = settings.observes = 0;
    open_rows(&blind, &settings);
    for (unsigned step = 0; step < 400; step++) {
        for (unsigned table = 0; table < TABLES; table++) {
            snprintf(where, sizeof where, "%s, house %u, %u seats, reactions %u, step %u, table %u", id,
                     house, seats, has_reactions, step, table);
            compare_with_view(&kept, &rules, table, where);
            compare_bytes(&quick.observations[table], &kept.observations[table], where);
            kept.actions[table] = quick.actions[table] = blind.actions[table] =
                any_open(kept.masks[table], &chance);
        }
        assert_int_equal(pen_batch_step(kept.batch, 0, TABLES), 0);
        assert_int_equal(pen_batch_step(quick.batch, 0, TABLES), 0);
        assert_int_equal(pen_batch_step(blind.batch, 0, TABLES), 0);
        assert_memory_equal(kept.masks, quick.masks, sizeof kept.masks);
        assert_memory_equal(kept.masks, blind.masks, sizeof kept.masks);
        assert_memory_equal(kept.seats, quick.seats, sizeof kept.seats);
        assert_memory_equal(kept.rewards, quick.rewards, sizeof kept.rewards);
        assert_memory_equal(kept.terminations, blind.terminations, sizeof kept.terminations);
        for (unsigned table = 0; table < TABLES; table++)
            assert_null(pen_round_check(&rules, &pen_batch_reveal(quick.batch, table)->round));
    }
    free(kept.memory);
    free(quick.memory);
    free(blind.memory);
}

static void observations_are_those_of_views(void **state)
{
    (void)state;
    static const unsigned seat_counts[] = {2, 3, 4, 7, 10};
    for (unsigned i = 0; i < pen_edition_builtin_count(); i++)
        for (unsigned house = 0; house <= PEN_HOUSE_SHEET; house++)
            for (unsigned j = 0; j < sizeof seat_counts / sizeof *seat_counts; j++)
                for (unsigned has_reactions = 0; has_reactions < 2; has_reactions++)
                    compare_kept_and_quick(pen_edition_builtin_id(i), house, seat_counts[j], has_reactions);
}

static void numbers_are_actions_and_back(void **state)
{
    (void)state;
    struct pen_rules rules = rules_of("ghostbusters", 7, PEN_SCORING_QUICK);
    unsigned seats = 5, seen = 0;
    for (unsigned number = 0; number < 300; number++)
        for (uint8_t phase = 0; phase <= PEN_PHASE_SWING; phase++)
            for (uint8_t top = 50; top < rules.kind_count; top++) {
                struct pen_action action = pen_number_action(&rules, number, 3, seats, phase, top, 5, true);
                if (action.verb == PEN_VERB_COUNT)
                    continue;
                seen++;
                assert_int_equal(pen_action_to_number(&rules, action, seats), number);
            }
    assert_true(seen > 1000);
}

/* The others' hands and the pile exchanged: the seat that decides must not notice. */
static void twins_look_alike(void **state)
{
    (void)state;
    struct pen_rules rules = rules_of("classic", 0, PEN_SCORING_QUICK);
    unsigned compared = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct pen_game one, other;
        struct pen_events events;
        struct pen_view views[2][3];
        struct pen_layout layout = pen_game_first_layout(3, 0, seed);
        assert_int_equal(pen_layout_complete(&rules, &layout, NULL), PEN_DEAL_GOOD);
        assert_int_equal(pen_game_start(&rules, &one, seed, &layout, NULL, &events, NULL), PEN_DEAL_GOOD);
        /* Seat 0 watches; the hands of 1 and 2 are exchanged with the bottom of the pile. */
        struct pen_layout twin = layout;
        struct pen_hand hand = twin.hands[1];
        twin.hands[1] = twin.hands[2];
        twin.hands[2] = hand;
        assert_int_equal(pen_game_start(&rules, &other, seed, &twin, NULL, &events, NULL), PEN_DEAL_GOOD);
        for (unsigned which = 0; which < 2; which++) {
            pen_view_init(&views[which][0], 0);
            pen_view_update(&views[which][0], &rules, which ? &other : &one, &events);
        }
        struct pen_observation a, b;
        pen_observe_view(&rules, &views[0][0], &a);
        pen_observe_view(&rules, &views[1][0], &b);
        if (one.round.phase == PEN_PHASE_TURN) {
            assert_memory_equal(&a, &b, sizeof a);
            compared++;
        }
    }
    assert_true(compared > 30);
}

/* ---- habits ---- */

struct deed {
    uint8_t verb, seat;
    const char *card;
    uint8_t color;
    uint8_t habits[3][PEN_HABIT_COUNT]; /* then of seats 0, 1, 2 */
};

static void expect_habits(const struct pen_rules *rules, const struct pen_view views[3],
                          const uint8_t habits[3][PEN_HABIT_COUNT], unsigned step)
{
    for (unsigned seat = 0; seat < 3; seat++) {
        struct pen_observation seen;
        pen_observe_view(rules, &views[seat], &seen);
        const uint8_t *bytes = (const uint8_t *)&seen + 376;
        for (unsigned i = 0; i < PEN_HABIT_COUNT; i++) {
            unsigned others = 0u + habits[0][i] + habits[1][i] + habits[2][i] - habits[seat][i];
            if (bytes[i] != others)
                fail_msg("step %u: byte %u of seat %u is %u and should be %u", step, 376 + i, seat, bytes[i],
                         others);
        }
    }
}

/* A round of three, with red 0 on the pile, in which everything that is counted happens. */
static void habits_are_counted(void **state)
{
    (void)state;
    enum { RED = 0, BLUE = 2, NO = PEN_COLOR_NONE, PLAY = PEN_VERB_PLAY };
    static const struct deed deeds[] = {
        {PLAY, 0, "r7", NO, {{1}}},                           /* neither low nor of another colour */
        {PLAY, 1, "g7", NO, {{1}, {1, 0, 0, 0, 1}}},          /* by its face only */
        {PEN_VERB_JUMP, 0, "g7", NO, {{2}, {1, 0, 0, 0, 1}}}, /* out of turn */
        {PLAY, 1, "g4", NO, {{2}, {2, 0, 0, 0, 1, 1}}},       /* low */
        {PEN_VERB_DRAW, 2, "", NO, {{2}, {2, 0, 0, 0, 1, 1}, {0, 0, 0, 0, 0, 0, 1}}},
        /* The lowest that is not low. */
        {PLAY, 2, "g5", NO, {{2}, {2, 0, 0, 0, 1, 1}, {1, 0, 0, 0, 0, 0, 1}}},
        {PLAY, 0, "w", BLUE, {{3, 1}, {2, 0, 0, 0, 1, 1}, {1, 0, 0, 0, 0, 0, 1}}},
        {PLAY, 1, "w+4", RED, {{3, 1}, {3, 0, 1, 0, 1, 1}, {1, 0, 0, 0, 0, 0, 1}}},
        /* In vain: six cards, which are no draw in turn. */
        {PEN_VERB_CHALLENGE, 2, "", NO, {{3, 1}, {3, 0, 1, 0, 1, 1}, {1, 0, 0, 0, 0, 0, 1, 1}}},
        {PLAY, 0, "r+2", NO, {{4, 1, 0, 1}, {3, 0, 1, 0, 1, 1}, {1, 0, 0, 0, 0, 0, 1, 1}}},
        {PEN_VERB_TAKE, 1, "", NO, {{4, 1, 0, 1}, {3, 0, 1, 0, 1, 1}, {1, 0, 0, 0, 0, 0, 1, 1}}},
        {PLAY, 2, "b+2", NO, {{4, 1, 0, 1}, {3, 0, 1, 0, 1, 1}, {2, 0, 0, 1, 1, 0, 1, 1}}},
    };
    enum { DEEDS = sizeof deeds / sizeof *deeds };
    static const char *const hands[3] = {"r7 g7 w r+2 y1 y1 y2", "g7 g4 w+4 y2 y3 y3 y4",
                                         "b+2 r1 r2 r3 r6 r8 r9"};
    struct pen_edition edition;
    struct pen_rules rules;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    assert_true(pen_edition_builtin("classic", &edition));
    options.house = PEN_HOUSE_JUMP_IN;
    assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
    struct pen_layout layout = pen_game_first_layout(3, 2, 1);
    layout.opening_count = layout.draw_count = 1;
    layout.opening[0] = card_of(&edition, &rules, "r0");
    layout.draw[0] = card_of(&edition, &rules, "g5");
    for (unsigned seat = 0; seat < 3; seat++) {
        layout.has_hand |= (uint16_t)(1u << seat);
        memset(&layout.hands[seat], 0, sizeof layout.hands[seat]);
        for (const char *at = hands[seat]; *at; at += *at == ' ') {
            char code[8] = "";
            size_t length = strcspn(at, " ");
            memcpy(code, at, length);
            pen_hand_add(&layout.hands[seat], card_of(&edition, &rules, code));
            at += length;
        }
    }
    struct pen_game game;
    struct pen_events events;
    static struct pen_view views[3];
    assert_int_equal(pen_layout_complete(&rules, &layout, NULL), PEN_DEAL_GOOD);
    assert_int_equal(pen_game_start(&rules, &game, 1, &layout, NULL, &events, NULL), PEN_DEAL_GOOD);
    for (uint8_t seat = 0; seat < 3; seat++) {
        pen_view_init(&views[seat], seat);
        pen_view_update(&views[seat], &rules, &game, &events);
    }
    expect_habits(&rules, views, (const uint8_t[3][PEN_HABIT_COUNT]){{0}}, 0);
    for (unsigned i = 0; i < DEEDS; i++) {
        struct pen_action action = PEN_ACTION(deeds[i].verb, deeds[i].seat);
        if (*deeds[i].card)
            action.card = card_of(&edition, &rules, deeds[i].card);
        action.color = deeds[i].color;
        enum pen_refusal refusal = pen_game_apply(&rules, &game, action, &events);
        if (refusal != PEN_ACCEPTED)
            fail_msg("step %u: refusal %u", i + 1, refusal);
        for (unsigned seat = 0; seat < 3; seat++)
            pen_view_update(&views[seat], &rules, &game, &events);
        expect_habits(&rules, views, deeds[i].habits, i + 1);
    }
    /* Hands change owners, players do not. */
    struct pen_event swapped = {.type = PEN_EVENT_SWAPPED, .seat = 0, .target = 2};
    struct pen_event passed = {.type = PEN_EVENT_PASSED_HANDS, .seat = 1};
    for (unsigned seat = 0; seat < 3; seat++) {
        pen_memory_note(&views[seat].memory, &rules, &swapped, 3, PEN_LEFT);
        pen_memory_note(&views[seat].memory, &rules, &passed, 3, PEN_LEFT);
    }
    expect_habits(&rules, views, deeds[DEEDS - 1].habits, DEEDS + 1);
}

/* Each byte by itself, counted to the end by nine others. */
static void habits_do_not_run_over(void **state)
{
    (void)state;
    struct pen_view view;
    struct pen_observation seen;
    struct pen_rules rules = rules_of("classic", 0, PEN_SCORING_QUICK);
    pen_view_init(&view, 3);
    view.seat_count = PEN_SEATS_MAX;
    for (unsigned habit = 0; habit < PEN_HABIT_COUNT; habit++) {
        pen_memory_init(&view.memory);
        for (unsigned n = 1; n <= 40; n++) {
            for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
                pen_memory_habit(&view.memory, seat, PEN_HABIT_ONCE(habit));
            pen_observe_view(&rules, &view, &seen);
            for (unsigned i = 0; i < PEN_HABIT_COUNT; i++)
                assert_int_equal(seen.habits[i], i == habit ? 9 * (n < 25 ? n : 25) : 0);
        }
    }
    pen_memory_habit(&view.memory, PEN_SEAT_NONE, UINT64_MAX); /* nobody has none */
}

static void what_is_not_open_changes_nothing(void **state)
{
    (void)state;
    struct pen_rules rules = rules_of("classic", 0, PEN_SCORING_QUICK);
    struct pen_batch_settings settings = {
        .rules = &rules, .tables = TABLES, .seed = 5, .seat_count = 2, .observes = 1};
    struct rows rows;
    open_rows(&rows, &settings);
    static const int64_t wrong[] = {-1, 192, INT64_MAX, INT64_MIN, PEN_ACT_KEEP, PEN_ACT_PASS, 63};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct pen_game before = *pen_batch_reveal(rows.batch, 1);
        struct pen_observation observation = rows.observations[1];
        for (unsigned table = 0; table < TABLES; table++)
            rows.actions[table] = wrong[i];
        assert_int_equal(pen_batch_step(rows.batch, 0, TABLES), TABLES);
        assert_memory_equal(&before, pen_batch_reveal(rows.batch, 1), sizeof before);
        assert_memory_equal(&observation, &rows.observations[1], sizeof observation);
    }
    free(rows.memory);
}

/* A game that ends shows it in this step or in the next, as chosen; rewards are zero in all. */
static void games_end(void **state)
{
    (void)state;
    struct pen_rules rules = rules_of("office", 0, PEN_SCORING_QUICK);
    for (uint8_t autoreset = 0; autoreset < 2; autoreset++) {
        struct pen_batch_settings settings = {.rules = &rules,
                                              .tables = TABLES,
                                              .seed = 9,
                                              .seat_count = 3,
                                              .autoreset = autoreset,
                                              .observes = 1};
        struct rows rows;
        struct pen_chance chance = {3};
        unsigned ended = 0;
        open_rows(&rows, &settings);
        for (unsigned step = 0; step < 3000; step++) {
            bool is_shown[TABLES];
            for (unsigned table = 0; table < TABLES; table++) {
                is_shown[table] = rows.seats[table] == PEN_SEAT_NONE;
                rows.actions[table] = is_shown[table] ? 0 : any_open(rows.masks[table], &chance);
            }
            assert_int_equal(pen_batch_step(rows.batch, 0, TABLES), 0);
            for (unsigned table = 0; table < TABLES; table++) {
                const float *rewards = rows.rewards + 3 * table;
                float sum = rewards[0] + rewards[1] + rewards[2];
                assert_true(sum > -1e-6f && sum < 1e-6f);
                assert_int_equal(rows.terminations[table], rewards[0] != 0);
                ended += rows.terminations[table];
                if (autoreset == PEN_BATCH_RESET_NEXT)
                    assert_int_equal(rows.terminations[table], rows.seats[table] == PEN_SEAT_NONE);
                if (is_shown[table])
                    assert_int_equal(pen_batch_reveal(rows.batch, table)->round.hand_count[0] > 0, 1);
            }
        }
        assert_true(ended > 30);
        free(rows.memory);
    }
}

static void long_games_are_cut_off(void **state)
{
    (void)state;
    struct pen_rules rules = rules_of("classic", 0, PEN_SCORING_QUICK);
    struct pen_batch_settings settings = {
        .rules = &rules, .tables = TABLES, .seed = 9, .seat_count = 4, .observes = 1, .steps_max = 10};
    struct rows rows;
    struct pen_chance chance = {3};
    unsigned cut = 0;
    open_rows(&rows, &settings);
    for (unsigned step = 0; step < 200; step++) {
        for (unsigned table = 0; table < TABLES; table++)
            rows.actions[table] = any_open(rows.masks[table], &chance);
        assert_int_equal(pen_batch_step(rows.batch, 0, TABLES), 0);
        for (unsigned table = 0; table < TABLES; table++)
            cut += rows.truncations[table];
    }
    assert_int_equal(cut, TABLES * 20);
    free(rows.memory);
}

/* A single table with the same seed, the same dealer and the same actions plays the same game. */
static void a_single_table_plays_the_same(void **state)
{
    (void)state;
    struct pen_rules rules = rules_of("classic", 0, PEN_SCORING_QUICK);
    struct pen_batch_settings settings = {.rules = &rules, .tables = TABLES, .seed = 23, .seat_count = 4};
    struct rows rows;
    struct pen_game game;
    struct pen_chance chance = {3};
    open_rows(&rows, &settings);
    uint64_t seed = pen_batch_game_seed(pen_batch_seed(23, 1), 0);
    pen_game_start_quick(&rules, &game, 4, pen_batch_dealer(seed, 4), seed);
    for (;;) {
        assert_memory_equal(&game, pen_batch_reveal(rows.batch, 1), sizeof game);
        for (unsigned table = 0; table < TABLES; table++)
            rows.actions[table] = any_open(rows.masks[table], &chance);
        uint8_t seat = rows.seats[1];
        struct pen_action action =
            pen_number_action(&rules, (unsigned)rows.actions[1], seat, 4, game.round.phase, game.round.top,
                              game.round.hand_count[seat], true);
        assert_int_equal(pen_game_apply(&rules, &game, action, NULL), PEN_ACCEPTED);
        assert_int_equal(pen_batch_step(rows.batch, 0, TABLES), 0);
        if (rows.terminations[1])
            break;
    }
    assert_int_equal(game.round.phase, PEN_PHASE_OVER);
    free(rows.memory);
}

static void settings_that_do_not_fit_are_told(void **state)
{
    (void)state;
    struct pen_rules rules = rules_of("classic", 0, PEN_SCORING_QUICK);
    struct pen_batch_settings settings = {.rules = &rules, .tables = 1, .seat_count = 11};
    assert_int_equal(pen_batch_check(&settings), PEN_BATCH_BAD_SEATS);
    settings.seat_count = 2;
    settings.tables = 0;
    assert_int_equal(pen_batch_check(&settings), PEN_BATCH_BAD_TABLES);
    settings.tables = SIZE_MAX;
    assert_int_equal(pen_batch_check(&settings), PEN_BATCH_BAD_TABLES);
    settings.tables = 1;
    rules.wilds |= UINT64_C(0x1ff);
    assert_int_equal(pen_batch_check(&settings), PEN_BATCH_TOO_MANY_WILDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(observations_are_those_of_views),
        cmocka_unit_test(numbers_are_actions_and_back),
        cmocka_unit_test(twins_look_alike),
        cmocka_unit_test(habits_are_counted),
        cmocka_unit_test(habits_do_not_run_over),
        cmocka_unit_test(what_is_not_open_changes_nothing),
        cmocka_unit_test(games_end),
        cmocka_unit_test(long_games_are_cut_off),
        cmocka_unit_test(a_single_table_plays_the_same),
        cmocka_unit_test(settings_that_do_not_fit_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

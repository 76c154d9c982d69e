/* test_mesa_write.c - records: what is written down replays to the same end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/penultima.h"

static struct pen_mesa mesa;

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    char id[PEN_ID_BYTES];
    (void)context;
    (void)problem;
    assert_true(bytes < sizeof id);
    memcpy(id, name, bytes);
    id[bytes] = 0;
    return pen_edition_builtin(id, edition);
}

static void report(void *context, unsigned line, const char *what)
{
    print_error("%s\n%u: %s\n", (const char *)context, line, what);
}

static void show(void *context, const struct pen_mesa_moment *moment)
{
    (void)context;
    assert_null(pen_round_check(moment->rules, &moment->game->round));
}

/* What was written has to be good. */
static void replay(char *text)
{
    const struct pen_mesa_host host = {text, PEN_LANG_EN, find_edition, report, show};
    assert_int_equal(pen_mesa_replay(&mesa, text, strlen(text), &host), PEN_MESA_GOOD);
}

static char record[1 << 20];

/* Plays a whole game by chance, as a host would, and writes it down. */
static void play_and_record(struct pen_game *game, const char *id, uint8_t seat_count, uint8_t house,
                            uint64_t seed)
{
    static struct pen_edition edition;
    static struct pen_rules rules;
    static struct pen_events events;
    struct pen_chance chance = pen_chance_of(seed, 1000);
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    struct pen_names names = {.count = seat_count};
    uint16_t score[PEN_SEATS_MAX] = {0};
    struct pen_text text = pen_text_in(record, sizeof record);

    assert_true(pen_edition_builtin(id, &edition));
    seat_count = seat_count < edition.rule.seats_max ? seat_count : edition.rule.seats_max;
    names.count = seat_count;
    options.house = house;
    options.scoring = (uint8_t)(seed % 4);
    options.target = seed % 3 ? 150 : 0;
    options.reverse_with_two = seed % 2 ? PEN_REVERSE_TURNS : PEN_REVERSE_SKIPS;
    if (seat_count % 2 == 0 && seat_count > 2 && seed % 2) { /* RULES M1, M4 */
        options.teams = 2;
        options.partners = seed % 3 ? PEN_PARTNERS_OPEN : PEN_PARTNERS_HIDDEN;
    }
    const unsigned scorer = (unsigned)(seed % seat_count);
    for (unsigned seat = 0; seat < seat_count; seat++) /* RULE M2 */
        if (seat == scorer || (options.teams && seat % 2 == scorer % 2))
            score[seat] = (uint16_t)(seed % 5);
    for (unsigned seat = 0; seat < seat_count; seat++)
        snprintf(names.name[seat], sizeof names.name[seat], "Señora-%u", seat);
    assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);

    uint8_t dealer = pen_game_draw_dealer(&rules, seat_count, seed);
    struct pen_layout layout = pen_layout_random(seat_count, dealer, pen_chance_of(seed, 1));
    assert_int_equal(pen_layout_complete(&rules, &layout, NULL), PEN_DEAL_GOOD);
    assert_int_equal(pen_game_start(&rules, game, seed, &layout, score, &events, NULL), PEN_DEAL_GOOD);
    pen_mesa_write_header(&text, &edition, &options, &names, score, dealer);
    pen_mesa_write_layout(&text, &edition, &rules, &names, &layout, true);
    for (unsigned step = 0; step < 3000; step++) {
        if (pen_game_can_deal(game) == PEN_ACCEPTED) {
            layout = pen_game_next_layout(game);
            assert_int_equal(pen_layout_complete(&rules, &layout, NULL), PEN_DEAL_GOOD);
            pen_mesa_write_layout(&text, &edition, &rules, &names, &layout, false);
            assert_int_equal(pen_game_deal(&rules, game, &layout, &events, NULL), PEN_DEAL_GOOD);
        }
        if (game->winners)
            break;
        uint16_t seats = pen_round_must(&game->round);
        if (pen_chance_below(&chance, 4) == 0)
            seats |= pen_round_may(&rules, &game->round);
        uint8_t seat = (uint8_t)pen_bits_select(seats, pen_chance_below(&chance, pen_bits_count(seats)));
        struct pen_legal legal;
        pen_round_legal(&rules, &game->round, seat, &legal);
        unsigned count = pen_legal_count(&rules, &legal);
        assert_true(count > 0);
        struct pen_action action = pen_legal_at(&rules, &legal, pen_chance_below(&chance, count));
        if (action.card != PEN_CARD_NONE && game->round.hand_count[seat] == 2)
            action.uno = (uint8_t)pen_chance_below(&chance, 2);
        assert_int_equal(pen_game_apply(&rules, game, action, &events), PEN_ACCEPTED);
        pen_mesa_write_action_line(&text, &edition, &rules, &names, action, &events);
    }
    assert_false(text.is_cut);
}

static void test_records(void **state)
{
    struct pen_game game;
    unsigned reshuffle_count = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 120; seed++) {
        const char *id = pen_edition_builtin_id((unsigned)(seed % pen_edition_builtin_count()));
        uint8_t seat_count = (uint8_t)(2 + seed % 9);
        play_and_record(&game, id, seat_count, (uint8_t)(seed / 2 % 8), seed);
        replay(record);
        reshuffle_count += strstr(record, "\nreshuffle: ") != NULL;
        /* The record has no seed; nothing but the seed and what comes of it may differ. */
        mesa.game.seed = game.seed;
        mesa.game.round.chance = game.round.chance;
        assert_memory_equal(&mesa.game, &game, sizeof game);
    }
    assert_true(reshuffle_count > 0);
}

static void test_written_header(void **state)
{
    char bytes[512];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    static struct pen_edition edition;
    struct pen_names names = {.count = 2, .name = {"Ana", "Beto"}};
    uint16_t score[PEN_SEATS_MAX] = {0, 40};
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    (void)state;
    assert_true(pen_edition_builtin("classic", &edition));
    pen_mesa_write_header(&text, &edition, &options, &names, NULL, 1);
    assert_string_equal(bytes, "edition: classic\nplayers: Ana, Beto\ndealer: Beto\n");
    options = (struct pen_options){PEN_HOUSE_SHEET, PEN_SCORING_LOWEST, 200, PEN_REVERSE_TURNS, 0, 0, 0};
    text = pen_text_in(bytes, sizeof bytes);
    pen_mesa_write_header(&text, &edition, &options, &names, score, 0);
    assert_string_equal(bytes, "edition: classic\nhouse: progressive, seven-0, jump-in\n"
                               "set: scoring=lowest, target=200, reverse_with_two=turn\n"
                               "players: Ana, Beto\ndealer: Ana\nscore: Beto 40\n");
    /* What the edition says anyway is left out. */
    options = (struct pen_options){0, edition.rule.scoring, edition.rule.target, PEN_REVERSE_SKIPS, 0, 0, 0};
    text = pen_text_in(bytes, sizeof bytes);
    pen_mesa_write_header(&text, &edition, &options, &names, NULL, 0);
    assert_string_equal(bytes, "edition: classic\nplayers: Ana, Beto\ndealer: Ana\n");
}

/* A position is written as one, and read back as the same. */
static void test_written_position(void **state)
{
    static char source[] =
        "edition: ghostbusters\nplayers: Ana, Beto, Carla\ndealer: Ana\nhand Ana: r7 w b1\n"
        "hand Beto: g1\nhand Carla: g2\ndraw: y1 y2\ntop: wx green\ndiscard: r1 r2\nturn: Carla\n"
        "direction: right\n";
    char bytes[2048];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    (void)state;
    replay(source);
    struct pen_game game = mesa.game;
    pen_mesa_write_header(&text, &mesa.edition, &mesa.options, &mesa.names, mesa.score, mesa.layout.dealer);
    pen_mesa_write_layout(&text, &mesa.edition, &mesa.rules, &mesa.names, &mesa.layout, true);
    replay(bytes);
    assert_memory_equal(&mesa.game, &game, sizeof game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_records),
        cmocka_unit_test(test_written_header),
        cmocka_unit_test(test_written_position),
    };
    return cmocka_run_group_tests_name("mesa_write", tests, NULL, NULL);
}

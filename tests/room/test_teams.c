/* test_teams.c - a table that plays in teams (RULES M1 to M4): who may begin, who sees whose hand, what is
 * told at the end, and that nobody's leaving makes a team smaller. */
#include "world.h"

static struct world world;

static struct setup_settings in_teams(uint8_t seats, uint8_t teams, uint8_t partners)
{
    struct setup_settings settings = setup_usual();
    settings.seats = seats;
    settings.options.teams = teams;
    settings.options.partners = partners;
    settings.options.scoring = PEN_SCORING_QUICK;
    return settings;
}

static enum room_refusal set(const struct setup_settings *settings)
{
    struct room_input input = world_input(&world, ROOM_IN_SET, 0);
    input.set.settings = *settings;
    return (enum room_refusal)world_apply(&world, &input).refusal;
}

static void test_uneven_seats(void **state)
{
    (void)state;
    struct setup_settings settings = in_teams(4, 2, PEN_PARTNERS_HIDDEN);
    world_open(&world, &settings, 1);
    world_sit(&world, "Ana");
    settings.seats = 5;
    assert_int_equal(set(&settings), ROOM_REFUSED_UNEVEN);
    settings.options.teams = 5; /* nobody has a partner */
    assert_int_equal(set(&settings), ROOM_REFUSED_UNEVEN);
    settings = in_teams(6, 3, PEN_PARTNERS_OPEN);
    assert_int_equal(set(&settings), ROOM_ACCEPTED);
    assert_int_equal(world.room.settings.options.teams, 3);
    settings.options.teams = 1;
    assert_int_equal(set(&settings), ROOM_REFUSED_BAD_SETTINGS);
}

static void test_start_takes_equal_teams(void **state)
{
    (void)state;
    struct setup_settings settings = in_teams(6, 2, PEN_PARTNERS_HIDDEN);
    world_open(&world, &settings, 2);
    for (unsigned i = 0; i < 3; i++)
        world_sit(&world, world_names[i]);
    for (uint8_t seat = 0; seat < 3; seat++)
        assert_int_equal(world_agree(&world, seat).refusal, ROOM_ACCEPTED);
    assert_int_equal(world_do(&world, ROOM_IN_START, 0).refusal, ROOM_REFUSED_UNEVEN);
    assert_int_equal(world.room.stage, ROOM_WAITING);
    assert_int_equal(world_bot(&world, 0, 3, BOT_RANK).refusal, ROOM_ACCEPTED);
    for (uint8_t seat = 0; seat < 3; seat++)
        assert_int_equal(world_agree(&world, seat).refusal, ROOM_ACCEPTED);
    assert_int_equal(world_do(&world, ROOM_IN_START, 0).refusal, ROOM_ACCEPTED);
    assert_int_equal(world.room.seat_count, 4);
}

static const char *table_of(uint8_t viewer)
{
    static char text[ROOM_MESSAGE_BYTES_MAX];
    struct pen_text to = pen_text_in(text, sizeof text);
    room_write_table(&world.room, world.rules, viewer, world.now, &to);
    return text;
}

/* Who is told whose hand as an open one. */
static void test_open_hands(void **state)
{
    (void)state;
    struct setup_settings settings = in_teams(4, 2, PEN_PARTNERS_OPEN);
    world_play(&world, &settings, 4, 3);
    world_here(&world, PEN_SPECTATOR, true);
    assert_non_null(strstr(table_of(0), "\"open\":{\"2\":["));
    assert_non_null(strstr(table_of(3), "\"open\":{\"1\":["));
    assert_null(strstr(table_of(PEN_SPECTATOR), "\"open\":{"));
    world_forget(&world);
    uint8_t seat = (uint8_t)pen_bits_lowest(pen_round_must(&world.room.game.round));
    struct pen_legal legal;
    pen_round_legal(world.rules->rules, &world.room.game.round, seat, &legal);
    world_act(&world, seat, pen_legal_at(world.rules->rules, &legal, 0));
    world_tick(&world, 700);
    assert_true(world_has_sent(&world, 0, "\"open\":{\"2\":["));
    assert_true(world_has_sent(&world, 1, "\"open\":{\"3\":["));
    assert_false(world_has_sent(&world, PEN_SPECTATOR, "\"open\""));
    world_assert_restored(&world);

    settings.options.partners = PEN_PARTNERS_HIDDEN;
    world_play(&world, &settings, 4, 3);
    assert_null(strstr(table_of(0), "\"open\":{"));
}

static void play_round(void)
{
    struct pen_chance chance = pen_chance_of(world.room.n, 9);
    const struct pen_rules *rules = world.rules->rules;
    for (unsigned i = 0; i < 3000 && world.room.stage == ROOM_PLAYING; i++) {
        uint8_t seat = (uint8_t)pen_bits_lowest(pen_round_must(&world.room.game.round));
        struct pen_legal legal;
        pen_round_legal(rules, &world.room.game.round, seat, &legal);
        struct pen_action action =
            legal.plays ? pen_legal_any_play(rules, &legal, &chance) : pen_legal_any(rules, &legal, &chance);
        action.uno = action.verb == PEN_VERB_PLAY && world.room.game.round.hand_count[seat] == 2;
        world_act(&world, seat, action);
        world_tick(&world, 700);
    }
    assert_int_equal(world.room.stage, ROOM_OVER);
}

/* Whoever leaves after a game is followed by a bot: the next game has the same teams. */
static void test_end_and_next_game(void **state)
{
    (void)state;
    struct setup_settings settings = in_teams(6, 3, PEN_PARTNERS_HIDDEN);
    world_play(&world, &settings, 6, 5);
    play_round();
    const uint16_t winners = world.room.game.winners;
    const unsigned first = pen_bits_lowest(winners);
    assert_int_equal(winners, 9u << first); /* the partner sits three places on */
    for (unsigned seat = 0; seat < 6; seat++)
        assert_int_equal(world.room.seats[seat].wins, winners >> seat & 1);
    assert_int_equal(world_do(&world, ROOM_IN_LEAVE, 4).refusal, ROOM_ACCEPTED);
    for (uint8_t seat = 0; seat < 6; seat++)
        if (seat != 4)
            assert_int_equal(world_agree(&world, seat).refusal, ROOM_ACCEPTED);
    for (unsigned i = 0; i < 400 && world.room.stage != ROOM_PLAYING; i++)
        world_tick(&world, 1000);
    assert_int_equal(world.room.stage, ROOM_PLAYING);
    assert_int_equal(world.room.seat_count, 6);
    assert_int_equal(world.room.seats[4].kind, ROOM_BOT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_uneven_seats), cmocka_unit_test(test_start_takes_equal_teams),
        cmocka_unit_test(test_open_hands), cmocka_unit_test(test_end_and_next_game)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

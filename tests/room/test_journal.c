/* test_journal.c - how a journal is written: by names, behind its version; what 0.2.0 wrote as numbers is
 * read by the lists of that time, and what a later version wrote is refused as such. */
#include "world.h"

static struct world world;

static bool read_back(struct room *room, const char *text)
{
    memset(room, 0, sizeof *room);
    return room_restore(room, &world_library, text, strlen(text));
}

static void test_names(void **state)
{
    static struct room room;
    (void)state;
    struct setup_settings settings = setup_usual();
    settings.bot_level = BOT_EXPERT;
    settings.options = (struct pen_options){.house = PEN_HOUSE_PROGRESSIVE | PEN_HOUSE_JUMP_IN,
                                            .scoring = PEN_SCORING_LOWEST,
                                            .target = 300,
                                            .reverse_with_two = PEN_REVERSE_TURNS,
                                            .misplays = PEN_MISPLAYS_REFUSED};
    memcpy(settings.dealer, "Ana", 4);
    memcpy(settings.title, "La mesa de Ana", 15);
    world_open(&world, &settings, 1);
    assert_int_equal(memcmp(world.journal, "#! journal 2\n#! open ", 21), 0);
    const char *const wanted =
        " classic house=progressive,jump-in scoring=lowest target=300 "
        "reverse_with_two=turn misplays=refused dealer=Ana seats=4 move=0 public=no hints=no "
        "grace=0 series=1 bots=expert pace=normal watching=allowed delay=0 "
        "title=La mesa de Ana\n";
    struct setup_settings no_grace = settings;
    no_grace.grace_ms = 0;
    world_open(&world, &no_grace, 1);
    if (!strstr(world.journal, wanted))
        fail_msg("%.400s", world.journal);
    assert_true(read_back(&room, world.journal));
    assert_memory_equal(&room.settings, &world.room.settings, sizeof room.settings);
    world_assert_restored(&world);
}

/* RULES M1, M4: teams are in the journal where there are any. */
static void test_teams(void **state)
{
    static struct room room;
    (void)state;
    struct setup_settings settings = setup_usual();
    settings.options.teams = 2;
    settings.options.partners = PEN_PARTNERS_OPEN;
    world_open(&world, &settings, 1);
    assert_non_null(strstr(world.journal, " teams=2 partners=open "));
    assert_true(read_back(&room, world.journal));
    assert_int_equal(room.settings.options.teams, 2);
    assert_int_equal(room.settings.options.partners, PEN_PARTNERS_OPEN);
    world_assert_restored(&world);
}

/* Lines of 0.2.0, and what they meant. */
static void test_old_numbers(void **state)
{
    static struct room room;
    static const char *const levels[] = {"random", "rule", "novice", "casual", "rank", "expert"};
    char text[400];
    (void)state;
    for (unsigned i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        snprintf(text, sizeof text, "#! open 5 k7m2p9x4 classic 7 3 %u 1 0 30000 5 1 300 1 La mesa de Ana\n",
                 i);
        assert_true(read_back(&room, text));
        const struct setup_settings *settings = &room.settings;
        assert_string_equal(pen_bot_level_id((enum bot_level)settings->bot_level), levels[i]);
        assert_int_equal(settings->seats, 7);
        assert_int_equal(settings->series, 3);
        assert_true(settings->is_public && !settings->has_hints);
        assert_int_equal(settings->move_ms, 30000);
        assert_int_equal(settings->options.house, PEN_HOUSE_PROGRESSIVE | PEN_HOUSE_JUMP_IN);
        assert_int_equal(settings->options.scoring, PEN_SCORING_LOWEST);
        assert_int_equal(settings->options.target, 300);
        assert_int_equal(settings->options.reverse_with_two, PEN_REVERSE_TURNS);
        assert_string_equal(settings->title, "La mesa de Ana");
        assert_false(room_is_newer(&room));
    }
    assert_false(read_back(&room, "#! open 5 k7m2p9x4 classic 7 3 6 1 0 30000 5 1 300 1 \n"));
    assert_false(read_back(&room, "#! open 5 k7m2p9x4 classic 7 3 5 1 0 30000 8 1 300 1 \n"));
    assert_false(read_back(&room, "#! open 5 k7m2p9x4 classic 7 3 5 1 0 30000 5 4 300 1 \n"));
}

static void test_versions(void **state)
{
    static struct room room;
    static const char *const bad[] = {
        "#! journal 2\n#! open 5 k7m2p9x4 classic 7 3 5 1 0 30000 5 1 300 1 La mesa\n",
        "#! journal 2\n#! open 5 k7m2p9x4 classic seats=4 bots=3\n",
        "#! journal 2\n#! open 5 k7m2p9x4 classic seats=4 bots=nobody\n",
        "#! journal 2\n#! open 5 k7m2p9x4 classic seats=4 house=\n",
        "#! journal 2\n#! open 5 k7m2p9x4 classic seats=4 house=progressive,\n",
        "#! journal 2\n#! open 5 k7m2p9x4 classic seats=4 house=1\n",
        "#! journal 2\n#! open 5 k7m2p9x4 classic seats=4 moon=full\n",
        "#! journal 2\n#! open 5 k7m2p9x4 classic  seats=4\n",
        "#! journal 2\n#! journal 2\n#! open 5 k7m2p9x4 classic seats=4\n",
        "#! journal 1\n#! journal 0\n#! open 5 k7m2p9x4 classic seats=4\n",
        "#! journal\n",
        "#! journal two\n",
        "#! journal 2 or so\n",
    };
    (void)state;
    assert_true(read_back(&room, "#! journal 2\n#! open 5 k7m2p9x4 classic seats=3 house=none\n"));
    assert_int_equal(room.settings.seats, 3);
    assert_int_equal(room.settings.options.scoring, PEN_SCORING_DEFAULT);
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (read_back(&room, bad[i]))
            fail_msg("read: %s", bad[i]);
        assert_false(room_is_newer(&room));
    }
    assert_false(read_back(&room, "#! journal 3\n#! open 5 k7m2p9x4 classic\n"));
    assert_true(room_is_newer(&room));
}

/* An old journal is gone on with: the version comes once, before anything is added. */
static void test_goes_on(void **state)
{
    static const char old[] = "#! open 5 k7m2p9x4 classic 4 1 3 0 0 0 0 3 0 0 \n";
    (void)state;
    memset(&world, 0, sizeof world);
    memcpy(world.journal, old, sizeof old);
    world.journal_bytes = sizeof old - 1;
    assert_true(read_back(&world.room, old));
    world.rules = world_library.find(world_library.context, &world.room.settings);
    world.now = 10;
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(world_do(&world, ROOM_IN_WAKE, PEN_SEAT_NONE).refusal, ROOM_ACCEPTED);
    const char *added = world.journal + sizeof old - 1;
    assert_int_equal(memcmp(added, "#! journal 2\n", 13), 0);
    assert_null(strstr(added + 13, "#! journal"));
    world_assert_restored(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),    cmocka_unit_test(test_teams),   cmocka_unit_test(test_old_numbers),
        cmocka_unit_test(test_versions), cmocka_unit_test(test_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

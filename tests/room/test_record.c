/* test_record.c - the record of a game that a table played: it is given out when the game is over and not
 * before, it replays, and its shuffle can be checked, with bots, clocks, races and moves that were taken
 * back. Nothing private of the table is in it. */
#include "fair/verify.h"
#include "world.h"

static struct world world;
static char record[WORLD_TEXT_MAX];
static size_t record_bytes;

static void add_record(void *context, const char *text, size_t count)
{
    (void)context;
    assert_true(record_bytes + count < sizeof record);
    memcpy(record + record_bytes, text, count);
    record_bytes += count;
    record[record_bytes] = 0;
}

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    char id[PEN_ID_BYTES] = {0};
    (void)context;
    (void)problem;
    if (bytes >= sizeof id)
        return false;
    memcpy(id, name, bytes);
    return pen_edition_builtin(id, edition);
}

static unsigned good_count;

static void report(void *context, const struct fair_check *check)
{
    (void)context;
    good_count++;
    if (!check->is_good)
        fail_msg("line %u: %s\n%.900s", check->line, check->text, record);
}

/* What stands in the record is true and public. */
static void check_record(uint32_t game_number)
{
    static struct fair_verifier verifier;
    const struct fair_verify_host host = {NULL, PEN_LANG_EN, find_edition, report, NULL};
    record_bytes = 0;
    assert_true(room_write_record(world.journal, world.journal_bytes, game_number, NULL, add_record));
    assert_int_equal(fair_verify(&verifier, record, record_bytes, &host), FAIR_STATUS_GOOD);
    static const char *const private[] = {"#! sit",  "#! say",   "#! entropy",
                                          "#! open", "#! agree", "4141414141"};
    for (unsigned i = 0; i < sizeof private / sizeof private[0]; i++)
        if (strstr(record, private[i]))
            fail_msg("%s stands in the record:\n%.900s", private[i], record);
}

static void check_no_record(uint32_t game_number)
{
    assert_false(room_write_record(world.journal, world.journal_bytes, game_number, NULL, add_record));
}

static unsigned undo_count, tie_count, reshuffle_count, round_count;

/* One game: Ana is a person and takes moves back now and then, the others are bots. */
static void play_game(struct pen_chance *chance)
{
    const struct pen_rules *rules = world.rules->rules;
    for (unsigned i = 0; i < 20000 && world.room.stage != ROOM_OVER; i++) {
        const struct pen_round *round = &world.room.game.round;
        uint64_t due = room_deadline(&world.room);
        struct pen_legal legal;
        pen_round_legal(rules, round, 0, &legal);
        if (world.room.stage == ROOM_PLAYING && (pen_round_must(round) & 1) && pen_chance_below(chance, 4) &&
            !world.room.ask.is_open) {
            struct pen_action action = legal.plays ? pen_legal_any_play(rules, &legal, chance)
                                                   : pen_legal_any(rules, &legal, chance);
            world.now += 200;
            world_act(&world, 0, action);
        } else if (world.room.undo_count > 0 && pen_chance_below(chance, 20) == 0) {
            struct room_answer answer = world_ask(&world, 0, ROOM_ASK_TAKE_BACK, PEN_SEAT_NONE);
            undo_count += answer.refusal == ROOM_ACCEPTED;
        } else if (due != ROOM_NEVER) {
            world.now = due > world.now ? due : world.now;
            world_tick(&world, 0);
        } else {
            world.now += 1000;
        }
    }
    assert_int_equal(world.room.stage, ROOM_OVER);
    round_count += world.room.game.round_number;
}

static void count_lines(const char *line, unsigned *count)
{
    for (const char *at = record; (at = strstr(at, line)); at++)
        ++*count;
}

static void test_records(void **state)
{
    (void)state;
    unsigned games = 0, back_count = 0;
    for (unsigned edition = 0; edition < pen_edition_builtin_count(); edition++)
        for (unsigned house = 0; house <= PEN_HOUSE_SHEET; house++) {
            struct pen_chance chance = pen_chance_of(edition, house);
            struct setup_settings settings = setup_usual();
            memset(settings.edition, 0, sizeof settings.edition);
            strcpy(settings.edition, pen_edition_builtin_id(edition));
            settings.options.house = (uint8_t)house;
            settings.options.scoring = (uint8_t)(house % 3);
            settings.options.target = 300;
            settings.seats = (uint8_t)(2 + (house + edition) % 5);
            world_open(&world, &settings, house);
            world_sit(&world, "Ana");
            for (uint8_t seat = 1; seat < settings.seats; seat++)
                world_bot(&world, 0, seat, (uint8_t)(BOT_NOVICE + seat % 3));
            world_agree(&world, 0);
            check_no_record(1);
            assert_int_equal(world_do(&world, ROOM_IN_START, 0).refusal, ROOM_ACCEPTED);
            play_game(&chance);
            check_record(1);
            count_lines("\n#! tie ", &tie_count);
            count_lines("\nreshuffle: ", &reshuffle_count);
            count_lines("\n# taken back: ", &back_count);
            /* The next game has a record of its own, and the first one keeps its own. */
            world_tick(&world, 1);
            world_agree(&world, 0);
            assert_int_equal(world.room.game_number, 2);
            check_no_record(2);
            if (house == 0) {
                play_game(&chance);
                check_record(2);
            }
            check_record(1);
            world_assert_restored(&world);
            games++;
        }
    print_message("# %u games, %u rounds, %u checks; %u times taken back (%u lines), %u ties, %u new draw "
                  "piles\n",
                  games, round_count, good_count, undo_count, back_count, tie_count, reshuffle_count);
    assert_true(undo_count > 20 && back_count > 20 && reshuffle_count > 5 && tie_count > 0);
}

/* However many games were not played to their end. */
static void test_next_game(void **state)
{
    (void)state;
    static const char journal[] = "#! game 1000 1 2\n#! game 2000 2 2\n#! take-over 3000 9 4\n";
    assert_int_equal(room_next_game(journal, sizeof journal - 1, 0), 1);
    assert_int_equal(room_next_game(journal, sizeof journal - 1, 1), 2);
    assert_int_equal(room_next_game(journal, sizeof journal - 1, 2), 9);
    assert_int_equal(room_next_game(journal, sizeof journal - 1, 9), 0);
}

static void test_torn_journals(void **state)
{
    (void)state;
    static struct room room;
    struct pen_chance chance = pen_chance_of(1, 2);
    struct setup_settings settings = setup_usual();
    static char journal[WORLD_TEXT_MAX];
    unsigned refused = 0;
    settings.options.scoring = PEN_SCORING_QUICK;
    world_open(&world, &settings, 5);
    world_sit(&world, "Ana");
    world_bot(&world, 0, 1, BOT_CASUAL);
    world_agree(&world, 0);
    world_do(&world, ROOM_IN_START, 0);
    play_game(&chance);
    /* Every beginning that ends with a line is a room; others are torn, and so is half of an edition. */
    for (size_t cut = 0; cut <= world.journal_bytes; cut++) {
        if (cut % 7 != 0 && cut > 0 && world.journal[cut - 1] != '\n')
            continue;
        memset(&room, 0, sizeof room);
        bool is_good = room_restore(&room, &world_library, world.journal, cut);
        const bool is_inside = strncmp(world.journal + cut, "#: ", 3) == 0;
        assert_int_equal(is_good, cut == 0 || (world.journal[cut - 1] == '\n' && !is_inside));
    }
    /* Changed bytes are refused, or change something that does not break the room. */
    for (unsigned i = 0; i < 20000; i++) {
        memcpy(journal, world.journal, world.journal_bytes);
        for (unsigned k = pen_chance_below(&chance, 3); k < 3; k++)
            journal[pen_chance_below(&chance, (uint32_t)world.journal_bytes)] =
                pen_chance_below(&chance, 2) ? (char)pen_chance_below(&chance, 256)
                                             : " \n#0123456789abc"[pen_chance_below(&chance, 16)];
        memset(&room, 0, sizeof room);
        bool is_good = room_restore(&room, &world_library, journal, world.journal_bytes);
        refused += !is_good;
        record_bytes = 0;
        if (!room_write_record(journal, world.journal_bytes, 1, NULL, add_record))
            record_bytes = 0;
    }
    print_message("# %u of 20000 changed journals were refused\n", refused);
    assert_true(refused > 5000);
}

/* The table as release 0.3 had left it: its seeds stand in the journal without a version. */
static void become_old(void)
{
    char *line = strstr(world.journal, "#! entropy ");
    assert_non_null(line);
    char *end = strchr(line, '\n');
    assert_memory_equal(end - 2, " 3", 2);
    memmove(end - 2, end, strlen(end) + 1);
    world.journal_bytes -= 2;
    static struct room old;
    memset(&old, 0, sizeof old);
    assert_true(room_restore(&old, &world_library, world.journal, world.journal_bytes));
    old.live = world.room.live;
    world.room = old;
}

/* RULE O24: what was committed to and signed under an older shuffle is dealt by it, rounds that come after
 * the change included; the next game has the new one. */
static void test_old_shuffle(void **state)
{
    (void)state;
    char text[4096];
    unsigned turned = 0;
    for (unsigned seed = 1; seed <= 60; seed++) {
        struct pen_chance chance = pen_chance_of(seed, 3);
        struct setup_settings settings = setup_usual();
        settings.options.target = 200;
        settings.seats = 4;
        world_open(&world, &settings, seed);
        become_old();
        struct pen_text statement = pen_text_in(text, sizeof text);
        assert_true(room_write_statement(&world.room, false, &statement));
        assert_memory_equal(text, "#! fair 2\n", 10);
        world_sit(&world, "Ana");
        for (uint8_t seat = 1; seat < settings.seats; seat++)
            world_bot(&world, 0, seat, BOT_NOVICE);
        world_agree(&world, 0);
        assert_int_equal(world_do(&world, ROOM_IN_START, 0).refusal, ROOM_ACCEPTED);
        play_game(&chance);
        check_record(1);
        assert_memory_equal(record, "#! fair 2\n", 10);
        count_lines("\nopening: w+4 ", &turned);
        world_assert_restored(&world);
        world_tick(&world, 1);
        world_agree(&world, 0);
        play_game(&chance);
        check_record(2);
        assert_memory_equal(record, "#! fair 3\n", 10);
    }
    assert_true(turned > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_records), cmocka_unit_test(test_old_shuffle),
                                       cmocka_unit_test(test_next_game),
                                       cmocka_unit_test(test_torn_journals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

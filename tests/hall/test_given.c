/* test_given.c - games that people gave away: only those, and an honest try to tell who played them.
 *
 * The try knows the whole journal, so more than anybody outside: every name, the table and its title, its
 * seeds and commitments, every moment and everything that was said. None of it may stand in what is given,
 * and neither the order of the seats nor that of the lines may tell who opened the table. */
#include "../room/world.h"
#include "hall/given.h"

static struct world world;

static void open_table(const char *edition, uint8_t share, uint64_t seed)
{
    struct setup_settings settings = setup_usual();
    memset(settings.edition, 0, sizeof settings.edition);
    strcpy(settings.edition, edition);
    strcpy(settings.title, "Abuela Filomena");
    settings.options.scoring = PEN_SCORING_POINTS;
    settings.options.target = 120;
    settings.seats = 4;
    settings.share = share;
    settings.has_hints = true;
    world_open(&world, &settings, seed);
    world_sit(&world, "Filomena");
    world_sit(&world, "Anselmo");
    world_bot(&world, 0, 2, BOT_CASUAL);
    world_bot(&world, 0, 3, BOT_NOVICE);
    struct room_input input = world_input(&world, ROOM_IN_SAY, 0);
    strcpy(input.say.text, "Anselmo from Zaragoza");
    (void)world_apply(&world, &input);
    world_agree(&world, 0);
    world_agree(&world, 1);
    assert_int_equal(world_do(&world, ROOM_IN_START, 0).refusal, ROOM_ACCEPTED);
}

static void play(uint64_t seed)
{
    struct pen_chance chance = pen_chance_of(seed, 0);
    const struct pen_rules *rules = world.rules->rules;
    for (unsigned i = 0; i < 40000 && world.room.stage != ROOM_OVER; i++) {
        const struct pen_round *round = &world.room.game.round;
        const uint64_t due = room_deadline(&world.room);
        const uint16_t must = world.room.stage == ROOM_PLAYING ? pen_round_must(round) & 3 : 0;
        if (must && pen_chance_below(&chance, 4)) {
            const uint8_t seat = (uint8_t)pen_bits_lowest(must);
            struct pen_legal legal;
            pen_round_legal(rules, round, seat, &legal);
            world.now += 200 + pen_chance_below(&chance, 9000);
            world_act(&world, seat,
                      legal.plays ? pen_legal_any_play(rules, &legal, &chance)
                                  : pen_legal_any(rules, &legal, &chance));
        } else if (due != ROOM_NEVER) {
            world.now = due > world.now ? due : world.now;
            world_tick(&world, 0);
        } else {
            world.now += 1000;
        }
    }
    assert_int_equal(world.room.stage, ROOM_OVER);
}

static enum hall_giving give(uint32_t turn, struct hall_given *given)
{
    return hall_give(world.journal, world.journal_bytes, 1, turn, given);
}

/* ---- the try ---- */

static void look_for(const struct hall_given *given, const char *secret, size_t count)
{
    for (unsigned which = 0; which < 2; which++) {
        const struct hall_page *page = which ? &given->mesa : &given->line;
        for (size_t at = 0; at + count <= page->count; at++)
            if (memcmp(page->bytes + at, secret, count) == 0)
                fail_msg("it tells %.*s:\n%.600s", (int)count, secret, page->bytes);
    }
}

/* Every number and every string of digits that is long enough to be found again, and every private line. */
static void try_everything(const struct hall_given *given)
{
    unsigned tried = 0;
    for (uint8_t seat = 0; seat < 4; seat++)
        look_for(given, world.room.seats[seat].name, strlen(world.room.seats[seat].name));
    look_for(given, world.room.id, strlen(world.room.id));
    look_for(given, "Filomena", 8);
    look_for(given, "Zaragoza", 8);
    look_for(given, "#", 1); /* no comment of any kind */
    for (const char *at = world.journal; *at; at++) {
        const size_t digits = strspn(at, "0123456789abcdef");
        if (digits >= 8) {
            look_for(given, at, digits < 16 ? digits : 16);
            tried++;
        }
        at += digits;
        if (!*at)
            break;
    }
    assert_true(tried > 20);
}

struct end {
    uint16_t winners;
    uint16_t score[PEN_SEATS_MAX];
};

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    char id[PEN_ID_BYTES] = {0};
    (void)context, (void)problem;
    memcpy(id, name, bytes < sizeof id ? bytes : 0);
    return pen_edition_builtin(id, edition);
}

static void report(void *context, unsigned line, const char *what)
{
    fail_msg("%u: %s\n%.900s", line, what, (const char *)context);
}

static void check_it_replays(struct hall_given *given)
{
    static struct pen_mesa mesa;
    const struct pen_mesa_host host = {given->mesa.bytes, PEN_LANG_EN, find_edition, report, NULL};
    assert_int_equal(pen_mesa_replay(&mesa, given->mesa.bytes, given->mesa.count, &host), PEN_MESA_GOOD);
    assert_int_equal(mesa.names.count, 4);
    for (uint8_t seat = 0; seat < 4; seat++) {
        const unsigned place = (seat + 4 - given->first) % 4;
        assert_int_equal(mesa.game.score[place], world.room.game.score[seat]);
        assert_int_equal(mesa.game.winners >> place & 1, world.room.game.winners >> seat & 1);
    }
}

static void test_nothing_tells(void **state)
{
    (void)state;
    unsigned hosts[4] = {0};
    for (unsigned seed = 1; seed <= 12; seed++) {
        struct hall_given given;
        open_table(pen_edition_builtin_id(seed % pen_edition_builtin_count()), SETUP_SHARE_CC0, seed);
        play(seed);
        assert_int_equal(give(seed, &given), HALL_GIVING_GIVEN);
        try_everything(&given);
        check_it_replays(&given);
        assert_json(strtok(given.line.bytes, "\n"));
        assert_non_null(strstr(given.line.bytes, "\"help\":true"));
        hosts[(4 - given.first) % 4]++;
        hall_given_drop(&given);
    }
    /* Whoever opened the table is as often first as anywhere. */
    for (unsigned place = 0; place < 4; place++)
        assert_int_equal(hosts[place], 3);
}

/* Two tables that differ only in who sat there, what they said and when give the same bytes. */
static void test_twins(void **state)
{
    (void)state;
    struct hall_given one, other;
    open_table("classic", SETUP_SHARE_CC0, 5);
    play(5);
    assert_int_equal(give(2, &one), HALL_GIVING_GIVEN);
    char *at = world.journal;
    for (char *found; (found = strstr(at, "Filomena")); at = found)
        memcpy(found, "Eulalias", 8);
    for (at = world.journal; (at = strstr(at, "Anselmo")); at++)
        memcpy(at, "Leandro", 7);
    for (at = world.journal; (at = strstr(at, " #@ ")); at++)
        at[4] = '2'; /* a hundred years later, but in step */
    assert_int_equal(give(2, &other), HALL_GIVING_GIVEN);
    assert_int_equal(one.mesa.count, other.mesa.count);
    assert_memory_equal(one.mesa.bytes, other.mesa.bytes, one.mesa.count);
    hall_given_drop(&one);
    hall_given_drop(&other);
}

static void test_not_without_consent(void **state)
{
    (void)state;
    struct hall_given given;
    open_table("classic", SETUP_SHARE_NO, 3);
    play(3);
    assert_int_equal(give(0, &given), HALL_GIVING_KEPT);
    assert_null(given.line.bytes);
    /* One that is not over is nobody's yet. */
    open_table("classic", SETUP_SHARE_CC0, 3);
    assert_int_equal(give(0, &given), HALL_GIVING_NONE);
    play(3);
    assert_int_equal(hall_give(world.journal, world.journal_bytes, 2, 0, &given), HALL_GIVING_NONE);
    /* The agreement is to one game: after a change to the rules the next one is kept, and the first stays
     * given. */
    world_tick(&world, 1);
    struct room_input input = world_input(&world, ROOM_IN_SET, 0);
    input.set.settings = world.room.settings;
    input.set.settings.share = SETUP_SHARE_NO;
    assert_int_equal(world_apply(&world, &input).refusal, ROOM_ACCEPTED);
    world_agree(&world, 0);
    world_agree(&world, 1);
    (void)world_do(&world, ROOM_IN_START, 0);
    assert_int_equal(world.room.game_number, 2);
    play(4);
    assert_int_equal(hall_give(world.journal, world.journal_bytes, 2, 0, &given), HALL_GIVING_KEPT);
    assert_int_equal(hall_give(world.journal, world.journal_bytes, 1, 0, &given), HALL_GIVING_GIVEN);
    hall_given_drop(&given);
}

/* The text of somebody's own edition may say who wrote it. */
static void test_own_editions_stay(void **state)
{
    (void)state;
    struct hall_given given;
    open_table(world_bring("house ours\ntitle en \"Filomena's cards\"\nhand 5\n"), SETUP_SHARE_CC0, 9);
    play(9);
    assert_int_equal(give(0, &given), HALL_GIVING_KEPT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_tells),
        cmocka_unit_test(test_twins),
        cmocka_unit_test(test_not_without_consent),
        cmocka_unit_test(test_own_editions_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

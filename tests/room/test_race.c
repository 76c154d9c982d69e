/* test_race.c - races are decided by reaction, not by the length of a cable.
 *
 * Four equal players, reactions drawn from one distribution, round trips of 20, 60, 120 and 250 ms, drop
 * their cards: each is last equally often. By arrival the slowest line would lose nearly always. */
#include <math.h>

#include "world.h"

static struct world world;

enum { PLAYERS = 4 };

static const uint32_t trips[PLAYERS] = {20, 60, 120, 250};

static double uniform(struct pen_chance *chance)
{
    return ((double)(pen_chance_word(chance) >> 11) + 0.5) / 9007199254740992.0;
}

/* Around a third of a second, as people are. */
static uint32_t reaction(struct pen_chance *chance)
{
    double normal = sqrt(-2 * log(uniform(chance))) * cos(6.283185307179586 * uniform(chance));
    return (uint32_t)(exp(log(320.0) + 0.35 * normal) + 0.5);
}

/* A table of the edition with a race, in the race. */
static void set_up_race_of(unsigned players, uint64_t seed)
{
    struct setup_settings settings = setup_usual();
    memset(settings.edition, 0, sizeof settings.edition);
    strcpy(settings.edition, "office");
    settings.seats = (uint8_t)players;
    world_play(&world, &settings, players, seed);
    for (uint8_t seat = 0; seat < players; seat++) {
        struct room_input input = world_input(&world, ROOM_IN_HERE, seat);
        input.here.is_here = true;
        input.rtt_ms = trips[seat % PLAYERS];
        world_apply(&world, &input);
        world.room.live.rtt_ms[seat] = (uint16_t)trips[seat % PLAYERS];
    }
    /* The position is laid, so that thousands of races do not need thousands of rounds: the one in turn
     * holds the card that everybody drops for. */
    const struct pen_rules *rules = world.rules->rules;
    struct pen_round *round = &world.room.game.round;
    uint8_t chili = 0;
    while (rules->play[chili][0].op != PEN_STEP_NAME_COLOR || rules->play[chili][1].op != PEN_STEP_RACE_DROP)
        chili++;
    struct pen_layout layout = pen_game_first_layout((uint8_t)players, 0, seed);
    layout.has_hand = 1;
    pen_hand_add(&layout.hands[0], chili);
    pen_hand_add(&layout.hands[0], 1);
    pen_hand_add(&layout.hands[0], 2);
    layout.top = 0;
    layout.turn = 0;
    assert_int_equal(pen_round_deal(rules, round, &layout, NULL, NULL), PEN_DEAL_GOOD);
    struct pen_action action = PEN_ACTION(PEN_VERB_PLAY, 0);
    action.card = chili;
    action.color = 0;
    world_act(&world, 0, action);
    world_tick(&world, 400); /* jump-in is not in force, but UNO might be owed */
    assert_int_equal(round->phase, PEN_PHASE_RACE);
}

static void set_up_race(uint64_t seed)
{
    set_up_race_of(PLAYERS, seed);
}

struct arrival {
    uint64_t at;
    uint8_t seat;
    uint32_t dt;
};

/* One race; returns who was last, and by arrival. */
static uint8_t race(uint64_t seed, struct pen_chance *chance, bool tells_dt, const uint32_t *claims,
                    uint8_t *by_arrival)
{
    set_up_race(seed);
    const uint64_t made = world.room.live.update_ms[world.room.n % ROOM_UPDATES_MAX];
    const uint32_t on = world.room.n;
    struct arrival list[PLAYERS];
    for (uint8_t i = 0; i < PLAYERS; i++) {
        const uint32_t dt = reaction(chance);
        struct arrival arrival = {made + 3 + trips[i] + dt, i, claims && claims[i] ? claims[i] : dt};
        unsigned place = i;
        for (; place > 0 && list[place - 1].at > arrival.at; place--)
            list[place] = list[place - 1];
        list[place] = arrival;
    }
    *by_arrival = list[PLAYERS - 1].seat;
    for (unsigned i = 0; i < PLAYERS; i++) {
        /* What is due before it comes. */
        while (room_deadline(&world.room) < list[i].at) {
            world.now = room_deadline(&world.room);
            world_tick(&world, 0);
        }
        world.now = list[i].at;
        world_tick(&world, 0);
        if (world.room.game.round.phase != PEN_PHASE_RACE)
            break; /* all others have dropped: this one is last */
        struct room_input input = world_input(&world, ROOM_IN_ACT, list[i].seat);
        input.act.action = PEN_ACTION(PEN_VERB_DROP, list[i].seat);
        input.act.on = on;
        input.told_ms = made + 3;
        input.rtt_ms = trips[list[i].seat];
        input.act.dt_ms = tells_dt ? list[i].dt : ROOM_NO_DT;
        struct room_answer answer = world_apply(&world, &input);
        assert_int_equal(answer.refusal, ROOM_ACCEPTED);
    }
    for (unsigned i = 0; i < 10 && world.room.game.round.phase == PEN_PHASE_RACE; i++) {
        world.now = room_deadline(&world.room);
        world_tick(&world, 0);
    }
    for (uint32_t i = world.room.event_total; i-- > 0;)
        if (world.room.events[i % ROOM_EVENTS_MAX].type == PEN_EVENT_DROPPED_LAST)
            return world.room.events[i % ROOM_EVENTS_MAX].seat;
    fail_msg("nobody was last");
    return 0;
}

static void run(const char *what, bool tells_dt, const uint32_t *claims, unsigned races, unsigned *last)
{
    unsigned arrived[PLAYERS] = {0};
    struct pen_chance chance = pen_chance_of(7, tells_dt);
    memset(last, 0, PLAYERS * sizeof *last);
    for (unsigned i = 0; i < races; i++) {
        uint8_t by_arrival;
        last[race(i + 1, &chance, tells_dt, claims, &by_arrival)]++;
        arrived[by_arrival]++;
    }
    print_message("# %s: last with round trips of 20/60/120/250 ms: %.1f %.1f %.1f %.1f %%; "
                  "by arrival %.1f %.1f %.1f %.1f %%\n",
                  what, 100.0 * last[0] / races, 100.0 * last[1] / races, 100.0 * last[2] / races,
                  100.0 * last[3] / races, 100.0 * arrived[0] / races, 100.0 * arrived[1] / races,
                  100.0 * arrived[2] / races, 100.0 * arrived[3] / races);
}

static void test_equal_players(void **state)
{
    (void)state;
    enum { RACES = 6000 };
    unsigned last[PLAYERS];
    for (unsigned tells_dt = 0; tells_dt < 2; tells_dt++) {
        run(tells_dt ? "with dt" : "without dt", tells_dt, NULL, RACES, last);
        for (unsigned seat = 0; seat < PLAYERS; seat++)
            if (last[seat] * 100 < 22 * RACES || last[seat] * 100 > 28 * RACES)
                fail_msg("seat %u is last in %u of %u races", seat, last[seat], (unsigned)RACES);
    }
}

/* Whoever claims to have reacted in a millisecond gains no more than the own line can explain. */
static void test_claims_are_bounded(void **state)
{
    (void)state;
    enum { RACES = 2000 };
    const uint32_t claims[PLAYERS] = {1, 0, 0, 0}; /* the one with 20 ms */
    unsigned last[PLAYERS];
    run("one claims 1 ms", true, claims, RACES, last);
    assert_true(last[0] * 100 > 18 * RACES);
}

/* ---- single cases ---- */

/* Carla plays her last but one card without a word: she owes UNO. */
static void set_up_debt(void)
{
    struct setup_settings settings = setup_usual();
    world_play(&world, &settings, 3, 3);
    struct pen_round *round = &world.room.game.round;
    struct pen_layout layout = pen_game_first_layout(3, 1, 3);
    layout.has_hand = 4;
    pen_hand_add(&layout.hands[2], 1);
    pen_hand_add(&layout.hands[2], 2);
    layout.top = 3;
    layout.turn = 2;
    assert_int_equal(pen_round_deal(world.rules->rules, round, &layout, NULL, NULL), PEN_DEAL_GOOD);
    struct pen_action action = PEN_ACTION(PEN_VERB_PLAY, 2);
    action.card = 1;
    assert_int_equal(world_act(&world, 2, action).refusal, ROOM_ACCEPTED);
    assert_int_equal(round->owes, 4);
}

static struct room_answer act_at(uint64_t ms, uint8_t seat, enum pen_verb verb, uint32_t dt)
{
    struct room_input input;
    world.now = world.room.live.owes_ms[2] + ms;
    input = world_input(&world, ROOM_IN_ACT, seat);
    input.act.action = PEN_ACTION((uint8_t)verb, seat);
    if (verb == PEN_VERB_CATCH)
        input.act.action.target = 2;
    input.act.on = world.room.n;
    input.told_ms = world.room.live.owes_ms[2];
    input.act.dt_ms = dt;
    input.rtt_ms = 30;
    return world_apply(&world, &input);
}

static void finish_race(void)
{
    while (world.room.live.held_count > 0) {
        world.now = room_deadline(&world.room);
        world_tick(&world, 0);
    }
}

static void test_catch_waits(void **state)
{
    (void)state;
    /* A catch after 100 ms does not come before a word after 450. */
    set_up_debt();
    assert_true(act_at(100, 1, PEN_VERB_CATCH, 80).is_held);
    assert_true(act_at(470, 2, PEN_VERB_SAY_UNO, 450).is_held);
    finish_race();
    assert_int_equal(world.room.game.round.owes, 0);
    assert_int_equal(world.room.game.round.hand_count[2], 1);
    assert_true(world_has_sent(&world, 1, "\"code\":\"too-late\""));
    /* Before a word that comes later, it does. */
    set_up_debt();
    act_at(100, 1, PEN_VERB_CATCH, 80);
    act_at(545, 2, PEN_VERB_SAY_UNO, 540);
    finish_race();
    assert_int_equal(world.room.game.round.hand_count[2], 3);
    assert_true(world_has_sent(&world, 2, "\"code\":\"too-late\""));
    /* At the same time, the word counts. */
    set_up_debt();
    act_at(520, 1, PEN_VERB_CATCH, 500);
    act_at(528, 2, PEN_VERB_SAY_UNO, 508);
    finish_race();
    assert_int_equal(world.room.game.round.hand_count[2], 1);
}

static void test_holds(void **state)
{
    (void)state;
    /* Without a window an act is done at once; in one it waits, and a repeated one waits only once. */
    set_up_debt();
    const uint32_t n = world.room.n;
    struct room_answer answer = act_at(700, 0, PEN_VERB_DRAW, 690);
    assert_true(answer.is_held);
    struct room_input again = world_input(&world, ROOM_IN_ACT, 0);
    again.command--;
    world.command[0]--;
    assert_true(world_apply(&world, &again).is_held);
    assert_int_equal(world.room.live.held_count, 1);
    assert_int_equal(world.room.n, n);
    /* The hold depends on the lines of those who are here, nothing else. */
    assert_int_equal(room_deadline(&world.room), world.room.live.owes_ms[2] + 690 + 50);
    finish_race();
    assert_int_equal(world.room.n, n + 1);
    assert_non_null(strstr(world.journal, "Ana draws #@ "));
    assert_non_null(strstr(world.journal, " r=690 wait=700 rtt=30 dt=690\n"));
    /* What is not allowed at all need not wait to be refused. */
    set_up_debt();
    answer = act_at(100, 1, PEN_VERB_DRAW, 90);
    assert_int_equal(answer.refusal, ROOM_REFUSED_GAME);
    assert_int_equal(world.room.live.held_count, 0);
}

/* Those who act twice and more leave a place for everybody else's first act. */
static void test_nobody_is_kept_out(void **state)
{
    enum { MANY = 10 };
    (void)state;
    set_up_race_of(MANY, 3);
    unsigned second = 0;
    for (uint8_t seat = 0; seat < MANY; seat++) {
        assert_true(world_act(&world, seat, PEN_ACTION(PEN_VERB_DROP, seat)).is_held);
        struct room_answer answer = world_act(&world, seat, PEN_ACTION(PEN_VERB_DROP, seat));
        assert_true(answer.is_held || answer.refusal == ROOM_REFUSED_WAIT);
        second += answer.is_held;
        assert_int_equal(world_act(&world, seat, PEN_ACTION(PEN_VERB_DROP, seat)).refusal, ROOM_REFUSED_WAIT);
    }
    assert_int_equal(second, ROOM_HELD_MAX - MANY);
    assert_int_equal(world.room.live.held_count, ROOM_HELD_MAX);
    finish_race();
    assert_int_not_equal(world.room.game.round.phase, PEN_PHASE_RACE);
}

static void test_late_droppers(void **state)
{
    (void)state;
    set_up_race(3);
    world_here(&world, 3, false);
    for (uint8_t seat = 0; seat < 2; seat++)
        world_act(&world, seat, PEN_ACTION(PEN_VERB_DROP, seat));
    world_tick(&world, 1000);
    assert_int_equal(world.room.game.round.phase, PEN_PHASE_RACE);
    assert_int_equal(pen_round_must(&world.room.game.round), 12);
    world_tick(&world, 7400);
    assert_int_not_equal(world.room.game.round.phase, PEN_PHASE_RACE);
    assert_non_null(strstr(world.journal, "#! tie 2 ")); /* the first two came at the same time, too */
    assert_non_null(strstr(world.journal, "by=clock"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_players),      cmocka_unit_test(test_claims_are_bounded),
        cmocka_unit_test(test_catch_waits),        cmocka_unit_test(test_holds),
        cmocka_unit_test(test_nobody_is_kept_out), cmocka_unit_test(test_late_droppers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

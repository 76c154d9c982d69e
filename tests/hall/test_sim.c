/* test_sim.c - the hall, its tables, a journal, clients and the network between them in one process, with
 * time and faults that come from a seed.
 *
 * Connections are cut, half cut and replaced, messages come late, twice or as nonsense, the disk is full
 * or fails, the process dies before, while and after a group is written, the clock jumps, a bit on the
 * disk changes. Tables are opened and left, and people come back at the very moment at which a table's time
 * is up. Checked on the way: cards are conserved; a table put back from its durable journal is the
 * one that lives; whatever a client was sent is durable; an answer to an act is in the journal; only a
 * damaged table is set aside; and when all is calm again, every table goes on.
 *
 *     test-hall-sim SOURCES                  the usual seeds
 *     test-hall-sim SOURCES 4711 [COUNT]     from this seed on; with SIM_TALK=1 all that clients hear
 */
#include "../support/sanitized.h"
#include "sim_steps.h"

enum { SEEDS = IS_SANITIZED ? 1500 : 3000 };

static uint64_t first_seed = 1, seed_count = SEEDS;

static void begin_world(uint64_t seed)
{
    static const char *const houses[] = {"", "\"jump-in\"", "\"seven-0\"", "\"progressive\"",
                                         "\"progressive\",\"seven-0\",\"jump-in\""};
    static const char *const scorings[] = {"points", "lowest", "quick"};
    static const char *const clocks[] = {"null", "{\"move\":5}", "{\"move\":30}", "{\"days\":1}"};
    static const char *const people[] = {"Ana", "Beto", "Carla", "Dani"};
    static const char own_text[] =
        ",\"text\":\"edition e\\nlike office\\ntitle en \\\"E\\\", es \\\"E\\\"\\nhand 5\\n\"";
    memset(&world, 0, sizeof world);
    world.seed = seed;
    world.chance = pen_chance_of(seed, 0);
    world.now_ms = 1700000000000u + any(1000000);
    assert_true(store_open_memory(&world.store));
    /* Where nobody plays, the next thing to happen is the end of a table that was left. */
    world.table_count = any(8) ? 1 + any(TABLES_MAX) : 0;
    world.has_visitors = world.table_count == 0 || any(3) == 0;
    world.has_jumps = world.table_count == 0 || any(3) == 0;
    world.has_works = any(2);
    world.has_expert = any(150) == 0; /* thinking takes long */
    world.has_works = world.has_works || world.has_expert;
    world.wait_ms = -1;
    for (unsigned i = 0; i < world.table_count; i++) {
        world.seats[i] = 2 + any(SEATS_MAX - 1);
        snprintf(world.settings[i], sizeof world.settings[i],
                 "{\"edition\":\"%s\",\"house\":[%s],\"scoring\":\"%s\",\"seats\":%u,\"clock\":%s,\"bots\":"
                 "\"%s\"}%s",
                 pen_edition_builtin_id(any(pen_edition_builtin_count())), houses[any(5)], scorings[any(3)],
                 world.seats[i] + world.has_expert, clocks[any(4)], any(6) ? "rule" : "expert",
                 any(5) ? "" : own_text);
        for (unsigned j = 0; j < world.seats[i]; j++) {
            struct client *client = &world.clients[i][j];
            client->table = i;
            client->retry_ms = world.now_ms + any(100);
            snprintf(client->player.name, sizeof client->player.name, "%s%u", people[j], i);
            player_begin(&client->player, &world.chance);
        }
    }
    start_hall();
}

static void end_world(void)
{
    kill_hall();
    (void)store_close(&world.store);
}

/* Whether the table has come further than 'n', or is at an end. */
static bool has_gone_on(unsigned index, uint32_t n)
{
    const struct room_rules *rules;
    bool is_durable;
    if (!world.ids[index][0] || world.is_damaged[index])
        return true;
    const struct room *room = hall_room(world.hall, world.ids[index], &rules, &is_durable);
    return !room || room->stage == ROOM_OVER || room->n > n + 3;
}

/* What is known about a table that does not go on. */
static void describe(unsigned index, const struct room *room)
{
    if (room)
        print_error(
            "paused %d, asking %d, phase %u, turn %u, must %x, held %u, here %x, clock %lld ms, now %llu\n",
            room->is_paused, room->ask.is_open, room->game.round.phase, room->game.round.turn,
            pen_round_must(&room->game.round), room->live.held_count, room->live.here,
            (long long)(room->clock_ms - room->last_ms), (unsigned long long)world.now_ms);
    for (unsigned j = 0; j < world.seats[index]; j++) {
        const struct client *client = &world.clients[index][j];
        const struct player *player = &client->player;
        print_error(
            "%s: wire %d, seat %d, stage %s, last %u, actions %u %s, asked %d, agreed %d, open %u %s\n",
            player->name, client->wire != NULL, player->seat, player->stage, (unsigned)player->last,
            player->action_count, player->action_count ? player->actions[0] : "", player->is_asked,
            player->has_agreed, (unsigned)player->open_id, player->open_text);
    }
}

static void calm_down(void)
{
    uint32_t n[TABLES_MAX] = {0};
    world.is_calm = true;
    for (unsigned i = 0; i < world.table_count; i++) {
        const struct room_rules *rules;
        bool is_durable;
        const struct room *room =
            world.ids[i][0] ? hall_room(world.hall, world.ids[i], &rules, &is_durable) : NULL;
        if (room)
            n[i] = room->n;
        for (unsigned j = 0; j < world.seats[i]; j++)
            cut(&world.clients[i][j], true);
    }
    bool has_all = false;
    for (unsigned steps = 0; steps < CALM_STEPS && !has_all; steps++) {
        step();
        has_all = true;
        for (unsigned i = 0; i < world.table_count; i++)
            has_all = has_all && has_gone_on(i, n[i]);
    }
    for (unsigned i = 0; i < world.table_count; i++) {
        const struct room_rules *rules;
        bool is_durable;
        const struct room *room =
            world.ids[i][0] ? hall_room(world.hall, world.ids[i], &rules, &is_durable) : NULL;
        if (!has_gone_on(i, n[i]))
            describe(i, room);
        CHECK(has_gone_on(i, n[i]), "table %s is stuck in stage %u at update %u", world.ids[i],
              room ? room->stage : 99u, room ? (unsigned)room->n : 0);
    }
    for (unsigned i = 0; i < world.table_count; i++)
        check_table(i, true);
}

static void test_worlds(void **state)
{
    (void)state;
    uint64_t crashes = 0, faults = 0, acks = 0, jumps = 0, visits = 0, thoughts = 0;
    for (uint64_t seed = first_seed; seed < first_seed + seed_count; seed++) {
        begin_world(seed);
        unsigned steps = STEPS / 2 + any(STEPS);
        for (unsigned i = 0; i < steps; i++)
            step();
        calm_down();
        crashes += world.crashes;
        faults += world.faults;
        jumps += world.jumps;
        visits += world.visits;
        thoughts += world.thoughts;
        for (unsigned i = 0; i < world.table_count; i++)
            for (unsigned j = 0; j < world.seats[i]; j++)
                acks += world.clients[i][j].player.acks;
        end_world();
    }
    print_message(
        "# %llu worlds, %llu crashes, %llu faults of the disk, %llu answers, %llu jumps to a deadline, "
        "%llu visits, %llu thoughts\n",
        (unsigned long long)seed_count, (unsigned long long)crashes, (unsigned long long)faults,
        (unsigned long long)acks, (unsigned long long)jumps, (unsigned long long)visits,
        (unsigned long long)thoughts);
    /* Otherwise the simulation would say nothing. */
    assert_true(seed_count < 100 ||
                (crashes > seed_count / 2 && faults > seed_count / 2 && acks > 10 * seed_count &&
                 jumps > seed_count / 2 && visits > 10 * seed_count));
}

int main(int argc, char **argv)
{
    if (argc > 2) {
        first_seed = strtoull(argv[2], NULL, 10);
        seed_count = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_worlds)};
    return cmocka_run_group_tests_name("hall", tests, NULL, NULL);
}

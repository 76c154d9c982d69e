/* sim_steps.h - one step of test_sim.c: messages come, clients and visitors speak, the disk does or does not,
 * time passes or jumps to where a table's time is up. */
#ifndef TESTS_HALL_SIM_STEPS_H
#define TESTS_HALL_SIM_STEPS_H

#include "sim_server.h"

/* Everybody goes to the table that the first one has opened, which may have been a second time. */
static void follow(struct client *client)
{
    char *id = world.ids[client->table];
    if (!client->player.table[0] || strcmp(client->player.table, id) == 0)
        return;
    if (client == &world.clients[client->table][0] || !id[0]) {
        snprintf(id, sizeof world.ids[0], "%s", client->player.table);
        world.sent_n[client->table] = 0;
        world.is_damaged[client->table] = false;
    } else {
        client->player.is_out = client->player.has_no_table = true;
    }
}

static void deliver(struct wire *wire)
{
    struct letter letter;
    while (wire->conn && !wire->is_closing && pop(&wire->up, &letter)) {
        size_t count = letter.count;
        if (chance_of(2) && count > 0)
            count = any((unsigned)count); /* nonsense */
        hall_text(world.hall, wire->conn, letter.bytes, count, (struct hall_trip){any(300), any(300)},
                  world.now_ms);
        if (chance_of(3))
            hall_text(world.hall, wire->conn, letter.bytes, letter.count, (struct hall_trip){0, 0},
                      world.now_ms); /* twice */
        free(letter.bytes);
    }
    while (wire->client && pop(&wire->down, &letter)) {
        struct client *client = wire->client;
        if (getenv("SIM_TALK"))
            fprintf(stderr, "%llu %s < %s\n", (unsigned long long)world.now_ms, client->player.name,
                    letter.bytes);
        bool is_good = player_hear(&client->player, letter.bytes, letter.count);
        CHECK(is_good, "%s cannot understand: %s", client->player.name, letter.bytes);
        follow(client);
        free(letter.bytes);
    }
}

/* Those of a table who were sent away. */
static unsigned unwanted_at(unsigned table)
{
    unsigned count = 0;
    for (unsigned i = 0; i < world.seats[table]; i++)
        count += world.clients[table][i].player.is_unwanted;
    return count;
}

static void speak(struct client *client)
{
    struct wire *wire = client->wire;
    if (!wire) {
        if (world.now_ms >= client->retry_ms)
            connect_client(client);
        return;
    }
    follow(client);
    if (client->player.is_out || client->player.is_shut_out) {
        if (client->player.is_out)
            player_begin(&client->player, &world.chance);
        client->player.is_shut_out = false;
        cut(client, true);
        return;
    }
    const char *text =
        player_speak(&client->player, &world.chance, world.is_calm, world.seats[client->table],
                     unwanted_at(client->table), world.has_expert ? world.seats[client->table] : 0);
    if (text)
        push(&wire->up, text, strlen(text));
    /* An answer that never comes (a queue overflowed, a command was nonsense): once more. */
    else if (client->player.open_id && player_any(&world.chance, world.is_calm ? 30 : 60) == 0)
        push(&wire->up, client->player.open_text, strlen(client->player.open_text));
}

static void step_disk(void)
{
    if (store_memory_under_way(&world.store) == 0)
        return;
    if (chance_of(4)) {
        world.faults++;
        store_memory_finish(&world.store, any(2) ? STORE_FAULT_FULL : STORE_FAULT_SYNC);
    } else if (world.is_calm || any(2)) {
        store_memory_finish(&world.store, STORE_FAULT_NONE);
    }
}

static void visitor_says(struct visitor *visitor, const char *format, const char *table, unsigned token)
{
    char text[300];
    snprintf(text, sizeof text, format, table, token);
    if (table[0])
        snprintf(visitor->wanted[visitor->wanted_count++], sizeof visitor->wanted[0], "%s", table);
    else
        visitor->has_created = true;
    hall_text(world.hall, visitor->conn, text, strlen(text), (struct hall_trip){any(300), any(300)},
              world.now_ms);
    world.visits++;
}

/* A table of the visitors', or one of the others', or none. */
static const char *some_table(void)
{
    unsigned which = any(VISITORS + 1);
    if (which < VISITORS && world.left[which][0])
        return world.left[which];
    return world.table_count > 0 && any(3) == 0 ? world.ids[any(world.table_count)] : world.left[0];
}

static void visit(struct visitor *visitor)
{
    const unsigned number = (unsigned)(visitor - world.visitors);
    char text[100];
    if (visitor->conn && (visitor->is_closing || any(6) == 0 || visitor->wanted_count == 8)) {
        hall_closed(world.hall, visitor->conn, world.now_ms);
        *visitor = (struct visitor){0};
    }
    if (!visitor->conn) {
        *visitor = (struct visitor){0};
        visitor->conn = hall_open(world.hall, visitor, "10.0.0.2", world.now_ms);
        if (!visitor->conn)
            return;
        static const char hello[] = "{\"t\":\"hello\",\"v\":2}";
        hall_text(world.hall, visitor->conn, hello, sizeof hello - 1, (struct hall_trip){0, 0}, world.now_ms);
    }
    switch (any(8)) {
    case 0:
        visitor_says(visitor, "{\"t\":\"create\",\"name\":\"Eva%s\",\"token\":\"%064u\"}", "", number);
        break;
    case 1:
    case 2:
        visitor_says(visitor, "{\"t\":\"watch\",\"table\":\"%s\"}", some_table(), 0);
        break;
    case 3:
        /* Not at the others\' tables: they would wait for its agreement. */
        visitor_says(visitor, "{\"t\":\"join\",\"table\":\"%s\",\"name\":\"Eva%u\"}",
                     world.left[any(VISITORS)], number);
        break;
    case 4:
    case 5:
        visitor_says(visitor, "{\"t\":\"resume\",\"table\":\"%s\",\"token\":\"%064u\"}", some_table(),
                     any(VISITORS));
        break;
    default:
        snprintf(text, sizeof text, "{\"t\":\"%s\",\"id\":%u}", any(3) ? "leave" : "start",
                 (unsigned)++world.visitor_id);
        hall_text(world.hall, visitor->conn, text, strlen(text), (struct hall_trip){0, 0}, world.now_ms);
        break;
    }
}

/* Time goes on: a little, for as long as somebody sleeps, or to the very moment at which the hall has
 * something to do. */
static void pass_time(void)
{
    if (world.has_jumps && world.wait_ms > 0 && chance_of(8)) {
        uint64_t due_ms = world.wait_from_ms + (uint64_t)world.wait_ms;
        world.jumps++;
        if (due_ms > world.now_ms)
            world.now_ms = due_ms - (any(8) == 0) + (any(8) == 0);
        return;
    }
    world.now_ms += world.is_calm ? 200 : any(any(30) ? 40 : 5000);
    if (chance_of(1) && any(4) == 0)
        world.now_ms += any(100000); /* asleep */
}

/* The process is stopped, for long: nothing becomes due by that. */
static void stand_still(void)
{
    int64_t before_ms = hall_turn(world.hall, world.now_ms);
    world.now_ms += 1 + any(4000000);
    hall_stood_still(world.hall, world.now_ms);
    int64_t after_ms = hall_turn(world.hall, world.now_ms);
    CHECK(before_ms <= 0 || before_ms == after_ms, "%lld ms were left before standing still, %lld after it",
          (long long)before_ms, (long long)after_ms);
}

static void step(void)
{
    pass_time();
    if (chance_of(1))
        stand_still();
    for (unsigned i = 0; world.has_visitors && i < VISITORS; i++)
        if (chance_of(30))
            visit(&world.visitors[i]);
    for (struct wire *wire = world.wires, *next; wire; wire = next) {
        next = wire->next;
        deliver(wire);
        if ((wire->is_closing && wire->down.count == 0) ||
            (wire->close_ms && world.now_ms >= wire->close_ms) || (wire->is_closing && !wire->client))
            bury(wire);
    }
    for (unsigned i = 0; i < world.table_count; i++) {
        for (unsigned j = 0; j < world.seats[i]; j++) {
            struct client *client = &world.clients[i][j];
            if (chance_of(1))
                cut(client, any(2));
            speak(client);
        }
    }
    step_works();
    world.wait_ms = hall_turn(world.hall, world.now_ms);
    world.wait_from_ms = world.now_ms;
    step_disk();
    if (chance_of(3))
        crash();
    for (unsigned i = 0; i < world.table_count; i++)
        check_table(i, chance_of(4));
}

#endif

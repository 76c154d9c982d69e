/* sim_server.h - connections of test_sim.c, tables that close, the server that dies and comes back, and
 * whether what it holds is what its journal says. */
#ifndef TESTS_HALL_SIM_SERVER_H
#define TESTS_HALL_SIM_SERVER_H

#include "sim_outside.h"

/* ---- connections ------------------------------------------------------------------------------ */

static void connect_client(struct client *client)
{
    char text[900];
    struct player *player = &client->player;
    const char *id = world.ids[client->table];
    if (player->is_seated)
        snprintf(text, sizeof text, "{\"t\":\"resume\",\"table\":\"%s\",\"token\":\"%s\",\"last\":%u}", id,
                 player->token, (unsigned)player->last);
    else if (client == &world.clients[client->table][0])
        snprintf(text, sizeof text, "{\"t\":\"create\",\"name\":\"%s\",\"token\":\"%s\",\"settings\":%s}",
                 player->name, player->token, world.settings[client->table]);
    else if (id[0])
        snprintf(text, sizeof text, "{\"t\":\"join\",\"table\":\"%s\",\"name\":\"%s\",\"token\":\"%s\"}", id,
                 player->name, player->token);
    else
        return;
    struct wire *wire = calloc(1, sizeof *wire);
    wire->conn = hall_open(world.hall, wire, "10.0.0.1", world.now_ms);
    if (!wire->conn) {
        free(wire);
        return;
    }
    wire->client = client;
    snprintf(wire->asked, sizeof wire->asked, "%s", id);
    wire->next = world.wires;
    world.wires = wire;
    client->wire = wire;
    /* Nothing depends on it, so it is never lost or garbled here. */
    static const char hello[] = "{\"t\":\"hello\",\"v\":2}";
    hall_text(world.hall, wire->conn, hello, sizeof hello - 1, (struct hall_trip){0, 0}, world.now_ms);
    push(&wire->up, text, strlen(text));
    /* What was not answered is said again; its id makes it count once. */
    if (player->open_id && player->is_seated)
        push(&wire->up, player->open_text, strlen(player->open_text));
}

/* The client loses its connection; the server notices at once or much later. */
static void cut(struct client *client, bool is_noticed)
{
    struct wire *wire = client->wire;
    if (!wire)
        return;
    wire->client = NULL;
    client->wire = NULL;
    client->retry_ms = world.now_ms + (world.is_calm ? 5 : any(3000));
    wire->close_ms = world.now_ms + (is_noticed ? 1 : 60000);
    empty(&wire->down);
    if (any(2))
        empty(&wire->up); /* else what was under way still arrives */
}

static void bury(struct wire *wire)
{
    struct wire **link = &world.wires;
    while (*link != wire)
        link = &(*link)->next;
    *link = wire->next;
    if (wire->client)
        cut(wire->client, true);
    if (wire->conn)
        hall_closed(world.hall, wire->conn, world.now_ms);
    empty(&wire->up);
    empty(&wire->down);
    free(wire);
}

/* ---- tables that close ------------------------------------------------------------------------ */

static void note_ended(void *context, uint64_t table, uint64_t ended_ms, const char *bytes, size_t count)
{
    (void)table;
    (void)ended_ms;
    (void)bytes;
    (void)count;
    *(bool *)context = true;
}

/* Whether the disk knows of the table's end. Then whoever opened it opens another one. */
static bool is_ended(unsigned index)
{
    bool is_ended = false;
    (void)store_read_ended(&world.store, key_of(world.ids[index]), note_ended, &is_ended, why);
    /* Of a group that was cut off there may be only the closing. */
    if (!is_ended)
        (void)store_read_table(&world.store, key_of(world.ids[index]), UINT64_MAX, note_close, &is_ended,
                               why);
    return is_ended;
}

/* ---- the server dies and comes back ----------------------------------------------------------- */

static bool take_work(void *context, struct hall_work *work)
{
    (void)context;
    if (chance_of(5))
        return false; /* too much to do */
    work->next = world.works;
    world.works = work;
    return true;
}

/* Somebody has thought, sooner or later, and in any order. */
static void step_works(void)
{
    for (struct hall_work **link = &world.works; *link;) {
        struct hall_work *work = *link;
        if (!world.is_calm && any(3)) {
            link = &work->next;
            continue;
        }
        *link = work->next;
        work->run(work);
        work->done(work);
        world.thoughts++;
        link = &world.works; /* there may be new ones */
    }
}

static void start_hall(void)
{
    struct hall_restored found;
    world.hall = hall_create(&hall_limits_wide, &world.store, &host);
    assert_non_null(world.hall);
    if (world.has_works)
        hall_work_with(world.hall, take_work, NULL);
    CHECK(hall_restore(world.hall, world.now_ms, &found, why), "cannot be restored: %s", why);
    for (unsigned i = 0; i < world.table_count; i++) {
        const struct room_rules *rules;
        bool is_durable;
        if (!world.ids[i][0])
            continue;
        const struct room *room = hall_room(world.hall, world.ids[i], &rules, &is_durable);
        CHECK(!room || !world.is_damaged[i], "table %s was opened although its journal was changed",
              world.ids[i]);
        if (world.is_damaged[i])
            continue;
        if (!room && is_ended(i)) {
            world.ids[i][0] = 0;
            continue;
        }
        CHECK(room || world.sent_n[i] == 0,
              "table %s is not there any more (%zu tables, %zu entries, %zu set aside)", world.ids[i],
              found.tables, found.entries, found.set_aside);
        CHECK(!room || room->n >= world.sent_n[i], "table %s is at update %u, but %llu was sent",
              world.ids[i], room ? (unsigned)room->n : 0, (unsigned long long)world.sent_n[i]);
    }
}

static void kill_hall(void)
{
    world.crashes++;
    for (struct wire *wire = world.wires, *next; wire; wire = next) {
        next = wire->next;
        if (wire->client) {
            wire->client->wire = NULL;
            wire->client->retry_ms = world.now_ms + any(500);
        }
        empty(&wire->up);
        empty(&wire->down);
        free(wire);
    }
    world.wires = NULL;
    memset(world.visitors, 0, sizeof world.visitors);
    for (struct hall_work *work = world.works, *next; work; work = next) {
        next = work->next;
        free(work);
    }
    world.works = NULL;
    hall_destroy(world.hall);
    store_memory_crash(&world.store, any((unsigned)store_memory_under_way(&world.store) + 1));
}

static void damage(void)
{
    uint64_t key = store_memory_damage(&world.store, pen_chance_word(&world.chance));
    for (unsigned i = 0; i < world.table_count; i++)
        if (world.ids[i][0] && key_of(world.ids[i]) == key)
            world.is_damaged[i] = true;
}

static void crash(void)
{
    kill_hall();
    if (any(20) == 0)
        damage();
    /* The clock may have been set meanwhile, either way. */
    int64_t jump = any(4) ? (int64_t)any(20000) : (int64_t)any(7200000) - 3600000;
    world.now_ms = (uint64_t)((int64_t)world.now_ms + jump);
    for (unsigned i = 0; i < world.table_count; i++)
        for (unsigned j = 0; j < world.seats[i]; j++)
            world.clients[i][j].retry_ms = world.now_ms + any(500);
    world.wait_ms = -1;
    start_hall();
}

/* ---- checks ----------------------------------------------------------------------------------- */

static const struct room_rules *library_rules;

static const struct room_rules *find_rules(void *context, const struct setup_settings *settings)
{
    (void)context;
    (void)settings;
    return library_rules; /* the settings of these tables do not change after they are open */
}

static bool keep(void *context, const struct pen_edition *edition)
{
    (void)context;
    return strcmp(edition->id, library_rules->edition->id) == 0;
}

static bool put_back(void *context, const struct store_entry *entry)
{
    struct room *room = context;
    const struct room_library library = {NULL, find_rules, NULL, keep};
    CHECK(room_restore(room, &library, entry->bytes, entry->count), "entry %u cannot be put back: %.*s",
          (unsigned)entry->seq, (int)entry->count, entry->bytes);
    return true;
}

static void check_table(unsigned index, bool is_thorough)
{
    const struct room_rules *rules;
    bool is_durable;
    const struct room *room =
        world.ids[index][0] ? hall_room(world.hall, world.ids[index], &rules, &is_durable) : NULL;
    if (!room && world.ids[index][0] && !world.is_damaged[index] && is_ended(index))
        world.ids[index][0] = 0;
    if (!room)
        return;
    if (room->stage == ROOM_PLAYING || room->stage == ROOM_BETWEEN) {
        const char *wrong = pen_round_check(rules->rules, &room->game.round);
        CHECK(!wrong, "table %s: %s", room->id, wrong);
    }
    if (!is_thorough || !is_durable)
        return;
    static struct room other;
    memset(&other, 0, sizeof other);
    library_rules = rules;
    (void)store_read_table(&world.store, key_of(world.ids[index]), UINT64_MAX, put_back, &other, why);
    const uint8_t *one = (const uint8_t *)room, *two = (const uint8_t *)&other;
    for (size_t i = 0; i < offsetof(struct room, live); i++)
        CHECK(one[i] == two[i], "table %s lives otherwise than its journal says, from byte %zu on", room->id,
              i);
}

#endif

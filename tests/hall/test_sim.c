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
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hall/hall.h"
#include "sim_player.h"
#include "store/store_memory.h"

/* With sanitizers it is some ten times as slow. */
#if defined(__SANITIZE_ADDRESS__)
enum { SEEDS = 1500 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
enum { SEEDS = 1500 };
#else
enum { SEEDS = 3000 };
#endif
#else
enum { SEEDS = 3000 };
#endif
enum { TABLES_MAX = 3, SEATS_MAX = 4, STEPS = 80, CALM_STEPS = 400, QUEUE_MAX = 64, VISITORS = 4 };

static uint64_t first_seed = 1, seed_count = SEEDS;

struct letter {
    uint64_t due_ms;
    char *bytes;
    size_t count;
};

struct queue {
    struct letter letters[QUEUE_MAX];
    unsigned begin, count;
};

/* Somebody who opens tables and leaves them, looks in, comes back, goes without a word: always at once, so
 * that it happens at the moment at which a table's time is up. */
struct visitor {
    struct hall_conn *conn;
    char wanted[8][20]; /* the tables it has asked for since it came */
    unsigned wanted_count;
    bool has_created; /* or one of its own */
    bool is_closing;  /* the server has said goodbye */
};

/* A connection. Either end may think that it is open while the other knows better. */
struct wire {
    struct hall_conn *conn; /* the server's end; null: closed */
    struct client *client;  /* the client's end; null: closed */
    struct queue up, down;
    uint64_t close_ms; /* when the server notices that the client is gone; 0: it is not */
    bool is_closing;   /* the server has said goodbye */
    char asked[20];    /* the table that the client came for */
    char table[20];    /* that it was welcomed to: not always the one that the others have gone to since */
    struct wire *next;
};

struct client {
    struct player player;
    struct wire *wire;
    unsigned table; /* which of the world's */
    uint64_t retry_ms;
};

struct world {
    uint64_t seed, now_ms;
    struct pen_chance chance;
    struct store store;
    struct hall *hall;
    struct wire *wires;
    struct client clients[TABLES_MAX][SEATS_MAX];
    unsigned table_count, seats[TABLES_MAX];
    char settings[TABLES_MAX][400];
    char ids[TABLES_MAX][20];
    uint64_t sent_n[TABLES_MAX]; /* newest update that left the hall */
    bool is_damaged[TABLES_MAX]; /* on the disk: to be set aside */
    bool is_calm;
    struct visitor visitors[VISITORS];
    char left[VISITORS][20]; /* the newest tables that they have opened */
    uint32_t visitor_id;
    int64_t wait_ms; /* until the hall has something to do, as it said; -1: nothing */
    uint64_t wait_from_ms;
    bool has_visitors, has_jumps, has_works, has_expert;
    struct hall_work *works; /* what experts are to think of, the newest first */
    struct client *speaking;
    unsigned crashes, faults, jumps, visits, thoughts;
};

static struct world world;
static char why[STORE_WHY_BYTES];

static unsigned any(unsigned bound)
{
    return player_any(&world.chance, bound);
}

static bool chance_of(unsigned percent)
{
    return !world.is_calm && any(100) < percent;
}

#define CHECK(condition, ...)                                                                              \
    do {                                                                                                   \
        if (!(condition)) {                                                                                \
            print_error("seed %llu: ", (unsigned long long)world.seed);                                    \
            print_error(__VA_ARGS__);                                                                      \
            print_error("\n  again with: test-hall-sim SOURCES %llu 1\n", (unsigned long long)world.seed); \
            fail();                                                                                        \
        }                                                                                                  \
    } while (0)

/* ---- queues ----------------------------------------------------------------------------------- */

static void push(struct queue *queue, const char *bytes, size_t count)
{
    if (queue->count == QUEUE_MAX)
        return; /* like a reader that is too slow; the wire is cut by whoever cares */
    struct letter *letter = &queue->letters[(queue->begin + queue->count++) % QUEUE_MAX];
    letter->due_ms = world.now_ms + (world.is_calm ? 1 : any(any(8) ? 60 : 2000));
    letter->count = count;
    letter->bytes = malloc(count + 1);
    memcpy(letter->bytes, bytes, count);
    letter->bytes[count] = 0;
}

static bool pop(struct queue *queue, struct letter *letter)
{
    if (queue->count == 0 || queue->letters[queue->begin].due_ms > world.now_ms)
        return false;
    *letter = queue->letters[queue->begin];
    queue->begin = (queue->begin + 1) % QUEUE_MAX;
    queue->count--;
    return true;
}

static void empty(struct queue *queue)
{
    for (; queue->count > 0; queue->count--) {
        free(queue->letters[queue->begin].bytes);
        queue->begin = (queue->begin + 1) % QUEUE_MAX;
    }
}

/* ---- what leaves the hall --------------------------------------------------------------------- */

struct search {
    const char *name;
    uint32_t id;
    bool is_found;
};

static bool search_entry(void *context, const struct store_entry *entry)
{
    struct search *search = context;
    char wanted[40];
    size_t name = strlen(search->name);
    snprintf(wanted, sizeof wanted, " id=%u", (unsigned)search->id);
    for (const char *line = entry->bytes, *end = entry->bytes + entry->count; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((stop ? stop : end) - line);
        char copy[400];
        snprintf(copy, sizeof copy, "%.*s", (int)(length < 390 ? length : 390), line);
        const char *at = strstr(copy, wanted);
        if (strncmp(copy, search->name, name) == 0 && at &&
            (at[strlen(wanted)] == 0 || at[strlen(wanted)] == ' '))
            search->is_found = true;
        line = stop ? stop + 1 : end;
    }
    return !search->is_found;
}

static uint64_t key_of(const char *id)
{
    static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
    uint64_t key = 0;
    for (; *id; id++)
        key = key << 5 | (uint64_t)(strchr(letters, *id) - letters);
    return key;
}

/* An act that is acknowledged is in what is durable now. */
static void check_ack(const struct client *client, const char *bytes)
{
    const char *at = strstr(bytes, "\"ack\":");
    if (!at || strncmp(client->player.open_text, "{\"t\":\"act\"", 10) != 0)
        return;
    uint32_t id = (uint32_t)strtoul(at + 6, NULL, 10);
    if (id != client->player.open_id)
        return;
    struct search search = {client->player.name, id, false};
    (void)store_read_table(&world.store, key_of(world.ids[client->table]), UINT64_MAX, search_entry, &search,
                           why);
    CHECK(search.is_found, "%s was told that act %u counts, and it is not in the journal",
          client->player.name, (unsigned)id);
}

static bool note_close(void *context, const struct store_entry *entry)
{
    static const char close[] = "#! close ";
    *(bool *)context = entry->count > sizeof close && memcmp(entry->bytes, close, sizeof close - 1) == 0;
    return true;
}

static bool is_any(void *context, const struct store_entry *entry)
{
    (void)entry;
    *(bool *)context = true;
    return false;
}

/* That there is no table is only said when the disk knows of its end. */
static void check_no_table(unsigned table)
{
    bool has_journal = false, is_closed = false;
    const uint64_t key = key_of(world.ids[table]);
    (void)store_read_table(&world.store, key, UINT64_MAX, is_any, &has_journal, why);
    (void)store_read_table(&world.store, key, UINT64_MAX, note_close, &is_closed, why);
    CHECK(!has_journal || is_closed || world.is_damaged[table],
          "table %s was said not to be there, and a crash would have brought it back", world.ids[table]);
}

static bool is_visitor(const void *wire)
{
    return (const char *)wire >= (const char *)world.visitors &&
           (const char *)wire < (const char *)(world.visitors + VISITORS);
}

/* A welcome names the table that was asked for. */
static void visitor_hears(struct visitor *visitor, const char *bytes, size_t count)
{
    static const char welcome[] = "{\"t\":\"welcome\",\"table\":\"";
    CHECK(visitor->conn && !visitor->is_closing, "a message for a connection that is gone: %.*s", (int)count,
          bytes);
    if (count < sizeof welcome + 10 || memcmp(bytes, welcome, sizeof welcome - 1) != 0)
        return;
    const char *table = bytes + sizeof welcome - 1;
    for (unsigned i = 0; i < visitor->wanted_count; i++)
        if (strncmp(table, visitor->wanted[i], 10) == 0)
            return;
    CHECK(visitor->has_created, "welcome to %.10s, which was not asked for", table);
    memmove(world.left[1], world.left[0], sizeof world.left - sizeof world.left[0]);
    snprintf(world.left[0], sizeof world.left[0], "%.10s", table);
}

static void host_send(void *context, void *wire_, const char *bytes, size_t count)
{
    struct wire *wire = wire_;
    char copy[64];
    (void)context;
    if (is_visitor(wire_)) {
        visitor_hears(wire_, bytes, count);
        return;
    }
    push(&wire->down, bytes, count);
    if (!wire->client)
        return;
    snprintf(copy, sizeof copy, "%.*s", (int)(count < 60 ? count : 60), bytes);
    unsigned table = wire->client->table;
    if (strncmp(copy, "{\"t\":\"welcome\",\"table\":\"", 24) == 0)
        snprintf(wire->table, sizeof wire->table, "%.10s", copy + 24);
    const char *n = strstr(copy, ",\"n\":");
    if (n && strcmp(wire->table, world.ids[table]) == 0 &&
        (strncmp(copy, "{\"t\":\"update\"", 13) == 0 || strncmp(copy, "{\"t\":\"table\"", 12) == 0)) {
        uint64_t number = strtoull(n + 5, NULL, 10);
        if (number > world.sent_n[table])
            world.sent_n[table] = number;
    }
    if (strstr(copy, "\"code\":\"no-table\"") && strcmp(wire->asked, world.ids[table]) == 0)
        check_no_table(table);
    char *whole = malloc(count + 1);
    memcpy(whole, bytes, count);
    whole[count] = 0;
    check_ack(wire->client, whole);
    free(whole);
}

static void host_close(void *context, void *wire_, uint16_t code, const char *reason)
{
    struct wire *wire = wire_;
    (void)context;
    (void)code;
    (void)reason;
    if (is_visitor(wire_))
        ((struct visitor *)wire_)->is_closing = true;
    else
        wire->is_closing = true;
}

static void host_entropy(void *context, uint8_t *bytes, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)any(256);
}

static const struct hall_host host = {NULL, host_send, host_close, host_entropy, NULL, NULL};

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

static const struct room_rules *find_rules(void *context, const struct wire_settings *settings)
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

/* ---- steps ------------------------------------------------------------------------------------ */

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
    const char *text = player_speak(&client->player, &world.chance, world.is_calm, world.seats[client->table],
                                    world.has_expert ? world.seats[client->table] : 0);
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

/* ---- a world ---------------------------------------------------------------------------------- */

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

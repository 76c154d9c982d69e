/* sim_world.h - the simulated world of test_sim.c: its tables, connections and visitors, what is on its way
 * between them, and the chance that decides. */
#ifndef TESTS_HALL_SIM_WORLD_H
#define TESTS_HALL_SIM_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hall/hall.h"
#include "sim_player.h"
#include "../support/store_memory.h"

enum { TABLES_MAX = 3, SEATS_MAX = 4, STEPS = 80, CALM_STEPS = 400, QUEUE_MAX = 64, VISITORS = 4 };

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

#endif

/* fuzz_journal.c - any bytes as the journal of a table: entries stand apart by zero bytes, and their chain
 * is made to hold, so that the reader behind it is reached. What can be opened must be sound. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fair/chain.h"
#include "hall/hall.h"
#include "../support/store_memory.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The table of tests/fuzz/journal. */
#define TABLE "103ahp0rya"

static uint64_t key_of(const char *id)
{
    uint64_t key = 0;
    (void)hall_key_read(id, &key);
    return key;
}

static void on_send(void *context, void *wire, const char *bytes, size_t count)
{
    (void)context;
    (void)wire;
    (void)bytes;
    (void)count;
}

static void on_entropy(void *context, uint8_t *bytes, size_t count)
{
    (void)context;
    memset(bytes, 7, count);
}

static void on_record(void *context, const char *text, size_t count)
{
    (void)context;
    (void)text;
    (void)count;
}

static void fill(struct store *store, const uint8_t *data, size_t size)
{
    struct fair_chain chain;
    uint64_t before = 0;
    uint32_t seq = 0;
    fair_chain_init(&chain);
    for (size_t begin = 0; begin < size;) {
        const uint8_t *zero = memchr(data + begin, 0, size - begin);
        size_t count = zero ? (size_t)(zero - data) - begin : size - begin;
        const char *text = (const char *)data + begin;
        begin += count + 1;
        if (count == 0 || text[count - 1] != '\n')
            continue;
        fair_chain_add_lines(&chain, text, count);
        before = store_append(store, &(struct store_entry){.table = key_of(TABLE),
                                                           .seq = ++seq,
                                                           .before = before,
                                                           .bytes = text,
                                                           .count = count,
                                                           .hash = chain.hash});
    }
    (void)store_commit(store);
    store_memory_finish(store, STORE_FAULT_NONE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct hall_host host = {NULL, on_send, NULL, on_entropy, NULL, NULL};
    struct store store;
    struct hall_restored found;
    char why[STORE_WHY_BYTES];
    if (!store_open_memory(&store))
        abort();
    fill(&store, data, size);
    struct hall *hall = hall_create(&hall_limits_usual, &store, &host);
    if (!hall || !hall_restore(hall, 1800000000000u, &found, why))
        abort();
    for (uint64_t i = 0; i < 20; i++) {
        (void)hall_turn(hall, 1800000000000u + i * 7000);
        store_memory_finish(&store, STORE_FAULT_NONE);
        const struct room_rules *rules;
        bool is_durable;
        const struct room *room = hall_room(hall, TABLE, &rules, &is_durable);
        if (room && (room->stage == ROOM_PLAYING || room->stage == ROOM_BETWEEN) &&
            pen_round_check(rules->rules, &room->game.round))
            abort();
    }
    (void)!room_write_record((const char *)data, size, 1, NULL, on_record);
    hall_destroy(hall);
    (void)store_close(&store);
    return 0;
}

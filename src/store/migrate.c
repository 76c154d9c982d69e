/* migrate.c - see migrate.h. */
#include "store/migrate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fair/chain.h"
#include "platform/clock.h"
#include "store/problem.h"

enum { GROUP_BYTES = 4 << 20 };

/* A table on its way: its chain so far, and its last place where it goes. */
struct way {
    uint64_t table, last;
    uint32_t seq;
    struct fair_chain chain;
};

struct moving {
    struct store *to; /* null: only looking */
    enum pen_lang lang;
    struct way *ways; /* a map with free places: table 0 */
    size_t size, count, entries, ended, secrets, bytes;
    uint8_t sum[FAIR_HASH_BYTES]; /* over everything, in whatever order it comes */
    char *why;
    bool is_good;
};

static bool fail(struct moving *moving, enum store_problem problem, const char *more)
{
    moving->is_good = false;
    return store__say_problem(moving->why, moving->lang, problem, more);
}

static struct way *place_of(struct way *ways, size_t size, uint64_t table)
{
    size_t at = (size_t)((table * 0x9e3779b97f4a7c15u >> 20) & (size - 1));
    while (ways[at].table != 0 && ways[at].table != table)
        at = (at + 1) & (size - 1);
    return &ways[at];
}

static struct way *way_of(struct moving *moving, uint64_t table)
{
    if (2 * moving->count >= moving->size) {
        const size_t size = moving->size ? 2 * moving->size : 1024;
        struct way *ways = calloc(size, sizeof *ways);
        if (!ways)
            return NULL;
        for (size_t i = 0; i < moving->size; i++)
            if (moving->ways[i].table != 0)
                *place_of(ways, size, moving->ways[i].table) = moving->ways[i];
        free(moving->ways);
        moving->ways = ways;
        moving->size = size;
    }
    struct way *way = place_of(moving->ways, moving->size, table);
    if (way->table == 0) {
        way->table = table;
        fair_chain_init(&way->chain);
        moving->count++;
    }
    return way;
}

static void add_to_sum(struct moving *moving, uint64_t table, uint64_t number, const uint8_t *hash)
{
    struct fair_sha512 sha;
    uint8_t one[FAIR_HASH_BYTES];
    fair_sha512_init(&sha);
    fair_sha512_add(&sha, &table, sizeof table);
    fair_sha512_add(&sha, &number, sizeof number);
    fair_sha512_add(&sha, hash, STORE_HASH_BYTES);
    fair_sha512_end(&sha, one);
    for (size_t i = 0; i < sizeof one; i++)
        moving->sum[i] ^= one[i];
}

/* Writes what was gathered, and waits for it. */
static bool flush(struct moving *moving)
{
    char why[STORE_WHY_BYTES];
    moving->bytes = 0;
    if (!store_commit(moving->to))
        return true;
    enum store_state state;
    while ((state = store_poll(moving->to, why)) == STORE_BUSY)
        platform_rest_ms(1);
    if (state == STORE_IDLE)
        return true;
    memcpy(moving->why, why, STORE_WHY_BYTES);
    moving->is_good = false;
    return false;
}

static bool put(struct moving *moving, struct way *way, const struct store_entry *entry)
{
    struct store_entry copy = *entry;
    copy.before = way->last;
    copy.epoch = 0;
    way->last = store_append(moving->to, &copy);
    if (way->last == 0)
        return fail(moving, STORE_PROBLEM_MEMORY, "");
    moving->bytes += entry->count + 128;
    return moving->bytes < GROUP_BYTES || flush(moving);
}

static bool move_entry(void *context, const struct store_entry *entry)
{
    struct moving *moving = context;
    char number[24];
    struct way *way = way_of(moving, entry->table);
    if (!way)
        return fail(moving, STORE_PROBLEM_MEMORY, "");
    snprintf(number, sizeof number, "%llu", (unsigned long long)entry->table);
    if (entry->seq != way->seq + 1 || entry->count == 0 || entry->bytes[entry->count - 1] != '\n')
        return fail(moving, STORE_PROBLEM_DAMAGED, number);
    fair_chain_add_lines(&way->chain, entry->bytes, entry->count);
    if (memcmp(way->chain.hash, entry->hash, STORE_HASH_BYTES) != 0)
        return fail(moving, STORE_PROBLEM_DAMAGED, number);
    way->seq = entry->seq;
    moving->entries++;
    add_to_sum(moving, entry->table, entry->seq, entry->hash);
    return !moving->to || put(moving, way, entry);
}

/* One that is over has no hashes any more; its text makes one. */
static void move_ended(void *context, uint64_t table, uint64_t ended_ms, const char *bytes, size_t count)
{
    struct moving *moving = context;
    struct fair_sha512 sha;
    struct way way = {.table = table};
    if (!moving->is_good)
        return;
    fair_sha512_init(&sha);
    fair_sha512_add(&sha, bytes, count);
    fair_sha512_end(&sha, way.chain.hash);
    moving->ended++;
    add_to_sum(moving, table, ended_ms, way.chain.hash);
    const struct store_entry whole = {
        .table = table, .seq = 1, .bytes = bytes, .count = count, .hash = way.chain.hash};
    if (!moving->to || !put(moving, &way, &whole))
        return;
    if (!store_end_table(moving->to,
                         &(struct store_entry){.table = table, .before = way.last, .place = ended_ms}))
        fail(moving, STORE_PROBLEM_MEMORY, "");
}

static bool move_secret(void *context, const char *name, const uint8_t *bytes, size_t count)
{
    struct moving *moving = context;
    uint8_t there[STORE_SECRET_BYTES_MAX];
    moving->secrets++;
    if (!moving->to)
        return true;
    if (count > sizeof there || !store_secret(moving->to, name, bytes, there, count, moving->why))
        return moving->is_good = false;
    return memcmp(there, bytes, count) == 0 || fail(moving, STORE_PROBLEM_NOT_EMPTY, name);
}

static bool read_all(struct store *store, struct moving *moving)
{
    return store_read_secrets(store, move_secret, moving, moving->why) &&
           store_read_open(store, move_entry, moving, moving->why) && moving->is_good &&
           store_read_ended(store, 0, move_ended, moving, moving->why) && moving->is_good;
}

bool store_migrate(struct store *from, struct store *to, enum pen_lang lang, struct store_moved *moved,
                   char *why)
{
    struct moving before = {.lang = lang, .why = why, .is_good = true}, copy = before, after = before;
    why[0] = 0;
    bool is_good = read_all(to, &before);
    if (is_good && (before.entries > 0 || before.ended > 0))
        is_good = store__say_problem(why, lang, STORE_PROBLEM_NOT_EMPTY, "");
    copy.to = to;
    is_good = is_good && read_all(from, &copy) && flush(&copy) && read_all(to, &after);
    if (is_good && (after.entries != copy.entries || after.ended != copy.ended ||
                    memcmp(after.sum, copy.sum, sizeof copy.sum) != 0))
        is_good = store__say_problem(why, lang, STORE_PROBLEM_DAMAGED, "");
    *moved = (struct store_moved){copy.count, copy.entries, copy.ended, copy.secrets};
    free(before.ways);
    free(copy.ways);
    free(after.ways);
    return is_good;
}

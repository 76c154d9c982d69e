/* store_memory.c - a journal in memory that fails when it is told to. */
#include "store_memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/batch.h"

struct memory {
    struct store_batch gathered, writing, durable;
    bool is_busy, is_failing;
    uint64_t next_place;
    const char *why;
    char secret_name[32];
    uint8_t secret[64];
    size_t secret_count;
    struct store_counters counters;
};

static uint64_t memory_append(void *self, const struct store_entry *given)
{
    struct memory *memory = self;
    struct store_entry entry = *given;
    entry.place = memory->next_place;
    if (!store_batch_add(&memory->gathered, &entry))
        return 0;
    return memory->next_place++;
}

static bool memory_end_table(void *self, const struct store_entry *end)
{
    struct memory *memory = self;
    return store_batch_add(&memory->gathered, end);
}

static bool memory_commit(void *self)
{
    struct memory *memory = self;
    if (memory->is_busy || memory->gathered.count == 0)
        return false;
    struct store_batch gathered = memory->gathered;
    memory->gathered = memory->writing;
    store_batch_clear(&memory->gathered);
    memory->writing = gathered;
    memory->is_busy = true;
    return true;
}

static enum store_state memory_poll(void *self, char *why)
{
    const struct memory *memory = self;
    snprintf(why, STORE_WHY_BYTES, "%s", memory->is_failing ? memory->why : "");
    return memory->is_failing ? STORE_FAILING : memory->is_busy ? STORE_BUSY : STORE_IDLE;
}

/* When the table was ended, or 0. */
static uint64_t ended_at(const struct memory *memory, uint64_t table)
{
    struct store_entry entry;
    for (size_t at = 0; store_batch_next(&memory->durable, &at, &entry);)
        if (entry.seq == 0 && entry.table == table)
            return entry.place ? entry.place : 1;
    return 0;
}

static bool memory_read_open(void *self, store_visit visit, void *context, char *why)
{
    const struct memory *memory = self;
    struct store_entry entry;
    (void)why;
    for (size_t at = 0; store_batch_next(&memory->durable, &at, &entry);)
        if (entry.seq > 0 && ended_at(memory, entry.table) == 0 && !visit(context, &entry))
            break;
    return true;
}

static bool memory_read_table(void *self, uint64_t table, uint64_t last, store_visit visit, void *context,
                              char *why)
{
    const struct memory *memory = self;
    struct store_entry entry;
    (void)why;
    for (size_t at = 0; store_batch_next(&memory->durable, &at, &entry);)
        if (entry.seq > 0 && entry.table == table && entry.place <= last && !visit(context, &entry))
            break;
    return true;
}

static void visit_ended(const struct memory *memory, uint64_t table, uint64_t ended_ms,
                        store_visit_ended visit, void *context)
{
    struct store_entry entry;
    char *bytes = malloc(memory->durable.length + 1);
    size_t length = 0;
    if (!bytes)
        abort();
    for (size_t at = 0; store_batch_next(&memory->durable, &at, &entry);) {
        if (entry.seq > 0 && entry.table == table) {
            memcpy(bytes + length, entry.bytes, entry.count);
            length += entry.count;
        }
    }
    visit(context, table, ended_ms, bytes, length);
    free(bytes);
}

static bool memory_read_ended(void *self, uint64_t table, store_visit_ended visit, void *context, char *why)
{
    const struct memory *memory = self;
    struct store_entry entry;
    (void)why;
    for (size_t at = 0; store_batch_next(&memory->durable, &at, &entry);)
        if (entry.seq == 0 && (table == 0 || entry.table == table))
            visit_ended(memory, entry.table, entry.place, visit, context);
    return true;
}

static bool memory_list_ended(void *self, store_visit_ended visit, void *context, char *why)
{
    const struct memory *memory = self;
    struct store_entry entry;
    (void)why;
    for (size_t at = 0; store_batch_next(&memory->durable, &at, &entry);)
        if (entry.seq == 0)
            visit(context, entry.table, entry.place, NULL, 0);
    return true;
}

static bool memory_back_up(void *self, const char *path, char *why)
{
    (void)self;
    snprintf(why, STORE_WHY_BYTES, "%s: %s", path, strerror(ENOTSUP));
    return false;
}

static bool memory_close(void *self)
{
    struct memory *memory = self;
    bool is_good = !memory->is_failing;
    store_batch_drop(&memory->gathered);
    store_batch_drop(&memory->writing);
    store_batch_drop(&memory->durable);
    free(memory);
    return is_good;
}

/* As long as the store is open, and one only: tests need no more. */
static bool memory_secret(void *self, const char *name, const uint8_t *fresh, uint8_t *bytes, size_t count,
                          char *why)
{
    struct memory *memory = self;
    (void)why;
    if (count > sizeof memory->secret || strlen(name) >= sizeof memory->secret_name)
        return false;
    if (memory->secret_count == 0) {
        memcpy(memory->secret, fresh, count);
        memory->secret_count = count;
        strcpy(memory->secret_name, name);
    }
    memcpy(bytes, memory->secret, count);
    return true;
}

static bool memory_read_secrets(void *self, store_visit_secret visit, void *context, char *why)
{
    struct memory *memory = self;
    (void)why;
    return memory->secret_count == 0 ||
           visit(context, memory->secret_name, memory->secret, memory->secret_count);
}

static struct store_counters memory_counters(void *self)
{
    const struct memory *memory = self;
    return memory->counters;
}

static const struct store_ops memory_ops = {
    .append = memory_append,
    .end_table = memory_end_table,
    .commit = memory_commit,
    .poll = memory_poll,
    .read_open = memory_read_open,
    .read_table = memory_read_table,
    .read_ended = memory_read_ended,
    .list_ended = memory_list_ended,
    .back_up = memory_back_up,
    .secret = memory_secret,
    .read_secrets = memory_read_secrets,
    .counters = memory_counters,
    .close = memory_close,
};

bool store_open_memory(struct store *store)
{
    struct memory *memory = calloc(1, sizeof *memory);
    if (!memory)
        return false;
    memory->next_place = 1;
    *store = (struct store){memory, &memory_ops};
    return true;
}

static void keep(struct memory *memory, size_t count)
{
    struct store_entry entry;
    for (size_t at = 0; count > 0 && store_batch_next(&memory->writing, &at, &entry); count--)
        if (!store_batch_add(&memory->durable, &entry))
            abort(); /* this disk is memory */
    memory->is_busy = memory->is_failing = false;
}

void store_memory_finish(struct store *store, enum store_fault fault)
{
    struct memory *memory = store->self;
    if (!memory->is_busy)
        return;
    if (fault == STORE_FAULT_NONE) {
        memory->counters.entries += memory->writing.count;
        memory->counters.groups++;
        keep(memory, memory->writing.count);
    } else {
        memory->counters.failures++;
        memory->is_failing = true;
        memory->why = fault == STORE_FAULT_FULL ? "database or disk is full" : "disk I/O error";
    }
}

void store_memory_crash(struct store *store, size_t kept)
{
    struct memory *memory = store->self;
    if (memory->is_busy)
        keep(memory, kept);
    store_batch_clear(&memory->gathered);
    /* As max(place) + 1 finds it in a file. */
    struct store_entry entry;
    memory->next_place = 1;
    for (size_t at = 0; store_batch_next(&memory->durable, &at, &entry);)
        if (entry.seq > 0 && entry.place >= memory->next_place)
            memory->next_place = entry.place + 1;
}

size_t store_memory_under_way(const struct store *store)
{
    const struct memory *memory = store->self;
    return memory->is_busy ? memory->writing.count : 0;
}

uint64_t store_memory_damage(struct store *store, uint64_t where)
{
    struct memory *memory = store->self;
    struct store_entry entry;
    uint64_t total = 0;
    for (size_t at = 0; store_batch_next(&memory->durable, &at, &entry);)
        total += entry.seq > 0 && ended_at(memory, entry.table) == 0 ? entry.count : 0;
    if (total == 0)
        return 0;
    uint64_t left = where % total;
    for (size_t at = 0; store_batch_next(&memory->durable, &at, &entry);) {
        if (entry.seq == 0 || ended_at(memory, entry.table) != 0)
            continue;
        if (left < entry.count) {
            size_t offset = (size_t)(entry.bytes - memory->durable.bytes) + (size_t)left;
            memory->durable.bytes[offset] = (char)(memory->durable.bytes[offset] ^ 1 << (where >> 32) % 7);
            return entry.table;
        }
        left -= entry.count;
    }
    return 0;
}

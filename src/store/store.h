/* store.h - the journal on disk: what was written here is there after a crash.
 *
 *     append ... append ── commit ──► [one transaction, one fsync] ──► poll() says so
 *
 * Entries are gathered until store_commit(), which writes all of them as one group while the caller
 * goes on; at most one group is under way. Whoever acknowledges something waits until the group it is
 * in was reported. A group that cannot be written (full disk, failing device) is never reported: it is
 * tried again until it can be, and meanwhile store_poll() says what is wrong.
 *
 * Each entry names the place of the entry before it of the same table, so that one table can be read
 * without an index. Knows bytes and numbers, no games. Two kinds: an SQLite file, and a PostgreSQL database
 * that several servers share (nodes.h); tests have a third, memory with faults on demand. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "penultima/base.h"
#include "store/histogram.h"

#define STORE_HASH_BYTES 64
#define STORE_WHY_BYTES 200

struct store_entry {
    uint64_t table;
    uint32_t seq;    /* from 1, without gaps in each table */
    uint32_t epoch;  /* of the table's owner, where several servers share a store; otherwise 0 */
    uint32_t back;   /* read: the table went back to this entry, because its store came back older; or 0 */
    uint64_t place;  /* of this entry; growing in each table; given by store_append() */
    uint64_t before; /* place of the entry before it of the same table, or 0 */
    const char *bytes;
    size_t count;
    const uint8_t *hash; /* STORE_HASH_BYTES: of the chain up to and with this entry */
};

enum store_state {
    STORE_IDLE,    /* everything committed is durable */
    STORE_BUSY,    /* a group is under way */
    STORE_FAILING, /* a group is under way and could not be written so far; it is tried again */
    STORE_LOST     /* others have taken this server's tables over: nothing of it will be written any more */
};

/* False stops the reading. */
typedef bool (*store_visit)(void *context, const struct store_entry *entry);
/* A table that was ended: all its text. */
typedef void (*store_visit_ended)(void *context, uint64_t table, uint64_t ended_ms, const char *bytes,
                                  size_t count);
typedef bool (*store_visit_secret)(void *context, const char *name, const uint8_t *bytes, size_t count);

/* What happened since it was opened, for the operator. */
struct store_counters {
    uint64_t entries, groups, failures;
    uint64_t slowest_us; /* of the group that took longest */
    struct histogram commits;
};

struct store_archive; /* archive.h */

/* What is to become of tables that have ended. */
struct store_keeping {
    const struct store_archive *archive; /* where they go, or null: they stay; lives as long as the store */
    uint64_t after_ms;                   /* since their end */
};

/* How large it is and will be, as far as it was looked at. */
struct store_growth {
    uint64_t bytes, free_bytes; /* of the data; of these, what nothing stands in */
    uint64_t ended;             /* tables that have ended and are still there */
    uint64_t archived, archived_bytes;
    uint64_t bytes_per_day;    /* since the start; 0: not known yet */
    uint64_t bytes_in_30_days; /* if it goes on so */
    char why[STORE_WHY_BYTES]; /* why the newest one could not be archived; empty: it could */
};

struct store_ops {
    uint64_t (*append)(void *self, const struct store_entry *entry);
    bool (*end_table)(void *self, const struct store_entry *end);
    bool (*commit)(void *self);
    enum store_state (*poll)(void *self, char *why);
    bool (*read_open)(void *self, store_visit visit, void *context, char *why);
    bool (*read_table)(void *self, uint64_t table, uint64_t last, store_visit visit, void *context,
                       char *why);
    bool (*read_ended)(void *self, uint64_t table, store_visit_ended visit, void *context, char *why);
    bool (*list_ended)(void *self, store_visit_ended visit, void *context, char *why);
    bool (*back_up)(void *self, const char *path, char *why);
    bool (*secret)(void *self, const char *name, const uint8_t *fresh, uint8_t *bytes, size_t count,
                   char *why);
    bool (*read_secrets)(void *self, store_visit_secret visit, void *context, char *why);
    struct store_counters (*counters)(void *self);
    bool (*keep)(void *self, const struct store_keeping *keeping, char *why); /* or null: it cannot */
    struct store_growth (*growth)(void *self);                                /* likewise */
    bool (*close)(void *self);
};

struct store {
    void *self;
    const struct store_ops *ops;
};

/* Adds an entry to the group being gathered and returns its place. 0: no memory; it is not in it, and no
 * later entry of this table may be either. */
static inline uint64_t store_append(struct store *store, const struct store_entry *entry)
{
    return store->ops->append(store->self, entry);
}

/* Adds the end of a table to the group: its entries leave the open tables, and its text stays readable. Of
 * 'end' count the table and its epoch, 'before' (the place of its last entry) and 'place' (the time, in
 * milliseconds). False: no memory; it stays among the open ones. */
static inline bool store_end_table(struct store *store, const struct store_entry *end)
{
    return store->ops->end_table(store->self, end);
}

/* Begins to write what was gathered. False: a group is under way, or there is nothing to write. */
static inline bool store_commit(struct store *store)
{
    return store->ops->commit(store->self);
}

/* 'why' (STORE_WHY_BYTES) says what is wrong while it is failing. */
static inline enum store_state store_poll(struct store *store, char *why)
{
    return store->ops->poll(store->self, why);
}

/* Every entry of the open tables, in the order of writing. False: 'why' tells what cannot be read. */
static inline bool store_read_open(struct store *store, store_visit visit, void *context, char *why)
{
    return store->ops->read_open(store->self, visit, context, why);
}

/* The entries of one open table that are durable, 'last' being the place of its last one. */
static inline bool store_read_table(struct store *store, uint64_t table, uint64_t last, store_visit visit,
                                    void *context, char *why)
{
    return store->ops->read_table(store->self, table, last, visit, context, why);
}

/* The text of a table that was ended; 'visit' is not called if there is none. Table 0: of all of them, and
 * meanwhile nobody else reads. */
static inline bool store_read_ended(struct store *store, uint64_t table, store_visit_ended visit,
                                    void *context, char *why)
{
    return store->ops->read_ended(store->self, table, visit, context, why);
}

/* Which tables have ended, each once, without their texts. */
static inline bool store_list_ended(struct store *store, store_visit_ended visit, void *context, char *why)
{
    return store->ops->list_ended(store->self, visit, context, why);
}

/* A copy of everything durable at this moment into a new file, from any thread. */
static inline bool store_back_up(struct store *store, const char *path, char *why)
{
    return store->ops->back_up(store->self, path, why);
}

enum { STORE_SECRET_BYTES_MAX = 256 };
/* Some bytes of the house's own: 'fresh' the first time, the same ever after. Before anything is appended.
 * False: 'why' tells. */
static inline bool store_secret(struct store *store, const char *name, const uint8_t *fresh, uint8_t *bytes,
                                size_t count, char *why)
{
    return store->ops->secret(store->self, name, fresh, bytes, count, why);
}

/* All of them. False: 'why' tells, or 'visit' did not want more and said so itself. */
static inline bool store_read_secrets(struct store *store, store_visit_secret visit, void *context, char *why)
{
    return store->ops->read_secrets(store->self, visit, context, why);
}

static inline struct store_counters store_count(const struct store *store)
{
    return store->ops->counters(store->self);
}

/* From now on tables that have ended go by these rules, and the space of what is gone is given back, aside
 * and in small steps. False: 'why' tells. */
static inline bool store_keep(struct store *store, const struct store_keeping *keeping, char *why)
{
    why[0] = 0;
    return store->ops->keep && store->ops->keep(store->self, keeping, why);
}

static inline struct store_growth store_measure(const struct store *store)
{
    return store->ops->growth ? store->ops->growth(store->self) : (struct store_growth){0};
}

/* Waits for the group under way. False: it could not be written; what was in it was never reported. */
static inline bool store_close(struct store *store)
{
    return store->ops->close(store->self);
}

/* Opens or makes the file. 'lang' is the language of every 'why', as far as it is not the system's own
 * words. 'wake' is called from another thread whenever store_poll() has news. False: 'why' tells; also
 * when another process has it open. */
bool store_open_file(struct store *store, const char *path, enum pen_lang lang, void (*wake)(void *context),
                     void *context, char *why);

/* The same for either kind: a URL (postgresql://...) is a database, anything else a file. */
bool store_open(struct store *store, const char *data, enum pen_lang lang, void (*wake)(void *context),
                void *context, char *why);
bool store_is_url(const char *data);

#endif

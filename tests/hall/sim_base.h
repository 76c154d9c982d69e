/* sim_base.h - a PostgreSQL that several halls share, simulated as far as ownership goes: sessions that are a
 * node's life, tables with owner and epoch, groups that are committed whole or not at all, and breaks that
 * leave open which. The fences can be left out, to see that it is noticed. */
#ifndef TESTS_SIM_BASE_H
#define TESTS_SIM_BASE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/batch.h"
#include "store/store.h"

enum { BASE_ROWS = 128 };

struct base_row {
    uint64_t key;
    uint32_t owner, epoch;
    bool is_ended;
};

struct base {
    struct base_row rows[BASE_ROWS];
    unsigned row_count;
    struct store_batch entries; /* committed, in that order; the end of a table has number 0 */
    uint32_t node_count;        /* numbers given so far */
    bool has_no_fence;          /* planted: nobody looks whose a table is */
    bool tells_early;           /* planted: a group counts as written before it is */
};

/* What a hall has in the place of a store. */
struct session {
    struct base *base;
    struct store_batch gathered, writing;
    uint32_t id;
    bool has_lock; /* its session stands */
    bool is_dead;  /* somebody has claimed its tables */
    bool is_busy, is_lost, was_committed;
};

static struct base_row *base_row(struct base *base, uint64_t key)
{
    for (unsigned i = 0; i < base->row_count; i++)
        if (base->rows[i].key == key)
            return &base->rows[i];
    return NULL;
}

static bool base_has_entry(const struct base *base, uint64_t key, uint32_t seq)
{
    struct store_entry entry;
    for (size_t at = 0; store_batch_next(&base->entries, &at, &entry);)
        if (entry.table == key && entry.seq == seq)
            return true;
    return false;
}

static bool base_may_add(const struct session *session, const struct store_entry *entry)
{
    const struct base_row *row = base_row(session->base, entry->table);
    if (!row)
        return entry->seq == 1;
    return row->owner == session->id && row->epoch == entry->epoch && !row->is_ended &&
           !base_has_entry(session->base, entry->table, entry->seq);
}

/* One transaction. False: it meets a fence, and nothing of it is done. */
static bool base_commit(struct session *session)
{
    struct base *base = session->base;
    struct store_entry entry;
    if (session->is_dead && !base->has_no_fence)
        return false;
    struct base before = *base;
    const size_t length = base->entries.length, count = base->entries.count;
    for (size_t at = 0; store_batch_next(&session->writing, &at, &entry);) {
        if (!base->has_no_fence && !base_may_add(session, &entry)) {
            const struct store_batch entries = base->entries; /* it may have moved */
            *base = before;
            base->entries = entries;
            base->entries.length = length;
            base->entries.count = count;
            return false;
        }
        if (base->has_no_fence && base_has_entry(base, entry.table, entry.seq))
            continue;
        if (!base_row(base, entry.table) && base->row_count < BASE_ROWS)
            base->rows[base->row_count++] = (struct base_row){entry.table, session->id, entry.epoch, false};
        if (entry.seq == 0)
            base_row(base, entry.table)->is_ended = true;
        if (!store_batch_add(&base->entries, &entry))
            abort();
    }
    return true;
}

/* ---- the store that a hall sees ------------------------------------------------------------------ */

static uint64_t session_append(void *self, const struct store_entry *given)
{
    struct session *session = self;
    struct store_entry entry = *given;
    entry.place = entry.seq;
    return store_batch_add(&session->gathered, &entry) ? entry.place : 0;
}

static bool session_end_table(void *self, const struct store_entry *end)
{
    struct session *session = self;
    struct store_entry entry = *end;
    entry.seq = 0;
    return store_batch_add(&session->gathered, &entry);
}

static bool session_commit(void *self)
{
    struct session *session = self;
    if (session->is_busy || session->gathered.count == 0)
        return false;
    const struct store_batch gathered = session->gathered;
    session->gathered = session->writing;
    session->writing = gathered;
    store_batch_clear(&session->gathered);
    session->is_busy = true;
    session->was_committed = false;
    return true;
}

static enum store_state session_poll(void *self, char *why)
{
    const struct session *session = self;
    why[0] = 0;
    return session->is_lost                                 ? STORE_LOST
           : session->is_busy && session->base->tells_early ? STORE_IDLE
           : session->is_busy && !session->has_lock         ? STORE_FAILING
           : session->is_busy                               ? STORE_BUSY
                                                            : STORE_IDLE;
}

static bool session_read_open(void *self, store_visit visit, void *context, char *why)
{
    (void)self;
    (void)visit;
    (void)context;
    (void)why;
    return true; /* a node begins with nothing */
}

static bool base_read_table(const struct base *base, uint64_t table, uint32_t epoch, store_visit visit,
                            void *context)
{
    struct store_entry entry;
    for (size_t at = 0; store_batch_next(&base->entries, &at, &entry);) {
        if (entry.table != table || entry.seq == 0)
            continue;
        entry.epoch = epoch;
        if (!visit(context, &entry))
            break;
    }
    return true;
}

static bool session_read_table(void *self, uint64_t table, uint64_t last, store_visit visit, void *context,
                               char *why)
{
    const struct session *session = self;
    const struct base_row *row = base_row(session->base, table);
    (void)last;
    (void)why;
    return base_read_table(session->base, table, row ? row->epoch : 0, visit, context);
}

static bool session_read_ended(void *self, uint64_t table, store_visit_ended visit, void *context, char *why)
{
    (void)self;
    (void)table;
    (void)visit;
    (void)context;
    (void)why;
    return true;
}

static struct store_counters session_counters(void *self)
{
    (void)self;
    return (struct store_counters){0};
}

static const struct store_ops session_ops = {
    .append = session_append,
    .end_table = session_end_table,
    .commit = session_commit,
    .poll = session_poll,
    .read_open = session_read_open,
    .read_table = session_read_table,
    .read_ended = session_read_ended,
    .counters = session_counters,
};

static void session_begin(struct session *session, struct base *base)
{
    *session = (struct session){.base = base, .id = ++base->node_count, .has_lock = true};
}

static void session_drop(struct session *session)
{
    store_batch_drop(&session->gathered);
    store_batch_drop(&session->writing);
    session->is_busy = session->has_lock = false;
}

/* The group under way is committed, and that is heard. */
static void session_finish(struct session *session)
{
    if (!session->is_busy || !session->has_lock || session->is_lost)
        return;
    if (base_commit(session))
        session->is_busy = false;
    else
        session->is_lost = true;
}

/* The session breaks; whether the group under way was committed nobody has heard. */
static void session_break(struct session *session, bool is_committed)
{
    if (!session->has_lock)
        return;
    if (session->is_busy && !session->is_lost && is_committed && base_commit(session))
        session->was_committed = true;
    session->has_lock = false;
}

/* And is begun again, if nobody has taken over. */
static void session_come_back(struct session *session)
{
    if (session->has_lock || session->is_lost)
        return;
    if (session->is_dead && !session->base->has_no_fence) {
        session->is_lost = true;
        return;
    }
    session->has_lock = true;
    if (session->was_committed)
        session->is_busy = session->was_committed = false;
}

#endif

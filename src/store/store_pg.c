/* store_pg.c - the journal in PostgreSQL, written by a thread of its own through the session that is this
 * node's life (nodes.h).
 *
 * A group is one transaction sent as a pipeline: everything goes out before the first answer is awaited, so
 * a group costs one round trip and one fsync, however many tables it is from. The number of the group is
 * noted in the node's row by the same transaction: after a break that tells whether it was committed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/clock.h"
#include "store/pg.h"

enum { RETRY_MS = 100, LOOK_MS = 200 };

/* ---- a group ---------------------------------------------------------------------------------- */

enum outcome { WRITTEN, FAILED, FENCED };

static void put_number(char *bytes, uint64_t number, int count)
{
    for (int i = 0; i < count; i++)
        bytes[i] = (char)(number >> 8 * (count - 1 - i));
}

/* Numbers as the database sends them: the highest byte first. */
struct arguments {
    char table[8], owner[4], epoch[4], seq[4], time[8];
};

static bool send_entry(struct pg *pg, const struct store_entry *entry)
{
    static const int binary[6] = {1, 1, 1, 1, 1, 1};
    struct arguments put;
    put_number(put.table, entry->table, 8);
    put_number(put.owner, pg->id, 4);
    put_number(put.epoch, entry->epoch, 4);
    put_number(put.seq, entry->seq, 4);
    put_number(put.time, entry->place, 8);
    const bool is_end = entry->seq == 0;
    const char *values[6] = {put.table,    put.owner,
                             put.epoch,    is_end ? put.time : put.seq,
                             entry->bytes, (const char *)entry->hash};
    const int lengths[6] = {8, 4, 4, is_end ? 8 : 4, (int)entry->count, STORE_HASH_BYTES};
    if (entry->seq == 1 && !PQsendQueryPrepared(pg->writer, "open", 3, values, lengths, binary, 0))
        return false;
    return PQsendQueryPrepared(pg->writer, is_end ? "end" : "add", is_end ? 4 : 6, values, lengths, binary,
                               0) == 1;
}

static bool send_group(struct pg *pg)
{
    char id[16], group[24];
    const char *values[] = {id, group};
    struct store_entry entry;
    snprintf(id, sizeof id, "%u", (unsigned)pg->id);
    snprintf(group, sizeof group, "%llu", (unsigned long long)pg->group);
    bool is_good = PQsendQueryParams(pg->writer, "BEGIN", 0, NULL, NULL, NULL, NULL, 0) &&
                   PQsendQueryPrepared(pg->writer, "stamp", 2, values, NULL, NULL, 0);
    for (size_t at = 0; is_good && store_batch_next(&pg->writing, &at, &entry);)
        is_good = send_entry(pg, &entry);
    return is_good && PQsendQueryParams(pg->writer, "COMMIT", 0, NULL, NULL, NULL, NULL, 0) &&
           PQpipelineSync(pg->writer);
}

/* Owner or epoch are not ours any more (a null that must not be), or the place is taken: somebody else
 * plays here. */
static bool is_fence(const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return state && (strcmp(state, "23502") == 0 || strcmp(state, "23505") == 0);
}

/* Takes the answers. The commit counts only if it says COMMIT: of a transaction in which something failed it
 * would say ROLLBACK. */
static enum outcome hear_group(struct pg *pg, char *why)
{
    enum outcome outcome = FAILED;
    bool is_over = false, is_wrong = false;
    while (!is_over && pg__await(pg->writer)) {
        PGresult *result = PQgetResult(pg->writer);
        if (!result && PQstatus(pg->writer) != CONNECTION_OK)
            break;
        if (!result)
            continue; /* between two statements */
        switch (PQresultStatus(result)) {
        case PGRES_COMMAND_OK:
            if (strcmp(PQcmdStatus(result), "COMMIT") == 0 && !is_wrong)
                outcome = WRITTEN;
            else if (strcmp(PQcmdStatus(result), "UPDATE 0") == 0)
                is_wrong = true; /* the node's row: it is noted as dead */
            break;
        case PGRES_PIPELINE_SYNC:
            is_over = true;
            break;
        case PGRES_PIPELINE_ABORTED:
            break;
        default:
            if (is_fence(result))
                is_wrong = true;
            snprintf(why, STORE_WHY_BYTES, "%.*s", STORE_WHY_BYTES - 1, PQresultErrorMessage(result));
            why[strcspn(why, "\n")] = 0;
            break;
        }
        PQclear(result);
        if (PQstatus(pg->writer) != CONNECTION_OK)
            break;
    }
    if (is_wrong)
        return FENCED;
    if (outcome != WRITTEN && PQstatus(pg->writer) != CONNECTION_OK && !why[0])
        pg__say(why, pg->writer);
    return outcome;
}

/* The session is begun again, if it must be. 1: it is there; 0: others have taken over; -1: not now. */
static int be_alive(struct pg *pg, bool *is_written, char *why)
{
    uint64_t group = 0;
    if (pg->writer && PQstatus(pg->writer) == CONNECTION_OK)
        return 1;
    PQfinish(pg->writer);
    pg->writer = pg__connect(pg, why);
    const int alive = pg->writer ? pg__go_on(pg, &group, why) : -1;
    *is_written = alive == 1 && group == pg->group;
    if (alive != 1) {
        PQfinish(pg->writer);
        pg->writer = NULL;
    }
    return alive;
}

/* Something failed in it, and its end was left out with all that followed. The session stays: it is our life.
 */
static bool leave_transaction(PGconn *writer)
{
    char why[STORE_WHY_BYTES];
    return PQtransactionStatus(writer) == PQTRANS_IDLE || pg__do(writer, why, "ROLLBACK", 0, NULL);
}

static enum outcome write_group(struct pg *pg, char *why)
{
    bool is_written = false;
    const int alive = be_alive(pg, &is_written, why);
    if (alive != 1)
        return alive == 0 ? FENCED : FAILED;
    if (is_written)
        return WRITTEN;
    PQsetnonblocking(pg->writer, 1);
    enum outcome outcome = FAILED;
    if (PQenterPipelineMode(pg->writer) && send_group(pg))
        outcome = hear_group(pg, why);
    else
        pg__say(why, pg->writer);
    /* Whatever is left in the pipe is of no use any more; a session that is not clean is begun anew. */
    if (PQstatus(pg->writer) != CONNECTION_OK || !PQexitPipelineMode(pg->writer) ||
        PQsetnonblocking(pg->writer, 0) != 0 || !leave_transaction(pg->writer)) {
        PQfinish(pg->writer);
        pg->writer = NULL;
    }
    return outcome;
}

/* ---- the writer ------------------------------------------------------------------------------- */

static void rest(struct pg *pg, unsigned ms)
{
    const struct timespec until = platform_time_after(CLOCK_MONOTONIC, ms);
    (void)pthread_cond_timedwait(&pg->changed, &pg->mutex, &until);
}

/* Between groups: whether the session is still there. It is begun again at once, not with the next group. */
static void look_after_life(struct pg *pg)
{
    char why[STORE_WHY_BYTES] = "";
    bool is_written;
    pthread_mutex_unlock(&pg->mutex);
    if (pg->writer) {
        (void)PQconsumeInput(pg->writer);
        if (PQstatus(pg->writer) != CONNECTION_OK) {
            PQfinish(pg->writer);
            pg->writer = NULL;
        }
    }
    const int alive = be_alive(pg, &is_written, why);
    pthread_mutex_lock(&pg->mutex);
    if (alive == 0) {
        pg->is_lost = true;
        pg->wake(pg->wake_context);
    }
}

static void note_outcome(struct pg *pg, enum outcome outcome, uint64_t took_us, const char *why)
{
    if (outcome == WRITTEN) {
        pg->counters.entries += pg->writing.count;
        pg->counters.groups++;
        histogram_add(&pg->counters.commits, took_us);
        if (took_us > pg->counters.slowest_us)
            pg->counters.slowest_us = took_us;
        pg->is_failing = pg->is_busy = false;
        pg->why[0] = 0;
        return;
    }
    pg->counters.failures++;
    pg->is_failing = true;
    pg->is_lost = pg->is_lost || outcome == FENCED;
    snprintf(pg->why, sizeof pg->why, "%s", why);
}

static void *run_writer(void *argument)
{
    struct pg *pg = argument;
    pthread_mutex_lock(&pg->mutex);
    while (!pg->is_closing || (pg->is_busy && !pg->is_lost && !pg->has_given_up)) {
        if (pg->is_leaving && !pg->is_busy)
            pg->is_lost = true;
        if (pg->is_lost) {
            PQfinish(pg->writer); /* with it goes the lock: others need not wait until we have stepped down */
            pg->writer = NULL;
            rest(pg, 1000);
            continue;
        }
        if (!pg->is_busy) {
            rest(pg, LOOK_MS);
            if (!pg->is_busy && !pg->is_closing && !pg->is_leaving)
                look_after_life(pg);
            continue;
        }
        pthread_mutex_unlock(&pg->mutex);
        char why[STORE_WHY_BYTES] = "";
        const uint64_t began_us = platform_now_us();
        const enum outcome outcome = write_group(pg, why);
        if (outcome == WRITTEN) {
            pg->acknowledged = pg->group;
            pg__note_wrote(pg, &pg->writing);
        }
        pthread_mutex_lock(&pg->mutex);
        note_outcome(pg, outcome, platform_now_us() - began_us, why);
        pthread_cond_broadcast(&pg->changed);
        pg->wake(pg->wake_context);
        if (outcome == FAILED && pg->is_closing)
            pg->has_given_up = true;
        else if (outcome == FAILED)
            rest(pg, RETRY_MS);
    }
    pthread_mutex_unlock(&pg->mutex);
    return NULL;
}

/* ---- the store -------------------------------------------------------------------------------- */

/* The place of an entry is its number: (table, number) is the key. */
static uint64_t pg_append(void *self, const struct store_entry *given)
{
    struct pg *pg = self;
    struct store_entry entry = *given;
    entry.place = entry.seq;
    return store_batch_add(&pg->gathered, &entry) ? entry.place : 0;
}

static bool pg_end_table(void *self, const struct store_entry *end)
{
    struct pg *pg = self;
    return store_batch_add(&pg->gathered, end);
}

static bool pg_commit(void *self)
{
    struct pg *pg = self;
    if (pg->gathered.count == 0)
        return false;
    pthread_mutex_lock(&pg->mutex);
    const bool is_free = !pg->is_busy;
    if (is_free) {
        struct store_batch gathered = pg->gathered;
        pg->gathered = pg->writing;
        pg->writing = gathered;
        pg->is_busy = true;
        pg->group++;
        pthread_cond_broadcast(&pg->changed);
    }
    pthread_mutex_unlock(&pg->mutex);
    if (is_free)
        store_batch_clear(&pg->gathered);
    return is_free;
}

static enum store_state pg_poll(void *self, char *why)
{
    struct pg *pg = self;
    pthread_mutex_lock(&pg->mutex);
    const enum store_state state = pg->is_lost      ? STORE_LOST
                                   : pg->is_failing ? STORE_FAILING
                                   : pg->is_busy    ? STORE_BUSY
                                                    : STORE_IDLE;
    memcpy(why, pg->why, STORE_WHY_BYTES);
    pthread_mutex_unlock(&pg->mutex);
    return state;
}

static struct store_counters pg_counters(void *self)
{
    struct pg *pg = self;
    pthread_mutex_lock(&pg->mutex);
    const struct store_counters counters = pg->counters;
    pthread_mutex_unlock(&pg->mutex);
    return counters;
}

static void drop(struct pg *pg)
{
    PQfinish(pg->writer);
    PQfinish(pg->reader);
    PQfinish(pg->watcher);
    PQfinish(pg->beater);
    free(pg->wrote);
    store_batch_drop(&pg->gathered);
    store_batch_drop(&pg->writing);
    for (unsigned i = 0; i < pg->peer_count; i++)
        free(pg->peers[i].lobby);
    free(pg->lobby);
    pthread_mutex_destroy(&pg->mutex);
    pthread_mutex_destroy(&pg->reading);
    pthread_cond_destroy(&pg->changed);
    pthread_cond_destroy(&pg->asked_for);
    free(pg);
}

static bool pg_close(void *self)
{
    struct pg *pg = self;
    pthread_mutex_lock(&pg->mutex);
    while (pg->is_busy && !pg->is_failing && !pg->is_lost)
        pthread_cond_wait(&pg->changed, &pg->mutex);
    pg->is_closing = true;
    pthread_cond_broadcast(&pg->changed);
    pthread_cond_broadcast(&pg->asked_for);
    pthread_mutex_unlock(&pg->mutex);
    pthread_join(pg->writing_thread, NULL);
    pthread_join(pg->watching_thread, NULL);
    pthread_join(pg->beating_thread, NULL);
    pg__end_parts(pg);
    const bool is_good = !pg->is_busy;
    drop(pg);
    return is_good;
}

static const struct store_ops pg_ops = {
    .append = pg_append,
    .end_table = pg_end_table,
    .commit = pg_commit,
    .poll = pg_poll,
    .read_open = pg__read_open,
    .read_table = pg__read_table,
    .read_ended = pg__read_ended,
    .list_ended = pg__list_ended,
    .back_up = pg__back_up,
    .secret = pg__secret,
    .read_secrets = pg__read_secrets,
    .counters = pg_counters,
    .close = pg_close,
};

void store_nodes_leave(struct store *store)
{
    struct pg *pg = store->self;
    pthread_mutex_lock(&pg->mutex);
    pg->is_leaving = true;
    pthread_cond_broadcast(&pg->changed);
    pthread_mutex_unlock(&pg->mutex);
}

bool store_has_nodes(const struct store *store)
{
    return store->ops == &pg_ops;
}

static bool begin(struct pg *pg, char *why)
{
    pg->writer = pg__connect(pg, why);
    if (!pg->writer || !pg__make_kind(pg->writer, pg->lang, why))
        return false;
    (void)pg__make_days(pg->writer, why); /* without them it ends in past_rest */
    /* All sessions first: far away each takes a while, and a node that has begun shall give its beat. */
    pg->reader = pg__connect(pg, why);
    pg->watcher = pg->reader ? pg__connect(pg, why) : NULL;
    return pg->watcher && pg__has_beater(pg, why) && pg__begin_life(pg, why) && pg__claim_share(pg, why);
}

/* All of them or none; 0, or the system's error. */
static int start_threads(struct pg *pg)
{
    pthread_t *const threads[] = {&pg->writing_thread, &pg->watching_thread, &pg->beating_thread};
    void *(*const run[])(void *) = {run_writer, pg__watch, pg__beat};
    for (unsigned count = 0; count < sizeof threads / sizeof threads[0]; count++) {
        const int error = pthread_create(threads[count], NULL, run[count], pg);
        if (!error)
            continue;
        pthread_mutex_lock(&pg->mutex);
        pg->is_closing = true;
        pthread_cond_broadcast(&pg->changed);
        pthread_cond_broadcast(&pg->asked_for);
        pthread_mutex_unlock(&pg->mutex);
        while (count > 0)
            pthread_join(*threads[--count], NULL);
        return error;
    }
    return 0;
}

void store_nodes_prepare(void)
{
    (void)store__libpq_load(); /* store_open_nodes() says that it is missing */
}

bool store_open_nodes(struct store *store, const struct store_node *self, const struct store_parts *parts,
                      const char *url, enum pen_lang lang, void (*wake)(void *context), void *context,
                      char *why)
{
    if (!store__libpq_load())
        return store__say_problem(why, lang, STORE_PROBLEM_NO_LIBPQ, "");
    struct pg *pg = calloc(1, sizeof *pg);
    pthread_condattr_t clock;
    if (!pg)
        return store__say_problem(why, lang, STORE_PROBLEM_MEMORY, "");
    pg->lang = lang;
    pg->wake = wake;
    pg->wake_context = context;
    pg->self = *self;
    pg->heard_ms = platform_now_ms();
    pthread_mutex_init(&pg->mutex, NULL);
    pthread_mutex_init(&pg->reading, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&pg->changed, &clock);
    pthread_cond_init(&pg->asked_for, &clock);
    pthread_condattr_destroy(&clock);
    why[0] = 0;
    if ((size_t)snprintf(pg->url, sizeof pg->url, "%s", url) >= sizeof pg->url) {
        store__say_problem(why, lang, STORE_PROBLEM_LONG_PATH, "");
        drop(pg);
        return false;
    }
    if (!begin(pg, why) || !pg__begin_parts(pg, parts, why)) {
        drop(pg);
        return false;
    }
    const int error = start_threads(pg);
    if (error) {
        store__say_problem(why, lang, STORE_PROBLEM_THREAD, strerror(error));
        pg__end_parts(pg);
        drop(pg);
        return false;
    }
    *store = (struct store){pg, &pg_ops};
    return true;
}

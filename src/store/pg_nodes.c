/* pg_nodes.c - claiming tables, and what the server asks about nodes and hears of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/clock.h"
#include "store/pg.h"

/* Of all who are gone, or of the owners of these tables. The locks of those that are gone are taken until the
 * statement ends, so that none of them comes back meanwhile; several may claim at once, each other tables.
 * However many tables there are, only those of the dead are looked at: their owners are found by steps
 * through the index, also one that has no row any more. */
#define CLAIM_DEAD \
    " dead AS (UPDATE penultima.node SET is_dead = true WHERE id IN (SELECT id FROM gone) AND NOT is_dead),"
#define CLAIM_ALIVE " EXISTS (SELECT FROM penultima.node WHERE id = $1::integer AND NOT is_dead)"
#define CLAIM_TAKE                                                                                         \
    " UPDATE penultima.tbl SET owner = $1::integer, epoch = epoch + 1 WHERE id = ANY(ARRAY(SELECT id FROM" \
    " orphan)) RETURNING id"

static const char claim_any[] =
    "WITH RECURSIVE owner(id) AS (SELECT min(owner) FROM penultima.tbl UNION ALL SELECT (SELECT min(t.owner)"
    "  FROM penultima.tbl t WHERE t.owner > owner.id) FROM owner WHERE owner.id IS NOT NULL),"
    " known AS MATERIALIZED (SELECT id FROM penultima.node UNION SELECT id FROM owner WHERE id IS NOT NULL),"
    " gone AS MATERIALIZED (SELECT id FROM known WHERE id <> $1::integer"
    "  AND pg_try_advisory_xact_lock_shared(" PG_LOCKS ", id))," CLAIM_DEAD
    " orphan AS (SELECT o.id FROM gone CROSS JOIN LATERAL (SELECT t.id FROM penultima.tbl t WHERE t.owner ="
    "  gone.id LIMIT $2::integer FOR UPDATE SKIP LOCKED) o WHERE" CLAIM_ALIVE
    "  LIMIT $2::integer)" CLAIM_TAKE;

static const char claim_these[] =
    "WITH known AS MATERIALIZED (SELECT DISTINCT owner AS id FROM penultima.tbl WHERE id = "
    "ANY($3::bigint[])),"
    " gone AS MATERIALIZED (SELECT id FROM known WHERE id <> $1::integer"
    "  AND pg_try_advisory_xact_lock_shared(" PG_LOCKS ", id))," CLAIM_DEAD
    " orphan AS (SELECT id FROM penultima.tbl WHERE id = ANY($3::bigint[]) AND owner IN (SELECT id FROM gone)"
    "  AND" CLAIM_ALIVE "  LIMIT $2::integer FOR UPDATE SKIP LOCKED)" CLAIM_TAKE;

int pg__claim(struct pg *pg, PGconn *connection, const char *tables, unsigned most, char *why)
{
    char id[16], count[16];
    const char *values[] = {id, count, tables};
    snprintf(id, sizeof id, "%u", (unsigned)pg->id);
    snprintf(count, sizeof count, "%u", most);
    PGresult *rows = pg__ask(connection, why, tables ? claim_these : claim_any, tables ? 3 : 2, values);
    if (!rows)
        return -1;
    const int took = PQntuples(rows);
    pthread_mutex_lock(&pg->mutex);
    for (int i = 0; i < took; i++)
        pg__news(pg, STORE_NEWS_TOOK, pg__number(rows, i, 0), NULL);
    pthread_mutex_unlock(&pg->mutex);
    PQclear(rows);
    return took;
}

bool pg__claim_share(struct pg *pg, char *why)
{
    /* Rows of nodes that are gone and have nothing: nobody needs them. */
    static const char tidy[] =
        "WITH gone AS (DELETE FROM penultima.node n WHERE is_dead AND NOT EXISTS (SELECT FROM penultima.tbl"
        " WHERE owner = n.id) AND pg_try_advisory_xact_lock(" PG_LOCKS ", n.id) RETURNING id)"
        ", lobby AS (DELETE FROM penultima.lobby WHERE node IN (SELECT id FROM gone))"
        " DELETE FROM penultima.stamp WHERE node IN (SELECT id FROM gone)";
    PGresult *rows =
        pg__ask(pg->watcher, why,
                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND mode ="
                " 'ExclusiveLock' AND granted AND classid = " PG_LOCKS " AND objid <> 0 AND database"
                " = (SELECT oid FROM pg_database WHERE datname = current_database())",
                0, NULL);
    if (!rows)
        return false;
    const uint64_t nodes = pg__number(rows, 0, 0);
    PQclear(rows);
    /* Alone it takes everything before it opens. Others take their part by themselves. */
    if (nodes <= 1 && pg__claim(pg, pg->watcher, NULL, INT32_MAX, why) < 0)
        return false;
    pg->news_at = pg->news_count = 0; /* these are read as what is ours at the beginning */
    return pg__do(pg->watcher, why, tidy, 0, NULL);
}

/* With the mutex held. What does not fit is asked for again by whoever waits for it, and a table that was
 * taken is found to be ours then. */
void pg__news(struct pg *pg, enum store_news_kind kind, uint64_t table, const struct store_node *node)
{
    if (pg->news_count == PG_NEWS_MAX)
        return;
    struct store_news *news = &pg->news[(pg->news_at + pg->news_count++) % PG_NEWS_MAX];
    *news = (struct store_news){.kind = kind, .table = table};
    if (node)
        news->node = *node;
}

struct store_news store_nodes_next(struct store *store)
{
    struct pg *pg = store->self;
    struct store_news news = {.kind = STORE_NEWS_NONE};
    pthread_mutex_lock(&pg->mutex);
    if (pg->news_count > 0) {
        news = pg->news[pg->news_at];
        pg->news_at = (pg->news_at + 1) % PG_NEWS_MAX;
        pg->news_count--;
    }
    pthread_mutex_unlock(&pg->mutex);
    return news;
}

static bool ask(struct store *store, uint64_t table, uint32_t to)
{
    struct pg *pg = store->self;
    pthread_mutex_lock(&pg->mutex);
    const bool is_free = pg->asked_count < PG_ASKED_MAX;
    if (is_free) {
        pg->asked[pg->asked_count++] = (struct pg_asked){table, to};
        pthread_cond_broadcast(&pg->asked_for);
    }
    pthread_mutex_unlock(&pg->mutex);
    return is_free;
}

bool store_nodes_find(struct store *store, uint64_t table)
{
    return ask(store, table, 0);
}

bool store_nodes_give(struct store *store, uint64_t table, uint32_t to)
{
    return ask(store, table, to);
}

void store_nodes_give_up(struct store *store)
{
    struct pg *pg = store->self;
    pthread_mutex_lock(&pg->mutex);
    pg->is_lost = true;
    pthread_cond_broadcast(&pg->changed);
    pthread_mutex_unlock(&pg->mutex);
    pg->wake(pg->wake_context);
}

uint64_t store_nodes_silent_ms(const struct store *store)
{
    struct pg *pg = store->self;
    pthread_mutex_lock(&pg->mutex);
    const uint64_t heard_ms = pg->heard_ms;
    pthread_mutex_unlock(&pg->mutex);
    return platform_now_ms() - heard_ms;
}

unsigned store_nodes_risks(const struct store *store)
{
    struct pg *pg = store->self;
    pthread_mutex_lock(&pg->mutex);
    const unsigned risks = pg->risks;
    pthread_mutex_unlock(&pg->mutex);
    return risks;
}

bool store_nodes_is_older(const struct store *store, uint64_t *back, uint64_t *gone)
{
    struct pg *pg = store->self;
    pthread_mutex_lock(&pg->mutex);
    const bool is_older = pg->is_older;
    *back = pg->tables_back;
    *gone = pg->tables_gone;
    pthread_mutex_unlock(&pg->mutex);
    return is_older;
}

bool store_nodes_is_hidden(const struct store *store, struct store_node *node)
{
    struct pg *pg = store->self;
    pthread_mutex_lock(&pg->mutex);
    *node = pg->hidden;
    pthread_mutex_unlock(&pg->mutex);
    return node->id != 0;
}

uint32_t store_nodes_self(const struct store *store)
{
    const struct pg *pg = store->self;
    return pg->id;
}

uint64_t store_nodes_time_ms(const struct store *store)
{
    const struct pg *pg = store->self;
    return pg->begin_ms;
}

unsigned store_nodes_list(const struct store *store, struct store_node *nodes, unsigned most)
{
    struct pg *pg = store->self;
    unsigned count = 0;
    pthread_mutex_lock(&pg->mutex);
    if (most > 0)
        nodes[count++] = pg->self;
    for (unsigned i = 0; i < pg->peer_count && count < most; i++)
        nodes[count++] = pg->peers[i].node;
    pthread_mutex_unlock(&pg->mutex);
    return count;
}

void store_nodes_tell(struct store *store, uint64_t tables, uint64_t conns, bool is_draining)
{
    struct pg *pg = store->self;
    pthread_mutex_lock(&pg->mutex);
    pg->self.tables = tables;
    pg->self.conns = conns;
    pg->self.is_draining = is_draining;
    pthread_mutex_unlock(&pg->mutex);
}

void store_nodes_tell_lobby(struct store *store, const char *bytes, size_t count)
{
    struct pg *pg = store->self;
    pthread_mutex_lock(&pg->mutex);
    if (count != pg->lobby_count || (count > 0 && memcmp(bytes, pg->lobby, count) != 0)) {
        char *copy = malloc(count + 1);
        if (copy) {
            if (count > 0)
                memcpy(copy, bytes, count);
            copy[count] = 0;
            free(pg->lobby);
            pg->lobby = copy;
            pg->lobby_count = count;
            pg->is_lobby_new = true;
        }
    }
    pthread_mutex_unlock(&pg->mutex);
}

void store_nodes_read_lobby(struct store *store,
                            void (*visit)(void *context, const char *bytes, size_t count), void *context)
{
    struct pg *pg = store->self;
    pthread_mutex_lock(&pg->mutex);
    for (unsigned i = 0; i < pg->peer_count; i++)
        if (pg->peers[i].lobby_count > 0)
            visit(context, pg->peers[i].lobby, pg->peers[i].lobby_count);
    pg__visit_parts(pg, visit, context);
    pthread_mutex_unlock(&pg->mutex);
}

bool store_nodes_be_alone(struct store *store, char *why)
{
    struct pg *pg = store->self;
    pthread_mutex_lock(&pg->reading);
    PGresult *rows = pg->reader ? pg__ask(pg->reader, why,
                                          "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND"
                                          " granted AND classid = " PG_LOCKS " AND objid = 0 AND"
                                          " mode = 'ShareLock'",
                                          0, NULL)
                                : NULL;
    const bool is_alone = rows && pg__number(rows, 0, 0) == 1;
    PQclear(rows);
    pthread_mutex_unlock(&pg->reading);
    return is_alone || store__say_problem(why, pg->lang, STORE_PROBLEM_IN_USE, "");
}

/* pg_watch.c - the watcher: gives this node's beat, looks who else is alive, ends the session of one that
 * stands still, claims the tables of those that are gone, and answers whose a table is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/clock.h"
#include "store/pg.h"

enum {
    BEAT_MS = 250,
    STILL_MS = 1500, /* without a beat, by our clock, and seen so often: it stands still */
    STILL_LOOKS = 5,
    CLAIM_AT_ONCE = 64,
    YOUNG_MS = 1500,
};

static bool beat(struct pg *pg, char *why)
{
    char id[16], tables[24], conns[24];
    char *lobby = NULL;
    pthread_mutex_lock(&pg->mutex);
    snprintf(tables, sizeof tables, "%llu", (unsigned long long)pg->self.tables);
    snprintf(conns, sizeof conns, "%llu", (unsigned long long)pg->self.conns);
    const char *draining = pg->self.is_draining ? "true" : "false";
    if (pg->is_lobby_new && (lobby = malloc(pg->lobby_count + 1)) != NULL) {
        memcpy(lobby, pg->lobby, pg->lobby_count + 1);
        pg->is_lobby_new = false;
    }
    pthread_mutex_unlock(&pg->mutex);
    snprintf(id, sizeof id, "%u", (unsigned)pg->id);
    const char *values[] = {id, tables, conns, draining, lobby};
    PGresult *rows = pg__ask(pg->watcher, why,
                             "UPDATE penultima.node SET beat = beat + 1, tables = $2, conns = $3,"
                             " is_draining = $4, lobby = coalesce($5, lobby) WHERE id = $1 AND NOT is_dead",
                             5, values);
    if (!rows && lobby) {
        pthread_mutex_lock(&pg->mutex);
        pg->is_lobby_new = true; /* nobody has heard it */
        pthread_mutex_unlock(&pg->mutex);
    }
    free(lobby);
    /* Noted as dead by somebody: who has nothing to write would learn it from nobody else. */
    if (rows && strcmp(PQcmdTuples(rows), "0") == 0)
        store_nodes_give_up(&(struct store){.self = pg});
    PQclear(rows);
    return rows != NULL;
}

static struct pg_peer *peer_of(struct pg *pg, struct pg_peer *before, unsigned count, uint32_t id)
{
    for (unsigned i = 0; i < count; i++)
        if (before[i].node.id == id)
            return &before[i];
    (void)pg;
    return NULL;
}

/* id, address, site, tables, conns, is_draining, beat, lobby, the pid that holds its lock */
static void see_peer(struct pg_peer *peer, const PGresult *rows, int row, uint64_t now_ms)
{
    const uint64_t beat = pg__number(rows, row, 6);
    if (beat != peer->beat || peer->node.id == 0) {
        peer->beat = beat;
        peer->beat_ms = now_ms;
        peer->looks = 0;
    }
    peer->looks++;
    peer->node.id = (uint32_t)pg__number(rows, row, 0);
    snprintf(peer->node.address, sizeof peer->node.address, "%s", PQgetvalue(rows, row, 1));
    snprintf(peer->node.site, sizeof peer->node.site, "%s", PQgetvalue(rows, row, 2));
    peer->node.tables = pg__number(rows, row, 3);
    peer->node.conns = pg__number(rows, row, 4);
    peer->node.is_draining = PQgetvalue(rows, row, 5)[0] == 't';
    const size_t count = (size_t)PQgetlength(rows, row, 7);
    char *lobby = count > 0 ? malloc(count + 1) : NULL;
    if (lobby)
        memcpy(lobby, PQgetvalue(rows, row, 7), count + 1);
    free(peer->lobby);
    peer->lobby = lobby;
    peer->lobby_count = lobby ? count : 0;
}

/* Who is there; and whether somebody is gone who has left tables. */
static bool look(struct pg *pg, bool *is_somebody_gone, char *why)
{
    static struct pg_peer none;
    struct pg_peer seen[STORE_NODES_MAX];
    char id[16];
    const char *values[] = {id};
    unsigned count = 0;
    snprintf(id, sizeof id, "%u", (unsigned)pg->id);
    PGresult *rows = pg__ask(
        pg->watcher, why,
        "SELECT n.id, n.address, n.site, n.tables, n.conns, n.is_draining, n.beat, n.lobby, l.pid,"
        " l.pid IS NULL AND EXISTS (SELECT FROM penultima.tbl t WHERE t.owner = n.id)"
        " FROM penultima.node n LEFT JOIN pg_locks l ON l.locktype = 'advisory' AND l.classid = " PG_LOCKS
        " AND l.objid = n.id::oid AND l.mode = 'ExclusiveLock' AND l.granted AND l.database ="
        " (SELECT oid FROM pg_database WHERE datname = current_database())"
        " WHERE n.id <> $1::integer ORDER BY n.id",
        1, values);
    if (!rows)
        return false;
    const uint64_t now_ms = platform_now_ms();
    pthread_mutex_lock(&pg->mutex);
    for (int i = 0; i < PQntuples(rows); i++) {
        *is_somebody_gone = *is_somebody_gone || PQgetvalue(rows, i, 9)[0] == 't';
        if (PQgetisnull(rows, i, 8) || count == STORE_NODES_MAX)
            continue;
        struct pg_peer *old = peer_of(pg, pg->peers, pg->peer_count, (uint32_t)pg__number(rows, i, 0));
        struct pg_peer peer = old ? *old : none;
        if (old)
            old->lobby = NULL;
        see_peer(&peer, rows, i, now_ms);
        seen[count++] = peer;
    }
    for (unsigned i = 0; i < pg->peer_count; i++)
        free(pg->peers[i].lobby);
    memcpy(pg->peers, seen, count * sizeof seen[0]);
    pg->peer_count = count;
    pthread_mutex_unlock(&pg->mutex);
    /* Whoever gives no beat holds its lock for nothing. */
    for (int i = 0; i < PQntuples(rows); i++) {
        const struct pg_peer *peer = peer_of(pg, seen, count, (uint32_t)pg__number(rows, i, 0));
        const char *pid[] = {PQgetvalue(rows, i, 8)};
        if (peer && now_ms - peer->beat_ms >= STILL_MS && peer->looks >= STILL_LOOKS &&
            pg__do(pg->watcher, why, "SELECT pg_terminate_backend($1::integer)", 1, pid))
            *is_somebody_gone = true;
    }
    PQclear(rows);
    return true;
}

/* After the database itself was away every node comes back under its number: nobody is taken for dead before
 * all have had the time. */
static bool may_claim_now(struct pg *pg)
{
    pthread_mutex_lock(&pg->mutex);
    const bool is_alive = !pg->self.is_draining && !pg->is_lost && !pg->is_leaving;
    pthread_mutex_unlock(&pg->mutex);
    return is_alive && (pg->watching_ms == 0 || platform_now_ms() >= pg->watching_ms + YOUNG_MS);
}

/* Whose it is. Taken at once if its owner is gone. */
static void find(struct pg *pg, uint64_t table, char *why)
{
    char key[24];
    const char *values[] = {key};
    snprintf(key, sizeof key, "%llu", (unsigned long long)table);
    const int took = may_claim_now(pg) ? pg__claim(pg, pg->watcher, table, 1, why) : 0;
    if (took == 1)
        return;
    PGresult *rows = took < 0 ? NULL
                              : pg__ask(pg->watcher, why,
                                        "SELECT t.owner, n.address, n.site FROM penultima.tbl t"
                                        " LEFT JOIN penultima.node n ON n.id = t.owner WHERE t.id = $1",
                                        1, values);
    struct store_node node = {0};
    enum store_news_kind kind = STORE_NEWS_UNKNOWN;
    if (rows && PQntuples(rows) == 0) {
        kind = STORE_NEWS_NOWHERE;
    } else if (rows) {
        node.id = (uint32_t)pg__number(rows, 0, 0);
        snprintf(node.address, sizeof node.address, "%s", PQgetvalue(rows, 0, 1));
        snprintf(node.site, sizeof node.site, "%s", PQgetvalue(rows, 0, 2));
        kind = node.id == pg->id ? STORE_NEWS_HERE : STORE_NEWS_THERE;
    }
    PQclear(rows);
    pthread_mutex_lock(&pg->mutex);
    pg__news(pg, kind, table, &node);
    pthread_mutex_unlock(&pg->mutex);
}

/* With the mutex held. */
static const struct store_node *node_of(const struct pg *pg, uint32_t id)
{
    for (unsigned i = 0; i < pg->peer_count; i++)
        if (pg->peers[i].node.id == id)
            return &pg->peers[i].node;
    return NULL;
}

/* Should the other have died meanwhile, it is found dead like any. */
static void give(struct pg *pg, struct pg_asked asked, char *why)
{
    char key[24], from[16], to[16];
    const char *values[] = {key, from, to};
    snprintf(key, sizeof key, "%llu", (unsigned long long)asked.table);
    snprintf(from, sizeof from, "%u", (unsigned)pg->id);
    snprintf(to, sizeof to, "%u", (unsigned)asked.to);
    PGresult *rows =
        pg__ask(pg->watcher, why,
                "UPDATE penultima.tbl SET owner = $3::integer, epoch = epoch + 1 WHERE id = $1::bigint AND"
                " owner = $2::integer AND EXISTS (SELECT FROM penultima.node WHERE id = $3::integer AND NOT"
                " is_dead)",
                3, values);
    const bool is_given = rows && strcmp(PQcmdTuples(rows), "1") == 0;
    PQclear(rows);
    if (!is_given) {
        find(pg, asked.table, why);
        return;
    }
    pthread_mutex_lock(&pg->mutex);
    pg__news(pg, STORE_NEWS_THERE, asked.table, node_of(pg, asked.to));
    pthread_mutex_unlock(&pg->mutex);
}

static void answer_asked(struct pg *pg, char *why)
{
    pthread_mutex_lock(&pg->mutex);
    while (pg->asked_count > 0 && !pg->is_closing) {
        const struct pg_asked asked = pg->asked[0];
        memmove(pg->asked, pg->asked + 1, --pg->asked_count * sizeof asked);
        pthread_mutex_unlock(&pg->mutex);
        if (asked.to)
            give(pg, asked, why);
        else
            find(pg, asked.table, why);
        pg->wake(pg->wake_context);
        pthread_mutex_lock(&pg->mutex);
    }
    pthread_mutex_unlock(&pg->mutex);
}

/* Everything that is due every BEAT_MS. */
static void turn(struct pg *pg, char *why)
{
    bool is_somebody_gone = false;
    if (!pg->watcher || PQstatus(pg->watcher) != CONNECTION_OK) {
        PQfinish(pg->watcher);
        pg->watcher = pg__connect(pg, why);
        pg->watching_ms = platform_now_ms();
        /* A beat that is lost costs nothing: it must not wait for a disk or a standby. */
        if (!pg->watcher)
            return;
    }
    if (!pg__do(pg->watcher, why, "SET synchronous_commit = off", 0, NULL) || !beat(pg, why) ||
        !pg__do(pg->watcher, why, "SET synchronous_commit TO DEFAULT", 0, NULL) ||
        !look(pg, &is_somebody_gone, why))
        return;
    pthread_mutex_lock(&pg->mutex);
    pg->heard_ms = platform_now_ms();
    pthread_mutex_unlock(&pg->mutex);
    int took = is_somebody_gone && may_claim_now(pg) ? 1 : 0;
    while (took > 0) {
        took = pg__claim(pg, pg->watcher, 0, CLAIM_AT_ONCE, why);
        pg->wake(pg->wake_context);
        answer_asked(pg, why);
    }
}

void *pg__watch(void *argument)
{
    struct pg *pg = argument;
    char why[STORE_WHY_BYTES];
    uint64_t due_ms = 0;
    pthread_mutex_lock(&pg->mutex);
    while (!pg->is_closing) {
        const uint64_t now_ms = platform_now_ms();
        if (pg->asked_count == 0 && now_ms < due_ms) {
            const struct timespec until = platform_time_after(CLOCK_MONOTONIC, (unsigned)(due_ms - now_ms));
            (void)pthread_cond_timedwait(&pg->asked_for, &pg->mutex, &until);
            continue;
        }
        pthread_mutex_unlock(&pg->mutex);
        if (now_ms >= due_ms) {
            turn(pg, why);
            due_ms = platform_now_ms() + BEAT_MS;
        }
        answer_asked(pg, why);
        pthread_mutex_lock(&pg->mutex);
    }
    pthread_mutex_unlock(&pg->mutex);
    return NULL;
}

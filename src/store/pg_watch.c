/* pg_watch.c - the watcher: looks who else is alive, ends the session of one that stands still, claims the
 * tables of those that are gone, and answers whose a table is, for all who wait at once. The beat is not its
 * business (pg_beat.c): it may be long about any of these. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/clock.h"
#include "store/pg.h"

enum {
    STILL_MS = 1500, /* without a beat, by our clock, and seen so often: it stands still */
    STILL_LOOKS = 5,
    BEGINNING_MS = 8000, /* before its first one: it may be far from the database */
    CLAIM_AT_ONCE = 256,
    ASK_AT_ONCE = 256,
    YOUNG_MS = 1500,
    /* What is new in the lobbies of others is asked for as often as the first says, or more rarely: so often
     * for each node there is. Each tells its share of the lobby's lines, so that a node hears the same number
     * of bytes per second whether there are two nodes or ten, and fewer if there are many. */
    LOBBY_MS = 500,
    DAYS_MS = 3600000,
    LOBBY_EACH_MS = 50,
};

static struct pg_peer *peer_of(struct pg_peer *peers, unsigned count, uint32_t id)
{
    for (unsigned i = 0; i < count; i++)
        if (peers[i].node.id == id)
            return &peers[i];
    return NULL;
}

/* id, address, site, tables, conns, is_draining, beat, machine */
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
    snprintf(peer->node.machine, sizeof peer->node.machine, "%s", PQgetvalue(rows, row, 7));
}

static bool is_on_loopback(const struct store_node *node)
{
    return strncmp(node->address, "127.", 4) == 0 || strncmp(node->address, "[::1]", 5) == 0;
}

/* With the mutex held. A machine that is not told is of a program of before. */
static void find_hidden(struct pg *pg)
{
    pg->hidden.id = 0;
    for (unsigned i = 0; i < pg->peer_count; i++) {
        const struct store_node *other = &pg->peers[i].node;
        if (other->machine[0] && strcmp(other->machine, pg->self.machine) != 0 &&
            (is_on_loopback(other) || is_on_loopback(&pg->self)))
            pg->hidden = *other;
    }
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
    PGresult *rows =
        pg__ask(pg->watcher, why,
                "SELECT n.id, n.address, n.site, n.tables, n.conns, n.is_draining, n.beat, n.machine, l.pid,"
                " l.pid IS NULL AND EXISTS (SELECT FROM penultima.tbl t WHERE t.owner = n.id)"
                " FROM penultima.node n LEFT JOIN pg_locks l ON " PG_IS_LIFE
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
        struct pg_peer *old = peer_of(pg->peers, pg->peer_count, (uint32_t)pg__number(rows, i, 0));
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
    find_hidden(pg);
    pthread_mutex_unlock(&pg->mutex);
    /* Whoever gives no beat holds its lock for nothing. */
    for (int i = 0; i < PQntuples(rows); i++) {
        const struct pg_peer *peer = peer_of(seen, count, (uint32_t)pg__number(rows, i, 0));
        const char *pid[] = {PQgetvalue(rows, i, 8)};
        const uint64_t still_ms = peer && peer->beat == 0 ? BEGINNING_MS : STILL_MS;
        if (peer && now_ms - peer->beat_ms >= still_ms && peer->looks >= STILL_LOOKS &&
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

/* With the mutex held. */
static const struct store_node *node_of(const struct pg *pg, uint32_t id)
{
    for (unsigned i = 0; i < pg->peer_count; i++)
        if (pg->peers[i].node.id == id)
            return &pg->peers[i].node;
    return NULL;
}

/* ---- whose tables are -------------------------------------------------------------------------------- */

/* Takes up to so many different ones off what is asked; how many. */
static unsigned take_asked(struct pg *pg, uint64_t tables[ASK_AT_ONCE])
{
    unsigned count = 0, left = 0;
    pthread_mutex_lock(&pg->mutex);
    for (unsigned i = 0; i < pg->asked_count; i++) {
        const struct pg_asked asked = pg->asked[i];
        unsigned at = 0;
        while (at < count && tables[at] != asked.table)
            at++;
        if (asked.to || (at == count && count == ASK_AT_ONCE))
            pg->asked[left++] = asked; /* what is to be given comes by itself, what is too much later */
        else if (at == count)
            tables[count++] = asked.table;
    }
    pg->asked_count = left;
    pthread_mutex_unlock(&pg->mutex);
    return count;
}

/* With the mutex held: of a row (table, owner, address, site), or of none. True: its owner is not among those
 * who are alive, as far as we have looked; it was not told. */
static bool tell_whose(struct pg *pg, uint64_t table, const PGresult *rows, int row, bool is_last)
{
    struct store_node node = {0};
    if (row < 0) {
        if (!pg__ask_parts(pg, table))
            pg__news(pg, STORE_NEWS_NOWHERE, table, &node);
        return false;
    }
    node.id = (uint32_t)pg__number(rows, row, 1);
    snprintf(node.address, sizeof node.address, "%s", PQgetvalue(rows, row, 2));
    snprintf(node.site, sizeof node.site, "%s", PQgetvalue(rows, row, 3));
    if (node.id != pg->id && !node_of(pg, node.id) && !is_last)
        return true;
    pg__news(pg, node.id == pg->id ? STORE_NEWS_HERE : STORE_NEWS_THERE, table, &node);
    return false;
}

/* Tells whose each is, and keeps those in 'tables' whose owner may be gone; how many, or -1. */
static int tell_all(struct pg *pg, uint64_t *tables, unsigned count, bool is_last, char *why)
{
    char *list = pg__list(tables, count);
    const char *values[] = {list};
    PGresult *rows = list ? pg__ask(pg->watcher, why,
                                    "SELECT t.id, t.owner, n.address, n.site FROM penultima.tbl t LEFT JOIN"
                                    " penultima.node n ON n.id = t.owner WHERE t.id = ANY($1::bigint[])",
                                    1, values)
                          : NULL;
    free(list);
    if (!rows)
        return -1;
    int left = 0;
    pthread_mutex_lock(&pg->mutex);
    for (unsigned i = 0; i < count; i++) {
        int row = PQntuples(rows) - 1;
        while (row >= 0 && pg__number(rows, row, 0) != tables[i])
            row--;
        if (tell_whose(pg, tables[i], rows, row, is_last))
            tables[left++] = tables[i];
    }
    pthread_mutex_unlock(&pg->mutex);
    PQclear(rows);
    return left;
}

/* Those that were claimed are told already. */
static int claim_these(struct pg *pg, uint64_t *tables, unsigned count, char *why)
{
    char *list = pg__list(tables, count);
    const int took = list ? pg__claim(pg, pg->watcher, list, count, why) : -1;
    free(list);
    return took;
}

static void tell_unknown(struct pg *pg, const uint64_t *tables, unsigned count)
{
    pthread_mutex_lock(&pg->mutex);
    for (unsigned i = 0; i < count; i++)
        pg__news(pg, STORE_NEWS_UNKNOWN, tables[i], NULL);
    pthread_mutex_unlock(&pg->mutex);
}

/* However many ask, and however many tables it is about: one question, and two more for those whose owner
 * may be gone. */
static void find_all(struct pg *pg, uint64_t *tables, unsigned count, char *why)
{
    if (count == 0)
        return;
    const bool may_claim = may_claim_now(pg);
    int left = tell_all(pg, tables, count, !may_claim, why);
    if (left < 0)
        tell_unknown(pg, tables, count);
    else if (left > 0 && (claim_these(pg, tables, (unsigned)left, why) < 0 ||
                          tell_all(pg, tables, (unsigned)left, true, why) < 0))
        tell_unknown(pg, tables, (unsigned)left);
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
        find_all(pg, &asked.table, 1, why);
        return;
    }
    pthread_mutex_lock(&pg->mutex);
    pg__news(pg, STORE_NEWS_THERE, asked.table, node_of(pg, asked.to));
    pthread_mutex_unlock(&pg->mutex);
}

/* The next that is to be given away; false: none. */
static bool take_gift(struct pg *pg, struct pg_asked *gift)
{
    pthread_mutex_lock(&pg->mutex);
    unsigned at = 0;
    while (at < pg->asked_count && !pg->asked[at].to)
        at++;
    const bool is_there = at < pg->asked_count;
    if (is_there) {
        *gift = pg->asked[at];
        memmove(pg->asked + at, pg->asked + at + 1, (--pg->asked_count - at) * sizeof *gift);
    }
    pthread_mutex_unlock(&pg->mutex);
    return is_there;
}

/* What has been asked so far. */
static void answer_asked(struct pg *pg, char *why)
{
    struct pg_asked gift;
    uint64_t tables[ASK_AT_ONCE];
    const unsigned count = take_asked(pg, tables);
    find_all(pg, tables, count, why);
    const bool has_gift = take_gift(pg, &gift);
    if (has_gift)
        give(pg, gift, why);
    if (count > 0 || has_gift)
        pg->wake(pg->wake_context);
}

/* ---- the lobby --------------------------------------------------------------------------------------- */

/* Ours, if it is new. */
static bool tell_lobby(struct pg *pg, char *why)
{
    char id[16];
    char *lobby = NULL;
    pthread_mutex_lock(&pg->mutex);
    if (pg->is_lobby_new && (lobby = malloc(pg->lobby_count + 1)) != NULL) {
        memcpy(lobby, pg->lobby, pg->lobby_count + 1);
        pg->is_lobby_new = false;
    }
    pthread_mutex_unlock(&pg->mutex);
    if (!lobby)
        return true;
    snprintf(id, sizeof id, "%u", (unsigned)pg->id);
    const char *values[] = {id, lobby};
    const bool is_told =
        pg__do(pg->watcher, why,
               "UPDATE penultima.lobby SET version = version + 1, text = $2 WHERE node = $1", 2, values);
    free(lobby);
    if (!is_told) {
        pthread_mutex_lock(&pg->mutex);
        pg->is_lobby_new = true; /* nobody has heard it */
        pthread_mutex_unlock(&pg->mutex);
    }
    return is_told;
}

/* "{node,...}", "{version,...}" of those whose turn it is to be asked for; false: of none. */
static bool list_due(struct pg *pg, uint64_t now_ms, char **nodes, char **versions)
{
    uint64_t ids[STORE_NODES_MAX], known[STORE_NODES_MAX];
    unsigned count = 0;
    pthread_mutex_lock(&pg->mutex);
    const uint64_t each_ms = (uint64_t)LOBBY_EACH_MS * pg->peer_count;
    const uint64_t rest_ms = each_ms > LOBBY_MS ? each_ms : LOBBY_MS;
    for (unsigned i = 0; i < pg->peer_count; i++) {
        struct pg_peer *peer = &pg->peers[i];
        if (peer->lobby_ms != 0 && now_ms < peer->lobby_ms + rest_ms)
            continue;
        peer->lobby_ms = now_ms;
        ids[count] = peer->node.id;
        known[count++] = peer->lobby_version;
    }
    pthread_mutex_unlock(&pg->mutex);
    *nodes = count > 0 ? pg__list(ids, count) : NULL;
    *versions = count > 0 ? pg__list(known, count) : NULL;
    return *nodes && *versions;
}

/* With the mutex held: node, version, text. */
static void keep_lobby(struct pg *pg, const PGresult *rows, int row)
{
    struct pg_peer *peer = peer_of(pg->peers, pg->peer_count, (uint32_t)pg__number(rows, row, 0));
    const size_t count = (size_t)PQgetlength(rows, row, 2);
    char *lobby = peer && count > 0 && count <= PG_LOBBY_BYTES_MAX ? malloc(count) : NULL;
    if (!peer)
        return;
    if (lobby)
        memcpy(lobby, PQgetvalue(rows, row, 2), count);
    free(peer->lobby);
    peer->lobby = lobby;
    peer->lobby_count = lobby ? count : 0;
    peer->lobby_version = pg__number(rows, row, 1);
}

/* What is new of the others'. */
static bool hear_lobbies(struct pg *pg, char *why)
{
    char *nodes, *versions;
    PGresult *rows = NULL;
    const bool is_any = list_due(pg, platform_now_ms(), &nodes, &versions);
    if (is_any) {
        const char *values[] = {nodes, versions};
        rows = pg__ask(pg->watcher, why,
                       "SELECT l.node, l.version, l.text FROM unnest($1::integer[], $2::bigint[]) AS w(node,"
                       " version) JOIN penultima.lobby l ON l.node = w.node AND l.version <> w.version",
                       2, values);
        pthread_mutex_lock(&pg->mutex);
        for (int i = 0; i < PQntuples(rows); i++)
            keep_lobby(pg, rows, i);
        pthread_mutex_unlock(&pg->mutex);
    }
    free(nodes);
    free(versions);
    PQclear(rows);
    return !is_any || rows;
}

/* ---- turns -------------------------------------------------------------------------------------------- */

/* Everything that is due every PG_BEAT_MS. */
static void turn(struct pg *pg, char *why)
{
    bool is_somebody_gone = false;
    if (!pg->watcher || PQstatus(pg->watcher) != CONNECTION_OK) {
        PQfinish(pg->watcher);
        pg->watcher = pg__connect(pg, why);
        pg->watching_ms = platform_now_ms();
        if (!pg->watcher)
            return;
    }
    if (!look(pg, &is_somebody_gone, why))
        return;
    int took = is_somebody_gone && may_claim_now(pg) ? 1 : 0;
    while (took > 0) {
        took = pg__claim(pg, pg->watcher, NULL, CLAIM_AT_ONCE, why);
        pg->wake(pg->wake_context);
        answer_asked(pg, why);
    }
    if (tell_lobby(pg, why) && hear_lobbies(pg, why) && platform_now_ms() >= pg->days_ms &&
        pg__make_days(pg->watcher, why))
        pg->days_ms = platform_now_ms() + DAYS_MS;
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
            due_ms = platform_now_ms() + PG_BEAT_MS;
        }
        answer_asked(pg, why);
        pthread_mutex_lock(&pg->mutex);
    }
    pthread_mutex_unlock(&pg->mutex);
    return NULL;
}

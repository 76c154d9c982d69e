/* pg_parts.c - the other databases of a house of several: whose their tables are, who is there, and what
 * their lobbies show.
 *
 * A node has one database, in which all its tables are, and reads the others: where a table is that is not in
 * its own, so that whoever came to the wrong node is passed on, their nodes, and the lines of their lobbies.
 * No transaction spans two of them, and one that is away takes nothing with it but its own tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/clock.h"
#include "store/pg.h"

enum {
    NODE_BITS = 24, /* above them a node's number says in which part it is, plus one; 0: in ours */
    ASK_AT_ONCE = 256,
    LOOK_MS = 1000,  /* at nodes and lobbies */
    RETRY_MS = 1000, /* after a session could not be begun */
};

uint32_t store_nodes_self_for(const struct store *store, uint32_t other)
{
    const struct pg *pg = store->self;
    return other >> NODE_BITS ? pg->id | (pg->own_part + 1) << NODE_BITS : pg->id;
}

bool store_nodes_is_other(uint32_t node, uint32_t before)
{
    return node >> NODE_BITS != before >> NODE_BITS;
}

static uint32_t far_id(const struct pg_part *part, const PGresult *rows, int row, int column)
{
    return (uint32_t)pg__number(rows, row, column) | (part->number + 1) << NODE_BITS;
}

/* ---- whose tables are -------------------------------------------------------------------------------- */

struct pg_part *pg__part_after(const struct pg *pg, uint64_t table, const struct pg_part *before)
{
    /* Almost always it is in the one that its id names. It is elsewhere if databases have been added since.
     */
    unsigned number = (before ? before->number + 1 : store_part_of(table, pg->part_count)) % pg->part_count;
    if (number == pg->own_part)
        number = (number + 1) % pg->part_count;
    return &pg->parts[number - (number > pg->own_part)];
}

/* With the mutex held. */
static void ask(struct pg_part *part, struct pg_part_asked asked)
{
    for (unsigned i = 0; i < part->asked_count; i++)
        if (part->asked[i].table == asked.table)
            return;
    if (part->asked_count == PG_ASKED_MAX) {
        pg__news(part->pg, STORE_NEWS_UNKNOWN, asked.table, NULL);
        return;
    }
    part->asked[part->asked_count++] = asked;
    pthread_cond_signal(&part->asked_for);
}

bool pg__ask_parts(struct pg *pg, uint64_t table)
{
    if (!pg->parts)
        return false;
    ask(pg__part_after(pg, table, NULL), (struct pg_part_asked){table, pg->part_count - 1, false});
    return true;
}

/* With the mutex held: of a row (table, owner, address, site), or of none; no rows: it is away. A table may
 * be in any other one then. */
static void tell_whose(struct pg_part *part, struct pg_part_asked asked, const PGresult *rows, int row)
{
    struct store_node node = {0};
    asked.is_unsure = asked.is_unsure || !rows;
    if (row >= 0 && PQgetisnull(rows, row, 1)) { /* its owner is dead: others there take it over */
        pg__news(part->pg, STORE_NEWS_UNKNOWN, asked.table, NULL);
    } else if (row >= 0) {
        node.id = far_id(part, rows, row, 1);
        snprintf(node.address, sizeof node.address, "%s", PQgetvalue(rows, row, 2));
        snprintf(node.site, sizeof node.site, "%s", PQgetvalue(rows, row, 3));
        pg__news(part->pg, STORE_NEWS_THERE, asked.table, &node);
    } else if (--asked.left > 0) {
        ask(pg__part_after(part->pg, asked.table, part), asked);
    } else {
        pg__news(part->pg, asked.is_unsure ? STORE_NEWS_UNKNOWN : STORE_NEWS_NOWHERE, asked.table, &node);
    }
}

static void answer(struct pg_part *part, char *why)
{
    struct pg *pg = part->pg;
    uint64_t tables[ASK_AT_ONCE];
    struct pg_part_asked asked[ASK_AT_ONCE];
    unsigned count = 0;
    pthread_mutex_lock(&pg->mutex);
    for (; count < ASK_AT_ONCE && count < part->asked_count; count++) {
        asked[count] = part->asked[count];
        tables[count] = asked[count].table;
    }
    part->asked_count -= count;
    memmove(part->asked, part->asked + count, part->asked_count * sizeof part->asked[0]);
    pthread_mutex_unlock(&pg->mutex);
    if (count == 0)
        return;
    char *list = part->connection ? pg__list(tables, count) : NULL;
    const char *values[] = {list};
    PGresult *rows =
        list ? pg__ask(part->connection, why,
                       "SELECT t.id, n.id, n.address, n.site FROM penultima.tbl t LEFT JOIN penultima.node n"
                       " ON n.id = t.owner AND NOT n.is_dead WHERE t.id = ANY($1::bigint[])",
                       1, values)
             : NULL;
    free(list);
    pthread_mutex_lock(&pg->mutex);
    for (unsigned i = 0; i < count; i++) {
        int row = PQntuples(rows) - 1;
        while (row >= 0 && pg__number(rows, row, 0) != tables[i])
            row--;
        tell_whose(part, asked[i], rows, row);
    }
    pthread_mutex_unlock(&pg->mutex);
    PQclear(rows);
    pg->wake(pg->wake_context);
}

/* ---- who is there ------------------------------------------------------------------------------------ */

static bool see_nodes(struct pg_part *part, char *why)
{
    PGresult *rows =
        pg__ask(part->connection, why,
                "SELECT n.id, n.address, n.site, n.tables, n.conns, n.is_draining FROM penultima.node n"
                " JOIN pg_locks l ON " PG_IS_LIFE " ORDER BY n.id",
                0, NULL);
    if (!rows)
        return false;
    pthread_mutex_lock(&part->pg->mutex);
    part->node_count = 0;
    for (int i = 0; i < PQntuples(rows) && part->node_count < STORE_NODES_MAX; i++) {
        struct store_node *node = &part->nodes[part->node_count++];
        *node = (struct store_node){.id = far_id(part, rows, i, 0),
                                    .tables = pg__number(rows, i, 3),
                                    .conns = pg__number(rows, i, 4),
                                    .is_draining = PQgetvalue(rows, i, 5)[0] == 't'};
        snprintf(node->address, sizeof node->address, "%s", PQgetvalue(rows, i, 1));
        snprintf(node->site, sizeof node->site, "%s", PQgetvalue(rows, i, 2));
    }
    pthread_mutex_unlock(&part->pg->mutex);
    PQclear(rows);
    return true;
}

struct store_node *store_nodes_house(const struct store *store, unsigned *count)
{
    struct pg *pg = store->self;
    struct store_node *nodes = malloc(STORE_HOUSE_MAX * sizeof *nodes);
    if (!nodes)
        return NULL;
    *count = store_nodes_list(store, nodes, STORE_NODES_MAX);
    pthread_mutex_lock(&pg->mutex);
    for (unsigned i = 0; pg->parts && i < pg->part_count - 1; i++)
        for (unsigned j = 0; j < pg->parts[i].node_count; j++)
            nodes[(*count)++] = pg->parts[i].nodes[j];
    pthread_mutex_unlock(&pg->mutex);
    return nodes;
}

/* ---- the lobby --------------------------------------------------------------------------------------- */

/* With the mutex held. */
static void forget_lines(struct pg_part *part)
{
    while (part->line_count > 0)
        free(part->lines[--part->line_count].text);
}

static void keep_lines(struct pg_part *part, const PGresult *rows)
{
    pthread_mutex_lock(&part->pg->mutex);
    forget_lines(part);
    for (int i = 0; i < PQntuples(rows) && part->line_count < STORE_NODES_MAX; i++) {
        const size_t count = (size_t)PQgetlength(rows, i, 0);
        char *text = count > 0 && count <= PG_LOBBY_BYTES_MAX ? malloc(count) : NULL;
        if (!text)
            continue;
        memcpy(text, PQgetvalue(rows, i, 0), count);
        part->lines[part->line_count].text = text;
        part->lines[part->line_count++].count = count;
    }
    pthread_mutex_unlock(&part->pg->mutex);
}

/* The lines are fetched only if some have changed. */
static void see_lobby(struct pg_part *part, char *why)
{
    PGresult *now =
        pg__ask(part->connection, why,
                "SELECT coalesce(string_agg(l.node || '.' || l.version, ' ' ORDER BY l.node), '') FROM"
                " penultima.lobby l JOIN penultima.node n ON n.id = l.node WHERE NOT n.is_dead",
                0, NULL);
    if (now && part->seen && strcmp(PQgetvalue(now, 0, 0), part->seen) == 0) {
        PQclear(now);
        return;
    }
    PGresult *rows =
        now ? pg__ask(part->connection, why,
                      "SELECT l.text FROM penultima.lobby l JOIN penultima.node n ON n.id = l.node"
                      " WHERE NOT n.is_dead AND l.text <> '' ORDER BY l.node",
                      0, NULL)
            : NULL;
    if (rows) {
        keep_lines(part, rows);
        free(part->seen);
        part->seen = strdup(PQgetvalue(now, 0, 0));
    }
    PQclear(rows);
    PQclear(now);
}

void pg__visit_parts(const struct pg *pg, void (*visit)(void *context, const char *bytes, size_t count),
                     void *context)
{
    for (unsigned i = 0; pg->parts && i < pg->part_count - 1; i++)
        for (unsigned j = 0; j < pg->parts[i].line_count; j++)
            visit(context, pg->parts[i].lines[j].text, pg->parts[i].lines[j].count);
}

/* ---- its thread -------------------------------------------------------------------------------------- */

/* Its session, begun again if it broke: then its lobby is shown no more until it is there, and nobody. */
static void go_on(struct pg_part *part, uint64_t now_ms, char *why)
{
    if (part->connection && PQstatus(part->connection) == CONNECTION_OK)
        return;
    PQfinish(part->connection);
    part->connection = NULL;
    free(part->seen);
    part->seen = NULL;
    pthread_mutex_lock(&part->pg->mutex);
    part->is_there = false; /* nobody waits for it to read a record meanwhile */
    pthread_mutex_unlock(&part->pg->mutex);
    if (now_ms < part->retry_ms)
        return;
    part->connection = pg__connect_to(part->pg, part->url, why);
    part->retry_ms = platform_now_ms() + RETRY_MS;
    pthread_mutex_lock(&part->pg->mutex);
    part->is_there = part->connection != NULL;
    if (!part->is_there) {
        snprintf(part->why, sizeof part->why, "%s", why);
        forget_lines(part);
        part->node_count = 0;
    }
    pthread_mutex_unlock(&part->pg->mutex);
}

static void *run(void *argument)
{
    struct pg_part *part = argument;
    struct pg *pg = part->pg;
    char why[STORE_WHY_BYTES];
    pthread_mutex_lock(&pg->mutex);
    while (!pg->is_closing) {
        const uint64_t now_ms = platform_now_ms();
        if (part->asked_count == 0 && now_ms < part->look_ms) {
            const struct timespec until =
                platform_time_after(CLOCK_MONOTONIC, (unsigned)(part->look_ms - now_ms));
            (void)pthread_cond_timedwait(&part->asked_for, &pg->mutex, &until);
            continue;
        }
        pthread_mutex_unlock(&pg->mutex);
        go_on(part, now_ms, why);
        answer(part, why);
        if (now_ms >= part->look_ms) {
            if (part->connection && see_nodes(part, why))
                see_lobby(part, why);
            part->look_ms = platform_now_ms() + LOOK_MS;
        }
        pthread_mutex_lock(&pg->mutex);
    }
    pthread_mutex_unlock(&pg->mutex);
    return NULL;
}

/* ---- beginning and end ------------------------------------------------------------------------------- */

static void drop(struct pg *pg)
{
    for (unsigned i = 0; pg->parts && i < pg->part_count - 1; i++) {
        struct pg_part *part = &pg->parts[i];
        forget_lines(part);
        PQfinish(part->connection);
        PQfinish(part->reader);
        free(part->seen);
        pthread_cond_destroy(&part->asked_for);
        pthread_mutex_destroy(&part->reading);
    }
    free(pg->parts);
    pg->parts = NULL;
}

/* The threads of the first so many of them end. */
static void join(struct pg *pg, unsigned count)
{
    pthread_mutex_lock(&pg->mutex);
    for (unsigned i = 0; i < count; i++)
        pthread_cond_signal(&pg->parts[i].asked_for);
    pthread_mutex_unlock(&pg->mutex);
    for (unsigned i = 0; i < count; i++)
        pthread_join(pg->parts[i].thread, NULL);
}

bool pg__begin_parts(struct pg *pg, const struct store_parts *parts, char *why)
{
    if (!parts || parts->count < 2)
        return true;
    bool is_short = true;
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pg->part_count = parts->count;
    pg->own_part = parts->own;
    pg->parts = calloc(parts->count - 1, sizeof *pg->parts);
    for (unsigned number = 0, i = 0; pg->parts && number < parts->count; number++) {
        if (number == parts->own)
            continue;
        struct pg_part *part = &pg->parts[i++];
        part->pg = pg;
        part->number = number;
        pthread_cond_init(&part->asked_for, &clock);
        pthread_mutex_init(&part->reading, NULL);
        snprintf(part->why, sizeof part->why, "libpq"); /* it has not begun a session yet */
        is_short = is_short && (size_t)snprintf(part->url, sizeof part->url, "%s", parts->urls[number]) <
                                   sizeof part->url;
    }
    pthread_condattr_destroy(&clock);
    if (!pg->parts)
        return store__say_problem(why, pg->lang, STORE_PROBLEM_MEMORY, "");
    if (!is_short) {
        drop(pg);
        return store__say_problem(why, pg->lang, STORE_PROBLEM_LONG_PATH, "");
    }
    for (unsigned i = 0; i < parts->count - 1; i++) {
        const int error = pthread_create(&pg->parts[i].thread, NULL, run, &pg->parts[i]);
        if (!error)
            continue;
        pthread_mutex_lock(&pg->mutex);
        pg->is_closing = true;
        pthread_mutex_unlock(&pg->mutex);
        join(pg, i);
        drop(pg);
        return store__say_problem(why, pg->lang, STORE_PROBLEM_THREAD, strerror(error));
    }
    return true;
}

void pg__end_parts(struct pg *pg)
{
    if (!pg->parts)
        return;
    join(pg, pg->part_count - 1);
    drop(pg);
}

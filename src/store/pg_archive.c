/* pg_archive.c - takes what is over for so many days out of a database, into a folder, while nodes run.
 *
 * A day is a part of its own: when every table of it is in the folder the part is dropped, which costs the
 * same however many there are. What stands elsewhere (past_rest, and 'ended' of programs of before) is
 * deleted. */
#include <stdio.h>
#include <stdlib.h>

#include "store/pg.h"
#include "store/pg_archive.h"

struct archiving {
    struct pg *pg;
    PGconn *connection;
    const struct store_archive *archive;
    char cutoff[24]; /* in milliseconds: what ended before goes */
    uint64_t moved;
    char *why;
};

/* Every table of 'from', row by row; how many, or -1. */
static int64_t write_away(struct archiving *archiving, const char *from)
{
    char sql[256];
    const char *values[] = {archiving->cutoff};
    int64_t count = 0;
    bool is_good = true;
    snprintf(sql, sizeof sql,
             "SELECT tbl::text, ended_ms::text, text FROM penultima.%s WHERE ended_ms < $1::bigint", from);
    if (!PQsendQueryParams(archiving->connection, sql, 1, NULL, values, NULL, NULL, 1) ||
        !PQsetSingleRowMode(archiving->connection)) {
        pg__say(archiving->why, archiving->connection);
        return -1;
    }
    for (PGresult *row; (row = PQgetResult(archiving->connection)) != NULL; PQclear(row)) {
        const ExecStatusType status = PQresultStatus(row);
        if (status == PGRES_SINGLE_TUPLE && is_good) {
            is_good =
                store_archive_add(archiving->archive, pg__number(row, 0, 0), pg__number(row, 0, 1),
                                  PQgetvalue(row, 0, 2), (size_t)PQgetlength(row, 0, 2), archiving->why);
            count += is_good;
        } else if (status != PGRES_SINGLE_TUPLE && status != PGRES_TUPLES_OK) {
            is_good = pg__say(archiving->why, archiving->connection);
        }
    }
    return is_good ? count : -1;
}

/* Not if something came to it meanwhile: then it goes the next time. Nodes do not wait long for the lock. */
static bool drop_day(struct archiving *archiving, const char *part, int64_t count)
{
    char sql[256], *why = archiving->why;
    snprintf(sql, sizeof sql,
             "BEGIN; SET LOCAL lock_timeout = '2s'; LOCK TABLE penultima.%s IN ACCESS EXCLUSIVE MODE;"
             "SELECT count(*) FROM penultima.%s",
             part, part);
    PGresult *rows = pg__ask(archiving->connection, why, sql, 0, NULL);
    const bool is_same = rows && (int64_t)pg__number(rows, 0, 0) == count;
    const bool is_good = rows != NULL;
    PQclear(rows);
    snprintf(sql, sizeof sql, "DROP TABLE penultima.%s; COMMIT", part);
    if (is_good && is_same && pg__do(archiving->connection, why, sql, 0, NULL))
        return true;
    PQclear(PQexec(archiving->connection, "ROLLBACK"));
    return is_good && !is_same;
}

static bool take_days(struct archiving *archiving)
{
    const char *values[] = {archiving->cutoff};
    PGresult *parts = pg__ask(
        archiving->connection, archiving->why,
        "SELECT relname FROM pg_class WHERE relnamespace = 'penultima'::regnamespace AND relkind = 'r' AND"
        " relname ~ '^past_[0-9]{8}$' AND extract(epoch FROM to_date(substr(relname, 6), 'YYYYMMDD') + 1)"
        " * 1000 <= $1::bigint ORDER BY relname",
        1, values);
    bool is_good = parts != NULL;
    for (int i = 0; is_good && i < PQntuples(parts); i++) {
        const char *part = PQgetvalue(parts, i, 0);
        const int64_t count = write_away(archiving, part);
        is_good = count >= 0 && drop_day(archiving, part, count);
        archiving->moved += count > 0 ? (uint64_t)count : 0;
    }
    PQclear(parts);
    return is_good;
}

/* One statement deletes what another has read: in between nothing older than days comes to it. */
static bool take_rest(struct archiving *archiving, const char *from)
{
    char sql[160];
    const char *values[] = {archiving->cutoff};
    if (!pg__do(archiving->connection, archiving->why, "BEGIN ISOLATION LEVEL REPEATABLE READ", 0, NULL))
        return false;
    const int64_t count = write_away(archiving, from);
    snprintf(sql, sizeof sql, "DELETE FROM penultima.%s WHERE ended_ms < $1::bigint", from);
    if (count < 0 || !pg__do(archiving->connection, archiving->why, sql, 1, values) ||
        !pg__do(archiving->connection, archiving->why, "COMMIT", 0, NULL)) {
        PQclear(PQexec(archiving->connection, "ROLLBACK"));
        return false;
    }
    archiving->moved += (uint64_t)count;
    return true;
}

static bool archive_all(struct archiving *archiving, unsigned days)
{
    char number[16];
    const char *values[] = {number};
    snprintf(number, sizeof number, "%u", days);
    /* One at a time; another one is doing it already. */
    PGresult *rows = pg__ask(archiving->connection, archiving->why,
                             "SELECT pg_try_advisory_lock(" PG_LOCKS ", -3), (extract(epoch FROM"
                             " (now() AT TIME ZONE 'UTC')::date - $1::integer) * 1000)::bigint",
                             1, values);
    if (!rows)
        return false;
    const bool is_alone = PQgetvalue(rows, 0, 0)[0] == 't';
    snprintf(archiving->cutoff, sizeof archiving->cutoff, "%s", PQgetvalue(rows, 0, 1));
    PQclear(rows);
    if (!is_alone)
        return store__say_problem(archiving->why, archiving->pg->lang, STORE_PROBLEM_IN_USE, "");
    return take_days(archiving) && take_rest(archiving, "past_rest") && take_rest(archiving, "ended");
}

bool store_archive_nodes(const char *url, const struct store_archive *archive, unsigned days,
                         enum pen_lang lang, uint64_t *moved, char *why)
{
    *moved = 0;
    if (!store__libpq_load())
        return store__say_problem(why, lang, STORE_PROBLEM_NO_LIBPQ, "");
    struct pg *pg = calloc(1, sizeof *pg);
    why[0] = 0;
    if (!pg)
        return store__say_problem(why, lang, STORE_PROBLEM_MEMORY, "");
    pg->lang = lang;
    if ((size_t)snprintf(pg->url, sizeof pg->url, "%s", url) >= sizeof pg->url) {
        free(pg);
        return store__say_problem(why, lang, STORE_PROBLEM_LONG_PATH, "");
    }
    pthread_mutex_init(&pg->mutex, NULL);
    struct archiving archiving = {
        .pg = pg, .connection = pg__connect(pg, why), .archive = archive, .why = why};
    const bool is_good = archiving.connection && pg__make_kind(archiving.connection, lang, why) &&
                         archive_all(&archiving, days);
    *moved = archiving.moved;
    PQfinish(archiving.connection);
    pthread_mutex_destroy(&pg->mutex);
    free(pg);
    return is_good;
}

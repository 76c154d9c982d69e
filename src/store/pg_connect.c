/* pg_connect.c - sessions of the database, its schema, and a node's life. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "platform/bytes.h"
#include "platform/clock.h"
#include "platform/host.h"
#include "store/pg.h"
#include "words/store_words.h"

bool pg__say(char *why, PGconn *connection)
{
    snprintf(why, STORE_WHY_BYTES, "%.*s", STORE_WHY_BYTES - 1,
             connection ? PQerrorMessage(connection) : "libpq");
    why[strcspn(why, "\n")] = 0;
    return false;
}

/* What matters of it comes as an error besides. */
static void ignore(void *context, const char *message)
{
    (void)context;
    (void)message;
}

/* Somebody who is cut off shall be missed within seconds, on both sides. What the URL says comes after these
 * and counts. */
/* Others speak its protocol and differ in what we rely on: advisory locks, pg_locks, one transaction as a
 * pipeline. */
static bool is_postgresql(const char *version)
{
    static const char *const others[] = {"Cockroach", "-YB-", "Redshift", "Greenplum", "Materialize"};
    bool is_other = strncmp(version, "PostgreSQL ", 11) != 0;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        is_other = is_other || strstr(version, others[i]);
    return !is_other;
}

/* Asked of every session: after a failover it may be another server. */
static bool is_fit(struct pg *pg, PGconn *connection, bool is_own, char *why)
{
    PGresult *rows =
        pg__ask(connection, why,
                "SELECT version(), current_setting('fsync'), current_setting('full_page_writes')", 0, NULL);
    if (!rows)
        return false;
    const bool is_ours = is_postgresql(PQgetvalue(rows, 0, 0));
    if (!is_ours)
        store__say_problem(why, pg->lang, STORE_PROBLEM_NOT_POSTGRESQL, PQgetvalue(rows, 0, 0));
    else if (PQserverVersion(connection) < 120000)
        store__say_problem(why, pg->lang, STORE_PROBLEM_OLD_POSTGRESQL, "");
    unsigned risks = 0;
    for (int i = 0; i < STORE_RISK_COUNT; i++) /* in the order of the list */
        risks |= (strcmp(PQgetvalue(rows, 0, 1 + i), "off") == 0 ? 1u : 0u) << i;
    PQclear(rows);
    if (is_own) {
        pthread_mutex_lock(&pg->mutex);
        pg->risks = risks;
        pthread_mutex_unlock(&pg->mutex);
    }
    return is_ours && PQserverVersion(connection) >= 120000;
}

PGconn *pg__connect_to(struct pg *pg, const char *url, char *why)
{
    static const char *const names[] = {"connect_timeout",
                                        "keepalives_idle",
                                        "keepalives_interval",
                                        "keepalives_count",
                                        "tcp_user_timeout",
                                        "target_session_attrs",
                                        "fallback_application_name",
                                        "dbname",
                                        "host",
                                        "port",
                                        NULL};
    struct pg_hosts hosts;
    const bool is_ordered = pg__order_hosts(url, &hosts);
    const char *values[] = {"2",
                            "1",
                            "1",
                            "3",
                            "3000",
                            "read-write",
                            "penultima",
                            url,
                            is_ordered ? hosts.host : NULL,
                            is_ordered ? hosts.port : NULL,
                            NULL};
    static const char settings[] =
        "SET tcp_keepalives_idle = 1; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 2;"
        "SET tcp_user_timeout = 2000; SET idle_in_transaction_session_timeout = 5000;"
        "SET client_min_messages = warning; SET bytea_output = 'hex';"
        /* With less than this what was confirmed could be lost in a crash or a failover. */
        "SELECT set_config('synchronous_commit', 'on', false) WHERE"
        " current_setting('synchronous_commit') <> 'remote_apply'";
    PGconn *connection = PQconnectdbParams(names, values, 1);
    if (connection)
        (void)PQsetNoticeProcessor(connection, ignore, NULL);
    if (connection && PQstatus(connection) == CONNECTION_OK) {
        if (is_fit(pg, connection, url == pg->url, why) && pg__do(connection, why, settings, 0, NULL))
            return connection;
    } else {
        pg__say(why, connection);
    }
    PQfinish(connection);
    return NULL;
}

PGconn *pg__connect(struct pg *pg, char *why)
{
    return pg__connect_to(pg, pg->url, why);
}

bool pg__await(PGconn *connection)
{
    const uint64_t until_ms = platform_now_ms() + PG_SILENT_MS;
    for (;;) {
        const int left = PQflush(connection), descriptor = PQsocket(connection);
        if (left < 0 || (left == 0 && !PQisBusy(connection)))
            return left == 0;
        const uint64_t now_ms = platform_now_ms();
        struct pollfd wait = {.fd = descriptor, .events = (short)(POLLIN | (left > 0 ? POLLOUT : 0))};
        if (descriptor < 0)
            return false; /* it broke while something was sent: poll() would wait for ever */
        if (now_ms >= until_ms) {
            pg__note_silent(connection);
            (void)shutdown(descriptor, SHUT_RDWR); /* whatever comes now is not waited for any more */
            (void)PQconsumeInput(connection);
            return false;
        }
        if (poll(&wait, 1, (int)(until_ms - now_ms)) < 0 && errno != EINTR)
            return false;
        if ((wait.revents & (POLLIN | POLLHUP | POLLERR)) && !PQconsumeInput(connection))
            return false;
    }
}

PGresult *pg__ask(PGconn *connection, char *why, const char *sql, unsigned count, const char *const *values)
{
    PGresult *rows = NULL, *next;
    if (count > 0 ? PQsendQueryParams(connection, sql, (int)count, NULL, values, NULL, NULL, 0)
                  : PQsendQuery(connection, sql)) {
        /* Of several statements the last answer counts, or the first that is wrong. */
        while (pg__await(connection) && (next = PQgetResult(connection)) != NULL) {
            PQclear(rows);
            rows = next;
        }
    }
    const ExecStatusType status = PQresultStatus(rows);
    if ((status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) && PQstatus(connection) == CONNECTION_OK)
        return rows;
    pg__say(why, connection);
    PQclear(rows);
    return NULL;
}

bool pg__do(PGconn *connection, char *why, const char *sql, unsigned count, const char *const *values)
{
    PGresult *rows = pg__ask(connection, why, sql, count, values);
    PQclear(rows);
    return rows != NULL;
}

char *pg__list(const uint64_t *numbers, unsigned count)
{
    const size_t size = 22 * (size_t)count + 3;
    char *list = malloc(size);
    size_t at = 0;
    if (!list)
        return NULL;
    list[at++] = '{';
    for (unsigned i = 0; i < count; i++)
        at += (size_t)snprintf(list + at, size - at, "%s%llu", i ? "," : "", (unsigned long long)numbers[i]);
    snprintf(list + at, size - at, "}");
    return list;
}

uint64_t pg__number(const PGresult *rows, int row, int column)
{
    return strtoull(PQgetvalue(rows, row, column), NULL, 10);
}

/* ---- the schema ------------------------------------------------------------------------------- */

/* From each version to the next one. */
static const char *const upgrades[PG_VERSION] = {
    "CREATE SEQUENCE penultima.node_number AS integer;"
    "CREATE TABLE penultima.node(id integer PRIMARY KEY, address text NOT NULL, site text NOT NULL,"
    " beat bigint NOT NULL DEFAULT 0, tables bigint NOT NULL DEFAULT 0, conns bigint NOT NULL DEFAULT 0, "
    "is_draining boolean NOT NULL DEFAULT false,"
    " is_dead boolean NOT NULL DEFAULT false, lobby text NOT NULL DEFAULT '') WITH (fillfactor = 50);"
    /* Apart, so that a beat does not wait for a group. */
    "CREATE TABLE penultima.stamp(node integer PRIMARY KEY, grp bigint NOT NULL) WITH (fillfactor = 50);"
    "CREATE TABLE penultima.tbl(id bigint PRIMARY KEY, owner integer NOT NULL, epoch integer NOT NULL);"
    "CREATE INDEX tbl_owner ON penultima.tbl(owner);"
    "CREATE TABLE penultima.entry(tbl bigint NOT NULL, seq integer NOT NULL, text bytea NOT NULL,"
    " hash bytea NOT NULL, PRIMARY KEY(tbl, seq));"
    "CREATE TABLE penultima.ended(tbl bigint PRIMARY KEY, ended_ms bigint NOT NULL, text bytea NOT NULL);"
    "CREATE TABLE penultima.secret(name text PRIMARY KEY, value bytea NOT NULL);",
    /* Nodes of before go on beside this. What each shows in the lobby has a row of its own, because a beat
     * writes its row anew. */
    "ALTER TABLE penultima.node ADD COLUMN life bigint NOT NULL DEFAULT 0,"
    " ADD COLUMN machine text NOT NULL DEFAULT '';"
    "ALTER TABLE penultima.tbl ADD COLUMN back integer NOT NULL DEFAULT 0;"
    "CREATE TABLE penultima.lobby(node integer PRIMARY KEY, version bigint NOT NULL, text text NOT NULL);",
    /* Journals in parts, by the table's number: each has its own index, which stays in memory, and is swept
     * by itself. (Not 'tbl', which is looked up for every entry: a plan opens all its parts, and an entry
     * took three times as long.) What nodes of before have prepared goes on, for it goes by names. Tables
     * that are over are in parts by day, so that a day is dropped and not deleted; what those nodes end stays
     * in 'ended'. */
    "LOCK TABLE penultima.tbl, penultima.entry IN ACCESS EXCLUSIVE MODE;"
    "ALTER TABLE penultima.entry RENAME TO old_entry; ALTER INDEX penultima.entry_pkey RENAME TO "
    "old_entry_pkey;"
    "CREATE TABLE penultima.entry(tbl bigint NOT NULL, seq integer NOT NULL, text bytea NOT NULL,"
    " hash bytea NOT NULL, PRIMARY KEY(tbl, seq)) PARTITION BY HASH(tbl);"
    "DO $$ BEGIN FOR part IN 0..15 LOOP"
    " EXECUTE format('CREATE TABLE penultima.entry_%s PARTITION OF penultima.entry FOR VALUES WITH (MODULUS "
    "16,"
    " REMAINDER %s)', part, part);"
    " END LOOP; END $$;"
    "INSERT INTO penultima.entry(tbl, seq, text, hash) SELECT tbl, seq, text, hash FROM penultima.old_entry;"
    "DROP TABLE penultima.old_entry;"
    "CREATE TABLE penultima.past(tbl bigint NOT NULL, ended_ms bigint NOT NULL, text bytea NOT NULL,"
    " PRIMARY KEY(tbl, ended_ms)) PARTITION BY RANGE(ended_ms);"
    "CREATE TABLE penultima.past_rest PARTITION OF penultima.past DEFAULT;",
};

/* The parts for today and tomorrow. What ends in a day that has none (a clock is wrong by days) is in
 * past_rest. */
static const char make_days[] =
    "DO $$ DECLARE day date; name text; BEGIN"
    " PERFORM pg_advisory_xact_lock(" PG_LOCKS ", -2);"
    " FOR ahead IN 0..1 LOOP"
    "  day := (now() AT TIME ZONE 'UTC')::date + ahead; name := 'past_' || to_char(day, 'YYYYMMDD');"
    "  IF to_regclass('penultima.' || name) IS NULL THEN"
    "   EXECUTE format('CREATE TABLE penultima.%I PARTITION OF penultima.past FOR VALUES FROM (%s) TO (%s)',"
    "    name, extract(epoch FROM day)::bigint * 1000, extract(epoch FROM day + 1)::bigint * 1000);"
    "  END IF;"
    " END LOOP; END $$";

bool pg__make_days(PGconn *connection, char *why)
{
    return pg__do(connection, why, make_days, 0, NULL);
}

/* -1: it is not ours; -2: 'why' tells. */
static int version_of(PGconn *connection, char *why)
{
    PGresult *rows = pg__ask(connection, why,
                             "SELECT to_regnamespace('penultima') IS NULL,"
                             " to_regclass('penultima.house') IS NOT NULL",
                             0, NULL);
    if (!rows)
        return -2;
    const bool is_new = PQgetvalue(rows, 0, 0)[0] == 't', is_ours = PQgetvalue(rows, 0, 1)[0] == 't';
    PQclear(rows);
    if (!is_ours)
        return is_new ? 0 : -1;
    rows = pg__ask(connection, why, "SELECT version FROM penultima.house", 0, NULL);
    if (!rows)
        return -2;
    const int version = PQntuples(rows) == 1 ? (int)pg__number(rows, 0, 0) : -1;
    PQclear(rows);
    return version;
}

static bool upgrade(PGconn *connection, int version, char *why)
{
    char sql[96];
    bool is_good = version > 0 || pg__do(connection, why,
                                         "CREATE SCHEMA penultima;"
                                         "CREATE TABLE penultima.house(version integer NOT NULL);"
                                         "INSERT INTO penultima.house VALUES(0)",
                                         0, NULL);
    /* However long it takes: everything there is may have to be written anew. */
    for (; is_good && version < PG_VERSION; version++) {
        PGresult *result = PQexec(connection, upgrades[version]);
        is_good = PQresultStatus(result) == PGRES_COMMAND_OK || pg__say(why, connection);
        PQclear(result);
    }
    snprintf(sql, sizeof sql, "UPDATE penultima.house SET version = %d", PG_VERSION);
    return is_good && pg__do(connection, why, sql, 0, NULL);
}

bool pg__make_kind(PGconn *connection, enum pen_lang lang, char *why)
{
    char number[16];
    /* Several nodes may begin at once: one makes it. */
    if (!pg__do(connection, why, "BEGIN; SELECT pg_advisory_xact_lock(" PG_LOCKS ", -1)", 0, NULL))
        return false;
    const int version = version_of(connection, why);
    snprintf(number, sizeof number, "%d", version);
    bool is_good = version >= 0 && version <= PG_VERSION;
    if (is_good && version < PG_VERSION)
        is_good = upgrade(connection, version, why);
    else if (version > PG_VERSION)
        store__say_problem(why, lang, STORE_PROBLEM_NEWER, number);
    else if (version == -1)
        store__say_problem(why, lang, STORE_PROBLEM_FOREIGN, "");
    if (is_good)
        return pg__do(connection, why, "COMMIT", 0, NULL);
    PQclear(PQexec(connection, "ROLLBACK"));
    return false;
}

/* ---- a node's life ---------------------------------------------------------------------------- */

/* The statements of the writer. */
static bool prepare(PGconn *connection, char *why)
{
    static const char *const all[][2] = {
        {"open", "INSERT INTO penultima.tbl(id, owner, epoch) VALUES($1::bigint, $2::integer, $3::integer)"},
        /* Not ours any more: the first column is null, which it must not be. */
        {"add", "INSERT INTO penultima.entry(tbl, seq, text, hash) VALUES("
                "(SELECT id FROM penultima.tbl WHERE id = $1::bigint AND owner = $2::integer"
                " AND epoch = $3::integer), $4::integer, $5::bytea, $6::bytea)"},
        {"end", "WITH own AS (DELETE FROM penultima.tbl WHERE id = $1::bigint AND owner = $2::integer"
                " AND epoch = $3::integer RETURNING id),"
                " gone AS (DELETE FROM penultima.entry WHERE tbl = (SELECT id FROM own) RETURNING seq, text)"
                " INSERT INTO penultima.past(tbl, ended_ms, text)"
                " SELECT (SELECT id FROM own), $4::bigint, coalesce(string_agg(text, '' ORDER BY seq), '')"
                " FROM gone ON CONFLICT (tbl, ended_ms) DO UPDATE SET text = excluded.text"},
        {"stamp",
         "UPDATE penultima.stamp SET grp = $2::bigint WHERE node = $1::integer AND EXISTS (SELECT FROM"
         " penultima.node WHERE id = $1::integer AND NOT is_dead)"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        PGresult *result = PQprepare(connection, all[i][0], all[i][1], 0, NULL);
        const bool is_good = PQresultStatus(result) == PGRES_COMMAND_OK;
        PQclear(result);
        if (!is_good)
            return pg__say(why, connection);
    }
    return true;
}

bool pg__begin_life(struct pg *pg, char *why)
{
    char id[16], life[24];
    if (!platform_random(&pg->life, sizeof pg->life))
        return store__say_problem(why, pg->lang, STORE_PROBLEM_MEMORY, "");
    pg->life >>= 1; /* a bigint has a sign */
    PGresult *rows = pg__ask(
        pg->writer, why,
        "SELECT id, pg_try_advisory_lock(" PG_LOCKS ", id), pg_try_advisory_lock_shared(" PG_LOCKS ", 0),"
        " (extract(epoch FROM clock_timestamp()) * 1000)::bigint, (SELECT count(*) FROM pg_locks WHERE"
        " locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted AND classid = " PG_LOCKS
        " AND objid <> 0 AND objid <> id::oid AND database = (SELECT oid FROM pg_database WHERE datname ="
        " current_database()))"
        " FROM (SELECT nextval('penultima.node_number')::integer AS id OFFSET 0) AS fresh",
        0, NULL);
    if (!rows)
        return false;
    const uint64_t others = pg__number(rows, 0, 4);
    pg->id = pg->self.id = (uint32_t)pg__number(rows, 0, 0);
    pg->begin_ms = pg__number(rows, 0, 3);
    const bool is_alive = PQgetvalue(rows, 0, 1)[0] == 't', is_let_in = PQgetvalue(rows, 0, 2)[0] == 't';
    PQclear(rows);
    if (!is_alive || !is_let_in)
        return store__say_problem(why, pg->lang, STORE_PROBLEM_MOVING, "");
    if (others >= STORE_NODES_MAX)
        return store__say_problem(why, pg->lang, STORE_PROBLEM_MANY_NODES, "");
    snprintf(id, sizeof id, "%u", (unsigned)pg->id);
    snprintf(life, sizeof life, "%llu", (unsigned long long)pg->life);
    const char *values[] = {id, pg->self.address, pg->self.site, life, pg->self.machine};
    return pg__do(pg->writer, why,
                  "WITH one AS (INSERT INTO penultima.stamp VALUES($1::integer, 0)),"
                  " two AS (INSERT INTO penultima.lobby VALUES($1::integer, 1, ''))"
                  " INSERT INTO penultima.node(id, address, site, life, machine)"
                  " VALUES($1::integer, $2, $3, $4::bigint, $5)",
                  5, values) &&
           prepare(pg->writer, why);
}

/* Our row as it was: neither noted as dead nor, in a database that came back older, missing or somebody
 * else's. */
#define OUR_ROW "penultima.node WHERE id = $1::integer AND life = $2::bigint AND NOT is_dead"

/* -1: it cannot be said yet. */
static int has_our_row(struct pg *pg, const char *const *values, char *why)
{
    PGresult *rows = pg__ask(pg->writer, why, "SELECT FROM " OUR_ROW, 2, values);
    const int has = rows ? PQntuples(rows) == 1 : -1;
    PQclear(rows);
    return has;
}

/* The lock is ours again; 0: our old session may still be there, nobody is at its other end. */
static bool take_lock(struct pg *pg, const char *const *values, char *why)
{
    PGresult *rows = pg__ask(pg->writer, why,
                             "SELECT pg_try_advisory_lock(" PG_LOCKS ", $1::integer),"
                             " pg_try_advisory_lock_shared(" PG_LOCKS ", 0)",
                             1, values);
    if (!rows)
        return false;
    const bool is_alive = PQgetvalue(rows, 0, 0)[0] == 't' && PQgetvalue(rows, 0, 1)[0] == 't';
    PQclear(rows);
    if (is_alive)
        return true;
    (void)pg__do(pg->writer, why,
                 "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND"
                 " classid = " PG_LOCKS " AND objid = $1::integer::oid AND mode = 'ExclusiveLock' AND"
                 " granted AND pid <> pg_backend_pid()",
                 1, values);
    snprintf(why, STORE_WHY_BYTES, "%s", host_word(WORD_STORE_OLD_SESSION));
    return false;
}

static int step_down_from_older(struct pg *pg, char *why)
{
    if (!pg__mark_older(pg, why))
        return -1;
    store__say_problem(why, pg->lang, STORE_PROBLEM_OLDER, "");
    return 0;
}

int pg__go_on(struct pg *pg, uint64_t *group, char *why)
{
    char id[16], life[24];
    snprintf(id, sizeof id, "%u", (unsigned)pg->id);
    snprintf(life, sizeof life, "%llu", (unsigned long long)pg->life);
    const char *values[] = {id, life};
    const int has_row = has_our_row(pg, values, why);
    if (has_row < 0)
        return -1;
    if (has_row == 0) {
        /* Noted as dead, or a database from before we began. */
        PGresult *rows =
            pg__ask(pg->writer, why, "SELECT FROM penultima.node WHERE id = $1 AND life = $2", 2, values);
        const bool is_there = PQntuples(rows) == 1;
        PQclear(rows);
        return !rows ? -1 : is_there ? 0 : step_down_from_older(pg, why);
    }
    if (!take_lock(pg, values, why))
        return -1;
    /* Written, not only read: should the group have been committed while its session ended, a standby may not
     * have it yet; what is committed after it is not confirmed before it. */
    PGresult *rows =
        pg__ask(pg->writer, why,
                "UPDATE penultima.stamp SET grp = grp WHERE node = $1::integer AND EXISTS (SELECT"
                " FROM " OUR_ROW ") RETURNING grp",
                2, values);
    if (!rows)
        return -1;
    const bool is_ours = PQntuples(rows) == 1;
    if (is_ours)
        *group = pg__number(rows, 0, 0);
    PQclear(rows);
    if (!is_ours)
        return 0;
    if (*group < pg->acknowledged)
        return step_down_from_older(pg, why);
    return prepare(pg->writer, why) ? 1 : -1;
}

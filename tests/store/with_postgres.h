/* with_postgres.h - a test program that wants a PostgreSQL of its own begins anew inside one. */
#ifndef TESTS_STORE_WITH_POSTGRES_H
#define TESTS_STORE_WITH_POSTGRES_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef WITH_POSTGRESQL
#include <libpq-fe.h>
#endif

/* The URL; empty: none is installed, or the program was built without. */
static inline const char *with_postgres(char **argv)
{
#ifdef WITH_POSTGRESQL
    const char *url = getenv("PENULTIMA_POSTGRESQL");
    if (url)
        return url;
    char script[1024];
    snprintf(script, sizeof script, "%s/tools/postgres.py", argv[1] ? argv[1] : ".");
    execlp("python3", "python3", script, argv[0], argv[1] ? argv[1] : ".", (char *)NULL);
    perror(script);
    exit(2);
#else
    (void)argv;
    return "";
#endif
}

#ifdef WITH_POSTGRESQL
/* Some statements, in a session of the test's own. The first column of the last row, or "". */
static inline const char *run_sql_at(const char *url, const char *sql)
{
    static char value[256];
    PGconn *connection = PQconnectdb(url);
    PQclear(PQexec(connection, "SET client_min_messages = warning"));
    PGresult *rows = PQexec(connection, sql);
    ExecStatusType status = PQresultStatus(rows);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        fprintf(stderr, "%s: %s", sql, PQerrorMessage(connection));
        abort();
    }
    int count = PQntuples(rows);
    snprintf(value, sizeof value, "%s", count > 0 ? PQgetvalue(rows, count - 1, 0) : "");
    PQclear(rows);
    PQfinish(connection);
    return value;
}
#endif

#endif

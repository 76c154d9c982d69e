/* pg_read.c - reading a journal in PostgreSQL, through a session of its own that writes nothing of a table.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/pg.h"

/* With the mutex 'reading' held: the session, begun again if it broke. */
static PGconn *reader_of(struct pg *pg, char *why)
{
    if (pg->reader && PQstatus(pg->reader) == CONNECTION_OK)
        return pg->reader;
    PQfinish(pg->reader);
    pg->reader = pg__connect(pg, why);
    return pg->reader;
}

static uint64_t get_number(const PGresult *row, int at, int column)
{
    const unsigned char *bytes = (const unsigned char *)PQgetvalue(row, at, column);
    uint64_t number = 0;
    for (int i = 0; i < PQgetlength(row, at, column); i++)
        number = number << 8 | bytes[i];
    return number;
}

/* tbl, seq, text, hash, epoch */
static struct store_entry entry_of(const PGresult *row)
{
    static const uint8_t none[STORE_HASH_BYTES];
    const uint64_t seq = get_number(row, 0, 1);
    return (struct store_entry){
        .table = get_number(row, 0, 0),
        .seq = (uint32_t)seq,
        .place = seq,
        .before = seq - 1,
        .bytes = PQgetvalue(row, 0, 2),
        .count = (size_t)PQgetlength(row, 0, 2),
        .hash = PQgetlength(row, 0, 3) == STORE_HASH_BYTES ? (const uint8_t *)PQgetvalue(row, 0, 3) : none,
        .epoch = (uint32_t)get_number(row, 0, 4),
    };
}

struct visitor {
    store_visit entry;
    store_visit_ended ended;
    store_visit_secret secret;
    void *context;
    bool goes_on;
};

static void show(struct visitor *visitor, const PGresult *row)
{
    if (visitor->entry) {
        const struct store_entry entry = entry_of(row);
        visitor->goes_on = visitor->entry(visitor->context, &entry);
    } else if (visitor->ended) {
        visitor->ended(visitor->context, get_number(row, 0, 0), get_number(row, 0, 1), PQgetvalue(row, 0, 2),
                       (size_t)PQgetlength(row, 0, 2));
    } else {
        visitor->goes_on =
            visitor->secret(visitor->context, PQgetvalue(row, 0, 0), (const uint8_t *)PQgetvalue(row, 0, 1),
                            (size_t)PQgetlength(row, 0, 1));
    }
}

/* Row by row, in binary, however many there are. */
static bool read_rows(struct pg *pg, struct visitor *visitor, const char *sql, int count,
                      const char *const *values, char *why)
{
    visitor->goes_on = true;
    pthread_mutex_lock(&pg->reading);
    PGconn *reader = reader_of(pg, why);
    bool is_good = reader && PQsendQueryParams(reader, sql, count, NULL, values, NULL, NULL, 1) &&
                   PQsetSingleRowMode(reader);
    if (reader && !is_good)
        pg__say(why, reader);
    for (PGresult *row; is_good && pg__await(reader) && (row = PQgetResult(reader)) != NULL; PQclear(row)) {
        const ExecStatusType status = PQresultStatus(row);
        if (status == PGRES_SINGLE_TUPLE && visitor->goes_on)
            show(visitor, row);
        else if (status != PGRES_SINGLE_TUPLE && status != PGRES_TUPLES_OK)
            is_good = pg__say(why, reader);
    }
    if (is_good && PQstatus(reader) != CONNECTION_OK)
        is_good = pg__say(why, reader);
    if (!is_good) {
        PQfinish(pg->reader); /* with whatever is still on its way */
        pg->reader = NULL;
    }
    pthread_mutex_unlock(&pg->reading);
    return is_good;
}

bool pg__read_open(void *self, store_visit visit, void *context, char *why)
{
    struct pg *pg = self;
    struct visitor visitor = {.entry = visit, .context = context};
    char id[16];
    const char *values[] = {id};
    snprintf(id, sizeof id, "%u", (unsigned)pg->id);
    return read_rows(pg, &visitor,
                     "SELECT e.tbl, e.seq, e.text, e.hash, t.epoch FROM penultima.tbl t"
                     " JOIN penultima.entry e ON e.tbl = t.id WHERE t.owner = $1::integer ORDER BY 1, 2",
                     1, values, why);
}

bool pg__read_table(void *self, uint64_t table, uint64_t last, store_visit visit, void *context, char *why)
{
    struct visitor visitor = {.entry = visit, .context = context};
    char number[24], most[24];
    const char *values[] = {number, most};
    snprintf(number, sizeof number, "%llu", (unsigned long long)table);
    snprintf(most, sizeof most, "%llu", (unsigned long long)(last < INT32_MAX ? last : INT32_MAX));
    return read_rows(self, &visitor,
                     "SELECT e.tbl, e.seq, e.text, e.hash, t.epoch FROM penultima.tbl t"
                     " JOIN penultima.entry e ON e.tbl = t.id WHERE t.id = $1::bigint AND"
                     " e.seq <= $2::integer ORDER BY 2",
                     2, values, why);
}

bool pg__read_ended(void *self, uint64_t table, store_visit_ended visit, void *context, char *why)
{
    struct visitor visitor = {.ended = visit, .context = context};
    char number[24];
    const char *values[] = {number};
    snprintf(number, sizeof number, "%llu", (unsigned long long)table);
    return read_rows(self, &visitor,
                     "SELECT tbl, ended_ms, text FROM penultima.ended"
                     " WHERE tbl = $1::bigint OR $1::bigint = 0 ORDER BY tbl",
                     1, values, why);
}

bool pg__read_secrets(void *self, store_visit_secret visit, void *context, char *why)
{
    struct visitor visitor = {.secret = visit, .context = context};
    return read_rows(self, &visitor, "SELECT name, value FROM penultima.secret ORDER BY name", 0, NULL,
                     why) &&
           visitor.goes_on;
}

bool pg__back_up(void *self, const char *path, char *why)
{
    const struct pg *pg = self;
    (void)path;
    return store__say_problem(why, pg->lang, STORE_PROBLEM_NO_COPY, "");
}

struct wanted {
    uint8_t *bytes;
    size_t count;
    bool is_there;
    const char *name;
};

static bool take_secret(void *context, const char *name, const uint8_t *bytes, size_t count)
{
    struct wanted *wanted = context;
    if (strcmp(name, wanted->name) == 0 && count == wanted->count) {
        memcpy(wanted->bytes, bytes, count);
        wanted->is_there = true;
    }
    return true;
}

bool pg__secret(void *self, const char *name, const uint8_t *fresh, uint8_t *bytes, size_t count, char *why)
{
    struct pg *pg = self;
    struct wanted wanted = {.bytes = bytes, .count = count, .name = name};
    const char *values[] = {name, (const char *)fresh};
    const int lengths[] = {0, (int)count}, formats[] = {0, 1};
    pthread_mutex_lock(&pg->reading);
    PGconn *reader = reader_of(pg, why);
    PGresult *result =
        reader ? PQexecParams(reader,
                              "INSERT INTO penultima.secret(name, value) VALUES($1::text, $2::bytea)"
                              " ON CONFLICT DO NOTHING",
                              2, NULL, values, lengths, formats, 0)
               : NULL;
    bool is_good = PQresultStatus(result) == PGRES_COMMAND_OK;
    if (reader && !is_good)
        pg__say(why, reader);
    PQclear(result);
    pthread_mutex_unlock(&pg->reading);
    is_good = is_good && pg__read_secrets(self, take_secret, &wanted, why);
    if (is_good && !wanted.is_there)
        store__say_problem(why, pg->lang, STORE_PROBLEM_FOREIGN, name);
    return is_good && wanted.is_there;
}

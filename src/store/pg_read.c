/* pg_read.c - reading a journal in PostgreSQL, through a session of its own that writes nothing of a table.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/pg.h"

/* With the mutex 'reading' held: the session, begun again if it broke. */
static PGconn *begin_reader(struct pg *pg, PGconn **reader, const char *url, char *why)
{
    if (*reader && PQstatus(*reader) == CONNECTION_OK)
        return *reader;
    PQfinish(*reader);
    *reader = pg__connect_to(pg, url, why);
    return *reader;
}

static PGconn *reader_of(struct pg *pg, char *why)
{
    return begin_reader(pg, &pg->reader, pg->url, why);
}

static uint64_t get_number(const PGresult *row, int at, int column)
{
    const unsigned char *bytes = (const unsigned char *)PQgetvalue(row, at, column);
    uint64_t number = 0;
    for (int i = 0; i < PQgetlength(row, at, column); i++)
        number = number << 8 | bytes[i];
    return number;
}

/* tbl, seq, text, hash, epoch, back */
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
        .back = (uint32_t)get_number(row, 0, 5),
    };
}

struct visitor {
    store_visit entry;
    store_visit_ended ended;
    store_visit_secret secret;
    void *context;
    bool goes_on, has_seen;
};

static void show(struct visitor *visitor, const PGresult *row)
{
    visitor->has_seen = true;
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

struct question {
    const char *sql;
    int count;
    const char *const *values;
};

/* Row by row, in binary, however many there are. */
static bool read_from(struct pg *pg, struct pg_part *part, struct visitor *visitor,
                      const struct question *question, char *why)
{
    pthread_mutex_t *reading = part ? &part->reading : &pg->reading;
    PGconn **session = part ? &part->reader : &pg->reader;
    visitor->goes_on = true;
    pthread_mutex_lock(reading);
    PGconn *reader = begin_reader(pg, session, part ? part->url : pg->url, why);
    bool is_good =
        reader &&
        PQsendQueryParams(reader, question->sql, question->count, NULL, question->values, NULL, NULL, 1) &&
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
        PQfinish(*session); /* with whatever is still on its way */
        *session = NULL;
    }
    pthread_mutex_unlock(reading);
    return is_good;
}

static bool read_rows(struct pg *pg, struct visitor *visitor, const char *sql, int count,
                      const char *const *values, char *why)
{
    return read_from(pg, NULL, visitor, &(struct question){sql, count, values}, why);
}

/* One that is away is not waited for: its thread notices when it is back. */
static bool is_there(struct pg_part *part, char *why)
{
    pthread_mutex_lock(&part->pg->mutex);
    const bool is_there = part->is_there;
    if (!is_there)
        snprintf(why, STORE_WHY_BYTES, "%s", part->why);
    pthread_mutex_unlock(&part->pg->mutex);
    return is_there;
}

/* Of one table, from whichever database of the house has it. */
static bool read_one(struct pg *pg, uint64_t table, struct visitor *visitor, const struct question *question,
                     char *why)
{
    bool is_sure = true, is_good = read_from(pg, NULL, visitor, question, why);
    char away[STORE_WHY_BYTES];
    struct pg_part *part = NULL;
    for (unsigned i = 1; is_good && pg->parts && !visitor->has_seen && i < pg->part_count; i++) {
        part = pg__part_after(pg, table, part);
        if (is_there(part, away))
            is_good = read_from(pg, part, visitor, question, why);
        else
            is_sure = false;
    }
    if (!is_good || visitor->has_seen || is_sure)
        return is_good;
    snprintf(why, STORE_WHY_BYTES, "%s", away); /* it may have it */
    return false;
}

bool pg__read_open(void *self, store_visit visit, void *context, char *why)
{
    struct pg *pg = self;
    struct visitor visitor = {.entry = visit, .context = context};
    char id[16];
    const char *values[] = {id};
    snprintf(id, sizeof id, "%u", (unsigned)pg->id);
    return read_rows(pg, &visitor,
                     "SELECT e.tbl, e.seq, e.text, e.hash, t.epoch, t.back FROM penultima.tbl t"
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
    const struct question question = {
        "SELECT e.tbl, e.seq, e.text, e.hash, t.epoch, t.back FROM penultima.tbl t"
        " JOIN penultima.entry e ON e.tbl = t.id WHERE t.id = $1::bigint AND"
        " e.seq <= $2::integer ORDER BY 2",
        2, values};
    return read_one(self, table, &visitor, &question, why);
}

bool store_nodes_read(struct store *store, const uint64_t *tables, unsigned count, store_visit visit,
                      void *context, char *why)
{
    struct visitor visitor = {.entry = visit, .context = context};
    char *list = pg__list(tables, count);
    const char *values[] = {list};
    const bool is_good =
        list &&
        read_rows(store->self, &visitor,
                  "SELECT e.tbl, e.seq, e.text, e.hash, t.epoch, t.back FROM unnest($1::bigint[]) WITH"
                  " ORDINALITY AS w(id, place) JOIN penultima.tbl t ON t.id = w.id"
                  " JOIN penultima.entry e ON e.tbl = w.id ORDER BY w.place, e.seq",
                  1, values, why);
    free(list);
    return is_good && visitor.goes_on;
}

/* One may have ended twice, if the database came back older in between: the last time counts. */
bool pg__read_ended(void *self, uint64_t table, store_visit_ended visit, void *context, char *why)
{
    struct visitor visitor = {.ended = visit, .context = context};
    char number[24];
    const char *values[] = {number};
    snprintf(number, sizeof number, "%llu", (unsigned long long)table);
    const struct question
        one = {"SELECT tbl, ended_ms, text FROM (SELECT * FROM penultima.past WHERE tbl = $1::bigint"
               " UNION ALL SELECT * FROM penultima.ended WHERE tbl = $1::bigint) AS every"
               " ORDER BY ended_ms DESC LIMIT 1",
               1, values},
        all = {"SELECT tbl, ended_ms, text FROM penultima.past UNION ALL"
               " SELECT tbl, ended_ms, text FROM penultima.ended ORDER BY 1",
               0, NULL};
    return table ? read_one(self, table, &visitor, &one, why) : read_from(self, NULL, &visitor, &all, why);
}

bool pg__list_ended(void *self, store_visit_ended visit, void *context, char *why)
{
    struct visitor visitor = {.ended = visit, .context = context};
    return read_rows(self, &visitor,
                     "SELECT tbl, max(ended_ms), NULL::bytea FROM (SELECT tbl, ended_ms FROM penultima.past"
                     " UNION ALL SELECT tbl, ended_ms FROM penultima.ended) AS every GROUP BY tbl",
                     0, NULL, why);
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

/* All databases of a house have the same secrets, the first one's. Should the first be the one that has none
 * (it was lost, or this node was told another order), those of any other count. Whether one of them has this
 * one. */
static bool secret_elsewhere(struct pg *pg, struct wanted *wanted)
{
    char why[STORE_WHY_BYTES];
    const struct question question = {"SELECT name, value FROM penultima.secret WHERE name = $1::text", 1,
                                      &wanted->name};
    struct visitor visitor = {.secret = take_secret, .context = wanted};
    for (unsigned i = 0; pg->parts && i < pg->part_count - 1 && (i == 0 || pg->own_part == 0); i++) {
        struct pg_part *part = &pg->parts[i];
        part->is_mute = part->is_mute || !read_from(pg, part, &visitor, &question, why);
        if (wanted->is_there)
            return true;
    }
    return false;
}

bool pg__secret(void *self, const char *name, const uint8_t *fresh, uint8_t *bytes, size_t count, char *why)
{
    struct pg *pg = self;
    struct wanted wanted = {.bytes = bytes, .count = count, .name = name};
    uint8_t first[STORE_SECRET_BYTES_MAX];
    struct wanted of_others = {.bytes = first, .count = count, .name = name};
    const bool is_known = count <= sizeof first && secret_elsewhere(pg, &of_others);
    if (!is_known && pg->own_part > 0) /* what we have ourselves is the first one's, too */
        return pg__read_secrets(self, take_secret, &wanted, why) &&
               (wanted.is_there || store__say_problem(why, pg->lang, STORE_PROBLEM_FIRST_PART, ""));
    const char *values[] = {name, (const char *)(is_known ? first : fresh)};
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
    if (is_good && wanted.is_there && is_known && memcmp(first, bytes, count) != 0)
        return store__say_problem(why, pg->lang, STORE_PROBLEM_OTHER_HOUSE, "");
    return is_good && wanted.is_there;
}

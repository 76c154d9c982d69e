/* pg_wrote.c - what this node has written of its tables, to be held against what the database has after a
 * break. */
#include <stdio.h>
#include <stdlib.h>

#include "store/pg.h"

static struct pg_wrote *place_of(struct pg_wrote *map, size_t size, uint64_t table)
{
    size_t at = (size_t)((table * 0x9e3779b97f4a7c15u >> 20) & (size - 1));
    while (map[at].table != 0 && map[at].table != table)
        at = (at + 1) & (size - 1);
    return &map[at];
}

/* With at least as many free places again. What is not ours any more is left out. */
static bool make_room(struct pg *pg)
{
    size_t kept = 0, size = 1024;
    if (2 * (pg->wrote_count + 1) < pg->wrote_size)
        return true;
    for (size_t i = 0; i < pg->wrote_size; i++)
        kept += pg->wrote[i].seq > 0;
    while (size < 4 * (kept + 1))
        size *= 2;
    struct pg_wrote *map = calloc(size, sizeof *map);
    if (!map)
        return false;
    for (size_t i = 0; i < pg->wrote_size; i++)
        if (pg->wrote[i].seq > 0)
            *place_of(map, size, pg->wrote[i].table) = pg->wrote[i];
    free(pg->wrote);
    pg->wrote = map;
    pg->wrote_size = size;
    pg->wrote_count = kept;
    return true;
}

/* Without memory a table is not noted: then it may go back and nobody says so. */
void pg__note_wrote(struct pg *pg, const struct store_batch *group)
{
    struct store_entry entry;
    for (size_t at = 0; store_batch_next(group, &at, &entry);) {
        if (!make_room(pg))
            continue;
        struct pg_wrote *wrote = place_of(pg->wrote, pg->wrote_size, entry.table);
        pg->wrote_count += wrote->table == 0;
        *wrote = (struct pg_wrote){entry.table, entry.seq}; /* 0: it was ended */
    }
}

/* Two lists as the database reads them: "{1,2,...}". */
static bool write_lists(const struct pg *pg, char **tables, char **numbers)
{
    const size_t size = 24 * (pg->wrote_count + 1);
    size_t at = 0, at_number = 0;
    *tables = malloc(size);
    *numbers = malloc(size);
    if (!*tables || !*numbers)
        return false;
    for (size_t i = 0; i < pg->wrote_size; i++) {
        if (pg->wrote[i].seq == 0)
            continue;
        at += (size_t)snprintf(*tables + at, size - at, "%c%llu", at == 0 ? '{' : ',',
                               (unsigned long long)pg->wrote[i].table);
        at_number += (size_t)snprintf(*numbers + at_number, size - at_number, "%c%u",
                                      at_number == 0 ? '{' : ',', (unsigned)pg->wrote[i].seq);
    }
    snprintf(*tables + at, size - at, at == 0 ? "{}" : "}");
    snprintf(*numbers + at_number, size - at_number, at_number == 0 ? "{}" : "}");
    return true;
}

/* Whoever opens the table next has read just so far, and says it; with the first entry behind it the mark is
 * of no account. */
static const char mark[] =
    "WITH wrote AS MATERIALIZED (SELECT * FROM unnest($1::bigint[], $2::integer[]) AS w(tbl, seq)),"
    " has AS MATERIALIZED (SELECT w.tbl, w.seq, t.id IS NULL AS is_gone, coalesce((SELECT max(e.seq) FROM"
    " penultima.entry e WHERE e.tbl = w.tbl), 0) AS last"
    " FROM wrote w LEFT JOIN penultima.tbl t ON t.id = w.tbl),"
    " back AS (UPDATE penultima.tbl t SET back = has.last FROM has WHERE t.id = has.tbl AND has.last < "
    "has.seq"
    " AND has.last > 0 RETURNING 1)"
    " SELECT (SELECT count(*) FROM back), (SELECT count(*) FROM has WHERE is_gone AND NOT EXISTS (SELECT FROM"
    " penultima.ended e WHERE e.tbl = has.tbl) AND NOT EXISTS (SELECT FROM penultima.past p WHERE p.tbl ="
    " has.tbl))";

bool pg__mark_older(struct pg *pg, char *why)
{
    char *tables = NULL, *numbers = NULL;
    PGresult *rows = NULL;
    if (write_lists(pg, &tables, &numbers)) {
        const char *values[] = {tables, numbers};
        rows = pg__ask(pg->writer, why, mark, 2, values);
    } else {
        store__say_problem(why, pg->lang, STORE_PROBLEM_MEMORY, "");
    }
    free(tables);
    free(numbers);
    if (!rows)
        return false;
    pthread_mutex_lock(&pg->mutex);
    pg->is_older = true;
    pg->tables_back = pg__number(rows, 0, 0);
    pg->tables_gone = pg__number(rows, 0, 1);
    pthread_mutex_unlock(&pg->mutex);
    PQclear(rows);
    return true;
}

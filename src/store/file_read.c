/* file_read.c - reading a journal in an SQLite file: through a connection of its own, which sees what is
 * durable and does not stop the writer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/file.h"

/* Without a connection SQLite says that there is no memory. */
bool store__say_sqlite(char *why, sqlite3 *connection)
{
    int code = connection ? sqlite3_system_errno(connection) : 0;
    return store__say(why, sqlite3_errmsg(connection), code ? strerror(code) : "");
}

bool store__walk_back(sqlite3_stmt *one, uint64_t table, uint64_t last, struct store__walk *walk)
{
    bool is_good = true;
    for (uint64_t place = last; place != 0 && is_good;) {
        sqlite3_bind_int64(one, 1, (sqlite3_int64)place);
        int result = sqlite3_step(one);
        uint64_t before = 0;
        if (result == SQLITE_ROW) {
            before = (uint64_t)sqlite3_column_int64(one, 0);
            /* A place may have been damaged: never walk in circles or into another table. */
            is_good = (uint64_t)sqlite3_column_int64(one, 1) == table && before < place;
        } else {
            is_good = false;
        }
        sqlite3_reset(one);
        if (!is_good)
            break;
        if (walk->count == walk->size) {
            const size_t size = walk->size ? 2 * walk->size : 256;
            uint64_t *places = realloc(walk->places, size * sizeof *places);
            if (!places) {
                walk->is_out_of_memory = true;
                return false;
            }
            walk->places = places;
            walk->size = size;
        }
        walk->places[walk->count++] = place;
        place = before;
    }
    return is_good;
}

static void fill_entry(struct store_entry *entry, sqlite3_stmt *row)
{
    /* before, tbl, seq, text, hash, place */
    entry->before = (uint64_t)sqlite3_column_int64(row, 0);
    entry->table = (uint64_t)sqlite3_column_int64(row, 1);
    sqlite3_int64 seq = sqlite3_column_int64(row, 2);
    entry->seq = seq > 0 && seq <= UINT32_MAX ? (uint32_t)seq : 0;
    entry->bytes = sqlite3_column_blob(row, 3);
    entry->count = (size_t)sqlite3_column_bytes(row, 3);
    static const uint8_t none[STORE_HASH_BYTES];
    bool has_hash = sqlite3_column_bytes(row, 4) == STORE_HASH_BYTES;
    entry->hash = has_hash ? sqlite3_column_blob(row, 4) : none;
    entry->place = (uint64_t)sqlite3_column_int64(row, 5);
}

bool store__read_open(void *self, store_visit visit, void *context, char *why)
{
    struct file *file = self;
    sqlite3_stmt *rows = NULL;
    pthread_mutex_lock(&file->reading);
    int result = sqlite3_prepare_v2(file->reader, "SELECT " STORE_COLUMNS " FROM entry ORDER BY place", -1,
                                    &rows, NULL);
    while (result == SQLITE_OK || result == SQLITE_ROW) {
        result = sqlite3_step(rows);
        if (result != SQLITE_ROW)
            break;
        struct store_entry entry;
        fill_entry(&entry, rows);
        if (!visit(context, &entry)) {
            result = SQLITE_DONE;
            break;
        }
    }
    bool is_good = result == SQLITE_DONE || store__say_sqlite(why, file->reader);
    sqlite3_finalize(rows);
    pthread_mutex_unlock(&file->reading);
    return is_good;
}

bool store__read_table(void *self, uint64_t table, uint64_t last, store_visit visit, void *context, char *why)
{
    struct file *file = self;
    sqlite3_stmt *one = NULL;
    struct store__walk walk = {0};
    pthread_mutex_lock(&file->reading);
    bool is_good = sqlite3_prepare_v2(file->reader, "SELECT " STORE_COLUMNS " FROM entry WHERE place = ?", -1,
                                      &one, NULL) == SQLITE_OK &&
                   store__walk_back(one, table, last, &walk);
    if (!is_good)
        store__say_problem(why, file->lang, STORE_PROBLEM_DAMAGED, "");
    for (size_t i = walk.count; i-- > 0 && is_good;) {
        sqlite3_bind_int64(one, 1, (sqlite3_int64)walk.places[i]);
        struct store_entry entry;
        is_good = sqlite3_step(one) == SQLITE_ROW || store__say_sqlite(why, file->reader);
        if (is_good) {
            fill_entry(&entry, one);
            if (!visit(context, &entry))
                i = 0;
        }
        sqlite3_reset(one);
    }
    sqlite3_finalize(one);
    pthread_mutex_unlock(&file->reading);
    free(walk.places);
    return is_good;
}

static bool visit_ended(struct file *file, const char *sql, uint64_t table, store_visit_ended visit,
                        void *context, char *why)
{
    sqlite3_stmt *row = NULL;
    pthread_mutex_lock(&file->reading);
    int result = sqlite3_prepare_v2(file->reader, sql, -1, &row, NULL);
    if (result == SQLITE_OK && table)
        sqlite3_bind_int64(row, 1, (sqlite3_int64)table);
    while ((result == SQLITE_OK || result == SQLITE_ROW) && (result = sqlite3_step(row)) == SQLITE_ROW)
        visit(context, (uint64_t)sqlite3_column_int64(row, 2), (uint64_t)sqlite3_column_int64(row, 0),
              sqlite3_column_blob(row, 1), (size_t)sqlite3_column_bytes(row, 1));
    bool is_good = result == SQLITE_DONE || store__say_sqlite(why, file->reader);
    sqlite3_finalize(row);
    pthread_mutex_unlock(&file->reading);
    return is_good;
}

bool store__read_ended(void *self, uint64_t table, store_visit_ended visit, void *context, char *why)
{
    return visit_ended(self,
                       table ? "SELECT ended_ms, text, tbl FROM ended WHERE tbl = ?"
                             : "SELECT ended_ms, text, tbl FROM ended ORDER BY tbl",
                       table, visit, context, why);
}

/* The index 'ended_at' has all of it. */
bool store__list_ended(void *self, store_visit_ended visit, void *context, char *why)
{
    return visit_ended(self, "SELECT ended_ms, NULL, tbl FROM ended", 0, visit, context, why);
}

bool store__back_up(void *self, const char *path, char *why)
{
    struct file *file = self;
    if (access(path, F_OK) == 0)
        return store__say_problem(why, file->lang, STORE_PROBLEM_EXISTS, path);
    /* A connection of its own, so that reading goes on meanwhile. */
    sqlite3 *from = NULL;
    sqlite3_stmt *copy = NULL;
    bool is_good = sqlite3_open_v2(sqlite3_db_filename(file->reader, "main"), &from, SQLITE_OPEN_READONLY,
                                   NULL) == SQLITE_OK &&
                   sqlite3_prepare_v2(from, "VACUUM INTO ?", -1, &copy, NULL) == SQLITE_OK &&
                   sqlite3_bind_text(copy, 1, path, -1, SQLITE_STATIC) == SQLITE_OK &&
                   sqlite3_step(copy) == SQLITE_DONE;
    if (!is_good) {
        store__say_sqlite(why, from);
        unlink(path);
    }
    sqlite3_finalize(copy);
    sqlite3_close(from);
    return is_good;
}

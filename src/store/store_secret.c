/* store_secret.c - a few bytes that belong to the house, not to a table: made once, then always the same. */
#include <string.h>

#include "store/file.h"

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS secret(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;";

/* Reads it. False: it is not there, or not as long. */
static bool look_up(sqlite3 *connection, const char *name, uint8_t *bytes, size_t count)
{
    sqlite3_stmt *statement = NULL;
    bool is_there = false;
    if (sqlite3_prepare_v2(connection, "SELECT value FROM secret WHERE name=?", -1, &statement, NULL) !=
        SQLITE_OK)
        return false;
    sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    if (sqlite3_step(statement) == SQLITE_ROW && (size_t)sqlite3_column_bytes(statement, 0) == count) {
        memcpy(bytes, sqlite3_column_blob(statement, 0), count);
        is_there = true;
    }
    sqlite3_finalize(statement);
    return is_there;
}

bool store__secret(void *self, const char *name, const uint8_t *fresh, uint8_t *bytes, size_t count,
                   char *why)
{
    struct file *file = self;
    sqlite3_stmt *statement = NULL;
    bool is_good = sqlite3_exec(file->writer, schema, NULL, NULL, NULL) == SQLITE_OK &&
                   sqlite3_prepare_v2(file->writer, "INSERT OR IGNORE INTO secret(name,value) VALUES(?,?)",
                                      -1, &statement, NULL) == SQLITE_OK;
    if (is_good) {
        sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
        sqlite3_bind_blob64(statement, 2, fresh, count, SQLITE_STATIC);
        is_good = sqlite3_step(statement) == SQLITE_DONE;
    }
    sqlite3_finalize(statement);
    is_good = is_good && look_up(file->writer, name, bytes, count);
    if (!is_good)
        store__say_sqlite(why, file->writer);
    return is_good;
}

bool store__read_secrets(void *self, store_visit_secret visit, void *context, char *why)
{
    struct file *file = self;
    sqlite3_stmt *row = NULL;
    int result = sqlite3_exec(file->writer, schema, NULL, NULL, NULL);
    if (result == SQLITE_OK)
        result =
            sqlite3_prepare_v2(file->writer, "SELECT name, value FROM secret ORDER BY name", -1, &row, NULL);
    bool goes_on = true;
    while (goes_on && (result == SQLITE_OK || result == SQLITE_ROW) &&
           (result = sqlite3_step(row)) == SQLITE_ROW)
        goes_on = visit(context, (const char *)sqlite3_column_text(row, 0), sqlite3_column_blob(row, 1),
                        (size_t)sqlite3_column_bytes(row, 1));
    if (goes_on && result != SQLITE_DONE)
        store__say_sqlite(why, file->writer);
    sqlite3_finalize(row);
    return goes_on && result == SQLITE_DONE;
}

/* file_kind.c - whose a data file is, told before anything is written to it.
 *
 * The file says so itself: SQLite keeps an application_id and a user_version in its first page. Files of
 * 0.2.0 and before have neither and are known by their tables. Anything else is left as it is. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "store/file.h"

enum {
    APPLICATION = 0x50656e75, /* "Penu" */
    VERSION = 1,              /* 0: as 0.2.0 wrote it */
    COPIED_BYTES_MOST = 256 << 20
};

static const char schema[] =
    "BEGIN IMMEDIATE;"
    "CREATE TABLE IF NOT EXISTS entry(place INTEGER PRIMARY KEY, tbl INTEGER NOT NULL,"
    " seq INTEGER NOT NULL, before INTEGER NOT NULL, text BLOB NOT NULL, hash BLOB NOT NULL);"
    "CREATE TABLE IF NOT EXISTS ended(tbl INTEGER PRIMARY KEY, ended_ms INTEGER NOT NULL,"
    " text BLOB NOT NULL);"
    "CREATE INDEX IF NOT EXISTS ended_at ON ended(ended_ms);"
    "PRAGMA application_id=%d;"
    "PRAGMA user_version=%d;"
    "COMMIT";

/* The first column of the first row as a number; false: it cannot be read. */
static bool read_number(sqlite3 *connection, const char *sql, sqlite3_int64 *number)
{
    sqlite3_stmt *row = NULL;
    bool is_good =
        sqlite3_prepare_v2(connection, sql, -1, &row, NULL) == SQLITE_OK && sqlite3_step(row) == SQLITE_ROW;
    if (is_good)
        *number = sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    return is_good;
}

static bool check(sqlite3 *connection, enum pen_lang lang, char *why)
{
    static const char others[] = "SELECT count(*) FROM sqlite_master WHERE name NOT IN ('entry', 'ended')";
    static const char columns[] =
        "SELECT (SELECT group_concat(name) FROM pragma_table_info('entry')) = "
        "'place,tbl,seq,before,text,hash'"
        " AND (SELECT group_concat(name) FROM pragma_table_info('ended')) = 'tbl,ended_ms,text'";
    sqlite3_int64 application, version, tables, stranger, is_ours = 0;
    if (!read_number(connection, "PRAGMA application_id", &application) ||
        !read_number(connection, "PRAGMA user_version", &version) ||
        !read_number(connection, "SELECT count(*) FROM sqlite_master", &tables) ||
        !read_number(connection, others, &stranger) || !read_number(connection, columns, &is_ours)) {
        int code = sqlite3_errcode(connection);
        return code == SQLITE_NOTADB || code == SQLITE_CORRUPT
                   ? store__say_problem(why, lang, STORE_PROBLEM_FOREIGN, "")
                   : store__say_sqlite(why, connection);
    }
    if (application == APPLICATION && version > VERSION) {
        char number[24];
        snprintf(number, sizeof number, "%lld", (long long)version);
        return store__say_problem(why, lang, STORE_PROBLEM_NEWER, number);
    }
    if ((application == APPLICATION && version == VERSION && is_ours) ||
        (application == 0 && version == 0 && (tables == 0 || (is_ours && stranger == 0))))
        return true;
    return store__say_problem(why, lang, STORE_PROBLEM_FOREIGN, "");
}

bool store__check_kind(const char *path, enum pen_lang lang, char *why)
{
    struct stat about;
    if (stat(path, &about) != 0 || (S_ISREG(about.st_mode) && about.st_size == 0))
        return true; /* it is to be made */
    sqlite3 *connection = NULL;
    bool is_good = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK;
    if (is_good)
        sqlite3_busy_timeout(connection, 5000);
    is_good = is_good ? check(connection, lang, why) : store__say_sqlite(why, connection);
    sqlite3_close(connection);
    return is_good;
}

bool store__make_kind(sqlite3 *connection, char *why)
{
    char sql[1024];
    sqlite3_int64 application, version;
    if (read_number(connection, "PRAGMA application_id", &application) && application == APPLICATION &&
        read_number(connection, "PRAGMA user_version", &version) && version == VERSION)
        /* Files of before 0.3.0 came without it. */
        return sqlite3_exec(connection, "CREATE INDEX IF NOT EXISTS ended_at ON ended(ended_ms)", NULL, NULL,
                            NULL) == SQLITE_OK ||
               store__say_sqlite(why, connection);
    snprintf(sql, sizeof sql, schema, APPLICATION, VERSION);
    return sqlite3_exec(connection, sql, NULL, NULL, NULL) == SQLITE_OK || store__say_sqlite(why, connection);
}

/* Whether a file can give space back is decided when it is made. An older one is copied once, as long as that
 * takes a moment; a larger one goes on as it is, and uses its free pages for what comes. */
bool store__make_shrinkable(sqlite3 *connection, char *why)
{
    enum { INCREMENTAL = 2 };
    sqlite3_int64 way, pages, page_bytes;
    if (!read_number(connection, "PRAGMA auto_vacuum", &way) ||
        !read_number(connection, "PRAGMA page_count", &pages) ||
        !read_number(connection, "PRAGMA page_size", &page_bytes))
        return store__say_sqlite(why, connection);
    if (way == INCREMENTAL || pages * page_bytes > COPIED_BYTES_MOST)
        return true;
    if (sqlite3_exec(connection, "PRAGMA auto_vacuum=INCREMENTAL", NULL, NULL, NULL) != SQLITE_OK)
        return store__say_sqlite(why, connection);
    if (pages > 0) /* without room for a copy it stays as it is */
        (void)sqlite3_exec(connection, "VACUUM", NULL, NULL, NULL);
    return true;
}

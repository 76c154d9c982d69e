/* file_keep.c - a data file that does not grow for ever: ended tables of some age go to an archive, and the
 * space of what has gone is given back to the system.
 *
 *     keeper's thread:  reads one table ── archive_add ── asks the writer to drop it ──► the next
 *     the writer, between two groups:  one row dropped, or a few free pages given back
 *
 * The writer alone changes the file, in steps of a few pages and only while it has no group to write, so
 * that a commit waits for one small step at most. What cannot be archived stays where it is, and why is told.
 */
#include <stdio.h>
#include <string.h>

#include "platform/clock.h"
#include "store/file.h"

enum {
    LOOK_MS = 60000,   /* between two looks at what has aged and how large the file is */
    AGAIN_MS = 30000,  /* after an archive that could not be written */
    STEP_PAGES = 32,   /* given back in one step */
    SPARE_PAGES = 256, /* free ones that are left: the next tables need them */
    STEP_REST_MS = 20, /* between two steps */
    DAY_MS = 86400000
};

/* ---- the writer's half, without the mutex ----------------------------------------------------------- */

static bool run(sqlite3 *connection, const char *sql)
{
    return sqlite3_exec(connection, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static bool read_number(sqlite3 *connection, const char *sql, uint64_t *number)
{
    sqlite3_stmt *row = NULL;
    const bool is_good =
        sqlite3_prepare_v2(connection, sql, -1, &row, NULL) == SQLITE_OK && sqlite3_step(row) == SQLITE_ROW;
    *number = is_good ? (uint64_t)sqlite3_column_int64(row, 0) : 0;
    sqlite3_finalize(row);
    return is_good;
}

/* Exactly the text that was archived: a table of that number may have ended again. */
static bool drop_table(sqlite3 *connection, uint64_t table, uint64_t ended_ms)
{
    sqlite3_stmt *drop = NULL;
    bool is_good = sqlite3_prepare_v2(connection, "DELETE FROM ended WHERE tbl = ? AND ended_ms = ?", -1,
                                      &drop, NULL) == SQLITE_OK;
    if (is_good) {
        sqlite3_bind_int64(drop, 1, (sqlite3_int64)table);
        sqlite3_bind_int64(drop, 2, (sqlite3_int64)ended_ms);
        is_good = sqlite3_step(drop) == SQLITE_DONE;
    }
    sqlite3_finalize(drop);
    return is_good;
}

bool store__has_chore(const struct file *file)
{
    return file->dropping != 0 || file->must_shrink;
}

void store__do_chore(struct file *file)
{
    const uint64_t table = file->dropping, ended_ms = file->dropping_ms;
    char sql[64];
    uint64_t free_pages = 0;
    pthread_mutex_unlock(&file->mutex);
    bool is_good = true;
    if (table != 0) {
        is_good = drop_table(file->writer, table, ended_ms);
    } else {
        snprintf(sql, sizeof sql, "PRAGMA incremental_vacuum(%d)", STEP_PAGES);
        is_good = run(file->writer, sql) && read_number(file->writer, "PRAGMA freelist_count", &free_pages);
    }
    pthread_mutex_lock(&file->mutex);
    if (table != 0) {
        file->is_dropped = is_good;
        file->dropping = 0;
        pthread_cond_broadcast(&file->kept);
    } else {
        file->must_shrink = is_good && free_pages > SPARE_PAGES;
    }
    /* A group that comes meanwhile ends the rest. */
    const struct timespec until = platform_time_after(CLOCK_REALTIME, STEP_REST_MS);
    if (!file->is_busy && !file->is_closing && store__has_chore(file))
        (void)pthread_cond_timedwait(&file->changed, &file->mutex, &until);
}

/* ---- the keeper's half ------------------------------------------------------------------------------ */

static void note_size(struct file *file, uint64_t archived_bytes)
{
    uint64_t pages = 0, free_pages = 0, page_bytes = 0, tables = 0, ways = 0;
    if (!read_number(file->keeper, "PRAGMA page_count", &pages) ||
        !read_number(file->keeper, "PRAGMA freelist_count", &free_pages) ||
        !read_number(file->keeper, "PRAGMA page_size", &page_bytes) ||
        !read_number(file->keeper, "SELECT count(*) FROM ended INDEXED BY ended_at", &tables) ||
        !read_number(file->keeper, "PRAGMA auto_vacuum", &ways))
        return;
    const uint64_t now_ms = platform_now_ms(), used = (pages - free_pages) * page_bytes;
    pthread_mutex_lock(&file->mutex);
    struct store_growth *growth = &file->growth;
    growth->bytes = pages * page_bytes;
    growth->free_bytes = free_pages * page_bytes;
    growth->ended = tables;
    growth->archived_bytes += archived_bytes;
    if (file->grown_from_ms == 0) {
        file->grown_from_ms = now_ms;
        file->grown_from = used;
    } else if (now_ms - file->grown_from_ms >= 1000) {
        const uint64_t all = used + growth->archived_bytes;
        const uint64_t more = all > file->grown_from ? all - file->grown_from : 0;
        growth->bytes_per_day = (uint64_t)((double)more / (double)(now_ms - file->grown_from_ms) * DAY_MS);
    }
    growth->bytes_in_30_days = used + 30 * growth->bytes_per_day;
    if (file->keeping.archive && file->keeping.after_ms < UINT64_C(30) * DAY_MS) {
        /* What is older than that is not here any more. */
        const uint64_t most =
            (uint64_t)((double)growth->bytes_per_day / DAY_MS * (double)file->keeping.after_ms);
        growth->bytes_in_30_days = most > used ? most : used;
    }
    if (ways == 2 && free_pages > SPARE_PAGES) {
        file->must_shrink = true;
        pthread_cond_broadcast(&file->changed);
    }
    pthread_mutex_unlock(&file->mutex);
}

static bool wait_dropped(struct file *file, uint64_t table, uint64_t ended_ms)
{
    pthread_mutex_lock(&file->mutex);
    file->dropping = table;
    file->dropping_ms = ended_ms;
    file->is_dropped = false;
    pthread_cond_broadcast(&file->changed);
    while (file->dropping != 0 && !file->is_closing)
        pthread_cond_wait(&file->kept, &file->mutex);
    const bool is_dropped = file->is_dropped;
    pthread_mutex_unlock(&file->mutex);
    return is_dropped;
}

/* The oldest ended table that is old enough. False: there is none, or it could not be moved. */
static bool move_one(struct file *file, uint64_t before_ms, uint64_t *bytes)
{
    char why[STORE_WHY_BYTES] = "";
    sqlite3_stmt *row = NULL;
    uint64_t table = 0, ended_ms = 0;
    bool is_good = sqlite3_prepare_v2(file->keeper,
                                      "SELECT tbl, ended_ms, text FROM ended WHERE ended_ms < ?"
                                      " ORDER BY ended_ms LIMIT 1",
                                      -1, &row, NULL) == SQLITE_OK;
    if (is_good)
        sqlite3_bind_int64(row, 1, (sqlite3_int64)before_ms);
    const int result = is_good ? sqlite3_step(row) : SQLITE_ERROR;
    if (result == SQLITE_ROW) {
        table = (uint64_t)sqlite3_column_int64(row, 0);
        ended_ms = (uint64_t)sqlite3_column_int64(row, 1);
        *bytes = (uint64_t)sqlite3_column_bytes(row, 2);
        is_good = store_archive_add(file->keeping.archive, table, ended_ms, sqlite3_column_blob(row, 2),
                                    (size_t)*bytes, why);
    } else if (result != SQLITE_DONE) {
        is_good = store__say_sqlite(why, file->keeper);
    }
    sqlite3_finalize(row);
    const bool is_moved = is_good && result == SQLITE_ROW && wait_dropped(file, table, ended_ms);
    pthread_mutex_lock(&file->mutex);
    memcpy(file->growth.why, why, sizeof why);
    file->growth.archived += is_moved;
    pthread_mutex_unlock(&file->mutex);
    return is_moved;
}

static void *run_keeper(void *argument)
{
    struct file *file = argument;
    pthread_mutex_lock(&file->mutex);
    while (!file->is_closing) {
        const struct store_keeping keeping = file->keeping;
        pthread_mutex_unlock(&file->mutex);
        uint64_t bytes = 0, moved = 0;
        while (keeping.archive && move_one(file, platform_wall_ms() - keeping.after_ms, &bytes))
            moved += bytes;
        note_size(file, moved);
        pthread_mutex_lock(&file->mutex);
        const bool is_failing = file->growth.why[0] != 0;
        const struct timespec until = platform_time_after(CLOCK_REALTIME, is_failing ? AGAIN_MS : LOOK_MS);
        while (!file->is_closing && !file->must_look &&
               pthread_cond_timedwait(&file->kept, &file->mutex, &until) == 0) {
        }
        file->must_look = false;
    }
    pthread_mutex_unlock(&file->mutex);
    return NULL;
}

bool store__keep(void *self, const struct store_keeping *keeping, char *why)
{
    struct file *file = self;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    pthread_mutex_lock(&file->mutex);
    file->keeping = *keeping;
    file->must_look = true;
    pthread_cond_broadcast(&file->kept);
    pthread_mutex_unlock(&file->mutex);
    if (file->has_keeper)
        return true;
    if (sqlite3_open_v2(sqlite3_db_filename(file->writer, "main"), &file->keeper, flags, NULL) != SQLITE_OK)
        return store__say_sqlite(why, file->keeper);
    sqlite3_busy_timeout(file->keeper, 5000);
    if (!run(file->keeper, "PRAGMA query_only=ON"))
        return store__say_sqlite(why, file->keeper);
    const int error = pthread_create(&file->keeping_thread, NULL, run_keeper, file);
    if (error)
        return store__say_problem(why, file->lang, STORE_PROBLEM_THREAD, strerror(error));
    file->has_keeper = true;
    return true;
}

struct store_growth store__growth(void *self)
{
    struct file *file = self;
    pthread_mutex_lock(&file->mutex);
    const struct store_growth growth = file->growth;
    pthread_mutex_unlock(&file->mutex);
    return growth;
}

/* store_file.c - the journal in an SQLite file, written by a thread of its own.
 *
 * WAL and synchronous=FULL: a commit returns when the group is on the device. The writer has the only
 * connection that adds anything; reading and backing up use another one, which sees what is durable and
 * does not stop the writer. Rows are only ever added at the end of 'entry', so that a group dirties
 * few pages however many tables it is from; there is no index to keep. Ended tables move to 'ended' as
 * one text each, and start-up reads the open ones only. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "platform/clock.h"
#include "store/file.h"

/* When the log that SQLite writes first is copied into the file itself. A thread that nobody waits for
 * copies it aside, as often as it has grown by LOG_PAGES. While the writer adds to it the log cannot begin
 * anew, so once it is long the writer copies the little that the thread has left over; if the thread cannot
 * keep up, all of it. */
enum { RETRY_MS = 500, LOG_PAGES = 1000, LOG_PAGES_LONG = 4000, LOG_PAGES_MOST = 50000 };

/* What the log may keep of the disk after it was longer than usual, once it begins anew. */
#define LOG_BYTES_KEPT "16777216"

/* ---- the writer ------------------------------------------------------------------------------- */

static bool step(sqlite3_stmt *statement)
{
    int result = sqlite3_step(statement);
    sqlite3_reset(statement);
    return result == SQLITE_DONE || result == SQLITE_ROW;
}

static bool add_entry(struct file *file, const struct store_entry *entry)
{
    sqlite3_bind_int64(file->add, 1, (sqlite3_int64)entry->place);
    sqlite3_bind_int64(file->add, 2, (sqlite3_int64)entry->table);
    sqlite3_bind_int64(file->add, 3, entry->seq);
    sqlite3_bind_int64(file->add, 4, (sqlite3_int64)entry->before);
    sqlite3_bind_blob64(file->add, 5, entry->bytes, entry->count, SQLITE_STATIC);
    sqlite3_bind_blob64(file->add, 6, entry->hash, STORE_HASH_BYTES, SQLITE_STATIC);
    return step(file->add);
}

static bool end_table(struct file *file, uint64_t table, uint64_t ended_ms, uint64_t last)
{
    struct store__walk walk = {0};
    char *text = NULL;
    size_t length = 0;
    /* What of a damaged table cannot be walked stays where it is. */
    (void)store__walk_back(file->one, table, last, &walk);
    bool is_good = !walk.is_out_of_memory; /* else the group is tried again */
    for (size_t i = walk.count; i-- > 0 && is_good;) {
        sqlite3_bind_int64(file->one, 1, (sqlite3_int64)walk.places[i]);
        is_good = sqlite3_step(file->one) == SQLITE_ROW;
        if (is_good) {
            size_t count = (size_t)sqlite3_column_bytes(file->one, 3);
            char *more = realloc(text, length + count + 1);
            is_good = more != NULL;
            text = more ? more : text;
            if (more && count > 0)
                memcpy(text + length, sqlite3_column_blob(file->one, 3), count);
            length += count;
        }
        sqlite3_reset(file->one);
        sqlite3_bind_int64(file->remove, 1, (sqlite3_int64)walk.places[i]);
        is_good = is_good && step(file->remove);
    }
    if (is_good && walk.count > 0) {
        sqlite3_bind_int64(file->end, 1, (sqlite3_int64)table);
        sqlite3_bind_int64(file->end, 2, (sqlite3_int64)ended_ms);
        sqlite3_bind_blob64(file->end, 3, text, length, SQLITE_STATIC);
        is_good = step(file->end);
        sqlite3_clear_bindings(file->end);
    }
    free(text);
    free(walk.places);
    return is_good;
}

static bool write_group(struct file *file, char *why)
{
    bool is_good = step(file->begin);
    struct store_entry entry;
    for (size_t at = 0; is_good && store_batch_next(&file->writing, &at, &entry);)
        is_good =
            entry.seq > 0 ? add_entry(file, &entry) : end_table(file, entry.table, entry.place, entry.before);
    is_good = is_good && sqlite3_exec(file->writer, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    if (!is_good) {
        store__say_sqlite(why, file->writer);
        if (!sqlite3_get_autocommit(file->writer))
            step(file->undo);
    }
    return is_good;
}

static void wait_to_retry(struct file *file)
{
    const struct timespec until = platform_time_after(CLOCK_REALTIME, RETRY_MS);
    while (!file->is_closing && pthread_cond_timedwait(&file->changed, &file->mutex, &until) == 0) {
    }
}

static void *run_writer(void *argument)
{
    struct file *file = argument;
    pthread_mutex_lock(&file->mutex);
    for (;;) {
        while (!file->is_busy && !file->is_closing && !store__has_chore(file))
            pthread_cond_wait(&file->changed, &file->mutex);
        if (!file->is_busy && !file->is_closing) {
            store__do_chore(file);
            continue;
        }
        if (!file->is_busy)
            break;
        pthread_mutex_unlock(&file->mutex);
        char why[STORE_WHY_BYTES] = "";
        uint64_t began_us = platform_now_us();
        bool is_good = write_group(file, why);
        uint64_t took_us = platform_now_us() - began_us;
        pthread_mutex_lock(&file->mutex);
        if (is_good) {
            file->counters.entries += file->writing.count;
            file->counters.groups++;
            histogram_add(&file->counters.commits, took_us);
            if (took_us > file->counters.slowest_us)
                file->counters.slowest_us = took_us;
            file->is_failing = false;
            file->is_busy = false;
        } else {
            file->counters.failures++;
            file->is_failing = true;
            memcpy(file->why, why, sizeof why);
            if (file->is_closing) {
                file->has_given_up = true;
                break;
            }
        }
        pthread_cond_broadcast(&file->changed);
        file->wake(file->wake_context);
        if (!is_good)
            wait_to_retry(file);
    }
    pthread_mutex_unlock(&file->mutex);
    return NULL;
}

/* ---- the copier ------------------------------------------------------------------------------- */

/* SQLite calls it after every commit. What it returns would be taken for the commit's own result. */
static int on_log(void *context, sqlite3 *connection, const char *name, int pages)
{
    struct file *file = context;
    pthread_mutex_lock(&file->mutex);
    if (pages < file->copied)
        file->copied = 0; /* the log has begun anew */
    const int left = pages - file->copied;
    const bool is_long = pages >= LOG_PAGES_LONG && left < LOG_PAGES && !file->is_copying;
    if (left >= LOG_PAGES) {
        file->is_grown = true;
        pthread_cond_signal(&file->grown);
    }
    pthread_mutex_unlock(&file->mutex);
    if (is_long || pages >= LOG_PAGES_MOST)
        (void)sqlite3_wal_checkpoint_v2(connection, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return SQLITE_OK;
}

static void *run_copier(void *argument)
{
    struct file *file = argument;
    pthread_mutex_lock(&file->mutex);
    while (!file->is_closing) {
        if (!file->is_grown) {
            pthread_cond_wait(&file->grown, &file->mutex);
            continue;
        }
        file->is_grown = false;
        file->is_copying = true;
        pthread_mutex_unlock(&file->mutex);
        /* If it cannot be done now, everything is still in the log. */
        int copied = 0;
        int result = sqlite3_wal_checkpoint_v2(file->copier, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, &copied);
        pthread_mutex_lock(&file->mutex);
        file->is_copying = false;
        if (result == SQLITE_OK && copied > 0)
            file->copied = copied;
    }
    pthread_mutex_unlock(&file->mutex);
    return NULL;
}

/* ---- the interface ---------------------------------------------------------------------------- */

static uint64_t file_append(void *self, const struct store_entry *given)
{
    struct file *file = self;
    struct store_entry entry = *given;
    entry.place = file->next_place;
    if (!store_batch_add(&file->gathered, &entry))
        return 0;
    return file->next_place++;
}

static bool file_end_table(void *self, const struct store_entry *end)
{
    struct file *file = self;
    return store_batch_add(&file->gathered, end);
}

static bool file_commit(void *self)
{
    struct file *file = self;
    if (file->gathered.count == 0)
        return false;
    pthread_mutex_lock(&file->mutex);
    bool is_free = !file->is_busy;
    if (is_free) {
        struct store_batch gathered = file->gathered;
        file->gathered = file->writing;
        store_batch_clear(&file->gathered);
        file->writing = gathered;
        file->is_busy = true;
        pthread_cond_broadcast(&file->changed);
    }
    pthread_mutex_unlock(&file->mutex);
    return is_free;
}

static enum store_state file_poll(void *self, char *why)
{
    struct file *file = self;
    pthread_mutex_lock(&file->mutex);
    enum store_state state = file->is_failing ? STORE_FAILING : file->is_busy ? STORE_BUSY : STORE_IDLE;
    memcpy(why, file->why, STORE_WHY_BYTES);
    pthread_mutex_unlock(&file->mutex);
    return state;
}

static void drop(struct file *file)
{
    sqlite3_stmt *all[] = {file->add, file->one, file->begin, file->end, file->undo, file->remove};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        sqlite3_finalize(all[i]);
    sqlite3_close(file->keeper);
    sqlite3_close(file->copier);
    sqlite3_close(file->reader);
    sqlite3_close(file->writer);
    store_batch_drop(&file->gathered);
    store_batch_drop(&file->writing);
    if (file->lock >= 0)
        close(file->lock);
    pthread_mutex_destroy(&file->mutex);
    pthread_mutex_destroy(&file->reading);
    pthread_cond_destroy(&file->changed);
    pthread_cond_destroy(&file->grown);
    pthread_cond_destroy(&file->kept);
    free(file);
}

static bool file_close(void *self)
{
    struct file *file = self;
    pthread_mutex_lock(&file->mutex);
    while (file->is_busy && !file->is_failing)
        pthread_cond_wait(&file->changed, &file->mutex);
    file->is_closing = true;
    pthread_cond_broadcast(&file->changed);
    pthread_cond_broadcast(&file->grown);
    pthread_cond_broadcast(&file->kept);
    pthread_mutex_unlock(&file->mutex);
    pthread_join(file->thread, NULL);
    pthread_join(file->copying, NULL);
    if (file->has_keeper)
        pthread_join(file->keeping_thread, NULL);
    bool is_good = !file->has_given_up;
    drop(file);
    return is_good;
}

static struct store_counters file_counters(void *self)
{
    struct file *file = self;
    pthread_mutex_lock(&file->mutex);
    struct store_counters counters = file->counters;
    pthread_mutex_unlock(&file->mutex);
    return counters;
}

static const struct store_ops file_ops = {
    .append = file_append,
    .end_table = file_end_table,
    .commit = file_commit,
    .poll = file_poll,
    .read_open = store__read_open,
    .read_table = store__read_table,
    .read_ended = store__read_ended,
    .list_ended = store__list_ended,
    .back_up = store__back_up,
    .secret = store__secret,
    .read_secrets = store__read_secrets,
    .counters = file_counters,
    .keep = store__keep,
    .growth = store__growth,
    .close = file_close,
};

/* ---- opening ---------------------------------------------------------------------------------- */

/* A lock file beside the data: POSIX locks on the data file itself belong to SQLite. */
static bool take_lock(struct file *file, const char *path, char *why)
{
    char name[4096];
    if ((size_t)snprintf(name, sizeof name, "%s.lock", path) >= sizeof name)
        return store__say_problem(why, file->lang, STORE_PROBLEM_LONG_PATH, "");
    file->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file->lock < 0)
        return store__say(why, name, strerror(errno));
    if (flock(file->lock, LOCK_EX | LOCK_NB) != 0)
        return store__say_problem(why, file->lang, STORE_PROBLEM_IN_USE,
                                  errno == EWOULDBLOCK ? "" : strerror(errno));
    return true;
}

static bool prepare(struct file *file, const char *sql, sqlite3_stmt **statement, char *why)
{
    return sqlite3_prepare_v3(file->writer, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) ==
               SQLITE_OK ||
           store__say_sqlite(why, file->writer);
}

static bool execute(sqlite3 *connection, const char *sql, char *why)
{
    return sqlite3_exec(connection, sql, NULL, NULL, NULL) == SQLITE_OK || store__say_sqlite(why, connection);
}

static bool find_next_place(struct file *file, char *why)
{
    sqlite3_stmt *row = NULL;
    bool is_good = prepare(file, "SELECT coalesce(max(place), 0) FROM entry", &row, why) &&
                   (sqlite3_step(row) == SQLITE_ROW || store__say_sqlite(why, file->writer));
    if (is_good)
        file->next_place = (uint64_t)sqlite3_column_int64(row, 0) + 1;
    sqlite3_finalize(row);
    return is_good;
}

static bool open_connections(struct file *file, const char *path, char *why)
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &file->writer, flags, NULL) != SQLITE_OK)
        return store__say_sqlite(why, file->writer);
    sqlite3_busy_timeout(file->writer, 5000);
    if (!store__make_shrinkable(file->writer, why) ||
        !execute(file->writer, "PRAGMA journal_mode=WAL", why) ||
        !execute(file->writer, "PRAGMA synchronous=FULL", why) ||
        !execute(file->writer, "PRAGMA journal_size_limit=" LOG_BYTES_KEPT, why) ||
        !store__make_kind(file->writer, why) || !find_next_place(file, why))
        return false;
    sqlite3_wal_hook(file->writer, on_log, file);
    if (sqlite3_open_v2(path, &file->copier, flags, NULL) != SQLITE_OK)
        return store__say_sqlite(why, file->copier);
    /* A connection that has read nothing does not know that there is a log, and copies nothing. */
    if (!execute(file->copier, "PRAGMA schema_version", why))
        return false;
    if (sqlite3_open_v2(path, &file->reader, flags, NULL) != SQLITE_OK)
        return store__say_sqlite(why, file->reader);
    sqlite3_busy_timeout(file->reader, 5000);
    return execute(file->reader, "PRAGMA query_only=ON", why) &&
           prepare(file, "INSERT INTO entry VALUES(?, ?, ?, ?, ?, ?)", &file->add, why) &&
           prepare(file, "SELECT " STORE_COLUMNS " FROM entry WHERE place = ?", &file->one, why) &&
           prepare(file, "BEGIN IMMEDIATE", &file->begin, why) &&
           prepare(file, "INSERT OR REPLACE INTO ended VALUES(?, ?, ?)", &file->end, why) &&
           prepare(file, "ROLLBACK", &file->undo, why) &&
           prepare(file, "DELETE FROM entry WHERE place = ?", &file->remove, why);
}

bool store_open_file(struct store *store, const char *path, enum pen_lang lang, void (*wake)(void *context),
                     void *context, char *why)
{
    struct file *file = calloc(1, sizeof *file);
    if (!file)
        return store__say_problem(why, lang, STORE_PROBLEM_MEMORY, "");
    file->lock = -1;
    file->lang = lang;
    file->wake = wake;
    file->wake_context = context;
    pthread_mutex_init(&file->mutex, NULL);
    pthread_mutex_init(&file->reading, NULL);
    pthread_cond_init(&file->changed, NULL);
    pthread_cond_init(&file->grown, NULL);
    pthread_cond_init(&file->kept, NULL);
    if (!take_lock(file, path, why) || !store__check_kind(path, lang, why) ||
        !open_connections(file, path, why)) {
        drop(file);
        return false;
    }
    int error = pthread_create(&file->thread, NULL, run_writer, file);
    if (!error && (error = pthread_create(&file->copying, NULL, run_copier, file)) != 0) {
        pthread_mutex_lock(&file->mutex);
        file->is_closing = true;
        pthread_cond_broadcast(&file->changed);
        pthread_mutex_unlock(&file->mutex);
        pthread_join(file->thread, NULL);
    }
    if (error) {
        store__say_problem(why, lang, STORE_PROBLEM_THREAD, strerror(error));
        drop(file);
        return false;
    }
    *store = (struct store){file, &file_ops};
    return true;
}

/* test_keep.c - a data file does not grow for ever: ended tables of some age go to the archive and leave it,
 * the space is given back while others write, and what cannot be archived stays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include <sqlite3.h>
#include <zlib.h>

#include "platform/clock.h"
#include "store/archive.h"

enum { TABLES = 40, TEXT = 100000 };
#define DAY_MS UINT64_C(86400000)

static char folder[64], path[96], shelf[96];
static char why[STORE_WHY_BYTES];

static void ignore_wake(void *context)
{
    (void)context;
}

static void name_table(uint64_t table, char name[STORE_NAME_BYTES])
{
    snprintf(name, STORE_NAME_BYTES, "t%llu", (unsigned long long)table);
}

static const struct store_archive archive = {shelf, name_table};

static int begin(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/penultima-keep-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/server.db", folder);
    snprintf(shelf, sizeof shelf, "%s/archive", folder);
    return mkdir(shelf, 0700);
}

static int end(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

static void open_store(struct store *store)
{
    if (!store_open_file(store, path, PEN_LANG_EN, ignore_wake, NULL, why))
        fail_msg("%s: %s", path, why);
}

static void nap(void)
{
    nanosleep(&(struct timespec){0, 1000000}, NULL);
}

static void write_all(struct store *store)
{
    assert_true(store_commit(store));
    for (int i = 0; store_poll(store, why) != STORE_IDLE; i++) {
        if (i > 20000)
            fail_msg("the group is not written: %s", why);
        nap();
    }
}

static void end_tables(struct store *store, uint64_t first, unsigned count, uint64_t ended_ms)
{
    static char text[TEXT];
    static const uint8_t hash[STORE_HASH_BYTES];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + (i * 7 + i / 13) % 26);
    for (uint64_t table = first; table < first + count; table++) {
        const uint64_t place = store_append(
            store,
            &(struct store_entry){.table = table, .seq = 1, .bytes = text, .count = TEXT, .hash = hash});
        assert_true(place > 0);
        assert_true(store_end_table(
            store, &(struct store_entry){.table = table, .before = place, .place = ended_ms + table}));
    }
    write_all(store);
}

struct count {
    unsigned tables;
    uint64_t first;
};

static void count_ended(void *context, uint64_t table, uint64_t ended_ms, const char *bytes, size_t count)
{
    struct count *counted = context;
    (void)ended_ms;
    (void)bytes;
    assert_int_equal(count, TEXT);
    counted->first = counted->tables++ == 0 ? table : counted->first;
}

static struct count ended_of(struct store *store)
{
    struct count counted = {0, 0};
    assert_true(store_read_ended(store, 0, count_ended, &counted, why));
    return counted;
}

static bool is_archived(uint64_t table, uint64_t ended_ms)
{
    char date[16], name[256];
    platform_date_write(ended_ms + table, PLATFORM_UTC, "%Y-%m-%d", date, sizeof date);
    snprintf(name, sizeof name, "%s/%s/t%llu.mesa.gz", shelf, date, (unsigned long long)table);
    return access(name, F_OK) == 0;
}

#define WAIT_FOR(condition)                                       \
    for (int i_ = 0; !(condition); i_++) {                        \
        if (i_ > 60000)                                           \
            fail_msg("in vain: %s (%s)", #condition, growth.why); \
        nap();                                                    \
        growth = store_measure(&store);                           \
    }

/* The old ones go, the young ones stay, and the file becomes shorter while it is open. */
static void test_archived(void **state)
{
    (void)state;
    struct store store;
    struct store_growth growth = {0};
    struct stat before, after;
    const uint64_t now_ms = platform_wall_ms(), old_ms = now_ms - 40 * DAY_MS;
    open_store(&store);
    end_tables(&store, 1, TABLES, old_ms);
    end_tables(&store, 1000, 3, now_ms - DAY_MS);
    assert_true(store_close(&store));
    assert_int_equal(stat(path, &before), 0);
    assert_true(before.st_size > (off_t)TABLES * TEXT);
    open_store(&store);
    assert_true(store_keep(&store, &(struct store_keeping){&archive, 30 * DAY_MS}, why));
    WAIT_FOR(growth.archived == TABLES);
    const struct count left = ended_of(&store);
    assert_int_equal(left.tables, 3);
    assert_int_equal(left.first, 1000);
    for (uint64_t table = 1; table <= TABLES; table++)
        assert_true(is_archived(table, old_ms));
    assert_false(is_archived(1000, now_ms - DAY_MS));
    /* Others write meanwhile, and are not held up for good. */
    for (int i = 0; i < 20; i++)
        end_tables(&store, 2000, 1, now_ms);
    assert_true(store_keep(&store, &(struct store_keeping){&archive, 30 * DAY_MS}, why));
    WAIT_FOR(growth.free_bytes > 0 && growth.free_bytes <= 2 << 20);
    assert_true(store_keep(&store, &(struct store_keeping){&archive, 30 * DAY_MS}, why));
    WAIT_FOR(growth.bytes < (uint64_t)before.st_size / 2);
    assert_int_equal(growth.ended, 4);
    assert_true(store_close(&store));
    assert_int_equal(stat(path, &after), 0);
    assert_true(after.st_size < before.st_size / 2);
}

static void test_nowhere(void **state)
{
    (void)state;
    struct store store;
    struct store_growth growth = {0};
    const uint64_t old_ms = platform_wall_ms() - 40 * DAY_MS;
    assert_int_equal(rmdir(shelf), 0);
    open_store(&store);
    end_tables(&store, 1, 3, old_ms);
    assert_true(store_keep(&store, &(struct store_keeping){&archive, 30 * DAY_MS}, why));
    WAIT_FOR(growth.why[0] != 0);
    assert_non_null(strstr(growth.why, "archive"));
    assert_int_equal(ended_of(&store).tables, 3);
    assert_int_equal(growth.archived, 0);
    /* The disk is there again. */
    assert_int_equal(mkdir(shelf, 0700), 0);
    assert_true(store_keep(&store, &(struct store_keeping){&archive, 30 * DAY_MS}, why));
    WAIT_FOR(growth.archived == 3 && growth.why[0] == 0);
    assert_int_equal(ended_of(&store).tables, 0);
    assert_true(store_close(&store));
}

/* A file that could not give anything back, as those before this could not, is made one that can. */
static void test_older(void **state)
{
    (void)state;
    struct store store;
    sqlite3 *file;
    sqlite3_stmt *row;
    open_store(&store);
    end_tables(&store, 1, 3, platform_wall_ms());
    assert_true(store_close(&store));
    assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
    assert_int_equal(sqlite3_exec(file, "PRAGMA auto_vacuum=NONE; VACUUM; DROP INDEX ended_at", 0, 0, 0),
                     SQLITE_OK);
    assert_int_equal(sqlite3_close(file), SQLITE_OK);
    open_store(&store);
    assert_int_equal(ended_of(&store).tables, 3);
    assert_true(store_close(&store));
    assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(file, "PRAGMA auto_vacuum", -1, &row, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(row, 0), 2);
    sqlite3_finalize(row);
    assert_int_equal(sqlite3_close(file), SQLITE_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_archived, begin, end),
        cmocka_unit_test_setup_teardown(test_nowhere, begin, end),
        cmocka_unit_test_setup_teardown(test_older, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

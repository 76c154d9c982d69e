/* test_store.c - what was reported durable is there again: after closing, after SIGKILL, with a disk that
 * was full meanwhile, in a copy made while writing. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "penultima/languages.h"
#include <sqlite3.h>

#include "store/store.h"
#include "../support/store_memory.h"

enum { TABLES = 7 };

static char folder[] = "/tmp/penultima-store-XXXXXX";
static char path[64];
static const char *sources;
static char why[STORE_WHY_BYTES];

static void ignore_wake(void *context)
{
    (void)context;
}

static void nap(void)
{
    nanosleep(&(struct timespec){0, 1000000}, NULL);
}

static void open_store(struct store *store)
{
    if (!store_open_file(store, path, PEN_LANG_EN, ignore_wake, NULL, why))
        fail_msg("%s: %s", path, why);
}

static int begin(void **state)
{
    (void)state;
    static int number;
    snprintf(path, sizeof path, "%s/%d.db", folder, ++number);
    return 0;
}

static void wait_idle(struct store *store)
{
    for (int i = 0; store_poll(store, why) != STORE_IDLE; i++) {
        if (i > 20000)
            fail_msg("the group is not written: %s", why);
        nap();
    }
}

/* Writers of a few tables, each with its own numbers and places. */
struct writer {
    uint32_t seq[TABLES];
    uint64_t last[TABLES];
};

static void add(struct store *store, struct writer *writer, unsigned table, const char *text)
{
    uint8_t hash[STORE_HASH_BYTES];
    memset(hash, (int)(writer->seq[table] + 1), sizeof hash);
    writer->last[table] = store_append(store, &(struct store_entry){
                                                  .table = table + 1,
                                                  .seq = ++writer->seq[table],
                                                  .before = writer->last[table],
                                                  .bytes = text,
                                                  .count = strlen(text),
                                                  .hash = hash,
                                              });
}

struct found {
    uint32_t seq[TABLES];
    uint64_t last[TABLES];
    size_t count;
    char text[4096];
};

static bool note(void *context, const struct store_entry *entry)
{
    struct found *found = context;
    assert_in_range(entry->table, 1, TABLES);
    uint64_t table = entry->table - 1;
    assert_int_equal(entry->seq, found->seq[table] + 1);
    assert_int_equal(entry->before, found->last[table]);
    assert_int_equal(entry->hash[0], (uint8_t)entry->seq);
    found->seq[table] = entry->seq;
    found->last[table] = entry->place;
    found->count++;
    if (strlen(found->text) + entry->count + 1 < sizeof found->text)
        strncat(found->text, entry->bytes, entry->count);
    return true;
}

static void note_ended(void *context, uint64_t table, uint64_t ended_ms, const char *bytes, size_t count)
{
    struct found *found = context;
    (void)table;
    found->count = (size_t)ended_ms;
    strncat(found->text, bytes, count);
}

static void test_written_is_read(void **state)
{
    (void)state;
    struct store store;
    struct writer writer = {0};
    open_store(&store);
    assert_false(store_commit(&store)); /* nothing to write */
    for (unsigned i = 0; i < 50; i++) {
        for (unsigned j = 0; j < TABLES; j++)
            add(&store, &writer, (i * j) % TABLES, "a line\n");
        if (i % 3 == 0) {
            assert_true(store_commit(&store));
            wait_idle(&store);
        }
    }
    store_commit(&store);
    assert_true(store_close(&store));

    struct found found = {0};
    open_store(&store);
    assert_true(store_read_open(&store, note, &found, why));
    assert_int_equal(found.count, 50 * TABLES);
    assert_memory_equal(found.seq, writer.seq, sizeof found.seq);
    assert_memory_equal(found.last, writer.last, sizeof found.last);

    struct found one = {0};
    assert_true(store_read_table(&store, 3, writer.last[2], note, &one, why));
    assert_int_equal(one.count, writer.seq[2]);
    /* A place of another table is not walked into. */
    memset(&one, 0, sizeof one);
    assert_false(store_read_table(&store, 3, writer.last[1], note, &one, why));

    /* Places go on growing. */
    add(&store, &writer, 0, "more\n");
    assert_true(writer.last[0] > found.last[0]);
    assert_true(store_close(&store));
}

static void test_ended(void **state)
{
    (void)state;
    struct store store;
    struct writer writer = {0};
    open_store(&store);
    add(&store, &writer, 0, "one\n");
    add(&store, &writer, 1, "other\n");
    add(&store, &writer, 0, "two\n");
    store_end_table(&store, &(struct store_entry){.table = 1, .before = writer.last[0], .place = 4711});
    assert_true(store_commit(&store));
    wait_idle(&store);
    struct found found = {0};
    assert_true(store_read_open(&store, note, &found, why));
    assert_string_equal(found.text, "other\n");
    memset(&found, 0, sizeof found);
    assert_true(store_read_ended(&store, 1, note_ended, &found, why));
    assert_string_equal(found.text, "one\ntwo\n");
    assert_int_equal(found.count, 4711);
    memset(&found, 0, sizeof found);
    assert_true(store_read_ended(&store, 2, note_ended, &found, why));
    assert_string_equal(found.text, "");
    assert_true(store_close(&store));
}

static void test_only_one(void **state)
{
    (void)state;
    struct store one, other;
    open_store(&one);
    assert_false(store_open_file(&other, path, PEN_LANG_EN, ignore_wake, NULL, why));
    assert_non_null(strstr(why, "another server"));
    assert_false(store_open_file(&other, path, PEN_LANG_ES, ignore_wake, NULL, why));
    assert_non_null(strstr(why, "otro servidor"));
    assert_true(store_close(&one));
    open_store(&other);
    assert_true(store_close(&other));
}

static void test_copy(void **state)
{
    (void)state;
    struct store store;
    struct writer writer = {0};
    char copy[80];
    open_store(&store);
    add(&store, &writer, 0, "kept\n");
    store_commit(&store);
    wait_idle(&store);
    snprintf(copy, sizeof copy, "%s.copy", path);
    if (!store_back_up(&store, copy, why))
        fail_msg("%s", why);
    assert_false(store_back_up(&store, copy, why)); /* never over a file that is there */
    add(&store, &writer, 0, "later\n");
    store_commit(&store);
    wait_idle(&store);
    assert_true(store_close(&store));
    struct found found = {0};
    if (!store_open_file(&store, copy, PEN_LANG_EN, ignore_wake, NULL, why))
        fail_msg("%s", why);
    assert_true(store_read_open(&store, note, &found, why));
    assert_string_equal(found.text, "kept\n");
    assert_true(store_close(&store));
}

static off_t size_of(const char *ending)
{
    char name[80];
    struct stat about;
    snprintf(name, sizeof name, "%s%s", path, ending);
    return stat(name, &about) == 0 ? about.st_size : 0;
}

/* Under a load without a pause the file grows and SQLite's log does not: the log is
 * copied aside. */
static void test_log_stays_short(void **state)
{
    enum { GROUPS = 1500, ENTRIES = 20, TEXT = 4000 };
    (void)state;
    struct store store;
    struct writer writer = {0};
    static char text[TEXT + 1];
    off_t longest = 0;
    memset(text, 'x', TEXT);
    open_store(&store);
    for (int i = 0; i < GROUPS; i++) {
        for (int entry = 0; entry < ENTRIES; entry++)
            add(&store, &writer, (unsigned)entry % TABLES, text);
        store_commit(&store);
        wait_idle(&store);
        if (size_of("-wal") > longest)
            longest = size_of("-wal");
    }
    assert_true(size_of("") > (off_t)GROUPS * ENTRIES * TEXT / 2);
    assert_true(longest < (off_t)GROUPS * ENTRIES * TEXT / 3);
    assert_true(store_close(&store));
}

/* No file may grow beyond its size: what a full disk says. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void test_full_disk(void **state)
{
    (void)state;
    struct store store;
    struct writer writer = {0};
    open_store(&store);
    add(&store, &writer, 0, "before\n");
    store_commit(&store);
    wait_idle(&store);

    signal(SIGXFSZ, SIG_IGN);
    limit_files(4096);
    static char text[20000];
    memset(text, 'x', sizeof text - 1);
    add(&store, &writer, 0, text);
    assert_true(store_commit(&store));
    for (int i = 0; store_poll(&store, why) != STORE_FAILING; i++) {
        assert_true(i < 20000 && store_poll(&store, why) != STORE_IDLE);
        nap();
    }
    assert_true(strlen(why) > 0);
    struct found found = {0};
    assert_true(store_read_open(&store, note, &found, why));
    assert_int_equal(found.count, 1); /* not written, so not there */
    /* What comes meanwhile waits. */
    add(&store, &writer, 1, "after\n");
    assert_false(store_commit(&store));

    limit_files(RLIM_INFINITY);
    wait_idle(&store);
    assert_true(store_commit(&store));
    wait_idle(&store);
    memset(&found, 0, sizeof found);
    assert_true(store_read_open(&store, note, &found, why));
    assert_int_equal(found.count, 3);
    assert_true(store_count(&store).failures > 0);
    assert_true(store_close(&store));
}

static void test_give_up(void **state)
{
    (void)state;
    struct store store;
    struct writer writer = {0};
    open_store(&store);
    signal(SIGXFSZ, SIG_IGN);
    limit_files(4096);
    static char text[20000];
    memset(text, 'x', sizeof text - 1);
    add(&store, &writer, 0, text);
    store_commit(&store);
    assert_false(store_close(&store)); /* it ends, and says that something is missing */
    limit_files(RLIM_INFINITY);
    struct found found = {0};
    open_store(&store);
    assert_true(store_read_open(&store, note, &found, why));
    assert_int_equal(found.count, 0);
    assert_true(store_close(&store));
}

/* A child writes and tells through a pipe what was reported; it dies at any moment. */
static void child(int pipe)
{
    struct store store;
    struct writer writer = {0};
    if (!store_open_file(&store, path, PEN_LANG_EN, ignore_wake, NULL, why))
        _exit(1);
    for (uint32_t group = 1;; group++) {
        for (unsigned i = 0; i < 20; i++)
            add(&store, &writer, i % TABLES, "a line of some length, as they are\n");
        store_commit(&store);
        while (store_poll(&store, why) != STORE_IDLE)
            nanosleep(&(struct timespec){0, 20000}, NULL);
        if (write(pipe, &group, sizeof group) != sizeof group)
            _exit(1);
    }
}

static void test_killed(void **state)
{
    (void)state;
    for (int round = 0; round < 5; round++) {
        int ends[2];
        uint32_t group = 0, wanted = 3 + (uint32_t)round * 7;
        begin(NULL);
        assert_int_equal(pipe(ends), 0);
        pid_t pid = fork();
        assert_true(pid >= 0);
        if (pid == 0)
            child(ends[1]);
        close(ends[1]);
        while (group < wanted)
            assert_int_equal(read(ends[0], &group, sizeof group), sizeof group);
        kill(pid, SIGKILL);
        while (read(ends[0], &group, sizeof group) == sizeof group) {
        }
        close(ends[0]);
        waitpid(pid, NULL, 0);
        struct store store;
        struct found found = {0};
        open_store(&store);
        assert_true(store_read_open(&store, note, &found, why));
        assert_true(found.count >= 20 * group);
        assert_int_equal(found.count % 20, 0); /* a group is there as a whole or not at all */
        assert_true(store_close(&store));
    }
}

/* ---- whose a file is ---- */

static size_t file_bytes(const char *name, char *bytes, size_t size)
{
    FILE *stream = fopen(name, "rb");
    assert_non_null(stream);
    size_t count = fread(bytes, 1, size, stream);
    fclose(stream);
    return count;
}

static void write_file(const char *name, const char *bytes, size_t count)
{
    FILE *stream = fopen(name, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, count, stream), count);
    fclose(stream);
}

static void run_sql(const char *sql)
{
    sqlite3 *connection = NULL;
    assert_int_equal(sqlite3_open(path, &connection), SQLITE_OK);
    assert_int_equal(sqlite3_exec(connection, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(connection);
}

/* Refused with a sentence, in both languages, and not a byte of it is another one. */
static void assert_refused(const char *english, const char *spanish)
{
    static char before[1 << 17], after[1 << 17];
    struct store store;
    size_t count = file_bytes(path, before, sizeof before);
    assert_false(store_open_file(&store, path, PEN_LANG_EN, ignore_wake, NULL, why));
    assert_non_null(strstr(why, english));
    assert_false(store_open_file(&store, path, PEN_LANG_ES, ignore_wake, NULL, why));
    assert_non_null(strstr(why, spanish));
    assert_int_equal(file_bytes(path, after, sizeof after), count);
    assert_memory_equal(before, after, count);
}

static void test_foreign(void **state)
{
    (void)state;
    begin(NULL);
    write_file(path, "Dear diary, today nobody said UNO.\n", 35);
    assert_refused("not a Penúltima data file", "no es un archivo de datos de Penúltima");
    begin(NULL);
    run_sql("CREATE TABLE photo(name TEXT); INSERT INTO photo VALUES('cat')");
    assert_refused("not a Penúltima data file", "no es un archivo de datos de Penúltima");
    begin(NULL);
    run_sql("PRAGMA application_id=1; CREATE TABLE entry(place INTEGER PRIMARY KEY)");
    assert_refused("not a Penúltima data file", "no es un archivo de datos de Penúltima");
    begin(NULL);
    run_sql("PRAGMA user_version=7; CREATE TABLE entry(place INTEGER PRIMARY KEY)");
    assert_refused("not a Penúltima data file", "no es un archivo de datos de Penúltima");
}

static void test_newer(void **state)
{
    struct store store;
    (void)state;
    begin(NULL);
    open_store(&store);
    assert_true(store_close(&store));
    open_store(&store); /* the second time it is known */
    assert_true(store_close(&store));
    run_sql("PRAGMA journal_mode=DELETE; PRAGMA user_version=2; CREATE TABLE secret(x)");
    assert_refused("a newer Penúltima wrote it", "una Penúltima más nueva");
}

static bool count_visits(void *context, const struct store_entry *entry)
{
    (void)entry;
    ++*(unsigned *)context;
    return true;
}

/* A file as 0.2.0 left it opens, and says from then on what it is. */
static void test_old(void **state)
{
    static char bytes[1 << 17];
    char from[1024];
    struct store store;
    unsigned count = 0;
    (void)state;
    begin(NULL);
    snprintf(from, sizeof from, "%s/tests/store/server-0.2.0.db", sources);
    size_t length = file_bytes(from, bytes, sizeof bytes);
    write_file(path, bytes, length);
    open_store(&store);
    assert_true(store_read_open(&store, count_visits, &count, why));
    assert_int_equal(count, 215);
    assert_true(store_close(&store));
    assert_true(file_bytes(path, bytes, sizeof bytes) >= length);
    assert_memory_equal(bytes + 68, "Penu", 4);       /* application_id, by SQLite's format */
    assert_memory_equal(bytes + 60, "\0\0\0\001", 4); /* user_version */
    char copy[80];
    snprintf(copy, sizeof copy, "%s.copy", path);
    open_store(&store);
    assert_true(store_back_up(&store, copy, why));
    assert_true(store_close(&store));
    file_bytes(copy, bytes, sizeof bytes);
    assert_memory_equal(bytes + 68, "Penu", 4); /* a copy is a data file too */
}

static void test_memory(void **state)
{
    (void)state;
    struct store store;
    struct writer writer = {0};
    struct found found = {0};
    assert_true(store_open_memory(&store));
    add(&store, &writer, 0, "one\n");
    assert_true(store_commit(&store));
    assert_int_equal(store_poll(&store, why), STORE_BUSY);
    store_memory_finish(&store, STORE_FAULT_FULL);
    assert_int_equal(store_poll(&store, why), STORE_FAILING);
    assert_false(store_commit(&store));
    store_memory_finish(&store, STORE_FAULT_NONE);
    assert_int_equal(store_poll(&store, why), STORE_IDLE);
    add(&store, &writer, 0, "two\n");
    add(&store, &writer, 0, "three\n");
    assert_true(store_commit(&store));
    add(&store, &writer, 0, "four\n");
    store_memory_crash(&store, 1);
    assert_true(store_read_open(&store, note, &found, why));
    assert_string_equal(found.text, "one\ntwo\n");
    assert_int_equal(store_memory_damage(&store, 5), 1);
    memset(&found, 0, sizeof found);
    assert_true(store_read_open(&store, note, &found, why));
    assert_string_not_equal(found.text, "one\ntwo\n");
    assert_true(store_close(&store));
}

int main(int argc, char **argv)
{
    sources = argc > 1 ? argv[1] : ".";
    if (!mkdtemp(folder))
        return 2;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_written_is_read, begin),
        cmocka_unit_test_setup(test_ended, begin),
        cmocka_unit_test_setup(test_only_one, begin),
        cmocka_unit_test_setup(test_copy, begin),
        cmocka_unit_test_setup(test_log_stays_short, begin),
        cmocka_unit_test_setup(test_full_disk, begin),
        cmocka_unit_test_setup(test_give_up, begin),
        cmocka_unit_test_setup(test_killed, begin),
        cmocka_unit_test(test_foreign),
        cmocka_unit_test(test_newer),
        cmocka_unit_test(test_old),
        cmocka_unit_test(test_memory),
    };
    int failed = cmocka_run_group_tests_name("store", tests, NULL, NULL);
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) == 0 ? failed : 2;
}

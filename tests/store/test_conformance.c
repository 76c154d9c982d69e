/* test_conformance.c - every kind of store keeps the same promises: a file, a database, memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "store/nodes.h"
#include "../support/store_memory.h"
#include "with_postgres.h"

enum { TABLES = 7 };
enum kind { A_FILE, A_DATABASE, MEMORY };

static char folder[] = "/tmp/penultima-store-XXXXXX";
static char why[STORE_WHY_BYTES];
static const char *url;

struct place {
    enum kind kind;
    char name[256];
    struct store store;
};

static void ignore_wake(void *context)
{
    (void)context;
}

static void open_store(struct place *place)
{
    bool is_good = place->kind == MEMORY
                       ? store_open_memory(&place->store)
                       : store_open(&place->store, place->name, PEN_LANG_EN, ignore_wake, NULL, why);
    if (!is_good)
        fail_msg("%s: %s", place->name, why);
}

/* A new and empty one. */
static struct place *begin(void **state)
{
    static struct place place;
    static int number;
    place.kind = *(const enum kind *)*state;
    if (place.kind == A_DATABASE) {
        if (url[0] == 0)
            skip();
#ifdef WITH_POSTGRESQL
        run_sql_at(url, "DROP SCHEMA IF EXISTS penultima CASCADE");
#endif
        snprintf(place.name, sizeof place.name, "%s", url);
    } else {
        snprintf(place.name, sizeof place.name, "%s/%d.db", folder, ++number);
    }
    open_store(&place);
    return &place;
}

static void wait_idle(struct place *place)
{
    for (int i = 0; store_poll(&place->store, why) != STORE_IDLE; i++) {
        if (i > 60000)
            fail_msg("the group is not written: %s", why);
        if (place->kind == MEMORY)
            store_memory_finish(&place->store, STORE_FAULT_NONE);
        else
            nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
}

/* Closed and opened again; memory dies instead, with everything written. */
static void reopen(struct place *place)
{
    wait_idle(place);
    if (place->kind == MEMORY) {
        store_memory_crash(&place->store, 0);
        return;
    }
    assert_true(store_close(&place->store));
    open_store(place);
}

struct writer {
    uint32_t seq[TABLES];
    uint64_t last[TABLES];
};

static void add(struct place *place, struct writer *writer, unsigned table, const char *text)
{
    uint8_t hash[STORE_HASH_BYTES];
    memset(hash, (int)(writer->seq[table] + 1), sizeof hash);
    writer->last[table] = store_append(&place->store, &(struct store_entry){
                                                          .table = table + 1,
                                                          .seq = ++writer->seq[table],
                                                          .before = writer->last[table],
                                                          .bytes = text,
                                                          .count = strlen(text),
                                                          .hash = hash,
                                                      });
    assert_int_not_equal(writer->last[table], 0);
}

struct found {
    uint32_t seq[TABLES];
    uint64_t last[TABLES];
    size_t count;
    uint64_t ended_ms;
    char text[256];
};

static bool note(void *context, const struct store_entry *entry)
{
    struct found *found = context;
    assert_in_range(entry->table, 1, TABLES);
    uint64_t table = entry->table - 1;
    assert_int_equal(entry->seq, found->seq[table] + 1);
    assert_int_equal(entry->before, found->last[table]);
    assert_true(entry->place > entry->before);
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
    found->count++;
    found->ended_ms = ended_ms;
    strncat(found->text, bytes, count);
}

static void note_listed(void *context, uint64_t table, uint64_t ended_ms, const char *bytes, size_t count)
{
    struct found *found = context;
    (void)bytes;
    assert_int_equal(table, 1);
    assert_int_equal(count, 0);
    found->count++;
    found->ended_ms = ended_ms;
}

static void test_written_is_read(void **state)
{
    struct place *place = begin(state);
    struct writer writer = {0};
    assert_false(store_commit(&place->store)); /* nothing to write */
    for (unsigned i = 0; i < 30; i++) {
        for (unsigned j = 0; j < TABLES; j++)
            add(place, &writer, (i * j) % TABLES, "a line\n");
        if (i % 5 == 0) {
            assert_true(store_commit(&place->store));
            assert_false(store_commit(&place->store)); /* one at a time, or nothing is left */
            wait_idle(place);
        }
    }
    /* What was only gathered is not there. */
    struct found before = {0};
    assert_true(store_read_open(&place->store, note, &before, why));
    assert_int_equal(before.count, 26 * TABLES);
    assert_true(store_commit(&place->store));
    reopen(place);
    struct found found = {0};
    assert_true(store_read_open(&place->store, note, &found, why));
    assert_int_equal(found.count, 30 * TABLES);
    assert_memory_equal(found.seq, writer.seq, sizeof found.seq);
    assert_memory_equal(found.last, writer.last, sizeof found.last);
    struct found one = {0};
    assert_true(store_read_table(&place->store, 3, writer.last[2], note, &one, why));
    assert_int_equal(one.count, writer.seq[2]);
    assert_true(store_close(&place->store));
}

static void test_ended(void **state)
{
    struct place *place = begin(state);
    struct writer writer = {0};
    add(place, &writer, 0, "one\n");
    add(place, &writer, 1, "other\n");
    add(place, &writer, 0, "two\n");
    assert_true(store_end_table(&place->store,
                                &(struct store_entry){.table = 1, .before = writer.last[0], .place = 4711}));
    assert_true(store_commit(&place->store));
    reopen(place);
    struct found found = {0};
    assert_true(store_read_open(&place->store, note, &found, why));
    assert_string_equal(found.text, "other\n");
    memset(&found, 0, sizeof found);
    assert_true(store_read_ended(&place->store, 1, note_ended, &found, why));
    assert_string_equal(found.text, "one\ntwo\n");
    assert_int_equal(found.ended_ms, 4711);
    memset(&found, 0, sizeof found);
    assert_true(store_read_ended(&place->store, 2, note_ended, &found, why));
    assert_int_equal(found.count, 0);
    assert_true(store_read_ended(&place->store, 0, note_ended, &found, why));
    assert_int_equal(found.count, 1);
    memset(&found, 0, sizeof found);
    assert_true(store_list_ended(&place->store, note_listed, &found, why));
    assert_int_equal(found.count, 1);
    assert_int_equal(found.ended_ms, 4711);
    assert_true(store_close(&place->store));
}

struct secrets {
    unsigned count;
    uint8_t bytes[4];
};

static bool note_secret(void *context, const char *name, const uint8_t *bytes, size_t count)
{
    struct secrets *secrets = context;
    assert_string_equal(name, "key");
    assert_int_equal(count, 4);
    memcpy(secrets->bytes, bytes, 4);
    secrets->count++;
    return true;
}

static void test_secret(void **state)
{
    struct place *place = begin(state);
    uint8_t bytes[4];
    struct secrets secrets = {0};
    assert_true(store_secret(&place->store, "key", (const uint8_t *)"\0abc", bytes, 4, why));
    assert_memory_equal(bytes, "\0abc", 4);
    reopen(place);
    assert_true(store_secret(&place->store, "key", (const uint8_t *)"wxyz", bytes, 4, why));
    assert_memory_equal(bytes, "\0abc", 4);
    assert_true(store_read_secrets(&place->store, note_secret, &secrets, why));
    assert_int_equal(secrets.count, 1);
    assert_memory_equal(secrets.bytes, "\0abc", 4);
    assert_true(store_close(&place->store));
}

/* More than fits into any buffer on the way; any byte. */
static void test_large_group(void **state)
{
    struct place *place = begin(state);
    struct writer writer = {0};
    static char text[301];
    memset(text, 0xe9, sizeof text - 1);
    const unsigned many = place->kind == MEMORY ? 1000 : 20000; /* memory looks for its ends slowly */
    for (unsigned i = 0; i < many; i++)
        add(place, &writer, i % TABLES, text);
    assert_true(store_commit(&place->store));
    wait_idle(place);
    struct found found = {0};
    assert_true(store_read_open(&place->store, note, &found, why));
    assert_int_equal(found.count, many);
    const struct store_counters counters = store_count(&place->store);
    assert_int_equal(counters.entries, many);
    assert_int_equal(counters.groups, 1);
    assert_int_equal(counters.failures, 0);
    assert_true(store_close(&place->store));
}

int main(int argc, char **argv)
{
    (void)argc;
    static enum kind kinds[] = {A_FILE, A_DATABASE, MEMORY};
    url = with_postgres(argv);
    if (!mkdtemp(folder))
        return 2;
#define OVER(test, i)                             \
    {                                             \
#test " " #i, test, NULL, NULL, &kinds[i] \
    }
#define OVER_ALL(test) OVER(test, A_FILE), OVER(test, A_DATABASE), OVER(test, MEMORY)
    const struct CMUnitTest tests[] = {OVER_ALL(test_written_is_read), OVER_ALL(test_ended),
                                       OVER_ALL(test_secret), OVER_ALL(test_large_group)};
    int failed = cmocka_run_group_tests_name("conformance", tests, NULL, NULL);
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) == 0 ? failed : 2;
}

/* test_nodes.c - several nodes on one database: a table has one owner, and who has lost it writes nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "store/nodes.h"
#include "with_postgres.h"

#ifdef WITH_POSTGRESQL

static char why[STORE_WHY_BYTES];
static const char *url;

static void ignore_wake(void *context)
{
    (void)context;
}

static void nap(void)
{
    nanosleep(&(struct timespec){0, 1000000}, NULL);
}

static void open_node(struct store *store)
{
    const struct store_node self = {.address = "127.0.0.1:1"};
    if (!store_open_nodes(store, &self, NULL, url, PEN_LANG_EN, ignore_wake, NULL, why))
        fail_msg("%s", why);
}

static int begin(void **state)
{
    (void)state;
    if (url[0])
        run_sql_at(url, "DROP SCHEMA IF EXISTS penultima CASCADE");
    return 0;
}

static void begin_or_skip(void)
{
    if (url[0] == 0)
        skip();
}

static void add(struct store *store, uint64_t table, uint32_t seq, uint32_t epoch)
{
    static const uint8_t hash[STORE_HASH_BYTES];
    assert_int_equal(store_append(store, &(struct store_entry){.table = table,
                                                               .seq = seq,
                                                               .epoch = epoch,
                                                               .before = seq - 1,
                                                               .bytes = "x\n",
                                                               .count = 2,
                                                               .hash = hash}),
                     seq);
}

static enum store_state wait_for_store(struct store *store)
{
    enum store_state state;
    for (int i = 0; (state = store_poll(store, why)) == STORE_BUSY || state == STORE_FAILING; i++) {
        if (i > 60000)
            fail_msg("nothing comes of it: %s", why);
        nap();
    }
    return state;
}

static void write_one(struct store *store, uint64_t table, uint32_t seq, uint32_t epoch)
{
    add(store, table, seq, epoch);
    assert_true(store_commit(store));
    assert_int_equal(wait_for_store(store), STORE_IDLE);
}

static struct store_news wait_for_news(struct store *store)
{
    for (int i = 0; i < 60000; i++) {
        struct store_news news = store_nodes_next(store);
        if (news.kind != STORE_NEWS_NONE)
            return news;
        nap();
    }
    fail_msg("no news");
    return (struct store_news){.kind = STORE_NEWS_NONE};
}

static struct store_news find(struct store *store, uint64_t table)
{
    assert_true(store_nodes_find(store, table));
    return wait_for_news(store);
}

/* Ends the session that is a node's life, as a network that is cut does. */
static void end_life(const struct store *store)
{
    char sql[256];
    snprintf(sql, sizeof sql,
             "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND mode ="
             " 'ExclusiveLock' AND objid = %u",
             (unsigned)store_nodes_self(store));
    run_sql_at(url, sql);
}

static unsigned entries(void)
{
    return (unsigned)strtoul(run_sql_at(url, "SELECT count(*) FROM penultima.entry"), NULL, 10);
}

static void test_whose(void **state)
{
    (void)state;
    begin_or_skip();
    struct store one, other;
    open_node(&one);
    open_node(&other);
    write_one(&one, 7, 1, 0);
    assert_int_equal(find(&one, 7).kind, STORE_NEWS_HERE);
    struct store_news news = find(&other, 7);
    assert_int_equal(news.kind, STORE_NEWS_THERE);
    assert_int_equal(news.node.id, store_nodes_self(&one));
    assert_string_equal(news.node.address, "127.0.0.1:1");
    assert_int_equal(find(&other, 8).kind, STORE_NEWS_NOWHERE);
    assert_false(store_nodes_be_alone(&one, why));
    /* It is left, and taken by the one that remains, without being asked. */
    assert_true(store_close(&one));
    news = wait_for_news(&other);
    assert_int_equal(news.kind, STORE_NEWS_TOOK);
    assert_int_equal(news.table, 7);
    write_one(&other, 7, 2, 1);
    assert_true(store_nodes_be_alone(&other, why));
    assert_true(store_close(&other));
}

/* What is not the owner's is not written: neither with another owner nor with an old epoch nor twice. */
static void test_fences(void **state)
{
    (void)state;
    begin_or_skip();
    for (int kind = 0; kind < 3; kind++) {
        struct store one, other;
        begin(NULL);
        open_node(&one);
        open_node(&other);
        write_one(&one, 7, 1, 0);
        if (kind == 0) { /* of another owner */
            add(&other, 7, 2, 0);
            assert_true(store_commit(&other));
            assert_int_equal(wait_for_store(&other), STORE_LOST);
        } else {
            /* with an epoch that is over, or in a place that is taken; the rest of the group with it */
            add(&one, 9, 1, 0);
            add(&one, 7, kind == 1 ? 2 : 1, kind == 1 ? 5 : 0);
            assert_true(store_commit(&one));
            assert_int_equal(wait_for_store(&one), STORE_LOST);
        }
        assert_int_equal(entries(), 1);
        (void)store_close(&one);
        (void)store_close(&other);
    }
}

/* The session breaks, nobody has taken anything: the node goes on, and nothing is written twice. */
static void test_breaks(void **state)
{
    (void)state;
    begin_or_skip();
    struct store one;
    open_node(&one);
    for (uint32_t seq = 1; seq <= 20; seq++) {
        add(&one, 7, seq, 0);
        assert_true(store_commit(&one));
        if (seq % 2)
            end_life(&one); /* before, while or after it is written */
        assert_int_equal(wait_for_store(&one), STORE_IDLE);
    }
    assert_int_equal(entries(), 20);
    assert_true(store_close(&one));
}

/* The session breaks and somebody else takes over: the node writes nothing more. */
static void test_taken(void **state)
{
    (void)state;
    begin_or_skip();
    struct store one, other;
    open_node(&one);
    write_one(&one, 7, 1, 0);
    write_one(&one, 8, 1, 0);
    open_node(&other);
    /* Whoever asks first, or the other by itself: both are taken, in whatever order. */
    bool has_seven = false, has_eight = false;
    for (int i = 0; i < 60000 && !(has_seven && has_eight); i++) {
        if (!has_seven && i % 100 == 0) {
            end_life(&one);
            assert_true(store_nodes_find(&other, 7));
        }
        const struct store_news news = store_nodes_next(&other);
        has_seven = has_seven || (news.kind == STORE_NEWS_TOOK && news.table == 7);
        has_eight = has_eight || (news.kind == STORE_NEWS_TOOK && news.table == 8);
        nap();
    }
    assert_true(has_seven && has_eight);
    write_one(&other, 7, 2, 1);
    add(&one, 7, 2, 0);
    (void)store_commit(&one);
    assert_int_equal(wait_for_store(&one) == STORE_LOST || store_poll(&one, why) == STORE_LOST, true);
    assert_int_equal(entries(), 3);
    (void)store_close(&one);
    assert_true(store_close(&other));
}

static void test_give(void **state)
{
    (void)state;
    begin_or_skip();
    struct store one, other;
    open_node(&one);
    open_node(&other);
    write_one(&one, 7, 1, 0);
    assert_true(store_nodes_give(&one, 7, store_nodes_self(&other)));
    assert_int_equal(wait_for_news(&one).kind, STORE_NEWS_THERE);
    assert_int_equal(find(&other, 7).kind, STORE_NEWS_HERE);
    write_one(&other, 7, 2, 1);
    assert_true(store_close(&one));
    assert_true(store_close(&other));
}

static void assert_refused(const char *sql, const char *word)
{
    struct store store;
    const struct store_node self = {.address = ""};
    begin(NULL);
    open_node(&store);
    assert_true(store_close(&store));
    run_sql_at(url, sql);
    assert_false(store_open_nodes(&store, &self, NULL, url, PEN_LANG_EN, ignore_wake, NULL, why));
    assert_non_null(strstr(why, word));
}

static void test_refused(void **state)
{
    (void)state;
    begin_or_skip();
    assert_refused("UPDATE penultima.house SET version = 99", "a newer Penúltima");
    assert_refused("DROP TABLE penultima.house", "not a Penúltima data file");
}

int main(int argc, char **argv)
{
    (void)argc;
    url = with_postgres(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_whose, begin),  cmocka_unit_test_setup(test_fences, begin),
        cmocka_unit_test_setup(test_breaks, begin), cmocka_unit_test_setup(test_taken, begin),
        cmocka_unit_test_setup(test_give, begin),   cmocka_unit_test_setup(test_refused, begin),
    };
    return cmocka_run_group_tests_name("nodes", tests, NULL, NULL);
}

#else

int main(void)
{
    printf("1..0 # SKIP built without PostgreSQL\n");
    return 0;
}

#endif

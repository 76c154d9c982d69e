/* test_hosts.c - of the addresses of a database the one that fell silent is tried last. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifdef WITH_POSTGRESQL
#define STORE_LIBPQ_ITSELF /* its functions can be replaced */
#include "store/pg.h"

static char *host, *port;

static char *its_host(const PGconn *connection)
{
    (void)connection;
    return host;
}

static char *its_port(const PGconn *connection)
{
    (void)connection;
    return port;
}

static void fell_silent(char *a_host, char *a_port)
{
    host = a_host;
    port = a_port;
    pg__note_silent(NULL);
}

static int set_up(void **state)
{
    (void)state;
    if (!store__libpq_load())
        return 0; /* each test says so */
    store__libpq.PQhost = its_host;
    store__libpq.PQport = its_port;
    return 0;
}

static void assert_order(const char *url, const char *hosts, const char *ports)
{
    struct pg_hosts order;
    const bool is_changed = pg__order_hosts(url, &order);
    assert_int_equal(is_changed, hosts != NULL);
    if (hosts) {
        assert_string_equal(order.host, hosts);
        assert_string_equal(order.port, ports);
    }
}

static void silent_ones_are_tried_last(void **state)
{
    (void)state;
    if (!store__libpq_load())
        skip();
    const char *two = "postgresql://me@db1:5433,db2:5434/house?target_session_attrs=read-write";
    assert_order(two, NULL, NULL);
    fell_silent("db1", "5434"); /* another port: another server */
    assert_order(two, NULL, NULL);
    fell_silent("db1", "5433");
    assert_order(two, "db2,db1", "5434,5433");
    assert_order("postgresql://me@db2:5434,db1:5433/house", "db2,db1", "5434,5433");
    assert_order("host=db0,db1,db2 port=5433 dbname=house", "db0,db2,db1", "5433,5433,5433");
    fell_silent("db2", "5434");
    assert_order(two, "db1,db2", "5433,5434");
    fell_silent("db3", "5432");
    assert_order("postgresql://me@db3,db4/house", "db4,db3", ",");
}

static void what_is_not_ours_to_order_stays(void **state)
{
    (void)state;
    if (!store__libpq_load())
        skip();
    fell_silent("db1", "5432");
    assert_order("postgresql://me@db1/house", NULL, NULL);
    assert_order("host=db1,db2 hostaddr=10.0.0.1,10.0.0.2", NULL, NULL);
    assert_order("postgresql://me@", NULL, NULL);
    assert_order("this = is : no = url", NULL, NULL);
    char *many = calloc(1, 4096); /* more than fits */
    assert_non_null(many);
    strcpy(many, "host=db1");
    while (strlen(many) < 2000)
        strcat(many, ",db2");
    assert_order(many, NULL, NULL);
    free(many);
}

/* More than it remembers: the oldest goes. */
static void many_silent_ones(void **state)
{
    (void)state;
    if (!store__libpq_load())
        skip();
    char names[100][4];
    for (int i = 0; i < 100; i++) {
        names[i][0] = (char)('a' + i / 10);
        names[i][1] = (char)('a' + i % 10);
        names[i][2] = 0;
        fell_silent(names[i], "1");
    }
    fell_silent("db9", "1");
    assert_order("host=db9,db8 port=1", "db8,db9", "1,1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(silent_ones_are_tried_last),
        cmocka_unit_test(what_is_not_ours_to_order_stays),
        cmocka_unit_test(many_silent_ones),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
#else
int main(void)
{
    printf("1..0 # SKIP built without PostgreSQL\n");
    return 0;
}
#endif

/* test_caps.c - how many are let in: in all, from one address, behind a proxy; who has to go where it is
 * full. */
#include "served.h"

static void test_full(void **state)
{
    struct echo echo;
    (void)state;
    echo_start(&echo, &(struct net_config){.conns_max = 2});
    assert_int_equal(net_server_conns_max(echo.server), 2);
    struct wire one = wire_socket(&echo), two = wire_socket(&echo), three = wire_connect(&echo);
    assert_int_equal(wire_ask(&three, WIRE_HANDSHAKE "\r\n", head, sizeof head), 503);
    assert_non_null(strstr(head, "\r\nRetry-After: 5\r\n"));
    assert_guarded();
    /* Pages are served all the same. */
    assert_int_equal(ask_alone(&echo, "GET / HTTP/1.1\r\n" CLOSE, NULL, 0), 200);
    wire_send_text(&one, "hola");
    wire_expect_text(&one, "hola");
    wire_close(&two);
    wire_close(&three);
    for (int tries = 0; wire_counter(&echo, "conns_open") > 1 && tries < 1000; tries++)
        wire_pause_ms(10);
    struct wire four = wire_socket(&echo);
    wire_send_text(&four, "hola");
    wire_expect_text(&four, "hola");
    wire_close(&one);
    wire_close(&four);
    echo_stop(&echo);
    assert_int_equal(echo.counters.refused_full, 1);
}

/* More silent sockets than are served at once: the port opens again when they have been put out. */
static void test_overrun(void **state)
{
    struct echo echo;
    enum { SILENT = 1500 };
    static struct wire silent[SILENT];
    (void)state;
    echo_start(&echo, &(struct net_config){.handshake_ms = 300});
    struct wire before = wire_socket(&echo);
    for (size_t i = 0; i < SILENT; i++)
        silent[i] = wire_connect(&echo);
    struct wire after = wire_socket(&echo);
    wire_send_text(&after, "after");
    wire_expect_text(&after, "after");
    wire_send_text(&before, "before");
    wire_expect_text(&before, "before");
    for (size_t i = 0; i < SILENT; i++)
        wire_close(&silent[i]);
    wire_close(&before);
    wire_close(&after);
    echo_stop(&echo);
}

/* As many as are served at once, and one more: it is served, and the oldest of them goes. */
static void test_overrun_by_one(void **state)
{
    struct echo echo;
    enum { SILENT = 512 };
    static struct wire silent[SILENT];
    (void)state;
    echo_start(&echo, &(struct net_config){.handshake_ms = 60000});
    for (size_t i = 0; i < SILENT; i++)
        silent[i] = wire_connect(&echo);
    struct wire wire = wire_connect(&echo);
    assert_true(wire_write(&wire, WIRE_HANDSHAKE "\r\n", strlen(WIRE_HANDSHAKE "\r\n")));
    wire_read_head(&wire, head, sizeof head);
    assert_int_equal(wire_status_of(head), 101);
    assert_true(wire_is_at_end(&silent[0]));
    for (size_t i = 0; i < SILENT; i++)
        wire_close(&silent[i]);
    wire_close(&wire);
    echo_stop(&echo);
    assert_int_equal(echo.counters.dropped_for_newcomer, 1);
}

static void test_cap_per_address(void **state)
{
    static const char *const proxies[] = {"192.0.2.1"};
    struct echo echo;
    (void)state;
    echo_start(&echo,
               &(struct net_config){
                   .conns_per_address_max = 2, .proxies = proxies, .proxy_count = 1, .handshake_ms = 60000});
    struct wire one = wire_socket(&echo), two = wire_socket(&echo), three = wire_connect(&echo);
    assert_int_equal(wire_ask(&three, WIRE_HANDSHAKE "\r\n", head, sizeof head), 429);
    assert_non_null(strstr(head, "\r\nRetry-After: 5\r\n"));
    /* A caller who is no proxy of ours cannot pretend to be somebody else. */
    struct wire four = wire_connect(&echo);
    assert_int_equal(wire_open(&four, "X-Forwarded-For: 192.0.2.7\r\n"), 429);
    wire_close(&four);
    wire_close(&three);
    /* Sockets that say nothing have a share too: the oldest go, the last one is served. */
    struct wire many[100];
    for (size_t i = 0; i < 100; i++)
        many[i] = wire_connect(&echo);
    assert_true(wire_is_at_end(&many[0]));
    assert_true(wire_is_at_end(&many[35]));
    assert_int_equal(wire_ask(&many[99], "GET / HTTP/1.1\r\n" CLOSE, head, sizeof head), 200);
    for (size_t i = 0; i < 100; i++)
        wire_close(&many[i]);
    wire_close(&two);
    for (int tries = 0; tries < 1000; tries++) {
        two = wire_connect(&echo);
        if (wire_open(&two, "") == 101)
            break;
        wire_close(&two);
        wire_pause_ms(10);
    }
    wire_send_text(&two, "again");
    wire_expect_text(&two, "again");
    wire_close(&one);
    wire_close(&two);
    echo_stop(&echo);
    assert_in_range(echo.counters.refused_address, 2, 2000);
    assert_in_range(echo.counters.dropped_for_newcomer, 100 - 64, 2000);
}

/* Whoever has left no longer counts, however often. */
static void test_leaving_frees_the_place(void **state)
{
    struct echo echo;
    (void)state;
    echo_start(&echo, &(struct net_config){.conns_per_address_max = 1});
    for (int i = 0; i < 60; i++) {
        struct wire wire = wire_socket(&echo);
        wire_close(&wire);
        /* Asking is a connection too, and is forgotten like the others. */
        for (int tries = 0; wire_counter(&echo, "conns_open") > 0 && tries < 1000; tries++)
            wire_pause_ms(2);
    }
    echo_stop(&echo);
    assert_int_equal(echo.counters.refused_address, 0);
    assert_int_equal(echo.counters.sockets_open, 0);
}

static void test_cap_behind_a_proxy(void **state)
{
    static const char *const proxies[] = {"127.0.0.1"};
    struct echo echo;
    char body[64];
    (void)state;
    echo_start(&echo, &(struct net_config){.conns_per_address_max = 1, .proxies = proxies, .proxy_count = 1});
    static const struct {
        const char *header;
        unsigned status;
    } callers[] = {
        {"X-Forwarded-For: 192.0.2.7\r\n", 101},
        {"X-Forwarded-For: 192.0.2.8\r\n", 101},
        {"X-Forwarded-For: 192.0.2.9, 192.0.2.7\r\n", 429}, /* only the last word is the proxy's */
        {"X-Forwarded-For: 192.0.2.9\r\nX-Forwarded-For: 192.0.2.8\r\n", 429},
        {"X-Forwarded-For: 2001:db8:1:2::3\r\n", 101},
        {"X-Forwarded-For: 2001:db8:1:2:ffff::4\r\n", 429}, /* the same network */
        {"X-Forwarded-For: 2001:db8:1:3::3\r\n", 101},
        {"X-Forwarded-For: nonsense\r\n", 101}, /* counts as the proxy's own */
        {"", 429},
    };
    enum { CALLERS = sizeof callers / sizeof callers[0] };
    struct wire wires[CALLERS];
    for (size_t i = 0; i < CALLERS; i++) {
        wires[i] = wire_connect(&echo);
        unsigned status = wire_open(&wires[i], callers[i].header);
        if (status != callers[i].status)
            print_error("%s: %u\n", callers[i].header, status);
        assert_int_equal(status, callers[i].status);
    }
    assert_int_equal(
        ask_alone(&echo, "GET /who HTTP/1.1\r\nX-Forwarded-For: 192.0.2.7\r\n" CLOSE, body, sizeof body),
        200);
    assert_string_equal(body, "192.0.2.7");
    for (size_t i = 0; i < CALLERS; i++)
        wire_close(&wires[i]);
    echo_stop(&echo);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_overrun),
        cmocka_unit_test(test_overrun_by_one),
        cmocka_unit_test(test_cap_per_address),
        cmocka_unit_test(test_leaving_frees_the_place),
        cmocka_unit_test(test_cap_behind_a_proxy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_server.c - the loop of a server: its end, its ticks, the round trips of its connections, why it does
 * not start. */
#include "penultima/languages.h"
#include "served.h"

#include <linux/sockios.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/ioctl.h>

#include "net/rtt.h"

static void test_stop_says_goodbye(void **state)
{
    struct echo echo;
    (void)state;
    echo_start(&echo, &(struct net_config){.close_ms = 500});
    struct wire one = wire_socket(&echo), two = wire_socket(&echo), idle = wire_connect(&echo);
    uint16_t port = net_server_port(echo.server);
    wire_send_text(&one, "before");
    wire_expect_text(&one, "before");
    net_server_stop(echo.server);
    wire_expect_close(&one, 1001);
    wire_expect_close(&two, 1001);
    uint8_t bytes[16];
    (void)wire_write(&one, bytes, wire_frame(bytes, 0x88, "\x03\xe9", 2));
    (void)wire_write(&two, bytes, wire_frame(bytes, 0x88, "\x03\xe9", 2));
    assert_true(wire_is_at_end(&one));
    assert_true(wire_is_at_end(&two));
    echo_stop(&echo);
    assert_true(wire_is_at_end(&idle));
    wire_close(&one);
    wire_close(&two);
    wire_close(&idle);
    /* The port is free again at once. */
    echo_start(&echo, &(struct net_config){.port = port});
    assert_int_equal(net_server_port(echo.server), port);
    echo_stop(&echo);
}

static void test_destroy_without_stopping(void **state)
{
    struct echo echo = {.file = -1};
    enum net_problem problem;
    struct net_handler handler = {
        .context = &echo, .http = echo_http, .open = echo_open, .text = echo_text, .closed = echo_closed};
    (void)state;
    echo.server = net_server_create(&plain_config, &handler, &problem);
    struct wire wire = wire_connect(&echo);
    assert_true(wire_write(&wire, WIRE_HANDSHAKE "\r\n", strlen(WIRE_HANDSHAKE "\r\n")));
    while (echo.opened == 0)
        assert_true(net_server_turn(echo.server, 1000));
    net_server_destroy(echo.server);
    assert_int_equal(echo.closed, 1);
    wire_read_head(&wire, head, sizeof head);
    assert_true(wire_is_at_end(&wire));
    wire_close(&wire);
}

static unsigned tick_count;

static int64_t tick(void *context, uint64_t now_ms)
{
    static uint64_t before_ms;
    (void)context;
    assert_true(now_ms >= before_ms);
    before_ms = now_ms;
    tick_count++;
    return tick_count < 5 ? 1 : -1;
}

static void test_wake_and_tick(void **state)
{
    struct echo echo = {.file = -1};
    enum net_problem problem;
    struct net_handler handler = {.context = &echo, .woken = echo_woken, .tick = tick};
    (void)state;
    echo.server = net_server_create(&plain_config, &handler, &problem);
    assert_non_null(echo.server);
    /* Each turn ends because the tick wants the next one, until it wants none. */
    for (int i = 0; i < 5; i++)
        assert_true(net_server_turn(echo.server, -1));
    assert_int_equal(tick_count, 5);
    assert_int_equal(echo.woken, 0);
    net_server_wake(echo.server);
    net_server_wake(echo.server);
    assert_true(net_server_turn(echo.server, -1));
    assert_int_equal(echo.woken, 1);
    net_server_wake(echo.server);
    assert_true(net_server_turn(echo.server, -1));
    assert_int_equal(echo.woken, 2);
    assert_true(net_server_turn(echo.server, 0));
    assert_int_equal(echo.woken, 2);
    net_server_stop(echo.server);
    assert_false(net_server_turn(echo.server, -1));
    net_server_destroy(echo.server);
}

static void test_rtt(void **state)
{
    struct echo echo;
    (void)state;
    echo_start(&echo, &plain_config);
    struct wire wire = wire_socket(&echo);
    wire_send_text(&wire, "warm");
    wire_expect_text(&wire, "warm");
    wire_send_text(&wire, "rtt");
    wire_expect_text(&wire, "yes");
    wire_close(&wire);
    echo_stop(&echo);
}

/* Whoever acknowledges late looks far away by the average; the least that the kernel saw stays. */
static void test_late_acknowledgements(void **state)
{
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t bytes = sizeof own;
    int listener = socket(AF_INET, SOCK_STREAM, 0), liar = socket(AF_INET, SOCK_STREAM, 0), on = 1, off = 0;
    (void)state;
    assert_int_equal(bind(listener, (struct sockaddr *)&own, sizeof own), 0);
    assert_int_equal(listen(listener, 1), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&own, &bytes), 0);
    assert_int_equal(connect(liar, (struct sockaddr *)&own, sizeof own), 0);
    int server = accept(listener, NULL, NULL);
    assert_true(server >= 0);
    (void)setsockopt(server, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const struct net_rtt first = net_rtt_of(server);
    struct net_rtt now = first;
    for (unsigned i = 0; i < 100 && now.smoothed_us < 8 * first.smoothed_us; i++) {
        char byte = 'x';
        (void)setsockopt(liar, IPPROTO_TCP, TCP_QUICKACK, &off, sizeof off);
        assert_int_equal(send(server, &byte, 1, 0), 1);
        for (int waiting = 1; waiting > 0; (void)poll(NULL, 0, 1)) /* for the acknowledgement */
            assert_int_equal(ioctl(server, SIOCOUTQ, &waiting), 0);
        assert_int_equal(recv(liar, &byte, 1, 0), 1);
        now = net_rtt_of(server);
    }
    assert_true(now.smoothed_us >= 8 * first.smoothed_us);
    assert_in_range(now.min_us, 1, first.smoothed_us);
    close(server);
    close(liar);
    close(listener);
}

static void test_problems(void **state)
{
    struct echo echo;
    enum net_problem problem;
    struct net_handler handler = {0};
    (void)state;
    echo_start(&echo, &plain_config);
    assert_null(
        net_server_create(&(struct net_config){.port = net_server_port(echo.server)}, &handler, &problem));
    assert_int_equal(problem, NET_PROBLEM_LISTEN);
    assert_int_equal(errno, EADDRINUSE);
    echo_stop(&echo);
    assert_null(net_server_create(&(struct net_config){.listen = "nobody"}, &handler, &problem));
    assert_int_equal(problem, NET_PROBLEM_ADDRESS);
    static const char *const proxies[] = {"proxy"};
    assert_null(
        net_server_create(&(struct net_config){.proxies = proxies, .proxy_count = 1}, &handler, &problem));
    assert_int_equal(problem, NET_PROBLEM_ADDRESS);
    assert_null(net_server_create(&(struct net_config){.cert_file = "/nowhere", .key_file = "/nowhere"},
                                  &handler, &problem));
    assert_int_equal(problem, NET_PROBLEM_CERTIFICATE);
    assert_null(net_server_create(&(struct net_config){.files_kept = 1 << 30}, &handler, &problem));
    assert_int_equal(problem, NET_PROBLEM_DESCRIPTORS);
    for (enum net_problem each = NET_PROBLEM_NONE; each < NET_PROBLEM_COUNT; each++)
        assert_string_not_equal(net_problem_text(each, PEN_LANG_ES), net_problem_text(each, PEN_LANG_EN));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stop_says_goodbye),     cmocka_unit_test(test_destroy_without_stopping),
        cmocka_unit_test(test_wake_and_tick),         cmocka_unit_test(test_rtt),
        cmocka_unit_test(test_late_acknowledgements), cmocka_unit_test(test_problems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

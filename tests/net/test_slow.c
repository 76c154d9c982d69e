/* test_slow.c - the slow and the silent are put out. Durations are set short so that the server runs into
 * them; the tests wait for what happens and measure nothing. */
#include "served.h"

static void test_slow_handshake(void **state)
{
    static const char request[] = "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
    struct echo echo;
    (void)state;
    echo_start(&echo, &(struct net_config){.handshake_ms = 200});
    struct wire silent = wire_connect(&echo), slow = wire_connect(&echo);
    assert_true(wire_write(&slow, request, strlen(request)));
    /* Every byte is in time, the whole is not. */
    bool is_alive = true;
    for (int i = 0; i < WIRE_WAIT_SECONDS * 50 && is_alive; i++) {
        char byte;
        is_alive = wire_write(&slow, "x", 1) && (recv(slow.descriptor, &byte, 1, MSG_DONTWAIT) != 0);
        wire_pause_ms(20);
    }
    assert_false(is_alive);
    assert_true(wire_is_at_end(&silent));
    wire_close(&slow);
    wire_close(&silent);
    echo_stop(&echo);
    assert_int_equal(echo.counters.dropped_handshake, 2);
}

static void test_slow_body(void **state)
{
    struct echo echo;
    (void)state;
    echo_start(&echo, &(struct net_config){.handshake_ms = 200});
    struct wire wire = wire_connect(&echo);
    static const char request[] = "POST /body HTTP/1.1\r\nContent-Length: 4000\r\n" CLOSE "half";
    assert_true(wire_write(&wire, request, strlen(request)));
    assert_true(wire_is_at_end(&wire));
    wire_close(&wire);
    echo_stop(&echo);
    assert_int_equal(echo.counters.dropped_handshake, 1);
}

static void test_keep_alive_ends(void **state)
{
    struct echo echo;
    (void)state;
    echo_start(&echo, &(struct net_config){.handshake_ms = 200});
    struct wire wire = wire_connect(&echo);
    assert_int_equal(wire_ask(&wire, "HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n", head, sizeof head), 200);
    assert_true(wire_is_at_end(&wire));
    wire_close(&wire);
    echo_stop(&echo);
}

static void test_slow_taker_of_an_answer(void **state)
{
    struct echo echo;
    FILE *file = tmpfile();
    (void)state;
    /* Larger than what kernels buffer; it is never read. */
    assert_int_equal(ftruncate(fileno(file), 1 << 28), 0);
    echo_start(&echo, &(struct net_config){.handshake_ms = 60000, .answer_ms = 300});
    echo.file = fileno(file);
    struct wire wire = wire_connect(&echo);
    assert_int_equal(wire_ask(&wire, "GET /file HTTP/1.1\r\nHost: localhost\r\n\r\n", head, sizeof head),
                     200);
    wire_wait_for(&echo, "dropped_handshake", 1);
    wire_close(&wire);
    echo_stop(&echo);
    fclose(file);
}

static void test_slow_reader(void **state)
{
    struct echo echo;
    (void)state;
    echo_start(&echo, &(struct net_config){.queue_bytes_max = 20000});
    struct wire slow = wire_socket(&echo), other = wire_socket(&echo);
    /* A hundred thousand are more than the queue and the kernel's buffers hold; 15 fit. */
    wire_send_text(&other, "flood 15");
    wire_send_text(&slow, "flood 100000");
    wire_wait_for(&echo, "dropped_slow", 1);
    static struct wire_got got;
    for (int i = 0; i < 15; i++) {
        wire_read_frame(&other, &got);
        assert_int_equal(got.first, 0x81);
        assert_int_equal(got.count, 1000);
    }
    wire_send_text(&other, "still here");
    wire_expect_text(&other, "still here");
    wire_close(&slow);
    wire_close(&other);
    echo_stop(&echo);
    assert_int_equal(echo.counters.dropped_slow, 1);
}

/* What the kernel does not take at once is written when the reader comes back to it. */
static void test_late_reader(void **state)
{
    struct echo echo;
    static struct wire_got got;
    (void)state;
    echo_start(&echo, &(struct net_config){.queue_bytes_max = 64 << 20});
    struct wire wire = wire_socket(&echo);
    wire_send_text(&wire, "flood 20000");
    wire_send_text(&wire, "last");
    wire_wait_for(&echo, "messages_out", 20001);
    for (int i = 0; i < 20000; i++) {
        wire_read_frame(&wire, &got);
        assert_int_equal(got.first, 0x81);
        assert_int_equal(got.count, 1000);
    }
    wire_expect_text(&wire, "last");
    wire_close(&wire);
    echo_stop(&echo);
    assert_int_equal(echo.counters.dropped_slow, 0);
}

static void test_half_open(void **state)
{
    struct echo echo;
    static struct wire_got got;
    (void)state;
    echo_start(&echo, &(struct net_config){.ping_ms = 100, .idle_ms = 800});
    struct wire dead = wire_socket(&echo), alive = wire_socket(&echo);
    /* One answers every ping, much longer than the silence that is allowed; the other none. */
    for (int i = 0; i < 16; i++) {
        uint8_t pong[16];
        wire_read_frame(&alive, &got);
        assert_int_equal(got.first, 0x89);
        assert_true(wire_write(&alive, pong, wire_frame(pong, 0x8a, got.payload, got.count)));
    }
    unsigned pings = 0;
    do {
        wire_read_frame(&dead, &got);
        pings += got.first == 0x89;
    } while (got.first == 0x89);
    assert_int_equal(got.first, 0);
    assert_in_range(pings, 1, 7);
    wire_send_text(&alive, "alive");
    do
        wire_read_frame(&alive, &got);
    while (got.first == 0x89);
    assert_int_equal(got.first, 0x81);
    wire_close(&dead);
    wire_close(&alive);
    echo_stop(&echo);
    assert_int_equal(echo.counters.dropped_idle, 1);
}

static void test_farewell_without_an_answer(void **state)
{
    struct echo echo;
    (void)state;
    echo_start(&echo, &(struct net_config){.close_ms = 200});
    struct wire wire = wire_socket(&echo);
    wire_send_text(&wire, "close 4002");
    wire_expect_text(&wire, "bye");
    wire_expect_close(&wire, 4002);
    /* We do not answer, and it ends all the same. */
    assert_true(wire_is_at_end(&wire));
    wire_close(&wire);
    echo_stop(&echo);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slow_handshake),  cmocka_unit_test(test_slow_body),
        cmocka_unit_test(test_keep_alive_ends), cmocka_unit_test(test_slow_taker_of_an_answer),
        cmocka_unit_test(test_slow_reader),     cmocka_unit_test(test_late_reader),
        cmocka_unit_test(test_half_open),       cmocka_unit_test(test_farewell_without_an_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_handshake.c - who is let in by a handshake, and what stands behind it. */
#include "served.h"

struct handshake {
    const char *name, *request;
    unsigned status;
    const char *header; /* to be found in the answer, or null */
};

#define GET "GET /ws HTTP/1.1\r\n"
#define HOST "Host: localhost:7373\r\n"
#define UPGRADE "Upgrade: websocket\r\n"
#define CONNECTION "Connection: Upgrade\r\n"
#define KEY "Sec-WebSocket-Key: " WIRE_KEY "\r\n"
#define VERSION "Sec-WebSocket-Version: 13\r\n"

static const struct handshake handshakes[] = {
    {"as the standard has it", GET HOST UPGRADE CONNECTION KEY VERSION "\r\n", 101,
     "Sec-WebSocket-Accept: " WIRE_ACCEPT "\r\n"},
    {"as Firefox writes it",
     GET HOST "Upgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\n" KEY VERSION "\r\n", 101,
     "Sec-WebSocket-Accept: " WIRE_ACCEPT "\r\n"},
    {"with a query", "GET /ws?from=page HTTP/1.1\r\n" HOST UPGRADE CONNECTION KEY VERSION "\r\n", 101, NULL},
    {"with a subprotocol nobody speaks",
     GET HOST UPGRADE CONNECTION KEY VERSION "Sec-WebSocket-Protocol: chat\r\n\r\n", 101, NULL},
    {"version 8", GET HOST UPGRADE CONNECTION KEY "Sec-WebSocket-Version: 8\r\n\r\n", 426,
     "Sec-WebSocket-Version: 13\r\n"},
    {"without Upgrade", GET HOST "\r\n", 426, "Sec-WebSocket-Version: 13\r\n"},
    {"Upgrade to something else", GET HOST "Upgrade: h2c\r\n" CONNECTION KEY VERSION "\r\n", 426, NULL},
    {"without a version", GET HOST UPGRADE CONNECTION KEY "\r\n", 400, NULL},
    {"without Connection", GET HOST UPGRADE KEY VERSION "\r\n", 400, NULL},
    {"Connection says something else", GET HOST UPGRADE "Connection: keep-alive\r\n" KEY VERSION "\r\n", 400,
     NULL},
    {"without a key", GET HOST UPGRADE CONNECTION VERSION "\r\n", 400, NULL},
    {"a short key", GET HOST UPGRADE CONNECTION "Sec-WebSocket-Key: AAAA\r\n" VERSION "\r\n", 400, NULL},
    {"a key that is not base64",
     GET HOST UPGRADE CONNECTION "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZ!==\r\n" VERSION "\r\n", 400, NULL},
    {"a key with bits to spare",
     GET HOST UPGRADE CONNECTION "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZR==\r\n" VERSION "\r\n", 400, NULL},
    {"without a host", GET UPGRADE CONNECTION KEY VERSION "\r\n", 400, NULL},
    {"HTTP/1.0", "GET /ws HTTP/1.0\r\n" HOST UPGRADE CONNECTION KEY VERSION "\r\n", 400, NULL},
    {"POST", "POST /ws HTTP/1.1\r\n" HOST UPGRADE CONNECTION KEY VERSION "Content-Length: 0\r\n\r\n", 400,
     NULL},
    {"under the path", "GET /ws/k7m2p9x4zz HTTP/1.1\r\n" HOST UPGRADE CONNECTION KEY VERSION "\r\n", 101,
     NULL},
    {"under the path, with a query", "GET /ws/k7?a=b HTTP/1.1\r\n" HOST UPGRADE CONNECTION KEY VERSION "\r\n",
     101, NULL},
    {"nothing under it", "GET /ws/ HTTP/1.1\r\n" HOST UPGRADE CONNECTION KEY VERSION "\r\n", 404, NULL},
    {"deeper", "GET /ws/k7/m2 HTTP/1.1\r\n" HOST UPGRADE CONNECTION KEY VERSION "\r\n", 404, NULL},
    {"what is no name", "GET /ws/k7%20 HTTP/1.1\r\n" HOST UPGRADE CONNECTION KEY VERSION "\r\n", 404, NULL},
    {"too long a name", "GET /ws/01234567890123456 HTTP/1.1\r\n" HOST UPGRADE CONNECTION KEY VERSION "\r\n",
     404, NULL},
    {"a longer word", "GET /wsk7 HTTP/1.1\r\n" HOST UPGRADE CONNECTION KEY VERSION "\r\n", 404, NULL},
    {"another path", "GET /other HTTP/1.1\r\n" HOST UPGRADE CONNECTION KEY VERSION "\r\n", 404, NULL},
    {"our own page", GET HOST UPGRADE CONNECTION KEY VERSION "Origin: http://localhost:7373\r\n\r\n", 101,
     NULL},
    {"our own page, by https through a proxy",
     GET HOST UPGRADE CONNECTION KEY VERSION "Origin: https://LOCALHOST:7373\r\n\r\n", 101, NULL},
    {"a page of the list", GET HOST UPGRADE CONNECTION KEY VERSION "Origin: https://play.example\r\n\r\n",
     101, NULL},
    {"a page of nobody's", GET HOST UPGRADE CONNECTION KEY VERSION "Origin: https://evil.example\r\n\r\n",
     403, NULL},
    {"a page whose name begins like ours",
     GET HOST UPGRADE CONNECTION KEY VERSION "Origin: http://localhost:7373.evil.example\r\n\r\n", 403, NULL},
    {"the same host, another port",
     GET HOST UPGRADE CONNECTION KEY VERSION "Origin: http://localhost:80\r\n\r\n", 403, NULL},
    {"a page without a name", GET HOST UPGRADE CONNECTION KEY VERSION "Origin: null\r\n\r\n", 403, NULL},
};

enum { HANDSHAKE_COUNT = sizeof handshakes / sizeof handshakes[0] };

static void test_handshakes(void **state)
{
    static const char *const origins[] = {"https://play.example"};
    struct echo echo;
    (void)state;
    echo_start(&echo, &(struct net_config){.origins = origins, .origin_count = 1});
    for (size_t i = 0; i < HANDSHAKE_COUNT; i++) {
        unsigned status = ask_alone(&echo, handshakes[i].request, NULL, 0);
        if (status != handshakes[i].status)
            print_error("%s: %s\n", handshakes[i].name, head);
        assert_int_equal(status, handshakes[i].status);
        if (handshakes[i].header && !strstr(head, handshakes[i].header))
            fail_msg("%s: no %s in %s", handshakes[i].name, handshakes[i].header, head);
        assert_null(strstr(head, "Sec-WebSocket-Extensions"));
        assert_null(strstr(head, "Sec-WebSocket-Protocol"));
    }
    echo_stop(&echo);
    assert_int_equal(echo.counters.refused_origin, 4);
    assert_int_equal(echo.counters.closed_protocol, 0);
}

static void test_compression_is_not_agreed_on(void **state)
{
    struct echo echo;
    (void)state;
    echo_start(&echo, &plain_config);
    struct wire wire = wire_connect(&echo);
    assert_int_equal(wire_open(&wire, "Sec-WebSocket-Extensions: permessage-deflate\r\n"), 101);
    wire_send_text(&wire, "plain");
    wire_expect_text(&wire, "plain");
    wire_close(&wire);
    echo_stop(&echo);
}

static void test_bytes_behind_the_handshake(void **state)
{
    struct echo echo;
    uint8_t bytes[1024];
    (void)state;
    echo_start(&echo, &plain_config);
    struct wire wire = wire_connect(&echo);
    size_t count = strlen(WIRE_HANDSHAKE "\r\n");
    memcpy(bytes, WIRE_HANDSHAKE "\r\n", count);
    count += wire_frame(bytes + count, 0x81, "early", 5);
    size_t whole = wire_frame(bytes + count, 0x81, "bird", 4);
    /* One frame and a half in the same packet as the request. */
    assert_true(wire_write(&wire, bytes, count + whole - 2));
    wire_read_head(&wire, head, sizeof head);
    assert_int_equal(wire_status_of(head), 101);
    wire_expect_text(&wire, "early");
    assert_true(wire_write(&wire, bytes + count + whole - 2, 2));
    wire_expect_text(&wire, "bird");
    wire_close(&wire);
    echo_stop(&echo);
}

static void test_handler_refuses(void **state)
{
    static const char *const proxies[] = {"127.0.0.1"};
    struct echo echo;
    (void)state;
    echo_start(&echo, &(struct net_config){.proxies = proxies, .proxy_count = 1});
    struct wire wire = wire_connect(&echo);
    assert_int_equal(wire_open(&wire, "X-Forwarded-For: 192.0.2.66\r\n"), 101);
    wire_expect_close(&wire, 1008);
    wire_close(&wire);
    echo_stop(&echo);
    assert_int_equal(echo.closed, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_handshakes),
        cmocka_unit_test(test_compression_is_not_agreed_on),
        cmocka_unit_test(test_bytes_behind_the_handshake),
        cmocka_unit_test(test_handler_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

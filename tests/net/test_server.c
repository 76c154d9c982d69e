/* test_server.c - who is let in and who is put out: handshakes, plain HTTP, time-outs, caps and
 * bounds of a real server on a real socket. Durations are set short so that the server runs into
 * them; the tests wait for what happens and measure nothing. */
#include "wire.h"

#include <linux/sockios.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/ioctl.h>

#include "net/rtt.h"

static char head[8192];

static const struct net_config plain_config = {0};

/* Asks over a connection of its own and reads the body too. */
static unsigned ask_alone(const struct echo *echo, const char *request, char *body, size_t body_size)
{
    struct wire wire = wire_connect(echo);
    unsigned status = wire_ask(&wire, request, head, sizeof head);
    if (body)
        body[wire_read(&wire, body, body_size - 1)] = 0;
    wire_close(&wire);
    return status;
}

#define CLOSE "Host: localhost\r\nConnection: close\r\n\r\n"

/* ---- handshakes --------------------------------------------------------------------------------- */

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

/* ---- plain HTTP --------------------------------------------------------------------------------- */

static void assert_guarded(void)
{
    static const char *const guards[] = {
        "\r\nX-Content-Type-Options: nosniff\r\n",
        "\r\nReferrer-Policy: no-referrer\r\n",
        "\r\nCross-Origin-Opener-Policy: same-origin\r\n",
        "\r\nCross-Origin-Resource-Policy: same-origin\r\n",
        "\r\nCross-Origin-Embedder-Policy: require-corp\r\n",
        "\r\nContent-Security-Policy: default-src '",
    };
    for (size_t i = 0; i < sizeof guards / sizeof guards[0]; i++)
        if (!strstr(head, guards[i]))
            fail_msg("no %s in %s", guards[i] + 2, head);
}

static void test_pages(void **state)
{
    struct echo echo;
    char body[8192];
    (void)state;
    echo_start(&echo, &plain_config);
    assert_int_equal(ask_alone(&echo, "GET / HTTP/1.1\r\n" CLOSE, body, sizeof body), 200);
    assert_string_equal(body, "<!doctype html><title>hola</title>");
    assert_guarded();
    assert_non_null(strstr(head, "\r\nContent-Security-Policy: default-src 'self'\r\n"));
    assert_null(strstr(head, "default-src 'none'"));
    assert_non_null(strstr(head, "\r\nContent-Length: 34\r\n"));

    assert_int_equal(ask_alone(&echo, "HEAD / HTTP/1.1\r\n" CLOSE, body, sizeof body), 200);
    assert_string_equal(body, "");
    assert_guarded();
    assert_non_null(strstr(head, "\r\nContent-Length: 34\r\n"));

    assert_int_equal(ask_alone(&echo, "GET /nowhere HTTP/1.1\r\n" CLOSE, body, sizeof body), 404);
    assert_string_equal(body, "Aquí no hay nada.\nThere is nothing here.\n");
    assert_guarded();
    assert_int_equal(ask_alone(&echo, "PUT / HTTP/1.1\r\nContent-Length: 0\r\n" CLOSE, NULL, 0), 405);
    assert_non_null(strstr(head, "\r\nAllow: GET, HEAD, POST\r\n"));
    assert_guarded();
    assert_int_equal(ask_alone(&echo, "GET /say?word=a%20b HTTP/1.1\r\n" CLOSE, body, sizeof body), 200);
    assert_string_equal(body, "a b");
    assert_int_equal(ask_alone(&echo, "GET /who HTTP/1.1\r\n" CLOSE, body, sizeof body), 200);
    assert_string_equal(body, "127.0.0.1");
    echo_stop(&echo);
}

static void test_conditional_requests(void **state)
{
    static const struct {
        const char *tags;
        unsigned status;
    } asked[] = {
        {"\"plain\"", 304},        {"W/\"plain\"", 304}, {"*", 304},
        {"\"a\", \"plain\"", 304}, {"\"a\"", 200},       {"\"plain", 200},
        {"\"plainer\"", 200},      {"plain", 200},       {"\"a\",W/\"plain\" , \"b\"", 304},
        {"\"packed\"", 200},
    };
    struct echo echo;
    char request[512], body[1024];
    (void)state;
    echo_start(&echo, &plain_config);
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        snprintf(request, sizeof request, "GET / HTTP/1.1\r\nIf-None-Match: %s\r\n" CLOSE, asked[i].tags);
        unsigned status = ask_alone(&echo, request, body, sizeof body);
        if (status != asked[i].status)
            print_error("%s: %u\n", asked[i].tags, status);
        assert_int_equal(status, asked[i].status);
        assert_int_equal(body[0] == 0, status == 304);
        assert_non_null(strstr(head, "\r\nETag: \"plain\"\r\n"));
        assert_guarded();
    }
    echo_stop(&echo);
}

static void test_encodings(void **state)
{
    static const struct {
        const char *list;
        bool is_packed;
    } asked[] = {
        {"gzip", true},
        {"br, gzip", true},
        {"deflate, gzip;q=0.5, br", true},
        {"GZIP", true},
        {"gzip;q=0", false},
        {"gzip; q=0.000", false},
        {"gzip;q=0.001", true},
        {"br", false},
        {"xgzip, gzipx", false},
        {"", false},
        {"gzip;q=0, br;q=1", false},
    };
    struct echo echo;
    char request[512], body[1024];
    (void)state;
    echo_start(&echo, &plain_config);
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        snprintf(request, sizeof request, "GET / HTTP/1.1\r\nAccept-Encoding: %s\r\n" CLOSE, asked[i].list);
        assert_int_equal(ask_alone(&echo, request, body, sizeof body), 200);
        bool is_packed = strstr(head, "\r\nContent-Encoding: gzip\r\n") != NULL;
        if (is_packed != asked[i].is_packed)
            print_error("%s\n", asked[i].list);
        assert_int_equal(is_packed, asked[i].is_packed);
        assert_int_equal(strcmp(body, "packed") == 0, is_packed);
        assert_non_null(strstr(head, "\r\nVary: Accept-Encoding\r\n"));
    }
    echo_stop(&echo);
}

static void test_bodies(void **state)
{
    struct echo echo;
    static char request[9000], body[8192], wanted[4097];
    (void)state;
    echo_start(&echo, &plain_config);
    assert_int_equal(
        ask_alone(&echo, "POST /body HTTP/1.1\r\nContent-Length: 4\r\n" CLOSE "hola", body, sizeof body),
        200);
    assert_string_equal(body, "hola");
    assert_int_equal(ask_alone(&echo,
                               "POST /body HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" CLOSE
                               "2\r\nho\r\n2\r\nla\r\n0\r\n\r\n",
                               body, sizeof body),
                     200);
    assert_string_equal(body, "hola");
    assert_int_equal(
        ask_alone(&echo, "POST /body HTTP/1.1\r\nContent-Length: 0\r\n" CLOSE, body, sizeof body), 200);
    assert_string_equal(body, "");
    memset(wanted, 'x', 4096);
    snprintf(request, sizeof request, "POST /body HTTP/1.1\r\nContent-Length: 4096\r\n" CLOSE "%s", wanted);
    assert_int_equal(ask_alone(&echo, request, body, sizeof body), 200);
    assert_string_equal(body, wanted);
    assert_int_equal(
        ask_alone(&echo, "POST /body HTTP/1.1\r\nContent-Length: 4097\r\n" CLOSE, body, sizeof body), 413);
    assert_guarded();
    assert_int_equal(ask_alone(&echo, "POST /body HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n" CLOSE,
                               NULL, 0) >= 400,
                     1);
    /* Its length is not known before; it is cut off when it is too long. */
    snprintf(request, sizeof request,
             "POST /body HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" CLOSE
             "1000\r\n%s\r\n1000\r\n%s\r\n0\r\n\r\n",
             wanted, wanted);
    assert_int_not_equal(ask_alone(&echo, request, NULL, 0), 200);
    /* A GET has none. */
    assert_int_equal(ask_alone(&echo, "GET / HTTP/1.1\r\nContent-Length: 4\r\n" CLOSE "hola", NULL, 0), 400);
    echo_stop(&echo);
}

static void test_bad_requests(void **state)
{
    static const char *const requests[] = {
        "GET /../secret HTTP/1.1\r\n" CLOSE,
        "GET /a/%2e%2e/secret HTTP/1.1\r\n" CLOSE,
        "GET /a/.. HTTP/1.1\r\n" CLOSE,
        "GET /%0a HTTP/1.1\r\n" CLOSE,
        "GET nowhere HTTP/1.1\r\n" CLOSE,
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
    };
    struct echo echo;
    (void)state;
    echo_start(&echo, &(struct net_config){.handshake_ms = 500});
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        unsigned status = ask_alone(&echo, requests[i], NULL, 0);
        if (status != 400)
            print_error("%s: %u\n", requests[i], status);
        assert_int_equal(status, 400);
    }
    /* Not HTTP at all: no answer or a refusal, and the server is still there. */
    static const char *const noise[] = {"\r\n\r\n\r\n", "\x16\x03\x01\x02", "hola\n\n", "GET\r\n\r\n"};
    for (size_t i = 0; i < sizeof noise / sizeof noise[0]; i++) {
        struct wire wire = wire_connect(&echo);
        (void)wire_write(&wire, noise[i], strlen(noise[i]));
        shutdown(wire.descriptor, SHUT_WR);
        wire_read_head(&wire, head, sizeof head);
        assert_int_not_equal(wire_status_of(head), 200);
        wire_close(&wire);
    }
    assert_int_equal(ask_alone(&echo, "GET / HTTP/1.1\r\n" CLOSE, NULL, 0), 200);
    echo_stop(&echo);
}

static void test_long_headers(void **state)
{
    struct echo echo;
    static char request[70000];
    (void)state;
    echo_start(&echo, &plain_config);
    int count = snprintf(request, sizeof request, "GET / HTTP/1.1\r\nCookie: ");
    memset(request + count, 'c', 2500);
    strcpy(request + count + 2500, "\r\n" CLOSE);
    assert_int_equal(ask_alone(&echo, request, NULL, 0), 200);
    memset(request + count, 'c', 60000);
    strcpy(request + count + 60000, "\r\n" CLOSE);
    unsigned status = ask_alone(&echo, request, NULL, 0);
    assert_true(status == 431 || status == 413 || status == 0);
    echo_stop(&echo);
}

static void test_file_and_keep_alive(void **state)
{
    struct echo echo;
    enum { FILE_BYTES = 1000000 };
    char *bytes = malloc(FILE_BYTES), *got = malloc(FILE_BYTES);
    FILE *file = tmpfile();
    (void)state;
    for (size_t i = 0; i < FILE_BYTES; i++)
        bytes[i] = (char)(i * i >> 7);
    assert_int_equal(fwrite(bytes, 1, FILE_BYTES, file), FILE_BYTES);
    fflush(file);
    echo_start(&echo, &plain_config);
    echo.file = fileno(file);
    struct wire wire = wire_connect(&echo);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(wire_ask(&wire, "GET /file HTTP/1.1\r\nHost: localhost\r\n\r\n", head, sizeof head),
                         200);
        assert_int_equal(wire_read(&wire, got, FILE_BYTES), FILE_BYTES);
        assert_memory_equal(got, bytes, FILE_BYTES);
    }
    /* The same connection may still become a WebSocket. */
    assert_int_equal(wire_open(&wire, ""), 101);
    wire_send_text(&wire, "now");
    wire_expect_text(&wire, "now");
    wire_close(&wire);
    echo_stop(&echo);
    assert_int_equal(echo.counters.sockets_opened, 1);
    fclose(file);
    free(bytes);
    free(got);
}

/* ---- the slow and the silent -------------------------------------------------------------------- */

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

/* ---- caps --------------------------------------------------------------------------------------- */

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

/* ---- the loop ----------------------------------------------------------------------------------- */

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
        cmocka_unit_test(test_handshakes),
        cmocka_unit_test(test_compression_is_not_agreed_on),
        cmocka_unit_test(test_bytes_behind_the_handshake),
        cmocka_unit_test(test_handler_refuses),
        cmocka_unit_test(test_pages),
        cmocka_unit_test(test_conditional_requests),
        cmocka_unit_test(test_encodings),
        cmocka_unit_test(test_bodies),
        cmocka_unit_test(test_bad_requests),
        cmocka_unit_test(test_long_headers),
        cmocka_unit_test(test_file_and_keep_alive),
        cmocka_unit_test(test_slow_handshake),
        cmocka_unit_test(test_slow_body),
        cmocka_unit_test(test_keep_alive_ends),
        cmocka_unit_test(test_slow_taker_of_an_answer),
        cmocka_unit_test(test_slow_reader),
        cmocka_unit_test(test_late_reader),
        cmocka_unit_test(test_half_open),
        cmocka_unit_test(test_farewell_without_an_answer),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_overrun),
        cmocka_unit_test(test_overrun_by_one),
        cmocka_unit_test(test_cap_per_address),
        cmocka_unit_test(test_leaving_frees_the_place),
        cmocka_unit_test(test_cap_behind_a_proxy),
        cmocka_unit_test(test_stop_says_goodbye),
        cmocka_unit_test(test_destroy_without_stopping),
        cmocka_unit_test(test_wake_and_tick),
        cmocka_unit_test(test_rtt),
        cmocka_unit_test(test_late_acknowledgements),
        cmocka_unit_test(test_problems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

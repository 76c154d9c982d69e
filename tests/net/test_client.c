/* test_client.c - the WebSocket client and the HTTP request, with our own server and with servers
 * that say whatever they like. */
#include "wire.h"

#include <poll.h>

#include "net/client.h"
#include "net/fetch.h"
#include "net/handshake.h"

/* ---- helpers ------------------------------------------------------------------------------------ */

/* The next news that is something. */
static struct net_client_news wait_news(struct net_client *client)
{
    for (int tries = 0; tries < WIRE_WAIT_SECONDS * 10; tries++) {
        struct net_client_news news = net_client_next(client);
        if (news.kind != NET_CLIENT_NOTHING)
            return news;
        net_client_wait(client, 100);
    }
    fail_msg("no news for %d seconds", WIRE_WAIT_SECONDS);
    return (struct net_client_news){0};
}

static struct net_client *connect_to(uint16_t port)
{
    char url[64];
    enum net_problem problem;
    snprintf(url, sizeof url, "ws://127.0.0.1:%u/ws", (unsigned)port);
    struct net_client *client = net_client_create(&(struct net_client_config){.url = url}, &problem);
    assert_non_null(client);
    return client;
}

static void expect_text(struct net_client *client, const char *text)
{
    struct net_client_news news = wait_news(client);
    assert_int_equal(news.kind, NET_CLIENT_TEXT);
    assert_int_equal(news.count, strlen(text));
    assert_memory_equal(news.bytes, text, news.count);
}

/* ---- with our own server ------------------------------------------------------------------------ */

static void test_echo(void **state)
{
    struct echo echo;
    (void)state;
    echo_start(&echo, &(struct net_config){0});
    struct net_client *client = connect_to(net_server_port(echo.server));
    assert_false(net_client_send(client, "too early", 9));
    assert_int_equal(wait_news(client).kind, NET_CLIENT_OPENED);
    assert_true(net_client_send(client, "hola", 4));
    assert_true(net_client_send(client, "", 0));
    assert_true(net_client_ping(client));
    assert_true(net_client_send(client, "¿Última?", strlen("¿Última?")));
    assert_false(net_client_send(client, "\xff", 1));
    expect_text(client, "hola");
    expect_text(client, "");
    expect_text(client, "¿Última?");
    assert_true(net_client_heard_ms(client) > 0);
    net_client_close(client, 1000, "bye");
    assert_false(net_client_send(client, "too late", 8));
    struct net_client_news news = wait_news(client);
    assert_int_equal(news.kind, NET_CLIENT_CLOSED);
    assert_int_equal(news.code, 1000);
    assert_int_equal(news.problem, NET_PROBLEM_NONE);
    assert_int_equal(wait_news(client).kind, NET_CLIENT_CLOSED);
    net_client_destroy(client);
    echo_stop(&echo);
    assert_int_equal(echo.counters.closed_protocol, 0);
}

static void test_server_closes(void **state)
{
    struct echo echo;
    (void)state;
    echo_start(&echo, &(struct net_config){0});
    struct net_client *client = connect_to(net_server_port(echo.server));
    assert_int_equal(wait_news(client).kind, NET_CLIENT_OPENED);
    assert_true(net_client_send(client, "close 4321", 10));
    expect_text(client, "bye");
    struct net_client_news news = wait_news(client);
    assert_int_equal(news.kind, NET_CLIENT_CLOSED);
    assert_int_equal(news.code, 4321);
    assert_int_equal(news.problem, NET_PROBLEM_NONE);
    assert_int_equal(news.count, strlen("adiós"));
    assert_memory_equal(news.bytes, "adiós", news.count);
    net_client_destroy(client);
    echo_stop(&echo);
}

static void test_many_messages(void **state)
{
    struct echo echo;
    enum { MESSAGES = 20000, AHEAD = 500 };
    char text[128], wanted[128], filling[81] = "";
    (void)state;
    memset(filling, 'a', 80);
    echo_start(&echo, &(struct net_config){0});
    struct net_client *client = connect_to(net_server_port(echo.server));
    assert_int_equal(wait_news(client).kind, NET_CLIENT_OPENED);
    for (int sent = 0, got = 0; got < MESSAGES; got++) {
        for (; sent < MESSAGES && sent < got + AHEAD; sent++) {
            int count = snprintf(text, sizeof text, "%d %.*s", sent, sent % 80, filling);
            assert_true(net_client_send(client, text, (size_t)count));
        }
        snprintf(wanted, sizeof wanted, "%d %.*s", got, got % 80, filling);
        expect_text(client, wanted);
    }
    net_client_destroy(client);
    echo_stop(&echo);
    assert_int_equal(echo.counters.messages_in, MESSAGES);
}

static void test_keeps_alive(void **state)
{
    struct echo echo;
    (void)state;
    echo_start(&echo, &(struct net_config){.ping_ms = 50, .idle_ms = 400});
    struct net_client *client = connect_to(net_server_port(echo.server));
    assert_int_equal(wait_news(client).kind, NET_CLIENT_OPENED);
    /* Pings are answered by themselves, longer than any silence that is allowed. */
    for (int i = 0; i < 60; i++) {
        assert_int_equal(net_client_next(client).kind, NET_CLIENT_NOTHING);
        wire_pause_ms(20);
    }
    assert_true(net_client_send(client, "alive", 5));
    expect_text(client, "alive");
    net_client_destroy(client);
    echo_stop(&echo);
    assert_int_equal(echo.counters.dropped_idle, 0);
}

static void test_refused(void **state)
{
    struct echo echo;
    enum net_problem problem;
    char url[64];
    (void)state;
    echo_start(&echo, &(struct net_config){0});
    snprintf(url, sizeof url, "ws://127.0.0.1:%u/ws", (unsigned)net_server_port(echo.server));
    struct net_client *client = net_client_create(
        &(struct net_client_config){.url = url, .origin = "https://evil.example"}, &problem);
    struct net_client_news news = wait_news(client);
    assert_int_equal(news.kind, NET_CLIENT_CLOSED);
    assert_int_equal(news.problem, NET_PROBLEM_REFUSED);
    assert_int_equal(news.status, 403);
    net_client_destroy(client);
    echo_stop(&echo);

    client = net_client_create(&(struct net_client_config){.url = url}, &problem);
    if (client) {
        news = wait_news(client);
        assert_int_equal(news.kind, NET_CLIENT_CLOSED);
        problem = news.problem;
        net_client_destroy(client);
    }
    assert_int_equal(problem, NET_PROBLEM_CONNECT);
    assert_null(net_client_create(&(struct net_client_config){.url = "ftp://x/"}, &problem));
    assert_int_equal(problem, NET_PROBLEM_URL);
    struct net_client_config no_name = {.url = "ws://no.such.name.invalid/"};
    assert_null(net_client_create(&no_name, &problem));
    assert_int_equal(problem, NET_PROBLEM_ADDRESS);
    struct net_client_config smuggler = {.url = "ws://x/", .origin = "a\r\nb: c"};
    assert_null(net_client_create(&smuggler, &problem));
    assert_int_equal(problem, NET_PROBLEM_URL);
}

/* A name with several addresses of which only a later one answers. */
static void test_next_address(void **state)
{
    struct echo echo;
    enum net_problem problem;
    char url[64];
    (void)state;
    echo_start(&echo, &(struct net_config){0});
    snprintf(url, sizeof url, "ws://localhost:%u/ws", (unsigned)net_server_port(echo.server));
    struct net_client *client = net_client_create(&(struct net_client_config){.url = url}, &problem);
    assert_non_null(client);
    assert_int_equal(wait_news(client).kind, NET_CLIENT_OPENED);
    net_client_destroy(client);
    echo_stop(&echo);
}

/* ---- with anybody ------------------------------------------------------------------------------- */

/* A server that reads the request and says one thing. ACCEPT in it is replaced by the right key. */
struct rogue {
    int listener;
    uint16_t port;
    const char *answer;
    size_t answer_bytes;
    bool is_bytewise;
    pthread_t thread;
};

static void *rogue_run(void *argument)
{
    struct rogue *rogue = argument;
    char request[4096] = "", accept_key[NET_ACCEPT_BYTES] = "";
    size_t count = 0;
    int descriptor = accept(rogue->listener, NULL, NULL);
    struct timeval wait = {.tv_sec = WIRE_WAIT_SECONDS};
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    while (!strstr(request, "\r\n\r\n")) {
        ssize_t got = recv(descriptor, request + count, sizeof request - 1 - count, 0);
        if (got <= 0)
            break;
        count += (size_t)got;
        request[count] = 0;
    }
    char *key = strstr(request, "Sec-WebSocket-Key: ");
    if (key) {
        key += strlen("Sec-WebSocket-Key: ");
        key[NET_KEY_BYTES - 1] = 0;
        (void)net_key_answer(key, accept_key);
    }
    for (size_t at = 0; at < rogue->answer_bytes;) {
        bool is_key = rogue->answer_bytes - at >= 6 && memcmp(rogue->answer + at, "ACCEPT", 6) == 0;
        const char *from = is_key ? accept_key : rogue->answer + at;
        const char *next = rogue->is_bytewise || is_key ? NULL : strstr(rogue->answer + at, "ACCEPT");
        size_t step = is_key                                               ? strlen(accept_key)
                      : rogue->is_bytewise                                 ? 1
                      : next && next < rogue->answer + rogue->answer_bytes ? (size_t)(next - from)
                                                                           : rogue->answer_bytes - at;
        if (send(descriptor, from, step, MSG_NOSIGNAL) <= 0)
            break;
        at += is_key ? 6 : step;
    }
    shutdown(descriptor, SHUT_WR);
    while (recv(descriptor, request, sizeof request, 0) > 0)
        continue;
    close(descriptor);
    return NULL;
}

static void rogue_start(struct rogue *rogue, const char *answer, size_t answer_bytes, bool is_bytewise)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t bytes = sizeof address;
    *rogue = (struct rogue){socket(AF_INET, SOCK_STREAM, 0), 0, answer, answer_bytes, is_bytewise, 0};
    assert_int_equal(bind(rogue->listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(rogue->listener, 1), 0);
    assert_int_equal(getsockname(rogue->listener, (struct sockaddr *)&address, &bytes), 0);
    rogue->port = ntohs(address.sin_port);
    assert_int_equal(pthread_create(&rogue->thread, NULL, rogue_run, rogue), 0);
}

static void rogue_stop(struct rogue *rogue)
{
    pthread_join(rogue->thread, NULL);
    close(rogue->listener);
}

#define OK "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
#define KEYED OK "Sec-WebSocket-Accept: ACCEPT\r\n"
#define GOOD KEYED "\r\n"
#define BYTES(text) text, sizeof text - 1

static const struct answer {
    const char *name, *bytes;
    size_t count;
    const char *texts; /* that arrive before the end, each followed by ';' */
    enum net_problem problem;
    uint16_t code;
} answers[] = {
    {"nothing at all", BYTES(""), "", NET_PROBLEM_LOST, 1006},
    {"half an answer", BYTES("HTTP/1.1 101 Swi"), "", NET_PROBLEM_LOST, 1006},
    {"not HTTP", BYTES("SSH-2.0-OpenSSH_9.2\r\n\r\n"), "", NET_PROBLEM_ANSWER, 1006},
    {"HTTP/2", BYTES("HTTP/2 101 x\r\n\r\n"), "", NET_PROBLEM_ANSWER, 1006},
    {"a status of letters", BYTES("HTTP/1.1 abc\r\n\r\n"), "", NET_PROBLEM_ANSWER, 1006},
    {"200", BYTES("HTTP/1.1 200 OK\r\n\r\n"), "", NET_PROBLEM_REFUSED, 1006},
    {"no key", BYTES(OK "\r\n"), "", NET_PROBLEM_ANSWER, 1006},
    {"a wrong key", BYTES(OK "Sec-WebSocket-Accept: " WIRE_ACCEPT "\r\n\r\n"), "", NET_PROBLEM_ANSWER, 1006},
    {"two keys", BYTES(KEYED "Sec-WebSocket-Accept: ACCEPT\r\n\r\n"), "", NET_PROBLEM_ANSWER, 1006},
    {"an extension", BYTES(KEYED "Sec-WebSocket-Extensions: x\r\n\r\n"), "", NET_PROBLEM_ANSWER, 1006},
    {"a subprotocol", BYTES(KEYED "Sec-WebSocket-Protocol: x\r\n\r\n"), "", NET_PROBLEM_ANSWER, 1006},
    {"no Upgrade", BYTES("HTTP/1.1 101 x\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ACCEPT\r\n\r\n"), "",
     NET_PROBLEM_ANSWER, 1006},
    {"no Connection", BYTES("HTTP/1.1 101 x\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ACCEPT\r\n\r\n"),
     "", NET_PROBLEM_ANSWER, 1006},
    {"a header without a colon", BYTES(KEYED "nonsense\r\n\r\n"), "", NET_PROBLEM_ANSWER, 1006},
    {"a zero in a header", BYTES(KEYED "X: a\0b\r\n\r\n"), "", NET_PROBLEM_ANSWER, 1006},
    {"a folded header", BYTES(KEYED "X: a\r\n b\r\n\r\n"), "", NET_PROBLEM_ANSWER, 1006},
    {"the end after the handshake", BYTES(GOOD), "", NET_PROBLEM_LOST, 1006},
    {"a text with the handshake", BYTES(GOOD "\x81\x04hola\x88\x02\x03\xe8"), "hola;", NET_PROBLEM_NONE,
     1000},
    {"a farewell without a code", BYTES(GOOD "\x88\x00"), "", NET_PROBLEM_NONE, 1005},
    {"fragments and a ping", BYTES(GOOD "\x01\x02ho\x89\x01p\x80\x02la\x88\x02\x03\xe8"), "hola;",
     NET_PROBLEM_NONE, 1000},
    {"a masked frame", BYTES(GOOD "\x81\x84\0\0\0\0hola"), "", NET_PROBLEM_PROTOCOL, 1006},
    {"reserved bits", BYTES(GOOD "\xc1\x04hola"), "", NET_PROBLEM_PROTOCOL, 1006},
    {"an unknown opcode", BYTES(GOOD "\x83\x00"), "", NET_PROBLEM_PROTOCOL, 1006},
    {"a long ping", BYTES(GOOD "\x89\x7e\x00\x7e"), "", NET_PROBLEM_PROTOCOL, 1006},
    {"a binary", BYTES(GOOD "\x82\x01x"), "", NET_PROBLEM_PROTOCOL, 1006},
    {"not UTF-8", BYTES(GOOD "\x81\x02\xc3\x28"), "", NET_PROBLEM_PROTOCOL, 1006},
    {"a continuation of nothing", BYTES(GOOD "\x80\x00"), "", NET_PROBLEM_PROTOCOL, 1006},
    {"as long as a disk", BYTES(GOOD "\x81\x7f\x00\x00\x0f\xff\xff\xff\xff\xff"), "", NET_PROBLEM_PROTOCOL,
     1006},
    {"a negative length", BYTES(GOOD "\x81\x7f\xff\xff\xff\xff\xff\xff\xff\xff"), "", NET_PROBLEM_PROTOCOL,
     1006},
    {"a code of nobody's", BYTES(GOOD "\x88\x02\x03\xed"), "", NET_PROBLEM_PROTOCOL, 1006},
    {"a text after the farewell", BYTES(GOOD "\x88\x02\x03\xe8\x81\x04hola"), "", NET_PROBLEM_NONE, 1000},
    {"a text, then half a frame", BYTES(GOOD "\x81\x02si\x81\x04ho"), "si;", NET_PROBLEM_LOST, 1006},
};

static void run_answer(const struct answer *answer, bool is_bytewise)
{
    struct rogue rogue;
    char texts[256] = "";
    rogue_start(&rogue, answer->bytes, answer->count, is_bytewise);
    struct net_client *client = connect_to(rogue.port);
    struct net_client_news news;
    while ((news = wait_news(client)).kind != NET_CLIENT_CLOSED)
        if (news.kind == NET_CLIENT_TEXT)
            snprintf(texts + strlen(texts), sizeof texts - strlen(texts), "%.*s;", (int)news.count,
                     news.bytes);
    if (news.problem != answer->problem || news.code != answer->code || strcmp(texts, answer->texts) != 0)
        print_error("%s: %s, %u, %s\n", answer->name, net_problem_text(news.problem, PEN_LANG_EN), news.code,
                    texts);
    assert_int_equal(news.problem, answer->problem);
    assert_int_equal(news.code, answer->code);
    assert_string_equal(texts, answer->texts);
    net_client_destroy(client);
    rogue_stop(&rogue);
}

static void test_hostile_servers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
        for (int is_bytewise = 0; is_bytewise < 2; is_bytewise++)
            run_answer(&answers[i], is_bytewise);
}

static void test_endless_headers(void **state)
{
    struct rogue rogue;
    enum { ENDLESS = 100000 };
    char *bytes = calloc(1, ENDLESS + 1);
    (void)state;
    memset(bytes, 'x', ENDLESS);
    memcpy(bytes, "HTTP/1.1 101 ", 13);
    rogue_start(&rogue, bytes, ENDLESS, false);
    struct net_client *client = connect_to(rogue.port);
    struct net_client_news news = wait_news(client);
    assert_int_equal(news.kind, NET_CLIENT_CLOSED);
    assert_int_equal(news.problem, NET_PROBLEM_ANSWER);
    net_client_destroy(client);
    rogue_stop(&rogue);
    free(bytes);
}

/* ---- HTTP --------------------------------------------------------------------------------------- */

static void test_fetch(void **state)
{
    struct echo echo;
    struct net_fetched fetched;
    char url[64];
    (void)state;
    echo_start(&echo, &(struct net_config){0});
    uint16_t port = net_server_port(echo.server);
    snprintf(url, sizeof url, "http://127.0.0.1:%u/say?word=hola", (unsigned)port);
    assert_int_equal(net_fetch(&(struct net_fetch){.url = url}, &fetched), NET_PROBLEM_NONE);
    assert_int_equal(fetched.status, 200);
    assert_string_equal(fetched.bytes, "hola");
    free(fetched.bytes);
    assert_int_equal(net_fetch(&(struct net_fetch){.url = url, .bytes_max = 3}, &fetched),
                     NET_PROBLEM_TOO_LONG);
    assert_null(fetched.bytes);
    snprintf(url, sizeof url, "http://127.0.0.1:%u/body", (unsigned)port);
    struct net_fetch post = {.url = url, .body = "{\"a\":1}", .authorization = "Bearer x"};
    assert_int_equal(net_fetch(&post, &fetched), NET_PROBLEM_NONE);
    assert_string_equal(fetched.bytes, "{\"a\":1}");
    free(fetched.bytes);
    snprintf(url, sizeof url, "http://127.0.0.1:%u/nowhere", (unsigned)port);
    assert_int_equal(net_fetch(&(struct net_fetch){.url = url}, &fetched), NET_PROBLEM_NONE);
    assert_int_equal(fetched.status, 404);
    free(fetched.bytes);
    echo_stop(&echo);
    assert_int_equal(net_fetch(&(struct net_fetch){.url = url}, &fetched), NET_PROBLEM_CONNECT);
    assert_int_equal(net_fetch(&(struct net_fetch){.url = "nonsense"}, &fetched), NET_PROBLEM_URL);
}

static void test_fetch_from_anybody(void **state)
{
    static const struct {
        const char *bytes;
        size_t count;
        enum net_problem problem;
    } given[] = {
        {BYTES("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhola"), NET_PROBLEM_NONE},
        {BYTES("HTTP/1.0 200 OK\r\n\r\nhola"), NET_PROBLEM_NONE},
        {BYTES("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhola"), NET_PROBLEM_LOST},
        {BYTES("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nhola"), NET_PROBLEM_ANSWER},
        {BYTES("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nhola"), NET_PROBLEM_ANSWER},
        {BYTES("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 4\r\n\r\nhola"), NET_PROBLEM_ANSWER},
        {BYTES("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhola\r\n0\r\n\r\n"),
         NET_PROBLEM_ANSWER},
        {BYTES("HTTP/1.1 200 OK\r\nContent-Length: 4"), NET_PROBLEM_ANSWER},
        {BYTES("hola"), NET_PROBLEM_ANSWER},
        {BYTES(""), NET_PROBLEM_ANSWER},
    };
    char url[64];
    (void)state;
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
        struct rogue rogue;
        struct net_fetched fetched;
        rogue_start(&rogue, given[i].bytes, given[i].count, false);
        snprintf(url, sizeof url, "http://127.0.0.1:%u/", (unsigned)rogue.port);
        enum net_problem problem = net_fetch(&(struct net_fetch){.url = url}, &fetched);
        if (problem != given[i].problem)
            print_error("%s: %s\n", given[i].bytes, net_problem_text(problem, PEN_LANG_EN));
        assert_int_equal(problem, given[i].problem);
        if (problem == NET_PROBLEM_NONE)
            assert_string_equal(fetched.bytes, "hola");
        free(fetched.bytes);
        rogue_stop(&rogue);
    }
}

/* A server that accepts and says nothing. */
static void test_fetch_gives_up(void **state)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t bytes = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct net_fetched fetched;
    char url[64];
    (void)state;
    assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(listener, 1), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &bytes), 0);
    snprintf(url, sizeof url, "http://127.0.0.1:%u/", (unsigned)ntohs(address.sin_port));
    assert_int_equal(net_fetch(&(struct net_fetch){.url = url, .wait_ms = 100}, &fetched),
                     NET_PROBLEM_TIMEOUT);
    close(listener);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_echo),
        cmocka_unit_test(test_server_closes),
        cmocka_unit_test(test_many_messages),
        cmocka_unit_test(test_keeps_alive),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_next_address),
        cmocka_unit_test(test_hostile_servers),
        cmocka_unit_test(test_endless_headers),
        cmocka_unit_test(test_fetch),
        cmocka_unit_test(test_fetch_from_anybody),
        cmocka_unit_test(test_fetch_gives_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

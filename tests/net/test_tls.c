/* test_tls.c - TLS by certificate files, with a certificate made here: WebSocket and HTTP through it,
 * and that a client believes nobody it should not. */
#include "wire.h"

#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

#include "net/client.h"
#include "net/fetch.h"

static char cert_path[] = "/tmp/penultima-cert-XXXXXX", key_path[] = "/tmp/penultima-key-XXXXXX";

static void write_file(char *path, const gnutls_datum_t *text)
{
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, text->data, text->size), text->size);
    close(descriptor);
}

/* A certificate for "localhost", signed by itself. */
static int make_certificate(void **state)
{
    gnutls_x509_privkey_t key;
    gnutls_x509_crt_t cert;
    gnutls_datum_t text;
    time_t now = time(NULL);
    (void)state;
    assert_int_equal(gnutls_x509_privkey_init(&key), 0);
    assert_int_equal(gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA,
                                                  GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0),
                     0);
    assert_int_equal(gnutls_x509_crt_init(&cert), 0);
    gnutls_x509_crt_set_version(cert, 3);
    gnutls_x509_crt_set_serial(cert, "\x01", 1);
    gnutls_x509_crt_set_activation_time(cert, now - 3600);
    gnutls_x509_crt_set_expiration_time(cert, now + 3600);
    gnutls_x509_crt_set_dn_by_oid(cert, GNUTLS_OID_X520_COMMON_NAME, 0, "localhost", 9);
    gnutls_x509_crt_set_subject_alt_name(cert, GNUTLS_SAN_DNSNAME, "localhost", 9, GNUTLS_FSAN_SET);
    gnutls_x509_crt_set_basic_constraints(cert, 1, -1);
    gnutls_x509_crt_set_key(cert, key);
    assert_int_equal(gnutls_x509_crt_sign2(cert, cert, key, GNUTLS_DIG_SHA256, 0), 0);
    assert_int_equal(gnutls_x509_crt_export2(cert, GNUTLS_X509_FMT_PEM, &text), 0);
    write_file(cert_path, &text);
    gnutls_free(text.data);
    assert_int_equal(gnutls_x509_privkey_export2(key, GNUTLS_X509_FMT_PEM, &text), 0);
    write_file(key_path, &text);
    gnutls_free(text.data);
    gnutls_x509_crt_deinit(cert);
    gnutls_x509_privkey_deinit(key);
    return 0;
}

static int remove_certificate(void **state)
{
    (void)state;
    unlink(cert_path);
    unlink(key_path);
    return 0;
}

static void start(struct echo *echo)
{
    echo_start(echo, &(struct net_config){.cert_file = cert_path, .key_file = key_path});
}

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

static void test_echo(void **state)
{
    struct echo echo;
    enum net_problem problem;
    enum { CLIENTS = 20, ROUNDS = 50, BYTES_MAX = 4096 };
    struct net_client *clients[CLIENTS];
    char url[64], *text = malloc(BYTES_MAX);
    struct net_client_news news;
    (void)state;
    start(&echo);
    struct net_trust *trust = net_trust_create(cert_path);
    assert_non_null(trust);
    memset(text, 'x', BYTES_MAX);
    snprintf(url, sizeof url, "wss://localhost:%u/ws", (unsigned)net_server_port(echo.server));
    for (int i = 0; i < CLIENTS; i++) {
        clients[i] = net_client_create(&(struct net_client_config){.url = url, .trust = trust}, &problem);
        assert_non_null(clients[i]);
        assert_int_equal(wait_news(clients[i]).kind, NET_CLIENT_OPENED);
    }
    for (size_t round = 0; round < ROUNDS; round++) {
        size_t count = round * 83 % (BYTES_MAX + 1);
        for (int i = 0; i < CLIENTS; i++)
            assert_true(net_client_send(clients[i], text, count));
        for (int i = 0; i < CLIENTS; i++) {
            news = wait_news(clients[i]);
            assert_int_equal(news.kind, NET_CLIENT_TEXT);
            assert_int_equal(news.count, count);
            assert_memory_equal(news.bytes, text, count);
        }
    }
    assert_true(net_client_send(clients[0], "rtt", 3));
    news = wait_news(clients[0]);
    assert_memory_equal(news.bytes, "yes", 3);
    /* Farewells from either side. */
    assert_true(net_client_send(clients[1], "close 4005", 10));
    assert_int_equal(wait_news(clients[1]).kind, NET_CLIENT_TEXT);
    assert_int_equal(wait_news(clients[1]).code, 4005);
    net_client_close(clients[2], 1000, NULL);
    news = wait_news(clients[2]);
    assert_int_equal(news.kind, NET_CLIENT_CLOSED);
    assert_int_equal(news.problem, NET_PROBLEM_NONE);
    for (int i = 0; i < CLIENTS; i++)
        net_client_destroy(clients[i]);
    net_trust_destroy(trust);
    echo_stop(&echo);
    assert_int_equal(echo.opened, CLIENTS);
    free(text);
}

static void test_flood(void **state)
{
    struct echo echo;
    enum net_problem problem;
    char url[64];
    (void)state;
    start(&echo);
    struct net_trust *trust = net_trust_create(cert_path);
    snprintf(url, sizeof url, "wss://localhost:%u/ws", (unsigned)net_server_port(echo.server));
    struct net_client *client =
        net_client_create(&(struct net_client_config){.url = url, .trust = trust}, &problem);
    assert_int_equal(wait_news(client).kind, NET_CLIENT_OPENED);
    assert_true(net_client_send(client, "flood 200", 9));
    for (int i = 0; i < 200; i++) {
        struct net_client_news news = wait_news(client);
        assert_int_equal(news.kind, NET_CLIENT_TEXT);
        assert_int_equal(news.count, 1000);
    }
    net_client_destroy(client);
    net_trust_destroy(trust);
    echo_stop(&echo);
}

/* More in one go than either way holds: everything waits for its turn and nothing is lost. Both ends
 * are run by this thread, so that each finds the other's whole burst. */
static void test_bursts(void **state)
{
    struct echo echo = {.file = -1};
    enum net_problem problem;
    enum { MESSAGES = 500, BYTES = 4000 };
    char url[64], *text = malloc(BYTES);
    struct net_config config = {.cert_file = cert_path, .key_file = key_path, .queue_bytes_max = 4 << 20};
    struct net_handler handler = {
        .context = &echo, .http = echo_http, .open = echo_open, .text = echo_text, .closed = echo_closed};
    (void)state;
    echo.server = net_server_create(&config, &handler, &problem);
    assert_non_null(echo.server);
    struct net_trust *trust = net_trust_create(cert_path);
    snprintf(url, sizeof url, "wss://localhost:%u/ws", (unsigned)net_server_port(echo.server));
    struct net_client *client = net_client_create(
        &(struct net_client_config){.url = url, .trust = trust, .queue_bytes_max = 4 << 20}, &problem);
    assert_non_null(client);
    for (int i = 0; i < 10000 && net_client_next(client).kind != NET_CLIENT_OPENED; i++)
        assert_true(net_server_turn(echo.server, 1));
    memset(text, 'x', BYTES);
    for (int i = 0; i < MESSAGES; i++)
        assert_true(net_client_send(client, text, BYTES));
    for (int i = 0; i < 200; i++)
        assert_true(net_server_turn(echo.server, 0));
    int got = 0;
    for (int idle = 0; got < MESSAGES && idle < 10000; idle++) {
        assert_true(net_server_turn(echo.server, 1));
        struct net_client_news news;
        while ((news = net_client_next(client)).kind != NET_CLIENT_NOTHING) {
            assert_int_equal(news.kind, NET_CLIENT_TEXT);
            assert_int_equal(news.count, BYTES);
            got++;
        }
    }
    assert_int_equal(got, MESSAGES);
    net_client_destroy(client);
    net_trust_destroy(trust);
    net_server_destroy(echo.server);
    assert_int_equal(echo.opened, echo.closed);
    free(text);
}

static void test_stop_says_goodbye(void **state)
{
    struct echo echo;
    enum net_problem problem;
    char url[64];
    (void)state;
    start(&echo);
    struct net_trust *trust = net_trust_create(cert_path);
    snprintf(url, sizeof url, "wss://localhost:%u/ws", (unsigned)net_server_port(echo.server));
    struct net_client *client =
        net_client_create(&(struct net_client_config){.url = url, .trust = trust}, &problem);
    assert_int_equal(wait_news(client).kind, NET_CLIENT_OPENED);
    net_server_stop(echo.server);
    struct net_client_news news = wait_news(client);
    assert_int_equal(news.kind, NET_CLIENT_CLOSED);
    assert_int_equal(news.code, 1001);
    net_client_destroy(client);
    net_trust_destroy(trust);
    echo_stop(&echo);
}

static enum net_problem problem_of(const char *url, const struct net_trust *trust)
{
    enum net_problem problem;
    struct net_client *client =
        net_client_create(&(struct net_client_config){.url = url, .trust = trust}, &problem);
    if (!client)
        return problem;
    struct net_client_news news = wait_news(client);
    net_client_destroy(client);
    return news.kind == NET_CLIENT_CLOSED ? news.problem : NET_PROBLEM_NONE;
}

static void test_trust(void **state)
{
    struct echo echo;
    char url[64];
    (void)state;
    start(&echo);
    unsigned port = net_server_port(echo.server);
    struct net_trust *trust = net_trust_create(cert_path);
    snprintf(url, sizeof url, "wss://localhost:%u/ws", port);
    assert_int_equal(problem_of(url, trust), NET_PROBLEM_NONE);
    /* Nobody the system knows has signed it. */
    assert_int_equal(problem_of(url, NULL), NET_PROBLEM_TRUST);
    /* It is for another name. */
    snprintf(url, sizeof url, "wss://127.0.0.1:%u/ws", port);
    assert_int_equal(problem_of(url, trust), NET_PROBLEM_TRUST);
    /* Plain words are not understood, and TLS is not where none is spoken. */
    snprintf(url, sizeof url, "ws://localhost:%u/ws", port);
    assert_int_not_equal(problem_of(url, trust), NET_PROBLEM_NONE);
    echo_stop(&echo);
    echo_start(&echo, &(struct net_config){0});
    snprintf(url, sizeof url, "wss://localhost:%u/ws", (unsigned)net_server_port(echo.server));
    assert_int_equal(problem_of(url, trust), NET_PROBLEM_TLS);
    echo_stop(&echo);
    net_trust_destroy(trust);
    assert_null(net_trust_create("/nowhere"));
    assert_null(net_trust_create(key_path));
}

/* Whoever connects and does not speak TLS, or nothing at all, is put out. */
static void test_slow_handshake(void **state)
{
    struct echo echo;
    (void)state;
    echo_start(&echo,
               &(struct net_config){.cert_file = cert_path, .key_file = key_path, .handshake_ms = 200});
    struct wire silent = wire_connect(&echo), half = wire_connect(&echo), plain = wire_connect(&echo);
    assert_true(wire_write(&half, "\x16\x03\x01\x02\x00\x01\x00", 7));
    assert_true(wire_write(&plain, "GET / HTTP/1.1\r\n\r\n", 18));
    char alert[64];
    assert_true(wire_is_at_end(&silent));
    assert_in_range(wire_read(&plain, alert, sizeof alert), 0, sizeof alert - 1);
    assert_in_range(wire_read(&half, alert, sizeof alert), 0, sizeof alert - 1);
    wire_close(&silent);
    wire_close(&half);
    wire_close(&plain);
    echo_stop(&echo);
    assert_int_equal(echo.counters.dropped_handshake, 2);
}

static void test_cap_per_address(void **state)
{
    struct echo echo;
    (void)state;
    echo_start(&echo, &(struct net_config){
                          .cert_file = cert_path, .key_file = key_path, .conns_per_address_max = 1});
    struct wire many[80];
    for (size_t i = 0; i < 80; i++)
        many[i] = wire_connect(&echo);
    assert_true(wire_is_at_end(&many[0]));
    assert_true(wire_is_at_end(&many[15]));
    for (size_t i = 0; i < 80; i++)
        wire_close(&many[i]);
    echo_stop(&echo);
    assert_int_equal(echo.counters.dropped_for_newcomer, 80 - 64);
}

static void test_fetch(void **state)
{
    struct echo echo;
    struct net_fetched fetched;
    char url[64];
    (void)state;
    start(&echo);
    struct net_trust *trust = net_trust_create(cert_path);
    snprintf(url, sizeof url, "https://localhost:%u/say?word=hola", (unsigned)net_server_port(echo.server));
    assert_int_equal(net_fetch(&(struct net_fetch){.url = url, .trust = trust}, &fetched), NET_PROBLEM_NONE);
    assert_int_equal(fetched.status, 200);
    assert_string_equal(fetched.bytes, "hola");
    free(fetched.bytes);
    assert_int_equal(net_fetch(&(struct net_fetch){.url = url}, &fetched), NET_PROBLEM_TRUST);
    net_trust_destroy(trust);
    echo_stop(&echo);
}

static void test_wrong_key(void **state)
{
    enum net_problem problem;
    struct net_handler handler = {0};
    (void)state;
    assert_null(net_server_create(&(struct net_config){.cert_file = cert_path, .key_file = cert_path},
                                  &handler, &problem));
    assert_int_equal(problem, NET_PROBLEM_CERTIFICATE);
    assert_null(net_server_create(&(struct net_config){.cert_file = cert_path}, &handler, &problem));
    assert_int_equal(problem, NET_PROBLEM_CERTIFICATE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_echo),
        cmocka_unit_test(test_flood),
        cmocka_unit_test(test_bursts),
        cmocka_unit_test(test_stop_says_goodbye),
        cmocka_unit_test(test_trust),
        cmocka_unit_test(test_slow_handshake),
        cmocka_unit_test(test_cap_per_address),
        cmocka_unit_test(test_fetch),
        cmocka_unit_test(test_wrong_key),
    };
    return cmocka_run_group_tests(tests, make_certificate, remove_certificate);
}

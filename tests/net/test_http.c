/* test_http.c - plain HTTP: pages, conditions, encodings, bodies, what is refused, files. */
#include "served.h"

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
    /* In every language that there is, English last. */
    assert_non_null(strstr(body, "Aquí no hay nada.\n"));
    assert_string_equal(strstr(body, "There is"), "There is nothing here.\n");
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pages),
        cmocka_unit_test(test_conditional_requests),
        cmocka_unit_test(test_encodings),
        cmocka_unit_test(test_bodies),
        cmocka_unit_test(test_bad_requests),
        cmocka_unit_test(test_long_headers),
        cmocka_unit_test(test_file_and_keep_alive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

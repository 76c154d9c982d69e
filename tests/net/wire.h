/* wire.h - for the tests of src/net: a server with an echo in a thread of its own, and a socket on
 * which any bytes can be sent, also those no proper client sends. Waits are bounded so that a test
 * fails instead of hanging; nothing is measured. */
#ifndef TESTS_NET_WIRE_H
#define TESTS_NET_WIRE_H

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "net/server.h"

enum { WIRE_WAIT_SECONDS = 20 };

/* ---- a server ----------------------------------------------------------------------------------- */

struct echo {
    struct net_server *server;
    pthread_t thread;
    unsigned opened, closed, woken; /* by the server's thread; read after echo_stop() */
    bool is_good;
    struct net_counters counters; /* after echo_stop() */
    int file;                     /* what "/file" answers, or -1 */
};

/* Echoes; "flood N" is answered by N messages of 1,000 bytes, "close C" by a farewell with code C,
 * "rtt" by whether the kernel has a measure, "queued" by the number of waiting bytes. */
static inline void echo_text(void *context, struct net_conn *conn, const char *bytes, size_t count,
                             uint64_t now_us)
{
    static const char thousand[1000] = "flood";
    char word[32] = "";
    (void)context;
    (void)now_us;
    memcpy(word, bytes, count < sizeof word ? count : 0);
    if (strncmp(word, "flood ", 6) == 0) {
        for (int left = atoi(word + 6); left > 0; left--)
            if (!net_conn_send(conn, thousand, sizeof thousand))
                return;
    } else if (strncmp(word, "close ", 6) == 0) {
        (void)net_conn_send(conn, "bye", 3);
        net_conn_close(conn, (uint16_t)atoi(word + 6), "adiós");
        (void)net_conn_send(conn, "too late", 8);
    } else if (strcmp(word, "rtt") == 0) {
        const struct net_rtt rtt = net_conn_rtt(conn, true);
        bool has_rtt = rtt.smoothed_us > 0 && rtt.min_us > 0;
        (void)net_conn_send(conn, has_rtt ? "yes" : "no", has_rtt ? 3 : 2);
    } else {
        (void)net_conn_send(conn, bytes, count);
    }
}

static inline bool echo_open(void *context, struct net_conn *conn, const struct net_peer *peer)
{
    struct echo *echo = context;
    echo->opened++;
    net_conn_set_data(conn, echo);
    return strcmp(peer->address, "192.0.2.66") != 0; /* the one we do not like */
}

static inline void echo_closed(void *context, struct net_conn *conn)
{
    struct echo *echo = context;
    if (net_conn_data(conn) == echo)
        echo->closed++;
}

static inline void echo_woken(void *context)
{
    ((struct echo *)context)->woken++;
}

static inline void echo_http(void *context, const struct net_request *request, struct net_response *response)
{
    const struct echo *echo = context;
    static const char page[] = "<!doctype html><title>hola</title>";
    if (strcmp(request->path, "/") == 0) {
        bool is_packed = net_request_accepts(request, "gzip");
        net_response_borrow(response, 200, "text/html; charset=utf-8", is_packed ? "packed" : page,
                            is_packed ? 6 : sizeof page - 1);
        net_response_header(response, "ETag", is_packed ? "\"packed\"" : "\"plain\"");
        net_response_header(response, "Vary", "Accept-Encoding");
        net_response_header(response, "Content-Security-Policy", "default-src 'self'");
        if (is_packed)
            net_response_header(response, "Content-Encoding", "gzip");
    } else if (strcmp(request->path, "/say") == 0) {
        const char *word = net_request_query(request, "word");
        net_response_copy(response, 200, "text/plain", word ? word : "", word ? strlen(word) : 0);
    } else if (strcmp(request->path, "/body") == 0) {
        char *bytes = malloc(request->body_bytes + 1);
        memcpy(bytes, request->body, request->body_bytes);
        net_response_give(response, 200, "text/plain", bytes, request->body_bytes);
    } else if (strcmp(request->path, "/who") == 0) {
        net_response_copy(response, 200, "text/plain", request->address, strlen(request->address));
    } else if (strcmp(request->path, "/counters") == 0) {
        struct net_counters counters = net_server_counters(echo->server);
        char text[2048];
        size_t count = 0;
#define ECHO_COUNTER(name, help)                                                  \
    count += (size_t)snprintf(text + count, sizeof text - count, #name " %llu\n", \
                              (unsigned long long)counters.name);
        NET_COUNTER_LIST(ECHO_COUNTER)
#undef ECHO_COUNTER
        net_response_copy(response, 200, "text/plain", text, count);
    } else if (strcmp(request->path, "/file") == 0 && echo->file >= 0) {
        off_t count = lseek(echo->file, 0, SEEK_END);
        net_response_file(response, 200, "application/octet-stream", dup(echo->file), (uint64_t)count);
    }
}

static inline void *echo_run(void *argument)
{
    struct echo *echo = argument;
    echo->is_good = net_server_run(echo->server);
    return NULL;
}

static inline void echo_start(struct echo *echo, const struct net_config *config)
{
    enum net_problem problem;
    *echo = (struct echo){.file = -1};
    struct net_handler handler = {.context = echo,
                                  .http = echo_http,
                                  .open = echo_open,
                                  .text = echo_text,
                                  .closed = echo_closed,
                                  .woken = echo_woken};
    echo->server = net_server_create(config, &handler, &problem);
    if (!echo->server)
        print_error("no server: %s\n", net_problem_text(problem, PEN_LANG_EN));
    assert_non_null(echo->server);
    assert_int_equal(pthread_create(&echo->thread, NULL, echo_run, echo), 0);
}

static inline void echo_stop(struct echo *echo)
{
    net_server_stop(echo->server);
    pthread_join(echo->thread, NULL);
    echo->counters = net_server_counters(echo->server);
    net_server_destroy(echo->server);
    assert_true(echo->is_good);
    assert_int_equal(echo->opened, echo->closed);
}

/* ---- a socket ----------------------------------------------------------------------------------- */

struct wire {
    int descriptor;
};

static inline struct wire wire_connect(const struct echo *echo)
{
    struct wire wire = {socket(AF_INET, SOCK_STREAM, 0)};
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons(net_server_port(echo->server)),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct timeval wait = {.tv_sec = WIRE_WAIT_SECONDS};
    int on = 1;
    assert_true(wire.descriptor >= 0);
    setsockopt(wire.descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    setsockopt(wire.descriptor, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
    setsockopt(wire.descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    assert_int_equal(connect(wire.descriptor, (struct sockaddr *)&address, sizeof address), 0);
    return wire;
}

static inline void wire_close(struct wire *wire)
{
    close(wire->descriptor);
    wire->descriptor = -1;
}

/* The other end may have gone already; whoever cares looks at what it said. */
static inline bool wire_write(struct wire *wire, const void *bytes, size_t count)
{
    const uint8_t *at = bytes;
    while (count > 0) {
        ssize_t sent = send(wire->descriptor, at, count, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        at += sent;
        count -= (size_t)sent;
    }
    return true;
}

/* Returns fewer only at the end of the stream; a time-out fails the test. */
static inline size_t wire_read(struct wire *wire, void *bytes, size_t count)
{
    size_t got = 0;
    while (got < count) {
        ssize_t more = recv(wire->descriptor, (uint8_t *)bytes + got, count - got, 0);
        if (more < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            fail_msg("nothing came for %d seconds", WIRE_WAIT_SECONDS);
        if (more <= 0)
            break;
        got += (size_t)more;
    }
    return got;
}

static inline bool wire_is_at_end(struct wire *wire)
{
    uint8_t byte;
    return wire_read(wire, &byte, 1) == 0;
}

/* Reads up to the empty line after the headers. */
static inline void wire_read_head(struct wire *wire, char *head, size_t size)
{
    size_t count = 0;
    head[0] = 0;
    while (count + 1 < size && wire_read(wire, head + count, 1) == 1) {
        head[++count] = 0;
        if (count >= 4 && strcmp(head + count - 4, "\r\n\r\n") == 0)
            return;
    }
}

static inline unsigned wire_status_of(const char *head)
{
    return strncmp(head, "HTTP/1.1 ", 9) == 0 ? (unsigned)atoi(head + 9) : 0;
}

static inline unsigned wire_ask(struct wire *wire, const char *request, char *head, size_t size)
{
    (void)wire_write(wire, request, strlen(request));
    wire_read_head(wire, head, size);
    return wire_status_of(head);
}

#define WIRE_KEY "dGhlIHNhbXBsZSBub25jZQ=="
#define WIRE_ACCEPT "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
#define WIRE_HANDSHAKE                                                                     \
    "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" \
    "Sec-WebSocket-Key: " WIRE_KEY "\r\nSec-WebSocket-Version: 13\r\n"

/* Opens a WebSocket; returns the status. */
static inline unsigned wire_open(struct wire *wire, const char *more_headers)
{
    char request[1024], head[2048];
    snprintf(request, sizeof request, WIRE_HANDSHAKE "%s\r\n", more_headers);
    return wire_ask(wire, request, head, sizeof head);
}

static inline struct wire wire_socket(const struct echo *echo)
{
    struct wire wire = wire_connect(echo);
    assert_int_equal(wire_open(&wire, ""), 101);
    return wire;
}

/* ---- frames ------------------------------------------------------------------------------------- */

/* A masked frame into 'bytes'; returns its size. Written anew here, so that it shares no mistake. */
static inline size_t wire_frame(uint8_t *bytes, unsigned first, const void *payload, size_t count)
{
    static const uint8_t mask[4] = {0x37, 0xfa, 0x21, 0x3d};
    size_t at = 0;
    bytes[at++] = (uint8_t)first;
    if (count < 126) {
        bytes[at++] = (uint8_t)(0x80 | count);
    } else if (count < 65536) {
        bytes[at++] = 0x80 | 126;
        bytes[at++] = (uint8_t)(count >> 8);
        bytes[at++] = (uint8_t)count;
    } else {
        bytes[at++] = 0x80 | 127;
        for (int shift = 56; shift >= 0; shift -= 8)
            bytes[at++] = (uint8_t)((uint64_t)count >> shift);
    }
    memcpy(bytes + at, mask, 4);
    at += 4;
    for (size_t i = 0; i < count; i++)
        bytes[at + i] = ((const uint8_t *)payload)[i] ^ mask[i % 4];
    return at + count;
}

static inline void wire_send_text(struct wire *wire, const char *text)
{
    uint8_t bytes[5000];
    (void)wire_write(wire, bytes, wire_frame(bytes, 0x81, text, strlen(text)));
}

struct wire_got {
    unsigned first; /* the first byte; 0: the stream ended */
    size_t count;
    uint8_t payload[70000];
};

static inline void wire_read_frame(struct wire *wire, struct wire_got *got)
{
    uint8_t header[10];
    size_t more;
    got->first = 0;
    got->count = 0;
    if (wire_read(wire, header, 2) < 2)
        return;
    assert_int_equal(header[1] & 0x80, 0); /* a server never masks */
    uint64_t count = header[1];
    more = count == 126 ? 2 : count == 127 ? 8 : 0;
    assert_int_equal(wire_read(wire, header + 2, more), more);
    if (more > 0)
        count = 0;
    for (size_t i = 0; i < more; i++)
        count = count << 8 | header[2 + i];
    assert_in_range(count, 0, sizeof got->payload);
    got->first = header[0];
    got->count = wire_read(wire, got->payload, (size_t)count);
    assert_int_equal(got->count, count);
}

static inline void wire_expect_text(struct wire *wire, const char *text)
{
    static struct wire_got got;
    wire_read_frame(wire, &got);
    assert_int_equal(got.first, 0x81);
    assert_int_equal(got.count, strlen(text));
    assert_memory_equal(got.payload, text, got.count);
}

static inline void wire_expect_close(struct wire *wire, unsigned code)
{
    static struct wire_got got;
    wire_read_frame(wire, &got);
    assert_int_equal(got.first, 0x88);
    assert_true(got.count >= 2);
    assert_int_equal(got.payload[0] << 8 | got.payload[1], code);
}

static inline void wire_pause_ms(unsigned ms)
{
    struct timespec pause = {0, (long)ms * 1000000L};
    nanosleep(&pause, NULL);
}

/* One of the server's counters, asked for over HTTP. */
static inline unsigned long long wire_counter(const struct echo *echo, const char *name)
{
    char head[4096], text[4096] = "";
    struct wire wire = wire_connect(echo);
    unsigned status = wire_ask(
        &wire, "GET /counters HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", head, sizeof head);
    assert_int_equal(status, 200);
    text[wire_read(&wire, text, sizeof text - 1)] = 0;
    wire_close(&wire);
    char line[64];
    snprintf(line, sizeof line, "%s ", name);
    const char *at = strstr(text, line);
    assert_non_null(at);
    return strtoull(at + strlen(line), NULL, 10);
}

/* Waits until a counter has reached a value. */
static inline void wire_wait_for(const struct echo *echo, const char *name, unsigned long long value)
{
    for (int tries = 0; tries < WIRE_WAIT_SECONDS * 50; tries++) {
        if (wire_counter(echo, name) >= value)
            return;
        wire_pause_ms(20);
    }
    fail_msg("%s has not reached %llu", name, value);
}

#endif

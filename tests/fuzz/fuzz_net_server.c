/* fuzz_net_server.c - any bytes as what a client sends to a real server, over a pair of sockets. If
 * the first byte is odd a proper handshake goes before them and they are frames; otherwise they are
 * the request. The second byte says in what pieces they come. The server must stay up, echo only
 * valid UTF-8, and let go of everything. */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/server.h"
#include "net/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static unsigned open_count;

static bool fuzz_open(void *context, struct net_conn *conn, const struct net_peer *peer)
{
    (void)context;
    (void)conn;
    (void)peer;
    open_count++;
    return true;
}

static void fuzz_closed(void *context, struct net_conn *conn)
{
    (void)context;
    (void)conn;
    open_count--;
}

static void fuzz_text(void *context, struct net_conn *conn, const char *bytes, size_t count, uint64_t now_us)
{
    (void)context;
    (void)now_us;
    if (count > 4096 || !net_utf8_is_valid((const uint8_t *)bytes, count))
        abort();
    if (count > 0 && bytes[0] == 'x')
        net_conn_close(conn, 4000, "x");
    else
        (void)net_conn_send(conn, bytes, count);
}

static void fuzz_http(void *context, const struct net_request *request, struct net_response *response)
{
    (void)context;
    if (request->path[0] != '/' || strstr(request->path, "/../"))
        abort();
    (void)net_request_accepts(request, "gzip");
    (void)net_request_query(request, "q");
    net_response_copy(response, 200, "text/plain", request->body, request->body_bytes);
    net_response_header(response, "ETag", "\"a\"");
}

/* Takes what the server says, so that it never has to wait for us. */
static void drink(int descriptor)
{
    char bytes[4096];
    while (recv(descriptor, bytes, sizeof bytes, MSG_DONTWAIT) > 0)
        continue;
}

static void settle(struct net_server *server, int descriptor)
{
    for (int i = 0; i < 3; i++) {
        (void)net_server_turn(server, 0);
        drink(descriptor);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    static const char handshake[] = "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n"
                                    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                                    "Sec-WebSocket-Version: 13\r\n\r\n";
    static struct net_server *server;
    int pair[2];
    if (!server) {
        struct net_handler handler = {
            .http = fuzz_http, .open = fuzz_open, .text = fuzz_text, .closed = fuzz_closed};
        enum net_problem problem;
        server = net_server_create(&(struct net_config){.close_ms = 1}, &handler, &problem);
        if (!server)
            abort();
    }
    if (count < 2 || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        return 0;
    if (!net_server_adopt(server, pair[1]))
        abort();
    if (bytes[0] & 1)
        (void)!send(pair[0], handshake, sizeof handshake - 1, MSG_NOSIGNAL);
    size_t step = bytes[1] == 0 ? count : bytes[1] * 8u;
    for (size_t at = 2; at < count; at += step) {
        size_t piece = count - at < step ? count - at : step;
        (void)!send(pair[0], bytes + at, piece, MSG_NOSIGNAL | MSG_DONTWAIT);
        settle(server, pair[0]);
    }
    shutdown(pair[0], SHUT_WR);
    settle(server, pair[0]);
    close(pair[0]);
    for (int i = 0; i < 1000 && net_server_counters(server).sockets_open > 0; i++)
        (void)net_server_turn(server, 1);
    if (net_server_counters(server).sockets_open != 0 || net_server_counters(server).conns_open != 0 ||
        open_count != 0)
        abort();
    return 0;
}

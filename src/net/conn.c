/* conn.c - the WebSockets of a server: reads frames, queues output, pings, says goodbye.
 *
 *   open ──(our farewell)──► closing ──(theirs)──► ending ──(written, end of stream)──► dead
 *     └──(theirs, or a breach of the protocol)──────┘
 *     └──(lost, too slow, silent)──────────────────────────────────────────────────────► dead
 *
 * Memory is taken only where something waits: a quiet connection is its struct and nothing more. */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/loop.h"

enum {
    RTT_LASTS_US = 250000,   /* a person acts seldom enough to be measured anew */
    RTT_STAYS_US = 30000000, /* where nobody races */
    CHECKS_PER_SILENCE = 4,
    SEND_BYTES = 1 << 16, /* what the kernel holds for one that reads slowly; it would take megabytes */
};

static void mark_dirty(struct net_conn *conn)
{
    if (conn->is_dirty)
        return;
    conn->is_dirty = true;
    conn->dirty_next = conn->server->dirty;
    conn->server->dirty = conn;
}

/* Moves a connection on in the drawing above, never back. */
static void set_state(struct net_conn *conn, enum net_conn_state state)
{
    struct net_server *server = conn->server;
    if (state <= conn->state)
        return;
    if (conn->state == NET_CONN_OPEN) {
        conn->left_next = server->left;
        server->left = conn;
        conn->due_ms = net_now_ms(server) + server->config.close_ms;
        net_list_remove(&conn->link);
        net_list_append(&server->closing, &conn->link);
    }
    conn->state = (uint8_t)state;
    if (state == NET_CONN_DEAD) {
        net_list_remove(&conn->link);
        net_list_append(&server->dead, &conn->link);
    }
    mark_dirty(conn);
}

void net_conn_drop(struct net_conn *conn)
{
    set_state(conn, NET_CONN_DEAD);
}

/* ---- output ------------------------------------------------------------------------------------- */

/* The network's descriptor, or -1 if it is gone already. */
static int tcp_of(const struct net_conn *conn)
{
    if (!conn->has_tls)
        return conn->descriptor;
    return conn->tls ? net_tls_descriptor(conn->tls) : -1;
}

/* Queues a frame; false if there is no room for it, which is the end of the connection. */
static bool queue(struct net_conn *conn, enum net_opcode opcode, const void *payload, size_t count)
{
    struct net_server *server = conn->server;
    uint8_t header[NET_FRAME_HEADER_BYTES_MAX];
    size_t header_bytes = net_frame_write_header(header, opcode, count, NULL);
    if (count + header_bytes > server->config.queue_bytes_max - conn->output.count ||
        !net_bytes_reserve(&conn->output, header_bytes + count)) {
        server->counters.dropped_slow++;
        /* What the kernel holds for it is not worth keeping either. */
        struct linger none = {.l_onoff = 1, .l_linger = 0};
        (void)setsockopt(tcp_of(conn), SOL_SOCKET, SO_LINGER, &none, sizeof none);
        net_conn_drop(conn);
        return false;
    }
    (void)net_bytes_add(&conn->output, header, header_bytes);
    (void)net_bytes_add(&conn->output, payload, count);
    mark_dirty(conn);
    return true;
}

static void queue_close(struct net_conn *conn, uint16_t code, const char *reason)
{
    uint8_t payload[NET_CONTROL_BYTES_MAX];
    /* A farewell without a code is answered by one without a code. */
    size_t count = code == NET_CLOSE_NO_CODE ? 0 : net_close_write(payload, code, reason);
    (void)queue(conn, NET_OPCODE_CLOSE, payload, count);
}

bool net_conn_send(struct net_conn *conn, const char *bytes, size_t count)
{
    if (conn->state != NET_CONN_OPEN || !queue(conn, NET_OPCODE_TEXT, bytes, count))
        return false;
    conn->server->counters.messages_out++;
    return true;
}

void net_conn_close(struct net_conn *conn, uint16_t code, const char *reason)
{
    if (conn->state != NET_CONN_OPEN)
        return;
    queue_close(conn, code, reason);
    set_state(conn, NET_CONN_CLOSING);
}

static void want_room(struct net_conn *conn, bool is_waiting)
{
    if (conn->is_waiting == is_waiting)
        return;
    struct epoll_event event = {.events = EPOLLIN | (is_waiting ? (uint32_t)EPOLLOUT : 0),
                                .data.ptr = &conn->watch};
    conn->is_waiting = is_waiting;
    if (epoll_ctl(conn->server->epoll, EPOLL_CTL_MOD, conn->descriptor, &event) != 0)
        net_conn_drop(conn);
}

/* All is written, and with nothing more to come the other end is told so. */
static void finish_output(struct net_conn *conn)
{
    want_room(conn, false);
    if (conn->state != NET_CONN_ENDING || conn->is_shut)
        return;
    conn->is_shut = true;
    if (shutdown(conn->descriptor, SHUT_WR) != 0)
        net_conn_drop(conn);
}

static void flush(struct net_conn *conn)
{
    if (conn->state == NET_CONN_DEAD)
        return;
    if (conn->output.count > 0) {
        ssize_t sent =
            send(conn->descriptor, conn->output.bytes, conn->output.count, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno != EAGAIN && errno != EINTR) {
            net_conn_drop(conn);
            return;
        }
        if (sent > 0) {
            conn->server->counters.bytes_out += (uint64_t)sent;
            net_bytes_take(&conn->output, (size_t)sent);
        }
    }
    if (conn->output.count == 0)
        finish_output(conn);
    else
        want_room(conn, true);
}

/* ---- input -------------------------------------------------------------------------------------- */

static void breach(struct net_conn *conn, uint16_t code)
{
    conn->server->counters.closed_protocol++;
    if (conn->state == NET_CONN_OPEN)
        queue_close(conn, code, NULL);
    set_state(conn, NET_CONN_ENDING);
}

static void take_message(struct net_conn *conn, const struct net_message *message)
{
    struct net_server *server = conn->server;
    bool is_open = conn->state == NET_CONN_OPEN;
    switch (message->kind) {
    case NET_KIND_TEXT:
        if (!is_open)
            break;
        server->counters.messages_in++;
        if (server->handler.text)
            server->handler.text(server->handler.context, conn,
                                 message->bytes ? (const char *)message->bytes : "", message->count,
                                 server->now_us);
        break;
    case NET_KIND_PING:
        if (is_open)
            (void)queue(conn, NET_OPCODE_PONG, message->bytes, message->count);
        break;
    case NET_KIND_CLOSE:
        if (is_open)
            queue_close(conn, message->code, NULL);
        set_state(conn, NET_CONN_ENDING);
        break;
    case NET_KIND_PROBLEM:
        breach(conn, message->code);
        break;
    case NET_KIND_PONG:
    case NET_KIND_MORE:
        break;
    }
}

static void keep_rest(struct net_conn *conn, const uint8_t *bytes, size_t count)
{
    /* Usually nothing is left over, before and after. */
    if (conn->input_count != count) {
        free(conn->input);
        conn->input = count > 0 ? malloc(count) : NULL;
        if (count > 0 && !conn->input) {
            net_conn_drop(conn);
            count = 0;
        }
    }
    conn->input_count = (uint32_t)count;
    if (count > 0)
        memcpy(conn->input, bytes, count);
}

/* Takes what was left over and the 'count' bytes that lie behind it in the server's buffer. */
static void take_input(struct net_conn *conn, size_t count)
{
    struct net_server *server = conn->server;
    uint8_t *bytes = server->buffer;
    server->counters.bytes_in += count;
    conn->heard_ms = net_now_ms(server);
    count += conn->input_count;
    struct net_message message;
    do {
        message = net_messages_next(&conn->messages, NET_SIDE_SERVER, server->config.message_bytes_max,
                                    &bytes, &count);
        take_message(conn, &message);
    } while (message.kind != NET_KIND_MORE && conn->state < NET_CONN_ENDING);
    keep_rest(conn, bytes, conn->state < NET_CONN_ENDING ? count : 0);
    if (conn->state >= NET_CONN_ENDING)
        net_messages_drop(&conn->messages);
}

static void read_input(struct net_conn *conn)
{
    uint8_t *buffer = conn->server->buffer;
    if (conn->input_count > 0)
        memcpy(buffer, conn->input, conn->input_count);
    ssize_t got = recv(conn->descriptor, buffer + conn->input_count, NET_READ_BYTES, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0)
        net_conn_drop(conn);
    else if (conn->state < NET_CONN_ENDING)
        take_input(conn, (size_t)got);
}

static void conn_ready(struct net_watch *watch, uint32_t events)
{
    struct net_conn *conn = (struct net_conn *)((char *)watch - offsetof(struct net_conn, watch));
    if (conn->state == NET_CONN_DEAD)
        return;
    if (events & EPOLLOUT)
        mark_dirty(conn);
    if (events & (EPOLLIN | EPOLLHUP | EPOLLERR))
        read_input(conn);
}

/* ---- beginning and end -------------------------------------------------------------------------- */

static uint64_t check_period_ms(const struct net_config *config)
{
    uint64_t silence = config->ping_ms < config->idle_ms ? config->ping_ms : config->idle_ms;
    return silence / CHECKS_PER_SILENCE + 1;
}

/* A descriptor of our own, because the HTTP library closes its own when it forgets the connection. */
static struct net_conn *create(struct net_server *server, const struct net_socket *socket)
{
    struct net_conn *conn = calloc(1, sizeof *conn);
    if (!conn)
        return NULL;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &conn->watch};
    conn->watch.ready = conn_ready;
    conn->server = server;
    conn->descriptor = fcntl(socket->descriptor, F_DUPFD_CLOEXEC, 0);
    if (conn->descriptor >= 0 && epoll_ctl(server->epoll, EPOLL_CTL_ADD, conn->descriptor, &event) == 0)
        return conn;
    if (conn->descriptor >= 0)
        close(conn->descriptor);
    free(conn);
    return NULL;
}

static void take_over(struct net_conn *conn, struct net_socket *socket)
{
    conn->address = socket->address;
    conn->caller = socket->caller;
    conn->tls = socket->tls;
    conn->has_tls = socket->tls != NULL;
    socket->address = socket->caller = NULL;
    socket->tls = NULL;
    if (conn->tls)
        net_tls_set_keeper(conn->tls, &conn->tls);
}

bool net_conn_begin(struct net_server *server, const struct net_peer *peer, struct net_socket *socket,
                    const char *extra, size_t extra_count)
{
    struct net_conn *conn = create(server, socket);
    if (!conn)
        return false;
    take_over(conn, socket);
    conn->heard_ms = conn->pinged_ms = net_now_ms(server);
    conn->due_ms = conn->heard_ms + check_period_ms(&server->config);
    net_list_append(&server->open, &conn->link);
    server->counters.conns_open++;
    server->counters.conns_opened++;
    /* Moves are a few bytes and somebody waits for each. */
    int on = 1, send_bytes = SEND_BYTES;
    (void)setsockopt(tcp_of(conn), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    (void)setsockopt(tcp_of(conn), SOL_SOCKET, SO_SNDBUF, &send_bytes, sizeof send_bytes);

    if (server->handler.open && !server->handler.open(server->handler.context, conn, peer))
        net_conn_close(conn, NET_CLOSE_POLICY, NULL);
    if (extra_count > NET_READ_BYTES) {
        net_conn_drop(conn);
    } else if (extra_count > 0 && conn->state < NET_CONN_ENDING) {
        memcpy(server->buffer, extra, extra_count);
        take_input(conn, extra_count);
    }
    return true;
}

static void bury(struct net_conn *conn)
{
    struct net_server *server = conn->server;
    net_list_remove(&conn->link);
    close(conn->descriptor);
    if (conn->tls)
        net_tls_set_keeper(conn->tls, NULL);
    conn->address->socket_count--;
    conn->caller->conn_count--;
    if (conn->caller != conn->address)
        net_addresses_release(server->addresses, conn->caller);
    net_addresses_release(server->addresses, conn->address);
    server->granted_count--;
    server->counters.sockets_open--;
    server->counters.conns_open--;
    net_messages_drop(&conn->messages);
    net_bytes_drop(&conn->output);
    free(conn->input);
    free(conn);
}

static void check(struct net_conn *conn, uint64_t now_ms)
{
    struct net_server *server = conn->server;
    const struct net_config *config = &server->config;
    if (now_ms - conn->heard_ms >= config->idle_ms) {
        server->counters.dropped_idle++;
        net_conn_drop(conn);
        return;
    }
    uint64_t asked_ms = conn->pinged_ms > conn->heard_ms ? conn->pinged_ms : conn->heard_ms;
    if (now_ms - asked_ms >= config->ping_ms) {
        conn->pinged_ms = now_ms;
        if (!queue(conn, NET_OPCODE_PING, NULL, 0))
            return;
    }
    conn->due_ms = now_ms + check_period_ms(config);
    net_list_remove(&conn->link);
    net_list_append(&server->open, &conn->link);
}

/* Both lists are in the order of 'due_ms', because every wait in a list is equally long. */
static struct net_conn *first_of(const struct net_link *list)
{
    return net_list_is_empty(list) ? NULL : (struct net_conn *)list->next;
}

void net_conns_sweep(struct net_server *server)
{
    uint64_t now_ms = net_now_ms(server);
    struct net_conn *conn;
    while ((conn = first_of(&server->open)) && conn->due_ms <= now_ms)
        check(conn, now_ms);
    while ((conn = first_of(&server->closing)) && conn->due_ms <= now_ms)
        net_conn_drop(conn);
}

uint64_t net_conns_due_ms(const struct net_server *server)
{
    const struct net_conn *open = first_of(&server->open), *closing = first_of(&server->closing);
    uint64_t due_ms = open ? open->due_ms : UINT64_MAX;
    return closing && closing->due_ms < due_ms ? closing->due_ms : due_ms;
}

static void tell_left(struct net_server *server)
{
    while (server->left) {
        struct net_conn *conn = server->left;
        server->left = conn->left_next;
        if (server->handler.closed)
            server->handler.closed(server->handler.context, conn);
    }
}

void net_conns_settle(struct net_server *server)
{
    struct net_conn *conn;
    /* Being told makes a handler write to others, and writing finds out who else is gone. */
    while (server->left || server->dirty) {
        tell_left(server);
        struct net_conn *next = server->dirty;
        server->dirty = NULL;
        while ((conn = next)) {
            next = conn->dirty_next;
            conn->is_dirty = false;
            flush(conn);
        }
    }
    while ((conn = first_of(&server->dead)))
        bury(conn);
}

/* ---- questions ---------------------------------------------------------------------------------- */

struct net_rtt net_conn_rtt(struct net_conn *conn, bool is_race)
{
    const uint64_t now_us = conn->server->now_us;
    if (conn->rtt.smoothed_us == 0 ||
        now_us - conn->rtt_asked_us >= (is_race ? RTT_LASTS_US : RTT_STAYS_US)) {
        conn->rtt = net_rtt_of(tcp_of(conn));
        conn->rtt_asked_us = now_us;
    }
    return conn->rtt;
}

void *net_conn_data(const struct net_conn *conn)
{
    return conn->data;
}

void net_conn_set_data(struct net_conn *conn, void *data)
{
    conn->data = data;
}

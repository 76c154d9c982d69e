/* link.c - frames between nodes. */
#define _GNU_SOURCE /* accept4() and struct tcp_info */
#include "serve/link.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    HEAD_BYTES = 13,
    NONCE_BYTES = 32,
    PROOF_BYTES = 8 + NONCE_BYTES + crypto_auth_BYTES,
    READ_BYTES = 1 << 16,
    OUT_MAX = 64 << 20, /* that wait for a node that does not read */
};

struct link {
    struct net_watch watch; /* first, so that one is the other */
    const struct link_host *host;
    int descriptor;
    bool is_called, is_connecting, is_up, is_dead, is_told, wants_out;
    uint8_t nonce[NONCE_BYTES];
    struct net_bytes in, out;
    struct net_bytes held; /* until both know who the other is */
    void *data;
};

static void put(uint8_t *bytes, uint64_t number, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
}

static uint64_t get(const uint8_t *bytes, unsigned count)
{
    uint64_t number = 0;
    for (unsigned i = count; i-- > 0;)
        number = number << 8 | bytes[i];
    return number;
}

bool link_send(struct link *link, enum link_kind kind, uint64_t channel, const void *head, size_t head_count,
               const void *bytes, size_t count)
{
    uint8_t first[HEAD_BYTES];
    put(first, 9 + head_count + count, 4);
    first[4] = (uint8_t)kind;
    put(first + 5, channel, 8);
    struct net_bytes *out = link->is_up || kind <= LINK_PROOF ? &link->out : &link->held;
    if (link->is_dead || out->count > OUT_MAX || !net_bytes_add(out, first, sizeof first) ||
        (head_count > 0 && !net_bytes_add(out, head, head_count)) ||
        (count > 0 && !net_bytes_add(out, bytes, count))) {
        link->is_dead = true;
        return false;
    }
    return true;
}

/* ---- who it is ------------------------------------------------------------------------------------ */

/* By the nonce of the one who wants to know. */
static void prove(const struct link *link, const uint8_t *nonce, const uint8_t *head, bool by_caller,
                  uint8_t proof[crypto_auth_BYTES])
{
    uint8_t text[NONCE_BYTES + 8 + NONCE_BYTES + 1];
    memcpy(text, nonce, NONCE_BYTES);
    memcpy(text + NONCE_BYTES, head, 8 + NONCE_BYTES);
    text[sizeof text - 1] = by_caller;
    crypto_auth(proof, text, sizeof text, link->host->secret);
}

static void send_proof(struct link *link, const uint8_t *nonce)
{
    uint8_t payload[PROOF_BYTES];
    put(payload, LINK_VERSION, 4);
    put(payload + 4, link->host->self, 4);
    memcpy(payload + 8, link->nonce, NONCE_BYTES);
    prove(link, nonce, payload, link->is_called, payload + 8 + NONCE_BYTES);
    (void)link_send(link, LINK_PROOF, 0, NULL, 0, payload, sizeof payload);
}

static bool shake_hands(struct link *link, enum link_kind kind, const uint8_t *bytes, size_t count)
{
    uint8_t proof[crypto_auth_BYTES];
    if (kind == LINK_NONCE && link->is_called && count == NONCE_BYTES) {
        send_proof(link, bytes);
        return true;
    }
    if (kind != LINK_PROOF || count != PROOF_BYTES || get(bytes, 4) != LINK_VERSION)
        return false;
    prove(link, link->nonce, bytes, !link->is_called, proof);
    if (sodium_memcmp(proof, bytes + 8 + NONCE_BYTES, sizeof proof) != 0)
        return false;
    if (!link->is_called)
        send_proof(link, bytes + 8);
    link->is_up = true;
    if (link->held.count > 0 && !net_bytes_add(&link->out, link->held.bytes, link->held.count))
        return false;
    net_bytes_drop(&link->held);
    return true;
}

/* ---- bytes ---------------------------------------------------------------------------------------- */

static void take_frames(struct link *link)
{
    size_t at = 0;
    while (!link->is_dead && link->in.count - at >= HEAD_BYTES) {
        const uint8_t *head = link->in.bytes + at;
        const size_t length = (size_t)get(head, 4);
        if (length < 9 || length > LINK_FRAME_MAX) {
            link->is_dead = true;
            break;
        }
        if (link->in.count - at < 4 + length)
            break;
        const enum link_kind kind = (enum link_kind)head[4];
        if (link->is_up)
            link->host->frame(link->host->context, link, kind, get(head + 5, 8), head + HEAD_BYTES,
                              length - 9);
        else if (!shake_hands(link, kind, head + HEAD_BYTES, length - 9))
            link->is_dead = true;
        at += 4 + length;
    }
    net_bytes_take(&link->in, at);
}

static void receive(struct link *link)
{
    /* Some at once; the loop comes back for the rest. */
    if (!net_bytes_reserve(&link->in, READ_BYTES)) {
        link->is_dead = true;
        return;
    }
    const ssize_t got = recv(link->descriptor, link->in.bytes + link->in.count, READ_BYTES, 0);
    if (got > 0)
        link->in.count += (uint32_t)got;
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        link->is_dead = true;
    take_frames(link);
}

static void ready(struct net_watch *watch, uint32_t events)
{
    struct link *link = (struct link *)watch;
    if (link->is_dead)
        return;
    if (link->is_connecting && (events & (EPOLLOUT | EPOLLERR | EPOLLHUP))) {
        int problem = 0;
        socklen_t size = sizeof problem;
        if (getsockopt(link->descriptor, SOL_SOCKET, SO_ERROR, &problem, &size) != 0 || problem != 0) {
            link->is_dead = true;
            return;
        }
        link->is_connecting = false;
    }
    if (events & (EPOLLIN | EPOLLERR | EPOLLHUP))
        receive(link);
}

void link_flush(struct link *link)
{
    if (link->is_dead || link->is_connecting)
        return;
    size_t sent = 0;
    while (sent < link->out.count) {
        const ssize_t wrote =
            send(link->descriptor, link->out.bytes + sent, link->out.count - sent, MSG_NOSIGNAL);
        if (wrote > 0) {
            sent += (size_t)wrote;
        } else {
            link->is_dead = errno != EAGAIN && errno != EINTR;
            break;
        }
    }
    net_bytes_take(&link->out, sent);
    const bool wants_out = link->out.count > 0;
    if (wants_out != link->wants_out) {
        link->wants_out = wants_out;
        (void)net_server_watch(link->host->net, link->descriptor, &link->watch,
                               EPOLLIN | (wants_out ? EPOLLOUT : 0));
    }
}

/* ---- beginning and end ---------------------------------------------------------------------------- */

static struct addrinfo *find_address(const char *where, bool is_passive)
{
    char host[256];
    const char *colon = strrchr(where, ':'), *port = "0";
    size_t length = strlen(where);
    struct addrinfo hints = {.ai_family = AF_UNSPEC,
                             .ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | (is_passive ? AI_PASSIVE : 0)};
    struct addrinfo *found = NULL;
    if (where[0] == '[') { /* [::1]:7374 */
        const char *end = strchr(where++, ']');
        length = end ? (size_t)(end - where) : 0;
        port = end && end[1] == ':' ? end + 2 : "0";
    } else if (colon && strchr(where, ':') == colon) {
        length = (size_t)(colon - where);
        port = colon + 1;
    }
    if (length == 0 || length >= sizeof host)
        return NULL;
    memcpy(host, where, length);
    host[length] = 0;
    return getaddrinfo(host, port, &hints, &found) == 0 ? found : NULL;
}

int link_listen(const char *where, char *address, size_t size)
{
    struct addrinfo *found = find_address(where, true);
    struct sockaddr_storage name;
    socklen_t bytes = sizeof name;
    char host[64], port[8];
    int on = 1;
    if (!found) {
        errno = EINVAL;
        return -1;
    }
    int descriptor = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor >= 0)
        (void)setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (descriptor < 0 || bind(descriptor, found->ai_addr, found->ai_addrlen) != 0 ||
        listen(descriptor, 64) != 0 || getsockname(descriptor, (struct sockaddr *)&name, &bytes) != 0 ||
        getnameinfo((struct sockaddr *)&name, bytes, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
        const int why = errno;
        if (descriptor >= 0)
            close(descriptor);
        freeaddrinfo(found);
        errno = why;
        return -1;
    }
    freeaddrinfo(found);
    (void)snprintf(address, size, strchr(host, ':') ? "[%s]:%s" : "%s:%s", host, port);
    return descriptor;
}

static struct link *make(const struct link_host *host, int descriptor, bool is_called)
{
    int on = 1, idle = 2, count = 3, interval = 1, timeout_ms = 4000;
    struct link *link = calloc(1, sizeof *link);
    if (!link) {
        close(descriptor);
        return NULL;
    }
    (void)setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    /* A cable that is cut says nothing. */
    (void)setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    (void)setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    (void)setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
    (void)setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
    (void)setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout_ms, sizeof timeout_ms);
    link->watch.ready = ready;
    link->host = host;
    link->descriptor = descriptor;
    link->is_called = link->is_connecting = link->wants_out = is_called;
    randombytes_buf(link->nonce, sizeof link->nonce);
    if (!net_server_watch(host->net, descriptor, &link->watch, EPOLLIN | (is_called ? EPOLLOUT : 0)))
        link->is_dead = true;
    return link;
}

struct link *link_call(const struct link_host *host, const char *address)
{
    struct addrinfo *found = find_address(address, false);
    if (!found)
        return NULL;
    int descriptor = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const bool is_good = descriptor >= 0 && (connect(descriptor, found->ai_addr, found->ai_addrlen) == 0 ||
                                             errno == EINPROGRESS);
    freeaddrinfo(found);
    if (is_good)
        return make(host, descriptor, true);
    if (descriptor >= 0)
        close(descriptor);
    return NULL;
}

struct link *link_take(const struct link_host *host, int descriptor)
{
    int caller = accept4(descriptor, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    struct link *link = caller >= 0 ? make(host, caller, false) : NULL;
    if (link)
        (void)link_send(link, LINK_NONCE, 0, NULL, 0, link->nonce, sizeof link->nonce);
    return link;
}

void link_destroy(struct link *link)
{
    link->is_dead = true;
    if (!link->is_told) {
        link->is_told = true;
        link->host->down(link->host->context, link, link->is_up);
    }
    close(link->descriptor);
    net_bytes_drop(&link->in);
    net_bytes_drop(&link->out);
    net_bytes_drop(&link->held);
    free(link);
}

bool link_is_dead(const struct link *link)
{
    return link->is_dead;
}

bool link_is_up(const struct link *link)
{
    return link->is_up;
}

bool link_is_called(const struct link *link)
{
    return link->is_called;
}

uint32_t link_rtt_ms(const struct link *link)
{
    struct tcp_info info;
    socklen_t size = sizeof info;
    memset(&info, 0, sizeof info);
    if (getsockopt(link->descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) != 0)
        return 0;
    return (info.tcpi_rtt + 500) / 1000;
}

void *link_data(const struct link *link)
{
    return link->data;
}

void link_set_data(struct link *link, void *data)
{
    link->data = data;
}

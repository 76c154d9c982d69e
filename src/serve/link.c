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
    KEY_BYTES = crypto_kx_PUBLICKEYBYTES,
    START_BYTES = crypto_secretstream_xchacha20poly1305_HEADERBYTES,
    SEAL_BYTES = crypto_secretstream_xchacha20poly1305_ABYTES,
    PLAIN_VERSION = 1, /* of nodes that cannot seal */
    PLAIN_HEAD_BYTES = 8 + KEY_BYTES,
    PROOF_HEAD_BYTES = PLAIN_HEAD_BYTES + START_BYTES,
    PROOF_BYTES = PROOF_HEAD_BYTES + crypto_auth_BYTES,
    UNPROVEN_BYTES = 256, /* that anybody may make us keep: room for the longest word of the greeting */
    READ_BYTES = 1 << 16,
    PLAIN_MAX = 1 << 14, /* of frames under one seal */
    PAD_BYTES = 80,      /* how long a message is tells something of a hand (docs/SECURITY.md) */
    RECORD_MAX = PLAIN_MAX + PAD_BYTES + SEAL_BYTES,
    OUT_MAX = 64 << 20, /* that wait for a node that does not read */
};

static const uint32_t CAN_SEAL = UINT32_C(1) << 31;

struct link {
    struct net_watch watch; /* first, so that one is the other */
    const struct link_host *host;
    int descriptor;
    bool is_called, is_connecting, is_up, is_sealed, is_dead, is_told, wants_out;
    uint32_t version;                                         /* that both speak; 0: not known yet */
    uint8_t key[KEY_BYTES], secret[crypto_kx_SECRETKEYBYTES]; /* of this link alone; the key is its nonce */
    uint8_t its_key[KEY_BYTES];
    crypto_secretstream_xchacha20poly1305_state sealing, opening;
    struct net_bytes in, raw;   /* frames, and bytes as they came */
    struct net_bytes out, wire; /* frames, and bytes as they go */
    struct net_bytes held;      /* frames, until both know who the other is */
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
    /* The greeting itself cannot be sealed. */
    struct net_bytes *out = kind <= LINK_PROOF ? &link->wire : link->is_up ? &link->out : &link->held;
    if (link->is_dead || out->count > OUT_MAX || link->wire.count > OUT_MAX ||
        !net_bytes_add(out, first, sizeof first) ||
        (head_count > 0 && !net_bytes_add(out, head, head_count)) ||
        (count > 0 && !net_bytes_add(out, bytes, count))) {
        link->is_dead = true;
        return false;
    }
    return true;
}

/* ---- who it is ------------------------------------------------------------------------------------ */

static size_t head_bytes(const struct link *link)
{
    return link->version == PLAIN_VERSION ? PLAIN_HEAD_BYTES : PROOF_HEAD_BYTES;
}

/* By the key of the one who wants to know, which was never used before. */
static void prove(const struct link *link, const uint8_t *key, const uint8_t *head, bool by_caller,
                  uint8_t proof[crypto_auth_BYTES])
{
    uint8_t text[KEY_BYTES + PROOF_HEAD_BYTES + 1];
    const size_t count = head_bytes(link);
    memcpy(text, key, KEY_BYTES);
    memcpy(text + KEY_BYTES, head, count);
    text[KEY_BYTES + count] = by_caller;
    crypto_auth(proof, text, KEY_BYTES + count + 1, link->host->secret);
}

/* The keys of both ways come from the two keys of this link: whoever learns the house's secret later can read
 * nothing of what was said. Begins one of the ways with 'start', which is made for the way out. */
static bool begin_way(struct link *link, bool is_out, uint8_t *start)
{
    uint8_t in[crypto_kx_SESSIONKEYBYTES], out[crypto_kx_SESSIONKEYBYTES];
    bool is_good =
        (link->is_called
             ? crypto_kx_client_session_keys(in, out, link->key, link->secret, link->its_key)
             : crypto_kx_server_session_keys(in, out, link->key, link->secret, link->its_key)) == 0;
    if (is_good)
        is_good = (is_out ? crypto_secretstream_xchacha20poly1305_init_push(&link->sealing, start, out)
                          : crypto_secretstream_xchacha20poly1305_init_pull(&link->opening, start, in)) == 0;
    sodium_memzero(in, sizeof in);
    sodium_memzero(out, sizeof out);
    return is_good;
}

static bool send_proof(struct link *link)
{
    uint8_t payload[PROOF_BYTES];
    const bool is_plain = link->version == PLAIN_VERSION;
    put(payload, link->version, 4);
    /* To one that cannot seal we say that we could: if it can, it knows that somebody between us wants to
     * read. */
    put(payload + 4, link->host->self | (is_plain && link->is_called ? CAN_SEAL : 0), 4);
    memcpy(payload + 8, link->key, KEY_BYTES);
    if (!is_plain && !begin_way(link, true, payload + PLAIN_HEAD_BYTES))
        return false;
    prove(link, link->its_key, payload, link->is_called, payload + head_bytes(link));
    return link_send(link, LINK_PROOF, 0, NULL, 0, payload, head_bytes(link) + crypto_auth_BYTES);
}

static bool is_good_proof(const struct link *link, const uint8_t *bytes, size_t count)
{
    uint8_t proof[crypto_auth_BYTES];
    if ((link->version != PLAIN_VERSION && link->version != LINK_VERSION) ||
        count != head_bytes(link) + crypto_auth_BYTES || get(bytes, 4) != link->version ||
        (link->version == PLAIN_VERSION && (get(bytes + 4, 4) & CAN_SEAL)))
        return false;
    prove(link, link->key, bytes, !link->is_called, proof);
    return sodium_memcmp(proof, bytes + head_bytes(link), sizeof proof) == 0;
}

static bool take_proof(struct link *link, const uint8_t *bytes, size_t count)
{
    uint8_t start[START_BYTES] = {0};
    if (!link->is_called && count >= PLAIN_HEAD_BYTES) {
        link->version = (uint32_t)get(bytes, 4);
        memcpy(link->its_key, bytes + 8, KEY_BYTES);
    }
    if (!is_good_proof(link, bytes, count) || (!link->is_called && !send_proof(link)))
        return false;
    link->is_up = true;
    link->is_sealed = link->version != PLAIN_VERSION;
    if (link->is_sealed) {
        memcpy(start, bytes + PLAIN_HEAD_BYTES, sizeof start);
        if (!begin_way(link, false, start))
            return false;
    } else if (link->host->plain) {
        link->host->plain(link->host->context, link);
    }
    sodium_memzero(link->secret, sizeof link->secret);
    if (link->held.count > 0 && !net_bytes_add(&link->out, link->held.bytes, link->held.count))
        return false;
    net_bytes_drop(&link->held);
    return true;
}

static bool shake_hands(struct link *link, enum link_kind kind, uint64_t channel, const uint8_t *bytes,
                        size_t count)
{
    if (kind == LINK_PROOF)
        return take_proof(link, bytes, count);
    if (kind != LINK_NONCE || !link->is_called || link->version != 0 || count != KEY_BYTES)
        return false;
    link->version = channel >= LINK_VERSION ? LINK_VERSION : PLAIN_VERSION;
    memcpy(link->its_key, bytes, KEY_BYTES);
    return send_proof(link);
}

/* ---- bytes ---------------------------------------------------------------------------------------- */

/* Takes the frames that are whole; those of a greeting end where seals begin. */
static void take_frames(struct link *link, struct net_bytes *from)
{
    const bool was_sealed = link->is_sealed;
    size_t at = 0;
    while (!link->is_dead && link->is_sealed == was_sealed && from->count - at >= HEAD_BYTES) {
        const uint8_t *head = from->bytes + at;
        const size_t length = (size_t)get(head, 4);
        /* Before it is known who it is nobody makes us wait for more than a greeting. */
        if (length < 9 || length > (link->is_up ? LINK_FRAME_MAX : 9 + PROOF_BYTES)) {
            link->is_dead = true;
            break;
        }
        if (from->count - at < 4 + length)
            break;
        const enum link_kind kind = (enum link_kind)head[4];
        const uint64_t channel = get(head + 5, 8);
        if (link->is_up)
            link->host->frame(link->host->context, link, kind, channel, head + HEAD_BYTES, length - 9);
        else if (!shake_hands(link, kind, channel, head + HEAD_BYTES, length - 9))
            link->is_dead = true;
        at += 4 + length;
    }
    net_bytes_take(from, at);
}

static bool open_record(struct link *link, const uint8_t *bytes, size_t count)
{
    uint8_t plain[RECORD_MAX], tag;
    unsigned long long padded;
    size_t length;
    return crypto_secretstream_xchacha20poly1305_pull(&link->opening, plain, &padded, &tag, bytes, count,
                                                      NULL, 0) == 0 &&
           sodium_unpad(&length, plain, (size_t)padded, PAD_BYTES) == 0 &&
           net_bytes_add(&link->in, plain, length);
}

/* A record: length (4), sealed and padded frames, or parts of them. */
static void open_records(struct link *link)
{
    size_t at = 0;
    while (!link->is_dead && link->raw.count - at >= 4) {
        const size_t length = (size_t)get(link->raw.bytes + at, 4);
        if (length < SEAL_BYTES || length > RECORD_MAX) {
            link->is_dead = true;
            break;
        }
        if (link->raw.count - at < 4 + length)
            break;
        if (!open_record(link, link->raw.bytes + at + 4, length))
            link->is_dead = true;
        at += 4 + length;
    }
    net_bytes_take(&link->raw, at);
}

static bool seal_all(struct link *link)
{
    uint8_t plain[PLAIN_MAX + PAD_BYTES], record[4 + RECORD_MAX];
    for (size_t at = 0, count; at < link->out.count; at += count) {
        size_t padded;
        unsigned long long length;
        count = link->out.count - at < PLAIN_MAX ? link->out.count - at : PLAIN_MAX;
        memcpy(plain, link->out.bytes + at, count);
        if (sodium_pad(&padded, plain, count, PAD_BYTES, sizeof plain) != 0 ||
            crypto_secretstream_xchacha20poly1305_push(&link->sealing, record + 4, &length, plain, padded,
                                                       NULL, 0, 0) != 0)
            return false;
        put(record, length, 4);
        if (!net_bytes_add(&link->wire, record, 4 + (size_t)length))
            return false;
    }
    net_bytes_drop(&link->out);
    return true;
}

static void receive(struct link *link)
{
    /* Some at once; the loop comes back for the rest. */
    const size_t room = link->is_up ? READ_BYTES : UNPROVEN_BYTES;
    if (!net_bytes_reserve(&link->raw, room)) {
        link->is_dead = true;
        return;
    }
    const ssize_t got = recv(link->descriptor, link->raw.bytes + link->raw.count, room, 0);
    if (got > 0)
        link->raw.count += (uint32_t)got;
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        link->is_dead = true;
    if (!link->is_sealed)
        take_frames(link, &link->raw);
    if (link->is_sealed) {
        open_records(link);
        take_frames(link, &link->in);
    }
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

static bool is_to_be_written(struct link *link)
{
    if (link->is_sealed)
        return seal_all(link);
    const bool is_good = net_bytes_add(&link->wire, link->out.bytes, link->out.count);
    net_bytes_drop(&link->out);
    return is_good;
}

void link_flush(struct link *link)
{
    if (link->is_dead || link->is_connecting)
        return;
    if (link->out.count > 0 && !is_to_be_written(link)) {
        link->is_dead = true;
        return;
    }
    size_t sent = 0;
    while (sent < link->wire.count) {
        const ssize_t wrote =
            send(link->descriptor, link->wire.bytes + sent, link->wire.count - sent, MSG_NOSIGNAL);
        if (wrote > 0) {
            sent += (size_t)wrote;
        } else {
            link->is_dead = errno != EAGAIN && errno != EINTR;
            break;
        }
    }
    net_bytes_take(&link->wire, sent);
    const bool wants_out = link->wire.count > 0;
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
    if (crypto_kx_keypair(link->key, link->secret) != 0 ||
        !net_server_watch(host->net, descriptor, &link->watch, EPOLLIN | (is_called ? EPOLLOUT : 0)))
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

struct link *link_take(const struct link_host *host, int descriptor, struct net_address_key *address)
{
    struct sockaddr_storage name = {0};
    socklen_t bytes = sizeof name;
    int caller = accept4(descriptor, (struct sockaddr *)&name, &bytes, SOCK_NONBLOCK | SOCK_CLOEXEC);
    struct link *link = caller >= 0 ? make(host, caller, false) : NULL;
    *address = net_address_of((const struct sockaddr *)&name);
    if (link)
        (void)link_send(link, LINK_NONCE, LINK_VERSION, NULL, 0, link->key, sizeof link->key);
    return link;
}

void link_end(struct link *link)
{
    link->is_dead = true;
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
    net_bytes_drop(&link->raw);
    net_bytes_drop(&link->out);
    net_bytes_drop(&link->wire);
    net_bytes_drop(&link->held);
    sodium_memzero(link, sizeof *link);
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

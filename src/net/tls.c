/* tls.c - TLS for a server: takes the encryption off before the HTTP half sees anything.
 *
 *   network ══ TLS ══ struct net_tls ── a pair of sockets ── HTTP library, later a WebSocket
 *
 * The pair makes the rest of the server the same with and without TLS. Each way holds at most one
 * piece that could not be passed on, and nothing is read before it is gone, so a slow end slows the
 * other down instead of filling memory. */
#include <errno.h>
#include <gnutls/gnutls.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/loop.h"

enum {
    PIECE_BYTES = 1 << 14, /* the most a record holds */
    /* Long records, as those with updates are, have a multiple of CLASS_BYTES. It is measured by
     * tests/attack/lengths.py: less tells more, more costs over a tenth of all bytes. */
    CLASS_BYTES = 80,
    SHORT_BYTES = 256,
};

#define LOST UINT32_MAX /* as 'events': no longer in the epoll */

struct net_tls {
    struct net_link link;
    struct net_place place; /* as long as the handshake takes */
    struct net_server *server;
    struct net_tls **keeper;
    struct net_watch outer_watch, inner_watch;
    gnutls_session_t session;
    struct net_address *address; /* counted as long as the handshake takes */
    struct sockaddr_storage sockaddr;
    socklen_t sockaddr_bytes;
    struct net_bytes in, out; /* a piece that waits: for the inside, for the network */
    uint64_t deadline_ms;     /* in the list of those that have one */
    uint32_t outer_events, inner_events;
    int outer, inner; /* descriptors: the network's and our end of the pair */
    bool has_in_ended, has_out_ended, is_over;
};

struct net_tls_keys {
    gnutls_certificate_credentials_t credentials;
    gnutls_priority_t priority;
    gnutls_datum_t tickets;
    struct net_tls_keys *old; /* that were in their place before, or null */
};

/* ---- keys --------------------------------------------------------------------------------------- */

struct net_tls_keys *net_tls_keys_create(const char *cert_file, const char *key_file)
{
    struct net_tls_keys *keys = calloc(1, sizeof *keys);
    if (!keys)
        return NULL;
    if (gnutls_certificate_allocate_credentials(&keys->credentials) == 0 &&
        gnutls_certificate_set_x509_key_file(keys->credentials, cert_file, key_file, GNUTLS_X509_FMT_PEM) ==
            0 &&
        gnutls_priority_init(&keys->priority, "NORMAL:-VERS-TLS1.0:-VERS-TLS1.1", NULL) == 0 &&
        gnutls_session_ticket_key_generate(&keys->tickets) == 0)
        return keys;
    net_tls_keys_destroy(keys);
    return NULL;
}

void net_tls_keys_retire(struct net_tls_keys *keys, struct net_tls_keys *old)
{
    keys->old = old;
}

void net_tls_keys_destroy(struct net_tls_keys *keys)
{
    if (!keys)
        return;
    net_tls_keys_destroy(keys->old);
    if (keys->credentials)
        gnutls_certificate_free_credentials(keys->credentials);
    if (keys->priority)
        gnutls_priority_deinit(keys->priority);
    gnutls_free(keys->tickets.data);
    free(keys);
}

/* So many milliseconds are left, for a handshake or a farewell; 0: as many as it likes. */
static void set_deadline(struct net_tls *tls, unsigned ms)
{
    struct net_server *server = tls->server;
    tls->deadline_ms = net_now_ms(server) + ms;
    net_list_remove(&tls->link);
    net_list_append(ms > 0 ? &server->tls_timed : &server->tls, &tls->link);
}

/* ---- both ways ---------------------------------------------------------------------------------- */

static bool is_patient(ssize_t status)
{
    return status < 0 && !gnutls_error_is_fatal((int)status);
}

/* Hands a piece to the inside; what it does not take waits. */
static void pass_in(struct net_tls *tls, const uint8_t *bytes, size_t count)
{
    ssize_t sent = send(tls->inner, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) {
        tls->is_over = true;
        return;
    }
    size_t done = sent < 0 ? 0 : (size_t)sent;
    if (done < count && !net_bytes_add(&tls->in, bytes + done, count - done))
        tls->is_over = true;
}

static void pump_in(struct net_tls *tls)
{
    uint8_t piece[PIECE_BYTES];
    if (tls->in.count > 0) {
        struct net_bytes waiting = tls->in;
        tls->in = (struct net_bytes){0};
        pass_in(tls, waiting.bytes, waiting.count);
        net_bytes_drop(&waiting);
    }
    while (tls->in.count == 0 && !tls->has_in_ended && !tls->is_over) {
        ssize_t got = gnutls_record_recv(tls->session, piece, sizeof piece);
        if (is_patient(got))
            return;
        if (got > 0) {
            pass_in(tls, piece, (size_t)got);
        } else {
            tls->has_in_ended = true;
            (void)shutdown(tls->inner, SHUT_WR);
        }
    }
}

/* Encryption hides what is said but not how much: the length of an update would tell how many cards of a
 * hand can be played. Records of a few lengths only say little. (TLS 1.3; the one before cannot pad.) */
static size_t padding_of(size_t count)
{
    size_t padding = (CLASS_BYTES - count % CLASS_BYTES) % CLASS_BYTES;
    return count >= SHORT_BYTES && count + padding <= PIECE_BYTES ? padding : 0;
}

/* Hands a piece to the network. The library keeps what it could not write and must be called again
 * with the same bytes, so they wait whole. */
static void pass_out(struct net_tls *tls, const uint8_t *bytes, size_t count)
{
    ssize_t sent = gnutls_record_send2(tls->session, bytes, count, padding_of(count), 0);
    if (!is_patient(sent) && sent <= 0) {
        tls->is_over = true;
        return;
    }
    size_t done = sent < 0 ? 0 : (size_t)sent;
    if (done < count && !net_bytes_add(&tls->out, bytes + done, count - done))
        tls->is_over = true;
}

static void end_out(struct net_tls *tls)
{
    tls->has_out_ended = true;
    set_deadline(tls, tls->server->config.close_ms);
    (void)gnutls_bye(tls->session, GNUTLS_SHUT_WR);
    (void)shutdown(tls->outer, SHUT_WR);
}

static void pump_out(struct net_tls *tls)
{
    uint8_t piece[PIECE_BYTES];
    if (tls->out.count > 0) {
        struct net_bytes waiting = tls->out;
        tls->out = (struct net_bytes){0};
        pass_out(tls, waiting.bytes, waiting.count);
        net_bytes_drop(&waiting);
    }
    while (tls->out.count == 0 && !tls->has_out_ended && !tls->is_over) {
        ssize_t got = recv(tls->inner, piece, sizeof piece, MSG_DONTWAIT);
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (got > 0)
            pass_out(tls, piece, (size_t)got);
        else
            end_out(tls);
    }
}

/* ---- one connection ----------------------------------------------------------------------------- */

static void forget_address(struct net_tls *tls)
{
    if (!tls->address)
        return;
    net_place_leave(tls->server, &tls->place);
    tls->address->socket_count--;
    net_addresses_release(tls->server->addresses, tls->address);
    tls->address = NULL;
}

void net_tls_set_keeper(struct net_tls *tls, struct net_tls **keeper)
{
    tls->keeper = keeper;
}

int net_tls_descriptor(const struct net_tls *tls)
{
    return tls->outer;
}

static void end(struct net_tls *tls)
{
    if (tls->keeper)
        *tls->keeper = NULL;
    forget_address(tls);
    net_list_remove(&tls->link);
    gnutls_deinit(tls->session);
    close(tls->outer);
    if (tls->inner >= 0)
        close(tls->inner);
    net_bytes_drop(&tls->in);
    net_bytes_drop(&tls->out);
    free(tls);
}

static void want(struct net_tls *tls, int descriptor, struct net_watch *watch, uint32_t *now, uint32_t events)
{
    if (*now == events || *now == LOST)
        return;
    struct epoll_event event = {.events = events, .data.ptr = watch};
    *now = events;
    if (epoll_ctl(tls->server->epoll, EPOLL_CTL_MOD, descriptor, &event) != 0)
        tls->is_over = true;
}

/* An end that is closed both ways would report so in every turn. It is taken out of the epoll, and
 * what is still on its way to the other end has a short time to get there. */
static void lose(struct net_tls *tls, int descriptor, uint32_t *events, bool has_rest)
{
    if (!has_rest)
        tls->is_over = true;
    if (*events == LOST)
        return;
    *events = LOST;
    (void)epoll_ctl(tls->server->epoll, EPOLL_CTL_DEL, descriptor, NULL);
    set_deadline(tls, tls->server->config.close_ms);
}

static void update_wants(struct net_tls *tls)
{
    if (tls->inner < 0) {
        want(tls, tls->outer, &tls->outer_watch, &tls->outer_events,
             gnutls_record_get_direction(tls->session) ? EPOLLOUT : EPOLLIN);
        return;
    }
    uint32_t outer = (tls->in.count == 0 && !tls->has_in_ended ? (uint32_t)EPOLLIN : 0) |
                     (tls->out.count > 0 ? (uint32_t)EPOLLOUT : 0);
    uint32_t inner = (tls->out.count == 0 && !tls->has_out_ended ? (uint32_t)EPOLLIN : 0) |
                     (tls->in.count > 0 ? (uint32_t)EPOLLOUT : 0);
    want(tls, tls->outer, &tls->outer_watch, &tls->outer_events, outer);
    want(tls, tls->inner, &tls->inner_watch, &tls->inner_events, inner);
}

static void settle(struct net_tls *tls)
{
    if (!tls->is_over && tls->has_in_ended && tls->has_out_ended)
        tls->is_over = true;
    if (!tls->is_over)
        update_wants(tls);
    if (!tls->is_over)
        return;
    /* Other events of this turn may still name it: it ends when the turn does. */
    net_list_remove(&tls->link);
    net_list_append(&tls->server->tls_over, &tls->link);
}

static void inner_ready(struct net_watch *watch, uint32_t events)
{
    struct net_tls *tls = (struct net_tls *)((char *)watch - offsetof(struct net_tls, inner_watch));
    if (tls->is_over)
        return;
    pump_out(tls);
    if (events & (EPOLLHUP | EPOLLERR))
        lose(tls, tls->inner, &tls->inner_events, tls->out.count > 0);
    if (!tls->is_over)
        pump_in(tls);
    settle(tls);
}

/* The handshake is done: the rest of the server sees a socket like any other. */
static bool hand_over(struct net_tls *tls)
{
    struct net_server *server = tls->server;
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    tls->inner = pair[0];
    tls->inner_watch.ready = inner_ready;
    tls->inner_events = EPOLLIN;
    set_deadline(tls, 0);
    forget_address(tls);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &tls->inner_watch};
    if (epoll_ctl(server->epoll, EPOLL_CTL_ADD, tls->inner, &event) != 0) {
        close(pair[1]);
        return false;
    }
    return net_web_adopt(server, pair[1], tls, (struct sockaddr *)&tls->sockaddr, tls->sockaddr_bytes);
}

static void outer_ready(struct net_watch *watch, uint32_t events)
{
    struct net_tls *tls = (struct net_tls *)((char *)watch - offsetof(struct net_tls, outer_watch));
    if (tls->is_over)
        return;
    if (tls->inner < 0) {
        int status = gnutls_handshake(tls->session);
        if (!is_patient(status) && (status != 0 || !hand_over(tls)))
            tls->is_over = true;
    }
    if (tls->inner >= 0 && !tls->is_over) {
        pump_in(tls);
        pump_out(tls);
        if (events & (EPOLLHUP | EPOLLERR))
            lose(tls, tls->outer, &tls->outer_events, tls->in.count > 0);
    }
    settle(tls);
}

static bool set_up(struct net_tls *tls)
{
    const struct net_tls_keys *keys = tls->server->keys;
    if (gnutls_init(&tls->session, GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL) != 0) {
        tls->session = NULL;
        return false;
    }
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &tls->outer_watch};
    tls->outer_watch.ready = outer_ready;
    tls->outer_events = EPOLLIN;
    gnutls_transport_set_int(tls->session, tls->outer);
    return gnutls_priority_set(tls->session, keys->priority) == 0 &&
           gnutls_credentials_set(tls->session, GNUTLS_CRD_CERTIFICATE, keys->credentials) == 0 &&
           gnutls_session_ticket_enable_server(tls->session, &keys->tickets) == 0 &&
           epoll_ctl(tls->server->epoll, EPOLL_CTL_ADD, tls->outer, &event) == 0;
}

static void clear_place(struct net_place *place)
{
    struct net_tls *tls = (struct net_tls *)((char *)place - offsetof(struct net_tls, place));
    tls->is_over = true;
    settle(tls);
    net_place_leave(tls->server, place);
}

void net_tls_begin(struct net_server *server, int descriptor, const struct sockaddr_storage *sockaddr,
                   socklen_t sockaddr_bytes)
{
    struct net_tls *tls = calloc(1, sizeof *tls);
    struct net_address *address =
        tls ? net_addresses_find(server->addresses, net_address_of((const struct sockaddr *)sockaddr), true)
            : NULL;
    if (!address) {
        free(tls);
        close(descriptor);
        return;
    }
    address->socket_count++;
    tls->server = server;
    tls->address = address;
    tls->sockaddr = *sockaddr;
    tls->sockaddr_bytes = sockaddr_bytes;
    tls->outer = descriptor;
    tls->inner = -1;
    net_list_init(&tls->link);
    net_list_init(&tls->place.link);
    net_place_take(server, &tls->place, address, clear_place);
    set_deadline(tls, server->config.handshake_ms);
    if (!set_up(tls))
        end(tls);
}

/* ---- all of them -------------------------------------------------------------------------------- */

void net_tls_sweep(struct net_server *server)
{
    uint64_t now_ms = net_now_ms(server);
    struct net_link *next;
    for (struct net_link *link = server->tls_timed.next; link != &server->tls_timed; link = next) {
        struct net_tls *tls = (struct net_tls *)link;
        next = link->next;
        if (tls->deadline_ms > now_ms)
            continue;
        if (tls->inner < 0)
            server->counters.dropped_handshake++;
        tls->is_over = true;
        settle(tls);
    }
}

void net_tls_settle(struct net_server *server)
{
    while (!net_list_is_empty(&server->tls_over))
        end((struct net_tls *)server->tls_over.next);
}

static void end_list(struct net_link *list)
{
    while (!net_list_is_empty(list)) {
        struct net_tls *tls = (struct net_tls *)list->next;
        /* What is written already still goes out. */
        if (tls->inner >= 0 && !tls->has_out_ended)
            pump_out(tls);
        end(tls);
    }
}

void net_tls_end_all(struct net_server *server)
{
    end_list(&server->tls);
    end_list(&server->tls_timed);
    net_tls_settle(server);
}

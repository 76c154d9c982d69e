/* loop.h - inside the server: what its loop (server.c), its HTTP half (web.c) and its WebSocket half
 * (conn.c) share. Nothing above src/net includes this.
 *
 * A TCP connection is a struct net_socket as long as it speaks HTTP. One that becomes a WebSocket is
 * taken out of the HTTP library's hands and is a struct net_conn from then on, in exactly one of the
 * lists 'open', 'closing' and 'dead'. With TLS a struct net_tls stands between either and the network. */
#ifndef NET_LOOP_H
#define NET_LOOP_H

#include <stdatomic.h>

#include <microhttpd.h>

#include "net/address.h"
#include "net/bytes.h"
#include "net/list.h"
#include "net/message.h"
#include "net/server.h"

enum {
    NET_READ_BYTES = 1 << 14, /* at once from one connection, so that others get their turn */
    NET_HTTP_SOCKETS = 512,   /* served at once, besides the WebSockets */
};

/* One of the places before a socket becomes a WebSocket: whoever shakes hands or asks for a page has
 * one. */
struct net_place {
    struct net_link link;        /* among all, in the order of coming */
    struct net_address *address; /* null: has none, or not any more */
    void (*clear)(struct net_place *place);
    bool is_busy; /* being answered */
};

struct net_tls;

enum { NET_UNDER_BYTES = 17 }; /* longer ones are no paths of sockets */

struct net_socket {
    struct net_link link; /* among those with a deadline, or those that have become WebSockets */
    struct net_place place;
    struct net_watch watch; /* for the end of the stream, which the library may not ask about */
    struct net_server *server;
    struct MHD_Connection *connection;
    struct MHD_UpgradeResponseHandle *upgrade; /* once it has become a WebSocket */
    struct net_later *later;                   /* the answer that is still to come, or null */
    struct net_tls *tls;                       /* null without, or when it is gone */
    struct net_address *address;               /* that counts it; null when a WebSocket has taken over */
    struct net_address *caller;                /* that counts the WebSocket, once it was granted */
    uint64_t deadline_ms;
    int descriptor;
    char under[NET_UNDER_BYTES];  /* of net_peer */
    bool is_answering, has_ended; /* has_ended: the other end says nothing more */
};

enum net_conn_state {
    NET_CONN_OPEN,
    NET_CONN_CLOSING, /* our farewell is queued, the other one's has not come */
    NET_CONN_ENDING,  /* nothing read counts any more: write what waits, then wait for the end */
    NET_CONN_DEAD,    /* to be freed at the end of the turn */
};

struct net_conn {
    struct net_link link;
    struct net_watch watch;
    struct net_server *server;
    struct net_conn *dirty_next;          /* has output that this turn has not tried to write */
    struct net_conn *left_next;           /* is no longer open and the handler does not know yet */
    struct net_tls *tls;                  /* null without, or when it is gone */
    struct net_address *address, *caller; /* that count it as a socket and as a WebSocket */
    void *data;
    uint8_t *input; /* the beginning of a frame that is not whole */
    uint32_t input_count;
    struct net_messages messages;
    struct net_bytes output;
    uint64_t due_ms; /* open: look at it again; closing: the end of our patience */
    uint64_t heard_ms, pinged_ms;
    uint64_t rtt_asked_us;
    struct net_rtt rtt; /* as it was then */
    int descriptor;     /* to read and write; with TLS the end of a pair */
    uint8_t state;
    bool is_dirty, is_waiting, is_shut, has_tls; /* is_waiting: for room to write */
};

struct net_server {
    struct net_config config;
    struct net_handler handler;
    struct net_counters counters;
    struct MHD_Daemon *daemon;
    struct net_addresses *addresses;
    struct net_address_key *proxies;
    struct net_tls_keys *keys;                /* null without TLS */
    uint8_t *buffer;                          /* what is being read, after what was left over */
    struct net_link open, closing, dead;      /* of net_conn; the first two by 'due_ms' */
    struct net_link waiting, detached;        /* of net_socket: with a deadline; become WebSockets */
    struct net_link places;                   /* of net_place */
    struct net_link tls, tls_timed, tls_over; /* of net_tls: at ease; with a deadline; at its end */
    struct net_watch listener_watch, library_watch, event_watch;
    struct net_conn *dirty, *left;
    unsigned granted_count, answering_count, place_count;
    unsigned taken;       /* events, before a turn had no more time for the others */
    unsigned events_most; /* that the kernel is asked for at once */
    uint64_t now_us, tick_ms, sweep_ms, drain_ms;
    uint64_t crowd_count, crowd_ms; /* who had to go since the handler was told, and when it may be told */
    struct net_address_key crowd_last;
    struct net_tls *adopted; /* what stands before the socket that is just being adopted */
    int epoll, event, listener;
    uint16_t port;
    bool is_draining, is_failed, is_notified, must_run_http, has_ended_sockets;
    _Atomic bool is_woken, is_stopped;
};

static inline uint64_t net_now_ms(const struct net_server *server)
{
    return server->now_us / 1000;
}

/* ---- gate.c ------------------------------------------------------------------------------------- */

/* The listener is ready. */
void net_gate_accept(struct net_watch *watch, uint32_t events);

/* Takes a place, for which there was made room; gives it back, once or more. */
void net_place_take(struct net_server *server, struct net_place *place, struct net_address *address,
                    void (*clear)(struct net_place *place));
void net_place_leave(struct net_server *server, struct net_place *place);

/* Tells the handler, not too often, who had to make room. */
void net_gate_tell(struct net_server *server);

/* ---- web.c -------------------------------------------------------------------------------------- */

struct MHD_Daemon *net_web_start(struct net_server *server);

/* Whether it is one of the proxies that are believed. */
bool net_web_is_proxy(const struct net_server *server, const struct net_address_key *key);

/* Serves a connected socket, behind TLS or not. */
bool net_web_adopt(struct net_server *server, int descriptor, struct net_tls *tls,
                   const struct sockaddr *sockaddr, socklen_t sockaddr_bytes);

/* Runs the HTTP library, and makes it forget the sockets that have become WebSockets. */
void net_web_run(struct net_server *server);

/* Ends what is past its deadline. */
void net_web_sweep(struct net_server *server);

/* ---- conn.c ------------------------------------------------------------------------------------- */

/* A socket has become a WebSocket: what it counted for is the connection's from now on. 'extra' came
 * together with its request. False without memory or descriptors. */
bool net_conn_begin(struct net_server *server, const struct net_peer *peer, struct net_socket *socket,
                    const char *extra, size_t extra_count);

/* Pings the silent, buries the dead, loses patience with the slow. */
void net_conns_sweep(struct net_server *server);

/* The end of a turn: tells the handler who has left, writes all that waits, frees the dead. */
void net_conns_settle(struct net_server *server);

/* When the next sweep is due, or UINT64_MAX. */
uint64_t net_conns_due_ms(const struct net_server *server);

/* Without any farewell. */
void net_conn_drop(struct net_conn *conn);

/* ---- tls.c -------------------------------------------------------------------------------------- */

/* Null if the files cannot be read or do not belong together. */
struct net_tls_keys *net_tls_keys_create(const char *cert_file, const char *key_file);
/* The old ones stay as long as the new ones do: there are connections that began with them. */
void net_tls_keys_retire(struct net_tls_keys *keys, struct net_tls_keys *old);
void net_tls_keys_destroy(struct net_tls_keys *keys);

/* Whoever keeps a pointer to it, so that it can be taken back at the end; null: nobody any more. */
void net_tls_set_keeper(struct net_tls *tls, struct net_tls **keeper);

/* The network's descriptor. */
int net_tls_descriptor(const struct net_tls *tls);

/* Shakes hands over a socket that was just accepted; it is ours from here on. */
void net_tls_begin(struct net_server *server, int descriptor, const struct sockaddr_storage *sockaddr,
                   socklen_t sockaddr_bytes);

/* Ends what is past its deadline; frees, at the end of a turn, what has ended; ends all. */
void net_tls_sweep(struct net_server *server);
void net_tls_settle(struct net_server *server);
void net_tls_end_all(struct net_server *server);

#endif

/* server.h - HTTP and WebSocket on one port: bytes in, bytes out, in one thread and one epoll loop.
 *
 * Knows nothing of cards, tables or JSON. What arrives is handed to a struct net_handler; what shall
 * leave is queued and written once per connection at the end of each turn of the loop.
 *
 *   turn:  wait ─► read, call http/open/text ─► woken ─► tick ─► closed ─► write ─► wait
 *
 * All functions belong to the thread that runs the loop, except net_server_wake() and
 * net_server_stop(). A connection may be used from its open() until its closed() returns, which
 * comes exactly once, also after net_conn_close() and after a failed net_conn_send(). Nothing is
 * freed and no handler is called from within the functions of a connection, so that a handler may
 * send to and close whatever it likes. */
#ifndef NET_SERVER_H
#define NET_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/frame.h"
#include "net/problem.h"
#include "net/rtt.h"
#include "net/web.h"

struct net_server;
struct net_conn;

/* Zero means the default, where one is given. */
struct net_config {
    const char *listen;               /* a numeric address; default 127.0.0.1 */
    uint16_t port;                    /* 0: the system chooses */
    int descriptor;                   /* not 0: it listens already, and is the server's from here on */
    const char *cert_file, *key_file; /* PEM; with both of them TLS is spoken, and nothing else */
    const char *socket_path;          /* where WebSockets are opened, and under it; default "/ws" */
    /* Pages that may open a socket, besides our own: "https://example.org". */
    const char *const *origins;
    unsigned origin_count;
    /* Names under which we are asked, besides numeric addresses and "localhost"; who asks for another
     * one is sent away (421). Without names whatever a proxy passes on is believed. */
    const char *const *names;
    unsigned name_count;
    /* Numeric addresses of proxies whose X-Forwarded-For is believed, and who have no cap. */
    const char *const *proxies;
    unsigned proxy_count;
    unsigned conns_max;             /* WebSockets; default: what the open files allow */
    unsigned conns_per_address_max; /* default: no cap, neither here nor before the upgrade */
    unsigned files_kept;            /* descriptors kept back for others; default 256 */
    unsigned handshake_ms;          /* for a whole request to arrive; default 10,000 */
    unsigned answer_ms;             /* for an answer to leave; default 120,000 */
    unsigned ping_ms;               /* silence after which we ask; default 25,000 */
    unsigned idle_ms;               /* silence after which it is dead; default 60,000 */
    unsigned close_ms;              /* patience for a farewell; default 2,000 */
    unsigned message_bytes_max;     /* default 4,096 */
    unsigned queue_bytes_max;       /* waiting output per connection; default 262,144 */
    unsigned body_bytes_max;        /* of a POST; default 4,096 */
};

struct net_peer {
    const char *address; /* in numbers, IPv6 by its network; the one a trusted proxy names */
    const char *under;   /* "k7" of "/ws/k7", letters and digits; empty: the path itself */
    bool is_tls;
};

/* The parts of a turn, in microseconds; waiting is none. */
struct net_turn {
    uint64_t read_us;  /* what has come in over WebSockets */
    uint64_t web_us;   /* requests, and who is past a deadline */
    uint64_t tick_us;  /* woken() and tick() */
    uint64_t write_us; /* what goes out, and the farewells */
};

/* Each may be null. */
struct net_handler {
    void *context;
    /* A request that is not for a socket; without an answer it is 404. */
    void (*http)(void *context, const struct net_request *request, struct net_response *response);
    /* A WebSocket is open. False closes it as against the policy (1008); closed() follows all the
     * same. */
    bool (*open)(void *context, struct net_conn *conn, const struct net_peer *peer);
    /* A whole text message, valid UTF-8, not ended by a zero. */
    void (*text)(void *context, struct net_conn *conn, const char *bytes, size_t count, uint64_t now_us);
    void (*closed)(void *context, struct net_conn *conn);
    /* net_server_wake() was called, once or more. */
    void (*woken)(void *context);
    /* So many unfinished sockets had to make room for newcomers since the last time, the last of them
     * from there. At most every few seconds. */
    void (*crowded)(void *context, uint64_t count, const char *address);
    /* In each turn; returns the milliseconds until it wants the next one at the latest, or -1. */
    int64_t (*tick)(void *context, uint64_t now_ms);
    /* At the end of each turn: how long its parts have taken. */
    void (*turned)(void *context, const struct net_turn *turn);
};

/* X(name, what it counts): the counters, for whoever shows them. Those that end in "_open" say what is now,
 * the others what has ever been. */
#define NET_COUNTER_LIST(X)                                                               \
    X(conns_open, "WebSockets that are open now.")                                        \
    X(conns_opened, "WebSockets opened.")                                                 \
    X(sockets_open, "Sockets that are open now, whatever they speak.")                    \
    X(sockets_opened, "Sockets opened.")                                                  \
    X(places_open, "Sockets that are open now and are no WebSockets yet.")                \
    X(messages_in, "Messages that have arrived.")                                         \
    X(messages_out, "Messages that were sent.")                                           \
    X(bytes_in, "Bytes that have arrived over WebSockets.")                               \
    X(bytes_out, "Bytes sent over WebSockets.")                                           \
    X(http_requests, "Plain HTTP requests.")                                              \
    X(refused_handshake, "Refused: not a proper opening of a WebSocket (400, 405, 426).") \
    X(refused_host, "Refused: asked for a name that is not ours (421).")                  \
    X(refused_origin, "Refused: opened by the page of another site.")                     \
    X(refused_address, "Refused: the cap of the address is reached.")                     \
    X(refused_full, "Refused: there is no room.")                                         \
    X(dropped_handshake, "Dropped: too slow to ask or to take the answer.")               \
    X(dropped_for_newcomer, "Dropped: unfinished, and somebody else came.")               \
    X(dropped_idle, "Dropped: silent for too long.")                                      \
    X(dropped_slow, "Dropped: does not read what is sent.")                               \
    X(closed_protocol, "Closed by us with 1002, 1003, 1007 or 1009.")

struct net_counters {
#define NET_COUNTER_FIELD(name, help) uint64_t name;
    NET_COUNTER_LIST(NET_COUNTER_FIELD)
#undef NET_COUNTER_FIELD
};

/* Opens the port. Null and a problem if it cannot; errno may say more. The process ignores SIGPIPE
 * from here on and may open as many files as the system lets it. The texts of 'config' and the
 * handler are copied; what they point to stays the caller's and lives as long as the server. */
struct net_server *net_server_create(const struct net_config *config, const struct net_handler *handler,
                                     enum net_problem *problem);

/* Closes whatever is still open, without a farewell but with closed(). */
void net_server_destroy(struct net_server *server);

uint16_t net_server_port(const struct net_server *server);
unsigned net_server_conns_max(const struct net_server *server);
struct net_counters net_server_counters(const struct net_server *server);

/* Runs until net_server_stop(), and then takes no new connections, closes all with 1001, writes what
 * waits, and returns after 'close_ms' at the latest. False if the system's epoll fails. */
bool net_server_run(struct net_server *server);

/* One turn of the loop, waiting at most so long (-1: as long as nothing happens); for whoever has a
 * loop. False when all is over after net_server_stop(), or epoll failed. */
bool net_server_turn(struct net_server *server, int wait_ms);

/* From any thread. Several calls before a turn make one woken(). */
void net_server_wake(struct net_server *server);

/* From any thread and from a signal handler. */
void net_server_stop(struct net_server *server);

/* Reads certificate and key anew, for whoever comes from now on. False: they cannot be read, and the old ones
 * stay. */
bool net_server_read_keys(struct net_server *server);

/* Serves a socket that is already connected, as if it had come through the port. It is the server's
 * from here on. */
bool net_server_adopt(struct net_server *server, int descriptor);

/* A descriptor of the caller's own in the same loop. What an event points to: */
struct net_watch {
    void (*ready)(struct net_watch *watch, uint32_t events); /* epoll's */
};
/* Waits for these events from now on; closing the descriptor ends it. An event of this turn may still come,
 * so a watch is kept until the turn's tick(). */
bool net_server_watch(struct net_server *server, int descriptor, struct net_watch *watch, uint32_t events);

/* The time of this turn, from a clock that never jumps. */
uint64_t net_server_now_us(const struct net_server *server);

/* ---- connections -------------------------------------------------------------------------------- */

/* Queues one text message. False if the connection is no longer open, or if it does not read and the
 * queue is full; then it is dropped. */
bool net_conn_send(struct net_conn *conn, const char *bytes, size_t count);

/* Says goodbye with a code of enum net_close (or 3000 to 4999) after what is queued. Nothing more is
 * received. */
void net_conn_close(struct net_conn *conn, uint16_t code, const char *reason);

/* The kernel's measure of the way to the other end and back, smoothed or the shortest seen; 0 if it
 * has none. Behind a proxy it is the way to the proxy. It is asked for every 250 ms at most, and every 30 s
 * where reactions are not compared. */
struct net_rtt net_conn_rtt(struct net_conn *conn, bool is_race);

void *net_conn_data(const struct net_conn *conn);
void net_conn_set_data(struct net_conn *conn, void *data);

#endif

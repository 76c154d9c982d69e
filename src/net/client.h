/* client.h - a WebSocket client: one connection, small enough for thousands in a process.
 *
 *   create ─► wait on net_client_descriptor() for net_client_wants() ─► net_client_next() until there
 *   is nothing ─► wait again ... ─► NET_CLIENT_CLOSED ─► destroy
 *
 * It never waits by itself, has no timers and trusts nothing that a server says: whatever is against
 * the protocol ends in NET_CLIENT_CLOSED with a problem. Knows no JSON and no game. */
#ifndef NET_CLIENT_H
#define NET_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/frame.h"
#include "net/problem.h"
#include "net/trust.h"

struct net_client;

struct net_client_config {
    const char *url;               /* ws://host:port/ws or wss://... */
    const char *origin;            /* may be null: it is no page */
    const char *from;              /* an address of this machine to come from, in numbers; may be null */
    const struct net_trust *trust; /* for wss://; null: the system's list, read for this client alone */
    size_t message_bytes_max;      /* 0: 1 MiB */
    size_t queue_bytes_max;        /* 0: 1 MiB */
};

enum net_client_kind {
    NET_CLIENT_NOTHING, /* wait */
    NET_CLIENT_OPENED,  /* messages can be sent */
    NET_CLIENT_TEXT,
    NET_CLIENT_CLOSED, /* the last news, and from now on the only one */
};

struct net_client_news {
    enum net_client_kind kind;
    const char *bytes; /* of a text, or of a farewell; until the next call, not ended by a zero */
    size_t count;
    uint16_t code;            /* closed: the server's, or NET_CLOSE_LOST if it never came */
    unsigned status;          /* closed before it was open: the HTTP status, or 0 */
    enum net_problem problem; /* closed: NET_PROBLEM_NONE after a proper farewell */
};

/* Looks the name up, which may take a while, and begins to connect. Null with a problem. */
struct net_client *net_client_create(const struct net_client_config *config, enum net_problem *problem);
void net_client_destroy(struct net_client *client);

/* For poll() or epoll: the descriptor, which may be another one until the client has opened, and
 * POLLIN, POLLOUT or both. */
int net_client_descriptor(const struct net_client *client);
short net_client_wants(const struct net_client *client);

/* Reads and writes what can be, and tells one thing that happened. */
struct net_client_news net_client_next(struct net_client *client);

/* Waits until there is something to do, at most so long (-1: without end). */
void net_client_wait(const struct net_client *client, int wait_ms);

/* Sends one text, valid UTF-8; what cannot be written at once is queued. False if the client is not
 * open or the queue is full. */
bool net_client_send(struct net_client *client, const char *bytes, size_t count);

/* Asks whether the server is there; any answer counts in net_client_heard_ms(). */
bool net_client_ping(struct net_client *client);

/* When the server's last bytes came, by CLOCK_MONOTONIC. A server pings after 25 s of silence, so one
 * that says nothing for a minute is gone. */
uint64_t net_client_heard_ms(const struct net_client *client);

/* Says goodbye; NET_CLIENT_CLOSED comes when the server has answered or ended. */
void net_client_close(struct net_client *client, uint16_t code, const char *reason);

#endif

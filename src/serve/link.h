/* link.h - what two nodes of a house say to each other: frames over one TCP connection.
 *
 *     length (4 bytes, little end first) kind (1) channel (8) payload (length - 9)
 *
 * Whoever is called sends a nonce; the caller proves with it that it knows the house's secret, which only the
 * database tells, and the other way round; both say their version. Nothing is encrypted: nodes belong into a
 * network of their own (docs/OPERATING.md). Knows no tables and no connections of clients. */
#ifndef SERVE_LINK_H
#define SERVE_LINK_H

#include "net/bytes.h"
#include "net/server.h"

enum { LINK_VERSION = 1, LINK_SECRET_BYTES = 32, LINK_FRAME_MAX = 1 << 20 };

enum link_kind {
    LINK_NONCE = 1, /* 32 bytes */
    LINK_PROOF,     /* version (4), number (4), nonce (32), proof (32) */
    /* Of a client's connection, from where it is to where its table is: */
    LINK_OPEN,   /* language (1), address */
    LINK_TEXT,   /* least and usual round trip to it in milliseconds (4 each), text */
    LINK_CLOSED, /* it went */
    /* and back: */
    LINK_SEND,  /* text */
    LINK_CLOSE, /* code (2), reason */
    LINK_BACK,  /* it wants to another table: text */
    /* A question to the node, and its answer: */
    LINK_ASK,    /* words */
    LINK_ANSWER, /* status (2), text */
    LINK_GIVEN,  /* the table of this number, in the channel's place, is the other node's now */
    LINK_HOW,    /* whether it has the database */
    LINK_WELL,   /* 1: it has (1) */
    LINK_ORDER,  /* what the operator asks: words, each ended by the unit separator */
    LINK_DONE,   /* 0: no, 1: good, 2: more follows (1), text */
};

struct link;

struct link_host {
    void *context;
    struct net_server *net;
    uint8_t secret[LINK_SECRET_BYTES];
    uint32_t self;
    void (*frame)(void *context, struct link *link, enum link_kind kind, uint64_t channel,
                  const uint8_t *bytes, size_t count);
    /* It broke; not to be used any more. */
    void (*down)(void *context, struct link *link, bool was_up);
};

/* Listens; the address as others may use it goes to 'address' (STORE_ADDRESS_BYTES). "host" or "host:port",
 * in numbers. -1: errno tells. */
int link_listen(const char *where, char *address, size_t size);

/* Calls another node, or takes a call. Null: cannot. */
struct link *link_call(const struct link_host *host, const char *address);
struct link *link_take(const struct link_host *host, int descriptor);

/* False: the other end does not read; the link will go down. */
bool link_send(struct link *link, enum link_kind kind, uint64_t channel, const void *head, size_t head_count,
               const void *bytes, size_t count);

/* Writes what waits, at the end of a turn. */
void link_flush(struct link *link);
/* Tells down(), if it was not told, and frees it: in tick() only. */
void link_destroy(struct link *link);

bool link_is_dead(const struct link *link);
bool link_is_up(const struct link *link);
bool link_is_called(const struct link *link); /* by us */
uint32_t link_rtt_ms(const struct link *link);
void *link_data(const struct link *link);
void link_set_data(struct link *link, void *data);

#endif

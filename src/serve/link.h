/* link.h - what two nodes of a house say to each other: frames over one TCP connection.
 *
 *     length (4 bytes, little end first) kind (1) channel (8) payload (length - 9)
 *
 * Whoever is called sends a key of this link alone; the caller proves over it that it knows the house's
 * secret, which only the database tells, and the other way round; both say their version. From the two keys
 * come those under which all that follows is sealed, many frames in one record:
 *
 *     length (4 bytes) record (sealed, padded to a multiple of 80 bytes)
 *
 * Before it has proven who it is, the other end can make us keep a few hundred bytes and nothing else. A node
 * of version 1 cannot seal; with it we speak plainly, so that a house is upgraded one node after the other.
 * Knows no tables and no connections of clients. */
#ifndef SERVE_LINK_H
#define SERVE_LINK_H

#include "net/address.h"
#include "net/bytes.h"
#include "net/server.h"

enum { LINK_VERSION = 2, LINK_SECRET_BYTES = 32, LINK_FRAME_MAX = 1 << 20 };

enum link_kind {
    LINK_NONCE = 1, /* key (32); in the channel's place the version, 0 for 1 */
    LINK_PROOF, /* version (4), number (4), key (32), start of the seals (24, not in version 1), proof (32) */
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
    LINK_AM,     /* who calls: number (4) */
};

struct link;

struct link_host {
    void *context;
    struct net_server *net;
    uint8_t secret[LINK_SECRET_BYTES];
    uint32_t self;
    void (*frame)(void *context, struct link *link, enum link_kind kind, uint64_t channel,
                  const uint8_t *bytes, size_t count);
    /* It is up with a node that cannot seal. */
    void (*plain)(void *context, struct link *link);
    /* It broke; not to be used any more. */
    void (*down)(void *context, struct link *link, bool was_up);
};

/* Listens; the address as others may use it goes to 'address' (STORE_ADDRESS_BYTES). "host" or "host:port",
 * in numbers. -1: errno tells. */
int link_listen(const char *where, char *address, size_t size);

/* Calls another node, or takes a call and tells from where. Null: cannot. */
struct link *link_call(const struct link_host *host, const char *address);
struct link *link_take(const struct link_host *host, int descriptor, struct net_address_key *address);

/* False: the other end does not read; the link will go down. */
bool link_send(struct link *link, enum link_kind kind, uint64_t channel, const void *head, size_t head_count,
               const void *bytes, size_t count);

/* It is over; the rest is done in tick(). */
void link_end(struct link *link);
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

/* wire.h - the connection to a server, kept up by a thread of its own: it answers the server's
 * pings while a person reads a page, looks names up without holding the screen, and connects again by
 * itself, more slowly each time.
 *
 * Knows no protocol. What comes is told in the order in which it came; after OPENED the caller introduces
 * itself, so nothing of a new connection comes before the rest of the old one was told. */
#ifndef REMOTE_WIRE_H
#define REMOTE_WIRE_H

#include "net/problem.h"
#include "penultima/penultima.h"

struct remote_wire;

enum { REMOTE_UNDER_BYTES = 20 }; /* with the zero at its end */

enum remote_wire_type {
    REMOTE_WIRE_NOTHING,
    REMOTE_WIRE_OPENED,
    REMOTE_WIRE_TEXT,
    REMOTE_WIRE_LOST /* or never opened: 'problem' */
};

struct remote_wire_news {
    enum remote_wire_type type;
    uint64_t at_ms;  /* when it came, by platform_now_ms() */
    unsigned number; /* of the connection, from 1 */
    enum net_problem problem;
    const char *bytes; /* until the next call */
    size_t count;
};

/* 'under' is what belongs behind the URL, "/k7m2p9x4" or nothing; a server that does not know it is called
 * without. Null: no memory, or no thread. */
struct remote_wire *remote_wire_create(const char *url, const char *under);

/* From the next connection on; at most as long as REMOTE_UNDER_BYTES. */
void remote_wire_set_under(struct remote_wire *wire, const char *under);

/* To poll for reading: something can be taken. */
int remote_wire_fd(const struct remote_wire *wire);

struct remote_wire_news remote_wire_take(struct remote_wire *wire);

/* Sends one text over the connection of this number; if it is gone, the text is dropped. */
void remote_wire_send(struct remote_wire *wire, unsigned number, const char *bytes, size_t count);

/* Half a pause to half as much again, by chance: not all who were at a server come back at one moment. */
unsigned remote_spread_ms(unsigned pause_ms);

/* The server has let us in: next time begin to connect quickly again. */
void remote_wire_is_well(struct remote_wire *wire);

/* Sends what is still waiting, says goodbye and ends; waits for that a moment at most. */
void remote_wire_destroy(struct remote_wire *wire);

#endif

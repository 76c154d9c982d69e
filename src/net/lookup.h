/* lookup.h - the addresses of a name, with an end to the waiting: the C library's own question knows none. */
#ifndef NET_LOOKUP_H
#define NET_LOOKUP_H

#include <netdb.h>
#include <stdbool.h>

#include "net/problem.h"

/* Asks in a thread of its own, which goes on by itself when the time is over (0: waits as long as it takes);
 * so few of these may be left over that names which are never answered cost little. */
enum net_problem net_lookup(const char *host, const char *port, unsigned wait_ms, struct addrinfo **found);

/* Whether a name can be one of the open network: at least two labels, none of the ends that are set aside for
 * this machine, its neighbourhood or examples (RFC 6761, 6762, 8375, 9476 and ICANN's "internal"). Numbers
 * are no names; whether they are public is told by net_address_is_public(). */
bool net_lookup_is_public(const char *host);

#endif

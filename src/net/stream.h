/* stream.h - a client's way to a server: TCP, with TLS if the address wants it. Never waits, except
 * for names to be looked up. Knows nothing of what the bytes mean. */
#ifndef NET_STREAM_H
#define NET_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/problem.h"
#include "net/trust.h"
#include "net/url.h"

struct net_stream; /* create and destroy */

/* Where to: anywhere, or to no address of this machine and of private networks (net_address_is_public),
 * whatever the name is looked up as, and no name that cannot be of the open network is looked up at all. */
enum net_reach { NET_ANYWHERE, NET_PUBLIC_ONLY };

/* 'from' is an address of this machine to come from, in numbers; null: the system chooses. The name is
 * looked up in 'name_ms' or not at all; 0: as long as it takes. */
struct net_stream *net_stream_create(const struct net_url *url, const struct net_trust *trust,
                                     const char *from, enum net_reach reach, unsigned name_ms,
                                     enum net_problem *problem);
void net_stream_destroy(struct net_stream *stream);

/* To wait on with poll(): a descriptor, which may be another one as long as the stream is not ready,
 * and POLLIN or POLLOUT. 'has_output' is whether the caller has something to write. */
int net_stream_descriptor(const struct net_stream *stream);
short net_stream_wants(const struct net_stream *stream, bool has_output);

/* Goes on with connecting. True when bytes can be read and written; false with a problem if it
 * failed, and without one as long as it takes time. */
bool net_stream_is_ready(struct net_stream *stream, enum net_problem *problem);

/* Whether bytes may lie in it that its descriptor does not tell of (TLS). */
bool net_stream_keeps(const struct net_stream *stream);

/* Both return how many bytes, 0 if it would have to wait, and -1 at the end (or with any error; a
 * stream does not say which, for it is over). */
ptrdiff_t net_stream_read(struct net_stream *stream, uint8_t *bytes, size_t count);
ptrdiff_t net_stream_write(struct net_stream *stream, const uint8_t *bytes, size_t count);

#endif

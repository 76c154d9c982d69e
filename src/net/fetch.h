/* fetch.h - one HTTP request and its answer, for programs that ask a server something. Waits; opens a
 * connection for each request. */
#ifndef NET_FETCH_H
#define NET_FETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/problem.h"
#include "net/trust.h"

struct net_fetch {
    const char *url;               /* http:// or https:// */
    const char *body;              /* null: GET; otherwise POST */
    size_t body_bytes;             /* 0: as long as the text is */
    const char *headers;           /* about the body, each with its line end; null: it is JSON */
    const char *authorization;     /* the whole header's value, or null */
    const struct net_trust *trust; /* as for a client */
    size_t bytes_max;              /* of the answer; 0: 16 MiB */
    unsigned wait_ms;              /* for everything, looking up the name included; 0: 10,000 */
    bool is_public_only;           /* never to an address of this machine or of a private network */
    bool is_status_only;           /* what else is answered is of no interest */
};

struct net_fetched {
    unsigned status;
    char *bytes; /* from malloc, with a zero behind; the caller frees it */
    size_t count;
};

/* NET_PROBLEM_NONE with any status, also with 404. */
enum net_problem net_fetch(const struct net_fetch *fetch, struct net_fetched *fetched);

#endif

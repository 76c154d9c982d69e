/* url.h - the parts of ws://, wss://, http:// and https:// addresses. Pure. */
#ifndef NET_URL_H
#define NET_URL_H

#include <stdbool.h>
#include <stdint.h>

struct net_url {
    char host[256];  /* without the brackets of IPv6 */
    char path[1024]; /* with the query, without the fragment; at least "/" */
    uint16_t port;
    bool is_tls;
    bool is_usual_port; /* and need not be named */
};

/* False if it is none, has a user name, or anything that must not stand in a request. */
bool net_url_read(const char *text, struct net_url *url);

/* "host", "host:port" or "[address]:port", for a Host header and as part of an Origin. */
void net_url_write_host(const struct net_url *url, char text[static 272]);

#endif

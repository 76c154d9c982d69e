/* gate.c - who comes in: accepting sockets, and the places of those that are no WebSockets yet.
 *
 * There are few places, and everybody passes through one. So nobody may hold many of them for long:
 * an address has a small share, and when its share or all places are taken the newcomer comes in and
 * somebody else goes. That is whoever has not asked for anything yet, of the address that holds the
 * most places, the oldest first; only then one that is being answered. A newcomer is never refused
 * for want of a place. */
#define _GNU_SOURCE /* accept4() */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/loop.h"

enum {
    PLACES_PER_ADDRESS = 64, /* a browser takes six; many people may come from one household */
    ACCEPTS_PER_TURN = 64,   /* whoever plays already comes first */
    CROWD_MS = 5000,         /* between two notices */
};

void net_place_take(struct net_server *server, struct net_place *place, struct net_address *address,
                    void (*clear)(struct net_place *place))
{
    place->address = address;
    place->clear = clear;
    address->place_count++;
    server->place_count++;
    server->counters.places_open++;
    net_list_append(&server->places, &place->link);
}

void net_place_leave(struct net_server *server, struct net_place *place)
{
    if (!place->address)
        return;
    place->address->place_count--;
    place->address = NULL;
    server->place_count--;
    server->counters.places_open--;
    net_list_remove(&place->link);
}

static struct net_place *place_of(struct net_link *link)
{
    return (struct net_place *)link;
}

/* Whether 'place' goes rather than 'other', which is older. */
static bool goes_before(const struct net_place *place, const struct net_place *other)
{
    if (place->is_busy != other->is_busy)
        return !place->is_busy;
    return place->address->place_count > other->address->place_count;
}

/* Somebody of this address goes, or of any if it is null. */
static void clear_one(struct net_server *server, const struct net_address *address)
{
    struct net_place *first = NULL;
    for (struct net_link *link = server->places.next; link != &server->places; link = link->next)
        if ((!address || place_of(link)->address == address) &&
            (!first || goes_before(place_of(link), first)))
            first = place_of(link);
    if (!first)
        return;
    server->counters.dropped_for_newcomer++;
    server->crowd_count++;
    server->crowd_last = first->address->key;
    first->clear(first);
}

static void make_room(struct net_server *server, const struct sockaddr *sockaddr)
{
    struct net_address_key key = net_address_of(sockaddr);
    const struct net_address *address = net_addresses_find(server->addresses, key, false);
    bool has_share = server->config.conns_per_address_max > 0 && !net_web_is_proxy(server, &key);
    if (has_share && address && address->place_count >= PLACES_PER_ADDRESS)
        clear_one(server, address);
    else if (server->place_count >= NET_HTTP_SOCKETS)
        clear_one(server, NULL);
}

void net_gate_tell(struct net_server *server)
{
    uint64_t now_ms = net_now_ms(server);
    if (server->crowd_count == 0 || now_ms < server->crowd_ms)
        return;
    char text[NET_ADDRESS_TEXT_BYTES];
    net_address_write(&server->crowd_last, text);
    if (server->handler.crowded)
        server->handler.crowded(server->handler.context, server->crowd_count, text);
    server->crowd_count = 0;
    server->crowd_ms = now_ms + CROWD_MS;
}

void net_gate_accept(struct net_watch *watch, uint32_t events)
{
    struct net_server *server =
        (struct net_server *)((char *)watch - offsetof(struct net_server, listener_watch));
    (void)events;
    for (int i = 0; i < ACCEPTS_PER_TURN; i++) {
        struct sockaddr_storage sockaddr = {0};
        socklen_t bytes = sizeof sockaddr;
        int on = 1, descriptor = accept4(server->listener, (struct sockaddr *)&sockaddr, &bytes,
                                         SOCK_NONBLOCK | SOCK_CLOEXEC);
        /* Without descriptors the one who waits longest would keep the loop turning in vain. */
        if (descriptor < 0 && (errno == EMFILE || errno == ENFILE))
            clear_one(server, NULL);
        if (descriptor < 0)
            return;
        (void)setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        make_room(server, (struct sockaddr *)&sockaddr);
        if (server->keys)
            net_tls_begin(server, descriptor, &sockaddr, bytes);
        else
            (void)net_web_adopt(server, descriptor, NULL, (struct sockaddr *)&sockaddr, bytes);
    }
}

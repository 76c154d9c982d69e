/* address.h - who is at the other end: network addresses as keys, and how many sockets each has.
 *
 * An IPv6 address counts as its first 64 bits, because a household or a rented machine has them all.
 * Knows no connections; an entry lives as long as something counts on it. */
#ifndef NET_ADDRESS_H
#define NET_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum { NET_ADDRESS_TEXT_BYTES = 46 };

struct net_address_key {
    uint8_t bytes[16];
};

/* The key of a socket's address; of anything but IPv4 and IPv6 it is zero. */
struct net_address_key net_address_of(const struct sockaddr *address);

/* The key of a numeric address, as a proxy writes it; false if it is none. */
bool net_address_read(const char *text, struct net_address_key *key);

/* What the key stands for, in numbers: "192.0.2.7", or "2001:db8:1:2::/64". */
void net_address_write(const struct net_address_key *key, char text[static NET_ADDRESS_TEXT_BYTES]);

/* Whether it is an address of the open network: none of this machine, of a private or local network, of
 * several at once, or set aside for something else. */
bool net_address_is_public(const struct sockaddr *address);

struct net_address {
    struct net_address *next;
    struct net_address_key key;
    unsigned socket_count; /* whatever they speak */
    unsigned conn_count;   /* WebSockets */
    unsigned place_count;  /* of those that are no WebSockets yet, see gate.c */
};

struct net_addresses; /* a table, create and destroy */
struct net_addresses *net_addresses_create(void);
void net_addresses_destroy(struct net_addresses *addresses);

/* The entry, made if there is none and 'make' is set; null without it or without memory. */
struct net_address *net_addresses_find(struct net_addresses *addresses, struct net_address_key key,
                                       bool make);

/* Forgets an entry on which nothing counts any more. */
void net_addresses_release(struct net_addresses *addresses, struct net_address *address);

#endif

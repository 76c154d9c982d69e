/* address.c - a hash table of addresses. Its seed is random, so that nobody can choose addresses that
 * fall together. */
#include "net/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

#include "platform/bytes.h"

enum { BUCKETS = 4096 };

struct net_addresses {
    uint64_t seed;
    struct net_address *buckets[BUCKETS];
};

static struct net_address_key key_of_v4(struct in_addr address)
{
    struct net_address_key key = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}};
    memcpy(key.bytes + 12, &address, 4);
    return key;
}

static struct net_address_key key_of_v6(const struct in6_addr *address)
{
    struct net_address_key key = {{0}};
    /* The loopback address and IPv4 written as IPv6 share their first half with everybody. */
    bool is_whole = IN6_IS_ADDR_V4MAPPED(address) || IN6_IS_ADDR_LOOPBACK(address);
    memcpy(key.bytes, address, is_whole ? 16 : 8);
    return key;
}

struct net_address_key net_address_of(const struct sockaddr *address)
{
    if (address && address->sa_family == AF_INET) {
        struct sockaddr_in v4;
        memcpy(&v4, address, sizeof v4);
        return key_of_v4(v4.sin_addr);
    }
    if (address && address->sa_family == AF_INET6) {
        struct sockaddr_in6 v6;
        memcpy(&v6, address, sizeof v6);
        return key_of_v6(&v6.sin6_addr);
    }
    return (struct net_address_key){{0}};
}

/* By the lists of IANA: what is not everybody's. */
static bool is_public_v4(uint32_t address)
{
    static const struct {
        uint32_t first;
        unsigned bits;
    } others[] = {{0x00000000, 8},  {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},  {0xa9fe0000, 16},
                  {0xac100000, 12}, {0xc0000000, 24}, {0xc0000200, 24}, {0xc0586300, 24}, {0xc0a80000, 16},
                  {0xc6120000, 15}, {0xc6336400, 24}, {0xcb007100, 24}, {0xe0000000, 3}};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if ((address ^ others[i].first) >> (32 - others[i].bits) == 0)
            return false;
    return true;
}

/* Only what is given out to networks (2000::/3), and of that neither tunnels, behind which is some IPv4
 * address, nor examples. */
static bool is_public_v6(const uint8_t bytes[16])
{
    const unsigned first = (unsigned)bytes[0] << 8 | bytes[1], second = (unsigned)bytes[2] << 8 | bytes[3];
    if (first >> 13 != 1 || first == 0x2002)
        return false;
    return first != 0x2001 || (second >= 0x200 && second != 0x0db8);
}

bool net_address_is_public(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        struct sockaddr_in v4;
        memcpy(&v4, address, sizeof v4);
        return is_public_v4(ntohl(v4.sin_addr.s_addr));
    }
    if (address->sa_family == AF_INET6) {
        struct sockaddr_in6 v6;
        memcpy(&v6, address, sizeof v6);
        return is_public_v6(v6.sin6_addr.s6_addr);
    }
    return false;
}

bool net_address_read(const char *text, struct net_address_key *key)
{
    struct in_addr v4;
    struct in6_addr v6;
    if (inet_pton(AF_INET, text, &v4) == 1)
        *key = key_of_v4(v4);
    else if (inet_pton(AF_INET6, text, &v6) == 1)
        *key = key_of_v6(&v6);
    else
        return false;
    return true;
}

void net_address_write(const struct net_address_key *key, char text[static NET_ADDRESS_TEXT_BYTES])
{
    static const struct net_address_key none;
    struct in6_addr address;
    memcpy(&address, key->bytes, sizeof address);
    const bool is_v4 = IN6_IS_ADDR_V4MAPPED(&address);
    if (memcmp(key, &none, sizeof none) == 0)
        strcpy(text, "?");
    else if (!inet_ntop(is_v4 ? AF_INET : AF_INET6, key->bytes + (is_v4 ? 12 : 0), text,
                        NET_ADDRESS_TEXT_BYTES))
        strcpy(text, "?");
    else if (!is_v4 && !IN6_IS_ADDR_LOOPBACK(&address))
        strcat(text, "/64"); /* half of it is zeros: there is room */
}

struct net_addresses *net_addresses_create(void)
{
    struct net_addresses *addresses = calloc(1, sizeof *addresses);
    if (addresses && !platform_random(&addresses->seed, sizeof addresses->seed)) {
        free(addresses);
        return NULL;
    }
    return addresses;
}

void net_addresses_destroy(struct net_addresses *addresses)
{
    for (size_t i = 0; addresses && i < BUCKETS; i++) {
        while (addresses->buckets[i]) {
            struct net_address *next = addresses->buckets[i]->next;
            free(addresses->buckets[i]);
            addresses->buckets[i] = next;
        }
    }
    free(addresses);
}

static struct net_address **bucket_of(struct net_addresses *addresses, const struct net_address_key *key)
{
    uint64_t half[2], hash = addresses->seed;
    memcpy(half, key->bytes, sizeof half);
    for (size_t i = 0; i < 2; i++) {
        hash = (hash ^ half[i]) * UINT64_C(0xff51afd7ed558ccd);
        hash ^= hash >> 32;
    }
    return &addresses->buckets[hash % BUCKETS];
}

struct net_address *net_addresses_find(struct net_addresses *addresses, struct net_address_key key, bool make)
{
    struct net_address **bucket = bucket_of(addresses, &key);
    for (struct net_address *entry = *bucket; entry; entry = entry->next)
        if (memcmp(&entry->key, &key, sizeof key) == 0)
            return entry;
    struct net_address *entry = make ? calloc(1, sizeof *entry) : NULL;
    if (entry) {
        entry->key = key;
        entry->next = *bucket;
        *bucket = entry;
    }
    return entry;
}

void net_addresses_release(struct net_addresses *addresses, struct net_address *address)
{
    if (address->socket_count > 0 || address->conn_count > 0)
        return;
    struct net_address **link = bucket_of(addresses, &address->key);
    while (*link != address)
        link = &(*link)->next;
    *link = address->next;
    free(address);
}

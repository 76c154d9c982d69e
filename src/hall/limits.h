/* limits.h - how much one address and one connection may ask for.
 *
 * A bucket holds what may be asked for at once and fills again with time, which is an argument. What is
 * counted per address (connections, tables, newcomers) is kept in a book of addresses; an address that
 * has nothing and is rested leaves it.
 *
 * An IPv6 address counts as its /64, because a household has it whole; and whoever has more has a /56 or a
 * /48. So these count too: all that is inside of one has together a few times what one address has.
 *
 *     2001:db8:1:2::/64 ─► 2001:db8:1::/56 ─► 2001:db8:1::/48
 *         once                 4 times            16 times
 *
 * What the house has only so much of, an address has a share of, and the less is left the smaller it is:
 * whoever takes all they can from many addresses leaves something for those who have nothing yet. */
#ifndef HALL_LIMITS_H
#define HALL_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hall_rate {
    uint32_t burst; /* at once */
    uint32_t per_second;
};

struct hall_bucket {
    uint64_t full_us; /* when it will be full again; 0: it is */
};

/* Takes one, if there is one. */
bool hall_bucket_take(struct hall_bucket *bucket, struct hall_rate rate, uint64_t now_ms);

/* What somebody makes the house write and send. A rate of 0 per second: no bound. */
struct hall_budget {
    struct hall_rate entries; /* of the journal */
    struct hall_rate writes;  /* bytes of the journal */
    struct hall_rate sends;   /* bytes to all who hear of it */
};

/* How much was made, ever. */
struct hall_made {
    uint64_t entries, writes, sends;
};

struct hall_account {
    struct hall_bucket entries, writes, sends;
};

/* Whether something is left of all of it. Only what was made tells what it cost, so one may go beyond
 * the bound once, and then waits the longer. */
bool hall_account_is_open(const struct hall_account *account, const struct hall_budget *budget,
                          uint64_t now_ms);
void hall_account_charge(struct hall_account *account, const struct hall_budget *budget,
                         struct hall_made made, uint64_t now_ms);

struct hall_limits {
    uint32_t tables, tables_per_address, watchers_per_table, conns_per_address;
    uint32_t rules, rules_per_address;       /* sets of rules that are not the usual ones */
    uint32_t editions, editions_per_address; /* that somebody has brought */
    uint32_t hello_ms;        /* who has not said hello and is silent for so long goes; 0: nobody does */
    uint32_t idle_ms;         /* the same of who has, and is at no table */
    struct hall_rate actions; /* of one connection: everything but chat */
    struct hall_rate chat;    /* of one connection */
    struct hall_rate joins;   /* of one address: join, watch, and resume with a token that is no seat's */
    struct hall_rate finds;   /* of one address: tables that are looked for at other nodes */
    struct hall_rate creates;
    struct hall_rate reports;
    struct hall_rate scolds; /* refusals for being too fast; who earns more is sent away */
    struct hall_budget table, address;
    uint64_t journal_bytes; /* of one table; then it is closed */
    uint64_t held_bytes;    /* that wait for the disk; beyond it everything is refused */
    uint32_t slow_ms;       /* a commit that takes longer means that the house is not well */
};

/* What a server on the open network starts with. */
extern const struct hall_limits hall_limits_usual;
/* For measuring: only what protects the process itself. */
extern const struct hall_limits hall_limits_wide;

#define HALL_ADDRESS_BYTES 46 /* of an address in writing, its end included */

/* X(name): what the house keeps for somebody of an address. */
#define HALL_HELD_LIST(X) \
    X(CONNS)              \
    X(TABLES)             \
    X(RULES)              \
    X(EDITIONS)

enum hall_held {
#define X(name) HALL_HELD_##name,
    HALL_HELD_LIST(X)
#undef X
        HALL_HELD_COUNT
};

/* X(name): what an address may do so often. */
#define HALL_PACE_LIST(X) \
    X(JOINS)              \
    X(FINDS)              \
    X(CREATES)            \
    X(REPORTS)

enum hall_pace {
#define X(name) HALL_PACE_##name,
    HALL_PACE_LIST(X)
#undef X
        HALL_PACE_COUNT
};

struct hall_address {
    char name[HALL_ADDRESS_BYTES];
    uint32_t times;             /* so much more than one address has it */
    uint32_t inner;             /* addresses that it is the wider one of */
    struct hall_address *wider; /* that counts what this one counts; null: there is none */
    uint32_t held[HALL_HELD_COUNT];
    struct hall_bucket paces[HALL_PACE_COUNT];
    struct hall_account account;
    struct hall_address *next;
};

struct hall_addresses {
    struct hall_address **places;
    size_t size, count;
};

/* The address's line in the book, a new one if need be. A name that is no address in numbers is only
 * compared. Null: no memory. */
struct hall_address *hall_address_of(struct hall_addresses *book, const char *name, uint64_t now_ms);
void hall_addresses_drop(struct hall_addresses *book);
/* For remembering an address without its line. */
uint64_t hall_address_number(const char *name);

/* How much of it one address may hold, if 'used' of 'most' are held by all: 'share' while a quarter is free,
 * and less and less after that; 0: there is no more. */
uint32_t hall_share_left(uint32_t share, uint32_t most, uint32_t used);
/* Whether the address may hold one more of it. */
bool hall_address_may_hold(const struct hall_address *address, enum hall_held what, uint32_t share);
void hall_address_hold(struct hall_address *address, enum hall_held what);
void hall_address_let_go(struct hall_address *address, enum hall_held what);
/* Takes one from the bucket of the address, if there is one. */
bool hall_address_take(struct hall_address *address, enum hall_pace what, struct hall_rate rate,
                       uint64_t now_ms);
bool hall_address_is_open(const struct hall_address *address, const struct hall_budget *budget,
                          uint64_t now_ms);
void hall_address_charge(struct hall_address *address, const struct hall_budget *budget,
                         struct hall_made made, uint64_t now_ms);

#endif

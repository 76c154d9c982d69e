/* push.h - tells browsers whose page is closed that it is their owner's turn: Web Push, only where the
 * operator wants it. Encrypting and sending is done by threads of its own; the loop only leaves a note. */
#ifndef SERVE_PUSH_H
#define SERVE_PUSH_H

#include "hall/hall.h"
#include "net/trust.h"
#include "store/store.h"

struct push;

struct push_config {
    const char *contact; /* the operator's address, mailto: or https:, that push services may write to */
    const char *file;    /* where subscriptions are kept */
    struct store *store; /* the house's key is among its secrets */
    struct net_trust *trust;
    bool is_own; /* the push service is the operator's own: at any address and port */
};

struct push_counters {
    uint64_t subscriptions, sent, refused, failed, dropped;
};

/* Null with 'why' (STORE_WHY_BYTES; empty: no memory). */
struct push *push_create(const struct push_config *config, char *why);
/* What is being sent comes to its end, or to its time; the rest is forgotten, subscriptions are written. */
void push_destroy(struct push *push);

/* For hall_push_with(). */
const struct hall_pusher *push_pusher(const struct push *push);

/* Now and then, in the loop: forgets the subscriptions of tables that 'hall' has not, and of all that no page
 * has confirmed for long. 'is_whole': there are no tables but the hall's. */
void push_sweep(struct push *push, const struct hall *hall, bool is_whole);

struct push_counters push_count(struct push *push);

#endif

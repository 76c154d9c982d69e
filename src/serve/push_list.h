/* push_list.h - who wants to be told when it is their turn: subscriptions by table and seat, and the file
 * that keeps them. Knows no threads and no network; whoever uses it from several threads holds a lock. */
#ifndef SERVE_PUSH_LIST_H
#define SERVE_PUSH_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hall/hall.h"
#include "net/webpush.h"

enum {
    PUSH_LIST_MAX = 4096, /* in a house */
    PUSH_SEAT_MAX = 4,    /* browsers of one seat */
    PUSH_FROM_MAX = 256,  /* of one address */
    PUSH_FAILS_MAX = 5,   /* in a row, and then it is forgotten */
    PUSH_BURST = 6,       /* so many at once, then one in PUSH_APART_S */
    PUSH_APART_S = 30,
};

struct push_subscription {
    uint64_t table;
    uint64_t number;  /* of its own, never used again */
    uint64_t since_s; /* when the page confirmed it last */
    uint64_t told_s;  /* what was sent counts until then */
    uint64_t host;    /* of the endpoint (push_queue_host) */
    uint64_t from;    /* the address that the page came from, as a number; 0: not known */
    uint8_t token_hash[ROOM_TOKEN_BYTES];
    uint8_t lang, fails;
    struct webpush_browser browser;
    char *endpoint;
};

struct push_list {
    struct push_subscription *list;
    size_t count, size;
    uint64_t last_number;
    bool is_changed; /* since it was written */
};

/* Adds or renews; without a key the one at this endpoint goes. The oldest of a seat, or of an address, makes
 * room. Returned: null, or the field at fault: no https address of the open network, no key of a browser's;
 * the address where there is no room.
 */
const char *push_list_take(struct push_list *list, const struct hall_push *push, bool is_own, uint64_t now_s);
void push_list_remove(struct push_list *list, uint64_t number);
struct push_subscription *push_list_find(struct push_list *list, uint64_t number);
/* Whether one more may be sent there now; counts it. */
bool push_list_may_tell(struct push_subscription *one, uint64_t now_s);
void push_list_drop(struct push_list *list);

/* The file: a line for each. What cannot be read is passed over. 'text' is from malloc; null: no memory. */
void push_list_read(struct push_list *list, const char *text);
char *push_list_write(const struct push_list *list, size_t *count);

#endif

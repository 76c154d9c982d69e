/* push_queue.h - notes that wait for being sent, and whose turn it is. Whoever gives us services that never
 * answer shall keep nobody else waiting:
 *
 * - to one host, and for one subscriber's address, one attempt is made at a time;
 * - who has failed, or took long, comes last, and never has more than one of the hands that send;
 * - one hand is kept for hosts that have answered before;
 * - an address has a share of what waits.
 *
 * Knows no threads and no network; whoever uses it from several threads holds a lock. */
#ifndef SERVE_PUSH_QUEUE_H
#define SERVE_PUSH_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/webpush.h"
#include "room/room.h"

enum {
    PUSH_HANDS = 4, /* that send at once */
    PUSH_QUEUE_MAX = 1024,
    PUSH_SHARE_MAX = 64, /* of one address */
    PUSH_KNOWN_MAX = 256,
};

struct push_note {
    uint64_t number; /* of its subscription */
    uint64_t host;   /* a number for each */
    uint64_t from;   /* the subscriber's address, likewise; 0: not known */
    uint32_t ttl_s;
    char table[ROOM_ID_BYTES], text[WEBPUSH_TEXT_MAX];
};

/* What became of the last attempts for a host or an address. */
struct push_standing {
    uint64_t who;
    uint64_t at; /* when it was seen last, by a count */
    uint32_t fails;
    bool has_answered;
};

struct push_queue {
    struct push_note *waiting[PUSH_QUEUE_MAX]; /* in the order of their coming */
    size_t count;
    struct push_note *sending[PUSH_HANDS];
    struct push_standing hosts[PUSH_KNOWN_MAX], addresses[PUSH_KNOWN_MAX];
    uint64_t seen;
};

/* Adds a copy; false: there is no room, at all or for this address. */
bool push_queue_add(struct push_queue *queue, const struct push_note *note);

/* The note whose turn it is, or null: none waits, or those that do have to. It is being sent until
 * push_queue_end(), which frees it. */
struct push_note *push_queue_take(struct push_queue *queue);

/* 'is_good': the host has answered, whatever it said, and in good time. */
void push_queue_end(struct push_queue *queue, struct push_note *note, bool is_good);

/* It was not sent after all. */
void push_queue_forget(struct push_queue *queue, struct push_note *note);

void push_queue_drop(struct push_queue *queue);

/* A number for a host's name, in any case of letters. */
uint64_t push_queue_host(const char *name);

#endif

/* bytes.h - a queue of bytes that grows at its end and is taken from its front. Empty, it holds no
 * memory, so that a quiet connection costs none. */
#ifndef NET_BYTES_H
#define NET_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero at the start. */
struct net_bytes {
    uint8_t *bytes;
    uint32_t count, size;
};

/* Room for so many more behind the last; false without memory. */
bool net_bytes_reserve(struct net_bytes *queue, size_t count);

/* Appends; false without memory. */
bool net_bytes_add(struct net_bytes *queue, const void *bytes, size_t count);

/* Takes the first 'count' away; the last ones take the memory with them. */
void net_bytes_take(struct net_bytes *queue, size_t count);

static inline void net_bytes_drop(struct net_bytes *queue)
{
    net_bytes_take(queue, queue->count);
}

#endif

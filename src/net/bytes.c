/* bytes.c - a growing queue of bytes. */
#include "net/bytes.h"

#include <stdlib.h>
#include <string.h>

enum { BYTES_MIN = 256 };

bool net_bytes_reserve(struct net_bytes *queue, size_t count)
{
    if (count > UINT32_MAX / 4 - queue->count)
        return false;
    uint32_t needed = queue->count + (uint32_t)count, size = queue->size;
    if (needed <= size && size > 0)
        return true;
    if (size < BYTES_MIN)
        size = BYTES_MIN;
    while (size < needed)
        size *= 2;
    uint8_t *grown = realloc(queue->bytes, size);
    if (!grown)
        return false;
    queue->bytes = grown;
    queue->size = size;
    return true;
}

bool net_bytes_add(struct net_bytes *queue, const void *bytes, size_t count)
{
    if (!net_bytes_reserve(queue, count))
        return false;
    if (count > 0)
        memcpy(queue->bytes + queue->count, bytes, count);
    queue->count += (uint32_t)count;
    return true;
}

void net_bytes_take(struct net_bytes *queue, size_t count)
{
    if (count < queue->count) {
        queue->count -= (uint32_t)count;
        memmove(queue->bytes, queue->bytes + count, queue->count);
        return;
    }
    free(queue->bytes);
    *queue = (struct net_bytes){0};
}

/* batch.c - entries of one group as bytes. */
#include "store/batch.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT_BYTES = 1 << 20 };

struct head {
    uint64_t table, place, before, count;
    uint32_t seq, epoch, back;
    uint8_t hash[STORE_HASH_BYTES];
};

bool store_batch_add(struct store_batch *batch, const struct store_entry *entry)
{
    size_t need = batch->length + sizeof(struct head) + entry->count;
    if (need > batch->size) {
        size_t size = batch->size ? batch->size : 4096;
        while (size < need)
            size *= 2;
        char *bytes = realloc(batch->bytes, size);
        if (!bytes)
            return false;
        batch->bytes = bytes;
        batch->size = size;
    }
    struct head head;
    memset(&head, 0, sizeof head);
    head.table = entry->table;
    head.place = entry->place;
    head.before = entry->before;
    head.count = entry->count;
    head.seq = entry->seq;
    head.epoch = entry->epoch;
    head.back = entry->back;
    if (entry->hash)
        memcpy(head.hash, entry->hash, sizeof head.hash);
    memcpy(batch->bytes + batch->length, &head, sizeof head);
    if (entry->count > 0)
        memcpy(batch->bytes + batch->length + sizeof head, entry->bytes, entry->count);
    batch->length = need;
    batch->count++;
    return true;
}

bool store_batch_next(const struct store_batch *batch, size_t *at, struct store_entry *entry)
{
    if (*at >= batch->length)
        return false;
    struct head head;
    memcpy(&head, batch->bytes + *at, sizeof head);
    *entry = (struct store_entry){
        .table = head.table,
        .seq = head.seq,
        .epoch = head.epoch,
        .back = head.back,
        .place = head.place,
        .before = head.before,
        .bytes = batch->bytes + *at + sizeof head,
        .count = (size_t)head.count,
        .hash = (const uint8_t *)batch->bytes + *at + offsetof(struct head, hash),
    };
    *at += sizeof head + entry->count;
    return true;
}

void store_batch_clear(struct store_batch *batch)
{
    if (batch->size > KEPT_BYTES)
        store_batch_drop(batch);
    batch->length = 0;
    batch->count = 0;
}

void store_batch_drop(struct store_batch *batch)
{
    free(batch->bytes);
    memset(batch, 0, sizeof *batch);
}

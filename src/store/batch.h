/* batch.h - entries of one group as bytes in a growing buffer, in the order they came. */
#ifndef STORE_BATCH_H
#define STORE_BATCH_H

#include "store/store.h"

struct store_batch {
    char *bytes;
    size_t length, size;
    size_t count; /* of records */
};

/* An entry, or with seq 0 the end of a table: then 'before' is the place of its last entry and 'place'
 * the time. */
/* False: no memory; nothing has changed. */
PEN_MUST_USE bool store_batch_add(struct store_batch *batch, const struct store_entry *entry);

/* The record at '*at', which moves on; false at the end. The pointers are good until the next add. */
bool store_batch_next(const struct store_batch *batch, size_t *at, struct store_entry *entry);

/* Empties it; a buffer that one busy moment made large is given back. */
void store_batch_clear(struct store_batch *batch);
void store_batch_drop(struct store_batch *batch);

#endif

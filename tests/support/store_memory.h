/* store_memory.h - a journal in memory that fails when it is told to: for simulations and tests.
 *
 * Nothing happens by itself: a group that was committed stays under way until store_memory_finish(). */
#ifndef SUPPORT_STORE_MEMORY_H
#define SUPPORT_STORE_MEMORY_H

#include "store/store.h"

enum store_fault { STORE_FAULT_NONE, STORE_FAULT_FULL, STORE_FAULT_SYNC };

/* False: no memory. */
bool store_open_memory(struct store *store);

/* The group under way is written now, or cannot be for this reason and stays under way. */
void store_memory_finish(struct store *store, enum store_fault fault);

/* The process dies. Of the group under way the first 'kept' records reached the disk, as a file that
 * was being appended to may have it; what was only gathered is gone. */
void store_memory_crash(struct store *store, size_t kept);

/* Records in the group under way; 0: none is. */
size_t store_memory_under_way(const struct store *store);

/* Changes one bit of the text of a durable entry of an open table; which one 'where' decides. Returns
 * the table, or 0 if there is nothing to change. */
uint64_t store_memory_damage(struct store *store, uint64_t where);

#endif

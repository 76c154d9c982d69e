/* migrate.h - moves a house from one store to another: everything, or a sentence why not. */
#ifndef STORE_MIGRATE_H
#define STORE_MIGRATE_H

#include "store/store.h"

struct store_moved {
    size_t tables, entries, ended, secrets;
};

/* 'to' must be empty. Every chain of 'from' is followed while it is copied, and both are read once more at
 * the end and compared by their hashes. False: 'why' tells. */
bool store_migrate(struct store *from, struct store *to, enum pen_lang lang, struct store_moved *moved,
                   char *why);

#endif

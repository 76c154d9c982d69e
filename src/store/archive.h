/* archive.h - ended tables as compressed records in a folder, one file each:
 *
 *     FOLDER/2026-11-18/0h4xqk2m9t.mesa.gz     the day on which it ended (UTC), its name, its whole journal
 *
 * A journal is a .mesa record with the rest as comments, so what `zcat` gives can be replayed. Whoever takes
 * a table out of a store adds it here first: a file is on the disk, whole, before this says so, and adding
 * the same table again changes nothing. Like the store it holds what is secret until a game is over. */
#ifndef STORE_ARCHIVE_H
#define STORE_ARCHIVE_H

#include "store/store.h"

enum { STORE_NAME_BYTES = 32 };

struct store_archive {
    const char *folder;                                        /* is there */
    void (*name)(uint64_t table, char name[STORE_NAME_BYTES]); /* as people know it: letters and digits */
};

/* False: 'why' (STORE_WHY_BYTES) tells, and the table must stay where it is. */
bool store_archive_add(const struct store_archive *archive, uint64_t table, uint64_t ended_ms,
                       const char *bytes, size_t count, char *why);

#endif

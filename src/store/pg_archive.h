/* pg_archive.h - what is over in a database goes to a folder: see archive.h. */
#ifndef STORE_PG_ARCHIVE_H
#define STORE_PG_ARCHIVE_H

#include "store/archive.h"

/* Takes every table that ended before the last so many days (UTC) out of the database, while nodes may run.
 * 'moved' tells how many are in the folder, also if it fails on the way: 'why' tells. */
bool store_archive_nodes(const char *url, const struct store_archive *archive, unsigned days,
                         enum pen_lang lang, uint64_t *moved, char *why);

#endif

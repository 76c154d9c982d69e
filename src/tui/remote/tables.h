/* tables.h - the public tables of a house, asked for over HTTP. */
#ifndef REMOTE_TABLES_H
#define REMOTE_TABLES_H

#include "net/problem.h"
#include "tui/remote/link.h"

enum { REMOTE_TABLES_MAX = 100, REMOTE_TABLE_TEXT_BYTES = 512 };

struct remote_tables {
    unsigned count;
    char id[REMOTE_TABLES_MAX][ROOM_ID_BYTES];
    char text[REMOTE_TABLES_MAX][REMOTE_TABLE_TEXT_BYTES]; /* a line about each */
};

/* What could not be understood is left out. False: the house gives no such list, for this problem if it is
 * one. */
PEN_MUST_USE bool remote_tables_fetch(const struct remote_link *link, enum pen_lang lang,
                                      struct remote_tables *tables, enum net_problem *problem);

#endif

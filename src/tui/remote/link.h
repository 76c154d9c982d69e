/* link.h - the link to a table, in the forms in which people have it:
 *
 *     https://host:port/#k7m2p9x4      as the page shows it
 *     http://host:port/t/k7m2p9x4      wss://host/t/k7m2p9x4      host:port/#k7m2p9x4
 *
 * Without a table it is the address of a server. Pure. */
#ifndef REMOTE_LINK_H
#define REMOTE_LINK_H

#include "room/room.h"

struct remote_link {
    char host[280];            /* "host", "host:port": for people and for names of files */
    char base[1400];           /* http://host:port/ or https://.../: what stands before the '#' */
    char socket[1400];         /* ws://host:port/ws */
    char table[ROOM_ID_BYTES]; /* empty: none */
};

PEN_MUST_USE bool remote_link_read(const char *text, struct remote_link *link);

/* A table's name, as a link may have it. */
PEN_MUST_USE bool remote_link_read_table(const char *text, char table[ROOM_ID_BYTES]);

/* The link that is handed on: base, '#', table. */
void remote_link_write(const struct remote_link *link, struct pen_text *text);

#endif

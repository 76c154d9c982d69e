/* from.h - a moment of a record as a game that a table can take over. */
#ifndef ROOM_FROM_H
#define ROOM_FROM_H

#include "penultima/penultima.h"

struct room_from {
    const char *source; /* where the record is from, in a word or two; the record that goes on says so */
    unsigned at;        /* deals and actions before it, as in a link to a move */
    uint8_t seat;       /* whose eyes and whose hand; becomes the first seat */
    bool is_anew;       /* what the seat could not know is dealt again */
    uint64_t seed;      /* for that */
};

enum room_from_result {
    ROOM_FROM_GOOD,
    ROOM_FROM_UNREADABLE, /* the host was told why */
    ROOM_FROM_NO_SUCH,    /* the record has no such moment */
    ROOM_FROM_NOBODY,     /* nobody sits there */
    ROOM_FROM_OVER,       /* the round is over there */
    ROOM_FROM_WAITS       /* something waits for an answer: it cannot be dealt anew there */
};

#define ROOM_FROM_BYTES 65536 /* enough for any of them */

/* 'mesa' is memory for the replay; of the host all but 'show' is used. */
enum room_from_result room_write_from(struct pen_mesa *mesa, const char *record, size_t bytes,
                                      const struct pen_mesa_host *host, const struct room_from *from,
                                      struct pen_text *text);

#endif

/* message.h - what a client says (wire/wire.h) beyond what single fields allow; who wants to come to a table.
 *
 * Knows the message's struct and nothing else: no tables, no connections. */
#ifndef HALL_MESSAGE_H
#define HALL_MESSAGE_H

#include "room/room.h"
#include "setup/setup.h"

/* Who wants to come to a table: create, join, match, watch or resume. */
struct hall_entry {
    uint8_t type; /* enum wire_asked_type */
    char table[ROOM_ID_BYTES];
    char name[PEN_PLAYER_BYTES];
    uint8_t seat; /* wanted, or PEN_SEAT_NONE */
    uint8_t token[WIRE_TOKEN_BYTES];
    bool has_token;     /* it was made by the client */
    uint32_t last;      /* of resume: the newest update the client has; 0: none */
    struct setup setup; /* of create and match */
    const char *text;   /* of create: an edition of one's own, or empty; in the message */
};

void hall__entry_of(const struct wire_asked *asked, struct hall_entry *entry);

/* What goes beyond a single field: a saying says something, a kick names somebody, a code of a set-up can be
 * read. */
PEN_MUST_USE enum wire_result hall__check(const struct wire_asked *asked, const char *title,
                                          struct wire_problem *problem);

#endif

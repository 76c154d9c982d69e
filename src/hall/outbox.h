/* outbox.h - messages that wait until the group of journal entries they depend on is durable.
 *
 * Two queues stand for the two groups there can be: the one being written and the one being gathered.
 * Order is kept in each; a connection that closed meanwhile is known by its serial number. Knows no
 * tables and no sockets. */
#ifndef HALL_OUTBOX_H
#define HALL_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "penultima/base.h"

struct hall_letter {
    uint32_t slot, serial; /* of the connection */
    uint16_t close_code;   /* not 0: the connection is closed after it */
    uint8_t type;          /* enum wire_told_type */
    bool answers;          /* a command */
    uint32_t count;
    const char *bytes;
};

struct hall_outbox {
    char *bytes;
    size_t length, size;
};

/* False: no memory; the letter is not in it. */
PEN_MUST_USE bool hall_outbox_add(struct hall_outbox *box, const struct hall_letter *letter);
/* The letter at '*at', which moves on; false at the end. */
bool hall_outbox_next(const struct hall_outbox *box, size_t *at, struct hall_letter *letter);
void hall_outbox_clear(struct hall_outbox *box);
void hall_outbox_drop(struct hall_outbox *box);

#endif

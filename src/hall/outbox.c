/* outbox.c - messages that wait for the disk. */
#include "hall/outbox.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT_BYTES = 1 << 20 };

bool hall_outbox_add(struct hall_outbox *box, const struct hall_letter *letter)
{
    size_t need = box->length + sizeof *letter + letter->count;
    if (need > box->size) {
        size_t size = box->size ? box->size : 4096;
        while (size < need)
            size *= 2;
        char *bytes = realloc(box->bytes, size);
        if (!bytes)
            return false;
        box->bytes = bytes;
        box->size = size;
    }
    memcpy(box->bytes + box->length, letter, sizeof *letter);
    if (letter->count > 0)
        memcpy(box->bytes + box->length + sizeof *letter, letter->bytes, letter->count);
    box->length = need;
    return true;
}

bool hall_outbox_next(const struct hall_outbox *box, size_t *at, struct hall_letter *letter)
{
    if (*at >= box->length)
        return false;
    memcpy(letter, box->bytes + *at, sizeof *letter);
    letter->bytes = box->bytes + *at + sizeof *letter; /* the box may have moved since */
    *at += sizeof *letter + letter->count;
    return true;
}

void hall_outbox_clear(struct hall_outbox *box)
{
    if (box->size > KEPT_BYTES)
        hall_outbox_drop(box);
    box->length = 0;
}

void hall_outbox_drop(struct hall_outbox *box)
{
    free(box->bytes);
    memset(box, 0, sizeof *box);
}

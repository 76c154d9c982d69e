/* field.h - what the writer and the reader know of a field. Internal. */
#ifndef WIRE_FIELD_H
#define WIRE_FIELD_H

#include <string.h>

#include "setup/field.h"
#include "wire/wire.h"

enum wire__sort {
    WIRE_SORT_NUMBER,
    WIRE_SORT_TRUTH,
    WIRE_SORT_WORD,
    WIRE_SORT_WORDS,
    WIRE_SORT_HOUSE,
    WIRE_SORT_STRING,
    WIRE_SORT_HEX,
    WIRE_SORT_SEATS,
    WIRE_SORT_COUNTS,
    WIRE_SORT_CARD,
    WIRE_SORT_COLOR,
    WIRE_SORT_KINDS,
    WIRE_SORT_HAND,
    WIRE_SORT_HANDS,
    WIRE_SORT_SHOWN,
    WIRE_SORT_CLOCK,
    WIRE_SORT_STRUCT,
    WIRE_SORT_LIST,
    WIRE_SORT_FLAT
};

/* Presence: what may be read, what is written where there is none. */
enum {
    WIRE_MAY_MISS = 1,
    WIRE_MAY_NULL = 2,
    WIRE_LEAVES_OUT = 4,
    WIRE_WRITES_NULL = 8,
    WIRE_MAY_STAY = 16,   /* may miss where there is something that it stays as */
    WIRE_IS_OWN = 32,     /* is not the same for every viewer */
    WIRE_SAYS_ALL = 64,   /* nothing that stands in it is left out: null where there is none */
    WIRE_AS_BEFORE = 128, /* in a brief update: left out where it is as it was */
    NEEDED = 0,
    ENTIRE = WIRE_SAYS_ALL,
    OPTIONAL = WIRE_MAY_MISS | WIRE_MAY_NULL | WIRE_LEAVES_OUT,
    OWN = OPTIONAL | WIRE_IS_OWN,
    NULLABLE = WIRE_MAY_NULL | WIRE_WRITES_NULL,
    OWN_NULL = NULLABLE | WIRE_IS_OWN,
    KEPT = WIRE_AS_BEFORE,
    KEPT_NULL = NULLABLE | WIRE_AS_BEFORE,
    LASTING = WIRE_MAY_STAY,
    LASTING_NULL = WIRE_MAY_STAY | WIRE_MAY_NULL | WIRE_WRITES_NULL
};

enum { WIRE_KEY_ROOM = 24 };

struct wire__field {
    char key[WIRE_KEY_ROOM]; /* ,"n": with comma, quotes and colon: copied as a whole, which is quicker */
    uint8_t key_bytes;       /* of that */
    uint8_t sort, presence;
    uint8_t size;    /* of the number in memory, or of one of its items */
    uint16_t offset; /* of the member */
    uint16_t beside; /* of has_..., ..._count or ..._seats */
    uint16_t limit;  /* items or bytes */
    uint64_t least, most, none;
    const struct setup_words *words;
    const struct wire_shape *shape; /* of what is inside */
};

struct wire_shape {
    const char *name;
    const struct wire__field *fields;
    uint16_t count, bytes;
};

const struct wire_shape *wire__told_shape(unsigned type);
const struct wire_shape *wire__asked_shape(unsigned type);

#endif

/* json.h - writing JSON, append-only, into a text of the caller's. Internal.
 *
 * Knows bytes and numbers only. Commas are the caller's: a list or object that is written by a loop
 * keeps 'before', which is "" for its first item. */
#ifndef ROOM_JSON_H
#define ROOM_JSON_H

#include "penultima/text.h"

/* A literal, without counting its bytes again. */
#define JSON_PUT(text, literal) pen_text_add_bytes((text), "" literal, sizeof(literal) - 1)

/* A string in quotes, escaped as far as JSON asks for it. The bytes are UTF-8. */
void room__json_string(struct pen_text *text, const char *bytes, size_t count);

/* A name of an enumeration in quotes: "TURNED_BACK" becomes "turned-back". */
void room__json_name(struct pen_text *text, const char *name);

/* The numbers of the bits that are set, as a list. */
void room__json_bits(struct pen_text *text, uint16_t bits);

static inline void room__json_bool(struct pen_text *text, bool is_so)
{
    if (is_so)
        JSON_PUT(text, "true");
    else
        JSON_PUT(text, "false");
}

/* "key": and a number, after a comma. */
#define JSON_NUMBER(text, key, number) \
    (JSON_PUT((text), ",\"" key "\":"), pen_text_add_number((text), (number)))

#endif

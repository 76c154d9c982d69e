/* builtin.h - the networks that come with the program: files of learn/, compiled in as bytes. */
#ifndef MIND_BUILTIN_H
#define MIND_BUILTIN_H

#include "mind/mind.h"

/* Made from the files at build time. */
extern const unsigned mind_builtin_count;
const uint8_t *mind_builtin_bytes(unsigned index, size_t *count);

/* The network for tables of this size; false if there is none. */
PEN_MUST_USE bool mind_builtin(unsigned seat_count, struct mind *mind);

#endif

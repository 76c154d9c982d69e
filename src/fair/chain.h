/* chain.h - one hash over all lines of a text, in their order.
 *
 * h(0) = SHA-512("penultima/1 chain"), h(n) = SHA-512(h(n-1), bytes of line n without its line feed).
 * A finished record ends with the hash over everything before; a journal keeps the last one with
 * every line. Whoever has noted a hash can tell that no byte up to there was changed. */
#ifndef FAIR_CHAIN_H
#define FAIR_CHAIN_H

#include "fair/sha512.h"

struct fair_chain {
    uint8_t hash[FAIR_HASH_BYTES];
};

void fair_chain_init(struct fair_chain *chain);

/* One line, without its line feed. */
void fair_chain_add(struct fair_chain *chain, const char *line, size_t bytes);

/* Any number of whole lines, each with its line feed. */
void fair_chain_add_lines(struct fair_chain *chain, const char *lines, size_t bytes);

#endif

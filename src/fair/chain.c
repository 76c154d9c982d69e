/* chain.c - the hash over the lines of a text. */
#include "fair/chain.h"

static const char beginning[] = "penultima/1 chain";

void fair_chain_init(struct fair_chain *chain)
{
    struct fair_sha512 sha;
    fair_sha512_init(&sha);
    fair_sha512_add(&sha, beginning, sizeof beginning - 1);
    fair_sha512_end(&sha, chain->hash);
}

void fair_chain_add(struct fair_chain *chain, const char *line, size_t bytes)
{
    struct fair_sha512 sha;
    fair_sha512_init(&sha);
    fair_sha512_add(&sha, chain->hash, sizeof chain->hash);
    fair_sha512_add(&sha, line, bytes);
    fair_sha512_end(&sha, chain->hash);
}

void fair_chain_add_lines(struct fair_chain *chain, const char *lines, size_t bytes)
{
    size_t begin = 0;
    for (size_t at = 0; at < bytes; at++) {
        if (lines[at] != '\n')
            continue;
        fair_chain_add(chain, lines + begin, at - begin);
        begin = at + 1;
    }
    PEN_ASSERT(begin == bytes);
}

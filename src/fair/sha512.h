/* sha512.h - SHA-512 (FIPS 180-4) and HMAC-SHA-512 (RFC 2104).
 *
 * Our own, because the same few lines have to run where there is no library: in a page, compiled to
 * WebAssembly. The tests compare them with libsodium and with published vectors. Plain memory, no
 * table that depends on a secret. Knows nothing of cards. */
#ifndef FAIR_SHA512_H
#define FAIR_SHA512_H

#include "penultima/base.h"

#define FAIR_HASH_BYTES 64

struct fair_sha512 {
    uint64_t state[8];
    uint64_t byte_count; /* so far; a message has less than 2^61 bytes */
    uint8_t block[128];  /* what is still waiting for a whole block */
};

void fair_sha512_init(struct fair_sha512 *sha);
void fair_sha512_add(struct fair_sha512 *sha, const void *bytes, size_t count);
void fair_sha512_end(struct fair_sha512 *sha, uint8_t hash[FAIR_HASH_BYTES]);

/* A message in pieces, with a key. */
struct fair_hmac {
    struct fair_sha512 inner, outer;
};

void fair_hmac_init(struct fair_hmac *hmac, const void *key, size_t key_bytes);
void fair_hmac_add(struct fair_hmac *hmac, const void *bytes, size_t count);
void fair_hmac_end(struct fair_hmac *hmac, uint8_t hash[FAIR_HASH_BYTES]);

#endif

/* ed25519.h - checks Ed25519 signatures (RFC 8032, section 5.1.7).
 *
 * Checking only: nothing here is secret, so nothing here has to take the same time whatever it is given.
 * Signing is done by libsodium in the server. Our own for the reason of sha512.h: a page without a library,
 * reached over plain HTTP, where a browser offers no such function, has to check them too. */
#ifndef FAIR_ED25519_H
#define FAIR_ED25519_H

#include "penultima/base.h"

#define FAIR_KEY_BYTES 32
#define FAIR_SIGNATURE_BYTES 64

/* A message in two parts, as if they were one. Keys of small order are refused: whoever had such a key could
 * say later that anybody might have signed. */
bool fair_ed25519_check(const uint8_t key[FAIR_KEY_BYTES], const uint8_t signature[FAIR_SIGNATURE_BYTES],
                        const void *first, size_t first_bytes, const void *second, size_t second_bytes);

#endif

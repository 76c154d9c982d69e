/* webpush.h - one message for a browser whose page is closed, as its push service wants it: sealed for the
 * browser alone (RFC 8291, aes128gcm of RFC 8188) and with the sender's name (VAPID, RFC 8292). Knows neither
 * sockets nor what the message says; random bytes are the caller's. */
#ifndef NET_WEBPUSH_H
#define NET_WEBPUSH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WEBPUSH_SECRET_BYTES = 32,
    WEBPUSH_POINT_BYTES = 65, /* of P-256: 4, x, y */
    WEBPUSH_POINT_TEXT = 88,  /* the same in base64url, with the end */
    WEBPUSH_AUTH_BYTES = 16,
    WEBPUSH_AUTH_TEXT = 23,
    WEBPUSH_SALT_BYTES = 16,
    WEBPUSH_CHANCE_BYTES = 64, /* two numbers that nobody guesses: a key of the message's own, its salt */
    WEBPUSH_TEXT_MAX = 1024,   /* of a message */
    WEBPUSH_BODY_BYTES = WEBPUSH_SALT_BYTES + 4 + 1 + WEBPUSH_POINT_BYTES + WEBPUSH_TEXT_MAX + 1 + 16,
    WEBPUSH_CLAIMS_MAX = 540,
    WEBPUSH_NAME_BYTES = 1024, /* of the header's value */
};

/* The sender: the house. */
struct webpush_house {
    uint8_t secret[WEBPUSH_SECRET_BYTES];
    char key[WEBPUSH_POINT_TEXT]; /* what a browser is given when it subscribes */
};

/* 'secret' is any number between 1 and the order of the curve; false: this one is not. */
bool webpush_house_make(struct webpush_house *house, const uint8_t secret[WEBPUSH_SECRET_BYTES]);

/* What the browser gave: its public key and a secret of its own, in base64url. False: they are none. */
struct webpush_browser {
    uint8_t key[WEBPUSH_POINT_BYTES], auth[WEBPUSH_AUTH_BYTES];
};
bool webpush_browser_read(struct webpush_browser *browser, const char *key, const char *auth);

/* Seals 'text' (at most WEBPUSH_TEXT_MAX bytes) and returns how long the body is; 0: it cannot be. */
size_t webpush_seal(const struct webpush_browser *browser, const uint8_t chance[WEBPUSH_CHANCE_BYTES],
                    const char *text, size_t count, uint8_t body[WEBPUSH_BODY_BYTES]);

/* The value of the header Authorization. 'claims' is the JSON that is signed: for whom, until when, by whom.
 */
bool webpush_name(const struct webpush_house *house, const char *claims, char name[WEBPUSH_NAME_BYTES]);

#endif

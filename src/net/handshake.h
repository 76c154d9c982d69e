/* handshake.h - the words of the opening handshake (RFC 6455, section 4) that server and client both
 * need. Knows texts only, no sockets and no HTTP library. */
#ifndef NET_HANDSHAKE_H
#define NET_HANDSHAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NET_KEY_BYTES = 25, NET_ACCEPT_BYTES = 29 }; /* with the final zero */

/* A new key for a client; false if the system has no random bytes. */
bool net_key_make(char key[static NET_KEY_BYTES]);

/* Whether it is 16 bytes in base64, written in the one way that there is. */
bool net_key_is_valid(const char *key);

/* What a server answers to a valid key. */
bool net_key_answer(const char *key, char answer[static NET_ACCEPT_BYTES]);

/* Whether a header that is a list, "keep-alive, Upgrade", has this word; letters of either case. */
bool net_list_has(const char *list, const char *word);

/* Whether a page from 'origin' may open a socket at 'host': its own page, or one of the list. Without
 * an Origin it is no page that asks, and 'origin' is null. */
bool net_origin_is_allowed(const char *origin, const char *host, const char *const *allowed,
                           size_t allowed_count);

#endif

/* handshake.h - the words of the opening handshake (RFC 6455, section 4) that server and client both
 * need. Knows texts only, no sockets and no HTTP library. */
#ifndef NET_HANDSHAKE_H
#define NET_HANDSHAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NET_KEY_BYTES = 25, NET_ACCEPT_BYTES = 29, NET_HOST_BYTES = 256 }; /* with the final zero */

/* A new key for a client; false if the system has no random bytes. */
bool net_key_make(char key[static NET_KEY_BYTES]);

/* Whether it is 16 bytes in base64, written in the one way that there is. */
bool net_key_is_valid(const char *key);

/* What a server answers to a valid key. */
bool net_key_answer(const char *key, char answer[static NET_ACCEPT_BYTES]);

/* Whether a request that asks for this host may be meant for us: a numeric address, "localhost", or one
 * of the names, each with or without a port. Another name may have been made to point here by a page
 * of somebody else's, which would then count as ours (DNS rebinding). */
bool net_host_is_allowed(const char *host, const char *const *names, size_t name_count);

/* Whether it is a name as --name takes it: letters, digits, hyphens and dots, no port. */
bool net_name_is_valid(const char *name);

/* Whether a header that is a list, "keep-alive, Upgrade", has this word; letters of either case. */
bool net_list_has(const char *list, const char *word);

/* Whether a page from 'origin' may open a socket at 'host': its own page, or one of the list. Without
 * an Origin it is no page that asks, and 'origin' is null. */
bool net_origin_is_allowed(const char *origin, const char *host, const char *const *allowed,
                           size_t allowed_count);

#endif

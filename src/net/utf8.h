/* utf8.h - whether bytes are UTF-8, as RFC 3629 has it: shortest forms only, no surrogates, nothing
 * above U+10FFFF. Pure. */
#ifndef NET_UTF8_H
#define NET_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool net_utf8_is_valid(const uint8_t *bytes, size_t count);

/* How many bytes at the beginning are whole letters. */
size_t net_utf8_letters(const uint8_t *bytes, size_t count);

/* Whether these bytes, of which there are at most three, are the beginning of a letter whose end may
 * still come. */
bool net_utf8_is_beginning(const uint8_t *bytes, size_t count);

#endif

/* utf8.h - whether bytes are UTF-8, as RFC 3629 has it: shortest forms only, no surrogates, nothing
 * above U+10FFFF. Pure. */
#ifndef NET_UTF8_H
#define NET_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool net_utf8_is_valid(const uint8_t *bytes, size_t count);

#endif

/* hex.h - bytes as lower-case hexadecimal digits, the only way secrets and hashes are written. */
#ifndef FAIR_HEX_H
#define FAIR_HEX_H

#include "penultima/text.h"

void fair_hex_write(struct pen_text *text, const uint8_t *bytes, size_t count);

/* Reads exactly 'count' bytes from exactly '2 * count' lower-case digits. */
PEN_MUST_USE bool fair_hex_read(const char *digits, size_t digit_count, uint8_t *bytes, size_t count);

/* Compares without telling by its time where the first difference is. */
bool fair_equal(const uint8_t *left, const uint8_t *right, size_t count);

#endif

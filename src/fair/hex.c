/* hex.c - hexadecimal digits, and comparing secrets. */
#include "fair/hex.h"

void fair_hex_write(struct pen_text *text, const uint8_t *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        const char pair[2] = {digits[bytes[i] >> 4], digits[bytes[i] & 15]};
        pen_text_add_bytes(text, pair, sizeof pair);
    }
}

/* Capitals are refused: a record has one way to be written. */
static bool read_digit(char digit, unsigned *value)
{
    if (digit >= '0' && digit <= '9')
        *value = (unsigned)(digit - '0');
    else if (digit >= 'a' && digit <= 'f')
        *value = (unsigned)(digit - 'a') + 10;
    else
        return false;
    return true;
}

bool fair_hex_read(const char *digits, size_t digit_count, uint8_t *bytes, size_t count)
{
    if (digit_count != 2 * count)
        return false;
    for (size_t i = 0; i < count; i++) {
        unsigned high, low;
        if (!read_digit(digits[2 * i], &high) || !read_digit(digits[2 * i + 1], &low))
            return false;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

bool fair_equal(const uint8_t *left, const uint8_t *right, size_t count)
{
    unsigned difference = 0;
    for (size_t i = 0; i < count; i++)
        difference |= (unsigned)(left[i] ^ right[i]);
    return difference == 0;
}

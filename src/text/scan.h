/* scan.h - the few helpers for reading bytes that this layer needs in place of <string.h> and
 * <ctype.h>, which a freestanding build does not have. Private to src/text. */
#ifndef PENULTIMA_TEXT_SCAN_H
#define PENULTIMA_TEXT_SCAN_H

#include <string.h>

#include "penultima/base.h"

/* The bytes before 'end', or all. */
static inline size_t pen__length_until(const char *string, char end)
{
    size_t length = 0;
    while (string[length] && string[length] != end)
        length++;
    return length;
}

static inline size_t pen__length(const char *string)
{
    size_t count = 0;
    while (string[count])
        count++;
    return count;
}

static inline bool pen__equals(const char *bytes, size_t count, const char *string)
{
    return count == pen__length(string) && memcmp(bytes, string, count) == 0;
}

static inline bool pen__is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* ASCII only: identifiers look the same in every locale. */
static inline bool pen__is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

/* Bytes of the UTF-8 character at the start of 'bytes', and its code point; 0 if there is no valid
 * one (overlong forms, surrogates and values above U+10FFFF included). 'count' is at least 1. */
static inline size_t pen__utf8_take(const char *bytes, size_t count, uint32_t *point)
{
    unsigned char first = (unsigned char)bytes[0];
    size_t length = first < 0x80   ? 1
                    : first < 0xc2 ? 0
                    : first < 0xe0 ? 2
                    : first < 0xf0 ? 3
                    : first < 0xf5 ? 4
                                   : 0;
    if (length == 0 || length > count)
        return 0;
    uint32_t value = length == 1 ? first : first & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        unsigned char next = (unsigned char)bytes[i];
        if ((next & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (next & 0x3fu);
    }
    if ((length == 3 && value < 0x800) || (length == 4 && (value < 0x10000 || value > 0x10ffff)) ||
        (value >= 0xd800 && value <= 0xdfff))
        return 0;
    *point = value;
    return length;
}

/* Whether the code point cannot stand in a shown text: controls would break lines and terminals,
 * and the marks that turn the writing direction could make a text look like another one. */
static inline bool pen__is_control(uint32_t point)
{
    return point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0x200e || point == 0x200f ||
           (point >= 0x2028 && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069) || point == 0xfeff;
}

#endif

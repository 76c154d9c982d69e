/* range.c - see range.h. */
#include "hall/range.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { V4_BITS = 96, ALL_BITS = 128 };

static const uint8_t v4_first[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

bool hall_range_is_v4(const struct hall_range *range)
{
    return range->bits >= V4_BITS && memcmp(range->bytes, v4_first, sizeof v4_first) == 0;
}

struct hall_range hall_range_cut(struct hall_range range, uint8_t bits)
{
    if (bits >= range.bits)
        return range;
    range.bits = bits;
    for (unsigned i = bits / 8; i < sizeof range.bytes; i++)
        range.bytes[i] &= i == bits / 8 ? (uint8_t)(0xff00u >> bits % 8) : 0;
    return range;
}

/* The digits behind the slash; false: none, or too many bits. */
static bool read_bits(const char *text, unsigned most, unsigned *bits)
{
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    const unsigned long number = strtoul(text, &end, 10);
    *bits = (unsigned)number;
    return *end == 0 && number <= most;
}

bool hall_range_read(struct hall_range *range, const char *text)
{
    char address[HALL_RANGE_TEXT_BYTES];
    const size_t length = strcspn(text, "/");
    unsigned bits = 0;
    if (length >= sizeof address)
        return false;
    memcpy(address, text, length);
    address[length] = 0;
    *range = (struct hall_range){.bits = ALL_BITS};
    const bool is_v4 = inet_pton(AF_INET, address, range->bytes + sizeof v4_first) == 1;
    if (is_v4)
        memcpy(range->bytes, v4_first, sizeof v4_first);
    else if (inet_pton(AF_INET6, address, range->bytes) != 1)
        return false;
    const unsigned most = is_v4 ? ALL_BITS - V4_BITS : ALL_BITS;
    if (text[length] == '/' && !read_bits(text + length + 1, most, &bits))
        return false;
    if (text[length] == '/')
        *range = hall_range_cut(*range, (uint8_t)(ALL_BITS - most + bits));
    return true;
}

void hall_range_write(const struct hall_range *range, char text[HALL_RANGE_TEXT_BYTES])
{
    const bool is_v4 = hall_range_is_v4(range);
    const unsigned skipped = is_v4 ? V4_BITS : 0;
    if (!inet_ntop(is_v4 ? AF_INET : AF_INET6, range->bytes + skipped / 8, text, HALL_RANGE_TEXT_BYTES))
        text[0] = 0;
    const size_t length = strlen(text);
    if (range->bits < ALL_BITS)
        snprintf(text + length, HALL_RANGE_TEXT_BYTES - length, "/%u", range->bits - skipped);
}

bool hall_range_has(const struct hall_range *outer, const struct hall_range *inner)
{
    if (outer->bits > inner->bits)
        return false;
    const struct hall_range cut = hall_range_cut(*inner, outer->bits);
    return memcmp(cut.bytes, outer->bytes, sizeof cut.bytes) == 0;
}

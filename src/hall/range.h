/* range.h - addresses of networks, one or many: "192.0.2.7", "192.0.2.0/24", "2001:db8:1:2::/64". */
#ifndef HALL_RANGE_H
#define HALL_RANGE_H

#include <stdbool.h>
#include <stdint.h>

#define HALL_RANGE_TEXT_BYTES 50

/* The first 'bits' of 'bytes' are the same for all of it, the rest is 0. IPv4 is written as IPv6 sees it,
 * from bit 96 on. */
struct hall_range {
    uint8_t bytes[16];
    uint8_t bits;
};

/* False: it is none. What stands behind the bits is left out. */
bool hall_range_read(struct hall_range *range, const char *text);
void hall_range_write(const struct hall_range *range, char text[HALL_RANGE_TEXT_BYTES]);
bool hall_range_is_v4(const struct hall_range *range);
/* Cut to so many bits, if it has more. */
struct hall_range hall_range_cut(struct hall_range range, uint8_t bits);
/* Whether all of 'inner' is in 'outer'. */
bool hall_range_has(const struct hall_range *outer, const struct hall_range *inner);

#endif

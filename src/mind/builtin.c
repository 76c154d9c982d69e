/* builtin.c - which of the networks plays at a table. */
#include "mind/builtin.h"

bool mind_builtin(unsigned seat_count, struct mind *mind)
{
    for (unsigned i = 0; i < mind_builtin_count; i++) {
        size_t count;
        const uint8_t *bytes = mind_builtin_bytes(i, &count);
        if (mind_read(mind, bytes, count) && seat_count >= mind->seats_min && seat_count <= mind->seats_max)
            return true;
    }
    return false;
}

/* clock.c - the one place where the time comes from. */
#include <time.h>

#include "tui/front.h"

uint64_t tui_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* clock.c - the one place where the time comes from. */
#include "platform/clock.h"

static uint64_t microseconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

uint64_t platform_now_us(void)
{
    return microseconds(CLOCK_MONOTONIC);
}

uint64_t platform_now_ms(void)
{
    return microseconds(CLOCK_MONOTONIC) / 1000;
}

uint64_t platform_wall_ms(void)
{
    return microseconds(CLOCK_REALTIME) / 1000;
}

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double platform_process_seconds(void)
{
    return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

double platform_thread_seconds(void)
{
    return seconds(CLOCK_THREAD_CPUTIME_ID);
}

struct timespec platform_time_after(clockid_t clock, unsigned ms)
{
    struct timespec until;
    clock_gettime(clock, &until);
    until.tv_nsec += (long)(ms % 1000) * 1000000L;
    until.tv_sec += (time_t)(ms / 1000) + until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    return until;
}

void platform_rest_ms(unsigned ms)
{
    const struct timespec rest = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000000L};
    (void)nanosleep(&rest, NULL);
}

void platform_date_write(uint64_t wall_ms, enum platform_zone zone, const char *format, char *text,
                         size_t size)
{
    const time_t moment = (time_t)(wall_ms / 1000);
    struct tm parts;
    if (!(zone == PLATFORM_UTC ? gmtime_r(&moment, &parts) : localtime_r(&moment, &parts)) ||
        strftime(text, size, format, &parts) == 0)
        text[0] = 0;
}

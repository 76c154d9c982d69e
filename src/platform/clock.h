/* clock.h - what time it is, for the layers that may know. */
#ifndef PLATFORM_CLOCK_H
#define PLATFORM_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* Since some moment of the past; goes on evenly whatever the clock on the wall is set to. Both may be
 * called in a signal handler. */
uint64_t platform_now_us(void);
uint64_t platform_now_ms(void);

/* The clock on the wall: since the beginning of 1970. */
uint64_t platform_wall_ms(void);

/* Work of the processor, for the whole process and for the thread that asks. */
double platform_process_seconds(void);
double platform_thread_seconds(void);

/* So far ahead, for pthread_cond_timedwait(): CLOCK_MONOTONIC if the condition was made for it, else
 * CLOCK_REALTIME. */
struct timespec platform_time_after(clockid_t clock, unsigned ms);

/* Ends early where a signal comes. */
void platform_rest_ms(unsigned ms);

/* The moment as strftime() writes it. */
enum platform_zone { PLATFORM_UTC, PLATFORM_LOCAL };
void platform_date_write(uint64_t wall_ms, enum platform_zone zone, const char *format, char *text,
                         size_t size);

#endif

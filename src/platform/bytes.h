/* bytes.h - bytes from the system: random ones, and those of small files. */
#ifndef PLATFORM_BYTES_H
#define PLATFORM_BYTES_H

#include <stdbool.h>
#include <stddef.h>

#include "penultima/penultima.h"

/* Good enough for secrets. False if the system has none. */
PEN_MUST_USE bool platform_random(void *bytes, size_t count);

/* All of them, however many calls it takes. On failure errno says why. */
PEN_MUST_USE bool platform_write(int file, const char *bytes, size_t count);

/* A whole file, or as much of it as has room, with a zero byte behind it. */
PEN_MUST_USE bool platform_file_read(const char *path, char *bytes, size_t size, size_t *count);

/* A file with these bytes and nothing else, on the disk if it is to be synced. On failure errno says why. */
enum platform_sync { PLATFORM_NO_SYNC, PLATFORM_SYNC };
PEN_MUST_USE bool platform_file_write(const char *path, const char *bytes, size_t count, unsigned mode,
                                      enum platform_sync sync);

/* Holds the file, which need not exist, as long as this process lives. Returns its descriptor, or -1: another
 * process holds it. */
int platform_file_hold(const char *path);

#endif

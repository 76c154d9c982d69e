/* string.h - the four functions that the rules use, for a target without a C library. */
#ifndef GPU_STRING_H
#define GPU_STRING_H
#include <stddef.h>
void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
int memcmp(const void *one, const void *other, size_t count);
#endif

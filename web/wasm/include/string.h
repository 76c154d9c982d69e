/* string.h - the few functions of memory that the core asks a C library for. The page has no C
 * library; libc.c has these. */
#ifndef PAGE_STRING_H
#define PAGE_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
int memcmp(const void *a, const void *b, size_t count);
size_t strlen(const char *string);
int strcmp(const char *a, const char *b);

#endif

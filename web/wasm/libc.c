/* libc.c - what the core needs of a C library, and its assertion hook. */
#include "page.h"

#include <string.h>

/* With bulk memory the builtins of these three are single instructions, not calls of themselves. */
void *memcpy(void *to, const void *from, size_t count)
{
    return __builtin_memcpy(to, from, count);
}

void *memmove(void *to, const void *from, size_t count)
{
    return __builtin_memmove(to, from, count);
}

void *memset(void *to, int byte, size_t count)
{
    return __builtin_memset(to, byte, count);
}

int memcmp(const void *a, const void *b, size_t count)
{
    const unsigned char *left = a, *right = b;
    for (size_t i = 0; i < count; i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}

size_t strlen(const char *string)
{
    size_t length = 0;
    while (string[length])
        length++;
    return length;
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

void pen_assert_failed(const char *condition, const char *file, int line)
{
    page_failed(condition, strlen(condition), file, strlen(file), line);
    __builtin_trap();
}

/* memory.c - the four functions of string.h where there is no C library. */
#include <string.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count)
{
    char *target = to;
    const char *source = from;
    for (size_t i = 0; i < count; i++)
        target[i] = source[i];
    return to;
}

void *memmove(void *to, const void *from, size_t count)
{
    char *target = to;
    const char *source = from;
    if (target < source)
        return memcpy(to, from, count);
    for (size_t i = count; i-- > 0;)
        target[i] = source[i];
    return to;
}

void *memset(void *to, int byte, size_t count)
{
    char *target = to;
    for (size_t i = 0; i < count; i++)
        target[i] = (char)byte;
    return to;
}

int memcmp(const void *one, const void *other, size_t count)
{
    const unsigned char *left = one, *right = other;
    for (size_t i = 0; i < count; i++)
        if (left[i] != right[i])
            return left[i] - right[i];
    return 0;
}

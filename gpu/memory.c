/* memory.c - what the rules need where there is no C library: four functions of string.h, by words where they
 * lie so, and the end of whoever finds the impossible. */
#include <stdint.h>
#include <string.h>

#include "penultima/base.h"

void pen_assert_failed(const char *condition, const char *file, int line)
{
    (void)condition;
    (void)file;
    (void)line;
    __builtin_trap();
}

static inline int is_by_words(const void *one, const void *other, size_t count)
{
    return (((uintptr_t)one | (uintptr_t)other | count) & 7) == 0;
}

void *memcpy(void *restrict to, const void *restrict from, size_t count)
{
    char *target = to;
    const char *source = from;
    if (is_by_words(to, from, count)) {
        for (size_t i = 0; i < count / 8; i++)
            ((uint64_t *)to)[i] = ((const uint64_t *)from)[i];
        return to;
    }
    for (size_t i = 0; i < count; i++)
        target[i] = source[i];
    return to;
}

void *memmove(void *to, const void *from, size_t count)
{
    char *target = to;
    const char *source = from;
    if (target < source) {
        for (size_t i = 0; i < count; i++)
            target[i] = source[i];
        return to;
    }
    for (size_t i = count; i-- > 0;)
        target[i] = source[i];
    return to;
}

void *memset(void *to, int byte, size_t count)
{
    char *target = to;
    if (is_by_words(to, to, count)) {
        uint64_t word = (uint8_t)byte * UINT64_C(0x0101010101010101);
        for (size_t i = 0; i < count / 8; i++)
            ((uint64_t *)to)[i] = word;
        return to;
    }
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

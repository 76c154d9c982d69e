/* assert_default.c - what happens to a programmer's error if the host has no opinion: it is told, and the
 * process ends. So the shared library can be loaded from any language. In an object of its own, because
 * nothing else of the library needs a C library; whoever defines the function links without this one. */
#include <stdio.h>
#include <stdlib.h>

#include "penultima/base.h"

#if defined(__GNUC__) || defined(__clang__)
__attribute__((weak))
#endif
void pen_assert_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "penultima: %s:%d: this must hold and does not: %s\n", file, line, condition);
    abort();
}

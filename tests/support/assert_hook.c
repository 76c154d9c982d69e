/* assert_hook.c - the assertion hook of every test: says where and stops. */
#include <stdio.h>
#include <stdlib.h>

#include "penultima/base.h"

void pen_assert_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
    abort();
}

/* child.h - a program of somebody else's, started by the shell, at the other end of a line. */
#ifndef PLATFORM_CHILD_H
#define PLATFORM_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "penultima/base.h"

struct platform_child {
    pid_t process;
    int line; /* its standard input and output */
};

/* In a process group of its own, so that what it starts ends with it. */
PEN_MUST_USE bool platform_child_start(struct platform_child *child, const char *command);

/* Nothing more is said to it, and it may end by itself for so long; then it is ended. */
void platform_child_end(struct platform_child *child, unsigned patience_ms);

#endif

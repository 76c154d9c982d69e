/* mesa_host.h - reads records of built-in editions, for tests; what is wrong with one is printed. */
#ifndef TESTS_SUPPORT_MESA_HOST_H
#define TESTS_SUPPORT_MESA_HOST_H

#include <string.h>

#include "penultima/penultima.h"

static inline bool find_builtin(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                                struct pen_problem *problem)
{
    (void)context;
    (void)problem;
    char id[PEN_ID_BYTES] = "";
    if (bytes >= sizeof id)
        return false;
    memcpy(id, name, bytes);
    return pen_edition_builtin(id, edition);
}

static inline void report(void *context, unsigned line, const char *what)
{
    (void)context;
    print_message("# line %u: %s\n", line, what);
}

static const struct pen_mesa_host host = {.find_edition = find_builtin, .report = report};

#endif

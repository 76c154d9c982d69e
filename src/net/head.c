/* head.c - the head of a request as it came over the line, for what the HTTP library forgives: see
 * head.h. */
#include "net/head.h"

#include <string.h>

/* Up to the zero that stands for what ended it; null: there is none. */
static const char *pass(const char *at, const char *end)
{
    return memchr(at, 0, (size_t)(end - at));
}

bool net_head_is_plain(const char *head, size_t count, const char *version)
{
    const char *const end = head + count;
    const char *at = version < head || version >= end ? NULL : pass(version, end);
    while (at && end - at >= 4 && at[1] == 0) {
        at += 2; /* a whole line end */
        if (*at == 0)
            return end - at == 2 && at[1] == 0; /* the empty line */
        if (*at == ' ' || *at == '\t')
            return false;
        at = pass(at, end); /* the colon */
        if (!at || at[-1] == ' ' || at[-1] == '\t')
            return false;
        at = pass(at + 1, end);
    }
    return false;
}

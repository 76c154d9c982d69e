/* version.c - which library this is, for whoever loads it at run time. */
#include "penultima/version.h"

const char *pen_version(void)
{
    return PEN_VERSION;
}

uint32_t pen_version_number(void)
{
    return PEN_VERSION_NUMBER;
}

#define X(name)                           \
    size_t pen_sizeof_##name(void)        \
    {                                     \
        return sizeof(struct pen_##name); \
    }
PEN_STRUCT_LIST(X)
#undef X

size_t pen_sizeof_bot(void)
{
    return sizeof(struct bot);
}

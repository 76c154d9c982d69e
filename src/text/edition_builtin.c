/* edition_builtin.c - the editions that come with the library. Their files are compiled in, so that
 * nothing has to be found on a disk; they go through the same parser as anybody's. */
#include "edition_text.h"
#include "scan.h"

unsigned pen_edition_builtin_count(void)
{
    return pen__builtin_count;
}

const char *pen_edition_builtin_id(unsigned index)
{
    PEN_ASSERT(index < pen__builtin_count);
    return pen__builtin_ids[index];
}

const char *pen_edition_source(const char *id, size_t id_bytes, size_t *bytes)
{
    for (unsigned i = 0; i < pen__builtin_count; i++) {
        if (pen__equals(id, id_bytes, pen__builtin_ids[i])) {
            *bytes = pen__builtin_sizes[i];
            return pen__builtin_bytes[i];
        }
    }
    return NULL;
}

bool pen_edition_builtin(const char *id, struct pen_edition *edition)
{
    size_t count = 0;
    const char *bytes = pen_edition_source(id, pen__length(id), &count);
    if (!bytes)
        return false;
    struct pen_problem problem;
    bool is_good = pen_edition_parse(edition, bytes, count, &problem);
    PEN_ASSERT(is_good);
    return true;
}

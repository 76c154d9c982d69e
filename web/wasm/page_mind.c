/* page_mind.c - the network of the player that has learned. The page fetches it when it is chosen, and only
 * then; until it is here, that player thinks as the expert does. */
#include "mind/builtin.h"
#include "page.h"

/* Where 'count' bytes of a network go; null if that is too many. */
PAGE_EXPORT(mindSpace) uint8_t *page_export_mind_space(unsigned count);
/* They are there. Whether they are a network. */
PAGE_EXPORT(mindReady) bool page_export_mind_ready(unsigned count);

enum { WEIGHTS_MAX = 3 << 19 }; /* a megabyte and a half */

static uint8_t weights[WEIGHTS_MAX];
static size_t weights_count;

const unsigned mind_builtin_count = 1;

const uint8_t *mind_builtin_bytes(unsigned index, size_t *count)
{
    (void)index;
    *count = weights_count;
    return weights;
}

uint8_t *page_export_mind_space(unsigned count)
{
    weights_count = 0;
    return count <= WEIGHTS_MAX ? weights : NULL;
}

bool page_export_mind_ready(unsigned count)
{
    struct mind mind;
    weights_count = count <= WEIGHTS_MAX && mind_read(&mind, weights, count) ? count : 0;
    return weights_count > 0;
}

/* start.c - the speeds by their names. */
#include "tui/start.h"

#include <string.h>

static const struct {
    const char *id;
    unsigned percent;
} speeds[TUI_SPEED_COUNT] = {
#define X(name, id, percent) {id, percent},
    TUI_SPEED_LIST(X)
#undef X
};

bool tui_speed_read(const char *text, enum tui_speed *speed)
{
    for (unsigned i = 0; i < TUI_SPEED_COUNT; i++) {
        if (strcmp(speeds[i].id, text) == 0) {
            *speed = (enum tui_speed)i;
            return true;
        }
    }
    return false;
}

unsigned tui_speed_percent(enum tui_speed speed)
{
    return speeds[speed].percent;
}

/* screen_line.c - a line that is written on the full screen: what is said to the others at a table, and
 * orders to it. Knows nothing of what it means. */
#include <string.h>

#include "platform/clock.h"
#include "tui/screen_state.h"
#include "tui/terminal.h"

void tui_screen_begin_line(struct tui_screen *screen)
{
    screen->mode = MODE_LINE;
    strcpy(screen->line, "/");
}

/* A character as UTF-8; what does not fit any more is not written. */
static void add(struct tui_screen *screen, unsigned point)
{
    char bytes[5] = {0};
    unsigned count = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    static const unsigned char marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (unsigned i = count - 1; i > 0; i--, point >>= 6)
        bytes[i] = (char)(0x80 | (point & 0x3f));
    bytes[0] = (char)(marks[count] | point);
    if (strlen(screen->line) + count < sizeof screen->line)
        strcat(screen->line, bytes);
}

/* The last character goes. Whoever erases the first one has changed their mind. */
static void erase(struct tui_screen *screen)
{
    size_t length = strlen(screen->line);
    while (length > 0 && ((unsigned char)screen->line[--length] & 0xc0) == 0x80)
        continue;
    screen->line[length] = 0;
    if (length == 0)
        screen->mode = MODE_TABLE;
}

void tui_screen_write_line(struct tui_screen *screen, int key)
{
    if (key == TUI_KEY_ENTER) {
        screen->mode = MODE_TABLE;
        (void)tui_table_order(screen->table, screen->line, platform_now_ms());
    } else if (key == TUI_KEY_ESCAPE) { /* and so the key that erases is called */
        erase(screen);
    } else if (key >= ' ' && key < TUI_KEY_LEFT) {
        add(screen, (unsigned)key);
    }
}

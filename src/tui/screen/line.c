/* line.c - a line that is written on the full screen: what is said to the others at a table, and
 * orders to it. Knows nothing of what it means. */
#include <string.h>

#include "platform/clock.h"
#include "tui/screen/inside.h"
#include "tui/screen/line.h"
#include "tui/screen/terminal.h"

void screen_begin_line(struct screen *screen)
{
    screen->mode = MODE_LINE;
    strcpy(screen->line, "/");
}

void screen_line_add(char *line, size_t size, unsigned point)
{
    char bytes[5] = {0};
    unsigned count = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    static const unsigned char marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (unsigned i = count - 1; i > 0; i--, point >>= 6)
        bytes[i] = (char)(0x80 | (point & 0x3f));
    bytes[0] = (char)(marks[count] | point);
    if (strlen(line) + count < size)
        strcat(line, bytes);
}

void screen_line_erase(char *line)
{
    size_t length = strlen(line);
    while (length > 0 && ((unsigned char)line[--length] & 0xc0) == 0x80)
        continue;
    line[length] = 0;
}

void screen_write_line(struct screen *screen, int key)
{
    if (key == SCREEN_KEY_ENTER) {
        screen->mode = MODE_TABLE;
        (void)tui_table_order(screen->table, screen->line, platform_now_ms());
    } else if (key == SCREEN_KEY_ESCAPE) { /* and so the key that erases is called */
        screen_line_erase(screen->line);
        if (!screen->line[0]) /* whoever erases the first one has changed their mind */
            screen->mode = MODE_TABLE;
    } else if (key == SCREEN_KEY_TAB && screen->table->ops->complete) {
        screen->table->ops->complete(screen->table, screen->line, sizeof screen->line);
    } else if (key >= ' ' && key < SCREEN_KEY_LEFT) {
        screen_line_add(screen->line, sizeof screen->line, (unsigned)key);
    }
}

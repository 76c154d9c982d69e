/* choose.c - one of a list, on a screen of its own. */
#include <stdio.h>
#include <string.h>

#include "tui/front.h"
#include "tui/screen/canvas.h"
#include "tui/screen/terminal.h"
#include "words/tui_show_words.h"
#include "words/words.h"

enum { KEY_ROW = SCREEN_KEY_CARD, LINE_BYTES = 512 };

static void draw(struct screen_canvas *canvas, const struct tui_list *list, int at)
{
    const int columns = canvas->columns - 2, last = canvas->rows - 1, room = last - 3;
    const int first = at >= room ? at - room + 1 : 0;
    char keys[LINE_BYTES];
    screen_canvas_text(canvas, 0, 1, columns, SCREEN_STRONG, list->heading);
    if (list->count == 0)
        screen_canvas_paragraph(canvas, (struct screen_rect){2, 1, room, columns}, SCREEN_PLAIN, list->empty);
    for (int i = first; i < (int)list->count && i - first < room; i++) {
        const struct screen_rect rect = {2 + i - first, 1, 1, columns};
        const struct screen_style style =
            i == at ? SCREEN_STYLE(SCREEN_INK_PLAIN, SCREEN_INK_PLAIN, SCREEN_REVERSE | SCREEN_BOLD)
                    : SCREEN_PLAIN;
        if (i == at)
            screen_canvas_fill(canvas, rect, style);
        screen_canvas_text(canvas, rect.row, rect.column, columns, style, list->items[i]);
        screen_canvas_spot(canvas, rect, KEY_ROW + i);
    }
    snprintf(keys, sizeof keys, "[↑↓] [Enter] %s  [q] %s", word_text(WORD_TUI_SHOW_DO_READ, list->lang),
             word_text(WORD_TUI_SHOW_MENU_LEAVE, list->lang));
    screen_canvas_keys(canvas, last, 1, columns, keys);
}

int screen_choose(const struct tui_list *list, bool has_color)
{
    struct screen_canvas canvas = {0};
    int at = 0, chosen = -1;
    if (!screen_terminal_open(has_color))
        return -1;
    while (screen_terminal_begin(&canvas)) {
        draw(&canvas, list, at);
        screen_terminal_show(&canvas);
        struct screen_key key = screen_terminal_wait(-1, -1);
        if (key.code == SCREEN_KEY_CLICK)
            key.code = screen_canvas_key_at(&canvas, key.row, key.column);
        const int count = (int)list->count;
        if (key.code == SCREEN_KEY_UP || key.code == 'k' || key.code == SCREEN_KEY_BACK_TAB)
            at = count ? (at + count - 1) % count : 0;
        else if (key.code == SCREEN_KEY_DOWN || key.code == 'j' || key.code == SCREEN_KEY_TAB)
            at = count ? (at + 1) % count : 0;
        else if (key.code >= KEY_ROW && key.code < KEY_ROW + count)
            chosen = key.code - KEY_ROW;
        else if (key.code == SCREEN_KEY_ENTER)
            chosen = count ? at : -1;
        if (chosen >= 0 || key.code == SCREEN_KEY_ENTER || key.code == 'q' || key.code == SCREEN_KEY_ESCAPE ||
            key.code == SCREEN_KEY_END)
            break;
    }
    screen_terminal_close();
    screen_canvas_drop(&canvas);
    return chosen;
}

/* draw_page.c - as large as the text wants and the screen allows. */
#include "tui/draw_page.h"

#include <stdio.h>
#include <string.h>

#include "tui/draw_offers.h"
#include "tui/terminal.h"
#include "tui/filling.h"

enum { COLUMNS_MOST = 76, COLUMNS_LEAST = 36, BORDER = 4 };

static int text_rows(const char *text, int columns)
{
    int rows = 0;
    while (*text) {
        size_t next;
        tui_text_line(text, columns, &next);
        text += next;
        rows++;
    }
    return rows;
}

static int text_columns(const char *text)
{
    int widest = 0;
    while (*text) {
        size_t next, count = tui_text_line(text, COLUMNS_MOST, &next);
        char line[8 * COLUMNS_MOST];
        snprintf(line, sizeof line, "%.*s", (int)count, text);
        int columns = tui_text_columns(line);
        widest = columns > widest ? columns : widest;
        text += next;
    }
    return widest;
}

static int between(int least, int value, int most)
{
    value = value < least ? least : value;
    return value > most ? most : value;
}

/* From the row 'scroll' on. Lines that begin with a dash are headings. */
static void draw_text(struct tui_canvas *canvas, struct tui_rect rect, const char *text, int scroll)
{
    for (int row = -scroll; row < rect.rows && *text; row++) {
        size_t next, count = tui_text_line(text, rect.columns, &next);
        char line[8 * TUI_COLUMNS_MAX];
        snprintf(line, sizeof line, "%.*s", (int)count, text);
        if (row >= 0)
            tui_canvas_text(canvas, rect.row + row, rect.column, rect.columns,
                            strncmp(line, "— ", strlen("— ")) == 0 ? TUI_LIGHT : TUI_PLAIN, line);
        text += next;
    }
}

void tui_draw_page(struct tui_canvas *canvas, struct tui_page *page, const struct tui_offers *offers,
                   enum pen_lang lang)
{
    int columns = between(COLUMNS_LEAST, text_columns(page->text), canvas->columns - BORDER);
    int rows = text_rows(page->text, columns), room = between(1, rows, canvas->rows - BORDER);
    page->scroll_max = rows - room;
    page->scroll = between(0, page->scroll, page->scroll_max);
    struct tui_rect frame = {(canvas->rows - room - BORDER) / 2, (canvas->columns - columns - BORDER) / 2,
                             room + BORDER, columns + BORDER};
    canvas->spot_count = 0;
    tui_canvas_frame(canvas, frame, TUI_QUIET);
    char line[256];
    snprintf(line, sizeof line, " %s ", page->heading);
    tui_canvas_text_middle(canvas, frame.row, frame.column + 2, columns, TUI_STRONG, line);

    draw_text(canvas, (struct tui_rect){frame.row + 1, frame.column + 2, room, columns}, page->text,
              page->scroll);
    int last = frame.row + frame.rows - 2;
    tui_draw_offers(canvas, (struct tui_rect){last, frame.column + 2, 1, columns}, offers, lang);
    if (page->scroll < page->scroll_max) {
        tui_canvas_text_right(canvas, last, frame.column + 2, columns, TUI_LIGHT,
                              word_text(WORD_TUI_SHOW_MORE, lang));
        tui_canvas_spot(canvas, (struct tui_rect){last, frame.column + 2 + columns - 8, 1, 8},
                        TUI_KEY_PAGE_DOWN);
    }
}

bool tui_page_turn(struct tui_page *page, int key)
{
    int step = key == TUI_KEY_UP                        ? -1
               : key == TUI_KEY_DOWN                    ? 1
               : key == TUI_KEY_PAGE_UP                 ? -8
               : key == TUI_KEY_PAGE_DOWN || key == ' ' ? 8
               : key == TUI_KEY_HOME                    ? -page->scroll
               : key == TUI_KEY_LAST                    ? page->scroll_max - page->scroll
                                                        : 0;
    if (step == 0)
        return false;
    page->scroll = between(0, page->scroll + step, page->scroll_max);
    return true;
}

/* draw_page.c - as large as the text wants and the screen allows. */
#include "tui/screen/draw_page.h"

#include <stdio.h>
#include <string.h>

#include "tui/screen/draw_offers.h"
#include "tui/screen/terminal.h"
#include "tui/filling.h"
#include "words/tui_show_words.h"

enum { COLUMNS_MOST = 76, COLUMNS_LEAST = 36, BORDER = 4, STRIP_COLUMNS = 6 };

static int text_rows(const char *text, int columns)
{
    int rows = 0;
    while (*text) {
        size_t next;
        screen_text_line(text, columns, &next);
        text += next;
        rows++;
    }
    return rows;
}

static int text_columns(const char *text)
{
    int widest = 0;
    while (*text) {
        size_t next, count = screen_text_line(text, COLUMNS_MOST, &next);
        char line[8 * COLUMNS_MOST];
        snprintf(line, sizeof line, "%.*s", (int)count, text);
        int columns = screen_text_columns(line);
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
static void draw_text(struct screen_canvas *canvas, struct screen_rect rect, const char *text, int scroll)
{
    for (int row = -scroll; row < rect.rows && *text; row++) {
        size_t next, count = screen_text_line(text, rect.columns, &next);
        char line[8 * SCREEN_COLUMNS_MAX];
        snprintf(line, sizeof line, "%.*s", (int)count, text);
        if (row >= 0)
            screen_canvas_text(canvas, rect.row + row, rect.column, rect.columns,
                               strncmp(line, "— ", strlen("— ")) == 0 ? SCREEN_LIGHT : SCREEN_PLAIN, line);
        text += next;
    }
}

void screen_draw_page(struct screen_canvas *canvas, struct screen_page *page,
                      const struct screen_offers *offers, enum pen_lang lang)
{
    int columns = between(COLUMNS_LEAST, text_columns(page->text), canvas->columns - BORDER);
    /* Keys that do not fit beside each other stand in two lines: half a word says nothing. */
    const int more_keys = screen_offers_rows(offers, columns, lang) > 1;
    int rows = text_rows(page->text, columns), room = between(1, rows, canvas->rows - BORDER - more_keys);
    page->scroll_max = rows - room;
    page->scroll = between(0, page->scroll, page->scroll_max);
    const int height = room + BORDER + more_keys;
    struct screen_rect frame = {(canvas->rows - height) / 2, (canvas->columns - columns - BORDER) / 2, height,
                                columns + BORDER};
    /* A narrow strip beside the frame would show nothing but odd ends of lines. */
    if (frame.column < STRIP_COLUMNS)
        screen_canvas_fill(canvas, (struct screen_rect){frame.row, 0, frame.rows, canvas->columns},
                           SCREEN_PLAIN);
    canvas->spot_count = 0;
    screen_canvas_frame(canvas, frame, SCREEN_QUIET);
    char line[256];
    snprintf(line, sizeof line, " %s ", page->heading);
    screen_canvas_text_middle(canvas, frame.row, frame.column + 2, columns, SCREEN_STRONG, line);

    draw_text(canvas, (struct screen_rect){frame.row + 1, frame.column + 2, room, columns}, page->text,
              page->scroll);
    int last = frame.row + frame.rows - 2;
    screen_draw_offers(canvas,
                       (struct screen_rect){last - more_keys, frame.column + 2, 1 + more_keys, columns},
                       offers, lang);
    if (page->scroll < page->scroll_max) {
        screen_canvas_text_right(canvas, last, frame.column + 2, columns, SCREEN_LIGHT,
                                 word_text(WORD_TUI_SHOW_MORE, lang));
        screen_canvas_spot(canvas, (struct screen_rect){last, frame.column + 2 + columns - 8, 1, 8},
                           SCREEN_KEY_PAGE_DOWN);
    }
}

bool screen_page_turn(struct screen_page *page, int key)
{
    int step = key == SCREEN_KEY_UP                        ? -1
               : key == SCREEN_KEY_DOWN                    ? 1
               : key == SCREEN_KEY_PAGE_UP                 ? -8
               : key == SCREEN_KEY_PAGE_DOWN || key == ' ' ? 8
               : key == SCREEN_KEY_HOME                    ? -page->scroll
               : key == SCREEN_KEY_LAST                    ? page->scroll_max - page->scroll
                                                           : 0;
    if (step == 0)
        return false;
    page->scroll = between(0, page->scroll + step, page->scroll_max);
    return true;
}

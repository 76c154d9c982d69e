/* canvas.c - cells, clipping, widths. The only place that counts columns. */
#include "tui/canvas.h"

#include <stdlib.h>
#include <string.h>

/* The next character of a UTF-8 text; bytes that are none stand for themselves as '?'. */
static wchar_t next_character(const char **text)
{
    const unsigned char *bytes = (const unsigned char *)*text;
    unsigned first = bytes[0], count = first < 0x80   ? 0
                                       : first < 0xc2 ? 9
                                       : first < 0xe0 ? 1
                                       : first < 0xf0 ? 2
                                       : first < 0xf5 ? 3
                                                      : 9;
    uint32_t value = first < 0x80 ? first : first & (0x3fu >> count);
    (*text)++;
    if (count == 9)
        return L'?';
    for (unsigned i = 1; i <= count; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return L'?';
        value = value << 6 | (bytes[i] & 0x3fu);
        (*text)++;
    }
    return (wchar_t)value;
}

/* A control character takes no column and is not drawn. Where the locale knows no such character, one
 * column is the best guess. */
static int character_columns(wchar_t character)
{
    if (character < 0x20 || (character >= 0x7f && character < 0xa0))
        return -1;
    int columns = wcwidth(character);
    return columns < 0 ? 1 : columns;
}

int tui_text_columns(const char *text)
{
    int columns = 0;
    while (*text) {
        int width = character_columns(next_character(&text));
        columns += width > 0 ? width : 0;
    }
    return columns;
}

size_t tui_text_line(const char *text, int columns, size_t *next)
{
    const char *at = text, *space = NULL;
    int used = 0;
    while (*at && *at != '\n') {
        const char *after = at;
        int width = character_columns(next_character(&after));
        width = width > 0 ? width : 0;
        if (used + width > columns && at > text) {
            const char *end = *at == ' ' ? at : space ? space : at;
            const char *begin = end;
            while (*begin == ' ')
                begin++;
            *next = (size_t)(begin - text);
            return (size_t)(end - text);
        }
        if (*at == ' ')
            space = at;
        used += width;
        at = after;
    }
    *next = (size_t)(at - text) + (*at == '\n');
    return (size_t)(at - text);
}

bool tui_canvas_resize(struct tui_canvas *canvas, int rows, int columns)
{
    rows = rows < 1 ? 1 : rows > TUI_ROWS_MAX ? TUI_ROWS_MAX : rows;
    columns = columns < 1 ? 1 : columns > TUI_COLUMNS_MAX ? TUI_COLUMNS_MAX : columns;
    struct tui_cell *cells = realloc(canvas->cells, (size_t)rows * (size_t)columns * sizeof canvas->cells[0]);
    if (!cells)
        return false;
    canvas->cells = cells;
    canvas->rows = rows;
    canvas->columns = columns;
    tui_canvas_clear(canvas);
    return true;
}

void tui_canvas_drop(struct tui_canvas *canvas)
{
    free(canvas->cells);
    canvas->cells = NULL;
    canvas->rows = canvas->columns = 0;
}

static struct tui_cell *cell_at(struct tui_canvas *canvas, int row, int column)
{
    if (row < 0 || row >= canvas->rows || column < 0 || column >= canvas->columns)
        return NULL;
    return &canvas->cells[row * canvas->columns + column];
}

/* Half a wide character is none: what is left of one that is drawn over becomes a space. */
static void put(struct tui_canvas *canvas, int row, int column, wchar_t character, int width,
                struct tui_style style)
{
    struct tui_cell *cell = cell_at(canvas, row, column);
    struct tui_cell *second = width == 2 ? cell_at(canvas, row, column + 1) : NULL;
    if (!cell)
        return;
    if (cell->characters[0] == 0 && column > 0)
        cell[-1].characters[0] = L' ', cell[-1].characters[1] = 0;
    struct tui_cell *behind = cell_at(canvas, row, column + (width == 2 ? 2 : 1));
    if (behind && behind->characters[0] == 0)
        behind->characters[0] = L' ';
    if (width == 2 && !second)
        character = L' ';
    *cell = (struct tui_cell){{character, 0, 0}, style};
    if (second)
        *second = (struct tui_cell){{0, 0, 0}, style};
}

void tui_canvas_clear(struct tui_canvas *canvas)
{
    for (int i = 0; i < canvas->rows * canvas->columns; i++)
        canvas->cells[i] = (struct tui_cell){{L' ', 0, 0}, TUI_PLAIN};
    canvas->spot_count = 0;
}

/* Shapes carry the colour wherever they stand, unless they stand on a coloured paper. */
static struct tui_style style_of(const struct tui_canvas *canvas, struct tui_style style, const char *at)
{
    if (!canvas->edition || style.paper != TUI_INK_PLAIN || (unsigned char)*at < 0x80)
        return style;
    for (unsigned i = 0; i < canvas->edition->color_count; i++) {
        const char *shape = canvas->edition->colors[i].shape;
        if (shape[0] && strncmp(at, shape, strlen(shape)) == 0) {
            style.ink = (uint8_t)(TUI_INK_SUIT + i);
            break;
        }
    }
    return style;
}

int tui_canvas_text(struct tui_canvas *canvas, int row, int column, int columns, struct tui_style style,
                    const char *text)
{
    if (columns <= 0)
        return 0;
    bool is_cut = tui_text_columns(text) > columns;
    int used = 0, most = is_cut ? columns - 1 : columns;
    while (*text) {
        const char *at = text;
        wchar_t character = next_character(&text);
        int width = character_columns(character);
        if (width < 0)
            continue;
        if (width == 0) {
            struct tui_cell *cell = used ? cell_at(canvas, row, column + used - 1) : NULL;
            if (cell && cell->characters[0] == 0 && used > 1)
                cell--;
            if (cell && cell->characters[0])
                cell->characters[cell->characters[1] ? 2 : 1] = character;
            continue;
        }
        if (used + width > most)
            break;
        put(canvas, row, column + used, character, width, style_of(canvas, style, at));
        used += width;
    }
    if (is_cut) {
        put(canvas, row, column + used, L'…', 1, style);
        used++;
    }
    return used;
}

void tui_canvas_text_right(struct tui_canvas *canvas, int row, int column, int columns,
                           struct tui_style style, const char *text)
{
    int width = tui_text_columns(text), before = width < columns ? columns - width : 0;
    tui_canvas_text(canvas, row, column + before, columns - before, style, text);
}

void tui_canvas_text_middle(struct tui_canvas *canvas, int row, int column, int columns,
                            struct tui_style style, const char *text)
{
    int width = tui_text_columns(text), before = width < columns ? (columns - width) / 2 : 0;
    tui_canvas_text(canvas, row, column + before, columns - before, style, text);
}

int tui_canvas_paragraph(struct tui_canvas *canvas, struct tui_rect rect, struct tui_style style,
                         const char *text)
{
    char line[4 * TUI_COLUMNS_MAX];
    int rows = 0;
    while (*text && rows < rect.rows) {
        size_t next, count = tui_text_line(text, rect.columns, &next);
        count = count < sizeof line - 1 ? count : sizeof line - 1;
        memcpy(line, text, count);
        line[count] = 0;
        tui_canvas_text(canvas, rect.row + rows++, rect.column, rect.columns, style, line);
        text += next;
    }
    return rows;
}

void tui_canvas_fill(struct tui_canvas *canvas, struct tui_rect rect, struct tui_style style)
{
    for (int row = 0; row < rect.rows; row++)
        for (int column = 0; column < rect.columns; column++)
            put(canvas, rect.row + row, rect.column + column, L' ', 1, style);
}

void tui_canvas_line(struct tui_canvas *canvas, int row, int column, int columns, struct tui_style style)
{
    for (int i = 0; i < columns; i++)
        put(canvas, row, column + i, L'─', 1, style);
}

void tui_canvas_frame(struct tui_canvas *canvas, struct tui_rect rect, struct tui_style style)
{
    int last_row = rect.row + rect.rows - 1, last_column = rect.column + rect.columns - 1;
    tui_canvas_fill(canvas, rect, TUI_PLAIN);
    tui_canvas_line(canvas, rect.row, rect.column, rect.columns, style);
    tui_canvas_line(canvas, last_row, rect.column, rect.columns, style);
    for (int row = rect.row + 1; row < last_row; row++) {
        put(canvas, row, rect.column, L'│', 1, style);
        put(canvas, row, last_column, L'│', 1, style);
    }
    put(canvas, rect.row, rect.column, L'╭', 1, style);
    put(canvas, rect.row, last_column, L'╮', 1, style);
    put(canvas, last_row, rect.column, L'╰', 1, style);
    put(canvas, last_row, last_column, L'╯', 1, style);
}

void tui_canvas_spot(struct tui_canvas *canvas, struct tui_rect rect, int key)
{
    if (canvas->spot_count < TUI_SPOTS_MAX)
        canvas->spots[canvas->spot_count++] = (struct tui_spot){rect, key};
}

int tui_canvas_key_at(const struct tui_canvas *canvas, int row, int column)
{
    for (unsigned i = canvas->spot_count; i > 0; i--) {
        struct tui_rect rect = canvas->spots[i - 1].rect;
        if (row >= rect.row && row < rect.row + rect.rows && column >= rect.column &&
            column < rect.column + rect.columns)
            return canvas->spots[i - 1].key;
    }
    return 0;
}

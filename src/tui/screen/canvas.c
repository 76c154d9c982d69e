/* canvas.c - cells, clipping, widths. The only place that counts columns. */
#include "tui/screen/canvas.h"

#include <stdlib.h>
#include <string.h>

#include "platform/ascii.h"

/* The next character as this terminal shows it, and its columns. */
static wchar_t next_character(const char **text, int *columns)
{
    const uint32_t character = platform_next_character(text);
    *columns = platform_columns(character);
    if (!platform_ascii_is_on() || character < 0x80)
        return (wchar_t)character;
    *columns = *columns > 1 ? 1 : *columns;
    return (wchar_t)platform_ascii_cell(character);
}

int screen_text_columns(const char *text)
{
    int columns = 0;
    while (*text) {
        int width;
        (void)next_character(&text, &width);
        columns += width > 0 ? width : 0;
    }
    return columns;
}

size_t screen_text_line(const char *text, int columns, size_t *next)
{
    const char *at = text, *space = NULL;
    int used = 0;
    while (*at && *at != '\n') {
        const char *after = at;
        int width;
        (void)next_character(&after, &width);
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
        /* Between wide characters a line may end without a blank. */
        const char *behind = at;
        if (width == 2 && *at && platform_may_break_before(platform_next_character(&behind)))
            space = at;
    }
    *next = (size_t)(at - text) + (*at == '\n');
    return (size_t)(at - text);
}

bool screen_canvas_resize(struct screen_canvas *canvas, int rows, int columns)
{
    rows = rows < 1 ? 1 : rows > SCREEN_ROWS_MAX ? SCREEN_ROWS_MAX : rows;
    columns = columns < 1 ? 1 : columns > SCREEN_COLUMNS_MAX ? SCREEN_COLUMNS_MAX : columns;
    struct screen_cell *cells =
        realloc(canvas->cells, (size_t)rows * (size_t)columns * sizeof canvas->cells[0]);
    if (!cells)
        return false;
    canvas->cells = cells;
    canvas->rows = rows;
    canvas->columns = columns;
    screen_canvas_clear(canvas);
    return true;
}

void screen_canvas_drop(struct screen_canvas *canvas)
{
    free(canvas->cells);
    canvas->cells = NULL;
    canvas->rows = canvas->columns = 0;
}

static struct screen_cell *cell_at(struct screen_canvas *canvas, int row, int column)
{
    if (row < 0 || row >= canvas->rows || column < 0 || column >= canvas->columns)
        return NULL;
    return &canvas->cells[row * canvas->columns + column];
}

/* Half a wide character is none: what is left of one that is drawn over becomes a space. */
static void put(struct screen_canvas *canvas, int row, int column, wchar_t character, int width,
                struct screen_style style)
{
    struct screen_cell *cell = cell_at(canvas, row, column);
    struct screen_cell *second = width == 2 ? cell_at(canvas, row, column + 1) : NULL;
    if (!cell)
        return;
    if (cell->characters[0] == 0 && column > 0)
        cell[-1].characters[0] = L' ', cell[-1].characters[1] = 0;
    struct screen_cell *behind = cell_at(canvas, row, column + (width == 2 ? 2 : 1));
    if (behind && behind->characters[0] == 0)
        behind->characters[0] = L' ';
    if (width == 2 && !second)
        character = L' ';
    *cell = (struct screen_cell){{character, 0, 0}, style};
    if (second)
        *second = (struct screen_cell){{0, 0, 0}, style};
}

/* One of our own marks: lines of frames. */
static void put_mark(struct screen_canvas *canvas, int row, int column, wchar_t mark,
                     struct screen_style style)
{
    const wchar_t shown = platform_ascii_is_on() ? (wchar_t)platform_ascii_cell((uint32_t)mark) : mark;
    put(canvas, row, column, shown, 1, style);
}

void screen_canvas_clear(struct screen_canvas *canvas)
{
    for (int i = 0; i < canvas->rows * canvas->columns; i++)
        canvas->cells[i] = (struct screen_cell){{L' ', 0, 0}, SCREEN_PLAIN};
    canvas->spot_count = 0;
}

/* Shapes carry the colour wherever they stand, unless they stand on a coloured paper. */
static struct screen_style style_of(const struct screen_canvas *canvas, struct screen_style style,
                                    const char *at)
{
    if (!canvas->edition || style.paper != SCREEN_INK_PLAIN || (unsigned char)*at < 0x80)
        return style;
    for (unsigned i = 0; i < canvas->edition->color_count; i++) {
        const char *shape = canvas->edition->colors[i].shape;
        if (shape[0] && strncmp(at, shape, strlen(shape)) == 0) {
            style.ink = (uint8_t)(SCREEN_INK_SUIT + i);
            break;
        }
    }
    return style;
}

int screen_canvas_text(struct screen_canvas *canvas, int row, int column, int columns,
                       struct screen_style style, const char *text)
{
    if (columns <= 0)
        return 0;
    bool is_cut = screen_text_columns(text) > columns;
    int used = 0, most = is_cut ? columns - 1 : columns;
    while (*text) {
        const char *at = text;
        int width;
        wchar_t character = next_character(&text, &width);
        if (width < 0)
            continue;
        if (width == 0) {
            struct screen_cell *cell = used ? cell_at(canvas, row, column + used - 1) : NULL;
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
    if (is_cut)
        used += screen_canvas_text(canvas, row, column + used, 1, style, "…");
    return used;
}

void screen_canvas_text_right(struct screen_canvas *canvas, int row, int column, int columns,
                              struct screen_style style, const char *text)
{
    int width = screen_text_columns(text), before = width < columns ? columns - width : 0;
    screen_canvas_text(canvas, row, column + before, columns - before, style, text);
}

void screen_canvas_text_middle(struct screen_canvas *canvas, int row, int column, int columns,
                               struct screen_style style, const char *text)
{
    int width = screen_text_columns(text), before = width < columns ? (columns - width) / 2 : 0;
    screen_canvas_text(canvas, row, column + before, columns - before, style, text);
}

void screen_canvas_keys(struct screen_canvas *canvas, int row, int column, int columns, const char *keys)
{
    char bare[4 * SCREEN_COLUMNS_MAX];
    size_t length = 0;
    if (screen_text_columns(keys) <= columns) {
        screen_canvas_text(canvas, row, column, columns, SCREEN_LIGHT, keys);
        return;
    }
    for (const char *at = keys; (at = strchr(at, '[')); at++) {
        const size_t count = strcspn(at, "]") + 1;
        if (length + count + 2 > sizeof bare || !strchr(at, ']'))
            break;
        memcpy(bare + length, at, count);
        length += count;
        bare[length++] = ' ';
    }
    bare[length] = 0;
    screen_canvas_text(canvas, row, column, columns, SCREEN_LIGHT, bare);
}

int screen_canvas_paragraph(struct screen_canvas *canvas, struct screen_rect rect, struct screen_style style,
                            const char *text)
{
    char line[4 * SCREEN_COLUMNS_MAX];
    int rows = 0;
    while (*text && rows < rect.rows) {
        size_t next, count = screen_text_line(text, rect.columns, &next);
        count = count < sizeof line - 1 ? count : sizeof line - 1;
        memcpy(line, text, count);
        line[count] = 0;
        screen_canvas_text(canvas, rect.row + rows++, rect.column, rect.columns, style, line);
        text += next;
    }
    return rows;
}

void screen_canvas_fill(struct screen_canvas *canvas, struct screen_rect rect, struct screen_style style)
{
    for (int row = 0; row < rect.rows; row++)
        for (int column = 0; column < rect.columns; column++)
            put(canvas, rect.row + row, rect.column + column, L' ', 1, style);
}

void screen_canvas_line(struct screen_canvas *canvas, int row, int column, int columns,
                        struct screen_style style)
{
    for (int i = 0; i < columns; i++)
        put_mark(canvas, row, column + i, L'─', style);
}

void screen_canvas_frame(struct screen_canvas *canvas, struct screen_rect rect, struct screen_style style)
{
    int last_row = rect.row + rect.rows - 1, last_column = rect.column + rect.columns - 1;
    screen_canvas_fill(canvas, rect, SCREEN_PLAIN);
    screen_canvas_line(canvas, rect.row, rect.column, rect.columns, style);
    screen_canvas_line(canvas, last_row, rect.column, rect.columns, style);
    for (int row = rect.row + 1; row < last_row; row++) {
        put_mark(canvas, row, rect.column, L'│', style);
        put_mark(canvas, row, last_column, L'│', style);
    }
    put_mark(canvas, rect.row, rect.column, L'╭', style);
    put_mark(canvas, rect.row, last_column, L'╮', style);
    put_mark(canvas, last_row, rect.column, L'╰', style);
    put_mark(canvas, last_row, last_column, L'╯', style);
}

void screen_canvas_spot(struct screen_canvas *canvas, struct screen_rect rect, int key)
{
    if (canvas->spot_count < SCREEN_SPOTS_MAX)
        canvas->spots[canvas->spot_count++] = (struct screen_spot){rect, key};
}

int screen_canvas_key_at(const struct screen_canvas *canvas, int row, int column)
{
    for (unsigned i = canvas->spot_count; i > 0; i--) {
        struct screen_rect rect = canvas->spots[i - 1].rect;
        if (row >= rect.row && row < rect.row + rect.rows && column >= rect.column &&
            column < rect.column + rect.columns)
            return canvas->spots[i - 1].key;
    }
    return 0;
}

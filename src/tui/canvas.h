/* canvas.h - a picture made of character cells, and which of its areas can be clicked.
 *
 * Everything is drawn here first; the terminal shows a finished canvas. So drawing knows no terminal,
 * clips by itself, and can be tested as text. Columns are counted as the terminal counts them: a wide
 * character takes two, a combining one none. */
#ifndef TUI_CANVAS_H
#define TUI_CANVAS_H

#include <wchar.h>

#include "penultima/penultima.h"

/* What a cell is drawn with. The terminal decides what each of these looks like. */
enum tui_ink {
    TUI_INK_PLAIN, /* the terminal's own; as paper: none */
    TUI_INK_BLACK,
    TUI_INK_WHITE,
    TUI_INK_QUIET, /* frames, what matters less */
    TUI_INK_LIGHT, /* whose turn it is, what can be pressed */
    TUI_INK_ALARM, /* UNO, cards that are waiting */
    TUI_INK_SUIT,  /* and one for each colour of the edition */
    TUI_INK_COUNT = TUI_INK_SUIT + PEN_COLORS_MAX
};

enum { TUI_BOLD = 1, TUI_DIM = 2, TUI_REVERSE = 4, TUI_UNDERLINE = 8 };

struct tui_style {
    uint8_t ink, paper; /* enum tui_ink */
    uint8_t flags;
};
#define TUI_STYLE(ink_, paper_, flags_) \
    ((struct tui_style){(uint8_t)(ink_), (uint8_t)(paper_), (uint8_t)(flags_)})
#define TUI_PLAIN TUI_STYLE(TUI_INK_PLAIN, TUI_INK_PLAIN, 0)
#define TUI_QUIET TUI_STYLE(TUI_INK_QUIET, TUI_INK_PLAIN, 0)
#define TUI_STRONG TUI_STYLE(TUI_INK_PLAIN, TUI_INK_PLAIN, TUI_BOLD)
#define TUI_LIGHT TUI_STYLE(TUI_INK_LIGHT, TUI_INK_PLAIN, TUI_BOLD)
#define TUI_ALARM TUI_STYLE(TUI_INK_ALARM, TUI_INK_PLAIN, TUI_BOLD)

enum { TUI_CELL_CHARACTERS = 3 };

struct tui_cell {
    wchar_t characters[TUI_CELL_CHARACTERS]; /* one and its combining ones; [0] is 0 behind a wide one */
    struct tui_style style;
};

struct tui_rect {
    int row, column, rows, columns;
};

struct tui_spot {
    struct tui_rect rect;
    int key; /* what a click on it stands for */
};

enum { TUI_SPOTS_MAX = 192, TUI_ROWS_MAX = 300, TUI_COLUMNS_MAX = 600 };

struct tui_canvas {
    int rows, columns;
    struct tui_cell *cells;
    const struct pen_edition *edition; /* whose shapes are drawn in their colours; may be null */
    unsigned spot_count;
    struct tui_spot spots[TUI_SPOTS_MAX];
};

/* False: no memory. Larger than the limits is cut. */
PEN_MUST_USE bool tui_canvas_resize(struct tui_canvas *canvas, int rows, int columns);
void tui_canvas_drop(struct tui_canvas *canvas);
void tui_canvas_clear(struct tui_canvas *canvas);

/* Columns of a text. */
int tui_text_columns(const char *text);

/* How many bytes of the text fit into a line of so many columns, broken between words where possible,
 * at a line end in any case. '*next' is where the following line begins. */
size_t tui_text_line(const char *text, int columns, size_t *next);

/* Draws in one line, at most so many columns; what does not fit ends in "…". Returns the columns used. */
int tui_canvas_text(struct tui_canvas *canvas, int row, int column, int columns, struct tui_style style,
                    const char *text);

/* The same against the right end of the columns. */
void tui_canvas_text_right(struct tui_canvas *canvas, int row, int column, int columns,
                           struct tui_style style, const char *text);
void tui_canvas_text_middle(struct tui_canvas *canvas, int row, int column, int columns,
                            struct tui_style style, const char *text);

/* Fills lines of the rectangle with the text; returns how many. */
int tui_canvas_paragraph(struct tui_canvas *canvas, struct tui_rect rect, struct tui_style style,
                         const char *text);

void tui_canvas_fill(struct tui_canvas *canvas, struct tui_rect rect, struct tui_style style);
void tui_canvas_line(struct tui_canvas *canvas, int row, int column, int columns, struct tui_style style);

/* A frame with round corners, its inside cleared. */
void tui_canvas_frame(struct tui_canvas *canvas, struct tui_rect rect, struct tui_style style);

void tui_canvas_spot(struct tui_canvas *canvas, struct tui_rect rect, int key);

/* The key of the last spot drawn there, or 0. */
int tui_canvas_key_at(const struct tui_canvas *canvas, int row, int column);

#endif

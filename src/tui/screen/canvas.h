/* canvas.h - a picture made of character cells, and which of its areas can be clicked.
 *
 * Everything is drawn here first; the terminal shows a finished canvas. So drawing knows no terminal,
 * clips by itself, and can be tested as text. Columns are counted as the terminal counts them: a wide
 * character takes two, a combining one none. */
#ifndef SCREEN_CANVAS_H
#define SCREEN_CANVAS_H

#include <wchar.h>

#include "penultima/penultima.h"

/* What a cell is drawn with. The terminal decides what each of these looks like. */
enum screen_ink {
    SCREEN_INK_PLAIN, /* the terminal's own; as paper: none */
    SCREEN_INK_BLACK,
    SCREEN_INK_WHITE,
    SCREEN_INK_QUIET, /* frames, what matters less */
    SCREEN_INK_LIGHT, /* whose turn it is, what can be pressed */
    SCREEN_INK_ALARM, /* UNO, cards that are waiting */
    SCREEN_INK_SUIT,  /* and one for each colour of the edition */
    SCREEN_INK_COUNT = SCREEN_INK_SUIT + PEN_COLORS_MAX
};

enum { SCREEN_BOLD = 1, SCREEN_DIM = 2, SCREEN_REVERSE = 4, SCREEN_UNDERLINE = 8 };

struct screen_style {
    uint8_t ink, paper; /* enum screen_ink */
    uint8_t flags;
};
#define SCREEN_STYLE(ink_, paper_, flags_) \
    ((struct screen_style){(uint8_t)(ink_), (uint8_t)(paper_), (uint8_t)(flags_)})
#define SCREEN_PLAIN SCREEN_STYLE(SCREEN_INK_PLAIN, SCREEN_INK_PLAIN, 0)
#define SCREEN_QUIET SCREEN_STYLE(SCREEN_INK_QUIET, SCREEN_INK_PLAIN, 0)
#define SCREEN_STRONG SCREEN_STYLE(SCREEN_INK_PLAIN, SCREEN_INK_PLAIN, SCREEN_BOLD)
#define SCREEN_LIGHT SCREEN_STYLE(SCREEN_INK_LIGHT, SCREEN_INK_PLAIN, SCREEN_BOLD)
#define SCREEN_ALARM SCREEN_STYLE(SCREEN_INK_ALARM, SCREEN_INK_PLAIN, SCREEN_BOLD)

enum { SCREEN_CELL_CHARACTERS = 3 };

struct screen_cell {
    wchar_t characters[SCREEN_CELL_CHARACTERS]; /* one and its combining ones; [0] is 0 behind a wide one */
    struct screen_style style;
};

struct screen_rect {
    int row, column, rows, columns;
};

struct screen_spot {
    struct screen_rect rect;
    int key; /* what a click on it stands for */
};

enum { SCREEN_SPOTS_MAX = 192, SCREEN_ROWS_MAX = 300, SCREEN_COLUMNS_MAX = 600 };

struct screen_canvas {
    int rows, columns;
    struct screen_cell *cells;
    const struct pen_edition *edition; /* whose shapes are drawn in their colours; may be null */
    unsigned spot_count;
    struct screen_spot spots[SCREEN_SPOTS_MAX];
};

/* False: no memory. Larger than the limits is cut. */
PEN_MUST_USE bool screen_canvas_resize(struct screen_canvas *canvas, int rows, int columns);
void screen_canvas_drop(struct screen_canvas *canvas);
void screen_canvas_clear(struct screen_canvas *canvas);

/* Columns of a text. */
int screen_text_columns(const char *text);

/* How many bytes of the text fit into a line of so many columns, broken between words where possible,
 * at a line end in any case. '*next' is where the following line begins. */
size_t screen_text_line(const char *text, int columns, size_t *next);

/* Draws in one line, at most so many columns; what does not fit ends in "…". Returns the columns used. */
int screen_canvas_text(struct screen_canvas *canvas, int row, int column, int columns,
                       struct screen_style style, const char *text);

/* The same against the right end of the columns. */
void screen_canvas_text_right(struct screen_canvas *canvas, int row, int column, int columns,
                              struct screen_style style, const char *text);
void screen_canvas_text_middle(struct screen_canvas *canvas, int row, int column, int columns,
                               struct screen_style style, const char *text);

/* "[Enter] play  [q] leave" in one row; where there is not room for all of it, the keys alone. */
void screen_canvas_keys(struct screen_canvas *canvas, int row, int column, int columns, const char *keys);

/* Fills lines of the rectangle with the text; returns how many. */
int screen_canvas_paragraph(struct screen_canvas *canvas, struct screen_rect rect, struct screen_style style,
                            const char *text);

void screen_canvas_fill(struct screen_canvas *canvas, struct screen_rect rect, struct screen_style style);
void screen_canvas_line(struct screen_canvas *canvas, int row, int column, int columns,
                        struct screen_style style);

/* A frame with round corners, its inside cleared. */
void screen_canvas_frame(struct screen_canvas *canvas, struct screen_rect rect, struct screen_style style);

void screen_canvas_spot(struct screen_canvas *canvas, struct screen_rect rect, int key);

/* The key of the last spot drawn there, or 0. */
int screen_canvas_key_at(const struct screen_canvas *canvas, int row, int column);

#endif

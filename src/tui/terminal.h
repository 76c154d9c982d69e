/* terminal.h - the terminal while the screen has it: shows a canvas, gives keys, comes back whole.
 *
 * The only file that knows curses, colours as numbers and signals. Whatever ends the program in between
 * (a signal, a terminal that is gone) is a key too: TUI_KEY_END. */
#ifndef TUI_TERMINAL_H
#define TUI_TERMINAL_H

#include "tui/canvas.h"

/* Characters stand for themselves; these lie above all of them. */
enum tui_key_code {
    TUI_KEY_NONE = 0, /* nothing was pressed: the time is over, or the descriptor has something */
    TUI_KEY_TAB = '\t',
    TUI_KEY_ENTER = '\r',
    TUI_KEY_ESCAPE = 27,
    TUI_KEY_LEFT = 0x110000,
    TUI_KEY_RIGHT,
    TUI_KEY_UP,
    TUI_KEY_DOWN,
    TUI_KEY_HOME,
    TUI_KEY_LAST,
    TUI_KEY_PAGE_UP,
    TUI_KEY_PAGE_DOWN,
    TUI_KEY_BACK_TAB,
    TUI_KEY_CLICK,  /* at row, column */
    TUI_KEY_RESIZE, /* the size is new, or the screen has to be drawn again */
    TUI_KEY_END,    /* a signal, or the terminal is gone */
    TUI_KEY_CARD    /* and above: a card of the hand by its place, from a click on it */
};

struct tui_key {
    int code, row, column;
};

/* Whether input and output are a terminal that can move its cursor. */
bool tui_terminal_is_possible(void);

/* False when the terminal cannot do it; nothing has changed then. */
PEN_MUST_USE bool tui_terminal_open(bool has_color);
void tui_terminal_close(void);

/* Makes the canvas as large as the terminal and clears it. False: no memory. */
PEN_MUST_USE bool tui_terminal_begin(struct tui_canvas *canvas);

/* Which colours the suits have from now on. */
void tui_terminal_suits(const struct pen_edition *edition);

void tui_terminal_show(const struct tui_canvas *canvas);

/* Waits for a key, for 'fd' (or -1) or for the time (-1: for ever). */
struct tui_key tui_terminal_wait(int fd, int wait_ms);

/* The signal that made TUI_KEY_END, or 0. */
int tui_terminal_signal(void);

#endif

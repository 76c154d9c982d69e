/* terminal.h - the terminal while the screen has it: shows a canvas, gives keys, comes back whole.
 *
 * The only file that knows curses, colours as numbers and signals. Whatever ends the program in between
 * (a signal, a terminal that is gone) is a key too: SCREEN_KEY_END. */
#ifndef SCREEN_TERMINAL_H
#define SCREEN_TERMINAL_H

#include "tui/screen/canvas.h"

/* Characters stand for themselves; these lie above all of them. */
enum screen_key_code {
    SCREEN_KEY_NONE = 0, /* nothing was pressed: the time is over, or the descriptor has something */
    SCREEN_KEY_TAB = '\t',
    SCREEN_KEY_ENTER = '\r',
    SCREEN_KEY_ESCAPE = 27,
    SCREEN_KEY_LEFT = 0x110000,
    SCREEN_KEY_RIGHT,
    SCREEN_KEY_UP,
    SCREEN_KEY_DOWN,
    SCREEN_KEY_HOME,
    SCREEN_KEY_LAST,
    SCREEN_KEY_PAGE_UP,
    SCREEN_KEY_PAGE_DOWN,
    SCREEN_KEY_BACK_TAB,
    SCREEN_KEY_CLICK,  /* at row, column */
    SCREEN_KEY_RESIZE, /* the size is new, or the screen has to be drawn again */
    SCREEN_KEY_END,    /* a signal, or the terminal is gone */
    SCREEN_KEY_CARD    /* and above: a card of the hand by its place, from a click on it */
};

struct screen_key {
    int code, row, column;
};

/* Whether input and output are a terminal that can move its cursor. */
bool screen_terminal_is_possible(void);

/* False when the terminal cannot do it; nothing has changed then. */
PEN_MUST_USE bool screen_terminal_open(bool has_color);
void screen_terminal_close(void);

/* Makes the canvas as large as the terminal and clears it. False: no memory. */
PEN_MUST_USE bool screen_terminal_begin(struct screen_canvas *canvas);

/* Which colours the suits have from now on. */
void screen_terminal_suits(const struct pen_edition *edition);

void screen_terminal_show(const struct screen_canvas *canvas);

/* The window's title, where the terminal has one, and a sound. The title goes with the screen. */
void screen_terminal_call(const char *title, bool has_sound);

/* Waits for a key, for 'fd' (or -1) or for the time (-1: for ever). */
struct screen_key screen_terminal_wait(int fd, int wait_ms);

/* The signal that made SCREEN_KEY_END, or 0. */
int screen_terminal_signal(void);

#endif

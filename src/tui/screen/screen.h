/* screen.h - what the full screen offers besides front.h.
 *
 * The screen draws what a table (table.h) shows and turns keys and the mouse into actions. It knows no
 * rounds: views and redacted events are all it gets. While a function of it runs the terminal is its
 * own: nothing may be printed, and SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT and SIGWINCH are
 * seen to here. */
#ifndef SCREEN_H
#define SCREEN_H

#include "tui/front.h"

/* Whether this terminal can do it; otherwise the line mode is left. */
bool screen_is_possible(void);

/* The signal that ended the last menu, game or record, or 0. The table has still to be closed. */
int screen_signal(void);

#endif

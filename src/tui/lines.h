/* lines.h - whole lines from standard input, without blocking longer than wanted. */
#ifndef TUI_LINES_H
#define TUI_LINES_H

#include "penultima/penultima.h"

enum { TUI_LINE_BYTES = 256 };

enum tui_line { TUI_LINE_READ, TUI_LINE_NOT_YET, TUI_LINE_END };

/* The next line without its end and without blanks around it. Waits up to 'wait_ms' (-1: as long as it
 * takes) for it, or until 'other_fd' (-1: none) can be read. What does not fit is cut off. */
enum tui_line tui_lines_next(int wait_ms, int other_fd, char *line);

#endif

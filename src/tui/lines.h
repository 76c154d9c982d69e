/* lines.h - whole lines from standard input, without blocking longer than wanted. */
#ifndef TUI_LINES_H
#define TUI_LINES_H

#include "penultima/penultima.h"

enum { TUI_LINE_BYTES = 256 };

struct tui_lines {
    char bytes[4096];
    size_t count;
    bool is_over;
};

enum tui_line { TUI_LINE_READ, TUI_LINE_NOT_YET, TUI_LINE_END };

/* The next line without its end and without blanks around it. Waits up to 'wait_ms' (-1: as long as it
 * takes) for it, or until 'other_fd' (-1: none) can be read. What does not fit is cut off. */
enum tui_line tui_lines_next(struct tui_lines *lines, int wait_ms, int other_fd, char *line);

#endif

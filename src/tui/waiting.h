/* waiting.h - who shows the waiting room of a table and hears what people answer there: in lines, or on the
 * full screen. What stands in it and what an answer means is the room's (remote/lobby.c). */
#ifndef TUI_WAITING_H
#define TUI_WAITING_H

#include "tui/lines.h"
#include "tui/table.h"

/* Three parts, each of whole lines. A line "  3 words" is something that the answer 3 does. */
struct tui_waiting_page {
    const char *head, *rules, *people;
};

struct tui_waiting {
    void *self;
    bool is_heard_early; /* it hears people leave while the connection is still being made */
    /* What has happened: one line. */
    void (*note)(void *self, const char *line);
    /* The room as it stands. False: the output failed. */
    bool (*show)(void *self, const struct tui_waiting_page *page);
    /* The next answer; waits as tui_lines_next() does. */
    enum tui_line (*next)(void *self, int wait_ms, int fd, char line[TUI_LINE_BYTES]);
};

/* In lines: only what is new is printed. */
struct tui_waiting plain_waiting(void);

/* The full screen, for this table. False: the terminal cannot do it. Closed again before a game is shown. */
PEN_MUST_USE bool screen_waiting_open(struct tui_waiting *waiting, struct tui_table *table, bool no_color);
void screen_waiting_close(void);

#endif

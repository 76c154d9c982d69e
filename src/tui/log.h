/* log.h - the last things that happened, in words, oldest first. A ring: what is too old is forgotten. */
#ifndef TUI_LOG_H
#define TUI_LOG_H

#include "tui/canvas.h"

enum { TUI_LOG_LINES = 400, TUI_LOG_BYTES = 400 };

struct tui_log {
    unsigned total; /* lines ever added; line n is at n % TUI_LOG_LINES */
    char lines[TUI_LOG_LINES][TUI_LOG_BYTES];
};

void tui_log_clear(struct tui_log *log);
void tui_log_add(struct tui_log *log, const char *line);

/* One sentence for each thing that happened, as 'viewer' may know it; bare changes of turn say nothing. */
void tui_log_events(struct tui_log *log, const struct pen_telling *with, const struct pen_event *events,
                    unsigned count);

/* The newest lines at the bottom of the rectangle, 'back' rows further up. Returns how far back there is
 * to go at most. */
int tui_log_draw(const struct tui_log *log, struct tui_canvas *canvas, struct tui_rect rect, int back);

#endif

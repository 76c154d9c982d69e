/* log.h - the last things that happened, in words, oldest first. A ring: what is too old is forgotten. */
#ifndef SCREEN_LOG_H
#define SCREEN_LOG_H

#include "tui/screen/canvas.h"

enum { SCREEN_LOG_LINES = 400, SCREEN_LOG_BYTES = 400 };

struct screen_log {
    unsigned total; /* lines ever added; line n is at n % SCREEN_LOG_LINES */
    char lines[SCREEN_LOG_LINES][SCREEN_LOG_BYTES];
};

void screen_log_clear(struct screen_log *log);
void screen_log_add(struct screen_log *log, const char *line);

/* One sentence for each thing that happened, as 'viewer' may know it; bare changes of turn say nothing. */
void screen_log_events(struct screen_log *log, const struct pen_telling *with, const struct pen_event *events,
                       unsigned count);

/* The newest lines at the bottom of the rectangle, 'back' rows further up. Returns how far back there is
 * to go at most. */
int screen_log_draw(const struct screen_log *log, struct screen_canvas *canvas, struct screen_rect rect,
                    int back);

#endif

/* log.c - sentences come from pen_words_event(); here they are kept and broken into rows. */
#include "tui/screen/log.h"

#include <stdio.h>
#include <string.h>

void screen_log_clear(struct screen_log *log)
{
    log->total = 0;
}

void screen_log_add(struct screen_log *log, const char *line)
{
    struct pen_text text = pen_text_in(log->lines[log->total % SCREEN_LOG_LINES], SCREEN_LOG_BYTES);
    pen_text_add(&text, line);
    log->total++;
}

void screen_log_events(struct screen_log *log, const struct pen_telling *with, const struct pen_event *events,
                       unsigned count)
{
    char line[4096];
    for (unsigned i = 0; i < count;) {
        struct pen_text text = pen_text_in(line, sizeof line);
        unsigned told = 1;
        if (events[i].type != PEN_EVENT_TURN)
            told = pen_words_event(&text, with, events, count, i);
        i += told;
        if (text.length > 0)
            screen_log_add(log, line);
    }
}

static int rows_of(const char *line, int columns)
{
    int rows = 0;
    do {
        size_t next;
        screen_text_line(line, columns, &next);
        line += next;
        rows++;
    } while (*line);
    return rows;
}

int screen_log_draw(const struct screen_log *log, struct screen_canvas *canvas, struct screen_rect rect,
                    int back)
{
    unsigned kept = log->total < SCREEN_LOG_LINES ? log->total : SCREEN_LOG_LINES;
    int below = 0; /* rows of the lines that are newer */
    for (unsigned i = 0; i < kept; i++) {
        const char *line = log->lines[(log->total - 1 - i) % SCREEN_LOG_LINES];
        int rows = rows_of(line, rect.columns), row = rect.row + rect.rows + back - below - rows;
        below += rows;
        if (row + rows <= rect.row || row >= rect.row + rect.rows)
            continue;
        struct screen_style style = SCREEN_PLAIN;
        style.flags = i == 0 ? SCREEN_BOLD : 0;
        for (int j = 0; j < rows; j++) {
            size_t next, count = screen_text_line(line, rect.columns, &next);
            char part[SCREEN_LOG_BYTES];
            snprintf(part, sizeof part, "%.*s", (int)count, line);
            line += next;
            if (row + j >= rect.row && row + j < rect.row + rect.rows)
                screen_canvas_text(canvas, row + j, rect.column, rect.columns, style, part);
        }
    }
    return below > rect.rows ? below - rect.rows : 0;
}

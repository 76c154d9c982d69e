/* waiting.c - the waiting room on the full screen: who is there and what can be done above, what was said
 * below. A digit does what it always does; what needs words is written in the last line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/screen/draw_page.h"
#include "tui/screen/line.h"
#include "tui/screen/log.h"
#include "tui/screen/terminal.h"
#include "tui/waiting.h"
#include "words/tui_tell_words.h"
#include "words/words.h"

enum { TEXT_BYTES = 3 * 16384, SAID_ROWS_LEAST = 3 };

static struct waiting {
    struct tui_table *table;
    struct screen_canvas canvas;
    struct screen_log log;
    char text[TEXT_BYTES]; /* all parts, as they were shown last */
    char line[TUI_LINE_BYTES];
    struct screen_page page; /* which of its rows are seen */
} * waiting;

static void note(void *self, const char *line)
{
    (void)self;
    screen_log_add(&waiting->log, line);
}

/* ---- drawing --------------------------------------------------------------------------------- */

/* "  3 words": the key in brackets, and a click on it is the key. */
static bool draw_choice(struct screen_rect rect, const char *line)
{
    char key[] = "[?]";
    if (line[0] != ' ' || line[1] != ' ' || line[2] < '1' || line[2] > '9' || line[3] != ' ')
        return false;
    key[1] = line[2];
    screen_canvas_text(&waiting->canvas, rect.row, rect.column, 3, SCREEN_LIGHT, key);
    screen_canvas_text(&waiting->canvas, rect.row, rect.column + 4, rect.columns - 4, SCREEN_PLAIN, line + 4);
    screen_canvas_spot(&waiting->canvas, rect, line[2]);
    return true;
}

/* The rows of the text from 'page.scroll' on; more of it can be turned to. */
static void draw_text(struct screen_rect rect)
{
    char line[8 * SCREEN_COLUMNS_MAX];
    int row = -waiting->page.scroll;
    for (const char *at = waiting->text; *at; row++) {
        size_t next, count = screen_text_line(at, rect.columns, &next);
        snprintf(line, sizeof line, "%.*s", (int)count, at);
        at += next;
        const struct screen_rect place = {rect.row + row, rect.column, 1, rect.columns};
        if (row >= 0 && row < rect.rows && !draw_choice(place, line))
            screen_canvas_text(&waiting->canvas, place.row, place.column, place.columns, SCREEN_PLAIN, line);
    }
    const int rows = row + waiting->page.scroll;
    waiting->page.scroll_max = rows > rect.rows ? rows - rect.rows : 0;
    if (waiting->page.scroll < waiting->page.scroll_max)
        screen_canvas_text_right(&waiting->canvas, rect.row + rect.rows - 1, rect.column, rect.columns,
                                 SCREEN_LIGHT, " [PgDn] ");
}

static int count_rows(int columns)
{
    int rows = 0;
    for (const char *at = waiting->text; *at; rows++) {
        size_t next;
        (void)screen_text_line(at, columns, &next);
        at += next;
    }
    return rows;
}

static bool draw(void)
{
    struct screen_canvas *canvas = &waiting->canvas;
    if (!screen_terminal_begin(canvas))
        return false;
    canvas->edition = &waiting->table->edition;
    const int columns = canvas->columns - 2, last = canvas->rows - 1;
    int rows = count_rows(columns), most = last - 2 - SAID_ROWS_LEAST;
    rows = rows < most ? rows : most;
    screen_canvas_text(canvas, 0, 1, columns, SCREEN_STRONG, "Penúltima");
    draw_text((struct screen_rect){1, 1, rows, columns});
    screen_canvas_line(canvas, rows + 1, 0, canvas->columns, SCREEN_QUIET);
    screen_log_draw(&waiting->log, canvas, (struct screen_rect){rows + 2, 1, last - rows - 2, columns}, 0);
    if (waiting->line[0]) {
        const int used = screen_canvas_text(canvas, last, 1, columns - 1, SCREEN_STRONG, waiting->line);
        screen_canvas_text(canvas, last, 1 + used, 1, SCREEN_LIGHT, "▏");
    } else {
        screen_canvas_text(canvas, last, 1, columns, SCREEN_LIGHT,
                           word_text(WORD_TUI_TELL_LOBBY_HELP, waiting->table->lang));
    }
    screen_terminal_show(canvas);
    return true;
}

static bool show(void *self, const struct tui_waiting_page *page)
{
    (void)self;
    /* What can be done comes first: on a small screen the rules are a page further on. */
    snprintf(waiting->text, sizeof waiting->text, "%s%s%s", page->people, page->head, page->rules);
    return draw();
}

/* ---- answering ------------------------------------------------------------------------------- */

/* Digits of what needs words, or may have some; the others are answers by themselves. */
static bool takes_words(int key)
{
    return key == '3' || key == '4';
}

static bool write_line(int key)
{
    char *line = waiting->line;
    if (key == SCREEN_KEY_ENTER)
        return line[0] != 0;
    if (key == SCREEN_KEY_ESCAPE)
        screen_line_erase(line);
    else if (key == SCREEN_KEY_TAB && waiting->table->ops->complete)
        waiting->table->ops->complete(waiting->table, line, sizeof waiting->line);
    else if (key >= ' ' && key < SCREEN_KEY_LEFT)
        screen_line_add(line, sizeof waiting->line, (unsigned)key);
    return false;
}

/* Whether 'line' is an answer now. */
static bool press(int key)
{
    if (waiting->line[0])
        return write_line(key);
    if (screen_page_turn(&waiting->page, key))
        return false;
    if (key == '/' || takes_words(key)) {
        snprintf(waiting->line, sizeof waiting->line, key == '/' ? "/" : "%c ", key);
        return false;
    }
    if ((key >= '1' && key <= '9') || key == 'q') {
        snprintf(waiting->line, sizeof waiting->line, "%c", key);
        return true;
    }
    return false;
}

static enum tui_line next(void *self, int wait_ms, int fd, char line[TUI_LINE_BYTES])
{
    (void)self;
    struct screen_key key = screen_terminal_wait(fd, wait_ms);
    if (key.code == SCREEN_KEY_CLICK)
        key.code = screen_canvas_key_at(&waiting->canvas, key.row, key.column);
    if (key.code == SCREEN_KEY_END)
        return TUI_LINE_END;
    const bool is_answer = press(key.code);
    if (!is_answer)
        return draw() ? TUI_LINE_NOT_YET : TUI_LINE_END;
    size_t length = strlen(waiting->line);
    while (length > 0 && waiting->line[length - 1] == ' ')
        waiting->line[--length] = 0;
    memcpy(line, waiting->line, TUI_LINE_BYTES);
    waiting->line[0] = 0;
    return TUI_LINE_READ;
}

/* ---- all of it ------------------------------------------------------------------------------- */

bool screen_waiting_open(struct tui_waiting *room, struct tui_table *table, bool no_color)
{
    waiting = calloc(1, sizeof *waiting);
    if (!waiting || !screen_terminal_open(!no_color)) {
        free(waiting);
        waiting = NULL;
        return false;
    }
    waiting->table = table;
    screen_terminal_suits(&table->edition);
    *room = (struct tui_waiting){.is_heard_early = true, .note = note, .show = show, .next = next};
    return true;
}

void screen_waiting_close(void)
{
    static const char warning[] = "!!!";
    screen_terminal_close();
    /* The screen is gone; what must not be missed stays. */
    const unsigned total = waiting->log.total, kept = total < SCREEN_LOG_LINES ? total : SCREEN_LOG_LINES;
    for (unsigned i = total - kept; i < total; i++) {
        const char *line = waiting->log.lines[i % SCREEN_LOG_LINES];
        if (strncmp(line, warning, sizeof warning - 1) == 0)
            puts(line);
    }
    screen_canvas_drop(&waiting->canvas);
    free(waiting);
    waiting = NULL;
}

/* open.c - opens the pages that lie over the table. */
#include <stdio.h>
#include <string.h>

#include "tui/screen/pages.h"
#include "tui/screen/inside.h"
#include "words/tui_show_words.h"

static struct pen_text begin_page(struct screen *screen, enum mode mode, enum word heading,
                                  struct tui_filling filling)
{
    struct pen_text text = pen_text_in(screen->heading, sizeof screen->heading);
    screen_say(&text, screen->table, heading, filling);
    screen->mode = mode;
    screen->page = (struct screen_page){.heading = screen->heading, .text = screen->text};
    return pen_text_in(screen->text, sizeof screen->text);
}

void screen_open_help(struct screen *screen)
{
    struct pen_text text = begin_page(screen, MODE_HELP, WORD_TUI_SHOW_PAGE_HELP, (struct tui_filling){0});
    screen_page_help(&text, screen->table, screen_chosen_card(screen));
}

void screen_open_seen(struct screen *screen)
{
    struct pen_text text = begin_page(screen, MODE_SEEN, WORD_TUI_SHOW_PAGE_SEEN, (struct tui_filling){0});
    screen_page_seen(&text, screen->table);
}

void screen_open_leave(struct screen *screen)
{
    struct pen_text text = begin_page(screen, MODE_LEAVE, WORD_TUI_SHOW_PAGE_LEAVE, (struct tui_filling){0});
    const struct tui_table *table = screen->table;
    if (table->is_lesson)
        pen_text_add(&text, word_text(WORD_TUI_SHOW_LEAVE_LESSON, table->lang));
    else if (!table->is_remote)
        pen_text_add(&text,
                     word_text(table->is_unsaved ? WORD_TUI_SHOW_LEAVE_UNSAVED : WORD_TUI_SHOW_LEAVE_KEPT,
                               table->lang));
    else if (table->seat < table->names.count)
        pen_text_add(&text, word_text(WORD_TUI_SHOW_LEAVE_SEAT, table->lang));
}

void screen_open_count(struct screen *screen)
{
    struct pen_text text = begin_page(screen, MODE_COUNT, WORD_TUI_SHOW_PAGE_COUNT,
                                      (struct tui_filling){.number = screen->table->view.round_number});
    screen_page_count(&text, screen->table, &screen->news);
}

void screen_open_over(struct screen *screen)
{
    struct pen_text text = begin_page(screen, MODE_OVER, WORD_TUI_SHOW_PAGE_OVER, (struct tui_filling){0});
    screen_page_over(&text, screen->table);
}

void screen_open_lesson(struct screen *screen)
{
    struct pen_text text =
        begin_page(screen, MODE_LESSON, WORD_TUI_SHOW_PAGE_LESSON, (struct tui_filling){0});
    pen_text_add(&text, screen->news.text);
    /* It stays readable beside the table after the page is gone. */
    for (const char *line = screen->news.text; *line;) {
        char part[SCREEN_LOG_BYTES];
        size_t length = strcspn(line, "\n");
        snprintf(part, sizeof part, "%.*s", (int)length, line);
        screen_log_add(&screen->log, part);
        line += length + (line[length] == '\n');
    }
}

void screen_open_handover(struct screen *screen, uint8_t seat)
{
    const char *name = screen->table->names.name[seat < PEN_SEATS_MAX ? seat : 0];
    struct pen_text text =
        begin_page(screen, MODE_HANDOVER, WORD_TUI_SHOW_HANDOVER, (struct tui_filling){.name = name});
    screen_say(&text, screen->table, WORD_TUI_SHOW_HANDOVER_HIDDEN, (struct tui_filling){.name = name});
    screen->next_seat = seat;
    screen->message[0] = 0;
    screen->is_uno_armed = false;
}

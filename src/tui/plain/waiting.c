/* waiting.c - the waiting room in lines: what is as it was printed last is not printed again. */
#include <stdio.h>
#include <string.h>

#include "tui/waiting.h"

enum { PART_BYTES = 16384 };

static struct {
    char head[PART_BYTES], rules[PART_BYTES], people[PART_BYTES];
} printed;

static void note(void *self, const char *line)
{
    (void)self;
    puts(line);
}

static void print_changed(char *last, const char *part)
{
    if (strcmp(last, part) == 0)
        return;
    snprintf(last, PART_BYTES, "%s", part);
    fputs(part, stdout);
}

static bool show(void *self, const struct tui_waiting_page *page)
{
    (void)self;
    print_changed(printed.head, page->head);
    print_changed(printed.rules, page->rules);
    print_changed(printed.people, page->people);
    fflush(stdout);
    return !ferror(stdout);
}

static enum tui_line next(void *self, int wait_ms, int fd, char line[TUI_LINE_BYTES])
{
    (void)self;
    const enum tui_line got = tui_lines_next(wait_ms, fd, line);
    if (got == TUI_LINE_READ && line[0] >= '0' && line[0] <= '9')
        printed.people[0] = 0; /* whatever came of it, what can be done is told again */
    return got;
}

struct tui_waiting plain_waiting(void)
{
    memset(&printed, 0, sizeof printed);
    return (struct tui_waiting){.note = note, .show = show, .next = next};
}

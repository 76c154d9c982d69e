/* wrap.c - text in lines that fit the window. */
#include "cli/wrap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "platform/ascii.h"

enum { COLUMNS_LEAST = 40, COLUMNS_MOST = 100, COLUMNS_USUAL = 80 };

static uint32_t character(const char *text, unsigned *bytes)
{
    const char *after = text;
    const uint32_t found = platform_next_character(&after);
    *bytes = (unsigned)(after - text);
    return found;
}

static unsigned columns_of(const char *text, size_t count)
{
    int columns = 0;
    const char *end = text + count;
    while (text < end) {
        const uint32_t value = platform_next_character(&text);
        const char *said = platform_ascii_is_on() ? platform_ascii_of(value) : NULL;
        const int width = said ? (int)strlen(said) : platform_columns(value);
        columns += width > 0 ? width : 0;
    }
    return (unsigned)columns;
}

unsigned wrap_columns(const char *text)
{
    return columns_of(text, strlen(text));
}

unsigned wrap_window(void)
{
    struct winsize window;
    unsigned columns = COLUMNS_USUAL;
    const char *said = getenv("COLUMNS");
    if (ioctl(1, TIOCGWINSZ, &window) == 0 && window.ws_col > 0)
        columns = window.ws_col;
    else if (said && strtoul(said, NULL, 10) > 0)
        columns = (unsigned)strtoul(said, NULL, 10);
    return columns < COLUMNS_LEAST ? COLUMNS_LEAST : columns > COLUMNS_MOST ? COLUMNS_MOST : columns;
}

/* The bytes up to where a line may end: a blank, or (Japanese has none) behind a wide character. */
static size_t piece(const char *text)
{
    size_t count = 0;
    while (text[count] && text[count] != ' ' && text[count] != '\n') {
        unsigned bytes;
        const bool ends = platform_columns(character(text + count, &bytes)) == 2;
        count += bytes;
        if (ends && (!text[count] || platform_may_break_before(character(text + count, &bytes))))
            break;
    }
    return count;
}

/* One paragraph of 'count' bytes; 'ending' ends every line but the last. */
static void print_lines(const char *text, size_t count, unsigned at, unsigned indent, unsigned window,
                        const char *ending)
{
    bool is_begun = false, has_blank = false;
    for (size_t i = 0; i < count;) {
        if (text[i] == ' ' || text[i] == '\n') {
            has_blank = true;
            i++;
            continue;
        }
        size_t bytes = piece(text + i);
        if (bytes > count - i)
            bytes = count - i;
        const unsigned columns = columns_of(text + i, bytes);
        if (is_begun && at + has_blank + columns > window) {
            printf("%s\n%*s", ending, (int)indent, "");
            at = indent;
        } else if (is_begun && has_blank) {
            putchar(' ');
            at++;
        }
        fwrite(text + i, 1, bytes, stdout);
        at += columns;
        is_begun = true;
        has_blank = false;
        i += bytes;
    }
    putchar('\n');
}

static void print_flowing(const char *text, size_t count, unsigned at, unsigned indent, unsigned window)
{
    print_lines(text, count, at, indent, window, "");
}

void wrap_print_command(const char *command, size_t count, unsigned indent, unsigned window)
{
    printf("%*s", (int)indent, "");
    const bool fits = indent + columns_of(command, count) <= window;
    print_lines(command, count, indent, indent + 2, fits ? window : window - 2, " \\");
}

void wrap_print(const char *text, unsigned at, unsigned indent, unsigned window)
{
    print_flowing(text, strlen(text), at, indent, window);
}

/* An indented line is a list's: what does not fit goes on below its own beginning. */
static void print_kept(const char *line, size_t count, unsigned window)
{
    unsigned indent = 0;
    while (indent < count && line[indent] == ' ')
        indent++;
    printf("%*s", (int)indent, "");
    print_flowing(line + indent, count - indent, indent, indent, window);
}

void wrap_print_all(const char *text, unsigned window)
{
    while (*text) {
        size_t count = strcspn(text, "\n");
        if (count == 0) {
            putchar('\n');
        } else if (*text == ' ') {
            print_kept(text, count, window);
        } else {
            /* Until an empty or an indented line. */
            while (text[count] == '\n' && text[count + 1] && text[count + 1] != '\n' &&
                   text[count + 1] != ' ')
                count += 1 + strcspn(text + count + 1, "\n");
            print_flowing(text, count, 0, 0, window);
        }
        text += count + (text[count] == '\n');
    }
}

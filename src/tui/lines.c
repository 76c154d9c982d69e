/* lines.c - see lines.h. Reads the descriptor itself: a buffered stream could hold a line back while
 * poll() says that nothing is there. */
#include "tui/lines.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

/* What was read ahead. Standard input is one for all who ask for lines: nothing may get lost between them. */
static struct {
    char bytes[4096];
    size_t count;
    bool is_over;
} lines;

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

/* A number in the digits of Arabic (U+0660 to U+0669) is one in ours; what else is said stays as it is. */
static void use_our_digits(char *line)
{
    const size_t length = strlen(line);
    for (size_t i = 0; i < length; i += 2)
        if ((unsigned char)line[i] != 0xd9 || (unsigned char)line[i + 1] < 0xa0 ||
            (unsigned char)line[i + 1] > 0xa9)
            return;
    for (size_t i = 0; i < length; i += 2)
        line[i / 2] = (char)('0' + ((unsigned char)line[i + 1] - 0xa0));
    line[length / 2] = 0;
}

/* Takes the first line out of the buffer: 'length' bytes and its end. */
static void take(size_t length, char *line)
{
    size_t first = 0, last = length;
    while (first < last && is_blank(lines.bytes[first]))
        first++;
    while (last > first && is_blank(lines.bytes[last - 1]))
        last--;
    size_t count = last - first < TUI_LINE_BYTES ? last - first : TUI_LINE_BYTES - 1;
    memcpy(line, lines.bytes + first, count);
    line[count] = 0;
    use_our_digits(line);
    size_t used = length < lines.count ? length + 1 : length;
    memmove(lines.bytes, lines.bytes + used, lines.count - used);
    lines.count -= used;
}

enum tui_line tui_lines_next(int wait_ms, int other_fd, char *line)
{
    for (;;) {
        const char *end = memchr(lines.bytes, '\n', lines.count);
        if (end || lines.count == sizeof lines.bytes || (lines.is_over && lines.count > 0)) {
            take(end ? (size_t)(end - lines.bytes) : lines.count, line);
            return TUI_LINE_READ;
        }
        if (lines.is_over)
            return TUI_LINE_END;
        struct pollfd polled[2] = {{STDIN_FILENO, POLLIN, 0}, {other_fd, POLLIN, 0}};
        int ready = poll(polled, 2, wait_ms);
        if (ready < 0 && errno != EINTR)
            return TUI_LINE_END;
        if (ready <= 0 || polled[0].revents == 0)
            return TUI_LINE_NOT_YET;
        ssize_t got = read(STDIN_FILENO, lines.bytes + lines.count, sizeof lines.bytes - lines.count);
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            return TUI_LINE_NOT_YET;
        if (got <= 0)
            lines.is_over = true;
        else
            lines.count += (size_t)got;
    }
}

/* channel.c - lines to and from whoever answers: standard input and output, or a program of ours. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tui/seat/inside.h"

enum { END_MS = 1000 }; /* for a program to write down what it has learnt */

bool seat_lines_open(struct seat_lines *lines, const char *command)
{
    *lines = (struct seat_lines){.in = STDIN_FILENO, .out = STDOUT_FILENO};
    if (!command)
        return true;
    if (!platform_child_start(&lines->child, command))
        return false;
    lines->in = lines->out = lines->child.line;
    return true;
}

void seat_lines_close(struct seat_lines *lines)
{
    if (lines->child.process > 0)
        platform_child_end(&lines->child, END_MS);
    free(lines->bytes);
    lines->bytes = NULL;
}

void seat_lines_read(struct seat_lines *lines)
{
    enum { PIECE = 4096 };
    if (lines->used > 0) {
        memmove(lines->bytes, lines->bytes + lines->used, lines->count - lines->used);
        lines->count -= lines->used;
        lines->used = 0;
    }
    if (lines->room - lines->count < PIECE) {
        char *grown =
            lines->count > SEAT_LINE_BYTES_MAX ? NULL : realloc(lines->bytes, lines->room + 8 * PIECE);
        if (!grown) {
            lines->is_over = true;
            return;
        }
        lines->bytes = grown;
        lines->room += 8 * PIECE;
    }
    const ssize_t got = read(lines->in, lines->bytes + lines->count, PIECE);
    if (got > 0)
        lines->count += (size_t)got;
    else if (got == 0 || (errno != EINTR && errno != EAGAIN))
        lines->is_over = true;
}

char *seat_lines_take(struct seat_lines *lines, size_t *count)
{
    if (lines->count == lines->used)
        return NULL;
    char *line = lines->bytes + lines->used;
    char *end = memchr(line, '\n', lines->count - lines->used);
    if (!end)
        return NULL;
    *end = 0;
    *count = (size_t)(end - line);
    lines->used += *count + 1;
    return line;
}

void seat_lines_write(struct seat_lines *lines, const char *bytes, size_t count)
{
    while (count > 0 && !lines->is_gone) {
        const ssize_t sent = write(lines->out, bytes, count);
        if (sent > 0) {
            bytes += sent;
            count -= (size_t)sent;
        } else if (errno != EINTR && errno != EAGAIN) {
            lines->is_gone = lines->is_over = true;
        }
    }
}

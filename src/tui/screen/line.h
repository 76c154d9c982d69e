/* line.h - a line that is being written. */
#ifndef SCREEN_LINE_H
#define SCREEN_LINE_H

#include <stddef.h>

/* A character, as UTF-8; what does not fit any more is left out. */
void screen_line_add(char *line, size_t size, unsigned point);

/* The last character goes. */
void screen_line_erase(char *line);

#endif

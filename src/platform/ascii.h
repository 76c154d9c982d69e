/* ascii.h - what a terminal can show: the columns a character takes, and a readable form in ASCII for
 * terminals that do not know UTF-8.
 *
 * Only what is printed changes. Records, files and whatever goes through a pipe stay as they are, unless
 * somebody asked for ASCII. */
#ifndef PLATFORM_ASCII_H
#define PLATFORM_ASCII_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

/* The next character of UTF-8 that ends with a zero; bytes that are none stand for themselves as '?'. */
uint32_t platform_next_character(const char **text);

/* Columns, by the system's tables: 0 for what is put on another character, 2 for wide ones, -1 for control
 * characters, which are not drawn. */
int platform_columns(uint32_t character);
/* Whether a line may end before it where words have no blanks between them: not before what closes a
 * sentence or a bracket, nor before a small or lengthening sign. */
bool platform_may_break_before(uint32_t character);

/* Chooses the system's locale for characters, and whether this terminal gets ASCII: if 'is_forced', or if it
 * is a terminal, and neither its locale nor itself speaks of UTF-8. Once, before anything is printed. */
void platform_ascii_choose(bool is_forced);
bool platform_ascii_is_on(void);
/* Standard output as it was, for whoever draws the screen cell by cell. */
FILE *platform_terminal_output(void);

/* How a character reads in ASCII: "ss" for ß; NULL: it cannot be shown. */
const char *platform_ascii_of(uint32_t character);
/* The same in as many columns as the character has, for a place in a grid. */
char platform_ascii_cell(uint32_t character);
/* Whether a text can be read in ASCII: not if it is in another script. */
bool platform_ascii_can_say(const char *text);

#endif

/* wrap.h - text in lines that fit the window. */
#ifndef CLI_WRAP_H
#define CLI_WRAP_H

#include <stdbool.h>
#include <stddef.h>

/* Columns of a line of UTF-8: two for characters of East Asian width, none for accents that are put on
 * others. */
unsigned wrap_columns(const char *text);

/* Columns of standard output: its window's, COLUMNS, or 80; between 40 and 100, which is as far as one reads.
 */
unsigned wrap_window(void);

/* Prints a paragraph from column 'at' (where the cursor is), further lines indented by 'indent'. */
void wrap_print(const char *text, unsigned at, unsigned indent, unsigned window);

/* A command for a shell, indented; where it is broken, a shell that is given the lines reads on. */
void wrap_print_command(const char *command, size_t count, unsigned indent, unsigned window);

/* Paragraphs as catalogues have them: lines that follow each other flow together, a line that begins with a
 * blank stays as it is, an empty line parts two paragraphs. */
void wrap_print_all(const char *text, unsigned window);

#endif

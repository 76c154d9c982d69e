/* lines.h - a record as lines and words, for what stands in its comments. Private to src/fair.
 *
 * Views of the caller's bytes; no byte at or behind an end is looked at. */
#ifndef FAIR_LINES_H
#define FAIR_LINES_H

#include "penultima/base.h"

struct fair_word_bytes {
    const char *bytes;
    size_t count;
};

struct fair_lines {
    const char *bytes;
    size_t count, at; /* 'at': where the next line begins */
    unsigned line;    /* of the line read last, from 1 */
};

struct fair_lines fair_lines_of(const char *bytes, size_t count);

/* The next line without its line feed. False: there is none. */
bool fair_lines_next(struct fair_lines *lines, struct fair_word_bytes *line);

enum { FAIR_LINE_WORDS_MAX = 2 + PEN_SEATS_MAX };

/* Whether it is one of ours, "#! ..."; then its words, which stand apart by exactly one blank. A count of 0
 * says that they do not, or that there are too many. */
bool fair_line_split(struct fair_word_bytes line, struct fair_word_bytes words[FAIR_LINE_WORDS_MAX],
                     unsigned *count);

bool fair_word_is(struct fair_word_bytes word, const char *string);

/* A number from 1 to 2^32 - 1 in the only way it can be written. */
PEN_MUST_USE bool fair_word_number(struct fair_word_bytes word, uint32_t *number);

/* ---- statements of the .mesa format, only to find their lines ---- */

/* The first line from 'lines' on whose statement begins with 'key' and, unless null, 'name'; 0 if 'stop' (may
 * be null) or the end comes first. */
unsigned fair_lines_find(struct fair_lines lines, const char *key, const char *name, const char *stop);

#endif

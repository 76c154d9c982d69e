/* filter.h - words that the house does not want to hear, in names, titles and chat.
 *
 * A file, one word in each line; '#' begins a remark. Letters are compared by what they look like, whatever
 * their case and marks. A word stands for itself alone; a '*' before or behind it stands for anything there,
 * and with both it is also found across blanks and signs between its letters. */
#ifndef HALL_FILTER_H
#define HALL_FILTER_H

#include <stdbool.h>
#include <stddef.h>

enum { HALL_FILTER_MAX = 4096, HALL_FILTER_LETTERS = 32 };

struct hall_filter;

/* Null: no memory. Lines that are no word are passed over, and counted. */
struct hall_filter *hall_filter_create(const char *text, size_t count, unsigned *words, unsigned *wrong);
void hall_filter_destroy(struct hall_filter *filter);
/* Whether one of them is in the text. A null filter finds nothing. */
bool hall_filter_finds(const struct hall_filter *filter, const char *text);

#endif

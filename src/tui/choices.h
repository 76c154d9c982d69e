/* choices.h - what people at this keyboard can do now, as a list to number. Read off the view: a wild
 * stands once, its colour is asked for afterwards; cards that leave one in the hand stand with UNO and
 * without. */
#ifndef PLAIN_CHOICES_H
#define PLAIN_CHOICES_H

#include "tui/table.h"

enum { PLAIN_CHOICES_MAX = 192 };

struct plain_choices {
    unsigned count;
    struct pen_action list[PLAIN_CHOICES_MAX];
};

/* What is usually wanted. */
void plain_choices_find(struct plain_choices *choices, const struct tui_table *table);

/* The rest: accusations and, where a table has them punished, cards that do not fit. */
void plain_choices_find_more(struct plain_choices *choices, const struct tui_table *table);

bool plain_choices_are_same(const struct plain_choices *a, const struct plain_choices *b);

/* Whether the action still lacks its colour. */
bool plain_choice_needs_color(const struct tui_table *table, const struct pen_action *action);

#endif

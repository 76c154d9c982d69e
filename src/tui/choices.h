/* choices.h - what people at this keyboard can do now, as a list to number. Read off the view: a wild
 * stands once, its colour is asked for afterwards; cards that leave one in the hand stand with UNO and
 * without. */
#ifndef TUI_CHOICES_H
#define TUI_CHOICES_H

#include "tui/table.h"

enum { TUI_CHOICES_MAX = 192 };

struct tui_choices {
    unsigned count;
    struct pen_action list[TUI_CHOICES_MAX];
};

/* What is usually wanted. */
void tui_choices_find(struct tui_choices *choices, const struct tui_table *table);

/* The rest: accusations and, where a table has them punished, cards that do not fit. */
void tui_choices_find_more(struct tui_choices *choices, const struct tui_table *table);

bool tui_choices_are_same(const struct tui_choices *a, const struct tui_choices *b);

/* Whether the action still lacks its colour. */
bool tui_choice_needs_color(const struct tui_table *table, const struct pen_action *action);

#endif

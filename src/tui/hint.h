/* hint.h - what a good player would do, and why, in words. From a view alone: it knows what the person
 * knows. */
#ifndef TUI_HINT_H
#define TUI_HINT_H

#include "tui/table.h"

/* For the table's seat. False: there is nothing to do now; 'why' is empty then. */
bool tui_hint(const struct tui_table *table, struct pen_action *action, char *why, size_t size);

#endif

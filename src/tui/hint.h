/* hint.h - why something is a good idea, in words; and what will not wait. From a view alone: it knows what
 * the person knows. What to do is the room's hint, the same for everybody. */
#ifndef TUI_HINT_H
#define TUI_HINT_H

#include "tui/table.h"

/* What the table's seat should do out of turn. False: nothing. */
bool tui_hint_reaction(const struct tui_table *table, struct pen_action *action);

/* "Play r7: nothing else of yours fits" */
void tui_hint_say(const struct tui_table *table, struct pen_action action, struct pen_text *text);

/* Just the reason: "nothing else of yours fits" */
void tui_hint_why(const struct tui_table *table, struct pen_action action, struct pen_text *text);

#endif

/* deed.h - an action as an order in words: "Juega ● rojo 7 y di ¡UNO!". For choices and hints. */
#ifndef TUI_DEED_H
#define TUI_DEED_H

#include "tui/table.h"

void tui_deed(struct pen_text *text, const struct tui_table *table, struct pen_action action);

#endif

/* action_words.h - an action as an order in words: "Juega ● rojo 7 y di ¡UNO!". For choices and hints. */
#ifndef TUI_ACTION_WORDS_H
#define TUI_ACTION_WORDS_H

#include "tui/table.h"

void tui_action_words(struct pen_text *text, const struct tui_table *table, struct pen_action action);

#endif

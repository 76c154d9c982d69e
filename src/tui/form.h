/* form.h - the settings of a game here as rows of a menu, made from the list of settings
 * (setup/settings.def): every rule of it has a row, and so has who deals first. */
#ifndef TUI_FORM_H
#define TUI_FORM_H

#include "tui/start.h"
#include "words/words.h"

enum { TUI_FORM_MAX = 32 };

/* The rows that the game as it is set up has, by their settings. */
unsigned tui_form_rows(const struct tui_start *start, uint16_t rows[TUI_FORM_MAX]);

enum word tui_form_name(uint16_t row);
/* A sentence about it. */
enum word tui_form_about(uint16_t row);
void tui_form_add_value(struct pen_text *text, const struct tui_start *start, uint16_t row);
/* The next value, or with -1 the one before. House rules have a checklist instead. */
void tui_form_step(struct tui_start *start, uint16_t row, int step);
bool tui_form_is_house(uint16_t row);

#endif

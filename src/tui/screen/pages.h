/* pages.h - longer texts about a table: help, the count of a round, the end of the game, hands seen. They are
 * written into a text of the caller's; drawing and turning over is the screen's. */
#ifndef SCREEN_PAGES_H
#define SCREEN_PAGES_H

#include "tui/table.h"

/* The rule in words, or null if there is none of that name. */
const char *screen_rule_text(const char *id, enum pen_lang lang);

/* Keys, the rule for the situation and for 'card' (or PEN_CARD_NONE), what holds at this table. */
void screen_page_help(struct pen_text *text, const struct tui_table *table, uint8_t card);

/* What everybody was left with, card by card (TUI_NEWS_ROUND_OVER). */
void screen_page_count(struct pen_text *text, const struct tui_table *table, const struct tui_news *news);

/* Who has won the game. */
void screen_page_over(struct pen_text *text, const struct tui_table *table);

/* Hands that were shown to the viewer in this round. */
void screen_page_seen(struct pen_text *text, const struct tui_table *table);

#endif

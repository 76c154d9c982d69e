/* front.h - the two ways to sit at a table: full screen and lines. Both take the same table and the
 * same start, so that the command chooses between them in one place. */
#ifndef TUI_FRONT_H
#define TUI_FRONT_H

#include "tui/start.h"
#include "tui/table.h"

/* 'unfinished' describes a game that can be gone on with, in words, or is null. */
enum tui_menu_answer screen_menu(struct tui_start *start, const char *unfinished);
enum tui_menu_answer plain_menu(struct tui_start *start, const char *unfinished);

/* Things to choose one of, each a line. */
struct tui_list {
    const char *heading, *empty; /* 'empty': what is said where there is nothing */
    const char *const *items;
    unsigned count;
    enum pen_lang lang;
};

/* Its number, or -1: none of them, or the terminal cannot do it. */
int screen_choose(const struct tui_list *list, bool has_color);
int plain_choose(const struct tui_list *list);

/* Plays until the game is over or the people leave. The table is not closed. */
enum tui_end screen_play(struct tui_table *table, const struct tui_start *start);
enum tui_end plain_play(struct tui_table *table, const struct tui_start *start);

#endif

/* remote.h - a table on a server, as a struct tui_table: the same screens play there.
 *
 * The server is the authority; here are only the view it sends and the commands it has not answered yet. A
 * lost connection is taken up again with everything that was missed, and an unanswered command is said again
 * with its number, so that it counts once. Before, between and after games the table waits in a lobby. */
#ifndef TUI_REMOTE_H
#define TUI_REMOTE_H

#include "tui/remote_link.h"
#include "tui/table.h"

enum tui_remote_way { TUI_REMOTE_JOIN, TUI_REMOTE_WATCH, TUI_REMOTE_CREATE };

struct tui_remote_config {
    enum tui_remote_way way;
    struct remote_link link;       /* with a table, unless it is to be created */
    char name[PEN_PLAYER_BYTES];   /* who sits down; empty: under a name that the table chooses */
    bool is_name_chosen;           /* by the person, and not by this program */
    struct wire_settings settings; /* of a table to be created */
    uint8_t bots[PEN_SEATS_MAX];   /* the same: levels of those that sit down with its host */
    uint8_t bot_count;
    const char *edition_text; /* the same: an edition of one's own, or null */
    enum pen_lang lang;
};

/* Begins to connect. Null: no memory, no thread or no random numbers. */
struct tui_table *tui_remote_create(const struct tui_remote_config *config);

enum tui_lobby {
    TUI_LOBBY_PLAY,   /* there are cards: play */
    TUI_LOBBY_LEFT,   /* the person wants to leave, or the input has ended */
    TUI_LOBBY_CLOSED, /* see tui_remote_why() */
    TUI_LOBBY_BROKEN  /* the output failed */
};

/* Waits in lines until there is a game to be played; the people of the table come to an agreement here. */
enum tui_lobby tui_remote_lobby(struct tui_table *table);

/* After the end: would like another game with the same people. The lobby comes next. */
void tui_remote_again(struct tui_table *table);

/* Leaves the seat: before a game it is free, during it a bot plays on until somebody comes back. */
void tui_remote_leave(struct tui_table *table);

/* Why the table is closed to us, in words; null: it is not. */
const char *tui_remote_why(const struct tui_table *table);

/* How to come back, in words; null: there is no seat to come back to. */
const char *tui_remote_way_back(struct tui_table *table);

#endif

/* remote.h - a table on a server, as a struct tui_table: the same screens play there.
 *
 * The server is the authority; here are only the view it sends and the commands it has not answered yet. A
 * lost connection is taken up again with everything that was missed, and an unanswered command is said again
 * with its number, so that it counts once. Before, between and after games the table waits in a lobby. */
#ifndef REMOTE_H
#define REMOTE_H

#include "tui/remote/link.h"
#include "tui/table.h"

enum remote_way { REMOTE_JOIN, REMOTE_WATCH, REMOTE_CREATE };

struct remote_config {
    enum remote_way way;
    struct remote_link link;        /* with a table, unless it is to be created */
    char name[PEN_PLAYER_BYTES];    /* who sits down; empty: under a name that the table chooses */
    bool is_name_chosen;            /* by the person, and not by this program */
    bool is_program;                /* no person plays here: everybody sees that */
    struct setup_settings settings; /* of a table to be created */
    uint8_t bots[PEN_SEATS_MAX];    /* the same: levels of those that sit down with its host */
    uint8_t bot_count;
    const char *edition_text; /* the same: an edition of one's own, or null */
    enum pen_lang lang;
};

/* Begins to connect. Null: no memory, no thread or no random numbers. */
struct tui_table *remote_create(const struct remote_config *config);

enum remote_lobby_end {
    REMOTE_LOBBY_PLAY,   /* there are cards: play */
    REMOTE_LOBBY_LEFT,   /* the person wants to leave, or the input has ended */
    REMOTE_LOBBY_CLOSED, /* see remote_why() */
    REMOTE_LOBBY_BROKEN  /* the output failed */
};

/* Waits until there is a game to be played; the people of the table come to an agreement here. */
struct tui_waiting;
enum remote_lobby_end remote_lobby(struct tui_table *table, const struct tui_waiting *front);

/* After the end: would like another game with the same people. The lobby comes next. */
void remote_again(struct tui_table *table);

/* Leaves the seat: before a game it is free, during it a bot plays on until somebody comes back. */
void remote_leave(struct tui_table *table);

/* Something for the others at the table. */
void remote_say(struct tui_table *table, const char *words);

/* Why the table is closed to us, in words; null: it is not. */
const char *remote_why(const struct tui_table *table);

/* How to come back, in words; null: there is no seat to come back to. */
const char *remote_way_back(struct tui_table *table);

#endif

/* inside.h - what remote.c, its news, its orders and its lobby share. */
#ifndef REMOTE_INSIDE_H
#define REMOTE_INSIDE_H

#include "tui/remote/remote.h"
#include "tui/remote/proof.h"
#include "tui/told.h"
#include "tui/remote/ticket.h"
#include "tui/remote/wire.h"
#include "tui/queue.h"

enum { REMOTE_COMMANDS_MAX = 3, REMOTE_COMMAND_BYTES = 2048 };

/* How much a refusal matters. */
enum remote_sort {
    REMOTE_ACT,   /* of the game: told as a refusal */
    REMOTE_ORDER, /* told as a notice */
    REMOTE_QUIET  /* said by ourselves: if it came too late, so be it */
};

struct remote_command {
    enum remote_sort sort;
    uint32_t id;
    char text[REMOTE_COMMAND_BYTES];
};

struct remote {
    struct tui_table table; /* what the screens see; first, so that both have one address */
    struct remote_config config;
    char name[PEN_PLAYER_BYTES]; /* to sit down under; the table may have proposed it */
    unsigned names_tried;
    struct remote_ticket ticket;
    struct remote_proof proof;
    struct remote_wire *wire;
    struct tui_told state;
    struct tui_message message; /* the newest one; what it tells is told before the next is read */
    unsigned number;            /* of the connection; 0: none */
    bool is_in;                 /* the server has let us in over this connection */
    bool was_in;                /* and over an earlier one */
    bool is_lost;               /* and that it is lost has been told */
    bool is_revealed;           /* the seed, over this connection */
    bool is_marked;             /* everybody has been told that a program plays */
    uint32_t reveal_id;         /* of the command that did it */
    uint64_t hello_ms;          /* when to introduce ourselves again; 0: no need */
    uint64_t update_ms;         /* when the newest update came */
    struct remote_command open[REMOTE_COMMANDS_MAX]; /* without an answer, oldest first */
    unsigned open_count;
    /* to be told */
    struct tui_queue queue;
    uint32_t seen_game, over_game; /* whose cards were seen, whose end was told */
    uint16_t seen_round, over_round;
    bool wants_again; /* to be said as soon as the table is ready for it */
    uint16_t score_before[PEN_SEATS_MAX];
    bool has_score_before;
    char muted[PEN_SEATS_MAX][PEN_PLAYER_BYTES]; /* whose sayings are not told; seats move, names do not */
    unsigned muted_count;
    char written[PEN_SEATS_MAX]
                [WIRE_SAYING_BYTES]; /* the last of each, for an accusation to quote (RULE O15) */
    char why[TUI_NEWS_TEXT_BYTES];   /* not empty: closed to us */
    bool is_closed_told;
    char way_back[2048];
};

struct remote *remote_of(struct tui_table *table);

/* ---- remote.c ---- */

/* Reads one thing that has come. False: there is nothing. */
bool remote_pump(struct remote *remote, uint64_t now_ms);

/* A command; it gets its number here. False: too many are waiting for an answer, or nobody sits here. */
bool remote_command(struct remote *remote, enum remote_sort sort, struct wire_asked *asked);

/* One that says no more than its name. */
bool remote_command_plain(struct remote *remote, enum remote_sort sort, enum wire_asked_type type);

/* Whether the table has an action of ours to answer. */
bool remote_is_acting(const struct remote *remote);

/* Agrees to the rules as they are, with a new seed. */
void remote_agree(struct remote *remote, bool is_again);

/* ---- news.c ---- */

void remote_note(struct remote *remote, enum word id, struct tui_filling filling);

/* What became of a question, and who was for it. */
void remote_note_vote(struct remote *remote, const struct tui_vote *vote);

/* What the newest message changed among the people. */
void remote_note_changes(struct remote *remote, const struct tui_told *before);

/* The cards as the server showed them last; while it has an action of ours to answer there is nothing to do.
 */
void remote_show_view(struct remote *remote);

/* What it tells of the cards: 'table' is brought up to date. */
void remote_note_cards(struct remote *remote);

/* The next thing to tell. False: all is told. */
bool remote_tell(struct remote *remote, struct tui_news *news);

/* ---- order.c ---- */

/* A line that begins with '/'. What it says comes as notices. */
void remote_order(struct tui_table *table, const char *line, uint64_t now_ms);

/* What Tab makes of such a line: the rest of an order's word or of a name, as far as all that fit agree. */
void remote_complete(struct tui_table *table, char *line, size_t size);

/* Whether what this one says is kept from us. */
bool remote_is_muted(const struct remote *remote, uint8_t seat);

/* One line: who sits there, and how they are. */
void remote_add_seat(const struct remote *remote, uint8_t seat, struct pen_text *text);

#endif

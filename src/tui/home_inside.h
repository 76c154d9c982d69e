/* home_inside.h - what the files of a table in this process share: home.c is the table, home_open.c sits
 * everybody down, home_feed.c hears the room, home_clock.c is its time. */
#ifndef TUI_HOME_INSIDE_H
#define TUI_HOME_INSIDE_H

#include "room/room.h"
#include "tui/home.h"
#include "tui/remote_state.h"
#include "tui/thinker.h"
#include "tui/filling.h"

enum { HOME_NOTICES_MAX = 4, HOME_PUBLIC = PEN_SEATS_MAX };

/* A message of the room that was not read yet. */
struct home_item {
    struct home_item *next;
    size_t count;
    uint8_t viewer;
    char bytes[];
};

/* What one could do out of turn, as far as everybody may know it. Who lets it go by is asked again only when
 * it is another one. */
struct home_chance {
    uint64_t jumps;
    uint16_t catches;
    uint8_t can_say_uno, can_challenge, hand_count, turn;
};

struct home {
    struct tui_table table; /* what the screens see; first, so that both have one address */
    struct room room;
    struct pen_edition edition;
    struct pen_rules resolved;
    struct room_rules rules;
    struct bot_spec specs[PEN_SEATS_MAX];
    struct remote_state *states[PEN_SEATS_MAX + 1]; /* what each person was told; HOME_PUBLIC: a watcher */
    struct home_item *first, **last;
    struct remote_message message; /* the newest one to whoever is in front */
    struct thinker *thinker;       /* null: choices are made at once */
    struct tui_save *save;
    struct {
        char *bytes;
        size_t count, size;
    } journal;       /* of the input that is being applied */
    bool is_opening; /* and of those before it: nothing is told yet */
    /* time */
    bool is_timeless;                /* it does not pass by itself */
    bool waits;                      /* and stands still for people who could react */
    uint64_t room_ms, real_ms;       /* the room's clock when ours showed real_ms */
    struct pen_chance chance;        /* without time: how quick people are in a race */
    uint64_t drop_ms[PEN_SEATS_MAX]; /* when their cards fall in it; 0: nothing was pressed */
    struct home_chance passed[PEN_SEATS_MAX];
    /* commands */
    uint32_t command;             /* the newest number */
    uint32_t refused;             /* whose answer need not be told */
    uint32_t open[PEN_SEATS_MAX]; /* what is being weighed; 0: nothing */
    /* to be told */
    char notices[HOME_NOTICES_MAX][TUI_NEWS_TEXT_BYTES];
    unsigned notice_first, notice_count;
    enum tui_news_type events_type; /* TUI_NEWS_NONE: there are none */
    enum pen_refusal refusal;
    bool has_round_over, has_game_over;
    bool is_held; /* the count is being read */
    bool is_seated;
    uint16_t over_round; /* whose end was told */
    uint8_t next_seat;   /* who was asked to come to the screen */
};

/* ---- home_feed.c ---- */

struct room_input home_input(const struct home *home, enum room_input_type type, uint8_t seat);

/* Gives the room an input; what it writes is on the disk before anything of it is told. */
struct room_answer home_apply(struct home *home, struct room_input *input);

/* Keeps what it has written. */
void home_keep(struct home *home);

/* The whole table, to be read by everybody here. */
void home_send_tables(struct home *home);

/* Reads the oldest message. False: there is none. */
bool home_hear(struct home *home);

/* What whoever is in front sees; after every change. */
void home_look(struct home *home);

void home_note(struct home *home, enum word id, struct tui_filling filling);
void home_note_text(struct home *home, const char *text);
void home_note_saved(struct home *home, enum tui_saved saved);

/* ---- home_clock.c ---- */

/* It is now_ms: the room's clock goes on, unless it stands still. */
void home_advance(struct home *home, uint64_t now_ms);

/* Lets the next thing happen that is due. False: nothing is. */
bool home_tick(struct home *home);

/* How long until there is something for home_tick(); -1: only people can go on. */
int home_due_ms(const struct home *home, uint64_t now_ms);

/* RULE C1 without time: when these cards fall is left to chance. */
void home_plan_drop(struct home *home, uint8_t seat);

/* Who of the people is asked whether to do something out of turn. */
void home_find_asked(struct home *home);
struct home_chance home_chance_of(const struct home *home, uint8_t seat);

/* ---- home.c ---- */

extern const struct tui_table_ops home_ops;
void home_drop(struct home *home); /* all but the save */

#endif

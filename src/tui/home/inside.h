/* inside.h - what the files of a table in this process share: home.c is the table, open.c sits
 * everybody down, feed.c hears the room, clock.c is its time. */
#ifndef HOME_INSIDE_H
#define HOME_INSIDE_H

#include "room/room.h"
#include "tui/home/home.h"
#include "tui/told.h"
#include "tui/home/thinker.h"
#include "tui/queue.h"

enum { HOME_PUBLIC = PEN_SEATS_MAX };

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
    struct tui_told *states[PEN_SEATS_MAX + 1]; /* what each person was told; HOME_PUBLIC: a watcher */
    struct home_item *first, **last;
    struct tui_message message;   /* the newest one to whoever is in front */
    struct home_thinker *thinker; /* null: choices are made at once */
    struct home_save *save;
    struct {
        char *bytes;
        size_t count, size;
    } journal;       /* of the input that is being applied */
    bool is_opening; /* and of those before it: nothing is told yet */
    /* time */
    bool is_timeless;          /* it does not pass by itself */
    bool waits;                /* and stands still for people who could react */
    uint64_t room_ms, real_ms; /* the room's clock when ours showed real_ms */
    struct home_chance passed[PEN_SEATS_MAX];
    /* commands */
    uint32_t command;             /* the newest number */
    uint32_t refused;             /* whose answer need not be told */
    uint32_t open[PEN_SEATS_MAX]; /* what is being weighed; 0: nothing */
    /* to be told */
    struct tui_queue queue;
    uint16_t over_round; /* whose end was told */
    uint8_t next_seat;   /* who was asked to come to the screen */
};

/* ---- feed.c ---- */

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
void home_note_saved(struct home *home, enum home_saved saved);

/* ---- clock.c ---- */

/* It is now_ms: the room's clock goes on, unless it stands still. */
void home_advance(struct home *home, uint64_t now_ms);

/* Lets the next thing happen that is due. False: nothing is. */
bool home_tick(struct home *home);

/* How long until there is something for home_tick(); -1: only people can go on. */
int home_due_ms(const struct home *home, uint64_t now_ms);

/* RULE O10 without time: what this seat does is carried out now, as nothing else can be on its way. */
void home_weigh(struct home *home, uint8_t seat);

/* Who of the people is asked whether to do something out of turn. */
void home_find_asked(struct home *home);
struct home_chance home_chance_of(const struct home *home, uint8_t seat);

/* ---- home.c ---- */

extern const struct tui_table_ops home_ops;
void home_drop(struct home *home); /* all but the save */

#endif

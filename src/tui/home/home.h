/* home.h - a table in this process: the room that also runs in the server and in the page, and the people at
 * one keyboard.
 *
 * The room is the authority. What it says to each of the people comes as the messages of a server and is read
 * by the same reader (told.h); what leaves here are the view and the news of table.h. Its clock is
 * ours: it stands still while nobody may look, and at the speeds without time it jumps from deed to deed. */
#ifndef HOME_H
#define HOME_H

#include "tui/home/save.h"
#include "tui/start.h"
#include "tui/table.h"

struct home_setup {
    struct pen_names names;               /* of all seats */
    uint16_t people;                      /* 1 << seat; at least one */
    struct bot_spec specs[PEN_SEATS_MAX]; /* of the other seats */
    enum tui_speed speed;
    enum pen_lang lang;
    bool is_seeded; /* the shuffle follows from 'seed'; otherwise from random bytes */
    uint64_t seed;
    uint8_t dealer;         /* RULE S1: of the first round, or PEN_SEAT_NONE: drawn for */
    struct home_save *save; /* where the journal goes; may be null; the table closes it */
};

/* Seats the people of a start and fills up with bots: people come first, every bot after them. */
struct home_setup home_setup_of(const struct tui_start *start);

/* A new game. Null: these options cannot be played, or not by so many. The first round is dealt. */
struct tui_table *home_create(const struct home_setup *setup, const struct pen_edition *edition,
                              const struct pen_options *options, uint64_t now_ms);

/* Goes on with the game of a record or with a position, which was begun elsewhere. Names come from the text.
 * Null: it cannot be read, its game is over, or 'people' does not fit. */
struct tui_table *home_take_over(const struct home_setup *setup, const struct pen_edition *edition,
                                 const struct pen_options *options, const char *text, size_t bytes,
                                 uint64_t now_ms);

/* Goes on where a journal ends, which 'save' holds and adds to. 'host' finds the edition if the journal does
 * not have its text. Null: it is not one of ours, or its game is over. */
struct tui_table *home_restore(const struct home_setup *setup, const char *journal, size_t bytes,
                               const struct pen_mesa_host *host, uint64_t now_ms);

/* What a journal is about, without playing: false if it is not one of ours. */
struct home_summary {
    struct pen_edition edition;
    struct pen_names names;
    uint16_t round_number;
    bool is_open;
};
PEN_MUST_USE bool home_describe(const char *journal, size_t bytes, const struct pen_mesa_host *host,
                                struct home_summary *summary);

#endif

/* local.h - a table in this process: the rules, the bots and the people at the keyboard.
 *
 * It is the authority, so it holds every card; what leaves it are the view and the news of table.h.
 * Bots are given their own views only and act after the time a person of their sort would take. */
#ifndef TUI_LOCAL_H
#define TUI_LOCAL_H

#include "tui/save.h"
#include "tui/start.h"
#include "tui/table.h"

struct tui_local_setup {
    struct pen_names names;               /* of all seats */
    uint16_t people;                      /* 1 << seat */
    struct bot_spec specs[PEN_SEATS_MAX]; /* of the other seats */
    enum tui_speed speed;
    enum pen_lang lang;
    bool is_protected;
    uint64_t seed;
    uint8_t dealer;        /* RULE S1: of the first round, or PEN_SEAT_NONE: drawn for */
    struct tui_save *save; /* where the record goes; may be null; the table closes it */
};

/* Seats the people of a start and fills up with bots: people come first, every bot after them. */
struct tui_local_setup tui_local_setup_of(const struct tui_start *start);

/* A new game. Null: these options cannot be played, or not by so many. The first round is dealt. */
struct tui_table *tui_local_create(const struct tui_local_setup *setup, const struct pen_edition *edition,
                                   const struct pen_options *options, uint64_t now_ms);

/* Goes on where a record or a position ends. 'host' finds the edition and is told what is wrong; its
 * 'show' is not used. Names come from the text. 'people' of the setup must fit them. Null: it cannot
 * be read, is refused, or its game is over. */
struct tui_table *tui_local_resume(const struct tui_local_setup *setup, const char *bytes, size_t count,
                                   const struct pen_mesa_host *host, uint64_t now_ms);

#endif

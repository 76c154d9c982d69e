/* start.h - what a game is started with: from the command line, completed by a start menu (plain.h has
 * one in lines, the full screen its own). Knows no terminal. */
#ifndef TUI_START_H
#define TUI_START_H

#include "bots/bot.h"
#include "penultima/penultima.h"

/* How quickly the bots act. X(name, id, percent of a person's time). With WAIT time stands still: bots
 * act at once, but whenever somebody here could say UNO, catch or jump in they wait for a yes or a no. */
#define TUI_SPEED_LIST(X)    \
    X(SLOW, "slow", 180)     \
    X(NORMAL, "normal", 100) \
    X(FAST, "fast", 40)      \
    X(INSTANT, "instant", 0) \
    X(WAIT, "wait", 0)

enum tui_speed {
#define X(name, id, percent) TUI_SPEED_##name,
    TUI_SPEED_LIST(X)
#undef X
        TUI_SPEED_COUNT
};

PEN_MUST_USE bool tui_speed_read(const char *text, enum tui_speed *speed);
unsigned tui_speed_percent(enum tui_speed speed);
const char *tui_speed_id(enum tui_speed speed);

/* How much the line mode says. */
enum tui_speech { TUI_SPEECH_AS_USUAL, TUI_SPEECH_SHORT, TUI_SPEECH_USUAL, TUI_SPEECH_FULL };

/* By its word: "short", "usual", "full". */
PEN_MUST_USE bool tui_speech_read(const char *text, enum tui_speech *speech);

/* RULE P3: whether the table refuses wrong cards instead of punishing them. As the sheet has it they are
 * punished; unless it was chosen they are refused where one person plays against the two easiest sorts of
 * bots. */
enum tui_protection { TUI_PROTECTION_AS_USUAL, TUI_PROTECTION_ON, TUI_PROTECTION_OFF };

enum { TUI_LINK_BYTES = 256 };

struct tui_start {
    bool has_errands;          /* the menu also offers what is not a game here: to join, to host, old games */
    char link[TUI_LINK_BYTES]; /* with TUI_MENU_JOIN */
    enum pen_lang lang;
    enum tui_speed speed;
    enum tui_speech speech; /* as usual: everything, where no person listens */
    enum tui_protection protection;
    bool no_color;              /* --no-color or NO_COLOR */
    bool no_motion;             /* --no-motion */
    bool no_bell;               /* --no-bell: at a table on a server no sound for the person's turn */
    bool has_vi;                /* --vi: h, j, k, l move, and what they did otherwise their capitals do */
    bool has_edition;           /* chosen on the command line: do not ask */
    bool has_players;           /* the number of seats or of bots, too */
    struct pen_edition edition; /* classic unless chosen */
    struct pen_options options;
    struct pen_names people; /* at this keyboard, in the order of their seats; at least one */
    bool has_names;          /* they have said them */
    uint8_t seat_count;      /* people and bots */
    uint8_t bot_count;       /* of 'bots' below: those chosen, dealt out in turn to the bots' seats */
    struct bot_spec bots[PEN_SEATS_MAX];
    uint64_t seed;
    bool is_seeded;                /* by a number of the person's own: the cards follow from it */
    char dealer[PEN_PLAYER_BYTES]; /* RULE S1: who deals first, by name; empty: drawn for */
};

/* Whether it refuses them, and the options of the table with that in them. */
bool tui_start_is_protected(const struct tui_start *start);
struct pen_options tui_start_options(const struct tui_start *start);

/* RULE S1: the next one in the row of "drawn for" and everybody at the table. */
void tui_start_change_dealer(struct tui_start *start, int step);

/* RULES M1, M4: the next one in the row of "alone" and all teams that so many players make. */
void tui_start_change_teams(struct tui_start *start, int step);

/* "Ana, Beto": different names that can stand in a record. */
PEN_MUST_USE bool tui_start_read_people(const char *text, struct pen_names *people);

/* Whether so many can play it, and for how many it is, in words. */
bool tui_start_has_room(const struct pen_names *people, const struct pen_edition *edition);
void tui_start_add_limits(struct pen_text *text, const struct pen_edition *edition, enum pen_lang lang);

/* Everybody at the table: people come first, every bot after them. */
void tui_start_names(const struct tui_start *start, struct pen_names *names);
/* RULE S1: the seat of the chosen dealer, or PEN_SEAT_NONE: drawn for. */
uint8_t tui_start_dealer(const struct tui_start *start, const struct pen_names *names);

/* What is set up, in words for a menu. */
/* The house rules that are chosen, by name; or that there are none. */
void tui_start_add_house(struct pen_text *text, const struct tui_start *start);
/* Takes one with that number, or lets it go if it is there with just this; one that meets another stays out.
 */
void tui_start_toggle_house(struct tui_start *start, unsigned index, unsigned number);
const char *tui_teams_text(const struct pen_options *options, enum pen_lang lang);
void tui_start_add_dealer(struct pen_text *text, const struct tui_start *start);
const char *tui_start_reverse_text(const struct tui_start *start);
const char *tui_start_misplays_text(const struct tui_start *start);

/* What a start menu answers. It changes edition, options, seat_count, bots and lang of the start. */
enum tui_menu_answer {
    TUI_MENU_START,
    TUI_MENU_GO_ON, /* with the unfinished game */
    TUI_MENU_TUTORIAL,
    TUI_MENU_JOIN, /* the table behind start->link, or the house */
    TUI_MENU_HOST,
    TUI_MENU_GAMES,   /* the list of those that were kept */
    TUI_MENU_PROBLEM, /* that of the day */
    TUI_MENU_LEAVE
};

/* How playing at a table ended, for screen and plain mode alike. */
enum tui_end {
    TUI_END_LEFT,  /* in the middle, or after the end */
    TUI_END_AGAIN, /* after the end: another game of the same sort */
    TUI_END_BROKEN /* input or output failed */
};

#endif

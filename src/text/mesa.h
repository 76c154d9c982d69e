/* mesa.h - what the files that read and play a .mesa text share. Private to src/text/mesa*.c.
 *
 * A text is never copied: words are views of the caller's bytes, a line is read into a statement
 * when it is needed and read again when it is played. So nothing here is bounded by the length of
 * a text, and the only memory is one statement at a time.
 *
 *     bytes --pen__lines_next--> line --pen__mesa_statement_read--> statement
 *                                           pass 1: checked (mesa_read.c)
 *                                           pass 2: played (mesa_replay.c, mesa_expect.c) */
#ifndef PEN_TEXT_MESA_H
#define PEN_TEXT_MESA_H

#include "penultima/words.h"

/* ---- bytes, lines, words (mesa_scan.c) -------------------------------------------------------- */

struct pen__word {
    const char *bytes;
    size_t count; /* 0: there was none */
};

/* What is still to be read of a line. */
struct pen__scan {
    const char *at, *end;
};

struct pen__lines {
    const char *bytes;
    size_t count, at;
    unsigned line; /* of the line read last; from 1 */
};

/* A list whose items stand apart by blanks or by one comma. */
struct pen__list {
    struct pen__scan *scan;
    bool is_begun;
};

/* The lines of a text from its beginning; a byte order mark is passed over. */
struct pen__lines pen__lines_of(const char *bytes, size_t count);

/* The next line as it stands, without its end. False: there is none. */
bool pen__lines_raw(struct pen__lines *lines, struct pen__scan *line);

/* The next line that says something, without its comment. False: there is none. */
bool pen__lines_next(struct pen__lines *lines, struct pen__scan *line);

/* Whether the line is UTF-8 without control characters other than tabs. */
bool pen__line_is_text(struct pen__scan line);

/* The next word; ',' ':' ';' are words of their own. False at the end of the line. */
bool pen__scan_word(struct pen__scan *scan, struct pen__word *word);

/* Passes over the next word if it is this one. */
bool pen__scan_has(struct pen__scan *scan, const char *word);

bool pen__word_is(struct pen__word word, const char *string);
bool pen__word_is_mark(struct pen__word word);

/* A decimal number up to 'number_max'. */
bool pen__word_number(struct pen__word word, uint64_t number_max, uint64_t *number);

/* The next item. False: the list is over, or, if 'is_gap' was set, a comma has no item beside it. */
bool pen__list_next(struct pen__list *list, struct pen__word *item, bool *is_gap);

/* ---- what there is to say: mesa. in lang/ (mesa_say.c)
 * ------------------------------------------------------- */

/* What is wrong with one line; 'first' and 'second' are the arguments. */
struct pen__fault {
    enum pen_word say;
    char first[64], second[64];
};

/* Sets the fault and returns false, so that a reader can return it. */
bool pen__fault_is(struct pen__fault *fault, enum pen_word say, struct pen__word word);

/* Hands one problem to the host. The arguments may be null. */
void pen__report(const struct pen_mesa_host *host, unsigned line, enum pen_word say, const char *first,
                 const char *second, const char *third);

/* ---- statements (mesa_statement.c) ----------------------------------------------------------- */

/* The header's keys, those of a later deal first (see PEN__IS_LAYOUT). X(name, key) */
#define PEN__KEY_LIST(X)      \
    X(HAND, "hand")           \
    X(DRAW, "draw")           \
    X(OPENING, "opening")     \
    X(EDITION, "edition")     \
    X(HOUSE, "house")         \
    X(SET, "set")             \
    X(PLAYERS, "players")     \
    X(SEED, "seed")           \
    X(DEALER, "dealer")       \
    X(LOTS, "lots")           \
    X(TOP, "top")             \
    X(DISCARD, "discard")     \
    X(TURN, "turn")           \
    X(DIRECTION, "direction") \
    X(SCORE, "score")

/* What can be expected. X(name, word, is_colon: whether a ':' follows the word) */
#define PEN__EXPECT_LIST(X)          \
    X(TURN, "turn", false)           \
    X(MUST, "must", true)            \
    X(COLOR, "color", false)         \
    X(TOP, "top", false)             \
    X(DIRECTION, "direction", false) \
    X(PENDING, "pending", false)     \
    X(HAND, "hand", false)           \
    X(COUNT, "count", false)         \
    X(PILE, "pile", false)           \
    X(OWES, "owes", false)           \
    X(SHOWN, "shown", false)         \
    X(SCORE, "score", false)         \
    X(DEALER, "dealer", false)       \
    X(ROUND, "round", false)         \
    X(GAME, "game", false)           \
    X(REFUSED, "refused", true)      \
    X(LEGAL, "legal", false)

/* Of these alone, so that a switch over them has to name every one. */
enum pen__key {
#define X(name, key) PEN__KEY_##name,
    PEN__KEY_LIST(X)
#undef X
};

enum pen__statement_type {
#define X(name, key) +1
    PEN__KEY_COUNT = 0 PEN__KEY_LIST(X),
#undef X
    PEN__ACTION = PEN__KEY_COUNT,
    PEN__DEAL,
    PEN__VOID,
    PEN__JOINS,
    PEN__RESHUFFLE,
#define X(name, word, is_colon) PEN__EXPECT_##name,
    PEN__EXPECT_LIST(X)
#undef X
        PEN__UNKNOWN
};

#define PEN__IS_KEY(type) ((type) < PEN__KEY_COUNT)
#define PEN__IS_LAYOUT(type) ((type) <= PEN__KEY_OPENING)
#define PEN__IS_EXPECT(type) ((type) >= PEN__EXPECT_TURN && (type) < PEN__UNKNOWN)

/* Words of the format in the place of a player's name, besides PEN_SEAT_NONE for "nobody". */
enum { PEN__SEAT_ALL = 0xf0, PEN__SEAT_OPEN, PEN__SEAT_VOID };

/* One line, understood. A type uses what it needs; the rest is not set. */
struct pen__statement {
    uint8_t type;         /* enum pen__statement_type */
    uint8_t seat, target; /* target: to whom a hand was shown */
    uint8_t card, color, direction;
    bool is_deal;      /* of EXPECT_REFUSED: "deal" instead of an action */
    bool is_void;      /* of EXPECT_REFUSED: "void" instead of an action */
    bool is_reshuffle; /* of EXPECT_REFUSED: "reshuffle:" instead of an action */
    uint16_t seats;    /* 1 << seat */
    uint64_t number;
    uint16_t score[PEN_SEATS_MAX];
    uint8_t lots[PEN_SEATS_MAX]; /* of LOTS: kinds, PEN_CARD_NONE for who is not named */
    struct pen_action action;
    struct pen_options options;
    struct pen_names names;
    struct pen__word word;  /* the edition's name; of JOINS: who */
    struct pen__scan items; /* of EXPECT_LEGAL */
    struct pen__scan text;  /* of an expectation: everything behind "expect" */
    unsigned card_count;
    uint8_t cards[PEN_DECK_MAX];
};

const char *pen__key_id(enum pen__key type);

/* Reads one line. 'mesa' gives edition, rules and names; the lines that make those may be read
 * before. On false 'type' tells which statement it was meant to be, if that much was clear. */
bool pen__statement_read(const struct pen_mesa *mesa, struct pen__scan line, struct pen__statement *statement,
                         struct pen__fault *fault);

/* The next action of a list with ';', by 'seat'. False: the list is over or, if 'fault' was set
 * (say != PEN_WORD_NONE), it cannot be read. */
struct pen__items {
    struct pen__scan rest;
    bool is_begun, is_over;
};
bool pen__items_next(const struct pen_mesa *mesa, struct pen__items *items, uint8_t seat,
                     struct pen_action *action, struct pen__fault *fault);

/* ---- layouts (mesa_layout.c) ----------------------------------------------------------------- */

/* A layout as its lines come in. */
struct pen__laying {
    struct pen_layout layout;
    uint8_t used[PEN_KINDS_MAX];      /* cards named so far, but for those of the next two */
    uint8_t drawn[PEN_KINDS_MAX];     /* by "draw:" */
    uint8_t back[PEN_KINDS_MAX];      /* by "opening:", and they go back: the same cards (RULE O24) */
    unsigned line_of[PEN__KEY_COUNT]; /* the last line of each key; 0: none yet */
    unsigned line;                    /* where to report what only the deal shows */
};

void pen__laying_begin(struct pen__laying *laying, const struct pen_layout *layout, unsigned line);

/* Adds a HAND, DRAW, OPENING, TOP, DISCARD, TURN or DIRECTION. */
bool pen__laying_add(const struct pen_mesa *mesa, struct pen__laying *laying,
                     const struct pen__statement *statement, unsigned line, struct pen__fault *fault);

enum pen_word pen__deal_says(enum pen_deal_problem problem);

/* Whether the lists have the same cards, in whatever order. */
bool pen__is_same_cards(const uint8_t *left, unsigned left_count, const uint8_t *right, unsigned right_count);

/* ---- the passes ------------------------------------------------------------------------------ */

/* Pass 1 (mesa_read.c): the whole text. True: 'mesa' has everything the header says and the text
 * can be played; 'deal_line' is the last line of the header. */
bool pen__mesa_read(struct pen_mesa *mesa, const char *bytes, size_t count, const struct pen_mesa_host *host,
                    unsigned *deal_line);

/* Checks one expectation (mesa_expect.c) and reports it if it fails. */
bool pen__mesa_expect(struct pen_mesa *mesa, const struct pen__statement *statement, unsigned line,
                      const struct pen_mesa_host *host);

/* Cards with blanks between (mesa_write.c). */
void pen__cards_write(struct pen_text *text, const struct pen_edition *edition, const struct pen_rules *rules,
                      const uint8_t *cards, unsigned count);
void pen__hand_write(struct pen_text *text, const struct pen_edition *edition, const struct pen_rules *rules,
                     const struct pen_hand *hand);

#endif

/* seat.h - a seat for a program that reads and writes words: a language model, or a script that stands in for
 * one. What it is told and how it answers is in docs/SEATS.md.
 *
 * The position comes in sentences of the table's language, what can be done as a numbered list; answers are
 * numbers or words. Wrong answers are counted, and after so many something is done instead. What every
 * decision cost is kept. */
#ifndef SEAT_H
#define SEAT_H

#include <stdio.h>

#include "tui/table.h"
#include "tui/waiting.h"

/* X(NAME, word): what is done when no answer was a choice. */
#define SEAT_INSTEAD_LIST(X) \
    X(ASK, "ask")            \
    X(FIRST, "first")        \
    X(RANDOM, "random")      \
    X(DRAW, "draw")

enum seat_instead {
#define X(name, word) SEAT_INSTEAD_##name,
    SEAT_INSTEAD_LIST(X)
#undef X
        SEAT_INSTEAD_COUNT
};

struct seat_config {
    const char *command; /* the program that answers; null: whoever is at standard input and output */
    bool is_mcp;         /* standard input and output speak the Model Context Protocol */
    bool has_chances;    /* it is asked as well when it may act and need not */
    uint8_t instead;     /* enum seat_instead; ASK: it is asked without end */
    uint64_t tries;      /* so many answers for one decision */
    uint64_t games;
    FILE *log; /* gets a line for each decision and each game; may be null */
    enum pen_lang lang;
};

enum seat_end {
    SEAT_OVER,   /* all games were played */
    SEAT_GONE,   /* the program has ended before that */
    SEAT_CLOSED, /* the table is closed to us */
    SEAT_BROKEN  /* no memory, or the program cannot be started */
};

/* A table where people meet before and after a game: what the command has of tui/remote. */
struct seat_place {
    struct tui_table *table;
    /* Until there is a game, shown by 'front'. SEAT_OVER: play; SEAT_GONE: the program has left. */
    enum seat_end (*wait)(struct tui_table *table, const struct tui_waiting *front);
    void (*again)(struct tui_table *table);
    void (*say)(struct tui_table *table, const char *words);
};

/* Sits there from the waiting room on. */
enum seat_end seat_at_table(const struct seat_place *place, const struct seat_config *config);

/* The same without a server: standard input and output are those of a program that `tournament` seats. */
enum seat_end seat_offline(const struct seat_config *config);

#endif

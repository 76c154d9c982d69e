/* layout.h - where everything stands on a screen of a given size. Pure arithmetic: no drawing.
 *
 * From 80x24 upwards cards are boxes of 5x4 cells; below, down to 40x12, the compact layout writes them
 * in a line. From 100x30 upwards there is a table: cards of 9x6, the others sit around it, and the log has at
 * most a third of the width. All rectangles lie within the screen and do not overlap. */
#ifndef SCREEN_LAYOUT_H
#define SCREEN_LAYOUT_H

#include "tui/screen/canvas.h"

enum {
    SCREEN_FULL_ROWS = 24,
    SCREEN_FULL_COLUMNS = 80,
    SCREEN_WIDE_ROWS = 30,
    SCREEN_WIDE_COLUMNS = 100,
    SCREEN_LEAST_ROWS = 12,
    SCREEN_LEAST_COLUMNS = 40,
    SCREEN_CARD_ROWS = 4,
    SCREEN_CARD_COLUMNS = 5,
    SCREEN_LARGE_ROWS = 6,
    SCREEN_LARGE_COLUMNS = 9
};

struct screen_layout {
    bool is_too_small, is_compact, is_wide;
    struct screen_rect title; /* one line */
    struct screen_rect
        seats; /* the others, in lines of 'seats_across'; in the wide layout those at the far side */
    int seats_across;
    int seats_beside;          /* wide: so many on each side of the table, the first ones and the last ones */
    int beside_columns;        /* wide: what each of them has */
    struct screen_rect ring;   /* wide: the edge of the table, which shows where play runs */
    struct screen_rect piles;  /* draw pile, top card, colour, direction */
    struct screen_rect log;    /* the last moves in words */
    struct screen_rect prompt; /* what is expected, the keys for it, and a message */
    struct screen_rect hand;   /* the own cards; its first line says whose */
};

/* Where the seat sits that comes 'index'-th from the own left neighbour on. */
struct screen_rect screen_layout_seat(const struct screen_layout *layout, unsigned index);

/* 'seat_count' seats are shown besides the hand; 'hand_count' cards in it, 'key_rows' lines of keys. */
struct screen_layout screen_layout_make(int rows, int columns, unsigned seat_count, unsigned hand_count,
                                        unsigned key_rows);

#endif

/* layout.h - where everything stands on a screen of a given size. Pure arithmetic: no drawing.
 *
 * From 80x24 upwards cards are boxes of 5x4 cells; below, down to 40x12, the compact layout writes them
 * in a line. All rectangles lie within the screen and do not overlap. */
#ifndef TUI_LAYOUT_H
#define TUI_LAYOUT_H

#include "tui/canvas.h"

enum {
    TUI_FULL_ROWS = 24,
    TUI_FULL_COLUMNS = 80,
    TUI_LEAST_ROWS = 12,
    TUI_LEAST_COLUMNS = 40,
    TUI_CARD_ROWS = 4,
    TUI_CARD_COLUMNS = 5
};

struct tui_layout {
    bool is_too_small, is_compact;
    struct tui_rect title; /* one line */
    struct tui_rect seats; /* the others, in lines of 'seats_across' */
    int seats_across;
    struct tui_rect piles;  /* draw pile, top card, colour, direction */
    struct tui_rect log;    /* the last moves in words */
    struct tui_rect prompt; /* what is expected, the keys for it, and a message */
    struct tui_rect hand;   /* the own cards; its first line says whose */
};

/* 'seat_count' seats are shown besides the hand; 'hand_count' cards in it, 'key_rows' lines of keys. */
struct tui_layout tui_layout_make(int rows, int columns, unsigned seat_count, unsigned hand_count,
                                  unsigned key_rows);

#endif

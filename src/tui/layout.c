/* layout.c - the rectangles, from the edges inwards: title and seats from above, hand and prompt from below,
 * and what is left in the middle for the piles and the log. */
#include "tui/layout.h"

enum {
    SEAT_COLUMNS = 15, /* the least a seat needs: a mark, a name, cards */
    SEAT_COLUMNS_FEW = 10,
    PILES_COLUMNS = 44,
    KEY_ROWS = 2, /* usually; the prompt has two lines more */
    KEY_ROWS_MOST = 4,
    TOKEN_COLUMNS = 6 /* "1[■ 7]" in the compact layout, and a space in the wide ones */
};

static int between(int least, int value, int most)
{
    value = value > most ? most : value;
    return value < least ? least : value;
}

static int divide_up(int count, int by)
{
    return (count + by - 1) / by;
}

static struct tui_layout full(int rows, int columns, int seat_count, int key_rows)
{
    struct tui_layout layout = {.is_compact = false};
    int most = columns / SEAT_COLUMNS;
    int lines = divide_up(seat_count, most);
    /* Equal lines look better than a full one and a rest. */
    layout.seats_across = lines ? divide_up(seat_count, lines) : 1;
    layout.title = (struct tui_rect){0, 0, 1, columns};
    layout.seats = (struct tui_rect){1, 0, 2 * lines, columns};
    int hand_rows = TUI_CARD_ROWS + 2; /* whose it is, and room to lift a card */
    layout.hand = (struct tui_rect){rows - hand_rows, 0, hand_rows, columns};
    int prompt_rows = 2 + between(KEY_ROWS, key_rows, KEY_ROWS_MOST);
    layout.prompt = (struct tui_rect){layout.hand.row - prompt_rows, 0, prompt_rows, columns};
    int top = layout.seats.row + layout.seats.rows + 1, height = layout.prompt.row - 1 - top;
    layout.piles = (struct tui_rect){top, 0, height, PILES_COLUMNS};
    layout.log = (struct tui_rect){top, PILES_COLUMNS + 2, height, columns - PILES_COLUMNS - 3};
    return layout;
}

static struct tui_layout compact(int rows, int columns, int seat_count, int hand_count, int key_rows)
{
    struct tui_layout layout = {.is_compact = true};
    int most = columns / SEAT_COLUMNS_FEW;
    int lines = divide_up(seat_count, most);
    layout.seats_across = lines ? divide_up(seat_count, lines) : 1;
    layout.title = (struct tui_rect){0, 0, 1, columns};
    layout.seats = (struct tui_rect){1, 0, lines, columns};
    int left = rows - 1 - lines - 2; /* besides title, seats and two lines for the piles */
    int across = columns / TOKEN_COLUMNS, hand_rows = divide_up(hand_count, across);
    hand_rows = between(1, hand_rows, left - 2 - key_rows);
    /* The keys come first; then the message, then the log. */
    int prompt_rows = between(2, 2 + key_rows, left - hand_rows);
    layout.hand = (struct tui_rect){rows - hand_rows, 0, hand_rows, columns};
    layout.prompt = (struct tui_rect){layout.hand.row - prompt_rows, 0, prompt_rows, columns};
    layout.piles = (struct tui_rect){1 + lines, 0, 2, columns};
    int log_row = layout.piles.row + layout.piles.rows;
    layout.log = (struct tui_rect){log_row, 0, layout.prompt.row - log_row, columns};
    return layout;
}

struct tui_layout tui_layout_make(int rows, int columns, unsigned seat_count, unsigned hand_count,
                                  unsigned key_rows)
{
    if (rows < TUI_LEAST_ROWS || columns < TUI_LEAST_COLUMNS)
        return (struct tui_layout){.is_too_small = true};
    if (rows >= TUI_FULL_ROWS && columns >= TUI_FULL_COLUMNS)
        return full(rows, columns, (int)seat_count, (int)key_rows);
    return compact(rows, columns, (int)seat_count, (int)hand_count, (int)key_rows);
}

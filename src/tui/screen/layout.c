/* layout.c - the rectangles, from the edges inwards: title and seats from above, hand and prompt from below,
 * and what is left in the middle for the piles and the log. */
#include "tui/screen/layout.h"

enum {
    SEAT_COLUMNS = 15, /* the least a seat needs: a mark, a name, cards */
    SEAT_COLUMNS_FEW = 10,
    SEAT_COLUMNS_MOST = 24,
    PILES_COLUMNS = 44,
    KEY_ROWS = 2, /* usually; the prompt has two lines more */
    KEY_ROWS_MOST = 4,
    TOKEN_COLUMNS = 6, /* "1[■ 7]" in the compact layout, and a space in the others */
    LOG_COLUMNS_MOST = 60,
    RING_ROWS_MOST = 22,
    RING_COLUMNS_MOST = 72,
    SEATS_FAR_MOST = 4 /* at the far side of the table */
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

static struct screen_layout full(int rows, int columns, int seat_count, int key_rows)
{
    struct screen_layout layout = {.is_compact = false};
    int most = columns / SEAT_COLUMNS;
    int lines = divide_up(seat_count, most);
    /* Equal lines look better than a full one and a rest. */
    layout.seats_across = lines ? divide_up(seat_count, lines) : 1;
    layout.title = (struct screen_rect){0, 0, 1, columns};
    layout.seats = (struct screen_rect){1, 0, 2 * lines, columns};
    int hand_rows = SCREEN_CARD_ROWS + 2; /* whose it is, and room to lift a card */
    layout.hand = (struct screen_rect){rows - hand_rows, 0, hand_rows, columns};
    int prompt_rows = 2 + between(KEY_ROWS, key_rows, KEY_ROWS_MOST);
    layout.prompt = (struct screen_rect){layout.hand.row - prompt_rows, 0, prompt_rows, columns};
    int top = layout.seats.row + layout.seats.rows + 1, height = layout.prompt.row - 1 - top;
    layout.piles = (struct screen_rect){top, 0, height, PILES_COLUMNS};
    layout.log = (struct screen_rect){top, PILES_COLUMNS + 2, height, columns - PILES_COLUMNS - 3};
    return layout;
}

static struct screen_layout compact(int rows, int columns, int seat_count, int hand_count, int key_rows)
{
    struct screen_layout layout = {.is_compact = true};
    int most = columns / SEAT_COLUMNS_FEW;
    int lines = divide_up(seat_count, most);
    layout.seats_across = lines ? divide_up(seat_count, lines) : 1;
    layout.title = (struct screen_rect){0, 0, 1, columns};
    layout.seats = (struct screen_rect){1, 0, lines, columns};
    int left = rows - 1 - lines - 2; /* besides title, seats and two lines for the piles */
    int across = columns / TOKEN_COLUMNS, hand_rows = divide_up(hand_count, across);
    hand_rows = between(1, hand_rows, left - 2 - key_rows);
    /* The keys come first; then the message, then the log. */
    int prompt_rows = between(2, 2 + key_rows, left - hand_rows);
    layout.hand = (struct screen_rect){rows - hand_rows, 0, hand_rows, columns};
    layout.prompt = (struct screen_rect){layout.hand.row - prompt_rows, 0, prompt_rows, columns};
    layout.piles = (struct screen_rect){1 + lines, 0, 2, columns};
    int log_row = layout.piles.row + layout.piles.rows;
    layout.log = (struct screen_rect){log_row, 0, layout.prompt.row - log_row, columns};
    return layout;
}

/* The others around a table, from the left side over the far one to the right: play to the left goes so, too.
 */
static struct screen_layout wide(int rows, int columns, int seat_count, int key_rows)
{
    struct screen_layout layout = {.is_wide = true};
    int log = columns / 3 < LOG_COLUMNS_MOST ? columns / 3 : LOG_COLUMNS_MOST, table = columns - log - 1;
    int far = between(1, table / SEAT_COLUMNS, SEATS_FAR_MOST);
    layout.seats_beside = seat_count > 1;
    while (seat_count - 2 * layout.seats_beside > far)
        layout.seats_beside++;
    layout.seats_across = seat_count - 2 * layout.seats_beside;
    const bool has_far = layout.seats_across > 0;
    layout.seats_across = has_far ? layout.seats_across : 1;
    layout.title = (struct screen_rect){0, 0, 1, columns};
    int hand_rows = SCREEN_LARGE_ROWS + 2, prompt_rows = 2 + between(KEY_ROWS, key_rows, KEY_ROWS_MOST);
    layout.hand = (struct screen_rect){rows - hand_rows, 0, hand_rows, columns};
    layout.prompt = (struct screen_rect){layout.hand.row - prompt_rows, 0, prompt_rows, columns};
    /* The edge is no larger than a table: in a large window it stands in the middle, with the others beside
     * it. */
    const int top = 2, bottom = layout.prompt.row - 1, above = has_far ? 2 : 0;
    const int side = layout.seats_beside ? between(SEAT_COLUMNS, table / 5, SEAT_COLUMNS_MOST) : 1;
    const int ring_rows = between(1, bottom - top - above, RING_ROWS_MOST),
              ring_columns = between(1, table - 2 * side, RING_COLUMNS_MOST);
    const int first = top + (bottom - top - above - ring_rows) / 2;
    layout.ring = (struct screen_rect){first + above, (table - ring_columns) / 2, ring_rows, ring_columns};
    int far_columns =
        layout.seats_across * between(SEAT_COLUMNS, table / layout.seats_across, SEAT_COLUMNS_MOST);
    layout.seats = (struct screen_rect){first, (table - far_columns) / 2, above, far_columns};
    layout.piles =
        (struct screen_rect){layout.ring.row + 1, layout.ring.column + 1, ring_rows - 2, ring_columns - 2};
    layout.beside_columns = side;
    layout.log = (struct screen_rect){top, table + 1, bottom - top, log - 1};
    return layout;
}

struct screen_rect screen_layout_seat(const struct screen_layout *layout, unsigned index)
{
    int at = (int)index;
    if (layout->is_wide) {
        const struct screen_rect *ring = &layout->ring;
        const int beside = layout->seats_beside, far = layout->seats.rows ? layout->seats_across : 0;
        if (at < beside || at >= beside + far) {
            int place = at < beside ? beside - 1 - at : at - beside - far; /* from the far end */
            int row = ring->row + (2 * place + 1) * ring->rows / (2 * beside) - 1;
            int column =
                at < beside ? ring->column - layout->beside_columns : ring->column + ring->columns + 1;
            return (struct screen_rect){row, column, 2, layout->beside_columns - 1};
        }
        at -= beside;
    }
    int height = layout->is_compact ? 1 : 2, width = layout->seats.columns / layout->seats_across;
    return (struct screen_rect){layout->seats.row + at / layout->seats_across * height,
                                layout->seats.column + at % layout->seats_across * width, height, width};
}

struct screen_layout screen_layout_make(int rows, int columns, unsigned seat_count, unsigned hand_count,
                                        unsigned key_rows)
{
    if (rows < SCREEN_LEAST_ROWS || columns < SCREEN_LEAST_COLUMNS)
        return (struct screen_layout){.is_too_small = true};
    if (rows >= SCREEN_WIDE_ROWS && columns >= SCREEN_WIDE_COLUMNS)
        return wide(rows, columns, (int)seat_count, (int)key_rows);
    if (rows >= SCREEN_FULL_ROWS && columns >= SCREEN_FULL_COLUMNS)
        return full(rows, columns, (int)seat_count, (int)key_rows);
    return compact(rows, columns, (int)seat_count, (int)hand_count, (int)key_rows);
}

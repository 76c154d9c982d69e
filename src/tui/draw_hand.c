/* draw_hand.c - the own cards, or all of them. A card that can be played stands a line higher. */
#include "tui/draw_hand.h"

#include "tui/draw_cards.h"
#include "tui/terminal.h"

/* The key of the card at this place; from the eleventh on it is reached with the arrows. */
static char label_of(unsigned place)
{
    return place < 9 ? (char)('1' + place) : place == 9 ? '0' : 0;
}

static struct tui_card_art art_of(const struct tui_picture *picture, uint8_t card, unsigned place)
{
    const struct tui_table *table = picture->table;
    return (struct tui_card_art){.edition = &table->edition,
                                 .rules = &table->rules,
                                 .is_faint = !(tui_offer_playable(table) & pen_card_bit(card)),
                                 .is_chosen = place == picture->chosen,
                                 .label = label_of(place)};
}

void tui_draw_hand(struct tui_canvas *canvas, struct tui_rect rect, const struct tui_picture *picture)
{
    uint8_t cards[PEN_DECK_MAX];
    unsigned count = tui_hand_list(&picture->table->rules, &picture->table->view.hand, cards), first = 0;
    if (count == 0)
        return;
    /* Beside each other if there is room, else overlapping, else a part of them around the chosen one. */
    int room = rect.columns - 2, step = TUI_CARD_COLUMNS + 1;
    while (step > 3 && (int)(count - 1) * step + TUI_CARD_COLUMNS > room)
        step--;
    unsigned shown = (unsigned)((room - TUI_CARD_COLUMNS) / step + 1);
    if (shown >= count) {
        shown = count;
    } else {
        unsigned middle = picture->chosen < count ? picture->chosen : 0;
        first = middle > shown / 2 ? middle - shown / 2 : 0;
        first = first + shown > count ? count - shown : first;
    }
    for (unsigned pass = 0; pass < 2; pass++) { /* the chosen one lies above the others */
        for (unsigned i = first; i < first + shown; i++) {
            struct tui_card_art art = art_of(picture, cards[i], i);
            if (art.is_chosen != (pass == 1))
                continue;
            int column = rect.column + 1 + (int)(i - first) * step;
            int row = rect.row + (art.is_faint ? 1 : 0);
            art.is_tight = step < TUI_CARD_COLUMNS && i + 1 < first + shown && !art.is_chosen;
            tui_draw_card(canvas, row, column, art, cards[i]);
            tui_canvas_spot(canvas, (struct tui_rect){row, column, TUI_CARD_ROWS, TUI_CARD_COLUMNS},
                            TUI_KEY_CARD + (int)i);
        }
    }
    if (first > 0)
        tui_canvas_text(canvas, rect.row + 2, rect.column, 1, TUI_LIGHT, "‹");
    if (first + shown < count)
        tui_canvas_text(canvas, rect.row + 2, rect.column + rect.columns - 1, 1, TUI_LIGHT, "›");
}

void tui_draw_hand_compact(struct tui_canvas *canvas, struct tui_rect rect, const struct tui_picture *picture)
{
    uint8_t cards[PEN_DECK_MAX];
    unsigned count = tui_hand_list(&picture->table->rules, &picture->table->view.hand, cards);
    int across = rect.columns / (TUI_TOKEN_COLUMNS + 1);
    int lines = ((int)count + across - 1) / across, first = 0;
    if (lines > rect.rows && picture->chosen < count) {
        first = (int)picture->chosen / across;
        first = first + rect.rows > lines ? lines - rect.rows : first;
    }
    for (int i = first * across; i < (int)count && i < (first + rect.rows) * across; i++) {
        int row = rect.row + i / across - first, column = i % across * (TUI_TOKEN_COLUMNS + 1);
        struct tui_card_art art = art_of(picture, cards[i], (unsigned)i);
        char label[2] = {art.label, 0};
        tui_canvas_text(canvas, row, column, 1, TUI_QUIET, label);
        tui_draw_token(canvas, row, column + 1, art, cards[i]);
        tui_canvas_spot(canvas, (struct tui_rect){row, column, 1, TUI_TOKEN_COLUMNS + 1}, TUI_KEY_CARD + i);
    }
}

void tui_draw_open_hands(struct tui_canvas *canvas, struct tui_rect rect, const struct tui_picture *picture)
{
    const struct tui_table *table = picture->table;
    int count = table->names.count, lines = rect.rows < 1 ? 1 : rect.rows;
    int across = (count + lines - 1) / lines, width = rect.columns / across;
    for (int seat = 0; seat < count; seat++) {
        int row = rect.row + seat % lines, column = rect.column + seat / lines * width;
        tui_canvas_text(canvas, row, column, 9, table->view.must >> seat & 1 ? TUI_LIGHT : TUI_STRONG,
                        table->names.name[seat]);
        tui_draw_tokens(canvas, (struct tui_rect){row, column + 10, 1, width - 11}, &table->edition,
                        &table->rules, &picture->open[seat]);
    }
}

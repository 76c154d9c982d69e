/* draw_hand.c - the own cards, or all of them. A card that can be played stands a line higher. */
#include "tui/screen/draw_hand.h"

#include "tui/screen/draw_cards.h"
#include "tui/screen/terminal.h"

/* The key of the card at this place; from the eleventh on it is reached with the arrows. */
static char label_of(unsigned place)
{
    return place < 9 ? (char)('1' + place) : place == 9 ? '0' : 0;
}

static struct screen_card_art art_of(const struct screen_picture *picture, uint8_t card, unsigned place)
{
    const struct tui_table *table = picture->table;
    return (struct screen_card_art){.edition = &table->edition,
                                    .rules = &table->rules,
                                    .lang = table->lang,
                                    .is_faint = !(screen_offer_playable(table) & pen_card_bit(card)),
                                    .is_chosen = place == picture->chosen,
                                    .label = label_of(place)};
}

void screen_draw_hand(struct screen_canvas *canvas, struct screen_rect rect,
                      const struct screen_picture *picture)
{
    uint8_t cards[PEN_DECK_MAX];
    unsigned count = screen_hand_list(&picture->table->rules, &picture->table->view.hand, cards), first = 0;
    if (count == 0)
        return;
    /* Beside each other if there is room, else overlapping, else a part of them around the chosen one. */
    const bool is_large = rect.rows > SCREEN_LARGE_ROWS;
    const int width = is_large ? SCREEN_LARGE_COLUMNS : SCREEN_CARD_COLUMNS,
              height = is_large ? SCREEN_LARGE_ROWS : SCREEN_CARD_ROWS;
    int room = rect.columns - 2, step = width + 1;
    while (step > 3 && (int)(count - 1) * step + width > room)
        step--;
    unsigned shown = (unsigned)((room - width) / step + 1);
    if (shown >= count) {
        shown = count;
    } else {
        unsigned middle = picture->chosen < count ? picture->chosen : 0;
        first = middle > shown / 2 ? middle - shown / 2 : 0;
        first = first + shown > count ? count - shown : first;
    }
    for (unsigned pass = 0; pass < 2; pass++) { /* the chosen one lies above the others */
        for (unsigned i = first; i < first + shown; i++) {
            struct screen_card_art art = art_of(picture, cards[i], i);
            if (art.is_chosen != (pass == 1))
                continue;
            int column = rect.column + 1 + (int)(i - first) * step;
            int row = rect.row + (art.is_faint ? 1 : 0);
            art.is_large = is_large;
            art.is_tight = step < width && i + 1 < first + shown && !art.is_chosen;
            screen_draw_card(canvas, row, column, art, cards[i]);
            screen_canvas_spot(canvas, (struct screen_rect){row, column, height, width},
                               SCREEN_KEY_CARD + (int)i);
        }
    }
    if (first > 0)
        screen_canvas_text(canvas, rect.row + 2, rect.column, 1, SCREEN_LIGHT, "‹");
    if (first + shown < count)
        screen_canvas_text(canvas, rect.row + 2, rect.column + rect.columns - 1, 1, SCREEN_LIGHT, "›");
}

void screen_draw_hand_compact(struct screen_canvas *canvas, struct screen_rect rect,
                              const struct screen_picture *picture)
{
    uint8_t cards[PEN_DECK_MAX];
    unsigned count = screen_hand_list(&picture->table->rules, &picture->table->view.hand, cards);
    int across = rect.columns / (SCREEN_TOKEN_COLUMNS + 1);
    int lines = ((int)count + across - 1) / across, first = 0;
    if (lines > rect.rows && picture->chosen < count) {
        first = (int)picture->chosen / across;
        first = first + rect.rows > lines ? lines - rect.rows : first;
    }
    for (int i = first * across; i < (int)count && i < (first + rect.rows) * across; i++) {
        int row = rect.row + i / across - first, column = i % across * (SCREEN_TOKEN_COLUMNS + 1);
        struct screen_card_art art = art_of(picture, cards[i], (unsigned)i);
        char label[2] = {art.label, 0};
        screen_canvas_text(canvas, row, column, 1, SCREEN_QUIET, label);
        screen_draw_token(canvas, row, column + 1, art, cards[i]);
        screen_canvas_spot(canvas, (struct screen_rect){row, column, 1, SCREEN_TOKEN_COLUMNS + 1},
                           SCREEN_KEY_CARD + i);
    }
}

void screen_draw_open_hands(struct screen_canvas *canvas, struct screen_rect rect,
                            const struct screen_picture *picture)
{
    const struct tui_table *table = picture->table;
    int count = table->names.count, lines = rect.rows < 1 ? 1 : rect.rows;
    int across = (count + lines - 1) / lines, width = rect.columns / across;
    for (int seat = 0; seat < count; seat++) {
        int row = rect.row + seat % lines, column = rect.column + seat / lines * width;
        screen_canvas_text(canvas, row, column, 9,
                           table->view.must >> seat & 1 ? SCREEN_LIGHT : SCREEN_STRONG,
                           table->names.name[seat]);
        screen_draw_tokens(canvas, (struct screen_rect){row, column + 10, 1, width - 11}, &table->edition,
                           &table->rules, &picture->open[seat]);
    }
}

/* draw_cards.h - cards as boxes of 5x4 cells, or in a line as "[■ 7]". Every card shows shape and letter
 * besides its colour. What a face looks like follows from what it does, not from the edition. */
#ifndef TUI_DRAW_CARDS_H
#define TUI_DRAW_CARDS_H

#include "tui/layout.h"

struct tui_card_art {
    const struct pen_edition *edition;
    const struct pen_rules *rules;
    bool is_faint;  /* cannot be played now: only its outline */
    bool is_chosen; /* the cursor is on it: a double outline */
    bool is_tight;  /* the next card covers the right half */
    char label;     /* its key, in the lower edge; 0: none */
};

/* The style of a card's paper and of its outline. */
struct tui_style tui_card_style(const struct pen_rules *rules, uint8_t card, bool is_faint);

void tui_draw_card(struct tui_canvas *canvas, int row, int column, struct tui_card_art art, uint8_t card);

/* The back of a card, with a number on it. */
void tui_draw_back(struct tui_canvas *canvas, int row, int column, unsigned number);

/* "[■ 7]": always five columns. */
enum { TUI_TOKEN_COLUMNS = 5 };
void tui_draw_token(struct tui_canvas *canvas, int row, int column, struct tui_card_art art, uint8_t card);

/* A hand as a list of cards, colour by colour, equal ones beside each other. */
unsigned tui_hand_list(const struct pen_rules *rules, const struct pen_hand *hand,
                       uint8_t cards[PEN_DECK_MAX]);

/* Tokens in the rectangle, line by line; returns the rows used. What does not fit ends in "…". */
int tui_draw_tokens(struct tui_canvas *canvas, struct tui_rect rect, const struct pen_edition *edition,
                    const struct pen_rules *rules, const struct pen_hand *hand);

#endif

/* draw_cards.h - cards as boxes of 5x4 cells, or in a line as "[■ 7]". Every card shows shape and letter
 * besides its colour. What a face looks like follows from what it does, not from the edition. */
#ifndef SCREEN_DRAW_CARDS_H
#define SCREEN_DRAW_CARDS_H

#include "tui/screen/layout.h"

struct screen_card_art {
    const struct pen_edition *edition;
    const struct pen_rules *rules;
    enum pen_lang lang; /* for the letter of its colour */
    bool is_faint;      /* cannot be played now: only its outline */
    bool is_chosen;     /* the cursor is on it: a double outline */
    bool is_tight;      /* the next card covers the right half */
    bool is_large;      /* 9x6 cells instead of 5x4 */
    char label;         /* its key, in the lower edge; 0: none */
};

void screen_draw_card(struct screen_canvas *canvas, int row, int column, struct screen_card_art art,
                      uint8_t card);

/* The back of a card, with a number on it. */
void screen_draw_back(struct screen_canvas *canvas, int row, int column, bool is_large, unsigned number);

/* "[■ 7]": always five columns. */
enum { SCREEN_TOKEN_COLUMNS = 5 };
void screen_draw_token(struct screen_canvas *canvas, int row, int column, struct screen_card_art art,
                       uint8_t card);

/* A hand as a list of cards, colour by colour, equal ones beside each other. */
unsigned screen_hand_list(const struct pen_rules *rules, const struct pen_hand *hand,
                          uint8_t cards[PEN_DECK_MAX]);

/* Tokens in the rectangle, line by line; returns the rows used. What does not fit ends in "…". */
int screen_draw_tokens(struct screen_canvas *canvas, struct screen_rect rect,
                       const struct pen_edition *edition, const struct pen_rules *rules,
                       const struct pen_hand *hand);

#endif

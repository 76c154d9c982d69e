/* mesa_layout.c - the lines that lay out a deal, gathered into a layout.
 *
 * Keeps count of the cards named, so that a line which names one too many is told apart from the
 * lines before it. What only dealing shows is left to the rules. */
#include <string.h>

#include "mesa.h"
#include "penultima/words_mesa.h"

void pen__laying_begin(struct pen__laying *laying, const struct pen_layout *layout, unsigned line)
{
    memset(laying, 0, sizeof *laying);
    laying->layout = *layout;
    laying->line = line;
}

/* A line of this type names the card. */
static bool use_card(const struct pen_mesa *mesa, struct pen__laying *laying, enum pen__key type,
                     uint8_t card, struct pen__fault *fault)
{
    const bool goes_back = type == PEN__KEY_OPENING && mesa->rules.open[card][0].op == PEN_STEP_RETURN;
    uint8_t *used = goes_back ? laying->back : type == PEN__KEY_DRAW ? laying->drawn : laying->used;
    used[card]++;
    const unsigned in_pile =
        laying->drawn[card] > laying->back[card] ? laying->drawn[card] : laying->back[card];
    if (laying->used[card] + in_pile <= mesa->rules.copies[card])
        return true;
    pen__fault_is(fault, PEN_WORD_MESA_TOO_MANY_COPIES, (struct pen__word){"", 0});
    struct pen_text text = pen_text_in(fault->first, sizeof fault->first);
    pen_card_write(&mesa->edition, &mesa->rules, card, &text);
    return false;
}

bool pen__laying_add(const struct pen_mesa *mesa, struct pen__laying *laying,
                     const struct pen__statement *statement, unsigned line, struct pen__fault *fault)
{
    struct pen_layout *layout = &laying->layout;
    laying->line_of[statement->type] = line;
    if (PEN__IS_LAYOUT(statement->type) || statement->type == PEN__KEY_DISCARD) {
        laying->line = line;
        for (unsigned index = 0; index < statement->card_count; index++)
            if (!use_card(mesa, laying, statement->type, statement->cards[index], fault))
                return false;
    }
    switch ((enum pen__key)statement->type) {
    case PEN__KEY_HAND:
        if (statement->card_count == 0)
            return pen__fault_is(fault, PEN_WORD_MESA_EMPTY_HAND, (struct pen__word){"", 0});
        layout->has_hand = (uint16_t)(layout->has_hand | 1u << statement->seat);
        for (unsigned index = 0; index < statement->card_count; index++)
            pen_hand_add(&layout->hands[statement->seat], statement->cards[index]);
        return true;
    case PEN__KEY_DRAW:
        layout->draw_count = (uint8_t)statement->card_count;
        memcpy(layout->draw, statement->cards, statement->card_count);
        return true;
    case PEN__KEY_OPENING:
        layout->opening_count = (uint8_t)statement->card_count;
        memcpy(layout->opening, statement->cards, statement->card_count);
        return true;
    case PEN__KEY_DISCARD:
        layout->discard_count = (uint8_t)statement->card_count;
        memcpy(layout->discard, statement->cards, statement->card_count);
        return true;
    case PEN__KEY_TOP:
        layout->top = statement->card;
        layout->top_color = statement->color;
        return use_card(mesa, laying, statement->type, statement->card, fault);
    case PEN__KEY_TURN:
        layout->turn = statement->seat;
        return true;
    case PEN__KEY_DIRECTION:
        layout->direction = statement->direction;
        return true;
    case PEN__KEY_EDITION:
    case PEN__KEY_HOUSE:
    case PEN__KEY_SET:
    case PEN__KEY_PLAYERS:
    case PEN__KEY_SEED:
    case PEN__KEY_DEALER:
    case PEN__KEY_LOTS:
    case PEN__KEY_SCORE:
        break; /* not about a layout */
    }
    return true;
}

enum pen_word pen__deal_says(enum pen_deal_problem problem)
{
    switch (problem) {
    case PEN_DEAL_TOO_MANY_COPIES:
        return PEN_WORD_MESA_TOO_MANY_COPIES;
    case PEN_DEAL_EMPTY_HAND:
        return PEN_WORD_MESA_EMPTY_HAND;
    case PEN_DEAL_TOO_FEW_CARDS:
        return PEN_WORD_MESA_TOO_FEW_CARDS;
    case PEN_DEAL_NO_OPENING:
        return PEN_WORD_MESA_NO_OPENING;
    case PEN_DEAL_OPENING_LEFT:
        return PEN_WORD_MESA_OPENING_LEFT;
    default:
        return PEN_WORD_MESA_IMPOSSIBLE_DEAL;
    }
}

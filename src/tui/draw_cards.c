/* draw_cards.c - the art. A wild has an outline in the colours it can name. */
#include "tui/draw_cards.h"

#include <stdio.h>
#include <string.h>

/* The sign in the middle of a card, at most two columns. Signs say what a card does, so that a new
 * edition has them by itself; what has no sign shows its code. */
static void face_sign(const struct tui_card_art *art, uint8_t card, char sign[12])
{
    const struct pen_rules *rules = art->rules;
    const struct pen_step *play = rules->play[card];
    const char *code = art->edition->faces[rules->face[card]].code;
    bool is_wild = rules->color[card] == PEN_COLOR_NONE;
    if (rules->number[card] != PEN_NUMBER_NONE)
        snprintf(sign, 12, "%s", code);
    else if (rules->draw_cards[card])
        snprintf(sign, 12, "+%u", (unsigned)rules->draw_cards[card] % 10);
    else if (is_wild)
        snprintf(sign, 12, "%s", play[0].op == PEN_STEP_NAME_COLOR && play[1].op == PEN_STEP_END ? "✦" : "★");
    else if (pen_program_count(play, 0, PEN_STEP_REVERSE))
        snprintf(sign, 12, "⇄");
    else if (pen_program_count(play, 0, PEN_STEP_SKIP_NEXT))
        snprintf(sign, 12, "⊘");
    else
        snprintf(sign, 12, "%.2s", code);
}

/* Shape and letter of a colour; a wild has only a letter. */
static void corner(const struct tui_card_art *art, uint8_t card, char text[16])
{
    uint8_t color = art->rules->color[card];
    if (color == PEN_COLOR_NONE)
        snprintf(text, 16, "w");
    else
        snprintf(text, 16, "%.8s%c", art->edition->colors[color].shape, art->edition->colors[color].letter);
}

struct tui_style tui_card_style(const struct pen_rules *rules, uint8_t card, bool is_faint)
{
    uint8_t color = rules->color[card];
    if (color == PEN_COLOR_NONE)
        return is_faint ? TUI_STYLE(TUI_INK_PLAIN, TUI_INK_PLAIN, TUI_DIM)
                        : TUI_STYLE(TUI_INK_PLAIN, TUI_INK_PLAIN, TUI_BOLD);
    if (is_faint)
        return TUI_STYLE(TUI_INK_SUIT + color, TUI_INK_PLAIN, TUI_DIM);
    return TUI_STYLE(TUI_INK_PLAIN, TUI_INK_SUIT + color, TUI_BOLD);
}

/* The outline of a wild, each side in another colour. */
static void draw_outline_of_wild(struct tui_canvas *canvas, int row, int column,
                                 const struct tui_card_art *art, bool is_chosen)
{
    unsigned colors = art->edition->color_count ? art->edition->color_count : 1;
    uint8_t flags = art->is_faint ? TUI_DIM : TUI_BOLD;
    struct tui_style sides[4];
    for (unsigned i = 0; i < 4; i++)
        sides[i] = TUI_STYLE(TUI_INK_SUIT + i % colors, TUI_INK_PLAIN, flags);
    tui_canvas_text(canvas, row, column, 4, sides[0], is_chosen ? "╔═══" : "╭───");
    tui_canvas_text(canvas, row, column + 4, 1, sides[1], is_chosen ? "╗" : "╮");
    tui_canvas_text(canvas, row + 3, column, 1, sides[3], is_chosen ? "╚" : "╰");
    tui_canvas_text(canvas, row + 3, column + 1, 4, sides[2], is_chosen ? "═══╝" : "───╯");
    for (int i = 1; i <= 2; i++) {
        tui_canvas_text(canvas, row + i, column, 1, sides[3], is_chosen ? "║" : "│");
        tui_canvas_text(canvas, row + i, column + 4, 1, sides[1], is_chosen ? "║" : "│");
    }
}

static void draw_outline(struct tui_canvas *canvas, int row, int column, struct tui_style style,
                         bool is_chosen)
{
    tui_canvas_text(canvas, row, column, 5, style, is_chosen ? "╔═══╗" : "╭───╮");
    for (int i = 1; i <= 2; i++)
        tui_canvas_text(canvas, row + i, column, 5, style, is_chosen ? "║   ║" : "│   │");
    tui_canvas_text(canvas, row + 3, column, 5, style, is_chosen ? "╚═══╝" : "╰───╯");
}

void tui_draw_card(struct tui_canvas *canvas, int row, int column, struct tui_card_art art, uint8_t card)
{
    struct tui_style style = tui_card_style(art.rules, card, art.is_faint);
    char sign[12], mark[16];
    face_sign(&art, card, sign);
    corner(&art, card, mark);
    if (art.rules->color[card] == PEN_COLOR_NONE) {
        tui_canvas_fill(canvas, (struct tui_rect){row, column, TUI_CARD_ROWS, TUI_CARD_COLUMNS}, TUI_PLAIN);
        draw_outline_of_wild(canvas, row, column, &art, art.is_chosen);
    } else {
        draw_outline(canvas, row, column, style, art.is_chosen);
    }
    /* Only the outline of a faint card has its colour: what is written must be readable on any ground. */
    if (art.is_faint)
        style = TUI_STYLE(TUI_INK_PLAIN, TUI_INK_PLAIN, TUI_DIM);
    tui_canvas_text(canvas, row + 1, column + 1, 3, style, mark);
    if (art.is_tight)
        tui_canvas_text(canvas, row + 2, column + 1, 3, style, sign);
    else
        tui_canvas_text_middle(canvas, row + 2, column + 1, 3, style, sign);
    if (art.label)
        tui_canvas_text(canvas, row + 3, column + 2, 1, style, (char[]){art.label, 0});
}

void tui_draw_back(struct tui_canvas *canvas, int row, int column, unsigned number)
{
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    draw_outline(canvas, row, column, TUI_STYLE(TUI_INK_QUIET, TUI_INK_PLAIN, 0), false);
    tui_canvas_text(canvas, row + 1, column + 1, 3, TUI_STYLE(TUI_INK_QUIET, TUI_INK_PLAIN, 0), "░░░");
    tui_canvas_text(canvas, row + 2, column + 1, 3, TUI_STYLE(TUI_INK_QUIET, TUI_INK_PLAIN, 0), "░░░");
    tui_canvas_text_middle(canvas, row + 2, column + 1, 3, TUI_STYLE(TUI_INK_PLAIN, TUI_INK_PLAIN, TUI_BOLD),
                           text);
}

void tui_draw_token(struct tui_canvas *canvas, int row, int column, struct tui_card_art art, uint8_t card)
{
    struct tui_style style = tui_card_style(art.rules, card, art.is_faint);
    uint8_t color = art.rules->color[card];
    char sign[12];
    face_sign(&art, card, sign);
    tui_canvas_text(canvas, row, column, TUI_TOKEN_COLUMNS, style,
                    art.is_chosen  ? "<   >"
                    : art.is_faint ? "     "
                                   : "[   ]");
    tui_canvas_text(canvas, row, column + 1, 1, style,
                    color == PEN_COLOR_NONE ? "w" : art.edition->colors[color].shape);
    tui_canvas_text_right(canvas, row, column + 2, 2, style, sign);
}

unsigned tui_hand_list(const struct pen_rules *rules, const struct pen_hand *hand,
                       uint8_t cards[PEN_DECK_MAX])
{
    unsigned count = 0;
    for (unsigned card = 0; card < rules->kind_count; card++)
        for (unsigned copy = pen_hand_count_of(hand, card); copy > 0 && count < PEN_DECK_MAX; copy--)
            cards[count++] = (uint8_t)card;
    return count;
}

int tui_draw_tokens(struct tui_canvas *canvas, struct tui_rect rect, const struct pen_edition *edition,
                    const struct pen_rules *rules, const struct pen_hand *hand)
{
    uint8_t cards[PEN_DECK_MAX];
    unsigned count = tui_hand_list(rules, hand, cards);
    int across = rect.columns / TUI_TOKEN_COLUMNS;
    for (unsigned i = 0; i < count && across > 0; i++) {
        int row = (int)i / across, column = (int)i % across * TUI_TOKEN_COLUMNS;
        if (row == rect.rows - 1 && column / TUI_TOKEN_COLUMNS == across - 1 && i + 1 < count) {
            tui_canvas_text(canvas, rect.row + row, rect.column + column, TUI_TOKEN_COLUMNS, TUI_PLAIN, " …");
            return rect.rows;
        }
        tui_draw_token(canvas, rect.row + row, rect.column + column,
                       (struct tui_card_art){.edition = edition, .rules = rules}, cards[i]);
    }
    return across > 0 ? ((int)count + across - 1) / across : 0;
}

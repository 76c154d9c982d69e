/* draw_cards.c - the art. A wild has an outline in the colours it can name. */
#include "tui/letters.h"
#include "tui/screen/draw_cards.h"

#include <stdio.h>
#include <string.h>

#include "platform/ascii.h"

/* The sign in the middle of a card, at most two columns. Signs say what a card does, so that a new
 * edition has them by itself; what has no sign shows its code. */
static void face_sign(const struct screen_card_art *art, uint8_t card, char sign[12])
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
static void corner(const struct screen_card_art *art, uint8_t card, char text[16])
{
    uint8_t color = art->rules->color[card];
    if (color == PEN_COLOR_NONE)
        snprintf(text, 16, "w");
    else
        snprintf(text, 16, "%.8s%c", art->edition->colors[color].shape,
                 tui_color_letter(art->edition, color, art->lang));
}

/* Of its paper and its outline. */
static struct screen_style style_of(const struct pen_rules *rules, uint8_t card, bool is_faint)
{
    uint8_t color = rules->color[card];
    if (color == PEN_COLOR_NONE)
        return is_faint ? SCREEN_STYLE(SCREEN_INK_PLAIN, SCREEN_INK_PLAIN, SCREEN_DIM)
                        : SCREEN_STYLE(SCREEN_INK_PLAIN, SCREEN_INK_PLAIN, SCREEN_BOLD);
    if (is_faint)
        return SCREEN_STYLE(SCREEN_INK_SUIT + color, SCREEN_INK_PLAIN, SCREEN_DIM);
    return SCREEN_STYLE(SCREEN_INK_PLAIN, SCREEN_INK_SUIT + color, SCREEN_BOLD);
}

static struct screen_rect place_of(int row, int column, bool is_large)
{
    return is_large ? (struct screen_rect){row, column, SCREEN_LARGE_ROWS, SCREEN_LARGE_COLUMNS}
                    : (struct screen_rect){row, column, SCREEN_CARD_ROWS, SCREEN_CARD_COLUMNS};
}

/* Each side in a style of its own: above, right, below, left. */
static void draw_outline(struct screen_canvas *canvas, struct screen_rect rect,
                         const struct screen_style sides[4], bool is_chosen)
{
    const int last = rect.row + rect.rows - 1, right = rect.column + rect.columns - 1;
    for (int column = rect.column; column < right; column++) {
        screen_canvas_text(canvas, rect.row, column, 1, sides[0], is_chosen ? "═" : "─");
        screen_canvas_text(canvas, last, column + 1, 1, sides[2], is_chosen ? "═" : "─");
    }
    for (int row = rect.row + 1; row < last; row++) {
        screen_canvas_text(canvas, row, rect.column, 1, sides[3], is_chosen ? "║" : "│");
        screen_canvas_text(canvas, row, right, 1, sides[1], is_chosen ? "║" : "│");
    }
    screen_canvas_text(canvas, rect.row, rect.column, 1, sides[0], is_chosen ? "╔" : "╭");
    screen_canvas_text(canvas, rect.row, right, 1, sides[1], is_chosen ? "╗" : "╮");
    screen_canvas_text(canvas, last, rect.column, 1, sides[3], is_chosen ? "╚" : "╰");
    screen_canvas_text(canvas, last, right, 1, sides[2], is_chosen ? "╝" : "╯");
}

/* A large sign: digits and the plus of 3x5 dots, two dots in a cell. */
static bool draw_large_sign(struct screen_canvas *canvas, struct screen_rect rect, struct screen_style style,
                            const char *sign)
{
    static const char known[] = "0123456789+";
    static const uint8_t dots[][5] = {{7, 5, 5, 5, 7}, {2, 6, 2, 2, 7}, {7, 1, 7, 4, 7}, {7, 1, 7, 1, 7},
                                      {5, 5, 7, 1, 1}, {7, 4, 7, 1, 7}, {7, 4, 7, 5, 7}, {7, 1, 1, 1, 1},
                                      {7, 5, 7, 5, 7}, {7, 5, 7, 1, 7}, {0, 2, 7, 2, 0}};
    static const char *const cells[] = {" ", "▄", "▀", "█"};
    const int count = (int)strlen(sign), width = 4 * count - 1;
    if (platform_ascii_is_on() || count == 0 || count > 2 || strspn(sign, known) != (size_t)count)
        return false;
    for (int i = 0; i < count; i++) {
        const uint8_t *lines = dots[strchr(known, sign[i]) - known];
        for (int row = 0; row < 3; row++)
            for (int dot = 0; dot < 3; dot++) {
                const bool upper = lines[2 * row] >> (2 - dot) & 1,
                           lower = row < 2 && (lines[2 * row + 1] >> (2 - dot) & 1);
                screen_canvas_text(canvas, rect.row + row,
                                   rect.column + (rect.columns - width) / 2 + 4 * i + dot, 1, style,
                                   cells[2 * upper + lower]);
            }
    }
    return true;
}

static void draw_sign(struct screen_canvas *canvas, struct screen_rect rect, struct screen_style style,
                      const struct screen_card_art *art, const char *sign)
{
    const struct screen_rect inside = {rect.row + 2, rect.column + 1, rect.rows - 3, rect.columns - 2};
    if (art->is_tight)
        screen_canvas_text(canvas, inside.row, inside.column, 3, style, sign);
    else if (!art->is_large || !draw_large_sign(canvas, inside, style, sign))
        screen_canvas_text_middle(canvas, inside.row + (inside.rows - 1) / 2, inside.column, inside.columns,
                                  style, sign);
}

void screen_draw_card(struct screen_canvas *canvas, int row, int column, struct screen_card_art art,
                      uint8_t card)
{
    const struct screen_rect rect = place_of(row, column, art.is_large);
    struct screen_style style = style_of(art.rules, card, art.is_faint),
                        sides[4] = {style, style, style, style};
    char sign[12], mark[16];
    face_sign(&art, card, sign);
    corner(&art, card, mark);
    screen_canvas_fill(canvas, rect, art.rules->color[card] == PEN_COLOR_NONE ? SCREEN_PLAIN : style);
    /* The outline of a wild has another colour on each side. */
    const unsigned colors = art.edition->color_count ? art.edition->color_count : 1;
    for (unsigned i = 0; art.rules->color[card] == PEN_COLOR_NONE && i < 4; i++)
        sides[i] = SCREEN_STYLE(SCREEN_INK_SUIT + i % colors, SCREEN_INK_PLAIN,
                                art.is_faint ? SCREEN_DIM : SCREEN_BOLD);
    draw_outline(canvas, rect, sides, art.is_chosen);
    /* Only the outline of a faint card has its colour: what is written must be readable on any ground. */
    if (art.is_faint)
        style = SCREEN_STYLE(SCREEN_INK_PLAIN, SCREEN_INK_PLAIN, SCREEN_DIM);
    screen_canvas_text(canvas, row + 1, column + 1, 3, style, mark);
    draw_sign(canvas, rect, style, &art, sign);
    if (art.label)
        screen_canvas_text(canvas, row + rect.rows - 1, column + (art.is_tight ? 2 : rect.columns / 2), 1,
                           style, (char[]){art.label, 0});
}

void screen_draw_back(struct screen_canvas *canvas, int row, int column, bool is_large, unsigned number)
{
    const struct screen_rect rect = place_of(row, column, is_large);
    const struct screen_style style = SCREEN_STYLE(SCREEN_INK_QUIET, SCREEN_INK_PLAIN, 0),
                              sides[4] = {style, style, style, style};
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    draw_outline(canvas, rect, sides, false);
    for (int i = 1; i < rect.rows - 1; i++)
        for (int j = 1; j < rect.columns - 1; j++)
            screen_canvas_text(canvas, row + i, column + j, 1, style, "░");
    screen_canvas_text_middle(canvas, row + rect.rows / 2, column + 1, rect.columns - 2,
                              SCREEN_STYLE(SCREEN_INK_PLAIN, SCREEN_INK_PLAIN, SCREEN_BOLD), text);
}

void screen_draw_token(struct screen_canvas *canvas, int row, int column, struct screen_card_art art,
                       uint8_t card)
{
    struct screen_style style = style_of(art.rules, card, art.is_faint);
    uint8_t color = art.rules->color[card];
    char sign[12];
    face_sign(&art, card, sign);
    screen_canvas_text(canvas, row, column, SCREEN_TOKEN_COLUMNS, style,
                       art.is_chosen  ? "<   >"
                       : art.is_faint ? "     "
                                      : "[   ]");
    screen_canvas_text(canvas, row, column + 1, 1, style,
                       color == PEN_COLOR_NONE ? "w" : art.edition->colors[color].shape);
    screen_canvas_text_right(canvas, row, column + 2, 2, style, sign);
}

unsigned screen_hand_list(const struct pen_rules *rules, const struct pen_hand *hand,
                          uint8_t cards[PEN_DECK_MAX])
{
    unsigned count = 0;
    for (unsigned card = 0; card < rules->kind_count; card++)
        for (unsigned copy = pen_hand_count_of(hand, card); copy > 0 && count < PEN_DECK_MAX; copy--)
            cards[count++] = (uint8_t)card;
    return count;
}

int screen_draw_tokens(struct screen_canvas *canvas, struct screen_rect rect,
                       const struct pen_edition *edition, const struct pen_rules *rules,
                       const struct pen_hand *hand)
{
    uint8_t cards[PEN_DECK_MAX];
    unsigned count = screen_hand_list(rules, hand, cards);
    int across = rect.columns / SCREEN_TOKEN_COLUMNS;
    for (unsigned i = 0; i < count && across > 0; i++) {
        int row = (int)i / across, column = (int)i % across * SCREEN_TOKEN_COLUMNS;
        if (row == rect.rows - 1 && column / SCREEN_TOKEN_COLUMNS == across - 1 && i + 1 < count) {
            screen_canvas_text(canvas, rect.row + row, rect.column + column, SCREEN_TOKEN_COLUMNS,
                               SCREEN_PLAIN, " …");
            return rect.rows;
        }
        screen_draw_token(canvas, rect.row + row, rect.column + column,
                          (struct screen_card_art){.edition = edition, .rules = rules}, cards[i]);
    }
    return across > 0 ? ((int)count + across - 1) / across : 0;
}

/* draw_table.c - the parts of the picture, each into its rectangle of the layout. */
#include "tui/screen/draw_table.h"

#include <stdio.h>

#include "tui/screen/draw_cards.h"
#include "tui/screen/draw_hand.h"
#include "tui/screen/draw_offers.h"
#include "tui/filling.h"
#include "tui/shown.h"
#include "words/tui_say_words.h"
#include "words/tui_show_words.h"

enum { LINE_BYTES = 512 };

static const char *say(char line[LINE_BYTES], const struct tui_table *table, enum word words,
                       struct tui_filling filling)
{
    struct pen_text text = pen_text_in(line, LINE_BYTES);
    filling.edition = &table->edition;
    filling.rules = &table->rules;
    tui_say(&text, words, table->lang, &filling);
    return line;
}

/* ---- title ----------------------------------------------------------------------------------- */

static void draw_title(struct screen_canvas *canvas, const struct screen_layout *layout,
                       const struct screen_picture *picture)
{
    const struct tui_table *table = picture->table;
    char line[LINE_BYTES], part[LINE_BYTES];
    int room =
        screen_draw_quiet_offers(canvas, layout->title, picture->offers, table->lang, layout->is_compact);
    struct pen_text text = pen_text_in(line, sizeof line);
    if (!layout->is_compact)
        pen_text_add(&text, "Penúltima · ");
    pen_text_add(&text, pen_said(table->edition.title, table->lang));
    pen_text_add(&text, " · ");
    pen_text_add(&text, say(part, table, table->is_lesson ? WORD_TUI_SAY_LESSON : WORD_TUI_SHOW_ROUND,
                            (struct tui_filling){.number = table->view.round_number}));
    enum word target = table->rules.rule.scoring == PEN_SCORING_QUICK    ? WORD_TUI_SHOW_ONE_ROUND
                       : table->rules.rule.scoring == PEN_SCORING_LOWEST ? WORD_TUI_SHOW_TO_LOWEST
                                                                         : WORD_TUI_SHOW_TO_POINTS;
    say(part, table, target, (struct tui_filling){.number = table->rules.rule.target});
    if (!table->is_lesson && screen_text_columns(line) + screen_text_columns(part) + 3 < room) {
        pen_text_add(&text, " · ");
        pen_text_add(&text, part);
    }
    snprintf(part, sizeof part, "%s", word_text(WORD_TUI_SHOW_GIVEN, table->lang));
    if (table->is_given && screen_text_columns(line) + screen_text_columns(part) + 3 < room) {
        pen_text_add(&text, " · ");
        pen_text_add(&text, part);
    }
    screen_canvas_text(canvas, layout->title.row, layout->title.column, room, SCREEN_STRONG, line);
}

/* ---- the others ------------------------------------------------------------------------------ */

static bool has_turn(const struct pen_view *view, uint8_t seat)
{
    return view->must >> seat & 1;
}

static void seat_flags(const struct tui_table *table, uint8_t seat, struct pen_text *text)
{
    const struct pen_view *view = &table->view;
    if (view->pending && view->turn == seat) {
        pen_text_add(text, " +");
        pen_text_add_number(text, view->pending);
    }
    if (table->rules.teams > 0 && view->team >> seat & 1 && seat != table->seat) { /* RULE M1 */
        pen_text_add(text, " ◆");
        pen_text_add(text, word_text(WORD_TUI_SHOW_PARTNER, table->lang));
    }
    if (view->phase == PEN_PHASE_RACE && view->dropped >> seat & 1)
        pen_text_add(text, " ✓");
    if (view->lost >> seat & 1)
        pen_text_add(text, " ⊘");
    /* Whoever owes it has not said it; that everybody has to notice by himself. */
    if (view->hand_count[seat] == 1 && !(view->owes >> seat & 1)) {
        pen_text_add(text, " ");
        pen_text_add(text, word_text(WORD_TUI_SHOW_UNO, table->lang));
    }
}

/* Whose UNO was just heard: on and off and on. */
static bool flashes(const struct screen_picture *picture, uint8_t seat)
{
    return picture->motion.uno == seat + 1 && picture->motion.percent / 34 % 2 == 0;
}

static void draw_seat(struct screen_canvas *canvas, struct screen_rect rect,
                      const struct screen_picture *picture, uint8_t seat)
{
    const struct tui_table *table = picture->table;
    const struct pen_view *view = &table->view;
    char flags[64], line[LINE_BYTES];
    struct pen_text text = pen_text_in(flags, sizeof flags);
    seat_flags(table, seat, &text);
    int flag_columns = screen_text_columns(flags), name_columns = rect.columns - 3 - flag_columns;
    struct screen_style style = has_turn(view, seat) ? SCREEN_LIGHT : SCREEN_STRONG;
    if (flashes(picture, seat))
        style = SCREEN_STYLE(SCREEN_INK_WHITE, SCREEN_INK_ALARM, SCREEN_BOLD);
    screen_canvas_text(canvas, rect.row, rect.column, 1, SCREEN_LIGHT, has_turn(view, seat) ? "▶" : " ");
    int used =
        screen_canvas_text(canvas, rect.row, rect.column + 2, name_columns, style, table->names.name[seat]);
    screen_canvas_text(canvas, rect.row, rect.column + 2 + used, flag_columns, SCREEN_ALARM, flags);

    char score[32] = "";
    if (table->rules.rule.scoring != PEN_SCORING_QUICK)
        snprintf(score, sizeof score, " · %u", (unsigned)view->score[seat]);
    unsigned count = view->hand_count[seat];
    int room = rect.columns - 2 - 3 - screen_text_columns(score) - 3, most = room < 8 ? room : 8;
    text = pen_text_in(line, sizeof line);
    for (int i = 0; i < most && i < (int)count; i++)
        pen_text_add(&text, "▮");
    snprintf(line + text.length, sizeof line - text.length, " %u%s%s", count, score,
             view->dealer == seat ? " ¤" : "");
    screen_canvas_text(canvas, rect.row + 1, rect.column + 2, rect.columns - 3, SCREEN_PLAIN, line);
}

static void draw_seat_compact(struct screen_canvas *canvas, struct screen_rect rect,
                              const struct screen_picture *picture, uint8_t seat)
{
    const struct tui_table *table = picture->table;
    const struct pen_view *view = &table->view;
    char line[LINE_BYTES], count[32];
    bool is_one = view->hand_count[seat] == 1 && !(view->owes >> seat & 1);
    bool is_target = view->pending && view->turn == seat;
    snprintf(count, sizeof count, " %u%s", (unsigned)view->hand_count[seat],
             view->phase == PEN_PHASE_RACE && view->dropped >> seat & 1 ? "✓"
             : is_one                                                   ? "!"
                                                                        : "");
    int width = screen_text_columns(count);
    bool is_partner = table->rules.teams > 0 && view->team >> seat & 1 && seat != table->seat;
    snprintf(line, sizeof line, "%s%s%s", has_turn(view, seat) ? "▶" : "", is_partner ? "◆" : "",
             table->names.name[seat]);
    int used = screen_canvas_text(canvas, rect.row, rect.column, rect.columns - width - 1,
                                  flashes(picture, seat)
                                      ? SCREEN_STYLE(SCREEN_INK_WHITE, SCREEN_INK_ALARM, SCREEN_BOLD)
                                  : has_turn(view, seat) ? SCREEN_LIGHT
                                                         : SCREEN_PLAIN,
                                  line);
    screen_canvas_text(canvas, rect.row, rect.column + used, width,
                       is_one || is_target ? SCREEN_ALARM : SCREEN_STRONG, count);
}

/* Who sits around: from the own left neighbour on, as they sit, so that left is clockwise. */
static void draw_seats(struct screen_canvas *canvas, const struct screen_layout *layout,
                       const struct screen_picture *picture)
{
    const struct tui_table *table = picture->table;
    unsigned count = table->names.count, first = 0, shown = count;
    if (table->seat < count) {
        first = table->seat + 1u;
        shown = count - 1;
    }
    for (unsigned i = 0; i < shown; i++) {
        struct screen_rect rect = screen_layout_seat(layout, i);
        uint8_t seat = (uint8_t)((first + i) % count);
        if (layout->is_compact)
            draw_seat_compact(canvas, rect, picture, seat);
        else
            draw_seat(canvas, rect, picture, seat);
    }
}

/* ---- piles ----------------------------------------------------------------------------------- */

static void color_text(const struct tui_table *table, char line[LINE_BYTES])
{
    const uint8_t color = table->view.color;
    line[0] = 0;
    if (color < table->edition.color_count)
        snprintf(line, LINE_BYTES, "  %s %s  ", table->edition.colors[color].shape,
                 pen_said(table->edition.colors[color].name, table->lang));
}

static int color_columns(const struct tui_table *table)
{
    char line[LINE_BYTES];
    color_text(table, line);
    return screen_text_columns(line);
}

/* The colour in play as a filled bar with shape and name. Returns the columns used. */
static int draw_color(struct screen_canvas *canvas, int row, int column, int columns,
                      const struct tui_table *table)
{
    char line[LINE_BYTES];
    color_text(table, line);
    return screen_canvas_text(
        canvas, row, column, columns,
        SCREEN_STYLE(SCREEN_INK_PLAIN, SCREEN_INK_SUIT + table->view.color, SCREEN_BOLD), line);
}

static const char *direction_sign(const struct pen_view *view)
{
    return view->direction == PEN_LEFT ? "↻" : "↺";
}

/* Says whose hand it is and lays it out below. What is left of the place. */
static struct screen_rect draw_one_shown(struct screen_canvas *canvas, struct screen_rect rect,
                                         const struct tui_table *table, enum word words, uint8_t seat,
                                         const struct pen_hand *hand)
{
    char line[LINE_BYTES];
    say(line, table, words, (struct tui_filling){.name = table->names.name[seat]});
    screen_canvas_text(canvas, rect.row, rect.column, rect.columns, SCREEN_QUIET, line);
    struct screen_rect tokens = {rect.row + 1, rect.column, rect.rows - 1 < 2 ? rect.rows - 1 : 2,
                                 rect.columns};
    int used = 1 + screen_draw_tokens(canvas, tokens, &table->edition, &table->rules, hand);
    rect.row += used;
    rect.rows -= used;
    return rect;
}

/* Partners' open hands (RULE M4), then those that a challenge or a swing has shown, newest first, as far as
 * there is room. Returns the rows used. */
static int draw_shown(struct screen_canvas *canvas, struct screen_rect rect, const struct tui_table *table)
{
    const struct pen_view *view = &table->view;
    const int first = rect.row;
    uint32_t before = UINT32_MAX;
    for (uint8_t seat = 0; table->rules.partners_open && !table->is_hidden && seat < table->names.count;
         seat++)
        if (seat != table->seat && (view->team >> seat & 1) && rect.rows >= 2)
            rect = draw_one_shown(canvas, rect, table, WORD_TUI_SHOW_PARTNER_HOLDS, seat, &view->known[seat]);
    while (rect.rows >= 2) {
        const uint8_t newest = tui_shown_newest(view, before);
        if (newest == PEN_SEAT_NONE)
            break;
        const struct pen_hand hand = tui_shown_still(view, newest);
        before = view->shown_at[newest];
        rect = draw_one_shown(canvas, rect, table, WORD_TUI_SHOW_HAND_OF, newest, &hand);
    }
    return rect.row - first;
}

/* What waits, or else how many turns are left; then who dealt. Each line into 'put'. */
static unsigned state_lines(const struct tui_table *table, char lines[2][LINE_BYTES], bool is_alarm[2])
{
    const struct pen_view *view = &table->view;
    char part[LINE_BYTES];
    unsigned count = 0;
    if (view->pending && view->turn < table->names.count) {
        struct pen_text text = pen_text_in(lines[count], LINE_BYTES);
        pen_text_add(&text, "+");
        pen_text_add_number(&text, view->pending);
        pen_text_add(&text, " ");
        pen_text_add(&text, say(part, table, WORD_TUI_SHOW_WAITING_FOR,
                                (struct tui_filling){.name = table->names.name[view->turn]}));
        is_alarm[count++] = true;
    } else if (view->turns_left > 0) {
        say(lines[count], table, WORD_TUI_SHOW_TURNS, (struct tui_filling){.number = view->turns_left});
        is_alarm[count++] = false;
    }
    if (view->dealer < table->names.count) {
        say(lines[count], table,
            view->dealer == view->viewer ? WORD_TUI_SHOW_DEALER_YOU : WORD_TUI_SHOW_DEALER,
            (struct tui_filling){.name = table->names.name[view->dealer]});
        is_alarm[count++] = false;
    }
    return count;
}

static void direction_text(const struct tui_table *table, char line[LINE_BYTES])
{
    const struct pen_view *view = &table->view;
    snprintf(line, LINE_BYTES, "%s %s", direction_sign(view),
             word_text(view->direction == PEN_LEFT ? WORD_TUI_SHOW_LEFT : WORD_TUI_SHOW_RIGHT, table->lang));
}

/* A card on its way is not there yet. */
static uint8_t lies_on_top(const struct screen_picture *picture)
{
    return picture->motion.kind == SCREEN_LAYS ? picture->motion.under : picture->table->view.top;
}

/* Both piles, and what they are called below them if there is room. */
static void draw_both_piles(struct screen_canvas *canvas, int row, int column, bool is_large, bool is_named,
                            const struct screen_picture *picture)
{
    const struct tui_table *table = picture->table;
    const struct pen_view *view = &table->view;
    const uint8_t top = lies_on_top(picture);
    const int width = is_large ? SCREEN_LARGE_COLUMNS : SCREEN_CARD_COLUMNS,
              height = is_large ? SCREEN_LARGE_ROWS : SCREEN_CARD_ROWS;
    screen_draw_back(canvas, row, column, is_large, view->draw_count);
    if (is_named)
        screen_canvas_text_middle(canvas, row + height, column - 1, width + 2, SCREEN_QUIET,
                                  word_text(WORD_TUI_SHOW_DECK, table->lang));
    if (top == PEN_CARD_NONE)
        return;
    screen_draw_card(
        canvas, row, column + width + 2,
        (struct screen_card_art){
            .edition = &table->edition, .rules = &table->rules, .lang = table->lang, .is_large = is_large},
        top);
    if (is_named)
        screen_canvas_text_middle(canvas, row + height, column + width + 1, width + 2, SCREEN_QUIET,
                                  word_text(WORD_TUI_SHOW_TOP, table->lang));
}

static void draw_piles(struct screen_canvas *canvas, struct screen_rect rect,
                       const struct screen_picture *picture)
{
    const struct tui_table *table = picture->table;
    char lines[2][LINE_BYTES], line[LINE_BYTES];
    bool is_alarm[2];
    draw_both_piles(canvas, rect.row, rect.column + 2, false, true, picture);
    int column = rect.column + 17, columns = rect.columns - 18;
    draw_color(canvas, rect.row, column, columns, table);
    direction_text(table, line);
    screen_canvas_text(canvas, rect.row + 1, column, columns, SCREEN_PLAIN, line);
    const unsigned count = state_lines(table, lines, is_alarm);
    for (unsigned i = 0; i < count; i++) /* who dealt stands in the last row */
        screen_canvas_text(canvas, rect.row + 4 - (int)(count - i), column, columns,
                           is_alarm[i] ? SCREEN_ALARM : SCREEN_QUIET, lines[i]);
    (void)draw_shown(
        canvas, (struct screen_rect){rect.row + 5, rect.column + 2, rect.rows - 5, rect.columns - 3}, table);
}

/* In the middle of the table, one below the other. */
static void draw_piles_wide(struct screen_canvas *canvas, struct screen_rect rect,
                            const struct screen_picture *picture)
{
    const struct tui_table *table = picture->table;
    enum { WIDTH = 2 * SCREEN_LARGE_COLUMNS + 2 };
    char lines[2][LINE_BYTES], line[LINE_BYTES];
    bool is_alarm[2];
    const int count = (int)state_lines(table, lines, is_alarm), need = SCREEN_LARGE_ROWS + 2 + count;
    const bool is_named = rect.rows > need;
    int row = rect.row + (rect.rows > need + is_named ? (rect.rows - need - is_named) / 2 : 0);
    draw_both_piles(canvas, row, rect.column + (rect.columns - WIDTH) / 2, true, is_named, picture);
    row += SCREEN_LARGE_ROWS + is_named;
    draw_color(canvas, row, rect.column + (rect.columns - color_columns(table)) / 2, rect.columns, table);
    direction_text(table, line);
    const int last = rect.row + rect.rows;
    if (row + 1 < last)
        screen_canvas_text_middle(canvas, row + 1, rect.column, rect.columns, SCREEN_PLAIN, line);
    for (int i = 0; i < count && row + 2 + i < last; i++)
        screen_canvas_text_middle(canvas, row + 2 + i, rect.column, rect.columns,
                                  is_alarm[i] ? SCREEN_ALARM : SCREEN_QUIET, lines[i]);
}

static void draw_piles_compact(struct screen_canvas *canvas, struct screen_rect rect,
                               const struct screen_picture *picture)
{
    const struct tui_table *table = picture->table;
    const struct pen_view *view = &table->view;
    const uint8_t top = lies_on_top(picture);
    char line[LINE_BYTES], part[LINE_BYTES];
    if (top != PEN_CARD_NONE)
        screen_draw_token(canvas, rect.row, rect.column,
                          (struct screen_card_art){.edition = &table->edition, .rules = &table->rules}, top);
    int column = SCREEN_TOKEN_COLUMNS + 1;
    column += draw_color(canvas, rect.row, column, rect.columns - column, table) + 1;
    column += screen_canvas_text(canvas, rect.row, column, 1, SCREEN_STRONG, direction_sign(view)) + 1;
    if (view->pending && view->turn < table->names.count) {
        snprintf(line, sizeof line, "+%u %s", (unsigned)view->pending, table->names.name[view->turn]);
        screen_canvas_text(canvas, rect.row, column, rect.columns - column, SCREEN_ALARM, line);
    }
    struct pen_text text = pen_text_in(line, sizeof line);
    pen_text_add(&text, word_text(WORD_TUI_SHOW_DECK, table->lang));
    pen_text_add(&text, " ");
    pen_text_add_number(&text, view->draw_count);
    if (view->turns_left > 0) {
        pen_text_add(&text, " · ");
        pen_text_add(&text,
                     say(part, table, WORD_TUI_SHOW_TURNS, (struct tui_filling){.number = view->turns_left}));
    }
    if (table->seat < table->names.count && table->rules.rule.scoring != PEN_SCORING_QUICK) {
        pen_text_add(&text, " · ");
        pen_text_add(&text, say(part, table, WORD_TUI_SHOW_POINTS,
                                (struct tui_filling){.number = view->score[table->seat]}));
    }
    screen_canvas_text(canvas, rect.row + 1, rect.column, rect.columns, SCREEN_QUIET, line);
}

static void draw_owner(struct screen_canvas *canvas, struct screen_rect rect,
                       const struct screen_picture *picture)
{
    const struct tui_table *table = picture->table;
    const struct pen_view *view = &table->view;
    if (table->seat >= table->names.count)
        return;
    char line[LINE_BYTES], part[LINE_BYTES], flags[64];
    struct pen_text text = pen_text_in(flags, sizeof flags);
    seat_flags(table, table->seat, &text);
    say(line, table, WORD_TUI_SHOW_YOU, (struct tui_filling){.name = table->names.name[table->seat]});
    int used = screen_canvas_text(canvas, rect.row, rect.column + 1, rect.columns - 1,
                                  has_turn(view, table->seat) ? SCREEN_LIGHT : SCREEN_STRONG, line) +
               1;
    text = pen_text_in(line, sizeof line);
    pen_text_add(&text, " · ");
    pen_text_add(&text, say(part, table, WORD_TUI_SHOW_CARDS,
                            (struct tui_filling){.number = view->hand_count[table->seat]}));
    if (table->rules.rule.scoring != PEN_SCORING_QUICK) {
        pen_text_add(&text, " · ");
        pen_text_add(&text, say(part, table, WORD_TUI_SHOW_POINTS,
                                (struct tui_filling){.number = view->score[table->seat]}));
    }
    used += screen_canvas_text(canvas, rect.row, rect.column + used, rect.columns - used, SCREEN_PLAIN, line);
    screen_canvas_text(canvas, rect.row, rect.column + used, rect.columns - used, SCREEN_ALARM, flags);
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* At the bottom of the rectangle, in as many lines as it needs and there are. */
static void draw_message(struct screen_canvas *canvas, struct screen_rect rect, struct screen_style style,
                         const char *message)
{
    int rows = 0;
    for (const char *at = message; *at; rows++) {
        size_t next;
        screen_text_line(at, rect.columns, &next);
        at += next;
    }
    if (rect.rows == 1) {
        screen_canvas_text(canvas, rect.row, rect.column, rect.columns, style, message);
        return;
    }
    rows = rows < rect.rows ? rows : rect.rows;
    screen_canvas_paragraph(
        canvas, (struct screen_rect){rect.row + rect.rows - rows, rect.column, rows, rect.columns}, style,
        message);
}

static void draw_prompt(struct screen_canvas *canvas, struct screen_rect rect,
                        const struct screen_picture *picture)
{
    const struct tui_table *table = picture->table;
    bool is_mine = table->seat < table->names.count && has_turn(&table->view, table->seat);
    struct screen_rect inside = {rect.row + 1, rect.column + 1, rect.rows - 1, rect.columns - 2};
    screen_canvas_text(canvas, rect.row, inside.column, inside.columns,
                       is_mine ? SCREEN_LIGHT : SCREEN_STRONG, picture->question);
    int key_rows = screen_offers_rows(picture->offers, inside.columns, table->lang);
    screen_draw_offers(canvas, inside, picture->offers, table->lang);
    inside.row += key_rows;
    inside.rows -= key_rows;
    if (inside.rows > 0)
        draw_message(canvas, inside, picture->is_message_alarm ? SCREEN_ALARM : SCREEN_PLAIN,
                     picture->message);
}

/* Arrows that stand so far apart go on to the next one's place in a moment: so many columns on their way. */
static int ring_shift(const struct screen_picture *picture, int apart)
{
    const int way = picture->motion.turns ? (int)picture->motion.percent * apart / 100 : 0;
    return picture->table->view.direction == PEN_LEFT ? way : -way;
}

/* The lines between the parts. The one below the others shows where play runs. */
static void draw_lines(struct screen_canvas *canvas, const struct screen_layout *layout,
                       const struct screen_picture *picture)
{
    const struct tui_table *table = picture->table;
    const int shift = ring_shift(picture, 12);
    int columns = layout->title.columns, row = layout->piles.row - 1;
    screen_canvas_line(canvas, row, 0, columns, SCREEN_QUIET);
    for (int column = (6 + shift + 12) % 12; column < columns; column += 12)
        screen_canvas_text(canvas, row, column, 1, SCREEN_STRONG,
                           table->view.direction == PEN_LEFT ? "›" : "‹");
    screen_canvas_line(canvas, layout->prompt.row - 1, 0, columns, SCREEN_QUIET);
    for (int i = 0; i < layout->piles.rows; i++)
        screen_canvas_text(canvas, layout->piles.row + i, layout->piles.columns, 1, SCREEN_QUIET, "│");
}

/* The edge of the table, with arrows that go round as play does, and a line between table and log. */
static void draw_ring(struct screen_canvas *canvas, const struct screen_layout *layout,
                      const struct screen_picture *picture)
{
    enum { APART = 8 };
    const struct tui_table *table = picture->table;
    const int shift = ring_shift(picture, APART);
    const struct screen_rect *ring = &layout->ring;
    const int last = ring->row + ring->rows - 1, right = ring->column + ring->columns - 1;
    const bool is_left = table->view.direction == PEN_LEFT;
    screen_canvas_line(canvas, 1, 0, layout->title.columns, SCREEN_QUIET);
    screen_canvas_line(canvas, layout->prompt.row - 1, 0, layout->title.columns, SCREEN_QUIET);
    screen_canvas_frame(canvas, *ring, SCREEN_QUIET);
    for (int column = ring->column + 1 + (APART / 2 + APART + shift) % APART; column < right;
         column += APART) {
        screen_canvas_text(canvas, ring->row, column, 1, SCREEN_STRONG, is_left ? "›" : "‹");
        screen_canvas_text(canvas, last, column, 1, SCREEN_STRONG, is_left ? "‹" : "›");
    }
    for (int row = ring->row + 2; row < last - 1; row += APART / 2) {
        screen_canvas_text(canvas, row, ring->column, 1, SCREEN_STRONG, is_left ? "ˆ" : "ˇ");
        screen_canvas_text(canvas, row, right, 1, SCREEN_STRONG, is_left ? "ˇ" : "ˆ");
    }
    for (int i = 0; i < layout->log.rows; i++)
        screen_canvas_text(canvas, layout->log.row + i, layout->log.column - 1, 1, SCREEN_QUIET, "│");
}

/* Hands that were shown stand above the log: as many rows as they take are the log's no more. */
static struct screen_rect draw_shown_wide(struct screen_canvas *canvas, struct screen_rect rect,
                                          const struct tui_table *table)
{
    struct screen_rect shown = {rect.row, rect.column + 1, rect.rows / 2, rect.columns - 1};
    const int used = draw_shown(canvas, shown, table);
    return (struct screen_rect){rect.row + used, rect.column + 1, rect.rows - used, rect.columns - 1};
}

/* Where the cards of a seat are, as far as a card can come from there. */
static struct screen_rect cards_of(const struct screen_layout *layout, const struct tui_table *table,
                                   uint8_t seat)
{
    const unsigned count = table->names.count;
    if (seat == table->seat)
        return (struct screen_rect){layout->hand.row, layout->hand.columns / 2, 1, 1};
    const unsigned first = table->seat < count ? table->seat + 1u : 0;
    return screen_layout_seat(layout, (seat + count - first) % count);
}

/* Where the piles are drawn. */
static struct screen_rect pile_of(const struct screen_layout *layout, bool is_drawn_from)
{
    const struct screen_rect *piles = &layout->piles;
    if (layout->is_wide)
        return (struct screen_rect){piles->row + piles->rows / 3,
                                    piles->column + piles->columns / 2 + (is_drawn_from ? -8 : 3), 1, 1};
    return (struct screen_rect){piles->row,
                                piles->column + (layout->is_compact ? 0
                                                 : is_drawn_from    ? 2
                                                                    : 9),
                                1, 1};
}

/* The card that is on its way, small as in the compact layout: it crosses whatever lies there. */
static void draw_flight(struct screen_canvas *canvas, const struct screen_layout *layout,
                        const struct screen_picture *picture)
{
    const struct screen_motion *motion = &picture->motion;
    const struct tui_table *table = picture->table;
    if (motion->kind == SCREEN_STILL || motion->seat >= table->names.count)
        return;
    const bool is_laid = motion->kind == SCREEN_LAYS;
    const struct screen_rect seat = cards_of(layout, table, motion->seat), pile = pile_of(layout, !is_laid);
    const struct screen_rect from = is_laid ? seat : pile, to = is_laid ? pile : seat;
    const int done = (int)motion->percent, row = from.row + (to.row - from.row) * done / 100,
              column = from.column + (to.column - from.column) * done / 100;
    if (is_laid)
        screen_draw_token(canvas, row, column,
                          (struct screen_card_art){.edition = &table->edition, .rules = &table->rules},
                          motion->card);
    else
        screen_canvas_text(canvas, row, column, SCREEN_TOKEN_COLUMNS, SCREEN_QUIET, "[░░░]");
}

void screen_draw_table(struct screen_canvas *canvas, const struct screen_picture *picture)
{
    const struct tui_table *table = picture->table;
    unsigned count = table->names.count, shown = table->seat < count ? count - 1 : count;
    unsigned hand = picture->open ? count : pen_hand_count(&table->view.hand);
    int key_rows = screen_offers_rows(picture->offers, canvas->columns - 2, table->lang);
    struct screen_layout layout =
        screen_layout_make(canvas->rows, canvas->columns, shown, hand, (unsigned)key_rows);
    if (layout.is_too_small) {
        screen_canvas_paragraph(canvas, (struct screen_rect){0, 0, canvas->rows, canvas->columns},
                                SCREEN_STRONG, word_text(WORD_TUI_SHOW_TOO_SMALL, table->lang));
        return;
    }
    draw_title(canvas, &layout, picture);
    if (layout.is_wide) {
        draw_ring(canvas, &layout, picture);
        layout.log = draw_shown_wide(canvas, layout.log, table);
    }
    draw_seats(canvas, &layout, picture);
    screen_log_draw(picture->log, canvas, layout.log, 0);
    draw_prompt(canvas, layout.prompt, picture);
    struct screen_rect hand_rect = layout.hand;
    if (layout.is_compact) {
        draw_piles_compact(canvas, layout.piles, picture);
    } else if (layout.is_wide) {
        draw_piles_wide(canvas, layout.piles, picture);
    } else {
        draw_lines(canvas, &layout, picture);
        draw_piles(canvas, layout.piles, picture);
    }
    if (picture->open) {
        screen_draw_open_hands(canvas, hand_rect, picture);
    } else if (layout.is_compact) {
        screen_draw_hand_compact(canvas, hand_rect, picture);
    } else {
        draw_owner(canvas, hand_rect, picture);
        hand_rect.row++;
        hand_rect.rows--;
        screen_draw_hand(canvas, hand_rect, picture);
    }
    draw_flight(canvas, &layout, picture);
}

/* draw_table.c - the parts of the picture, each into its rectangle of the layout. */
#include "tui/draw_table.h"

#include <stdio.h>

#include "tui/draw_cards.h"
#include "tui/draw_hand.h"
#include "tui/draw_offers.h"
#include "tui/filling.h"

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

static void draw_title(struct tui_canvas *canvas, const struct tui_layout *layout,
                       const struct tui_picture *picture)
{
    const struct tui_table *table = picture->table;
    char line[LINE_BYTES], part[LINE_BYTES];
    int room = tui_draw_quiet_offers(canvas, layout->title, picture->offers, table->lang, layout->is_compact);
    struct pen_text text = pen_text_in(line, sizeof line);
    if (!layout->is_compact)
        pen_text_add(&text, "Penúltima · ");
    pen_text_add(&text, table->edition.title[table->lang]);
    pen_text_add(&text, " · ");
    pen_text_add(&text, say(part, table, table->is_lesson ? WORD_TUI_SAY_LESSON : WORD_TUI_SHOW_ROUND,
                            (struct tui_filling){.number = table->view.round_number}));
    enum word target = table->rules.scoring == PEN_SCORING_QUICK    ? WORD_TUI_SHOW_ONE_ROUND
                       : table->rules.scoring == PEN_SCORING_LOWEST ? WORD_TUI_SHOW_TO_LOWEST
                                                                    : WORD_TUI_SHOW_TO_POINTS;
    say(part, table, target, (struct tui_filling){.number = table->rules.target});
    if (!table->is_lesson && tui_text_columns(line) + tui_text_columns(part) + 3 < room) {
        pen_text_add(&text, " · ");
        pen_text_add(&text, part);
    }
    tui_canvas_text(canvas, layout->title.row, layout->title.column, room, TUI_STRONG, line);
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

static void draw_seat(struct tui_canvas *canvas, struct tui_rect rect, const struct tui_table *table,
                      uint8_t seat)
{
    const struct pen_view *view = &table->view;
    char flags[64], line[LINE_BYTES];
    struct pen_text text = pen_text_in(flags, sizeof flags);
    seat_flags(table, seat, &text);
    int flag_columns = tui_text_columns(flags), name_columns = rect.columns - 3 - flag_columns;
    struct tui_style style = has_turn(view, seat) ? TUI_LIGHT : TUI_STRONG;
    tui_canvas_text(canvas, rect.row, rect.column, 1, TUI_LIGHT, has_turn(view, seat) ? "▶" : " ");
    int used =
        tui_canvas_text(canvas, rect.row, rect.column + 2, name_columns, style, table->names.name[seat]);
    tui_canvas_text(canvas, rect.row, rect.column + 2 + used, flag_columns, TUI_ALARM, flags);

    char score[32] = "";
    if (table->rules.scoring != PEN_SCORING_QUICK)
        snprintf(score, sizeof score, " · %u", (unsigned)view->score[seat]);
    unsigned count = view->hand_count[seat];
    int room = rect.columns - 2 - 3 - tui_text_columns(score) - 3, most = room < 8 ? room : 8;
    text = pen_text_in(line, sizeof line);
    for (int i = 0; i < most && i < (int)count; i++)
        pen_text_add(&text, "▮");
    snprintf(line + text.length, sizeof line - text.length, " %u%s%s", count, score,
             view->dealer == seat ? " ¤" : "");
    tui_canvas_text(canvas, rect.row + 1, rect.column + 2, rect.columns - 3, TUI_PLAIN, line);
}

static void draw_seat_compact(struct tui_canvas *canvas, struct tui_rect rect, const struct tui_table *table,
                              uint8_t seat)
{
    const struct pen_view *view = &table->view;
    char line[LINE_BYTES], count[32];
    bool is_one = view->hand_count[seat] == 1 && !(view->owes >> seat & 1);
    bool is_target = view->pending && view->turn == seat;
    snprintf(count, sizeof count, " %u%s", (unsigned)view->hand_count[seat],
             view->phase == PEN_PHASE_RACE && view->dropped >> seat & 1 ? "✓"
             : is_one                                                   ? "!"
                                                                        : "");
    int width = tui_text_columns(count);
    bool is_partner = table->rules.teams > 0 && view->team >> seat & 1 && seat != table->seat;
    snprintf(line, sizeof line, "%s%s%s", has_turn(view, seat) ? "▶" : "", is_partner ? "◆" : "",
             table->names.name[seat]);
    int used = tui_canvas_text(canvas, rect.row, rect.column, rect.columns - width - 1,
                               has_turn(view, seat) ? TUI_LIGHT : TUI_PLAIN, line);
    tui_canvas_text(canvas, rect.row, rect.column + used, width, is_one || is_target ? TUI_ALARM : TUI_STRONG,
                    count);
}

/* Who sits around: from the own left neighbour on, as they sit, so that left is clockwise. */
static void draw_seats(struct tui_canvas *canvas, const struct tui_layout *layout,
                       const struct tui_table *table)
{
    unsigned count = table->names.count, first = 0, shown = count;
    if (table->seat < count) {
        first = table->seat + 1u;
        shown = count - 1;
    }
    int width = layout->title.columns / layout->seats_across, height = layout->is_compact ? 1 : 2;
    for (unsigned i = 0; i < shown; i++) {
        int line = (int)i / layout->seats_across, place = (int)i % layout->seats_across;
        struct tui_rect rect = {layout->seats.row + line * height, place * width, height, width};
        uint8_t seat = (uint8_t)((first + i) % count);
        if (layout->is_compact)
            draw_seat_compact(canvas, rect, table, seat);
        else
            draw_seat(canvas, rect, table, seat);
    }
}

/* ---- piles ----------------------------------------------------------------------------------- */

/* The colour in play as a filled bar with shape and name. Returns the columns used. */
static int draw_color(struct tui_canvas *canvas, int row, int column, int columns,
                      const struct tui_table *table)
{
    uint8_t color = table->view.color;
    if (color >= table->edition.color_count)
        return 0;
    char line[LINE_BYTES];
    snprintf(line, sizeof line, "  %s %s  ", table->edition.colors[color].shape,
             table->edition.colors[color].name[table->lang]);
    return tui_canvas_text(canvas, row, column, columns,
                           TUI_STYLE(TUI_INK_PLAIN, TUI_INK_SUIT + color, TUI_BOLD), line);
}

static const char *direction_sign(const struct pen_view *view)
{
    return view->direction == PEN_LEFT ? "↻" : "↺";
}

/* Says whose hand it is and lays it out below. What is left of the place. */
static struct tui_rect draw_one_shown(struct tui_canvas *canvas, struct tui_rect rect,
                                      const struct tui_table *table, enum word words, uint8_t seat,
                                      const struct pen_hand *hand)
{
    char line[LINE_BYTES];
    say(line, table, words, (struct tui_filling){.name = table->names.name[seat]});
    tui_canvas_text(canvas, rect.row, rect.column, rect.columns, TUI_QUIET, line);
    struct tui_rect tokens = {rect.row + 1, rect.column, rect.rows - 1 < 2 ? rect.rows - 1 : 2, rect.columns};
    int used = 1 + tui_draw_tokens(canvas, tokens, &table->edition, &table->rules, hand);
    rect.row += used;
    rect.rows -= used;
    return rect;
}

/* Partners' open hands (RULE M4), then those that a challenge or a swing has shown, newest first, as far as
 * there is room. */
static void draw_shown(struct tui_canvas *canvas, struct tui_rect rect, const struct tui_table *table)
{
    const struct pen_view *view = &table->view;
    uint32_t before = UINT32_MAX;
    for (uint8_t seat = 0; table->rules.partners_open && !table->is_hidden && seat < table->names.count;
         seat++)
        if (seat != table->seat && (view->team >> seat & 1) && rect.rows >= 2)
            rect = draw_one_shown(canvas, rect, table, WORD_TUI_SHOW_PARTNER_HOLDS, seat, &view->known[seat]);
    while (rect.rows >= 2) {
        uint8_t newest = PEN_SEAT_NONE;
        for (uint8_t seat = 0; seat < table->names.count; seat++)
            if (view->shown_at[seat] && view->shown_at[seat] < before &&
                (newest == PEN_SEAT_NONE || view->shown_at[seat] > view->shown_at[newest]))
                newest = seat;
        if (newest == PEN_SEAT_NONE)
            return;
        before = view->shown_at[newest];
        rect = draw_one_shown(canvas, rect, table, WORD_TUI_SHOW_HAND_OF, newest, &view->shown[newest]);
    }
}

static void draw_piles(struct tui_canvas *canvas, struct tui_rect rect, const struct tui_table *table)
{
    const struct pen_view *view = &table->view;
    char line[LINE_BYTES], part[LINE_BYTES];
    tui_draw_back(canvas, rect.row, rect.column + 2, view->draw_count);
    tui_canvas_text_middle(canvas, rect.row + 4, rect.column + 1, 7, TUI_QUIET,
                           word_text(WORD_TUI_SHOW_DECK, table->lang));
    if (view->top != PEN_CARD_NONE) {
        tui_draw_card(canvas, rect.row, rect.column + 9,
                      (struct tui_card_art){.edition = &table->edition, .rules = &table->rules}, view->top);
        tui_canvas_text_middle(canvas, rect.row + 4, rect.column + 8, 7, TUI_QUIET,
                               word_text(WORD_TUI_SHOW_TOP, table->lang));
    }
    int column = rect.column + 17, columns = rect.columns - 18;
    draw_color(canvas, rect.row, column, columns, table);
    snprintf(line, sizeof line, "%s %s", direction_sign(view),
             word_text(view->direction == PEN_LEFT ? WORD_TUI_SHOW_LEFT : WORD_TUI_SHOW_RIGHT, table->lang));
    tui_canvas_text(canvas, rect.row + 1, column, columns, TUI_PLAIN, line);
    if (view->pending && view->turn < table->names.count) {
        struct pen_text text = pen_text_in(line, sizeof line);
        pen_text_add(&text, "+");
        pen_text_add_number(&text, view->pending);
        pen_text_add(&text, " ");
        pen_text_add(&text, say(part, table, WORD_TUI_SHOW_WAITING_FOR,
                                (struct tui_filling){.name = table->names.name[view->turn]}));
        tui_canvas_text(canvas, rect.row + 2, column, columns, TUI_ALARM, line);
    } else if (view->turns_left > 0) {
        tui_canvas_text(
            canvas, rect.row + 2, column, columns, TUI_QUIET,
            say(line, table, WORD_TUI_SHOW_TURNS, (struct tui_filling){.number = view->turns_left}));
    }
    if (view->dealer < table->names.count)
        tui_canvas_text(canvas, rect.row + 3, column, columns, TUI_QUIET,
                        say(line, table,
                            view->dealer == view->viewer ? WORD_TUI_SHOW_DEALER_YOU : WORD_TUI_SHOW_DEALER,
                            (struct tui_filling){.name = table->names.name[view->dealer]}));
    draw_shown(canvas, (struct tui_rect){rect.row + 5, rect.column + 2, rect.rows - 5, rect.columns - 3},
               table);
}

static void draw_piles_compact(struct tui_canvas *canvas, struct tui_rect rect, const struct tui_table *table)
{
    const struct pen_view *view = &table->view;
    char line[LINE_BYTES], part[LINE_BYTES];
    if (view->top != PEN_CARD_NONE)
        tui_draw_token(canvas, rect.row, rect.column,
                       (struct tui_card_art){.edition = &table->edition, .rules = &table->rules}, view->top);
    int column = TUI_TOKEN_COLUMNS + 1;
    column += draw_color(canvas, rect.row, column, rect.columns - column, table) + 1;
    column += tui_canvas_text(canvas, rect.row, column, 1, TUI_STRONG, direction_sign(view)) + 1;
    if (view->pending && view->turn < table->names.count) {
        snprintf(line, sizeof line, "+%u %s", (unsigned)view->pending, table->names.name[view->turn]);
        tui_canvas_text(canvas, rect.row, column, rect.columns - column, TUI_ALARM, line);
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
    if (table->seat < table->names.count && table->rules.scoring != PEN_SCORING_QUICK) {
        pen_text_add(&text, " · ");
        pen_text_add(&text, say(part, table, WORD_TUI_SHOW_POINTS,
                                (struct tui_filling){.number = view->score[table->seat]}));
    }
    tui_canvas_text(canvas, rect.row + 1, rect.column, rect.columns, TUI_QUIET, line);
}

static void draw_owner(struct tui_canvas *canvas, struct tui_rect rect, const struct tui_picture *picture)
{
    const struct tui_table *table = picture->table;
    const struct pen_view *view = &table->view;
    if (table->seat >= table->names.count)
        return;
    char line[LINE_BYTES], part[LINE_BYTES], flags[64];
    struct pen_text text = pen_text_in(flags, sizeof flags);
    seat_flags(table, table->seat, &text);
    say(line, table, WORD_TUI_SHOW_YOU, (struct tui_filling){.name = table->names.name[table->seat]});
    int used = tui_canvas_text(canvas, rect.row, rect.column + 1, rect.columns - 1,
                               has_turn(view, table->seat) ? TUI_LIGHT : TUI_STRONG, line) +
               1;
    text = pen_text_in(line, sizeof line);
    pen_text_add(&text, " · ");
    pen_text_add(&text, say(part, table, WORD_TUI_SHOW_CARDS,
                            (struct tui_filling){.number = view->hand_count[table->seat]}));
    if (table->rules.scoring != PEN_SCORING_QUICK) {
        pen_text_add(&text, " · ");
        pen_text_add(&text, say(part, table, WORD_TUI_SHOW_POINTS,
                                (struct tui_filling){.number = view->score[table->seat]}));
    }
    used += tui_canvas_text(canvas, rect.row, rect.column + used, rect.columns - used, TUI_PLAIN, line);
    tui_canvas_text(canvas, rect.row, rect.column + used, rect.columns - used, TUI_ALARM, flags);
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* At the bottom of the rectangle, in as many lines as it needs and there are. */
static void draw_message(struct tui_canvas *canvas, struct tui_rect rect, struct tui_style style,
                         const char *message)
{
    int rows = 0;
    for (const char *at = message; *at; rows++) {
        size_t next;
        tui_text_line(at, rect.columns, &next);
        at += next;
    }
    if (rect.rows == 1) {
        tui_canvas_text(canvas, rect.row, rect.column, rect.columns, style, message);
        return;
    }
    rows = rows < rect.rows ? rows : rect.rows;
    tui_canvas_paragraph(canvas,
                         (struct tui_rect){rect.row + rect.rows - rows, rect.column, rows, rect.columns},
                         style, message);
}

static void draw_prompt(struct tui_canvas *canvas, struct tui_rect rect, const struct tui_picture *picture)
{
    const struct tui_table *table = picture->table;
    bool is_mine = table->seat < table->names.count && has_turn(&table->view, table->seat);
    struct tui_rect inside = {rect.row + 1, rect.column + 1, rect.rows - 1, rect.columns - 2};
    tui_canvas_text(canvas, rect.row, inside.column, inside.columns, is_mine ? TUI_LIGHT : TUI_STRONG,
                    picture->question);
    int key_rows = tui_offers_rows(picture->offers, inside.columns, table->lang);
    tui_draw_offers(canvas, inside, picture->offers, table->lang);
    inside.row += key_rows;
    inside.rows -= key_rows;
    if (inside.rows > 0)
        draw_message(canvas, inside, picture->is_message_alarm ? TUI_ALARM : TUI_PLAIN, picture->message);
}

/* The lines between the parts. The one below the others shows where play runs. */
static void draw_lines(struct tui_canvas *canvas, const struct tui_layout *layout,
                       const struct tui_table *table)
{
    int columns = layout->title.columns, row = layout->piles.row - 1;
    tui_canvas_line(canvas, row, 0, columns, TUI_QUIET);
    for (int column = 6; column < columns; column += 12)
        tui_canvas_text(canvas, row, column, 1, TUI_STRONG, table->view.direction == PEN_LEFT ? "›" : "‹");
    tui_canvas_line(canvas, layout->prompt.row - 1, 0, columns, TUI_QUIET);
    for (int i = 0; i < layout->piles.rows; i++)
        tui_canvas_text(canvas, layout->piles.row + i, layout->piles.columns, 1, TUI_QUIET, "│");
}

void tui_draw_table(struct tui_canvas *canvas, const struct tui_picture *picture)
{
    const struct tui_table *table = picture->table;
    unsigned count = table->names.count, shown = table->seat < count ? count - 1 : count;
    unsigned hand = picture->open ? count : pen_hand_count(&table->view.hand);
    int key_rows = tui_offers_rows(picture->offers, canvas->columns - 2, table->lang);
    struct tui_layout layout =
        tui_layout_make(canvas->rows, canvas->columns, shown, hand, (unsigned)key_rows);
    if (layout.is_too_small) {
        tui_canvas_paragraph(canvas, (struct tui_rect){0, 0, canvas->rows, canvas->columns}, TUI_STRONG,
                             word_text(WORD_TUI_SHOW_TOO_SMALL, table->lang));
        return;
    }
    draw_title(canvas, &layout, picture);
    draw_seats(canvas, &layout, table);
    tui_log_draw(picture->log, canvas, layout.log, 0);
    draw_prompt(canvas, layout.prompt, picture);
    struct tui_rect hand_rect = layout.hand;
    if (layout.is_compact) {
        draw_piles_compact(canvas, layout.piles, table);
    } else {
        draw_lines(canvas, &layout, table);
        draw_piles(canvas, layout.piles, table);
    }
    if (picture->open) {
        tui_draw_open_hands(canvas, hand_rect, picture);
    } else if (layout.is_compact) {
        tui_draw_hand_compact(canvas, hand_rect, picture);
    } else {
        draw_owner(canvas, hand_rect, picture);
        hand_rect.row++;
        hand_rect.rows--;
        tui_draw_hand(canvas, hand_rect, picture);
    }
}

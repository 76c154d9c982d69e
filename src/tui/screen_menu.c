/* screen_menu.c - the questions before a game, on one page: what is suggested can be started at once, and the
 * arrows change it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/canvas.h"
#include "tui/front.h"
#include "tui/plain_house.h"
#include "tui/terminal.h"
#include "tui/filling.h"

enum row {
    ROW_GO_ON,
    ROW_PLAY,
    ROW_EDITION,
    ROW_OPPONENTS,
    ROW_LEVEL,
    ROW_HOUSE,
    ROW_TEAMS,
    ROW_REVERSE,
    ROW_DEALER,
    ROW_MISPLAYS,
    ROW_LANGUAGE,
    ROW_TUTORIAL,
    ROW_LEAVE,
    ROW_COUNT
};

enum { EDITIONS_MAX = 32, LINE_BYTES = 512, KEY_ROW = TUI_KEY_CARD };

struct menu {
    struct tui_canvas canvas;
    struct tui_start *start;
    const char *unfinished;
    enum row row;
    struct pen_edition *editions; /* built in, and one of somebody's own if it was given */
    unsigned edition_count, edition;
    unsigned house; /* the house rule that is looked at */
    char why[LINE_BYTES];
};

/* ---- what can be changed --------------------------------------------------------------------- */

static bool has_row(const struct menu *menu, enum row row)
{
    return (row != ROW_GO_ON || menu->unfinished) &&
           (row != ROW_TEAMS || menu->start->seat_count >= 2 * PEN_SEATS_MIN) &&
           (row != ROW_MISPLAYS || menu->start->edition.misplay_cards > 0);
}

static bool load_editions(struct menu *menu)
{
    menu->editions = calloc(EDITIONS_MAX, sizeof menu->editions[0]);
    if (!menu->editions)
        return false;
    unsigned count = pen_edition_builtin_count();
    for (unsigned i = 0; i < count && menu->edition_count < EDITIONS_MAX - 1; i++)
        if (pen_edition_builtin(pen_edition_builtin_id(i), &menu->editions[menu->edition_count]))
            menu->edition_count++;
    menu->edition = menu->edition_count;
    for (unsigned i = 0; i < menu->edition_count; i++)
        if (memcmp(&menu->editions[i], &menu->start->edition, sizeof menu->editions[i]) == 0)
            menu->edition = i;
    if (menu->edition == menu->edition_count)
        menu->editions[menu->edition_count++] = menu->start->edition;
    return true;
}

static void change_seats(struct tui_start *start, int step)
{
    int people = start->people.count, least = start->edition.seats_min, most = start->edition.seats_max;
    least = least < people ? people : least;
    int seats = start->seat_count + step;
    start->seat_count = (uint8_t)(seats < least ? least : seats > most ? most : seats);
    tui_start_change_teams(start, 0); /* those that so many do not make are gone */
}

static void change(struct menu *menu, int step)
{
    enum { ANSWERS = 2 };
    struct tui_start *start = menu->start;
    unsigned count = menu->edition_count;
    switch (menu->row) {
    case ROW_EDITION:
        menu->edition = (menu->edition + count + (unsigned)step) % count;
        start->edition = menu->editions[menu->edition];
        tui_terminal_suits(&start->edition);
        change_seats(start, 0);
        break;
    case ROW_OPPONENTS:
        change_seats(start, step);
        break;
    case ROW_LEVEL:
        if (start->bot_count == 0)
            start->bot_count = 1;
        start->bots[0] = (struct bot_spec){
            .level = (uint8_t)((start->bots[0].level + BOT_LEVEL_COUNT + (unsigned)step) % BOT_LEVEL_COUNT)};
        start->bot_count = 1;
        break;
    case ROW_HOUSE:
        menu->house = (menu->house + pen_house_count() + (unsigned)step) % pen_house_count();
        break;
    case ROW_TEAMS:
        tui_start_change_teams(start, step);
        break;
    case ROW_REVERSE:
        start->options.reverse_with_two = (uint8_t)((start->options.reverse_with_two + 1u) % ANSWERS);
        break;
    case ROW_DEALER:
        tui_start_change_dealer(start, step);
        break;
    case ROW_MISPLAYS:
        start->protection = tui_start_is_protected(start) ? TUI_PROTECTION_OFF : TUI_PROTECTION_ON;
        break;
    case ROW_LANGUAGE:
        start->lang = (enum pen_lang)((start->lang + 1) % PEN_LANG_COUNT);
        break;
    default:
        break;
    }
}

/* Takes the house rule that is looked at, or lets it go; one that meets another stays out. */
static void toggle_house(struct menu *menu)
{
    const pen_house_set bit = UINT64_C(1) << menu->house, now = menu->start->options.house;
    struct pen_house_conflict conflict;
    if ((now & bit) || !pen_house_meet(now | bit, &conflict))
        menu->start->options.house = now ^ bit;
}

static void move(struct menu *menu, int step)
{
    do
        menu->row = (enum row)(((int)menu->row + step + ROW_COUNT) % ROW_COUNT);
    while (!has_row(menu, menu->row));
}

/* ---- drawing --------------------------------------------------------------------------------- */

/* What the house rule that is looked at says, or which other one it meets; and those that are chosen. */
static const char *about_house(struct menu *menu)
{
    const struct tui_start *start = menu->start;
    const pen_house_set bit = UINT64_C(1) << menu->house, now = start->options.house;
    struct pen_text text = pen_text_in(menu->why, sizeof menu->why);
    struct pen_house house;
    struct pen_house_conflict conflict;
    pen_house_builtin(menu->house, &house);
    if (!(now & bit) && pen_house_meet(now | bit, &conflict))
        pen_house_conflict_say(&conflict, start->lang, &text);
    else
        pen_text_add(&text, house.about[start->lang]);
    pen_text_add(&text, " [");
    tui_add_house(&text, start);
    pen_text_add(&text, "]");
    return menu->why;
}

/* While it is looked at, one house rule with its box; otherwise those that are chosen. */
static void add_house_row(struct pen_text *text, const struct menu *menu)
{
    struct pen_house house;
    if (menu->row != ROW_HOUSE) {
        tui_add_house(text, menu->start);
        return;
    }
    pen_house_builtin(menu->house, &house);
    pen_text_add(text, menu->start->options.house >> menu->house & 1 ? "[x] " : "[ ] ");
    pen_text_add(text, house.title[menu->start->lang]);
}

/* What the row says, and in 'value' what it is set to; empty for a row that only does something. */
static const char *row_text(const struct menu *menu, enum row row, struct pen_text *value)
{
    static const enum word words[ROW_COUNT] = {
        [ROW_GO_ON] = WORD_TUI_SHOW_MENU_GO_ON,       [ROW_PLAY] = WORD_TUI_SHOW_MENU_PLAY,
        [ROW_EDITION] = WORD_TUI_SHOW_MENU_EDITION,   [ROW_OPPONENTS] = WORD_TUI_SHOW_MENU_OPPONENTS,
        [ROW_LEVEL] = WORD_TUI_SHOW_MENU_LEVEL,       [ROW_HOUSE] = WORD_TUI_SHOW_MENU_HOUSE,
        [ROW_TEAMS] = WORD_TUI_SHOW_MENU_TEAMS,       [ROW_REVERSE] = WORD_TUI_SHOW_MENU_REVERSE,
        [ROW_DEALER] = WORD_TUI_SHOW_MENU_DEALER,     [ROW_MISPLAYS] = WORD_TUI_SHOW_MENU_MISPLAYS,
        [ROW_LANGUAGE] = WORD_TUI_SHOW_MENU_LANGUAGE, [ROW_TUTORIAL] = WORD_TUI_SHOW_MENU_TUTORIAL,
        [ROW_LEAVE] = WORD_TUI_SHOW_MENU_LEAVE,
    };
    const struct tui_start *start = menu->start;
    enum bot_level level = start->bot_count ? (enum bot_level)start->bots[0].level : BOT_CASUAL;
    switch (row) {
    case ROW_EDITION:
        pen_text_add(value, start->edition.title[start->lang]);
        break;
    case ROW_OPPONENTS:
        pen_text_add_number(value, (uint64_t)(start->seat_count - start->people.count));
        break;
    case ROW_LEVEL:
        pen_text_add(value, bot_level_name(level, start->lang));
        break;
    case ROW_HOUSE:
        add_house_row(value, menu);
        break;
    case ROW_TEAMS:
        pen_text_add(value, tui_teams_text(&start->options, start->lang));
        break;
    case ROW_REVERSE:
        pen_text_add(value, tui_start_reverse_text(start));
        break;
    case ROW_DEALER:
        tui_start_add_dealer(value, start);
        break;
    case ROW_MISPLAYS:
        pen_text_add(value, tui_start_misplays_text(start));
        break;
    case ROW_LANGUAGE:
        pen_text_add(value, word_text(WORD_TUI_SHOW_MENU_LANGUAGE_NAME, start->lang));
        break;
    default:
        break;
    }
    return word_text(words[row], start->lang);
}

/* A line about what the cursor is on. */
static const char *about(struct menu *menu)
{
    const struct tui_start *start = menu->start;
    switch (menu->row) {
    case ROW_GO_ON:
        return menu->unfinished;
    case ROW_EDITION:
    case ROW_PLAY:
        return start->edition.about[start->lang];
    case ROW_LEVEL:
        return start->bot_count ? bot_level_line((enum bot_level)start->bots[0].level, start->lang) : "";
    case ROW_TEAMS:
        return word_text(WORD_TUI_SHOW_ABOUT_TEAMS, start->lang);
    case ROW_HOUSE:
        return about_house(menu);
    case ROW_REVERSE:
        return word_text(WORD_TUI_SHOW_ABOUT_REVERSE, start->lang);
    case ROW_DEALER:
        return word_text(WORD_TUI_SHOW_ABOUT_DEALER, start->lang);
    case ROW_MISPLAYS:
        return word_text(WORD_TUI_SHOW_ABOUT_MISPLAYS, start->lang);
    default:
        return "";
    }
}

/* Two overlapping cards, as on the back of ours. */
static void draw_logo(struct tui_canvas *canvas, int row, int column)
{
    struct tui_style back = TUI_STYLE(TUI_INK_SUIT + 0, TUI_INK_PLAIN, TUI_BOLD);
    struct tui_style front = TUI_STYLE(TUI_INK_SUIT + 2, TUI_INK_PLAIN, TUI_BOLD);
    tui_canvas_text(canvas, row, column, 5, back, "╭───╮");
    tui_canvas_text(canvas, row + 1, column, 5, back, "│ ╭─");
    tui_canvas_text(canvas, row + 2, column, 2, back, "╰─");
    tui_canvas_text(canvas, row + 1, column + 2, 5, front, "╭───╮");
    tui_canvas_text(canvas, row + 2, column + 2, 5, front, "│ 1 │");
    tui_canvas_text(canvas, row + 3, column + 2, 5, front, "╰───╯");
}

static bool draw(struct menu *menu)
{
    struct tui_canvas *canvas = &menu->canvas;
    const struct tui_start *start = menu->start;
    if (!tui_terminal_begin(canvas))
        return false;
    canvas->edition = &start->edition;
    int columns = canvas->columns < 66 ? canvas->columns - 2 : 64, left = (canvas->columns - columns) / 2;
    bool is_tall = canvas->rows >= 23;
    int row = is_tall ? (canvas->rows - 21) / 2 : 0;
    if (is_tall)
        draw_logo(canvas, row, left + 1);
    int title = is_tall ? left + 11 : left + 1;
    tui_canvas_text(canvas, row + is_tall, title, columns - (title - left), TUI_STRONG, "P E N Ú L T I M A");
    if (is_tall)
        tui_canvas_text(canvas, row + 2, title, columns - (title - left), TUI_QUIET,
                        word_text(WORD_TUI_SHOW_MENU_WELCOME, start->lang));
    row += is_tall ? 5 : 1;
    for (enum row i = ROW_GO_ON; i < ROW_COUNT; i++) {
        if (!has_row(menu, i))
            continue;
        char value[LINE_BYTES], line[LINE_BYTES];
        struct pen_text text = pen_text_in(value, sizeof value);
        const char *name = row_text(menu, i, &text);
        bool is_chosen = i == menu->row;
        struct tui_style style = is_chosen  ? TUI_STYLE(TUI_INK_PLAIN, TUI_INK_PLAIN, TUI_REVERSE | TUI_BOLD)
                                 : value[0] ? TUI_PLAIN
                                            : TUI_STRONG;
        struct tui_rect rect = {row, left, 1, columns};
        if (is_chosen)
            tui_canvas_fill(canvas, rect, style);
        tui_canvas_text(canvas, row, left + 1, 30, style, name);
        if (value[0]) {
            snprintf(line, sizeof line, is_chosen ? "‹ %s ›" : "  %s", value);
            tui_canvas_text(canvas, row, left + 19, columns - 20, style, line);
        }
        tui_canvas_spot(canvas, rect, KEY_ROW + (int)i);
        row++;
    }
    int rows = canvas->rows - row - 2;
    tui_canvas_paragraph(canvas, (struct tui_rect){row + is_tall, left + 1, rows < 3 ? rows : 3, columns - 2},
                         TUI_QUIET, about(menu));
    tui_canvas_text(
        canvas, canvas->rows - 1, left + 1, columns - 2, TUI_LIGHT,
        word_text(menu->row == ROW_HOUSE ? WORD_TUI_SHOW_MENU_KEYS_HOUSE : WORD_TUI_SHOW_MENU_KEYS,
                  start->lang));
    tui_terminal_show(canvas);
    return true;
}

/* ---- keys ------------------------------------------------------------------------------------ */

/* Whether the menu is over. */
static bool press(struct menu *menu, int key, enum tui_menu_answer *answer)
{
    if (key >= KEY_ROW && key < KEY_ROW + ROW_COUNT) {
        if (menu->row == (enum row)(key - KEY_ROW))
            key = menu->row >= ROW_EDITION && menu->row <= ROW_LANGUAGE ? TUI_KEY_RIGHT : TUI_KEY_ENTER;
        menu->row = key >= KEY_ROW ? (enum row)(key - KEY_ROW) : menu->row;
    }
    switch (key) {
    case TUI_KEY_UP:
    case TUI_KEY_BACK_TAB:
        move(menu, -1);
        return false;
    case TUI_KEY_DOWN:
    case TUI_KEY_TAB:
        move(menu, 1);
        return false;
    case TUI_KEY_LEFT:
        change(menu, -1);
        return false;
    case TUI_KEY_RIGHT:
        change(menu, 1);
        return false;
    case ' ':
        if (menu->row == ROW_HOUSE)
            toggle_house(menu);
        else
            change(menu, 1);
        return false;
    case TUI_KEY_ENTER:
        if (menu->row == ROW_HOUSE) {
            toggle_house(menu);
            return false;
        }
        *answer = menu->row == ROW_GO_ON      ? TUI_MENU_GO_ON
                  : menu->row == ROW_TUTORIAL ? TUI_MENU_TUTORIAL
                  : menu->row == ROW_LEAVE    ? TUI_MENU_LEAVE
                                              : TUI_MENU_START;
        return true;
    case 'q':
    case TUI_KEY_ESCAPE:
    case TUI_KEY_END:
        *answer = TUI_MENU_LEAVE;
        return true;
    default:
        return false;
    }
}

enum tui_menu_answer tui_screen_menu(struct tui_start *start, const char *unfinished)
{
    struct menu menu = {.start = start, .unfinished = unfinished, .row = unfinished ? ROW_GO_ON : ROW_PLAY};
    enum tui_menu_answer answer = TUI_MENU_LEAVE;
    if (!load_editions(&menu) || !tui_terminal_open(!start->no_color)) {
        free(menu.editions);
        return TUI_MENU_LEAVE;
    }
    tui_terminal_suits(&start->edition);
    while (draw(&menu)) {
        struct tui_key key = tui_terminal_wait(-1, -1);
        if (key.code == TUI_KEY_CLICK)
            key.code = tui_canvas_key_at(&menu.canvas, key.row, key.column);
        if (press(&menu, key.code, &answer))
            break;
    }
    tui_terminal_close();
    tui_canvas_drop(&menu.canvas);
    free(menu.editions);
    return answer;
}

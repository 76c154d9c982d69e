/* menu.c - the questions before a game, on one page: what is suggested can be started at once, and the
 * arrows change it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/screen/canvas.h"
#include "tui/front.h"
#include "tui/screen/terminal.h"
#include "tui/filling.h"
#include "tui/screen/checklist.h"
#include "tui/screen/line.h"
#include "words/help_games_words.h"
#include "words/help_play_words.h"
#include "words/help_serve_words.h"
#include "words/tui_show_words.h"

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
    ROW_SCORING,
    ROW_TARGET,
    ROW_SPEED,
    ROW_LANGUAGE,
    ROW_TUTORIAL,
    ROW_JOIN,
    ROW_HOST,
    ROW_GAMES,
    ROW_LEAVE,
    ROW_COUNT
};

enum { EDITIONS_MAX = 32, LINE_BYTES = 512, KEY_ROW = SCREEN_KEY_CARD };

struct menu {
    struct screen_canvas canvas;
    struct tui_start *start;
    const char *unfinished;
    enum row row;
    struct pen_edition *editions; /* built in, and one of somebody's own if it was given */
    unsigned edition_count, edition;
    unsigned house; /* the house rule that is looked at */
    char why[LINE_BYTES];
    char link[TUI_LINK_BYTES]; /* of a table, while it is being written */
};

/* ---- what can be changed --------------------------------------------------------------------- */

static uint8_t scoring_of(const struct tui_start *start)
{
    return start->options.scoring == PEN_SCORING_DEFAULT ? start->edition.rule.scoring
                                                         : start->options.scoring;
}

static unsigned target_of(const struct tui_start *start)
{
    return start->options.target ? start->options.target : start->edition.rule.target;
}

static bool has_row(const struct menu *menu, enum row row)
{
    return (row != ROW_GO_ON || menu->unfinished) &&
           (row != ROW_TEAMS || menu->start->seat_count >= 2 * PEN_SEATS_MIN) &&
           (row != ROW_MISPLAYS || menu->start->edition.rule.misplay_cards > 0) &&
           (row != ROW_TARGET || scoring_of(menu->start) != PEN_SCORING_QUICK) &&
           (row < ROW_JOIN || row > ROW_GAMES || menu->start->has_errands);
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
    int people = start->people.count, least = start->edition.rule.seats_min,
        most = start->edition.rule.seats_max;
    least = least < people ? people : least;
    int seats = start->seat_count + step;
    start->seat_count = (uint8_t)(seats < least ? least : seats > most ? most : seats);
    tui_start_change_teams(start, 0); /* those that so many do not make are gone */
}

static void change_target(struct tui_start *start, int step)
{
    enum { STEP = 50 };
    const int target = (int)target_of(start) + step * STEP;
    start->options.target = (uint16_t)(target < STEP             ? STEP
                                       : target > PEN_TARGET_MAX ? PEN_TARGET_MAX
                                                                 : target);
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
        screen_terminal_suits(&start->edition);
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
    case ROW_SCORING:
        start->options.scoring =
            (uint8_t)((scoring_of(start) + PEN_SCORING_DEFAULT + (unsigned)step) % PEN_SCORING_DEFAULT);
        break;
    case ROW_TARGET:
        change_target(start, step);
        break;
    case ROW_SPEED:
        start->speed = (enum tui_speed)((start->speed + TUI_SPEED_COUNT + (unsigned)step) % TUI_SPEED_COUNT);
        break;
    case ROW_LANGUAGE:
        start->lang = (enum pen_lang)((start->lang + PEN_LANG_COUNT + (unsigned)step) % PEN_LANG_COUNT);
        break;
    default:
        break;
    }
}

/* The number with which the house rule that is looked at is chosen, or would be. */
static unsigned house_number(const struct menu *menu, const struct pen_house *house)
{
    const unsigned number = pen_house_number(menu->start->options.house, menu->house);
    return number ? number : house->usual;
}

/* Takes the house rule that is looked at, or lets it go; with a step, one more or less of what it counts. */
static void change_house(struct menu *menu, int step)
{
    struct pen_house house;
    pen_house_builtin(menu->house, &house);
    const int number = (int)house_number(menu, &house) + step;
    if (number >= house.least && number <= house.most)
        tui_start_toggle_house(menu->start, menu->house, (unsigned)number);
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
    struct pen_text text = pen_text_in(menu->why, sizeof menu->why);
    struct pen_house house;
    struct pen_house_conflict conflict;
    pen_house_builtin(menu->house, &house);
    const pen_house_set now = start->options.house,
                        with = pen_house_with(now, menu->house, house_number(menu, &house));
    if (with != now && pen_house_meet(with, &conflict))
        pen_house_conflict_say(&conflict, start->lang, &text);
    else
        pen_text_add(&text, pen_said(house.about, start->lang));
    pen_text_add(&text, " [");
    tui_start_add_house(&text, start);
    pen_text_add(&text, "]");
    return menu->why;
}

/* While it is looked at, one house rule with its box; otherwise those that are chosen. */
static void add_house_row(struct pen_text *text, const struct menu *menu)
{
    struct pen_house house;
    if (menu->row != ROW_HOUSE) {
        tui_start_add_house(text, menu->start);
        return;
    }
    pen_house_builtin(menu->house, &house);
    char name[PEN_NAME_BYTES];
    pen_text_add(text, pen_house_number(menu->start->options.house, menu->house) ? "[x] " : "[ ] ");
    pen_text_add(text, pen_house_name(&house, house_number(menu, &house), menu->start->lang, name));
    pen_text_add(text, house.most > house.least ? " (+/-)" : "");
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
        [ROW_SCORING] = WORD_TUI_SHOW_MENU_SCORING,   [ROW_TARGET] = WORD_TUI_SHOW_MENU_TARGET,
        [ROW_SPEED] = WORD_TUI_SHOW_MENU_SPEED,       [ROW_JOIN] = WORD_TUI_SHOW_MENU_JOIN,
        [ROW_HOST] = WORD_TUI_SHOW_MENU_HOST,         [ROW_GAMES] = WORD_TUI_SHOW_MENU_GAMES,
        [ROW_LEAVE] = WORD_TUI_SHOW_MENU_LEAVE,
    };
    const struct tui_start *start = menu->start;
    enum bot_level level = start->bot_count ? (enum bot_level)start->bots[0].level : BOT_CASUAL;
    switch (row) {
    case ROW_EDITION:
        pen_text_add(value, pen_said(start->edition.title, start->lang));
        break;
    case ROW_OPPONENTS:
        pen_text_add_number(value, (uint64_t)(start->seat_count - start->people.count));
        break;
    case ROW_LEVEL:
        pen_text_add(value, pen_bot_level_name(level, start->lang));
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
    case ROW_SCORING:
        tui_say(value,
                scoring_of(start) == PEN_SCORING_QUICK    ? WORD_TUI_SHOW_ONE_ROUND
                : scoring_of(start) == PEN_SCORING_LOWEST ? WORD_TUI_SHOW_TO_LOWEST
                                                          : WORD_TUI_SHOW_TO_POINTS,
                start->lang, &(struct tui_filling){.number = target_of(start)});
        break;
    case ROW_TARGET:
        pen_text_add_number(value, target_of(start));
        break;
    case ROW_SPEED:
        pen_text_add(value, tui_speed_id(start->speed));
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
        return pen_said(start->edition.about, start->lang);
    case ROW_LEVEL:
        return start->bot_count ? pen_bot_level_line((enum bot_level)start->bots[0].level, start->lang) : "";
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
    case ROW_SCORING:
    case ROW_TARGET:
        return word_text(WORD_TUI_SHOW_ABOUT_SCORING, start->lang);
    case ROW_SPEED:
        return word_text(WORD_HELP_PLAY_OPTION_SPEED, start->lang);
    case ROW_JOIN:
        return word_text(WORD_TUI_SHOW_ABOUT_JOIN, start->lang);
    case ROW_HOST:
        return word_text(WORD_HELP_SERVE_ABOUT, start->lang);
    case ROW_GAMES:
        return word_text(WORD_HELP_GAMES_ABOUT, start->lang);
    default:
        return "";
    }
}

/* Two overlapping cards, as on the back of ours. */
static void draw_logo(struct screen_canvas *canvas, int row, int column)
{
    struct screen_style back = SCREEN_STYLE(SCREEN_INK_SUIT + 0, SCREEN_INK_PLAIN, SCREEN_BOLD);
    struct screen_style front = SCREEN_STYLE(SCREEN_INK_SUIT + 2, SCREEN_INK_PLAIN, SCREEN_BOLD);
    screen_canvas_text(canvas, row, column, 5, back, "╭───╮");
    screen_canvas_text(canvas, row + 1, column, 5, back, "│ ╭─");
    screen_canvas_text(canvas, row + 2, column, 2, back, "╰─");
    screen_canvas_text(canvas, row + 1, column + 2, 5, front, "╭───╮");
    screen_canvas_text(canvas, row + 2, column + 2, 5, front, "│ 1 │");
    screen_canvas_text(canvas, row + 3, column + 2, 5, front, "╰───╯");
}

/* So many rows come before this one. */
static int rows_before(const struct menu *menu, enum row row)
{
    int count = 0;
    for (enum row i = ROW_GO_ON; i < row; i++)
        count += has_row(menu, i);
    return count;
}

static bool draw(struct menu *menu)
{
    struct screen_canvas *canvas = &menu->canvas;
    const struct tui_start *start = menu->start;
    if (!screen_terminal_begin(canvas))
        return false;
    canvas->edition = &start->edition;
    int columns = canvas->columns < 66 ? canvas->columns - 2 : 64, left = (canvas->columns - columns) / 2;
    bool is_tall = canvas->rows >= 23;
    int row = is_tall && canvas->rows > 27 ? (canvas->rows - 25) / 2 : 0;
    if (is_tall)
        draw_logo(canvas, row, left + 1);
    int title = is_tall ? left + 11 : left + 1;
    screen_canvas_text(canvas, row + is_tall, title, columns - (title - left), SCREEN_STRONG,
                       "P E N Ú L T I M A");
    if (is_tall)
        screen_canvas_text(canvas, row + 2, title, columns - (title - left), SCREEN_QUIET,
                           word_text(WORD_TUI_SHOW_MENU_WELCOME, start->lang));
    row += is_tall ? 5 : 1;
    /* What is below needs four rows at most; of the choices as many are seen as there is room for. */
    const int below = canvas->rows - row < 16 ? 2 : 4, room = canvas->rows - row - below;
    const int ahead = rows_before(menu, menu->row) - room + 1, first = ahead > 0 ? ahead : 0;
    int at = 0;
    for (enum row i = ROW_GO_ON; i < ROW_COUNT; i++) {
        if (!has_row(menu, i))
            continue;
        if (at++ < first)
            continue;
        if (at > first + room)
            break;
        char value[LINE_BYTES], line[LINE_BYTES];
        struct pen_text text = pen_text_in(value, sizeof value);
        const char *name = row_text(menu, i, &text);
        bool is_chosen = i == menu->row;
        struct screen_style style =
            is_chosen  ? SCREEN_STYLE(SCREEN_INK_PLAIN, SCREEN_INK_PLAIN, SCREEN_REVERSE | SCREEN_BOLD)
            : value[0] ? SCREEN_PLAIN
                       : SCREEN_STRONG;
        struct screen_rect rect = {row, left, 1, columns};
        if (is_chosen)
            screen_canvas_fill(canvas, rect, style);
        screen_canvas_text(canvas, row, left + 1, 30, style, name);
        if (value[0]) {
            snprintf(line, sizeof line, is_chosen ? "‹ %s ›" : "  %s", value);
            screen_canvas_text(canvas, row, left + 19, columns - 20, style, line);
        }
        screen_canvas_spot(canvas, rect, KEY_ROW + (int)i);
        row++;
    }
    const int rows = canvas->rows - row - 1;
    if (menu->link[0]) {
        const int used = screen_canvas_text(canvas, row, left + 1, columns - 3, SCREEN_STRONG, menu->link);
        screen_canvas_text(canvas, row, left + 1 + used, 1, SCREEN_LIGHT, "▏");
    } else if (rows > 0) {
        screen_canvas_paragraph(canvas, (struct screen_rect){row, left + 1, rows < 3 ? rows : 3, columns - 2},
                                SCREEN_QUIET, about(menu));
    }
    screen_canvas_text(
        canvas, canvas->rows - 1, left + 1, columns - 2, SCREEN_LIGHT,
        word_text(menu->row == ROW_HOUSE ? WORD_TUI_SHOW_MENU_KEYS_HOUSE : WORD_TUI_SHOW_MENU_KEYS,
                  start->lang));
    screen_terminal_show(canvas);
    return true;
}

/* ---- keys ------------------------------------------------------------------------------------ */

/* The link of a table is written: whether it is whole. */
static bool write_link(struct menu *menu, int key, enum tui_menu_answer *answer)
{
    if (key == SCREEN_KEY_END) {
        *answer = TUI_MENU_LEAVE;
        return true;
    }
    if (key == SCREEN_KEY_ENTER) {
        *answer = TUI_MENU_JOIN;
        memcpy(menu->start->link, menu->link, sizeof menu->start->link);
        return true;
    }
    if (key == SCREEN_KEY_ESCAPE)
        screen_line_erase(menu->link); /* the erasing key, too; an empty line is given up */
    else if (key > ' ' && key < SCREEN_KEY_LEFT)
        screen_line_add(menu->link, sizeof menu->link, (unsigned)key);
    return false;
}

/* Whether the menu is over. */
static bool press(struct menu *menu, int key, enum tui_menu_answer *answer)
{
    if (menu->link[0])
        return write_link(menu, key, answer);
    if (key >= KEY_ROW && key < KEY_ROW + ROW_COUNT) {
        if (menu->row == (enum row)(key - KEY_ROW))
            key = menu->row >= ROW_EDITION && menu->row <= ROW_LANGUAGE ? SCREEN_KEY_RIGHT : SCREEN_KEY_ENTER;
        menu->row = key >= KEY_ROW ? (enum row)(key - KEY_ROW) : menu->row;
    }
    switch (key) {
    case 'k':
    case SCREEN_KEY_UP:
    case SCREEN_KEY_BACK_TAB:
        move(menu, -1);
        return false;
    case 'j':
    case SCREEN_KEY_DOWN:
    case SCREEN_KEY_TAB:
        move(menu, 1);
        return false;
    case 'h':
    case SCREEN_KEY_LEFT:
        change(menu, -1);
        return false;
    case 'l':
    case SCREEN_KEY_RIGHT:
        change(menu, 1);
        return false;
    case '+':
    case '-':
        if (menu->row == ROW_HOUSE)
            change_house(menu, key == '+' ? 1 : -1);
        return false;
    case ' ':
        if (menu->row == ROW_HOUSE)
            change_house(menu, 0);
        else
            change(menu, 1);
        return false;
    case SCREEN_KEY_ENTER:
        if (menu->row == ROW_HOUSE) {
            screen_checklist(menu->start);
            return false;
        }
        if (menu->row == ROW_JOIN) {
            snprintf(menu->link, sizeof menu->link, "http://");
            return false;
        }
        *answer = menu->row == ROW_GO_ON      ? TUI_MENU_GO_ON
                  : menu->row == ROW_TUTORIAL ? TUI_MENU_TUTORIAL
                  : menu->row == ROW_LEAVE    ? TUI_MENU_LEAVE
                  : menu->row == ROW_HOST     ? TUI_MENU_HOST
                  : menu->row == ROW_GAMES    ? TUI_MENU_GAMES
                                              : TUI_MENU_START;
        return true;
    case 'q':
    case SCREEN_KEY_ESCAPE:
    case SCREEN_KEY_END:
        *answer = TUI_MENU_LEAVE;
        return true;
    default:
        return false;
    }
}

enum tui_menu_answer screen_menu(struct tui_start *start, const char *unfinished)
{
    struct menu menu = {.start = start, .unfinished = unfinished, .row = unfinished ? ROW_GO_ON : ROW_PLAY};
    enum tui_menu_answer answer = TUI_MENU_LEAVE;
    if (!load_editions(&menu) || !screen_terminal_open(!start->no_color)) {
        free(menu.editions);
        return TUI_MENU_LEAVE;
    }
    screen_terminal_suits(&start->edition);
    while (draw(&menu)) {
        struct screen_key key = screen_terminal_wait(-1, -1);
        if (key.code == SCREEN_KEY_CLICK)
            key.code = screen_canvas_key_at(&menu.canvas, key.row, key.column);
        if (press(&menu, key.code, &answer))
            break;
    }
    screen_terminal_close();
    screen_canvas_drop(&menu.canvas);
    free(menu.editions);
    return answer;
}

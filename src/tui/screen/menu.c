/* menu.c - everything there is, on one page: what is suggested can be started at once, the arrows change it.
 * The rules have their rows from the list of settings (tui/form.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/screen/canvas.h"
#include "tui/screen/draw_page.h"
#include "tui/front.h"
#include "tui/screen/terminal.h"
#include "tui/filling.h"
#include "tui/form.h"
#include "tui/screen/checklist.h"
#include "tui/screen/line.h"
#include "words/cli_play_words.h"
#include "words/help_games_words.h"
#include "words/help_play_words.h"
#include "words/help_problem_words.h"
#include "words/help_serve_words.h"
#include "words/tui_show_words.h"

enum item {
    ITEM_GO_ON,
    ITEM_PLAY,
    ITEM_EDITION,
    ITEM_PEOPLE,
    ITEM_OPPONENTS,
    ITEM_LEVEL,
    ITEM_RULE, /* a row of the form */
    ITEM_SPEED,
    ITEM_LANGUAGE,
    ITEM_TUTORIAL,
    ITEM_PROBLEM,
    ITEM_JOIN,
    ITEM_HOST,
    ITEM_GAMES,
    ITEM_LEAVE,
    ITEM_COUNT
};

/* What the row says, and what is said about it; those of a rule, and what changes, are made elsewhere. */
static const struct {
    enum word name, about;
    enum tui_menu_answer answer; /* what Enter does */
} items[ITEM_COUNT] = {
    [ITEM_GO_ON] = {WORD_TUI_SHOW_MENU_GO_ON, WORD_NONE, TUI_MENU_GO_ON},
    [ITEM_PLAY] = {WORD_TUI_SHOW_MENU_PLAY, WORD_NONE, TUI_MENU_START},
    [ITEM_EDITION] = {WORD_TUI_SHOW_MENU_EDITION, WORD_NONE, TUI_MENU_START},
    [ITEM_PEOPLE] = {WORD_TUI_SHOW_MENU_PEOPLE, WORD_TUI_SHOW_ABOUT_PEOPLE, TUI_MENU_START},
    [ITEM_OPPONENTS] = {WORD_TUI_SHOW_MENU_OPPONENTS, WORD_NONE, TUI_MENU_START},
    [ITEM_LEVEL] = {WORD_TUI_SHOW_MENU_LEVEL, WORD_NONE, TUI_MENU_START},
    [ITEM_RULE] = {WORD_NONE, WORD_NONE, TUI_MENU_START},
    [ITEM_SPEED] = {WORD_TUI_SHOW_MENU_SPEED, WORD_HELP_PLAY_OPTION_SPEED, TUI_MENU_START},
    [ITEM_LANGUAGE] = {WORD_TUI_SHOW_MENU_LANGUAGE, WORD_NONE, TUI_MENU_START},
    [ITEM_TUTORIAL] = {WORD_TUI_SHOW_MENU_TUTORIAL, WORD_HELP_PLAY_OPTION_TUTORIAL, TUI_MENU_TUTORIAL},
    [ITEM_PROBLEM] = {WORD_TUI_SHOW_MENU_PROBLEM, WORD_HELP_PROBLEM_ABOUT, TUI_MENU_PROBLEM},
    [ITEM_JOIN] = {WORD_TUI_SHOW_MENU_JOIN, WORD_TUI_SHOW_ABOUT_JOIN, TUI_MENU_JOIN},
    [ITEM_HOST] = {WORD_TUI_SHOW_MENU_HOST, WORD_HELP_SERVE_ABOUT, TUI_MENU_HOST},
    [ITEM_GAMES] = {WORD_TUI_SHOW_MENU_GAMES, WORD_HELP_GAMES_ABOUT, TUI_MENU_GAMES},
    [ITEM_LEAVE] = {WORD_TUI_SHOW_MENU_LEAVE, WORD_NONE, TUI_MENU_LEAVE},
};

enum {
    EDITIONS_MAX = 32,
    ROWS_MAX = ITEM_COUNT + TUI_FORM_MAX,
    LINE_BYTES = 512,
    HELP_BYTES = 8192,
    KEY_ROW = SCREEN_KEY_CARD
};

struct row {
    enum item item;
    uint16_t rule; /* of ITEM_RULE */
};

struct menu {
    struct screen_canvas canvas;
    struct tui_start *start;
    const char *unfinished;
    struct row rows[ROWS_MAX]; /* those there are, as it is set up now */
    unsigned count, at;
    struct pen_edition *editions; /* built in, and one of somebody's own if it was given */
    unsigned edition_count, edition;
    char why[LINE_BYTES];
    bool is_writing, is_wrong;
    char line[TUI_LINK_BYTES]; /* while it is being written: a link, or names */
    struct screen_page help;   /* while it has a text */
    struct screen_offers help_keys;
    char help_text[HELP_BYTES];
};

static enum item item_of(const struct menu *menu)
{
    return menu->rows[menu->at].item;
}

/* ---- what can be changed --------------------------------------------------------------------- */

static bool has_item(const struct menu *menu, enum item item)
{
    return item == ITEM_GO_ON                           ? menu->unfinished != NULL
           : item >= ITEM_PROBLEM && item <= ITEM_GAMES ? menu->start->has_errands
                                                        : true;
}

/* The cursor stays on what it was on. */
static void find_rows(struct menu *menu)
{
    const struct row now = menu->rows[menu->at];
    uint16_t rules[TUI_FORM_MAX];
    const unsigned rule_count = tui_form_rows(menu->start, rules);
    menu->count = 0;
    for (enum item item = (enum item)0; item < ITEM_COUNT; item++) {
        if (item == ITEM_RULE)
            for (unsigned i = 0; i < rule_count; i++)
                menu->rows[menu->count++] = (struct row){ITEM_RULE, rules[i]};
        else if (has_item(menu, item))
            menu->rows[menu->count++] = (struct row){item, 0};
    }
    for (unsigned i = 0; i < menu->count; i++)
        if (menu->rows[i].item == now.item && menu->rows[i].rule == now.rule)
            menu->at = i;
    menu->at = menu->at < menu->count ? menu->at : menu->count - 1;
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

static void change(struct menu *menu, int step)
{
    struct tui_start *start = menu->start;
    unsigned count = menu->edition_count, tries = count;
    switch (item_of(menu)) {
    case ITEM_EDITION:
        do
            menu->edition = (menu->edition + count + (unsigned)step) % count;
        while (!tui_start_has_room(&start->people, &menu->editions[menu->edition]) && --tries > 0);
        start->edition = menu->editions[menu->edition];
        screen_terminal_suits(&start->edition);
        change_seats(start, 0);
        break;
    case ITEM_OPPONENTS:
        change_seats(start, step);
        break;
    case ITEM_LEVEL:
        if (start->bot_count == 0)
            start->bot_count = 1;
        start->bots[0] = (struct bot_spec){
            .level = (uint8_t)((start->bots[0].level + BOT_LEVEL_COUNT + (unsigned)step) % BOT_LEVEL_COUNT)};
        start->bot_count = 1;
        break;
    case ITEM_RULE:
        if (!tui_form_is_house(menu->rows[menu->at].rule))
            tui_form_step(start, menu->rows[menu->at].rule, step);
        break;
    case ITEM_SPEED:
        start->speed = (enum tui_speed)((start->speed + TUI_SPEED_COUNT + (unsigned)step) % TUI_SPEED_COUNT);
        break;
    case ITEM_LANGUAGE:
        start->lang = (enum pen_lang)((start->lang + PEN_LANG_COUNT + (unsigned)step) % PEN_LANG_COUNT);
        break;
    default:
        break;
    }
    find_rows(menu);
}

static bool is_house(const struct menu *menu)
{
    return item_of(menu) == ITEM_RULE && tui_form_is_house(menu->rows[menu->at].rule);
}

/* ---- drawing --------------------------------------------------------------------------------- */

static void add_people(struct pen_text *text, const struct tui_start *start)
{
    struct pen_names names = start->people;
    pen_names_show(&names);
    for (uint8_t i = 0; i < names.count; i++) {
        pen_text_add(text, i > 0 ? ", " : "");
        pen_text_add(text, names.name[i]);
    }
}

static enum bot_level level_of(const struct tui_start *start)
{
    return start->bot_count ? (enum bot_level)start->bots[0].level : BOT_CASUAL;
}

/* What the row says, and in 'value' what it is set to; empty for a row that only does something. */
static const char *row_text(const struct menu *menu, struct row row, struct pen_text *value)
{
    const struct tui_start *start = menu->start;
    switch (row.item) {
    case ITEM_EDITION:
        pen_text_add(value, pen_said(start->edition.title, start->lang));
        break;
    case ITEM_PEOPLE:
        add_people(value, start);
        break;
    case ITEM_OPPONENTS:
        pen_text_add_number(value, (uint64_t)(start->seat_count - start->people.count));
        break;
    case ITEM_LEVEL:
        pen_text_add(value, pen_bot_level_name(level_of(start), start->lang));
        break;
    case ITEM_RULE:
        tui_form_add_value(value, start, row.rule);
        return word_text(tui_form_name(row.rule), start->lang);
    case ITEM_SPEED:
        pen_text_add(value, tui_speed_id(start->speed));
        break;
    case ITEM_LANGUAGE:
        pen_text_add(value, word_text(WORD_TUI_SHOW_MENU_LANGUAGE_NAME, start->lang));
        break;
    default:
        break;
    }
    return word_text(items[row.item].name, start->lang);
}

/* A line about a row. */
static const char *about(struct menu *menu, struct row row)
{
    const struct tui_start *start = menu->start;
    struct pen_text text = pen_text_in(menu->why, sizeof menu->why);
    switch (row.item) {
    case ITEM_GO_ON:
        return menu->unfinished;
    case ITEM_EDITION:
    case ITEM_PLAY:
        return pen_said(start->edition.about, start->lang);
    case ITEM_LEVEL:
        return pen_bot_level_line(level_of(start), start->lang);
    case ITEM_RULE:
        if (!tui_form_is_house(row.rule))
            return word_text(tui_form_about(row.rule), start->lang);
        tui_start_add_house(&text, start);
        return menu->why;
    default:
        return items[row.item].about == WORD_NONE ? "" : word_text(items[row.item].about, start->lang);
    }
}

/* The names that were written will not do. */
static const char *why_not(struct menu *menu)
{
    struct pen_text text = pen_text_in(menu->why, sizeof menu->why);
    struct pen_names people;
    if (tui_start_read_people(menu->line, &people))
        tui_start_add_limits(&text, &menu->start->edition, menu->start->lang);
    else
        words_say(&text, menu->start->lang, CLI_PLAY_NAMES_HAVE_LETTERS_DIGITS_AND_NO, menu->line);
    return menu->why;
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

static bool draw(struct menu *menu)
{
    struct screen_canvas *canvas = &menu->canvas;
    const struct tui_start *start = menu->start;
    char line_of_keys[LINE_BYTES];
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
    const int ahead = (int)menu->at - room + 1, first = ahead > 0 ? ahead : 0;
    for (int i = first; i < (int)menu->count && i < first + room; i++) {
        char value[LINE_BYTES], line[LINE_BYTES];
        struct pen_text text = pen_text_in(value, sizeof value);
        const char *name = row_text(menu, menu->rows[i], &text);
        bool is_chosen = i == (int)menu->at;
        struct screen_style style =
            is_chosen  ? SCREEN_STYLE(SCREEN_INK_PLAIN, SCREEN_INK_PLAIN, SCREEN_REVERSE | SCREEN_BOLD)
            : value[0] ? SCREEN_PLAIN
                       : SCREEN_STRONG;
        struct screen_rect rect = {row, left, 1, columns};
        if (is_chosen)
            screen_canvas_fill(canvas, rect, style);
        screen_canvas_text(canvas, row, left + 1, 30, style, name);
        if (value[0]) {
            const bool has_arrows = is_chosen && !is_house(menu) && menu->rows[i].item != ITEM_PEOPLE;
            snprintf(line, sizeof line, has_arrows ? "‹ %s ›" : "  %s", value);
            screen_canvas_text(canvas, row, left + 19, columns - 20, style, line);
        }
        screen_canvas_spot(canvas, rect, KEY_ROW + i);
        row++;
    }
    if (first + room < (int)menu->count)
        screen_canvas_text_right(canvas, row - 1, left, columns, SCREEN_LIGHT,
                                 word_text(WORD_TUI_SHOW_MORE, start->lang));
    const int rows = canvas->rows - row - 1;
    if (menu->is_writing) {
        const int used = screen_canvas_text(canvas, row, left + 1, columns - 3, SCREEN_STRONG, menu->line);
        screen_canvas_text(canvas, row, left + 1 + used, 1, SCREEN_LIGHT, "▏");
        row++;
    }
    if (rows > menu->is_writing)
        screen_canvas_paragraph(
            canvas,
            (struct screen_rect){row, left + 1, rows - menu->is_writing < 3 ? rows - menu->is_writing : 3,
                                 columns - 2},
            menu->is_wrong ? SCREEN_STRONG : SCREEN_QUIET,
            menu->is_wrong ? why_not(menu) : about(menu, menu->rows[menu->at]));
    snprintf(line_of_keys, sizeof line_of_keys, "%s  [?] %s", word_text(WORD_TUI_SHOW_MENU_KEYS, start->lang),
             word_text(WORD_TUI_SHOW_DO_HELP, start->lang));
    screen_canvas_keys(canvas, canvas->rows - 1, left + 1, columns - 2, line_of_keys);
    if (menu->help.text)
        screen_draw_page(canvas, &menu->help, &menu->help_keys, start->lang);
    screen_terminal_show(canvas);
    return true;
}

/* ---- keys ------------------------------------------------------------------------------------ */

/* "?": every row with what it does. */
static void open_help(struct menu *menu)
{
    struct pen_text text = pen_text_in(menu->help_text, sizeof menu->help_text);
    for (unsigned i = 0; i < menu->count; i++) {
        char value[LINE_BYTES];
        struct pen_text unused = pen_text_in(value, sizeof value);
        const char *line = about(menu, menu->rows[i]);
        pen_text_add(&text, "— ");
        pen_text_add(&text, row_text(menu, menu->rows[i], &unused));
        pen_text_add(&text, "\n");
        pen_text_add(&text, line);
        pen_text_add(&text, line[0] ? "\n" : "");
    }
    pen_text_add(&text, "\n");
    pen_text_add(&text, word_text(WORD_TUI_SHOW_MENU_KEYS, menu->start->lang));
    pen_text_add(&text, "\n");
    menu->help_keys.count = 0;
    screen_offer_add(&menu->help_keys, SCREEN_KEY_ENTER, SCREEN_OFFER_BACK,
                     word_text(WORD_TUI_SHOW_DO_READ, menu->start->lang));
    menu->help = (struct screen_page){.heading = "Penúltima", .text = menu->help_text};
}

/* What was written is whole: whether that is an answer of the menu. */
static bool take_line(struct menu *menu, enum tui_menu_answer *answer)
{
    struct tui_start *start = menu->start;
    struct pen_names people;
    if (item_of(menu) == ITEM_JOIN) {
        *answer = TUI_MENU_JOIN;
        memcpy(start->link, menu->line, sizeof start->link);
        return menu->line[0] != 0;
    }
    menu->is_wrong =
        !tui_start_read_people(menu->line, &people) || !tui_start_has_room(&people, &start->edition);
    if (menu->is_wrong)
        return false;
    const unsigned bots = start->seat_count - start->people.count;
    start->people = people;
    start->has_names = true;
    start->seat_count = (uint8_t)(people.count + bots);
    change_seats(start, 0);
    menu->is_writing = false;
    find_rows(menu);
    return false;
}

static bool write_line(struct menu *menu, int key, enum tui_menu_answer *answer)
{
    if (key == SCREEN_KEY_END) {
        *answer = TUI_MENU_LEAVE;
        return true;
    }
    if (key == SCREEN_KEY_ENTER)
        return take_line(menu, answer);
    if (key == SCREEN_KEY_ESCAPE && !menu->line[0])
        menu->is_writing = menu->is_wrong = false;
    else if (key == SCREEN_KEY_ESCAPE) /* the erasing key, too */
        screen_line_erase(menu->line);
    else if (key >= ' ' && key < SCREEN_KEY_LEFT)
        screen_line_add(menu->line, sizeof menu->line, (unsigned)key);
    return false;
}

/* Enter on a row: whether the menu is over. */
static bool choose(struct menu *menu, enum tui_menu_answer *answer)
{
    const enum item item = item_of(menu);
    if (is_house(menu)) {
        screen_checklist(menu->start);
        return false;
    }
    if (item == ITEM_JOIN || item == ITEM_PEOPLE) {
        struct pen_text text = pen_text_in(menu->line, sizeof menu->line);
        menu->is_writing = true;
        if (item == ITEM_PEOPLE)
            add_people(&text, menu->start);
        else
            pen_text_add(&text, menu->start->link);
        return false;
    }
    *answer = items[item].answer;
    return true;
}

/* Whether the menu is over. */
static bool press(struct menu *menu, int key, enum tui_menu_answer *answer)
{
    if (menu->help.text) {
        if (key == SCREEN_KEY_ENTER || key == SCREEN_KEY_ESCAPE || key == '?' || key == 'q')
            menu->help.text = NULL;
        else if (!screen_page_turn(&menu->help, key) && key == SCREEN_KEY_END)
            return true;
        return false;
    }
    if (menu->is_writing)
        return write_line(menu, key, answer);
    if (key >= KEY_ROW && key < KEY_ROW + (int)menu->count) {
        const bool is_there = menu->at == (unsigned)(key - KEY_ROW);
        menu->at = (unsigned)(key - KEY_ROW);
        const enum item item = item_of(menu);
        const bool is_value =
            item >= ITEM_EDITION && item <= ITEM_LANGUAGE && item != ITEM_PEOPLE && !is_house(menu);
        key = !is_there ? SCREEN_KEY_NONE : is_value ? SCREEN_KEY_RIGHT : SCREEN_KEY_ENTER;
    }
    switch (key) {
    case 'k':
    case SCREEN_KEY_UP:
    case SCREEN_KEY_BACK_TAB:
        menu->at = (menu->at + menu->count - 1) % menu->count;
        return false;
    case 'j':
    case SCREEN_KEY_DOWN:
    case SCREEN_KEY_TAB:
        menu->at = (menu->at + 1) % menu->count;
        return false;
    case 'h':
    case SCREEN_KEY_LEFT:
        change(menu, -1);
        return false;
    case 'l':
    case SCREEN_KEY_RIGHT:
        change(menu, 1);
        return false;
    case ' ':
        if (is_house(menu))
            screen_checklist(menu->start);
        else
            change(menu, 1);
        return false;
    case '?':
        open_help(menu);
        return false;
    case SCREEN_KEY_ENTER:
        return choose(menu, answer);
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
    static struct menu menu; /* its texts are too long for a stack */
    enum tui_menu_answer answer = TUI_MENU_LEAVE;
    menu = (struct menu){.start = start, .unfinished = unfinished};
    if (!load_editions(&menu) || !screen_terminal_open(!start->no_color)) {
        free(menu.editions);
        return TUI_MENU_LEAVE;
    }
    find_rows(&menu);
    menu.at = 0;
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

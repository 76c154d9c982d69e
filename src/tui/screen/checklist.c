/* checklist.c - names to the left, with their boxes; below, what the one under the cursor says, or which
 * other it meets. */
#include "tui/screen/checklist.h"

#include <stdio.h>
#include <string.h>

#include "tui/screen/canvas.h"
#include "tui/screen/line.h"
#include "tui/screen/terminal.h"
#include "words/tui_show_words.h"
#include "words/words.h"

enum { FILTER_BYTES = 64, LINE_BYTES = 512, ABOUT_ROWS = 3, KEY_ROW = SCREEN_KEY_CARD };

struct checklist {
    struct screen_canvas canvas;
    struct tui_start *start;
    char filter[FILTER_BYTES];
    unsigned rules[PEN_HOUSE_MAX], count; /* those that are seen */
    unsigned at;
};

static unsigned number_of(const struct checklist *list, unsigned index, const struct pen_house *house)
{
    const unsigned number = pen_house_number(list->start->options.house, index);
    return number ? number : house->usual;
}

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool has_part(const char *text, const char *part)
{
    for (; *text; text++) {
        size_t same = 0;
        while (part[same] && lower(text[same]) == lower(part[same]))
            same++;
        if (!part[same])
            return true;
    }
    return !*part;
}

static void find(struct checklist *list)
{
    const enum pen_lang lang = list->start->lang;
    list->count = 0;
    for (unsigned i = 0; i < pen_house_count() && i < PEN_HOUSE_MAX; i++) {
        struct pen_house house;
        char name[PEN_NAME_BYTES];
        pen_house_builtin(i, &house);
        if (has_part(pen_house_name(&house, number_of(list, i, &house), lang, name), list->filter) ||
            has_part(pen_said(house.about, lang), list->filter) || has_part(house.id, list->filter))
            list->rules[list->count++] = i;
    }
    if (list->at >= list->count)
        list->at = list->count ? list->count - 1 : 0;
}

/* What the rule says, or which other one it meets. */
static void about(const struct checklist *list, struct pen_text *text)
{
    struct pen_house house;
    struct pen_house_conflict conflict;
    if (list->count == 0)
        return;
    const unsigned index = list->rules[list->at];
    pen_house_builtin(index, &house);
    const pen_house_set now = list->start->options.house,
                        with = pen_house_with(now, index, number_of(list, index, &house));
    if (with != now && pen_house_meet(with, &conflict))
        pen_house_conflict_say(&conflict, list->start->lang, text);
    else
        pen_text_add(text, pen_said(house.about, list->start->lang));
}

static void draw_rule(struct checklist *list, unsigned at, struct screen_rect rect)
{
    struct screen_canvas *canvas = &list->canvas;
    struct pen_house house;
    char name[PEN_NAME_BYTES], line[LINE_BYTES];
    const unsigned index = list->rules[at];
    pen_house_builtin(index, &house);
    const bool is_on = pen_house_number(list->start->options.house, index) != 0, is_chosen = at == list->at;
    const struct screen_style style =
        is_chosen ? SCREEN_STYLE(SCREEN_INK_PLAIN, SCREEN_INK_PLAIN, SCREEN_REVERSE | SCREEN_BOLD)
        : is_on   ? SCREEN_STRONG
                  : SCREEN_PLAIN;
    snprintf(line, sizeof line, "%s %s%s", is_on ? "[x]" : "[ ]",
             pen_house_name(&house, number_of(list, index, &house), list->start->lang, name),
             house.most > house.least ? " (←→)" : "");
    if (is_chosen)
        screen_canvas_fill(canvas, rect, style);
    screen_canvas_text(canvas, rect.row, rect.column, rect.columns, style, line);
    screen_canvas_spot(canvas, rect, KEY_ROW + (int)at);
}

static bool draw(struct checklist *list)
{
    struct screen_canvas *canvas = &list->canvas;
    char line[LINE_BYTES];
    if (!screen_terminal_begin(canvas))
        return false;
    canvas->edition = &list->start->edition;
    const int columns = canvas->columns - 2, last = canvas->rows - 1, room = last - 1 - ABOUT_ROWS - 1;
    int used = screen_canvas_text(canvas, 0, 1, columns, SCREEN_STRONG,
                                  word_text(WORD_TUI_SHOW_SET_HOUSE, list->start->lang));
    snprintf(line, sizeof line, "  / %s▏", list->filter);
    screen_canvas_text(canvas, 0, 1 + used, columns - used, SCREEN_LIGHT, line);
    const int first = (int)list->at >= room ? (int)list->at - room + 1 : 0;
    for (int i = first; i < (int)list->count && i - first < room; i++)
        draw_rule(list, (unsigned)i, (struct screen_rect){1 + i - first, 1, 1, columns});
    screen_canvas_line(canvas, last - ABOUT_ROWS - 1, 0, canvas->columns, SCREEN_QUIET);
    struct pen_text text = pen_text_in(line, sizeof line);
    line[0] = 0;
    about(list, &text);
    screen_canvas_paragraph(canvas, (struct screen_rect){last - ABOUT_ROWS, 1, ABOUT_ROWS, columns},
                            SCREEN_PLAIN, line);
    screen_canvas_keys(canvas, last, 1, columns, word_text(WORD_TUI_SHOW_CHECKLIST_KEYS, list->start->lang));
    screen_terminal_show(canvas);
    return true;
}

/* Takes the rule or lets it go; with a step, one more or less of what it counts. */
static void change(struct checklist *list, int step)
{
    struct pen_house house;
    if (list->count == 0)
        return;
    const unsigned index = list->rules[list->at];
    pen_house_builtin(index, &house);
    const int number = (int)number_of(list, index, &house) + step;
    if (number >= house.least && number <= house.most)
        tui_start_toggle_house(list->start, index, (unsigned)number);
}

/* Whether that is all. */
static bool press(struct checklist *list, int key)
{
    if (key >= KEY_ROW && key < KEY_ROW + (int)list->count) {
        list->at = (unsigned)(key - KEY_ROW);
        change(list, 0);
    } else if (key == SCREEN_KEY_UP || key == SCREEN_KEY_BACK_TAB) {
        list->at = list->count ? (list->at + list->count - 1) % list->count : 0;
    } else if (key == SCREEN_KEY_DOWN || key == SCREEN_KEY_TAB) {
        list->at = list->count ? (list->at + 1) % list->count : 0;
    } else if (key == ' ') {
        change(list, 0);
    } else if (key == SCREEN_KEY_LEFT || key == SCREEN_KEY_RIGHT) {
        change(list, key == SCREEN_KEY_RIGHT ? 1 : -1);
    } else if (key == SCREEN_KEY_ESCAPE) {
        if (!list->filter[0])
            return true;
        screen_line_erase(list->filter);
    } else if (key == SCREEN_KEY_ENTER || key == SCREEN_KEY_END) {
        return true;
    } else if (key > ' ' && key < SCREEN_KEY_LEFT) {
        screen_line_add(list->filter, sizeof list->filter, (unsigned)key);
    }
    return false;
}

void screen_checklist(struct tui_start *start)
{
    static struct checklist list; /* its names are too long for a stack */
    memset(&list, 0, sizeof list);
    list.start = start;
    for (bool is_done = false; !is_done;) {
        find(&list);
        if (!draw(&list))
            break;
        struct screen_key key = screen_terminal_wait(-1, -1);
        if (key.code == SCREEN_KEY_CLICK)
            key.code = screen_canvas_key_at(&list.canvas, key.row, key.column);
        is_done = press(&list, key.code);
    }
    screen_canvas_drop(&list.canvas);
}

/* menu.c - the start in lines: what to play and against whom. Two times Enter is a game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/front.h"
#include "tui/lines.h"
#include "tui/plain/house.h"
#include "tui/filling.h"
#include "tui/form.h"
#include "words/cli_play_words.h"
#include "words/tui_say_words.h"
#include "words/tui_show_words.h"

static bool read_line(char *line)
{
    fflush(stdout);
    return tui_lines_next(-1, -1, line) == TUI_LINE_READ;
}

static const char *words(const struct tui_start *start, enum word id)
{
    return word_text(id, start->lang);
}

/* A number from 1 to 'count'; Enter alone takes 'usual'. 0: the input is over. */
static unsigned ask(const struct tui_start *start, unsigned count, unsigned usual)
{
    char line[TUI_LINE_BYTES];
    for (;;) {
        printf("[%u] ", usual);
        if (!read_line(line))
            return 0;
        if (line[0] == 0)
            return usual;
        char *end;
        unsigned long number = strtoul(line, &end, 10);
        if (*end == 0 && number >= 1 && number <= count)
            return (unsigned)number;
        if (strcmp(line, "q") == 0)
            return 0;
        puts(words(start, WORD_TUI_SAY_NOT_A_CHOICE));
    }
}

/* Behind the editions: what is not a game of one of them. */
struct other {
    enum word words;
    enum tui_menu_answer answer; /* START: the names of the people are asked for */
    bool is_errand;
};

static const struct other others[] = {
    {WORD_TUI_SAY_CHOICE_TUTORIAL, TUI_MENU_TUTORIAL, false},
    {WORD_TUI_SHOW_MENU_PEOPLE, TUI_MENU_START, true},
    {WORD_TUI_SHOW_MENU_PROBLEM, TUI_MENU_PROBLEM, true},
    {WORD_TUI_SHOW_MENU_JOIN, TUI_MENU_JOIN, true},
    {WORD_TUI_SHOW_MENU_HOST, TUI_MENU_HOST, true},
    {WORD_TUI_SHOW_MENU_GAMES, TUI_MENU_GAMES, true},
};

enum { OTHER_COUNT = sizeof others / sizeof others[0] };

static void tell_people(const struct tui_start *start)
{
    struct pen_names names = start->people;
    pen_names_show(&names);
    printf("%s:", words(start, WORD_TUI_SHOW_MENU_PEOPLE));
    for (uint8_t i = 0; i < names.count; i++)
        printf("%s %s", i > 0 ? "," : "", names.name[i]);
    putchar('\n');
}

/* Enter alone leaves them as they are. False: the input is over. */
static bool ask_people(struct tui_start *start)
{
    char line[TUI_LINE_BYTES], why[512];
    for (;;) {
        struct pen_names people;
        tell_people(start);
        puts(words(start, WORD_TUI_SHOW_ABOUT_PEOPLE));
        if (!read_line(line))
            return false;
        if (line[0] == 0)
            return true;
        if (tui_start_read_people(line, &people)) {
            start->people = people;
            start->has_names = true;
            tell_people(start);
            return true;
        }
        struct pen_text text = pen_text_in(why, sizeof why);
        words_say(&text, start->lang, CLI_PLAY_NAMES_HAVE_LETTERS_DIGITS_AND_NO, line);
        puts(why);
    }
}

static enum tui_menu_answer ask_link(struct tui_start *start)
{
    char line[TUI_LINE_BYTES];
    puts(words(start, WORD_TUI_SHOW_ABOUT_JOIN));
    if (!read_line(line) || line[0] == 0)
        return TUI_MENU_LEAVE;
    memcpy(start->link, line, sizeof start->link);
    return TUI_MENU_JOIN;
}

/* START: an edition was chosen. */
static enum tui_menu_answer ask_edition(struct tui_start *start)
{
    unsigned count = pen_edition_builtin_count(), usual = 1, more = start->has_errands ? OTHER_COUNT : 1;
    puts(words(start, WORD_TUI_SAY_ASK_EDITION));
    for (unsigned i = 0; i < count; i++) {
        struct pen_edition edition;
        bool is_there = pen_edition_builtin(pen_edition_builtin_id(i), &edition);
        PEN_ASSERT(is_there);
        printf("  %u %s. %s\n", i + 1, pen_said(edition.title, start->lang),
               pen_said(edition.about, start->lang));
        if (strcmp(edition.id, start->edition.id) == 0)
            usual = i + 1;
    }
    for (unsigned i = 0; i < more; i++)
        printf("  %u %s\n", count + 1 + i, words(start, others[i].words));
    for (;;) {
        const unsigned answer = ask(start, count + more, usual);
        if (answer == 0)
            return TUI_MENU_LEAVE;
        if (answer <= count) {
            struct pen_edition edition;
            bool is_there = pen_edition_builtin(pen_edition_builtin_id(answer - 1), &edition);
            PEN_ASSERT(is_there);
            if (tui_start_has_room(&start->people, &edition)) {
                start->edition = edition;
                return TUI_MENU_START;
            }
            char why[512];
            struct pen_text text = pen_text_in(why, sizeof why);
            tui_start_add_limits(&text, &edition, start->lang);
            puts(why);
            continue;
        }
        const enum tui_menu_answer other = others[answer - count - 1].answer;
        if (other == TUI_MENU_JOIN)
            return ask_link(start);
        if (other != TUI_MENU_START)
            return other;
        if (!ask_people(start))
            return TUI_MENU_LEAVE;
    }
}

static bool read_opponents(struct tui_start *start, const char *line, unsigned least, unsigned most)
{
    char *end;
    unsigned long number = strtoul(line, &end, 10);
    if (end == line || number < least || number > most)
        return false;
    while (*end == ' ')
        end++;
    struct bot_spec spec;
    if (*end) {
        if (!pen_bot_spec_read(end, strlen(end), &spec))
            return false;
        start->bots[0] = spec;
        start->bot_count = 1;
    }
    start->seat_count = (uint8_t)(number + start->people.count);
    tui_start_change_teams(start, 0);
    return true;
}

/* ---- more settings --------------------------------------------------------------------------- */

/* "Deals first: drawn for" */
static void add_setting(const struct tui_start *start, uint16_t row, struct pen_text *text)
{
    tui_say(text, WORD_TUI_SAY_DO_AS, start->lang,
            &(struct tui_filling){.name = words(start, tui_form_name(row))});
    tui_form_add_value(text, start, row);
}

static void tell_settings(const struct tui_start *start)
{
    char list[1536], line[2048];
    uint16_t rows[TUI_FORM_MAX];
    const unsigned count = tui_form_rows(start, rows);
    struct pen_text text = pen_text_in(list, sizeof list);
    for (unsigned i = 0; i < count; i++) {
        pen_text_add(&text, i > 0 ? " · " : "");
        add_setting(start, rows[i], &text);
    }
    text = pen_text_in(line, sizeof line);
    tui_say(&text, WORD_TUI_SAY_ASK_MORE, start->lang, &(struct tui_filling){.text = list});
    puts(line);
}

/* A number goes to its next value; Enter alone is enough of it. False: the input is over. */
static bool ask_settings(struct tui_start *start)
{
    for (;;) {
        uint16_t rows[TUI_FORM_MAX];
        const unsigned count = tui_form_rows(start, rows);
        for (unsigned i = 0; i < count; i++) {
            char bytes[1024];
            struct pen_text text = pen_text_in(bytes, sizeof bytes);
            add_setting(start, rows[i], &text);
            printf("  %u %s\n", i + 1, bytes);
        }
        printf("  %u %s\n", count + 1, words(start, WORD_TUI_SHOW_DO_READ));
        unsigned answer = ask(start, count + 1, count + 1);
        if (answer == 0 || answer == count + 1)
            return answer != 0;
        puts(words(start, tui_form_about(rows[answer - 1])));
        if (!tui_form_is_house(rows[answer - 1]))
            tui_form_step(start, rows[answer - 1], 1);
        else if (!plain_ask_house(start))
            return false;
    }
}

static bool ask_opponents(struct tui_start *start)
{
    unsigned people = start->people.count;
    unsigned least = start->edition.rule.seats_min > people ? start->edition.rule.seats_min - people : 0;
    unsigned most = start->edition.rule.seats_max > people ? start->edition.rule.seats_max - people : 0;
    unsigned usual = most < 3 ? most : least > 3 ? least : 3;
    char from[8], to[8], range[64], levels[160], question[512];
    snprintf(from, sizeof from, "%u", least);
    snprintf(to, sizeof to, "%u", most);
    struct pen_text text = pen_text_in(range, sizeof range);
    tui_say(&text, WORD_TUI_SAY_RANGE, start->lang, &(struct tui_filling){.name = from, .other = to});
    text = pen_text_in(levels, sizeof levels);
    for (unsigned level = 0; level < BOT_LEVEL_COUNT; level++) {
        pen_text_add(&text, level > 0 ? ", " : "");
        pen_text_add(&text, pen_bot_level_id((enum bot_level)level));
    }
    text = pen_text_in(question, sizeof question);
    tui_say(&text, WORD_TUI_SAY_ASK_OPPONENTS, start->lang,
            &(struct tui_filling){.text = range, .other = levels});
    puts(question);
    start->seat_count = (uint8_t)(usual + people);
    tell_settings(start);
    for (;;) {
        char line[TUI_LINE_BYTES];
        printf("[%u] ", usual);
        if (!read_line(line) || strcmp(line, "q") == 0)
            return false;
        if (line[0] == 0)
            return true;
        if (strcmp(line, "s") == 0) {
            if (!ask_settings(start))
                return false;
            puts(question);
            continue;
        }
        if (read_opponents(start, line, least, most))
            return true;
        puts(words(start, WORD_TUI_SAY_NOT_A_CHOICE));
    }
}

enum tui_menu_answer plain_menu(struct tui_start *start, const char *unfinished)
{
    puts(words(start, WORD_TUI_SAY_HELLO));
    if (unfinished) {
        char question[512];
        struct pen_text text = pen_text_in(question, sizeof question);
        tui_say(&text, WORD_TUI_SAY_ASK_GO_ON, start->lang, &(struct tui_filling){.text = unfinished});
        printf("%s\n  1 %s\n  2 %s\n  3 %s\n", question, words(start, WORD_TUI_SAY_CHOICE_GO_ON),
               words(start, WORD_TUI_SAY_CHOICE_NEW), words(start, WORD_TUI_SAY_CHOICE_LEAVE));
        unsigned answer = ask(start, 3, 1);
        if (answer != 2)
            return answer == 1 ? TUI_MENU_GO_ON : TUI_MENU_LEAVE;
    }
    if (!start->has_edition) {
        const enum tui_menu_answer answer = ask_edition(start);
        if (answer != TUI_MENU_START)
            return answer;
    }
    if (!start->has_players && !ask_opponents(start))
        return TUI_MENU_LEAVE;
    return TUI_MENU_START;
}

int plain_choose(const struct tui_list *list)
{
    const struct tui_start start = {.lang = list->lang};
    puts(list->count ? list->heading : list->empty);
    for (unsigned i = 0; i < list->count; i++)
        printf("  %u %s\n", i + 1, list->items[i]);
    return list->count ? (int)ask(&start, list->count, 1) - 1 : -1;
}

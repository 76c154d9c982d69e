/* menu.c - the start in lines: what to play and against whom. Two times Enter is a game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/front.h"
#include "tui/lines.h"
#include "tui/plain/house.h"
#include "tui/filling.h"
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

/* The choice behind the editions is the tutorial. False: leave. */
static bool ask_edition(struct tui_start *start, bool *is_tutorial)
{
    unsigned count = pen_edition_builtin_count(), usual = 1;
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
    printf("  %u %s\n", count + 1, words(start, WORD_TUI_SAY_CHOICE_TUTORIAL));
    unsigned answer = ask(start, count + 1, usual);
    *is_tutorial = answer == count + 1;
    if (answer >= 1 && answer <= count) {
        bool is_there = pen_edition_builtin(pen_edition_builtin_id(answer - 1), &start->edition);
        PEN_ASSERT(is_there);
    }
    return answer != 0;
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

enum setting {
    SETTING_REVERSE,
    SETTING_DEALER,
    SETTING_MISPLAYS,
    SETTING_TEAMS,
    SETTING_HOUSE,
    SETTING_COUNT
};

static bool has_setting(const struct tui_start *start, enum setting setting)
{
    if (setting == SETTING_TEAMS)
        return start->seat_count >= 2 * PEN_SEATS_MIN;
    return setting != SETTING_MISPLAYS || start->edition.rule.misplay_cards > 0;
}

/* "Deals first: drawn for" */
static void add_setting(const struct tui_start *start, enum setting setting, struct pen_text *text)
{
    static const enum word names[SETTING_COUNT] = {[SETTING_HOUSE] = WORD_TUI_SHOW_MENU_HOUSE,
                                                   [SETTING_TEAMS] = WORD_TUI_SHOW_MENU_TEAMS,
                                                   [SETTING_REVERSE] = WORD_TUI_SHOW_MENU_REVERSE,
                                                   [SETTING_DEALER] = WORD_TUI_SHOW_MENU_DEALER,
                                                   [SETTING_MISPLAYS] = WORD_TUI_SHOW_MENU_MISPLAYS};
    tui_say(text, WORD_TUI_SAY_DO_AS, start->lang,
            &(struct tui_filling){.name = words(start, names[setting])});
    if (setting == SETTING_HOUSE)
        tui_start_add_house(text, start);
    else if (setting == SETTING_DEALER)
        tui_start_add_dealer(text, start);
    else
        pen_text_add(text, setting == SETTING_TEAMS     ? tui_teams_text(&start->options, start->lang)
                           : setting == SETTING_REVERSE ? tui_start_reverse_text(start)
                                                        : tui_start_misplays_text(start));
}

static void tell_settings(const struct tui_start *start)
{
    char list[1536], line[2048];
    struct pen_text text = pen_text_in(list, sizeof list);
    for (unsigned i = 0; i < SETTING_COUNT; i++) {
        if (!has_setting(start, (enum setting)i))
            continue;
        pen_text_add(&text, i > 0 ? " · " : "");
        add_setting(start, (enum setting)i, &text);
    }
    text = pen_text_in(line, sizeof line);
    tui_say(&text, WORD_TUI_SAY_ASK_MORE, start->lang, &(struct tui_filling){.text = list});
    puts(line);
}

/* A number goes to its next value; Enter alone is enough of it. False: the input is over. */
static bool ask_settings(struct tui_start *start)
{
    for (;;) {
        unsigned count = 0;
        enum setting settings[SETTING_COUNT];
        for (unsigned i = 0; i < SETTING_COUNT; i++) {
            char bytes[1024];
            struct pen_text text = pen_text_in(bytes, sizeof bytes);
            if (!has_setting(start, (enum setting)i))
                continue;
            add_setting(start, (enum setting)i, &text);
            settings[count++] = (enum setting)i;
            printf("  %u %s\n", count, bytes);
        }
        printf("  %u %s\n", count + 1, words(start, WORD_TUI_SHOW_DO_READ));
        unsigned answer = ask(start, count + 1, count + 1);
        if (answer == 0 || answer == count + 1)
            return answer != 0;
        if (settings[answer - 1] == SETTING_HOUSE && !plain_ask_house(start))
            return false;
        if (settings[answer - 1] == SETTING_TEAMS)
            tui_start_change_teams(start, 1);
        else if (settings[answer - 1] == SETTING_REVERSE)
            start->options.reverse_with_two =
                start->options.reverse_with_two == PEN_REVERSE_TURNS ? PEN_REVERSE_SKIPS : PEN_REVERSE_TURNS;
        else if (settings[answer - 1] == SETTING_DEALER)
            tui_start_change_dealer(start, 1);
        else if (settings[answer - 1] == SETTING_MISPLAYS)
            start->protection = tui_start_is_protected(start) ? TUI_PROTECTION_OFF : TUI_PROTECTION_ON;
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
    bool is_tutorial = false;
    if (!start->has_edition && !ask_edition(start, &is_tutorial))
        return TUI_MENU_LEAVE;
    if (is_tutorial)
        return TUI_MENU_TUTORIAL;
    if (!start->has_players && !ask_opponents(start))
        return TUI_MENU_LEAVE;
    return TUI_MENU_START;
}

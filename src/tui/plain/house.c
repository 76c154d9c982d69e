/* house.c - see house.h. By what they are about, as the page has them; whoever knows their names
 * types those. */
#include "tui/plain/house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/filling.h"
#include "tui/lines.h"
#include "words/tui_say_words.h"
#include "words/tui_show_words.h"

static const char *words(const struct tui_start *start, enum word id)
{
    return word_text(id, start->lang);
}

static bool read_line(char *line)
{
    fflush(stdout);
    return tui_lines_next(-1, -1, line) == TUI_LINE_READ;
}

static void toggle(struct tui_start *start, unsigned index, unsigned number)
{
    const pen_house_set before = start->options.house;
    struct pen_house_conflict conflict;
    tui_start_toggle_house(start, index, number);
    if (start->options.house != before || !pen_house_meet(pen_house_with(before, index, number), &conflict))
        return;
    char bytes[512];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_house_conflict_say(&conflict, start->lang, &text);
    puts(bytes);
}

/* Names with blanks or commas between them. */
static void toggle_named(struct tui_start *start, const char *line)
{
    while (*line) {
        const size_t bytes = strcspn(line, ", ");
        pen_house_set named = 0;
        if (bytes > 0 && pen_house_add(line, bytes, &named)) {
            for (unsigned i = 0; i < pen_house_count(); i++)
                if (pen_house_number(named, i))
                    toggle(start, i, pen_house_number(named, i));
        } else if (bytes > 0) {
            char name[TUI_LINE_BYTES], said[TUI_LINE_BYTES + 128];
            struct pen_text text = pen_text_in(said, sizeof said);
            memcpy(name, line, bytes);
            name[bytes] = 0;
            tui_say(&text, WORD_TUI_SAY_NO_HOUSE, start->lang, &(struct tui_filling){.text = name});
            puts(said);
        }
        line += bytes + (line[bytes] != 0);
    }
}

/* A number from 1 to 'count', which is enough of it, as Enter is; 0: names were typed; -1: the input is over.
 */
static int ask(struct tui_start *start, unsigned count)
{
    char line[TUI_LINE_BYTES];
    char *end;
    printf("[%u] ", count);
    if (!read_line(line) || strcmp(line, "q") == 0)
        return -1;
    if (line[0] == 0)
        return (int)count;
    const unsigned long number = strtoul(line, &end, 10);
    if (end != line && *end == 0) {
        if (number >= 1 && number <= count)
            return (int)number;
        puts(words(start, WORD_TUI_SAY_NOT_A_CHOICE));
        return 0;
    }
    toggle_named(start, line);
    return 0;
}

/* Those of a group. False: the input is over. */
static bool ask_group(struct tui_start *start, enum pen_house_group group)
{
    for (;;) {
        unsigned places[PEN_HOUSE_MAX], numbers[PEN_HOUSE_MAX], count = 0;
        for (unsigned i = 0; i < pen_house_count(); i++) {
            struct pen_house house;
            pen_house_builtin(i, &house);
            if (house.group != group)
                continue;
            const unsigned number = pen_house_number(start->options.house, i);
            char name[PEN_NAME_BYTES], id[PEN_ID_BYTES + 8];
            places[count] = i;
            numbers[count++] = number ? number : house.usual;
            snprintf(id, sizeof id, house.most > house.least ? "%s=%u-%u" : "%s", house.id, house.least,
                     house.most);
            printf("  %u [%c] %s (%s): %s\n", count, number ? 'x' : ' ',
                   pen_house_name(&house, number ? number : house.usual, start->lang, name), id,
                   pen_said(house.about, start->lang));
        }
        printf("  %u %s\n", count + 1, words(start, WORD_TUI_SHOW_DO_READ));
        const int answer = ask(start, count + 1);
        if (answer < 0 || answer == (int)count + 1)
            return answer > 0;
        if (answer > 0)
            toggle(start, places[answer - 1], numbers[answer - 1]);
    }
}

bool plain_ask_house(struct tui_start *start)
{
    for (;;) {
        char chosen[1024];
        struct pen_text text = pen_text_in(chosen, sizeof chosen);
        tui_start_add_house(&text, start);
        printf("%s: %s\n", words(start, WORD_TUI_SHOW_SET_HOUSE), chosen);
        puts(words(start, WORD_TUI_SAY_ASK_HOUSE));
        for (unsigned group = 0; group < PEN_HOUSE_GROUP_COUNT; group++)
            printf("  %u %s\n", group + 1, pen_house_group_text((enum pen_house_group)group, start->lang));
        printf("  %u %s\n", PEN_HOUSE_GROUP_COUNT + 1, words(start, WORD_TUI_SHOW_DO_READ));
        const int answer = ask(start, PEN_HOUSE_GROUP_COUNT + 1);
        if (answer < 0 || answer == PEN_HOUSE_GROUP_COUNT + 1)
            return answer > 0;
        if (answer > 0 && !ask_group(start, (enum pen_house_group)(answer - 1)))
            return false;
    }
}

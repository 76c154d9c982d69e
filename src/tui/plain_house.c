/* plain_house.c - see plain_house.h. By what they are about, as the page has them; whoever knows their names
 * types those. */
#include "tui/plain_house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/filling.h"
#include "tui/plain.h"

static const char *words(const struct tui_start *start, enum word id)
{
    return word_text(id, start->lang);
}

static bool read_line(char *line)
{
    fflush(stdout);
    return tui_lines_next(tui_plain_input(), -1, -1, line) == TUI_LINE_READ;
}

void tui_add_house(struct pen_text *text, const struct tui_start *start)
{
    pen_house_write(start->options.house, ", ", text);
    if (!start->options.house)
        pen_text_add(text, words(start, WORD_TUI_SHOW_MENU_HOUSE_NONE));
}

static void toggle(struct tui_start *start, pen_house_set bit)
{
    struct pen_house_conflict conflict;
    const pen_house_set now = start->options.house;
    if ((now & bit) || !pen_house_meet(now | bit, &conflict)) {
        start->options.house = now ^ bit;
        return;
    }
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
        pen_house_set bit = 0;
        if (bytes > 0 && pen_house_add(line, bytes, &bit)) {
            toggle(start, bit);
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
        unsigned places[PEN_HOUSE_MAX], count = 0;
        for (unsigned i = 0; i < pen_house_count(); i++) {
            struct pen_house house;
            pen_house_builtin(i, &house);
            if (house.group != group)
                continue;
            places[count++] = i;
            printf("  %u [%c] %s (%s): %s\n", count, start->options.house >> i & 1 ? 'x' : ' ',
                   house.title[start->lang], house.id, house.about[start->lang]);
        }
        printf("  %u %s\n", count + 1, words(start, WORD_TUI_SHOW_DO_READ));
        const int answer = ask(start, count + 1);
        if (answer < 0 || answer == (int)count + 1)
            return answer > 0;
        if (answer > 0)
            toggle(start, UINT64_C(1) << places[answer - 1]);
    }
}

bool tui_plain_ask_house(struct tui_start *start)
{
    for (;;) {
        char chosen[1024];
        struct pen_text text = pen_text_in(chosen, sizeof chosen);
        tui_add_house(&text, start);
        printf("%s: %s\n", words(start, WORD_TUI_SHOW_MENU_HOUSE), chosen);
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

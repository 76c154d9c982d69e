/* start.c - the speeds by their names, and what a table is set up with. */
#include "tui/start.h"

#include <string.h>

#include "tui/home.h"
#include "tui/filling.h"

static const struct {
    const char *id;
    unsigned percent;
} speeds[TUI_SPEED_COUNT] = {
#define X(name, id, percent) {id, percent},
    TUI_SPEED_LIST(X)
#undef X
};

bool tui_speed_read(const char *text, enum tui_speed *speed)
{
    for (unsigned i = 0; i < TUI_SPEED_COUNT; i++) {
        if (strcmp(speeds[i].id, text) == 0) {
            *speed = (enum tui_speed)i;
            return true;
        }
    }
    return false;
}

unsigned tui_speed_percent(enum tui_speed speed)
{
    return speeds[speed].percent;
}

bool tui_start_is_protected(const struct tui_start *start)
{
    if (start->protection != TUI_PROTECTION_AS_USUAL)
        return start->protection == TUI_PROTECTION_ON;
    bool is_easy = start->people.count == 1;
    for (unsigned i = 0; i < start->bot_count; i++)
        is_easy = is_easy && start->bots[i].level <= BOT_CASUAL;
    return is_easy;
}

struct pen_options tui_start_options(const struct tui_start *start)
{
    struct pen_options options = start->options;
    options.misplays = tui_start_is_protected(start) ? PEN_MISPLAYS_REFUSED : PEN_MISPLAYS_AS_EDITION;
    return options;
}

void tui_start_change_dealer(struct tui_start *start, int step)
{
    const struct pen_names names = tui_home_setup_of(start).names;
    unsigned count = names.count + 1u, at = 0; /* 0: nobody */
    for (unsigned seat = 0; seat < names.count; seat++)
        if (strcmp(names.name[seat], start->dealer) == 0)
            at = seat + 1;
    at = (at + count + (unsigned)step) % count;
    memset(start->dealer, 0, sizeof start->dealer);
    if (at > 0)
        memcpy(start->dealer, names.name[at - 1], sizeof start->dealer);
}

const char *tui_start_dealer_text(const struct tui_start *start)
{
    bool is_drawn = start->edition.dealer_by != PEN_DEALER_NAMED;
    if (tui_home_setup_of(start).dealer != PEN_SEAT_NONE)
        return start->dealer;
    return word_text(is_drawn ? WORD_TUI_SHOW_MENU_DEALER_DRAWN : WORD_TUI_SHOW_MENU_DEALER_CHANCE,
                     start->lang);
}

const char *tui_start_reverse_text(const struct tui_start *start)
{
    return word_text(start->options.reverse_with_two == PEN_REVERSE_TURNS ? WORD_TUI_SHOW_MENU_REVERSE_TURN
                                                                          : WORD_TUI_SHOW_MENU_REVERSE_SKIP,
                     start->lang);
}

const char *tui_start_misplays_text(const struct tui_start *start)
{
    return word_text(tui_start_is_protected(start) ? WORD_TUI_SHOW_MENU_MISPLAYS_REFUSED
                                                   : WORD_TUI_SHOW_MENU_MISPLAYS_PUNISHED,
                     start->lang);
}

/* form.c - most rows are as the list says; a few say and do what a list cannot know: how the sheet itself
 * counts, which teams so many players make, that wrong cards are refused where bots are easy. */
#include "tui/form.h"

#include "setup/setup.h"
#include "tui/filling.h"
#include "words/help_setting_words.h"
#include "words/tui_show_words.h"

#define OF(member) SETUP_SETTING(options.member)

#define DEALER SETUP_SETTING(dealer)

/* ---- the words ---- */

static const struct row {
    uint16_t setting;
    enum word name, about;
} rows[] = {
#define ROW_OWN(...)
#define ROW_RULES(m, ...) {OF(m), __VA_ARGS__},
#define OPTION(named, shown, help) WORD_TUI_SHOW_SET_##help, WORD_HELP_SETTING_##help
#define NUMBER(in, type, m, k, j, p, w, least, most, none, usual, say, offer) ROW_AS(in, m, offer)
#define TRUTH(in, m, k, j, p, w, usual, say, offer) ROW_AS(in, m, offer)
#define WORD(in, m, k, j, p, w, list, none, usual, say, offer) ROW_AS(in, m, offer)
#define HOUSE(in, m, k, j, p, w, say, offer) ROW_AS(in, m, offer)
#define STRING(in, m, k, j, p, w, bytes, usual, say, offer) ROW_AS(in, m, offer)
#define CLOCK(in, m, k, j, p, w, usual, say, offer) ROW_AS(in, m, offer)
#define ROW_AS(in, ...) ROW_##in(__VA_ARGS__)
#include "setup/settings.def"
#include "setup/undefine.h"
    {DEALER, WORD_TUI_SHOW_SET_DEALER, WORD_TUI_SHOW_ABOUT_DEALER},
};

enum { ROW_COUNT = sizeof rows / sizeof rows[0] };
PEN_STATIC_ASSERT((int)ROW_COUNT <= (int)TUI_FORM_MAX, "room for every rule");

static const struct row *row_of(uint16_t setting)
{
    const struct row *row = rows;
    for (; row->setting != setting; row++)
        PEN_ASSERT(row + 1 < rows + ROW_COUNT);
    return row;
}

enum word tui_form_name(uint16_t row)
{
    return row_of(row)->name;
}

enum word tui_form_about(uint16_t row)
{
    return row == OF(reverse_with_two)               ? WORD_TUI_SHOW_ABOUT_REVERSE
           : row == OF(teams)                        ? WORD_TUI_SHOW_ABOUT_TEAMS
           : row == OF(misplays)                     ? WORD_TUI_SHOW_ABOUT_MISPLAYS
           : row == OF(scoring) || row == OF(target) ? WORD_TUI_SHOW_ABOUT_SCORING
                                                     : row_of(row)->about;
}

/* ---- the values ---- */

static uint8_t scoring_of(const struct tui_start *start)
{
    return start->options.scoring == PEN_SCORING_DEFAULT ? start->edition.rule.scoring
                                                         : start->options.scoring;
}

static unsigned target_of(const struct tui_start *start)
{
    return start->options.target ? start->options.target : start->edition.rule.target;
}

static bool has_row(const struct tui_start *start, uint16_t setting)
{
    return setting == OF(teams)      ? start->seat_count >= 2 * PEN_SEATS_MIN
           : setting == OF(partners) ? start->options.teams > 0
           : setting == OF(misplays) ? start->edition.rule.misplay_cards > 0
           : setting == OF(target)   ? scoring_of(start) != PEN_SCORING_QUICK
                                     : true;
}

unsigned tui_form_rows(const struct tui_start *start, uint16_t found[TUI_FORM_MAX])
{
    unsigned count = 0;
    for (unsigned i = 0; i < ROW_COUNT; i++)
        if (has_row(start, rows[i].setting))
            found[count++] = rows[i].setting;
    return count;
}

bool tui_form_is_house(uint16_t row)
{
    return row == OF(house);
}

static void add_scoring(struct pen_text *text, const struct tui_start *start)
{
    tui_say(text,
            scoring_of(start) == PEN_SCORING_QUICK    ? WORD_TUI_SHOW_ONE_ROUND
            : scoring_of(start) == PEN_SCORING_LOWEST ? WORD_TUI_SHOW_TO_LOWEST
                                                      : WORD_TUI_SHOW_TO_POINTS,
            start->lang, &(struct tui_filling){.number = target_of(start)});
}

void tui_form_add_value(struct pen_text *text, const struct tui_start *start, uint16_t row)
{
    if (row == DEALER) {
        tui_start_add_dealer(text, start);
    } else if (row == OF(house)) {
        tui_start_add_house(text, start);
    } else if (row == OF(scoring)) {
        add_scoring(text, start);
    } else if (row == OF(target)) {
        pen_text_add_number(text, target_of(start));
    } else if (row == OF(misplays)) {
        pen_text_add(text, tui_start_misplays_text(start));
    } else if (row == OF(teams)) {
        pen_text_add(text, tui_teams_text(&start->options, start->lang));
    } else if (row == OF(reverse_with_two)) {
        pen_text_add(text, tui_start_reverse_text(start));
    } else {
        const struct setup_settings settings = {.options = start->options};
        setup_value(text, &settings, row, start->lang);
    }
}

/* ---- changing ---- */

static void step_target(struct tui_start *start, int step)
{
    enum { STEP = 50 };
    const int target = (int)target_of(start) + step * STEP;
    start->options.target = (uint16_t)(target < STEP             ? STEP
                                       : target > PEN_TARGET_MAX ? PEN_TARGET_MAX
                                                                 : target);
}

void tui_form_step(struct tui_start *start, uint16_t row, int step)
{
    if (row == DEALER) {
        tui_start_change_dealer(start, step);
    } else if (row == OF(misplays)) {
        start->protection = tui_start_is_protected(start) ? TUI_PROTECTION_OFF : TUI_PROTECTION_ON;
    } else if (row == OF(teams)) {
        tui_start_change_teams(start, step);
    } else if (row == OF(target)) {
        step_target(start, step);
    } else {
        struct setup_settings settings = {.options = start->options};
        if (row == OF(scoring)) /* from the one that is played, without a choice of its own */
            settings.options.scoring = scoring_of(start);
        do
            setup_step(&settings, row, step);
        while (row == OF(scoring) && settings.options.scoring == PEN_SCORING_DEFAULT);
        start->options = settings.options;
    }
}

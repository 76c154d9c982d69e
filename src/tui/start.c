/* start.c - the speeds by their names, and what a table is set up with. */
#include "tui/start.h"

#include <string.h>

#include "room/room.h"
#include "tui/filling.h"
#include "words/cli_words.h"
#include "words/tui_show_words.h"

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

bool tui_speech_read(const char *text, enum tui_speech *speech)
{
    *speech = strcmp(text, "short") == 0   ? TUI_SPEECH_SHORT
              : strcmp(text, "usual") == 0 ? TUI_SPEECH_USUAL
              : strcmp(text, "full") == 0  ? TUI_SPEECH_FULL
                                           : TUI_SPEECH_AS_USUAL;
    return *speech != TUI_SPEECH_AS_USUAL;
}

unsigned tui_speed_percent(enum tui_speed speed)
{
    return speeds[speed].percent;
}

const char *tui_speed_id(enum tui_speed speed)
{
    return speeds[speed].id;
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

static bool is_taken(const struct pen_names *people, const char *name)
{
    for (uint8_t i = 0; i < people->count; i++)
        if (room_names_alike(people->name[i], name))
            return true;
    return false;
}

bool tui_start_read_people(const char *text, struct pen_names *people)
{
    memset(people, 0, sizeof *people);
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        const size_t whole = strcspn(text, ",");
        size_t length = whole;
        while (length > 0 && text[length - 1] == ' ')
            length--;
        char name[PEN_PLAYER_BYTES];
        if (people->count == PEN_SEATS_MAX || !pen_name_read(text, length, name) || is_taken(people, name))
            return false;
        memcpy(people->name[people->count++], name, sizeof name);
        text += whole + (text[whole] == ',');
    }
    return people->count > 0;
}

bool tui_start_has_room(const struct pen_names *people, const struct pen_edition *edition)
{
    return people->count <= edition->rule.seats_max;
}

void tui_start_add_limits(struct pen_text *text, const struct pen_edition *edition, enum pen_lang lang)
{
    words_say(text, lang, CLI_EDITION_IS_FOR_TO_PLAYERS, edition->id, (unsigned)edition->rule.seats_min,
              (unsigned)edition->rule.seats_max);
}

void tui_start_names(const struct tui_start *start, struct pen_names *names)
{
    static const char bot_names[PEN_SEATS_MAX + 1][PEN_PLAYER_BYTES] = {
        "Beto", "Carla", "Dani", "Eva", "Fidel", "Gala", "Hugo", "Inés", "Juan", "Karla", "Ana"};
    *names = start->people;
    unsigned next = 0;
    for (uint8_t seat = start->people.count; seat < start->seat_count; seat++) {
        while (next < PEN_SEATS_MAX && is_taken(&start->people, bot_names[next]))
            next++;
        memcpy(names->name[seat], bot_names[next++], PEN_PLAYER_BYTES);
    }
    names->count = start->seat_count;
}

uint8_t tui_start_dealer(const struct tui_start *start, const struct pen_names *names)
{
    uint8_t dealer = PEN_SEAT_NONE;
    for (uint8_t seat = 0; seat < names->count; seat++)
        if (start->dealer[0] && strcmp(names->name[seat], start->dealer) == 0)
            dealer = seat;
    return dealer;
}

void tui_start_change_dealer(struct tui_start *start, int step)
{
    struct pen_names names;
    tui_start_names(start, &names);
    const uint8_t now = tui_start_dealer(start, &names);
    const unsigned count = names.count + 1u;
    unsigned at = now == PEN_SEAT_NONE ? 0 : now + 1u; /* 0: nobody */
    at = (at + count + (unsigned)step) % count;
    memset(start->dealer, 0, sizeof start->dealer);
    if (at > 0)
        memcpy(start->dealer, names.name[at - 1], sizeof start->dealer);
}

void tui_start_change_teams(struct tui_start *start, int step)
{
    enum { CHOICES = 1 + 2 * (PEN_TEAMS_MAX - 1) };
    struct pen_options *options = &start->options;
    unsigned at = options->teams == 0 ? 0 : 2u * options->teams - 3 + options->partners;
    do {
        at = (at + CHOICES + (unsigned)step) % CHOICES;
        options->teams = (uint8_t)(at == 0 ? 0 : (at + 3) / 2);
        options->partners = at > 0 && (at + 3) % 2 ? PEN_PARTNERS_OPEN : PEN_PARTNERS_HIDDEN;
    } while (step != 0 && !pen_teams_fit(options->teams, start->seat_count));
    if (!pen_teams_fit(options->teams, start->seat_count))
        options->teams = options->partners = 0;
}

const char *tui_teams_text(const struct pen_options *options, enum pen_lang lang)
{
    static const enum word words[PEN_TEAMS_MAX + 1][2] = {
        {WORD_TUI_SHOW_MENU_TEAMS_NONE, WORD_TUI_SHOW_MENU_TEAMS_NONE},
        {WORD_TUI_SHOW_MENU_TEAMS_NONE, WORD_TUI_SHOW_MENU_TEAMS_NONE},
        {WORD_TUI_SHOW_MENU_TEAMS_2, WORD_TUI_SHOW_MENU_TEAMS_2_OPEN},
        {WORD_TUI_SHOW_MENU_TEAMS_3, WORD_TUI_SHOW_MENU_TEAMS_3_OPEN},
        {WORD_TUI_SHOW_MENU_TEAMS_4, WORD_TUI_SHOW_MENU_TEAMS_4_OPEN},
        {WORD_TUI_SHOW_MENU_TEAMS_5, WORD_TUI_SHOW_MENU_TEAMS_5_OPEN}};
    return word_text(words[options->teams][options->partners == PEN_PARTNERS_OPEN], lang);
}

void tui_start_add_dealer(struct pen_text *text, const struct tui_start *start)
{
    const bool is_drawn = start->edition.rule.dealer_by != PEN_DEALER_NAMED;
    struct pen_names names;
    tui_start_names(start, &names);
    const bool is_named = tui_start_dealer(start, &names) != PEN_SEAT_NONE;
    char name[PEN_PLAYER_BYTES];
    memcpy(name, start->dealer, sizeof name);
    pen_name_show(name);
    pen_text_add(text, is_named   ? name
                       : is_drawn ? word_text(WORD_TUI_SHOW_MENU_DEALER_DRAWN, start->lang)
                                  : word_text(WORD_TUI_SHOW_MENU_DEALER_CHANCE, start->lang));
}

void tui_start_add_house(struct pen_text *text, const struct tui_start *start)
{
    pen_house_write(start->options.house, ", ", text);
    if (!start->options.house)
        pen_text_add(text, word_text(WORD_TUI_SHOW_MENU_HOUSE_NONE, start->lang));
}

void tui_start_toggle_house(struct tui_start *start, unsigned index, unsigned number)
{
    pen_house_set *now = &start->options.house;
    const bool is_in = pen_house_number(*now, index) == number;
    const pen_house_set wanted = pen_house_with(*now, index, is_in ? 0 : number);
    struct pen_house_conflict conflict;
    if (is_in || !pen_house_meet(wanted, &conflict))
        *now = wanted;
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

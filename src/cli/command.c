/* command.c - finds a command, says what is wrong with its use, reads the values that several take. */
#include "cli/command.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/bot.h"
#include "room/room.h"
#include "setup/setup.h"
#include "tui/screen/screen.h"
#include "words/words.h"
#include "words/cli_command_words.h"
#include "words/cli_words.h"

const struct cli_command *cli_command_find(const char *name)
{
    for (const struct cli_listed *listed = cli_commands; listed->command; listed++)
        if (strcmp(listed->command->name, name) == 0 ||
            (listed->command->once && strcmp(listed->command->once, name) == 0))
            return listed->command;
    return NULL;
}

int cli_wrong_use(const struct cli_command *command, const char *format, ...)
{
    char what[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (command && command->name[0])
        host_error("%s", host_say(CLI_COMMAND_SEE_PENULTIMA_HELP, command->name, what, command->name));
    else
        host_error("%s", host_say(CLI_COMMAND_SEE_PENULTIMA_HELP_2, what));
    return HOST_WRONG;
}

int cli_bad_value(const struct cli_command *command, const struct cli_option *option, const char *value)
{
    return cli_wrong_use(
        command, "%s", host_say(CLI_COMMAND_CANNOT_BE_IT_IS, option->name, value, host_word(option->about)));
}

int cli_no_such_command(const char *name)
{
    struct cli_nearest nearest = {.word = name};
    for (const struct cli_listed *listed = cli_commands; listed->command; listed++)
        cli_nearest_offer(&nearest, listed->command->name);
    return cli_wrong_use(NULL, "%s%s", host_say(CLI_UNKNOWN_COMMAND, name), cli_nearest_hint(&nearest));
}

int cli_bad_setup(const struct cli_command *command, const char *code)
{
    struct setup setup;
    struct setup_problem problem;
    if (!setup_read(&setup, code, strlen(code), NULL, &problem) && problem.version != 0)
        return cli_wrong_use(command, "%s", host_word(WORD_CLI_COMMAND_SETUP_IS_NEWER));
    return cli_wrong_use(command, "%s", host_say(CLI_COMMAND_SETUP_HAS_NO, code, problem.word));
}

/* ---- values ---------------------------------------------------------------------------------- */

bool cli_house_read(const char *text, pen_house_set *house)
{
    *house = 0;
    if (strcmp(text, "none") == 0)
        return true;
    while (*text) {
        size_t length = strcspn(text, ", ");
        if (length > 0 && !pen_house_add(text, length, house))
            return false;
        text += length + (text[length] != 0);
    }
    return true;
}

const char *cli_edition_name(const struct pen_edition *edition)
{
    return pen_edition_is_own(edition->id) ? pen_said(edition->title, host_lang) : edition->id;
}

bool cli_teams_read(const char *text, struct pen_options *options)
{
    const size_t length = strcspn(text, ",");
    options->teams = options->partners = 0;
    if (strcmp(text, "none") == 0)
        return true;
    if (length != 1 || text[0] < '2' || text[0] > '0' + PEN_TEAMS_MAX)
        return false;
    options->teams = (uint8_t)(text[0] - '0');
    options->partners = strcmp(text + length, ",open") == 0 ? PEN_PARTNERS_OPEN : PEN_PARTNERS_HIDDEN;
    return text[length] == 0 || options->partners == PEN_PARTNERS_OPEN;
}

bool cli_players_fit(const struct pen_edition *edition, const struct pen_rules *rules, unsigned players)
{
    if (pen_seats_fit(rules, players))
        return true;
    if (players < rules->rule.seats_min || players > rules->rule.seats_max)
        host_error("%s", host_say(CLI_EDITION_IS_FOR_TO_PLAYERS, edition->id, (unsigned)rules->rule.seats_min,
                                  (unsigned)rules->rule.seats_max));
    else
        host_error("%s", host_say(CLI_TEAMS_DO_NOT_FIT, players, (unsigned)rules->teams));
    return false;
}

bool cli_reverse_read(const char *text, uint8_t *reverse)
{
    *reverse = strcmp(text, "turn") == 0 ? PEN_REVERSE_TURNS : PEN_REVERSE_SKIPS;
    return *reverse == PEN_REVERSE_TURNS || strcmp(text, "skip") == 0;
}

bool cli_scoring_read(const char *text, uint8_t *scoring)
{
    for (unsigned i = 0; i < PEN_SCORING_DEFAULT; i++) {
        if (strcmp(text, pen_scoring_id((enum pen_scoring)i)) == 0) {
            *scoring = (uint8_t)i;
            return true;
        }
    }
    return false;
}

struct pen_names cli_names(unsigned count)
{
    static const char people[PEN_SEATS_MAX][PEN_PLAYER_BYTES] = {"Ana",   "Beto", "Carla", "Dani", "Eva",
                                                                 "Fidel", "Gala", "Hugo",  "Inés", "Juan"};
    struct pen_names names;
    memset(&names, 0, sizeof names);
    names.count = (uint8_t)count;
    memcpy(names.name, people, sizeof names.name);
    return names;
}

bool cli_seat_read(const char *text, const struct pen_names *names, uint8_t *seat)
{
    char name[PEN_PLAYER_BYTES];
    if (!pen_name_read(text, strlen(text), name))
        return false;
    for (*seat = 0; *seat < names->count; ++*seat)
        if (strcmp(names->name[*seat], name) == 0)
            return true;
    return false;
}

void cli_need_screen(bool *is_plain)
{
    if (*is_plain || screen_is_possible())
        return;
    *is_plain = true;
    const char *term = getenv("TERM");
    term = term ? term : "";
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && strcmp(term, "dumb") != 0)
        host_error("%s", host_say(CLI_NO_SCREEN_HERE, term));
}

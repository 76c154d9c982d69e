/* command.c - help and options from the tables of the commands. */
#include "cli/command.h"

#include <getopt.h>
#include <stdarg.h>
#include <string.h>

#include "bots/bot.h"
#include "room/room.h"
#include "wire/setup.h"
#include "words/words.h"

static const struct cli_option common_options[] = {
    {"lang", 'L', "ID", WORD_HELP_ANY_OPTION_LANG},
    {"help", 'h', NULL, WORD_HELP_ANY_OPTION_HELP},
};
enum { COMMON_COUNT = sizeof common_options / sizeof common_options[0] };

const struct cli_command *cli_command_find(const char *name)
{
    for (const struct cli_group *group = cli_groups; group->commands[0]; group++)
        for (const struct cli_command *const *command = group->commands; *command; command++)
            if (strcmp((*command)->name, name) == 0)
                return *command;
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

int cli_bad_value(const struct cli_command *command, int code, const char *value)
{
    const struct cli_option *option = command->options;
    while (option->code != code)
        option++;
    return cli_wrong_use(
        command, "%s", host_say(CLI_COMMAND_CANNOT_BE_IT_IS, option->name, value, host_word(option->about)));
}

int cli_bad_setup(const struct cli_command *command, const char *code)
{
    const struct wire_settings usual = room_settings_default();
    struct wire_setup setup;
    struct wire_problem problem;
    if (!wire_setup_read(&setup, code, strlen(code), &usual, &problem) && problem.version != 0)
        return cli_wrong_use(command, "%s", host_word(WORD_CLI_COMMAND_SETUP_IS_NEWER));
    return cli_wrong_use(command, "%s", host_say(CLI_COMMAND_SETUP_HAS_NO, code, problem.field));
}

int cli_option_next(const struct cli_command *command, int argc, char **argv, const char **value)
{
    struct option options[CLI_OPTIONS_MAX + COMMON_COUNT + 1];
    const struct cli_option *known[CLI_OPTIONS_MAX + COMMON_COUNT];
    unsigned count = 0;
    for (const struct cli_option *option = command->options; option->name; option++) {
        PEN_ASSERT(count < CLI_OPTIONS_MAX);
        known[count++] = option;
    }
    for (unsigned i = 0; i < COMMON_COUNT; i++)
        known[count++] = &common_options[i];
    for (unsigned i = 0; i < count; i++)
        options[i] = (struct option){known[i]->name, known[i]->value ? required_argument : no_argument, NULL,
                                     known[i]->code};
    options[count] = (struct option){NULL, 0, NULL, 0};

    for (;;) {
        opterr = 0;
        const char *word = optind < argc ? argv[optind] : "";
        int code = getopt_long(argc, argv, ":h", options, NULL);
        *value = optarg;
        switch (code) {
        case -1:
            return CLI_END;
        case 'h':
            cli_command_help(command);
            return CLI_DONE;
        case 'L':
            if (!host_lang_read(optarg, &host_lang)) {
                cli_wrong_use(command, "%s", host_say(CLI_NO_SUCH_LANGUAGE, optarg, host_lang_ids()));
                return CLI_BAD;
            }
            break;
        case ':':
            cli_wrong_use(command, "%s", host_say(CLI_NEEDS_A_VALUE, argv[optind - 1]));
            return CLI_BAD;
        case '?':
            /* Words before it may have been moved behind it, so its own place is looked up. */
            word = optind > 0 && argv[optind - 1][0] == '-' ? argv[optind - 1] : word;
            cli_wrong_use(command, "%s", host_say(CLI_UNKNOWN_OPTION, word));
            return CLI_BAD;
        default:
            return code;
        }
    }
}

/* ---- help ------------------------------------------------------------------------------------ */

/* Columns of a UTF-8 text without wide characters. */
static int columns(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

static void print_option(const struct cli_option *option)
{
    char left[64];
    snprintf(left, sizeof left, "--%s%s%s", option->name, option->value ? " " : "",
             option->value ? option->value : "");
    int pad = 24 - columns(left);
    printf("  %s%*s%s\n", left, pad > 1 ? pad : 1, "", host_word(option->about));
}

static void print_bots(void)
{
    printf("\n%s\n", word_text(WORD_HELP_BOTS, host_lang));
    for (unsigned level = 0; level < BOT_LEVEL_COUNT; level++)
        printf("  %s - %s\n", bot_level_id((enum bot_level)level),
               bot_level_line((enum bot_level)level, host_lang));
    printf("  expert:1000 - %s\n  expert:50ms - %s\n  master:5ms - %s\n",
           word_text(WORD_HELP_BOTS_ROLLOUTS, host_lang), word_text(WORD_HELP_BOTS_TIME, host_lang),
           word_text(WORD_HELP_BOTS_AHEAD, host_lang));
}

void cli_command_help(const struct cli_command *command)
{
    printf("%s: penultima %s%s%s\n\n%s.\n", host_word(WORD_CLI_COMMAND_USAGE), command->name,
           command->usage[0] ? " " : "", command->usage, host_word(command->about));
    if (host_word(command->details)[0])
        printf("\n%s\n", host_word(command->details));
    if (command->has_bots)
        print_bots();
    printf("\n%s:\n", host_word(WORD_CLI_COMMAND_OPTIONS));
    for (const struct cli_option *option = command->options; option->name; option++)
        print_option(option);
    for (unsigned i = 0; i < COMMON_COUNT; i++)
        print_option(&common_options[i]);
    printf("\n%s:\n", host_word(WORD_CLI_COMMAND_EXAMPLES));
    for (const char *line = command->examples; *line;) {
        size_t length = strcspn(line, "\n");
        printf("  %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    printf("\n%s\n", host_word(WORD_CLI_COMMAND_EXIT_STATUS_0_GOOD_1_THE));
}

void cli_general_help(void)
{
    printf("%s", host_word(WORD_CLI_COMMAND_PEN_LTIMA_CARD_GAMES_OF_MATCHING));
    for (const struct cli_group *group = cli_groups; group->commands[0]; group++) {
        printf("\n%s:\n", host_word(group->title));
        for (const struct cli_command *const *command = group->commands; *command; command++)
            printf("  %-10s %s\n", (*command)->name, host_word((*command)->about));
    }
    printf("\n%s", host_word(WORD_CLI_COMMAND_EACH_COMMAND_PENULTIMA_COMMAND_HELP_ALSO));
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
    return pen_edition_is_own(edition->id) ? edition->title[host_lang] : edition->id;
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
    if (players < rules->seats_min || players > rules->seats_max)
        host_error("%s", host_say(CLI_EDITION_IS_FOR_TO_PLAYERS, edition->id, (unsigned)rules->seats_min,
                                  (unsigned)rules->seats_max));
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

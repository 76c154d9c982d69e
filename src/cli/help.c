/* help.c - --help of the program and of each command, from their tables. */
#include <string.h>

#include "bots/bot.h"
#include "cli/command.h"
#include "cli/wrap.h"
#include "words/cli_command_words.h"
#include "words/help_words.h"

enum { LEFT_COLUMNS = 26 };

static void print_options(const struct cli_option *option, unsigned window)
{
    for (; option->name; option++) {
        char left[64];
        snprintf(left, sizeof left, "  --%s%s%s", option->name, option->value ? " " : "",
                 option->value ? option->value : "");
        const unsigned columns = wrap_columns(left);
        if (columns + 2 > LEFT_COLUMNS)
            printf("%s  ", left);
        else
            printf("%s%*s", left, (int)(LEFT_COLUMNS - columns), "");
        wrap_print(host_word(option->about), columns + 2 > LEFT_COLUMNS ? columns + 2 : LEFT_COLUMNS,
                   LEFT_COLUMNS, window);
    }
}

static void print_bot(const char *id, const char *line, unsigned window)
{
    printf("  %s - ", id);
    wrap_print(line, (unsigned)strlen(id) + 5, 4, window);
}

static void print_bots(unsigned window)
{
    printf("\n%s\n", host_word(WORD_HELP_BOTS));
    for (unsigned level = 0; level < BOT_LEVEL_COUNT; level++)
        print_bot(pen_bot_level_id((enum bot_level)level),
                  pen_bot_level_line((enum bot_level)level, host_lang), window);
    print_bot("expert:1000", host_word(WORD_HELP_BOTS_ROLLOUTS), window);
    print_bot("expert:50ms", host_word(WORD_HELP_BOTS_TIME), window);
    print_bot("master:5ms", host_word(WORD_HELP_BOTS_AHEAD), window);
}

void cli_command_help(const struct cli_command *command)
{
    const unsigned window = wrap_window();
    char usage[256];
    snprintf(usage, sizeof usage, "%s: penultima %s%s%s", host_word(WORD_CLI_COMMAND_USAGE), command->name,
             command->usage[0] ? " " : "", command->usage);
    wrap_print(usage, 0, 7, window);
    putchar('\n');
    snprintf(usage, sizeof usage, "%s.", host_word(command->about));
    wrap_print(usage, 0, 0, window);
    if (host_word(command->details)[0]) {
        putchar('\n');
        wrap_print_all(host_word(command->details), window);
    }
    if (command->has_bots)
        print_bots(window);
    printf("\n%s:\n", host_word(WORD_CLI_COMMAND_OPTIONS));
    print_options(command->options, window);
    print_options(cli_common_options, window);
    printf("\n%s:\n", host_word(WORD_CLI_COMMAND_EXAMPLES));
    for (const char *line = command->examples; *line;) {
        size_t length = strcspn(line, "\n");
        wrap_print_command(line, length, 2, window);
        line += length + (line[length] == '\n');
    }
    putchar('\n');
    wrap_print(host_word(WORD_CLI_COMMAND_EXIT_STATUS_0_GOOD_1_THE), 0, 0, window);
}

void cli_general_help(void)
{
    const unsigned window = wrap_window();
    wrap_print_all(host_word(WORD_CLI_COMMAND_PEN_LTIMA_CARD_GAMES_OF_MATCHING), window);
    const struct cli_listed *before = NULL;
    for (const struct cli_listed *listed = cli_commands; listed->command; before = listed++) {
        if (!before || before->title != listed->title)
            printf("\n%s:\n", host_word(listed->title));
        printf("  %-10s ", listed->command->name);
        wrap_print(host_word(listed->command->about), 13, 13, window);
    }
    putchar('\n');
    wrap_print_all(host_word(WORD_CLI_COMMAND_EACH_COMMAND_PENULTIMA_COMMAND_HELP_ALSO), window);
}

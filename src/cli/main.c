/* main.c - finds the command and ends with its status. */
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"

void pen_assert_failed(const char *condition, const char *file, int line)
{
    fflush(stdout);
    fprintf(stderr, "penultima: %s:%d: assertion failed: %s\n", file, line, condition);
    abort();
}

const struct cli_group cli_groups[] = {
    {WORD_HELP_GROUP_PLAY, {&cli_play, &cli_games, &cli_watch, NULL}},
    {WORD_HELP_GROUP_TABLES_ON_THE_NETWORK, {&cli_join, &cli_serve, &cli_load, &cli_store, NULL}},
    {WORD_HELP_GROUP_LOOK, {&cli_demo, NULL}},
    {WORD_HELP_GROUP_RECORDS, {&cli_replay, &cli_record, &cli_coach, &cli_verify, NULL}},
    {WORD_HELP_GROUP_EDITIONS, {&cli_editions, &cli_edition, &cli_house, NULL}},
    {WORD_HELP_GROUP_LABORATORY, {&cli_sim, &cli_tournament, NULL}},
    {WORD_HELP_GROUP_OTHER, {&cli_bench, &cli_lang, &cli_help, NULL}},
    {WORD_HELP_GROUP_PLAY, {NULL}},
};

static const struct cli_option no_options[] = {{.name = NULL}};

static int run_help(const struct cli_command *command, int argc, char **argv)
{
    const char *value;
    int code = cli_option_next(command, argc, argv, &value);
    if (code != CLI_END)
        return code == CLI_DONE ? HOST_GOOD : HOST_WRONG;
    if (optind == argc) {
        cli_general_help();
        return HOST_GOOD;
    }
    const struct cli_command *about = cli_command_find(argv[optind]);
    if (!about)
        return cli_wrong_use(NULL, "%s", host_say(CLI_UNKNOWN_COMMAND, argv[optind]));
    cli_command_help(about);
    return HOST_GOOD;
}

const struct cli_command cli_help = {
    .name = "help",
    .usage = "[COMMAND]",
    .about = WORD_HELP_HELP_ABOUT,
    .details = WORD_HELP_HELP_DETAILS,
    .options = no_options,
    .examples = "penultima help\npenultima help replay",
    .run = run_help,
};

/* The language counts for every message, so it is looked for before anything else is read. What is
 * wrong with it is said later, where its place is. */
static void choose_language(int argc, char **argv)
{
    host_lang = host_lang_of_environment();
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--lang") == 0 && i + 1 < argc)
            (void)host_lang_read(argv[i + 1], &host_lang);
        else if (strncmp(argv[i], "--lang=", 7) == 0)
            (void)host_lang_read(argv[i] + 7, &host_lang);
    }
}

static int run(int argc, char **argv)
{
    int at = 1;
    for (; at < argc && argv[at][0] == '-' && argv[at][1] != 0; at++) {
        const char *word = argv[at];
        const char *lang = strncmp(word, "--lang=", 7) == 0 ? word + 7 : NULL;
        if (strcmp(word, "--lang") == 0) {
            if (++at == argc)
                return cli_wrong_use(NULL, "%s", host_say(CLI_NEEDS_A_VALUE, word));
            lang = argv[at];
        }
        if (lang) {
            if (!host_lang_read(lang, &host_lang))
                return cli_wrong_use(NULL, "%s", host_say(CLI_NO_SUCH_LANGUAGE, lang, host_lang_ids()));
        } else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            cli_general_help();
            return HOST_GOOD;
        } else if (strcmp(word, "--version") == 0) {
            printf("penultima %s\n", PENULTIMA_VERSION);
            return HOST_GOOD;
        } else {
            return cli_wrong_use(NULL, "%s", host_say(CLI_UNKNOWN_OPTION, word));
        }
    }
    if (at == argc)
        return cli_demo.run(&cli_demo, 1, argv);
    const struct cli_command *command = cli_command_find(argv[at]);
    if (!command)
        return cli_wrong_use(NULL, "%s", host_say(CLI_UNKNOWN_COMMAND, argv[at]));
    return command->run(command, argc - at, argv + at);
}

int main(int argc, char **argv)
{
    /* A reader that goes away is an error to report, not a silent end. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is refused by the write, which can say so */
    choose_language(argc, argv);
    int status = run(argc, argv);
    if (!host_stdout_flush())
        status = HOST_WRONG;
    return status;
}

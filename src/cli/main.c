/* main.c - finds the command and ends with its status. */
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/manual.h"
#include "commit.h"
#include "platform/ascii.h"
#include "words/cli_words.h"
#include "words/help_group_words.h"
#include "words/help_help_words.h"

void pen_assert_failed(const char *condition, const char *file, int line)
{
    fflush(stdout);
    fprintf(stderr, "penultima: %s:%d: assertion failed: %s\n", file, line, condition);
    abort();
}

const struct cli_listed cli_commands[] = {
#define X(group, name) {WORD_HELP_GROUP_##group, &cli_##name},
    CLI_COMMAND_LIST(X)
#undef X
        {WORD_HELP_GROUP_OTHER, NULL},
};

struct wish {
    const char *shell, *kind;
    bool wants_manual;
};

static const struct cli_option options[] = {
    {CLI_FLAG("man", struct wish, wants_manual, WORD_HELP_HELP_OPTION_MAN)},
    {CLI_TEXT("completion", "bash|zsh|fish", NOTHING, struct wish, shell, WORD_HELP_HELP_OPTION_COMPLETION)},
    {CLI_TEXT("words", "KIND", NOTHING, struct wish, kind, WORD_HELP_HELP_OPTION_WORDS)},
    {.name = NULL},
};

static int run_help(const struct cli_command *command, int argc, char **argv)
{
    struct wish wish = {.shell = NULL};
    const struct cli_command *about = NULL;
    const int status = cli_read(command, argc, argv, &wish);
    if (status != CLI_GO_ON)
        return status;
    if (optind < argc && !(about = cli_command_find(argv[optind])))
        return cli_no_such_command(argv[optind]);
    if (wish.shell && !completion_print(wish.shell))
        return cli_bad_value(command, &options[1], wish.shell);
    if (wish.kind && !completion_words(wish.kind))
        return HOST_NO;
    if (wish.wants_manual)
        manual_print(about);
    else if (about)
        cli_command_help(about);
    else if (!wish.shell && !wish.kind)
        cli_general_help();
    return HOST_GOOD;
}

const struct cli_command cli_help = {
    .name = "help",
    .usage = "[COMMAND] [OPTION...]",
    .about = WORD_HELP_HELP_ABOUT,
    .details = WORD_HELP_HELP_DETAILS,
    .options = options,
    .operands_max = 1,
    .operand = CLI_OFFER_COMMAND,
    .examples = "penultima help\npenultima help replay\n"
                "penultima help --man play | man -l -\n"
                "source <(penultima help --completion bash)",
    .run = run_help,
};

/* The language and what the terminal can show count for every message, so they are looked for before anything
 * else is read. What is wrong with them is said later, where its place is. */
static void choose_language(int argc, char **argv)
{
    bool is_ascii = false;
    host_lang = host_lang_of_environment();
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--ascii") == 0)
            is_ascii = true;
        else if (strcmp(argv[i], "--lang") == 0 && i + 1 < argc)
            (void)host_lang_read(argv[i + 1], &host_lang);
        else if (strncmp(argv[i], "--lang=", 7) == 0)
            (void)host_lang_read(argv[i] + 7, &host_lang);
    }
    platform_ascii_choose(is_ascii);
    host_lang_readable();
}

/* Without a command: the menu, where there is somebody to choose. */
static int begin(char **argv)
{
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        return cli_play.run(&cli_play, 1, argv);
    cli_general_help();
    return HOST_GOOD;
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
            host_lang_readable();
        } else if (strcmp(word, "--ascii") == 0) {
            continue;
        } else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            cli_general_help();
            return HOST_GOOD;
        } else if (strcmp(word, "--version") == 0) {
            printf("penultima %s\n", PENULTIMA_COMMIT);
            return HOST_GOOD;
        } else {
            return cli_wrong_use(NULL, "%s", host_say(CLI_UNKNOWN_OPTION, word));
        }
    }
    if (at == argc)
        return begin(argv);
    const struct cli_command *command = cli_command_find(argv[at]);
    if (!command)
        return cli_no_such_command(argv[at]);
    /* Elsewhere a reader who leaves ('... | head') ends the command quietly. */
    if (command->has_pipes)
        signal(SIGPIPE, SIG_IGN);
    return command->run(command, argc - at, argv + at);
}

int main(int argc, char **argv)
{
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is refused by the write, which can say so */
    choose_language(argc, argv);
    int status = run(argc, argv);
    if (!host_stdout_flush())
        status = HOST_WRONG;
    return status;
}

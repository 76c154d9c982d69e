/* cmd_seat.c - a seat for a program that reads and writes words, at a server's table or in a tournament. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "tui/remote/remote.h"
#include "tui/seat/seat.h"
#include "setup/setup.h"
#include "words/cli_join_words.h"
#include "words/cli_seat_words.h"
#include "words/cli_words.h"
#include "words/help_join_words.h"
#include "words/help_seat_words.h"

enum { TRIES_USUAL = 3 };

struct seat_choices {
    struct remote_config remote;
    struct seat_config seat;
    const char *log_path;
    bool has_setup, is_text;
};

static enum cli_answer take_name(const struct cli_option *option, const char *value, void *member)
{
    (void)option;
    return pen_name_read(value, strlen(value), member) ? CLI_TAKEN : CLI_REFUSED;
}

static enum cli_answer take_instead(const struct cli_option *option, const char *value, void *member)
{
    static const char *const words[] = {
#define X(name, word) word,
        SEAT_INSTEAD_LIST(X)
#undef X
    };
    (void)option;
    for (uint8_t i = 0; i < SEAT_INSTEAD_COUNT; i++) {
        if (strcmp(value, words[i]) == 0) {
            *(uint8_t *)member = i;
            return CLI_TAKEN;
        }
    }
    return CLI_REFUSED;
}

/* A table of our own, with its bots. */
static enum cli_answer take_setup(const struct cli_option *option, const char *code, void *member)
{
    struct remote_config *config = member;
    struct setup setup;
    struct setup_problem problem;
    (void)option;
    if (!setup_read(&setup, code, strlen(code), NULL, &problem)) {
        cli_bad_setup(&cli_seat, code);
        return CLI_REPORTED;
    }
    config->settings = setup.settings;
    config->bot_count = setup.bot_count;
    memcpy(config->bots, setup.bots, sizeof config->bots);
    return CLI_TAKEN;
}

static const struct cli_option options[] = {
    {CLI_FLAG("text", struct seat_choices, is_text, WORD_HELP_SEAT_OPTION_TEXT)},
    {CLI_FLAG("mcp", struct seat_choices, seat.is_mcp, WORD_HELP_SEAT_OPTION_MCP)},
    {CLI_TEXT("run", "COMMAND", NOTHING, struct seat_choices, seat.command, WORD_HELP_SEAT_OPTION_RUN)},
    {CLI_VALUE("name", "NAME", NOTHING, take_name, struct seat_choices, remote.name,
               WORD_HELP_JOIN_OPTION_NAME)},
    {CLI_VALUE("setup", "CODE", NOTHING, take_setup, struct seat_choices, remote,
               WORD_HELP_SEAT_OPTION_SETUP),
     CLI_MARK(struct seat_choices, has_setup)},
    {CLI_VALUE("illegal", "ask|first|random|draw", NOTHING, take_instead, struct seat_choices, seat.instead,
               WORD_HELP_SEAT_OPTION_ILLEGAL)},
    {CLI_NUMBER("tries", "N", 1, 1000, struct seat_choices, seat.tries, WORD_HELP_SEAT_OPTION_TRIES)},
    {CLI_FLAG("chances", struct seat_choices, seat.has_chances, WORD_HELP_SEAT_OPTION_CHANCES)},
    {CLI_NUMBER("games", "N", 1, 1000000, struct seat_choices, seat.games, WORD_HELP_SEAT_OPTION_GAMES)},
    {CLI_TEXT("log", "FILE", FILE, struct seat_choices, log_path, WORD_HELP_SEAT_OPTION_LOG)},
    {.name = NULL},
};

static int check(const struct cli_command *command, struct seat_choices *choices, int count, const char *url)
{
    struct remote_config *config = &choices->remote;
    if (count == 0 && !choices->has_setup && choices->seat.command && !choices->seat.is_mcp)
        return HOST_GOOD; /* a tournament's lines come in */
    if (count != 1)
        return cli_wrong_use(command, "%s", host_word(WORD_CLI_JOIN_IT_TAKES_ONE_LINK));
    if ((choices->is_text || choices->seat.command) && choices->seat.is_mcp)
        return cli_wrong_use(command, "%s", host_word(WORD_CLI_SEAT_ONE_OF_THEM));
    if (!remote_link_read(url, &config->link))
        return cli_wrong_use(command, "%s", host_say(CLI_JOIN_IS_NOT_A_LINK_TO_A, url));
    if (choices->has_setup == (config->link.table[0] != 0))
        return cli_wrong_use(command, "%s", host_say(CLI_SEAT_A_TABLE_OR_A_SETUP, url));
    config->way = choices->has_setup ? REMOTE_CREATE : REMOTE_JOIN;
    return HOST_GOOD;
}

static enum seat_end wait_for_game(struct tui_table *table, const struct tui_waiting *front)
{
    const enum remote_lobby_end end = remote_lobby(table, front);
    return end == REMOTE_LOBBY_CLOSED ? SEAT_CLOSED : end == REMOTE_LOBBY_PLAY ? SEAT_OVER : SEAT_GONE;
}

static enum seat_end sit(struct seat_choices *choices)
{
    struct tui_table *table = remote_create(&choices->remote);
    if (!table)
        return SEAT_BROKEN;
    const struct seat_place place = {table, wait_for_game, remote_again, remote_say};
    const enum seat_end end = seat_at_table(&place, &choices->seat);
    if (end == SEAT_CLOSED)
        host_error("%s: %s", choices->remote.link.host, remote_why(table));
    else
        remote_leave(table);
    tui_table_close(table);
    return end;
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    static struct seat_choices choices;
    choices.remote.settings = setup_usual();
    choices.seat = (struct seat_config){.instead = SEAT_INSTEAD_DRAW, .tries = TRIES_USUAL, .games = 1};
    int status = cli_read(command, argc, argv, &choices);
    if (status != CLI_GO_ON)
        return status;
    const bool is_offline = optind == argc;
    status = check(command, &choices, argc - optind, argv[optind]);
    if (status != HOST_GOOD)
        return status;
    const char *user = getenv("USER");
    choices.remote.is_name_chosen = choices.remote.name[0] != 0;
    if (!choices.remote.is_name_chosen && user && strcmp(user, "root") != 0)
        (void)pen_name_read(user, strlen(user), choices.remote.name); /* as `join` does */
    choices.remote.is_program = true;
    choices.remote.lang = choices.seat.lang = host_lang;
    if (choices.log_path && !(choices.seat.log = fopen(choices.log_path, "a"))) {
        host_error("%s", host_say(CLI_CANNOT_WRITE, choices.log_path, strerror(errno)));
        return HOST_WRONG;
    }
    const enum seat_end end = is_offline ? seat_offline(&choices.seat) : sit(&choices);
    if (choices.seat.log && fclose(choices.seat.log) != 0)
        host_error("%s", host_say(CLI_CANNOT_WRITE, choices.log_path, strerror(errno)));
    if (end == SEAT_BROKEN)
        host_error("%s", host_word(WORD_CLI_JOIN_OUT_OF_MEMORY_THREADS_OR_RANDOM));
    return end == SEAT_OVER ? HOST_GOOD : end == SEAT_BROKEN ? HOST_WRONG : HOST_NO;
}

const struct cli_command cli_seat = {
    .name = "seat",
    .usage = "[URL] [OPTION...]",
    .about = WORD_HELP_SEAT_ABOUT,
    .details = WORD_HELP_SEAT_DETAILS,
    .options = options,
    .operands_max = CLI_MANY,
    .has_pipes = true,
    .examples = "penultima seat --text http://127.0.0.1:7373/#k7m2p9x4ab --name Robi --run ./mymodel\n"
                "penultima seat --mcp http://127.0.0.1:7373/#k7m2p9x4ab --name Robi\n"
                "penultima tournament --preset words-1 --bots \"exec:penultima seat --run ./mymodel\"",
    .run = run,
};

/* cmd_join.c - a seat at a server's table, by its link. */
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/find_edition.h"
#include "tui/remote.h"
#include "tui/screen.h"
#include "wire/setup.h"

static const struct cli_option options[] = {
    {"name", 'n', "NAME", WORD_HELP_JOIN_OPTION_NAME},
    {"watch", 'w', NULL, WORD_HELP_JOIN_OPTION_WATCH},
    {"new", 'N', NULL, WORD_HELP_JOIN_OPTION_NEW},
    {"edition", 'e', "ID|FILE", WORD_HELP_JOIN_OPTION_EDITION},
    {"setup", 's', "CODE", WORD_HELP_JOIN_OPTION_SETUP},
    {"house", 'r', "LIST", WORD_HELP_JOIN_OPTION_HOUSE},
    {"teams", 'm', "N", WORD_HELP_JOIN_OPTION_TEAMS},
    {"scoring", 'c', "HOW", WORD_HELP_JOIN_OPTION_SCORING},
    {"target", 't', "N", WORD_HELP_JOIN_OPTION_TARGET},
    {"reverse", 'v', "R", WORD_HELP_JOIN_OPTION_REVERSE},
    {"dealer", 'd', "NAME", WORD_HELP_JOIN_OPTION_DEALER},
    {"players", 'p', "N", WORD_HELP_JOIN_OPTION_PLAYERS},
    {"clock", 'k', "SECONDS", WORD_HELP_JOIN_OPTION_CLOCK},
    {"grace", 'g', "MS", WORD_HELP_JOIN_OPTION_GRACE},
    {"pace", 'b', "PACE", WORD_HELP_JOIN_OPTION_PACE},
    {"phrases", 'f', NULL, WORD_HELP_JOIN_OPTION_PHRASES},
    {"public", 'u', NULL, WORD_HELP_JOIN_OPTION_PUBLIC},
    {"plain", 'P', NULL, WORD_HELP_JOIN_OPTION_PLAIN},
    {"no-color", 'C', NULL, WORD_HELP_JOIN_OPTION_NO_COLOR},
    {"no-misplays", 'Z', NULL, WORD_HELP_JOIN_OPTION_NO_MISPLAYS},
    {.name = NULL},
};

enum { CLOCK_SECONDS_MAX = 3600 };

struct join {
    struct tui_remote_config config;
    struct tui_start start; /* of what a screen wants to know */
    bool is_plain, is_new, has_settings;
};

static bool read_pace(const char *value, uint8_t *pace)
{
    static const char *const words[] = {
#define X(name, word) word,
        WIRE_PACE_LIST(X)
#undef X
    };
    for (*pace = 0; *pace < WIRE_PACE_COUNT; ++*pace)
        if (strcmp(value, words[*pace]) == 0)
            return true;
    return false;
}

static bool read_setting(struct wire_settings *settings, int code, const char *value)
{
    uint64_t number;
    switch (code) {
    case 'r':
        return cli_house_read(value, &settings->options.house);
    case 'm':
        return cli_teams_read(value, &settings->options);
    case 'c':
        return cli_scoring_read(value, &settings->options.scoring);
    case 't':
        if (!host_number_read(value, PEN_TARGET_MAX, &number) || number == 0)
            return false;
        settings->options.target = (uint16_t)number;
        return true;
    case 'v':
        return cli_reverse_read(value, &settings->options.reverse_with_two);
    case 'd':
        return pen_name_read(value, strlen(value), settings->dealer);
    case 'Z':
        settings->options.misplays = PEN_MISPLAYS_REFUSED;
        return true;
    case 'f':
        settings->talk = WIRE_TALK_PHRASES;
        return true;
    case 'b':
        return read_pace(value, &settings->pace);
    case 'p':
        if (!host_number_read(value, PEN_SEATS_MAX, &number) || number < PEN_SEATS_MIN)
            return false;
        settings->seats = (uint8_t)number;
        return true;
    case 'k':
        if (!host_number_read(value, CLOCK_SECONDS_MAX, &number) || number == 0)
            return false;
        settings->move_ms = (uint32_t)number * 1000;
        return true;
    case 'g':
        if (!host_number_read(value, WIRE_GRACE_MAX_MS, &number))
            return false;
        settings->grace_ms = (uint16_t)number;
        return true;
    default:
        return settings->is_public = true;
    }
}

/* One that the server has, or a file whose text goes with the table. */
static bool read_edition(struct join *join, const char *name)
{
    static char bytes[PEN_OWN_BYTES_MAX];
    static struct pen_edition edition;
    struct wire_settings *settings = &join->config.settings;
    join->has_settings = true;
    if (pen_edition_builtin(name, &edition) || pen_edition_is_own(name)) {
        memset(settings->edition, 0, sizeof settings->edition);
        return (size_t)snprintf(settings->edition, sizeof settings->edition, "%s", name) <
               sizeof settings->edition;
    }
    if (!finder_find_argument(name, &edition))
        return false;
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_edition_write(&edition, &text);
    join->config.edition_text = bytes;
    return !text.is_cut;
}

/* A set-up of a link or of another player: what else is said goes beyond it. */
static bool read_setup(struct join *join, const char *code)
{
    const struct wire_settings usual = room_settings_default();
    struct wire_setup setup;
    struct wire_problem problem;
    if (!wire_setup_read(&setup, code, strlen(code), &usual, &problem))
        return false;
    join->config.settings = setup.settings;
    join->config.bot_count = setup.bot_count;
    memcpy(join->config.bots, setup.bots, sizeof join->config.bots);
    return join->has_settings = true;
}

static bool read_option(struct join *join, int code, const char *value)
{
    switch (code) {
    case 'e':
        return read_edition(join, value);
    case 's':
        return read_setup(join, value);
    case 'n':
        return pen_name_read(value, strlen(value), join->config.name);
    case 'w':
        join->config.way = TUI_REMOTE_WATCH;
        return true;
    case 'N':
        return join->is_new = true;
    case 'P':
        return join->is_plain = true;
    case 'C':
        return join->start.no_color = true;
    default:
        join->has_settings = true;
        return read_setting(&join->config.settings, code, value);
    }
}

/* What of the command line does not go together. Returns HOST_GOOD if all does. */
static int check(const struct cli_command *command, struct join *join, const char *url)
{
    struct tui_remote_config *config = &join->config;
    if (!remote_link_read(url, &config->link))
        return cli_wrong_use(command, "%s", host_say(CLI_JOIN_IS_NOT_A_LINK_TO_A, url));
    if (join->is_new && (config->link.table[0] || config->way == TUI_REMOTE_WATCH))
        return cli_wrong_use(command, "%s", host_say(CLI_JOIN_NEW_TAKES_THE_ADDRESS_OF_A, config->link.base));
    if (!join->is_new && !config->link.table[0])
        return cli_wrong_use(command, "%s", host_say(CLI_JOIN_NAMES_NO_TABLE_NEW_OPENS_ONE, url));
    if (!join->is_new && join->has_settings)
        return cli_wrong_use(command, "%s", host_word(WORD_CLI_JOIN_THE_TABLE_HAS_ITS_RULES_THEY));
    if (join->is_new)
        config->way = TUI_REMOTE_CREATE;
    return HOST_GOOD;
}

static void fill_in(struct join *join)
{
    const char *user = getenv("USER"), *none = getenv("NO_COLOR");
    struct tui_remote_config *config = &join->config;
    config->is_name_chosen = config->name[0] != 0;
    /* Without a name of one's own the table finds one. */
    if (!config->is_name_chosen && user && strcmp(user, "root") != 0)
        (void)pen_name_read(user, strlen(user), config->name);
    config->lang = join->start.lang = host_lang;
    join->start.speed = TUI_SPEED_NORMAL;
    join->start.no_color = join->start.no_color || (none && none[0]);
    join->is_plain = join->is_plain || !tui_screen_is_possible();
}

/* Games one after the other, and the lobby before each. */
static int sit(struct join *join, struct tui_table *table)
{
    for (;;) {
        enum tui_lobby lobby = tui_remote_lobby(table);
        if (lobby == TUI_LOBBY_CLOSED)
            break;
        if (lobby == TUI_LOBBY_BROKEN)
            return HOST_WRONG;
        if (lobby == TUI_LOBBY_LEFT) {
            tui_remote_leave(table);
            return HOST_GOOD;
        }
        enum tui_end end =
            join->is_plain ? tui_plain_play(table, &join->start) : tui_screen_play(table, &join->start);
        if (end == TUI_END_BROKEN)
            return HOST_WRONG;
        if (end == TUI_END_AGAIN) {
            tui_remote_again(table);
            continue;
        }
        if (tui_remote_why(table))
            break;
        const char *back = tui_remote_way_back(table);
        if (back)
            puts(back);
        /* Whoever leaves in order lets a bot play on; who is torn away is waited for. */
        if (join->is_plain || tui_screen_signal() == 0)
            tui_remote_leave(table);
        return HOST_GOOD;
    }
    host_error("%s: %s", join->config.link.host, tui_remote_why(table));
    return HOST_NO;
}

static int refuse_value(const struct cli_command *command, int code, const char *value)
{
    if (code == 'n')
        return cli_wrong_use(command, "%s", host_say(CLI_JOIN_A_NAME_HAS_LETTERS_DIGITS_AND, value));
    return code == 's' ? cli_bad_setup(command, value) : cli_bad_value(command, code, value);
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    static struct join join;
    const char *value;
    int code;
    join.config.settings = room_settings_default();
    while ((code = cli_option_next(command, argc, argv, &value)) >= 0)
        if (!read_option(&join, code, value))
            return refuse_value(command, code, value);
    if (code != CLI_END)
        return code == CLI_DONE ? HOST_GOOD : HOST_WRONG;
    if (optind + 1 != argc)
        return cli_wrong_use(command, "%s", host_word(WORD_CLI_JOIN_IT_TAKES_ONE_LINK));
    int status = check(command, &join, argv[optind]);
    if (status != HOST_GOOD)
        return status;
    fill_in(&join);
    struct tui_table *table = tui_remote_create(&join.config);
    if (!table) {
        host_error("%s", host_word(WORD_CLI_JOIN_OUT_OF_MEMORY_THREADS_OR_RANDOM));
        return HOST_WRONG;
    }
    status = sit(&join, table);
    tui_table_close(table);
    int number = join.is_plain ? 0 : tui_screen_signal();
    if (number != 0) { /* it was put off until everything was in order */
        signal(number, SIG_DFL);
        raise(number);
    }
    return status;
}

const struct cli_command cli_join = {
    .name = "join",
    .usage = "URL [OPTION...]",
    .about = WORD_HELP_JOIN_ABOUT,
    .details = WORD_HELP_JOIN_DETAILS,
    .options = options,
    .examples = "penultima join http://192.168.1.20:7373/#k7m2p9x4ab --name Ana\n"
                "penultima join http://127.0.0.1:7373/#k7m2p9x4ab --watch\n"
                "penultima join http://127.0.0.1:7373 --new --edition office --players 3 --name Ana",
    .run = run,
};

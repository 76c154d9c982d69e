/* cmd_join.c - a seat at a server's table, by its link. */
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/find_edition.h"
#include "tui/front.h"
#include "tui/remote/remote.h"
#include "tui/remote/tables.h"
#include "tui/screen/screen.h"
#include "tui/waiting.h"
#include "setup/setup.h"
#include "words/cli_join_words.h"
#include "words/help_join_words.h"
#include "words/help_setting_words.h"
#include "words/help_play_words.h"
#include "words/tui_tell_words.h"

struct join {
    struct remote_config config;
    struct tui_start start;                          /* of what a screen wants to know */
    bool is_plain, is_new, is_watcher, has_settings; /* something was said about the rules */
};

static enum cli_answer take_name(const struct cli_option *option, const char *value, void *member)
{
    (void)option;
    if (pen_name_read(value, strlen(value), member))
        return CLI_TAKEN;
    cli_wrong_use(&cli_join, "%s", host_say(CLI_JOIN_A_NAME_HAS_LETTERS_DIGITS_AND, value));
    return CLI_REPORTED;
}

/* A setting of the table, by the list of them. */
static enum cli_answer take_setting(const struct cli_option *option, const char *value, void *member)
{
    struct setup_settings *settings = member;
    if (option->setting == SETUP_SETTING(dealer))
        return take_name(option, value, settings->dealer);
    if (option->setting == SETUP_SETTING(options.house))
        return cli_house_read(value, &settings->options.house) ? CLI_TAKEN : CLI_REFUSED;
    if (option->setting == SETUP_SETTING(options.teams)) /* and "2,open" */
        return cli_teams_read(value, &settings->options) ? CLI_TAKEN : CLI_REFUSED;
    return setup_set(settings, option->setting, value ? value : "") ? CLI_TAKEN : CLI_REFUSED;
}

/* One that the server has, or a file whose text goes with the table. */
static enum cli_answer take_edition(const struct cli_option *option, const char *name, void *member)
{
    struct join *join = member;
    static char bytes[PEN_OWN_BYTES_MAX];
    static struct pen_edition edition;
    struct setup_settings *settings = &join->config.settings;
    (void)option;
    if (pen_edition_builtin(name, &edition) || pen_edition_is_own(name)) {
        memset(settings->edition, 0, sizeof settings->edition);
        return (size_t)snprintf(settings->edition, sizeof settings->edition, "%s", name) <
                       sizeof settings->edition
                   ? CLI_TAKEN
                   : CLI_REFUSED;
    }
    if (!finder_find_argument(name, &edition))
        return CLI_REPORTED;
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_edition_write(&edition, &text);
    join->config.edition_text = bytes;
    return text.is_cut ? CLI_REFUSED : CLI_TAKEN;
}

/* A set-up of a link or of another player: what else is said goes beyond it. */
static enum cli_answer take_setup(const struct cli_option *option, const char *code, void *member)
{
    struct join *join = member;
    struct setup setup;
    struct setup_problem problem;
    (void)option;
    if (!setup_read(&setup, code, strlen(code), NULL, &problem)) {
        cli_bad_setup(&cli_join, code);
        return CLI_REPORTED;
    }
    join->config.settings = setup.settings;
    join->config.bot_count = setup.bot_count;
    memcpy(join->config.bots, setup.bots, sizeof join->config.bots);
    return CLI_TAKEN;
}

static enum cli_answer take_speech(const struct cli_option *option, const char *value, void *member)
{
    (void)option;
    return tui_speech_read(value, member) ? CLI_TAKEN : CLI_REFUSED;
}

static const struct cli_option options[] = {
    {CLI_VALUE("name", "NAME", NOTHING, take_name, struct join, config.name, WORD_HELP_JOIN_OPTION_NAME)},
    {CLI_FLAG("watch", struct join, is_watcher, WORD_HELP_JOIN_OPTION_WATCH)},
    {CLI_FLAG("new", struct join, is_new, WORD_HELP_JOIN_OPTION_NEW)},
    {CLI_VALUE("edition", "ID|FILE", EDITION, take_edition, struct join, config,
               WORD_HELP_JOIN_OPTION_EDITION),
     CLI_MARK(struct join, has_settings)},
    {CLI_VALUE("setup", "CODE", NOTHING, take_setup, struct join, config, WORD_HELP_JOIN_OPTION_SETUP),
     CLI_MARK(struct join, has_settings)},
/* Everything else that a table can be set to play. */
#define KEY_OWN(m) SETUP_SETTING(m)
#define KEY_RULES(m) SETUP_SETTING(options.m)
#define OPTION(named, shown, help) OPTION, named, shown, WORD_HELP_SETTING_##help
#define NO_OPTION NO_OPTION, , ,
#define ROW(option, ...) ROW_AS(option, __VA_ARGS__)
#define ROW_AS(is, named, shown, said, key, offered) ROW_##is(named, shown, said, key, offered)
#define ROW_NO_OPTION(named, shown, said, key, offered)
#define ROW_OPTION(named, shown, said, key, offered)                                     \
    {CLI_VALUE(named, shown, offered, take_setting, struct join, config.settings, said), \
     CLI_MARK(struct join, has_settings), .setting = (key)},
#define NUMBER(in, type, m, k, j, p, w, least, most, none, usual, say, offer) ROW(offer, KEY_##in(m), NOTHING)
#define TRUTH(in, m, k, j, p, w, usual, say, offer) ROW(offer, KEY_##in(m), NOTHING)
#define WORD(in, m, k, j, p, w, list, none, usual, say, offer) ROW(offer, KEY_##in(m), SETTING)
#define HOUSE(in, m, k, j, p, w, say, offer) ROW(offer, KEY_##in(m), HOUSE)
#define STRING(in, m, k, j, p, w, bytes, usual, say, offer) ROW(offer, KEY_##in(m), NOTHING)
#define CLOCK(in, m, k, j, p, w, usual, say, offer) ROW(offer, KEY_##in(m), NOTHING)
#include "setup/settings.def"
#include "setup/undefine.h"
    /* As they were called before. */
    {CLI_CONSTANT("phrases", SETUP_TALK_PHRASES, struct join, config.settings.talk,
                  WORD_HELP_JOIN_OPTION_PHRASES),
     CLI_MARK(struct join, has_settings)},
    {CLI_CONSTANT("no-misplays", PEN_MISPLAYS_REFUSED, struct join, config.settings.options.misplays,
                  WORD_HELP_JOIN_OPTION_NO_MISPLAYS),
     CLI_MARK(struct join, has_settings)},
    {CLI_FLAG("plain", struct join, is_plain, WORD_HELP_JOIN_OPTION_PLAIN)},
    {CLI_VALUE("speech", "S", NOTHING, take_speech, struct join, start.speech, WORD_HELP_PLAY_OPTION_SPEECH)},
    {CLI_FLAG("no-color", struct join, start.no_color, WORD_HELP_JOIN_OPTION_NO_COLOR)},
    {CLI_FLAG("vi", struct join, start.has_vi, WORD_HELP_PLAY_OPTION_VI)},
    {CLI_FLAG("no-bell", struct join, start.no_bell, WORD_HELP_JOIN_OPTION_NO_BELL)},
    {CLI_FLAG("no-motion", struct join, start.no_motion, WORD_HELP_PLAY_OPTION_NO_MOTION)},
    {.name = NULL},
};

/* What of the command line does not go together. Returns HOST_GOOD if all does. */
static int check(const struct cli_command *command, struct join *join, const char *url)
{
    struct remote_config *config = &join->config;
    if (!remote_link_read(url, &config->link))
        return cli_wrong_use(command, "%s", host_say(CLI_JOIN_IS_NOT_A_LINK_TO_A, url));
    if (join->is_new && (config->link.table[0] || config->way == REMOTE_WATCH))
        return cli_wrong_use(command, "%s", host_say(CLI_JOIN_NEW_TAKES_THE_ADDRESS_OF_A, config->link.base));
    if (!join->is_new && join->has_settings)
        return cli_wrong_use(command, "%s", host_word(WORD_CLI_JOIN_THE_TABLE_HAS_ITS_RULES_THEY));
    if (join->is_new)
        config->way = REMOTE_CREATE;
    return HOST_GOOD;
}

/* The address of a house: one of its public tables is chosen, or a new one. False: none, and why is said. */
static bool choose_table(struct join *join)
{
    static struct remote_tables tables;
    static const char *items[REMOTE_TABLES_MAX + 1];
    struct remote_config *config = &join->config;
    enum net_problem problem;
    char heading[sizeof config->link.host + 128];
    if (!remote_tables_fetch(&config->link, host_lang, &tables, &problem)) {
        host_error("%s: %s", config->link.host,
                   problem != NET_PROBLEM_NONE
                       ? net_problem_text(problem, host_lang)
                       : host_say(CLI_JOIN_NAMES_NO_TABLE_NEW_OPENS_ONE, config->link.base));
        return false;
    }
    for (unsigned i = 0; i < tables.count; i++)
        items[i] = tables.text[i];
    items[tables.count] = host_word(WORD_TUI_TELL_NEW_TABLE);
    snprintf(heading, sizeof heading, "%s: %s", config->link.host,
             host_word(tables.count ? WORD_TUI_TELL_TABLES : WORD_TUI_TELL_NO_TABLES));
    const struct tui_list list = {.heading = heading,
                                  .empty = host_word(WORD_TUI_TELL_NO_TABLES),
                                  .items = items,
                                  .count = tables.count + (config->way != REMOTE_WATCH),
                                  .lang = host_lang};
    const int chosen = join->is_plain ? plain_choose(&list) : screen_choose(&list, !join->start.no_color);
    if (chosen == (int)tables.count)
        config->way = REMOTE_CREATE;
    else if (chosen >= 0)
        memcpy(config->link.table, tables.id[chosen], sizeof config->link.table);
    return chosen >= 0;
}

static void fill_in(struct join *join)
{
    const char *user = getenv("USER"), *none = getenv("NO_COLOR");
    struct remote_config *config = &join->config;
    config->is_name_chosen = config->name[0] != 0;
    /* Without a name of one's own the table finds one. */
    if (!config->is_name_chosen && user && strcmp(user, "root") != 0)
        (void)pen_name_read(user, strlen(user), config->name);
    config->lang = join->start.lang = host_lang;
    join->start.speed = TUI_SPEED_NORMAL;
    join->start.no_color = join->start.no_color || (none && none[0]);
    cli_need_screen(&join->is_plain);
}

static enum remote_lobby_end wait_for_game(const struct join *join, struct tui_table *table)
{
    struct tui_waiting room = plain_waiting();
    const bool is_screen = !join->is_plain && screen_waiting_open(&room, table, join->start.no_color);
    const enum remote_lobby_end end = remote_lobby(table, &room);
    if (is_screen)
        screen_waiting_close();
    return end;
}

/* Games one after the other, and the lobby before each. */
static int sit(struct join *join, struct tui_table *table)
{
    for (;;) {
        enum remote_lobby_end lobby = wait_for_game(join, table);
        if (lobby == REMOTE_LOBBY_CLOSED)
            break;
        if (lobby == REMOTE_LOBBY_BROKEN)
            return HOST_WRONG;
        if (lobby == REMOTE_LOBBY_LEFT) {
            remote_leave(table);
            return HOST_GOOD;
        }
        enum tui_end end =
            join->is_plain ? plain_play(table, &join->start) : screen_play(table, &join->start);
        if (end == TUI_END_BROKEN)
            return HOST_WRONG;
        if (end == TUI_END_AGAIN) {
            remote_again(table);
            continue;
        }
        if (remote_why(table))
            break;
        const char *back = remote_way_back(table);
        if (back)
            puts(back);
        /* Whoever leaves in order lets a bot play on; who is torn away is waited for. */
        if (join->is_plain || screen_signal() == 0)
            remote_leave(table);
        return HOST_GOOD;
    }
    host_error("%s: %s", join->config.link.host, remote_why(table));
    return HOST_NO;
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    static struct join join;
    join.config.settings = setup_usual();
    int status = cli_read(command, argc, argv, &join);
    if (status != CLI_GO_ON)
        return status;
    join.config.way = join.is_watcher ? REMOTE_WATCH : join.config.way;
    if (optind + 1 != argc)
        return cli_wrong_use(command, "%s", host_word(WORD_CLI_JOIN_IT_TAKES_ONE_LINK));
    status = check(command, &join, argv[optind]);
    if (status != HOST_GOOD)
        return status;
    fill_in(&join);
    if (!join.is_new && !join.config.link.table[0] && !choose_table(&join))
        return HOST_NO;
    struct tui_table *table = remote_create(&join.config);
    if (!table) {
        host_error("%s", host_word(WORD_CLI_JOIN_OUT_OF_MEMORY_THREADS_OR_RANDOM));
        return HOST_WRONG;
    }
    status = sit(&join, table);
    tui_table_close(table);
    int number = join.is_plain ? 0 : screen_signal();
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
    .operands_max = CLI_MANY,
    .has_config = true,
    .has_pipes = true,
    .examples = "penultima join http://192.168.1.20:7373/#k7m2p9x4ab --name Ana\n"
                "penultima join http://127.0.0.1:7373/#k7m2p9x4ab --watch\n"
                "penultima join http://127.0.0.1:7373 --new --edition office --players 3 --name Ana",
    .run = run,
};

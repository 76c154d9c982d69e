/* cmd_play.c - a table at this terminal: reads the options, finds an unfinished game, and lets one of the
 * two fronts (full screen or lines) play. */
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/find_edition.h"
#include "cli/own_house.h"
#include "platform/bytes.h"
#include "platform/clock.h"
#include "room/room.h"
#include "tui/front.h"
#include "tui/load.h"
#include "tui/screen.h"
#include "tui/tutorial.h"
#include "wire/setup.h"

static const struct cli_option options[] = {
    {"edition", 'e', "NAME|FILE", WORD_HELP_PLAY_OPTION_EDITION},
    {"setup", 'u', "CODE", WORD_HELP_PLAY_OPTION_SETUP},
    {"house", 'r', "A,B", WORD_HELP_PLAY_OPTION_HOUSE},
    {"teams", 'm', "N", WORD_HELP_PLAY_OPTION_TEAMS},
    {"scoring", 'c', "S", WORD_HELP_PLAY_OPTION_SCORING},
    {"target", 't', "N", WORD_HELP_PLAY_OPTION_TARGET},
    {"players", 'p', "N", WORD_HELP_PLAY_OPTION_PLAYERS},
    {"bots", 'b', "A,B", WORD_HELP_PLAY_OPTION_BOTS},
    {"hotseat", 'H', "ANA,BETO", WORD_HELP_PLAY_OPTION_HOTSEAT},
    {"name", 'n', "NAME", WORD_HELP_PLAY_OPTION_NAME},
    {"reverse", 'v', "R", WORD_HELP_PLAY_OPTION_REVERSE},
    {"dealer", 'd', "NAME", WORD_HELP_PLAY_OPTION_DEALER},
    {"seed", 's', "N", WORD_HELP_PLAY_OPTION_SEED},
    {"load", 'l', "FILE", WORD_HELP_PLAY_OPTION_LOAD},
    {"tutorial", 'T', NULL, WORD_HELP_PLAY_OPTION_TUTORIAL},
    {"new", 'N', NULL, WORD_HELP_PLAY_OPTION_NEW},
    {"plain", 'P', NULL, WORD_HELP_PLAY_OPTION_PLAIN},
    {"speed", 'S', "V", WORD_HELP_PLAY_OPTION_SPEED},
    {"no-color", 'C', NULL, WORD_HELP_PLAY_OPTION_NO_COLOR},
    {"misplays", 'M', NULL, WORD_HELP_PLAY_OPTION_MISPLAYS},
    {"no-misplays", 'Z', NULL, WORD_HELP_PLAY_OPTION_NO_MISPLAYS},
    {.name = NULL},
};

struct play {
    struct tui_start start;
    const char *edition_name, *load_path;
    bool is_plain, is_tutorial, is_new, has_speed;
    uint64_t players;
};

/* ---- options --------------------------------------------------------------------------------- */

static bool read_bots(const char *text, struct tui_start *start)
{
    start->bot_count = 0;
    while (*text) {
        size_t length = strcspn(text, ",");
        if (start->bot_count == PEN_SEATS_MAX ||
            !bot_spec_read(text, length, &start->bots[start->bot_count++]))
            return false;
        text += length + (text[length] == ',');
    }
    return start->bot_count > 0;
}

static bool read_people(const char *text, struct pen_names *people)
{
    memset(people, 0, sizeof *people);
    while (*text) {
        size_t length = strcspn(text, ",");
        if (people->count == PEN_SEATS_MAX)
            return false;
        char *name = people->name[people->count];
        if (!pen_name_read(text, length, name))
            return false;
        for (unsigned i = 0; i < people->count; i++)
            if (room_names_alike(people->name[i], name))
                return false;
        people->count++;
        text += length + (text[length] == ',');
    }
    return people->count > 0;
}

/* A set-up of a link or of another player: what else is said goes beyond it. */
static bool read_setup(struct play *play, const char *code)
{
    static struct wire_setup setup; /* its edition is looked up later */
    const struct wire_settings usual = room_settings_default();
    struct wire_problem problem;
    struct tui_start *start = &play->start;
    if (!wire_setup_read(&setup, code, strlen(code), &usual, &problem))
        return false;
    play->edition_name = setup.settings.edition;
    start->options = setup.settings.options;
    if (setup.settings.options.misplays == PEN_MISPLAYS_REFUSED)
        start->protection = TUI_PROTECTION_ON;
    memcpy(start->dealer, setup.settings.dealer, sizeof start->dealer);
    start->bot_count = setup.bot_count;
    for (unsigned i = 0; i < setup.bot_count; i++)
        start->bots[i] = (struct bot_spec){.level = setup.bots[i]};
    play->players = setup.bot_count > 0 ? setup.bot_count + 1u : setup.settings.seats;
    return true;
}

static bool read_option(struct play *play, int code, const char *value)
{
    struct tui_start *start = &play->start;
    uint64_t number;
    switch (code) {
    case 'u':
        return read_setup(play, value);
    case 'e':
        play->edition_name = value;
        return true;
    case 'r':
        return own_house_read(value, &start->options.house);
    case 'm':
        return cli_teams_read(value, &start->options);
    case 'c':
        return cli_scoring_read(value, &start->options.scoring);
    case 't':
        if (!host_number_read(value, PEN_TARGET_MAX, &number) || number == 0)
            return false;
        start->options.target = (uint16_t)number;
        return true;
    case 'v':
        return cli_reverse_read(value, &start->options.reverse_with_two);
    case 'd':
        return pen_name_read(value, strlen(value), start->dealer);
    case 'p':
        return host_number_read(value, PEN_SEATS_MAX, &play->players) && play->players >= PEN_SEATS_MIN;
    case 'b':
        return read_bots(value, start);
    case 'H':
    case 'n':
        return read_people(value, &start->people) && (code == 'H' || start->people.count == 1);
    case 's':
        return start->is_seeded = host_number_read(value, UINT64_MAX, &start->seed);
    case 'l':
        play->load_path = value;
        return true;
    case 'T':
        return play->is_tutorial = true;
    case 'N':
        return play->is_new = true;
    case 'P':
        return play->is_plain = true;
    case 'S':
        return play->has_speed = tui_speed_read(value, &start->speed);
    case 'C':
        return start->no_color = true;
    default:
        start->protection = code == 'M' ? TUI_PROTECTION_OFF : TUI_PROTECTION_ON;
        return true;
    }
}

/* What is wrong with a value; "Ana María" deserves more than that it is wrong. */
static int refuse_value(const struct cli_command *command, int code, const char *value)
{
    if (code == 'H' || code == 'n')
        return cli_wrong_use(command, "%s", host_say(CLI_PLAY_NAMES_HAVE_LETTERS_DIGITS_AND_NO, value));
    return code == 'u' ? cli_bad_setup(command, value) : cli_bad_value(command, code, value);
}

/* A person without a name is called as the system calls them, if that can stand in a record. */
static void name_person(struct pen_names *people)
{
    const char *user = getenv("USER");
    people->count = 1;
    if (user && strcmp(user, "root") != 0 && pen_name_is_good(user, strlen(user)))
        snprintf(people->name[0], sizeof people->name[0], "%s", user);
    else
        snprintf(people->name[0], sizeof people->name[0], "Ana");
}

static uint64_t any_seed(void)
{
    uint64_t seed;
    return platform_random(&seed, sizeof seed) ? seed : platform_wall_ms() << 20 ^ (uint64_t)getpid();
}

static void fill_in(struct play *play)
{
    struct tui_start *start = &play->start;
    const char *none = getenv("NO_COLOR");
    bool has_hotseat = start->people.count > 1;
    if (start->people.count == 0)
        name_person(&start->people);
    if (!start->is_seeded)
        start->seed = any_seed();
    if (none && none[0])
        start->no_color = true;
    play->is_plain = play->is_plain || !tui_screen_is_possible();
    /* Who writes the answers beforehand cannot be quicker than the bots. */
    if (!play->has_speed)
        start->speed = isatty(STDIN_FILENO) ? TUI_SPEED_NORMAL : TUI_SPEED_WAIT;
    unsigned people = start->people.count;
    if (play->players > 0)
        start->seat_count = (uint8_t)play->players;
    else if (start->bot_count > 0)
        start->seat_count = (uint8_t)(people + start->bot_count);
    else
        start->seat_count = (uint8_t)(has_hotseat ? people : people + 3);
    if (play->players == 0 && start->bot_count == 0 &&
        !pen_teams_fit(start->options.teams, start->seat_count))
        start->seat_count = (uint8_t)(2 * start->options.teams);
    start->has_players = play->players > 0 || start->bot_count > 0 || has_hotseat;
}

/* ---- playing --------------------------------------------------------------------------------- */

static enum tui_menu_answer menu(const struct play *play, struct tui_start *start, const char *unfinished)
{
    return play->is_plain ? tui_plain_menu(start, unfinished) : tui_screen_menu(start, unfinished);
}

/* Plays at the table and closes it. */
static enum tui_end sit(const struct play *play, struct tui_table *table)
{
    enum tui_end end =
        play->is_plain ? tui_plain_play(table, &play->start) : tui_screen_play(table, &play->start);
    tui_table_close(table);
    return end;
}

/* What cannot be read of somebody's file is said; of our own, in the caller's words. */
struct reading {
    struct edition_finder finder;
    const char *path; /* null: say nothing */
};

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    struct reading *reading = context;
    return finder_find(&reading->finder, name, bytes, edition, problem);
}

static void report(void *context, unsigned line, const char *what)
{
    const struct reading *reading = context;
    if (reading->path)
        fprintf(stderr, "%s:%u: %s\n", reading->path, line, what);
}

static struct pen_mesa_host host_of(struct reading *reading)
{
    return (struct pen_mesa_host){
        .context = reading, .lang = host_lang, .find_edition = find_edition, .report = report};
}

static int play_new(struct play *play)
{
    struct tui_start *start = &play->start;
    enum tui_end end;
    do {
        struct tui_home_setup setup = tui_home_setup_of(start);
        struct pen_options rules = tui_start_options(start);
        setup.save = tui_save_create();
        struct tui_table *table = tui_home_create(&setup, &start->edition, &rules, platform_now_ms());
        if (!table) {
            if (setup.save)
                tui_save_close(setup.save);
            finder_tell_why_not(&start->edition, &rules);
            return HOST_WRONG;
        }
        end = sit(play, table);
        start->seed = any_seed();
        start->is_seeded = false;
    } while (end == TUI_END_AGAIN);
    return end == TUI_END_BROKEN ? HOST_WRONG : HOST_GOOD;
}

/* After a game that was begun elsewhere, another one is a new one of the same sort. */
static int play_then_new(struct play *play, struct tui_table *table)
{
    play->start.edition = table->edition;
    play->start.options = table->options;
    play->start.seat_count = table->names.count;
    enum tui_end end = sit(play, table);
    if (end == TUI_END_AGAIN) {
        play->start.seed = any_seed();
        play->start.is_seeded = false;
        return play_new(play);
    }
    return end == TUI_END_BROKEN ? HOST_WRONG : HOST_GOOD;
}

static int play_loaded(struct play *play)
{
    struct host_file file;
    if (!host_file_read(play->load_path, &file))
        return HOST_WRONG;
    struct reading reading = {.finder = {.beside = play->load_path}, .path = play->load_path};
    struct pen_mesa_host host = host_of(&reading);
    struct tui_save *save = tui_save_create();
    enum tui_load_problem problem;
    struct tui_table *table =
        tui_load(file.bytes, file.count, &play->start, &host, save, platform_now_ms(), &problem);
    host_file_drop(&file);
    if (table)
        return play_then_new(play, table);
    if (save)
        tui_save_close(save);
    if (problem == TUI_LOAD_OVER)
        host_error("%s", host_say(CLI_PLAY_THIS_GAME_IS_OVER_PENULTIMA_REPLAY, play->load_path));
    else if (problem == TUI_LOAD_NEWER)
        host_error("%s", host_say(CLI_PLAY_NEWER_GAME, play->load_path));
    else if (problem == TUI_LOAD_NOBODY)
        host_error("%s", host_say(CLI_PLAY_NOT_ALL_PEOPLE_OF_HOTSEAT_PLAY, play->load_path));
    return problem == TUI_LOAD_OVER ? HOST_NO : HOST_WRONG;
}

static int play_tutorial(struct play *play)
{
    struct tui_table *table = tui_tutorial_create(play->start.lang, play->start.speed, platform_now_ms());
    if (!table)
        return HOST_WRONG;
    enum tui_end end = sit(play, table);
    if (end == TUI_END_AGAIN)
        return play_new(play);
    return end == TUI_END_BROKEN ? HOST_WRONG : HOST_GOOD;
}

/* Keeps an unfinished game that is not gone on with among the others: 'play --load' finds it there. */
static void put_away(struct tui_unfinished *unfinished)
{
    if (!tui_save_finish(unfinished->save))
        host_error("%s",
                   host_say(CLI_PLAY_THE_UNFINISHED_GAME_STAYS_WHERE_IT, tui_save_why(unfinished->save)));
    tui_save_close(unfinished->save);
}

static int play_from_menu(struct play *play)
{
    struct tui_start *start = &play->start;
    struct tui_unfinished unfinished;
    struct reading reading = {.finder = {.beside = NULL}, .path = NULL};
    struct pen_mesa_host host = host_of(&reading);
    char description[512];
    struct pen_text text = pen_text_in(description, sizeof description);
    bool has_unfinished = tui_save_find(&unfinished);
    if (unfinished.newer[0])
        host_error("%s", host_say(CLI_PLAY_NEWER_GAME, unfinished.newer));
    if (has_unfinished) {
        reading.finder.beside = tui_save_path(unfinished.save);
        if (!tui_load_describe(unfinished.bytes, unfinished.count, &host, host_lang, &text) || play->is_new) {
            put_away(&unfinished);
            has_unfinished = false;
        }
    }
    enum tui_menu_answer answer = TUI_MENU_START;
    if (has_unfinished || !start->has_edition || !start->has_players)
        answer = menu(play, start, has_unfinished ? description : NULL);
    if (answer == TUI_MENU_GO_ON && has_unfinished) {
        struct tui_table *table = tui_load_unfinished(&unfinished, start, &host, platform_now_ms());
        if (table)
            return play_then_new(play, table);
        answer = TUI_MENU_START;
    }
    if (has_unfinished && answer == TUI_MENU_START)
        put_away(&unfinished);
    else if (has_unfinished)
        tui_save_close(unfinished.save);
    if (answer == TUI_MENU_TUTORIAL)
        return play_tutorial(play);
    return answer == TUI_MENU_START ? play_new(play) : HOST_GOOD;
}

/* A signal that ended the full screen has been put off until everything was in order. */
static void end_by_signal(void)
{
    int number = tui_screen_signal();
    if (number == 0)
        return;
    signal(number, SIG_DFL);
    raise(number);
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    static struct play play;
    const char *value;
    int code, status;
    play.start.options = PEN_OPTIONS_DEFAULT;
    while ((code = cli_option_next(command, argc, argv, &value)) >= 0)
        if (!read_option(&play, code, value))
            return refuse_value(command, code, value);
    if (code != CLI_END)
        return code == CLI_DONE ? HOST_GOOD : HOST_WRONG;
    if (optind < argc)
        return cli_wrong_use(command, "%s", host_say(CLI_UNEXPECTED_ARGUMENT, argv[optind]));
    play.start.lang = host_lang;
    play.start.has_edition = play.edition_name != NULL;
    if (!finder_find_argument(play.edition_name ? play.edition_name : "classic", &play.start.edition) ||
        !own_house_lay(&play.start.edition, play.start.options.house))
        return HOST_WRONG;
    fill_in(&play);
    unsigned people = play.start.people.count;
    if (people > play.start.seat_count || play.start.seat_count < PEN_SEATS_MIN)
        return cli_wrong_use(command, "%s",
                             host_say(CLI_PLAY_PLAYERS_IS_TOO_FEW, (unsigned)play.start.seat_count));
    if (play.start.seat_count > PEN_SEATS_MAX)
        return cli_wrong_use(command, "%s",
                             host_say(CLI_PLAY_PLAYERS_ARE_TOO_MANY, (unsigned)play.start.seat_count));
    if (!pen_teams_fit(play.start.options.teams, play.start.seat_count))
        return cli_wrong_use(command, "%s",
                             host_say(CLI_TEAMS_DO_NOT_FIT, (unsigned)play.start.seat_count,
                                      (unsigned)play.start.options.teams));
    if (play.load_path)
        status = play_loaded(&play);
    else if (play.is_tutorial)
        status = play_tutorial(&play);
    else
        status = play_from_menu(&play);
    end_by_signal();
    return status;
}

const struct cli_command cli_play = {
    .name = "play",
    .usage = "[OPTION...]",
    .about = WORD_HELP_PLAY_ABOUT,
    .details = WORD_HELP_PLAY_DETAILS,
    .options = options,
    .examples = "penultima play\n"
                "penultima play --edition office --players 5 --bots rank,expert\n"
                "penultima play --hotseat Ana,Beto --house jump-in\n"
                "penultima play --tutorial\n"
                "penultima play --load game.mesa",
    .run = run,
};

/* cmd_play.c - a table at this terminal: reads the options, finds an unfinished game, and lets one of the
 * two fronts (full screen or lines) play. */
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/config.h"
#include "cli/find_edition.h"
#include "cli/own_house.h"
#include "platform/bytes.h"
#include "platform/clock.h"
#include "room/from.h"
#include "room/room.h"
#include "tui/front.h"
#include "tui/home/load.h"
#include "tui/screen/screen.h"
#include "tui/home/tutorial.h"
#include "setup/setup.h"
#include "words/cli_join_words.h"
#include "words/cli_play_words.h"
#include "words/cli_watch_words.h"
#include "words/cli_words.h"
#include "words/help_play_words.h"
#include "words/tui_say_words.h"

enum { MENU_AGAIN = -1 }; /* instead of an exit status: what the menu had been left for is done */

struct play {
    struct tui_start start;
    const char *edition_name, *load_path, *like_path, *from_path, *from_seat;
    uint64_t from_at;
    struct home_deal deal; /* with 'like_path': how it ended the first time */
    bool is_plain, is_tutorial, is_new, is_anew, has_speed, is_day;
    char date[16]; /* of the deal of the day */
    bool is_bare;  /* nothing was said about the game */
    unsigned players;
};

/* ---- options --------------------------------------------------------------------------------- */

static enum cli_answer take_bots(const struct cli_option *option, const char *text, void *member)
{
    struct tui_start *start = member;
    (void)option;
    start->bot_count = 0;
    while (*text) {
        size_t length = strcspn(text, ",");
        if (start->bot_count == PEN_SEATS_MAX ||
            !pen_bot_spec_read(text, length, &start->bots[start->bot_count++]))
            return CLI_REFUSED;
        text += length + (text[length] == ',');
    }
    return start->bot_count > 0 ? CLI_TAKEN : CLI_REFUSED;
}

/* "Ana María" deserves more than that it is wrong. One person, or those of this keyboard. */
static enum cli_answer take_people(const struct cli_option *option, const char *value, void *member)
{
    struct pen_names *people = member;
    if (tui_start_read_people(value, people) && people->count <= option->most)
        return CLI_TAKEN;
    cli_wrong_use(&cli_play, "%s", host_say(CLI_PLAY_NAMES_HAVE_LETTERS_DIGITS_AND_NO, value));
    return CLI_REPORTED;
}

/* A set-up of a link or of another player: what else is said goes beyond it. */
static enum cli_answer take_setup(const struct cli_option *option, const char *code, void *member)
{
    struct play *play = member;
    static struct setup setup; /* its edition is looked up later */
    struct setup_problem problem;
    struct tui_start *start = &play->start;
    (void)option;
    if (!setup_read(&setup, code, strlen(code), NULL, &problem)) {
        cli_bad_setup(&cli_play, code);
        return CLI_REPORTED;
    }
    play->edition_name = setup.settings.edition;
    start->options = setup.settings.options;
    if (setup.settings.options.misplays == PEN_MISPLAYS_REFUSED)
        start->protection = TUI_PROTECTION_ON;
    memcpy(start->dealer, setup.settings.dealer, sizeof start->dealer);
    start->bot_count = setup.bot_count;
    for (unsigned i = 0; i < setup.bot_count; i++)
        start->bots[i] = (struct bot_spec){.level = setup.bots[i]};
    play->players = setup.bot_count > 0 ? setup.bot_count + 1u : setup.settings.seats;
    return CLI_TAKEN;
}

static enum cli_answer take_dealer(const struct cli_option *option, const char *value, void *member)
{
    (void)option;
    return pen_name_read(value, strlen(value), member) ? CLI_TAKEN : CLI_REFUSED;
}

static enum cli_answer take_speed(const struct cli_option *option, const char *value, void *member)
{
    (void)option;
    return tui_speed_read(value, member) ? CLI_TAKEN : CLI_REFUSED;
}

static enum cli_answer take_protection(const struct cli_option *option, const char *value, void *member)
{
    enum tui_protection *protection = member;
    (void)value;
    *protection = option->constant;
    return CLI_TAKEN;
}

static enum cli_answer take_speech(const struct cli_option *option, const char *value, void *member)
{
    (void)option;
    return tui_speech_read(value, member) ? CLI_TAKEN : CLI_REFUSED;
}

static const struct cli_option options[] = {
    {CLI_TEXT("edition", "NAME|FILE", EDITION, struct play, edition_name, WORD_HELP_PLAY_OPTION_EDITION)},
    {CLI_VALUE("setup", "CODE", NOTHING, take_setup, struct play, start, WORD_HELP_PLAY_OPTION_SETUP)},
    {CLI_HOUSE(struct play, start.options, WORD_HELP_PLAY_OPTION_HOUSE)},
    {CLI_TEAMS(struct play, start.options, WORD_HELP_PLAY_OPTION_TEAMS)},
    {CLI_SCORING(struct play, start.options, WORD_HELP_PLAY_OPTION_SCORING)},
    {CLI_TARGET(struct play, start.options, WORD_HELP_PLAY_OPTION_TARGET)},
    {CLI_SEATS(struct play, players, WORD_HELP_PLAY_OPTION_PLAYERS)},
    {CLI_VALUE("bots", "A,B", BOT, take_bots, struct play, start, WORD_HELP_PLAY_OPTION_BOTS)},
    {CLI_VALUE("hotseat", "ANA,BETO", NOTHING, take_people, struct play, start.people,
               WORD_HELP_PLAY_OPTION_HOTSEAT),
     CLI_MARK(struct play, start.has_names), .most = PEN_SEATS_MAX},
    {CLI_VALUE("name", "NAME", NOTHING, take_people, struct play, start.people, WORD_HELP_PLAY_OPTION_NAME),
     .most = 1, CLI_MARK(struct play, start.has_names)},
    {CLI_REVERSE(struct play, start.options, WORD_HELP_PLAY_OPTION_REVERSE)},
    {CLI_VALUE("dealer", "NAME", NOTHING, take_dealer, struct play, start.dealer,
               WORD_HELP_PLAY_OPTION_DEALER)},
    {CLI_NUMBER("seed", "N", 0, UINT64_MAX, struct play, start.seed, WORD_HELP_PLAY_OPTION_SEED),
     CLI_MARK(struct play, start.is_seeded)},
    {CLI_TEXT("load", "FILE", GAME, struct play, load_path, WORD_HELP_PLAY_OPTION_LOAD)},
    {CLI_TEXT("like", "FILE", GAME, struct play, like_path, WORD_HELP_PLAY_OPTION_LIKE)},
    {CLI_NUMBER("round", "N", 1, UINT16_MAX, struct play, deal.round, WORD_HELP_PLAY_OPTION_ROUND)},
    {CLI_FLAG("day", struct play, is_day, WORD_HELP_PLAY_OPTION_DAY)},
    {CLI_TEXT("from", "FILE", GAME, struct play, from_path, WORD_HELP_PLAY_OPTION_FROM)},
    {CLI_NUMBER("at", "N", 0, UINT16_MAX, struct play, from_at, WORD_HELP_PLAY_OPTION_AT)},
    {CLI_TEXT("seat", "NAME", NOTHING, struct play, from_seat, WORD_HELP_PLAY_OPTION_SEAT)},
    {CLI_FLAG("anew", struct play, is_anew, WORD_HELP_PLAY_OPTION_ANEW)},
    {CLI_FLAG("tutorial", struct play, is_tutorial, WORD_HELP_PLAY_OPTION_TUTORIAL)},
    {CLI_FLAG("new", struct play, is_new, WORD_HELP_PLAY_OPTION_NEW)},
    {CLI_FLAG("plain", struct play, is_plain, WORD_HELP_PLAY_OPTION_PLAIN)},
    {CLI_VALUE("speech", "S", NOTHING, take_speech, struct play, start.speech, WORD_HELP_PLAY_OPTION_SPEECH)},
    {CLI_VALUE("speed", "V", SPEED, take_speed, struct play, start.speed, WORD_HELP_PLAY_OPTION_SPEED),
     CLI_MARK(struct play, has_speed)},
    {CLI_FLAG("no-color", struct play, start.no_color, WORD_HELP_PLAY_OPTION_NO_COLOR)},
    {CLI_FLAG("no-motion", struct play, start.no_motion, WORD_HELP_PLAY_OPTION_NO_MOTION)},
    {CLI_VALUE("misplays", NULL, NOTHING, take_protection, struct play, start.protection,
               WORD_HELP_PLAY_OPTION_MISPLAYS),
     .constant = TUI_PROTECTION_OFF},
    {CLI_VALUE("no-misplays", NULL, NOTHING, take_protection, struct play, start.protection,
               WORD_HELP_PLAY_OPTION_NO_MISPLAYS),
     .constant = TUI_PROTECTION_ON},
    {CLI_FLAG("vi", struct play, start.has_vi, WORD_HELP_PLAY_OPTION_VI)},
    {.name = NULL},
};

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
    cli_need_screen(&play->is_plain);
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
    start->has_players = !play->is_bare && (play->players > 0 || start->bot_count > 0 || has_hotseat);
}

/* ---- playing --------------------------------------------------------------------------------- */

static enum tui_menu_answer menu(const struct play *play, struct tui_start *start, const char *unfinished)
{
    return play->is_plain ? plain_menu(start, unfinished) : screen_menu(start, unfinished);
}

/* "won", "3 cards left". */
static void add_result(struct pen_text *text, uint16_t winners, const uint8_t *hand_count, unsigned seat)
{
    pen_text_add(text, winners == 0          ? host_word(WORD_CLI_PLAY_NOT_ENDED)
                       : winners >> seat & 1 ? host_word(WORD_CLI_PLAY_WON)
                                             : host_say(CLI_PLAY_CARDS_LEFT, hand_count[seat]));
}

/* Both times side by side, or the line of the day. */
static void tell_deal(const struct play *play, const struct tui_table *table)
{
    const struct pen_view *view = &table->view;
    char cells[2][128];
    if (view->winners == 0)
        return;
    if (play->like_path)
        puts(host_word(WORD_CLI_PLAY_SAME_DEAL));
    for (unsigned seat = 0; seat < table->names.count; seat++) {
        struct pen_text then = pen_text_in(cells[0], sizeof cells[0]);
        struct pen_text now = pen_text_in(cells[1], sizeof cells[1]);
        add_result(&then, play->deal.winners, play->deal.hand_count, seat);
        add_result(&now, view->winners, view->hand_count, seat);
        if (play->like_path)
            printf("  %s\n", host_say(CLI_PLAY_THEN_AND_NOW, table->names.name[seat], cells[0], cells[1]));
        else if (table->people >> seat & 1)
            puts(host_say(CLI_PLAY_DAY_RESULT, play->date, cells[1]));
    }
}

/* Plays at the table and closes it. */
static enum tui_end sit(const struct play *play, struct tui_table *table)
{
    enum tui_end end = play->is_plain ? plain_play(table, &play->start) : screen_play(table, &play->start);
    /* The screen is gone, and with it what it said about the game. The line mode has said it. */
    if (end == TUI_END_LEFT && !play->is_plain && !table->is_lesson)
        puts(word_text(table->view.winners ? WORD_TUI_SAY_BYE
                       : table->is_unsaved ? WORD_TUI_SAY_UNSAVED_BYE
                                           : WORD_TUI_SAY_SAVED_BYE,
                       table->lang));
    if (play->like_path || play->is_day)
        tell_deal(play, table);
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
        struct home_setup setup = home_setup_of(start);
        struct pen_options rules = tui_start_options(start);
        setup.save = home_save_create();
        struct tui_table *table = home_create(&setup, &start->edition, &rules, platform_now_ms());
        if (!table) {
            if (setup.save)
                home_save_close(setup.save);
            finder_tell_why_not(&start->edition, &rules);
            return HOST_WRONG;
        }
        end = sit(play, table);
        start->seed = any_seed();
        start->is_seeded = play->is_day = false;
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
        play->like_path = NULL;
        play->start.seed = any_seed();
        play->start.is_seeded = false;
        return play_new(play);
    }
    return end == TUI_END_BROKEN ? HOST_WRONG : HOST_GOOD;
}

static int play_text(struct play *play, const char *path, const char *bytes, size_t count)
{
    struct reading reading = {.finder = {.beside = path}, .path = path};
    struct pen_mesa_host host = host_of(&reading);
    struct home_save *save = home_save_create();
    enum home_load_problem problem;
    if (play->deal.round == 0)
        play->deal.round = 1;
    struct tui_table *table =
        play->like_path ? home_load_deal(bytes, count, &play->start, &host, save, platform_now_ms(),
                                         &play->deal, &problem)
                        : home_load(bytes, count, &play->start, &host, save, platform_now_ms(), &problem);
    if (table)
        return play_then_new(play, table);
    if (save)
        home_save_close(save);
    if (problem == HOME_LOAD_OVER)
        host_error("%s", host_say(CLI_PLAY_THIS_GAME_IS_OVER_PENULTIMA_REPLAY, path));
    else if (problem == HOME_LOAD_NEWER)
        host_error("%s", host_say(CLI_PLAY_NEWER_GAME, path));
    else if (problem == HOME_LOAD_NO_DEAL)
        host_error("%s", host_say(CLI_PLAY_NO_SUCH_ROUND, path, (unsigned)play->deal.round));
    else if (problem == HOME_LOAD_NOBODY && play->like_path)
        host_error("%s", host_say(CLI_PLAY_NOBODY_OF_THAT_NAME, path, play->start.people.name[0]));
    else if (problem == HOME_LOAD_NOBODY)
        host_error("%s", host_say(CLI_PLAY_NOT_ALL_PEOPLE_OF_HOTSEAT_PLAY, path));
    return problem == HOME_LOAD_OVER ? HOST_NO : HOST_WRONG;
}

/* A record or a position, and with --like the deal of one. */
static int play_loaded(struct play *play)
{
    struct host_file file;
    const char *path = play->like_path ? play->like_path : play->load_path;
    if (!host_file_read(path, &file))
        return HOST_WRONG;
    const int status = play_text(play, path, file.bytes, file.count);
    host_file_drop(&file);
    return status;
}

/* The seat by its name, the first one without; whoever sits there is called so. */
static bool take_seat(struct play *play, const struct pen_names *names, uint8_t *seat)
{
    struct pen_names *people = &play->start.people;
    *seat = 0;
    if (play->from_seat && !cli_seat_read(play->from_seat, names, seat)) {
        host_error("%s", host_say(CLI_WATCH_NOBODY_IS_CALLED_THERE, play->from_seat));
        return false;
    }
    people->count = 1;
    memcpy(people->name[0], names->name[*seat], sizeof people->name[0]);
    return true;
}

/* Its name without folders and blanks: the record that goes on says it. */
static void name_source(const char *path, char name[64])
{
    const char *slash = strrchr(path, '/');
    snprintf(name, 64, "%s", slash ? slash + 1 : path);
    for (char *at = name; *at; at++)
        if ((unsigned char)*at <= ' ')
            *at = '_';
}

/* One moment of a record is gone on with. */
static int play_from(struct play *play)
{
    static struct pen_mesa mesa;
    static char bytes[ROOM_FROM_BYTES];
    static const enum word problems[] = {[ROOM_FROM_NO_SUCH] = WORD_CLI_PLAY_FROM_NO_SUCH,
                                         [ROOM_FROM_NOBODY] = WORD_CLI_PLAY_FROM_NO_SUCH,
                                         [ROOM_FROM_OVER] = WORD_CLI_PLAY_FROM_OVER,
                                         [ROOM_FROM_WAITS] = WORD_CLI_PLAY_FROM_WAITS};
    char source[64];
    struct host_file file;
    struct room_from from = {
        .source = source, .at = (unsigned)play->from_at, .is_anew = play->is_anew, .seed = play->start.seed};
    struct reading reading = {.finder = {.beside = play->from_path}, .path = play->from_path};
    const struct pen_mesa_host host = host_of(&reading);
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    if (!host_file_read(play->from_path, &file))
        return HOST_WRONG;
    name_source(play->from_path, source);
    enum room_from_result result = ROOM_FROM_UNREADABLE;
    if (pen_mesa_replay(&mesa, file.bytes, file.count, &host) == PEN_MESA_GOOD) {
        const struct pen_names everybody = mesa.everybody;
        if (!take_seat(play, &everybody, &from.seat)) {
            host_file_drop(&file);
            return HOST_WRONG;
        }
        result = room_write_from(&mesa, file.bytes, file.count, &host, &from, &text);
    }
    host_file_drop(&file);
    if (result == ROOM_FROM_GOOD)
        return play_text(play, play->from_path, text.bytes, text.length);
    if (result != ROOM_FROM_UNREADABLE)
        host_error("%s:%u: %s", play->from_path, (unsigned)play->from_at, host_word(problems[result]));
    return HOST_NO;
}

/* The deal of the day: the cards follow from the date, so it is the same wherever it is played. */
static int play_day(struct play *play)
{
    struct tui_start *start = &play->start;
    platform_date_write(platform_wall_ms(), PLATFORM_UTC, "%Y-%m-%d", play->date, sizeof play->date);
    char digits[16];
    platform_date_write(platform_wall_ms(), PLATFORM_UTC, "%Y%m%d", digits, sizeof digits);
    start->seed = strtoull(digits, NULL, 10);
    start->is_seeded = true;
    puts(host_say(CLI_PLAY_DAY, play->date));
    return play_new(play);
}

/* What everybody plays it with. */
static bool set_day(struct play *play)
{
    struct tui_start *start = &play->start;
    start->options = PEN_OPTIONS_DEFAULT;
    start->options.scoring = PEN_SCORING_QUICK;
    start->seat_count = 4;
    start->bot_count = 0;
    start->dealer[0] = '\0';
    return start->people.count == 1 && pen_edition_builtin("classic", &start->edition) &&
           pen_house_add("own-pile", strlen("own-pile"), &start->options.house);
}

static int play_tutorial(struct play *play)
{
    struct tui_table *table = home_tutorial_create(play->start.lang, play->start.speed, platform_now_ms());
    if (!table)
        return HOST_WRONG;
    enum tui_end end = sit(play, table);
    if (end == TUI_END_AGAIN)
        return play_new(play);
    return end == TUI_END_BROKEN ? HOST_WRONG : HOST_GOOD;
}

/* Keeps an unfinished game that is not gone on with among the others: 'play --load' finds it there. */
static void put_away(struct home_unfinished *unfinished)
{
    if (!home_save_finish(unfinished->save))
        host_error("%s",
                   host_say(CLI_PLAY_THE_UNFINISHED_GAME_STAYS_WHERE_IT, home_save_why(unfinished->save)));
    home_save_close(unfinished->save);
}

/* A whole set-up, as links have it. False: one with an edition of somebody's own, which stays where it is. */
static bool write_setup(struct pen_text *text, const struct tui_start *start)
{
    static struct pen_edition builtin;
    struct setup setup = {.settings = setup_usual()};
    if (!pen_edition_builtin(start->edition.id, &builtin))
        return false;
    memcpy(setup.settings.edition, start->edition.id, sizeof setup.settings.edition);
    setup.settings.options = start->options;
    setup.settings.seats = start->seat_count;
    for (unsigned seat = start->people.count; seat < start->seat_count; seat++)
        setup.bots[setup.bot_count++] =
            start->bot_count ? start->bots[(seat - start->people.count) % start->bot_count].level
                             : BOT_CASUAL;
    setup_write(text, &setup);
    return true;
}

/* What the menu was left with is what it begins with the next time. */
static void remember(const struct tui_start *start)
{
    char lines[SETUP_CODE_BYTES + PEN_SEATS_MAX * PEN_PLAYER_BYTES + TUI_LINK_BYTES + 64];
    struct pen_text text = pen_text_in(lines, sizeof lines);
    pen_text_add(&text, "setup = ");
    if (!write_setup(&text, start))
        return;
    pen_text_add(&text, "\nplayers = ");
    pen_text_add_number(&text, start->seat_count);
    if (start->has_names)
        pen_text_add(&text, start->people.count > 1 ? "\nhotseat = " : "\nname = ");
    for (uint8_t i = 0; start->has_names && i < start->people.count; i++) {
        pen_text_add(&text, i > 0 ? "," : "");
        pen_text_add(&text, start->people.name[i]);
    }
    pen_text_add(&text, "\nspeed = ");
    pen_text_add(&text, tui_speed_id(start->speed));
    pen_text_add(&text, "\nlang = ");
    pen_text_add(&text, pen_lang_id(start->lang));
    pen_text_add(&text, "\n");
    if (!text.is_cut)
        config_write_last(lines);
}

/* What the menu offers besides a game here: other commands, as if they had been typed. */
static int run_other(const struct cli_command *command, int argc, char **arguments)
{
    arguments[0] = (char *)(uintptr_t)command->name;
    optind = 0; /* getopt begins anew */
    if (command->has_pipes)
        signal(SIGPIPE, SIG_IGN);
    return command->run(command, argc, arguments);
}

static int join_table(const struct play *play, struct tui_start *start)
{
    char *arguments[6] = {NULL};
    int count = 1;
    arguments[count++] = start->link;
    if (play->is_plain)
        arguments[count++] = (char *)(uintptr_t) "--plain";
    if (start->has_names) {
        arguments[count++] = (char *)(uintptr_t) "--name";
        arguments[count++] = start->people.name[0];
    }
    return run_other(&cli_join, count, arguments);
}

static int choose(void *context, const struct tui_list *list)
{
    const struct play *play = context;
    return play->is_plain ? plain_choose(list) : screen_choose(list, !play->start.no_color);
}

/* One that is over is watched; one that is not is gone on with. */
static int open_kept(struct play *play)
{
    static char path[4096];
    bool is_over;
    if (!cli_games_choose(choose, play, path, sizeof path, &is_over))
        return MENU_AGAIN;
    if (!is_over) {
        play->load_path = path;
        play->start.has_names = false; /* whoever played there goes on */
        return play_loaded(play);
    }
    char *plain[] = {NULL, (char *)(uintptr_t) "--show", path, NULL};
    const int status =
        play->is_plain ? run_other(&cli_replay, 3, plain) : run_other(&cli_watch, 2, plain + 1);
    return status == HOST_GOOD ? MENU_AGAIN : status;
}

static int errand(struct play *play, struct tui_start *start, enum tui_menu_answer answer)
{
    char play_word[] = "play";
    char *arguments[3] = {NULL, play_word, NULL};
    host_lang = start->lang;
    if (answer == TUI_MENU_PROBLEM)
        return run_other(&cli_problem, 2, arguments) == HOST_GOOD ? MENU_AGAIN : HOST_WRONG;
    arguments[1] = NULL;
    return answer == TUI_MENU_JOIN    ? join_table(play, start)
           : answer == TUI_MENU_HOST  ? run_other(&cli_serve, 1, arguments)
           : answer == TUI_MENU_GAMES ? open_kept(play)
                                      : HOST_GOOD;
}

static int play_from_menu(struct play *play)
{
    struct tui_start *start = &play->start;
    struct home_unfinished unfinished;
    struct reading reading = {.finder = {.beside = NULL}, .path = NULL};
    struct pen_mesa_host host = host_of(&reading);
    char description[512];
    struct pen_text text = pen_text_in(description, sizeof description);
    bool has_unfinished = home_save_find(&unfinished);
    if (unfinished.newer[0])
        host_error("%s", host_say(CLI_PLAY_NEWER_GAME, unfinished.newer));
    if (has_unfinished) {
        reading.finder.beside = home_save_path(unfinished.save);
        if (!home_load_describe(unfinished.bytes, unfinished.count, &host, host_lang, &text) ||
            play->is_new) {
            put_away(&unfinished);
            has_unfinished = false;
        }
    }
    enum tui_menu_answer answer = TUI_MENU_START;
    const bool has_menu = has_unfinished || play->is_bare || !start->has_edition || !start->has_players;
    if (has_menu)
        answer = menu(play, start, has_unfinished ? description : NULL);
    if (has_menu && answer != TUI_MENU_LEAVE && answer != TUI_MENU_GO_ON)
        remember(start);
    if (answer == TUI_MENU_GO_ON && has_unfinished) {
        struct tui_table *table = home_load_unfinished(&unfinished, start, &host, platform_now_ms());
        if (table)
            return play_then_new(play, table);
        answer = TUI_MENU_START;
    }
    if (has_unfinished && answer == TUI_MENU_START)
        put_away(&unfinished);
    else if (has_unfinished)
        home_save_close(unfinished.save);
    if (answer == TUI_MENU_TUTORIAL)
        return play_tutorial(play);
    return answer == TUI_MENU_START ? play_new(play) : errand(play, start, answer);
}

/* A signal that ended the full screen has been put off until everything was in order. */
static void end_by_signal(void)
{
    int number = screen_signal();
    if (number == 0)
        return;
    signal(number, SIG_DFL);
    raise(number);
}

/* Nothing is said but how the terminal is used. */
static bool is_about_terminal(int argc, char **argv)
{
    static const char *const words[] = {"--plain", "--vi", "--no-color", "--no-motion"};
    for (int i = 1; i < argc; i++) {
        bool is_one = false;
        for (unsigned j = 0; j < sizeof words / sizeof words[0]; j++)
            is_one = is_one || strcmp(argv[i], words[j]) == 0;
        if (!is_one)
            return false;
    }
    return true;
}

static int run_with(const struct cli_command *command, int argc, char **argv, struct play *play)
{
    play->start.options = PEN_OPTIONS_DEFAULT;
    /* Without a word, or with the language only, everything is chosen in the menu: as it was chosen last. */
    play->is_bare = is_about_terminal(argc, argv);
    if (play->is_bare)
        config_read_last(command, play);
    play->has_speed = play->has_speed && isatty(STDIN_FILENO); /* a script has all the time there is */
    int status = cli_read(command, argc, argv, play);
    if (status != CLI_GO_ON)
        return status;
    play->start.lang = host_lang;
    play->start.has_errands = play->is_bare;
    play->start.has_edition = play->edition_name != NULL && !play->is_bare;
    if (!finder_find_argument(play->edition_name ? play->edition_name : "classic", &play->start.edition) ||
        !own_house_lay(&play->start.edition, play->start.options.house))
        return HOST_WRONG;
    fill_in(play);
    unsigned people = play->start.people.count;
    if (people > play->start.seat_count || play->start.seat_count < PEN_SEATS_MIN)
        return cli_wrong_use(command, "%s",
                             host_say(CLI_PLAY_PLAYERS_IS_TOO_FEW, (unsigned)play->start.seat_count));
    if (play->start.seat_count > PEN_SEATS_MAX)
        return cli_wrong_use(command, "%s",
                             host_say(CLI_PLAY_PLAYERS_ARE_TOO_MANY, (unsigned)play->start.seat_count));
    if (!pen_teams_fit(play->start.options.teams, play->start.seat_count))
        return cli_wrong_use(command, "%s",
                             host_say(CLI_TEAMS_DO_NOT_FIT, (unsigned)play->start.seat_count,
                                      (unsigned)play->start.options.teams));
    if (play->is_day && !set_day(play))
        return cli_wrong_use(command, "%s", host_word(WORD_CLI_PLAY_DAY_IS_FOR_ONE));
    if (play->is_day)
        status = play_day(play);
    else if (play->from_path)
        status = play_from(play);
    else if (play->load_path || play->like_path)
        status = play_loaded(play);
    else if (play->is_tutorial)
        status = play_tutorial(play);
    else
        while ((status = play_from_menu(play)) == MENU_AGAIN)
            continue;
    end_by_signal();
    return status;
}

/* Whoever goes on from a game that is watched out of the menu is here twice. */
static int run(const struct cli_command *command, int argc, char **argv)
{
    struct play *play = calloc(1, sizeof *play);
    if (!play) {
        host_error("%s", host_word(WORD_CLI_JOIN_OUT_OF_MEMORY_THREADS_OR_RANDOM));
        return HOST_WRONG;
    }
    const int status = run_with(command, argc, argv, play);
    free(play);
    return status;
}

const struct cli_command cli_play = {
    .name = "play",
    .usage = "[OPTION...]",
    .about = WORD_HELP_PLAY_ABOUT,
    .details = WORD_HELP_PLAY_DETAILS,
    .options = options,
    .has_config = true,
    .examples = "penultima play\n"
                "penultima play --edition office --players 5 --bots rank,expert\n"
                "penultima play --hotseat Ana,Beto --house jump-in\n"
                "penultima play --tutorial\n"
                "penultima play --load game.mesa\n"
                "penultima play --from game.mesa --at 31 --seat Ana\n"
                "penultima play --like game.mesa --name Beto\n"
                "penultima play --day",
    .run = run,
};

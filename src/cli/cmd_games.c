/* cmd_games.c - the games that were kept: when, what, who, who won, where. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/find_edition.h"
#include "platform/report.h"
#include "tui/front.h"
#include "tui/home/load.h"
#include "tui/home/save.h"
#include "words/cli_games_words.h"
#include "words/cli_words.h"
#include "words/help_games_words.h"
#include "words/tui_show_words.h"

enum { PATH_BYTES = 4096 };

struct wish {
    bool is_json;
};

static const struct cli_option options[] = {
    {CLI_FLAG("json", struct wish, is_json, WORD_HELP_GAMES_OPTION_JSON)},
    {.name = NULL},
};

/* ---- the files ------------------------------------------------------------------------------- */

struct names {
    char **list;
    size_t count;
};

static bool is_record(const char *name)
{
    static const char ending[] = ".mesa";
    size_t length = strlen(name);
    return length >= sizeof ending && strcmp(name + length - (sizeof ending - 1), ending) == 0;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names of the records in the folder, oldest first: a name begins with its date. */
static bool list_records(const char *folder, struct names *names)
{
    DIR *directory = opendir(folder);
    if (!directory)
        return errno == ENOENT; /* no game was kept yet */
    const struct dirent *entry;
    while ((entry = readdir(directory))) {
        if (!is_record(entry->d_name))
            continue;
        size_t bytes = strlen(entry->d_name) + 1;
        names->list = host_allocate(names->list, (names->count + 1) * sizeof *names->list);
        names->list[names->count] = host_allocate(NULL, bytes);
        memcpy(names->list[names->count++], entry->d_name, bytes);
    }
    closedir(directory);
    if (names->count > 0)
        qsort(names->list, names->count, sizeof *names->list, compare);
    return true;
}

static void drop_names(struct names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->list[i]);
    free(names->list);
}

/* ---- one game -------------------------------------------------------------------------------- */

static void ignore_report(void *context, unsigned line, const char *what)
{
    (void)context;
    (void)line;
    (void)what;
}

/* Replays it. False: it cannot be. */
static bool read_game(const char *path, struct pen_mesa *mesa)
{
    struct host_file file;
    const char *why;
    if (!host_file_try(path, &file, &why))
        return false;
    struct edition_finder finder = {.beside = path};
    struct pen_mesa_host host = {
        .context = &finder, .lang = host_lang, .find_edition = finder_find, .report = ignore_report};
    bool is_good = pen_mesa_replay(mesa, file.bytes, file.count, &host) == PEN_MESA_GOOD;
    host_file_drop(&file);
    return is_good;
}

/* "2026-11-15 13:04" out of "2026-11-15-130405-classic.mesa"; false if it is named otherwise. */
static bool read_date(const char *name, char *date, size_t size)
{
    unsigned year, month, day, hour, minute;
    if (sscanf(name, "%4u-%2u-%2u-%2u%2u", &year, &month, &day, &hour, &minute) != 5)
        return false;
    snprintf(date, size, "%04u-%02u-%02u %02u:%02u", year, month, day, hour, minute);
    return true;
}

/* "Classic: Ana, Beto. Won by Ana"; of a game that is not null. */
static void describe(struct pen_text *text, const struct pen_mesa *mesa)
{
    struct pen_names names = mesa->names;
    pen_names_show(&names);
    pen_text_add(text, pen_said(mesa->edition.title, host_lang));
    for (unsigned seat = 0; seat < names.count; seat++) {
        pen_text_add(text, seat > 0 ? ", " : ": ");
        pen_text_add(text, names.name[seat]);
    }
    pen_text_add(text, ". ");
    if (mesa->game.winners == 0)
        pen_text_add(text, host_say(CLI_GAMES_UNFINISHED_ROUND, (unsigned)mesa->game.round_number));
    else
        pen_text_add(text, host_word(pen_bits_count(mesa->game.winners) > 1 ? WORD_CLI_GAMES_SHARED_BY
                                                                            : WORD_CLI_GAMES_WON_BY));
    for (unsigned seat = 0; seat < names.count; seat++) {
        if (!(mesa->game.winners >> seat & 1))
            continue;
        pen_text_add(text, mesa->game.winners & ((1u << seat) - 1) ? ", " : " ");
        pen_text_add(text, names.name[seat]);
    }
}

static void print_for_people(const char *path, const char *date, const struct pen_mesa *mesa)
{
    char bytes[1024];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    if (mesa)
        describe(&text, mesa);
    else
        pen_text_add(&text, host_word(WORD_CLI_GAMES_CANNOT_BE_READ));
    printf("%-16s  %s", date, bytes);
    printf("\n                  %s\n", path);
}

/* The game that 'play' would offer to go on with. False: there is none. */
static bool print_unfinished(void)
{
    struct home_unfinished unfinished;
    char description[512];
    struct pen_text text = pen_text_in(description, sizeof description);
    if (!home_save_find(&unfinished))
        return false;
    struct edition_finder finder = {.beside = home_save_path(unfinished.save)};
    const struct pen_mesa_host host = {
        .context = &finder, .lang = host_lang, .find_edition = finder_find, .report = ignore_report};
    const bool is_good = home_load_describe(unfinished.bytes, unfinished.count, &host, host_lang, &text);
    if (is_good)
        printf("%s\n                  %s\n", host_say(CLI_GAMES_GOES_ON, description),
               home_save_path(unfinished.save));
    home_save_close(unfinished.save);
    return is_good;
}

static void report_names(struct report *report, const char *key, const struct pen_mesa *mesa, uint16_t seats)
{
    report_open(report, key, '[');
    for (unsigned seat = 0; seat < mesa->names.count; seat++)
        if (seats >> seat & 1)
            report_string(report, NULL, mesa->names.name[seat]);
    report_close(report, ']');
}

static void print_for_programs(const char *path, const char *date, const struct pen_mesa *mesa)
{
    struct report report = {.stream = stdout};
    report_open(&report, NULL, '{');
    report_string(&report, "file", path);
    report_string(&report, "date", date);
    report_truth(&report, "readable", mesa != NULL);
    if (mesa) {
        report_string(&report, "edition", mesa->edition.id);
        report_names(&report, "players", mesa, PEN_AUDIENCE_ALL);
        report_names(&report, "winners", mesa, mesa->game.winners);
        report_whole(&report, "rounds", mesa->game.round_number);
        report_whole(&report, "actions", mesa->action_count);
    }
    report_close(&report, '}');
}

void cli_games_print(void)
{
    char folder[PATH_BYTES];
    struct names names = {NULL, 0};
    if (!home_games_folder(folder, sizeof folder) || !list_records(folder, &names))
        return;
    for (size_t i = 0; i < names.count; i++)
        printf("%s/%s\n", folder, names.list[i]);
    drop_names(&names);
}

bool cli_games_choose(int (*choose)(void *context, const struct tui_list *list), void *context, char *path,
                      size_t size, bool *is_over)
{
    static struct pen_mesa mesa;
    char folder[PATH_BYTES], why[PATH_BYTES];
    struct names names = {NULL, 0}, lines = {NULL, 0};
    if (!home_games_folder(folder, sizeof folder) || !list_records(folder, &names))
        return false;
    lines.list = host_allocate(NULL, (names.count + 1) * sizeof *lines.list);
    for (size_t i = names.count; i-- > 0;) { /* the newest first */
        char bytes[1024], date[32] = "", whole[1100];
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        snprintf(path, size, "%s/%s", folder, names.list[i]);
        (void)read_date(names.list[i], date, sizeof date);
        if (read_game(path, &mesa))
            describe(&text, &mesa);
        else
            pen_text_add(&text, host_word(WORD_CLI_GAMES_CANNOT_BE_READ));
        const int length = snprintf(whole, sizeof whole, "%s  %s", date, bytes);
        lines.list[lines.count] = host_allocate(NULL, (size_t)length + 1);
        memcpy(lines.list[lines.count++], whole, (size_t)length + 1);
    }
    snprintf(why, sizeof why, "%s", host_say(CLI_GAMES_NO_GAME_WAS_KEPT_YET_IN, folder));
    const struct tui_list list = {.heading = host_word(WORD_TUI_SHOW_MENU_GAMES),
                                  .empty = why,
                                  .items = (const char *const *)lines.list,
                                  .count = (unsigned)lines.count,
                                  .lang = host_lang};
    const int chosen = choose(context, &list);
    if (chosen >= 0) {
        snprintf(path, size, "%s/%s", folder, names.list[names.count - 1 - (size_t)chosen]);
        *is_over = !read_game(path, &mesa) || mesa.game.winners != 0;
    }
    drop_names(&names);
    drop_names(&lines);
    return chosen >= 0;
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    static struct pen_mesa mesa;
    char folder[PATH_BYTES];
    struct wish wish = {.is_json = false};
    const int status = cli_read(command, argc, argv, &wish);
    if (status != CLI_GO_ON)
        return status;
    if (!home_games_folder(folder, sizeof folder)) {
        host_error("%s", host_word(WORD_CLI_GAMES_HOME_IS_NOT_SET));
        return HOST_WRONG;
    }
    struct names names = {NULL, 0};
    if (!list_records(folder, &names)) {
        host_error("%s", host_say(CLI_CANNOT_READ, folder, strerror(errno)));
        return HOST_WRONG;
    }
    const bool has_unfinished = !wish.is_json && print_unfinished();
    for (size_t i = 0; i < names.count; i++) {
        char path[PATH_BYTES + 300], date[32] = "";
        snprintf(path, sizeof path, "%s/%s", folder, names.list[i]);
        (void)read_date(names.list[i], date, sizeof date);
        const struct pen_mesa *game = read_game(path, &mesa) ? &mesa : NULL;
        if (wish.is_json)
            print_for_programs(path, date, game);
        else
            print_for_people(path, date, game);
    }
    if (names.count == 0 && !has_unfinished && !wish.is_json)
        printf("%s", host_say(CLI_GAMES_NO_GAME_WAS_KEPT_YET_IN, folder));
    drop_names(&names);
    return HOST_GOOD;
}

const struct cli_command cli_games = {
    .name = "games",
    .usage = "[--json]",
    .about = WORD_HELP_GAMES_ABOUT,
    .details = WORD_HELP_GAMES_DETAILS,
    .options = options,
    .examples = "penultima games\npenultima games --json",
    .run = run,
};

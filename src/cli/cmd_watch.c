/* cmd_watch.c - a record on the full screen, step by step. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/find_edition.h"
#include "tui/watch.h"

static const struct cli_option options[] = {
    {"seat", 's', "NAME|all|public", WORD_HELP_WATCH_OPTION_SEAT},
    {"no-color", 'C', NULL, WORD_HELP_WATCH_OPTION_NO_COLOR},
    {"edition", 'e', "FILE", WORD_HELP_WATCH_OPTION_EDITION},
    {.name = NULL},
};

struct source {
    const char *path;
    struct edition_finder finder;
};

static bool find(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                 struct pen_problem *problem)
{
    struct source *source = context;
    return finder_find(&source->finder, name, bytes, edition, problem);
}

static void report(void *context, unsigned line, const char *what)
{
    const struct source *source = context;
    if (line)
        fprintf(stderr, "%s:%u: %s\n", source->path, line, what);
    else
        fprintf(stderr, "%s: %s\n", source->path, what);
}

/* A seat by its name, or one of the two words for no seat. */
static bool read_eyes(const char *name, const struct pen_names *names, uint8_t *eyes)
{
    if (cli_seat_read(name, names, eyes))
        return true;
    *eyes = strcmp(name, "public") == 0 ? PEN_SPECTATOR : TUI_WATCH_ALL;
    return strcmp(name, "public") == 0 || strcmp(name, "all") == 0;
}

static int watch_file(const struct cli_command *command, struct source *source, const char *seat,
                      bool has_color)
{
    struct host_file file;
    if (!host_file_read(source->path, &file))
        return HOST_WRONG;
    source->finder.beside = source->path;
    struct pen_mesa_host host = {
        .context = source, .lang = host_lang, .find_edition = find, .report = report};
    enum pen_mesa_status status;
    struct tui_record *record = tui_record_read(file.bytes, file.count, &host, &status);
    host_file_drop(&file);
    if (!record)
        return status == PEN_MESA_UNREADABLE ? HOST_WRONG : HOST_NO;
    struct tui_watch wish = {.lang = host_lang, .has_color = has_color, .eyes = TUI_WATCH_ALL};
    int result = status == PEN_MESA_GOOD ? HOST_GOOD : HOST_NO;
    if (seat && !read_eyes(seat, &record->names, &wish.eyes)) {
        result = cli_wrong_use(command, "%s", host_say(CLI_WATCH_NOBODY_IS_CALLED_THERE, seat));
    } else if (!tui_watch_run(record, &wish)) {
        host_error("%s", host_word(WORD_CLI_WATCH_THIS_TERMINAL_HAS_NO_FULL_SCREEN));
        result = HOST_WRONG;
    }
    tui_record_drop(record);
    return result;
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    struct source source = {.path = NULL};
    const char *value, *seat = NULL, *no_color = getenv("NO_COLOR");
    bool has_color = !(no_color && no_color[0]);
    int code, status;
    while ((code = cli_option_next(command, argc, argv, &value)) >= 0) {
        if (code == 's') {
            seat = value;
        } else if (code == 'C') {
            has_color = false;
        } else if (!finder_give(&source.finder, value)) {
            finder_drop(&source.finder);
            return HOST_WRONG;
        }
    }
    if (code != CLI_END) {
        status = code == CLI_DONE ? HOST_GOOD : HOST_WRONG;
    } else if (optind + 1 != argc) {
        status = cli_wrong_use(command, "%s", host_word(WORD_CLI_WATCH_GIVE_ONE_FILE));
    } else if (!tui_screen_is_possible()) {
        status = HOST_WRONG;
        host_error("%s", host_word(WORD_CLI_WATCH_WATCH_NEEDS_A_TERMINAL_REPLAY_SHOW));
    } else {
        source.path = argv[optind];
        status = watch_file(command, &source, seat, has_color);
    }
    finder_drop(&source.finder);
    return status;
}

const struct cli_command cli_watch = {
    .name = "watch",
    .usage = "[--seat NAME|all|public] [--edition FILE]... FILE",
    .about = WORD_HELP_WATCH_ABOUT,
    .details = WORD_HELP_WATCH_DETAILS,
    .options = options,
    .examples = "penultima watch game.mesa\npenultima watch --seat Ana game.mesa",
    .run = run,
};

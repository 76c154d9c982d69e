/* cmd_watch.c - a record on the full screen, step by step. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/find_edition.h"
#include "tui/screen/watch.h"
#include "words/cli_watch_words.h"
#include "words/help_watch_words.h"

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
    *eyes = strcmp(name, "public") == 0 ? PEN_SPECTATOR : SCREEN_WATCH_ALL;
    return strcmp(name, "public") == 0 || strcmp(name, "all") == 0;
}

/* "penultima play --from" for the step that was left, as if it had been typed. Whoever looked with nobody's
 * eyes takes the seat whose turn it is. */
static int play_on(const char *path, const struct screen_record *record, const struct screen_watch *wish)
{
    char step[16], name[PEN_PLAYER_BYTES], *last = NULL;
    const uint8_t turn = record->steps[wish->step].game.round.turn;
    const uint8_t seat = wish->eyes < record->names.count ? wish->eyes : turn;
    snprintf(step, sizeof step, "%u", wish->step);
    snprintf(name, sizeof name, "%s", record->names.name[seat % PEN_SEATS_MAX]);
    char *arguments[] = {(char *)(uintptr_t)cli_play.name,
                         (char *)(uintptr_t) "--from",
                         (char *)(uintptr_t)path,
                         (char *)(uintptr_t) "--at",
                         step,
                         (char *)(uintptr_t) "--seat",
                         name,
                         last};
    optind = 0; /* getopt begins anew */
    return cli_play.run(&cli_play, 7, arguments);
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
    struct screen_record *record = screen_record_read(file.bytes, file.count, &host, &status);
    host_file_drop(&file);
    if (!record)
        return status == PEN_MESA_UNREADABLE ? HOST_WRONG : HOST_NO;
    struct screen_watch wish = {.lang = host_lang, .has_color = has_color, .eyes = SCREEN_WATCH_ALL};
    int result = status == PEN_MESA_GOOD ? HOST_GOOD : HOST_NO;
    if (seat && !read_eyes(seat, &record->names, &wish.eyes)) {
        result = cli_wrong_use(command, "%s", host_say(CLI_WATCH_NOBODY_IS_CALLED_THERE, seat));
    } else if (!screen_watch_run(record, &wish)) {
        host_error("%s", host_word(WORD_CLI_WATCH_THIS_TERMINAL_HAS_NO_FULL_SCREEN));
        result = HOST_WRONG;
    }
    if (result == HOST_GOOD && wish.goes_on)
        result = play_on(source->path, record, &wish);
    screen_record_drop(record);
    return result;
}

struct wish {
    struct source source;
    const char *seat;
    bool no_color;
};

static const struct cli_option options[] = {
    {CLI_TEXT("seat", "NAME|all|public", NOTHING, struct wish, seat, WORD_HELP_WATCH_OPTION_SEAT)},
    {CLI_FLAG("no-color", struct wish, no_color, WORD_HELP_WATCH_OPTION_NO_COLOR)},
    {CLI_EDITIONS(struct wish, source.finder, WORD_HELP_WATCH_OPTION_EDITION)},
    {.name = NULL},
};

static int run(const struct cli_command *command, int argc, char **argv)
{
    const char *no_color = getenv("NO_COLOR");
    struct wish wish = {.no_color = no_color && no_color[0]};
    int status = cli_read(command, argc, argv, &wish);
    if (status == CLI_GO_ON && optind + 1 != argc) {
        status = cli_wrong_use(command, "%s", host_word(WORD_CLI_WATCH_GIVE_ONE_FILE));
    } else if (status == CLI_GO_ON && !screen_is_possible()) {
        status = HOST_WRONG;
        host_error("%s", host_word(WORD_CLI_WATCH_WATCH_NEEDS_A_TERMINAL_REPLAY_SHOW));
    } else if (status == CLI_GO_ON) {
        wish.source.path = argv[optind];
        status = watch_file(command, &wish.source, wish.seat, !wish.no_color);
    }
    finder_drop(&wish.source.finder);
    return status;
}

const struct cli_command cli_watch = {
    .name = "watch",
    .usage = "[--seat NAME|all|public] [--edition FILE]... FILE",
    .about = WORD_HELP_WATCH_ABOUT,
    .details = WORD_HELP_WATCH_DETAILS,
    .options = options,
    .operands_max = CLI_MANY,
    .operand = CLI_OFFER_GAME,
    .examples = "penultima watch game.mesa\npenultima watch --seat Ana game.mesa",
    .run = run,
};

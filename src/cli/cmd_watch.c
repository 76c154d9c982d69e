/* cmd_watch.c - a record on the full screen, step by step. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/find_edition.h"
#include "tui/watch.h"

static const struct cli_option options[] = {
    {"seat",
     's',
     "NAME|all|public",
     {"through whose eyes; otherwise all cards are open",
      "con los ojos de quién; si no, todas las cartas a la vista"}},
    {"no-color", 'C', NULL, {"without colours", "sin colores"}},
    {"edition",
     'e',
     "FILE",
     {"an edition of your own, known by its id; may be repeated",
      "una edición propia, conocida por su id; se puede repetir"}},
    {NULL, 0, NULL, {NULL, NULL}},
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
    for (uint8_t seat = 0; seat < names->count; seat++) {
        if (strcmp(names->name[seat], name) == 0) {
            *eyes = seat;
            return true;
        }
    }
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
        result =
            cli_wrong_use(command, host_text("nobody is called '%s' there", "ahí nadie se llama '%s'"), seat);
    } else if (!tui_watch_run(record, &wish)) {
        host_error("%s",
                   host_text("this terminal has no full screen; 'replay --show' tells the game in lines",
                             "esta terminal no tiene pantalla completa; 'replay --show' cuenta en líneas"));
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
        status = cli_wrong_use(command, "%s", host_text("give one file", "hay que dar un archivo"));
    } else if (!tui_screen_is_possible()) {
        status = HOST_WRONG;
        host_error("%s",
                   host_text("watch needs a terminal; 'replay --show' tells the game in lines",
                             "watch necesita una terminal; 'replay --show' cuenta la partida en líneas"));
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
    .about = {"Steps through a .mesa game on the full screen",
              "Recorre una partida .mesa en pantalla completa"},
    .details = {"Forwards and backwards, move by move or round by round, through the eyes of any player,\n"
                "of the public, or with all cards open. The keys stand on the screen. A game in which a\n"
                "line is refused can be watched up to there.\n",
                "Adelante y atrás, jugada a jugada o ronda a ronda, con los ojos de cualquier jugador,\n"
                "del público, o con todas las cartas a la vista. Las teclas están en la pantalla. Una\n"
                "partida con una línea rechazada se puede ver hasta ahí.\n"},
    .options = options,
    .examples = "penultima watch game.mesa\npenultima watch --seat Ana game.mesa",
    .run = run,
};

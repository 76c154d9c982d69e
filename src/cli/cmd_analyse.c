/* cmd_analyse.c - a record, decision by decision: what the chances were, and what was given away. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analysis.h"
#include "cli/command.h"
#include "cli/find_edition.h"
#include "cli/progress.h"
#include "platform/clock.h"
#include "words/cli_analyse_words.h"
#include "words/cli_watch_words.h"
#include "words/cli_words.h"
#include "words/help_analyse_words.h"

enum { TRIES_DEEP = 400 /* at once, where more is looked at */, DEEP_MS_MAX = 3600000 };

struct analyse {
    const char *path, *seat, *plot;
    uint64_t deep_ms;
    struct edition_finder finder;
    bool is_found; /* somebody is called 'seat' */
    struct analysis analysis;
};

static const struct cli_option options[] = {
    {CLI_TEXT("seat", "NAME", NOTHING, struct analyse, seat, WORD_HELP_ANALYSE_OPTION_SEAT)},
    {CLI_FLAG("all", struct analyse, analysis.shows_all, WORD_HELP_ANALYSE_OPTION_ALL)},
    {CLI_NUMBER("deep", "MS", 1, DEEP_MS_MAX, struct analyse, deep_ms, WORD_HELP_ANALYSE_OPTION_DEEP)},
    {CLI_EDITIONS(struct analyse, finder, WORD_HELP_ANALYSE_OPTION_EDITION)},
    {CLI_FLAG("json", struct analyse, analysis.is_json, WORD_HELP_ANALYSE_OPTION_JSON)},
    {CLI_FLAG("luck", struct analyse, analysis.tells_luck, WORD_HELP_ANALYSE_OPTION_LUCK)},
    {CLI_TEXT("plot", "FILE.svg", FILE, struct analyse, plot, WORD_HELP_ANALYSE_OPTION_PLOT)},
    {.name = NULL},
};

static bool find(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                 struct pen_problem *problem)
{
    struct analyse *analyse = context;
    return finder_find(&analyse->finder, name, bytes, edition, problem);
}

static void report(void *context, unsigned line, const char *what)
{
    const struct analyse *analyse = context;
    fflush(stdout);
    if (line)
        fprintf(stderr, "%s:%u: %s\n", analyse->path, line, what);
    else
        fprintf(stderr, "%s: %s\n", analyse->path, what);
}

/* ---- reading the record ---- */

static bool grow(struct study *study)
{
    study->room = study->room ? 2 * study->room : 64;
    study->list = host_allocate(study->list, study->room * sizeof *study->list);
    return true;
}

static void show(void *context, const struct pen_mesa_moment *moment)
{
    struct analyse *analyse = context;
    struct analysis *analysis = &analyse->analysis;
    uint8_t seat;
    if (!analysis->study.is_begun) {
        analysis->table.edition = *moment->edition;
        analysis->table.rules = *moment->rules;
        analysis->table.names = *moment->names;
        pen_names_show(&analysis->table.names);
        analyse->is_found = !analyse->seat || cli_seat_read(analyse->seat, moment->names, &seat);
        analysis->study.seats = !analyse->seat ? UINT16_MAX : analyse->is_found ? (uint16_t)(1u << seat) : 0;
    }
    study_show(&analysis->study, moment);
}

/* ---- looking at the decisions ---- */

static void look_deeper(const struct study *study, uint64_t ms)
{
    struct progress progress;
    uint64_t begun = platform_now_us(), now = begun;
    struct study_decision *decision;
    progress_begin(&progress, "ms");
    while (progress_tell(&progress, (now - begun) / 1000, ms) && now - begun < ms * 1000 &&
           (decision = study_least_known(study)) != NULL) {
        study_look(study, decision, TRIES_DEEP);
        now = platform_now_us();
    }
    progress_end(&progress);
}

static void look_at_all(const struct analyse *analyse)
{
    const struct study *study = &analyse->analysis.study;
    for (unsigned i = 0; i < study->count; i++)
        study_look(study, &study->list[i], study_tries(study));
    if (analyse->deep_ms > 0 && study->count > 0)
        look_deeper(study, analyse->deep_ms);
}

static int analyse_file(const struct cli_command *command, struct analyse *analyse, const char *path)
{
    static struct pen_mesa mesa;
    struct study *study = &analyse->analysis.study;
    struct host_file file;
    analyse->path = analyse->analysis.path = strcmp(path, "-") == 0 ? "stdin" : path;
    analyse->finder.beside = path;
    analyse->analysis.table.lang = host_lang;
    *study = (struct study){.list = study->list, .room = study->room, .grow = grow};
    if (!host_file_read(path, &file))
        return HOST_WRONG;
    struct pen_mesa_host host = {
        .context = analyse, .lang = host_lang, .find_edition = find, .report = report, .show = show};
    enum pen_mesa_status status = pen_mesa_replay(&mesa, file.bytes, file.count, &host);
    host_file_drop(&file);
    if (study->is_begun && !analyse->is_found)
        return cli_wrong_use(command, "%s", host_say(CLI_WATCH_NOBODY_IS_CALLED_THERE, analyse->seat));
    if (study->is_begun) {
        look_at_all(analyse);
        if (analyse->plot && !analysis_plot(&analyse->analysis, analyse->plot))
            return HOST_WRONG;
        analysis_tell(&analyse->analysis);
    }
    return (int)status;
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    static struct analyse analyse;
    int status = cli_read(command, argc, argv, &analyse);
    if (status == CLI_GO_ON && optind == argc)
        status = cli_wrong_use(command, "%s", host_word(WORD_CLI_NO_FILE_GIVEN));
    else if (status == CLI_GO_ON)
        for (int i = optind; i < argc; i++) {
            int one = analyse_file(command, &analyse, argv[i]);
            status = one > status ? one : status;
        }
    free(analyse.analysis.study.list);
    finder_drop(&analyse.finder);
    return status;
}

const struct cli_command cli_analyse = {
    .name = "analyse",
    .once = "coach",
    .usage =
        "[--seat NAME] [--all] [--deep MS] [--json] [--luck] [--plot FILE.svg] [--edition FILE]... FILE...",
    .about = WORD_HELP_ANALYSE_ABOUT,
    .details = WORD_HELP_ANALYSE_DETAILS,
    .options = options,
    .operands_max = CLI_MANY,
    .operand = CLI_OFFER_FILE,
    .examples = "penultima analyse --seat Ana game.mesa\n"
                "penultima record --edition classic --players 4 --seed 7 | penultima analyse -",
    .run = run,
};

/* cmd_coach.c - a record, looked at by the player that has learned: where it would have done something else.
 */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "bots/coach.h"
#include "cli/command.h"
#include "cli/find_edition.h"
#include "platform/report.h"
#include "tui/action_words.h"

static const struct cli_option options[] = {
    {"seat", 's', "NAME", WORD_HELP_COACH_OPTION_SEAT},
    {"all", 'a', NULL, WORD_HELP_COACH_OPTION_ALL},
    {"edition", 'e', "FILE", WORD_HELP_COACH_OPTION_EDITION},
    {"json", 'j', NULL, WORD_HELP_COACH_OPTION_JSON},
    {.name = NULL},
};

/* What was done is doubtful if the coach is sure of something else and gives it hardly a chance. */
#define DOUBTFUL_SHARE 0.05
#define SURE_SHARE 0.5

enum { ORDER_BYTES = 256 };

struct tally {
    unsigned decisions, agreed, doubtful;
};

struct coach {
    const char *path, *seat;
    struct edition_finder finder;
    bool shows_all, is_json, is_begun;
    bool is_found; /* somebody is called 'seat' */
    struct tally tally[PEN_SEATS_MAX];
    struct pen_view views[PEN_SEATS_MAX]; /* before the action that is looked at */
    struct tui_table table;               /* for the words */
};

static bool find(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                 struct pen_problem *problem)
{
    struct coach *coach = context;
    return finder_find(&coach->finder, name, bytes, edition, problem);
}

static void report(void *context, unsigned line, const char *what)
{
    const struct coach *coach = context;
    fflush(stdout);
    if (line)
        fprintf(stderr, "%s:%u: %s\n", coach->path, line, what);
    else
        fprintf(stderr, "%s: %s\n", coach->path, what);
}

/* The action as an order in words, or as a line of the record has it. */
static const char *order(const struct coach *coach, const struct pen_names *names, struct pen_action action,
                         char bytes[ORDER_BYTES])
{
    struct pen_text text = pen_text_in(bytes, ORDER_BYTES);
    if (coach->is_json)
        pen_mesa_write_bare_action(&text, &coach->table.edition, &coach->table.rules, names, action);
    else
        tui_action_words(&text, &coach->table, action);
    bytes[strcspn(bytes, "\r\n")] = 0;
    return bytes;
}

static void print_decision(struct coach *coach, const struct pen_mesa_moment *moment,
                           const struct bot_advice *advice)
{
    uint8_t seat = moment->action.seat;
    const char *name = coach->is_json ? moment->names->name[seat] : coach->table.names.name[seat];
    char taken[ORDER_BYTES], best[ORDER_BYTES];
    coach->table.seat = seat;
    coach->table.view = coach->views[seat];
    order(coach, moment->names, moment->action, taken);
    order(coach, moment->names, advice->best, best);
    if (coach->is_json) {
        struct report report = {.stream = stdout};
        report_open(&report, NULL, '{');
        report_string(&report, "file", coach->path);
        report_whole(&report, "line", moment->line);
        report_string(&report, "seat", name);
        report_string(&report, "taken", taken);
        report_real(&report, "taken_share", advice->taken_share, 4);
        report_string(&report, "best", best);
        report_real(&report, "best_share", advice->best_share, 4);
        report_close(&report, '}');
    } else if (advice->taken_share < advice->best_share) {
        printf("%5u  %s: %s (%.0f %%) -> %s (%.0f %%)\n", moment->line, name, taken,
               100 * advice->taken_share, best, 100 * advice->best_share);
    } else {
        printf("%5u  %s: %s (%.0f %%)\n", moment->line, name, taken, 100 * advice->taken_share);
    }
}

static void look(struct coach *coach, const struct pen_mesa_moment *moment)
{
    struct bot_advice advice;
    uint8_t seat = moment->action.seat, wanted;
    if (coach->seat && (!cli_seat_read(coach->seat, moment->names, &wanted) || wanted != seat))
        return;
    if (!bot_coach(moment->rules, &coach->views[seat], moment->action, &advice))
        return;
    bool is_doubtful = advice.taken_share < DOUBTFUL_SHARE && advice.best_share > SURE_SHARE;
    coach->tally[seat].decisions++;
    coach->tally[seat].agreed += advice.taken_share >= advice.best_share;
    coach->tally[seat].doubtful += is_doubtful;
    if (coach->shows_all || is_doubtful)
        print_decision(coach, moment, &advice);
}

static void show(void *context, const struct pen_mesa_moment *moment)
{
    struct coach *coach = context;
    uint8_t seat;
    coach->is_begun = true;
    if (moment->is_deal) {
        coach->table.edition = *moment->edition;
        coach->table.rules = *moment->rules;
        coach->table.names = *moment->names;
        coach->is_found = !coach->seat || cli_seat_read(coach->seat, moment->names, &seat);
        pen_names_show(&coach->table.names);
    } else if (!moment->is_void) {
        look(coach, moment);
    }
    for (seat = 0; seat < moment->names->count; seat++) {
        if (moment->is_deal)
            pen_view_init(&coach->views[seat], seat);
        pen_view_update(&coach->views[seat], moment->rules, moment->game, moment->events);
    }
}

static void sum_up(const struct coach *coach)
{
    bool is_any = false;
    for (unsigned seat = 0; seat < coach->table.names.count; seat++) {
        const struct tally *tally = &coach->tally[seat];
        if (tally->decisions == 0)
            continue;
        is_any = true;
        fputs(host_say(CLI_COACH_SUM, coach->table.names.name[seat], (long)tally->decisions,
                       (long)tally->agreed, (long)tally->doubtful),
              stdout);
        putchar('\n');
    }
    if (!is_any)
        puts(host_word(WORD_CLI_COACH_NOTHING));
}

static int coach_file(const struct cli_command *command, struct coach *coach, const char *path)
{
    static struct pen_mesa mesa;
    struct host_file file;
    coach->path = strcmp(path, "-") == 0 ? "stdin" : path;
    coach->finder.beside = path;
    coach->table.lang = host_lang;
    coach->is_begun = false;
    memset(coach->tally, 0, sizeof coach->tally);
    if (!host_file_read(path, &file))
        return HOST_WRONG;
    struct pen_mesa_host host = {
        .context = coach, .lang = host_lang, .find_edition = find, .report = report, .show = show};
    enum pen_mesa_status status = pen_mesa_replay(&mesa, file.bytes, file.count, &host);
    host_file_drop(&file);
    if (coach->is_begun && !coach->is_found)
        return cli_wrong_use(command, "%s", host_say(CLI_WATCH_NOBODY_IS_CALLED_THERE, coach->seat));
    if (coach->is_begun && !coach->is_json)
        sum_up(coach);
    return (int)status;
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    static struct coach coach;
    const char *value;
    int code, status = HOST_GOOD;
    while ((code = cli_option_next(command, argc, argv, &value)) >= 0) {
        if (code == 's') {
            coach.seat = value;
        } else if (code == 'a') {
            coach.shows_all = true;
        } else if (code == 'j') {
            coach.is_json = coach.shows_all = true;
        } else if (!finder_give(&coach.finder, value)) {
            finder_drop(&coach.finder);
            return HOST_WRONG;
        }
    }
    if (code != CLI_END)
        status = code == CLI_DONE ? HOST_GOOD : HOST_WRONG;
    else if (optind == argc)
        status = cli_wrong_use(command, "%s", host_word(WORD_CLI_NO_FILE_GIVEN));
    else
        for (int i = optind; i < argc; i++) {
            int one = coach_file(command, &coach, argv[i]);
            status = one > status ? one : status;
        }
    finder_drop(&coach.finder);
    return status;
}

const struct cli_command cli_coach = {
    .name = "coach",
    .usage = "[--seat NAME] [--all] [--json] [--edition FILE]... FILE...",
    .about = WORD_HELP_COACH_ABOUT,
    .details = WORD_HELP_COACH_DETAILS,
    .options = options,
    .examples = "penultima coach --seat Ana game.mesa\n"
                "penultima record --edition classic --players 4 --seed 7 | penultima coach -",
    .run = run,
};

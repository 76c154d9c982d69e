/* cmd_bench.c - how many games and actions a second. */
#include <getopt.h>
#include <string.h>

#include "cli/command.h"
#include "cli/find_edition.h"
#include "cli/own_house.h"
#include "platform/report.h"
#include "sim/bench.h"

static const struct cli_option options[] = {
    {"edition", 'e', "NAME|FILE", WORD_HELP_BENCH_OPTION_EDITION},
    {"house", 'r', "A,B", WORD_HELP_BENCH_OPTION_HOUSE},
    {"teams", 'm', "N", WORD_HELP_BENCH_OPTION_TEAMS},
    {"players", 'p', "N", WORD_HELP_BENCH_OPTION_PLAYERS},
    {"games", 'g', "N", WORD_HELP_BENCH_OPTION_GAMES},
    {"batch", 'b', NULL, WORD_HELP_BENCH_OPTION_BATCH},
    {"json", 'j', NULL, WORD_HELP_BENCH_OPTION_JSON},
    {.name = NULL},
};

static struct pen_edition edition;
static struct pen_rules rules;

struct bench {
    struct pen_options table;
    uint64_t games;
    unsigned players; /* 0: 2 and 4 */
    struct report report;
    bool is_json, is_list, has_batch;
};

static void measure(struct bench *bench, unsigned players)
{
    struct sim_bench result;
    sim_bench_run(&rules, (uint8_t)players, bench->games, 1, &result);
    struct sim_bench_batch batch = {0, 0};
    bool has_batch = bench->has_batch && sim_bench_batch(&rules, (uint8_t)players, 1, &batch);
    double ratio = result.yardstick_per_s > 0 ? result.actions_per_s / result.yardstick_per_s : 0;
    if (bench->is_json) {
        struct report *report = &bench->report;
        if (bench->is_list)
            report_line(report);
        report_open(report, NULL, '{');
        report_string(report, "edition", edition.id);
        report_whole(report, "players", players);
        report_whole(report, "games", result.games);
        report_real(report, "games_per_s", result.games_per_s, 0);
        report_real(report, "actions_per_s", result.actions_per_s, 0);
        report_real(report, "copy_ns", result.copy_ns, 2);
        report_whole(report, "state_bytes", sizeof(struct pen_game));
        report_real(report, "mean_actions_per_s", result.mean_actions_per_s, 0);
        report_real(report, "yardstick_per_s", result.yardstick_per_s, 0);
        report_real(report, "ratio", ratio, 3);
        if (has_batch) {
            report_real(report, "steps_per_s", batch.steps_per_s, 0);
            report_real(report, "steps_observed_per_s", batch.steps_observed_per_s, 0);
        }
        report_close(report, '}');
    } else {
        printf("%-14s %9u %10.0f %13.2f %6.2f %8.1f %7zu\n", cli_edition_name(&edition), players,
               result.games_per_s, result.actions_per_s / 1e6, ratio, result.copy_ns,
               sizeof(struct pen_game));
        if (has_batch)
            printf("%-14s %9s %s\n", "", "",
                   host_say(CLI_BENCH_BATCH, host_real(batch.steps_per_s / 1e6, 1),
                            host_real(batch.steps_observed_per_s / 1e6, 1)));
        fflush(stdout);
    }
}

/* The edition at hand, with the numbers of players wanted. */
static bool measure_edition(struct bench *bench)
{
    if (!own_house_lay(&edition, bench->table.house))
        return false;
    if (pen_table_make(&rules, &edition, &bench->table, NULL) != PEN_RULES_GOOD) {
        finder_tell_why_not(&edition, &bench->table);
        return false;
    }
    static const unsigned usual[] = {2, 4};
    const unsigned *players = bench->players ? &bench->players : usual;
    unsigned count = bench->players ? 1 : 2;
    for (unsigned i = 0; i < count; i++) {
        if (pen_seats_fit(&rules, players[i]))
            measure(bench, players[i]);
        else if (bench->players)
            return cli_players_fit(&edition, &rules, players[i]);
    }
    return true;
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    struct bench bench = {.table = PEN_OPTIONS_DEFAULT, .games = 50000, .report = {.stream = stdout}};
    const char *name = NULL, *value;
    uint64_t number;
    int code;
    while ((code = cli_option_next(command, argc, argv, &value)) >= 0) {
        bool is_good = true;
        switch (code) {
        case 'e':
            name = value;
            break;
        case 'r':
            is_good = own_house_read(value, &bench.table.house);
            break;
        case 'm':
            is_good = cli_teams_read(value, &bench.table);
            break;
        case 'p':
            is_good = host_number_read(value, PEN_SEATS_MAX, &number) && number >= PEN_SEATS_MIN;
            if (is_good)
                bench.players = (unsigned)number;
            break;
        case 'g':
            is_good = host_number_read(value, 1000000000, &bench.games) && bench.games > 0;
            break;
        case 'b':
            bench.has_batch = true;
            break;
        default:
            bench.is_json = true;
            break;
        }
        if (!is_good)
            return cli_bad_value(command, code, value);
    }
    if (code != CLI_END)
        return code == CLI_DONE ? HOST_GOOD : HOST_WRONG;
    if (optind < argc)
        return cli_wrong_use(command, "%s", host_say(CLI_UNEXPECTED_ARGUMENT, argv[optind]));
    if (name && !finder_find_argument(name, &edition))
        return HOST_WRONG;

    /* One measurement is an object, several are a list of them. */
    bench.is_list = !(name && bench.players);
    if (!bench.is_json)
        puts(host_word(WORD_CLI_BENCH_EDITION_PLAYERS_GAMES_S_M_ACTIONS));
    else if (bench.is_list)
        report_open(&bench.report, NULL, '[');
    bool is_good = true;
    if (name) {
        is_good = measure_edition(&bench);
    } else {
        for (unsigned i = 0; i < pen_edition_builtin_count() && is_good; i++) {
            is_good = pen_edition_builtin(pen_edition_builtin_id(i), &edition) && measure_edition(&bench);
        }
    }
    if (bench.is_json && bench.is_list)
        report_close(&bench.report, ']');
    else if (is_good && !bench.is_json)
        fputs(host_word(WORD_CLI_BENCH_RATIO_TO_THE_BARE_CLASSIC_GAME), stdout);
    return is_good ? HOST_GOOD : HOST_WRONG;
}

const struct cli_command cli_bench = {
    .name = "bench",
    .usage = "[--edition NAME|FILE] [--house A,B] [--players N] [--games N] [--batch] [--json]",
    .about = WORD_HELP_BENCH_ABOUT,
    .details = WORD_HELP_BENCH_DETAILS,
    .options = options,
    .examples = "penultima bench\npenultima bench --edition classic --players 2 --json",
    .run = run,
};

/* cmd_bench.c - how many games and actions a second. */
#include <string.h>

#include "cli/command.h"
#include "cli/find_edition.h"
#include "cli/own_house.h"
#include "platform/report.h"
#include "sim/bench.h"
#include "words/cli_bench_words.h"
#include "words/cli_words.h"
#include "words/help_bench_words.h"

static struct pen_edition edition;
static struct pen_rules rules;

struct bench {
    struct pen_options table;
    uint64_t games;
    unsigned players; /* 0: 2 and 4 */
    struct report report;
    const char *name;
    bool is_json, is_list, has_batch;
};

static const struct cli_option options[] = {
    {CLI_TEXT("edition", "NAME|FILE", EDITION, struct bench, name, WORD_HELP_BENCH_OPTION_EDITION)},
    {CLI_HOUSE(struct bench, table, WORD_HELP_BENCH_OPTION_HOUSE)},
    {CLI_TEAMS(struct bench, table, WORD_HELP_BENCH_OPTION_TEAMS)},
    {CLI_SEATS(struct bench, players, WORD_HELP_BENCH_OPTION_PLAYERS)},
    {CLI_NUMBER("games", "N", 1, 1000000000, struct bench, games, WORD_HELP_BENCH_OPTION_GAMES)},
    {CLI_FLAG("batch", struct bench, has_batch, WORD_HELP_BENCH_OPTION_BATCH)},
    {CLI_FLAG("json", struct bench, is_json, WORD_HELP_BENCH_OPTION_JSON)},
    {.name = NULL},
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
    const int status = cli_read(command, argc, argv, &bench);
    if (status != CLI_GO_ON)
        return status;
    if (bench.name && !finder_find_argument(bench.name, &edition))
        return HOST_WRONG;

    /* One measurement is an object, several are a list of them. */
    bench.is_list = !(bench.name && bench.players);
    if (!bench.is_json)
        puts(host_word(WORD_CLI_BENCH_EDITION_PLAYERS_GAMES_S_M_ACTIONS));
    else if (bench.is_list)
        report_open(&bench.report, NULL, '[');
    bool is_good = true;
    if (bench.name) {
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

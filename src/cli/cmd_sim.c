/* cmd_sim.c - many games between bots, and their figures. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/find_edition.h"
#include "cli/own_house.h"
#include "cli/progress.h"
#include "cli/sim_records.h"
#include "cli/sim_report.h"
#include "sim/parallel.h"
#include "words/cli_sim_words.h"
#include "words/cli_words.h"
#include "words/help_sim_words.h"

#define GAMES_MAX UINT64_C(1000000000000)
#define THREADS_MAX 1024

struct simulation {
    struct pen_edition edition;
    struct pen_rules rules;
    struct pen_options table;
    struct pen_names names;
    struct sim_settings settings;
    struct sim_records records;
    struct progress progress;
    struct host_output csv;
    struct bot_clock clock;
    const char *edition_name, *bots, *folder, *csv_path, *plot_path;
    unsigned players; /* 0: as many as bots */
    bool is_json;
};

static const struct cli_option options[] = {
    {CLI_TEXT("edition", "NAME|FILE", EDITION, struct simulation, edition_name,
              WORD_HELP_SIM_OPTION_EDITION)},
    {CLI_HOUSE(struct simulation, table, WORD_HELP_SIM_OPTION_HOUSE)},
    {CLI_TEAMS(struct simulation, table, WORD_HELP_SIM_OPTION_TEAMS)},
    {CLI_SCORING(struct simulation, table, WORD_HELP_SIM_OPTION_SCORING)},
    {CLI_TARGET(struct simulation, table, WORD_HELP_SIM_OPTION_TARGET)},
    {CLI_SEATS(struct simulation, players, WORD_HELP_SIM_OPTION_PLAYERS)},
    {CLI_TEXT("bots", "A,B", BOT, struct simulation, bots, WORD_HELP_SIM_OPTION_BOTS)},
    {CLI_NUMBER("games", "N", 1, GAMES_MAX, struct simulation, settings.game_count,
                WORD_HELP_SIM_OPTION_GAMES)},
    {CLI_NUMBER("seed", "N", 0, UINT64_MAX, struct simulation, settings.seed, WORD_HELP_SIM_OPTION_SEED)},
    {CLI_NUMBER("threads", "N", 1, THREADS_MAX, struct simulation, settings.thread_count,
                WORD_HELP_SIM_OPTION_THREADS)},
    {CLI_FLAG("fixed-seats", struct simulation, settings.is_fixed, WORD_HELP_SIM_OPTION_FIXED_SEATS)},
    {CLI_TEXT("record", "DIR", FOLDER, struct simulation, folder, WORD_HELP_SIM_OPTION_RECORD)},
    {CLI_TEXT("csv", "FILE", FILE, struct simulation, csv_path, WORD_HELP_SIM_OPTION_CSV)},
    {CLI_TEXT("plot", "FILE.svg", FILE, struct simulation, plot_path, WORD_HELP_SIM_OPTION_PLOT)},
    {CLI_FLAG("json", struct simulation, is_json, WORD_HELP_SIM_OPTION_JSON)},
    {.name = NULL},
};

/* ---- arguments ---- */

/* "rank,random": the bots by place; how many in '*count'. Says what is wrong itself. */
static bool read_bots(const struct cli_command *command, const char *list, struct bot_spec *specs,
                      unsigned *count)
{
    *count = 0;
    for (const char *at = list;; at++) {
        size_t bytes = strcspn(at, ",");
        if (*count == PEN_SEATS_MAX) {
            cli_wrong_use(command, "%s", host_say(CLI_SIM_MORE_THAN_BOTS, PEN_SEATS_MAX, list));
            return false;
        }
        if (!pen_bot_spec_read(at, bytes, &specs[*count])) {
            char known[256];
            struct pen_text text = pen_text_in(known, sizeof known);
            for (unsigned level = 0; level < BOT_LEVEL_COUNT; level++) {
                pen_text_add(&text, level ? ", " : "");
                pen_text_add(&text, pen_bot_level_id((enum bot_level)level));
            }
            cli_wrong_use(command, "%s",
                          host_say(CLI_NO_SUCH_BOT_THERE_ARE_AND, host_part((int)bytes, at), known));
            return false;
        }
        ++*count;
        at += bytes;
        if (!*at)
            return true;
    }
}

/* The bots named sit down, again and again until all seats are taken. Without a number of players there are
 * as many as bots. */
static bool seat_bots(const struct cli_command *command, struct simulation *simulation)
{
    unsigned players = simulation->players;
    struct sim_settings *settings = &simulation->settings;
    unsigned bots;
    if (!read_bots(command, simulation->bots, settings->specs, &bots))
        return false;
    const unsigned least = simulation->table.teams > 0 ? 2u * simulation->table.teams : PEN_SEATS_MIN;
    if (players == 0)
        players = bots < least ? least : bots;
    if (bots > players) {
        cli_wrong_use(command, "%s", host_say(CLI_SIM_BOTS_FOR_PLAYERS, bots, players));
        return false;
    }
    settings->seat_count = (uint8_t)players;
    for (unsigned place = bots; place < players; place++)
        settings->specs[place] = settings->specs[place % bots];
    return true;
}

static bool prepare_rules(struct simulation *simulation)
{
    struct sim_settings *settings = &simulation->settings;
    if (!finder_find_argument(simulation->edition_name, &simulation->edition) ||
        !own_house_lay(&simulation->edition, simulation->table.house))
        return false;
    if (pen_table_make(&simulation->rules, &simulation->edition, &simulation->table, NULL) !=
        PEN_RULES_GOOD) {
        finder_tell_why_not(&simulation->edition, &simulation->table);
        return false;
    }
    if (!cli_players_fit(&simulation->edition, &simulation->rules, settings->seat_count))
        return false;
    simulation->names = cli_names(settings->seat_count);
    simulation->clock.now_us = progress_thread_us;
    settings->rules = &simulation->rules;
    settings->edition = &simulation->edition;
    settings->options = &simulation->table;
    settings->names = &simulation->names;
    settings->clock = &simulation->clock;
    sim_settings_sort(settings);
    return true;
}

/* ---- the run ---- */

static bool hear_progress(void *context, uint64_t done, uint64_t game_count)
{
    struct simulation *simulation = context;
    return progress_tell(&simulation->progress, done, game_count) &&
           !atomic_load(&simulation->records.is_failed);
}

static bool hear_row(void *context, uint64_t game, const struct sim_row *row)
{
    struct simulation *simulation = context;
    return sim_report_csv_row(&simulation->settings, &simulation->csv, game, row);
}

static bool write_piece(void *context, const char *bytes, size_t count)
{
    return host_output_write(context, bytes, count);
}

static bool write_plot(const struct sim_report *report, const char *path)
{
    struct host_output output;
    if (!host_output_open(&output, path))
        return false;
    struct sim_sink sink = {&output, write_piece};
    bool is_good = sim_report_plot(report, &sink);
    return host_output_close(&output, is_good);
}

/* Before the first game: what cannot be written is found out now and not after hours. Only rank 0
 * writes tables and charts; every rank writes the records of its games. */
static bool open_outputs(struct simulation *simulation)
{
    struct sim_settings *settings = &simulation->settings;
    if (simulation->folder) {
        if (!sim_records_begin(&simulation->records, simulation->folder, settings))
            return false;
        settings->keeper = &simulation->records.keeper;
    }
    if (!sim_parallel_is_speaker())
        return true;
    if (simulation->plot_path) {
        struct host_output probe;
        if (!host_output_open(&probe, simulation->plot_path))
            return false;
        (void)!host_output_close(&probe, false);
    }
    return !simulation->csv_path || (host_output_open(&simulation->csv, simulation->csv_path) &&
                                     sim_report_csv_head(settings, &simulation->csv));
}

static int tell(struct simulation *simulation, const struct sim_tally *tally, bool is_whole)
{
    struct sim_report report = {&simulation->settings, tally};
    bool is_good = tally->lost == 0;
    if (simulation->csv_path && !host_output_close(&simulation->csv, true))
        is_good = false;
    const bool is_piped =
        simulation->csv_path && strcmp(simulation->csv_path, "-") == 0; /* a table and nothing else */
    if (simulation->is_json)
        sim_report_json(&report);
    else if (!is_piped)
        sim_report_text(&report);
    if (simulation->plot_path && tally->games > tally->cut && !write_plot(&report, simulation->plot_path))
        is_good = false;
    if (!is_good) {
        if (tally->lost && !atomic_load(&simulation->records.is_failed))
            host_error("%s", host_say(CLI_SIM_LOST, tally->lost, simulation->folder));
        return HOST_WRONG;
    }
    if (!is_whole) {
        host_error("%s",
                   host_say(CLI_SIM_STOPPED_AFTER_OF_GAMES_THE_FIGURES, (unsigned long long)tally->games,
                            (unsigned long long)simulation->settings.game_count));
        return HOST_NO;
    }
    return HOST_GOOD;
}

static int simulate(const struct cli_command *command, int argc, char **argv)
{
    static struct simulation simulation;
    simulation.table = PEN_OPTIONS_DEFAULT;
    simulation.edition_name = "classic";
    simulation.bots = "random";
    simulation.settings.game_count = 10000;
    simulation.settings.seed = 1;
    int status = cli_read(command, argc, argv, &simulation);
    if (status != CLI_GO_ON)
        return status;
    if (!seat_bots(command, &simulation))
        return HOST_WRONG;
    if (!sim_parallel_agree(prepare_rules(&simulation) && open_outputs(&simulation)))
        return HOST_WRONG;

    struct sim_tally *tally = host_allocate(NULL, sizeof *tally);
    memset(tally, 0, sizeof *tally);
    struct sim_listener listener = {&simulation, hear_progress, simulation.csv_path ? hear_row : NULL};
    progress_begin(&simulation.progress, host_word(WORD_CLI_GAMES));
    sim_run(&simulation.settings, &listener, tally);
    progress_end(&simulation.progress);
    status = HOST_GOOD;
    if (sim_parallel_is_speaker())
        status = tell(&simulation, tally, tally->games == simulation.settings.game_count);
    free(tally);
    return status;
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    int status = HOST_WRONG;
    if (sim_parallel_begin(&argc, &argv))
        status = simulate(command, argc, argv);
    else
        host_error("%s", host_word(WORD_CLI_STARTED_BY_MPIRUN_BUT_BUILT_WITHOUT));
    sim_parallel_end();
    return status;
}

const struct cli_command cli_sim = {
    .name = "sim",
    .usage = "[--edition NAME|FILE] [--players N] [--bots A,B] [--games N] [OPTION...]",
    .about = WORD_HELP_SIM_ABOUT,
    .details = WORD_HELP_SIM_DETAILS,
    .has_bots = true,
    .options = options,
    .examples = "penultima sim --bots rank,random --games 100000\n"
                "penultima sim --edition office --players 4 --scoring quick --plot office.svg\n"
                "penultima sim --bots expert:200,rank,random --json",
    .run = run,
};

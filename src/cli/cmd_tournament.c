/* cmd_tournament.c - bots against each other: who is how strong. */
#include <string.h>

#include "cli/command.h"
#include "cli/find_edition.h"
#include "cli/own_house.h"
#include "cli/progress.h"
#include "cli/tournament_report.h"
#include "platform/clock.h"
#include "sim/parallel.h"
#include "sim/plot_elo.h"
#include "words/cli_tournament_words.h"
#include "words/cli_words.h"
#include "words/help_tournament_words.h"

enum { ANSWER_USUAL_MS = 1000, SPRT_ELO_USUAL = 20 };

#define BOTS_USUAL "random,rule,novice,dreamer,casual,rank,veteran,expert:200,master"

/* Everything asked for, and what came out. Large, so there is one. */
static struct tournament {
    struct pen_edition edition;
    struct pen_options table;
    struct pen_rules rules;
    struct sim_tournament main, four;
    struct guests guests;
    struct tournament_report main_report, four_report;
    const char *plot_path, *table_path;
    struct host_output plot, markdown;
    const char *edition_name, *bots, *preset;
    uint64_t elo;                                                     /* of a test between two: 0 for none */
    bool is_json, has_players, has_four, has_sprt, has_bots, has_own; /* says itself what is played */
} tournament;

/* What is played so that others can be compared with it: the opponents and the deals never change. Whoever
 * plays in it comes before the opponents. */
static const struct preset {
    const char *name, *edition, *opponents;
    uint64_t games, seed;
    unsigned answer_ms;
} presets[] = {
    {"words-1", "classic", "random,rule,rank", 100, 20261119, 60000},
};

static const struct cli_option options[] = {
    {CLI_TEXT("preset", "NAME", NOTHING, struct tournament, preset, WORD_HELP_TOURNAMENT_OPTION_PRESET)},
    {CLI_TEXT("bots", "A,B,...", BOT, struct tournament, bots, WORD_HELP_TOURNAMENT_OPTION_BOTS),
     CLI_MARK(struct tournament, has_bots)},
    {CLI_TEXT("edition", "NAME|FILE", EDITION, struct tournament, edition_name,
              WORD_HELP_TOURNAMENT_OPTION_EDITION),
     CLI_MARK(struct tournament, has_own)},
    {CLI_HOUSE(struct tournament, table, WORD_HELP_TOURNAMENT_OPTION_HOUSE),
     CLI_MARK(struct tournament, has_own)},
    {CLI_TEAMS(struct tournament, table, WORD_HELP_TOURNAMENT_OPTION_TEAMS),
     CLI_MARK(struct tournament, has_own)},
    {CLI_SCORING(struct tournament, table, WORD_HELP_TOURNAMENT_OPTION_SCORING),
     CLI_MARK(struct tournament, has_own)},
    {CLI_SEATS(struct tournament, main.seat_count, WORD_HELP_TOURNAMENT_OPTION_PLAYERS),
     CLI_MARK(struct tournament, has_players)},
    {CLI_NUMBER("games", "N", 1, 1000000000, struct tournament, main.games,
                WORD_HELP_TOURNAMENT_OPTION_GAMES),
     CLI_MARK(struct tournament, has_own)},
    {CLI_NUMBER("seed", "N", 0, UINT64_MAX, struct tournament, main.seed, WORD_HELP_TOURNAMENT_OPTION_SEED),
     CLI_MARK(struct tournament, has_own)},
    {CLI_NUMBER("threads", "N", 1, 1024, struct tournament, main.thread_count,
                WORD_HELP_TOURNAMENT_OPTION_THREADS)},
    {CLI_NUMBER("answer", "MS", 1, 3600000, struct tournament, guests.answer_ms,
                WORD_HELP_TOURNAMENT_OPTION_ANSWER)},
    {CLI_FLAG("sprt", struct tournament, has_sprt, WORD_HELP_TOURNAMENT_OPTION_SPRT)},
    {CLI_NUMBER("elo", "N", 1, 1000, struct tournament, elo, WORD_HELP_TOURNAMENT_OPTION_ELO)},
    {CLI_FLAG("json", struct tournament, is_json, WORD_HELP_TOURNAMENT_OPTION_JSON)},
    {CLI_TEXT("plot", "FILE.svg", FILE, struct tournament, plot_path, WORD_HELP_TOURNAMENT_OPTION_PLOT)},
    {CLI_TEXT("table", "FILE.md", FILE, struct tournament, table_path, WORD_HELP_TOURNAMENT_OPTION_TABLE)},
    {.name = NULL},
};

static const struct bot_clock host_clock = {NULL, progress_thread_us};

static bool show_progress(void *context, uint64_t games, uint64_t games_max)
{
    return progress_tell(context, games, games_max);
}

static bool play(struct sim_tournament *one, struct tournament_report *report)
{
    struct progress progress;
    progress_begin(&progress, host_word(WORD_CLI_GAMES));
    one->progress = show_progress;
    one->progress_context = &progress;
    bool is_good = sim_tournament_run(one, &report->result);
    progress_end(&progress);
    if (!is_good) {
        host_error("%s", host_word(WORD_CLI_TOURNAMENT_OUT_OF_MEMORY));
        return false;
    }
    report->edition = &tournament.edition;
    report->options = &tournament.table;
    report->rules = &tournament.rules;
    report->tournament = one;
    report->guests = &tournament.guests;
    report_complete(report);
    return true;
}

/* ---- what is asked for ---- */

static int read_bots(const struct cli_command *command, const char *text)
{
    struct sim_tournament *to = &tournament.main;
    to->bot_count = 0;
    for (const char *word = text;;) {
        size_t length = strcspn(word, ",");
        if (to->bot_count == SIM_ELO_BOTS_MAX)
            return cli_wrong_use(command, "%s",
                                 host_say(CLI_TOURNAMENT_AT_MOST_BOTS, (unsigned)SIM_ELO_BOTS_MAX));
        unsigned bot = to->bot_count++;
        if (length >= sizeof GUEST_PREFIX && memcmp(word, GUEST_PREFIX, sizeof GUEST_PREFIX - 1) == 0) {
            int guest = guests_add(&tournament.guests, word + sizeof GUEST_PREFIX - 1,
                                   length - (sizeof GUEST_PREFIX - 1));
            if (guest < 0)
                return cli_wrong_use(command, "%s", host_word(WORD_CLI_TOURNAMENT_GUEST_IS_TOO_LONG));
            to->guest[bot] = (uint8_t)(guest + 1);
            to->guests = &tournament.guests.hooks;
        } else if (!pen_bot_spec_read(word, length, &to->specs[bot])) {
            char known[128] = "";
            for (unsigned i = 0; i < BOT_LEVEL_COUNT; i++) {
                size_t at = strlen(known);
                snprintf(known + at, sizeof known - at, "%s%s", i ? ", " : "",
                         pen_bot_level_id((enum bot_level)i));
            }
            return cli_wrong_use(command, "%s",
                                 host_say(CLI_NO_SUCH_BOT_THERE_ARE_AND,
                                          host_part((int)(length < 40 ? length : 40), word), known));
        }
        if (!word[length])
            break;
        word += length + 1;
    }
    if (to->bot_count < 2)
        return cli_wrong_use(command, "%s", host_word(WORD_CLI_TOURNAMENT_AT_LEAST_TWO_BOTS_ARE_NEEDED));
    return HOST_GOOD;
}

/* For the table also one against three, of the yardsticks that are there. */
static void plan_four(void)
{
    const struct sim_tournament *main = &tournament.main;
    tournament.has_four = tournament.table_path && !tournament.has_players && tournament.rules.teams == 0 &&
                          pen_seats_fit(&tournament.rules, 4);
    tournament.four = *main;
    tournament.four.seat_count = 4;
    for (unsigned bot = 0; bot < main->bot_count; bot++)
        if (!main->guest[bot] && (main->specs[bot].level == BOT_RANDOM || main->specs[bot].level == BOT_RANK))
            tournament.four.others |= UINT32_C(1) << bot;
}

/* CLI_GO_ON if it is known and nothing that was said contradicts it. */
static int use_preset(const struct cli_command *command)
{
    static char bots[1024];
    const struct preset *preset = presets, *last = presets + sizeof presets / sizeof presets[0];
    while (preset < last && strcmp(preset->name, tournament.preset) != 0)
        preset++;
    if (preset == last)
        return cli_wrong_use(command, "%s",
                             host_say(CLI_TOURNAMENT_NO_SUCH_PRESET, tournament.preset, presets[0].name));
    if (tournament.has_own || tournament.has_players || tournament.has_sprt || tournament.elo > 0)
        return cli_wrong_use(command, "%s", host_word(WORD_CLI_TOURNAMENT_PRESET_DECIDES));
    (void)snprintf(bots, sizeof bots, "%s%s%s", tournament.has_bots ? tournament.bots : "",
                   tournament.has_bots ? "," : "", preset->opponents);
    tournament.bots = bots;
    tournament.edition_name = preset->edition;
    tournament.main.games = preset->games;
    tournament.main.seed = preset->seed;
    if (tournament.guests.answer_ms == ANSWER_USUAL_MS)
        tournament.guests.answer_ms = preset->answer_ms;
    return CLI_GO_ON;
}

/* CLI_GO_ON, or the status to end with. */
static int read_arguments(const struct cli_command *command, int argc, char **argv)
{
    tournament.edition_name = "classic";
    tournament.bots = BOTS_USUAL;
    guests_init(&tournament.guests, ANSWER_USUAL_MS);
    tournament.table = PEN_OPTIONS_DEFAULT;
    tournament.table.scoring = PEN_SCORING_QUICK;
    tournament.main = (struct sim_tournament){
        .rules = &tournament.rules, .seat_count = 2, .games = 2000, .seed = 1, .clock = &host_clock};
    int status = cli_read(command, argc, argv, &tournament);
    if (status != CLI_GO_ON)
        return status;
    if (tournament.preset) {
        status = use_preset(command);
        if (status != CLI_GO_ON)
            return status;
    }
    if (tournament.elo > 0 || tournament.has_sprt)
        tournament.main.sprt_elo = tournament.elo > 0 ? (double)tournament.elo : SPRT_ELO_USUAL;
    status = read_bots(command, tournament.bots);
    if (status != HOST_GOOD)
        return status;
    if (!finder_find_argument(tournament.edition_name, &tournament.edition) ||
        !own_house_lay(&tournament.edition, tournament.table.house))
        return HOST_WRONG;
    const struct pen_edition *edition = &tournament.edition;
    if (pen_table_make(&tournament.rules, edition, &tournament.table, NULL) != PEN_RULES_GOOD) {
        finder_tell_why_not(edition, &tournament.table);
        return HOST_WRONG;
    }
    const struct pen_rules *rules = &tournament.rules;
    if (rules->teams > 0 && !tournament.has_players)
        tournament.main.seat_count = (uint8_t)(2 * rules->teams);
    if (!cli_players_fit(edition, rules, tournament.main.seat_count))
        return HOST_WRONG;
    guests_use(&tournament.guests, edition, rules, &tournament.table);
    plan_four();
    return CLI_GO_ON;
}

/* ---- what is written ---- */

static bool write_piece(void *context, const char *bytes, size_t count)
{
    return host_output_write(context, bytes, count);
}

static bool write_plot(void)
{
    const struct tournament_report *report = &tournament.main_report;
    const char *names[SIM_ELO_BOTS_MAX];
    char subtitle[256];
    for (unsigned bot = 0; bot < SIM_ELO_BOTS_MAX; bot++)
        names[bot] = report->names[bot];
    report_describe(report, subtitle, sizeof subtitle);
    int zero = report_zero(report);
    struct sim_plot_elo plot = {.result = &report->result,
                                .bot_count = report->tournament->bot_count,
                                .names = names,
                                .order = report->order,
                                .lang = host_lang,
                                .subtitle = subtitle,
                                .zero = zero < 0 ? NULL : report->names[zero]};
    struct sim_sink sink = {&tournament.plot, write_piece};
    return sim_plot_elo_write(&plot, &sink);
}

static void write_markdown(void)
{
    char date[32];
    platform_date_write(platform_wall_ms(), PLATFORM_UTC, "%Y-%m-%d", date, sizeof date);
    report_print_markdown(&tournament.main_report, tournament.has_four ? &tournament.four_report : NULL, date,
                          tournament.markdown.stream);
}

/* The files, opened before the games: a place that cannot be written is said at once. */
static bool open_files(void)
{
    if (!sim_parallel_is_speaker())
        return true;
    if (tournament.plot_path && !host_output_open(&tournament.plot, tournament.plot_path))
        return false;
    if (tournament.table_path && !host_output_open(&tournament.markdown, tournament.table_path)) {
        if (tournament.plot_path)
            (void)!host_output_close(&tournament.plot, false);
        return false;
    }
    return true;
}

static bool write_files(bool keep)
{
    if (!sim_parallel_is_speaker())
        return true;
    bool is_good = true;
    if (tournament.plot_path) {
        bool is_drawn = keep && write_plot();
        is_good = host_output_close(&tournament.plot, is_drawn) && is_drawn;
    }
    if (tournament.table_path) {
        if (keep)
            write_markdown();
        is_good = host_output_close(&tournament.markdown, keep) && is_good;
    }
    return is_good;
}

static bool is_stopped(void)
{
    return tournament.main_report.result.is_stopped ||
           (tournament.has_four && tournament.four_report.result.is_stopped);
}

/* A program that never played: a slip in its command, not a weak player. */
static bool has_sham(void)
{
    for (unsigned guest = 0; guest < tournament.guests.count; guest++)
        if (guests_never_played(&tournament.guests, guest))
            return true;
    return false;
}

static int hold(const struct cli_command *command, int argc, char **argv)
{
    int status = read_arguments(command, argc, argv);
    bool is_ready = status == CLI_GO_ON && open_files();
    if (!sim_parallel_agree(is_ready)) {
        if (is_ready)
            (void)write_files(false);
        return status == HOST_GOOD ? HOST_GOOD : HOST_WRONG;
    }
    bool is_played = play(&tournament.main, &tournament.main_report);
    tournament.has_four =
        sim_parallel_agree(tournament.has_four && is_played && !tournament.main_report.result.is_stopped);
    if (tournament.has_four)
        is_played = play(&tournament.four, &tournament.four_report);
    guests_end(&tournament.guests);
    bool is_written = write_files(is_played);
    if (!is_played || !sim_parallel_is_speaker())
        return is_played ? HOST_GOOD : HOST_WRONG;
    const struct tournament_report *four = tournament.has_four ? &tournament.four_report : NULL;
    report_print_failures(&tournament.main_report, stderr);
    if (tournament.is_json) {
        report_print_json(&tournament.main_report, four, stdout);
    } else {
        report_print(&tournament.main_report, stdout);
        if (four) {
            putchar('\n');
            report_print(four, stdout);
        }
    }
    /* As in `sim`: whoever calls this from a script must not take half a tournament for a whole one. */
    return !is_written || has_sham() ? HOST_WRONG : is_stopped() ? HOST_NO : HOST_GOOD;
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    int status = HOST_WRONG;
    if (sim_parallel_begin(&argc, &argv))
        status = hold(command, argc, argv);
    else
        host_error("%s", host_word(WORD_CLI_STARTED_BY_MPIRUN_BUT_BUILT_WITHOUT));
    sim_parallel_end();
    return status;
}

const struct cli_command cli_tournament = {
    .name = "tournament",
    .usage = "[--bots A,B,...] [--games N] [--players N] [OPTION...]",
    .about = WORD_HELP_TOURNAMENT_ABOUT,
    .details = WORD_HELP_TOURNAMENT_DETAILS,
    .has_bots = true,
    .options = options,
    .has_pipes = true, /* to programs that play */
    .examples = "penultima tournament --bots random,rule,rank --games 2000\n"
                "penultima tournament --bots rank,random --players 4 --sprt --games 100000\n"
                "penultima tournament --bots rank,expert,\"exec:./mybot\" --games 200\n"
                "penultima tournament --table strength.md --plot elo.svg",
    .run = run,
};

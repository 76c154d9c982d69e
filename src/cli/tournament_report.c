/* tournament_report.c - cross tables and lists out of the figures of a tournament. */
#include "cli/tournament_report.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/sim_report.h"
#include "cli/wrap.h"
#include "platform/report.h"
#include "sim/stats.h"
#include "words/cli_tournament_report_words.h"
#include "words/cli_words.h"

enum {
    CELL_BYTES = 48,
    COLUMNS_USUAL = 80 /* of a terminal, and where the table goes elsewhere */
};

/* The command, as much of it as has room. */
static void write_guest(const struct tournament_report *report, unsigned guest, struct pen_text *text)
{
    const char *command = report->guests->list[guest].command;
    enum { SHOWN = REPORT_NAME_BYTES - 12 };
    pen_text_add(text, GUEST_PREFIX);
    pen_text_add_bytes(text, command, strnlen(command, SHOWN));
    pen_text_add(text, strlen(command) > SHOWN ? "…" : "");
}

static bool is_same(const struct tournament_report *report, unsigned one, unsigned other)
{
    const struct sim_tournament *tournament = report->tournament;
    if (!tournament->guest[one] || !tournament->guest[other])
        return !tournament->guest[one] && !tournament->guest[other] &&
               memcmp(&tournament->specs[one], &tournament->specs[other], sizeof tournament->specs[one]) == 0;
    return strcmp(report->guests->list[tournament->guest[one] - 1].command,
                  report->guests->list[tournament->guest[other] - 1].command) == 0;
}

void report_complete(struct tournament_report *report)
{
    const struct sim_tournament *tournament = report->tournament;
    for (unsigned bot = 0; bot < tournament->bot_count; bot++) {
        struct pen_text text = pen_text_in(report->names[bot], REPORT_NAME_BYTES);
        if (tournament->guest[bot])
            write_guest(report, tournament->guest[bot] - 1u, &text);
        else
            pen_bot_spec_write(tournament->specs[bot], &text);
        /* A bot may play against itself. */
        unsigned same = 1;
        for (unsigned i = 0; i < bot; i++)
            same += is_same(report, i, bot);
        if (same > 1) {
            pen_text_add(&text, "#");
            pen_text_add_number(&text, same);
        }
        unsigned at = bot;
        for (; at > 0 && report->result.elo[bot] > report->result.elo[report->order[at - 1]]; at--)
            report->order[at] = report->order[at - 1];
        report->order[at] = bot;
    }
}

int report_zero(const struct tournament_report *report)
{
    for (unsigned bot = 0; bot < report->tournament->bot_count; bot++)
        if (report->tournament->specs[bot].level == BOT_RANDOM && !report->tournament->guest[bot])
            return (int)bot;
    return -1;
}

static const char *scoring_of(const struct tournament_report *report)
{
    return pen_scoring_id((enum pen_scoring)report->rules->rule.scoring);
}

/* Games of each pairing as planned, in whole deals. */
static unsigned long long planned_games(const struct tournament_report *report)
{
    unsigned sides = sim_tournament_sides(report->tournament);
    return (report->tournament->games + sides - 1) / sides * sides;
}

static const char *word_for_games(uint64_t count)
{
    return count == 1 ? host_word(WORD_CLI_TOURNAMENT_REPORT_GAME) : host_word(WORD_CLI_GAMES);
}

/* The table in the words of `sim`: whoever reads both reads the same. */
void report_describe(const struct tournament_report *report, char *text, size_t bytes)
{
    const struct sim_tournament *tournament = report->tournament;
    const struct sim_settings settings = {.rules = report->rules,
                                          .edition = report->edition,
                                          .options = report->options,
                                          .seat_count = tournament->seat_count};
    struct pen_text to = pen_text_in(text, bytes);
    sim_report_describe(&settings, &to);
    pen_text_add(&to, host_word(WORD_CLI_TOURNAMENT_REPORT_SEED));
    pen_text_add_number(&to, tournament->seed);
    pen_text_add(&to, tournament->sprt_elo > 0 ? host_word(WORD_CLI_TOURNAMENT_REPORT_AT_MOST) : ", ");
    pen_text_add_number(&to, planned_games(report));
    pen_text_add(&to, host_word(WORD_CLI_TOURNAMENT_REPORT_GAMES_A_PAIRING));
}

/* ---- one result ---- */

/* The share of wins of one seat of 'row' against seats of 'column'; false where they did not play. */
static bool rate_of(const struct tournament_report *report, unsigned row, unsigned column, double *rate,
                    double *half)
{
    const struct sim_tournament_result *result = &report->result;
    for (unsigned i = 0; i < result->pair_count; i++) {
        const struct sim_pairing *pair = &result->pairs[i];
        bool is_turned =
            sim_tournament_sides(report->tournament) == 2 && pair->one == column && pair->other == row;
        if (pair->games > 0 && (is_turned || (pair->one == row && pair->other == column))) {
            *rate = is_turned ? 1 - pair->win_rate : pair->win_rate;
            *half = SIM_Z95 * pair->error;
            return true;
        }
    }
    return false;
}

static double clamp(double rate)
{
    return rate < 0 ? 0 : rate > 1 ? 1 : rate;
}

/* No share of wins is below 0 or above 1. */
static struct sim_interval interval_of(double rate, double half)
{
    return (struct sim_interval){clamp(rate - half), clamp(rate + half)};
}

/* "56.0 ±1.9"; "98.0 −6.9 +2.0" where the interval ends at 0 or 100. True in the second case. A tenth that
 * the interval drowns is left out. */
static bool write_rate(double rate, double half, const char *gap, char *cell)
{
    struct sim_interval interval = interval_of(rate, half);
    double down = 100 * (rate - interval.low), up = 100 * (interval.high - rate);
    int places = down < 9.95 && up < 9.95 ? 1 : 0;
    bool is_even = down - up < 0.05 && up - down < 0.05;
    int length = snprintf(cell, CELL_BYTES, "%.*f", places, 100 * rate);
    if (is_even)
        snprintf(cell + length, CELL_BYTES - (size_t)length, "%s±%.*f", gap, places, down);
    else if (up < 0.05)
        snprintf(cell + length, CELL_BYTES - (size_t)length, "%s−%.*f", gap, places, down);
    else if (down < 0.05)
        snprintf(cell + length, CELL_BYTES - (size_t)length, "%s+%.*f", gap, places, up);
    else
        snprintf(cell + length, CELL_BYTES - (size_t)length, "%s−%.*f%s+%.*f", gap, places, down, gap, places,
                 up);
    return !is_even;
}

/* 'gap' stands between a rate and its interval. True where the interval is cut. */
static bool write_cell(const struct tournament_report *report, unsigned row, unsigned column, const char *gap,
                       char *cell)
{
    double rate, half;
    if (row != column && rate_of(report, row, column, &rate, &half))
        return write_rate(rate, half, gap, cell);
    snprintf(cell, CELL_BYTES, "%s", row == column ? "–" : "·");
    return false;
}

static void write_elo(const struct tournament_report *report, unsigned bot, char *cell)
{
    double elo = report->result.elo[bot];
    if (report_zero(report) == (int)bot)
        snprintf(cell, CELL_BYTES, "0");
    else
        snprintf(cell, CELL_BYTES, "%+.0f ±%.0f", elo > -0.5 && elo < 0 ? 0.0 : elo,
                 SIM_Z95 * report->result.error[bot]);
}

static bool is_column(const struct tournament_report *report, unsigned bot)
{
    uint32_t others = report->tournament->others;
    return sim_tournament_sides(report->tournament) == 2 || others == 0 || (others >> bot & 1);
}

/* ---- for people ---- */

static void put_right(FILE *stream, const char *text, int width)
{
    int pad = width - (int)wrap_columns(text);
    fprintf(stream, "%*s%s", pad > 0 ? pad : 0, "", text);
}

/* The cross table on a screen. Bots are numbered from the strongest; 'columns' are such numbers, from 0.
 * Columns are headed by numbers because names are too wide for most screens. */
struct sheet {
    const struct tournament_report *report;
    FILE *stream;
    unsigned columns[SIM_ELO_BOTS_MAX], column_count;
    int number_width, name_width, elo_width, cell_width;
    int gap;      /* between columns */
    bool has_cut; /* an interval ends at 0 or 100 */
};

static int wider(int width, const char *text)
{
    int other = (int)wrap_columns(text);
    return other > width ? other : width;
}

static struct sheet sheet_of(const struct tournament_report *report, FILE *stream)
{
    struct sheet sheet = {
        .report = report, .stream = stream, .name_width = 3, .elo_width = 3, .cell_width = 2};
    unsigned count = report->tournament->bot_count;
    char cell[CELL_BYTES];
    sheet.number_width = count > 9 ? 2 : 1;
    for (unsigned j = 0; j < count; j++)
        if (is_column(report, report->order[j]))
            sheet.columns[sheet.column_count++] = j;
    for (unsigned i = 0; i < count; i++) {
        unsigned row = report->order[i];
        sheet.name_width = wider(sheet.name_width, report->names[row]);
        write_elo(report, row, cell);
        sheet.elo_width = wider(sheet.elo_width, cell);
        for (unsigned j = 0; j < sheet.column_count; j++) {
            sheet.has_cut |= write_cell(report, row, report->order[sheet.columns[j]], "", cell);
            sheet.cell_width = wider(sheet.cell_width, cell);
        }
    }
    return sheet;
}

static int screen_width(FILE *stream)
{
    struct winsize size;
    int file = fileno(stream);
    bool is_known = isatty(file) && ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return is_known ? size.ws_col : COLUMNS_USUAL;
}

static void print_block_row(const struct sheet *sheet, unsigned row, unsigned from, unsigned to)
{
    const struct tournament_report *report = sheet->report;
    unsigned bot = report->order[row];
    char cell[CELL_BYTES];
    fprintf(sheet->stream, "%*u %-*s", sheet->number_width, row + 1, sheet->name_width, report->names[bot]);
    if (from == 0) {
        write_elo(report, bot, cell);
        put_right(sheet->stream, cell, sheet->gap + sheet->elo_width);
    }
    for (unsigned j = from; j < to; j++) {
        write_cell(report, bot, report->order[sheet->columns[j]], "", cell);
        put_right(sheet->stream, cell, sheet->gap + sheet->cell_width);
    }
    fputc('\n', sheet->stream);
}

/* Elo stands in the first block only. */
static void print_block(const struct sheet *sheet, unsigned from, unsigned to)
{
    fprintf(sheet->stream, "%*s %-*s", sheet->number_width, "", sheet->name_width,
            host_word(WORD_CLI_TOURNAMENT_REPORT_BOT));
    if (from == 0)
        put_right(sheet->stream, "Elo", sheet->gap + sheet->elo_width);
    for (unsigned j = from; j < to; j++)
        fprintf(sheet->stream, "%*u", sheet->gap + sheet->cell_width, sheet->columns[j] + 1);
    fputc('\n', sheet->stream);
    for (unsigned row = 0; row < sheet->report->tournament->bot_count; row++)
        print_block_row(sheet, row, from, to);
    fputc('\n', sheet->stream);
}

/* The column behind the last that fits; one always does. */
static unsigned block_end(const struct sheet *sheet, unsigned from, int screen)
{
    int width = sheet->number_width + 1 + sheet->name_width + (from == 0 ? sheet->gap + sheet->elo_width : 0);
    unsigned to = from;
    do
        width += sheet->gap + sheet->cell_width;
    while (++to < sheet->column_count && width + sheet->gap + sheet->cell_width <= screen);
    return to;
}

/* In as many blocks as it takes for lines to fit the screen. */
static void print_sheet(struct sheet *sheet)
{
    int screen = screen_width(sheet->stream);
    sheet->gap = 2;
    if (block_end(sheet, 0, screen) < sheet->column_count)
        sheet->gap = 1;
    for (unsigned from = 0, to; from < sheet->column_count; from = to) {
        to = block_end(sheet, from, screen);
        print_block(sheet, from, to);
    }
}

static void print_legend(const struct sheet *sheet)
{
    fputs(sim_tournament_sides(sheet->report->tournament) == 2
              ? host_word(WORD_CLI_TOURNAMENT_REPORT_GAMES_WON_BY_THE_ROW_AGAINST)
              : host_word(WORD_CLI_TOURNAMENT_REPORT_GAMES_WON_BY_ONE_OF_THE),
          sheet->stream);
    if (sheet->has_cut)
        fputs(host_word(WORD_CLI_TOURNAMENT_REPORT_90_15_10_IS_FROM_75), sheet->stream);
}

static void print_verdicts(const struct tournament_report *report, FILE *stream)
{
    for (unsigned i = 0; i < report->result.pair_count; i++) {
        const struct sim_pairing *pair = &report->result.pairs[i];
        const char *one = report->names[pair->one], *other = report->names[pair->other];
        unsigned long long games = pair->games;
        if (sim_tournament_sides(report->tournament) > 2) {
            fprintf(stream, "%s", host_say(CLI_TOURNAMENT_REPORT_ALONE_AGAINST, one, other));
            const char *what[] = {host_word(WORD_CLI_TOURNAMENT_REPORT_OPEN),
                                  host_word(WORD_CLI_TOURNAMENT_REPORT_STRONGER),
                                  host_word(WORD_CLI_TOURNAMENT_REPORT_WEAKER), host_word(WORD_CLI_EQUAL)};
            fprintf(stream, "%s",
                    host_say(CLI_TOURNAMENT_REPORT_AFTER, what[pair->verdict], games, word_for_games(games)));
            continue;
        }
        bool is_turned = pair->verdict == SIM_VERDICT_WEAKER;
        const enum word verdict = pair->verdict == SIM_VERDICT_NONE ? WORD_CLI_TOURNAMENT_REPORT_OPEN_AFTER
                                  : pair->verdict == SIM_VERDICT_EQUAL
                                      ? WORD_CLI_TOURNAMENT_REPORT_EQUAL_AFTER
                                      : WORD_CLI_TOURNAMENT_REPORT_STRONGER_AFTER;
        fprintf(stream, "%s\n",
                host_say_list(verdict,
                              (const struct pen_arg[]){
                                  PEN_ARGS(is_turned ? other : one, is_turned ? one : other, games)},
                              3));
    }
    fprintf(stream, "%s",
            host_say(CLI_TOURNAMENT_REPORT_EQUAL_MEANS_LESS_THAN_ELO_APART,
                     host_real(report->tournament->sprt_elo, 0)));
}

void report_print(const struct tournament_report *report, FILE *stream)
{
    char text[256];
    report_describe(report, text, sizeof text);
    fprintf(stream, "%s\n\n", text);
    struct sheet sheet = sheet_of(report, stream);
    print_sheet(&sheet);
    print_legend(&sheet);
    if (report->tournament->sprt_elo > 0)
        print_verdicts(report, stream);
    if (report->result.is_stopped)
        fprintf(stream, "%s",
                host_say(CLI_TOURNAMENT_REPORT_STOPPED_AFTER, (unsigned long long)report->result.games,
                         word_for_games(report->result.games)));
}

/* Who lost games otherwise than by the cards, and why. */
void report_print_failures(const struct tournament_report *report, FILE *stream)
{
    for (unsigned bot = 0; bot < report->tournament->bot_count; bot++) {
        if (!report->tournament->guest[bot])
            continue;
        const struct guest *guest = &report->guests->list[report->tournament->guest[bot] - 1];
        const char *name = report->names[bot];
        if (guest->faults[GUEST_NOT_STARTED])
            fputs(host_say(CLI_TOURNAMENT_REPORT_GUEST_NOT_STARTED, name,
                           (unsigned long long)guest->faults[GUEST_NOT_STARTED]),
                  stream);
        if (guest->faults[GUEST_ENDED])
            fputs(host_say(CLI_TOURNAMENT_REPORT_GUEST_ENDED, name,
                           (unsigned long long)guest->faults[GUEST_ENDED]),
                  stream);
        if (guest->faults[GUEST_TOO_LATE])
            fputs(host_say(CLI_TOURNAMENT_REPORT_GUEST_TOO_LATE, name,
                           (unsigned long long)guest->faults[GUEST_TOO_LATE], report->guests->answer_ms),
                  stream);
        if (guest->faults[GUEST_NOT_LEGAL])
            fputs(host_say(CLI_TOURNAMENT_REPORT_GUEST_NOT_LEGAL, name,
                           (unsigned long long)guest->faults[GUEST_NOT_LEGAL], guest->said),
                  stream);
        if (guests_never_played(report->guests, report->tournament->guest[bot] - 1u))
            fputs(host_say(CLI_TOURNAMENT_REPORT_GUEST_NEVER, name), stream);
    }
}

/* ---- for programs ---- */

static void report_interval(struct report *out, double low, double high, unsigned decimals)
{
    report_open(out, "ci95", '[');
    report_real(out, NULL, low, decimals);
    report_real(out, NULL, high, decimals);
    report_close(out, ']');
}

static void json_pair(struct report *out, const struct tournament_report *report,
                      const struct sim_pairing *pair)
{
    static const char *const verdicts[] = {NULL, "stronger", "weaker", "equal"};
    struct sim_interval interval = interval_of(pair->win_rate, SIM_Z95 * pair->error);
    report_line(out);
    report_open(out, NULL, '{');
    report_string(out, "one", report->names[pair->one]);
    report_string(out, "other", report->names[pair->other]);
    report_whole(out, "deals", pair->deals);
    report_whole(out, "games", pair->games);
    if (pair->games > 0) {
        report_real(out, "win_rate", pair->win_rate, 6);
        report_interval(out, interval.low, interval.high, 6);
    } else {
        report_null(out, "win_rate");
        report_null(out, "ci95");
    }
    if (verdicts[pair->verdict])
        report_string(out, "verdict", verdicts[pair->verdict]);
    else
        report_null(out, "verdict");
    report_close(out, '}');
}

static void json_body(struct report *out, const struct tournament_report *report)
{
    const struct sim_tournament *tournament = report->tournament;
    const struct sim_tournament_result *result = &report->result;
    report_string(out, "edition", report->edition->id);
    report_string(out, "scoring", scoring_of(report));
    sim_report_house(out, report->options->house);
    report_whole(out, "players", tournament->seat_count);
    if (report->rules->teams > 0)
        report_whole(out, "teams", report->rules->teams);
    report_whole(out, "seed", tournament->seed);
    report_whole(out, "games", result->games);
    report_truth(out, "stopped", result->is_stopped);
    report_line(out);
    report_open(out, "bots", '[');
    for (unsigned i = 0; i < tournament->bot_count; i++) {
        unsigned bot = report->order[i];
        double elo = result->elo[bot], half = SIM_Z95 * result->error[bot];
        report_line(out);
        report_open(out, NULL, '{');
        report_string(out, "name", report->names[bot]);
        report_real(out, "elo", elo, 2);
        report_interval(out, elo - half, elo + half, 2);
        report_whole(out, "games", result->bot_games[bot]);
        if (tournament->guest[bot])
            report_whole(out, "failed", guests_failed(report->guests, tournament->guest[bot] - 1u));
        report_close(out, '}');
    }
    report_close(out, ']');
    report_line(out);
    report_open(out, "pairs", '[');
    for (unsigned i = 0; i < result->pair_count; i++)
        json_pair(out, report, &result->pairs[i]);
    report_close(out, ']');
}

void report_print_json(const struct tournament_report *report, const struct tournament_report *four,
                       FILE *stream)
{
    struct report out = {.stream = stream};
    report_open(&out, NULL, '{');
    json_body(&out, report);
    if (four) {
        report_line(&out);
        report_open(&out, "four_players", '{');
        json_body(&out, four);
        report_close(&out, '}');
    }
    report_close(&out, '}');
}

/* ---- for a document ---- */

static void markdown_table(const struct tournament_report *report, FILE *stream)
{
    const struct sim_tournament *tournament = report->tournament;
    char cell[CELL_BYTES];
    bool is_pair = sim_tournament_sides(tournament) == 2;
    fputs(host_word(WORD_CLI_TOURNAMENT_REPORT_BOT_ELO), stream);
    for (unsigned j = 0; j < tournament->bot_count; j++) {
        if (!is_column(report, report->order[j]))
            continue;
        if (is_pair)
            fprintf(stream, "%s", host_say(CLI_TOURNAMENT_REPORT_VS, report->names[report->order[j]]));
        else
            fprintf(stream, "%s",
                    host_say(CLI_TOURNAMENT_REPORT_VS_2, sim_tournament_sides(tournament) - 1u,
                             report->names[report->order[j]]));
    }
    fputs("\n| --- | ---: |", stream);
    for (unsigned j = 0; j < tournament->bot_count; j++)
        fputs(is_column(report, report->order[j]) ? " ---: |" : "", stream);
    fputc('\n', stream);
    for (unsigned i = 0; i < tournament->bot_count; i++) {
        unsigned row = report->order[i];
        write_elo(report, row, cell);
        fprintf(stream, "| `%s` | %s |", report->names[row], cell);
        for (unsigned j = 0; j < tournament->bot_count; j++) {
            if (!is_column(report, report->order[j]))
                continue;
            write_cell(report, row, report->order[j], " ", cell);
            fprintf(stream, " %s |", cell);
        }
        fputc('\n', stream);
    }
}

static void markdown_part(const struct tournament_report *report, FILE *stream)
{
    char text[256];
    report_describe(report, text, sizeof text);
    if (report->rules->teams > 0)
        fprintf(stream, "%s",
                host_say(CLI_TOURNAMENT_REPORT_TEAMS_AGAINST_EACH_OTHER, (unsigned)report->rules->teams));
    else if (report->tournament->seat_count == 2)
        fputs(host_word(WORD_CLI_TOURNAMENT_REPORT_TWO_PLAYERS), stream);
    else
        fprintf(stream, "%s",
                host_say(CLI_TOURNAMENT_REPORT_PLAYERS_ONE_AGAINST_THE_OTHERS,
                         (unsigned)report->tournament->seat_count));
    /* The first letter of an edition's name stays small. */
    fprintf(stream, "%s", host_say(CLI_TOURNAMENT_REPORT_PLAYED, text));
    if (report->result.is_stopped)
        fprintf(stream, "%s",
                host_say(CLI_TOURNAMENT_REPORT_STOPPED_AFTER_IN_ALL, (unsigned long long)report->result.games,
                         word_for_games(report->result.games)));
    fputs("\n\n", stream);
    markdown_table(report, stream);
}

void report_print_markdown(const struct tournament_report *report, const struct tournament_report *four,
                           const char *date, FILE *stream)
{
    int zero = report_zero(report);
    fprintf(stream, "%s",
            host_say(CLI_TOURNAMENT_REPORT_HOW_STRONG_THE_BOTS_ARE_MADE, date, PENULTIMA_VERSION));
    fputs(host_word(WORD_CLI_TOURNAMENT_REPORT_GAMES_WON_BY_THE_ROW_IN), stream);
    if (zero >= 0)
        fprintf(stream, "%s", host_say(CLI_TOURNAMENT_REPORT_IS_0_ELO, report->names[zero]));
    else
        fputs(host_word(WORD_CLI_TOURNAMENT_REPORT_THE_MEAN_IS_0_ELO), stream);
    fputs(host_word(WORD_CLI_TOURNAMENT_REPORT_A_NUMBER_BEHIND_A_NAME_IS), stream);
    markdown_part(report, stream);
    if (four)
        markdown_part(four, stream);
}

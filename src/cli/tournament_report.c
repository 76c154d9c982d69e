/* tournament_report.c - cross tables and lists out of the figures of a tournament. */
#include "cli/tournament_report.h"

#include <string.h>

#include "sim/stats.h"

enum { CELL_BYTES = 48 };

void report_complete(struct tournament_report *report)
{
    const struct sim_tournament *tournament = report->tournament;
    for (unsigned bot = 0; bot < tournament->bot_count; bot++) {
        struct pen_text text = pen_text_in(report->names[bot], REPORT_NAME_BYTES);
        bot_spec_write(tournament->specs[bot], &text);
        /* A bot may play against itself. */
        unsigned same = 1;
        for (unsigned i = 0; i < bot; i++)
            same += memcmp(&tournament->specs[i], &tournament->specs[bot],
                           sizeof tournament->specs[i]) == 0;
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
        if (report->tournament->specs[bot].level == BOT_RANDOM)
            return (int)bot;
    return -1;
}

static void describe_house(const struct tournament_report *report, char *text, size_t bytes)
{
    text[0] = 0;
    for (unsigned bit = 1; bit <= PEN_HOUSE_ALL; bit <<= 1) {
        size_t length = strlen(text);
        if (report->options->house & bit)
            snprintf(text + length, bytes - length, "%s%s", length ? " + " : "",
                     pen_house_id((enum pen_house)bit));
    }
}

static const char *scoring_of(const struct tournament_report *report)
{
    return pen_scoring_id((enum pen_scoring)report->rules->scoring);
}

/* Games of each pairing as planned, in whole deals. */
static unsigned long long planned_games(const struct tournament_report *report)
{
    unsigned seats = report->tournament->seat_count;
    return (report->tournament->games + seats - 1) / seats * seats;
}

void report_describe(const struct tournament_report *report, char *text, size_t bytes)
{
    char house[96];
    describe_house(report, house, sizeof house);
    int length = snprintf(text, bytes, host_text("%s, %s%s%s, %u players, seed %llu, ",
                                                 "%s, %s%s%s, %u jugadores, semilla %llu, "),
                          report->edition->id, scoring_of(report), house[0] ? ", " : "", house,
                          (unsigned)report->tournament->seat_count,
                          (unsigned long long)report->tournament->seed);
    if (length < 0 || (size_t)length >= bytes)
        return;
    const char *games = report->tournament->sprt_elo > 0
                            ? host_text("at most %llu games a pairing", "a lo más %llu partidas por cruce")
                            : host_text("%llu games a pairing", "%llu partidas por cruce");
    snprintf(text + length, bytes - (size_t)length, games, planned_games(report));
}

/* ---- one result ---- */

/* The share of wins of one seat of 'row' against seats of 'column'; false where they did not play. */
static bool rate_of(const struct tournament_report *report, unsigned row, unsigned column,
                    double *rate, double *half)
{
    const struct sim_tournament_result *result = &report->result;
    for (unsigned i = 0; i < result->pair_count; i++) {
        const struct sim_pairing *pair = &result->pairs[i];
        bool is_turned = report->tournament->seat_count == 2 && pair->one == column && pair->other == row;
        if (pair->games > 0 && (is_turned || (pair->one == row && pair->other == column))) {
            *rate = is_turned ? 1 - pair->win_rate : pair->win_rate;
            *half = SIM_Z95 * pair->error;
            return true;
        }
    }
    return false;
}

static void write_cell(const struct tournament_report *report, unsigned row, unsigned column,
                       char *cell)
{
    double rate, half;
    if (row == column)
        snprintf(cell, CELL_BYTES, "–");
    else if (rate_of(report, row, column, &rate, &half))
        snprintf(cell, CELL_BYTES, "%.1f ±%.1f", 100 * rate, 100 * half);
    else
        snprintf(cell, CELL_BYTES, "·");
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
    return report->tournament->seat_count == 2 || others == 0 || (others >> bot & 1);
}

/* ---- for people ---- */

static int width_of(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

static void put_right(FILE *stream, const char *text, int width)
{
    int pad = width - width_of(text);
    fprintf(stream, "%*s%s", pad > 0 ? pad : 0, "", text);
}

static int column_width(const char *name)
{
    int width = width_of(name);
    return 2 + (width > 10 ? width : 10);
}

static void print_verdicts(const struct tournament_report *report, FILE *stream)
{
    for (unsigned i = 0; i < report->result.pair_count; i++) {
        const struct sim_pairing *pair = &report->result.pairs[i];
        const char *one = report->names[pair->one], *other = report->names[pair->other];
        unsigned long long games = pair->games;
        if (report->tournament->seat_count > 2) {
            fprintf(stream, host_text("%s alone against %s: ", "%s solo contra %s: "), one, other);
            const char *what[] = {host_text("open", "sin decidir"), host_text("stronger", "más fuerte"),
                                  host_text("weaker", "más débil"), host_text("equal", "iguales")};
            fprintf(stream, host_text("%s after %llu games\n", "%s tras %llu partidas\n"),
                    what[pair->verdict], games);
            continue;
        }
        bool is_turned = pair->verdict == SIM_VERDICT_WEAKER;
        const char *format =
            pair->verdict == SIM_VERDICT_NONE
                ? host_text("%s and %s: open after %llu games\n", "%s y %s: sin decidir tras %llu partidas\n")
            : pair->verdict == SIM_VERDICT_EQUAL
                ? host_text("%s and %s: equal, clear after %llu games\n",
                            "%s y %s: iguales, claro tras %llu partidas\n")
                : host_text("%s is stronger than %s: clear after %llu games\n",
                            "%s es más fuerte que %s: claro tras %llu partidas\n");
        fprintf(stream, format, is_turned ? other : one, is_turned ? one : other, games);
    }
    fprintf(stream, host_text("equal: not %.0f Elo apart; wrong about one time in twenty\n",
                              "iguales: a menos de %.0f Elo; se equivoca una vez de cada veinte\n"),
            report->tournament->sprt_elo);
}

void report_print(const struct tournament_report *report, FILE *stream)
{
    const struct sim_tournament *tournament = report->tournament;
    char text[256], cell[CELL_BYTES];
    report_describe(report, text, sizeof text);
    int left = 6;
    for (unsigned bot = 0; bot < tournament->bot_count; bot++)
        left = width_of(report->names[bot]) > left ? width_of(report->names[bot]) : left;
    fprintf(stream, "%s\n\n%-*s  %10s", text, left, host_text("bot", "bot"), "Elo");
    for (unsigned i = 0; i < tournament->bot_count; i++)
        if (is_column(report, report->order[i]))
            put_right(stream, report->names[report->order[i]],
                      column_width(report->names[report->order[i]]));
    fputc('\n', stream);
    for (unsigned i = 0; i < tournament->bot_count; i++) {
        unsigned row = report->order[i];
        fprintf(stream, "%-*s", left, report->names[row]);
        write_elo(report, row, cell);
        put_right(stream, cell, 12);
        for (unsigned j = 0; j < tournament->bot_count; j++) {
            unsigned column = report->order[j];
            if (!is_column(report, column))
                continue;
            write_cell(report, row, column, cell);
            put_right(stream, cell, column_width(report->names[column]));
        }
        fputc('\n', stream);
    }
    fputc('\n', stream);
    fputs(tournament->seat_count == 2
              ? host_text("Games won by the row against the column, in %, and 95 % intervals.\n",
                          "Partidas que gana la fila contra la columna, en %, e intervalos del 95 %.\n")
              : host_text("Games won by one of the row against the rest of the column, in %, and 95 % "
                          "intervals.\n",
                          "Partidas que gana un bot de la fila contra los demás de la columna, en %, e "
                          "intervalos del 95 %.\n"),
          stream);
    if (tournament->sprt_elo > 0)
        print_verdicts(report, stream);
    if (report->result.is_stopped)
        fprintf(stream, host_text("Stopped after %llu games.\n", "Detenido tras %llu partidas.\n"),
                (unsigned long long)report->result.games);
}

/* ---- for programs ---- */

static double clamp(double rate)
{
    return rate < 0 ? 0 : rate > 1 ? 1 : rate;
}

static void json_body(const struct tournament_report *report, FILE *stream)
{
    const struct sim_tournament *tournament = report->tournament;
    const struct sim_tournament_result *result = &report->result;
    static const char *const verdicts[] = {"null", "\"stronger\"", "\"weaker\"", "\"equal\""};
    fputs("\"edition\": ", stream);
    host_json_string(stream, report->edition->id);
    fprintf(stream, ", \"scoring\": \"%s\", \"house\": [", scoring_of(report));
    const char *comma = "";
    for (unsigned bit = 1; bit <= PEN_HOUSE_ALL; bit <<= 1) {
        if (!(report->options->house & bit))
            continue;
        fprintf(stream, "%s\"%s\"", comma, pen_house_id((enum pen_house)bit));
        comma = ", ";
    }
    fprintf(stream, "], \"players\": %u, \"seed\": %llu, \"games\": %llu, \"stopped\": %s,\n",
            (unsigned)tournament->seat_count, (unsigned long long)tournament->seed,
            (unsigned long long)result->games, result->is_stopped ? "true" : "false");
    fputs("\"bots\": [\n", stream);
    for (unsigned i = 0; i < tournament->bot_count; i++) {
        unsigned bot = report->order[i];
        double elo = result->elo[bot], half = SIM_Z95 * result->error[bot];
        fputs("  {\"name\": ", stream);
        host_json_string(stream, report->names[bot]);
        fprintf(stream, ", \"elo\": %.2f, \"ci95\": [%.2f, %.2f], \"games\": %llu}%s\n", elo,
                elo - half, elo + half, (unsigned long long)result->bot_games[bot],
                i + 1 < tournament->bot_count ? "," : "");
    }
    fputs("],\n\"pairs\": [\n", stream);
    for (unsigned i = 0; i < result->pair_count; i++) {
        const struct sim_pairing *pair = &result->pairs[i];
        double half = SIM_Z95 * pair->error;
        fputs("  {\"one\": ", stream);
        host_json_string(stream, report->names[pair->one]);
        fputs(", \"other\": ", stream);
        host_json_string(stream, report->names[pair->other]);
        fprintf(stream, ", \"deals\": %llu, \"games\": %llu", (unsigned long long)pair->deals,
                (unsigned long long)pair->games);
        if (pair->games > 0)
            fprintf(stream, ", \"win_rate\": %.6f, \"ci95\": [%.6f, %.6f]", pair->win_rate,
                    clamp(pair->win_rate - half), clamp(pair->win_rate + half));
        else
            fputs(", \"win_rate\": null, \"ci95\": null", stream);
        fprintf(stream, ", \"verdict\": %s}%s\n", verdicts[pair->verdict],
                i + 1 < result->pair_count ? "," : "");
    }
    fputs("]", stream);
}

void report_print_json(const struct tournament_report *report, const struct tournament_report *four,
                       FILE *stream)
{
    fputs("{", stream);
    json_body(report, stream);
    if (four) {
        fputs(",\n\"four_players\": {", stream);
        json_body(four, stream);
        fputs("}", stream);
    }
    fputs("}\n", stream);
}

/* ---- for a document ---- */

static void markdown_table(const struct tournament_report *report, FILE *stream)
{
    const struct sim_tournament *tournament = report->tournament;
    char cell[CELL_BYTES];
    bool is_pair = tournament->seat_count == 2;
    fputs(host_text("| bot | Elo |", "| bot | Elo |"), stream);
    for (unsigned j = 0; j < tournament->bot_count; j++) {
        if (!is_column(report, report->order[j]))
            continue;
        if (is_pair)
            fprintf(stream, host_text(" vs `%s` |", " contra `%s` |"), report->names[report->order[j]]);
        else
            fprintf(stream, host_text(" vs %u `%s` |", " contra %u `%s` |"),
                    tournament->seat_count - 1u, report->names[report->order[j]]);
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
            write_cell(report, row, report->order[j], cell);
            fprintf(stream, " %s |", cell);
        }
        fputc('\n', stream);
    }
}

static void markdown_part(const struct tournament_report *report, FILE *stream)
{
    char text[256];
    report_describe(report, text, sizeof text);
    if (report->tournament->seat_count == 2)
        fputs(host_text("\n## Two players\n", "\n## Dos jugadores\n"), stream);
    else
        fprintf(stream, host_text("\n## %u players: one against the others\n",
                                  "\n## %u jugadores: uno contra los demás\n"),
                (unsigned)report->tournament->seat_count);
    /* The first letter of an edition's name stays small. */
    fprintf(stream, host_text("\nPlayed: %s.", "\nJugado: %s."), text);
    if (report->result.is_stopped)
        fprintf(stream, host_text(" Stopped after %llu games in all.", " Detenido tras %llu partidas en total."),
                (unsigned long long)report->result.games);
    fputs("\n\n", stream);
    markdown_table(report, stream);
}

void report_print_markdown(const struct tournament_report *report,
                           const struct tournament_report *four, const char *date, FILE *stream)
{
    int zero = report_zero(report);
    fprintf(stream, host_text("# How strong the bots are\n\nMade on %s with Penúltima %s by "
                              "`penultima tournament --table`.\n",
                              "# La fuerza de los bots\n\nHecho el %s con Penúltima %s por "
                              "`penultima tournament --table`.\n"),
            date, PENULTIMA_VERSION);
    fputs(host_text("Games won by the row, in %, and Elo, all with 95 % intervals. Every deal was played with the one bot\n"
                    "on each seat in turn, and all pairings got the same deals, so luck cancels. ",
                    "Partidas que gana la fila, en %, y Elo, todo con intervalos del 95 %. Cada reparto se jugó con un bot\n"
                    "en cada asiento, y todos los cruces tuvieron los mismos repartos, así la suerte se anula. "),
          stream);
    if (zero >= 0)
        fprintf(stream, host_text("`%s` is 0 Elo.\n", "`%s` tiene 0 Elo.\n"), report->names[zero]);
    else
        fputs(host_text("The mean is 0 Elo.\n", "La media es 0 Elo.\n"), stream);
    fputs(host_text("A number behind a name is the budget of each decision: games played out, or milliseconds.\n",
                    "El número tras un nombre es lo que piensa cada jugada: partidas imaginadas, o milisegundos.\n"),
          stream);
    markdown_part(report, stream);
    if (four)
        markdown_part(four, stream);
}

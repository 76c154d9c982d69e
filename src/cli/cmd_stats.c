/* cmd_stats.c - a folder of records added up: who won how often, what was luck in it, which mistakes were
 * made. */
#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/find_edition.h"
#include "tui/home/save.h"
#include "value/luck.h"
#include "value/write.h"
#include "words/cli_stats_words.h"
#include "words/cli_words.h"
#include "words/help_stats_words.h"

enum { PATH_BYTES = 4096, JSON_BYTES = 2048 };

/* Sums over games, of which the rounds hang together. */
struct sums {
    double value, square, by_rounds;
};

/* One player with so many seats of an edition. */
struct row {
    char name[PEN_PLAYER_BYTES], edition[PEN_ID_BYTES];
    unsigned seats, games, rounds, decisions, mistakes, by_why[VALUE_WHY_COUNT];
    bool is_known;
    double rounds_squared, share;
    struct sums won, played; /* what was won, and without luck */
};

struct stats {
    const char *seat;
    bool is_json;
    struct edition_finder finder;
    struct study study;
    struct row *rows;
    size_t count;
    unsigned unread;
};

static const struct cli_option options[] = {
    {CLI_TEXT("seat", "NAME", NOTHING, struct stats, seat, WORD_HELP_STATS_OPTION_SEAT)},
    {CLI_EDITIONS(struct stats, finder, WORD_HELP_STATS_OPTION_EDITION)},
    {CLI_FLAG("json", struct stats, is_json, WORD_HELP_STATS_OPTION_JSON)},
    {.name = NULL},
};

/* ---- one game ---- */

static bool find(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                 struct pen_problem *problem)
{
    struct stats *stats = context;
    return finder_find(&stats->finder, name, bytes, edition, problem);
}

static void report(void *context, unsigned line, const char *what)
{
    (void)context; /* it is counted as one that could not be read */
    (void)line;
    (void)what;
}

static bool grow(struct study *study)
{
    study->room = study->room ? 2 * study->room : 64;
    study->list = host_allocate(study->list, study->room * sizeof *study->list);
    return true;
}

static void show(void *context, const struct pen_mesa_moment *moment)
{
    struct stats *stats = context;
    study_show(&stats->study, moment);
}

static struct row *row_of(struct stats *stats, const char *name)
{
    const struct study *study = &stats->study;
    for (size_t i = 0; i < stats->count; i++)
        if (stats->rows[i].seats == study->names.count && strcmp(stats->rows[i].name, name) == 0 &&
            strcmp(stats->rows[i].edition, study->edition.id) == 0)
            return &stats->rows[i];
    stats->rows = host_allocate(stats->rows, (stats->count + 1) * sizeof *stats->rows);
    struct row *row = &stats->rows[stats->count++];
    memset(row, 0, sizeof *row);
    row->seats = study->names.count;
    row->is_known = true;
    snprintf(row->name, sizeof row->name, "%s", name);
    snprintf(row->edition, sizeof row->edition, "%s", study->edition.id);
    return row;
}

static void put(struct sums *sums, double value, unsigned rounds)
{
    sums->value += value;
    sums->square += value * value;
    sums->by_rounds += value * rounds;
}

static void add_seat(struct stats *stats, const struct luck *luck, uint8_t seat)
{
    const struct study *study = &stats->study;
    const struct luck_seat *sum = &luck->seat[seat];
    struct row *row = row_of(stats, study->names.name[seat]);
    unsigned team = pen_bits_count(pen_team_of(&study->rules, study->names.count, seat));
    double share = (double)team / study->names.count * luck->rounds;
    double result = (double)sum->result / LUCK_ONE + share;
    row->games++;
    row->rounds += luck->rounds;
    row->rounds_squared += (double)luck->rounds * luck->rounds;
    row->share += share;
    row->is_known = row->is_known && study->known != NULL;
    put(&row->won, result, luck->rounds);
    put(&row->played, result - (double)sum->luck / LUCK_ONE, luck->rounds);
    for (unsigned i = 0; i < study->count; i++) {
        const struct study_decision *decision = &study->list[i];
        if (decision->view.viewer != seat)
            continue;
        row->decisions++;
        if (!study_is_mistake(decision))
            continue;
        row->mistakes++;
        row->by_why[value_reason(&decision->choices, &study->rules, &decision->view, decision->choices.best,
                                 decision->taken)
                        .why]++;
    }
}

static void add_game(struct stats *stats, const char *path)
{
    static struct pen_mesa mesa;
    static struct luck luck;
    struct study *study = &stats->study;
    struct host_file file;
    uint8_t wanted;
    stats->finder.beside = path;
    *study = (struct study){.seats = UINT16_MAX, .list = study->list, .room = study->room, .grow = grow};
    if (!host_file_read(path, &file)) {
        stats->unread++;
        return;
    }
    const struct pen_mesa_host host = {stats, host_lang, find, report, show};
    bool is_read = pen_mesa_replay(&mesa, file.bytes, file.count, &host) == PEN_MESA_GOOD;
    host_file_drop(&file);
    stats->unread += !is_read;
    if (!is_read || (stats->seat && !cli_seat_read(stats->seat, &study->names, &wanted)))
        return;
    for (unsigned i = 0; i < study->count; i++)
        study_look(study, &study->list[i], study_tries(study));
    if (!luck_sum(study, &luck))
        return; /* nobody has won a round of it */
    for (uint8_t seat = 0; seat < study->names.count; seat++)
        if (!stats->seat || seat == wanted)
            add_seat(stats, &luck, seat);
}

/* ---- a folder ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All of its records, by name. False: it cannot be read. */
static bool add_folder(struct stats *stats, const char *folder)
{
    DIR *directory = opendir(folder);
    char **paths = NULL;
    size_t count = 0;
    if (!directory)
        return false;
    for (const struct dirent *entry; (entry = readdir(directory));) {
        const char *ending = strrchr(entry->d_name, '.');
        if (!ending || strcmp(ending, ".mesa") != 0)
            continue;
        paths = host_allocate(paths, (count + 1) * sizeof *paths);
        size_t bytes = strlen(folder) + strlen(entry->d_name) + 2;
        paths[count] = host_allocate(NULL, bytes);
        snprintf(paths[count++], bytes, "%s/%s", folder, entry->d_name);
    }
    closedir(directory);
    if (count > 0)
        qsort(paths, count, sizeof *paths, by_name);
    for (size_t i = 0; i < count; i++) {
        add_game(stats, paths[i]);
        free(paths[i]);
    }
    free(paths);
    return true;
}

/* ---- telling ---- */

/* In hundredths of a round, and what 1.96 standard errors of that are: games are independent, rounds are not.
 */
static double mean_of(const struct row *row, const struct sums *sums, double *margin)
{
    double mean = sums->value / row->rounds;
    double spread = sums->square - 2 * mean * sums->by_rounds + mean * mean * row->rounds_squared;
    *margin = 100 * STUDY_SURE * value_root(spread > 0 ? spread : 0) / row->rounds;
    return 100 * mean;
}

static void put_real(struct pen_text *text, const char *key, double number)
{
    value_put_millionths(text, key, (int64_t)(number * 1000000 + (number < 0 ? -0.5 : 0.5)));
}

static void put_row(const struct row *row, double won, double margin, double played, double other_margin,
                    double share)
{
    char bytes[JSON_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_text_add(&text, "{");
    value_put_string(&text, "seat", row->name);
    value_put_string(&text, "edition", row->edition);
    value_put_number(&text, "seats", row->seats);
    value_put_truth(&text, "known", row->is_known);
    value_put_number(&text, "games", row->games);
    value_put_number(&text, "rounds", row->rounds);
    put_real(&text, "won", won);
    put_real(&text, "won_margin", margin);
    put_real(&text, "share", share);
    put_real(&text, "played", played);
    put_real(&text, "played_margin", other_margin);
    value_put_number(&text, "decisions", row->decisions);
    value_put_key(&text, "mistakes");
    pen_text_add(&text, "{");
    for (unsigned why = 0; why < VALUE_WHY_COUNT; why++)
        value_put_number(&text, study_why_id((enum value_why)why), row->by_why[why]);
    pen_text_add(&text, "}}");
    puts(bytes);
}

static void tell_row(const struct row *row, bool is_json)
{
    double margin, other_margin;
    double won = mean_of(row, &row->won, &margin), played = mean_of(row, &row->played, &other_margin);
    double share = 100 * row->share / row->rounds;
    double mistakes = row->decisions ? 100.0 * row->mistakes / row->decisions : 0;
    if (is_json) {
        put_row(row, won, margin, played, other_margin, share);
        return;
    }
    char name[PEN_PLAYER_BYTES], first[32], second[32], third[32], fourth[32], fifth[32];
    snprintf(name, sizeof name, "%s", row->name);
    snprintf(first, sizeof first, "%s", host_real(won, 1));
    snprintf(second, sizeof second, "%s", host_real(margin, 1));
    snprintf(third, sizeof third, "%s", host_real(share, 1));
    snprintf(fourth, sizeof fourth, "%s", host_real(played, 1));
    snprintf(fifth, sizeof fifth, "%s", host_real(other_margin, 1));
    puts(host_say(CLI_STATS_ROW, name, row->edition, (long)row->seats, (long)row->rounds, first, second,
                  third));
    printf("    %s\n", host_say(CLI_STATS_PLAYED, fourth, fifth, host_real(mistakes, 1)));
    for (unsigned why = 0; why < VALUE_WHY_COUNT; why++)
        if (row->by_why[why] > 0)
            printf("    %4u  %s\n", row->by_why[why], study_why_id((enum value_why)why));
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    static struct stats stats;
    char folder[PATH_BYTES];
    int status = cli_read(command, argc, argv, &stats);
    if (status != CLI_GO_ON)
        return status;
    if (argc - optind > 1)
        return cli_wrong_use(command, "%s", host_say(CLI_UNEXPECTED_ARGUMENT, argv[optind + 1]));
    if (optind < argc)
        snprintf(folder, sizeof folder, "%s", argv[optind]);
    bool is_named = optind < argc, is_known = is_named || home_games_folder(folder, sizeof folder);
    /* Where no game was kept yet there is no folder. */
    bool is_read = is_known && (add_folder(&stats, folder) || (!is_named && errno == ENOENT));
    if (!is_read)
        host_error("%s", host_say(CLI_CANNOT_READ, is_known ? folder : "$HOME", strerror(errno)));
    for (size_t i = 0; i < stats.count; i++)
        tell_row(&stats.rows[i], stats.is_json);
    if (is_read && stats.count == 0 && !stats.is_json)
        puts(host_word(WORD_CLI_STATS_NOTHING));
    if (stats.unread > 0)
        host_error("%s", host_say(CLI_STATS_UNREAD, (long)stats.unread));
    free(stats.study.list);
    free(stats.rows);
    finder_drop(&stats.finder);
    return is_read ? HOST_GOOD : HOST_WRONG;
}

const struct cli_command cli_stats = {
    .name = "stats",
    .usage = "[--seat NAME] [--edition FILE]... [--json] [FOLDER]",
    .about = WORD_HELP_STATS_ABOUT,
    .details = WORD_HELP_STATS_DETAILS,
    .options = options,
    .operands_max = CLI_MANY,
    .operand = CLI_OFFER_FILE,
    .examples = "penultima stats\n"
                "penultima stats --seat Ana --json games/",
    .run = run,
};

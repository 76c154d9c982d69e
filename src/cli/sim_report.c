/* sim_report.c - the figures of many games, in words and as JSON.
 *
 * Nothing here depends on time, threads or ranks: the same games print the same bytes. */
#include "cli/sim_report.h"
#include "cli/command.h"
#include "cli/wrap.h"
#include "platform/report.h"

#include <string.h>
#include "words/cli_sim_report_words.h"
#include "words/cli_words.h"
#include "words/sim_words.h"

static const unsigned percents[] = {5, 25, 50, 75, 95};
enum { PERCENT_COUNT = sizeof percents / sizeof percents[0] };

static const struct {
    const char *id, *rules;
    enum word what;
} fired_about[SIM_FIRED_COUNT] = {
#define X(name, rule) [SIM_FIRED_##name] = {#name, rule, WORD_SIM_FIRED_##name},
    SIM_FIRED_LIST(X)
#undef X
};

/* ---- figures ---- */

static uint64_t finished(const struct sim_tally *tally)
{
    return tally->games - tally->cut;
}

static double per_game(const struct sim_tally *tally, uint64_t count)
{
    uint64_t games = finished(tally);
    return games ? (double)count / (double)games : 0;
}

/* A game has one win, however many copies of a bot sit at the table: it is one trial for all of
 * them together, and each has its part of what they win. Where they are the whole table there is
 * nothing to estimate. */
struct sim_rate sim_report_rate(const struct sim_report *report, const struct sim_share *share,
                                unsigned players)
{
    double games = (double)finished(report->tally);
    double wins = (double)share->wins / SIM_WIN_UNITS;
    double value = games > 0 ? wins / games / players : 0;
    if (games > 0 && players == report->settings->seat_count)
        return (struct sim_rate){value, value, value};
    struct sim_interval interval = sim_wilson(wins, games, SIM_Z95);
    return (struct sim_rate){value, interval.low / players, interval.high / players};
}

void sim_report_kind_name(const struct sim_settings *settings, unsigned kind, char *name)
{
    struct pen_text text = pen_text_in(name, SIM_NAME_BYTES);
    pen_bot_spec_write(settings->kinds[kind], &text);
}

void sim_report_describe(const struct sim_settings *settings, struct pen_text *text)
{
    const struct pen_rules *rules = settings->rules;
    pen_text_add(text, cli_edition_name(settings->edition));
    pen_text_add(text, settings->options->house ? " + " : "");
    pen_house_write(settings->options->house, " + ", text);
    pen_text_add(text, ", ");
    switch (rules->rule.scoring) {
    case PEN_SCORING_POINTS:
        pen_text_add(text, host_word(WORD_CLI_POINTS));
        break;
    case PEN_SCORING_LOWEST:
        pen_text_add(text, host_word(WORD_CLI_SIM_REPORT_LOWEST));
        break;
    default:
        pen_text_add(text, host_word(WORD_CLI_SIM_REPORT_QUICK));
        break;
    }
    if (rules->rule.scoring != PEN_SCORING_QUICK) {
        pen_text_add(text, host_word(WORD_CLI_SIM_REPORT_TO));
        pen_text_add_number(text, rules->rule.target);
    }
    pen_text_add(text, ", ");
    pen_text_add_number(text, settings->seat_count);
    pen_text_add(text, host_word(WORD_CLI_SIM_REPORT_PLAYERS));
    if (rules->teams > 0)
        pen_text_add(text, host_say(CLI_SIM_REPORT_TEAMS, (unsigned)rules->teams));
}

/* ---- for people ---- */

static void print_left(const char *text, int width)
{
    const int columns = (int)wrap_columns(text);
    printf("%s%*s", text, width > columns ? width - columns : 0, "");
}

static void print_right(const char *text, int width)
{
    const int columns = (int)wrap_columns(text);
    printf("%*s%s", width > columns ? width - columns : 0, "", text);
}

/* "rank (each of 3)" */
enum { LABEL_BYTES = SIM_NAME_BYTES + 32 };
static void kind_label(const struct sim_settings *settings, unsigned kind, char *label)
{
    sim_report_kind_name(settings, kind, label);
    size_t length = strlen(label);
    unsigned players = settings->kind_size[kind];
    if (players > 1)
        snprintf(label + length, LABEL_BYTES - length, "%s", host_say(CLI_SIM_REPORT_EACH_OF, players));
}

/* Wide enough for all names of the run, and the same for seats and bots. */
static int label_width(const struct sim_settings *settings)
{
    int width = 24;
    for (unsigned kind = 0; kind < settings->kind_count; kind++) {
        char label[LABEL_BYTES];
        kind_label(settings, kind, label);
        if ((int)wrap_columns(label) + 2 > width)
            width = (int)wrap_columns(label) + 2;
    }
    return width;
}

static void print_head(const char *first, int width)
{
    print_left(first, width);
    print_right(host_word(WORD_CLI_SIM_REPORT_WINS), 8);
    print_right(host_word(WORD_CLI_SIM_REPORT_95_NTERVAL), 18);
    print_right(host_word(WORD_CLI_SIM_REPORT_ROUNDS_WON), 16);
    print_right(host_word(WORD_CLI_POINTS), 10);
    putchar('\n');
}

static void print_share(const struct sim_report *report, const char *name, int width,
                        const struct sim_share *share, unsigned players)
{
    struct sim_rate rate = sim_report_rate(report, share, players);
    char interval[40];
    snprintf(interval, sizeof interval, "%.2f - %.2f", 100 * rate.low, 100 * rate.high);
    print_left(name, width);
    printf("%6.2f %%%18s%16.2f", 100 * rate.value, interval,
           per_game(report->tally, share->round_wins) / players);
    if (report->settings->rules->rule.scoring == PEN_SCORING_QUICK)
        printf("%10s\n", "-");
    else
        printf("%10.1f\n", per_game(report->tally, share->points) / players);
}

static void print_shares(const struct sim_report *report)
{
    const struct sim_settings *settings = report->settings;
    char name[LABEL_BYTES];
    int width = label_width(settings);
    print_head(host_word(WORD_CLI_SIM_REPORT_SEAT), width);
    for (unsigned seat = 0; seat < settings->seat_count; seat++) {
        const char *label = seat == 0                          ? host_say(CLI_SIM_REPORT_BEGINS, seat + 1)
                            : seat + 1 == settings->seat_count ? host_say(CLI_SIM_REPORT_DEALS, seat + 1)
                                                               : NULL;
        if (label)
            snprintf(name, sizeof name, "%s", label);
        else
            snprintf(name, sizeof name, "%u", seat + 1);
        print_share(report, name, width, &report->tally->seats[seat], 1);
    }
    putchar('\n');
    print_head(host_word(WORD_CLI_SIM_REPORT_BOT), width);
    for (unsigned kind = 0; kind < settings->kind_count; kind++) {
        kind_label(settings, kind, name);
        print_share(report, name, width, &report->tally->kinds[kind], settings->kind_size[kind]);
    }
}

static void print_spread(const char *name, const struct sim_histogram *histogram)
{
    print_left(name, 12);
    printf("%10.2f%11.2f", sim_histogram_mean(histogram), sim_histogram_deviation(histogram));
    for (unsigned i = 0; i < PERCENT_COUNT; i++)
        printf("%7u", (unsigned)sim_histogram_percentile(histogram, percents[i]));
    printf("%9u\n", (unsigned)sim_histogram_percentile(histogram, 100));
}

static void print_spreads(const struct sim_tally *tally)
{
    print_left(host_word(WORD_CLI_SIM_REPORT_PER_GAME), 12);
    print_right(host_word(WORD_CLI_SIM_REPORT_MEAN), 10);
    print_right(host_word(WORD_CLI_SIM_REPORT_DEVIATION), 11);
    for (unsigned i = 0; i < PERCENT_COUNT; i++)
        printf("%5u %%", percents[i]);
    print_right(host_word(WORD_CLI_SIM_REPORT_MOST), 9);
    putchar('\n');
    print_spread(host_word(WORD_CLI_SIM_REPORT_ROUNDS), &tally->rounds);
    print_spread(host_word(WORD_CLI_SIM_REPORT_TURNS), &tally->turns);
    print_spread(host_word(WORD_CLI_ACTIONS), &tally->actions);
}

static void print_fired(const struct sim_tally *tally)
{
    print_left(host_word(WORD_CLI_SIM_REPORT_WHAT_HAPPENED), 51);
    print_left(host_word(WORD_CLI_SIM_REPORT_RULE), 6);
    print_right(host_word(WORD_CLI_SIM_REPORT_PER_GAME_2), 12);
    print_right(host_word(WORD_CLI_SIM_REPORT_IN_ALL), 11);
    putchar('\n');
    for (unsigned i = 0; i < SIM_FIRED_COUNT; i++) {
        /* Reshuffles are one of the figures asked for: that there were none is also an answer. */
        if (tally->fired[i] == 0 && i != SIM_FIRED_RESHUFFLED)
            continue;
        print_left(host_word(fired_about[i].what), 51);
        print_left(fired_about[i].rules, 6);
        printf("%12.4f%11llu\n", per_game(tally, tally->fired[i]), (unsigned long long)tally->fired[i]);
    }
}

void sim_report_text(const struct sim_report *report)
{
    const struct sim_tally *tally = report->tally;
    char bytes[256];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    sim_report_describe(report->settings, &text);
    printf("%s\n\n", host_say(CLI_SIM_REPORT_HEAD, bytes, tally->games, report->settings->seed));
    print_shares(report);
    putchar('\n');
    print_spreads(tally);
    putchar('\n');
    print_fired(tally);
    if (tally->cut)
        printf("\n%s\n", host_say(CLI_SIM_REPORT_CUT, tally->cut));
}

/* ---- for programs ---- */

static void report_interval(struct report *out, double low, double high)
{
    report_open(out, "ci95", '[');
    report_real(out, NULL, low, 6);
    report_real(out, NULL, high, 6);
    report_close(out, ']');
}

static void json_share(struct report *out, const struct sim_report *report, const struct sim_share *share,
                       unsigned players)
{
    struct sim_rate rate = sim_report_rate(report, share, players);
    report_real(out, "win_rate", rate.value, 6);
    report_interval(out, rate.low, rate.high);
    report_real(out, "wins", (double)share->wins / SIM_WIN_UNITS, 4);
    report_real(out, "rounds_won_per_game", per_game(report->tally, share->round_wins) / players, 6);
    report_real(out, "points_per_game", per_game(report->tally, share->points) / players, 4);
}

static void json_spread(struct report *out, const char *name, const struct sim_histogram *histogram)
{
    report_line(out);
    report_open(out, name, '{');
    report_real(out, "mean", sim_histogram_mean(histogram), 6);
    report_real(out, "sd", sim_histogram_deviation(histogram), 6);
    report_whole(out, "min", sim_histogram_percentile(histogram, 0));
    for (unsigned i = 0; i < PERCENT_COUNT; i++) {
        char key[16];
        snprintf(key, sizeof key, "p%u", percents[i]);
        report_whole(out, key, sim_histogram_percentile(histogram, percents[i]));
    }
    report_whole(out, "max", sim_histogram_percentile(histogram, 100));
    report_close(out, '}');
}

void sim_report_house(struct report *report, pen_house_set house)
{
    report_open(report, "house", '[');
    for (unsigned i = 0; i < pen_house_count(); i++) {
        char id[PEN_ID_BYTES + 8];
        struct pen_text text = pen_text_in(id, sizeof id);
        pen_house_write(pen_house_with(0, i, pen_house_number(house, i)), "", &text);
        if (text.length > 0)
            report_string(report, NULL, id);
    }
    report_close(report, ']');
}

static void json_settings(struct report *out, const struct sim_settings *settings)
{
    const struct pen_rules *rules = settings->rules;
    report_string(out, "edition", settings->edition->id);
    sim_report_house(out, settings->options->house);
    report_string(out, "scoring", pen_scoring_id((enum pen_scoring)rules->rule.scoring));
    report_whole(out, "target", rules->rule.target);
    report_whole(out, "players", settings->seat_count);
    if (settings->rules->teams > 0)
        report_whole(out, "teams", settings->rules->teams);
    report_whole(out, "seed", settings->seed);
    report_truth(out, "fixed_seats", settings->is_fixed);
}

static void json_fired(struct report *out, const struct sim_tally *tally)
{
    report_line(out);
    report_open(out, "fired", '{');
    for (unsigned i = 0; i < SIM_FIRED_COUNT; i++) {
        char key[32];
        size_t length = 0;
        for (const char *at = fired_about[i].id; *at && length + 1 < sizeof key; at++)
            key[length++] = (char)(*at >= 'A' && *at <= 'Z' ? *at - 'A' + 'a' : *at);
        key[length] = 0;
        report_line(out);
        report_open(out, key, '{');
        report_string(out, "rule", fired_about[i].rules);
        report_whole(out, "count", tally->fired[i]);
        report_real(out, "per_game", per_game(tally, tally->fired[i]), 6);
        report_close(out, '}');
    }
    report_close(out, '}');
}

void sim_report_json(const struct sim_report *report)
{
    const struct sim_settings *settings = report->settings;
    const struct sim_tally *tally = report->tally;
    struct report out = {.stream = stdout};
    char name[SIM_NAME_BYTES];
    report_open(&out, NULL, '{');
    json_settings(&out, settings);
    report_whole(&out, "games", tally->games);
    report_whole(&out, "games_asked", settings->game_count);
    report_whole(&out, "games_without_end", tally->cut);
    report_line(&out);
    report_real(&out, "turns_per_game", sim_histogram_mean(&tally->turns), 6);
    report_real(&out, "actions_per_game", sim_histogram_mean(&tally->actions), 6);
    report_real(&out, "rounds_per_game", sim_histogram_mean(&tally->rounds), 6);
    report_real(&out, "reshuffles_per_game", per_game(tally, tally->fired[SIM_FIRED_RESHUFFLED]), 6);
    json_spread(&out, "turns", &tally->turns);
    json_spread(&out, "actions", &tally->actions);
    json_spread(&out, "rounds", &tally->rounds);
    report_line(&out);
    report_open(&out, "seats", '[');
    for (unsigned seat = 0; seat < settings->seat_count; seat++) {
        report_line(&out);
        report_open(&out, NULL, '{');
        report_whole(&out, "seat", seat + 1);
        json_share(&out, report, &tally->seats[seat], 1);
        report_close(&out, '}');
    }
    report_close(&out, ']');
    report_line(&out);
    report_open(&out, "bots", '[');
    for (unsigned kind = 0; kind < settings->kind_count; kind++) {
        sim_report_kind_name(settings, kind, name);
        report_line(&out);
        report_open(&out, NULL, '{');
        report_string(&out, "name", name);
        report_whole(&out, "players", settings->kind_size[kind]);
        json_share(&out, report, &tally->kinds[kind], settings->kind_size[kind]);
        report_close(&out, '}');
    }
    report_close(&out, ']');
    json_fired(&out, tally);
    report_close(&out, '}');
}

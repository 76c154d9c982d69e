/* sim_report.h - what came of many games: for people, for programs, as a table and as charts. */
#ifndef CLI_SIM_REPORT_H
#define CLI_SIM_REPORT_H

#include "platform/host.h"
#include "sim/sim.h"

struct sim_report {
    const struct sim_settings *settings;
    const struct sim_tally *tally;
};

void sim_report_text(const struct sim_report *report);
void sim_report_json(const struct sim_report *report);
PEN_MUST_USE bool sim_report_plot(const struct sim_report *report, const struct sim_sink *sink);

/* The table of games (CSV): its head, then a line for each. */
PEN_MUST_USE bool sim_report_csv_head(const struct sim_settings *settings, struct host_output *output);
PEN_MUST_USE bool sim_report_csv_row(const struct sim_settings *settings, struct host_output *output,
                                     uint64_t game, const struct sim_row *row);

/* ---- figures, for the files of this report ---- */

/* How often a seat or one bot of a kind won; 'players' are as many as that kind has at the table. */
struct sim_rate {
    double value, low, high;
};
struct sim_rate sim_report_rate(const struct sim_report *report, const struct sim_share *share,
                                unsigned players);
/* "classic, points to 500, 4 players" */
void sim_report_describe(const struct sim_settings *settings, struct pen_text *text);
enum { SIM_NAME_BYTES = 40 };
void sim_report_kind_name(const struct sim_settings *settings, unsigned kind, char *name);

/* Their names as a list. */
struct report;
void sim_report_house(struct report *report, pen_house_set house);

#endif

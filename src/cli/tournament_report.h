/* tournament_report.h - what a tournament found out: for people, for programs, for a document. */
#ifndef CLI_TOURNAMENT_REPORT_H
#define CLI_TOURNAMENT_REPORT_H

#include "cli/guests.h"
#include "platform/host.h"
#include "sim/tournament.h"

enum { REPORT_NAME_BYTES = 32 };

struct tournament_report {
    const struct pen_edition *edition;
    const struct pen_options *options;
    const struct pen_rules *rules;
    const struct sim_tournament *tournament;
    const struct guests *guests;
    struct sim_tournament_result result;
    char names[SIM_ELO_BOTS_MAX][REPORT_NAME_BYTES];
    unsigned order[SIM_ELO_BOTS_MAX]; /* bots, the strongest first */
};

/* Names and order of a report whose other members are there. */
void report_complete(struct tournament_report *report);

/* "classic + seven-0, quick, 2 players, seed 1, 2000 games a pairing". */
void report_describe(const struct tournament_report *report, char *text, size_t bytes);

/* The bot whose Elo is 0, or -1 where that is the mean. */
int report_zero(const struct tournament_report *report);

void report_print_failures(const struct tournament_report *report, FILE *stream);
void report_print(const struct tournament_report *report, FILE *stream);
/* 'four' may be null: one against three. */
void report_print_json(const struct tournament_report *report, const struct tournament_report *four,
                       FILE *stream);
/* The date is the caller's. */
void report_print_markdown(const struct tournament_report *report, const struct tournament_report *four,
                           const char *date, FILE *stream);

#endif

/* plot.h - charts as one SVG page, written by us: no libraries, no scripts, no fonts of its own.
 *
 * Readable in light and dark (the page asks the reader's system), on a phone, and without colours:
 * every value stands beside its mark as text, and the page has a title and a description for
 * screen readers. Texts are the caller's, UTF-8, in the language that 'lang' names, as our own
 * few words are. */
#ifndef SIM_PLOT_H
#define SIM_PLOT_H

#include "sim/random_record.h"
#include "sim/stats.h"

enum sim_plot_unit {
    SIM_PLOT_PERCENT, /* 0.25 is shown as 25.0 % */
    SIM_PLOT_NUMBER,  /* 1523 */
    SIM_PLOT_SIGNED   /* +23 */
};

/* One row of a ladder: a name, a value and its interval. */
struct sim_plot_row {
    const char *label;
    double value, low, high;
};

/* A ladder of values with their intervals: win rates, Elo. */
struct sim_plot_ladder {
    const char *title;
    enum sim_plot_unit unit;
    const struct sim_plot_row *rows;
    unsigned row_count;
    bool has_reference; /* a line across all rows, for what chance alone would give */
    double reference;
    const char *reference_label;
};

/* A distribution with its percentiles marked. The greatest hundredth has no bars where it would not
 * fit; a note says how many they are and how great. */
struct sim_plot_spread {
    const char *title;
    const char *axis; /* what the numbers are: "turns" */
    const struct sim_histogram *histogram;
};

/* One of the two: the other is null. */
struct sim_plot_chart {
    const struct sim_plot_spread *spread;
    const struct sim_plot_ladder *ladder;
};

struct sim_plot_page {
    const char *lang; /* "en", "es" */
    const char *title;
    const char *subtitle; /* how it was made; broken into lines where it is long */
    const char *about;    /* the description for those who cannot see it */
    const struct sim_plot_chart *charts;
    unsigned chart_count;
};

/* Writes the page; false when the sink could not. */
PEN_MUST_USE bool sim_plot_write(const struct sim_plot_page *page, const struct sim_sink *sink);

#endif

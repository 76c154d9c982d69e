/* figures.h - figures for a monitor, in the text format of Prometheus: each with a line of help, its
 * kind, and the suffix that its kind has there ("_total" for what only grows, "_seconds" for times). */
#ifndef HALL_FIGURES_H
#define HALL_FIGURES_H

#include "hall/hall.h"
#include "store/histogram.h"

/* 'name' without "penultima_". */
void hall_figure_gauge(struct hall_page *page, const char *name, const char *help, uint64_t value);
/* 'name' without "_total", which is added. */
void hall_figure_counter(struct hall_page *page, const char *name, const char *help, uint64_t value);
/* 'name' without "_seconds", which is added. */
void hall_figure_histogram(struct hall_page *page, const char *name, const char *help,
                           const struct histogram *histogram);

#endif

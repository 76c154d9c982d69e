/* figures.c - figures for a monitor. */
#include "hall/figures.h"

#include "hall/inside.h"

static void begin(struct hall_page *page, const char *name, const char *suffix, const char *kind,
                  const char *help)
{
    hall__page_print(page, "# HELP penultima_%s%s %s\n# TYPE penultima_%s%s %s\n", name, suffix, help, name,
                     suffix, kind);
}

void hall_figure_gauge(struct hall_page *page, const char *name, const char *help, uint64_t value)
{
    begin(page, name, "", "gauge", help);
    hall__page_print(page, "penultima_%s %llu\n", name, (unsigned long long)value);
}

void hall_figure_counter(struct hall_page *page, const char *name, const char *help, uint64_t value)
{
    begin(page, name, "_total", "counter", help);
    hall__page_print(page, "penultima_%s_total %llu\n", name, (unsigned long long)value);
}

void hall_figure_histogram(struct hall_page *page, const char *name, const char *help,
                           const struct histogram *histogram)
{
    static const char *const bounds[] = {
#define X(us, text) text,
        HISTOGRAM_BOUND_LIST(X)
#undef X
            "+Inf"};
    uint64_t count = 0;
    begin(page, name, "_seconds", "histogram", help);
    for (size_t i = 0; i <= HISTOGRAM_BOUNDS; i++) {
        count += histogram->counts[i];
        hall__page_print(page, "penultima_%s_seconds_bucket{le=\"%s\"} %llu\n", name, bounds[i],
                         (unsigned long long)count);
    }
    hall__page_print(page, "penultima_%s_seconds_sum %llu.%06u\npenultima_%s_seconds_count %llu\n", name,
                     (unsigned long long)(histogram->sum_us / 1000000),
                     (unsigned)(histogram->sum_us % 1000000), name, (unsigned long long)count);
}

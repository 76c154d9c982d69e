/* plot.c - charts as SVG.
 *
 * The page is 480 units wide, so that at the width of a phone its letters are still large enough.
 * Colours are classes of a style sheet with a second set for dark systems. */
#include "sim/plot.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "words/words.h"
#include "words/sim_words.h"

enum {
    WIDTH = 480,
    MARGIN = 16,
    HEAD = 46,        /* title of the page, and room below it; its subtitle comes on top */
    LINE_HEIGHT = 16, /* of a subtitle, of a note below a chart */
    CHART_HEAD = 44,  /* title of a chart, and room below it */
    CHART_FOOT = 26,
    BARS_HEIGHT = 133,
    MARK_HEIGHT = 15, /* a row of texts above a distribution */
    ROW_HEIGHT = 26,
    AXIS_HEIGHT = 40,
    LABEL_LETTERS = 14, /* what fits left of a ladder */
    BARS_MAX = 60,
    MARKS = 5,   /* percentiles of a distribution */
    MARK_GAP = 7 /* between two texts of a row */
};

struct svg {
    const struct sim_sink *sink;
    bool is_failed;
};

static void put_bytes(struct svg *svg, const char *bytes, size_t count)
{
    if (!svg->is_failed)
        svg->is_failed = !svg->sink->write(svg->sink->context, bytes, count);
}

static void put(struct svg *svg, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct svg *svg, const char *format, ...)
{
    char bytes[1024];
    va_list arguments;
    va_start(arguments, format);
    int count = vsnprintf(bytes, sizeof bytes, format, arguments);
    va_end(arguments);
    PEN_ASSERT(count >= 0 && (size_t)count < sizeof bytes);
    put_bytes(svg, bytes, (size_t)count);
}

/* Text of others. What XML does not allow becomes a question mark. */
static void put_piece(struct svg *svg, const char *text, size_t bytes)
{
    for (const char *end = text + bytes; text < end; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == '<')
            put(svg, "&lt;");
        else if (byte == '>')
            put(svg, "&gt;");
        else if (byte == '&')
            put(svg, "&amp;");
        else if (byte == '"')
            put(svg, "&quot;");
        else if (byte < 0x20 && byte != '\n' && byte != '\t')
            put(svg, "?");
        else
            put_bytes(svg, text, 1);
    }
}

static void put_text(struct svg *svg, const char *text)
{
    put_piece(svg, text, strlen(text));
}

static void label(struct svg *svg, const char *kind, const char *anchor, double x, double y, const char *text)
{
    put(svg, "<text class=\"%s\" text-anchor=\"%s\" x=\"%.1f\" y=\"%.1f\">", kind, anchor, x, y);
    put_text(svg, text);
    put(svg, "</text>\n");
}

static void line(struct svg *svg, const char *kind, double x1, double y1, double x2, double y2)
{
    put(svg, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", kind, x1, y1, x2, y2);
}

/* ---- the width of texts ---- */

/* Of the letter that begins with this byte, in small print. The reader's font is not known: these are
 * of DejaVu Sans, rounded up, which is wider than most. */
static double letter_width(char letter)
{
    unsigned char byte = (unsigned char)letter;
    if ((byte & 0xc0) == 0x80)
        return 0; /* inside a letter */
    if (byte >= 0xe3 || strchr("mwMW%@", letter))
        return 12;
    if (byte >= 'A' && byte <= 'Z')
        return 9.5;
    return strchr(" ,;.:ijlft", letter) ? 5 : 7.7;
}

static double text_width(const char *text)
{
    double width = 0;
    for (; *text; text++)
        width += letter_width(*text);
    return width;
}

/* How many bytes of the text go into one line: up to a space; a longer word is broken at a comma, or
 * where the line ends. */
static size_t line_bytes(const char *text, double room)
{
    size_t space = 0, comma = 0, length = 0;
    for (; text[length]; length++) {
        double width = letter_width(text[length]);
        /* A space may hang over the end: it is not seen. */
        if (width > room && text[length] != ' ')
            return space ? space : comma ? comma : length;
        room -= width;
        if (text[length] == ' ')
            space = length + 1;
        else if (text[length] == ',')
            comma = length + 1;
    }
    return length;
}

/* Small print in as many lines as it needs; how many. Without 'svg' they are only counted. */
static unsigned put_lines(struct svg *svg, const char *text, double y)
{
    unsigned count = 0;
    for (size_t bytes; *text; text += bytes, count++) {
        bytes = line_bytes(text, WIDTH - 2 * MARGIN);
        if (!svg)
            continue;
        put(svg, "<text class=\"small\" text-anchor=\"start\" x=\"%d\" y=\"%.1f\">", MARGIN,
            y + LINE_HEIGHT * (double)count);
        put_piece(svg, text, bytes - (text[bytes - 1] == ' '));
        put(svg, "</text>\n");
    }
    return count;
}

/* ---- axes ---- */

/* A step of 1, 2 or 5 times a power of ten that divides 'range' into about 'parts'. */
static double nice_step(double range, unsigned parts)
{
    double raw = range / parts, power = pow(10, floor(log10(raw)));
    double digit = raw / power;
    return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

static void write_value(char *text, size_t bytes, enum sim_plot_unit unit, double value, bool is_tick)
{
    if (unit == SIM_PLOT_PERCENT)
        snprintf(text, bytes, is_tick ? "%.3g %%" : "%.1f %%", 100 * value);
    else
        snprintf(text, bytes, unit == SIM_PLOT_SIGNED ? "%+.0f" : "%.0f", value);
    /* A zero has no sign for readers. */
    if (strcmp(text, "-0") == 0 || strcmp(text, "+0") == 0)
        snprintf(text, bytes, "0");
}

/* ---- a distribution ---- */

static void spread_bars(struct svg *svg, const struct sim_histogram *histogram, uint32_t first, uint32_t step,
                        unsigned bars, double left, double width, double base, double height)
{
    uint64_t most = 1;
    for (unsigned i = 0; i < bars; i++) {
        uint64_t count = sim_histogram_between(histogram, first + i * step, first + (i + 1) * step);
        most = count > most ? count : most;
    }
    /* Lines for the share of the games. */
    double share = (double)most / (double)histogram->count, tick = nice_step(share, 3);
    for (double at = tick; at <= share; at += tick)
        line(svg, "grid", left, base - height * at / share, left + width, base - height * at / share);
    for (unsigned i = 0; i < bars; i++) {
        uint32_t low = first + i * step;
        uint64_t count = sim_histogram_between(histogram, low, low + step);
        double tall = height * (double)count / (double)most;
        if (count == 0)
            continue;
        put(svg, "<rect class=\"bar\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"><title>",
            left + width * i / bars + 0.4, base - tall, width / bars - 0.8, tall);
        if (step == 1)
            put(svg, "%u", (unsigned)low);
        else
            put(svg, "%u-%u", (unsigned)low, (unsigned)(low + step - 1));
        put(svg, ": %llu (%.2f %%)</title></rect>\n", (unsigned long long)count,
            100.0 * (double)count / (double)histogram->count);
    }
    /* Their texts where bars are low; where one is not, it must not hide them. */
    for (double at = tick; at <= share; at += tick) {
        char text[24];
        snprintf(text, sizeof text, "%.3g %%", 100 * at);
        label(svg, "small halo", "end", left + width, base - height * at / share - 3, text);
    }
}

/* A percentile, or several that are the same number. */
struct spread_mark {
    double x, centre; /* of the line, of its text */
    unsigned row;
    bool has_median;
    char text[48];
};

struct spread_plan {
    uint32_t first, step; /* the bars begin at 'first' and are 'step' wide */
    unsigned bars;
    double scale;
    struct spread_mark marks[MARKS];
    unsigned mark_count, rows;
    uint64_t beyond; /* how many are too great for the bars */
};

/* Texts stand over their lines, in the first row where they do not meet a neighbour: there are as many
 * rows as marks, so there is always one. */
static void place_marks(struct spread_plan *plan)
{
    double left = MARGIN, right = WIDTH - MARGIN, taken[MARKS] = {0};
    plan->rows = 1;
    for (unsigned i = 0; i < plan->mark_count; i++) {
        struct spread_mark *mark = &plan->marks[i];
        double half = text_width(mark->text) / 2;
        mark->centre = fmin(fmax(mark->x, left + half), right - half);
        while (mark->centre - half < taken[mark->row])
            mark->row++;
        taken[mark->row] = mark->centre + half + MARK_GAP;
        plan->rows = mark->row + 1 > plan->rows ? mark->row + 1 : plan->rows;
    }
}

static void plan_marks(struct spread_plan *plan, const struct sim_histogram *histogram)
{
    static const unsigned percents[MARKS] = {5, 25, 50, 75, 95};
    for (unsigned from = 0, to; from < MARKS; from = to + 1) {
        uint32_t number = sim_histogram_percentile(histogram, percents[from]);
        struct spread_mark *mark = &plan->marks[plan->mark_count++];
        for (to = from; to + 1 < MARKS; to++)
            if (sim_histogram_percentile(histogram, percents[to + 1]) != number)
                break;
        mark->has_median = percents[from] <= 50 && percents[to] >= 50;
        mark->x = MARGIN + ((double)(number - plan->first) + 0.5 * (plan->step == 1)) * plan->scale;
        if (from == to)
            snprintf(mark->text, sizeof mark->text, "%u %%: %u", percents[from], (unsigned)number);
        else
            snprintf(mark->text, sizeof mark->text, "%u %%\u2013%u %%: %u", percents[from], percents[to],
                     (unsigned)number);
    }
    place_marks(plan);
}

/* A few very long games would make all bars narrow: the longest hundredth has none, but a note. */
static struct spread_plan plan_spread(const struct sim_histogram *histogram)
{
    struct spread_plan plan = {0};
    uint32_t least = sim_histogram_percentile(histogram, 0);
    uint32_t greatest = sim_histogram_percentile(histogram, 99) + 1;
    double gap = nice_step((double)(greatest - least) + 1, BARS_MAX);
    plan.step = gap < 1 ? 1 : (uint32_t)gap;
    plan.first = least / plan.step * plan.step;
    plan.bars = (greatest - plan.first) / plan.step + 1;
    plan.scale = (WIDTH - 2 * MARGIN) / ((double)plan.bars * plan.step);
    plan.beyond = sim_histogram_between(histogram, plan.first + plan.bars * plan.step, UINT32_MAX);
    plan_marks(&plan, histogram);
    return plan;
}

static unsigned spread_height(const struct sim_plot_spread *spread)
{
    struct spread_plan plan = plan_spread(spread->histogram);
    return CHART_HEAD + MARK_HEIGHT * plan.rows + BARS_HEIGHT + AXIS_HEIGHT +
           (plan.beyond ? LINE_HEIGHT : 0u);
}

/* The lines first: a text of a lower row may lie on one. */
static void spread_marks(struct svg *svg, const struct spread_plan *plan, double top, double base)
{
    for (unsigned i = 0; i < plan->mark_count; i++) {
        const struct spread_mark *mark = &plan->marks[i];
        line(svg, mark->has_median ? "middle" : "mark", mark->x, top + MARK_HEIGHT * mark->row + 4, mark->x,
             base);
    }
    for (unsigned i = 0; i < plan->mark_count; i++) {
        const struct spread_mark *mark = &plan->marks[i];
        label(svg, mark->has_median ? "small halo strong" : "small halo", "middle", mark->centre,
              top + MARK_HEIGHT * mark->row, mark->text);
    }
}

static void spread_axis(struct svg *svg, const struct spread_plan *plan, double base)
{
    double left = MARGIN, range = (double)plan->bars * plan->step, tick = nice_step(range, 6);
    line(svg, "axis", left, base, WIDTH - MARGIN, base);
    tick = tick < 1 ? 1 : tick;
    for (double at = ceil(plan->first / tick) * tick; at < plan->first + range; at += tick) {
        double x = left + (at - plan->first + 0.5 * (plan->step == 1)) * plan->scale;
        char text[32];
        snprintf(text, sizeof text, "%.0f", at);
        line(svg, "axis", x, base, x, base + 4);
        label(svg, "small", x < left + 12 ? "start" : "middle", x < left + 12 ? left : x, base + 17, text);
    }
}

static void spread_note(struct svg *svg, const struct sim_histogram *histogram, uint64_t beyond,
                        const char *lang, double y)
{
    char text[128];
    enum pen_lang which = PEN_LANG_EN;
    (void)!pen_lang_find(lang, strlen(lang), &which);
    struct pen_text said = pen_text_in(text, sizeof text);
    words_say(&said, which, SIM_PLOT_BEYOND, beyond, (unsigned)sim_histogram_percentile(histogram, 100));
    label(svg, "small", "middle", WIDTH / 2.0, y, text);
}

static void chart_spread(struct svg *svg, const struct sim_plot_spread *spread, const char *lang, double top)
{
    struct spread_plan plan = plan_spread(spread->histogram);
    double base = top + CHART_HEAD + MARK_HEIGHT * plan.rows + BARS_HEIGHT;
    label(svg, "head", "start", MARGIN, top + 20, spread->title);
    spread_bars(svg, spread->histogram, plan.first, plan.step, plan.bars, MARGIN, WIDTH - 2 * MARGIN, base,
                BARS_HEIGHT);
    spread_axis(svg, &plan, base);
    label(svg, "small", "middle", WIDTH / 2.0, base + 34, spread->axis);
    if (plan.beyond)
        spread_note(svg, spread->histogram, plan.beyond, lang, base + 34 + LINE_HEIGHT);
    spread_marks(svg, &plan, top + CHART_HEAD, base);
}

/* ---- a ladder ---- */

/* At most so many letters, with dots for what is cut off. */
static void shorten(char *to, size_t bytes, const char *text, unsigned letters)
{
    size_t length = 0;
    for (unsigned seen = 0; text[length] && length + 4 < bytes; length++) {
        bool is_letter = ((unsigned char)text[length] & 0xc0) != 0x80;
        if (is_letter && ++seen > letters)
            break;
    }
    snprintf(to, bytes, "%.*s%s", (int)length, text, text[length] ? "\u2026" : "");
}

static unsigned ladder_height(const struct sim_plot_ladder *ladder)
{
    return CHART_HEAD + (ladder->reference_label && ladder->has_reference ? 12u : 0u) +
           ladder->row_count * ROW_HEIGHT + AXIS_HEIGHT - 10;
}

static void ladder_range(const struct sim_plot_ladder *ladder, double *low, double *high)
{
    *low = ladder->has_reference ? ladder->reference : ladder->rows[0].low;
    *high = ladder->has_reference ? ladder->reference : ladder->rows[0].high;
    for (unsigned i = 0; i < ladder->row_count; i++) {
        *low = fmin(*low, ladder->rows[i].low);
        *high = fmax(*high, ladder->rows[i].high);
    }
    double least = ladder->unit == SIM_PLOT_PERCENT ? 0.01 : 10, room = 0.08 * (*high - *low);
    room = fmax(room, (least - (*high - *low)) / 2);
    *low -= room;
    *high += room;
    if (ladder->unit == SIM_PLOT_PERCENT) {
        *low = fmax(*low, 0);
        *high = fmin(*high, 1);
    }
}

/* One number alone gives no scale: there are at least two on the axis. */
static double ladder_tick(double low, double high)
{
    double tick = nice_step(high - low, 3);
    /* A fifth is rounded up to a half at most, and a half fits twice wherever it begins. */
    for (unsigned parts = 4; parts <= 5 && !(ceil(low / tick) * tick + tick <= high); parts++)
        tick = nice_step(high - low, parts);
    return tick;
}

static void chart_ladder(struct svg *svg, const struct sim_plot_ladder *ladder, double top)
{
    char text[128];
    double left = 120, width = WIDTH - left - 150, low, high;
    label(svg, "head", "start", MARGIN, top + 20, ladder->title);
    if (ladder->row_count == 0)
        return;
    ladder_range(ladder, &low, &high);
    double scale = width / (high - low);
    double first = top + CHART_HEAD + (ladder->reference_label && ladder->has_reference ? 12 : 0);
    double base = first + ladder->row_count * ROW_HEIGHT;
    double tick = ladder_tick(low, high);
    for (double at = ceil(low / tick) * tick; at <= high + tick / 1000; at += tick) {
        double x = left + (at - low) * scale;
        line(svg, "grid", x, first, x, base);
        write_value(text, sizeof text, ladder->unit, at, true);
        label(svg, "small", "middle", x, base + 16, text);
    }
    line(svg, "axis", left, base, left + width, base);
    if (ladder->has_reference) {
        double x = left + (ladder->reference - low) * scale;
        line(svg, "middle", x, first - 4, x, base);
        if (ladder->reference_label)
            label(svg, "small", "middle", x, first - 8, ladder->reference_label);
    }
    for (unsigned i = 0; i < ladder->row_count; i++) {
        const struct sim_plot_row *row = &ladder->rows[i];
        double y = first + (i + 0.5) * ROW_HEIGHT, x = left + (row->value - low) * scale;
        double from = left + (row->low - low) * scale, to = left + (row->high - low) * scale;
        char ends[3][24];
        shorten(text, sizeof text, row->label, LABEL_LETTERS);
        label(svg, "text", "end", left - 8, y + 4, text);
        line(svg, "reach", from, y, to, y);
        line(svg, "reach", from, y - 5, from, y + 5);
        line(svg, "reach", to, y - 5, to, y + 5);
        put(svg, "<circle class=\"point\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n", x, y);
        write_value(ends[0], sizeof ends[0], ladder->unit, row->value, false);
        write_value(ends[1], sizeof ends[1], ladder->unit, row->low, false);
        write_value(ends[2], sizeof ends[2], ladder->unit, row->high, false);
        /* The unit is said once per row. */
        if (ladder->unit == SIM_PLOT_PERCENT)
            ends[1][strlen(ends[1]) - 2] = ends[2][strlen(ends[2]) - 2] = 0;
        snprintf(text, sizeof text, ladder->unit == SIM_PLOT_SIGNED ? "%s (%s \u2026 %s)" : "%s (%s\u2013%s)",
                 ends[0], ends[1], ends[2]);
        label(svg, "small", "start", left + width + 10, y + 4, text);
    }
}

/* ---- the page ---- */

static const char style[] =
    "<style>\n"
    "svg{max-width:100%;height:auto}\n"
    "text{font-family:system-ui,-apple-system,\"Segoe UI\",\"DejaVu Sans\",sans-serif;fill:#1c2024}\n"
    ".title{font-size:19px;font-weight:600}\n"
    ".head{font-size:15px;font-weight:600}\n"
    ".text{font-size:13px}\n"
    ".small{font-size:12px;fill:#4a5158}\n"
    ".strong{font-weight:700;fill:#1c2024}\n"
    ".page{fill:#fff}\n"
    ".halo{stroke:#fff;stroke-width:3px;paint-order:stroke}\n"
    ".bar{fill:#3b76c4}\n"
    ".axis{stroke:#7a828a;stroke-width:1}\n"
    ".grid{stroke:#dfe3e7;stroke-width:1}\n"
    ".mark{stroke:#4a5158;stroke-width:1;stroke-dasharray:2 3}\n"
    ".middle{stroke:#b3441e;stroke-width:1.5;stroke-dasharray:5 3}\n"
    ".reach{stroke:#1d4f91;stroke-width:2}\n"
    ".point{fill:#1d4f91}\n"
    "@media (prefers-color-scheme:dark){\n"
    "text,.strong{fill:#eceff2}\n"
    ".small{fill:#b9c0c7}\n"
    ".strong{fill:#eceff2}\n"
    ".page{fill:#15181b}\n"
    ".halo{stroke:#15181b}\n"
    ".bar{fill:#5b93dd}\n"
    ".axis{stroke:#8b939b}\n"
    ".grid{stroke:#2e3338}\n"
    ".mark{stroke:#b9c0c7}\n"
    ".middle{stroke:#f09a6c}\n"
    ".reach{stroke:#8db9f2}\n"
    ".point{fill:#8db9f2}\n"
    "}\n"
    "</style>\n";

static unsigned chart_height(const struct sim_plot_chart *chart)
{
    return (chart->spread ? spread_height(chart->spread) : ladder_height(chart->ladder)) + CHART_FOOT;
}

bool sim_plot_write(const struct sim_plot_page *page, const struct sim_sink *sink)
{
    struct svg svg = {sink, false};
    unsigned head = HEAD + LINE_HEIGHT * put_lines(NULL, page->subtitle, 0), height = head;
    for (unsigned i = 0; i < page->chart_count; i++)
        height += chart_height(&page->charts[i]);
    put(&svg,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %u\" width=\"%d\" "
        "height=\"%u\" lang=\"%s\" role=\"img\" aria-labelledby=\"title about\">\n"
        "<title id=\"title\">",
        WIDTH, height, WIDTH * 3 / 2, height * 3 / 2, page->lang);
    put_text(&svg, page->title);
    put(&svg, "</title>\n<desc id=\"about\">");
    put_text(&svg, page->about);
    put(&svg, "</desc>\n");
    put_bytes(&svg, style, sizeof style - 1);
    put(&svg, "<rect class=\"page\" width=\"%d\" height=\"%u\"/>\n", WIDTH, height);
    label(&svg, "title", "start", MARGIN, 30, page->title);
    (void)put_lines(&svg, page->subtitle, 50);
    double top = head;
    for (unsigned i = 0; i < page->chart_count; i++) {
        const struct sim_plot_chart *chart = &page->charts[i];
        if (chart->spread)
            chart_spread(&svg, chart->spread, page->lang, top);
        else
            chart_ladder(&svg, chart->ladder, top);
        top += chart_height(chart);
    }
    put(&svg, "</svg>\n");
    return !svg.is_failed;
}

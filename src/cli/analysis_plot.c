/* analysis_plot.c - the chances of a record as one page of SVG: a panel per round, a line per player.
 *
 * Every line has its own dashes and its player's name at its end, so nobody needs to tell colours apart.
 * Between two decisions of a player the line stays where it was. */
#include <string.h>

#include "cli/analysis.h"
#include "platform/host.h"
#include "words/cli_analyse_words.h"

enum { WIDTH = 720, LEFT = 44, RIGHT = 130, HEAD = 56, PANEL = 190, GRAPH = 140, NAME_HEIGHT = 12 };

static const char style[] =
    "<style>svg{font:12px system-ui,sans-serif;background:#fff;color:#222}text{fill:currentColor}"
    ".title{font-size:17px;font-weight:600}.small{font-size:11px}.grid{stroke:#8885;stroke-width:1}"
    "polyline{fill:none;stroke-width:2}.mistake{fill:none;stroke-width:1.5}"
    "@media(prefers-color-scheme:dark){svg{background:#1b1b1b;color:#eee}}</style>\n";
static const char *const colors[PEN_SEATS_MAX] = {"#c0392b", "#2471a3", "#1e8449", "#b9770e", "#7d3c98",
                                                  "#117a65", "#a04000", "#5d6d7e", "#c2185b", "#6d8b00"};
static const char *const dashes[PEN_SEATS_MAX] = {"none", "6 3", "2 3",     "9 3 2 3", "12 4",
                                                  "4 2",  "1 2", "7 2 1 2", "3 6",     "14 3 4 3"};

struct plot {
    const struct analysis *analysis;
    FILE *stream;
};

/* Text of others. */
static void put_text(FILE *stream, const char *text)
{
    for (; *text; text++)
        if (strchr("<>&", *text))
            fprintf(stream, "&#%d;", *text);
        else
            putc(*text, stream);
}

static void label(FILE *stream, const char *kind, double x, double y, const char *text)
{
    fprintf(stream, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", kind, x, y);
    put_text(stream, text);
    fputs("</text>\n", stream);
}

/* The decisions of one round are those from 'from' up to this one. */
static unsigned end_of_round(const struct study *study, unsigned from)
{
    unsigned end = from;
    while (end < study->count && study->list[end].round == study->list[from].round)
        end++;
    return end;
}

static double place(const struct study *study, unsigned from, unsigned end, unsigned at)
{
    unsigned first = study->list[from].moment, last = study->list[end - 1].moment;
    return LEFT + (WIDTH - LEFT - RIGHT) * (double)(study->list[at].moment - first) /
                      (last > first ? last - first : 1);
}

/* Where the names go: as near to the ends of their lines as leaves them apart. */
static void spread_names(double height[PEN_SEATS_MAX], const bool is_there[PEN_SEATS_MAX], unsigned seats)
{
    uint8_t order[PEN_SEATS_MAX];
    unsigned count = 0;
    for (uint8_t seat = 0; seat < seats; seat++) {
        unsigned at = count;
        if (!is_there[seat])
            continue;
        for (; at > 0 && height[order[at - 1]] > height[seat]; at--)
            order[at] = order[at - 1];
        order[at] = seat;
        count++;
    }
    for (unsigned i = 1; i < count; i++)
        if (height[order[i]] < height[order[i - 1]] + NAME_HEIGHT)
            height[order[i]] = height[order[i - 1]] + NAME_HEIGHT;
}

/* One player's line; returns where it ends, or less than 0 if it decided nothing. */
static double put_line(const struct plot *plot, unsigned from, unsigned end, uint8_t seat, double top)
{
    const struct study *study = &plot->analysis->study;
    double y = -1;
    for (unsigned i = from; i < end; i++) {
        const struct study_decision *decision = &study->list[i];
        double x = place(study, from, end, i);
        if (decision->view.viewer != seat)
            continue;
        if (y < 0)
            fprintf(plot->stream, "<polyline stroke=\"%s\" stroke-dasharray=\"%s\" points=\"", colors[seat],
                    dashes[seat]);
        else
            fprintf(plot->stream, "%.1f,%.1f ", x, y);
        y = top + GRAPH * (1 - decision->choices.chance);
        fprintf(plot->stream, "%.1f,%.1f ", x, y);
    }
    if (y >= 0)
        fprintf(plot->stream, "%d,%.1f\"/>\n", WIDTH - RIGHT, y);
    return y;
}

static void put_mistakes(const struct plot *plot, unsigned from, unsigned end, double top)
{
    const struct study *study = &plot->analysis->study;
    for (unsigned i = from; i < end; i++) {
        const struct study_decision *decision = &study->list[i];
        uint8_t seat = decision->view.viewer;
        if (!study_is_mistake(decision))
            continue;
        fprintf(plot->stream,
                "<circle class=\"mistake\" stroke=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"><title>",
                colors[seat], place(study, from, end, i), top + GRAPH * (1 - decision->choices.chance));
        fprintf(plot->stream, "%u ", decision->line);
        put_text(plot->stream, plot->analysis->table.names.name[seat]);
        fprintf(plot->stream, " -%s %%</title></circle>\n", host_real(100 * decision->cost, 0));
    }
}

static void put_round(const struct plot *plot, unsigned from, unsigned end, double top)
{
    const struct analysis *analysis = plot->analysis;
    double height[PEN_SEATS_MAX] = {0};
    bool is_there[PEN_SEATS_MAX] = {false};
    for (unsigned share = 0; share <= 4; share++) {
        double y = top + GRAPH * (1 - share / 4.0);
        char text[16];
        fprintf(plot->stream, "<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>\n", LEFT, y,
                WIDTH - RIGHT, y);
        snprintf(text, sizeof text, "%u %%", 25 * share);
        label(plot->stream, "small", 6, y + 4, text);
    }
    for (uint8_t seat = 0; seat < analysis->table.names.count; seat++) {
        double y = put_line(plot, from, end, seat, top);
        is_there[seat] = y >= 0;
        height[seat] = y;
    }
    spread_names(height, is_there, analysis->table.names.count);
    for (uint8_t seat = 0; seat < analysis->table.names.count; seat++)
        if (is_there[seat])
            label(plot->stream, "small", WIDTH - RIGHT + 6, height[seat] + 4,
                  analysis->table.names.name[seat]);
    put_mistakes(plot, from, end, top);
}

bool analysis_plot(const struct analysis *analysis, const char *path)
{
    const struct study *study = &analysis->study;
    struct host_output output;
    unsigned panels = 0, panel = 0;
    if (!host_output_open(&output, path))
        return false;
    struct plot plot = {analysis, output.stream};
    for (unsigned from = 0; from < study->count; from = end_of_round(study, from))
        panels++;
    unsigned height = HEAD + PANEL * panels;
    fprintf(output.stream,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%u\" viewBox=\"0 0 %d %u\" "
            "role=\"img\" lang=\"%s\"><title>",
            WIDTH, height, WIDTH, height, pen_lang_id(host_lang));
    put_text(output.stream, host_word(WORD_CLI_ANALYSE_PLOT));
    fprintf(output.stream, "</title>\n%s", style);
    label(output.stream, "title", 6, 24, host_word(WORD_CLI_ANALYSE_PLOT));
    label(output.stream, "small", 6, 42, analysis->path);
    for (unsigned from = 0, end; from < study->count; from = end, panel++) {
        end = end_of_round(study, from);
        put_round(&plot, from, end, HEAD + 10 + PANEL * (double)panel);
    }
    fputs("</svg>\n", output.stream);
    return host_output_close(&output, true);
}

/* plot_elo.c - the Elo ladder, put into the words and rows that plot.h draws. */
#include "sim/plot_elo.h"

#include <stdio.h>

#include "sim/plot.h"

static const char *say(const struct sim_plot_elo *plot, const char *english, const char *spanish)
{
    return plot->lang == PEN_LANG_ES ? spanish : english;
}

bool sim_plot_elo_write(const struct sim_plot_elo *plot, const struct sim_sink *sink)
{
    struct sim_plot_row rows[SIM_ELO_BOTS_MAX];
    for (unsigned i = 0; i < plot->bot_count; i++) {
        unsigned bot = plot->order[i];
        double elo = plot->result->elo[bot], half = SIM_Z95 * plot->result->error[bot];
        rows[i] = (struct sim_plot_row){plot->names[bot], elo, elo - half, elo + half};
    }
    struct sim_plot_ladder ladder = {
        .title = say(plot, "Elo, with 95 % intervals", "Elo, con intervalos del 95 %"),
        .unit = SIM_PLOT_SIGNED,
        .rows = rows,
        .row_count = plot->bot_count,
        .has_reference = true,
        .reference = 0,
        .reference_label = plot->zero ? plot->zero : say(plot, "mean", "media"),
    };
    struct sim_plot_chart chart = {.ladder = &ladder};
    char about[256];
    unsigned best = plot->order[0], last = plot->order[plot->bot_count - 1];
    snprintf(about, sizeof about,
             say(plot, "From the strongest, %s with %+.0f Elo, to the weakest, %s with %+.0f.",
                 "Del más fuerte, %s con %+.0f Elo, al más débil, %s con %+.0f."),
             plot->names[best], plot->result->elo[best], plot->names[last], plot->result->elo[last]);
    struct sim_plot_page page = {
        .lang = say(plot, "en", "es"),
        .title = say(plot, "How strong the bots are", "La fuerza de los bots"),
        .subtitle = plot->subtitle,
        .about = about,
        .charts = &chart,
        .chart_count = 1,
    };
    return sim_plot_write(&page, sink);
}

/* plot_elo.c - the Elo ladder, put into the words and rows that plot.h draws. */
#include "sim/plot_elo.h"

#include <stdio.h>

#include "sim/plot.h"
#include "words/words.h"
#include "words/sim_words.h"

bool sim_plot_elo_write(const struct sim_plot_elo *plot, const struct sim_sink *sink)
{
    struct sim_plot_row rows[SIM_ELO_BOTS_MAX];
    for (unsigned i = 0; i < plot->bot_count; i++) {
        unsigned bot = plot->order[i];
        double elo = plot->result->elo[bot], half = SIM_Z95 * plot->result->error[bot];
        rows[i] = (struct sim_plot_row){plot->names[bot], elo, elo - half, elo + half};
    }
    struct sim_plot_ladder ladder = {
        .title = word_text(WORD_SIM_PLOT_ELO, plot->lang),
        .unit = SIM_PLOT_SIGNED,
        .rows = rows,
        .row_count = plot->bot_count,
        .has_reference = true,
        .reference = 0,
        .reference_label = plot->zero ? plot->zero : word_text(WORD_SIM_PLOT_MEAN, plot->lang),
    };
    struct sim_plot_chart chart = {.ladder = &ladder};
    char about[256];
    unsigned best = plot->order[0], last = plot->order[plot->bot_count - 1];
    char strong[32], weak[32];
    snprintf(strong, sizeof strong, "%+.0f", plot->result->elo[best]);
    snprintf(weak, sizeof weak, "%+.0f", plot->result->elo[last]);
    struct pen_text text = pen_text_in(about, sizeof about);
    words_say(&text, plot->lang, SIM_PLOT_ABOUT, plot->names[best], strong, plot->names[last], weak);
    struct sim_plot_page page = {
        .lang = pen_lang_id(plot->lang),
        .title = word_text(WORD_SIM_PLOT_TITLE, plot->lang),
        .subtitle = plot->subtitle,
        .about = about,
        .charts = &chart,
        .chart_count = 1,
    };
    return sim_plot_write(&page, sink);
}

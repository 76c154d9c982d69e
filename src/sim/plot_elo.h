/* plot_elo.h - the ladder of a tournament as a picture: every bot's Elo with its 95 % interval. */
#ifndef SIM_PLOT_ELO_H
#define SIM_PLOT_ELO_H

#include "sim/random_record.h"
#include "sim/tournament.h"

struct sim_plot_elo {
    const struct sim_tournament_result *result;
    unsigned bot_count;
    const char *const *names; /* by bot */
    const unsigned *order;    /* bots, the strongest first */
    enum pen_lang lang;
    const char *subtitle; /* one line: how it was made */
    const char *zero;     /* the bot at 0, or null where 0 is the mean */
};

/* False when the sink could not. */
PEN_MUST_USE bool sim_plot_elo_write(const struct sim_plot_elo *plot, const struct sim_sink *sink);

#endif

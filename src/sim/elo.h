/* elo.h - how strong bots are, from who won how often against whom.
 *
 * The model: every bot has a strength, and a seat wins with the share of its strength in the sum over
 * the table (Bradley and Terry for two seats, Luce for more). Elo is 400 times the decimal logarithm
 * of the strength. The ratings are those under which the results are likeliest. Knows no cards. */
#ifndef SIM_ELO_H
#define SIM_ELO_H

#define SIM_ELO_BOTS_MAX 12
#define SIM_ELO_PAIRS_MAX (SIM_ELO_BOTS_MAX * (SIM_ELO_BOTS_MAX - 1))

/* One seat of 'one' against 'rivals' seats of 'other'. Ties are parts of a win. */
struct sim_elo_pair {
    unsigned one, other, rivals;
    double games, wins;
};

struct sim_elo {
    unsigned bot_count, pair_count;
    int zero; /* the bot whose Elo is 0; -1: the mean of all is */
    struct sim_elo_pair pairs[SIM_ELO_PAIRS_MAX];
    /* Of the wins of two pairs: how far they vary together from one tournament to the next. */
    double covariance[SIM_ELO_PAIRS_MAX][SIM_ELO_PAIRS_MAX];
    /* What is found out: ratings and their standard errors (against the zero). */
    double elo[SIM_ELO_BOTS_MAX], error[SIM_ELO_BOTS_MAX];
};

/* Fills in 'elo' and 'error'. Where one side won everything, half a game counts for the other, so
 * that all ratings are finite. */
void sim_elo_fit(struct sim_elo *elo);

/* The chance that one seat, stronger by 'elo', wins against 'rivals' equal others. */
double sim_elo_chance(double elo, unsigned rivals);

#endif

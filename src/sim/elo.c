/* elo.c - the likeliest ratings by Newton's method, and their errors.
 *
 * The likelihood of a logistic model has a single summit, so damped steps get there from anywhere.
 * The errors do not trust the model: results of one deal are not independent, so the spread of the
 * results that was really seen is carried over to the ratings (the "sandwich"). One bot is kept at 0
 * meanwhile; only differences have a meaning. */
#include "sim/elo.h"

#include <math.h>
#include <string.h>

enum { STEPS_MAX = 200 };

/* Elo of one unit of the natural logarithm of strength. */
static const double elo_unit = 173.71779276130073; /* 400 / ln 10 */

typedef double matrix[SIM_ELO_BOTS_MAX][SIM_ELO_BOTS_MAX];

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

double sim_elo_chance(double elo, unsigned rivals)
{
    return logistic(elo / elo_unit - log((double)rivals));
}

/* The pair as it counts: never everything or nothing, never no game at all. */
static struct sim_elo_pair softened(struct sim_elo_pair pair)
{
    if (pair.games <= 0) {
        pair.games = 1;
        pair.wins = 1.0 / (1 + pair.rivals);
        return pair;
    }
    double least = pair.games < 1 ? pair.games / 2 : 0.5;
    pair.wins = fmin(fmax(pair.wins, least), pair.games - least);
    return pair;
}

/* The inverse of a positive definite matrix, in its place (Gauss and Jordan). */
static void invert(matrix a, unsigned count)
{
    for (unsigned k = 0; k < count; k++) {
        double pivot = a[k][k];
        a[k][k] = 1;
        for (unsigned j = 0; j < count; j++)
            a[k][j] /= pivot;
        for (unsigned i = 0; i < count; i++) {
            if (i == k)
                continue;
            double factor = a[i][k];
            a[i][k] = 0;
            for (unsigned j = 0; j < count; j++)
                a[i][j] -= factor * a[k][j];
        }
    }
}

/* The slope of the likelihood at these ratings, and its curvature turned positive, for all bots but
 * the last, which stays at 0. */
static void differentiate(const struct sim_elo *elo, const double *strength, double *slope, matrix curvature)
{
    unsigned free_count = elo->bot_count - 1;
    memset(slope, 0, SIM_ELO_BOTS_MAX * sizeof *slope);
    memset(curvature, 0, sizeof(matrix));
    for (unsigned i = 0; i < elo->pair_count; i++) {
        struct sim_elo_pair pair = softened(elo->pairs[i]);
        unsigned one = pair.one, other = pair.other;
        double chance = logistic(strength[one] - strength[other] - log((double)pair.rivals));
        double weight = pair.games * chance * (1 - chance);
        slope[one] += pair.wins - pair.games * chance;
        slope[other] -= pair.wins - pair.games * chance;
        curvature[one][one] += weight;
        curvature[other][other] += weight;
        curvature[one][other] -= weight;
        curvature[other][one] -= weight;
    }
    /* Bots that no pair connects stay where they are. */
    for (unsigned i = 0; i < free_count; i++)
        curvature[i][i] += 1e-9;
}

/* The likeliest strengths with the last bot at 0. Leaves the inverse of the curvature there. */
static void climb(const struct sim_elo *elo, double *strength, matrix inverse)
{
    unsigned free_count = elo->bot_count - 1;
    double slope[SIM_ELO_BOTS_MAX];
    memset(strength, 0, SIM_ELO_BOTS_MAX * sizeof *strength);
    double farthest = 1;
    for (unsigned step = 0; step < STEPS_MAX && farthest > 1e-12; step++) {
        differentiate(elo, strength, slope, inverse);
        invert(inverse, free_count);
        farthest = 0;
        for (unsigned i = 0; i < free_count; i++) {
            double move = 0;
            for (unsigned j = 0; j < free_count; j++)
                move += inverse[i][j] * slope[j];
            move = fmin(fmax(move, -1), 1);
            strength[i] += move;
            farthest = fmax(farthest, fabs(move));
        }
    }
    differentiate(elo, strength, slope, inverse);
    invert(inverse, free_count);
}

/* How a bot's rating, measured from the zero, follows from the free strengths. */
static double share(const struct sim_elo *elo, unsigned bot, unsigned of)
{
    double own = bot == of;
    if (elo->zero < 0)
        return own - 1.0 / elo->bot_count;
    return own - ((unsigned)elo->zero == of);
}

void sim_elo_fit(struct sim_elo *elo)
{
    unsigned free_count = elo->bot_count - 1;
    double strength[SIM_ELO_BOTS_MAX];
    matrix inverse;
    climb(elo, strength, inverse);
    for (unsigned bot = 0; bot < elo->bot_count; bot++) {
        double rating = 0;
        for (unsigned i = 0; i < free_count; i++)
            rating += share(elo, bot, i) * strength[i];
        elo->elo[bot] = elo_unit * rating;

        /* lean: what one more win of a pair would do to this rating. */
        double of_slope[SIM_ELO_BOTS_MAX] = {0}, lean[SIM_ELO_PAIRS_MAX];
        for (unsigned j = 0; j < free_count; j++)
            for (unsigned i = 0; i < free_count; i++)
                of_slope[j] += share(elo, bot, i) * inverse[i][j];
        for (unsigned p = 0; p < elo->pair_count; p++)
            lean[p] = of_slope[elo->pairs[p].one] - of_slope[elo->pairs[p].other];
        double variance = 0;
        for (unsigned p = 0; p < elo->pair_count; p++)
            for (unsigned q = 0; q < elo->pair_count; q++)
                variance += lean[p] * lean[q] * elo->covariance[p][q];
        elo->error[bot] = elo_unit * sqrt(fmax(variance, 0));
    }
}

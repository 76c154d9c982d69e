/* calibrate.c - how often what the network expects comes true, and the weights that make chances of it.
 *
 *     calibrate EDITION:SEATS:SCORING[:teams] ROUNDS SEED [POINTS]
 *
 * The master plays against itself. Every decision with more than one choice is a position: what the network
 * says of it, from that seat's view, and whether that seat won the round. Weights are fitted to ROUNDS rounds
 * (src/value/value.h); they are tried on as many others, of other seeds, and at least POINTS positions
 * (100,000). One line of JSON comes out: weights, expected calibration error (of tenths with equally many
 * positions, by the network's odds alone and by the weights), Brier score and the tenths themselves, with
 * standard errors by rounds, whose positions hang together. learn/calibrate.py runs it for every table.
 *
 * In teams the network has learned nothing. There the expert plays, and what is tried out
 * (src/value/choices.h) says the odds of its team. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "penultima/penultima.h"
#include "value/choices.h"

#define PULL 2.0 /* what keeps weights small */

enum { TENTHS = 10, ACTIONS_MAX = 5000, STEPS = 12 };
enum { TRIES = 400, QUICK_ROLLOUTS = 64 }; /* in teams: as many as `analyse` takes, and a quick expert */

PEN_NORETURN void pen_assert_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, condition);
    abort();
}

struct sample {
    float term[VALUE_TERM_COUNT];
    uint32_t round;
    uint16_t team; /* bits of the seats that win with it */
    uint8_t is_won;
    float chance;
};

struct samples {
    struct sample *list;
    size_t count, room, begun; /* begun: the first of the round that is being played */
    uint32_t rounds;
};

static struct pen_rules rules;
static unsigned seats;

static struct sample *add(struct samples *samples, const struct pen_view *view)
{
    if (samples->count == samples->room) {
        samples->room = samples->room ? 2 * samples->room : 1 << 16;
        samples->list = realloc(samples->list, samples->room * sizeof *samples->list);
        if (!samples->list)
            abort();
    }
    struct sample *sample = &samples->list[samples->count++];
    memset(sample, 0, sizeof *sample);
    sample->round = samples->rounds;
    sample->team = view->team;
    return sample;
}

static void put_terms(struct sample *sample, const double term[VALUE_TERM_COUNT])
{
    for (unsigned i = 0; i < VALUE_TERM_COUNT; i++)
        sample->term[i] = (float)term[i];
}

static void add_thought(struct samples *samples, const struct learned *learned, int32_t odds,
                        const struct pen_view *view)
{
    double term[VALUE_TERM_COUNT];
    struct sample *sample = add(samples, view);
    value_terms(&learned->observation, odds, term);
    put_terms(sample, term);
}

static void add_tried(struct samples *samples, const struct pen_view *view)
{
    struct value_choices choices;
    struct pen_observation seen;
    double term[VALUE_TERM_COUNT];
    if (!value_choices_begin(&choices, NULL, &rules, view))
        return;
    struct sample *sample = add(samples, view);
    value_choices_try(&choices, &rules, view, samples->count, TRIES);
    pen_observe_view(&rules, view, &seen);
    value_terms(&seen, value_odds(choices.chance), term);
    put_terms(sample, term);
}

/* What the master does; a decision that it has learned is a position. */
static struct pen_action choose(struct samples *samples, struct bot *bot, const struct pen_view *view)
{
    struct learned learned;
    struct mind_thought thought;
    if (rules.teams > 0)
        add_tried(samples, view);
    if (view->phase == PEN_PHASE_RACE || bot_learned_is_behind(&rules, seats) ||
        !bot_learned_begin(&learned, &rules, view))
        return pen_bot_choose(bot, &rules, view);
    if (bot_learned_choices(&learned) == 1)
        return bot_learned_action(&rules, view, bot_learned_best(&learned));
    mind_think(&learned.mind, &rules, &learned.observation, learned.mask, &thought);
    for (unsigned i = 0; i < PEN_ACTIONS; i++)
        if (learned.mask[i / 64] >> i % 64 & 1)
            learned.worth[i] = thought.policy[i];
    add_thought(samples, &learned, thought.value, view);
    return bot_learned_action(&rules, view, bot_learned_best(&learned));
}

static void play_round(struct samples *samples, struct pen_game *game, struct bot *bots,
                       struct pen_view *views, struct pen_events *events, struct pen_chance *chance)
{
    for (unsigned i = 0; i < ACTIONS_MAX && game->round.phase != PEN_PHASE_OVER; i++) {
        uint16_t must = pen_round_must(&game->round);
        unsigned seat = game->round.phase == PEN_PHASE_RACE
                            ? pen_bits_select(must, pen_chance_below(chance, pen_bits_count(must)))
                            : pen_bits_lowest(must);
        struct pen_action action = choose(samples, &bots[seat], &views[seat]);
        if (pen_game_apply(&rules, game, action, events) != PEN_ACCEPTED)
            abort();
        for (unsigned at = 0; at < seats; at++)
            pen_view_update(&views[at], &rules, game, events);
    }
    if (game->round.winner >= seats || game->round.phase != PEN_PHASE_OVER)
        samples->count = samples->begun; /* void: nobody has won */
    for (; samples->begun < samples->count; samples->begun++)
        samples->list[samples->begun].is_won = samples->list[samples->begun].team >> game->round.winner & 1;
    samples->rounds++;
}

/* Games from this seed on, until there are so many rounds and positions. */
static void play(struct samples *samples, uint64_t seed, uint32_t rounds, size_t points)
{
    static struct pen_game game;
    static struct pen_events events;
    static struct pen_view views[PEN_SEATS_MAX];
    struct bot bots[PEN_SEATS_MAX];
    for (uint64_t number = 0; samples->rounds < rounds || samples->count < points; number++) {
        struct pen_chance chance = pen_chance_of(seed, number);
        for (unsigned seat = 0; seat < seats; seat++)
            pen_bot_init(&bots[seat],
                         rules.teams > 0 ? (struct bot_spec){.level = BOT_EXPERT, .rollouts = QUICK_ROLLOUTS}
                                         : (struct bot_spec){.level = BOT_MASTER},
                         pen_chance_of(chance.counter, seat).counter, NULL);
        struct pen_layout layout =
            pen_game_first_layout((uint8_t)seats, (uint8_t)(number % seats), chance.counter);
        for (bool is_first = true; is_first || pen_game_can_deal(&game) == PEN_ACCEPTED; is_first = false) {
            if (!is_first)
                layout = pen_game_next_layout(&game);
            for (unsigned seat = 0; seat < seats; seat++)
                pen_view_init(&views[seat], (uint8_t)seat);
            if ((is_first ? pen_game_start(&rules, &game, chance.counter, &layout, NULL, &events, NULL)
                          : pen_game_deal(&rules, &game, &layout, &events, NULL)) != PEN_DEAL_GOOD)
                abort();
            for (unsigned seat = 0; seat < seats; seat++)
                pen_view_update(&views[seat], &rules, &game, &events);
            play_round(samples, &game, bots, views, &events, &chance);
        }
    }
}

/* ---- fitting --------------------------------------------------------------------------------- */

static double chance_of(const float *weight, const struct sample *sample)
{
    double sum = 0;
    for (unsigned i = 0; i < VALUE_TERM_COUNT; i++)
        sum += (double)weight[i] * (double)sample->term[i];
    return 1 / (1 + exp(-sum));
}

/* Solves a x = b in place; 'a' is symmetric and positive. */
static void solve(double a[VALUE_TERM_COUNT][VALUE_TERM_COUNT], double b[VALUE_TERM_COUNT])
{
    for (unsigned i = 0; i < VALUE_TERM_COUNT; i++)
        for (unsigned row = i + 1; row < VALUE_TERM_COUNT; row++) {
            double part = a[row][i] / a[i][i];
            for (unsigned column = i; column < VALUE_TERM_COUNT; column++)
                a[row][column] -= part * a[i][column];
            b[row] -= part * b[i];
        }
    for (unsigned i = VALUE_TERM_COUNT; i-- > 0;) {
        for (unsigned column = i + 1; column < VALUE_TERM_COUNT; column++)
            b[i] -= a[i][column] * b[column];
        b[i] /= a[i][i];
    }
}

/* Minus the logarithm of how likely what came is by these weights, with what is taken off. */
static double surprise(const struct samples *samples, const float *weight)
{
    double sum = 0;
    for (size_t n = 0; n < samples->count; n++) {
        double chance = chance_of(weight, &samples->list[n]);
        sum -= log((samples->list[n].is_won ? chance : 1 - chance) + 1e-12);
    }
    for (unsigned i = 0; i < VALUE_TERM_COUNT; i++) {
        double off = (double)weight[i] - (i == VALUE_TERM_ODDS);
        sum += PULL / 2 * off * off;
    }
    return sum;
}

static void newton(const struct samples *samples, const float *weight, double step[VALUE_TERM_COUNT])
{
    double bend[VALUE_TERM_COUNT][VALUE_TERM_COUNT] = {{0}};
    memset(step, 0, VALUE_TERM_COUNT * sizeof *step);
    for (size_t n = 0; n < samples->count; n++) {
        const struct sample *sample = &samples->list[n];
        double chance = chance_of(weight, sample), doubt = chance * (1 - chance);
        for (unsigned i = 0; i < VALUE_TERM_COUNT; i++) {
            step[i] += ((double)sample->is_won - chance) * (double)sample->term[i];
            for (unsigned j = 0; j <= i; j++)
                bend[i][j] += doubt * (double)sample->term[i] * (double)sample->term[j];
        }
    }
    for (unsigned i = 0; i < VALUE_TERM_COUNT; i++) {
        bend[i][i] += PULL;
        step[i] -= PULL * ((double)weight[i] - (i == VALUE_TERM_ODDS));
        for (unsigned j = 0; j < i; j++)
            bend[j][i] = bend[i][j];
    }
    solve(bend, step);
}

/* Newton's method for the likeliest weights; a little is taken off those that nothing speaks for. */
static void fit(const struct samples *samples, float weight[VALUE_TERM_COUNT])
{
    memset(weight, 0, VALUE_TERM_COUNT * sizeof *weight);
    weight[VALUE_TERM_ODDS] = 1;
    double least = surprise(samples, weight);
    for (unsigned round = 0; round < STEPS; round++) {
        double step[VALUE_TERM_COUNT], now = least;
        newton(samples, weight, step);
        for (double length = 1; length > 0.01 && now >= least; length /= 2) {
            float next[VALUE_TERM_COUNT];
            for (unsigned i = 0; i < VALUE_TERM_COUNT; i++)
                next[i] = weight[i] + (float)(length * step[i]);
            now = surprise(samples, next);
            if (now < least)
                memcpy(weight, next, sizeof next);
        }
        if (least - now < 0.01)
            return;
        least = now;
    }
}

/* ---- trying ---------------------------------------------------------------------------------- */

static int by_chance(const void *left, const void *right)
{
    const struct sample *a = left, *b = right;
    return a->chance != b->chance ? (a->chance > b->chance ? 1 : -1)
                                  : (a->round > b->round) - (a->round < b->round);
}

struct tenth {
    double said, came, error; /* the error is a standard one of what came, less what was said */
};

/* Returns the expected calibration error. */
static double try_out(struct samples *samples, const float *weight, struct tenth tenth[TENTHS], double *brier)
{
    double *by_round = malloc(samples->rounds * sizeof *by_round), sum = 0;
    *brier = 0;
    for (size_t n = 0; n < samples->count; n++) {
        struct sample *sample = &samples->list[n];
        sample->chance = (float)chance_of(weight, sample);
        double off = (double)sample->chance - sample->is_won;
        *brier += off * off / (double)samples->count;
    }
    qsort(samples->list, samples->count, sizeof *samples->list, by_chance);
    for (unsigned i = 0; i < TENTHS; i++) {
        size_t from = samples->count * i / TENTHS, to = samples->count * (i + 1) / TENTHS;
        double said = 0, came = 0, squares = 0;
        memset(by_round, 0, samples->rounds * sizeof *by_round);
        for (size_t n = from; n < to; n++) {
            said += (double)samples->list[n].chance;
            came += samples->list[n].is_won;
            by_round[samples->list[n].round] += samples->list[n].is_won - (double)samples->list[n].chance;
        }
        for (uint32_t round = 0; round < samples->rounds; round++)
            squares += by_round[round] * by_round[round];
        tenth[i] = (struct tenth){said / (double)(to - from), came / (double)(to - from),
                                  sqrt(squares) / (double)(to - from)};
        sum += fabs(said - came) / (double)samples->count;
    }
    free(by_round);
    return sum;
}

static bool read_table(const char *word)
{
    char id[64], scoring[64], teams[64] = "";
    struct pen_edition edition;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    if (sscanf(word, "%63[^:]:%u:%63[^:]:%63s", id, &seats, scoring, teams) < 3 ||
        !pen_edition_builtin(id, &edition))
        return false;
    options.scoring = strcmp(scoring, "points") == 0 ? PEN_SCORING_POINTS : PEN_SCORING_QUICK;
    options.teams = strcmp(teams, "teams") == 0 ? 2 : 0;
    return pen_table_make(&rules, &edition, &options, NULL) == PEN_RULES_GOOD && pen_seats_fit(&rules, seats);
}

static void tell(const char *table, const struct samples *tried, const double plain[2], const double ours[2],
                 const float weight[VALUE_TERM_COUNT], const struct tenth tenth[TENTHS])
{
    printf("{\"table\":\"%s\",\"positions\":%zu,\"rounds\":%u,\"plain\":[%.5f,%.5f],", table, tried->count,
           tried->rounds, plain[0], plain[1]);
    printf("\"ours\":[%.5f,%.5f],\"weights\":[", ours[0], ours[1]);
    for (unsigned i = 0; i < VALUE_TERM_COUNT; i++)
        printf("%s%.3f", i ? "," : "", (double)weight[i]);
    printf("],\"tenths\":[");
    for (unsigned i = 0; i < TENTHS; i++)
        printf("%s[%.4f,%.4f,%.4f]", i ? "," : "", tenth[i].said, tenth[i].came, tenth[i].error);
    printf("]}\n");
}

int main(int argc, char **argv)
{
    static struct samples learned, tried;
    float weight[VALUE_TERM_COUNT], unweighed[VALUE_TERM_COUNT] = {[VALUE_TERM_ODDS] = 1};
    struct tenth tenth[TENTHS];
    double plain[2], ours[2]; /* error, Brier score */
    if (argc < 4 || !read_table(argv[1])) {
        fprintf(stderr, "usage: calibrate EDITION:SEATS:SCORING[:teams] ROUNDS SEED [POINTS]\n");
        return 2;
    }
    unweighed[VALUE_TERM_ALWAYS] =
        (float)-log(seats - 1.0); /* takes away what makes all equal at odds of 1 */
    uint32_t rounds = (uint32_t)strtoul(argv[2], NULL, 10);
    uint64_t seed = strtoull(argv[3], NULL, 10);
    size_t points = argc > 4 ? strtoull(argv[4], NULL, 10) : 100000;
    play(&tried, pen_chance_of(seed, 2).counter, rounds, points);
    play(&learned, pen_chance_of(seed, 1).counter, rounds, points);
    fit(&learned, weight);
    plain[0] = try_out(&tried, unweighed, tenth, &plain[1]);
    ours[0] = try_out(&tried, weight, tenth, &ours[1]);
    tell(argv[1], &tried, plain, ours, weight, tenth);
    return 0;
}

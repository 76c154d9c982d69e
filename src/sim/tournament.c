/* tournament.c - plays the pairings in batches of deals and sums up what came out.
 *
 * What a job finds is one number in a grid of deals and pairings. Only the rank that speaks sees the
 * grid; after each batch all agree on what is still to be played. Deals are looked at in their order
 * and sums are whole numbers, so neither threads nor batches can change a figure. */
#include "sim/tournament.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/parallel.h"
#include "sim/stats.h"

enum { GRID_PLACES = 16384, BATCH_DEALS_SPRT = 64 };

/* By deal and pairing: 1 + what the one won, in SIM_WIN_UNITS; 0 means not played. */
struct grid {
    uint16_t places[GRID_PLACES];
};

/* Over the deals that two pairings both played: how many, what the first won in them, and the sum of
 * the products. */
struct pair_sums {
    uint64_t deals, won, products;
};

struct playing {
    const struct sim_tournament *tournament;
    struct sim_tournament_result *result;
    unsigned pair_count;
    uint64_t deal_count;
    uint64_t first_deal, batch_deals;             /* of the batch at hand */
    unsigned open[SIM_ELO_PAIRS_MAX], open_count; /* pairings not settled yet */
    struct sim_sprt sprt[SIM_ELO_PAIRS_MAX];
    struct pair_sums sums[SIM_ELO_PAIRS_MAX][SIM_ELO_PAIRS_MAX];
    struct grid grid;
    struct sim_elo elo;
    uint64_t jobs_done, jobs_max; /* for the progress: deals of pairings */
};

/* ---- one deal of one pairing ---- */

/* The part of the win that these seats have. */
static unsigned won(const struct sim_result *result, uint16_t seats, unsigned seat_count)
{
    if (result->winners == 0)
        return SIM_WIN_UNITS * pen_bits_count(seats) / seat_count; /* cut short: nobody was better */
    return SIM_WIN_UNITS * pen_bits_count(result->winners & seats) / pen_bits_count(result->winners);
}

static void play_deal(const void *context, uint64_t job, void *tally)
{
    const struct playing *playing = context;
    const struct sim_tournament *tournament = playing->tournament;
    const struct sim_pairing *who = &playing->result->pairs[playing->open[job % playing->open_count]];
    uint64_t deal = playing->first_deal + job / playing->open_count;
    struct pen_chance chance = pen_chance_of(tournament->seed, deal);
    uint64_t bot_seed = pen_chance_word(&chance);
    struct sim_match match = {.rules = tournament->rules,
                              .seat_count = tournament->seat_count,
                              .dealer = (uint8_t)(deal % tournament->seat_count),
                              .deal_seed = pen_chance_word(&chance),
                              .guests = tournament->guests,
                              .clock = tournament->clock};
    unsigned sum = 0;
    for (unsigned side = 0; side < sim_tournament_sides(tournament); side++) {
        const uint16_t team = pen_team_of(tournament->rules, tournament->seat_count, side);
        for (unsigned i = 0; i < tournament->seat_count; i++) {
            unsigned bot = team >> i & 1 ? who->one : who->other;
            match.specs[i] = tournament->specs[bot];
            match.guest[i] = tournament->guest[bot];
        }
        /* Of its own for each side, or a bot against itself would only repeat itself. */
        match.bot_seed = pen_chance_of(bot_seed, side).counter;
        struct sim_result result;
        sim_match_play(&match, &result);
        sum += won(&result, team, tournament->seat_count);
    }
    ((struct grid *)tally)->places[job] = (uint16_t)(1 + sum);
}

static void add_grid(void *sum, const void *tally)
{
    struct grid *to = sum;
    const struct grid *from = tally;
    for (unsigned i = 0; i < GRID_PLACES; i++)
        to->places[i] = (uint16_t)(to->places[i] + from->places[i]);
}

/* ---- batches ---- */

static bool tell_progress(void *context, uint64_t done, uint64_t job_count)
{
    struct playing *playing = context;
    const struct sim_tournament *tournament = playing->tournament;
    (void)job_count;
    bool goes_on = tournament->progress(tournament->progress_context,
                                        (playing->jobs_done + done) * sim_tournament_sides(tournament),
                                        playing->jobs_max * sim_tournament_sides(tournament));
    playing->result->is_stopped |= !goes_on;
    return goes_on;
}

/* One deal of all open pairings: 'row' is its place in the grid. */
static void sum_up_deal(struct playing *playing, const uint16_t *row, const bool *is_settled)
{
    for (unsigned i = 0; i < playing->open_count; i++) {
        if (row[i] == 0 || is_settled[i])
            continue;
        for (unsigned j = 0; j < playing->open_count; j++) {
            if (row[j] == 0 || is_settled[j])
                continue;
            struct pair_sums *sums = &playing->sums[playing->open[i]][playing->open[j]];
            sums->deals++;
            sums->won += row[i] - 1u;
            sums->products += (row[i] - 1ull) * (row[j] - 1ull);
        }
    }
}

static void sum_up_batch(struct playing *playing)
{
    const struct sim_tournament *tournament = playing->tournament;
    bool is_settled[SIM_ELO_PAIRS_MAX] = {false};
    for (uint64_t deal = 0; deal < playing->batch_deals; deal++) {
        const uint16_t *row = &playing->grid.places[deal * playing->open_count];
        sum_up_deal(playing, row, is_settled);
        for (unsigned i = 0; i < playing->open_count && tournament->sprt_elo > 0; i++) {
            if (row[i] == 0 || is_settled[i])
                continue;
            unsigned pair = playing->open[i];
            double share = (row[i] - 1.0) / SIM_WIN_UNITS / sim_tournament_sides(tournament);
            enum sim_verdict verdict = sim_sprt_add(&playing->sprt[pair], share);
            playing->result->pairs[pair].verdict = verdict;
            is_settled[i] = verdict != SIM_VERDICT_NONE;
        }
    }
}

/* Every rank leaves out what the one that speaks has found settled. */
static void drop_settled(struct playing *playing)
{
    unsigned left = 0;
    for (unsigned i = 0; i < playing->open_count; i++) {
        unsigned pair = playing->open[i];
        if (sim_parallel_agree(playing->result->pairs[pair].verdict == SIM_VERDICT_NONE))
            playing->open[left++] = pair;
    }
    playing->open_count = left;
}

static void play_batches(struct playing *playing)
{
    const struct sim_tournament *tournament = playing->tournament;
    bool is_sequential = tournament->sprt_elo > 0;
    while (playing->open_count > 0 && playing->first_deal < playing->deal_count) {
        uint64_t deals = GRID_PLACES / playing->open_count;
        if (is_sequential && deals > BATCH_DEALS_SPRT)
            deals = BATCH_DEALS_SPRT;
        if (deals > playing->deal_count - playing->first_deal)
            deals = playing->deal_count - playing->first_deal;
        playing->batch_deals = deals;
        playing->jobs_max =
            playing->jobs_done + (playing->deal_count - playing->first_deal) * playing->open_count;
        struct sim_parallel parallel = {.job_count = deals * playing->open_count,
                                        .thread_count = tournament->thread_count,
                                        .tally_bytes = sizeof playing->grid,
                                        .work = play_deal,
                                        .add = add_grid,
                                        .context = playing,
                                        .progress = tournament->progress ? tell_progress : NULL,
                                        .progress_context = playing};
        memset(&playing->grid, 0, sizeof playing->grid);
        playing->jobs_done += sim_parallel_run(&parallel, &playing->grid);
        /* The others have only what they played themselves, which says nothing. */
        if (sim_parallel_is_speaker())
            sum_up_batch(playing);
        playing->first_deal += deals;
        if (!sim_parallel_agree(!playing->result->is_stopped))
            break;
        if (is_sequential)
            drop_settled(playing);
    }
}

/* ---- who plays whom, and what it says ---- */

static void make_pairs(struct playing *playing)
{
    const struct sim_tournament *tournament = playing->tournament;
    for (unsigned one = 0; one < tournament->bot_count; one++) {
        for (unsigned other = 0; other < tournament->bot_count; other++) {
            bool is_wanted =
                sim_tournament_sides(tournament) == 2
                    ? one < other
                    : one != other && (tournament->others == 0 || (tournament->others >> other & 1));
            if (!is_wanted)
                continue;
            unsigned pair = playing->pair_count++;
            playing->open[playing->open_count++] = pair;
            playing->result->pairs[pair] = (struct sim_pairing){.one = one, .other = other};
            if (tournament->sprt_elo > 0)
                sim_sprt_init(&playing->sprt[pair], tournament->sprt_elo, sim_tournament_sides(tournament));
        }
    }
    playing->result->pair_count = playing->pair_count;
}

/* How far the wins of two pairings vary together, from deal to deal, in games. */
static double covariance_of(const struct playing *playing, unsigned p, unsigned q)
{
    const struct pair_sums *both = &playing->sums[p][q];
    if (both->deals == 0)
        return p == q ? 0.25 : 0; /* as much as one game */
    double deals = (double)both->deals;
    double unit = SIM_WIN_UNITS;
    const struct pair_sums *of_p = &playing->sums[p][p], *of_q = &playing->sums[q][q];
    double mean_p = (double)of_p->won / unit / (double)of_p->deals;
    double mean_q = (double)of_q->won / unit / (double)of_q->deals;
    double won_p = (double)both->won / unit, won_q = (double)playing->sums[q][p].won / unit;
    double spread =
        (double)both->products / unit / unit - mean_q * won_p - mean_p * won_q + deals * mean_p * mean_q;
    if (p != q)
        return spread;
    /* A few deals with the same outcome are not certain: never less than half a game, and after one
     * deal nothing is known. */
    double games = deals * sim_tournament_sides(playing->tournament);
    return deals < 2 ? games * games / 4 : fmax(spread * deals / (deals - 1), 0.5);
}

static void conclude(struct playing *playing)
{
    const struct sim_tournament *tournament = playing->tournament;
    struct sim_tournament_result *result = playing->result;
    struct sim_elo *elo = &playing->elo;
    elo->bot_count = tournament->bot_count;
    elo->pair_count = playing->pair_count;
    elo->zero = -1;
    for (unsigned bot = tournament->bot_count; bot-- > 0;)
        if (tournament->specs[bot].level == BOT_RANDOM && !tournament->guest[bot])
            elo->zero = (int)bot;
    for (unsigned p = 0; p < playing->pair_count; p++) {
        struct sim_pairing *pairing = &result->pairs[p];
        const struct pair_sums *sums = &playing->sums[p][p];
        for (unsigned q = 0; q < playing->pair_count; q++)
            elo->covariance[p][q] = covariance_of(playing, p, q);
        double wins = (double)sums->won / SIM_WIN_UNITS;
        pairing->deals = sums->deals;
        pairing->games = sums->deals * sim_tournament_sides(tournament);
        if (pairing->games > 0) {
            pairing->win_rate = wins / (double)pairing->games;
            pairing->error = sqrt(elo->covariance[p][p]) / (double)pairing->games;
        }
        result->games += pairing->games;
        result->bot_games[pairing->one] += pairing->games;
        result->bot_games[pairing->other] += pairing->games;
        elo->pairs[p] = (struct sim_elo_pair){.one = pairing->one,
                                              .other = pairing->other,
                                              .rivals = sim_tournament_sides(tournament) - 1u,
                                              .games = (double)pairing->games,
                                              .wins = wins};
    }
    sim_elo_fit(elo);
    memcpy(result->elo, elo->elo, sizeof result->elo);
    memcpy(result->error, elo->error, sizeof result->error);
}

bool sim_tournament_run(const struct sim_tournament *tournament, struct sim_tournament_result *result)
{
    struct playing *playing = calloc(1, sizeof *playing);
    memset(result, 0, sizeof *result);
    if (!playing)
        return false;
    playing->tournament = tournament;
    playing->result = result;
    playing->deal_count = tournament->games / sim_tournament_sides(tournament) +
                          (tournament->games % sim_tournament_sides(tournament) != 0);
    make_pairs(playing);
    play_batches(playing);
    conclude(playing);
    free(playing);
    return true;
}

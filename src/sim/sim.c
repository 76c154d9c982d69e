/* sim.c - many games: who sits where, what is counted.
 *
 * Counters are added up per thread (parallel.h). Where the games are wanted one by one, they are
 * played in batches: the rows of a batch are part of the tally, each job fills its own, and adding
 * tallies puts them together. */
#include "sim/sim.h"

#include <stdlib.h>
#include <string.h>

#include "sim/parallel.h"

enum { BATCH = 16384 };

/* The streams of the seed: what the cards are, what the bots leave to chance. */
enum { STREAM_DEALS = 1, STREAM_BOTS };

void sim_settings_sort(struct sim_settings *settings)
{
    settings->kind_count = 0;
    for (unsigned place = 0; place < settings->seat_count; place++) {
        const struct bot_spec *spec = &settings->specs[place];
        unsigned kind = 0;
        while (kind < settings->kind_count && (settings->kinds[kind].level != spec->level ||
                                               settings->kinds[kind].rollouts != spec->rollouts ||
                                               settings->kinds[kind].time_ms != spec->time_ms))
            kind++;
        if (kind == settings->kind_count) {
            settings->kinds[kind] = *spec;
            settings->kind_size[kind] = 0;
            settings->kind_count++;
        }
        settings->kind_of[place] = (uint8_t)kind;
        settings->kind_size[kind]++;
    }
}

static uint64_t seed_of(uint64_t seed, uint64_t stream, uint64_t number)
{
    return pen_chance_of(pen_chance_of(seed, stream).counter, number).counter;
}

uint64_t sim_deal_seed(const struct sim_settings *settings, uint64_t game)
{
    return seed_of(settings->seed, STREAM_DEALS, settings->is_fixed ? game : game / settings->seat_count);
}

uint8_t sim_place_of_seat(const struct sim_settings *settings, uint64_t game, uint8_t seat)
{
    unsigned count = settings->seat_count, shift = settings->is_fixed ? 0 : (unsigned)(game % count);
    return (uint8_t)((seat + count - shift) % count);
}

/* ---- one game ---- */

struct job_context {
    const struct sim_settings *settings;
    uint64_t first_game;
    bool has_rows;
};

struct batch {
    struct sim_tally tally;
    struct sim_row rows[]; /* BATCH of them, or none */
};

static bool play_recorded(const struct sim_settings *settings, uint64_t game, struct sim_match *match,
                          struct sim_result *result)
{
    const struct sim_keeper *keeper = settings->keeper;
    struct sim_sink sink;
    if (!keeper->open(keeper->context, game, &sink))
        return false;
    match->sink = &sink;
    sim_match_play(match, result);
    bool is_good = !result->has_failed && !result->is_cut;
    return keeper->close(keeper->context, &sink, is_good) && !result->has_failed;
}

static void count_share(struct sim_share *share, const struct sim_result *result, uint8_t seat)
{
    if (result->winners >> seat & 1)
        share->wins += SIM_WIN_UNITS / pen_bits_count(result->winners);
    share->round_wins += result->round_wins[seat];
    share->points += result->score[seat];
}

static void count_game(const struct sim_settings *settings, const uint8_t *kinds,
                       const struct sim_result *result, struct sim_tally *tally)
{
    for (uint8_t seat = 0; seat < settings->seat_count; seat++) {
        count_share(&tally->seats[seat], result, seat);
        count_share(&tally->kinds[kinds[seat]], result, seat);
    }
    for (unsigned i = 0; i < SIM_FIRED_COUNT; i++)
        tally->fired[i] += result->fired[i];
    sim_histogram_put(&tally->rounds, result->rounds);
    sim_histogram_put(&tally->turns, result->turns);
    sim_histogram_put(&tally->actions, result->actions);
}

static void play(const void *context, uint64_t job, void *memory)
{
    const struct job_context *about = context;
    const struct sim_settings *settings = about->settings;
    struct batch *batch = memory;
    uint64_t game = about->first_game + job;
    struct sim_match match = {
        .rules = settings->rules,
        .seat_count = settings->seat_count,
        .dealer = (uint8_t)(settings->seat_count - 1),
        .deal_seed = sim_deal_seed(settings, game),
        .bot_seed = seed_of(settings->seed, STREAM_BOTS, game),
        .clock = settings->clock,
        .edition = settings->edition,
        .options = settings->options,
        .names = settings->names,
    };
    uint8_t kinds[PEN_SEATS_MAX];
    for (uint8_t seat = 0; seat < settings->seat_count; seat++) {
        uint8_t place = sim_place_of_seat(settings, game, seat);
        match.specs[seat] = settings->specs[place];
        kinds[seat] = settings->kind_of[place];
    }
    struct sim_result result;
    if (!settings->keeper) {
        sim_match_play(&match, &result);
    } else if (!play_recorded(settings, game, &match, &result)) {
        batch->tally.lost++;
        return;
    }
    batch->tally.games++;
    if (result.is_cut)
        batch->tally.cut++;
    else
        count_game(settings, kinds, &result, &batch->tally);
    if (about->has_rows) {
        struct sim_row *row = &batch->rows[job];
        row->is_played = 1;
        row->winners = result.winners;
        row->rounds = result.rounds;
        row->turns = result.turns;
        row->actions = result.actions;
        row->start = (uint32_t)result.first << 8 | result.opening;
        for (unsigned seat = 0; seat < settings->seat_count; seat++)
            row->score[seat] = result.score[seat];
    }
}

/* ---- all of them ---- */

static void add_tally(struct sim_tally *sum, const struct sim_tally *tally)
{
    uint64_t *to = (uint64_t *)sum;
    const uint64_t *from = (const uint64_t *)tally;
    _Static_assert(sizeof *sum % sizeof *to == 0, "a tally is 64-bit counters");
    for (size_t i = 0; i < sizeof *sum / sizeof *to; i++)
        to[i] += from[i];
}

static void add_plain(void *sum, const void *tally)
{
    add_tally(&((struct batch *)sum)->tally, &((const struct batch *)tally)->tally);
}

static void add_with_rows(void *sum, const void *tally)
{
    struct batch *to = sum;
    const struct batch *from = tally;
    add_tally(&to->tally, &from->tally);
    for (unsigned i = 0; i < BATCH; i++)
        if (from->rows[i].is_played)
            to->rows[i] = from->rows[i];
}

/* Progress is told for all games, not for those of a batch. */
struct listening {
    const struct sim_listener *listener;
    uint64_t before, game_count;
    bool is_stopped;
};

static bool hear_progress(void *context, uint64_t done, uint64_t job_count)
{
    struct listening *listening = context;
    const struct sim_listener *listener = listening->listener;
    (void)job_count;
    if (listener->progress &&
        !listener->progress(listener->context, listening->before + done, listening->game_count))
        listening->is_stopped = true;
    return !listening->is_stopped;
}

static bool tell_rows(const struct sim_listener *listener, const struct batch *batch, uint64_t first_game,
                      uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        if (batch->rows[i].is_played && !listener->row(listener->context, first_game + i, &batch->rows[i]))
            return false;
    return true;
}

uint64_t sim_run(const struct sim_settings *settings, const struct sim_listener *listener,
                 struct sim_tally *tally)
{
    bool has_rows = listener->row != NULL;
    size_t bytes = sizeof(struct batch) + (has_rows ? BATCH * sizeof(struct sim_row) : 0);
    uint64_t batch_size = has_rows ? BATCH : settings->game_count;
    struct batch *batch = malloc(bytes);
    PEN_ASSERT(batch != NULL);
    struct job_context context = {.settings = settings, .has_rows = has_rows};
    struct listening listening = {.listener = listener, .game_count = settings->game_count};
    struct sim_parallel parallel = {
        .group = settings->seat_count,
        .thread_count = settings->thread_count,
        .tally_bytes = bytes,
        .work = play,
        .add = has_rows ? add_with_rows : add_plain,
        .context = &context,
        .progress = hear_progress,
        .progress_context = &listening,
    };
    bool goes_on = true;
    for (uint64_t first = 0; first < settings->game_count && goes_on; first += batch_size) {
        uint64_t left = settings->game_count - first;
        context.first_game = first;
        parallel.job_count = left < batch_size ? left : batch_size;
        memset(batch, 0, bytes);
        listening.before += sim_parallel_run(&parallel, batch);
        add_tally(tally, &batch->tally);
        bool is_heard =
            !has_rows || !sim_parallel_is_speaker() || tell_rows(listener, batch, first, parallel.job_count);
        goes_on = sim_parallel_agree(is_heard && !listening.is_stopped);
    }
    free(batch);
    return tally->games;
}

/* batch.c - a batch for Python, with our bots in any of its seats. */
#include <stdlib.h>
#include <string.h>

#include "lab.h"

struct lab_seat {
    struct lab_batch *batch;
    uint8_t seat;
};

struct lab_batch {
    struct pen_batch *batch;
    void *memory;
    struct pen_batch_settings settings;
    struct bot_spec specs[PEN_SEATS_MAX];
    struct lab_seat seats[PEN_SEATS_MAX];
    struct bot *bots; /* [table * seat_count + seat], if there are any */
};

static struct bot *bot_at(const struct lab_seat *seat, size_t table)
{
    return &seat->batch->bots[table * seat->batch->settings.seat_count + seat->seat];
}

static void begin(void *context, size_t table, uint8_t seat, uint64_t seed)
{
    const struct lab_seat *at = context;
    pen_bot_init(bot_at(at, table), at->batch->specs[seat], seed, lab_clock());
}

static struct pen_action choose(void *context, size_t table, const struct pen_rules *rules,
                                const struct pen_view *view, bool is_reaction)
{
    struct bot *bot = bot_at(context, table);
    if (!is_reaction)
        return pen_bot_choose(bot, rules, view);
    struct bot_reaction reaction = pen_bot_react(bot, rules, view);
    return reaction.is_any ? reaction.action : PEN_ACTION(PEN_VERB_COUNT, view->viewer);
}

LAB_API void lab_batch_free(struct lab_batch *batch)
{
    if (!batch)
        return;
    free(batch->memory);
    free(batch->bots);
    free(batch);
}

/* False: not the name of a bot. */
static bool seat_player(struct lab_batch *batch, unsigned seat, const char *spec)
{
    if (!pen_bot_spec_read(spec, strlen(spec), &batch->specs[seat]))
        return false;
    struct bot probe;
    pen_bot_init(&probe, batch->specs[seat], 0, NULL);
    batch->seats[seat] = (struct lab_seat){batch, (uint8_t)seat};
    batch->settings.players[seat] =
        (struct pen_batch_player){&batch->seats[seat], choose, begin, pen_bot_needs_history(&probe)};
    return true;
}

enum { LAB_IN_STEP = 1, LAB_REACTIONS = 2, LAB_SKIPS_FORCED = 4, LAB_OBSERVES = 8, LAB_VIEWS = 16 };

/* 'players' has the name of a bot or null for every seat. Null if it cannot be; 'problem' then is enum
 * pen_batch_problem, 100 for a name that is none, 101 if there is no memory. */
LAB_API struct lab_batch *lab_batch_new(const struct lab_rules *rules, size_t tables, uint64_t seed,
                                        unsigned seats, unsigned flags, uint32_t steps_max,
                                        const char *const *players, int32_t *problem)
{
    struct lab_batch *batch = calloc(1, sizeof *batch);
    *problem = 101;
    if (!batch)
        return NULL;
    batch->settings = (struct pen_batch_settings){.rules = &rules->rules,
                                                  .tables = tables,
                                                  .seed = seed,
                                                  .seat_count = (uint8_t)seats,
                                                  .autoreset = flags & LAB_IN_STEP ? PEN_BATCH_RESET_IN_STEP
                                                                                   : PEN_BATCH_RESET_NEXT,
                                                  .has_reactions = (flags & LAB_REACTIONS) != 0,
                                                  .skips_forced = (flags & LAB_SKIPS_FORCED) != 0,
                                                  .observes = (flags & LAB_OBSERVES) != 0,
                                                  .keeps_views = (flags & LAB_VIEWS) != 0,
                                                  .steps_max = steps_max};
    bool has_bots = false, is_good = seats <= PEN_SEATS_MAX;
    *problem = is_good ? 100 : PEN_BATCH_BAD_SEATS;
    for (unsigned seat = 0; is_good && seat < seats; seat++) {
        has_bots |= players[seat] != NULL;
        is_good = !players[seat] || seat_player(batch, seat, players[seat]);
    }
    if (is_good) {
        *problem = (int32_t)pen_batch_check(&batch->settings);
        is_good = *problem == PEN_BATCH_GOOD;
    }
    if (is_good) {
        *problem = 101;
        batch->memory = malloc(pen_batch_bytes(&batch->settings));
        batch->bots = has_bots ? calloc(tables * seats, sizeof *batch->bots) : NULL;
        is_good = batch->memory && (batch->bots || !has_bots);
    }
    if (!is_good) {
        lab_batch_free(batch);
        return NULL;
    }
    batch->batch = pen_batch_init(batch->memory, &batch->settings);
    *problem = PEN_BATCH_GOOD;
    return batch;
}

LAB_API void lab_batch_use(struct lab_batch *batch, const int64_t *actions, uint8_t *observations,
                           uint64_t *masks, uint8_t *seats, float *rewards, uint8_t *terminations,
                           uint8_t *truncations)
{
    struct pen_batch_buffers buffers = {actions, observations, masks,      seats,
                                        rewards, terminations, truncations};
    pen_batch_use(batch->batch, &buffers);
}

LAB_API void lab_batch_look(struct lab_batch *batch, size_t first, size_t count)
{
    pen_batch_look(batch->batch, first, count);
}

LAB_API size_t lab_batch_step(struct lab_batch *batch, size_t first, size_t count)
{
    return pen_batch_step(batch->batch, first, count);
}

LAB_API void lab_batch_reset(struct lab_batch *batch, size_t first, size_t count, uint64_t seed)
{
    pen_batch_reset(batch->batch, first, count, seed);
}

/* The tables of 'to' become those of 'from'; both were made with the same settings. */
LAB_API void lab_batch_copy(struct lab_batch *to, const struct lab_batch *from)
{
    pen_batch_copy(to->batch, from->batch);
    if (to->bots)
        memcpy(to->bots, from->bots, from->settings.tables * from->settings.seat_count * sizeof *to->bots);
}

/* ---- as bytes, for pickles: of the same settings, version and machine only, which the caller sees to ----
 */

/* What of a bot changes while it plays. */
static size_t bots_of(const struct lab_batch *batch)
{
    return batch->bots ? batch->settings.tables * batch->settings.seat_count : 0;
}

LAB_API size_t lab_batch_state_bytes(const struct lab_batch *batch)
{
    return pen_batch_state_bytes(batch->batch) + bots_of(batch) * sizeof(uint64_t);
}

LAB_API void lab_batch_save(const struct lab_batch *batch, uint8_t *bytes)
{
    pen_batch_save(batch->batch, bytes);
    bytes += pen_batch_state_bytes(batch->batch);
    for (size_t i = 0; i < bots_of(batch); i++)
        memcpy(bytes + i * sizeof(uint64_t), &batch->bots[i].chance.counter, sizeof(uint64_t));
}

LAB_API void lab_batch_load(struct lab_batch *batch, const uint8_t *bytes)
{
    pen_batch_load(batch->batch, bytes);
    bytes += pen_batch_state_bytes(batch->batch);
    for (size_t i = 0; i < bots_of(batch); i++) {
        struct lab_seat *at = &batch->seats[i % batch->settings.seat_count];
        if (!batch->settings.players[at->seat].choose)
            continue;
        uint64_t counter;
        memcpy(&counter, bytes + i * sizeof counter, sizeof counter);
        pen_bot_init(&batch->bots[i], batch->specs[at->seat], 0, lab_clock());
        batch->bots[i].chance.counter = counter;
    }
}

/* What a seat sees, whoever decides; with views. */
LAB_API void lab_batch_observe(const struct lab_batch *batch, size_t table, unsigned seat, void *observation)
{
    const struct pen_view *view = pen_batch_view(batch->batch, table, (uint8_t)seat);
    pen_observe_view(batch->settings.rules, view, observation);
}

/* The top card and the colour in play, -1 before it is named. */
LAB_API void lab_batch_lies(const struct lab_batch *batch, size_t table, int32_t out[2])
{
    const struct pen_round *round = &pen_batch_reveal(batch->batch, table)->round;
    out[0] = round->top;
    out[1] = round->color == PEN_COLOR_NONE ? -1 : round->color;
}

/* The cards of every hand as counts of kinds, seat by seat: for a critic. */
LAB_API void lab_batch_reveal(const struct lab_batch *batch, size_t table, uint8_t *counts)
{
    const struct pen_game *game = pen_batch_reveal(batch->batch, table);
    for (unsigned seat = 0; seat < batch->settings.seat_count; seat++)
        for (unsigned card = 0; card < PEN_KINDS_MAX; card++)
            *counts++ = (uint8_t)pen_hand_count_of(&game->round.hands[seat], card);
}

LAB_API uint64_t lab_game_seed(uint64_t seed, uint64_t table, uint64_t game)
{
    return pen_batch_game_seed(pen_batch_seed(seed, table), game);
}

LAB_API unsigned lab_game_dealer(uint64_t game_seed, unsigned seats)
{
    return pen_batch_dealer(game_seed, seats);
}

/* batch.c - the tables of a batch in the caller's memory, and the loops over them. */
#include <string.h>

#include "batch/table.h"

enum { ALIGN = 64 };

struct pen_batch {
    struct batch_frame frame;
    struct pen_batch_settings settings;
    struct pen_batch_buffers buffers;
    uint16_t players, thinkers; /* seats of ours; of these, with a history */
    struct batch_table *tables;
    struct pen_hand *known;
    struct pen_view *views;
};

static size_t rounded(size_t bytes)
{
    return (bytes + ALIGN - 1) / ALIGN * ALIGN;
}

/* Views of a table: one per seat, if anybody thinks back. */
static size_t view_count(const struct pen_batch_settings *settings)
{
    bool has_any = settings->keeps_views;
    for (unsigned seat = 0; seat < settings->seat_count; seat++)
        has_any |= settings->players[seat].choose && settings->players[seat].has_history;
    return has_any ? settings->seat_count : 0;
}

static size_t table_bytes(const struct pen_batch_settings *settings)
{
    size_t bytes = sizeof(struct batch_table);
    if (settings->observes)
        bytes += (size_t)settings->seat_count * settings->seat_count * sizeof(struct pen_hand);
    return bytes + view_count(settings) * sizeof(struct pen_view);
}

enum pen_batch_problem pen_batch_check(const struct pen_batch_settings *settings)
{
    if (settings->seat_count > PEN_SEATS_MAX || settings->seat_count < PEN_SEATS_MIN ||
        !pen_seats_fit(settings->rules, settings->seat_count))
        return PEN_BATCH_BAD_SEATS;
    if (pen_bits_count(settings->rules->wilds) > PEN_WILDS_MAX)
        return PEN_BATCH_TOO_MANY_WILDS;
    if (settings->tables == 0 || settings->tables > (SIZE_MAX / 2) / (table_bytes(settings) + ALIGN))
        return PEN_BATCH_BAD_TABLES;
    return PEN_BATCH_GOOD;
}

size_t pen_batch_bytes(const struct pen_batch_settings *settings)
{
    size_t tables = settings->tables, seats = settings->seat_count;
    size_t bytes = rounded(sizeof(struct pen_batch)) + rounded(tables * sizeof(struct batch_table));
    if (settings->observes)
        bytes += rounded(tables * seats * seats * sizeof(struct pen_hand));
    return bytes + rounded(tables * view_count(settings) * sizeof(struct pen_view)) + ALIGN;
}

/* What a thread needs besides its tables; too large for a caller to carry along. */
struct scratch {
    struct pen_events events;
    struct pen_view glance;
};

static struct batch_turn turn_at(struct pen_batch *batch, size_t table, struct scratch *scratch)
{
    size_t seats = batch->frame.seat_count;
    return (struct batch_turn){.frame = &batch->frame,
                               .table = &batch->tables[table],
                               .known = batch->known ? batch->known + table * seats * seats : NULL,
                               .events = scratch ? &scratch->events : NULL,
                               .rewards =
                                   batch->buffers.rewards ? batch->buffers.rewards + table * seats : NULL,
                               .settings = &batch->settings,
                               .views = batch->thinkers ? batch->views + table * seats : NULL,
                               .glance = scratch ? &scratch->glance : NULL,
                               .index = table,
                               .players = batch->players,
                               .thinkers = batch->thinkers};
}

static void begin(struct pen_batch *batch, size_t first, size_t count, uint64_t seed, struct scratch *scratch)
{
    for (size_t i = first; i < first + count; i++) {
        struct batch_turn turn = turn_at(batch, i, scratch);
        turn.table->seed = pen_batch_seed(seed, i);
        turn.table->games = 0;
        turn.rewards = NULL;
        batch_begin_game(&turn);
        batch_go_on(&turn);
        turn.table->end = BATCH_GOING;
    }
}

static PEN_NOINLINE void begin_all(struct pen_batch *batch)
{
    struct scratch scratch;
    begin(batch, 0, batch->settings.tables, batch->settings.seed, &scratch);
}

struct pen_batch *pen_batch_init(void *memory, const struct pen_batch_settings *settings)
{
    uint8_t *at = memory;
    at += (ALIGN - (uintptr_t)at % ALIGN) % ALIGN;
    memset(at, 0, pen_batch_bytes(settings) - ALIGN);
    struct pen_batch *batch = (struct pen_batch *)(void *)at;
    const struct pen_rules *rules = settings->rules;
    size_t seats = settings->seat_count;
    batch->settings = *settings;
    batch->frame =
        (struct batch_frame){.rules = rules,
                             .plain = batch_plain_kinds(rules),
                             .rule_flags = pen_observed_rules(rules),
                             .steps_max = settings->steps_max ? settings->steps_max : BATCH_STEPS_USUAL,
                             .seat_count = settings->seat_count,
                             .autoreset = settings->autoreset,
                             .has_reactions = settings->has_reactions,
                             .skips_forced = settings->skips_forced,
                             .observes = settings->observes};
    for (unsigned seat = 0; seat < seats; seat++) {
        const struct pen_batch_player *player = &settings->players[seat];
        batch->players |= (uint16_t)((player->choose != NULL) << seat);
        bool has_view = settings->keeps_views || (player->choose != NULL && player->has_history);
        batch->thinkers |= (uint16_t)(has_view << seat);
    }
    at += rounded(sizeof *batch);
    batch->tables = (struct batch_table *)(void *)at;
    at += rounded(settings->tables * sizeof(struct batch_table));
    if (settings->observes) {
        batch->known = (struct pen_hand *)(void *)at;
        at += rounded(settings->tables * seats * seats * sizeof(struct pen_hand));
    }
    batch->views = (struct pen_view *)(void *)at;
    begin_all(batch);
    return batch;
}

void pen_batch_use(struct pen_batch *batch, const struct pen_batch_buffers *buffers)
{
    batch->buffers = *buffers;
}

static PEN_ALWAYS_INLINE void show(struct pen_batch *batch, const struct batch_turn *turn, size_t i)
{
    const struct pen_batch_buffers *buffers = &batch->buffers;
    const struct batch_table *table = turn->table;
    if (buffers->masks)
        for (unsigned word = 0; word < PEN_ACTION_WORDS; word++)
            buffers->masks[i * PEN_ACTION_WORDS + word] = table->mask[word];
    if (buffers->seats)
        buffers->seats[i] = table->seat;
    if (buffers->terminations)
        buffers->terminations[i] = table->end == BATCH_TERMINATED;
    if (buffers->truncations)
        buffers->truncations[i] = table->end == BATCH_TRUNCATED;
    if (buffers->observations && batch->frame.observes) {
        void *row = buffers->observations + i * PEN_OBSERVATION_BYTES;
        batch_observe(turn, row);
    }
}

static void no_rewards(struct pen_batch *batch, size_t first, size_t count)
{
    size_t seats = batch->frame.seat_count;
    if (batch->buffers.rewards)
        memset(batch->buffers.rewards + first * seats, 0, count * seats * sizeof(float));
}

void pen_batch_look(struct pen_batch *batch, size_t first, size_t count)
{
    no_rewards(batch, first, count);
    for (size_t i = first; i < first + count; i++) {
        struct batch_turn turn = turn_at(batch, i, NULL);
        show(batch, &turn, i);
    }
}

size_t pen_batch_step(struct pen_batch *batch, size_t first, size_t count)
{
    struct scratch scratch;
    size_t illegal = 0;
    no_rewards(batch, first, count);
    struct batch_turn turn = turn_at(batch, first, &scratch);
    const size_t seats = batch->frame.seat_count;
    for (size_t i = first; i < first + count; i++) {
        illegal += !batch_step_table(&turn, batch->buffers.actions[i]);
        show(batch, &turn, i);
        turn.table++;
        turn.index++;
        turn.known = turn.known ? turn.known + seats * seats : NULL;
        turn.rewards = turn.rewards ? turn.rewards + seats : NULL;
        turn.views = turn.views ? turn.views + seats : NULL;
    }
    return illegal;
}

void pen_batch_reset(struct pen_batch *batch, size_t first, size_t count, uint64_t seed)
{
    struct scratch scratch;
    begin(batch, first, count, seed, &scratch);
}

void pen_batch_copy(struct pen_batch *to, const struct pen_batch *from)
{
    const struct pen_batch_settings *settings = &from->settings;
    size_t tables = settings->tables, seats = settings->seat_count;
    PEN_ASSERT(pen_batch_bytes(&to->settings) == pen_batch_bytes(settings) && to->settings.tables == tables);
    memcpy(to->tables, from->tables, tables * sizeof *to->tables);
    if (settings->observes)
        memcpy(to->known, from->known, tables * seats * seats * sizeof *to->known);
    memcpy(to->views, from->views, tables * view_count(settings) * sizeof *to->views);
}

size_t pen_batch_state_bytes(const struct pen_batch *batch)
{
    return batch->settings.tables * table_bytes(&batch->settings);
}

/* Each part of the tables' memory, in its order. */
#define BATCH_PARTS(X)                                                                         \
    X(tables, tables)                                                                          \
    X(known, (size_t)settings->observes *tables * settings->seat_count * settings->seat_count) \
    X(views, tables *view_count(settings))

void pen_batch_save(const struct pen_batch *batch, void *bytes)
{
    const struct pen_batch_settings *settings = &batch->settings;
    const size_t tables = settings->tables;
    uint8_t *at = bytes;
#define X(part, count)                                          \
    if ((count) > 0)                                            \
        memcpy(at, batch->part, (count) * sizeof *batch->part); \
    at += (count) * sizeof *batch->part;
    BATCH_PARTS(X)
#undef X
}

void pen_batch_load(struct pen_batch *batch, const void *bytes)
{
    const struct pen_batch_settings *settings = &batch->settings;
    const size_t tables = settings->tables;
    const uint8_t *at = bytes;
#define X(part, count)                                          \
    if ((count) > 0)                                            \
        memcpy(batch->part, at, (count) * sizeof *batch->part); \
    at += (count) * sizeof *batch->part;
    BATCH_PARTS(X)
#undef X
}

const struct pen_view *pen_batch_view(const struct pen_batch *batch, size_t table, uint8_t seat)
{
    PEN_ASSERT(batch->thinkers >> seat & 1);
    return &batch->views[table * batch->frame.seat_count + seat];
}

const struct pen_game *pen_batch_reveal(const struct pen_batch *batch, size_t table)
{
    return &batch->tables[table].game;
}

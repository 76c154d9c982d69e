/* kernel.c - the batch of src/batch as kernels: one thread per table, the sources of the rules unchanged.
 * Built by tools/gpu; read by learn/tables.py. */
#define PEN_BATCH_WITHOUT_PLAYERS
#include "batch/table.h"

void pen_assert_failed(const char *condition, const char *file, int line)
{
    (void)condition;
    (void)file;
    (void)line;
    __builtin_trap();
}

/* What the kernels work on. Tables of different rules and numbers of seats may stand in one batch: table i
 * plays by frames[frame_of[i]]. */
struct gpu_batch {
    const struct batch_frame *frames;
    const uint8_t *frame_of;
    struct batch_table *tables;
    struct pen_hand *known; /* stride * stride per table */
    uint8_t *observations;
    uint64_t *masks;
    uint8_t *seats, *ends;
    float *rewards; /* stride per table */
    uint64_t count, stride;
};

static inline uint64_t thread_index(void)
{
    return (uint64_t)__nvvm_read_ptx_sreg_ctaid_x() * (uint64_t)__nvvm_read_ptx_sreg_ntid_x() +
           (uint64_t)__nvvm_read_ptx_sreg_tid_x();
}

static inline struct batch_turn turn_at(const struct gpu_batch *batch, uint64_t i, struct pen_events *events)
{
    return (struct batch_turn){.frame = &batch->frames[batch->frame_of[i]],
                               .table = &batch->tables[i],
                               .known = batch->known + i * batch->stride * batch->stride,
                               .events = events,
                               .rewards = batch->rewards + i * batch->stride};
}

static inline void show(const struct gpu_batch *batch, const struct batch_turn *turn, uint64_t i)
{
    for (unsigned word = 0; word < PEN_ACTION_WORDS; word++)
        batch->masks[i * PEN_ACTION_WORDS + word] = turn->table->mask[word];
    batch->seats[i] = turn->table->seat;
    batch->ends[i] = turn->table->end;
    if (turn->frame->observes)
        batch_observe(turn, (struct pen_observation *)(batch->observations + i * PEN_OBSERVATION_BYTES));
}

/* The table with this index begins its first game. */
__attribute__((nvptx_kernel)) void batch_begin(const struct gpu_batch *batch, uint64_t seed)
{
    uint64_t i = thread_index();
    struct pen_events events;
    if (i >= batch->count)
        return;
    struct batch_turn turn = turn_at(batch, i, &events);
    turn.table->seed = pen_batch_seed(seed, i);
    turn.table->games = 0;
    batch_begin_game(&turn);
    batch_go_on(&turn);
    turn.table->end = BATCH_GOING;
    show(batch, &turn, i);
}

/* One action at every table. An action that is not open leaves the table as it is and is counted. */
__attribute__((nvptx_kernel)) void batch_step(const struct gpu_batch *batch, const uint8_t *actions,
                                              unsigned *illegal)
{
    uint64_t i = thread_index();
    struct pen_events events;
    if (i >= batch->count)
        return;
    struct batch_turn turn = turn_at(batch, i, &events);
    for (unsigned seat = 0; seat < batch->stride; seat++)
        turn.rewards[seat] = 0;
    if (!batch_step_table(&turn, actions[i]))
        __atomic_fetch_add(illegal, 1, __ATOMIC_RELAXED);
    show(batch, &turn, i);
}

/* Random play by itself, for measuring: any card that is open, whoever has none anything else. */
__attribute__((nvptx_kernel)) void batch_play(const struct gpu_batch *batch, uint64_t seed, unsigned steps,
                                              uint64_t *games)
{
    uint64_t i = thread_index(), ended = 0;
    struct pen_events events;
    if (i >= batch->count)
        return;
    struct batch_turn turn = turn_at(batch, i, &events);
    struct pen_chance chance = pen_chance_of(seed, i);
    for (unsigned step = 0; step < steps; step++) {
        const uint64_t *mask = turn.table->mask;
        uint64_t low = mask[0], middle = mask[1], high = low | middle ? 0 : mask[2];
        unsigned lows = pen_bits_count(low), middles = pen_bits_count(middle);
        unsigned pick = pen_chance_below(&chance, lows + middles + pen_bits_count(high));
        unsigned number = pick < lows             ? pen_bits_select(low, pick)
                          : pick < lows + middles ? 64 + pen_bits_select(middle, pick - lows)
                                                  : 128 + pen_bits_select(high, pick - lows - middles);
        batch_step_table(&turn, number);
        ended += turn.table->end != BATCH_GOING;
    }
    games[i] = ended;
    show(batch, &turn, i);
}

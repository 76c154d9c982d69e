/* kernel.c - the batch of src/batch as kernels: one thread per table, the sources of the rules unchanged.
 * Built by tools/gpu; read by learn/tables.py. host.c runs the same on a processor, to compare. */
#define PEN_BATCH_WITHOUT_PLAYERS
#include "batch/table.h"
#include "bots/rollout.h"
#include "bots/sense.h"
#include "warp.h"

/* What the kernels work on; 'count' is a multiple of 32, so that warps are whole. Tables of different rules
 * and numbers of seats may stand in one batch: table i plays by frames[frame_of[i]].
 *
 * Seats may be taken by the quick players of src/bots/rollout.h, three bits of 'lineup' per seat: 0 is the
 * caller's, 1 + enum bot_manner plays by that manner, GPU_POLICY by the rule of thumb of policy.h. */
enum { GPU_CALLER = 0, GPU_POLICY = 1 + BOT_MANNER_COUNT };

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
    const struct bot_kinds *kinds; /* per frame */
    const uint32_t *lineup;        /* per table; null: all seats are the caller's */
    uint64_t skips_forced; /* here, not in the frames: so all tables of a warp do one action at a time */
};

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

static inline unsigned player_at(const struct gpu_batch *batch, uint64_t i, unsigned seat)
{
    return batch->lineup ? batch->lineup[i] >> 3 * seat & 7 : GPU_CALLER;
}

/* What a player of ours does, as a number that is open. */
static PEN_NOINLINE unsigned ask_player(const struct gpu_batch *batch, const struct batch_turn *turn,
                                        unsigned player, uint64_t i)
{
    const struct pen_rules *rules = turn->frame->rules;
    struct batch_table *table = turn->table;
    struct rollout rollout;
    rollout.rules = rules;
    rollout.kinds = batch->kinds[batch->frame_of[i]];
    rollout.manner[table->seat] = (uint8_t)(player == GPU_POLICY ? BOT_MANNER_OWN : player - 1);
    rollout.thinker = PEN_SEAT_NONE;
    if (player == GPU_POLICY) {
        rollout.unseen = pen_hand_less(&table->hidden, &table->game.round.hands[table->seat]);
        unsigned count = pen_hand_count(&rollout.unseen);
        rollout.thinker = table->seat;
        rollout.unseen_share = count > 0 ? 1.0f / (float)count : 0;
        for (unsigned color = 0; color < PEN_COLORS_MAX; color++)
            rollout.color_out[color] = (uint8_t)bot_held_of(&rollout.unseen, rules->of_color[color]);
    }
    struct pen_action action = bot_rollout_choose(&rollout, &table->game.round);
    unsigned number = pen_action_to_number(rules, action, turn->frame->seat_count);
    if (number < PEN_ACTIONS && (table->mask[number / 64] >> number % 64 & 1))
        return number;
    unsigned word = table->mask[0] ? 0 : table->mask[1] ? 1 : 2;
    return 64 * word + pen_bits_lowest(table->mask[word]);
}

/* What is done without asking the caller; PEN_ACT_NONE if it is the caller's decision. */
static inline unsigned next_number(const struct gpu_batch *batch, const struct batch_turn *turn, uint64_t i)
{
    const struct batch_table *table = turn->table;
    if (table->seat == PEN_SEAT_NONE)
        return 0; /* any: it deals */
    if (batch->skips_forced && batch_is_single(table->mask))
        return batch_single(table->mask);
    unsigned player = player_at(batch, i, table->seat);
    return player == GPU_CALLER ? PEN_ACT_NONE : ask_player(batch, turn, player, i);
}

/* One action of the caller's, or none (PEN_ACT_NONE), and all that happens after it without the caller. The
 * first end is what is told. Returns whether the action was legal. All threads of a warp come here. */
static inline bool go_on(const struct gpu_batch *batch, struct batch_turn *turn, uint64_t i, unsigned number)
{
    struct batch_table *table = turn->table;
    bool is_legal = true, is_busy = true;
    uint8_t end = BATCH_GOING;
    while (warp_any(is_busy)) {
        if (is_busy && number != PEN_ACT_NONE)
            is_legal &= batch_step_table(turn, number);
        warp_meet();
        if (!is_busy)
            continue;
        if (end == BATCH_GOING && table->end != BATCH_GOING) {
            end = table->end;
            turn->rewards = NULL;
        }
        number = is_legal ? next_number(batch, turn, i) : PEN_ACT_NONE;
        is_busy = number != PEN_ACT_NONE;
    }
    table->end = end;
    return is_legal;
}

/* The table with this index begins its first game. */
KERNEL void batch_begin(const struct gpu_batch *batch, uint64_t seed)
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
    turn.rewards = NULL;
    go_on(batch, &turn, i, PEN_ACT_NONE);
    turn.table->end = BATCH_GOING;
    show(batch, &turn, i);
}

/* One action at every table. An action that is not open leaves the table as it is and is counted. */
KERNEL void batch_step(const struct gpu_batch *batch, const uint8_t *actions, unsigned *illegal)
{
    uint64_t i = thread_index();
    struct pen_events events;
    if (i >= batch->count)
        return;
    struct batch_turn turn = turn_at(batch, i, &events);
    struct batch_table table; /* nearer: a warp's lie side by side there */
    memcpy(&table, turn.table, sizeof table);
    turn.table = &table;
    for (unsigned seat = 0; seat < batch->stride; seat++)
        turn.rewards[seat] = 0;
    if (!go_on(batch, &turn, i, actions[i]))
        __atomic_fetch_add(illegal, 1, __ATOMIC_RELAXED);
    warp_meet();
    show(batch, &turn, i);
    memcpy(&batch->tables[i], &table, sizeof table);
}

/* FNV-1a by words. */
static inline void add_to(uint64_t *sum, uint64_t word)
{
    *sum = (*sum ^ word) * UINT64_C(0x100000001b3);
}

static inline void add_decision(uint64_t *sum, const struct batch_turn *turn)
{
    union {
        struct pen_observation observation;
        uint64_t words[PEN_OBSERVATION_BYTES / 8];
    } seen;
    batch_observe(turn, &seen.observation);
    for (unsigned i = 0; i < PEN_OBSERVATION_BYTES / 8; i++)
        add_to(sum, seen.words[i]);
    for (unsigned i = 0; i < PEN_ACTION_WORDS; i++)
        add_to(sum, turn->table->mask[i]);
    add_to(sum, turn->table->seat | (uint64_t)turn->table->end << 8);
}

/* Random play by itself, for measuring and comparing: any card that is open, whoever has none anything else.
 * Tells how many games ended and, unless 'sums' is null, a sum over all that was to be seen and open. */
KERNEL void batch_play(const struct gpu_batch *batch, uint64_t seed, unsigned steps, uint64_t *games,
                       uint64_t *sums)
{
    uint64_t i = thread_index(), ended = 0, sum = 0;
    struct pen_events events;
    if (i >= batch->count)
        return;
    struct batch_turn turn = turn_at(batch, i, &events);
    struct batch_table table;
    memcpy(&table, turn.table, sizeof table);
    turn.table = &table;
    struct pen_chance chance = pen_chance_of(seed, i);
    for (unsigned step = 0; step < steps; step++) {
        uint64_t low = table.mask[0], middle = table.mask[1], high = low | middle ? 0 : table.mask[2];
        unsigned lows = pen_bits_count(low), middles = pen_bits_count(middle);
        unsigned pick = pen_chance_below(&chance, lows + middles + pen_bits_count(high));
        unsigned number = pick < lows             ? pen_bits_select(low, pick)
                          : pick < lows + middles ? 64 + pen_bits_select(middle, pick - lows)
                                                  : 128 + pen_bits_select(high, pick - lows - middles);
        batch_step_table(&turn, number);
        warp_meet();
        ended += table.end != BATCH_GOING;
        if (sums)
            add_decision(&sum, &turn);
    }
    memcpy(&batch->tables[i], &table, sizeof table);
    games[i] = ended;
    if (sums)
        sums[i] = sum;
    turn.table = &batch->tables[i];
    show(batch, &turn, i);
}

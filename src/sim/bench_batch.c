/* bench_batch.c - steps of many tables at once (batch.h), with a random policy: any card that can be laid,
 * whoever has none does anything else. The policy's own time is not counted. */
#include <stdlib.h>

#include "platform/clock.h"
#include "sim/bench.h"

enum { TABLES = 256, STEPS = 400, SLICES = 20 };

struct batch_rows {
    int64_t actions[TABLES];
    uint64_t masks[TABLES][PEN_ACTION_WORDS];
    uint8_t seats[TABLES], terminations[TABLES], truncations[TABLES];
    float rewards[TABLES * PEN_SEATS_MAX];
    struct pen_observation observations[TABLES];
};

static int64_t any_open(const uint64_t mask[PEN_ACTION_WORDS], struct pen_chance *chance)
{
    uint64_t last = mask[0] | mask[1] ? 0 : mask[2];
    unsigned first = pen_bits_count(mask[0]), second = pen_bits_count(mask[1]);
    unsigned index = pen_chance_below(chance, first + second + pen_bits_count(last));
    if (index < first)
        return pen_bits_select(mask[0], index);
    if (index < first + second)
        return 64 + pen_bits_select(mask[1], index - first);
    return 128 + pen_bits_select(last, index - first - second);
}

/* A batch that is measured, and one beside it in which the policy plays ahead. */
struct batch_pair {
    struct pen_batch *measured, *ahead;
    void *memories[2];
    struct pen_batch_buffers buffers;
};

/* Steps a second in one slice. The policy chooses all actions beforehand, in the batch ahead, so that the
 * clock is looked at twice and not around every step. */
static double slice(struct batch_pair *pair, struct batch_rows *rows, struct pen_chance *chance)
{
    static int64_t actions[STEPS][TABLES];
    struct pen_batch_buffers buffers = pair->buffers;
    size_t illegal = 0;
    pen_batch_look(pair->measured, 0, TABLES);
    pen_batch_copy(pair->ahead, pair->measured);
    for (unsigned step = 0; step < STEPS; step++) {
        for (unsigned table = 0; table < TABLES; table++)
            actions[step][table] = any_open(rows->masks[table], chance);
        buffers.actions = actions[step];
        pen_batch_use(pair->ahead, &buffers);
        pen_batch_step(pair->ahead, 0, TABLES);
    }
    double start = platform_thread_seconds();
    for (unsigned step = 0; step < STEPS; step++) {
        buffers.actions = actions[step];
        pen_batch_use(pair->measured, &buffers);
        illegal += pen_batch_step(pair->measured, 0, TABLES);
    }
    double seconds = platform_thread_seconds() - start;
    PEN_ASSERT(illegal == 0);
    return seconds > 0 ? (double)TABLES * STEPS / seconds : 0;
}

static bool make_pair(struct batch_pair *pair, const struct pen_batch_settings *settings,
                      struct batch_rows *rows)
{
    if (pen_batch_check(settings) != PEN_BATCH_GOOD)
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (!(pair->memories[i] = malloc(pen_batch_bytes(settings))))
            return false;
    pair->measured = pen_batch_init(pair->memories[0], settings);
    pair->ahead = pen_batch_init(pair->memories[1], settings);
    pair->buffers = (struct pen_batch_buffers){
        rows->actions,    settings->observes ? (uint8_t *)rows->observations : NULL,
        rows->masks[0],   rows->seats,
        rows->rewards,    rows->terminations,
        rows->truncations};
    pen_batch_use(pair->measured, &pair->buffers);
    return true;
}

bool sim_bench_batch(const struct pen_rules *rules, uint8_t seat_count, uint64_t seed,
                     struct sim_bench_batch *bench)
{
    static struct batch_rows rows[2];
    struct batch_pair pairs[2] = {{.measured = NULL}, {.measured = NULL}};
    bool is_good = true;
    *bench = (struct sim_bench_batch){0};
    for (uint8_t observes = 0; observes < 2 && is_good; observes++) {
        struct pen_batch_settings settings = {
            .rules = rules, .tables = TABLES, .seed = seed, .seat_count = seat_count, .observes = observes};
        is_good = make_pair(&pairs[observes], &settings, &rows[observes]);
    }
    struct pen_chance chance = pen_chance_of(seed, 1);
    for (unsigned i = 0; is_good && i < SLICES; i++) {
        double plain = slice(&pairs[0], &rows[0], &chance), observed = slice(&pairs[1], &rows[1], &chance);
        bench->steps_per_s = plain > bench->steps_per_s ? plain : bench->steps_per_s;
        bench->steps_observed_per_s =
            observed > bench->steps_observed_per_s ? observed : bench->steps_observed_per_s;
    }
    for (unsigned i = 0; i < 4; i++)
        free(pairs[i / 2].memories[i % 2]);
    return is_good;
}

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

/* Steps a second in one slice. */
static double slice(struct pen_batch *batch, struct batch_rows *rows, struct pen_chance *chance)
{
    double seconds = 0;
    for (unsigned step = 0; step < STEPS; step++) {
        for (unsigned table = 0; table < TABLES; table++)
            rows->actions[table] = any_open(rows->masks[table], chance);
        double start = platform_thread_seconds();
        size_t illegal = pen_batch_step(batch, 0, TABLES);
        seconds += platform_thread_seconds() - start;
        PEN_ASSERT(illegal == 0);
    }
    return seconds > 0 ? (double)TABLES * STEPS / seconds : 0;
}

bool sim_bench_batch(const struct pen_rules *rules, uint8_t seat_count, uint64_t seed,
                     struct sim_bench_batch *bench)
{
    static struct batch_rows rows[2];
    struct pen_batch *batches[2];
    void *memories[2] = {NULL, NULL};
    bool is_good = true;
    *bench = (struct sim_bench_batch){0};
    for (uint8_t observes = 0; observes < 2 && is_good; observes++) {
        struct pen_batch_settings settings = {
            .rules = rules, .tables = TABLES, .seed = seed, .seat_count = seat_count, .observes = observes};
        struct batch_rows *row = &rows[observes];
        memories[observes] = malloc(pen_batch_bytes(&settings));
        is_good = pen_batch_check(&settings) == PEN_BATCH_GOOD && memories[observes] != NULL;
        if (!is_good)
            break;
        batches[observes] = pen_batch_init(memories[observes], &settings);
        pen_batch_use(batches[observes],
                      &(struct pen_batch_buffers){
                          row->actions, observes ? (uint8_t *)row->observations : NULL, row->masks[0],
                          row->seats, row->rewards, row->terminations, row->truncations});
        pen_batch_look(batches[observes], 0, TABLES);
    }
    struct pen_chance chance = pen_chance_of(seed, 1);
    for (unsigned i = 0; is_good && i < SLICES; i++) {
        double plain = slice(batches[0], &rows[0], &chance), observed = slice(batches[1], &rows[1], &chance);
        bench->steps_per_s = plain > bench->steps_per_s ? plain : bench->steps_per_s;
        bench->steps_observed_per_s =
            observed > bench->steps_observed_per_s ? observed : bench->steps_observed_per_s;
    }
    free(memories[0]);
    free(memories[1]);
    return is_good;
}

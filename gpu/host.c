/* host.c - the random play of kernel.c and of play.c on a processor, from the same sources, for
 * gpu/measure.py to compare.
 *
 *     host FRAMES ROW TABLES SEED STEPS THREADS OUTPUT
 *
 * Row ROW of FRAMES (learn/frames.c) at TABLES tables. Written: per table how many games ended, then per
 * table the sum over all that was to be seen and open. With 0 STEPS so many games of play.c instead, to their
 * end. Written: per game how many actions it had, then per game the sum over its last round. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernel.c"
#include "play.c"

PEN_NORETURN void pen_assert_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, condition);
    abort();
}

static struct {
    struct gpu_batch batch;
    struct gpu_play play;
    uint64_t seed, *counts, *sums, next;
    unsigned steps;
} all;

static void *work(void *unused)
{
    (void)unused;
    enum { PIECE = 256 };
    for (;;) {
        uint64_t first = __atomic_fetch_add(&all.next, PIECE, __ATOMIC_RELAXED);
        if (first >= all.batch.count)
            return NULL;
        for (host_index = first; host_index < first + PIECE && host_index < all.batch.count; host_index++) {
            if (all.steps == 0) {
                rules_play(&all.play);
                continue;
            }
            batch_begin(&all.batch, all.seed);
            batch_play(&all.batch, all.seed, all.steps, all.counts, all.sums);
        }
    }
}

/* Whole words of the file. */
static const uint64_t *read_words(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    long bytes = ftell(file);
    rewind(file);
    uint64_t *words = malloc((size_t)bytes + 8);
    if (words && fread(words, 1, (size_t)bytes, file) != (size_t)bytes)
        words = NULL;
    fclose(file);
    return words;
}

int main(int argc, char **argv)
{
    const uint64_t *words = argc > 7 ? read_words(argv[1]) : NULL;
    if (!words || words[0] != sizeof(struct batch_table) || words[1] != sizeof(struct pen_rules)) {
        fprintf(stderr, "usage: host FRAMES ROW TABLES SEED STEPS THREADS OUTPUT\n");
        return 2;
    }
    uint64_t count = strtoull(argv[3], NULL, 10), row_bytes = 24 + words[1] + words[3];
    const uint8_t *row = (const uint8_t *)(words + 5) + row_bytes * strtoull(argv[2], NULL, 10);
    static struct pen_rules rules;
    uint64_t head[3];
    memcpy(head, row, sizeof head);
    memcpy(&rules, row + sizeof head, sizeof rules);
    struct batch_frame frame = {.rules = &rules,
                                .plain = head[1],
                                .rule_flags = (uint32_t)head[2],
                                .steps_max = BATCH_STEPS_USUAL,
                                .seat_count = (uint8_t)head[0],
                                .observes = 1};
    uint64_t stride = head[0];
    all.seed = strtoull(argv[4], NULL, 10);
    all.steps = (unsigned)strtoul(argv[5], NULL, 10);
    all.counts = calloc(2 * count, sizeof *all.counts);
    all.sums = all.counts + count;
    all.play = (struct gpu_play){.rules = &rules,
                                 .seed = all.seed,
                                 .actions = all.counts,
                                 .sums = all.sums,
                                 .seat_count = (uint32_t)stride,
                                 .games_each = 1,
                                 .wait_deal = 1,
                                 .wait_rest = 1};
    all.batch = (struct gpu_batch){.frames = &frame,
                                   .frame_of = calloc(count, 1),
                                   .tables = calloc(count, sizeof(struct batch_table)),
                                   .known = calloc(count * stride * stride, sizeof(struct pen_hand)),
                                   .observations = calloc(count, PEN_OBSERVATION_BYTES),
                                   .masks = calloc(count * PEN_ACTION_WORDS, sizeof(uint64_t)),
                                   .seats = calloc(count, 1),
                                   .ends = calloc(count, 1),
                                   .rewards = calloc(count * stride, sizeof(float)),
                                   .count = count,
                                   .stride = stride};
    pthread_t ids[64];
    unsigned threads = (unsigned)atoi(argv[6]);
    threads = threads < 1 ? 1 : threads > 64 ? 64 : threads;
    for (unsigned i = 0; i < threads; i++)
        pthread_create(&ids[i], NULL, work, NULL);
    for (unsigned i = 0; i < threads; i++)
        pthread_join(ids[i], NULL);
    FILE *file = fopen(argv[7], "wb");
    return !file || fwrite(all.counts, sizeof *all.counts, 2 * count, file) != 2 * count || fclose(file) != 0;
}

/* evaluate.c - what a network file is worth against our other bots, over many threads, before it is compiled
 * in.
 *
 *     evaluate MIND EDITION:HOUSE:SEATS OPPONENT GAMES SEED THREADS
 *
 * One seat plays by the file, moving round the table; all others are OPPONENT. Same deals for every seat. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mind/builtin.h"
#include "sim/match.h"

static uint8_t *weights;
static size_t weights_count;
const unsigned mind_builtin_count = 1;

const uint8_t *mind_builtin_bytes(unsigned index, size_t *count)
{
    (void)index;
    *count = weights_count;
    return weights;
}

PEN_NORETURN void pen_assert_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, condition);
    abort();
}

static uint64_t now_us(void *context)
{
    (void)context;
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static struct {
    struct pen_edition edition;
    struct pen_rules rules;
    struct pen_options options;
    struct bot_spec opponent;
    unsigned seats;
    uint64_t games, seed, next, wins, played;
    pthread_mutex_t lock;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *work(void *unused)
{
    static const struct bot_clock clock = {NULL, now_us};
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&all.lock);
        uint64_t game = all.next++;
        pthread_mutex_unlock(&all.lock);
        if (game >= all.games)
            return NULL;
        struct sim_match match = {.edition = &all.edition,
                                  .rules = &all.rules,
                                  .options = &all.options,
                                  .seat_count = (uint8_t)all.seats,
                                  .clock = &clock};
        unsigned mine = (unsigned)(game % all.seats);
        uint64_t deal = game / all.seats;
        for (unsigned seat = 0; seat < all.seats; seat++)
            match.specs[seat] = seat == mine ? (struct bot_spec){.level = BOT_MASTER} : all.opponent;
        match.dealer = (uint8_t)(deal % all.seats);
        match.deal_seed = pen_chance_of(all.seed, deal).counter;
        match.bot_seed = pen_chance_of(all.seed + 1, game).counter;
        struct sim_result result;
        sim_match_play(&match, &result);
        pthread_mutex_lock(&all.lock);
        all.wins += result.winners >> mine & 1;
        all.played++;
        pthread_mutex_unlock(&all.lock);
    }
}

int main(int argc, char **argv)
{
    char id[64];
    unsigned house, threads = argc > 6 ? (unsigned)atoi(argv[6]) : 1;
    FILE *file = argc > 5 ? fopen(argv[1], "rb") : NULL;
    if (!file || sscanf(argv[2], "%63[^:]:%u:%u", id, &house, &all.seats) != 3 ||
        !pen_edition_builtin(id, &all.edition) || !bot_spec_read(argv[3], strlen(argv[3]), &all.opponent)) {
        fprintf(stderr, "usage: evaluate MIND EDITION:HOUSE:SEATS OPPONENT GAMES SEED THREADS\n");
        return 2;
    }
    weights = malloc(1 << 23);
    weights_count = fread(weights, 1, 1 << 23, file);
    struct mind mind;
    if (!mind_builtin(all.seats, &mind)) {
        fprintf(stderr, "evaluate: not a network for %u seats\n", all.seats);
        return 2;
    }
    all.options = (struct pen_options)PEN_OPTIONS_DEFAULT;
    all.options.house = (uint8_t)house;
    all.options.scoring = PEN_SCORING_QUICK;
    all.games = strtoull(argv[4], NULL, 10);
    all.seed = strtoull(argv[5], NULL, 10);
    if (pen_table_make(&all.rules, &all.edition, &all.options, NULL) != PEN_RULES_GOOD)
        return 2;
    pthread_t ids[64];
    threads = threads < 1 ? 1 : threads > 64 ? 64 : threads;
    for (unsigned i = 0; i < threads; i++)
        pthread_create(&ids[i], NULL, work, NULL);
    for (unsigned i = 0; i < threads; i++)
        pthread_join(ids[i], NULL);
    double share = (double)all.wins / (double)all.played;
    printf("%s %s against %s: %.2f %% +- %.2f of %llu games\n", argv[1], argv[2], argv[3], 100 * share,
           196 * sqrt(share * (1 - share) / (double)all.played), (unsigned long long)all.played);
    return 0;
}

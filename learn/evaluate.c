/* evaluate.c - what a network file is worth against our other bots, over many threads, before it is compiled
 * in.
 *
 *     evaluate MIND EDITION:HOUSE:SEATS OPPONENT GAMES SEED THREADS [SECONDS [RIVAL]]
 *
 * One seat plays by the file, moving round the table; all others are OPPONENT. Same deals for every seat.
 * After SECONDS no deal is begun any more (0: all are). RIVAL (say master:5ms, which thinks by the file, too)
 * plays the very same games in its stead, and the difference is told. */
#include "table_word.h"

#include <math.h>
#include <pthread.h>
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
    struct table_word table;
    struct bot_spec opponent, rival;
    bool has_rival;
    uint64_t games, seed, next, wins, played, rival_wins, differences;
    time_t end;
    pthread_mutex_t lock;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Whether the one that is looked at wins this game. */
static bool play(uint64_t game, struct bot_spec one)
{
    static const struct bot_clock clock = {NULL, now_us};
    unsigned seats = all.table.seats, mine = (unsigned)(game % seats);
    uint64_t deal = game / seats;
    struct sim_match match = {.edition = &all.table.edition,
                              .rules = &all.table.rules,
                              .options = &all.table.options,
                              .seat_count = (uint8_t)seats,
                              .dealer = (uint8_t)(deal % seats),
                              .deal_seed = pen_chance_of(all.seed, deal).counter,
                              .bot_seed = pen_chance_of(all.seed + 1, game).counter,
                              .clock = &clock};
    for (unsigned seat = 0; seat < seats; seat++)
        match.specs[seat] = seat == mine ? one : all.opponent;
    struct sim_result result;
    sim_match_play(&match, &result);
    return result.winners >> mine & 1;
}

static void *work(void *unused)
{
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&all.lock);
        uint64_t game = all.next;
        if (all.end != 0 && game % all.table.seats == 0 && time(NULL) >= all.end)
            all.games = game;
        all.next += game < all.games;
        pthread_mutex_unlock(&all.lock);
        if (game >= all.games)
            return NULL;
        bool is_won = play(game, (struct bot_spec){.level = BOT_MASTER});
        bool rival_won = all.has_rival && play(game, all.rival);
        pthread_mutex_lock(&all.lock);
        all.wins += is_won;
        all.rival_wins += rival_won;
        all.differences += is_won != rival_won;
        all.played++;
        pthread_mutex_unlock(&all.lock);
    }
}

int main(int argc, char **argv)
{
    unsigned threads = argc > 6 ? (unsigned)atoi(argv[6]) : 1;
    FILE *file = argc > 5 ? fopen(argv[1], "rb") : NULL;
    if (!file || !table_word_read(argv[2], &all.table) ||
        !pen_bot_spec_read(argv[3], strlen(argv[3]), &all.opponent) ||
        (argc > 8 && !pen_bot_spec_read(argv[8], strlen(argv[8]), &all.rival))) {
        fprintf(stderr,
                "usage: evaluate MIND EDITION:HOUSE:SEATS OPPONENT GAMES SEED THREADS [SECONDS [RIVAL]]\n");
        return 2;
    }
    weights = malloc(1 << 23);
    weights_count = fread(weights, 1, 1 << 23, file);
    struct mind mind;
    if (!mind_builtin(all.table.seats, &mind)) {
        fprintf(stderr, "evaluate: not a network for %u seats\n", all.table.seats);
        return 2;
    }
    all.games = strtoull(argv[4], NULL, 10);
    all.seed = strtoull(argv[5], NULL, 10);
    all.end = argc > 7 && atoi(argv[7]) > 0 ? time(NULL) + atoi(argv[7]) : 0;
    all.has_rival = argc > 8;
    pthread_t ids[64];
    threads = threads < 1 ? 1 : threads > 64 ? 64 : threads;
    for (unsigned i = 0; i < threads; i++)
        pthread_create(&ids[i], NULL, work, NULL);
    for (unsigned i = 0; i < threads; i++)
        pthread_join(ids[i], NULL);
    double share = (double)all.wins / (double)all.played;
    printf("%s %s against %s: %.2f %% +- %.2f of %llu games\n", argv[1], argv[2], argv[3], 100 * share,
           196 * sqrt(share * (1 - share) / (double)all.played), (unsigned long long)all.played);
    if (all.has_rival) {
        double more = ((double)all.rival_wins - (double)all.wins) / (double)all.played;
        double spread = (double)all.differences / (double)all.played - more * more;
        printf("%s in its stead: %.2f %%, a difference of %+.2f +- %.2f\n", argv[8],
               100 * (double)all.rival_wins / (double)all.played, 100 * more,
               196 * sqrt(spread / (double)all.played));
    }
    return 0;
}

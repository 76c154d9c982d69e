/* bench.c - the rules at full speed, through the public functions only.
 *
 * The policy is random: where others than the player in turn may act (catch, say UNO, jump in), any
 * of them or the player in turn does any of the things that are open. Otherwise the player in turn
 * plays any card that can be played; who has none does whatever is left. UNO goes with the card
 * half of the time. Accusations are left out: at random they would bury every player in cards. */

#include "sim/bench.h"
#include "platform/clock.h"
#include "sim/random_play.h"
#include "sim/yardstick.h"

/* Where the turn is not an ordinary one, or others may act: one of these seats (0: not looked up yet) does
 * any of what it can do. */
static PEN_NOINLINE void act_rarely(const struct pen_rules *rules, struct pen_round *round, uint16_t seats,
                                    struct pen_chance *chance)
{
    struct pen_legal legal;
    bool is_card = sim_open_rarely(rules, round, seats, chance, &legal);
    struct pen_action action =
        is_card ? pen_legal_any_play(rules, &legal, chance) : pen_legal_any(rules, &legal, chance);
    if (action.card != PEN_CARD_NONE && pen_uno_goes_with(rules, round->hand_count[action.seat]))
        action.uno = pen_chance_word(chance) & 1;
    enum pen_refusal refusal = pen_round_apply(rules, round, action, NULL);
    PEN_ASSERT(refusal == PEN_ACCEPTED);
}

/* Actions of whoever comes, at most so many; returns how many. */
static inline uint64_t act(const struct pen_rules *rules, struct pen_round *round, struct pen_chance *chance,
                           uint64_t limit)
{
    uint16_t seats = 0; /* not known yet */
    if (PEN_UNLIKELY(rules->rule.jump_in)) {
        seats = sim_who_may_act(rules, round);
        limit = 1;
    }
    uint64_t count =
        PEN_UNLIKELY((seats & (seats - 1)) != 0) ? 0 : pen_quick_any_turns(rules, round, chance, limit);
    if (PEN_LIKELY(count > 0))
        return count;
    act_rarely(rules, round, seats, chance);
    return 1;
}

/* Nanoseconds to copy a whole game, scattered over more of them than the nearest cache line. */
static double copy_ns(const struct pen_game *game)
{
    enum { PLACES = 16, COPIES = 1000000 };
    static struct pen_game places[PLACES];
    for (unsigned i = 0; i < PLACES; i++)
        places[i] = *game;
    double start = platform_process_seconds();
    for (unsigned i = 0; i < COPIES; i++) {
        places[i % PLACES] = places[(i + 7) % PLACES];
        __asm__ volatile("" : : "r"(places) : "memory"); /* each copy is really made */
    }
    return (platform_process_seconds() - start) * 1e9 / COPIES;
}

/* Plays a round that has been dealt; returns the number of actions. Not compiled into its caller: there gcc
 * would keep single fields of the round elsewhere and write them back on each of the many ways out of a loop.
 */
static PEN_NOINLINE uint64_t play_round(const struct pen_rules *rules, struct pen_round *round,
                                        struct pen_chance *chance)
{
    uint64_t actions = 0;
    while (round->phase != PEN_PHASE_OVER && actions < SIM_ROUND_ACTIONS_MAX)
        actions += act(rules, round, chance, SIM_ROUND_ACTIONS_MAX - actions);
    return actions;
}

/* Plays the games from 'first' on; returns the number of actions. */
static uint64_t play_games(const struct pen_rules *rules, uint8_t seat_count, uint64_t first, uint64_t count,
                           uint64_t seed)
{
    struct pen_round round;
    uint64_t actions = 0;
    for (uint64_t i = first; i < first + count; i++) {
        struct pen_chance chance = pen_chance_of(seed, 2 * i);
        pen_round_start(rules, &round, seat_count, (uint8_t)(i % seat_count), pen_chance_of(seed, 2 * i + 1));
        actions += play_round(rules, &round, &chance);
    }
    return actions;
}

static void keep_fastest(double *rate, uint64_t count, double seconds)
{
    if (seconds > 0 && (double)count / seconds > *rate)
        *rate = (double)count / seconds;
}

void sim_bench_run(const struct pen_rules *rules, uint8_t seat_count, uint64_t games, uint64_t seed,
                   struct sim_bench *bench)
{
    enum { SLICES = 20 };
    double seconds = 0;
    *bench = (struct sim_bench){.games = games};
    for (uint64_t i = 0; i < SLICES; i++) {
        uint64_t first = games * i / SLICES, count = games * (i + 1) / SLICES - first;
        double start = platform_process_seconds();
        uint64_t actions = play_games(rules, seat_count, first, count, seed);
        double middle = platform_process_seconds();
        uint64_t yardstick = sim_yardstick_run(seat_count, (count + 1) / 2, seed + i);
        keep_fastest(&bench->yardstick_per_s, yardstick, platform_process_seconds() - middle);
        keep_fastest(&bench->games_per_s, count, middle - start);
        keep_fastest(&bench->actions_per_s, actions, middle - start);
        bench->actions += actions;
        seconds += middle - start;
    }
    bench->mean_actions_per_s = seconds > 0 ? (double)bench->actions / seconds : 0;
    static struct pen_game game;
    pen_round_start(rules, &game.round, seat_count, 0, pen_chance_of(seed, 0));
    bench->copy_ns = copy_ns(&game);
}

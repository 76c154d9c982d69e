/* bench.c - the rules at full speed, through the public functions only.
 *
 * The policy is random: where others than the player in turn may act (catch, say UNO, jump in), any
 * of them or the player in turn does any of the things that are open. Otherwise the player in turn
 * plays any card that can be played; who has none does whatever is left. UNO goes with the card
 * half of the time. Accusations are left out: at random they would bury every player in cards. */
#include <time.h>

#include "sim/bench.h"

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static uint8_t any_seat(uint16_t seats, struct pen_chance *chance)
{
    return (uint8_t)pen_bits_select(seats, pen_chance_below(chance, pen_bits_count(seats)));
}

/* Somebody out of turn may act as well: any of them does anything. */
static struct pen_action any_action(const struct pen_rules *rules, const struct pen_round *round,
                                    uint16_t seats, struct pen_chance *chance)
{
    struct pen_legal legal;
    pen_round_legal(rules, round, any_seat(seats, chance), &legal);
    legal.accuses = 0;
    if (legal.plays != 0)
        legal.verbs &= (uint16_t) ~(1u << PEN_VERB_DRAW | 1u << PEN_VERB_KEEP);
    return pen_legal_any(rules, &legal, chance);
}

/* Changed apart from the others: an action that is only passed on stays in a register. */
static PEN_NOINLINE struct pen_action with_uno(struct pen_action action)
{
    action.uno = action.card != PEN_CARD_NONE;
    return action;
}

/* One action of somebody. */
static inline void act(const struct pen_rules *rules, struct pen_round *round,
                       struct pen_chance *chance)
{
    struct pen_action action;
    struct pen_legal legal;
    uint16_t seats = (uint16_t)(1u << round->turn);
    if (round->owes != 0 || rules->jump_in || round->phase > PEN_PHASE_PENDING)
        seats = pen_round_must(round) | pen_round_may_react(rules, round);
    if (PEN_UNLIKELY((seats & (seats - 1)) != 0 || round->phase > PEN_PHASE_PENDING)) {
        action = any_action(rules, round, seats, chance);
    } else {
        pen_round_legal(rules, round, round->turn, &legal);
        if (legal.accuses != 0)
            legal.accuses = 0;
        action = legal.plays != 0 ? pen_legal_any_play(rules, &legal, chance)
                                  : pen_legal_any(rules, &legal, chance);
    }
    if (PEN_UNLIKELY(round->hand_count[action.seat] == 2) && (pen_chance_word(chance) & 1))
        action = with_uno(action);
    enum pen_refusal refusal = pen_round_apply(rules, round, action, NULL);
    PEN_ASSERT(refusal == PEN_ACCEPTED);
}

/* Nanoseconds to copy a whole game, scattered over more of them than the nearest cache line. */
static double copy_ns(const struct pen_game *game)
{
    enum { PLACES = 16, COPIES = 1000000 };
    static struct pen_game places[PLACES];
    for (unsigned i = 0; i < PLACES; i++)
        places[i] = *game;
    double start = cpu_seconds();
    for (unsigned i = 0; i < COPIES; i++) {
        places[i % PLACES] = places[(i + 7) % PLACES];
        __asm__ volatile("" : : "r"(places) : "memory"); /* each copy is really made */
    }
    return (cpu_seconds() - start) * 1e9 / COPIES;
}

void sim_bench_run(const struct pen_rules *rules, uint8_t seat_count, uint64_t games, uint64_t seed,
                   struct sim_bench *bench)
{
    struct pen_game game = {0};
    uint64_t actions = 0;
    double start = cpu_seconds();
    for (uint64_t i = 0; i < games; i++) {
        struct pen_chance chance = pen_chance_of(seed, 2 * i);
        pen_round_start(rules, &game.round, seat_count, (uint8_t)(i % seat_count),
                        pen_chance_of(seed, 2 * i + 1));
        while (game.round.phase != PEN_PHASE_OVER) {
            act(rules, &game.round, &chance);
            actions++;
        }
    }
    bench->cpu_seconds = cpu_seconds() - start;
    bench->games = games;
    bench->actions = actions;
    bench->copy_ns = copy_ns(&game);
}

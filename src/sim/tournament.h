/* tournament.h - bots against each other, pair by pair, over the same deals.
 *
 * In a pairing one bot has one seat and another all the rest. Every deal is played once with the one
 * on each seat, and deal number 7 is the same cards in every pairing: what luck gives, it gives to
 * all. With two seats one pairing says everything; with more, each bot is the one in turn. Where teams play,
 * a team is what a seat is otherwise. */
#ifndef SIM_TOURNAMENT_H
#define SIM_TOURNAMENT_H

#include "bots/bot.h"
#include "sim/elo.h"
#include "sim/match.h"
#include "sim/sprt.h"

struct sim_tournament {
    const struct pen_rules *rules;
    uint8_t seat_count;
    unsigned bot_count; /* 2 to SIM_ELO_BOTS_MAX */
    struct bot_spec specs[SIM_ELO_BOTS_MAX];
    uint8_t guest[SIM_ELO_BOTS_MAX]; /* by bot: 1 + number of a guest, who plays in its place */
    const struct sim_guests *guests; /* where there are any */
    uint32_t others; /* with more than two seats: 1 << bot that takes the other seats; 0: all */
    uint64_t games;  /* of each pairing; rounded up to whole deals */
    uint64_t seed;
    unsigned thread_count; /* 0: one per processor */
    double sprt_elo;       /* a pairing ends when the question is settled; 0: it does not */
    const struct bot_clock *clock;
    /* Now and then, in the caller's thread: games played of how many at most. False ends it with what
     * there is. May be null. */
    bool (*progress)(void *context, uint64_t games, uint64_t games_max);
    void *progress_context;
};

/* How many play against each other: seats, or teams (RULE M1), which have one bot for all their seats. */
static inline unsigned sim_tournament_sides(const struct sim_tournament *tournament)
{
    return tournament->rules->teams > 0 ? tournament->rules->teams : tournament->seat_count;
}

struct sim_pairing {
    unsigned one, other; /* bots */
    uint64_t deals, games;
    double win_rate, error; /* of the one, with its standard error */
    enum sim_verdict verdict;
};

struct sim_tournament_result {
    unsigned pair_count;
    struct sim_pairing pairs[SIM_ELO_PAIRS_MAX];
    uint64_t games;
    uint64_t bot_games[SIM_ELO_BOTS_MAX];
    double elo[SIM_ELO_BOTS_MAX], error[SIM_ELO_BOTS_MAX]; /* 'random' is 0, or else the mean */
    bool is_stopped;
};

/* Plays it. The same figures for any number of threads and ranks, unless stopped or a bot's budget is
 * time. Under MPI every rank calls it and only the one that speaks gets the result. False when there
 * is no memory. */
PEN_MUST_USE bool sim_tournament_run(const struct sim_tournament *tournament,
                                     struct sim_tournament_result *result);

#endif

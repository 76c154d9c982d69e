/* sim.h - many games between bots, and what came of them.
 *
 * Seats and deals. The bots of a list sit down in its order in game 0 and move on by one seat from
 * game to game; the cards are the same for as many games as there are seats, so that every bot plays
 * every deal from every seat and luck cancels. With fixed seats nobody moves and every game has its
 * own deal. The last seat deals first, so that the first seat begins.
 *
 * A game is decided by the settings and its number alone. */
#ifndef SIM_SIM_H
#define SIM_SIM_H

#include "sim/match.h"
#include "sim/stats.h"

/* Where records go; called in any thread. */
struct sim_keeper {
    void *context;
    /* Gives a sink for the record of a game; false if it cannot. */
    bool (*open)(void *context, uint64_t game, struct sim_sink *sink);
    /* Ends it. 'keep' false: nothing is left of it. False if it could not be kept. */
    bool (*close)(void *context, struct sim_sink *sink, bool keep);
};

struct sim_settings {
    const struct pen_rules *rules;
    const struct pen_edition *edition;
    const struct pen_options *options;
    const struct pen_names *names;
    uint8_t seat_count;
    bool is_fixed;                        /* seats and deals, see above */
    struct bot_spec specs[PEN_SEATS_MAX]; /* by place in the list; as many as seats */
    uint64_t seed, game_count;
    unsigned thread_count;           /* 0: one per processor */
    const struct bot_clock *clock;   /* may be null if no bot has a budget of time */
    const struct sim_keeper *keeper; /* null: no records */
    /* Bots with the same specification are one kind; kinds are numbered as they first occur.
     * sim_settings_sort() finds them. */
    uint8_t kind_count;
    uint8_t kind_of[PEN_SEATS_MAX];   /* by place */
    uint8_t kind_size[PEN_SEATS_MAX]; /* how many places are of the kind */
    struct bot_spec kinds[PEN_SEATS_MAX];
};
void sim_settings_sort(struct sim_settings *settings);

/* What decides a game. */
uint64_t sim_deal_seed(const struct sim_settings *settings, uint64_t game);
uint8_t sim_place_of_seat(const struct sim_settings *settings, uint64_t game, uint8_t seat);

/* What one seat, or all bots of one kind, achieved. Wins are in units of 1/SIM_WIN_UNITS. */
struct sim_share {
    uint64_t wins, round_wins, points;
};

/* 64-bit counters only. A game that did not end is counted as cut and nowhere else. */
struct sim_tally {
    uint64_t games, cut, lost; /* lost: their records could not be written */
    struct sim_share seats[PEN_SEATS_MAX], kinds[PEN_SEATS_MAX];
    uint64_t fired[SIM_FIRED_COUNT];
    struct sim_histogram rounds, turns, actions;
};

/* One game, for lists of them. */
struct sim_row {
    uint32_t is_played;
    uint32_t winners; /* 1 << seat; 0 if it was cut */
    uint32_t rounds, turns, actions;
    uint32_t score[PEN_SEATS_MAX];
    uint32_t start; /* of the first round: whose turn came first << 8 | the opening card */
};

/* What the caller hears while the games run, in its own thread. */
struct sim_listener {
    void *context;
    bool (*progress)(void *context, uint64_t done, uint64_t game_count); /* false stops */
    /* In the order of the games, each that was played; null if not wanted. False stops. */
    bool (*row)(void *context, uint64_t game, const struct sim_row *row);
};

/* Plays the games and adds what came of them to 'tally', which is zero. Returns how many games were
 * played, fewer than asked for if the listener stopped them. Under MPI every rank calls it; rank 0
 * gets everything. */
uint64_t sim_run(const struct sim_settings *settings, const struct sim_listener *listener,
                 struct sim_tally *tally);

#endif

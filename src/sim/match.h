/* match.h - one game between bots, to its end. What the bots get are views; the cards come from the
 * deal seed alone, so that two matches with the same one are dealt the same cards. */
#ifndef SIM_MATCH_H
#define SIM_MATCH_H

#include "bots/bot.h"
#include "sim/random_record.h"

/* Players from outside, who sit at a table of ours: programs of others (docs/BOTS.md). Called from any
 * thread; a chair is used by one. */
struct sim_guests {
    void *context;
    /* A chair for one game of guest number 'guest'; null: the guest cannot come. */
    void *(*sit)(void *context, unsigned guest, uint8_t seat, uint8_t seat_count);
    /* What it does, of what is legal; without 'must' it may let it be. False: it has lost its game. */
    bool (*choose)(void *chair, const struct pen_view *view, bool must, struct pen_action *action,
                   bool *is_any);
    void (*rise)(void *chair, uint16_t winners);
};

struct sim_match {
    const struct pen_rules *rules;
    uint8_t seat_count;
    struct bot_spec specs[PEN_SEATS_MAX]; /* by seat */
    uint8_t guest[PEN_SEATS_MAX];         /* by seat: 1 + number of a guest, 0: a bot of ours */
    const struct sim_guests *guests;      /* where there are any */
    uint8_t dealer;                       /* of the first round */
    uint64_t deal_seed;                   /* decides the cards */
    uint64_t bot_seed;                    /* decides what the bots leave to chance */
    const struct bot_clock *clock;        /* for bots with a budget of time; may be null */
    /* To write the record as well: all three, or 'sink' null. */
    const struct sim_sink *sink;
    const struct pen_edition *edition;
    const struct pen_options *options;
    const struct pen_names *names;
};

/* How often a rule came to bear: X(name, rule identifiers, what is counted). */
#define SIM_FIRED_LIST(X)  \
    X(DRAWN_PLAYED, "T2")  \
    X(DRAWN_KEPT, "T4")    \
    X(DRAWN_FORCED, "T4")  \
    X(TAKEN, "A1 A5")      \
    X(ANSWERED, "K1 K2")   \
    X(BLUFFED, "A6")       \
    X(GUILTY, "A7")        \
    X(INNOCENT, "A7")      \
    X(UNO_FORGOTTEN, "U1") \
    X(CAUGHT, "U1")        \
    X(JUMPED, "H3")        \
    X(HANDS_SWAPPED, "H2") \
    X(SEVERAL, "H23")      \
    X(TURNS_OVER, "H24")   \
    X(RACED, "C1")         \
    X(STREAMED, "G2")      \
    X(FOLLOWED, "G3")      \
    X(SWUNG, "W2")         \
    X(MISPLAYED, "P3")     \
    X(RESHUFFLED, "E3")    \
    X(DREW_NOTHING, "O19") \
    X(ROUND_VOID, "O19")

enum sim_fired {
#define X(name, rule) SIM_FIRED_##name,
    SIM_FIRED_LIST(X)
#undef X
        SIM_FIRED_COUNT
};

struct sim_result {
    uint16_t winners; /* 1 << seat; 0 if the match was cut short */
    uint16_t score[PEN_SEATS_MAX];
    uint32_t rounds, turns, actions;
    uint32_t round_wins[PEN_SEATS_MAX];
    uint32_t fired[SIM_FIRED_COUNT];
    uint8_t opening, first; /* of the first round: the opening card, whose turn came first */
    uint16_t failed;        /* guests that failed; the others have won */
    bool is_cut;            /* a round did not end (SIM_ROUND_ACTIONS_MAX) */
    bool has_failed;        /* the record could not be written */
};

/* Plays it. The same match gives the same result, unless a bot's budget is time. */
void sim_match_play(const struct sim_match *match, struct sim_result *result);

#endif

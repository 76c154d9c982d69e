/* match.h - one game between bots, to its end. What the bots get are views; the cards come from the
 * deal seed alone, so that two matches with the same one are dealt the same cards. */
#ifndef SIM_MATCH_H
#define SIM_MATCH_H

#include "bots/bot.h"
#include "sim/record.h"

struct sim_match {
    const struct pen_rules *rules;
    uint8_t seat_count;
    struct bot_spec specs[PEN_SEATS_MAX]; /* by seat */
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
#define SIM_FIRED_LIST(X)                                               \
    X(DRAWN_PLAYED, "T2", "a drawn card was played in the same turn")   \
    X(DRAWN_KEPT, "T4", "a drawn card that fitted was kept")            \
    X(DRAWN_FORCED, "T4", "a drawn card had to be played")              \
    X(TAKEN, "A1 A5", "a pending draw was taken")                       \
    X(ANSWERED, "K1 K2", "a pending draw was answered")                 \
    X(BLUFFED, "A6", "a Wild Draw Four was laid against its condition") \
    X(GUILTY, "A7", "a challenge found a bluff")                        \
    X(INNOCENT, "A7", "a challenge was wrong")                          \
    X(UNO_FORGOTTEN, "U1", "somebody came to owe UNO")                  \
    X(CAUGHT, "U1", "a player was caught")                              \
    X(JUMPED, "H3", "a card was jumped in")                             \
    X(HANDS_SWAPPED, "H2", "hands were swapped")                        \
    X(RACED, "C1", "a race to drop the cards was lost")                 \
    X(STREAMED, "G2", "a free card was laid")                           \
    X(FOLLOWED, "G3", "a free card was followed")                       \
    X(SWUNG, "W2", "a player was picked to be skipped")                 \
    X(MISPLAYED, "P3", "a card was laid wrongly")                       \
    X(RESHUFFLED, "E3", "the discards became the draw pile")            \
    X(DREW_NOTHING, "O19", "a draw found nothing")                      \
    X(ROUND_VOID, "O19", "a round ended without a winner")

enum sim_fired {
#define X(name, rule, what) SIM_FIRED_##name,
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
    bool is_cut;     /* a round did not end (SIM_ROUND_ACTIONS_MAX) */
    bool has_failed; /* the record could not be written */
};

/* Plays it. The same match gives the same result, unless a bot's budget is time. */
void sim_match_play(const struct sim_match *match, struct sim_result *result);

#endif

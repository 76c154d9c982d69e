/* action.h - what a seat can do, and sets of it. */
#ifndef PENULTIMA_ACTION_H
#define PENULTIMA_ACTION_H

#include "penultima/chance.h"
#include "penultima/edition.h"

#ifdef __cplusplus
extern "C" {
#endif
PEN_API_BEGIN

/* The verbs with the words of the .mesa format. */
#define PEN_VERB_LIST(X)                                                    \
    X(PLAY, "plays") /* card, color for a wild, uno */                      \
    X(DRAW, "draws")                                                        \
    X(KEEP, "keeps")                                                        \
    X(TAKE, "takes")                                                        \
    X(CHALLENGE, "challenges")                                              \
    X(NAME, "names") /* color */                                            \
    X(SAY_UNO, "says")                                                      \
    X(CATCH, "catches") /* target */                                        \
    X(JUMP, "jumps")    /* card, color for a wild, uno */                   \
    X(SWAP, "swaps")    /* target */                                        \
    X(DROP, "drops")                                                        \
    X(STREAM, "streams") /* card or PEN_CARD_NONE, color for a wild, uno */ \
    X(FOLLOW, "follows") /* card, uno */                                    \
    X(SWING, "swings")   /* target */                                       \
    X(ACCUSE, "accuses") /* target */

enum pen_verb {
#define X(name, word) PEN_VERB_##name,
    PEN_VERB_LIST(X)
#undef X
        PEN_VERB_COUNT
};

/* Fields that a verb does not use hold their NONE value (uno: 0); make actions with PEN_ACTION. */
struct pen_action {
    uint8_t verb;      /* enum pen_verb */
    uint8_t seat;      /* who acts */
    uint8_t card;      /* kind, or PEN_CARD_NONE */
    uint8_t color;     /* index, or PEN_COLOR_NONE */
    uint8_t target;    /* seat, or PEN_SEAT_NONE */
    uint8_t uno;       /* 1: UNO is said together with it (RULE O8) */
    uint8_t unused[2]; /* one word in all */
};
#define PEN_ACTION(verb_, seat_) \
    ((struct pen_action){(verb_), (seat_), PEN_CARD_NONE, PEN_COLOR_NONE, PEN_SEAT_NONE, 0, {0, 0}})

/* The actions open to one seat, as sets. A wild in 'plays', 'jumps' or 'streams' stands for one
 * action per colour. UNO said together with a card is not listed apart. */
struct pen_legal {
    uint64_t plays, jumps, streams, follows;  /* kinds */
    uint16_t catches, swaps, swings, accuses; /* seats */
    uint16_t verbs;    /* 1 << verb, for the verbs without card, color or target: DRAW KEEP TAKE
                          CHALLENGE SAY_UNO DROP, and STREAM for "no card" */
    uint8_t names;     /* number of colours that can be named, 0 or all */
    uint8_t seat;      /* whose list this is */
    uint8_t unused[4]; /* no padding: views are compared as bytes */
};

unsigned pen_legal_count(const struct pen_rules *rules, const struct pen_legal *legal);

/* The action with this index, from 0 to the count less one, in an order that is fixed for equal
 * sets. */
struct pen_action pen_legal_at(const struct pen_rules *rules, const struct pen_legal *legal, unsigned index);

/* One of them, each equally likely. The set is not empty. */
struct pen_action pen_legal_any(const struct pen_rules *rules, const struct pen_legal *legal,
                                struct pen_chance *chance);

/* One of the plays, each equally likely, a wild once per colour. There is at least one. */
struct pen_action pen_legal_any_play(const struct pen_rules *rules, const struct pen_legal *legal,
                                     struct pen_chance *chance);

/* Whether the action, UNO aside, is in the set. */
bool pen_legal_has(const struct pen_rules *rules, const struct pen_legal *legal, struct pen_action action);

PEN_API_END
#ifdef __cplusplus
}
#endif

#endif

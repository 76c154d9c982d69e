/* action.h - what a seat can do, and sets of it. */
#ifndef PENULTIMA_ACTION_H
#define PENULTIMA_ACTION_H

#include "penultima/chance.h"
#include "penultima/edition.h"

#ifdef __cplusplus
extern "C" {
#endif
PEN_API_BEGIN

/* The verbs: X(name, word of the .mesa format, what goes with it, its set in struct pen_legal, when).
 *
 * ALONE: nothing. CARD: a card, a colour if it is a wild, UNO. CARD_OR_NONE: the same, or "none".
 * COLORED_CARD: a card that is no wild, UNO. COLOR: a colour. TARGET: a player.
 * DUE: what a phase asks for. ANYTIME: what a player may do besides, whoever has the turn. */
#define PEN_VERB_LIST(X)                             \
    X(PLAY, "plays", CARD, plays, DUE)               \
    X(DRAW, "draws", ALONE, verbs, DUE)              \
    X(KEEP, "keeps", ALONE, verbs, DUE)              \
    X(TAKE, "takes", ALONE, verbs, DUE)              \
    X(CHALLENGE, "challenges", ALONE, verbs, DUE)    \
    X(NAME, "names", COLOR, names, DUE)              \
    X(SAY_UNO, "says uno", ALONE, verbs, ANYTIME)    \
    X(CATCH, "catches", TARGET, catches, ANYTIME)    \
    X(JUMP, "jumps", CARD, jumps, ANYTIME)           \
    X(SWAP, "swaps", TARGET, swaps, DUE)             \
    X(DROP, "drops", ALONE, verbs, DUE)              \
    X(STREAM, "streams", CARD_OR_NONE, streams, DUE) \
    X(FOLLOW, "follows", COLORED_CARD, follows, DUE) \
    X(SWING, "swings", TARGET, swings, DUE)          \
    X(ACCUSE, "accuses", TARGET, accuses, ANYTIME)

enum pen_verb {
#define X(name, word, with, set, when) PEN_VERB_##name,
    PEN_VERB_LIST(X)
#undef X
        PEN_VERB_COUNT
};

enum pen_with {
    PEN_WITH_ALONE,
    PEN_WITH_CARD,
    PEN_WITH_CARD_OR_NONE,
    PEN_WITH_COLORED_CARD,
    PEN_WITH_COLOR,
    PEN_WITH_TARGET
};

enum pen_when { PEN_DUE, PEN_ANYTIME };

struct pen_verb_shape {
    const char *word;
    uint8_t with; /* enum pen_with */
    uint8_t when; /* enum pen_when */
};

/* The verb is one. */
PEN_INLINE struct pen_verb_shape pen_verb_shape(unsigned verb)
{
    static const struct pen_verb_shape shapes[PEN_VERB_COUNT] = {
#define X(name, word, with, set, when) {word, PEN_WITH_##with, PEN_##when},
        PEN_VERB_LIST(X)
#undef X
    };
    return shapes[verb];
}

/* Whether a card goes with it. */
PEN_INLINE bool pen_verb_lays(unsigned verb)
{
    enum pen_with with = (enum pen_with)pen_verb_shape(verb).with;
    return with == PEN_WITH_CARD || with == PEN_WITH_CARD_OR_NONE || with == PEN_WITH_COLORED_CARD;
}

/* The verb that a phase waits for, PEN_VERB_COUNT where it waits for none. */
PEN_INLINE enum pen_verb pen_phase_verb(enum pen_phase phase)
{
    switch (phase) {
#define X(name, word, who, verb, first) \
    case PEN_PHASE_##name:              \
        return PEN_VERB_##verb;
        PEN_PHASE_LIST(X)
#undef X
    }
    return PEN_VERB_COUNT;
}

/* Fields that a verb does not use hold their NONE value (uno: 0); make actions with pen_action_of(). */
struct pen_action {
    uint8_t verb;      /* enum pen_verb */
    uint8_t seat;      /* who acts */
    uint8_t card;      /* kind, or PEN_CARD_NONE */
    uint8_t color;     /* index, or PEN_COLOR_NONE */
    uint8_t target;    /* seat, or PEN_SEAT_NONE */
    uint8_t uno;       /* 1: UNO is said together with it (RULE O8) */
    uint8_t unused[2]; /* one word in all */
};
PEN_INLINE struct pen_action pen_action_of(uint8_t verb, uint8_t seat)
{
    struct pen_action action = {verb, seat, PEN_CARD_NONE, PEN_COLOR_NONE, PEN_SEAT_NONE, 0, {0, 0}};
    return action;
}

#ifdef __cplusplus
#define PEN_ACTION(verb_, seat_) pen_action_of((uint8_t)(verb_), (uint8_t)(seat_))
#else /* also where only a constant may stand */
#define PEN_ACTION(verb_, seat_) \
    ((struct pen_action){(verb_), (seat_), PEN_CARD_NONE, PEN_COLOR_NONE, PEN_SEAT_NONE, 0, {0, 0}})
#endif

/* The same as one word, for calls: eight fields put together early cost more than the rest of an ordinary
 * turn, and a compiler only puts off what is written as arithmetic. */
PEN_INLINE uint64_t pen_action_word(struct pen_action action)
{
    return (uint64_t)action.verb | (uint64_t)action.seat << 8 | (uint64_t)action.card << 16 |
           (uint64_t)action.color << 24 | (uint64_t)action.target << 32 | (uint64_t)action.uno << 40;
}

PEN_INLINE struct pen_action pen_action_of_word(uint64_t word)
{
    struct pen_action action = {(uint8_t)word,
                                (uint8_t)(word >> 8),
                                (uint8_t)(word >> 16),
                                (uint8_t)(word >> 24),
                                (uint8_t)(word >> 32),
                                (uint8_t)(word >> 40),
                                {0, 0}};
    return action;
}

/* The actions open to one seat, as sets. A wild in 'plays', 'jumps' or 'streams' stands for one
 * action per colour. UNO said together with a card is not listed separately. */
struct pen_legal {
    uint64_t plays, jumps, streams, follows;  /* kinds */
    uint16_t catches, swaps, swings, accuses; /* seats */
    uint16_t verbs;    /* 1 << verb, for those that stand alone, and of CARD_OR_NONE for "none" */
    uint8_t names;     /* number of colours that can be named, 0 or all */
    uint8_t seat;      /* whose list this is */
    uint8_t unused[4]; /* no padding: views are compared as bytes */
};

/* The part of the set that belongs to a verb, by what goes with it; empty if that is something else. */
#define PEN__KINDS_ALONE(legal, set) 0
#define PEN__KINDS_CARD(legal, set) (legal)->set
#define PEN__KINDS_CARD_OR_NONE(legal, set) (legal)->set
#define PEN__KINDS_COLORED_CARD(legal, set) (legal)->set
#define PEN__KINDS_COLOR(legal, set) 0
#define PEN__KINDS_TARGET(legal, set) 0
#define PEN__SEATS_ALONE(legal, set) 0
#define PEN__SEATS_CARD(legal, set) 0
#define PEN__SEATS_CARD_OR_NONE(legal, set) 0
#define PEN__SEATS_COLORED_CARD(legal, set) 0
#define PEN__SEATS_COLOR(legal, set) 0
#define PEN__SEATS_TARGET(legal, set) (legal)->set

/* The kinds this verb can be done with. */
PEN_INLINE uint64_t pen_legal_kinds(const struct pen_legal *legal, unsigned verb)
{
    switch ((enum pen_verb)verb) {
#define X(name, word, with, set, when) \
    case PEN_VERB_##name:              \
        return PEN__KINDS_##with(legal, set);
        PEN_VERB_LIST(X)
#undef X
    case PEN_VERB_COUNT:
        break;
    }
    return 0; /* not one of them */
}

/* The seats it can be aimed at. */
PEN_INLINE uint16_t pen_legal_seats(const struct pen_legal *legal, unsigned verb)
{
    switch ((enum pen_verb)verb) {
#define X(name, word, with, set, when) \
    case PEN_VERB_##name:              \
        return PEN__SEATS_##with(legal, set);
        PEN_VERB_LIST(X)
#undef X
    case PEN_VERB_COUNT:
        break;
    }
    return 0; /* not one of them */
}

/* The kinds that can be used for any action. */
PEN_INLINE uint64_t pen_legal_all_kinds(const struct pen_legal *legal)
{
    uint64_t kinds = 0;
    for (unsigned verb = 0; verb < PEN_VERB_COUNT; verb++)
        kinds |= pen_legal_kinds(legal, verb);
    return kinds;
}

/* The seats that any action can be aimed at. */
PEN_INLINE uint16_t pen_legal_all_seats(const struct pen_legal *legal)
{
    unsigned seats = 0;
    for (unsigned verb = 0; verb < PEN_VERB_COUNT; verb++)
        seats |= pen_legal_seats(legal, verb);
    return (uint16_t)seats;
}

/* 1 << verb of all that may be done at any time, in turn or not. */
enum {
    PEN_VERBS_ANYTIME = 0
#define X(name, word, with, set, when) | (PEN_##when == PEN_ANYTIME) << PEN_VERB_##name
    PEN_VERB_LIST(X)
#undef X
};

/* Leaves what these verbs do (1 << verb) and nothing else. */
PEN_INLINE void pen_legal_keep(struct pen_legal *legal, unsigned verbs)
{
#define X(name, word, with, set, when)                                        \
    if (PEN_WITH_##with != PEN_WITH_ALONE && !(verbs >> PEN_VERB_##name & 1)) \
        legal->set = 0;
    PEN_VERB_LIST(X)
#undef X
    legal->verbs &= (uint16_t)verbs;
}

/* Leaves what the phase asks for: without what anybody may do at any time. */
PEN_INLINE void pen_legal_keep_due(struct pen_legal *legal)
{
    pen_legal_keep(legal, ~(unsigned)PEN_VERBS_ANYTIME);
}

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

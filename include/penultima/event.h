/* event.h - what happened, in order, with an audience each.
 *
 * Whoever is not in an event's audience gets it without its card (pen_event_for); everything else
 * in an event is public. Upper layers tell, record and send events, never the round. */
#ifndef PENULTIMA_EVENT_H
#define PENULTIMA_EVENT_H

#include "penultima/action.h"

#ifdef __cplusplus
extern "C" {
#endif
PEN_API_BEGIN

/* X(name, what it changes, who is to draw 'count' cards for it, whom it has a sentence for). The fields in
 * use besides 'seat' are given behind it.
 *
 * QUIET: nothing that somebody who remembers cards and turns would need. TABLE: turn, colour, direction, what
 * is pending. LAID: a card has gone from the hand to the pile. OWED: cards are to be drawn. CARDS: others
 * have come, gone or been seen. What is said to a person by "you" is event.NAME.you where {seat} is SEAT's,
 * event.NAME.target-you where {target} is TARGET's, in lang/. */
#define PEN_EVENT_LIST(X)                                                                                    \
    X(LOT, QUIET, NOBODY, SEAT)        /* 'seat' drew card for the deal; count: in which drawing, from 1 */  \
    X(LOT_TIED, QUIET, NOBODY, NOBODY) /* count: so many are highest and draw again; seat: PEN_SEAT_NONE */  \
    X(LOT_WON, QUIET, NOBODY, SEAT)    /* 'seat' drew the highest; the dealer in 'target' */                 \
    X(DEALT, QUIET, NOBODY, TARGET)    /* count: cards to 'seat'; its dealer in 'target' */                  \
    X(TURNED, TABLE, NOBODY, NOBODY)   /* card turned over to start; stays */                                \
    X(TURNED_BACK, QUIET, NOBODY, NOBODY)    /* card turned over, goes back into the pile */                 \
    X(TURNED_IGNORED, QUIET, NOBODY, NOBODY) /* card turned over, stays without effect, another is turned */ \
    X(TURN, TABLE, NOBODY, SEAT)             /* it is now the turn of 'seat' */                              \
    X(PLAYED, LAID, NOBODY, SEAT)            /* card, color for a wild, uno */                               \
    X(JUMPED, LAID, NOBODY, SEAT)            /* card, color for a wild, uno */                               \
    X(CANCELLED, QUIET, NOBODY,                                                                              \
      NOBODY)                  /* a jump cancelled the first card's effect; count: cards taken off */        \
    X(DREW, CARDS, SEAT, SEAT) /* card (audience: the seat), count 1; several in a row for several */        \
    X(DREW_NOTHING, TABLE, NOBODY, SEAT) /* there was nothing left; count: cards that could not be served */ \
    X(KEPT, TABLE, NOBODY, SEAT)         /* kept the drawn card */                                           \
    X(KEPT_REST, TABLE, NOBODY, SEAT)    /* lays no more cards of the number */                              \
    X(PENDING, TABLE, NOBODY, SEAT)      /* count: cards now waiting for 'seat' */                           \
    X(TOOK, OWED, SEAT, SEAT)            /* count: took the pending cards and loses the turn; DREW follow */ \
    X(CHALLENGED, TABLE, NOBODY, BOTH)   /* target: the one who laid the card */                             \
    X(SHOWN, CARDS, NOBODY, SEAT)     /* card of the hand of 'seat', audience: who sees it; one per card */  \
    X(SHOWN_TO, CARDS, NOBODY, BOTH)  /* hand of 'seat' was shown; target: to whom, PEN_SEAT_NONE: to all */ \
    X(GUILTY, OWED, SEAT, SEAT)       /* 'seat' had bluffed; count: cards to draw */                         \
    X(INNOCENT, OWED, TARGET, TARGET) /* 'seat' had not; target: challenger, count: cards for that one */    \
    X(NAMED, TABLE, NOBODY, SEAT)     /* color of the opening wild */                                        \
    X(SAID_UNO, QUIET, NOBODY, SEAT)                                                                         \
    X(CAUGHT, OWED, TARGET, BOTH)          /* 'seat' caught 'target'; count: cards to draw */                \
    X(SKIPPED, QUIET, NOBODY, SEAT)        /* 'seat' loses the turn */                                       \
    X(TURN_LOST, TABLE, NOBODY, SEAT)      /* 'seat' loses this turn for an earlier misplay */               \
    X(REVERSED, TABLE, NOBODY, NOBODY)     /* count: direction now, enum pen_direction */                    \
    X(PASSED_HANDS, CARDS, NOBODY, NOBODY) /* all hands moved on */                                          \
    X(SWAPPED, CARDS, NOBODY, BOTH)        /* with target */                                                 \
    X(RACE, QUIET, NOBODY, NOBODY)         /* everybody is to drop */                                        \
    X(DROPPED, QUIET, NOBODY, SEAT)                                                                          \
    X(DROPPED_LAST, OWED, SEAT, SEAT)     /* count: cards to draw */                                         \
    X(STREAMED, LAID, NOBODY, SEAT)       /* card, color for a wild, uno; PEN_CARD_NONE: declined */         \
    X(FOLLOWED, LAID, NOBODY, SEAT)       /* card, uno */                                                    \
    X(COULD_NOT_FOLLOW, OWED, SEAT, SEAT) /* count: cards to draw */                                         \
    X(SWUNG, TABLE, NOBODY, BOTH)         /* target is skipped; PEN_SEAT_NONE: nobody holds the colour */    \
    X(MISPLAYED, OWED, SEAT, SEAT)  /* card laid and taken back; count: cards to draw; target: PEN_SEAT_NONE \
                                       in turn, the seat itself out of turn */                               \
    X(ACCUSED, QUIET, NOBODY, BOTH) /* target */                                                             \
    X(ADVISED, OWED, SEAT, SEAT)    /* 'seat' is punished for advice; count: cards to draw */                \
    X(RESHUFFLED, QUIET, NOBODY, NOBODY) /* count: cards of the new draw pile */                             \
    X(LAST_DRAW, OWED, SEAT, SEAT)       /* 'seat' still draws; count */                                     \
    X(ROUND_WON, QUIET, NOBODY, SEAT)                                                                        \
    X(ROUND_FEWEST, QUIET, NOBODY, SEAT) /* the turns are over: 'seat' wins with the fewest cards, count */  \
    X(ROUND_VOID, QUIET, NOBODY,                                                                             \
      NOBODY) /* seat: PEN_SEAT_NONE; count: 1 if the table agreed on it, else RULE O19 */

enum pen_event_type {
    PEN_EVENT_NONE,
#define X(name, change, drawer, you) PEN_EVENT_##name,
    PEN_EVENT_LIST(X)
#undef X
        PEN_EVENT_TYPE_COUNT
};

/* The events that change the same, as cases of a switch without a default: a new one that changes more than
 * its reader knows does not build. */
#define PEN_EVENT_CASES(change) PEN_EVENT_LIST(PEN__CASES_##change)
#define PEN__CASES_QUIET(name, change, drawer, you) PEN__CASE_IF(PEN__IS_QUIET_##change)(name)
#define PEN__CASES_TABLE(name, change, drawer, you) PEN__CASE_IF(PEN__IS_TABLE_##change)(name)
#define PEN__CASES_LAID(name, change, drawer, you) PEN__CASE_IF(PEN__IS_LAID_##change)(name)
#define PEN__CASES_OWED(name, change, drawer, you) PEN__CASE_IF(PEN__IS_OWED_##change)(name)
/* Two that are alike are a macro, which puts PEN__CASE where otherwise PEN__NO_CASE is. */
#define PEN__IS_QUIET_QUIET , PEN__CASE
#define PEN__IS_TABLE_TABLE , PEN__CASE
#define PEN__IS_LAID_LAID , PEN__CASE
#define PEN__IS_OWED_OWED , PEN__CASE
#define PEN__CASE_IF(alike) PEN__SECOND(alike, PEN__NO_CASE, )
#define PEN__SECOND(...) PEN__SECOND_OF(__VA_ARGS__)
#define PEN__SECOND_OF(first, second, ...) second
#define PEN__CASE(name) case PEN_EVENT_##name:
#define PEN__NO_CASE(name)

#define PEN_AUDIENCE_ALL 0xffff

struct pen_event {
    uint8_t type;   /* enum pen_event_type */
    uint8_t seat;   /* whom it is about, or PEN_SEAT_NONE */
    uint8_t target; /* seat, or PEN_SEAT_NONE */
    uint8_t card;   /* kind, or PEN_CARD_NONE */
    uint8_t color;  /* index, or PEN_COLOR_NONE */
    uint8_t uno;    /* 1: said with it */
    uint16_t count;
    uint16_t audience; /* seats that see the card, 1 << seat; PEN_AUDIENCE_ALL: everybody */
};

/* The seat that is to draw 'count' cards for it, or PEN_SEAT_NONE. */
PEN_INLINE uint8_t pen_event_drawer(const struct pen_event *event)
{
#define PEN__DRAWER_NOBODY PEN_SEAT_NONE
#define PEN__DRAWER_SEAT event->seat
#define PEN__DRAWER_TARGET event->target
    switch ((enum pen_event_type)event->type) {
#define X(name, change, drawer, you) \
    case PEN_EVENT_##name:           \
        return PEN__DRAWER_##drawer;
        PEN_EVENT_LIST(X)
#undef X
    case PEN_EVENT_NONE:
    case PEN_EVENT_TYPE_COUNT:
        break;
    }
    return PEN_SEAT_NONE; /* none of them */
}

/* More than one action can cause: every card drawn once and every card shown once, and change. */
#define PEN_EVENTS_MAX (2 * PEN_DECK_MAX + 128)

struct pen_events {
    unsigned count;
    /* RULE E3: the new draw pile in its order from the top, if one was made; else 0 cards. An
     * action makes at most one. Not for sending. */
    unsigned reshuffled_count;
    uint8_t reshuffled[PEN_DECK_MAX];
    struct pen_event list[PEN_EVENTS_MAX];
};

#define PEN_SPECTATOR 0xfe

/* The event as 'viewer' (a seat or PEN_SPECTATOR) may know it. */
struct pen_event pen_event_for(struct pen_event event, uint8_t viewer);

PEN_API_END
#ifdef __cplusplus
}
#endif

#endif

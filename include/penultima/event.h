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

/* X(name): the fields in use besides 'seat' are given behind it. */
#define PEN_EVENT_LIST(X)                                                                        \
    X(LOT)            /* 'seat' drew card for the deal; count: in which drawing, from 1 */       \
    X(LOT_TIED)       /* count: so many are highest and draw again; seat: PEN_SEAT_NONE */       \
    X(LOT_WON)        /* 'seat' drew the highest; the dealer in 'target' */                      \
    X(DEALT)          /* count: cards to 'seat'; its dealer in 'target' */                       \
    X(TURNED)         /* card turned over to start; stays */                                     \
    X(TURNED_BACK)    /* card turned over, goes back into the pile */                            \
    X(TURNED_IGNORED) /* card turned over, stays without effect, another is turned */            \
    X(TURN)           /* it is now the turn of 'seat' */                                         \
    X(PLAYED)         /* card, color for a wild, uno */                                          \
    X(JUMPED)         /* card, color for a wild, uno */                                          \
    X(CANCELLED)      /* a jump cancelled the first card's effect; count: cards taken off */     \
    X(DREW)           /* card (audience: the seat), count 1; several in a row for several */     \
    X(DREW_NOTHING)   /* there was nothing left; count: cards that could not be served */        \
    X(KEPT)           /* kept the drawn card */                                                  \
    X(PENDING)        /* count: cards now waiting for 'seat' */                                  \
    X(TOOK)           /* count: took the pending cards and loses the turn; DREW follow */        \
    X(CHALLENGED)     /* target: the one who laid the card */                                    \
    X(SHOWN)          /* card of the hand of 'seat', audience: who sees it; one per card */      \
    X(SHOWN_TO)       /* hand of 'seat' was shown; target: to whom, PEN_SEAT_NONE: to all */     \
    X(GUILTY)         /* 'seat' had bluffed; count: cards to draw */                             \
    X(INNOCENT)       /* 'seat' had not; target: challenger, count: cards for that one */        \
    X(NAMED)          /* color of the opening wild */                                            \
    X(SAID_UNO)                                                                                  \
    X(CAUGHT)       /* 'seat' caught 'target'; count: cards to draw */                           \
    X(SKIPPED)      /* 'seat' loses the turn */                                                  \
    X(TURN_LOST)    /* 'seat' loses this turn for an earlier misplay */                          \
    X(REVERSED)     /* count: direction now, enum pen_direction */                               \
    X(PASSED_HANDS) /* all hands moved on */                                                     \
    X(SWAPPED)      /* with target */                                                            \
    X(RACE)         /* everybody is to drop */                                                   \
    X(DROPPED)                                                                                   \
    X(DROPPED_LAST)     /* count: cards to draw */                                               \
    X(STREAMED)         /* card, color for a wild, uno; PEN_CARD_NONE: declined */               \
    X(FOLLOWED)         /* card, uno */                                                          \
    X(COULD_NOT_FOLLOW) /* count: cards to draw */                                               \
    X(SWUNG)            /* target is skipped; PEN_SEAT_NONE: nobody holds the colour */          \
    X(MISPLAYED)        /* card laid and taken back; count: cards to draw; target: PEN_SEAT_NONE \
                           in turn, the seat itself out of turn */                               \
    X(ACCUSED)          /* target */                                                             \
    X(ADVISED)          /* 'seat' is punished for advice; count: cards to draw */                \
    X(RESHUFFLED)       /* count: cards of the new draw pile */                                  \
    X(LAST_DRAW)        /* 'seat' still draws; count */                                          \
    X(ROUND_WON)                                                                                 \
    X(ROUND_VOID) /* seat: PEN_SEAT_NONE; count: 1 if the table agreed on it, 0 by RULE O19 alone */

enum pen_event_type {
    PEN_EVENT_NONE,
#define X(name) PEN_EVENT_##name,
    PEN_EVENT_LIST(X)
#undef X
        PEN_EVENT_TYPE_COUNT
};

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

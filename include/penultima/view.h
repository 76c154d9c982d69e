/* view.h - what one seat, or a spectator, may know (RULE O25). The only thing that leaves the
 * authority of a table: bots, clients and logs are given views and events redacted for them.
 *
 * A view is kept per viewer. pen_view_update() after every action refreshes the table as it lies
 * now and adds what happened to the history; what a challenge or a swing showed stays in 'shown'.
 * Plain memory; two views that may not differ are equal as bytes. */
#ifndef PENULTIMA_VIEW_H
#define PENULTIMA_VIEW_H

#include "penultima/game.h"
#include "penultima/memory.h"

#ifdef __cplusplus
extern "C" {
#endif
PEN_API_BEGIN

#define PEN_VIEW_EVENTS_MAX 256

struct pen_view {
    struct pen_hand hand;                 /* the viewer's own; empty for a spectator */
    struct pen_hand discards;             /* the discard pile, the top card included */
    struct pen_hand shown[PEN_SEATS_MAX]; /* hands as they were when they were shown to the viewer */
    uint32_t shown_at[PEN_SEATS_MAX];     /* event_total at that time; 0: never shown this round */
    struct pen_hand given;                /* the viewer's own as it was when it last gave it away (RULE H2) */
    uint32_t given_at;                    /* event_total at that time; 0: never this round */
    struct pen_memory memory;             /* what the history leaves in mind, however long it was */
    /* Cards that the viewer knows to be in these hands now; where partners play with open hands (RULE M4),
     * all of theirs. */
    struct pen_hand known[PEN_SEATS_MAX];
    struct pen_legal legal; /* what the viewer can do now */
    uint16_t must, owes, dropped, pending;
    uint16_t lost; /* RULE O14: public, everybody saw the misplay */
    uint16_t vain; /* RULE O19 */
    uint16_t accused[PEN_SEATS_MAX], accusing, punished;
    uint16_t team;  /* RULE M1: seats that win with the viewer, itself among them; 0 for a spectator */
    uint8_t viewer; /* a seat or PEN_SPECTATOR */
    uint8_t seat_count, dealer, turn, direction, phase;
    uint8_t top, color;
    uint8_t color_before;        /* RULE A6: in play when the last card with a condition was laid */
    uint8_t turned;              /* RULE H4 */
    uint8_t beneath;             /* RULES H10, H11 */
    uint8_t drawn, drawn_forced; /* the viewer's own drawn card while it can be played */
    uint8_t thrower, follower, follow_color;
    uint8_t hand_count[PEN_SEATS_MAX];
    uint8_t draw_count, discard_count;
    uint16_t
        turns_left; /* RULE H24: with this one, where turns are counted; 0 while the last draw is settled */
    uint8_t winner; /* in PEN_PHASE_OVER */
    uint16_t score[PEN_SEATS_MAX], winners, round_number;
    uint32_t event_total;                         /* of this round, also those that have left the ring */
    struct pen_event events[PEN_VIEW_EVENTS_MAX]; /* event n is at n % PEN_VIEW_EVENTS_MAX */
};

/* An empty view for 'viewer'; before the deal of every round. */
void pen_view_init(struct pen_view *view, uint8_t viewer);

/* The table as it lies now, without discards, points and history: enough for a player who does not
 * remember the round, and much quicker. */
void pen_view_glance(struct pen_view *view, const struct pen_rules *rules, const struct pen_round *round);

/* After the deal and after every action, with the events of just that. */
void pen_view_update(struct pen_view *view, const struct pen_rules *rules, const struct pen_game *game,
                     const struct pen_events *events);

/* A round that the viewer could be in: the table as the view shows it, the hands of the others as
 * imagined (as many cards as they hold; the viewer's own is taken from the view), everything else in
 * the draw pile without an order. The discards come from the view, so it must be an updated one, of a
 * seat. The cards must add up to the deck. For search on copies: it knows no more than its maker. */
void pen_view_imagine(const struct pen_view *view, const struct pen_rules *rules,
                      const struct pen_hand *hands, struct pen_chance chance, struct pen_round *round);

PEN_API_END
#ifdef __cplusplus
}
#endif

#endif

/* round.h - one deal, from the first card until a hand is empty.
 *
 * Plain memory: copy with '=', drop without a call, compare as bytes. Knows no names, clock or
 * score. It holds every hidden card, so it stays with the authority of the table; players get
 * views (view.h). Read its fields freely, change them only through the functions below. */
#ifndef PENULTIMA_ROUND_H
#define PENULTIMA_ROUND_H

#include "penultima/chance.h"
#include "penultima/event.h"
#include "penultima/refusal.h"

#ifdef __cplusplus
extern "C" {
#endif
PEN_API_BEGIN

enum pen_direction { PEN_LEFT, PEN_RIGHT }; /* left is clockwise: seat 1 after seat 0 */

struct pen_round {
    /* Exceptions: usually all zero, which is one comparison. They stay together and come first. */
    uint16_t owes;     /* RULE O8: seats that owe UNO and can be caught */
    uint16_t lost;     /* RULE O14: seats that lose their next turn */
    uint16_t vain;     /* RULE O19: seats that drew in vain since the last card */
    uint16_t accusing; /* RULE O15: seats that have accused anybody in this turn */

    struct pen_chance chance;
    uint8_t phase; /* enum pen_phase */
    uint8_t turn;
    uint8_t seat_count;
    uint8_t forward;      /* seats from one to the next: 1 to the left, seat_count - 1 to the right */
    uint8_t direction;    /* enum pen_direction */
    uint8_t top, color;   /* the card to match; the colour in play, PEN_COLOR_NONE before it is named */
    uint8_t drawn;        /* the card drawn in this turn while it can be played, or PEN_CARD_NONE */
    uint8_t drawn_forced; /* RULE T4: it must be played */
    uint8_t thrower;      /* who laid the top card, or PEN_SEAT_NONE */
    uint8_t turned;       /* RULE H4: the top card turned the direction, which a jump takes back */
    uint8_t bluffed;      /* RULE A6: the top card was laid against its condition */
    uint8_t color_before; /* RULE A6: the colour in play when the last such card was laid */
    uint8_t draw_count, ordered_count, discard_count;
    uint8_t dealer;
    uint8_t hand_count[PEN_SEATS_MAX];
    /* While the top card's program is not done, else zero: where it goes on, the seat that the next
     * turn is counted from, the seats left out then. */
    uint8_t step, anchor, skips;
    uint8_t follower, follow_color; /* RULE G3, else PEN_SEAT_NONE and PEN_COLOR_NONE */
    uint8_t winner;
    uint8_t beneath;   /* RULES H10, H11: under a card that passed a draw on, the draw card; else 0 */
    uint16_t pending;  /* cards waiting for the target of a draw */
    uint16_t dropped;  /* RULE C1 */
    uint16_t punished; /* RULE O15: seats whose punishment took effect this turn */
    uint16_t accused[PEN_SEATS_MAX]; /* RULE O15: who has accused this seat in this turn */
    /* What the table may end as void (docs/RULES.md, l): turns in a row whose drawn cards all came back, and
     * the cards of both piles when the draw pile was last found empty. */
    uint8_t still, still_piles;
    /* RULE H24: where turns are counted, the number of this one from 1, one more than there are while a last
     * draw is settled; else 0. */
    uint16_t turns;
    /* RULE H25: where everybody has a draw pile of their own, how many cards each has; they lie in 'pile'
     * one above the other, that of seat 0 lowest, all in order. Else, and where none has an order, 0. */
    uint8_t own[PEN_SEATS_MAX];
    uint8_t unused[6];

    struct pen_hand hands[PEN_SEATS_MAX];
    struct pen_hand laid_from; /* RULE A7: the thrower's hand when the challengeable card was laid */
    /* Both piles in one place. The draw pile grows from the front, its top is its last card; of it
     * the last 'ordered_count' cards lie in this order, the others below them in none yet: they
     * are picked at random when they are drawn. The discard pile grows from the back, its top is
     * its foremost card. */
    uint8_t pile[PEN_DECK_MAX];
};

#define PEN_LOTS_MAX 16 /* drawings for one deal; more ties than this do not happen */

/* RULES S1, O3: the cards drawn for the deal, drawing by drawing; after a tie the tied ones draw again. */
struct pen_lots {
    uint8_t count;                              /* drawings; 0: nobody drew, the dealer was named */
    uint8_t cards[PEN_LOTS_MAX][PEN_SEATS_MAX]; /* kinds by seat; PEN_CARD_NONE: did not draw */
};

/* The seats of 'drawing' that have drawn the highest number; whatever is no number counts 0. */
uint16_t pen_lots_highest(const struct pen_rules *rules, const uint8_t *cards, uint16_t drawing);

/* Who deals if this seat has drawn the highest. */
uint8_t pen_lots_dealer(const struct pen_rules *rules, uint8_t highest, uint8_t seat_count);

/* Numbers from 0 to less than 'bound', each equally likely. */
struct pen_lot_source {
    void *context;
    uint32_t (*below)(void *context, uint32_t bound);
};

/* Draws for the deal until one is highest, from 'deck' (the deck in any order; the cards go back before each
 * drawing), seat by seat: a card at random, the last one takes its place. Returns the dealer. Where the
 * edition has no drawing 'lots' is empty, and chance names one. */
uint8_t pen_lots_draw(const struct pen_rules *rules, uint8_t seat_count, const uint8_t *deck,
                      const struct pen_lot_source *source, struct pen_lots *lots);

/* Whether they can have been drawn and make this seat the dealer; no lots are good as well. */
bool pen_lots_are_good(const struct pen_rules *rules, const struct pen_lots *lots, uint8_t seat_count,
                       uint8_t dealer);

/* A deal laid out by hand; what it leaves open, chance decides. Cards named are kinds. */
struct pen_layout {
    uint8_t seat_count, dealer;
    struct pen_lots lots; /* of a first round: what made 'dealer' the dealer, for sentences and records */
    struct pen_chance chance;
    uint16_t has_hand; /* seats whose hands are laid out */
    struct pen_hand hands[PEN_SEATS_MAX];
    uint8_t draw_count, opening_count, discard_count;
    uint8_t draw[PEN_DECK_MAX];    /* from the top; the rest lies below in random order */
    uint8_t opening[PEN_DECK_MAX]; /* turned over in this order; what goes back is in 'draw' or below (O24) */
    uint8_t top;                   /* PEN_CARD_NONE, or: start in mid-game, without RULE S4 */
    uint8_t top_color;             /* colour in play, for a wild on top */
    uint8_t turn, direction;       /* with 'top' only */
    uint8_t discard[PEN_DECK_MAX]; /* with 'top' only: beneath it */
};

/* A layout with nothing laid out. */
struct pen_layout pen_layout_random(uint8_t seat_count, uint8_t dealer, struct pen_chance chance);

enum pen_deal_problem {
    PEN_DEAL_GOOD,
    PEN_DEAL_BAD_SEATS,       /* count, dealer or turn out of range */
    PEN_DEAL_BAD_CARD,        /* no such kind or colour */
    PEN_DEAL_TOO_MANY_COPIES, /* more copies of 'card' are named than the deck has */
    PEN_DEAL_EMPTY_HAND,
    PEN_DEAL_TOO_FEW_CARDS, /* not enough left for the hands and an opening card */
    PEN_DEAL_NO_OPENING,    /* no card left that could start the discard pile */
    PEN_DEAL_OPENING_LEFT,  /* the opening was decided before all its cards were turned */
    PEN_DEAL_BAD_LOTS       /* cards that cannot have been drawn, or that make another one the dealer */
};

/* Deals. On a problem the round is not to be used; 'card' (may be null) receives the kind at fault. */
PEN_MUST_USE enum pen_deal_problem pen_round_deal(const struct pen_rules *rules, struct pen_round *round,
                                                  const struct pen_layout *layout, struct pen_events *events,
                                                  uint8_t *card);

/* Lays out by chance what the layout leaves open: all hands, the whole draw pile, the opening. The
 * deal of the completed layout needs no chance, so it can be written down as a record. A layout with
 * nothing laid out becomes the deal that pen_round_start() makes of the same chance (which deals again
 * where unlucky hands of a small deck leave no card to start with: here that is a problem). */
PEN_MUST_USE enum pen_deal_problem pen_layout_complete(const struct pen_rules *rules,
                                                       struct pen_layout *layout, uint8_t *card);

/* The quick way to a round that chance decides throughout. 'seat_count' and 'dealer' are in range. */
void pen_round_start(const struct pen_rules *rules, struct pen_round *round, uint8_t seat_count,
                     uint8_t dealer, struct pen_chance chance);

/* Plays 'action'. On refusal the round is unchanged and the result names the rule that refused.
 * 'events' (may be null) receives what happened. Any bytes may come as 'action'. */
PEN_MUST_USE enum pen_refusal pen_round_apply(const struct pen_rules *rules, struct pen_round *round,
                                              struct pen_action action, struct pen_events *events);

/* The same with the order (from the top) for the draw pile that this action makes (RULE E3). The
 * caller has made sure, by trying on a copy, that the action makes one of just these cards. */
PEN_MUST_USE enum pen_refusal pen_round_apply_ordered(const struct pen_rules *rules, struct pen_round *round,
                                                      struct pen_action action, struct pen_events *events,
                                                      const uint8_t *order, unsigned order_count);

/* Everything open to 'seat' now. Punished misplays (RULE P3) are accepted but are not legal. */
void pen_round_legal(const struct pen_rules *rules, const struct pen_round *round, uint8_t seat,
                     struct pen_legal *legal);

/* The seats without which play cannot go on, as 1 << seat; 0 when the round is over. */
uint16_t pen_round_must(const struct pen_round *round);

/* The seats that may act besides: say UNO, catch, jump in, challenge for another (RULE O26), accuse. It
 * depends on hidden cards (who could jump in), so it is for the authority only. */
uint16_t pen_round_may(const struct pen_rules *rules, const struct pen_round *round);

/* Those of them for whom time may run out: say UNO, catch, jump in, challenge for another. */
uint16_t pen_round_may_react(const struct pen_rules *rules, const struct pen_round *round);

/* Self-check: re-derives every invariant. Returns null, or what is wrong. */
const char *pen_round_check(const struct pen_rules *rules, const struct pen_round *round);

/* Whether the table may end the round as void: for three rounds of turns the piles have served nobody. */
enum pen_refusal pen_round_can_void(const struct pen_round *round);

/* Ends it so, after pen_round_can_void(): no winner, no points. 'events' may be null. */
void pen_round_void(const struct pen_rules *rules, struct pen_round *round, struct pen_events *events);

/* What there is to read of a round whose fields the caller does not know. The seat that went out,
 * PEN_SEAT_NONE as long as nobody has. */
PEN_INLINE uint8_t pen_round_winner(const struct pen_round *round)
{
    return round->winner;
}

PEN_INLINE unsigned pen_round_seat_count(const struct pen_round *round)
{
    return round->seat_count;
}

PEN_INLINE enum pen_phase pen_round_phase(const struct pen_round *round)
{
    return (enum pen_phase)round->phase;
}

PEN_INLINE uint8_t pen_round_turn(const struct pen_round *round)
{
    return round->turn;
}

PEN_INLINE uint8_t pen_round_top(const struct pen_round *round)
{
    return round->top;
}

/* PEN_COLOR_NONE before it is named. */
PEN_INLINE uint8_t pen_round_color(const struct pen_round *round)
{
    return round->color;
}

/* The seat is one of the round. Its cards; the seat's player and the authority may see them. */
PEN_INLINE const struct pen_hand *pen_round_hand(const struct pen_round *round, unsigned seat)
{
    return &round->hands[seat < PEN_SEATS_MAX ? seat : 0];
}

/* The seat after 'seat' in the direction of play. */
PEN_INLINE uint8_t pen_round_next(const struct pen_round *round, uint8_t seat)
{
    unsigned next = (unsigned)seat + round->forward;
    return (uint8_t)(next >= round->seat_count ? next - round->seat_count : next);
}

/* RULE H24: the turns that a round has; 0: as many as it takes. */
PEN_INLINE unsigned pen_round_turns(const struct pen_rules *rules, unsigned seat_count)
{
    return rules->rule.turns_each * seat_count;
}

/* Whether they are over with this one. */
PEN_INLINE bool pen_round_is_last_turn(const struct pen_rules *rules, const struct pen_round *round)
{
    return rules->rule.turns_each > 0 && round->turns >= pen_round_turns(rules, round->seat_count);
}

/* The kinds that match the top card by colour, number or symbol, and the wilds (RULE T1). */
PEN_INLINE uint64_t pen_round_matches(const struct pen_rules *rules, const struct pen_round *round)
{
    return rules->of_color[round->color & (PEN_COLORS_MAX - 1)] | rules->of_face[round->top & 63] |
           rules->wilds;
}

PEN_API_END
#ifdef __cplusplus
}
#endif

#endif

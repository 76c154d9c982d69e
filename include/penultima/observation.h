/* observation.h - a decision in numbers: what the deciding player sees, as 384 bytes, and the possible
 * actions, as numbers that are the same in every edition. docs/BATCH.md describes every byte.
 *
 * An observation is made from what a view holds and from nothing else. Seats are relative: 0 is the one who
 * decides, 1 the one to the left. Sets of kinds are words of 64 bits, least byte first on every machine. */
#ifndef PENULTIMA_OBSERVATION_H
#define PENULTIMA_OBSERVATION_H

#include "penultima/view.h"

#ifdef __cplusplus
extern "C" {
#endif
PEN_API_BEGIN

/* ---- actions as numbers ---------------------------------------------------------------------- */

#define PEN_ACTIONS 192
#define PEN_ACTION_WORDS 3 /* a set of actions: bit a % 64 of word a / 64 */
#define PEN_WILDS_MAX 8    /* kinds without a colour that have numbers */

enum pen_action_number {
    PEN_ACT_LAY = 0,       /* + kind: a coloured card, to play it, to stream it, to follow */
    PEN_ACT_LAY_WILD = 64, /* + 8 * (which of the wild kinds) + colour */
    PEN_ACT_DRAW = 128,
    PEN_ACT_KEEP = 129,
    PEN_ACT_TAKE = 130,
    PEN_ACT_CHALLENGE = 131,
    PEN_ACT_STREAM_NONE = 132,
    PEN_ACT_DROP = 133,
    PEN_ACT_SAY_UNO = 134,
    PEN_ACT_PASS = 135,      /* lets the chance to react go by */
    PEN_ACT_NAME = 136,      /* + colour */
    PEN_ACT_CHOOSE = 144,    /* + relative seat: swaps, swings */
    PEN_ACT_CATCH = 154,     /* + relative seat */
    PEN_ACT_ACCUSE = 164,    /* + relative seat */
    PEN_ACT_JUMP = 174,      /* with the coloured card that is like the top one */
    PEN_ACT_JUMP_WILD = 176, /* + colour */
    PEN_ACT_NONE = 255
};

/* The numbers of the legal actions. UNO is not listed separately: see pen_number_action(). */
void pen_number_mask(const struct pen_rules *rules, const struct pen_legal *legal, unsigned seat_count,
                     uint64_t mask[PEN_ACTION_WORDS]);

/* The action of a number for this seat in this phase; its verb is PEN_VERB_COUNT if there is none. Whether
 * it is legal is not asked. With 'says_uno' a card that leaves one in a hand of 'hand_count' says UNO. */
struct pen_action pen_number_action(const struct pen_rules *rules, unsigned number, uint8_t seat,
                                    unsigned seat_count, uint8_t phase, uint8_t top, unsigned hand_count,
                                    bool says_uno);

/* The number of an action, UNO aside; PEN_ACT_NONE if it has none. */
unsigned pen_action_to_number(const struct pen_rules *rules, struct pen_action action, unsigned seat_count);

/* ---- observations ---------------------------------------------------------------------------- */

#define PEN_OBSERVATION_BYTES 384

/* Flags in 'rules' of an observation. */
enum pen_observed_rule {
    PEN_OBSERVED_DRAWN_MUST_BE_PLAYED = 1,
    PEN_OBSERVED_ANSWERS = 2,    /* some draw can be answered */
    PEN_OBSERVED_ANSWERS_UP = 4, /* a Draw Two by a card that draws more */
    PEN_OBSERVED_JUMP_IN = 8,
    PEN_OBSERVED_SWAPS = 16, /* a card makes hands change owners */
    PEN_OBSERVED_RACE = 32,
    PEN_OBSERVED_STREAMS = 64,
    PEN_OBSERVED_SWING = 128,
    PEN_OBSERVED_LAST_DRAW = 256,
    PEN_OBSERVED_CAUGHT_UNTIL_SAID = 512,
    PEN_OBSERVED_MISPLAYS = 1024,
    PEN_OBSERVED_WILDS_GUARD = 2048, /* RULE A6: other wilds count as a match */
    PEN_OBSERVED_POINTS = 4096,
    PEN_OBSERVED_LOWEST = 8192,
    PEN_OBSERVED_REVERSE_TURNS = 16384,     /* RULE O2, with two */
    PEN_OBSERVED_ANYBODY_CHALLENGES = 32768 /* RULE O26 */
};

/* Sets of bits, usually with one bit each; all zero where there is no action yet. */
struct pen_past_action {
    uint8_t verb;  /* plays, draws, keeps, takes, challenges, jumps, streams or follows, other */
    uint8_t color; /* the colour named with it */
    uint16_t seat; /* whose */
};

struct pen_observation {
    uint64_t own[3];      /*   0 kinds that the player's hand has at least 1, 2, 3 of */
    uint64_t top;         /*  24 the card to match */
    uint64_t drawn;       /*  32 the player's drawn card while it can be played */
    uint64_t unseen[4];   /*  40 kinds of which at least 1 ... 4 are neither own nor discarded */
    uint64_t known[4][2]; /*  72 at least 1, 2 known to be in the hands of the seats 1, 2, 3 and
                                 of the last seat, if that is a later one */
    uint64_t past_card[PEN_MEMORY_PAST]; /* 136 the card of each of the last actions, the newest first */
    struct pen_past_action past[PEN_MEMORY_PAST]; /* 184 these actions; the seat relative */
    uint32_t lacks[9][3];              /* 208 of the seats 1 to 9, as in memory.h: with no card drawn since,
                                              with at most 2, with at most 7 */
    uint16_t sizes[PEN_SEATS_MAX];     /* 316 bit i: the hand has more than i cards */
    uint8_t color;                     /* 336 bit: the colour in play */
    uint8_t follow;                    /* 337 bit: the colour to follow */
    uint16_t phase;                    /* 338 bit: enum pen_phase */
    uint16_t seats;                    /* 340 bit: the number of seats */
    uint16_t owes;                     /* 342 seats that owe UNO */
    uint16_t lost;                     /* 344 seats that lose their next turn */
    uint16_t thrower;                  /* 346 the seat that laid the top card */
    uint32_t rules;                    /* 348 enum pen_observed_rule */
    uint8_t draw_count;                /* 352 */
    uint8_t pending;                   /* 353 at most 255 */
    uint8_t discard_count;             /* 354 */
    uint8_t is_left;                   /* 355 1: play runs to the left */
    uint8_t hand_count[PEN_SEATS_MAX]; /* 356 */
    uint8_t score[PEN_SEATS_MAX];      /* 366 in 200ths of the target, at most 255 */
    uint8_t habits[PEN_HABIT_COUNT];   /* 376 enum pen_habit: of all seats but the player's together */
};
PEN_STATIC_ASSERT(sizeof(struct pen_observation) == PEN_OBSERVATION_BYTES, "as documented");

/* What does not change at a table. */
uint32_t pen_observed_rules(const struct pen_rules *rules);

/* The points of all seats in 200ths of the target, as far as a byte goes. */
PEN_INLINE void pen_observed_shares(const struct pen_rules *rules, const uint16_t score[PEN_SEATS_MAX],
                                    uint8_t shares[PEN_SEATS_MAX])
{
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++) {
        unsigned share =
            score[seat] != 0 && rules->rule.target != 0 ? 200u * score[seat] / rules->rule.target : 0;
        shares[seat] = (uint8_t)(share < 255 ? share : 255);
    }
}

/* What the seat that decides may know, wherever it is kept. */
struct pen_observed {
    const struct pen_hand *hand;
    const struct pen_hand *hidden; /* the deck less what lies on the discard pile */
    const struct pen_hand *known;  /* one per seat */
    const struct pen_memory *memory;
    const uint8_t *hand_count;
    const uint8_t *shares; /* pen_observed_shares() */
    uint32_t rule_flags;   /* pen_observed_rules() */
    uint16_t owes, lost, pending;
    uint8_t seat, seat_count, phase, top, color, drawn, direction, follow_color, thrower;
    uint8_t draw_count, discard_count;
};

void pen_observe(const struct pen_observed *observed, struct pen_observation *observation);

/* The same from a view that was updated throughout the round. */
void pen_observe_view(const struct pen_rules *rules, const struct pen_view *view,
                      struct pen_observation *observation);

PEN_API_END
#ifdef __cplusplus
}
#endif

#endif

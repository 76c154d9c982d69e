/* problem.h - positions in which one thing is better than all others, with a proof.
 *
 * What cannot be seen is every order of the hidden cards: the first ones are the hands of the others, the
 * rest is the draw pile. A choice is taken in all of them; then everybody, the solver too, goes on as `rank`
 * does (of equal cards the first of the deck), says UNO and takes what it has to. In so many orders that wins
 * the round, in so many somebody else does, and some are left open: another card would have to be drawn than
 * the proof looks at. The best choice is proved if it wins more often than any other, though all that is open
 * went against it, by PROBLEM_MARGIN of all orders. docs/ANALYSIS.md; docs/examples/prove.py does it without
 * this code. */
#ifndef VALUE_PROBLEM_H
#define VALUE_PROBLEM_H

#include "bots/bot.h"

#define PROBLEM_EDITION "classic"

enum {
    PROBLEM_SEATS_MAX = 4,
    PROBLEM_HAND_MAX = 6,        /* of the solver */
    PROBLEM_HIDDEN_HAND_MAX = 6, /* of all others together */
    PROBLEM_HIDDEN_MAX = 14,     /* with the pile */
    PROBLEM_CHOICES_MAX = 16,
    PROBLEM_DRAWS_MAX = 10,
    PROBLEM_WORLDS_MAX = 100000, /* that a proof goes through: orders that nothing tells apart are one */
    PROBLEM_MARGIN = 5           /* of 100 orders */
};

/* What it is about. X(name) */
#define PROBLEM_THEME_LIST(X)                                        \
    X(COLOR)  /* the best and the next best are the same wild */     \
    X(WILD)   /* a wild now, or one that stays */                    \
    X(DRAW)   /* better not to lay what could be laid */             \
    X(ACTION) /* a card that stops somebody, or one that does not */ \
    X(CARD)   /* which card */

enum problem_theme {
#define X(name) PROBLEM_##name,
    PROBLEM_THEME_LIST(X)
#undef X
        PROBLEM_THEME_COUNT
};

/* Seat 0 has to find the best choice; seats are counted clockwise from it. */
struct problem {
    uint8_t seat_count, direction, top, color, drawn, draw_count;
    uint8_t hand_count[PROBLEM_SEATS_MAX];
    struct pen_hand hand, hidden;
};

struct problem_choice {
    struct pen_action action;
    uint64_t won, lost, open;
};

struct problem_proof {
    unsigned draws;  /* how many cards from the pile it looks at */
    uint64_t orders; /* of the hidden cards, as far as that */
    unsigned worlds, count, best;
    struct problem_choice list[PROBLEM_CHOICES_MAX]; /* the best first, by what is won for sure */
};

/* As it is seen. False: not a position that can be one. */
PEN_MUST_USE bool problem_of(struct problem *problem, const struct pen_rules *rules,
                             const struct pen_view *view);

/* Whether there is more than one way to lay a card. */
bool problem_is_rich(const struct problem *problem, const struct pen_rules *rules);

/* By so many draws. False: there is too much to go through. */
PEN_MUST_USE bool problem_count(const struct problem *problem, const struct pen_rules *rules, unsigned draws,
                                unsigned worlds_max, struct problem_proof *proof);

/* By as few draws as it takes. False: nothing is proved. */
PEN_MUST_USE bool problem_prove(const struct problem *problem, const struct pen_rules *rules,
                                unsigned worlds_max, struct problem_proof *proof);

bool problem_is_proved(const struct problem_proof *proof);

enum problem_theme problem_theme(const struct pen_rules *rules, const struct problem_proof *proof);
const char *problem_theme_id(enum problem_theme theme);

/* ---- where they come from ---- */

/* A game of this seed up to its decision of that number; false: there is no such decision, or no problem in
 * it. The view is that of who decides. */
PEN_MUST_USE bool problem_walk(const struct pen_rules *rules, uint64_t seed, unsigned number,
                               struct pen_view *view, struct problem *problem);

/* The first decision of the game of this seed that is proved; false: none is. */
PEN_MUST_USE bool problem_find(const struct pen_rules *rules, uint64_t seed, unsigned worlds_max,
                               unsigned *number, struct pen_view *view, struct problem *problem,
                               struct problem_proof *proof);

/* ---- those of the day ---- */

/* One that ships: where it comes from and how many of 100 `casual` players find it. */
struct problem_kept {
    uint32_t seed;
    uint16_t number;
    uint8_t casual;
};

unsigned problem_kept_count(void);
struct problem_kept problem_kept(unsigned index);

/* Those that problems are of. */
void problem_rules(struct pen_edition *edition, struct pen_rules *rules);
/* Its view, position and proof. */
PEN_MUST_USE bool problem_show(unsigned index, const struct pen_rules *rules, struct pen_view *view,
                               struct problem *problem, struct problem_proof *proof);

/* ---- writing and reading ---- */

enum { PROBLEM_BYTES = 4096 }; /* of a problem in writing, at most */

/* Position and proof, a line for each thing. */
void problem_write(const struct problem *problem, const struct pen_edition *edition,
                   const struct pen_rules *rules, const struct problem_proof *proof, struct pen_text *text);

/* The position, and by how many draws it is proved. False: it cannot be read, or is none. */
PEN_MUST_USE bool problem_read(const char *bytes, size_t count, const struct pen_edition *edition,
                               const struct pen_rules *rules, struct problem *problem, unsigned *draws);

#endif

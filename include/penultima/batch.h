/* batch.h - many tables stepped by one call, for learning and for measuring.
 *
 * The caller owns all memory: one block for the tables (pen_batch_bytes), and the buffers that go in and
 * out. A step plays one action at every table and goes on until somebody has to decide again; it allocates
 * nothing. Tables are independent: ranges of them may be stepped by different threads at the same time.
 *
 *     pen_batch_init(batch, &settings)      every table dealt
 *     pen_batch_look(batch, 0, n)           who decides, what is open, what is seen
 *     ... write actions ...
 *     pen_batch_step(batch, 0, n)           and the same again
 *
 * What is written for a table is for the seat that decides (buffers.seats). Hidden cards never get into a
 * buffer; pen_batch_reveal() is there for whoever wants them, a critic while it learns. */
#ifndef PENULTIMA_BATCH_H
#define PENULTIMA_BATCH_H

#include "penultima/observation.h"

#ifdef __cplusplus
extern "C" {
#endif
PEN_API_BEGIN

enum pen_batch_autoreset {
    PEN_BATCH_RESET_IN_STEP, /* the step that ends a game deals the next one and shows it */
    PEN_BATCH_RESET_NEXT     /* it shows the end; the next step ignores its action and deals */
};

/* One of our players in a seat. It gets a view and nothing else. */
struct pen_batch_player {
    void *context;
    /* What it does at this table now. The viewer must act, or may react if 'is_reaction': then it may decline
     * with PEN_VERB_COUNT. Null: the seat is the caller's. */
    struct pen_action (*choose)(void *context, size_t table, const struct pen_rules *rules,
                                const struct pen_view *view, bool is_reaction);
    void (*begin)(void *context, size_t table, uint8_t seat, uint64_t seed); /* of a game; may be null */
    bool has_history; /* it needs updated views; otherwise a glance will do */
};

struct pen_batch_settings {
    const struct pen_rules *rules; /* outlives the batch */
    size_t tables;
    uint64_t seed; /* table t plays by the seed pen_batch_seed(seed, t) */
    uint8_t seat_count;
    uint8_t autoreset;     /* enum pen_batch_autoreset */
    uint8_t has_reactions; /* UNO, catches, jumps and drops are decided; otherwise UNO is automatic, nobody
                              jumps out of turn, and chance decides who drops last */
    uint8_t skips_forced;  /* forced moves are played automatically */
    uint8_t observes;      /* observations are wanted: the tables remember what they need */
    uint8_t keeps_views;   /* pen_batch_view() is wanted; several times slower */
    uint32_t steps_max;    /* of a game, after which it is cut off (truncated); 0: 100,000 */
    struct pen_batch_player players[PEN_SEATS_MAX];
};

/* Row t belongs to table t. Any may be null but 'actions'. */
struct pen_batch_buffers {
    const int64_t *actions; /* numbers (observation.h) */
    uint8_t *observations;  /* PEN_OBSERVATION_BYTES each */
    uint64_t *masks;        /* PEN_ACTION_WORDS each: what is allowed */
    uint8_t *seats;         /* who decides */
    float *rewards;         /* seat_count each, of this step: at the end of a game 1 in all for those who have
                               won, -1 in all for the others; 0 otherwise */
    uint8_t *terminations;  /* 1: a game ended in this step */
    uint8_t *truncations;   /* 1: a game was cut off in this step */
};

struct pen_batch; /* lives in the caller's memory */

enum pen_batch_problem {
    PEN_BATCH_GOOD,
    PEN_BATCH_BAD_SEATS,     /* not a number of seats of this edition */
    PEN_BATCH_BAD_TABLES,    /* none, or more than memory can hold */
    PEN_BATCH_TOO_MANY_WILDS /* kinds without a colour that have no number */
};

enum pen_batch_problem pen_batch_check(const struct pen_batch_settings *settings);

/* Bytes of memory for these settings, aligned to 64. */
size_t pen_batch_bytes(const struct pen_batch_settings *settings);

/* Lays the batch out in 'memory' and deals at every table. The settings are good. */
struct pen_batch *pen_batch_init(void *memory, const struct pen_batch_settings *settings);

/* Where the rows are. They may be changed between calls. */
void pen_batch_use(struct pen_batch *batch, const struct pen_batch_buffers *buffers);

/* Writes the decisions due at these tables, without changing them. */
void pen_batch_look(struct pen_batch *batch, size_t first, size_t count);

/* Plays the actions of these tables. Returns how many were not legal: those tables are unchanged. */
size_t pen_batch_step(struct pen_batch *batch, size_t first, size_t count);

/* Deals anew at these tables; table t of a batch with this seed. */
void pen_batch_reset(struct pen_batch *batch, size_t first, size_t count, uint64_t seed);

/* The seed of a table, and of its games from 0 on: a single table that is started with it (and dealt by
 * 'dealer') and given the same actions plays the same game. */
uint64_t pen_batch_seed(uint64_t seed, uint64_t table);
uint64_t pen_batch_game_seed(uint64_t table_seed, uint64_t game);
uint8_t pen_batch_dealer(uint64_t game_seed, unsigned seat_count);

/* Copies the tables of 'from' to 'to', two batches with the same settings. For search; our players' own
 * memory is theirs to copy. */
void pen_batch_copy(struct pen_batch *to, const struct pen_batch *from);

/* The same by way of bytes, to go on elsewhere: of a batch with the same settings, on a machine of the same
 * kind, by the same version. Whoever keeps them sees to that; the bytes are not checked. */
size_t pen_batch_state_bytes(const struct pen_batch *batch);
void pen_batch_save(const struct pen_batch *batch, void *bytes);
void pen_batch_load(struct pen_batch *batch, const void *bytes);

/* What a seat knows, with keeps_views. */
const struct pen_view *pen_batch_view(const struct pen_batch *batch, size_t table, uint8_t seat);

/* All cards of a table. Not for players. */
const struct pen_game *pen_batch_reveal(const struct pen_batch *batch, size_t table);

PEN_API_END
#ifdef __cplusplus
}
#endif

#endif

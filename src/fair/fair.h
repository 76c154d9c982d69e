/* fair.h - the shuffle that anyone can check: who knows what when, and what follows from it.
 *
 *   before the game     the server commits to 80 random bytes and publishes the commitment
 *                       each seat's client commits to 32 random bytes of its own
 *                       when all commitments are there, the clients reveal theirs
 *   at the first deal   fair_init(): server seed and revealed seeds make one key
 *   in the game         every order of cards and every lot is a stream of that key
 *   after the game      the server reveals its seed; the record tells everything
 *
 * Pure: bytes in, bytes out; randomness comes from the caller. All structures are plain memory, copied
 * with '='. 'struct fair' and the server's seed are secrets until the game is over. The formats, byte by
 * byte, and what this proves and what not: docs/FAIRNESS.md. */
#ifndef FAIR_FAIR_H
#define FAIR_FAIR_H

#include "fair/sha512.h"
#include "penultima/game.h"

#define FAIR_SERVER_SEED_BYTES 80
#define FAIR_CLIENT_SEED_BYTES 32
/* 1: the dealer is a lot, a card turned over in vain is shuffled back in and leaves no trace (release 0.2.0).
 * 2: the players draw cards for the deal, such a card goes beneath the pile and stands in the record.
 * 3: it goes back to a place that the key decides (RULE O24). */
#define FAIR_VERSION 3
#define FAIR_TABLE_BYTES 33 /* a table's identifier: 1 to 32 of A-Z a-z 0-9 '_' '-', and the end */

/* ---- before the game -------------------------------------------------------------------------- */

enum fair_share_state {
    FAIR_SHARE_NONE,      /* a bot, or nobody's client has committed */
    FAIR_SHARE_COMMITTED, /* not revealed yet; if the game begins like this, it was withheld */
    FAIR_SHARE_REVEALED
};

/* What one seat adds. */
struct fair_share {
    uint8_t state; /* enum fair_share_state */
    uint8_t commitment[FAIR_HASH_BYTES];
    uint8_t seed[FAIR_CLIENT_SEED_BYTES];
};

/* Everything that the key of one game is made of. */
struct fair_inputs {
    char table[FAIR_TABLE_BYTES];
    uint32_t game_number; /* at this table, from 1 */
    uint8_t seat_count;
    uint8_t version; /* FAIR_VERSION, or that of an older record */
    uint8_t server_seed[FAIR_SERVER_SEED_BYTES];
    struct fair_share shares[PEN_SEATS_MAX];
};

bool fair_table_is_good(const char *bytes, size_t count);

void fair_commit_server(const uint8_t seed[FAIR_SERVER_SEED_BYTES], uint8_t hash[FAIR_HASH_BYTES]);
void fair_commit_client(const uint8_t seed[FAIR_CLIENT_SEED_BYTES], uint8_t hash[FAIR_HASH_BYTES]);

/* Accepts the seed that a seat has committed to. False: it has not committed, or to another one;
 * nothing has changed. */
PEN_MUST_USE bool fair_reveal(struct fair_share *share, const uint8_t seed[FAIR_CLIENT_SEED_BYTES]);

/* ---- the game --------------------------------------------------------------------------------- */

/* The key of a game and what was already taken of it. Belongs to its struct pen_game: both are copied
 * and put back together. */
struct fair {
    uint8_t key[FAIR_HASH_BYTES];
    uint8_t kinds[PEN_KINDS_MAX]; /* sorted by what is written for them, as bytes */
    uint8_t kind_count;
    unsigned char seat_count : 4, version : 4; /* one byte: tables are many */
    uint16_t tie_count;
    uint32_t reshuffle_count;
};

/* Streams of the key. Each (purpose, number, attempt) is a stream of its own. */
enum fair_purpose {
    FAIR_DEALER = 1,    /* number 0 */
    FAIR_DEAL = 2,      /* number: the round, from 1; attempt: from 0 */
    FAIR_RESHUFFLE = 3, /* number: the new draw pile, from 1 over the whole game */
    FAIR_TIE = 4,       /* number: the tie, from 1 over the whole game */
    FAIR_BOT = 5        /* number: the seat */
};

void fair_init(struct fair *fair, const struct pen_edition *edition, const struct pen_rules *rules,
               const struct fair_inputs *inputs);

/* RULE S1: who deals first unless the table names somebody, and the cards drawn for it. */
uint8_t fair_dealer(const struct fair *fair, const struct pen_rules *rules, struct pen_lots *lots);

/* The whole deal of the first round (for pen_game_start with seed 0 and no points), by the dealer that the
 * table has named or, with PEN_SEAT_NONE, that was drawn for; and of the next one after pen_game_can_deal()
 * (for pen_game_deal). Nothing is left to chance. A problem means an edition with so small a deck that no
 * deal can be opened. */
PEN_MUST_USE enum pen_deal_problem fair_first_layout(const struct fair *fair, const struct pen_rules *rules,
                                                     uint8_t named, struct pen_layout *layout);
PEN_MUST_USE enum pen_deal_problem fair_next_layout(const struct fair *fair, const struct pen_rules *rules,
                                                    const struct pen_game *game, struct pen_layout *layout);

/* pen_game_apply() with the key's order for a new draw pile. 'events' is not null. */
PEN_MUST_USE enum pen_refusal fair_apply(struct fair *fair, const struct pen_rules *rules,
                                         struct pen_game *game, struct pen_action action,
                                         struct pen_events *events);

/* The order that the next new draw pile gets if it is made of these cards, from the top. */
void fair_order_reshuffle(struct fair *fair, uint8_t *cards, unsigned count);

/* Puts seats that came equally early in the order of a lot. Returns the number of the tie, for
 * fair_write_tie(). */
uint16_t fair_order_tie(struct fair *fair, uint8_t *seats, unsigned count);

/* 64 bits of a stream, as seed of a bot. */
uint64_t fair_seed(const struct fair *fair, enum fair_purpose purpose, uint32_t number, uint32_t attempt);

#endif

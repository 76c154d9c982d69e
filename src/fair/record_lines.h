/* record_lines.h - the lines that make a record checkable. They are comments of the .mesa format, so every
 * reader of records accepts them; docs/FAIRNESS.md lists them.
 *
 *   #! fair 3                        the first of them: the version of all this
 *   #! table k7m2 game 1
 *   #! server commit HASH
 *   #! commit Ana HASH               per seat that has committed
 *   #! seed Ana SEED                 per seat; also "none" and "withheld"
 *   #! tie 1 Carla Ana               Carla and Ana came equally early; the lot put Carla first
 *   #! server seed SEED              in the finished record only
 *   #! chain HASH                    the last line of a finished record
 *
 * Each is written with its line feed. Beside them, for everybody to see and no part of the proof:
 *
 *   #help: ...     hints were allowed;  #share: ...  given away;  #from: ...  begun from a position
 *
 * A program that does not know such a mark takes it for a comment of the format. */
#ifndef FAIR_RECORD_LINES_H
#define FAIR_RECORD_LINES_H

#include "fair/chain.h"
#include "fair/fair.h"
#include "penultima/text.h"

#define FAIR_MARK_HELP "#help: hints"
#define FAIR_MARK_SHARED "#share: CC0-1.0"
#define FAIR_MARK_FROM "#from: " /* "game.mesa at 31 Ana dealt-anew": it went on from there */

/* Where the line that begins so is in the record; null: it has none. */
const char *fair_find_mark(const char *bytes, size_t count, const char *mark, size_t *length);

/* Enough for the lines of fair_write_commitments() or fair_write_shares(), each. */
#define FAIR_PIECE_BYTES 2304

/* Version, table, all commitments: public from the moment all have committed. */
void fair_write_commitments(struct pen_text *text, const struct fair_inputs *inputs,
                            const struct pen_names *names);

/* The seeds of the seats, at or after the first deal; not the server's. */
void fair_write_shares(struct pen_text *text, const struct fair_inputs *inputs,
                       const struct pen_names *names);

/* Right before the action of the first of them. 'seats' in the order that fair_order_tie() gave. */
void fair_write_tie(struct pen_text *text, uint16_t tie_number, const struct pen_names *names,
                    const uint8_t *seats, unsigned count);

/* When the game is over. */
void fair_write_server_seed(struct pen_text *text, const struct fair_inputs *inputs);

/* The last line; 'chain' is over all lines before it. */
void fair_write_chain(struct pen_text *text, const struct fair_chain *chain);

#endif

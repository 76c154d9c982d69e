/* signed.h - what a server says about a shuffle and puts its name to. docs/FAIRNESS.md has the formats.
 *
 * A statement is some whole lines of a record-to-be: the server's commitment before anybody has agreed, all
 * commitments before anybody reveals, all seeds at the first deal. Whatever was signed has to stand in the
 * record, line by line. The end of a game is a statement too, over the chain of its record; its signature
 * stands in the record, as a plain comment before the last line. */
#ifndef FAIR_SIGNED_H
#define FAIR_SIGNED_H

#include "fair/chain.h"
#include "fair/ed25519.h"
#include "penultima/text.h"

#define FAIR_SIGNED_LABEL "penultima/1 signed" /* and its zero: before the lines of every statement */
#define FAIR_STATEMENT_BYTES 5120              /* enough for any of them */

/* Whoever can sign: hosts hand it in. Signs the label, its zero and the lines. */
struct fair_signer {
    void *context;
    void (*sign)(void *context, const char *lines, size_t count, uint8_t signature[FAIR_SIGNATURE_BYTES]);
    uint8_t key[FAIR_KEY_BYTES];
};

bool fair_signed_check(const uint8_t key[FAIR_KEY_BYTES], const uint8_t signature[FAIR_SIGNATURE_BYTES],
                       const char *lines, size_t count);

/* The statement about the end of a game: its line "#! table ..." (without a line feed), and the chain over
 * all lines before the signature. */
void fair_write_end(struct pen_text *text, const char *table_line, size_t count,
                    const struct fair_chain *chain);

/* "# signed KEY SIGNATURE" and a line feed. */
void fair_write_signature(struct pen_text *text, const uint8_t key[FAIR_KEY_BYTES],
                          const uint8_t signature[FAIR_SIGNATURE_BYTES]);

/* Whether the line is one. */
PEN_MUST_USE bool fair_read_signature(const char *line, size_t count, uint8_t key[FAIR_KEY_BYTES],
                                      uint8_t signature[FAIR_SIGNATURE_BYTES]);

#endif

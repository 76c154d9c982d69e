/* verifier.h - what the files of the verifier share. Private to src/fair. */
#ifndef FAIR_VERIFIER_H
#define FAIR_VERIFIER_H

#include "fair/lines.h"
#include "fair/verify.h"
#include "fair/fair_words.h"

/* Keeps what is wrong, if it is the first for this check. */
void fair_found(struct fair_verifier *verifier, enum fair_check_id id, unsigned line, enum pen_word word,
                const char *const arguments[FAIR_ARGUMENTS_MAX]);
#define FAIR_FOUND(verifier, id, line, word, ...) \
    fair_found((verifier), (id), (line), (word), (const char *const[FAIR_ARGUMENTS_MAX]){__VA_ARGS__})

/* A number in decimal, as argument. */
struct fair_digits {
    char bytes[24];
};
struct fair_digits fair_digits_of(uint64_t number);

/* A server's key in short, as argument: its first digits. */
struct fair_digits fair_key_digits(const uint8_t key[FAIR_KEY_BYTES]);

/* ---- verify_lines.c: what the "#!" lines say ---- */

/* Whether there is a line "#! fair 3"; finds what is wrong with the chain. */
bool fair_read_chain(struct fair_verifier *verifier);

/* Reads all other lines, once the names are known, and makes the key if it can be made. */
void fair_read_seeds(struct fair_verifier *verifier, const struct pen_mesa_moment *moment);

struct fair_tie {
    uint32_t number;
    uint8_t seats[PEN_SEATS_MAX];
    unsigned count;
};

/* Whether it is a line "#! tie ..." that can be read. */
bool fair_read_tie(const struct pen_names *names, struct fair_word_bytes line, struct fair_tie *tie);

/* ---- verify_cards.c: what follows from the key ---- */

void fair_check_deal(struct fair_verifier *verifier, const struct pen_mesa_moment *moment);
void fair_check_action(struct fair_verifier *verifier, const struct pen_mesa_moment *moment);

/* Ties behind the last action. */
void fair_check_end(struct fair_verifier *verifier);

#endif

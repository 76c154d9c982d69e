/* verify.h - replays a finished record and checks that everything in it follows from its seeds.
 *
 * What is checked: the chain over all lines; each seed against its commitment; every action against the
 * rules; the dealer, every deal, every new draw pile and every tie against the key of the seeds. One report
 * per check, the good ones too, so that a reader sees what was looked at. Pure, so that the program and a
 * page give the same answer. Any bytes may come in. */
#ifndef FAIR_VERIFY_H
#define FAIR_VERIFY_H

#include "fair/chain.h"
#include "fair/ed25519.h"
#include "fair/fair.h"
#include "penultima/text.h"

enum fair_status {
    FAIR_STATUS_GOOD = 0,
    FAIR_STATUS_WRONG = 1,     /* at least one check failed */
    FAIR_STATUS_UNREADABLE = 2 /* no lines of this kind in it, or not a record */
};

/* X(name, as programs call it). They are reported in this order. */
#define FAIR_CHECK_LIST(X)                                                          \
    X(FORM, "form")     /* the lines can be read; reported only when they cannot */ \
    X(CHAIN, "chain")   /* no byte was changed */                                   \
    X(SIGNED, "signed") /* the server's signature; reported only if there is one */ \
    X(SERVER, "server") /* the server's seed is the one it has committed to */      \
    X(PLAYER, "player") /* the same for a seat; one report per seat */              \
    X(PLAY, "play")     /* every action is legal */                                 \
    X(DEALER, "dealer")                                                             \
    X(DEALS, "deals")                                                               \
    X(RESHUFFLES, "reshuffles")                                                     \
    X(TIES, "ties")                                                                 \
    X(MARK, "mark") /* what the table says of itself: one each, always good */      \
    /* of evidence only */                                                          \
    X(SAID, "said")     /* what the server signed before stands in the record */    \
    X(BOUND, "bound")   /* the commitment that was seen is the record's */          \
    X(OWN, "own")       /* the own seed is in the record */                         \
    X(SEEN, "seen")     /* hands and points were as the record has them */          \
    X(RECORD, "record") /* there is one; reported only if not */

enum fair_check_id {
#define X(name, id) FAIR_CHECK_##name,
    FAIR_CHECK_LIST(X)
#undef X
        FAIR_CHECK_COUNT
};

const char *fair_check_name(enum fair_check_id id);

struct fair_check {
    enum fair_check_id id;
    bool is_good;
    unsigned line;    /* of what is wrong, from 1; 0 where there is none */
    const char *text; /* a sentence without line and full stop, in the language asked for */
};

struct fair_verify_host {
    void *context;
    enum pen_lang lang;
    bool (*find_edition)(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem); /* as in struct pen_mesa_host */
    void (*report)(void *context, const struct fair_check *check);
    void (*see)(void *context, const struct pen_mesa_moment *moment); /* every deal and action; may be null */
};

/* What one check has found so far. */
struct fair_finding {
    unsigned count; /* deals, draw piles, ties that were looked at */
    unsigned line;
    bool is_wrong;
    char text[512]; /* of the first thing wrong */
};

/* Memory of one verification, some 30 KB; the caller's. After it 'inputs' and the two hashes tell what the
 * record says, for whoever has noted the commitment or the chain before. */
struct fair_verifier {
    struct fair_inputs inputs;
    struct pen_names names, shown;       /* as the record has them; as sentences do */
    uint8_t commitment[FAIR_HASH_BYTES]; /* the server's */
    struct fair_chain chain;             /* over all lines before the last */
    uint8_t key[FAIR_KEY_BYTES];         /* whose signature it has, if 'signed_line' is not 0 */
    unsigned signed_line;
    /* private to the verifier */
    struct fair_verify_host host;
    const char *bytes;
    size_t byte_count, tie_at; /* 'tie_at': up to where ties were looked for, and its line */
    unsigned tie_line;
    unsigned version_line, table_line, server_commit_line, server_seed_line, chain_line;
    unsigned commit_line[PEN_SEATS_MAX], share_line[PEN_SEATS_MAX]; /* 0: there is none */
    bool has_key, is_named;                                         /* RULE S1: the table named its dealer */
    uint8_t first_dealer;
    struct fair fair;
    struct fair_finding findings[FAIR_CHECK_COUNT];
    struct pen_mesa mesa;
    struct pen_layout layout;
};

enum fair_status fair_verify(struct fair_verifier *verifier, const char *bytes, size_t count,
                             const struct fair_verify_host *host);

#endif

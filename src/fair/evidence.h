/* evidence.h - what a client has seen of one game, and whether the record agrees with it.
 *
 * A text of lines that the client writes as it goes, with the record behind them:
 *
 *   #! evidence 1
 *   #! about k7m2 game 1
 *   #! me Ana
 *   #! own SEED                        sealed by us; none if we have added nothing
 *   #! bound HASH                      the server's commitment when we sealed ours, as the table showed it
 *   #! signed KEY SIGNATURE 3          so many lines follow, which the server has signed
 *   #! dealt 1 b0 r7 w+4               our hand after the deal of round 1
 *   #! score 1 15 0 0                  after round 1
 *   #! record                          everything behind this line is the record as the server gave it
 *
 * It is also what somebody who was cheated shows to others. Pure; any bytes may come in. */
#ifndef FAIR_EVIDENCE_H
#define FAIR_EVIDENCE_H

#include "fair/signed.h"
#include "fair/verify.h"

#define FAIR_EVIDENCE_BYTES                                                         \
    24576 /* enough for all lines before the record, of a client that stops in time \
           */

struct fair_evidence {
    struct fair_verifier verifier; /* of the record */
    /* what it says */
    char name[PEN_PLAYER_BYTES], shown[PEN_PLAYER_BYTES]; /* whose it is; as sentences have it */
    uint8_t own[FAIR_CLIENT_SEED_BYTES], bound[FAIR_HASH_BYTES], key[FAIR_KEY_BYTES];
    bool has_own, has_bound, has_key, has_record;
    /* The server's own signatures contradict each other, or what it signed is not fair: nobody else could
     * have made this. */
    bool is_proven;
    /* private */
    struct fair_verify_host host;
    const char *bytes, *record;
    size_t head_count, record_count;
    struct fair_finding said, seen;
    bool is_record_wrong;
};

/* Whether the bytes are one at all. */
bool fair_evidence_is(const char *bytes, size_t count);

/* Compares everything with everything and reports it; then the record's own checks. */
enum fair_status fair_evidence_judge(struct fair_evidence *evidence, const char *bytes, size_t count,
                                     const struct fair_verify_host *host);

#endif

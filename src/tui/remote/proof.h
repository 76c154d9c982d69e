/* proof.h - what this client holds against a server: the lines of fair/evidence.h for one game,
 * written as it goes and kept beside the ticket, so that a crash loses nothing:
 *
 *     $XDG_STATE_HOME/penultima/seats/HOST-TABLE-NAME.proof
 *
 * A seed is revealed only against the commitment that stands there. When the game is over the record is
 * fetched and everything is compared; what does not agree stays as
 *
 *     $XDG_STATE_HOME/penultima/evidence/TABLE-GAME-NAME.mesa */
#ifndef REMOTE_PROOF_H
#define REMOTE_PROOF_H

#include "fair/evidence.h"
#include "tui/told.h"

struct remote;

struct remote_proof {
    char text[FAIR_EVIDENCE_BYTES]; /* empty: no game to be checked */
    size_t length;
    uint32_t game; /* that it is about */
    bool is_bad;   /* something was wrong before the end */
    bool has_key;
    uint8_t key[FAIR_KEY_BYTES];              /* the server's, as it signed first */
    char offered[FAIR_STATEMENT_BYTES + 256]; /* the newest statement about the next game, as evidence */
};

/* Begins with the commitment that the table shows, before our own is sent: for the next game. False: the
 * server has committed to nothing, so nothing is sealed. */
PEN_MUST_USE bool remote_proof_begin(struct remote *remote);

/* Whether that was done for the next game, against the commitment that the table shows now. */
bool remote_proof_is_begun(const struct remote *remote);

/* A message of the type TUI_TOLD_SIGNED. */
void remote_proof_hear(struct remote *remote);

/* Whether the seed may be revealed now. Says so if not, where waiting does not help. */
PEN_MUST_USE bool remote_proof_may_reveal(struct remote *remote);
/* The server has acknowledged it. */
void remote_proof_revealed(struct remote *remote);

/* The newest message told of cards: keeps what is seen of them. */
void remote_proof_see(struct remote *remote);

/* The table has lost what came last: what was seen of that is not held against the house. */
void remote_proof_go_back(struct remote *remote);

/* The game is over: fetches the record and compares. */
void remote_proof_end(struct remote *remote);

/* After a crash. */
void remote_proof_load(struct remote *remote);

#endif

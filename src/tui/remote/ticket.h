/* ticket.h - what makes a seat at a server's table ours: the token, the seed that we have committed
 * to, and which numbers our commands have had. Kept in a file that only its owner can read, so that the same
 * command takes the same seat again after a crash:
 *
 *     $XDG_STATE_HOME/penultima/seats/HOST-TABLE-NAME
 *
 * NAME is the one asked for: if the table has given another one, the same command still finds the seat.
 * Where it cannot be written, everything works until the program ends. */
#ifndef REMOTE_TICKET_H
#define REMOTE_TICKET_H

#include "fair/fair.h"

#define REMOTE_TOKEN_BYTES 32

struct remote_ticket {
    uint8_t token[REMOTE_TOKEN_BYTES];
    uint8_t seed[FAIR_CLIENT_SEED_BYTES];
    bool has_seed;
    bool is_old;      /* it was found in the file */
    uint32_t id;      /* of the last command */
    uint32_t id_kept; /* numbers up to this one count as used after a crash */
    char path[4096];  /* empty: nowhere */
    int hold;         /* says to other terminals that this one plays by it; 0: it does not */
};

/* A new token. False: the system has no random numbers for us. */
PEN_MUST_USE bool remote_ticket_make(struct remote_ticket *ticket);

enum remote_ticket_way {
    REMOTE_TICKET_NEW,   /* for a seat that was just taken */
    REMOTE_TICKET_OWN,   /* the file is looked for first, and what is in it counts, whoever plays by it */
    REMOTE_TICKET_UNUSED /* the same, but one that another terminal plays by is not ours */
};

/* Says for which seat it is. False: it cannot be kept. */
bool remote_ticket_bind(struct remote_ticket *ticket, const char *host, const char *table, const char *name,
                        enum remote_ticket_way way);

/* The number of a new command, larger than all before. */
uint32_t remote_ticket_next_id(struct remote_ticket *ticket);

/* A new seed for the next game. False: as for make. */
PEN_MUST_USE bool remote_ticket_new_seed(struct remote_ticket *ticket);

/* The seat is somebody else's: nothing that is sealed belongs to it. */
void remote_ticket_forget_seed(struct remote_ticket *ticket);

/* The seat is gone for good. */
void remote_ticket_drop(const struct remote_ticket *ticket);

#endif

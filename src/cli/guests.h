/* guests.h - programs of others at a table of ours: "exec:./mybot" in a tournament (docs/BOTS.md).
 *
 * A program is told what its seat may know and answers what it does, line by line, as over the network. It
 * runs as long as the tournament, several at once where several tables play. One that ends, says nothing in
 * time or says what cannot be done loses the game and is started anew. */
#ifndef CLI_GUESTS_H
#define CLI_GUESTS_H

#include <pthread.h>

#include "penultima/penultima.h"
#include "sim/tournament.h"

#define GUEST_PREFIX "exec:"

enum guest_fault { GUEST_NOT_STARTED, GUEST_ENDED, GUEST_TOO_LATE, GUEST_NOT_LEGAL, GUEST_FAULT_COUNT };

struct guest_chair;

struct guest {
    char command[256];
    uint64_t faults[GUEST_FAULT_COUNT]; /* games lost so */
    char said[96];                      /* the first answer that could not be done */
    bool has_played;                    /* it has given at least one answer that could be done */
};

struct guests {
    const struct pen_edition *edition;
    const struct pen_rules *rules;
    const struct pen_options *options;
    unsigned answer_ms; /* for each answer */
    unsigned count;
    struct guest list[SIM_ELO_BOTS_MAX];
    pthread_mutex_t lock;
    struct guest_chair *idle; /* programs that wait for their next game */
    struct sim_guests hooks;
};

void guests_init(struct guests *guests, unsigned answer_ms);

/* The command behind "exec:"; its number, or -1 if it is too long or there are too many. */
int guests_add(struct guests *guests, const char *command, size_t bytes);

/* What is played; before the first game. */
void guests_use(struct guests *guests, const struct pen_edition *edition, const struct pen_rules *rules,
                const struct pen_options *options);

/* Games that a guest lost by failing. */
uint64_t guests_failed(const struct guests *guests, unsigned guest);

/* Whether it was at a table and never did anything there that can be done: most likely it is not a player. */
bool guests_never_played(const struct guests *guests, unsigned guest);

/* Ends all programs. */
void guests_end(struct guests *guests);

#endif

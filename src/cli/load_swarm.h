/* load_swarm.h - many players at many tables of a server, from one thread: what 'penultima load' runs.
 *
 * Each player is a client of its own that reads what the server offers and does one of it. What is
 * measured for a move is the time from sending it until every player of the table has its update. */
#ifndef CLI_LOAD_SWARM_H
#define CLI_LOAD_SWARM_H

#include <signal.h>

#include "penultima/penultima.h"
#include "sim/stats.h"

struct load_config {
    const char *url; /* ws://... */
    const char *edition;
    unsigned tables, seats;
    unsigned idle; /* sockets that are only held */
    double rate;   /* moves per second and table; 0: as fast as they can */
    unsigned seconds;
    const char *scoring;                  /* of the games, or null for the edition's */
    const volatile sig_atomic_t *is_over; /* measuring ends before its time once this is set */
};

struct load_result {
    uint64_t connected, playing; /* sockets open, tables that began */
    uint64_t lost;               /* sockets that closed by themselves, and did not come back */
    uint64_t came_back;          /* times that one did */
    uint64_t moves, refused, games;
    uint64_t bytes_in; /* of messages to the players while measuring */
    double connect_s, start_s, measured_s;
    double own_cpu_s; /* of this process while measuring */
    struct sim_histogram latency_us;
    struct sim_histogram away_us; /* from the loss until it has its table again */
};

/* False: nothing could be measured, and why was said. */
bool load_run(const struct load_config *config, struct load_result *result);

#endif

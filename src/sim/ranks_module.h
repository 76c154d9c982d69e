/* ranks_module.h - what a module for several processes offers: ranks.h as a table. */
#ifndef SIM_RANKS_MODULE_H
#define SIM_RANKS_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sim_ranks_module {
    size_t bytes; /* of this table: a module of another version is not taken */
    bool (*begin)(int *argc, char ***argv);
    void (*end)(void);
    unsigned (*number)(void);
    unsigned (*count)(void);
    bool (*agree)(bool yes);
    bool (*tell)(uint64_t done);
    uint64_t (*hear)(bool stop);
    bool (*are_done)(void);
    uint64_t (*gather)(void *sum, size_t bytes, void (*add)(void *sum, const void *tally), uint64_t done);
};

/* Its name in the module. */
extern const struct sim_ranks_module sim_ranks_module;

#endif

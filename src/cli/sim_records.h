/* sim_records.h - the records of many games as files of a folder: game-000001.mesa and so on. */
#ifndef CLI_SIM_RECORDS_H
#define CLI_SIM_RECORDS_H

#include <stdatomic.h>

#include "platform/host.h"
#include "sim/sim.h"

struct sim_records {
    const char *folder;
    const struct sim_settings *settings;
    struct sim_keeper keeper; /* for the settings */
    atomic_bool is_failed;    /* one could not be written; the error has been said */
};

/* Makes the folder if there is none. Says what is wrong itself. */
PEN_MUST_USE bool sim_records_begin(struct sim_records *records, const char *folder,
                                    const struct sim_settings *settings);

#endif

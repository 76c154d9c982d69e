/* ranks.c - see ranks.h. MPI itself is in a module beside the program (ranks_mpi.c), which is loaded when MPI
 * has started us: nobody else needs it. */
#include "sim/ranks.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "platform/folder.h"
#include "sim/ranks_module.h"

static const struct sim_ranks_module *module; /* null: there is one rank */

/* What the launchers of Open MPI and Slurm leave in the environment of a process they start. */
static bool is_launched(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMIX_RANK") || getenv("PMI_RANK");
}

static bool is_one_of_several(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *size = getenv(names[i]);
        if (size && atoi(size) > 1)
            return true;
    }
    return false;
}

/* As it was built, or as it was installed. What MPI loads in its turn looks for MPI among all names. */
static const struct sim_ranks_module *find_module(void)
{
    static const char *const places[] = {"/penultima-mpi.so", "/../lib/penultima/penultima-mpi.so"};
    char path[4096];
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        void *library =
            platform_beside_path(places[i], path, sizeof path) ? dlopen(path, RTLD_NOW | RTLD_GLOBAL) : NULL;
        const struct sim_ranks_module *found = library ? dlsym(library, "sim_ranks_module") : NULL;
        if (found && found->bytes == sizeof *found)
            return found;
    }
    return NULL;
}

bool sim_ranks_begin(int *argc, char ***argv)
{
    if (!is_launched())
        return true;
    module = find_module();
    return module ? module->begin(argc, argv) : !is_one_of_several();
}

void sim_ranks_end(void)
{
    if (module)
        module->end();
    module = NULL;
}

unsigned sim_rank(void)
{
    return module ? module->number() : 0;
}

unsigned sim_rank_count(void)
{
    return module ? module->count() : 1;
}

bool sim_ranks_agree(bool yes)
{
    return module ? module->agree(yes) : yes;
}

bool sim_ranks_tell(uint64_t done)
{
    return !module || module->tell(done);
}

uint64_t sim_ranks_hear(bool stop)
{
    return module ? module->hear(stop) : 0;
}

bool sim_ranks_are_done(void)
{
    return !module || module->are_done();
}

uint64_t sim_ranks_gather(void *sum, size_t bytes, void (*add)(void *sum, const void *tally), uint64_t done)
{
    return module ? module->gather(sum, bytes, add, done) : done;
}

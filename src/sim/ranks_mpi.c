/* ranks_mpi.c - the processes of one MPI run: a module that the program loads when MPI has started it
 * (ranks.c).
 *
 * Jobs are dealt to the ranks by number, so nothing is said while they run but how far each is and
 * whether to stop. */
#include <stdlib.h>

#include <mpi.h>

#include "sim/ranks_module.h"

enum { TAG_DONE = 1, TAG_STOP, TAG_COUNT, TAG_SUM, TAG_END, PIECE_BYTES = 1 << 20 };

static int rank, rank_count = 1;
static bool is_begun, is_stopping;
static uint64_t *done_of; /* rank 0: by rank, what each has told last */

static bool has_message(int source, int tag)
{
    int found = 0;
    MPI_Iprobe(source, tag, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    return found != 0;
}

static bool begin(int *argc, char ***argv)
{
    int provided;
    if (MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
        return true;
    is_begun = true;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
    done_of = calloc((size_t)rank_count, sizeof *done_of);
    if (!done_of)
        MPI_Abort(MPI_COMM_WORLD, 2);
    return true;
}

static void end(void)
{
    if (is_begun)
        MPI_Finalize();
    is_begun = false;
    free(done_of);
    done_of = NULL;
}

static unsigned number(void)
{
    return (unsigned)rank;
}

static unsigned count(void)
{
    return (unsigned)rank_count;
}

static bool agree(bool yes)
{
    int mine = yes, all = yes;
    if (is_begun)
        MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return all != 0;
}

static bool tell(uint64_t done)
{
    MPI_Send(&done, 1, MPI_UINT64_T, 0, TAG_DONE, MPI_COMM_WORLD);
    if (!has_message(0, TAG_STOP))
        return true;
    MPI_Recv(NULL, 0, MPI_BYTE, 0, TAG_STOP, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return false;
}

static uint64_t hear(bool stop)
{
    uint64_t sum = 0;
    for (int other = 1; other < rank_count; other++) {
        while (has_message(other, TAG_DONE))
            MPI_Recv(&done_of[other], 1, MPI_UINT64_T, other, TAG_DONE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += done_of[other];
        if (stop && !is_stopping)
            MPI_Send(NULL, 0, MPI_BYTE, other, TAG_STOP, MPI_COMM_WORLD);
    }
    is_stopping |= stop;
    return sum;
}

/* A count is an int, so large sums go in pieces. */
static void send_sum(char *bytes, size_t count)
{
    for (size_t at = 0; at < count; at += PIECE_BYTES) {
        size_t piece = count - at < PIECE_BYTES ? count - at : PIECE_BYTES;
        MPI_Send(bytes + at, (int)piece, MPI_BYTE, 0, TAG_SUM, MPI_COMM_WORLD);
    }
}

static void receive_sum(int other, char *bytes, size_t count)
{
    for (size_t at = 0; at < count; at += PIECE_BYTES) {
        size_t piece = count - at < PIECE_BYTES ? count - at : PIECE_BYTES;
        MPI_Recv(bytes + at, (int)piece, MPI_BYTE, other, TAG_SUM, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static bool are_done(void)
{
    for (int other = 1; other < rank_count; other++)
        if (!has_message(other, TAG_COUNT))
            return false;
    return true;
}

/* What two ranks say to each other arrives in order, so whatever came before the last word is dealt
 * with when that is heard. */
static uint64_t hear_last_count(int other)
{
    MPI_Status status;
    uint64_t done;
    do {
        MPI_Recv(&done, 1, MPI_UINT64_T, other, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    } while (status.MPI_TAG != TAG_COUNT);
    return done;
}

static void hear_end(void)
{
    MPI_Status status;
    do {
        MPI_Recv(NULL, 0, MPI_BYTE, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    } while (status.MPI_TAG != TAG_END);
}

static uint64_t gather(void *sum, size_t bytes, void (*add)(void *sum, const void *tally), uint64_t done)
{
    if (rank_count == 1)
        return done;
    if (rank != 0) {
        MPI_Send(&done, 1, MPI_UINT64_T, 0, TAG_COUNT, MPI_COMM_WORLD);
        send_sum(sum, bytes);
        hear_end();
        return 0;
    }
    void *other_sum = malloc(bytes);
    if (!other_sum)
        MPI_Abort(MPI_COMM_WORLD, 2);
    for (int other = 1; other < rank_count; other++) {
        done += hear_last_count(other);
        receive_sum(other, other_sum, bytes);
        add(sum, other_sum);
        done_of[other] = 0;
        MPI_Send(NULL, 0, MPI_BYTE, other, TAG_END, MPI_COMM_WORLD);
    }
    free(other_sum);
    is_stopping = false;
    return done;
}

const struct sim_ranks_module sim_ranks_module = {.bytes = sizeof sim_ranks_module,
                                                  .begin = begin,
                                                  .end = end,
                                                  .number = number,
                                                  .count = count,
                                                  .agree = agree,
                                                  .tell = tell,
                                                  .hear = hear,
                                                  .are_done = are_done,
                                                  .gather = gather};

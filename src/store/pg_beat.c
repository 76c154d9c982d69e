/* pg_beat.c - this node's beat, in a thread and a session of their own: whatever else is asked of the
 * database, and however far away it is, the others see that this node is alive. */
#include <stdio.h>
#include <string.h>

#include "platform/clock.h"
#include "store/pg.h"

static bool beat(struct pg *pg, char *why)
{
    char id[16], tables[24], conns[24];
    pthread_mutex_lock(&pg->mutex);
    snprintf(tables, sizeof tables, "%llu", (unsigned long long)pg->self.tables);
    snprintf(conns, sizeof conns, "%llu", (unsigned long long)pg->self.conns);
    const char *draining = pg->self.is_draining ? "true" : "false";
    pthread_mutex_unlock(&pg->mutex);
    snprintf(id, sizeof id, "%u", (unsigned)pg->id);
    const char *values[] = {id, tables, conns, draining};
    PGresult *rows = pg__ask(pg->beater, why,
                             "UPDATE penultima.node SET beat = beat + 1, tables = $2, conns = $3,"
                             " is_draining = $4 WHERE id = $1 AND NOT is_dead",
                             4, values);
    /* Noted as dead by somebody: who has nothing to write would learn it from nobody else. */
    if (rows && strcmp(PQcmdTuples(rows), "0") == 0)
        store_nodes_give_up(&(struct store){.self = pg});
    PQclear(rows);
    return rows != NULL;
}

/* A beat that is lost costs nothing: it must not wait for a disk or a standby. */
bool pg__has_beater(struct pg *pg, char *why)
{
    if (pg->beater && PQstatus(pg->beater) == CONNECTION_OK)
        return true;
    PQfinish(pg->beater);
    pg->beater = pg__connect(pg, why);
    return pg->beater && pg__do(pg->beater, why, "SET synchronous_commit = off", 0, NULL);
}

void *pg__beat(void *argument)
{
    struct pg *pg = argument;
    char why[STORE_WHY_BYTES];
    pthread_mutex_lock(&pg->mutex);
    while (!pg->is_closing) {
        pthread_mutex_unlock(&pg->mutex);
        const uint64_t due_ms = platform_now_ms() + PG_BEAT_MS;
        const bool is_heard = pg__has_beater(pg, why) && beat(pg, why);
        pthread_mutex_lock(&pg->mutex);
        const uint64_t now_ms = platform_now_ms();
        if (is_heard)
            pg->heard_ms = now_ms;
        if (pg->is_closing || now_ms >= due_ms)
            continue;
        /* 'asked_for' wakes it too often, but always when it is to close. */
        const struct timespec until = platform_time_after(CLOCK_MONOTONIC, (unsigned)(due_ms - now_ms));
        while (!pg->is_closing && pthread_cond_timedwait(&pg->asked_for, &pg->mutex, &until) == 0)
            continue;
    }
    pthread_mutex_unlock(&pg->mutex);
    return NULL;
}

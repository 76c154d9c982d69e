/* pg.h - the parts of a store in PostgreSQL, for the files that share them. */
#ifndef STORE_PG_H
#define STORE_PG_H

#include <libpq-fe.h>
#include <pthread.h>

#include "store/batch.h"
#include "store/nodes.h"
#include "store/problem.h"

/* The first half of every advisory lock of ours; the second is a node's number, or 0 for the house. */
#define PG_LOCKS "1348824693" /* "Penu" */

enum {
    PG_VERSION = 1,       /* of the schema */
    PG_SILENT_MS = 10000, /* an answer that has not come by then will not come */
    PG_ASKED_MAX = 1024,
    PG_NEWS_MAX = 4096,
};

/* What the watcher has seen of another node. */
struct pg_peer {
    struct store_node node;
    uint64_t beat, beat_ms; /* the last one, and when it was seen first, by our clock */
    unsigned looks;         /* since then */
    char *lobby;
    size_t lobby_count;
};

struct pg_asked {
    uint64_t table;
    uint32_t to; /* not 0: it is to be given to that node */
};

struct pg {
    char url[1024];
    enum pen_lang lang;
    uint32_t id;
    uint64_t begin_ms;
    PGconn *writer, *reader, *watcher;
    pthread_t writing_thread, watching_thread;
    pthread_mutex_t mutex, reading;
    pthread_cond_t changed, asked_for; /* by CLOCK_MONOTONIC */
    void (*wake)(void *context);
    void *wake_context;

    struct store_batch gathered; /* the caller's */
    struct store_batch writing;  /* the writer's while 'is_busy' */
    uint64_t group;              /* the number of the one under way */
    /* Guarded by the mutex. */
    bool is_busy, is_failing, is_lost, is_closing, has_given_up, is_leaving;
    char why[STORE_WHY_BYTES];
    struct store_counters counters;

    uint64_t watching_ms; /* since when the watcher has its session; 0: since the beginning */
    uint64_t heard_ms;    /* when the database answered last */
    struct store_node self;
    struct pg_peer peers[STORE_NODES_MAX];
    unsigned peer_count;
    char *lobby; /* what we tell */
    size_t lobby_count;
    bool is_lobby_new;
    struct pg_asked asked[PG_ASKED_MAX];
    unsigned asked_count;
    struct store_news news[PG_NEWS_MAX];
    unsigned news_at, news_count;
};

/* What libpq says, in one line, without the line end; false. */
bool pg__say(char *why, PGconn *connection);
/* Null: 'why' tells. */
PGconn *pg__connect(const struct pg *pg, char *why);
/* Sends and receives until there is a result to take. False: the connection is lost, or silent for so long
 * that it counts as lost (the system itself answers keepalives, as does a proxy). */
bool pg__await(PGconn *connection);
/* Runs one statement with arguments in text; null: 'why' tells. */
PGresult *pg__ask(PGconn *connection, char *why, const char *sql, unsigned count, const char *const *values);
/* The same without an answer. */
bool pg__do(PGconn *connection, char *why, const char *sql, unsigned count, const char *const *values);
/* A number of a row. */
uint64_t pg__number(const PGresult *rows, int row, int column);
/* Makes the schema or brings it up to date; refuses one that is newer. */
bool pg__make_kind(PGconn *connection, enum pen_lang lang, char *why);

/* The first life: a number, its lock, its row. And again after a break: 1 it is ours still, 0 others have
 * taken over, -1 it cannot be said yet. 'group' is the last that was committed. */
bool pg__begin_life(struct pg *pg, char *why);
int pg__go_on(struct pg *pg, uint64_t *group, char *why);
/* Claims up to so many tables of nodes that are gone, or just one; how many, or -1: 'why' tells. */
int pg__claim(struct pg *pg, PGconn *connection, uint64_t table, unsigned most, char *why);

/* At the beginning: what nobody owns, if this is the only node. */
bool pg__claim_share(struct pg *pg, char *why);

void pg__news(struct pg *pg, enum store_news_kind kind, uint64_t table, const struct store_node *node);
void *pg__watch(void *pg);

/* In the shape of struct store_ops: pg_read.c. */
bool pg__read_open(void *self, store_visit visit, void *context, char *why);
bool pg__read_table(void *self, uint64_t table, uint64_t last, store_visit visit, void *context, char *why);
bool pg__read_ended(void *self, uint64_t table, store_visit_ended visit, void *context, char *why);
bool pg__back_up(void *self, const char *path, char *why);
bool pg__secret(void *self, const char *name, const uint8_t *fresh, uint8_t *bytes, size_t count, char *why);
bool pg__read_secrets(void *self, store_visit_secret visit, void *context, char *why);

#endif

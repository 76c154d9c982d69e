/* pg.h - the parts of a store in PostgreSQL, for the files that share them. */
#ifndef STORE_PG_H
#define STORE_PG_H

#include <pthread.h>

#include "store/batch.h"
#include "store/libpq.h"
#include "store/nodes.h"
#include "store/problem.h"

/* The first half of every advisory lock of ours; the second is a node's number, or 0 for the house. */
#define PG_LOCKS "1348824693" /* "Penu" */
/* Of pg_locks "l" and nodes "n": the one that is that node's life. */
#define PG_IS_LIFE                                                                              \
    "l.locktype = 'advisory' AND l.classid = " PG_LOCKS " AND l.objid = n.id::oid AND l.mode =" \
    " 'ExclusiveLock' AND l.granted AND l.database ="                                           \
    " (SELECT oid FROM pg_database WHERE datname = current_database())"

enum {
    PG_VERSION = 3, /* of the schema */
    /* An answer that has not come by then will hardly come: a standby is about to be promoted. A group that
     * was committed all the same is found so. */
    PG_SILENT_MS = 5000,
    PG_BEAT_MS = 250,
    PG_ASKED_MAX = 1024,
    PG_NEWS_MAX = 4096,
    PG_LOBBY_BYTES_MAX = 1 << 18, /* of one node */
};

/* What the watcher has seen of another node. */
struct pg_peer {
    struct store_node node;
    uint64_t beat, beat_ms; /* the last one, and when it was seen first, by our clock */
    unsigned looks;         /* since then */
    char *lobby;
    size_t lobby_count;
    uint64_t lobby_version, lobby_ms; /* that we have, and when we fetched it */
};

struct pg_asked {
    uint64_t table;
    uint32_t to; /* not 0: it is to be given to that node */
};

/* What we have written of a table: should the database ever have less, it came back older. */
struct pg_wrote {
    uint64_t table; /* 0: a free place */
    uint32_t seq;   /* 0: not ours any more */
};

/* Another database of the house: pg_parts.c. */
struct pg_part {
    struct pg *pg;
    unsigned number; /* in the order of all, from 0 */
    char url[1024];
    pthread_t thread;
    pthread_cond_t asked_for; /* by CLOCK_MONOTONIC */
    /* Its thread's. */
    PGconn *connection;
    uint64_t retry_ms, look_ms;
    char *seen; /* which lines of which nodes we have */
    /* Records are read from it, aside of its thread. */
    PGconn *reader;
    pthread_mutex_t reading;
    bool is_mute; /* it did not tell its secrets, and is not asked again */
    /* Guarded by the mutex of 'pg'. */
    bool is_there;             /* its thread has a session */
    char why[STORE_WHY_BYTES]; /* it has none */
    struct pg_part_asked {
        uint64_t table;
        unsigned left;  /* parts that have not been asked, this one included */
        bool is_unsure; /* one of those that have been was away */
    } asked[PG_ASKED_MAX];
    unsigned asked_count;
    struct store_node nodes[STORE_NODES_MAX]; /* that are alive there, as we are to know them */
    unsigned node_count;
    struct {
        char *text;
        size_t count;
    } lines[STORE_NODES_MAX];
    unsigned line_count;
};

struct pg {
    char url[1024];
    enum pen_lang lang;
    uint32_t id;
    uint64_t life; /* a number by chance: a database that came back older may give ours to somebody else */
    uint64_t begin_ms;
    PGconn *writer, *reader, *watcher, *beater;
    pthread_t writing_thread, watching_thread, beating_thread;
    pthread_mutex_t mutex, reading;
    pthread_cond_t changed, asked_for; /* by CLOCK_MONOTONIC */
    void (*wake)(void *context);
    void *wake_context;

    struct store_batch gathered; /* the caller's */
    struct store_batch writing;  /* the writer's while 'is_busy' */
    uint64_t group;              /* the number of the one under way */
    uint64_t acknowledged;       /* of the last one that was written; the writer's */
    struct pg_wrote *wrote;      /* a map; the writer's */
    size_t wrote_size, wrote_count;
    /* Guarded by the mutex. */
    bool is_busy, is_failing, is_lost, is_closing, has_given_up, is_leaving;
    char why[STORE_WHY_BYTES];
    struct store_counters counters;

    uint64_t watching_ms; /* since when the watcher has its session; 0: since the beginning */
    uint64_t heard_ms;    /* when the database answered last */
    uint64_t days_ms;     /* the parts for the days to come are looked after then; the watcher's */
    struct store_node self;
    struct pg_peer peers[STORE_NODES_MAX];
    unsigned peer_count;
    char *lobby; /* what we tell */
    size_t lobby_count;
    bool is_lobby_new;
    struct pg_part *parts; /* those that are not ours, by their numbers; or null */
    unsigned part_count, own_part;
    unsigned risks; /* enum store_risk, 1 << each */
    bool is_older;  /* the database came back older than what we wrote */
    uint64_t tables_back, tables_gone;
    struct store_node hidden; /* store_nodes_is_hidden(); number 0: none */
    struct pg_asked asked[PG_ASKED_MAX];
    unsigned asked_count;
    struct store_news news[PG_NEWS_MAX];
    unsigned news_at, news_count;
};

/* What libpq says, in one line, without the line end; false. */
bool pg__say(char *why, PGconn *connection);
/* Null: 'why' tells. */
PGconn *pg__connect(struct pg *pg, char *why);
/* The same with another database of the house. */
PGconn *pg__connect_to(struct pg *pg, const char *url, char *why);
/* pg_hosts.c: which address said nothing; and the addresses of a URL that has several, those last. False: as
 * they stand there. */
void pg__note_silent(const PGconn *connection);
struct pg_hosts {
    char host[1024], port[1024];
};
bool pg__order_hosts(const char *url, struct pg_hosts *hosts);
/* Sends and receives until there is a result to take. False: the connection is lost, or silent for so long
 * that it counts as lost (the system itself answers keepalives, as does a proxy). */
bool pg__await(PGconn *connection);
/* Runs one statement with arguments in text; null: 'why' tells. */
PGresult *pg__ask(PGconn *connection, char *why, const char *sql, unsigned count, const char *const *values);
/* The same without an answer. */
bool pg__do(PGconn *connection, char *why, const char *sql, unsigned count, const char *const *values);
/* Numbers as the database reads a list of them, "{1,2}", to be freed; null: no memory. */
char *pg__list(const uint64_t *numbers, unsigned count);
/* A number of a row. */
uint64_t pg__number(const PGresult *rows, int row, int column);
/* Makes the schema or brings it up to date; refuses one that is newer. */
bool pg__make_kind(PGconn *connection, enum pen_lang lang, char *why);
/* Now and then: the parts for what ends today and tomorrow. */
bool pg__make_days(PGconn *connection, char *why);

/* The first life: a number, its lock, its row. And again after a break: 1 it is ours still, 0 others have
 * taken over or the database is older than what we wrote, -1 it cannot be said yet. 'group' is the last that
 * was committed. */
bool pg__begin_life(struct pg *pg, char *why);
int pg__go_on(struct pg *pg, uint64_t *group, char *why);

/* pg_wrote.c, all by the writer: what a group that was committed has written; and, of a database that came
 * back older, which tables have less than that: they are marked, for whoever opens them to say so. */
void pg__note_wrote(struct pg *pg, const struct store_batch *group);
bool pg__mark_older(struct pg *pg, char *why);

/* Claims up to so many tables of nodes that are gone, or of these tables those that are ("{1,2}", or null for
 * any); how many, or -1: 'why' tells. */
int pg__claim(struct pg *pg, PGconn *connection, const char *tables, unsigned most, char *why);

/* At the beginning: what nobody owns, if this is the only node. */
bool pg__claim_share(struct pg *pg, char *why);

void pg__news(struct pg *pg, enum store_news_kind kind, uint64_t table, const struct store_node *node);
void *pg__watch(void *pg);
void *pg__beat(void *pg);                      /* pg_beat.c */
bool pg__has_beater(struct pg *pg, char *why); /* its session, begun anew if it must be */

/* pg_parts.c. False: no memory, or no thread; nothing is left. */
bool pg__begin_parts(struct pg *pg, const struct store_parts *parts, char *why);
void pg__end_parts(struct pg *pg); /* 'is_closing' is set */
/* With the mutex held: asks the other databases whose this table is, which is not in ours; false: there are
 * none. The answer is among the news. */
bool pg__ask_parts(struct pg *pg, uint64_t table);
/* Of so many other databases the one that is to be asked after 'before' whether it has this table; null: the
 * first. */
struct pg_part *pg__part_after(const struct pg *pg, uint64_t table, const struct pg_part *before);
/* With the mutex held: the lobbies of the other databases. */
void pg__visit_parts(const struct pg *pg, void (*visit)(void *context, const char *bytes, size_t count),
                     void *context);
/* In the shape of struct store_ops: pg_read.c. */
bool pg__read_open(void *self, store_visit visit, void *context, char *why);
bool pg__read_table(void *self, uint64_t table, uint64_t last, store_visit visit, void *context, char *why);
bool pg__read_ended(void *self, uint64_t table, store_visit_ended visit, void *context, char *why);
bool pg__list_ended(void *self, store_visit_ended visit, void *context, char *why);
bool pg__back_up(void *self, const char *path, char *why);
bool pg__secret(void *self, const char *name, const uint8_t *fresh, uint8_t *bytes, size_t count, char *why);
bool pg__read_secrets(void *self, store_visit_secret visit, void *context, char *why);

#endif

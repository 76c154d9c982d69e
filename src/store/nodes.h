/* nodes.h - a store that several servers (nodes) share: a PostgreSQL database.
 *
 * Every open table has one owner at a time, which alone may add to its journal. How that cannot split:
 *
 *  - A node's life is one session of the database, which holds an advisory lock under the node's number and
 *    writes all of the node's groups. Numbers are never used again.
 *  - Claiming tables is one statement: it takes the owner's lock, which it only gets when that session is
 *    gone and with it everything it could still have written; it notes that the owner is dead, changes the
 *    owner and raises the epoch.
 *  - Adding an entry is one statement that looks owner and epoch up and inserts (table, number): if they are
 *    not ours any more it fails, and with it the whole group; the primary key is the last fence.
 *  - A session that broke may be begun again under the same number, if nobody has noted the node as dead;
 *    what was under way is then looked up and not written twice. Otherwise the store is lost
 *    (STORE_LOST): the server lets go of everything and comes back under a new number.
 *
 * Who is alive is seen by a beat in each node's row, counted by whoever looks with his own clock: the session
 * of a node that stands still is ended by the others, and from then on it is as dead as any. */
#ifndef STORE_NODES_H
#define STORE_NODES_H

#include "store/store.h"

#define STORE_ADDRESS_BYTES 64
enum { STORE_NODES_MAX = 64 };

/* A node as the others see it. */
struct store_node {
    uint32_t id;
    char address[STORE_ADDRESS_BYTES]; /* where the other nodes find it: "host:port"; empty: nowhere */
    char site[STORE_ADDRESS_BYTES];    /* the same for what it answers over HTTP */
    uint64_t tables, conns;            /* that it has */
    bool is_draining;                  /* takes no more tables */
};

/* As store_open(); 'self' tells the addresses. Claims what nobody owns, as far as it is not for others. */
bool store_open_nodes(struct store *store, const struct store_node *self, const char *url, enum pen_lang lang,
                      void (*wake)(void *context), void *context, char *why);

/* Whether it is such a store; the functions below are for those only. */
bool store_has_nodes(const struct store *store);

/* This node's number, and the time of the database at its beginning. */
uint32_t store_nodes_self(const struct store *store);
uint64_t store_nodes_time_ms(const struct store *store);

/* Those that were alive when they were last looked at, this one included. */
unsigned store_nodes_list(const struct store *store, struct store_node *nodes, unsigned most);

/* What the others shall see of this one. */
void store_nodes_tell(struct store *store, uint64_t tables, uint64_t conns, bool is_draining);

/* The tables of this house that others show in their lobby, as each has said it last; and what this one says
 * (copied). 'visit' is called with the mutex held: it must not call the store. */
void store_nodes_tell_lobby(struct store *store, const char *bytes, size_t count);
void store_nodes_read_lobby(struct store *store,
                            void (*visit)(void *context, const char *bytes, size_t count), void *context);

enum store_news_kind {
    STORE_NEWS_NONE,
    STORE_NEWS_TOOK,    /* the table is ours from now on: it is to be read and opened */
    STORE_NEWS_HERE,    /* it was ours already */
    STORE_NEWS_THERE,   /* it is another node's */
    STORE_NEWS_NOWHERE, /* there is no such open table */
    STORE_NEWS_UNKNOWN  /* the database does not answer: ask again */
};
struct store_news {
    enum store_news_kind kind;
    uint64_t table;
    struct store_node node; /* of THERE */
};

/* Asks whose a table is, and takes it if its owner is dead; the answer is among the news. False: too much
 * has been asked. */
bool store_nodes_find(struct store *store, uint64_t table);
struct store_news store_nodes_next(struct store *store);

/* Hands a table over that everything has been committed of: from here on it is the other's. False: it could
 * not be asked for now. The answer is the news that it is THERE, or HERE if it stays. */
bool store_nodes_give(struct store *store, uint64_t table, uint32_t to);

/* Everything is written: the node ends its life, so that others have its tables at once. Reading goes on. */
void store_nodes_leave(struct store *store);

/* For how long the database has not answered. */
uint64_t store_nodes_silent_ms(const struct store *store);
/* From here on the store is lost, as if others had taken over; they will. */
void store_nodes_give_up(struct store *store);

/* Whether this is the only server of the house, and stays so until it is closed. */
bool store_nodes_be_alone(struct store *store, char *why);

#endif

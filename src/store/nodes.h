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
 *  - Should the database have less than what it has confirmed to us (it crashed without writing through, or a
 *    standby that lagged behind took its place), the store is lost as well: nothing is added behind a hole.
 *    The tables that went back are marked, and whoever opens them next says so.
 *
 * Who is alive is seen by a beat in each node's row, counted by whoever looks with his own clock: the session
 * of a node that stands still is ended by the others, and from then on it is as dead as any. */
#ifndef STORE_NODES_H
#define STORE_NODES_H

#include "store/store.h"

#define STORE_ADDRESS_BYTES 64
enum { STORE_NODES_MAX = 128 };

/* A node as the others see it. */
struct store_node {
    uint32_t id;
    char address[STORE_ADDRESS_BYTES]; /* where the other nodes find it: "host:port"; empty: nowhere */
    char site[STORE_ADDRESS_BYTES];    /* the same for what it answers over HTTP */
    char machine[STORE_ADDRESS_BYTES]; /* on which 127.0.0.1 is the same for all */
    uint64_t tables, conns;            /* that it has */
    bool is_draining;                  /* takes no more tables */
};

/* What a house on several machines needs of the system is loaded, if it is there: before the process confines
 * itself. */
void store_nodes_prepare(void);

/* The databases of a house of several, in the order in which all of its nodes name them. Each table is in
 * one, with everything of it, and its id begins with that one's letters. */
enum { STORE_PARTS_MAX = 8, STORE_HOUSE_MAX = STORE_PARTS_MAX * STORE_NODES_MAX };
struct store_parts {
    const char *const *urls;
    unsigned count, own; /* which of them is ours */
};

/* Which part a table's id names: its first letter, five bits of fifty. */
static inline unsigned store_part_of(uint64_t table, unsigned count)
{
    return (unsigned)((table >> 45 & 31) * count / 32);
}

/* As store_open(); 'self' tells the addresses, 'parts' may be null. Claims what nobody owns, as far as it is
 * not for others. */
bool store_open_nodes(struct store *store, const struct store_node *self, const struct store_parts *parts,
                      const char *url, enum pen_lang lang, void (*wake)(void *context), void *context,
                      char *why);

/* Whether it is such a store; the functions below are for those only. */
bool store_has_nodes(const struct store *store);

/* This node's number, and the time of the database at its beginning. */
uint32_t store_nodes_self(const struct store *store);
/* The same as that other node is to know it, which may be one of another database of the house: those have
 * numbers that none of ours has. */
uint32_t store_nodes_self_for(const struct store *store, uint32_t other);
uint64_t store_nodes_time_ms(const struct store *store);

/* Those that were alive when they were last looked at, this one included. */
unsigned store_nodes_list(const struct store *store, struct store_node *nodes, unsigned most);

/* The same of the whole house, those of its other databases too, which come after the others; to be freed.
 * Null: no memory. */
struct store_node *store_nodes_house(const struct store *store, unsigned *count);
/* Whether this node and the one before it in that list are of different databases. */
bool store_nodes_is_other(uint32_t node, uint32_t before);

/* What the others shall see of this one. */
void store_nodes_tell(struct store *store, uint64_t tables, uint64_t conns, bool is_draining);

/* The tables of this house that others show in their lobby, as each has said it last; and what this one says
 * (copied). 'visit' is called with the mutex held: it must not call the store. */
void store_nodes_tell_lobby(struct store *store, const char *bytes, size_t count);
void store_nodes_read_lobby(struct store *store,
                            void (*visit)(void *context, const char *bytes, size_t count), void *context);

/* X(name): settings of the database with which it can lose what it has confirmed; the sentence is
 * cli.log.risk-NAME. */
#define STORE_RISK_LIST(X) \
    X(FSYNC)               \
    X(FULL_PAGE_WRITES)

enum store_risk {
#define X(name) STORE_RISK_##name,
    STORE_RISK_LIST(X)
#undef X
        STORE_RISK_COUNT
};

/* 1 << each that it has. */
unsigned store_nodes_risks(const struct store *store);

/* Whether the store is lost because the database came back older: how many tables went back, and how many
 * are not there any more. */
bool store_nodes_is_older(const struct store *store, uint64_t *back, uint64_t *gone);

/* A node on another machine than ours, while one of the two says that it is found at 127.0.0.1; false: none.
 */
bool store_nodes_is_hidden(const struct store *store, struct store_node *node);

/* As store_read_table() for several tables, in their order, with one question. */
bool store_nodes_read(struct store *store, const uint64_t *tables, unsigned count, store_visit visit,
                      void *context, char *why);

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

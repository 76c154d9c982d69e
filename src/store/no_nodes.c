/* no_nodes.c - in the place of the database, where the program was built without libpq: it says so, and as no
 * store has nodes then, nothing else here is ever called. */
#include "store/nodes.h"
#include "store/pg_archive.h"
#include "store/problem.h"

void store_nodes_prepare(void)
{
}

bool store_open_nodes(struct store *store, const struct store_node *self, const struct store_parts *parts,
                      const char *url, enum pen_lang lang, void (*wake)(void *context), void *context,
                      char *why)
{
    (void)store;
    (void)self;
    (void)parts;
    (void)url;
    (void)wake;
    (void)context;
    return store__say_problem(why, lang, STORE_PROBLEM_NO_POSTGRESQL, "");
}

bool store_has_nodes(const struct store *store)
{
    (void)store;
    return false;
}

uint32_t store_nodes_self(const struct store *store)
{
    (void)store;
    return 0;
}

uint32_t store_nodes_self_for(const struct store *store, uint32_t other)
{
    (void)store;
    (void)other;
    return 0;
}

uint64_t store_nodes_time_ms(const struct store *store)
{
    (void)store;
    return 0;
}

unsigned store_nodes_list(const struct store *store, struct store_node *nodes, unsigned most)
{
    (void)store;
    (void)nodes;
    (void)most;
    return 0;
}

struct store_node *store_nodes_house(const struct store *store, unsigned *count)
{
    (void)store;
    (void)count;
    return NULL;
}

bool store_nodes_is_other(uint32_t node, uint32_t before)
{
    (void)node;
    (void)before;
    return false;
}

void store_nodes_tell(struct store *store, uint64_t tables, uint64_t conns, bool is_draining)
{
    (void)store;
    (void)tables;
    (void)conns;
    (void)is_draining;
}

void store_nodes_tell_lobby(struct store *store, const char *bytes, size_t count)
{
    (void)store;
    (void)bytes;
    (void)count;
}

void store_nodes_read_lobby(struct store *store,
                            void (*visit)(void *context, const char *bytes, size_t count), void *context)
{
    (void)store;
    (void)visit;
    (void)context;
}

bool store_nodes_find(struct store *store, uint64_t table)
{
    (void)store;
    (void)table;
    return false;
}

struct store_news store_nodes_next(struct store *store)
{
    (void)store;
    return (struct store_news){.kind = STORE_NEWS_NONE};
}

bool store_nodes_give(struct store *store, uint64_t table, uint32_t to)
{
    (void)store;
    (void)table;
    (void)to;
    return false;
}

void store_nodes_leave(struct store *store)
{
    (void)store;
}

uint64_t store_nodes_silent_ms(const struct store *store)
{
    (void)store;
    return 0;
}

void store_nodes_give_up(struct store *store)
{
    (void)store;
}

bool store_nodes_be_alone(struct store *store, char *why)
{
    (void)store;
    (void)why;
    return true;
}

unsigned store_nodes_risks(const struct store *store)
{
    (void)store;
    return 0;
}

bool store_nodes_is_older(const struct store *store, uint64_t *back, uint64_t *gone)
{
    (void)store;
    *back = *gone = 0;
    return false;
}

bool store_nodes_is_hidden(const struct store *store, struct store_node *node)
{
    (void)store;
    (void)node;
    return false;
}

bool store_nodes_read(struct store *store, const uint64_t *tables, unsigned count, store_visit visit,
                      void *context, char *why)
{
    (void)store;
    (void)tables;
    (void)count;
    (void)visit;
    (void)context;
    (void)why;
    return false;
}

bool store_archive_nodes(const char *url, const struct store_archive *archive, unsigned days,
                         enum pen_lang lang, uint64_t *moved, char *why)
{
    (void)url;
    (void)archive;
    (void)days;
    *moved = 0;
    return store__say_problem(why, lang, STORE_PROBLEM_NO_POSTGRESQL, "");
}

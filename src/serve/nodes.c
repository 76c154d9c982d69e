/* nodes.c - whose tables are where, who waits for that, and tables that become ours. */
#include "serve/nodes.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "platform/clock.h"
#include "serve/guests.h"
#include "store/batch.h"

enum {
    BACK_MS = 20,
    PATIENCE_MS = 10000, /* then a client that waits for its table is told to come again */
    TELL_MS = 500,
    ADOPT_AT_ONCE = 32,
    ADOPT_US = 4000, /* of one turn for opening them: whoever plays here meanwhile shall not notice */
    ADOPT_LOOK = 32, /* entries until the clock is looked at again */
    NEWS_AT_ONCE = 512,
    USUAL_MS = 100,
};

/* Tables being read, in another thread. */
struct adopting {
    struct hall_work work; /* first, so that one is the other */
    struct nodes *nodes;
    uint64_t keys[ADOPT_AT_ONCE];
    unsigned count, opened;
    struct store_batch entries; /* one table after the other, in the order of the keys */
    size_t at;                  /* in the entries: of the next that is to be put back */
    struct hall_table *table;   /* that is being put back, or null */
    bool has_some;              /* entries of it */
    bool is_read;
};

/* ---- guests that wait -------------------------------------------------------------------------------- */

uint64_t nodes_now_ms(const struct nodes *nodes)
{
    return net_server_now_us(nodes->serve->net) / 1000;
}

void nodes_wait(struct nodes *nodes, struct guest *guest, uint64_t key)
{
    const bool is_early = guest->is_back && guest->key == key;
    guest->is_waiting = true;
    guest->key = key;
    guest->since_ms = nodes_now_ms(nodes);
    guest->retry_ms = !is_early && store_nodes_find(&nodes->serve->store, key)
                          ? UINT64_MAX
                          : guest->since_ms + (is_early ? BACK_MS : NODES_RETRY_MS);
    guest->is_back = false;
    guest->next = nodes->waiting;
    guest->at = &nodes->waiting;
    if (guest->next)
        guest->next->at = &guest->next;
    nodes->waiting = guest;
}

void nodes_stop_waiting(struct nodes *nodes, struct guest *guest)
{
    (void)nodes;
    if (!guest->is_waiting)
        return;
    *guest->at = guest->next;
    if (guest->next)
        guest->next->at = guest->at;
    guest->is_waiting = false;
}

/* ---- tables that become ours ---------------------------------------------------------------------- */

static bool gather(void *context, const struct store_entry *entry)
{
    struct adopting *adopting = context;
    adopting->is_read = store_batch_add(&adopting->entries, entry);
    return adopting->is_read;
}

static void run_adopting(struct hall_work *work)
{
    struct adopting *adopting = (struct adopting *)work;
    char why[STORE_WHY_BYTES];
    adopting->is_read = true;
    if (!store_nodes_read(&adopting->nodes->serve->store, adopting->keys, adopting->count, gather, adopting,
                          why))
        adopting->is_read = false;
}

void nodes_take(struct nodes *nodes, uint64_t key)
{
    if (nodes->taken_count == nodes->taken_size) {
        const size_t size = nodes->taken_size ? 2 * nodes->taken_size : 64;
        uint64_t *taken = realloc(nodes->taken, size * sizeof *taken);
        if (!taken)
            return; /* whoever wants it asks again */
        nodes->taken = taken;
        nodes->taken_size = size;
    }
    nodes->taken[nodes->taken_count++] = key;
}

/* Those who wait for this table are told: it is here, or it is nowhere. */
static void tell_waiting(struct nodes *nodes, uint64_t key, bool is_nowhere)
{
    for (struct guest *guest = nodes->waiting, *next; guest; guest = next) {
        next = guest->next;
        if (guest->key != key)
            continue;
        nodes_stop_waiting(nodes, guest);
        guest_say(nodes->serve, guest, is_nowhere);
    }
}

static void drop_adopting(struct adopting *adopting)
{
    struct serve *serve = adopting->nodes->serve;
    if (adopting->table)
        hall_adopt_end(serve->hall, adopting->table, false, serve_turn_ms(serve));
    store_batch_drop(&adopting->entries);
    free(adopting);
}

static void end_adopting(struct hall_work *work)
{
    struct adopting *adopting = (struct adopting *)work;
    struct nodes *nodes = adopting->nodes;
    if (adopting->is_read) {
        nodes->adopted = adopting;
        return;
    }
    nodes->is_adopting = false;
    nodes->adopt_ms = nodes_now_ms(nodes) + NODES_RETRY_MS; /* the database is away */
    for (unsigned i = 0; i < adopting->count; i++)
        nodes_take(nodes, adopting->keys[i]);
    drop_adopting(adopting);
}

/* Puts the next of them back; false: it is not done in this turn. */
static bool open_next(struct nodes *nodes, struct adopting *adopting, uint64_t until_us)
{
    struct hall *hall = nodes->serve->hall;
    const uint64_t key = adopting->keys[adopting->opened];
    struct store_entry entry;
    if (!adopting->table && !(adopting->table = hall_adopt_begin(hall, key)))
        return false;
    unsigned count = 0;
    for (size_t next = adopting->at;
         store_batch_next(&adopting->entries, &next, &entry) && entry.table == key; adopting->at = next) {
        if (count++ % ADOPT_LOOK == 0 && platform_now_us() >= until_us)
            return false;
        hall_adopt_add(hall, adopting->table, &entry);
        adopting->has_some = true;
    }
    hall_adopt_end(hall, adopting->table, adopting->has_some, serve_turn_ms(nodes->serve));
    adopting->table = NULL;
    adopting->has_some = false;
    adopting->opened++;
    tell_waiting(nodes, key, !hall_has_table(hall, key)); /* nowhere: ended meanwhile, or set aside */
    return true;
}

static void open_some(struct nodes *nodes)
{
    struct adopting *adopting = nodes->adopted;
    const uint64_t until_us = platform_now_us() + ADOPT_US;
    if (!adopting)
        return;
    while (adopting->opened < adopting->count)
        if (!open_next(nodes, adopting, until_us))
            return;
    drop_adopting(adopting);
    nodes->adopted = NULL;
    nodes->is_adopting = false;
}

/* Several may have asked for the same table: read twice, it would not follow from itself. */
static void add_once(struct adopting *adopting, uint64_t key)
{
    for (unsigned i = 0; i < adopting->count; i++)
        if (adopting->keys[i] == key)
            return;
    adopting->keys[adopting->count++] = key;
}

static void adopt_some(struct nodes *nodes, uint64_t now_ms)
{
    if (nodes->is_adopting || nodes->taken_count == 0 || now_ms < nodes->adopt_ms)
        return;
    struct adopting *adopting = calloc(1, sizeof *adopting);
    if (!adopting)
        return;
    adopting->work = (struct hall_work){run_adopting, end_adopting, NULL};
    adopting->nodes = nodes;
    while (adopting->count < ADOPT_AT_ONCE && nodes->taken_count > 0)
        add_once(adopting, nodes->taken[--nodes->taken_count]);
    nodes->is_adopting = true;
    if (!serve_work_give(nodes->serve->works, &adopting->work)) {
        nodes->is_adopting = false;
        while (adopting->count > 0)
            nodes_take(nodes, adopting->keys[--adopting->count]);
        free(adopting);
    }
}

/* ---- turns ---------------------------------------------------------------------------------------- */

static void hear(struct nodes *nodes, const struct store_news *news)
{
    if (news->table == nodes->giving && !share_hear(nodes, news))
        return;
    struct serve *serve = nodes->serve;
    ask_hear(nodes, news);
    order_hear(nodes, news);
    if (news->kind == STORE_NEWS_TOOK || news->kind == STORE_NEWS_HERE) {
        if (hall_has_table(serve->hall, news->table))
            tell_waiting(nodes, news->table, false);
        else
            nodes_take(nodes, news->table);
        return;
    }
    if (news->kind == STORE_NEWS_NOWHERE) {
        tell_waiting(nodes, news->table, true);
        return;
    }
    for (struct guest *guest = nodes->waiting, *next; guest; guest = next) {
        next = guest->next;
        if (guest->key != news->table)
            continue;
        if (news->kind == STORE_NEWS_THERE)
            pass_on(nodes, guest, &news->node);
        else
            guest->retry_ms = nodes_now_ms(nodes) + NODES_RETRY_MS;
    }
}

static void ask_again(struct nodes *nodes, uint64_t now_ms)
{
    for (struct guest *guest = nodes->waiting, *next; guest; guest = next) {
        next = guest->next;
        if (now_ms >= guest->since_ms + PATIENCE_MS) {
            nodes_stop_waiting(nodes, guest);
            net_conn_close(guest->conn, GUEST_CLOSE_LATER, "");
        } else if (now_ms >= guest->retry_ms && store_nodes_find(&nodes->serve->store, guest->key)) {
            guest->retry_ms = UINT64_MAX;
        }
    }
}

static void tell_others(struct nodes *nodes, uint64_t now_ms)
{
    struct serve *serve = nodes->serve;
    if (now_ms < nodes->tell_ms)
        return;
    nodes->tell_ms = now_ms + TELL_MS;
    const struct hall_counters now = hall_count(serve->hall);
    store_nodes_tell(&serve->store, now.tables, now.conns, serve->is_stopping);
    struct hall_page lobby = hall_page_lobby(serve->hall, serve_turn_ms(serve));
    unsigned halls = 0;
    free(store_nodes_house(&serve->store, &halls));
    store_nodes_tell_lobby(&serve->store, lobby.bytes ? lobby.bytes : "", hall_lobby_share(&lobby, halls));
    free(lobby.bytes);
}

int64_t nodes_turn(struct nodes *nodes, uint64_t now_ms)
{
    struct store_news news;
    for (unsigned i = 0; i < NEWS_AT_ONCE; i++) {
        news = store_nodes_next(&nodes->serve->store);
        if (news.kind == STORE_NEWS_NONE)
            break;
        hear(nodes, &news);
    }
    ask_again(nodes, now_ms);
    ask_give_up(nodes, NULL, false);
    order_turn(nodes);
    order_bans(nodes);
    open_some(nodes);
    adopt_some(nodes, now_ms);
    share_turn(nodes, now_ms);
    pass_turn(nodes, now_ms);
    tell_others(nodes, now_ms);
    return nodes->adopted ? 0 : nodes->waiting ? 20 : USUAL_MS;
}

void nodes_count(const struct nodes *nodes, uint64_t *passed, uint64_t *taken)
{
    *passed = nodes->passed;
    *taken = nodes->channels;
}

struct nodes *nodes_create(struct serve *serve, int listener)
{
    struct nodes *nodes = calloc(1, sizeof *nodes);
    uint8_t fresh[LINK_SECRET_BYTES];
    char why[STORE_WHY_BYTES];
    if (!nodes)
        return NULL;
    nodes->serve = serve;
    nodes->listener = listener;
    pass_begin(nodes);
    randombytes_buf(fresh, sizeof fresh);
    if (!store_secret(&serve->store, "nodes", fresh, nodes->host.secret, sizeof fresh, why) ||
        !net_server_watch(serve->net, listener, &nodes->watch, EPOLLIN)) {
        free(nodes);
        return NULL;
    }
    return nodes;
}

void nodes_destroy(struct nodes *nodes)
{
    if (!nodes)
        return;
    pass_end(nodes);
    ask_give_up(nodes, NULL, true);
    order_drop(nodes);
    close(nodes->listener);
    if (nodes->adopted)
        drop_adopting(nodes->adopted);
    free(nodes->taken);
    free(nodes);
}

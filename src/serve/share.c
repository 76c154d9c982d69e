/* share.c - tables that go to another node: those that are too many here, and all of them when this node
 * ends; and whether the database is away for everybody or for us alone. */
#include "serve/guests.h"

enum {
    GIVE_MS = 100,
    GIVE_TRIES = 20,
    UNEVEN = 2, /* tables more than the average, besides an eighth and what chance does, for so long */
    UNEVEN_MS = 5000,
    FEW = 16, /* of so few more only one is given until the other has said how many it has now */
    GIVE_FEW_MS = 1000,
    SETTLED_MS = 3000, /* after nodes have come or gone: by then whoever chooses among them knows it */
    CUT_OFF_MS = 3000, /* without the database, then the others are asked whether they have it */
    WELL_MS = 2500,
    HOW_MS = 500,
};

/* The table has been let go. */
static void give(struct nodes *nodes, uint64_t key, const struct store_node *node)
{
    struct serve *serve = nodes->serve;
    nodes->giving = key;
    nodes->giving_to = *node;
    nodes->giving_tries = 0;
    if (!store_nodes_give(&serve->store, nodes->giving, node->id)) {
        nodes_take(nodes, nodes->giving);
        nodes->giving = 0;
    }
}

static void give_to(struct nodes *nodes, const struct store_node *node)
{
    uint64_t key;
    if (hall_let_go(nodes->serve->hall, &key)) /* otherwise all have something under way: in the next turn */
        give(nodes, key, node);
}

static bool may_have_more(const struct store_node *node)
{
    return !node->is_draining && node->address[0];
}

static uint32_t through(const void *wire)
{
    const struct channel *channel = wire;
    return channel->kind == WIRE_CHANNEL && channel->link
               ? ((const struct side *)link_data(channel->link))->node
               : 0;
}

/* How many tables a node may have without being uneven. A proxy that chooses by the table's id deals them out
 * as chance does: three standard deviations are nothing to mend, and with few tables they are most of it. */
static uint64_t most_of(uint64_t average)
{
    uint64_t root = 0;
    while (root * root < 9 * average)
        root++;
    return average + average / 8 + root;
}

/* A table goes to where its people come by now: a proxy that chooses the node by the table sends them there
 * again. After a node has died, ended or come, everybody is soon connected to the owner of his table again.
 * Up to 'most', and more than UNEVEN above it is shared out: no table goes to and fro. */
static void follow(struct nodes *nodes, const struct store_node *all, unsigned count, uint64_t most,
                   uint64_t now_ms)
{
    struct hall *hall = nodes->serve->hall;
    uint64_t key;
    const bool is_chosen = nodes->serve->net_config.proxy_count > 0; /* their node, by a proxy */
    const bool is_settled = now_ms >= nodes->ways_ms + SETTLED_MS;
    const struct hall_ways ways = {through, is_chosen && is_settled ? nodes->ways : 0};
    const uint32_t to = hall_find_strayed(hall, &ways, &key);
    for (unsigned i = 1; to && i < count; i++)
        if (all[i].id == to && may_have_more(&all[i]) && all[i].tables < most && hall_let_go_of(hall, key))
            give(nodes, key, &all[i]);
}

static void note_ways(struct nodes *nodes, const struct store_node *all, unsigned count, uint64_t now_ms)
{
    uint64_t others = 1;
    for (unsigned i = 1; i < count; i++)
        others += (2 * (uint64_t)all[i].id + all[i].is_draining) * 0x9e3779b97f4a7c15u;
    if (others == nodes->others)
        return;
    nodes->others = others;
    nodes->ways_ms = now_ms;
    nodes->ways++;
}

/* A node that has far more than the others gives some away, one at a time: to one that is new, above all. */
static void share(struct nodes *nodes, uint64_t now_ms)
{
    struct serve *serve = nodes->serve;
    struct store_node all[STORE_NODES_MAX];
    if (nodes->giving || now_ms < nodes->give_ms || serve->is_stopping)
        return;
    nodes->give_ms = now_ms + GIVE_MS;
    const unsigned count = store_nodes_list(&serve->store, all, STORE_NODES_MAX);
    note_ways(nodes, all, count, now_ms);
    const uint64_t own = hall_count(serve->hall).tables;
    uint64_t total = own;
    const struct store_node *least = NULL;
    for (unsigned i = 1; i < count; i++) {
        total += all[i].tables;
        if (may_have_more(&all[i]) && (!least || all[i].tables < least->tables))
            least = &all[i];
    }
    const uint64_t average = total / count, most = most_of(average);
    if (!least || own <= most + UNEVEN || least->tables >= average) {
        nodes->even_ms = now_ms;
        follow(nodes, all, count, most, now_ms);
        return;
    }
    if (now_ms < nodes->even_ms + UNEVEN_MS)
        return;
    give_to(nodes, least);
    if (own <= most + FEW)
        nodes->give_ms = now_ms + GIVE_FEW_MS;
}

bool nodes_hand_over(struct nodes *nodes)
{
    struct serve *serve = nodes->serve;
    struct store_node all[STORE_NODES_MAX];
    if (nodes->giving)
        return false;
    if (hall_count(serve->hall).tables == 0)
        return true;
    const unsigned count = store_nodes_list(&serve->store, all, STORE_NODES_MAX);
    for (unsigned i = 1; i < count; i++) {
        const struct store_node *next = &all[1 + nodes->given++ % (count - 1)]; /* each in turn */
        if (!may_have_more(next))
            continue;
        give_to(nodes, next);
        return false;
    }
    return true; /* nobody is there */
}

bool share_hear(struct nodes *nodes, const struct store_news *news)
{
    if (news->kind == STORE_NEWS_THERE) {
        struct link *link = pass_link_to(nodes, &nodes->giving_to);
        if (link)
            (void)link_send(link, LINK_GIVEN, nodes->giving, NULL, 0, NULL, 0);
    } else if (news->kind != STORE_NEWS_NOWHERE && nodes->giving_tries++ < GIVE_TRIES &&
               store_nodes_find(&nodes->serve->store, nodes->giving)) {
        return false;
    }
    nodes->giving = 0;
    return true;
}

/* ---- the database is away ---------------------------------------------------------------------------- */

static void ask_others(struct nodes *nodes, uint64_t now_ms)
{
    struct store_node all[STORE_NODES_MAX];
    const struct store *store = &nodes->serve->store;
    if (now_ms < nodes->how_ms || store_nodes_silent_ms(store) < CUT_OFF_MS)
        return;
    nodes->how_ms = now_ms + HOW_MS;
    const unsigned count = store_nodes_list(store, all, STORE_NODES_MAX);
    for (unsigned i = 1; i < count; i++) {
        struct link *link = pass_link_to(nodes, &all[i]);
        if (link)
            (void)link_send(link, LINK_HOW, 0, NULL, 0, NULL, 0);
    }
}

/* If another has the database, it has our tables too, or will: our people are better off there. */
void share_frame(struct nodes *nodes, struct link *link, enum link_kind kind, const uint8_t *bytes,
                 size_t count)
{
    struct store *store = &nodes->serve->store;
    const uint64_t silent_ms = store_nodes_silent_ms(store);
    const uint8_t is_well = silent_ms < WELL_MS;
    if (kind == LINK_HOW)
        (void)link_send(link, LINK_WELL, 0, &is_well, 1, NULL, 0);
    else if (count == 1 && bytes[0] && silent_ms >= CUT_OFF_MS)
        store_nodes_give_up(store);
}

void share_turn(struct nodes *nodes, uint64_t now_ms)
{
    share(nodes, now_ms);
    ask_others(nodes, now_ms);
}

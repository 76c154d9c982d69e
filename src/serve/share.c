/* share.c - tables that go to another node: those that are too many here, and all of them when this node
 * ends; and whether the database is away for everybody or for us alone. */
#include "serve/guests.h"

enum {
    GIVE_MS = 100,
    GIVE_TRIES = 20,
    UNEVEN = 8, /* tables more than the average, at least, and for so long, before any is given */
    UNEVEN_MS = 5000,
    CUT_OFF_MS = 3000, /* without the database, then the others are asked whether they have it */
    WELL_MS = 2500,
    HOW_MS = 500,
};

static void give_to(struct nodes *nodes, const struct store_node *node)
{
    struct serve *serve = nodes->serve;
    if (!hall_let_go(serve->hall, &nodes->giving))
        return; /* all of them have something under way: in the next turn */
    nodes->giving_to = *node;
    nodes->giving_tries = 0;
    if (!store_nodes_give(&serve->store, nodes->giving, node->id)) {
        nodes_take(nodes, nodes->giving);
        nodes->giving = 0;
    }
}

static bool may_have_more(const struct store_node *node)
{
    return !node->is_draining && node->address[0];
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
    const uint64_t own = hall_count(serve->hall).tables;
    uint64_t total = own;
    const struct store_node *least = NULL;
    for (unsigned i = 1; i < count; i++) {
        total += all[i].tables;
        if (may_have_more(&all[i]) && (!least || all[i].tables < least->tables))
            least = &all[i];
    }
    const uint64_t average = total / count, margin = average / 8 > UNEVEN ? average / 8 : UNEVEN;
    if (!least || own <= average + margin || least->tables >= average) {
        nodes->even_ms = now_ms;
        return;
    }
    if (now_ms >= nodes->even_ms + UNEVEN_MS)
        give_to(nodes, least);
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
        struct link *link = nodes_link_to(nodes, &nodes->giving_to);
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
        struct link *link = nodes_link_to(nodes, &all[i]);
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

/* nodes.c - links to other nodes, whose tables are where, and tables that become ours. */
#include "serve/nodes.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "platform/clock.h"
#include "platform/host.h"
#include "serve/guests.h"
#include "store/batch.h"

enum {
    RETRY_MS = 100,
    BACK_MS = 20,
    PATIENCE_MS = 10000, /* then a client that waits for its table is told to come again */
    TELL_MS = 500,
    ADOPT_AT_ONCE = 32,
    ADOPT_US = 4000, /* of one turn for opening them: whoever plays here meanwhile shall not notice */
    ADOPT_LOOK = 32, /* entries until the clock is looked at again */
    CHANNELS_MAX = 1 << 20,
    NEWS_AT_ONCE = 512,
    USUAL_MS = 100,
    HANDSHAKE_MS = 3000, /* one that stands still takes calls and says nothing */
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

/* ---- the connections of a link -------------------------------------------------------------------- */

static bool grow_side(struct side *side, uint32_t count)
{
    if (count > CHANNELS_MAX)
        return false;
    uint32_t size = side->count ? side->count : 16;
    while (size < count)
        size *= 2;
    void **slots = realloc(side->slots, size * sizeof *slots);
    if (slots)
        side->slots = slots;
    uint32_t *serials = realloc(side->serials, size * sizeof *serials);
    if (serials)
        side->serials = serials;
    if (!slots || !serials)
        return false;
    memset(slots + side->count, 0, (size - side->count) * sizeof *slots);
    memset(serials + side->count, 0, (size - side->count) * sizeof *serials);
    side->count = size;
    return true;
}

static void *side_get(const struct side *side, uint64_t channel)
{
    const uint32_t slot = (uint32_t)channel;
    return slot < side->count && side->serials[slot] == (uint32_t)(channel >> 32) ? side->slots[slot] : NULL;
}

/* ---- guests that are passed on -------------------------------------------------------------------- */

static uint64_t turn_ms(const struct nodes *nodes)
{
    return net_server_now_us(nodes->serve->net) / 1000;
}

void nodes_wait(struct nodes *nodes, struct guest *guest, uint64_t key)
{
    const bool is_early = guest->is_back && guest->key == key;
    guest->is_waiting = true;
    guest->key = key;
    guest->since_ms = turn_ms(nodes);
    guest->retry_ms = !is_early && store_nodes_find(&nodes->serve->store, key)
                          ? UINT64_MAX
                          : guest->since_ms + (is_early ? BACK_MS : RETRY_MS);
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

static void detach(struct nodes *nodes, struct guest *guest)
{
    struct side *side = link_data(guest->link);
    side->slots[(uint32_t)guest->channel] = NULL;
    guest->link = NULL;
    nodes->passed--;
}

void nodes_forget(struct nodes *nodes, struct guest *guest)
{
    nodes_stop_waiting(nodes, guest);
    if (!guest->link)
        return;
    (void)link_send(guest->link, LINK_CLOSED, guest->channel, NULL, 0, NULL, 0);
    detach(nodes, guest);
}

static void put_four(uint8_t *bytes, uint32_t number)
{
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
}

static uint32_t get_four(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

void nodes_pass_text(struct guest *guest, const char *bytes, size_t count)
{
    const struct hall_trip trip = guest_trip(guest);
    uint8_t head[8];
    put_four(head, trip.least_ms);
    put_four(head + 4, trip.usual_ms);
    (void)link_send(guest->link, LINK_TEXT, guest->channel, head, sizeof head, bytes, count);
}

struct link *nodes_link_to(struct nodes *nodes, const struct store_node *node)
{
    for (struct side *side = nodes->sides; side; side = side->next)
        if (side->node == node->id && link_is_called(side->link) && !link_is_dead(side->link))
            return side->link;
    struct side *side = node->address[0] ? calloc(1, sizeof *side) : NULL;
    struct link *link = side ? link_call(&nodes->host, node->address) : NULL;
    if (!link) {
        free(side);
        return NULL;
    }
    side->node = node->id;
    side->link = link;
    side->since_ms = turn_ms(nodes);
    side->next = nodes->sides;
    nodes->sides = side;
    link_set_data(link, side);
    return link;
}

static bool give_channel(struct guest *guest, struct link *link)
{
    struct side *side = link_data(link);
    uint32_t slot = 0;
    while (slot < side->count && side->slots[slot])
        slot++;
    if (slot == side->count && !grow_side(side, slot + 1))
        return false;
    side->slots[slot] = guest;
    guest->link = link;
    guest->channel = (uint64_t)++side->serials[slot] << 32 | slot;
    return true;
}

static void pass_on(struct nodes *nodes, struct guest *guest, const struct store_node *node)
{
    struct link *link = nodes_link_to(nodes, node);
    const uint8_t lang = hall_conn_lang(guest->hall);
    if (!link || !give_channel(guest, link)) {
        guest->retry_ms = turn_ms(nodes) + RETRY_MS; /* it may be dying: then its tables are soon ours */
        return;
    }
    nodes_stop_waiting(nodes, guest);
    nodes->passed++;
    hall_closed(nodes->serve->hall, guest->hall, serve_turn_ms(nodes->serve));
    guest->hall = NULL;
    (void)link_send(link, LINK_OPEN, guest->channel, &lang, 1, guest->address, strlen(guest->address));
    const char *bytes;
    size_t count;
    for (size_t at = 0; guest_queue_next(guest, &at, &bytes, &count);)
        nodes_pass_text(guest, bytes, count);
    guest->lang = lang;
    guest->is_answered = false; /* the queue is kept until then: the table may just be on its way elsewhere */
}

/* It is not passed on any more: it belongs to the hall here. */
static bool bring_back(struct nodes *nodes, struct guest *guest)
{
    detach(nodes, guest);
    guest->hall =
        hall_open_passed(nodes->serve->hall, guest, guest->address, guest->lang, serve_turn_ms(nodes->serve));
    if (!guest->hall)
        net_conn_close(guest->conn, GUEST_CLOSE_LATER, "");
    return guest->hall != NULL;
}

/* ---- links ---------------------------------------------------------------------------------------- */

/* The other node is gone, or does not let us in. Whoever it has heard comes again by himself. */
static void on_down(void *context, struct link *link, bool was_up)
{
    struct nodes *nodes = context;
    struct side *side = link_data(link), **at = &nodes->sides;
    for (uint32_t i = 0; i < side->count; i++) {
        if (!side->slots[i])
            continue;
        if (link_is_called(link)) {
            struct guest *guest = side->slots[i];
            const uint64_t since_ms = guest->since_ms;
            if (was_up) {
                detach(nodes, guest);
                net_conn_close(guest->conn, GUEST_CLOSE_AGAIN, "");
            } else if (bring_back(nodes, guest)) {
                nodes_wait(nodes, guest, guest->key);
                guest->since_ms = since_ms;
            }
        } else {
            struct channel *channel = side->slots[i];
            channel->link = NULL;
            nodes_close_channel(nodes, channel);
        }
    }
    ask_give_up(nodes, link, false);
    order_link_down(nodes, link);
    while (*at != side)
        at = &(*at)->next;
    *at = side->next;
    free(side->slots);
    free(side->serials);
    free(side);
}

void nodes_send_away(struct nodes *nodes)
{
    for (struct side *side = nodes->sides; side; side = side->next)
        for (uint32_t i = 0; link_is_called(side->link) && i < side->count; i++) {
            struct guest *guest = side->slots[i];
            if (!guest)
                continue;
            detach(nodes, guest);
            net_conn_close(guest->conn, GUEST_CLOSE_AGAIN, "");
        }
}

void nodes_close_channel(struct nodes *nodes, struct channel *channel)
{
    if (channel->link) {
        struct side *side = link_data(channel->link);
        side->slots[(uint32_t)channel->id] = NULL;
        channel->link = NULL;
    }
    if (channel->is_over)
        return;
    channel->is_over = true;
    channel->next_over = nodes->over;
    nodes->over = channel;
}

static void open_channel(struct nodes *nodes, struct link *link, uint64_t id, const uint8_t *bytes,
                         size_t count)
{
    struct side *side = link_data(link);
    const uint32_t slot = (uint32_t)id;
    char address[HALL_ADDRESS_BYTES];
    struct channel *channel = calloc(1, sizeof *channel);
    if (!channel || count < 1 || count > sizeof address ||
        (slot >= side->count && !grow_side(side, slot + 1)) || side->slots[slot]) {
        free(channel);
        (void)link_send(link, LINK_CLOSE, id, "\xf5\x03", 2, NULL, 0); /* 1013: come again */
        return;
    }
    memcpy(address, bytes + 1, count - 1);
    address[count - 1] = 0;
    *channel = (struct channel){.kind = WIRE_CHANNEL, .link = link, .id = id};
    side->slots[slot] = channel;
    side->serials[slot] = (uint32_t)(id >> 32);
    nodes->channels++;
    channel->hall =
        hall_open_passed(nodes->serve->hall, channel, address, bytes[0], serve_turn_ms(nodes->serve));
    if (!channel->hall)
        guests_close(nodes->serve, channel, GUEST_CLOSE_LATER, "");
}

static void channel_frame(struct nodes *nodes, struct channel *channel, enum link_kind kind,
                          const uint8_t *bytes, size_t count)
{
    struct serve *serve = nodes->serve;
    if (kind == LINK_CLOSED) {
        nodes_close_channel(nodes, channel);
    } else if (kind == LINK_TEXT && count >= 8 && !channel->is_over) {
        /* With the way between the nodes, for races it is all one; known here from the first word on. */
        const uint32_t more_ms = link_rtt_ms(channel->link);
        const struct hall_trip trip = {get_four(bytes) + more_ms, get_four(bytes + 4) + more_ms};
        serve->said = (const char *)bytes + 8;
        serve->said_count = count - 8;
        hall_text(serve->hall, channel->hall, serve->said, serve->said_count, trip, serve_turn_ms(serve));
        serve->said = NULL;
    }
}

static void guest_frame(struct nodes *nodes, struct guest *guest, enum link_kind kind, const uint8_t *bytes,
                        size_t count)
{
    if (!guest->is_answered && (kind == LINK_SEND || kind == LINK_CLOSE)) {
        guest->is_answered = true;
        net_bytes_drop(&guest->queue);
    }
    if (kind == LINK_SEND) {
        (void)net_conn_send(guest->conn, (const char *)bytes, count);
    } else if (kind == LINK_CLOSE && count >= 2) {
        detach(nodes, guest);
        net_conn_close(guest->conn, (uint16_t)(bytes[0] | bytes[1] << 8), "");
    } else if (kind == LINK_BACK && bring_back(nodes, guest)) {
        guest->is_back = true;
        /* With what it has said since, which the other node has not heard any more. */
        if (guest->queue.count > 0 || guest_queue(guest, (const char *)bytes, count))
            guest_say(nodes->serve, guest, false);
    }
}

static void on_frame(void *context, struct link *link, enum link_kind kind, uint64_t channel,
                     const uint8_t *bytes, size_t count)
{
    struct nodes *nodes = context;
    void *end = side_get(link_data(link), channel);
    if (kind == LINK_GIVEN)
        (void)store_nodes_find(&nodes->serve->store, channel);
    else if (kind == LINK_HOW || kind == LINK_WELL)
        share_frame(nodes, link, kind, bytes, count);
    else if (kind == LINK_ORDER || kind == LINK_DONE)
        order_frame(nodes, link, kind, channel, bytes, count);
    else if (kind == LINK_ASK || kind == LINK_ANSWER)
        ask_frame(nodes, link, kind, channel, bytes, count);
    else if (kind == LINK_OPEN && !link_is_called(link))
        open_channel(nodes, link, channel, bytes, count);
    else if (end && link_is_called(link))
        guest_frame(nodes, end, kind, bytes, count);
    else if (end)
        channel_frame(nodes, end, kind, bytes, count);
}

static void on_call(struct net_watch *watch, uint32_t events)
{
    struct nodes *nodes = (struct nodes *)watch;
    (void)events;
    struct side *side = calloc(1, sizeof *side);
    struct link *link = link_take(&nodes->host, nodes->listener);
    if (!link || !side) {
        free(side);
        return;
    }
    side->link = link;
    side->since_ms = turn_ms(nodes);
    side->next = nodes->sides;
    nodes->sides = side;
    link_set_data(link, side);
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
    for (unsigned i = 0; i < adopting->count && adopting->is_read; i++)
        if (!store_read_table(&adopting->nodes->serve->store, adopting->keys[i], UINT64_MAX, gather, adopting,
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
    nodes->adopt_ms = turn_ms(nodes) + RETRY_MS; /* the database is away */
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
            guest->retry_ms = turn_ms(nodes) + RETRY_MS;
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
    store_nodes_tell_lobby(&serve->store, lobby.bytes ? lobby.bytes : "", lobby.count);
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
    open_some(nodes);
    adopt_some(nodes, now_ms);
    share_turn(nodes, now_ms);
    for (struct side *side = nodes->sides, *next; side; side = next) {
        next = side->next;
        link_flush(side->link);
        if (link_is_dead(side->link) || (!link_is_up(side->link) && now_ms >= side->since_ms + HANDSHAKE_MS))
            link_destroy(side->link);
    }
    while (nodes->over) {
        struct channel *channel = nodes->over;
        nodes->over = channel->next_over;
        if (channel->hall)
            hall_closed(nodes->serve->hall, channel->hall, serve_turn_ms(nodes->serve));
        nodes->channels--;
        free(channel);
    }
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
    nodes->watch.ready = on_call;
    nodes->serve = serve;
    nodes->listener = listener;
    nodes->host = (struct link_host){.context = nodes,
                                     .net = serve->net,
                                     .self = store_nodes_self(&serve->store),
                                     .frame = on_frame,
                                     .down = on_down};
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
    while (nodes->sides)
        link_destroy(nodes->sides->link);
    ask_give_up(nodes, NULL, true);
    order_drop(nodes);
    while (nodes->over) {
        struct channel *channel = nodes->over;
        nodes->over = channel->next_over;
        if (channel->hall)
            hall_closed(nodes->serve->hall, channel->hall, serve_turn_ms(nodes->serve));
        free(channel);
    }
    close(nodes->listener);
    if (nodes->adopted)
        drop_adopting(nodes->adopted);
    free(nodes->taken);
    free(nodes);
}

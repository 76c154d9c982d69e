/* pass.c - links to other nodes, and who is passed on over them: our guests there, their channels here. */
#include <stdlib.h>
#include <string.h>

#include "platform/host.h"
#include "serve/guests.h"
#include "serve/log.h"
#include "words/cli_log_words.h"

enum {
    CHANNELS_MAX = 1 << 20,
    HANDSHAKE_MS = 2000, /* one that stands still takes calls and says nothing */
    BEAT_MS = 500,       /* a node that has said nothing for so long is asked how it is */
    SILENT_MS = 1500,    /* and without an answer it stands still, for those whom we pass on to it */
    UNPROVEN_MAX = 64,   /* calls of whoever has not shown yet that it is a node */
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

static void detach(struct nodes *nodes, struct guest *guest)
{
    struct side *side = link_data(guest->link);
    side->slots[(uint32_t)guest->channel] = NULL;
    guest->link = NULL;
    nodes->passed--;
}

void pass_forget(struct nodes *nodes, struct guest *guest)
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

void pass_text(struct guest *guest, const char *bytes, size_t count)
{
    const struct hall_trip trip = guest_trip(guest);
    uint8_t head[8];
    put_four(head, trip.least_ms);
    put_four(head + 4, trip.usual_ms);
    (void)link_send(guest->link, LINK_TEXT, guest->channel, head, sizeof head, bytes, count);
}

struct link *pass_link_to(struct nodes *nodes, const struct store_node *node)
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
    side->since_ms = nodes_now_ms(nodes);
    side->next = nodes->sides;
    nodes->sides = side;
    link_set_data(link, side);
    uint8_t number[4];
    put_four(number, store_nodes_self_for(&nodes->serve->store, node->id));
    (void)link_send(link, LINK_AM, 0, number, sizeof number, NULL, 0);
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

void pass_on(struct nodes *nodes, struct guest *guest, const struct store_node *node)
{
    struct link *link = pass_link_to(nodes, node);
    const uint8_t lang = hall_conn_lang(guest->hall);
    if (!link || !give_channel(guest, link)) {
        guest->retry_ms =
            nodes_now_ms(nodes) + NODES_RETRY_MS; /* it may be dying: then its tables are soon ours */
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
        pass_text(guest, bytes, count);
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
            pass_close(nodes, channel);
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

void pass_close(struct nodes *nodes, struct channel *channel)
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
        pass_close(nodes, channel);
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
    struct side *side = link_data(link);
    void *end = side_get(side, channel);
    side->heard_ms = nodes_now_ms(nodes);
    side->asked_ms = 0;
    if (kind == LINK_GIVEN)
        (void)store_nodes_find(&nodes->serve->store, channel);
    else if (kind == LINK_HOW || kind == LINK_WELL)
        share_frame(nodes, link, kind, bytes, count);
    else if (kind == LINK_ORDER || kind == LINK_DONE)
        order_frame(nodes, link, kind, channel, bytes, count);
    else if (kind == LINK_ASK || kind == LINK_ANSWER)
        ask_frame(nodes, link, kind, channel, bytes, count);
    else if (kind == LINK_AM && !link_is_called(link) && count == 4)
        ((struct side *)link_data(link))->node = get_four(bytes);
    else if (kind == LINK_OPEN && !link_is_called(link))
        open_channel(nodes, link, channel, bytes, count);
    else if (end && link_is_called(link))
        guest_frame(nodes, end, kind, bytes, count);
    else if (end)
        channel_frame(nodes, end, kind, bytes, count);
}

static bool is_unproven(const struct side *side)
{
    return !link_is_called(side->link) && !link_is_up(side->link) && !link_is_dead(side->link);
}

static unsigned count_unproven(const struct nodes *nodes, const struct side *like)
{
    unsigned count = 0;
    for (const struct side *side = nodes->sides; side; side = side->next)
        if (is_unproven(side) && (!like || memcmp(&side->address, &like->address, sizeof like->address) == 0))
            count++;
    return count;
}

/* Anybody can call: the oldest goes, of the address that has the most of them. */
static void make_room(const struct nodes *nodes)
{
    const struct side *worst = NULL;
    unsigned most = 0;
    if (count_unproven(nodes, NULL) < UNPROVEN_MAX)
        return;
    for (const struct side *side = nodes->sides; side; side = side->next) {
        const unsigned count = is_unproven(side) ? count_unproven(nodes, side) : 0;
        if (count > 0 && count >= most) {
            most = count;
            worst = side;
        }
    }
    link_end(worst->link);
}

/* Of a version that cannot seal: in the middle of an upgrade, or forgotten. */
static void on_plain(void *context, struct link *link)
{
    (void)context;
    (void)link;
    serve_log(SERVE_WARN, "old-node", host_word(WORD_CLI_LOG_OLD_NODE));
}

static void on_call(struct net_watch *watch, uint32_t events)
{
    struct nodes *nodes = (struct nodes *)watch;
    (void)events;
    make_room(nodes);
    struct side *side = calloc(1, sizeof *side);
    struct link *link = side ? link_take(&nodes->host, nodes->listener, &side->address) : NULL;
    if (!link) {
        free(side);
        return;
    }
    side->link = link;
    side->since_ms = nodes_now_ms(nodes);
    side->next = nodes->sides;
    nodes->sides = side;
    link_set_data(link, side);
}

/* The kernel of a node that stands still goes on answering for it, so TCP notices nothing. */
static bool is_silent(struct side *side, uint64_t now_ms)
{
    if (!link_is_up(side->link))
        return now_ms >= side->since_ms + HANDSHAKE_MS;
    if (!link_is_called(side->link))
        return false; /* its people are where it is */
    const uint64_t heard_ms = side->heard_ms ? side->heard_ms : side->since_ms;
    if (!side->asked_ms && now_ms >= heard_ms + BEAT_MS) {
        side->asked_ms = now_ms;
        (void)link_send(side->link, LINK_HOW, 0, NULL, 0, NULL, 0);
    }
    return side->asked_ms && now_ms >= side->asked_ms + SILENT_MS;
}

/* ---- all of it ------------------------------------------------------------------------------------ */

static void drop_over(struct nodes *nodes)
{
    while (nodes->over) {
        struct channel *channel = nodes->over;
        nodes->over = channel->next_over;
        if (channel->hall)
            hall_closed(nodes->serve->hall, channel->hall, serve_turn_ms(nodes->serve));
        nodes->channels--;
        free(channel);
    }
}

void pass_turn(struct nodes *nodes, uint64_t now_ms)
{
    for (struct side *side = nodes->sides, *next; side; side = next) {
        next = side->next;
        const bool is_gone = is_silent(side, now_ms);
        link_flush(side->link);
        if (is_gone || link_is_dead(side->link))
            link_destroy(side->link);
    }
    drop_over(nodes);
}

void pass_begin(struct nodes *nodes)
{
    nodes->watch.ready = on_call;
    nodes->host = (struct link_host){.context = nodes,
                                     .net = nodes->serve->net,
                                     .self = store_nodes_self(&nodes->serve->store),
                                     .frame = on_frame,
                                     .plain = on_plain,
                                     .down = on_down};
}

void pass_end(struct nodes *nodes)
{
    while (nodes->sides)
        link_destroy(nodes->sides->link);
    drop_over(nodes);
}

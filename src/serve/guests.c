/* guests.c - between the network and the hall: a client's connection, wherever its table is. */
#include "serve/guests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool guests_open(void *context, struct net_conn *conn, const struct net_peer *peer)
{
    struct serve *serve = context;
    struct guest *guest = calloc(1, sizeof *guest);
    if (!guest)
        return false;
    guest->kind = WIRE_GUEST;
    guest->conn = conn;
    snprintf(guest->address, sizeof guest->address, "%s", peer->address);
    guest->hall = hall_open(serve->hall, guest, peer->address, serve_turn_ms(serve));
    if (!guest->hall) {
        free(guest);
        return false;
    }
    hall_conn_place(guest->hall, peer->under);
    net_conn_set_data(conn, guest);
    return true;
}

/* The kernel's measures. The least is not known to a very old one. */
struct hall_trip guest_trip(const struct guest *guest)
{
    const struct net_rtt rtt = net_conn_rtt(guest->conn, !guest->hall || hall_may_race(guest->hall));
    return (struct hall_trip){.least_ms = ((rtt.min_us ? rtt.min_us : rtt.smoothed_us) + 999) / 1000,
                              .usual_ms = (rtt.smoothed_us + 999) / 1000};
}

static void say(struct serve *serve, struct guest *guest, const char *bytes, size_t count, uint64_t now_ms)
{
    serve->said = bytes;
    serve->said_count = count;
    hall_text(serve->hall, guest->hall, bytes, count, guest_trip(guest), now_ms);
    serve->said = NULL;
}

void guests_text(void *context, struct net_conn *conn, const char *bytes, size_t count, uint64_t now_us)
{
    struct serve *serve = context;
    struct guest *guest = net_conn_data(conn);
    if (!guest)
        return;
    if (guest->link) {
        if (!guest->is_answered && !guest_queue(guest, bytes, count))
            net_conn_close(conn, GUEST_CLOSE_LATER, "");
        pass_text(guest, bytes, count);
    } else if (guest->is_waiting) {
        if (!guest_queue(guest, bytes, count))
            net_conn_close(conn, GUEST_CLOSE_LATER, "");
    } else if (guest->hall)
        say(serve, guest, bytes, count, serve_time_ms(serve, now_us));
}

void guests_closed(void *context, struct net_conn *conn)
{
    struct serve *serve = context;
    struct guest *guest = net_conn_data(conn);
    net_conn_set_data(conn, NULL);
    if (!guest)
        return;
    if (serve->nodes)
        pass_forget(serve->nodes, guest);
    if (guest->hall)
        hall_closed(serve->hall, guest->hall, serve_turn_ms(serve));
    net_bytes_drop(&guest->queue);
    free(guest);
}

void guests_send(void *context, void *wire, const char *bytes, size_t count)
{
    (void)context;
    if (*(enum wire_kind *)wire == WIRE_GUEST) {
        /* A reader that is too slow is dropped, and told so by closed(). */
        (void)net_conn_send(((struct guest *)wire)->conn, bytes, count);
    } else {
        struct channel *channel = wire;
        if (channel->link)
            (void)link_send(channel->link, LINK_SEND, channel->id, NULL, 0, bytes, count);
    }
}

void guests_close(void *context, void *wire, uint16_t code, const char *reason)
{
    struct serve *serve = context;
    if (*(enum wire_kind *)wire == WIRE_GUEST) {
        net_conn_close(((struct guest *)wire)->conn, code, reason);
    } else {
        struct channel *channel = wire;
        const uint8_t head[2] = {(uint8_t)code, (uint8_t)(code >> 8)};
        if (channel->link)
            (void)link_send(channel->link, LINK_CLOSE, channel->id, head, 2, reason, strlen(reason));
        pass_close(serve->nodes, channel);
    }
}

bool guest_queue(struct guest *guest, const char *bytes, size_t count)
{
    const uint32_t length = (uint32_t)count;
    return guest->queue.count + count < GUEST_QUEUE_BYTES && net_bytes_add(&guest->queue, &length, 4) &&
           net_bytes_add(&guest->queue, bytes, count);
}

bool guest_queue_next(const struct guest *guest, size_t *at, const char **bytes, size_t *count)
{
    uint32_t length;
    if (*at >= guest->queue.count)
        return false;
    memcpy(&length, guest->queue.bytes + *at, 4);
    *bytes = (const char *)guest->queue.bytes + *at + 4;
    *count = length;
    *at += 4 + length;
    return true;
}

void guest_say(struct serve *serve, struct guest *guest, bool is_nowhere)
{
    struct guest before = *guest; /* it may have to wait again, and fills a new queue then */
    const char *bytes;
    size_t count;
    memset(&guest->queue, 0, sizeof guest->queue);
    guest->is_final = is_nowhere;
    for (size_t at = 0; guest->hall && guest_queue_next(&before, &at, &bytes, &count);) {
        if (guest->is_waiting)
            (void)guest_queue(guest, bytes, count);
        else
            say(serve, guest, bytes, count, serve_turn_ms(serve));
        guest->is_final = false;
    }
    net_bytes_drop(&before.queue);
}

bool guests_elsewhere(void *context, void *wire, uint64_t key)
{
    struct serve *serve = context;
    if (!serve->nodes || !serve->said)
        return false;
    if (*(enum wire_kind *)wire == WIRE_CHANNEL) {
        /* It goes back to where it is connected, which finds the other table. */
        struct channel *channel = wire;
        if (!channel->link)
            return false;
        (void)store_nodes_find(&serve->store, key); /* it may be ours and not open yet */
        (void)link_send(channel->link, LINK_BACK, channel->id, NULL, 0, serve->said, serve->said_count);
        pass_close(serve->nodes, channel);
        return true;
    }
    struct guest *guest = wire;
    if (guest->is_final || !guest_queue(guest, serve->said, serve->said_count))
        return false;
    nodes_wait(serve->nodes, guest, key);
    return true;
}

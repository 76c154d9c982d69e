/* nodes.h - clients' connections, and a house of several nodes behind them.
 *
 *     client ─► node B ── guest ─┬─ hall of B, if the table is here or is made here
 *                                └─ link ─► node A ── channel ─► hall of A, whose table it is
 *
 * A client may be connected to any node. Its first word about a table decides: where the table is not here,
 * the database is asked whose it is (store/nodes.h), and from then on everything is passed on, both ways,
 * with the round trip measured here. The owner's hall sees a channel as a connection like any. If the owner
 * is dead, its tables are ours by the same question. */
#ifndef SERVE_NODES_H
#define SERVE_NODES_H

#include "serve/link.h"
#include "store/nodes.h"

struct serve;
struct nodes;
struct guest;

/* With a store that has nodes only. Null: no memory. The listener is its own from here on. */
struct nodes *nodes_create(struct serve *serve, int listener);
void nodes_destroy(struct nodes *nodes);

/* In each turn: news, links, tables that have become ours. Returns the milliseconds until it wants the next.
 */
int64_t nodes_turn(struct nodes *nodes, uint64_t now_ms);

/* This node is about to end: gives one table after the other away, in each turn. True: none is left, or
 * nobody is there to take them. */
bool nodes_hand_over(struct nodes *nodes);

/* Everybody who is passed on is sent to come again, elsewhere. */
void nodes_send_away(struct nodes *nodes);

/* The line of a table that is not here (game 0), or the record of one of its games: answered when it is
 * known. */
void nodes_ask(struct nodes *nodes, uint64_t key, const char *id, uint32_t game, struct net_later *later);

/* How many connections are passed on to other nodes, and taken from them. */
void nodes_count(const struct nodes *nodes, uint64_t *passed, uint64_t *taken);

/* What comes from clients, in the shape that struct net_handler wants; and the hall's way back to them, in
 * the shape of struct hall_host. */
bool guests_open(void *context, struct net_conn *conn, const struct net_peer *peer);
void guests_text(void *context, struct net_conn *conn, const char *bytes, size_t count, uint64_t now_us);
void guests_closed(void *context, struct net_conn *conn);
void guests_send(void *context, void *wire, const char *bytes, size_t count);
void guests_close(void *context, void *wire, uint16_t code, const char *reason);
bool guests_elsewhere(void *context, void *wire, uint64_t key);

#endif

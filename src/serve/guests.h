/* guests.h - a client's connection and a channel of another node's, for the files that share them. */
#ifndef SERVE_GUESTS_H
#define SERVE_GUESTS_H

#include "net/address.h"
#include "serve/nodes.h"
#include "serve/serve.h"

enum { GUEST_QUEUE_BYTES = 1 << 16, GUEST_CLOSE_AGAIN = 1012, GUEST_CLOSE_LATER = 1013 };

/* What the hall calls a wire: either of the two. */
enum wire_kind { WIRE_GUEST, WIRE_CHANNEL };

struct guest {
    enum wire_kind kind; /* first */
    struct net_conn *conn;
    struct hall_conn *hall; /* null while it is passed on */
    struct link *link;      /* to which it is passed on, or null */
    uint64_t channel;
    struct guest *next, **at; /* among those that wait for the news whose a table is */
    uint64_t key, since_ms, retry_ms;
    struct net_bytes queue; /* what it said meanwhile: length (4), text */
    char address[HALL_ADDRESS_BYTES];
    uint8_t lang;
    bool is_waiting;
    bool is_answered; /* by the node that it is passed on to */
    bool is_final;    /* there is no such table anywhere */
    bool is_back;     /* another node has sent it back: it may be about to open the table */
};

/* The end of somebody else's guest. */
struct channel {
    enum wire_kind kind; /* first */
    struct link *link;   /* null: it is over */
    uint64_t id;
    struct hall_conn *hall;
    struct channel *next_over;
    bool is_over;
};

/* The connections of a link: those that are ours are guests, those of the other node channels. */
struct side {
    uint32_t node; /* that is at the other end; 0: it has called and not said */
    void **slots;
    uint32_t *serials;
    uint32_t count;
    struct link *link;
    uint64_t since_ms;              /* when it was begun */
    uint64_t heard_ms;              /* when it said anything last */
    uint64_t asked_ms;              /* how it is, and it has said nothing since; 0: not asked */
    struct net_address_key address; /* of one that has called us */
    uint64_t order;                 /* the last one that it has begun to answer */
    struct side *next;
};

struct nodes {
    struct net_watch watch; /* first: of the listener */
    struct serve *serve;
    int listener;
    struct link_host host;
    struct side *sides;
    struct guest *waiting;
    struct channel *over;
    uint64_t *taken; /* tables that are ours and not open yet */
    size_t taken_count, taken_size;
    bool is_adopting;         /* some of them are being read */
    struct adopting *adopted; /* were read, and are opened a few in each turn; or null */
    uint64_t adopt_ms;        /* when the next may be read */
    struct order *order;      /* of our operator, or null */
    struct errand *errands;   /* of others' */
    struct question *questions;
    uint64_t question_count; /* ever */
    uint64_t tell_ms, passed, channels;
    uint64_t giving, give_ms; /* the table that another node is to have, or 0; when the next may be */
    uint64_t even_ms;         /* when this node had not far more tables than the others, last */
    uint64_t others, ways_ms; /* a sum of the nodes that are there, and since when they are the same */
    uint32_t ways;            /* how often they have changed */
    struct store_node giving_to;
    unsigned giving_tries, given;
    uint64_t bans_ms; /* when others may be asked again who is banned */
    unsigned bans_turn;
    bool has_bans;   /* from somebody */
    uint64_t how_ms; /* when the others may be asked again whether they have the database */
};

/* guests.c */
struct hall_trip guest_trip(const struct guest *guest);
/* Its table is here, or nowhere: the hall hears what it has said. */
void guest_say(struct serve *serve, struct guest *guest, bool is_nowhere);
bool guest_queue(struct guest *guest, const char *bytes, size_t count);
/* The next message of the queue at '*at', which moves on. */
bool guest_queue_next(const struct guest *guest, size_t *at, const char **bytes, size_t *count);

/* nodes.c */
enum { NODES_RETRY_MS = 100 };
uint64_t nodes_now_ms(const struct nodes *nodes); /* of this turn, on a clock that nobody sets */
void nodes_wait(struct nodes *nodes, struct guest *guest, uint64_t key);
void nodes_stop_waiting(struct nodes *nodes, struct guest *guest);
/* It has become ours, or must be read again. */
void nodes_take(struct nodes *nodes, uint64_t key);

/* pass.c */
void pass_begin(struct nodes *nodes);
void pass_end(struct nodes *nodes);
void pass_turn(struct nodes *nodes, uint64_t now_ms);
void pass_on(struct nodes *nodes, struct guest *guest,
             const struct store_node *node);                /* that has its table */
void pass_forget(struct nodes *nodes, struct guest *guest); /* its connection went */
void pass_text(struct guest *guest, const char *bytes, size_t count);
void pass_close(struct nodes *nodes, struct channel *channel);
/* Null: it cannot be called. */
struct link *pass_link_to(struct nodes *nodes, const struct store_node *node);

/* share.c */
void share_turn(struct nodes *nodes, uint64_t now_ms);
/* News of the table that is being given: whether they were its last. It is not opened again before that. */
bool share_hear(struct nodes *nodes, const struct store_news *news);
void share_frame(struct nodes *nodes, struct link *link, enum link_kind kind, const uint8_t *bytes,
                 size_t count);

/* order.c */
void order_frame(struct nodes *nodes, struct link *link, enum link_kind kind, uint64_t id,
                 const uint8_t *bytes, size_t count);
void order_hear(struct nodes *nodes, const struct store_news *news);
void order_link_down(struct nodes *nodes, const struct link *link);
void order_turn(struct nodes *nodes);
void order_bans(struct nodes *nodes);
void order_drop(struct nodes *nodes);

/* ask.c */
void ask_hear(struct nodes *nodes, const struct store_news *news);
void ask_frame(struct nodes *nodes, struct link *link, enum link_kind kind, uint64_t id, const uint8_t *bytes,
               size_t count);
/* Those that this link cannot answer any more; null: that have waited for too long; or all. */
void ask_give_up(struct nodes *nodes, const struct link *link, bool all);

#endif

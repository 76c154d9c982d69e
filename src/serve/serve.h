/* serve.h - a running server: its parts, and the files that share them. */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include <limits.h>

#include "serve/admin.h"
#include "serve/log.h"
#include "serve/push.h"
#include "serve/work.h"
#include "hall/hall.h"
#include "net/server.h"
#include "store/store.h"

/* What a message of a client may have: one that opens a table with a pasted edition is the longest. */
enum { SERVE_NAMES_MAX = 16, SERVE_OFFERS_MAX = 64, SERVE_MESSAGE_BYTES_MAX = 16384 };

struct serve {
    struct net_config net_config;
    const char *origins[SERVE_NAMES_MAX], *proxies[SERVE_NAMES_MAX], *names[SERVE_NAMES_MAX];
    const char *web;
    char data[PATH_MAX];      /* a file, or the URL of a database */
    char door[PATH_MAX];      /* beside which the operator's socket is */
    const char *node;         /* where other nodes find this one; null: on this machine only */
    const char *push_contact; /* null: nobody is told by Web Push */
    const char *push_ca;      /* of a push service of the operator's own, or null */
    bool has_limits;

    struct store store;
    struct hall *hall;
    struct net_server *net;
    struct serve_work *works;
    struct push *push;            /* or null */
    struct net_trust *push_trust; /* read before the process confines itself */
    struct admin *admin;
    struct nodes *nodes; /* null: this is the whole house */
    int listener;        /* for them, until they have it */
    const char *said;    /* the message that the hall is just hearing, or null */
    size_t said_count;
    char site[PATH_MAX];
    struct hall_page editions;
    struct pen_edition *offers; /* the host's own editions */
    unsigned offer_count;
    uint8_t secret[64];           /* of the house's signatures */
    char key[65];                 /* the public half, in digits */
    uint64_t begin_ms, begin_us;  /* the wall's clock and the loop's, at the same moment */
    uint64_t drain_us;            /* when draining began */
    uint64_t seen_us;             /* the loop's clock, as it was seen last */
    struct histogram turns, work; /* time and processor time of the loop's turns */
    uint64_t worked_us;           /* by the loop until its last turn's end */
    uint64_t slow_turns, stops, record_reads;
    struct hall_page others; /* of the list of all tables: those of other nodes, for serve_operator_after() */
    bool is_stopping, is_handed_over, is_drained;
    bool is_lost;                /* others have taken our tables over */
    bool has_lived, is_confined; /* it has been open once; it may not do everything any more */
};

/* The tables' time at the loop's 'now_us': the time of day when we began, and from then on a clock that
 * never jumps; and in this turn of the loop. */
uint64_t serve_time_ms(struct serve *serve, uint64_t now_us);
uint64_t serve_turn_ms(struct serve *serve);

/* offer.c: reads the editions of a folder; says itself what is wrong with one. */
PEN_MUST_USE bool serve_read_offers(struct serve *serve, const char *folder);

/* http.c: in the shape that struct net_handler wants. */
void serve_http(void *context, const struct net_request *request, struct net_response *response);

/* Reads a record aside and answers with it; false: cannot, and nothing was answered. */
bool serve_read_record(struct serve *serve, const struct hall_record *record, struct net_later *later);

/* operator.c: what the operator asks, in the loop and aside, as struct admin_config wants it. */
enum admin_result serve_operator(void *context, char **words, unsigned count, char **text, size_t *length);
bool serve_operator_here(void *context, char **words, unsigned count, char **text,
                         size_t *length); /* this node */
bool serve_operator_after(void *context, char **words, unsigned count, char **text, size_t *length);
bool serve_operator_aside(void *context, char **words, unsigned count, char **text, size_t *length,
                          int *file);
bool serve_is_aside(const char *word);

/* links.c: prints every address under which the server can be found. */
void serve_print_links(const struct serve *serve);

/* Opens everything, serves until it is told to stop, and ends in good order. Returns an exit status. */
int serve_run(struct serve *serve);

#endif

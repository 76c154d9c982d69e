/* serve.h - a running server: its parts, and the files that share them. */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include <limits.h>

#include "serve/admin.h"
#include "serve/log.h"
#include "serve/push.h"
#include "serve/reports.h"
#include "serve/site.h"
#include "serve/work.h"
#include "hall/hall.h"
#include "net/server.h"
#include "store/nodes.h"
#include "store/archive.h"

/* What a message of a client may have: one that opens a table with a pasted edition is the longest. */
enum {
    SERVE_NAMES_MAX = 16,
    SERVE_OFFERS_MAX = 64,
    SERVE_MESSAGE_BYTES_MAX = 16384,
    SERVE_LINKS_BYTES = 4096
};

struct serve {
    struct net_config net_config;
    const char *origins[SERVE_NAMES_MAX], *proxies[SERVE_NAMES_MAX], *names[SERVE_NAMES_MAX];
    struct site site;
    char data[PATH_MAX];                /* a file, or the URL of a database */
    char door[PATH_MAX];                /* beside which the operator's socket is */
    char machine[STORE_ADDRESS_BYTES];  /* on which it runs */
    const char *node;                   /* where other nodes find this one; null: on this machine only */
    const char *parts[STORE_PARTS_MAX]; /* the databases of the house, of which 'data' is one; or none */
    unsigned part_count, own_part;
    const char *words;        /* a file of words that nobody hears here, or null */
    const char *push_contact; /* null: nobody is told by Web Push */
    const char *push_ca;      /* of a push service of the operator's own, or null */
    const char *archive;      /* the folder that ended tables go to, or null */
    uint64_t archive_days;    /* after their end */
    bool has_limits;

    struct store store;
    struct hall *hall;
    struct net_server *net;
    struct serve_work *works;
    struct reports *reports;
    struct push *push;            /* or null */
    struct net_trust *push_trust; /* read before the process confines itself */
    struct admin *admin;
    struct nodes *nodes; /* null: this is the whole house */
    int listener;        /* for them, until they have it */
    const char *said;    /* the message that the hall is just hearing, or null */
    size_t said_count;
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
    uint64_t bans_moment;         /* counts what was changed of them */
    uint64_t slow_turns, stops, record_reads;
    struct hall_page others; /* of the list of all tables: those of other nodes, for serve_operator_after() */
    struct store_archive archiving;
    uint64_t grown_ms, told_growth_ms; /* keep.c: when it is looked next, and told next */
    bool is_archive_failing;
    bool is_stopping, is_handed_over, is_drained;
    uint32_t hidden;             /* the node of which the log has said so */
    bool is_lost;                /* others have taken our tables over */
    bool has_lived, is_confined; /* it has been open once; it may not do everything any more */
    bool is_free;                /* the operator wants it not confined */
    bool makes_folders;          /* that of the data, if it is not there */
    bool is_at_terminal;         /* a person started it there: it ends with the terminal */
    char links[SERVE_LINKS_BYTES];
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
/* For the operator of another node: without what others have said to this one. */
bool serve_operator_part(struct serve *serve, char **words, unsigned count, char **text, size_t *length);
bool serve_operator_aside(void *context, char **words, unsigned count, char **text, size_t *length,
                          int *file);
bool serve_is_aside(const char *word);

/* given.c: every game that people gave away, as a file of parts; false: why not. */
#define SERVE_GIVEN_ORDER "given"
bool serve_give(struct serve *serve, int *file, char *why);

/* bans.c: who is banned, and the operator's words about it ("ban", "unban"). */
void serve_bans_load(struct serve *serve);
/* In the loop; false: why not. What it gives is kept aside, by the other one, which says how that went. */
bool serve_ban(struct serve *serve, char **words, unsigned count, struct hall_page *lines, enum word *why);
enum word serve_ban_keep(const struct serve *serve, const char *word, const char *lines, size_t count);
struct hall_page serve_bans_list(const struct serve *serve, enum pen_lang lang);
/* What another node knows of them, and what it is asked for it. */
#define SERVE_BANS_ORDER "ban-lines"
void serve_bans_hear(struct serve *serve, const char *text, size_t count);
/* The file of words, if there is one; says itself what is wrong with it. */
bool serve_words_read(struct serve *serve);
/* keep.c: the folder, before the process confines itself; then what becomes of ended tables; and what there
 * is to tell of it in a turn of the loop. */
bool serve_make_archive(const struct serve *serve);
bool serve_keep(struct serve *serve, char *why);
void serve_tell_growth(struct serve *serve, uint64_t now_ms);

/* links.c: prints every address under which the server can be found, and keeps them for whoever asks. */
void serve_print_links(struct serve *serve);
/* Whether a house with this data is open here: then its links have been printed, and 'status' is what to end
 * with. With 'has_port' the port was asked for. */
#define SERVE_LINKS_ORDER "links"
PEN_MUST_USE bool serve_find_open(const struct serve *serve, bool has_port, int *status);

/* Opens everything, serves until it is told to stop, and ends in good order. Returns an exit status. */
int serve_run(struct serve *serve);

#endif

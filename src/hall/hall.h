/* hall.h - many tables and everybody connected to them.
 *
 * Without sockets, clock or disk of its own: messages, time and the news of the journal come in,
 * messages go out, so that the same hall runs behind a server and in a simulation.
 *
 *     connection ─ text ─► message.c ─► room_apply() ─┬─ journal ─► store, gathered into groups
 *                                                     └─ send ────► outbox, until the group is durable
 *
 * Nothing that depends on a journal entry leaves before that entry is on disk: neither the answer to a
 * command, nor what the others see of it, nor a table as somebody finds it who has just come. While the
 * disk fails, time stands still for all tables, commands are refused with a sentence that says so, and
 * what waits is sent as soon as it could be written. */
#ifndef HALL_HALL_H
#define HALL_HALL_H

#include "hall/bans.h"
#include "hall/filter.h"
#include "hall/limits.h"
#include "hall/refusal.h"
#include "room/room.h"
#include "words/words.h"
#include "store/store.h"

struct hall;
struct hall_conn;

enum hall_level { HALL_INFO, HALL_WARN, HALL_ERROR };

/* What the hall needs done. 'wire' is the caller's name of a connection. */
struct hall_host {
    void *context;
    void (*send)(void *context, void *wire, const char *bytes, size_t count);
    void (*close)(void *context, void *wire, uint16_t code, const char *reason);
    void (*entropy)(void *context, uint8_t *bytes, size_t count);
    /* For the operator: a code that stays the same, and a sentence with what fills it; may be null. */
    void (*log)(void *context, enum hall_level level, const char *code, enum word word,
                const struct pen_arg *args, unsigned count);
    /* A connection wants to come to a table that is not here. True: it may be elsewhere; the host sees to the
     * message, and says it again if it is not. May be null. */
    bool (*elsewhere)(void *context, void *wire, uint64_t key);
};

/* Something that takes long: 'run' in any thread, then 'done' in the hall's own, which frees it. */
struct hall_work {
    void (*run)(struct hall_work *work);
    void (*done)(struct hall_work *work);
    struct hall_work *next; /* for whoever has it */
};

/* The store and the host outlive the hall. Null: no memory. */
struct hall *hall_create(const struct hall_limits *limits, struct store *store, const struct hall_host *host);
/* Of so many parts of a house (store_part_of()) this is the one that tables opened here belong to; 0: of one.
 */
void hall_set_part(struct hall *hall, unsigned own, unsigned count);
void hall_destroy(struct hall *hall);

/* Who takes work that takes long (what experts think); false: cannot. Without it, all is done at once. All
 * that was taken is done before the hall is destroyed. */
void hall_work_with(struct hall *hall, bool (*give)(void *context, struct hall_work *work), void *context);

/* What hall_restore() found. */
struct hall_restored {
    size_t tables, entries;
    size_t set_aside; /* tables whose journal was changed or does not follow; they are not opened */
    size_t newer;     /* tables that a later version of this program has played: none is opened */
};

/* Before anything else: opens every table that the store has. False: 'why' (STORE_WHY_BYTES); if it is
 * empty, there is no memory, or some are newer. */
PEN_MUST_USE bool hall_restore(struct hall *hall, uint64_t now_ms, struct hall_restored *found, char *why);

/* Later: a table that has become ours is put back entry by entry, which may go on over several turns, and
 * then opened, unless it is not wanted or is open already. Null: no memory. */
struct store_entry;
struct hall_table;
struct hall_table *hall_adopt_begin(struct hall *hall, uint64_t key);
void hall_adopt_add(struct hall *hall, struct hall_table *table, const struct store_entry *entry);
void hall_adopt_end(struct hall *hall, struct hall_table *table, bool is_wanted, uint64_t now_ms);
bool hall_has_table(const struct hall *hall, uint64_t key);
/* Whether the person whose token has this hash sits at the table, which is here. */
bool hall_has_seat(const struct hall *hall, uint64_t key, const uint8_t *token_hash);
/* Lets a table go that another node shall have, one where nobody is if there is such: everything of it is
 * written, who is there is told to come again. False: there is none now. */
bool hall_let_go(struct hall *hall, uint64_t *key);
/* The same of this one; false: not now. */
bool hall_let_go_of(struct hall *hall, uint64_t key);
/* The ways by which people come: over which other node a wire does (0: none), and a number from 1 on that
 * changes whenever nodes have come or gone; 0: they just have, or who comes again comes the same way. */
struct hall_ways {
    uint32_t (*through)(const void *wire);
    uint32_t number;
};
/* Looks, at some tables in each call, for one to which half of its people or more, the last one among them,
 * come by one other node, and nobody has come for a while. That node is returned, and the table; 0: none now.
 * Where people have come by several ways, those who do not come as the last one does are asked to come again:
 * who chose their node will have changed its mind since. Who asks first may be the one who came wrongly, so
 * the others are asked in turn, a few times for each number of the ways, after ever longer times. */
uint32_t hall_find_strayed(struct hall *hall, const struct hall_ways *ways, uint64_t *key);
/* The name of a table as a number, and back. */
bool hall_key_read(const char *id, uint64_t *key);
/* And back. */
void hall_key_write(uint64_t key, char *id, size_t size);

/* A connection came, from what counts as one address. Null: refused, the caller closes it. Who says
 * nothing for some time is told goodbye. */
struct hall_conn *hall_open(struct hall *hall, void *wire, const char *address, uint64_t now_ms);
/* The same for one that has said hello to another node and is passed on by it. */
struct hall_conn *hall_open_passed(struct hall *hall, void *wire, const char *address, uint8_t lang,
                                   uint64_t now_ms);
/* Tables that it opens get ids that begin as this does, if it is long enough: "k7", or a whole id. Whoever
 * stands before several nodes can so send all who come to a table to the one where it was opened. */
void hall_conn_place(struct hall_conn *conn, const char *place);
/* What people call a table, in HALL_NAME_BYTES. */
enum { HALL_NAME_BYTES = 32 };
void hall_table_name(uint64_t key, char name[HALL_NAME_BYTES]);
/* Whether what it says next may be weighed against what others say: how far away it is counts then. */
bool hall_may_race(const struct hall_conn *conn);
/* Which language its hello asked for, and how it is told of moves: for hall_open_passed(). */
uint8_t hall_conn_lang(const struct hall_conn *conn);
/* A connection's round trip as the kernel measured it: the least, which is what reactions are weighed with,
 * and the usual one, which is what is waited for. 0: not known. */
struct hall_trip {
    uint32_t least_ms, usual_ms;
};
/* It said something. */
void hall_text(struct hall *hall, struct hall_conn *conn, const char *bytes, size_t count,
               struct hall_trip trip, uint64_t now_ms);
/* It went; not to be used any more. */
void hall_closed(struct hall *hall, struct hall_conn *conn, uint64_t now_ms);

/* The process stood still until now (it was stopped, or the machine slept): what time has passed outside
 * since the last call does not count for the tables, whose people could not move either. */
void hall_stood_still(struct hall *hall, uint64_t now_ms);

/* At the end of every turn of the loop: hears from the store, lets time pass, hands the store what was
 * gathered. Returns the milliseconds until it has something to do, or -1. */
int64_t hall_turn(struct hall *hall, uint64_t now_ms);

/* Takes no more commands. True when everything is on disk and everybody was told goodbye; call again
 * after each turn until then. */
bool hall_drain(struct hall *hall);

/* From now on the house signs what it says about shuffles, and its records. */
void hall_sign_with(struct hall *hall, const struct fair_signer *signer);

/* Telling people that it is their turn who are not connected (Web Push). */
struct hall_push {
    uint64_t key; /* of the table */
    const uint8_t *token_hash;
    uint8_t lang;
    const char *endpoint, *browser_key, *auth; /* as the browser gave them; no key: nothing more there */
    uint64_t from;                             /* the address it is asked from, as a number */
};
struct hall_awaited {
    uint64_t key;
    const char *id, *title;
    const uint8_t *token_hash;
    const char *others; /* the names of the others at the table */
    uint32_t move_ms;   /* of the clock, or 0 */
};
struct hall_pusher {
    void *context;
    const char *key; /* that browsers subscribe with */
    /* Null, or the field that it cannot be used for. */
    const char *(*subscribe)(void *context, const struct hall_push *push);
    void (*tell)(void *context, const struct hall_awaited *awaited);
};
/* It outlives the hall. */
void hall_push_with(struct hall *hall, const struct hall_pusher *pusher);

/* ---- for pages and the operator --------------------------------------------------------------- */

/* Bytes from malloc, ended with a zero; the caller frees them. Null: there is no such thing. */
struct hall_page {
    char *bytes;
    size_t count;
    bool is_lost; /* there was no memory for it */
};

/* Adds bytes to it. */
void hall_page_add(struct hall_page *page, const char *bytes, size_t count);

/* Whether this address may ask for a page that takes some work, by the limit of joining. */
bool hall_may_ask(struct hall *hall, const char *address, uint64_t now_ms);

/* The lobby, JSON: this hall's lines, and a page of the lines of several. */
struct hall_page hall_page_lobby(struct hall *hall, uint64_t now_ms);
/* How many bytes the first of these lines have: what one of so many halls shows in the others' lobby, so that
 * a lobby does not grow with the number of halls. */
size_t hall_lobby_share(const struct hall_page *lines, unsigned halls);
void hall_lobby_add(struct hall_page *page, const char *lines, size_t count);
void hall_lobby_end(struct hall_page *page);
struct hall_page hall_page_table(struct hall *hall, const char *id);   /* one table's line, JSON */
struct hall_page hall_page_editions(const struct hall *hall);          /* JSON */
struct hall_page hall_page_edition(struct hall *hall, const char *id); /* its text */

/* An edition that the host offers besides those that are built in. False: too long, or no memory. */
PEN_MUST_USE bool hall_offer_edition(struct hall *hall, const struct pen_edition *edition);

/* Where the record of a game is to be found. What is needed for that is in memory: */
struct hall_record {
    uint64_t key, last;
    uint32_t game_number;
    bool is_open; /* the table is */
    struct fair_signer signer;
};
enum hall_found {
    HALL_NOT_FOUND, /* there is no such game, or it is not over */
    HALL_FOUND,     /* or so it seems: reading it tells */
    HALL_LATER      /* it is being written */
};
enum hall_found hall_find_record(const struct hall *hall, const char *id, uint32_t game_number,
                                 struct hall_record *record);
/* Reads it; takes long, from any thread. No bytes: there is none; 'why' (STORE_WHY_BYTES) says if
 * something is the matter. */
struct hall_page hall_read_record(struct store *store, const struct hall_record *record, char *why);
struct hall_page hall_page_metrics(const struct hall *hall); /* Prometheus text */

/* Every table, one line each: gathered in the loop, written in any thread. Everything about one that hides no
 * card; its end. */
struct hall_page hall_admin_gather(struct hall *hall);
struct hall_page hall_admin_list(struct hall_page gathered, enum pen_lang lang);
struct hall_page hall_admin_inspect(struct hall *hall, const char *id, enum pen_lang lang);
bool hall_admin_close(struct hall *hall, const char *id, uint64_t now_ms);

/* What is kept out, and for how long; for 0: not any more. Who is here goes at once. */
enum hall_banned { HALL_BAN_DONE, HALL_BAN_NOBODY, HALL_BAN_FULL };
enum hall_banned hall_ban(struct hall *hall, const char *what, uint64_t for_ms, const char *why,
                          uint64_t now_ms);
/* Lines of bans.h: how many of them were news; and all there are. */
unsigned hall_bans_merge(struct hall *hall, const char *text, size_t count, uint64_t now_ms);
struct hall_page hall_bans_page(const struct hall *hall);
const struct hall_bans *hall_bans_of(const struct hall *hall);
/* Words that nobody hears here, from now on; the hall's own. Null: none. */
void hall_filter_with(struct hall *hall, struct hall_filter *filter);

/* What somebody tells the operator about somebody else. The words and moves around it are in the journal. */
struct hall_around {
    uint64_t key, last; /* the table, its newest entry */
    bool is_open;       /* otherwise it is among the ended ones */
};
struct hall_report {
    const char *table;
    unsigned game_number;
    const char *by, *by_address;       /* by "": somebody who watches */
    const char *about, *about_address; /* address "": is not connected */
    const char *text;
    struct hall_around around;
};
struct hall_reporter {
    void *context;
    /* Its number; 0: there is no place for it. */
    uint32_t (*take)(void *context, const struct hall_report *report);
    /* Some moves later, or at the end of the table. */
    void (*more)(void *context, uint32_t number, const struct hall_around *around);
};
void hall_report_to(struct hall *hall, const struct hall_reporter *reporter);

struct hall_counters {
    uint64_t tables, conns; /* now */
    uint64_t rules;         /* sets of them that are kept */
    uint64_t commands, refused, messages, opened, ended, games;
    uint64_t held;          /* bytes waiting for the disk */
    uint64_t floods, clogs; /* messages that were too fast; times that too much waited for the disk */
    uint64_t kept_out, bad_words, reports;
    uint64_t turned_away; /* because the house has no more of something */
    bool is_full[HALL_FULL_COUNT];
    bool is_failing; /* the disk cannot be written */
    bool is_clogged; /* too much waits for it */
    bool is_slow;    /* it takes long */
};
struct hall_counters hall_count(const struct hall *hall);

/* For tests: looks at a table; null: there is none. */
const struct room *hall_room(const struct hall *hall, const char *id, const struct room_rules **rules,
                             bool *is_durable);

#endif

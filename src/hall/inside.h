/* inside.h - the hall's parts, for its own files. */
#ifndef HALL_INSIDE_H
#define HALL_INSIDE_H

#include "fair/signed.h"
#include "fair/chain.h"
#include "hall/hall.h"
#include "hall/message.h"
#include "hall/outbox.h"
#include "hall/refusal.h"
#include "store/histogram.h"

#define HALL_ID_LETTERS 10   /* of a table's name: 50 random bits */
#define HALL_PLACE_LETTERS 2 /* of them, the first ones: by them a proxy chooses a node */

/* Codes that connections are closed with. */
enum {
    HALL_CLOSE_NORMAL = 1000,
    HALL_CLOSE_GOING = 1001,
    HALL_CLOSE_AGAIN = 1012, /* the table is at another node: come again */
    HALL_CLOSE_LATER = 1013, /* no memory: try again */
    HALL_CLOSE_REPLACED = 4001,
    HALL_CLOSE_KICKED = 4002,
    HALL_CLOSE_SILENT = 4003
};

/* What was signed last at a table: all who come to it are told the same. */
struct hall_signed {
    uint8_t text[FAIR_HASH_BYTES / 2]; /* hashed */
    uint8_t signature[FAIR_SIGNATURE_BYTES];
};

struct hall_table {
    struct room room;
    const struct room_rules *rules;
    const struct room_rules *asked; /* that its people are being asked for; null: none */
    uint64_t key;                   /* the name as a number */
    uint64_t deadline_ms;           /* as the heap has it */
    uint64_t last_place;            /* of its newest entry in the store */
    uint64_t group;                 /* that its newest entry is in */
    uint64_t bytes;                 /* of its journal */
    uint32_t seq;
    uint32_t back;     /* as struct store_entry has it */
    uint32_t epoch;    /* of our being its owner, where several servers share a store */
    uint32_t ways;     /* those that its people were last gathered for; 0: never */
    uint32_t gathered; /* how often they were asked to come again since, without all coming alike */
    uint64_t gathered_ms;
    uint32_t heap_at; /* place in the heap; UINT32_MAX: not in it */
    uint32_t list_at; /* place in the list of all tables */
    uint32_t watcher_count;
    struct fair_chain chain;
    struct hall_signed sign;
    struct hall_conn *seated[PEN_SEATS_MAX];
    struct hall_conn *watchers;
    struct hall_account account;
    struct hall_address *owner;                   /* who opened it, since this start; or null */
    struct hall_table *next;                      /* in its place of the map */
    struct hall_table *shown_next, *shown_before; /* in the lobby */
    bool is_shown;
    bool is_bad;      /* found while reading: its journal does not follow */
    bool is_noted;    /* in the list of those where somebody may have to be told */
    uint16_t awaited; /* seats that play waits for */
    uint16_t untold;  /* of these, who have neither said anything since nor been told by push */
    uint32_t report,
        report_n;         /* the newest report that lacks what came after it, and when that was; 0: none */
    uint8_t stage;        /* of the room, as it is counted */
    uint8_t people, bots; /* who sit there: a list of all tables is not for looking at every seat */
    bool is_full;         /* its journal has reached its bound */
    bool is_lost;         /* its journal does not follow it any more: there was no memory */
    bool is_ended;        /* closed: nobody's any more, freed at the end of the turn */
};
PEN_STATIC_ASSERT(sizeof(struct hall_table) <= 10752, "an idle table needs less than 10.5 KB");

struct hall_row;

struct hall_conn {
    void *wire;
    struct hall_table *table;
    struct hall_address *address;
    struct hall_conn *next, *before; /* watchers of one table, or those who are at none */
    struct hall_bucket actions, chat, scolds;
    struct hall_row *row; /* in which it waits for a word, or null */
    uint64_t said_ms;  /* by the caller's clock: what it said last before it was at a table, or its coming */
    uint64_t told_ms;  /* when the newest update was sent */
    uint64_t acted_ms; /* by the caller's clock: the action that waits for its answer; 0: none does */
    uint64_t group;    /* that the newest letter to it waits for */
    uint32_t slot, serial;
    uint32_t rtt_ms; /* the least round trip so far; 0: not known */
    uint32_t lag_ms; /* the usual one */
    uint16_t place;  /* where its tables are to be, and 1: the first letters of their ids; 0: anywhere */
    uint8_t seat;    /* or PEN_SPECTATOR */
    uint8_t lang;    /* enum pen_lang that its hello asked for */
    uint8_t version; /* of the protocol, that its hello and ours have settled on */
    bool has_hello;  /* has said which version it speaks */
    bool is_leaving; /* was told goodbye */
    bool is_coming;  /* is not welcomed yet: hears nothing of its table */
};

/* Connections by what they said last, the oldest first. */
struct hall_row {
    struct hall_conn *first, *last;
};

/* Rules by settings, made once and shared. */
struct hall_rules;

struct hall {
    struct hall_limits limits;
    unsigned own_part, part_count; /* hall_set_part() */
    struct store *store;
    struct hall_host host;
    struct hall_rules *rules;
    struct hall_bans bans;
    struct hall_filter *filter;           /* or null */
    const struct hall_reporter *reporter; /* or null */

    struct hall_table **map, **list, **heap;
    struct hall_table *ended; /* closed in this turn, by 'next' */
    struct hall_table *shown; /* in the lobby, who came last first: it is not for looking through them all */
    size_t map_size, table_count, table_size, heap_count;
    size_t looked_at;  /* of the list: the next one that hall_find_strayed() looks at */
    unsigned adopting; /* tables that are being put back and are not among them yet */

    struct hall_conn **slots;
    uint32_t *serials;
    uint32_t *free_slots;
    uint32_t slot_count, slot_size, free_count;
    struct hall_addresses addresses;
    struct hall_row silent[2]; /* who are at no table: without hello, with it */

    /* Groups of journal entries: 'group' is being gathered; the one before it is being written if
     * 'is_writing'. The outboxes are theirs. */
    uint64_t group;
    uint64_t ended_group; /* in which the newest end of a table is */
    bool is_writing, is_failing, is_draining, has_gathered;
    bool is_clogged;                        /* more waits for the disk than may */
    bool is_slow;                           /* the group has been under way for long */
    bool is_releasing;                      /* it is on disk, and its letters are being delivered */
    size_t released_at;                     /* in 'written' */
    uint64_t writing_ms;                    /* by the caller's clock: since when it is under way */
    uint64_t gathered_bytes, written_bytes; /* of journal */
    struct hall_outbox gathered, written;
    struct hall_made made;
    bool (*give)(void *context, struct hall_work *work); /* null: all is done at once */
    void *give_context;
    char why[STORE_WHY_BYTES];

    const struct hall_pusher *pusher; /* null: nobody is told by push */
    struct hall_note *notes;          /* in the order of their time */
    size_t note_count, note_size;

    uint64_t now_ms;           /* the tables' time; never goes back */
    uint64_t outside_ms;       /* the caller's, at the same moment */
    struct fair_signer signer; /* without 'sign': nothing is signed */
    struct hall_page lobby;    /* its lines; there may be none */
    bool has_lobby;
    uint64_t lobby_ms;
    struct hall_counters counters;
    size_t stages[ROOM_STAGE_COUNT]; /* tables in each */
    struct histogram moves;          /* from an action to its answer */
    char scratch[ROOM_MESSAGE_BYTES_MAX + 256];
};

/* ---- hall.c ---- */
/* Nothing can be written now: nobody can move, time stands still. */
bool hall__is_stuck(const struct hall *hall);
void hall__pass_time(struct hall *hall, uint64_t outside_ms);
/* Both formats take the same arguments. */
void hall__log(struct hall *hall, enum hall_level level, const char *code, enum word word,
               const struct pen_arg *args, unsigned count);
/* Sends in the order of what the connection's table has gathered; code not 0: and closes. */
void hall__send(struct hall *hall, struct hall_conn *conn, const struct room_message *message,
                uint16_t close_code); /* null: only closes */
void hall__send_text(struct hall *hall, struct hall_conn *conn, enum wire_told_type type,
                     const struct pen_text *text, uint16_t close_code);
void hall__refuse_with(struct hall *hall, struct hall_conn *conn, uint32_t command, enum hall_refusal refusal,
                       const struct wire_args *args);
void hall__refuse(struct hall *hall, struct hall_conn *conn, uint32_t command, enum hall_refusal refusal,
                  const char *field);
/* Takes what somebody pasted as the edition of these settings, or nothing, if the edition is known; false:
 * refused, with the place and the reason. */
PEN_MUST_USE bool hall__bring(struct hall *hall, struct hall_conn *conn, uint32_t command,
                              struct setup_settings *settings, const char *text);
/* Has the rules of these settings made, if they are not there; false: refused, there is no place. */
PEN_MUST_USE bool hall__rules_make(struct hall *hall, struct hall_conn *conn, uint32_t command,
                                   const struct setup_settings *settings);
/* Refused, and told to the operator, because the house has no more of it. */
void hall__note_full(struct hall *hall, const struct hall_conn *conn, enum hall_full what); /* only told */
void hall__refuse_full(struct hall *hall, struct hall_conn *conn, uint32_t command, enum hall_full what);
/* It is at a table, or gone: how long it is silent does not matter. */
void hall__stop_waiting(struct hall *hall, struct hall_conn *conn);
void hall__bye(struct hall *hall, struct hall_conn *conn, enum hall_refusal why);
void hall__bye_with(struct hall *hall, struct hall_conn *conn, enum hall_refusal why,
                    const struct wire_args *args);

/* ---- guard.c ---- */
/* Refused, because the address or the name (may be null) is banned. */
PEN_MUST_USE bool hall__is_kept_out(struct hall *hall, struct hall_conn *conn, uint32_t command,
                                    const char *name);
/* Refused for a word in it. */
PEN_MUST_USE bool hall__has_bad_words(struct hall *hall, struct hall_conn *conn,
                                      const struct wire_asked *asked);
PEN_MUST_USE bool hall__is_bad_edition(struct hall *hall, struct hall_conn *conn, uint32_t command,
                                       const struct pen_edition *edition);
void hall__report(struct hall *hall, struct hall_conn *conn, const struct wire_asked *asked);
/* After every input, and at the end of a table. */
void hall__report_more(struct hall *hall, struct hall_table *table, bool is_open);

/* ---- apply.c ---- */
/* Tells the table something and sees to what follows. Any input may end the table, because time comes
 * first: then it is found no more and nobody sits there, but it stays where it is in memory until the
 * end of the turn, so that whoever called may still look at it. It hears nothing more. */
void hall__apply(struct hall *hall, struct hall_table *table, struct room_input *input,
                 struct room_answer *answer);
/* Nobody is at the table any more: everybody is let go with this code. */
void hall__empty(struct hall *hall, struct hall_table *table, uint16_t code);
/* Whether everything the table has told the store is on disk. */
bool hall__is_durable(const struct hall *hall, const struct hall_table *table);

/* ---- think.c ---- */
/* Has the choice made that the table waits for, if it does. */
void hall__think(struct hall *hall, struct hall_table *table);

/* ---- enter.c ---- */
void hall__enter(struct hall *hall, struct hall_conn *conn, const struct wire_asked *asked);
/* Who sits there, to be remembered if the host takes them off; and that it was so. */
/* Takes the connection off its table, which hears of it. */
void hall__go(struct hall *hall, struct hall_conn *conn);

/* ---- sign.c ---- */
/* Signs what is fixed of the table's game, for one who comes and for all who are there. */
void hall__sign_for(struct hall *hall, struct hall_conn *conn);
void hall__sign_for_all(struct hall *hall, struct hall_table *table);

/* ---- push.c ---- */
/* A table where somebody is awaited who is not there, and when to look again. */
struct hall_note {
    uint64_t key, due_ms;
};
/* After every input: who is newly awaited. After reading the journal nobody is. */
void hall__notice(struct hall *hall, struct hall_table *table);
void hall__notice_nobody(struct hall_table *table);
/* At the end of a turn; returns when it is next due, by the caller's clock, or ROOM_NEVER. */
uint64_t hall__tell_awaited(struct hall *hall);
void hall__subscribe(struct hall *hall, struct hall_conn *conn, const struct wire_asked *asked);

/* ---- tables.c ---- */
struct hall_table *hall__table_add(struct hall *hall, uint64_t key);
/* The same in two steps: the first needs no hall. */
struct hall_table *hall__table_make(uint64_t key);
bool hall__table_link(struct hall *hall, struct hall_table *table);
/* From here on it is found no more and nobody is at it; its memory stays until hall__tables_reap(), which
 * belongs where nothing holds a table: at the end of a turn. */
void hall__table_end(struct hall *hall, struct hall_table *table);
void hall__tables_reap(struct hall *hall);
struct hall_table *hall__table_find(const struct hall *hall, uint64_t key);
/* By its name, which may be anything. */
struct hall_table *hall__table_named(const struct hall *hall, const char *id);
bool hall__key_read(const char *id, uint64_t *key);
void hall__key_write(uint64_t key, char id[ROOM_ID_BYTES]);
/* What the first letters are, and 1; 0: they are none. And the key moved there, unless it is 0. */
uint16_t hall__place_read(const char *text);
uint64_t hall__key_at(uint64_t key, uint16_t place);
/* Puts the table where its deadline belongs. */
void hall__heap_set(struct hall *hall, struct hall_table *table, uint64_t deadline_ms);

/* The room's stage may have changed, and whether it is in the lobby. */
void hall__table_count(struct hall *hall, struct hall_table *table);

/* ---- page.c ---- */
const char *hall__stage_word(const struct room *room);
void hall__page_add(struct hall_page *page, const char *bytes, size_t count);
void hall__page_print(struct hall_page *page, const char *format, ...)
#if defined(__GNUC__) || defined(__clang__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* ---- rules.c ---- */
struct hall_rules *hall__rules_create(void);
void hall__rules_destroy(struct hall_rules *rules);
/* Null: no such edition, or these options cannot be played. */
const struct room_rules *hall__rules_find(struct hall_rules *rules, const struct setup_settings *settings);
/* For somebody who asks: whether these are there, or may be made at the charge of the address and are.
 * Settings that nobody can play by count as good: the table says why. */
PEN_MUST_USE bool hall__rules_has_place(struct hall *hall, struct hall_address *payer,
                                        const struct setup_settings *settings);
/* The table plays by these; notes which it asks for; plays by none any more. */
void hall__rules_use(struct hall *hall, struct hall_table *table, const struct room_rules *rules);
void hall__rules_note(struct hall *hall, struct hall_table *table);
void hall__rules_let_go(struct hall *hall, struct hall_table *table);
/* At the end of a turn: nobody has a set of rules in hand that no table uses. */
void hall__rules_tidy(struct hall *hall);
void hall__rules_fill(const struct hall *hall, bool *is_sets_full, bool *is_editions_full);
unsigned hall__rules_count(const struct hall_rules *rules);
/* While somebody reads them who is no table. */
void hall__rules_pin(struct hall *hall, const struct room_rules *rules, bool is_pinned);

/* An edition of somebody's own, or a house rule over the edition of the settings, which name it from now on.
 */
enum hall_brought { HALL_BROUGHT_GOOD, HALL_BROUGHT_BAD, HALL_BROUGHT_LONG, HALL_BROUGHT_MANY };
PEN_MUST_USE enum hall_brought hall__rules_bring(struct hall *hall, struct hall_address *payer,
                                                 struct setup_settings *settings, const char *text,
                                                 struct pen_problem *problem);
/* The same with the name that it has. */
PEN_MUST_USE bool hall__rules_keep(struct hall_rules *rules, const struct pen_edition *edition);
/* Null: not here. */
const struct pen_edition *hall__rules_edition(struct hall_rules *rules, const char *id);
/* Those of the host, one by one. */
const struct pen_edition *hall__rules_offered(const struct hall_rules *rules, unsigned index);
/* By the edition that a table has kept: as room_library's find_kept. */
const struct room_rules *hall__rules_kept(struct hall_rules *rules, const struct setup_settings *settings,
                                          uint64_t digest, const char *text, size_t bytes);

#endif

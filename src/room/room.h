/* room.h - the authority of one table: who sits where, the rules agreed on, the game, clocks, races,
 * consent, the journal.
 *
 * A function of (state, input): time, random bytes and messages come in as inputs, what is to be kept
 * and sent goes out through callbacks. No sockets, clock, malloc or globals. The state is plain memory
 * without pointers, so the same code runs behind a server, in a simulator, in the terminal program and
 * in a page.
 *
 *     input ──room_apply──► journal   text of this input: lines of a .mesa record, the rest as comments
 *                      └──► send      one message (docs/PROTOCOL.md) per viewer, made from a view
 *
 * Whoever calls keeps the messages back until the journal text that came before them is on disk. The
 * journal is also the way back: room_restore() of every entry in order gives the same room. What only
 * matters while somebody is connected (who is here, actions being weighed, when bots will move) is in
 * 'live' and is not restored. */
#ifndef ROOM_ROOM_H
#define ROOM_ROOM_H

#include "bots/bot.h"
#include "fair/fair.h"
#include "fair/signed.h"
#include "penultima/penultima.h"
#include "setup/setup.h"
#include "wire/wire.h"

#define ROOM_ID_BYTES WIRE_TABLE_BYTES
#define ROOM_TITLE_BYTES SETUP_TITLE_BYTES
#define ROOM_TOKEN_BYTES 32           /* hash of a seat's token */
#define ROOM_CHAT_BYTES 160           /* of one saying */
#define ROOM_CHATS_MAX WIRE_CHATS_MAX /* kept for those who come later */
#define ROOM_EVENTS_MAX 160           /* of the round, the newest */
#define ROOM_SEEN_MAX 2 /* hands that are kept for who watches late: what is shown, and what will be next */
#define ROOM_UPDATES_MAX 32 /* whose events room_write_since() still knows */
#define ROOM_UNDO_MAX 3
#define ROOM_HELD_MAX 12              /* actions being weighed: one of every seat, and a few second ones */
#define ROOM_DONE_MAX 3               /* ids of accepted commands kept per seat */
#define ROOM_VOTES_MAX WIRE_VOTES_MAX /* questions kept for those who were away */
#define ROOM_JOURNAL_BYTES_MAX 24576  /* of one piece of journal: an edition of one's own, and a deal */
#define ROOM_MESSAGE_BYTES_MAX 32768  /* of one message; nearly all are far shorter */
#define ROOM_NEVER UINT64_MAX

struct room;

/* Edition and rules of the settings; shared by all tables that play by them. */
struct room_rules {
    const struct pen_edition *edition;
    const struct pen_rules *rules;
};

#define ROOM_STAGE_LIST(X) WIRE_STAGE_LIST(X)

enum room_stage {
#define X(name, word) ROOM_##name,
    ROOM_STAGE_LIST(X)
#undef X
        ROOM_STAGE_COUNT
};

/* ---- what comes in ---------------------------------------------------------------------------- */

/* X(NAME): what can come in besides people's messages, as members of the union in struct room_input. */
#define ROOM_INPUT_LIST(X)                                                                               \
    X(OPEN)      /* the first input of a table, onto zeroed memory; with entropy */                      \
    X(SIT)       /* 'seat': the one wanted, or PEN_SEAT_NONE for any */                                  \
    X(HERE)      /* the seat's connection. Seat PEN_SPECTATOR: a watcher */                              \
    X(TICK)      /* time has passed */                                                                   \
    X(WAKE)      /* the first input after room_restore(): clocks are repaid */                           \
    X(TAKE_OVER) /* a record; the seats go on with its game. Of a seat, though no message asks for it */ \
    X(CLOSE)     /* the operator ends the table */                                                       \
    X(THOUGHT)   /* the choice that room_take_thought() asked for */

/* People's messages have their numbers, then come the others. */
enum room_input_type {
#define ROOM_INPUT_DOOR(NAME)
#define ROOM_INPUT_HOUSE(NAME)
#define ROOM_INPUT_TABLE(NAME) ROOM_IN_##NAME = WIRE_ASKED_##NAME,
#define ROOM_INPUT_READ(NAME) ROOM_IN_##NAME = WIRE_ASKED_##NAME,
#define X(NAME, name, word, to) ROOM_INPUT_##to(NAME)
    WIRE_ASKED_LIST(X)
#undef X
#undef ROOM_INPUT_DOOR
#undef ROOM_INPUT_HOUSE
#undef ROOM_INPUT_TABLE
#undef ROOM_INPUT_READ
        ROOM_IN__OWN = WIRE_ASKED_COUNT - 1,
#define X(NAME) ROOM_IN_##NAME,
    ROOM_INPUT_LIST(X)
#undef X
        ROOM_INPUT_COUNT
};

#define ROOM_ASK_LIST(X) WIRE_ASK_LIST(X) /* what people can ask each other */

enum room_ask {
#define X(name, word) ROOM_ASK_##name,
    ROOM_ASK_LIST(X)
#undef X
        ROOM_ASK_COUNT
};

#define ROOM_NO_DT WIRE_NO_MS
#define ROOM_NO_PHRASE WIRE_NO_PHRASE

/* Begin with room_input_init(). Any values may come in. */
struct room_input {
    uint8_t type;     /* enum room_input_type: which member of the union is in use */
    uint8_t seat;     /* who speaks, as the hall knows from the token; PEN_SEAT_NONE: nobody */
    uint8_t lang;     /* enum pen_lang that the seat's connection asked for */
    bool has_entropy; /* may go with any input; used if room_wants_entropy() */
    uint32_t command; /* the client's id of it; 0: none */
    uint32_t rtt_ms;  /* the least round trip of the seat's connection, as measured here; 0: unknown */
    uint32_t lag_ms;  /* the usual one; 0: unknown */
    uint64_t now_ms;  /* never goes back */
    uint64_t told_ms; /* when the newest update was written to the seat's connection; 0: unknown */
    uint8_t entropy[FAIR_SERVER_SEED_BYTES];
    union {
        struct {
            char id[ROOM_ID_BYTES];
            struct setup_settings settings;
        } open;
        struct {
            char name[PEN_PLAYER_BYTES]; /* empty: any */
            uint8_t token_hash[ROOM_TOKEN_BYTES];
            uint16_t origin; /* a number of where it comes from, which tells no more; 0: unknown */
            bool is_here;    /* HERE comes next, and the others are told of both at once */
        } sit;
        struct {
            uint16_t origin; /* as with SIT */
            bool is_here;
            bool is_brief; /* the client understands updates that say only what has changed */
        } here;
        struct {
            bool is_older; /* what came after this was lost: the journal's store came back older */
        } wake;
        struct {
            const char *text;
            size_t bytes;
        } take_over;
        struct {
            uint8_t seat;
            uint32_t moment;
            struct pen_action action;
        } thought;
        /* What messages say in words, read. */
        struct {
            struct setup_settings settings;
        } set;
        struct {
            struct pen_action action;
            uint32_t on;       /* number of the newest update that the player had seen */
            uint32_t dt_ms;    /* from seeing it to deciding, as the client says; or ROOM_NO_DT */
            const char *quote; /* of an accusation: what was said; null: nothing in particular */
        } act;
        struct {
            uint8_t what;                   /* enum room_ask */
            uint8_t seat;                   /* for ROOM_ASK_KICK, otherwise PEN_SEAT_NONE */
            struct setup_settings settings; /* for ROOM_ASK_RULES */
            const struct room_rules *rules; /* those of the settings; null: there are none */
        } ask;
        struct {
            uint8_t seat, level;         /* PEN_SEAT_NONE: take the bot away */
            char name[PEN_PLAYER_BYTES]; /* no client's; empty: any */
        } bot;
        /* The others, as they came. */
#define ROOM_INPUT_DOOR(name)
#define ROOM_INPUT_HOUSE(name)
#define ROOM_INPUT_READ(name)
#define ROOM_INPUT_TABLE(name) struct wire_asked_##name name;
#define X(NAME, name, word, to) ROOM_INPUT_##to(name)
        WIRE_ASKED_LIST(X)
#undef X
#undef ROOM_INPUT_DOOR
#undef ROOM_INPUT_HOUSE
#undef ROOM_INPUT_READ
#undef ROOM_INPUT_TABLE
    };
};

/* Zeroes, and "none" where there is such a thing. */
void room_input_init(struct room_input *input, enum room_input_type type, uint8_t seat);

/* A message of the person at that seat, as an input. Quotes stay in the message. The field that cannot be
 * understood, or null: all can. Other messages than those of tables: an input that is refused. */
const char *room_input_read(struct room_input *input, const struct room *room, const struct room_rules *rules,
                            uint8_t seat, const struct wire_asked *asked);

/* The settings that it brings, or null. */
const struct setup_settings *room_input_settings(const struct room_input *input);

/* ---- what goes out ---------------------------------------------------------------------------- */

/* One message (docs/PROTOCOL.md), as it is to be sent. */
struct room_message {
    uint8_t type; /* enum wire_told_type */
    uint8_t bye;  /* enum room_bye, of a goodbye */
    bool answers; /* a command: "ok", "no", or an update with "ack" */
    const char *bytes;
    size_t count;
};

/* X(name, code): why a table says goodbye to a connection; the sentence is table.bye-NAME in lang/. */
#define ROOM_BYE_LIST(X)  \
    X(REMOVED, "removed") \
    X(KICKED, "kicked")   \
    X(CLOSED, "closed")

enum room_bye {
#define X(name, code) ROOM_BYE_##name,
    ROOM_BYE_LIST(X)
#undef X
};

/* All may be null. */
struct room_out {
    void *context;
    /* A piece of journal: whole lines. Comes before the messages that depend on it. */
    void (*journal)(void *context, const char *text, size_t bytes);
    /* One message for the connection of a seat, or (PEN_SPECTATOR) for every watcher. Only for those who
     * are here: since SIT, HERE or any command of theirs. */
    void (*send)(void *context, uint8_t viewer, const struct room_message *message);
    /* Whoever sat at 'from' sits at 'to' from now on; PEN_SEAT_NONE: has left or was sent away, the
     * connection is nobody's. Calls come in an order in which each can be carried out at once. */
    void (*moved)(void *context, uint8_t from, uint8_t to);
};

/* X(name, code in messages, the number that its sentence speaks of; 0: none, or what the table's rules say):
 * the sentence is table.NAME in lang/. */
#define ROOM_REFUSAL_LIST(X)                              \
    X(GAME, "game", 0)                                    \
    /* struct room_answer says which */                   \
    X(NOT_NOW, "not-now", 0)                              \
    X(NOT_HOST, "not-host", 0)                            \
    X(NOT_SEATED, "not-seated", 0)                        \
    X(CLOSED, "closed", 0)                                \
    X(FULL, "full", 0)                                    \
    X(SEAT_TAKEN, "seat-taken", 0)                        \
    X(NO_SUCH_SEAT, "no-such-seat", 0)                    \
    X(BAD_NAME, "bad-name", PEN_PLAYER_BYTES - 1)         \
    X(NAME_TAKEN, "name-taken", 0)                        \
    X(NEXT_GAME, "next-game", 0)                          \
    X(BAD_SETTINGS, "bad-settings", 0)                    \
    X(HOUSE_CONFLICT, "house-conflict", 0)                \
    X(NO_SUCH_BOT, "no-such-bot", 0)                      \
    X(RULES_CHANGED, "rules-changed", 0)                  \
    X(NOT_AGREED, "not-agreed", 0)                        \
    X(TOO_FEW, "too-few", 0)                              \
    X(TOO_MANY, "too-many", 0)                            \
    X(UNEVEN, "uneven", 0)                                \
    X(BAD_SEED, "bad-seed", 0)                            \
    X(PAUSED, "paused", 0)                                \
    X(NOT_PAUSED, "not-paused", 0)                        \
    X(ASKING, "asking", 0)                                \
    X(NOTHING_ASKED, "nothing-asked", 0)                  \
    X(VOTED, "voted", 0)                                  \
    X(NOTHING_TO_TAKE_BACK, "nothing-to-take-back", 0)    \
    X(BAD_TARGET, "bad-target", 0)                        \
    X(BAD_TEXT, "bad-text", ROOM_CHAT_BYTES)              \
    X(NO_SUCH_PHRASE, "no-such-phrase", 0)                \
    X(TOO_FAST, "too-fast", 0)                            \
    X(TOO_LATE, "too-late", 0)                            \
    X(WAIT, "wait", 0)                                    \
    X(OLD_COMMAND, "old-command", 0)                      \
    X(BOT_ACCUSED, "bot-accused", 0)                      \
    X(NO_HINTS, "no-hints", 0)                            \
    X(NOT_GONE, "not-gone", ROOM_GONE_MS / 60000)         \
    X(NO_PAUSE_LEFT, "no-pause-left", 0)                  \
    X(CARD_SEEN, "card-seen", 0)                          \
    X(NOT_STILL, "not-still", ROOM_THERE_AFTER_MS / 1000) \
    X(NOT_VOID, "not-void", 0)                            \
    X(NOT_SAID, "not-said", 0)                            \
    X(PHRASES_ONLY, "phrases-only", 0)                    \
    X(WAS_REMOVED, "was-removed", 0)

enum room_refusal {
    ROOM_ACCEPTED,
#define X(name, code, number) ROOM_REFUSED_##name,
    ROOM_REFUSAL_LIST(X)
#undef X
        ROOM_REFUSAL_COUNT
};

const char *room_refusal_code(enum room_refusal refusal);

/* X(name): what can be said with one key, phrase.NAME in lang/; its number is its place. Appended to, never
 * reordered. */
#define ROOM_PHRASE_LIST(X) \
    X(HELLO)                \
    X(GOOD_LUCK)            \
    X(WELL_PLAYED)          \
    X(OOPS)                 \
    X(YOUR_TURN)            \
    X(ONE_MOMENT_PLEASE)    \
    X(IM_BACK)              \
    X(THANK_YOU)            \
    X(SORRY)                \
    X(HA_HA)                \
    X(ONE_MORE_ROUND)       \
    X(GOOD_NIGHT)

enum {
    ROOM_PHRASE_COUNT = 0
#define X(name) +1
    ROOM_PHRASE_LIST(X)
#undef X
};

const char *room_phrase(unsigned phrase, enum pen_lang lang);

/* What became of an input. An input with a command and a seat is also answered by a message to that
 * seat ("ok", "no", or "ack" in its update); the others (OPEN, SIT, watchers') are answered by whoever
 * calls: room_write_no(). */
struct room_answer {
    uint8_t refusal;             /* enum room_refusal; on refusal the state is unchanged */
    uint8_t game;                /* enum pen_refusal, with ROOM_REFUSED_GAME */
    uint8_t seat;                /* of SIT: the seat taken */
    char name[PEN_PLAYER_BYTES]; /* with NAME_TAKEN: a name like it that is free */
    uint8_t number;              /* with TOO_FEW and TOO_MANY: how many the rules want */
    uint16_t setting;            /* with BAD_SETTINGS: which, SETUP_SETTING(); 0: none alone */
    pen_house_set house;         /* with HOUSE_CONFLICT: those of which two meet */
    bool is_repeat;              /* the command had been done before; this is its first answer */
    bool is_held;                /* an action in a race: the answer comes by message when it was weighed */
    uint32_t n;                  /* update number after it */
};

/* Why it was refused, in a sentence. */
void room_say_refusal(struct pen_text *text, const struct room_answer *answer, enum pen_lang lang);

/* ---- the state -------------------------------------------------------------------------------- */

enum room_kind {
#define X(name, word) ROOM_##name,
    WIRE_KIND_LIST(X)
#undef X
};

struct room_seat {
    uint64_t say_ms; /* what was said counts until then (chat limit) */
    uint64_t ask_ms; /* may not ask the table again before */
    struct {
        uint32_t id, n;
    } done[ROOM_DONE_MAX]; /* accepted commands, newest first */
    uint16_t wins;         /* of this series */
    uint8_t kind;          /* enum room_kind */
    uint8_t level;         /* of a bot */
    bool has_agreed;
    bool is_ready;   /* for the next round */
    bool is_away;    /* a person for whom a bot plays */
    bool is_late;    /* has taken a bot's seat in the middle of a round, and plays from the next one */
    bool is_program; /* it has said so; everybody sees it */
    bool has_left;   /* by choice; nobody waits for this person */
    uint8_t missed;  /* turns in a row that the clock began for the person */
    uint8_t share;   /* enum fair_share_state */
    uint8_t vain;    /* questions in a row that came to nothing */
    uint8_t face;    /* that a person chose, and one more: 0 is none */
    char name[PEN_PLAYER_BYTES];
    /* Of a person who came in the middle of a game: that game is played under the seat's name, which stands
     * in its record; then this one takes its place. */
    char own_name[PEN_PLAYER_BYTES];
    uint8_t token_hash[ROOM_TOKEN_BYTES];
    uint8_t secret[FAIR_HASH_BYTES]; /* the commitment; once revealed the seed */
};

/* The game before a person's action. */
struct room_undo {
    struct pen_game game;
    uint32_t reshuffle_count, action_count, event_total;
    uint16_t tie_count;
    uint8_t seat;
    bool is_seen; /* since then somebody has seen a card */
};

#define ROOM_OUTCOME_LIST(X) WIRE_OUTCOME_LIST(X) /* what became of a question */

enum room_outcome {
#define X(name, word) ROOM_OUTCOME_##name,
    ROOM_OUTCOME_LIST(X)
#undef X
        ROOM_OUTCOME_COUNT
};

/* A question that was answered, for those who were away. */
struct room_vote {
    uint64_t at_ms;
    uint32_t n;       /* of the update that closed it */
    uint16_t yes, no; /* seats */
    uint8_t what, by, target, outcome;
    char name[PEN_PLAYER_BYTES]; /* of the target, who may have gone */
};

struct room_chat {
    uint8_t seat, phrase; /* ROOM_NO_PHRASE: the text */
    uint8_t bytes;
    uint8_t accuses; /* RULE O15: the seat that said this and is accused for it, or PEN_SEAT_NONE */
    char text[ROOM_CHAT_BYTES];
};

/* An action that waits for slower connections (race.c). */
struct room_held {
    uint64_t raw_ms; /* when the player acted, over no distance at all */
    uint64_t key_ms; /* when it counts as done */
    struct pen_action action;
    uint32_t command;
    uint32_t reaction_ms; /* as it was judged */
    uint32_t waited_ms;   /* from writing the update to the client to the arrival of the action */
    uint32_t dt_ms;       /* as the client said */
    uint16_t rtt_ms;
    bool is_bot;
};

/* Not journaled. */
struct room_live {
    struct {
        struct pen_action action;
        uint32_t moment; /* of the game that it is about */
        uint8_t seat;
        bool is_wanted;   /* nobody has taken it up yet */
        bool is_made;     /* 'action' is it */
        bool is_hopeless; /* nobody will: the bot chooses at once */
    } thought;
    uint32_t moment;                      /* changes with every deal, action and taking back */
    bool thinks_outside;                  /* whoever calls makes long choices elsewhere */
    uint16_t pace;                        /* percent of the usual time that bots take; 0: 100 */
    uint64_t update_ms[ROOM_UPDATES_MAX]; /* when update n was made, at n % max */
    uint64_t owes_ms[PEN_SEATS_MAX];      /* since when the seat owes UNO */
    uint64_t bot_ms[PEN_SEATS_MAX];       /* when the bot of the seat acts; ROOM_NEVER: it does not */
    uint64_t shout_ms[PEN_SEATS_MAX];     /* until then no catch of the seat is heard */
    uint64_t opened_ms;                   /* when the newest card was laid: windows open with it */
    uint64_t moved_ms;                    /* when the game last moved; the bots' time begins there */
    uint64_t empty_ms;                    /* since when nobody is here */
    uint64_t full_ms;                     /* since when all seats are taken and all agree; 0: they are not */
    uint64_t gone_ms[PEN_SEATS_MAX];      /* since when the person is not here; 0: is here */
    struct room_held held[ROOM_HELD_MAX];
    struct {
        uint32_t id;
        uint8_t refusal, game;
    } refused[PEN_SEATS_MAX];        /* the newest refused command */
    uint16_t rtt_ms[PEN_SEATS_MAX];  /* the least, for weighing */
    uint16_t lag_ms[PEN_SEATS_MAX];  /* the usual one, for waiting */
    uint8_t lang[PEN_SEATS_MAX];     /* that refusals are told in */
    uint16_t origin[PEN_SEATS_MAX];  /* where its person is; 0: not known */
    uint32_t toss_ms[PEN_SEATS_MAX]; /* what was tossed counts until then: the low half */
    uint64_t knocked_ms;             /* when it was told last that somebody unwanted wants to sit down */
    struct {
        uint64_t at_ms;
        uint32_t round_n; /* of which round; 0: none */
        uint16_t acted;   /* seats that have changed their own hand since */
        struct pen_hand hands[PEN_SEATS_MAX];
    } seen[ROOM_SEEN_MAX]; /* hands as they were, for who watches with a delay; 'seen_at' is the newest */
    uint8_t seen_at;
    uint16_t here; /* seats with a connection */
    uint16_t watchers;
    uint8_t held_count;
    bool has_seats_news;  /* the seats message goes out with the next input */
    bool has_told;        /* everybody who is here knows 'told' */
    uint16_t brief;       /* seats whose client is told what has changed, not all there is */
    struct wire_now told; /* the state of play as it was told last */
};

/* Somebody who was sent away, by the vote or by the host: does not sit down again until the game is over that
 * was being played, or that was to be the next. Known by the token, or by the origin if nobody who sits here
 * shares it: a household or a school has only one. */
enum { ROOM_UNWANTED_MAX = 4 };
struct room_unwanted {
    uint8_t token[8];
    uint16_t origin;
    uint16_t game; /* 0: nobody */
    char name[PEN_PLAYER_BYTES];
};

struct room {
    char id[ROOM_ID_BYTES];
    uint8_t stage; /* enum room_stage */
    uint8_t host;  /* PEN_SEAT_NONE: no person has sat down yet, or all have left */
    bool is_paused;
    bool has_entropy;   /* server_seed is that of the next game, or of the one being played */
    uint8_t shuffle;    /* the version (fair.h) that it was committed to */
    uint8_t seat_count; /* in waiting: as wanted; from the start: those who play */
    uint8_t chat_count;
    uint8_t undo_count;
    uint8_t vote_count;
    uint8_t kept_seat; /* the move's time of this one waits in kept_ms, while a bot plays; or PEN_SEAT_NONE */
    uint16_t journal;  /* how its journal was written last: 0: as 0.2.0 did, or ROOM_JOURNAL */
    uint16_t game_number; /* of this table, from 1 with the first start; also in its record */
    uint16_t series_game; /* games of this series that are over */
    uint32_t n;           /* number of the newest update */
    uint32_t back_n; /* higher ones, up to the wake that came next, were another history: it is lost; or 0 */
    uint32_t rules_version; /* from 1 */
    uint32_t action_count;  /* of this game */
    uint32_t event_total;   /* of this round */
    uint32_t event_high;    /* the highest it was, before moves were taken back */
    uint64_t last_ms;       /* of the newest journal line */
    uint64_t clock_ms;      /* the move must be made by then, the seeds revealed, the round dealt; or
                               ROOM_NEVER; while play stands still: what is left */
    uint64_t kept_ms;
    uint64_t edition_digest; /* of the edition whose text is in the journal; 0: none, as in 0.2.0 */
    uint64_t pause_from_ms, pause_until_ms; /* while paused */
    uint64_t pause_used_ms;                 /* in this game */
    struct {
        uint64_t until_ms;
        uint16_t yes, no; /* seats */
        bool is_open;
        uint8_t what, by, target;
    } ask;
    struct setup_settings settings;
    /* Other rules that were asked for, and whether the table has agreed: then whoever calls brings them in
     * with SET, in the name of that seat. */
    struct setup_settings proposed;
    bool is_granted;
    uint8_t granted_by;
    uint8_t server_seed[FAIR_SERVER_SEED_BYTES];
    struct room_seat seats[PEN_SEATS_MAX];
    struct pen_game game;
    struct fair fair;
    struct room_undo undo[ROOM_UNDO_MAX];     /* newest first */
    uint16_t event_at[ROOM_UPDATES_MAX];      /* event_total after update n, at n % max */
    uint32_t round_n;                         /* update in which the round began; older ones are forgotten */
    struct pen_event events[ROOM_EVENTS_MAX]; /* event i at i % max */
    struct pen_memory forgotten;              /* what those before them leave in mind */
    uint8_t forgotten_direction;              /* and the way round when the first of these happened */
    struct room_chat chats[ROOM_CHATS_MAX];   /* oldest first */
    struct room_vote votes[ROOM_VOTES_MAX];   /* oldest first */
    struct room_unwanted unwanted[ROOM_UNWANTED_MAX]; /* newest first */
    struct room_live live;
};
PEN_STATIC_ASSERT(ROOM_HELD_MAX >= PEN_SEATS_MAX, "nobody is kept out of a race");
PEN_STATIC_ASSERT(sizeof(struct room) <= 10000, "ten thousand tables fit into memory");

/* ---- using it --------------------------------------------------------------------------------- */

/* 'rules' are those of the table's settings; for OPEN and SET those of the input's settings (the
 * caller looks them up; null: there are none; afterwards it goes by room->settings). 'out' may be null.
 * A person for whom a bot plays is back with any command, also with a refused one. */
struct room_answer room_apply(struct room *room, const struct room_rules *rules,
                              const struct room_input *input, const struct room_out *out);

/* A choice that takes long (an expert's), with all that it depends on: whoever calls may have it made in
 * another thread and come back with THOUGHT (target: its seat, on: its moment, and the action). */
struct room_thought {
    struct bot bot;
    struct pen_view view;
    uint32_t moment;
    uint8_t seat;
};

/* From now on long choices are asked for: live.thought.is_wanted after an input. Otherwise, and without
 * this, they are made when they are due. */
void room_think_outside(struct room *room);
/* False: the table has gone on meanwhile, nothing is to be chosen. */
PEN_MUST_USE bool room_take_thought(struct room *room, const struct room_rules *rules,
                                    struct room_thought *thought);
struct pen_action room_think(struct room_thought *thought, const struct room_rules *rules);
/* It cannot be made elsewhere. */
void room_give_up_thought(struct room *room);

/* How much time bots take from now on, in percent of the usual. */
void room_set_pace(struct room *room, uint16_t percent);

/* When the next TICK is due, at the latest; ROOM_NEVER: only people can go on. It may lie in the
 * past. */
uint64_t room_deadline(const struct room *room);

/* Whether somebody who comes now could sit down, at once or with the next deal. */
bool room_has_place(const struct room *room, const struct room_rules *rules);

/* Whether the next input should bring entropy (any type does; TICK at once is best). */
bool room_wants_entropy(const struct room *room);

/* The people whom play waits for: to act, not played for by a bot, and the table does not stand still. */
uint16_t room_awaited(const struct room *room);
/* Whether actions are weighed against each other now. */
bool room_may_race(const struct room *room, const struct room_rules *rules);
/* Whether somebody may ask for these rules now, as far as that can be said before they are made; null: for
 * any at all. */
bool room_may_propose(const struct room *room, uint8_t seat, const struct setup_settings *settings,
                      uint64_t now_ms);

/* The seat whose token has this hash, or PEN_SEAT_NONE. */
uint8_t room_seat_of_token(const struct room *room, const uint8_t hash[ROOM_TOKEN_BYTES]);

/* Whether the newest action of the seat can still be taken back: nobody has seen a card since. */
bool room_can_take_back(const struct room *room, uint8_t seat);

/* Whether two names could be taken for one another; nobody at a table is called like somebody else. */
bool room_names_alike(const char *name, const char *other);
/* What the character that begins here looks like, small and without marks; the text goes on behind it.
 * ROOM_NO_LETTER: it is only a mark. */
#define ROOM_NO_LETTER UINT32_MAX
uint32_t room_letter(const char **text);

/* Whether a line that somebody writes shows what it says: no characters that nobody sees, no towers of
 * accents, something at all. What was taken before this was asked may be otherwise, and stays. */
bool room_text_is_clear(const char *bytes, size_t count);

/* Who plays, for pen_words_event() and records. */
void room_names(const struct room *room, struct pen_names *names);

/* The colours of the edition, as "seats" and "table" tell them. */
void room_tell_colors(struct wire_people *people, const struct pen_edition *edition);

/* The state of play as messages tell it, of a view; the clock is the caller's. */
void room_tell_view(struct wire_now *now, const struct pen_edition *edition, const struct pen_view *view);

/* An action as messages and records write it, without the name: "plays r7 uno", "catches Ana". */
PEN_MUST_USE bool room_read_action(const struct room *room, const struct room_rules *rules, uint8_t seat,
                                   const char *bytes, size_t count, struct pen_action *action);

/* Of one that was not read: which word does not fit, or all of it where one is missing, and what would. */
void room_explain_action(const struct room *room, const struct room_rules *rules, uint8_t seat,
                         const char *bytes, size_t count, struct wire_args *args);

/* ---- writing messages ------------------------------------------------------------------------- */

/* What a seat sees now and remembers of the round. */
void room_see(const struct room *room, const struct room_rules *rules, uint8_t seat, struct pen_view *view);

/* The whole table as 'viewer' (a seat or PEN_SPECTATOR) may see it: the message "table". */
void room_write_table(const struct room *room, const struct room_rules *rules, uint8_t viewer,
                      uint64_t now_ms, struct pen_text *text);

/* Sends to 'viewer' what has happened after update 'last'. False: that is too long ago (nothing was
 * sent; send the table). */
bool room_write_since(const struct room *room, const struct room_rules *rules, uint8_t viewer, uint32_t last,
                      uint64_t now_ms, const struct room_out *out);

/* One line of the lobby, without hidden things. */
void room_write_summary(const struct room *room, struct pen_text *text);

/* The message "no" for a command; 'command' 0: without "id". */
void room_write_no(struct pen_text *text, uint32_t command, struct room_answer answer, enum pen_lang lang);

/* The message "bye". */
void room_write_bye(struct pen_text *text, enum room_bye why, enum pen_lang lang);

/* ---- the journal ------------------------------------------------------------------------------ */

/* Finds the rules of settings; null: there are none (then the journal is not this program's). */
struct room_library {
    void *context;
    const struct room_rules *(*find)(void *context, const struct setup_settings *settings);
    /* The same by the edition that a table keeps in its journal: 'text' when it is read, null later. Null
     * as an answer: unknown. May be null: then tables go on by what 'find' finds. */
    const struct room_rules *(*find_kept)(void *context, const struct setup_settings *settings,
                                          uint64_t digest, const char *text, size_t bytes);
    /* An edition of somebody's own, which 'find' is asked for next. False: it cannot be kept. May be null:
     * then no table has one. */
    bool (*keep)(void *context, const struct pen_edition *edition);
};

/* Tells editions apart by all they say. */
uint64_t room_edition_digest(const struct pen_edition *edition);

/* The message that brings the text of an edition of somebody's own; before any that needs its cards. False:
 * it is not one. */
bool room_write_edition(const struct room_rules *rules, struct pen_text *text);

/* Gives an edition of somebody's own the name that follows from what it says (PEN_OWN_PREFIX and 26 letters).
 * False: its text is too long to travel. */
PEN_MUST_USE bool room_name_own_edition(struct pen_edition *edition);
/* Whether it has that name. */
bool room_is_own_edition(const struct pen_edition *edition);

/* How journals are written: raised whenever an older program would read them wrongly. */
enum { ROOM_JOURNAL = 2 };

/* Puts one piece of journal, or several in a row, back onto a room that began as zeroed memory. False:
 * it does not follow from what came before; the room is not to be used. */
PEN_MUST_USE bool room_restore(struct room *room, const struct room_library *library, const char *journal,
                               size_t bytes);

/* Whether it was refused because a later version of this program wrote it. */
bool room_is_newer(const struct room *room);

/* Writes the record of one game out of the whole journal of its table: what is private goes, moves that
 * were taken back become comments, seeds and chain come at the end. In pieces, through 'write'. False:
 * there is no such game, or it is not over. */
PEN_MUST_USE bool room_write_record(const char *journal, size_t bytes, uint32_t game_number, void *context,
                                    void (*write)(void *context, const char *text, size_t count));

/* The same of a game that is not over, as far as it went: without seed and chain. */
PEN_MUST_USE bool room_write_open_record(const char *journal, size_t bytes, uint32_t game_number,
                                         void *context,
                                         void (*write)(void *context, const char *text, size_t count));

/* The same with the server's signature before the last line; 'signer' null: without. */
PEN_MUST_USE bool room_write_signed_record(const char *journal, size_t bytes, uint32_t game_number,
                                           const struct fair_signer *signer, void *context,
                                           void (*write)(void *context, const char *text, size_t count));

/* The least number above 'after' of a game that was begun in this journal; 0: there is none. */
uint32_t room_next_game(const char *journal, size_t bytes, uint32_t after);

/* The lines of the game's record that are fixed by now, for the server to sign: its commitment; with
 * 'is_whole' also the players', once nobody can change theirs, and their seeds, once the cards are dealt. Of
 * a game that is over its end says more: then of the next one. False: there is none yet. */
bool room_write_statement(const struct room *room, bool is_whole, struct pen_text *text);

#endif

/* remote_state.h - what a server has told about its table, out of the messages of docs/PROTOCOL.md.
 *
 * The server is somebody else's: whatever it says is checked, field by field, before anything of it is
 * kept, and no text of it reaches the terminal with a byte in it that could steer one. Knows no
 * connection and no screen. */
#ifndef TUI_REMOTE_STATE_H
#define TUI_REMOTE_STATE_H

#include "penultima/penultima.h"
#include "fair/signed.h"
#include "room/room.h"

struct remote_seat {
    char name[PEN_PLAYER_BYTES];  /* empty: nobody's */
    char shown[PEN_PLAYER_BYTES]; /* as people read it */
    uint8_t kind;                 /* enum room_kind */
    uint8_t level;                /* of a bot: enum bot_level */
    bool is_here, has_agreed, is_away, is_ready;
    uint16_t wins;
};

/* What became of a question. */
struct remote_vote {
    uint64_t at_ms;
    uint16_t yes, no;                  /* seats */
    uint8_t what, by, target, outcome; /* enum room_ask, seats, enum room_outcome */
    char name[PEN_PLAYER_BYTES]; /* of the target, who may have gone, as it is shown; empty: of nobody */
};

/* Zero it before the first message. */
struct remote_state {
    char id[ROOM_ID_BYTES];
    bool is_late;  /* has a seat from the next round on, and watches until then */
    uint8_t you;   /* a seat, or PEN_SPECTATOR */
    uint8_t stage; /* enum room_stage */
    uint8_t host;  /* PEN_SEAT_NONE: nobody */
    bool is_paused, has_rules, has_cards;
    uint32_t rules_version, game, watchers;
    char commit[2 * FAIR_HASH_BYTES + 1]; /* the server's commitment in digits; empty: none */
    uint32_t last;                        /* number of the newest update that was read */
    uint8_t seat_count;
    struct remote_seat seats[PEN_SEATS_MAX];
    struct {
        bool is_open;
        uint8_t what, by, target; /* enum room_ask; target may be PEN_SEAT_NONE */
        uint16_t yes;
        char setup[WIRE_SETUP_BYTES]; /* of other rules that are asked for */
    } asking;
    struct remote_vote votes[ROOM_VOTES_MAX]; /* oldest first */
    uint8_t vote_count;
    struct wire_settings settings;
    struct pen_edition edition; /* of the settings, if has_rules */
    struct pen_edition own;     /* the one that the server has brought */
    struct pen_rules rules;
    struct pen_view view; /* of 'you', if has_cards */
};

enum remote_type {
    REMOTE_NONSENSE,        /* nothing of it was kept */
    REMOTE_STRANGE_EDITION, /* it plays by rules that this program does not have: 'text' names them */
    REMOTE_WELCOME,
    REMOTE_TABLE, /* everything; events; new_votes */
    REMOTE_SEATS,
    REMOTE_UPDATE, /* events; id: the command that caused it, or 0 */
    REMOTE_OK,     /* id */
    REMOTE_NO,     /* id or 0, code, text; refusal if the rules of the game refuse */
    REMOTE_REVEAL,
    REMOTE_SIGNED, /* lines, key, signature; not checked yet */
    REMOTE_SAID,   /* seat, text */
    REMOTE_VOTED,  /* new_votes */
    REMOTE_THERE,  /* seat asks target, who has left_ms for the move */
    REMOTE_HINT,   /* id, action */
    REMOTE_BYE,    /* code, text */
    REMOTE_OTHER   /* of a later version of the protocol */
};

enum { REMOTE_TEXT_BYTES = 640, REMOTE_CODE_BYTES = 32 };

struct remote_message {
    enum remote_type type;
    uint32_t id;
    char code[REMOTE_CODE_BYTES];
    char name[PEN_PLAYER_BYTES];  /* of a refusal: one that is free */
    char text[REMOTE_TEXT_BYTES]; /* in the language asked for, fit to be printed */
    enum pen_refusal refusal;
    uint8_t seat, target;
    bool is_phrase;    /* said: one of the phrases, not written */
    uint8_t new_votes; /* so many of the newest votes of the state were not known before */
    uint32_t left_ms;
    struct pen_action action;
    bool is_deal;  /* update: a round begins with it */
    bool has_over; /* the round is over: */
    struct pen_hand hands[PEN_SEATS_MAX];
    struct pen_events events;
    char lines[FAIR_STATEMENT_BYTES];
    uint8_t key[FAIR_KEY_BYTES], signature[FAIR_SIGNATURE_BYTES];
};

/* Reads one message into 'message', and what it says about the table into 'state'. Any bytes may come. */
void remote_read(struct remote_state *state, struct remote_message *message, const char *bytes, size_t count,
                 enum pen_lang lang);

/* The rules of a table whose edition need not be one of the built-in ones: it is in this process. */
void remote_know_rules(struct remote_state *state, const struct wire_settings *settings,
                       const struct pen_edition *edition, const struct pen_rules *rules);

/* Who plays, for the words of events. */
void remote_names(const struct remote_state *state, struct pen_names *names);

/* An action as a command says it, without the name: "plays r7 uno". */
void remote_write_action(const struct remote_state *state, struct pen_action action, struct pen_text *text);

#endif

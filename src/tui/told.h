/* told.h - what a server has told about its table, out of the messages of docs/PROTOCOL.md.
 *
 * The server is somebody else's: whatever it says is checked, field by field, before anything of it is
 * kept, and no text of it reaches the terminal with a byte in it that could steer one. Knows no
 * connection and no screen. */
#ifndef TUI_TOLD_H
#define TUI_TOLD_H

#include "penultima/penultima.h"
#include "fair/signed.h"
#include "room/room.h"

struct tui_seat {
    char name[PEN_PLAYER_BYTES];  /* empty: nobody's */
    char shown[PEN_PLAYER_BYTES]; /* as people read it */
    uint8_t kind;                 /* enum room_kind */
    uint8_t level;                /* of a bot: enum bot_level */
    bool is_here, has_agreed, is_away, is_ready, is_program;
    uint16_t wins;
};

/* What became of a question. */
struct tui_vote {
    uint64_t at_ms;
    uint16_t yes, no;                  /* seats */
    uint8_t what, by, target, outcome; /* enum room_ask, seats, enum room_outcome */
    char name[PEN_PLAYER_BYTES]; /* of the target, who may have gone, as it is shown; empty: of nobody */
};

/* Zero it before the first message. */
struct tui_told {
    char id[ROOM_ID_BYTES];
    bool is_late;  /* has a seat from the next round on, and watches until then */
    uint8_t you;   /* a seat, or PEN_SPECTATOR */
    uint8_t stage; /* enum room_stage */
    uint8_t host;  /* PEN_SEAT_NONE: nobody */
    bool is_paused, has_rules, has_cards, has_now;
    uint32_t rules_version, game, watchers;
    char commit[2 * FAIR_HASH_BYTES + 1]; /* the server's commitment in digits; empty: none */
    uint32_t last;                        /* number of the newest update that was read */
    uint32_t back;                        /* to which the table went back in this round, as it said; or 0 */
    uint8_t coming_count;                 /* who sit down with the next deal */
    char coming[PEN_SEATS_MAX][PEN_PLAYER_BYTES]; /* as they are shown */
    uint8_t seat_count;
    struct tui_seat seats[PEN_SEATS_MAX];
    struct {
        bool is_open;
        uint8_t what, by, target; /* enum room_ask; target may be PEN_SEAT_NONE */
        uint16_t yes;
        char setup[SETUP_CODE_BYTES]; /* of other rules that are asked for */
    } asking;
    struct tui_vote votes[ROOM_VOTES_MAX]; /* oldest first */
    uint8_t vote_count;
    struct setup_settings settings;
    struct pen_edition edition; /* of the settings, if has_rules */
    struct pen_edition own;     /* the one that the server has brought */
    struct pen_rules rules;
    struct pen_view view; /* of 'you', if has_cards */
    struct wire_now now;  /* as it was told last, if has_now */
};

enum tui_message_type {
    TUI_TOLD_NONSENSE,        /* nothing of it was kept */
    TUI_TOLD_STRANGE_EDITION, /* it plays by rules that this program does not have: 'text' names them */
    TUI_TOLD_WELCOME,
    TUI_TOLD_TABLE, /* everything; events; new_votes */
    TUI_TOLD_SEATS,
    TUI_TOLD_UPDATE, /* events; id: the command that caused it, or 0 */
    TUI_TOLD_OK,     /* id */
    TUI_TOLD_NO,     /* id or 0, code, text; refusal if the rules of the game refuse */
    TUI_TOLD_REVEAL,
    TUI_TOLD_SIGNED,   /* lines, key, signature; not checked yet */
    TUI_TOLD_SAID,     /* seat, text */
    TUI_TOLD_VOTED,    /* new_votes */
    TUI_TOLD_THERE,    /* seat asks target, who has left_ms for the move */
    TUI_TOLD_REMOVED,  /* name was taken off the table by seat; without one: wants to sit down again */
    TUI_TOLD_HINT,     /* id, action */
    TUI_TOLD_REPORTED, /* id, number */
    TUI_TOLD_BYE,      /* code, text */
    TUI_TOLD_OTHER     /* of a later version of the protocol */
};

enum { TUI_TOLD_TEXT_BYTES = 640, TUI_TOLD_CODE_BYTES = 32 };

struct tui_message {
    enum tui_message_type type;
    uint32_t id;
    char code[TUI_TOLD_CODE_BYTES];
    char name[PEN_PLAYER_BYTES];    /* of a refusal: one that is free; of who was removed */
    char text[TUI_TOLD_TEXT_BYTES]; /* in the language asked for, fit to be printed */
    enum pen_refusal refusal;
    uint8_t seat, target;
    bool is_phrase;    /* said: one of the phrases, not written */
    uint8_t new_votes; /* so many of the newest votes of the state were not known before */
    uint32_t left_ms;
    uint32_t number; /* of a report */
    struct pen_action action;
    bool is_deal;   /* update: a round begins with it */
    bool went_back; /* table: it has lost what came last */
    bool has_over;  /* the round is over: */
    struct pen_hand hands[PEN_SEATS_MAX];
    struct pen_events events;
    char lines[FAIR_STATEMENT_BYTES];
    uint8_t key[FAIR_KEY_BYTES], signature[FAIR_SIGNATURE_BYTES];
};

/* Reads one message into 'message', and what it says about the table into 'state'. Any bytes may come. */
void tui_told_read(struct tui_told *state, struct tui_message *message, const char *bytes, size_t count,
                   enum pen_lang lang);

/* The rules of a table whose edition need not be one of the built-in ones: it is in this process. */
void tui_told_know_rules(struct tui_told *state, const struct setup_settings *settings,
                         const struct pen_edition *edition, const struct pen_rules *rules);

/* Who plays, for the words of events. */
void tui_told_names(const struct tui_told *state, struct pen_names *names);

/* An action as a command says it, without the name: "plays r7 uno". */
void tui_told_write_action(const struct tui_told *state, struct pen_action action, struct pen_text *text);

#endif

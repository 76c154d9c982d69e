/* message.h - what a client says, out of JSON: the only place where JSON is read.
 *
 * Strict: one object, no key twice, nothing deeper than a message can be, every known field of its type
 * and in its range. Unknown fields are passed over, so that a newer client can talk to an older server.
 * Knows the protocol (docs/PROTOCOL.md), no tables and no connections. */
#ifndef HALL_MESSAGE_H
#define HALL_MESSAGE_H

#include <jansson.h>

#include "room/room.h"

#define HALL_PROTOCOL_VERSION 1

/* X(name, word): the first ones open a connection's table, the others are commands with an id. */
#define HALL_VERB_LIST(X) \
    X(CREATE, "create")   \
    X(JOIN, "join")       \
    X(WATCH, "watch")     \
    X(RESUME, "resume")   \
    X(SET, "set")         \
    X(BOT, "bot")         \
    X(AGREE, "agree")     \
    X(START, "start")     \
    X(REVEAL, "reveal")   \
    X(ACT, "act")         \
    X(READY, "ready")     \
    X(ASK, "ask")         \
    X(VOTE, "vote")       \
    X(SAY, "say")         \
    X(AGAIN, "again")     \
    X(HINT, "hint")       \
    X(LEAVE, "leave")     \
    X(REMOVE, "remove")   \
    X(THERE, "there")     \
    X(PING, "ping")

enum hall_verb {
#define X(name, word) HALL_VERB_##name,
    HALL_VERB_LIST(X)
#undef X
        HALL_VERB_COUNT
};

struct hall_message {
    uint8_t verb;     /* enum hall_verb */
    uint32_t id;      /* of a command; 0 for the others, or if it could not be read */
    uint32_t version; /* of create, join, watch, resume */
    char table[ROOM_ID_BYTES];
    uint8_t token[32]; /* of resume; of create and join if has_token: made by the client */
    bool has_token;
    uint32_t last;    /* of resume: the newest update the client has; 0: none */
    const char *deed; /* of act; lives as long as the message */
    size_t deed_bytes;
    json_t *settings;        /* of create and set, or null */
    struct room_input input; /* what the table is to be told, as far as the message says it */
    const char *field;       /* what cannot be understood, if so */
    json_t *root;
};

/* False: it is not a message; 'field' names what is wrong with it, or is null, and 'id' is the one to
 * answer. Either way hall_message_drop() when done. */
PEN_MUST_USE bool hall_message_read(struct hall_message *message, const char *bytes, size_t count);
void hall_message_drop(struct hall_message *message);

/* Changes those of 'settings' that the object names. False: 'field' names what is wrong. */
PEN_MUST_USE bool hall_settings_read(json_t *object, struct room_settings *settings, const char **field);

#endif

/* message.h - whole messages out of frames, for server and client alike: puts fragments together,
 * lets control frames through between them, and checks UTF-8 and close codes.
 *
 * Knows no sockets. Only a message in several fragments needs memory, and never more than its bound. */
#ifndef NET_MESSAGE_H
#define NET_MESSAGE_H

#include "net/frame.h"

enum net_kind {
    NET_KIND_MORE, /* nothing whole is left: more bytes are needed */
    NET_KIND_TEXT, /* valid UTF-8 */
    NET_KIND_PING, /* to be answered with the same bytes */
    NET_KIND_PONG,
    NET_KIND_CLOSE,   /* with the other side's code, or NET_CLOSE_NO_CODE */
    NET_KIND_PROBLEM, /* close with this code and read no further */
};

struct net_message {
    enum net_kind kind;
    uint16_t code;
    const uint8_t *bytes; /* until the next call */
    size_t count;
};

/* What has come of a message in fragments. Zero at the start. */
struct net_messages {
    uint8_t *bytes;
    uint32_t count, letter_bytes; /* of them whole letters */
    bool is_open;                 /* a first fragment has come, the last has not */
};

/* Takes the next message from the 'count' bytes at 'bytes', which may be changed, and moves both on. */
struct net_message net_messages_next(struct net_messages *messages, enum net_side side, size_t bytes_max,
                                     uint8_t **bytes, size_t *count);

void net_messages_drop(struct net_messages *messages);

/* Whether a close frame may carry this code. */
bool net_close_is_valid(uint16_t code);

/* The payload of a close frame; the reason is cut, between two letters, to what fits. Returns its
 * size. */
size_t net_close_write(uint8_t payload[static NET_CONTROL_BYTES_MAX], uint16_t code, const char *reason);

#endif

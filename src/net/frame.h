/* frame.h - one WebSocket frame (RFC 6455, section 5): read from bytes, written to bytes.
 *
 *    0                   1                   2                   3
 *   +-+-+-+-+-------+-+-------------+-------------------------------+
 *   |F|R R R| opcode|M| 7 bits of   | 16 or 64 bits of length, if   |
 *   | |     |       | | length      | those say 126 or 127          |
 *   +-+-----+-------+-+-------------+-------------------------------+
 *   | 4 bytes of mask, if M; then the payload                       |
 *   +---------------------------------------------------------------+
 *
 * Pure: no memory of its own, no sockets. No extension is ever agreed on, so the bits R must be zero.
 * What several frames make together is the business of message.h. */
#ifndef NET_FRAME_H
#define NET_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NET_FRAME_HEADER_BYTES_MAX = 14, NET_CONTROL_BYTES_MAX = 125 };

enum net_opcode {
    NET_OPCODE_CONTINUATION = 0,
    NET_OPCODE_TEXT = 1,
    NET_OPCODE_BINARY = 2,
    NET_OPCODE_CLOSE = 8,
    NET_OPCODE_PING = 9,
    NET_OPCODE_PONG = 10,
};

/* Codes of a close frame; 0 is none of them. */
enum net_close {
    NET_CLOSE_NORMAL = 1000,
    NET_CLOSE_GOING_AWAY = 1001,
    NET_CLOSE_PROTOCOL = 1002,
    NET_CLOSE_UNSUPPORTED = 1003,
    NET_CLOSE_NO_CODE = 1005, /* never in a frame: it came without a code */
    NET_CLOSE_LOST = 1006,    /* never in a frame: there was none */
    NET_CLOSE_NOT_UTF8 = 1007,
    NET_CLOSE_POLICY = 1008,
    NET_CLOSE_TOO_LONG = 1009,
    NET_CLOSE_INTERNAL = 1011,
    NET_CLOSE_TRY_LATER = 1013,
};

/* Who reads. A server takes only masked frames, a client only plain ones. */
enum net_side { NET_SIDE_SERVER, NET_SIDE_CLIENT };

struct net_frame {
    uint8_t *payload; /* within the bytes that were read, unmasked */
    size_t count;
    size_t frame_bytes; /* header and payload; 0: the frame is not whole yet */
    uint8_t opcode;
    bool is_last;
};

/* Reads the frame at the beginning of 'bytes' and unmasks it where it lies. Returns 0, or the code to
 * close with as soon as the header shows that the frame is against the rules or its payload would
 * have more than 'payload_max' bytes. */
uint16_t net_frame_read(uint8_t *bytes, size_t count, enum net_side side, size_t payload_max,
                        struct net_frame *frame);

/* Writes the header of a whole message or control frame and returns its size. A client gives a mask
 * of four bytes, a server none. */
size_t net_frame_write_header(uint8_t header[static NET_FRAME_HEADER_BYTES_MAX], enum net_opcode opcode,
                              size_t payload_bytes, const uint8_t *mask);

/* Masks or unmasks a payload. */
void net_frame_mask(uint8_t *payload, size_t count, const uint8_t mask[static 4]);

#endif

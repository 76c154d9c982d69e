/* frame.c - reads and writes the frames of a WebSocket. */
#include "net/frame.h"

#include <string.h>

enum { LAST = 0x80, RESERVED = 0x70, OPCODE = 0x0f, MASKED = 0x80, LENGTH = 0x7f, CONTROL = 0x08 };
enum { LENGTH_16 = 126, LENGTH_64 = 127 };

static uint64_t read_number(const uint8_t *bytes, size_t count)
{
    uint64_t number = 0;
    for (size_t i = 0; i < count; i++)
        number = number << 8 | bytes[i];
    return number;
}

static bool is_opcode(unsigned opcode)
{
    return opcode <= NET_OPCODE_BINARY || (opcode >= NET_OPCODE_CLOSE && opcode <= NET_OPCODE_PONG);
}

void net_frame_mask(uint8_t *payload, size_t count, const uint8_t mask[static 4])
{
    uint64_t wide, word;
    memcpy(&wide, mask, 4);
    memcpy((uint8_t *)&wide + 4, mask, 4);
    size_t at = 0;
    for (; count - at >= sizeof word; at += sizeof word) {
        memcpy(&word, payload + at, sizeof word);
        word ^= wide;
        memcpy(payload + at, &word, sizeof word);
    }
    for (; at < count; at++)
        payload[at] ^= mask[at % 4];
}

uint16_t net_frame_read(uint8_t *bytes, size_t count, enum net_side side, size_t payload_max,
                        struct net_frame *frame)
{
    *frame = (struct net_frame){0};
    if (count < 2)
        return 0;
    unsigned opcode = bytes[0] & OPCODE;
    bool is_control = opcode & CONTROL, is_masked = bytes[1] & MASKED;
    uint64_t length = bytes[1] & LENGTH;
    if ((bytes[0] & RESERVED) || !is_opcode(opcode) || is_masked != (side == NET_SIDE_SERVER))
        return NET_CLOSE_PROTOCOL;
    if (is_control && (!(bytes[0] & LAST) || length > NET_CONTROL_BYTES_MAX))
        return NET_CLOSE_PROTOCOL;

    size_t header = 2;
    if (length >= LENGTH_16) {
        size_t more = length == LENGTH_16 ? 2 : 8;
        if (count < header + more)
            return 0;
        length = read_number(bytes + header, more);
        /* The shortest form is the only one, and a length has no sign. */
        if (length < LENGTH_16 || (more == 8 && (length <= UINT16_MAX || length >> 63)))
            return NET_CLOSE_PROTOCOL;
        header += more;
    }
    if (!is_control && length > payload_max)
        return NET_CLOSE_TOO_LONG;
    size_t mask = header;
    if (is_masked)
        header += 4;
    if (count < header + length)
        return 0;
    *frame = (struct net_frame){
        .payload = bytes + header,
        .count = (size_t)length,
        .frame_bytes = header + (size_t)length,
        .opcode = (uint8_t)opcode,
        .is_last = bytes[0] & LAST,
    };
    if (is_masked)
        net_frame_mask(frame->payload, frame->count, bytes + mask);
    return 0;
}

size_t net_frame_write_header(uint8_t header[static NET_FRAME_HEADER_BYTES_MAX], enum net_opcode opcode,
                              size_t payload_bytes, const uint8_t *mask)
{
    size_t more = payload_bytes < LENGTH_16 ? 0 : payload_bytes <= UINT16_MAX ? 2 : 8;
    size_t length = more == 0 ? payload_bytes : more == 2 ? LENGTH_16 : LENGTH_64;
    header[0] = (uint8_t)(LAST | opcode);
    header[1] = (uint8_t)((mask ? MASKED : 0) | length);
    for (size_t i = 0; i < more; i++)
        header[2 + i] = (uint8_t)(payload_bytes >> (8 * (more - 1 - i)));
    if (!mask)
        return 2 + more;
    memcpy(header + 2 + more, mask, 4);
    return 2 + more + 4;
}

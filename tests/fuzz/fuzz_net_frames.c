/* fuzz_net_frames.c - any bytes as the frames of a WebSocket, read by a server and by a client: no
 * crash, no text that is not UTF-8 or too long, and the same messages however the bytes are cut. */
#include <stdlib.h>
#include <string.h>

#include "net/message.h"
#include "net/utf8.h"

enum { BYTES_MAX = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static uint64_t mix(uint64_t sum, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

/* What the messages were, as one number. The bytes come in pieces of 'step'; each lies in memory of
 * its own size, so that reading beyond it is found. */
static uint64_t read_all(const uint8_t *bytes, size_t count, enum net_side side, size_t step)
{
    struct net_messages messages = {0};
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    uint8_t *rest = NULL;
    size_t rest_count = 0, at = 0;
    bool is_over = false;
    while (at < count && !is_over) {
        size_t piece = count - at < step ? count - at : step;
        uint8_t *buffer = malloc(rest_count + piece);
        if (rest_count > 0)
            memcpy(buffer, rest, rest_count);
        memcpy(buffer + rest_count, bytes + at, piece);
        free(rest);
        at += piece;
        uint8_t *cursor = buffer;
        size_t left = rest_count + piece;
        struct net_message message;
        do {
            message = net_messages_next(&messages, side, BYTES_MAX, &cursor, &left);
            if (message.kind == NET_KIND_TEXT &&
                (message.count > BYTES_MAX || !net_utf8_is_valid(message.bytes, message.count)))
                abort();
            if ((message.kind == NET_KIND_PROBLEM && !net_close_is_valid(message.code)) ||
                (message.kind == NET_KIND_CLOSE && message.code != NET_CLOSE_NO_CODE &&
                 !net_close_is_valid(message.code)))
                abort();
            is_over = message.kind == NET_KIND_PROBLEM || message.kind == NET_KIND_CLOSE;
            if (message.kind != NET_KIND_MORE) {
                uint8_t head[] = {(uint8_t)message.kind, (uint8_t)(message.code >> 8), (uint8_t)message.code};
                sum = mix(mix(sum, head, sizeof head), message.bytes, message.count);
            }
        } while (message.kind != NET_KIND_MORE && !is_over);
        /* What waits is never more than one frame. */
        if (left > BYTES_MAX + NET_FRAME_HEADER_BYTES_MAX && !is_over)
            abort();
        rest = left > 0 ? malloc(left) : NULL;
        if (left > 0)
            memcpy(rest, cursor, left);
        rest_count = left;
        free(buffer);
    }
    free(rest);
    net_messages_drop(&messages);
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    for (int side = NET_SIDE_SERVER; side <= NET_SIDE_CLIENT; side++) {
        uint64_t sum = read_all(bytes, count, (enum net_side)side, count);
        if (read_all(bytes, count, (enum net_side)side, 1) != sum ||
            read_all(bytes, count, (enum net_side)side, 7) != sum)
            abort();
    }
    return 0;
}

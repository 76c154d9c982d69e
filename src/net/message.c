/* message.c - puts frames together to messages. */
#include "net/message.h"

#include <stdlib.h>
#include <string.h>

#include "net/utf8.h"

bool net_close_is_valid(uint16_t code)
{
    /* 1004 to 1006 and 1015 are never sent; from 3000 on they belong to libraries and programs. */
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);
}

size_t net_close_write(uint8_t payload[static NET_CONTROL_BYTES_MAX], uint16_t code, const char *reason)
{
    size_t count = reason ? strlen(reason) : 0;
    if (count > NET_CONTROL_BYTES_MAX - 2) {
        count = NET_CONTROL_BYTES_MAX - 2;
        while (count > 0 && ((uint8_t)reason[count] & 0xc0) == 0x80)
            count--;
    }
    payload[0] = (uint8_t)(code >> 8);
    payload[1] = (uint8_t)code;
    if (count > 0)
        memcpy(payload + 2, reason, count);
    return 2 + count;
}

static struct net_message problem(uint16_t code)
{
    return (struct net_message){.kind = NET_KIND_PROBLEM, .code = code};
}

static struct net_message read_close(const struct net_frame *frame)
{
    if (frame->count == 0)
        return (struct net_message){.kind = NET_KIND_CLOSE, .code = NET_CLOSE_NO_CODE};
    if (frame->count < 2)
        return problem(NET_CLOSE_PROTOCOL);
    uint16_t code = (uint16_t)(frame->payload[0] << 8 | frame->payload[1]);
    if (!net_close_is_valid(code))
        return problem(NET_CLOSE_PROTOCOL);
    if (!net_utf8_is_valid(frame->payload + 2, frame->count - 2))
        return problem(NET_CLOSE_NOT_UTF8);
    return (struct net_message){NET_KIND_CLOSE, code, frame->payload + 2, frame->count - 2};
}

/* Adds a fragment. The bound was kept when its frame was read. */
static bool add(struct net_messages *messages, const struct net_frame *frame)
{
    if (frame->count == 0)
        return true;
    uint8_t *grown = realloc(messages->bytes, messages->count + frame->count);
    if (!grown)
        return false;
    memcpy(grown + messages->count, frame->payload, frame->count);
    messages->bytes = grown;
    messages->count += (uint32_t)frame->count;
    return true;
}

/* What can no longer become UTF-8 is refused with the fragment that shows it. */
static bool is_text_so_far(struct net_messages *messages)
{
    const uint8_t *rest = messages->bytes + messages->letter_bytes;
    size_t letters = net_utf8_letters(rest, messages->count - messages->letter_bytes);
    messages->letter_bytes += (uint32_t)letters;
    size_t left = messages->count - messages->letter_bytes;
    return left == 0 || (messages->is_open && net_utf8_is_beginning(rest + letters, left));
}

/* A data frame; a message of kind NET_KIND_MORE if it is a fragment and not the last. */
static struct net_message take_data(struct net_messages *messages, const struct net_frame *frame)
{
    bool is_first = frame->opcode != NET_OPCODE_CONTINUATION;
    if (is_first == messages->is_open)
        return problem(NET_CLOSE_PROTOCOL);
    if (frame->opcode == NET_OPCODE_BINARY)
        return problem(NET_CLOSE_UNSUPPORTED);
    if (is_first && frame->is_last) {
        if (!net_utf8_is_valid(frame->payload, frame->count))
            return problem(NET_CLOSE_NOT_UTF8);
        return (struct net_message){.kind = NET_KIND_TEXT, .bytes = frame->payload, .count = frame->count};
    }
    if (!add(messages, frame))
        return problem(NET_CLOSE_INTERNAL);
    messages->is_open = !frame->is_last;
    if (messages->count > 0 && !is_text_so_far(messages))
        return problem(NET_CLOSE_NOT_UTF8);
    if (messages->is_open)
        return (struct net_message){.kind = NET_KIND_MORE};
    return (struct net_message){.kind = NET_KIND_TEXT, .bytes = messages->bytes, .count = messages->count};
}

struct net_message net_messages_next(struct net_messages *messages, enum net_side side, size_t bytes_max,
                                     uint8_t **bytes, size_t *count)
{
    /* The last call may have handed out a message put together here. */
    if (!messages->is_open)
        net_messages_drop(messages);
    for (;;) {
        struct net_frame frame;
        uint16_t code = net_frame_read(*bytes, *count, side, bytes_max - messages->count, &frame);
        if (code)
            return problem(code);
        if (frame.frame_bytes == 0)
            return (struct net_message){.kind = NET_KIND_MORE};
        *bytes += frame.frame_bytes;
        *count -= frame.frame_bytes;
        if (frame.opcode == NET_OPCODE_CLOSE)
            return read_close(&frame);
        if (frame.opcode == NET_OPCODE_PING)
            return (struct net_message){NET_KIND_PING, 0, frame.payload, frame.count};
        if (frame.opcode == NET_OPCODE_PONG)
            return (struct net_message){NET_KIND_PONG, 0, frame.payload, frame.count};
        struct net_message message = take_data(messages, &frame);
        if (message.kind != NET_KIND_MORE)
            return message;
    }
}

void net_messages_drop(struct net_messages *messages)
{
    if (messages->bytes)
        free(messages->bytes);
    *messages = (struct net_messages){0};
}

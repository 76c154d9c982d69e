/* client.c - the client's side of a WebSocket. */
#include "net/client.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/answer.h"
#include "net/bytes.h"
#include "net/handshake.h"
#include "net/message.h"
#include "net/stream.h"
#include "net/utf8.h"
#include "platform/bytes.h"
#include "platform/clock.h"

enum { BYTES_MAX = 1 << 20, READ_BYTES = 1024, READ_BYTES_MAX = 1 << 16 };

enum state { CONNECTING, ASKING, OPEN, CLOSING, CLOSED };

struct net_client {
    struct net_stream *stream;
    enum state state;
    enum net_problem problem;
    unsigned status;
    uint16_t code;
    char key[NET_KEY_BYTES];
    struct net_bytes input, output;
    size_t used; /* of the input, by the message handed out last */
    size_t message_bytes_max, queue_bytes_max;
    struct net_messages messages;
    uint64_t heard_ms;
    bool is_drained; /* the last reading took all there was */
};

/* ---- beginning and end -------------------------------------------------------------------------- */

static bool queue_request(struct net_client *client, const struct net_url *url, const char *origin)
{
    char host[272], text[2048];
    net_url_write_host(url, host);
    int count = snprintf(text, sizeof text,
                         "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                         "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n%s%s%s\r\n",
                         url->path, host, client->key, origin ? "Origin: " : "", origin ? origin : "",
                         origin ? "\r\n" : "");
    return count > 0 && (size_t)count < sizeof text && net_bytes_add(&client->output, text, (size_t)count);
}

struct net_client *net_client_create(const struct net_client_config *config, enum net_problem *problem)
{
    struct net_url url;
    *problem = NET_PROBLEM_URL;
    if (!net_url_read(config->url, &url) || (config->origin && strpbrk(config->origin, "\r\n")))
        return NULL;
    *problem = NET_PROBLEM_MEMORY;
    struct net_client *client = calloc(1, sizeof *client);
    if (!client)
        return NULL;
    client->message_bytes_max = config->message_bytes_max ? config->message_bytes_max : BYTES_MAX;
    client->queue_bytes_max = config->queue_bytes_max ? config->queue_bytes_max : BYTES_MAX;
    client->heard_ms = platform_now_ms();
    client->code = NET_CLOSE_LOST;
    if (net_key_make(client->key) && queue_request(client, &url, config->origin)) {
        client->stream = net_stream_create(&url, config->trust, config->from, NET_ANYWHERE, 0, problem);
        if (client->stream)
            return client;
    }
    net_client_destroy(client);
    return NULL;
}

void net_client_destroy(struct net_client *client)
{
    if (!client)
        return;
    net_stream_destroy(client->stream);
    net_bytes_drop(&client->input);
    net_bytes_drop(&client->output);
    net_messages_drop(&client->messages);
    free(client);
}

/* Only the first reason counts. */
static void end(struct net_client *client, enum net_problem problem)
{
    if (client->state == CLOSED)
        return;
    client->state = CLOSED;
    client->problem = problem;
}

int net_client_descriptor(const struct net_client *client)
{
    return net_stream_descriptor(client->stream);
}

short net_client_wants(const struct net_client *client)
{
    return net_stream_wants(client->stream, client->output.count > 0);
}

void net_client_wait(const struct net_client *client, int wait_ms)
{
    struct pollfd wait = {.fd = net_client_descriptor(client), .events = net_client_wants(client)};
    (void)poll(&wait, 1, wait_ms);
}

uint64_t net_client_heard_ms(const struct net_client *client)
{
    return client->heard_ms;
}

/* ---- output ------------------------------------------------------------------------------------- */

static void flush(struct net_client *client)
{
    while (client->output.count > 0 && client->state != CONNECTING) {
        ptrdiff_t sent = net_stream_write(client->stream, client->output.bytes, client->output.count);
        if (sent == 0)
            return;
        if (sent < 0) {
            /* What the server said before it went is still to be read; reading finds the end. */
            net_bytes_drop(&client->output);
            return;
        }
        net_bytes_take(&client->output, (size_t)sent);
    }
}

static bool queue(struct net_client *client, enum net_opcode opcode, const void *payload, size_t count)
{
    uint8_t header[NET_FRAME_HEADER_BYTES_MAX], mask[4];
    size_t header_bytes, before = client->output.count;
    if (before > client->queue_bytes_max || count > client->queue_bytes_max - before ||
        !platform_random(mask, sizeof mask))
        return false;
    header_bytes = net_frame_write_header(header, opcode, count, mask);
    if (!net_bytes_reserve(&client->output, header_bytes + count))
        return false;
    (void)net_bytes_add(&client->output, header, header_bytes);
    (void)net_bytes_add(&client->output, payload, count);
    net_frame_mask(client->output.bytes + before + header_bytes, count, mask);
    /* Behind other bytes it waits for its turn; otherwise it goes at once. */
    if (before == 0)
        flush(client);
    return true;
}

bool net_client_send(struct net_client *client, const char *bytes, size_t count)
{
    return client->state == OPEN && net_utf8_is_valid((const uint8_t *)bytes, count) &&
           queue(client, NET_OPCODE_TEXT, bytes, count);
}

bool net_client_ping(struct net_client *client)
{
    return client->state == OPEN && queue(client, NET_OPCODE_PING, NULL, 0);
}

static void queue_close(struct net_client *client, uint16_t code, const char *reason)
{
    uint8_t payload[NET_CONTROL_BYTES_MAX];
    size_t count = code == NET_CLOSE_NO_CODE ? 0 : net_close_write(payload, code, reason);
    (void)queue(client, NET_OPCODE_CLOSE, payload, count);
}

void net_client_close(struct net_client *client, uint16_t code, const char *reason)
{
    if (client->state != OPEN) {
        end(client, NET_PROBLEM_NONE);
        return;
    }
    queue_close(client, code, reason);
    client->state = CLOSING;
}

/* ---- input -------------------------------------------------------------------------------------- */

/* Nothing more for now; whoever waits is told of what comes next. */
static bool is_empty(struct net_client *client)
{
    client->is_drained = false;
    if (client->input.count == 0)
        net_bytes_drop(&client->input);
    return false;
}

/* Reads once. False when there is nothing more for now. */
static bool fill(struct net_client *client)
{
    if (client->is_drained)
        return is_empty(client);
    size_t room = client->input.count > READ_BYTES ? client->input.count : READ_BYTES;
    if (room > READ_BYTES_MAX)
        room = READ_BYTES_MAX;
    if (!net_bytes_reserve(&client->input, room)) {
        end(client, NET_PROBLEM_MEMORY);
        return false;
    }
    ptrdiff_t got = net_stream_read(client->stream, client->input.bytes + client->input.count, room);
    if (got > 0) {
        client->input.count += (uint32_t)got;
        client->heard_ms = platform_now_ms();
        client->is_drained = (size_t)got < room && !net_stream_keeps(client->stream);
        return true;
    }
    if (got < 0)
        end(client, client->state == CLOSING ? NET_PROBLEM_NONE : NET_PROBLEM_LOST);
    return is_empty(client);
}

/* The answer to our handshake: exactly what was asked for, and nothing that was not. */
static bool is_accepted(const struct net_client *client, const struct net_answer *answer)
{
    char value[256], wanted[NET_ACCEPT_BYTES];
    return net_answer_header(answer, "Upgrade", value, sizeof value) && net_list_has(value, "websocket") &&
           net_answer_header(answer, "Connection", value, sizeof value) && net_list_has(value, "upgrade") &&
           net_answer_header(answer, "Sec-WebSocket-Accept", value, sizeof value) &&
           net_key_answer(client->key, wanted) && strcmp(value, wanted) == 0 &&
           !net_answer_has_header(answer, "Sec-WebSocket-Extensions") &&
           !net_answer_has_header(answer, "Sec-WebSocket-Protocol");
}

static struct net_client_news take_answer(struct net_client *client)
{
    struct net_answer answer;
    struct net_client_news news = {.kind = NET_CLIENT_NOTHING};
    if (!net_answer_read((const char *)client->input.bytes, client->input.count, &answer)) {
        end(client, NET_PROBLEM_ANSWER);
    } else if (answer.bytes > 0) {
        client->status = answer.status;
        if (answer.status != 101)
            end(client, NET_PROBLEM_REFUSED);
        else if (!is_accepted(client, &answer))
            end(client, NET_PROBLEM_ANSWER);
        else
            client->state = OPEN;
        client->used = answer.bytes;
    }
    if (client->state == OPEN)
        news.kind = NET_CLIENT_OPENED;
    return news;
}

static struct net_client_news take_message(struct net_client *client)
{
    struct net_client_news news = {.kind = NET_CLIENT_NOTHING};
    uint8_t *bytes = client->input.bytes;
    size_t count = client->input.count;
    struct net_message message;
    do {
        message =
            net_messages_next(&client->messages, NET_SIDE_CLIENT, client->message_bytes_max, &bytes, &count);
        if (message.kind == NET_KIND_PING && client->state == OPEN &&
            !queue(client, NET_OPCODE_PONG, message.bytes, message.count))
            end(client, NET_PROBLEM_LOST);
    } while (message.kind == NET_KIND_PING || message.kind == NET_KIND_PONG ||
             (message.kind == NET_KIND_TEXT && client->state != OPEN));
    client->used = client->input.count - count;
    if (message.kind == NET_KIND_TEXT) {
        news.kind = NET_CLIENT_TEXT;
    } else if (message.kind == NET_KIND_CLOSE) {
        if (client->state == OPEN)
            queue_close(client, message.code, NULL);
        client->code = message.code;
        end(client, NET_PROBLEM_NONE);
    } else if (message.kind == NET_KIND_PROBLEM) {
        if (client->state == OPEN)
            queue_close(client, message.code, NULL);
        end(client, NET_PROBLEM_PROTOCOL);
    }
    news.bytes = message.bytes ? (const char *)message.bytes : "";
    news.count = message.count;
    return news;
}

static struct net_client_news closed(const struct net_client *client, struct net_client_news news)
{
    news.kind = NET_CLIENT_CLOSED;
    news.code = client->code;
    news.problem = client->problem;
    news.status = client->status == 101 ? 0 : client->status;
    return news;
}

static void forget_used(struct net_client *client)
{
    if (client->used > 0)
        net_bytes_take(&client->input, client->used);
    client->used = 0;
}

struct net_client_news net_client_next(struct net_client *client)
{
    struct net_client_news news = {.kind = NET_CLIENT_NOTHING, .bytes = ""};
    /* The message handed out last has been seen; only now may its bytes go. */
    forget_used(client);
    if (client->state == CONNECTING) {
        enum net_problem problem;
        if (net_stream_is_ready(client->stream, &problem))
            client->state = ASKING;
        else if (problem != NET_PROBLEM_NONE)
            end(client, problem);
        else
            return news;
    }
    flush(client);
    while (client->state != CLOSED) {
        if (client->input.count > 0)
            news = client->state == ASKING ? take_answer(client) : take_message(client);
        if (news.kind != NET_CLIENT_NOTHING || client->state == CLOSED)
            break;
        forget_used(client);
        if (!fill(client))
            break;
    }
    return client->state == CLOSED ? closed(client, news) : news;
}

/* fetch.c - asks in HTTP/1.0, so that the answer ends with its length or with the connection. Where only the
 * status is wanted it asks in HTTP/1.1, which some services insist on, and goes when it has come. */
#include "net/fetch.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/answer.h"
#include "net/bytes.h"
#include "net/stream.h"
#include "platform/clock.h"

enum { ANSWER_MAX = 1 << 24, READ_BYTES = 1 << 14 };

static bool write_request(const struct net_fetch *fetch, const struct net_url *url, struct net_bytes *request)
{
    char host[272], text[3072];
    const char *authorization = fetch->authorization;
    size_t body = !fetch->body ? 0 : fetch->body_bytes ? fetch->body_bytes : strlen(fetch->body);
    if (authorization && strpbrk(authorization, "\r\n"))
        return false;
    net_url_write_host(url, host);
    int count = snprintf(text, sizeof text, "%s %s HTTP/1.%s\r\nHost: %s\r\nAccept: */*\r\n%s%s%s",
                         fetch->body ? "POST" : "GET", url->path,
                         fetch->is_status_only ? "1\r\nConnection: close" : "0", host,
                         authorization ? "Authorization: " : "", authorization ? authorization : "",
                         authorization ? "\r\n" : "");
    if (count < 0 || (size_t)count >= sizeof text || !net_bytes_add(request, text, (size_t)count))
        return false;
    count = fetch->body
                ? snprintf(text, sizeof text, "%sContent-Length: %zu\r\n\r\n",
                           fetch->headers ? fetch->headers : "Content-Type: application/json\r\n", body)
                : snprintf(text, sizeof text, "\r\n");
    return count > 0 && (size_t)count < sizeof text && net_bytes_add(request, text, (size_t)count) &&
           net_bytes_add(request, fetch->body, body);
}

/* Waits until the stream can go on; false when the time is over. */
static bool wait_for(const struct net_stream *stream, bool has_output, uint64_t until_ms)
{
    uint64_t now_ms = platform_now_ms();
    struct pollfd wait = {.fd = net_stream_descriptor(stream),
                          .events = net_stream_wants(stream, has_output)};
    return now_ms < until_ms && poll(&wait, 1, (int)(until_ms - now_ms)) > 0;
}

static enum net_problem send_request(struct net_stream *stream, struct net_bytes *request, uint64_t until_ms)
{
    enum net_problem problem;
    while (!net_stream_is_ready(stream, &problem)) {
        if (problem != NET_PROBLEM_NONE)
            return problem;
        if (!wait_for(stream, false, until_ms))
            return NET_PROBLEM_TIMEOUT;
    }
    while (request->count > 0) {
        ptrdiff_t sent = net_stream_write(stream, request->bytes, request->count);
        if (sent < 0)
            return NET_PROBLEM_NONE; /* it may have answered already */
        net_bytes_take(request, (size_t)sent);
        if (sent == 0 && !wait_for(stream, true, until_ms))
            return NET_PROBLEM_TIMEOUT;
    }
    return NET_PROBLEM_NONE;
}

/* The head has come, or it never will. */
static bool has_status(const struct net_bytes *bytes)
{
    struct net_answer answer;
    return bytes->count > 0 &&
           (!net_answer_read((const char *)bytes->bytes, bytes->count, &answer) || answer.bytes > 0);
}

static enum net_problem read_all(const struct net_fetch *fetch, struct net_stream *stream,
                                 struct net_bytes *answer, size_t bytes_max, uint64_t until_ms)
{
    while (!fetch->is_status_only || !has_status(answer)) {
        if (!net_bytes_reserve(answer, READ_BYTES))
            return NET_PROBLEM_MEMORY;
        ptrdiff_t got = net_stream_read(stream, answer->bytes + answer->count, READ_BYTES);
        if (got < 0)
            return NET_PROBLEM_NONE;
        answer->count += (uint32_t)got;
        if (answer->count > bytes_max + NET_ANSWER_BYTES_MAX)
            return NET_PROBLEM_TOO_LONG;
        if (got == 0 && !wait_for(stream, false, until_ms))
            return NET_PROBLEM_TIMEOUT;
    }
    return NET_PROBLEM_NONE;
}

static enum net_problem read_status(const struct net_bytes *bytes, struct net_fetched *fetched)
{
    struct net_answer answer;
    if (!net_answer_read((const char *)bytes->bytes, bytes->count, &answer) || answer.bytes == 0)
        return NET_PROBLEM_ANSWER;
    fetched->status = answer.status;
    return NET_PROBLEM_NONE;
}

/* The body: as long as the head says, or all there is. */
static enum net_problem read_body(const struct net_bytes *bytes, size_t bytes_max,
                                  struct net_fetched *fetched)
{
    struct net_answer answer;
    char value[24];
    if (!net_answer_read((const char *)bytes->bytes, bytes->count, &answer) || answer.bytes == 0 ||
        net_answer_has_header(&answer, "Transfer-Encoding"))
        return NET_PROBLEM_ANSWER;
    size_t count = bytes->count - answer.bytes;
    if (net_answer_has_header(&answer, "Content-Length")) {
        if (!net_answer_header(&answer, "Content-Length", value, sizeof value) || value[0] == 0 ||
            strspn(value, "0123456789") != strlen(value) || strlen(value) > 10)
            return NET_PROBLEM_ANSWER;
        unsigned long long length = strtoull(value, NULL, 10);
        if (length > count)
            return NET_PROBLEM_LOST;
        count = (size_t)length;
    }
    if (count > bytes_max)
        return NET_PROBLEM_TOO_LONG;
    fetched->bytes = malloc(count + 1);
    if (!fetched->bytes)
        return NET_PROBLEM_MEMORY;
    memcpy(fetched->bytes, bytes->bytes + answer.bytes, count);
    fetched->bytes[count] = 0;
    fetched->count = count;
    fetched->status = answer.status;
    return NET_PROBLEM_NONE;
}

enum net_problem net_fetch(const struct net_fetch *fetch, struct net_fetched *fetched)
{
    struct net_url url;
    struct net_bytes request = {0}, answer = {0};
    size_t bytes_max = fetch->bytes_max ? fetch->bytes_max : ANSWER_MAX;
    const unsigned wait_ms = fetch->wait_ms ? fetch->wait_ms : 10000;
    const uint64_t until_ms = platform_now_ms() + wait_ms;
    enum net_problem problem = NET_PROBLEM_URL;
    *fetched = (struct net_fetched){0};
    if (!net_url_read(fetch->url, &url))
        return problem;
    struct net_stream *stream = net_stream_create(
        &url, fetch->trust, NULL, fetch->is_public_only ? NET_PUBLIC_ONLY : NET_ANYWHERE, wait_ms, &problem);
    if (stream && !write_request(fetch, &url, &request))
        problem = NET_PROBLEM_URL;
    if (stream && problem == NET_PROBLEM_NONE)
        problem = send_request(stream, &request, until_ms);
    if (stream && problem == NET_PROBLEM_NONE)
        problem = read_all(fetch, stream, &answer, bytes_max, until_ms);
    if (problem == NET_PROBLEM_NONE)
        problem =
            fetch->is_status_only ? read_status(&answer, fetched) : read_body(&answer, bytes_max, fetched);
    net_stream_destroy(stream);
    net_bytes_drop(&request);
    net_bytes_drop(&answer);
    return problem;
}

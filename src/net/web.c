/* web.c - the HTTP half of the server: requests to the handler, the opening of WebSockets, and who is
 * let in at all. The only file that speaks with the HTTP library about requests.
 *
 * Every socket that is not a WebSocket has a deadline: for its request to arrive whole, however
 * slowly its bytes come, and then for the answer to leave. */
#include "net/web.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "net/handshake.h"
#include "net/head.h"
#include "net/loop.h"
#include "words/words.h"
#include "penultima/base.h"
#include "words/net_words.h"

enum {
    CONNECTION_BYTES = 16384, /* headers of a request and of its answer */
    RETRY_SECONDS = 5,
};

struct net_response {
    const struct net_request *request;
    struct MHD_Response *answer;
    unsigned status;
    struct net_later *later;
    bool has_policy, is_unchanged;
};

/* What is kept of a request while its body comes in. */
struct exchange {
    size_t count;
    char body[];
};

static char no_body; /* its address says: seen, and has none */

/* ---- requests ----------------------------------------------------------------------------------- */

const char *net_request_header(const struct net_request *request, const char *name)
{
    return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

const char *net_request_query(const struct net_request *request, const char *name)
{
    return MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
}

/* "gzip;q=0" and "gzip; q=0.00" say no; anything else is some kind of yes. */
static bool is_unwanted(const char *rest)
{
    rest += strspn(rest, "; \t");
    if (strncasecmp(rest, "q=0", 3) != 0)
        return false;
    rest += 3 + strspn(rest + 3, ".0");
    return *rest == 0 || strchr(", \t", *rest);
}

bool net_request_accepts(const struct net_request *request, const char *encoding)
{
    const char *list = net_request_header(request, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    size_t bytes = strlen(encoding);
    while (list && *list) {
        list += strspn(list, ", \t");
        size_t item = strcspn(list, ",; \t");
        if (item == bytes && strncasecmp(list, encoding, bytes) == 0)
            return !is_unwanted(list + item);
        list += strcspn(list, ",");
    }
    return false;
}

/* ---- answers ------------------------------------------------------------------------------------ */

static void set_answer(struct net_response *response, unsigned status, const char *type,
                       struct MHD_Response *answer)
{
    PEN_ASSERT(!response->answer);
    response->answer = answer;
    response->status = status;
    if (answer && type)
        (void)MHD_add_response_header(answer, MHD_HTTP_HEADER_CONTENT_TYPE, type);
}

/* The library takes bytes it does not change as if it might. */
static void *unconst(const void *bytes)
{
    union {
        const void *from;
        void *to;
    } both = {.from = bytes};
    return both.to;
}

void net_response_copy(struct net_response *response, unsigned status, const char *type, const char *bytes,
                       size_t count)
{
    set_answer(response, status, type,
               MHD_create_response_from_buffer(count, unconst(bytes), MHD_RESPMEM_MUST_COPY));
}

void net_response_borrow(struct net_response *response, unsigned status, const char *type, const char *bytes,
                         size_t count)
{
    set_answer(response, status, type,
               MHD_create_response_from_buffer(count, unconst(bytes), MHD_RESPMEM_PERSISTENT));
}

void net_response_give(struct net_response *response, unsigned status, const char *type, char *bytes,
                       size_t count)
{
    set_answer(response, status, type, MHD_create_response_from_buffer(count, bytes, MHD_RESPMEM_MUST_FREE));
}

void net_response_file(struct net_response *response, unsigned status, const char *type, int descriptor,
                       uint64_t count)
{
    set_answer(response, status, type, MHD_create_response_from_fd64(count, descriptor));
}

/* An answer that comes later: its connection is suspended until then, and cannot end before. */
struct net_later {
    struct net_server *server;
    struct MHD_Connection *connection;
    const char *type;
    char *bytes;
    size_t count;
    unsigned status;
};

struct net_later *net_response_later(struct net_response *response)
{
    PEN_ASSERT(!response->answer && !response->later);
    response->later = calloc(1, sizeof *response->later);
    if (response->later)
        response->later->connection = response->request->connection;
    return response->later;
}

void net_later_give(struct net_later *later, unsigned status, const char *type, char *bytes, size_t count)
{
    later->status = status;
    later->type = type;
    later->bytes = bytes;
    later->count = count;
    later->server->must_run_http = true;
    MHD_resume_connection(later->connection);
}

static void drop_later(struct net_later *later)
{
    if (later)
        free(later->bytes);
    free(later);
}

/* X(status): the sentence is net.status-STATUS in lang/. */
#define STATUS_LIST(X) \
    X(400)             \
    X(403)             \
    X(404)             \
    X(405)             \
    X(413)             \
    X(421)             \
    X(426)             \
    X(429)             \
    X(500)             \
    X(503)

void net_response_status(struct net_response *response, unsigned status)
{
    int word = -1;
    switch (status) {
#define STATUS_CASE(number)              \
    case number:                         \
        word = WORD_NET_STATUS_##number; \
        break;
        STATUS_LIST(STATUS_CASE)
#undef STATUS_CASE
    default:
        break;
    }
    /* Nobody has said which language; the last one is English. Two that say the same say it once. */
    char bytes[4096];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    const char *before = "";
    for (unsigned lang = PEN_LANG_COUNT; lang-- > 0 && word >= 0;) {
        const char *said = word_text((enum word)word, (enum pen_lang)lang);
        if (strcmp(said, before) != 0) {
            pen_text_add(&text, said);
            pen_text_add(&text, "\n");
        }
        before = said;
    }
    net_response_copy(response, status, "text/plain; charset=utf-8", bytes, text.length);
}

/* If-None-Match: a list of tags, or "*"; weak ones are as good here. */
static bool has_tag(const char *list, const char *tag)
{
    if (strncmp(tag, "W/", 2) == 0)
        tag += 2;
    size_t bytes = strlen(tag);
    while (*list) {
        list += strspn(list, ", \t");
        if (*list == '*')
            return true;
        if (strncmp(list, "W/", 2) == 0)
            list += 2;
        if (strncmp(list, tag, bytes) == 0 && strchr(", \t", list[bytes]))
            return true;
        list += strcspn(list, ",");
    }
    return false;
}

void net_response_header(struct net_response *response, const char *name, const char *value)
{
    if (!response->answer)
        return;
    (void)MHD_add_response_header(response->answer, name, value);
    if (strcmp(name, MHD_HTTP_HEADER_ETAG) == 0) {
        const char *known = net_request_header(response->request, MHD_HTTP_HEADER_IF_NONE_MATCH);
        response->is_unchanged = known && has_tag(known, value);
    } else if (strcmp(name, "Content-Security-Policy") == 0) {
        response->has_policy = true;
    }
}

static enum MHD_Result send_answer(struct MHD_Connection *connection, struct net_response *response)
{
    static const char *const always[][2] = {
        {"X-Content-Type-Options", "nosniff"},           {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Opener-Policy", "same-origin"},   {"Cross-Origin-Embedder-Policy", "require-corp"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
    };
    struct MHD_Response *answer = response->answer;
    if (!answer)
        return MHD_NO;
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
        (void)MHD_add_response_header(answer, always[i][0], always[i][1]);
    if (!response->has_policy)
        (void)MHD_add_response_header(answer, "Content-Security-Policy",
                                      "default-src 'none'; frame-ancestors 'none'");
    unsigned status =
        response->is_unchanged && response->status == MHD_HTTP_OK ? MHD_HTTP_NOT_MODIFIED : response->status;
    enum MHD_Result result = MHD_queue_response(connection, status, answer);
    MHD_destroy_response(answer);
    return result;
}

static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned status, const char *name,
                              const char *value)
{
    struct net_response response = {0};
    net_response_status(&response, status);
    if (name)
        net_response_header(&response, name, value);
    return send_answer(connection, &response);
}

/* ---- who asks ----------------------------------------------------------------------------------- */

static struct net_socket *socket_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static const struct sockaddr *sockaddr_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

bool net_web_is_proxy(const struct net_server *server, const struct net_address_key *key)
{
    for (unsigned i = 0; i < server->config.proxy_count; i++)
        if (memcmp(&server->proxies[i], key, sizeof *key) == 0)
            return true;
    return false;
}

static enum MHD_Result keep_last(void *context, enum MHD_ValueKind kind, const char *name, const char *value)
{
    const char **last = context;
    (void)kind;
    if (value && strcasecmp(name, "X-Forwarded-For") == 0)
        *last = value;
    return MHD_YES;
}

/* The caller's address: the socket's, or what a trusted proxy wrote last, for whatever stands before
 * that may be the caller's own invention. */
static struct net_address_key caller_of(const struct net_server *server, struct MHD_Connection *connection,
                                        char text[static NET_ADDRESS_TEXT_BYTES])
{
    struct net_address_key key = net_address_of(sockaddr_of(connection)), named;
    const char *list = NULL;
    net_address_write(&key, text);
    if (!net_web_is_proxy(server, &key))
        return key;
    (void)MHD_get_connection_values(connection, MHD_HEADER_KIND, keep_last, &list);
    if (!list)
        return key;
    const char *last = strrchr(list, ',');
    last = last ? last + 1 : list;
    last += strspn(last, " \t");
    size_t bytes = strcspn(last, " \t");
    char copy[NET_ADDRESS_TEXT_BYTES];
    if (bytes >= sizeof copy)
        return key;
    memcpy(copy, last, bytes);
    copy[bytes] = 0;
    if (!net_address_read(copy, &named))
        return key;
    net_address_write(&named, text);
    return named;
}

/* ---- WebSockets --------------------------------------------------------------------------------- */

static void set_answering(struct net_socket *socket, bool is_answering)
{
    if (socket->is_answering == is_answering)
        return;
    socket->is_answering = socket->place.is_busy = is_answering;
    if (is_answering)
        socket->server->answering_count++;
    else
        socket->server->answering_count--;
}

/* The descriptor lives on in another one or is closed; either way nobody asks about it any more. */
static void unwatch(struct net_socket *socket)
{
    if (socket->watch.ready)
        (void)epoll_ctl(socket->server->epoll, EPOLL_CTL_DEL, socket->descriptor, NULL);
    socket->watch.ready = NULL;
}

static void upgraded(void *context, struct MHD_Connection *connection, void *request_context,
                     const char *extra, size_t extra_count, MHD_socket descriptor,
                     struct MHD_UpgradeResponseHandle *upgrade)
{
    struct net_server *server = context;
    struct net_socket *socket = socket_of(connection);
    char address[NET_ADDRESS_TEXT_BYTES];
    (void)request_context;
    (void)descriptor;
    (void)caller_of(server, connection, address);
    net_list_remove(&socket->link);
    set_answering(socket, false);
    unwatch(socket);
    net_place_leave(server, &socket->place);
    struct net_peer peer = {.address = address, .under = socket->under, .is_tls = server->keys != NULL};
    socket->upgrade = upgrade;
    net_list_append(&server->detached, &socket->link);
    (void)net_conn_begin(server, &peer, socket, extra, extra_count);
}

static enum MHD_Result grant(struct net_server *server, struct MHD_Connection *connection, const char *answer)
{
    struct MHD_Response *response = MHD_create_response_for_upgrade(upgraded, server);
    if (!response)
        return MHD_NO;
    (void)MHD_add_response_header(response, MHD_HTTP_HEADER_UPGRADE, "websocket");
    (void)MHD_add_response_header(response, "Sec-WebSocket-Accept", answer);
    enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_SWITCHING_PROTOCOLS, response);
    MHD_destroy_response(response);
    return result;
}

/* Whether there is room, for all and for this caller; if so it is counted until its end. */
static unsigned admit(struct net_server *server, struct MHD_Connection *connection)
{
    char text[NET_ADDRESS_TEXT_BYTES];
    struct net_socket *socket = socket_of(connection);
    if (server->is_draining || server->granted_count >= server->config.conns_max) {
        server->counters.refused_full++;
        return MHD_HTTP_SERVICE_UNAVAILABLE;
    }
    struct net_address *address =
        net_addresses_find(server->addresses, caller_of(server, connection, text), true);
    if (!address)
        return MHD_HTTP_INTERNAL_SERVER_ERROR;
    if (server->config.conns_per_address_max > 0 &&
        address->conn_count >= server->config.conns_per_address_max) {
        server->counters.refused_address++;
        net_addresses_release(server->addresses, address);
        return MHD_HTTP_TOO_MANY_REQUESTS;
    }
    address->conn_count++;
    server->granted_count++;
    socket->caller = address;
    return 0;
}

static enum MHD_Result open_socket(struct net_server *server, const struct net_request *request,
                                   const char *version)
{
    struct MHD_Connection *connection = request->connection;
    const char *upgrade = net_request_header(request, MHD_HTTP_HEADER_UPGRADE);
    const char *words = net_request_header(request, MHD_HTTP_HEADER_CONNECTION);
    const char *key = net_request_header(request, "Sec-WebSocket-Key");
    const char *number = net_request_header(request, "Sec-WebSocket-Version");
    const char *host = net_request_header(request, MHD_HTTP_HEADER_HOST);
    const char *origin = net_request_header(request, MHD_HTTP_HEADER_ORIGIN);
    char answer[NET_ACCEPT_BYTES], seconds[16];
    snprintf(seconds, sizeof seconds, "%d", RETRY_SECONDS);

    server->counters.refused_handshake++;
    if (!upgrade || !net_list_has(upgrade, "websocket") || (number && strcmp(number, "13") != 0))
        return refuse(connection, MHD_HTTP_UPGRADE_REQUIRED, "Sec-WebSocket-Version", "13");
    if (strcmp(version, MHD_HTTP_VERSION_1_1) != 0 || strcmp(request->method, MHD_HTTP_METHOD_GET) != 0 ||
        !words || !net_list_has(words, "upgrade") || !host || !number || !key || !net_key_is_valid(key) ||
        !net_key_answer(key, answer))
        return refuse(connection, MHD_HTTP_BAD_REQUEST, NULL, NULL);
    server->counters.refused_handshake--;
    if (!net_origin_is_allowed(origin, host, server->config.origins, server->config.origin_count)) {
        server->counters.refused_origin++;
        return refuse(connection, MHD_HTTP_FORBIDDEN, NULL, NULL);
    }
    unsigned status = admit(server, connection);
    if (status != 0)
        return refuse(connection, status, MHD_HTTP_HEADER_RETRY_AFTER, seconds);
    return grant(server, connection, answer);
}

/* Whether a WebSocket can be opened at this path; notes what is under the usual one. */
static bool is_socket_path(const struct net_server *server, struct net_socket *socket, const char *path)
{
    const size_t length = strlen(server->config.socket_path);
    if (strncmp(path, server->config.socket_path, length) != 0)
        return false;
    const char *under = path[length] == '/' ? path + length + 1 : path + length;
    const size_t count = strspn(under, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    if (under[count] != 0 || (under == path + length) != (count == 0) || count >= sizeof socket->under)
        return false;
    memcpy(socket->under, under, count + 1);
    return true;
}

/* ---- requests to the handler -------------------------------------------------------------------- */

static bool is_clean(const char *path)
{
    for (const char *at = path; *at; at++) {
        unsigned char byte = (unsigned char)*at;
        if (byte < 0x20 || byte == 0x7f)
            return false;
        if (at[0] == '/' && at[1] == '.' && at[2] == '.' && (at[3] == '/' || at[3] == 0))
            return false;
    }
    return path[0] == '/';
}

static bool has_body(struct MHD_Connection *connection)
{
    const char *length =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    return (length && strcmp(length, "0") != 0) ||
           MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_TRANSFER_ENCODING);
}

/* What a request says about itself, as far as two readers could take it differently. */
struct framing {
    unsigned hosts, lengths, encodings, origins;
    bool is_chunked, has_control;
};

static enum MHD_Result note_header(void *context, enum MHD_ValueKind kind, const char *name,
                                   const char *value)
{
    struct framing *framing = context;
    (void)kind;
    if (strcasecmp(name, MHD_HTTP_HEADER_HOST) == 0)
        framing->hosts++;
    if (strcasecmp(name, MHD_HTTP_HEADER_ORIGIN) == 0)
        framing->origins++;
    if (strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH) == 0)
        framing->lengths++;
    if (strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING) == 0) {
        framing->encodings++;
        framing->is_chunked = value && strcasecmp(value, "chunked") == 0;
    }
    for (const char *at = value; at && *at; at++)
        if (((unsigned char)*at < ' ' && *at != '\t') || *at == 0x7f)
            framing->has_control = true;
    return MHD_YES;
}

/* Where this request ends and for whom it is must have one answer, also for a proxy before us; the
 * library takes the first of several. */
static bool is_clear(struct MHD_Connection *connection)
{
    struct framing framing = {0};
    (void)MHD_get_connection_values(connection, MHD_HEADER_KIND, note_header, &framing);
    return framing.hosts <= 1 && framing.origins <= 1 && framing.lengths <= 1 &&
           framing.lengths + framing.encodings <= 1 && (framing.encodings == 0 || framing.is_chunked) &&
           !framing.has_control;
}

/* The same of its lines. Libraries after this one are strict themselves, and may keep a head otherwise. */
static bool has_plain_lines(struct MHD_Connection *connection, const char *method, const char *version)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    const bool is_forgiving = strcmp(MHD_get_version(), "0.9.75") <= 0;
    return !is_forgiving || (info && net_head_is_plain(method, info->header_size, version));
}

/* A zero written as %00 would end the path early; a control character is refused (is_clean). */
static size_t unescape(void *context, struct MHD_Connection *connection, char *text)
{
    (void)context;
    (void)connection;
    for (char *at = strstr(text, "%00"); at; at = strstr(at + 3, "%00"))
        at[2] = '1';
    return MHD_http_unescape(text);
}

static bool is_for_us(const struct net_server *server, struct MHD_Connection *connection)
{
    struct net_address_key key = net_address_of(sockaddr_of(connection));
    const char *host = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST);
    if (!host || (server->config.name_count == 0 && net_web_is_proxy(server, &key)))
        return true;
    return net_host_is_allowed(host, server->config.names, server->config.name_count);
}

/* The headers are there. Refuses at once what would be refused anyway. */
static enum MHD_Result begin_request(struct net_server *server, struct MHD_Connection *connection,
                                     const char *path, const char *method, const char *version, void **kept)
{
    bool is_post = strcmp(method, MHD_HTTP_METHOD_POST) == 0;
    bool is_get = strcmp(method, MHD_HTTP_METHOD_GET) == 0 || strcmp(method, MHD_HTTP_METHOD_HEAD) == 0;
    *kept = &no_body;
    server->counters.http_requests++;
    if (!is_clear(connection) || !has_plain_lines(connection, method, version))
        return refuse(connection, MHD_HTTP_BAD_REQUEST, MHD_HTTP_HEADER_CONNECTION, "close");
    if (!is_for_us(server, connection)) {
        server->counters.refused_host++;
        return refuse(connection, MHD_HTTP_MISDIRECTED_REQUEST, MHD_HTTP_HEADER_CONNECTION, "close");
    }
    if (!is_post && !is_get)
        return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, MHD_HTTP_HEADER_ALLOW, "GET, HEAD, POST");
    if (!is_clean(path) || (is_get && has_body(connection)))
        return refuse(connection, MHD_HTTP_BAD_REQUEST, NULL, NULL);
    if (is_get || !has_body(connection))
        return MHD_YES;
    const char *length =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    if (length && strtoull(length, NULL, 10) > server->config.body_bytes_max)
        return refuse(connection, MHD_HTTP_CONTENT_TOO_LARGE, NULL, NULL);
    struct exchange *exchange = calloc(1, sizeof *exchange + server->config.body_bytes_max);
    if (!exchange)
        return MHD_NO;
    *kept = exchange;
    return MHD_YES;
}

static enum MHD_Result take_body(struct net_server *server, struct exchange *exchange, const char *bytes,
                                 size_t count)
{
    /* Without a length it is seen to be too long only now, when no answer can be given any more. */
    if (count > server->config.body_bytes_max - exchange->count)
        return MHD_NO;
    memcpy(exchange->body + exchange->count, bytes, count);
    exchange->count += count;
    return MHD_YES;
}

/* What was promised has come. */
static void give_later(struct net_socket *socket, struct net_response *response)
{
    struct net_later *later = socket->later;
    socket->later = NULL;
    if (later->bytes) {
        net_response_give(response, later->status, later->type, later->bytes, later->count);
        net_response_header(response, "Cache-Control", "no-store");
        later->bytes = NULL;
    } else {
        net_response_status(response, later->status);
    }
    drop_later(later);
}

static enum MHD_Result answer_request(struct net_server *server, struct MHD_Connection *connection,
                                      const char *path, const char *method, const char *version,
                                      const struct exchange *exchange)
{
    char address[NET_ADDRESS_TEXT_BYTES];
    struct net_request request = {
        .method = strcmp(method, MHD_HTTP_METHOD_HEAD) == 0 ? MHD_HTTP_METHOD_GET : method,
        .path = path,
        .address = address,
        .body = exchange ? exchange->body : "",
        .body_bytes = exchange ? exchange->count : 0,
        .is_tls = server->keys != NULL,
        .connection = connection,
    };
    (void)caller_of(server, connection, address);
    struct net_socket *socket = socket_of(connection);
    set_answering(socket, true);
    socket->deadline_ms = net_now_ms(server) + server->config.answer_ms;
    if (is_socket_path(server, socket, path))
        return open_socket(server, &request, version);
    struct net_response response = {.request = &request};
    if (socket->later) {
        give_later(socket, &response);
    } else if (server->handler.http) {
        server->handler.http(server->handler.context, &request, &response);
    }
    if (response.later && !response.answer) {
        response.later->server = server;
        socket->later = response.later;
        MHD_suspend_connection(connection);
        return MHD_YES;
    }
    drop_later(response.later);
    if (!response.answer)
        net_response_status(&response, MHD_HTTP_NOT_FOUND);
    return send_answer(connection, &response);
}

static enum MHD_Result take_request(void *context, struct MHD_Connection *connection, const char *path,
                                    const char *method, const char *version, const char *bytes, size_t *count,
                                    void **kept)
{
    struct net_server *server = context;
    if (!*kept)
        return begin_request(server, connection, path, method, version, kept);
    struct exchange *exchange = *kept == &no_body ? NULL : *kept;
    if (*count > 0) {
        enum MHD_Result result = exchange ? take_body(server, exchange, bytes, *count) : MHD_NO;
        *count = 0;
        return result;
    }
    return answer_request(server, connection, path, method, version, exchange);
}

static void request_ended(void *context, struct MHD_Connection *connection, void **kept,
                          enum MHD_RequestTerminationCode code)
{
    struct net_server *server = context;
    struct net_socket *socket = socket_of(connection);
    (void)code;
    if (*kept != &no_body)
        free(*kept);
    *kept = NULL;
    if (!socket)
        return;
    drop_later(socket->later);
    socket->later = NULL;
    set_answering(socket, false);
    socket->deadline_ms = net_now_ms(server) + server->config.handshake_ms;
}

/* ---- sockets ------------------------------------------------------------------------------------ */

/* The library sees the end of the stream and closes it. */
static void shut(struct net_socket *socket)
{
    net_place_leave(socket->server, &socket->place);
    (void)shutdown(socket->descriptor, SHUT_RDWR);
    socket->server->must_run_http = true;
}

static void clear_place(struct net_place *place)
{
    shut((struct net_socket *)((char *)place - offsetof(struct net_socket, place)));
}

/* The other end says nothing more: whoever has asked is answered, anybody else goes. The library
 * reads first, for the end may come together with the question. */
static void socket_ended(struct net_watch *watch, uint32_t events)
{
    struct net_socket *socket = (struct net_socket *)((char *)watch - offsetof(struct net_socket, watch));
    (void)events;
    socket->has_ended = true;
    socket->server->has_ended_sockets = socket->server->must_run_http = true;
}

static void watch_end(struct net_socket *socket)
{
    struct epoll_event event = {.events = EPOLLRDHUP | EPOLLET, .data.ptr = &socket->watch};
    if (epoll_ctl(socket->server->epoll, EPOLL_CTL_ADD, socket->descriptor, &event) == 0)
        socket->watch.ready = socket_ended;
}

static void drop_ended(struct net_server *server)
{
    server->has_ended_sockets = false;
    for (struct net_link *link = server->waiting.next; link != &server->waiting; link = link->next) {
        struct net_socket *socket = (struct net_socket *)link;
        if (socket->has_ended && !socket->is_answering)
            shut(socket);
    }
}

bool net_web_adopt(struct net_server *server, int descriptor, struct net_tls *tls,
                   const struct sockaddr *sockaddr, socklen_t sockaddr_bytes)
{
    server->adopted = tls;
    enum MHD_Result result = MHD_add_connection(server->daemon, descriptor, sockaddr, sockaddr_bytes);
    server->adopted = NULL;
    server->must_run_http = true;
    return result == MHD_YES;
}

static void *socket_begins(struct net_server *server, struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct net_socket *socket = calloc(1, sizeof *socket);
    struct net_address *address =
        net_addresses_find(server->addresses, net_address_of(sockaddr_of(connection)), true);
    /* There is no way to refuse here, and no way to go on without these few bytes. */
    PEN_ASSERT(socket && address && info);
    address->socket_count++;
    socket->server = server;
    socket->connection = connection;
    socket->address = address;
    socket->descriptor = info->connect_fd;
    socket->tls = server->adopted;
    if (socket->tls)
        net_tls_set_keeper(socket->tls, &socket->tls);
    socket->deadline_ms = net_now_ms(server) + server->config.handshake_ms;
    net_list_append(&server->waiting, &socket->link);
    net_list_init(&socket->place.link);
    net_place_take(server, &socket->place, address, clear_place);
    watch_end(socket);
    server->counters.sockets_open++;
    server->counters.sockets_opened++;
    return socket;
}

static void socket_ends(struct net_server *server, struct net_socket *socket)
{
    net_list_remove(&socket->link);
    set_answering(socket, false);
    unwatch(socket);
    net_place_leave(server, &socket->place);
    if (socket->tls)
        net_tls_set_keeper(socket->tls, NULL);
    if (socket->caller) {
        server->granted_count--;
        socket->caller->conn_count--;
        if (socket->caller != socket->address)
            net_addresses_release(server->addresses, socket->caller);
    }
    if (socket->address) {
        socket->address->socket_count--;
        net_addresses_release(server->addresses, socket->address);
        server->counters.sockets_open--;
    }
    /* There is room for another one, which the library finds out when it runs again. */
    server->must_run_http = true;
    free(socket);
}

static void socket_changes(void *context, struct MHD_Connection *connection, void **kept,
                           enum MHD_ConnectionNotificationCode code)
{
    struct net_server *server = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        *kept = socket_begins(server, connection);
    } else if (*kept) {
        socket_ends(server, *kept);
        *kept = NULL;
    }
}

void net_web_sweep(struct net_server *server)
{
    uint64_t now_ms = net_now_ms(server);
    struct net_link *next;
    for (struct net_link *link = server->waiting.next; link != &server->waiting; link = next) {
        struct net_socket *socket = (struct net_socket *)link;
        next = link->next;
        if (socket->deadline_ms > now_ms)
            continue;
        socket->deadline_ms = now_ms + server->config.handshake_ms;
        shut(socket);
        server->counters.dropped_handshake++;
    }
}

void net_web_run(struct net_server *server)
{
    server->must_run_http = false;
    (void)MHD_run(server->daemon);
    if (server->has_ended_sockets)
        drop_ended(server);
    if (net_list_is_empty(&server->detached))
        return;
    /* The library would keep some kilobytes for each as long as it lives, and look through all of them
     * whenever one ends. */
    while (!net_list_is_empty(&server->detached)) {
        struct net_socket *socket = (struct net_socket *)server->detached.next;
        net_list_remove(&socket->link);
        (void)MHD_upgrade_action(socket->upgrade, MHD_UPGRADE_ACTION_CLOSE);
    }
    server->must_run_http = true;
}

struct MHD_Daemon *net_web_start(struct net_server *server)
{
    /* We accept by ourselves (gate.c); the library is handed what has been let in and, with TLS,
     * decrypted. Those that had to go count here until it has seen it: hence twice as many. */
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET, 0, NULL,
        NULL, take_request, server, MHD_OPTION_CONNECTION_LIMIT, 2u * NET_HTTP_SOCKETS,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_BYTES, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL, MHD_OPTION_NOTIFY_CONNECTION, socket_changes, server,
        MHD_OPTION_NOTIFY_COMPLETED, request_ended, server, MHD_OPTION_END);
}

/* stream.c - connects, encrypts, reads and writes without waiting. */
#include "net/stream.h"

#include "net/address.h"
#include "net/lookup.h"

#include <arpa/inet.h>
#include <errno.h>
#include <gnutls/gnutls.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct net_trust {
    gnutls_certificate_credentials_t credentials;
};

enum phase { CONNECTING, ENCRYPTING, READY, FAILED };

struct net_stream {
    int descriptor;
    enum phase phase;
    enum net_reach reach;
    struct addrinfo *found, *next; /* addresses of the name, and the one to try after this */
    struct addrinfo *from;         /* may be null */
    gnutls_session_t session;      /* null without TLS */
    struct net_trust *own_trust;
    char *host; /* with TLS: whose certificate it must be */
};

/* ---- trust -------------------------------------------------------------------------------------- */

struct net_trust *net_trust_create(const char *ca_file)
{
    struct net_trust *trust = calloc(1, sizeof *trust);
    if (!trust)
        return NULL;
    if (gnutls_certificate_allocate_credentials(&trust->credentials) < 0) {
        free(trust);
        return NULL;
    }
    int count = ca_file
                    ? gnutls_certificate_set_x509_trust_file(trust->credentials, ca_file, GNUTLS_X509_FMT_PEM)
                    : gnutls_certificate_set_x509_system_trust(trust->credentials);
    if (count > 0)
        return trust;
    net_trust_destroy(trust);
    return NULL;
}

void net_trust_destroy(struct net_trust *trust)
{
    if (!trust)
        return;
    gnutls_certificate_free_credentials(trust->credentials);
    free(trust);
}

/* ---- connecting --------------------------------------------------------------------------------- */

/* Tries the next address; false if there is none left. */
static bool try_next(struct net_stream *stream)
{
    while (stream->next) {
        const struct addrinfo *address = stream->next;
        int on = 1;
        stream->next = address->ai_next;
        if (stream->reach == NET_PUBLIC_ONLY && !net_address_is_public(address->ai_addr))
            continue;
        if (stream->descriptor >= 0)
            close(stream->descriptor);
        stream->descriptor = socket(address->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (stream->descriptor < 0)
            continue;
        (void)setsockopt(stream->descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        /* The port is chosen when it connects, so that it only has to differ for the same other end. */
        (void)setsockopt(stream->descriptor, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
        if (stream->from && bind(stream->descriptor, stream->from->ai_addr, stream->from->ai_addrlen) != 0)
            continue;
        if (connect(stream->descriptor, address->ai_addr, address->ai_addrlen) == 0 || errno == EINPROGRESS)
            return true;
    }
    return false;
}

static bool is_numeric(const char *host)
{
    struct in6_addr bytes;
    return inet_pton(AF_INET, host, &bytes) == 1 || inet_pton(AF_INET6, host, &bytes) == 1;
}

static enum net_problem set_up_tls(struct net_stream *stream, const struct net_trust *trust)
{
    if (!trust)
        trust = stream->own_trust = net_trust_create(NULL);
    if (!trust)
        return NET_PROBLEM_TRUST;
    if (gnutls_init(&stream->session, GNUTLS_CLIENT | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL) < 0) {
        stream->session = NULL;
        return NET_PROBLEM_TLS;
    }
    if (gnutls_priority_set_direct(stream->session, "NORMAL:-VERS-TLS1.0:-VERS-TLS1.1", NULL) < 0 ||
        gnutls_credentials_set(stream->session, GNUTLS_CRD_CERTIFICATE, trust->credentials) < 0)
        return NET_PROBLEM_TLS;
    if (!is_numeric(stream->host) &&
        gnutls_server_name_set(stream->session, GNUTLS_NAME_DNS, stream->host, strlen(stream->host)) < 0)
        return NET_PROBLEM_TLS;
    gnutls_session_set_verify_cert(stream->session, stream->host, 0);
    return NET_PROBLEM_NONE;
}

/* In the open network a name is whole as it stands: nothing that this machine would try behind it. */
static enum net_problem find_addresses(struct net_stream *stream, const struct net_url *url, unsigned name_ms)
{
    char port[8], host[sizeof url->host + 1];
    const bool is_name = !is_numeric(url->host), is_whole = stream->reach == NET_PUBLIC_ONLY && is_name;
    if (is_whole && !net_lookup_is_public(url->host))
        return NET_PROBLEM_ADDRESS;
    snprintf(port, sizeof port, "%u", (unsigned)url->port);
    snprintf(host, sizeof host, "%s%s", url->host,
             is_whole && url->host[strlen(url->host) - 1] != '.' ? "." : "");
    return net_lookup(host, port, is_name ? name_ms : 0, &stream->found);
}

static enum net_problem set_up(struct net_stream *stream, const struct net_url *url,
                               const struct net_trust *trust, const char *from, unsigned name_ms)
{
    struct addrinfo own = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST};
    stream->host = strdup(url->host);
    if (!stream->host)
        return NET_PROBLEM_MEMORY;
    const enum net_problem problem = find_addresses(stream, url, name_ms);
    if (problem != NET_PROBLEM_NONE)
        return problem;
    if (from && getaddrinfo(from, NULL, &own, &stream->from) != 0) {
        stream->from = NULL;
        return NET_PROBLEM_ADDRESS;
    }
    stream->next = stream->found;
    if (!try_next(stream))
        return NET_PROBLEM_CONNECT;
    return url->is_tls ? set_up_tls(stream, trust) : NET_PROBLEM_NONE;
}

struct net_stream *net_stream_create(const struct net_url *url, const struct net_trust *trust,
                                     const char *from, enum net_reach reach, unsigned name_ms,
                                     enum net_problem *problem)
{
    struct net_stream *stream = calloc(1, sizeof *stream);
    *problem = NET_PROBLEM_MEMORY;
    if (!stream)
        return NULL;
    stream->descriptor = -1;
    stream->reach = reach;
    *problem = set_up(stream, url, trust, from, name_ms);
    if (*problem == NET_PROBLEM_NONE)
        return stream;
    net_stream_destroy(stream);
    return NULL;
}

static void forget_addresses(struct net_stream *stream)
{
    if (stream->found)
        freeaddrinfo(stream->found);
    if (stream->from)
        freeaddrinfo(stream->from);
    stream->found = stream->next = stream->from = NULL;
    free(stream->host);
    stream->host = NULL;
}

void net_stream_destroy(struct net_stream *stream)
{
    if (!stream)
        return;
    if (stream->session) {
        if (stream->phase == READY)
            (void)gnutls_bye(stream->session, GNUTLS_SHUT_WR);
        gnutls_deinit(stream->session);
    }
    net_trust_destroy(stream->own_trust);
    forget_addresses(stream);
    if (stream->descriptor >= 0)
        close(stream->descriptor);
    free(stream);
}

static bool fail(struct net_stream *stream, enum net_problem *problem, enum net_problem why)
{
    stream->phase = FAILED;
    *problem = why;
    return false;
}

static bool finish_connecting(struct net_stream *stream)
{
    struct pollfd wait = {.fd = stream->descriptor, .events = POLLOUT};
    int error = 0;
    socklen_t bytes = sizeof error;
    if (poll(&wait, 1, 0) == 0)
        return true;
    if (getsockopt(stream->descriptor, SOL_SOCKET, SO_ERROR, &error, &bytes) != 0 || error != 0)
        return try_next(stream);
    stream->phase = stream->session ? ENCRYPTING : READY;
    if (stream->session)
        gnutls_transport_set_int(stream->session, stream->descriptor);
    return true;
}

bool net_stream_is_ready(struct net_stream *stream, enum net_problem *problem)
{
    *problem = NET_PROBLEM_NONE;
    if (stream->phase == CONNECTING && !finish_connecting(stream))
        return fail(stream, problem, NET_PROBLEM_CONNECT);
    if (stream->phase == ENCRYPTING) {
        int status = gnutls_handshake(stream->session);
        if (status < 0 && !gnutls_error_is_fatal(status))
            return false;
        if (status < 0)
            return fail(stream, problem,
                        status == GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR ? NET_PROBLEM_TRUST
                                                                          : NET_PROBLEM_TLS);
        stream->phase = READY;
    }
    if (stream->phase == FAILED)
        *problem = NET_PROBLEM_CONNECT;
    if (stream->phase == READY)
        forget_addresses(stream);
    return stream->phase == READY;
}

int net_stream_descriptor(const struct net_stream *stream)
{
    return stream->descriptor;
}

short net_stream_wants(const struct net_stream *stream, bool has_output)
{
    if (stream->phase == CONNECTING)
        return POLLOUT;
    if (stream->phase == ENCRYPTING)
        return gnutls_record_get_direction(stream->session) ? POLLOUT : POLLIN;
    return has_output ? POLLIN | POLLOUT : POLLIN;
}

/* ---- bytes -------------------------------------------------------------------------------------- */

static ptrdiff_t result_of(ssize_t status)
{
    if (status > 0)
        return status;
    return status == GNUTLS_E_AGAIN || status == GNUTLS_E_INTERRUPTED ||
                   (status < 0 && !gnutls_error_is_fatal((int)status))
               ? 0
               : -1;
}

bool net_stream_keeps(const struct net_stream *stream)
{
    return stream->session != NULL;
}

ptrdiff_t net_stream_read(struct net_stream *stream, uint8_t *bytes, size_t count)
{
    if (stream->session)
        return result_of(gnutls_record_recv(stream->session, bytes, count));
    ssize_t got = recv(stream->descriptor, bytes, count, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return 0;
    return got > 0 ? got : -1;
}

ptrdiff_t net_stream_write(struct net_stream *stream, const uint8_t *bytes, size_t count)
{
    /* After EAGAIN the same bytes must come again, and they do: callers keep them in order. */
    if (stream->session)
        return result_of(gnutls_record_send(stream->session, bytes, count));
    ssize_t sent = send(stream->descriptor, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR))
        return 0;
    return sent > 0 ? sent : -1;
}

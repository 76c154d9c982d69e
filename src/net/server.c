/* server.c - a server's beginning, its loop and its end.
 *
 * One epoll holds everything: the WebSockets, the HTTP library's own epoll as a single descriptor,
 * and an event with which other threads wake the loop. */
#include "net/server.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/loop.h"
#include "platform/clock.h"

enum {
    EVENTS_MIN = 32,
    EVENTS_MAX = 512,
    READ_US = 3000, /* of one turn, for what came in */
    BACKLOG = 4096,
    SWEEP_MS = 50,       /* how exactly deadlines are kept */
    TLS_DESCRIPTORS = 3, /* the socket and a pair to the library behind it */
};

static void read_clock(struct net_server *server)
{
    server->now_us = platform_now_us();
}

/* ---- beginning ---------------------------------------------------------------------------------- */

static void set_default(unsigned *value, unsigned number)
{
    if (*value == 0)
        *value = number;
}

static void set_defaults(struct net_config *config)
{
    if (!config->listen)
        config->listen = "127.0.0.1";
    if (!config->socket_path)
        config->socket_path = "/ws";
    set_default(&config->files_kept, 256);
    set_default(&config->handshake_ms, 10000);
    set_default(&config->answer_ms, 120000);
    set_default(&config->ping_ms, 25000);
    set_default(&config->idle_ms, 60000);
    set_default(&config->close_ms, 2000);
    set_default(&config->message_bytes_max, 4096);
    set_default(&config->queue_bytes_max, 1 << 18);
    set_default(&config->body_bytes_max, 4096);
}

/* As many files as the system lets us open; how many WebSockets that makes. */
static unsigned conns_by_descriptors(const struct net_config *config)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 0;
    if (limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
        (void)getrlimit(RLIMIT_NOFILE, &limit);
    }
    uint64_t open_max = limit.rlim_cur > 10000000 ? 10000000 : limit.rlim_cur;
    uint64_t kept = (uint64_t)config->files_kept + NET_HTTP_SOCKETS;
    if (open_max <= kept)
        return 0;
    return (unsigned)((open_max - kept) / (config->cert_file ? TLS_DESCRIPTORS : 1));
}

static enum net_problem find_port(struct net_server *server)
{
    struct sockaddr_storage address;
    socklen_t bytes = sizeof address;
    if (getsockname(server->listener, (struct sockaddr *)&address, &bytes) != 0)
        return NET_PROBLEM_LISTEN;
    server->port = ntohs(address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&address)->sin6_port
                                                       : ((struct sockaddr_in *)&address)->sin_port);
    return NET_PROBLEM_NONE;
}

/* One that somebody else has opened for us, and keeps while we are away. */
static enum net_problem take_port(struct net_server *server)
{
    server->listener = server->config.descriptor;
    const int flags = fcntl(server->listener, F_GETFL);
    if (flags < 0 || fcntl(server->listener, F_SETFL, flags | O_NONBLOCK) != 0 ||
        fcntl(server->listener, F_SETFD, FD_CLOEXEC) != 0)
        return NET_PROBLEM_LISTEN;
    return find_port(server);
}

static enum net_problem open_port(struct net_server *server)
{
    if (server->config.descriptor != 0)
        return take_port(server);
    struct addrinfo hints = {.ai_family = AF_UNSPEC,
                             .ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    char port[8];
    snprintf(port, sizeof port, "%u", (unsigned)server->config.port);
    if (getaddrinfo(server->config.listen, port, &hints, &found) != 0)
        return NET_PROBLEM_ADDRESS;
    int on = 1, off = 0, descriptor = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    server->listener = descriptor;
    /* Started again at once, while old connections are still fading; and "::" is for both families. */
    (void)setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (found->ai_family == AF_INET6)
        (void)setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    bool is_open = descriptor >= 0 && bind(descriptor, found->ai_addr, found->ai_addrlen) == 0 &&
                   listen(descriptor, BACKLOG) == 0;
    int why = errno;
    freeaddrinfo(found);
    errno = why;
    if (!is_open)
        return NET_PROBLEM_LISTEN;
    return find_port(server);
}

static bool watch(struct net_server *server, int descriptor, struct net_watch *tag,
                  void (*ready)(struct net_watch *, uint32_t))
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = tag};
    tag->ready = ready;
    return epoll_ctl(server->epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

bool net_server_watch(struct net_server *server, int descriptor, struct net_watch *tag, uint32_t events)
{
    struct epoll_event event = {.events = events, .data.ptr = tag};
    return epoll_ctl(server->epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 ||
           (errno == EEXIST && epoll_ctl(server->epoll, EPOLL_CTL_MOD, descriptor, &event) == 0);
}

bool net_server_read_keys(struct net_server *server)
{
    struct net_tls_keys *keys =
        server->keys ? net_tls_keys_create(server->config.cert_file, server->config.key_file) : NULL;
    if (!keys)
        return false;
    net_tls_keys_retire(keys, server->keys);
    server->keys = keys;
    return true;
}

static void library_ready(struct net_watch *tag, uint32_t events)
{
    struct net_server *server =
        (struct net_server *)((char *)tag - offsetof(struct net_server, library_watch));
    (void)events;
    server->must_run_http = true;
}

static void event_ready(struct net_watch *tag, uint32_t events)
{
    struct net_server *server = (struct net_server *)((char *)tag - offsetof(struct net_server, event_watch));
    (void)events;
    server->is_notified = true;
}

static enum net_problem set_up(struct net_server *server)
{
    struct net_config *config = &server->config;
    unsigned most = conns_by_descriptors(config);
    if (most == 0)
        return NET_PROBLEM_DESCRIPTORS;
    if (config->conns_max == 0 || config->conns_max > most)
        config->conns_max = most;
    size_t frame_bytes =
        config->message_bytes_max < NET_CONTROL_BYTES_MAX ? NET_CONTROL_BYTES_MAX : config->message_bytes_max;
    server->buffer = malloc(NET_FRAME_HEADER_BYTES_MAX + frame_bytes + NET_READ_BYTES);
    server->addresses = net_addresses_create();
    server->proxies = calloc(config->proxy_count + 1, sizeof server->proxies[0]);
    if (!server->buffer || !server->addresses || !server->proxies)
        return NET_PROBLEM_MEMORY;
    for (unsigned i = 0; i < config->proxy_count; i++)
        if (!net_address_read(config->proxies[i], &server->proxies[i]))
            return NET_PROBLEM_ADDRESS;
    if (config->cert_file || config->key_file) {
        if (config->cert_file && config->key_file)
            server->keys = net_tls_keys_create(config->cert_file, config->key_file);
        if (!server->keys)
            return NET_PROBLEM_CERTIFICATE;
    }
    enum net_problem problem = open_port(server);
    if (problem != NET_PROBLEM_NONE)
        return problem;

    server->epoll = epoll_create1(EPOLL_CLOEXEC);
    server->event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (server->epoll < 0 || server->event < 0)
        return NET_PROBLEM_DESCRIPTORS;
    server->daemon = net_web_start(server);
    if (!server->daemon)
        return NET_PROBLEM_START;
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    if (!info || !watch(server, info->epoll_fd, &server->library_watch, library_ready) ||
        !watch(server, server->event, &server->event_watch, event_ready) ||
        !watch(server, server->listener, &server->listener_watch, net_gate_accept))
        return NET_PROBLEM_START;
    return NET_PROBLEM_NONE;
}

struct net_server *net_server_create(const struct net_config *config, const struct net_handler *handler,
                                     enum net_problem *problem)
{
    struct net_server *server = calloc(1, sizeof *server);
    *problem = NET_PROBLEM_MEMORY;
    if (!server)
        return NULL;
    server->config = *config;
    server->handler = *handler;
    server->epoll = server->event = server->listener = -1;
    server->events_most = EVENTS_MAX;
    set_defaults(&server->config);
    net_list_init(&server->open);
    net_list_init(&server->closing);
    net_list_init(&server->dead);
    net_list_init(&server->waiting);
    net_list_init(&server->detached);
    net_list_init(&server->places);
    net_list_init(&server->tls);
    net_list_init(&server->tls_timed);
    net_list_init(&server->tls_over);
    read_clock(server);
    signal(SIGPIPE, SIG_IGN);
    *problem = set_up(server);
    if (*problem == NET_PROBLEM_NONE)
        return server;
    int why = errno;
    net_server_destroy(server);
    errno = why;
    return NULL;
}

/* ---- end ---------------------------------------------------------------------------------------- */

static void close_port(struct net_server *server)
{
    if (server->listener < 0)
        return;
    close(server->listener);
    server->listener = -1;
}

static void drop_all(struct net_server *server)
{
    while (!net_list_is_empty(&server->open))
        net_conn_drop((struct net_conn *)server->open.next);
    while (!net_list_is_empty(&server->closing))
        net_conn_drop((struct net_conn *)server->closing.next);
    net_conns_settle(server);
}

void net_server_destroy(struct net_server *server)
{
    if (!server)
        return;
    close_port(server);
    drop_all(server);
    if (server->daemon) {
        /* The library insists that nothing it has handed out is left. */
        do {
            net_web_run(server);
            drop_all(server);
        } while (!net_list_is_empty(&server->detached) || !net_list_is_empty(&server->open));
        (void)MHD_run(server->daemon);
        MHD_stop_daemon(server->daemon);
    }
    net_tls_end_all(server);
    net_tls_keys_destroy(server->keys);
    if (server->event >= 0)
        close(server->event);
    if (server->epoll >= 0)
        close(server->epoll);
    net_addresses_destroy(server->addresses);
    free(server->proxies);
    free(server->buffer);
    free(server);
}

/* ---- the loop ----------------------------------------------------------------------------------- */

static void drain(struct net_server *server)
{
    server->is_draining = true;
    server->drain_ms = net_now_ms(server) + server->config.close_ms;
    close_port(server);
    /* Closing takes a connection out of the list. */
    while (!net_list_is_empty(&server->open))
        net_conn_close((struct net_conn *)server->open.next, NET_CLOSE_GOING_AWAY, NULL);
    net_conns_settle(server);
}

static bool is_drained(const struct net_server *server)
{
    return net_now_ms(server) >= server->drain_ms ||
           (net_list_is_empty(&server->open) && net_list_is_empty(&server->closing) &&
            server->answering_count == 0);
}

static void wait_until(uint64_t due_ms, uint64_t now_ms, int *wait_ms)
{
    uint64_t left = due_ms <= now_ms ? 0 : due_ms - now_ms;
    if (due_ms != UINT64_MAX && (*wait_ms < 0 || left < (uint64_t)*wait_ms))
        *wait_ms = left > 60000 ? 60000 : (int)left;
}

static int time_to_wait(const struct net_server *server, int wait_ms)
{
    uint64_t now_ms = net_now_ms(server);
    MHD_UNSIGNED_LONG_LONG library_ms;
    if (server->must_run_http)
        return 0;
    if (MHD_get_timeout(server->daemon, &library_ms) == MHD_YES)
        wait_until(now_ms + library_ms, now_ms, &wait_ms);
    wait_until(net_conns_due_ms(server), now_ms, &wait_ms);
    if (!net_list_is_empty(&server->waiting) || !net_list_is_empty(&server->tls_timed))
        wait_until(server->sweep_ms, now_ms, &wait_ms);
    if (server->handler.tick)
        wait_until(server->tick_ms, now_ms, &wait_ms);
    if (server->is_draining)
        wait_until(server->drain_ms, now_ms, &wait_ms);
    return wait_ms;
}

static void take_event(struct net_server *server)
{
    uint64_t count;
    server->is_notified = false;
    (void)!read(server->event, &count, sizeof count);
    if (atomic_exchange(&server->is_woken, false) && server->handler.woken)
        server->handler.woken(server->handler.context);
}

static void tick(struct net_server *server)
{
    if (!server->handler.tick)
        return;
    int64_t wait_ms = server->handler.tick(server->handler.context, net_now_ms(server));
    server->tick_ms = wait_ms < 0 ? UINT64_MAX : net_now_ms(server) + (uint64_t)wait_ms;
}

static void sweep(struct net_server *server)
{
    uint64_t now_ms = net_now_ms(server);
    net_conns_sweep(server);
    if (now_ms < server->sweep_ms)
        return;
    net_web_sweep(server);
    net_tls_sweep(server);
    net_gate_tell(server);
    server->sweep_ms = now_ms + SWEEP_MS;
}

static void end_part(uint64_t *began_us, uint64_t *took_us)
{
    uint64_t now_us = platform_now_us();
    *took_us = now_us - *began_us;
    *began_us = now_us;
}

/* However many have something to say at once, a turn stays short: who is left over is ready again in the next
 * one, which begins with them. Only that somebody has gone is told once and has to be heard. */
static void take_events(struct net_server *server, const struct epoll_event *events, unsigned count)
{
    const unsigned from = count > 0 ? server->taken % count : 0;
    bool is_late = false;
    unsigned heard = count;
    for (unsigned i = 0; i < count; i++) {
        const struct epoll_event *event = &events[(from + i) % count];
        struct net_watch *tag = event->data.ptr;
        if (is_late && !(event->events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)))
            continue;
        tag->ready(tag, event->events);
        if (!is_late && platform_now_us() - server->now_us > READ_US) {
            is_late = true;
            server->taken = from + i + 1;
            heard = i + 1;
        }
    }
    /* Whoever is ready and not heard is looked at in vain by the kernel: it is asked for as many as a turn
     * is likely to hear. Those left over keep their place in its row. */
    const unsigned most = 2 * heard > EVENTS_MIN ? 2 * heard : EVENTS_MIN;
    if (is_late || count == server->events_most)
        server->events_most = most < EVENTS_MAX ? most : EVENTS_MAX;
}

bool net_server_turn(struct net_server *server, int wait_ms)
{
    struct epoll_event events[EVENTS_MAX];
    read_clock(server);
    int count = epoll_wait(server->epoll, events, (int)server->events_most, time_to_wait(server, wait_ms));
    if (count < 0 && errno != EINTR)
        server->is_failed = true;
    read_clock(server);
    take_events(server, events, count > 0 ? (unsigned)count : 0);
    struct net_turn turn;
    uint64_t part_us = server->now_us;
    end_part(&part_us, &turn.read_us);
    sweep(server);
    MHD_UNSIGNED_LONG_LONG library_ms;
    if (server->must_run_http || (MHD_get_timeout(server->daemon, &library_ms) == MHD_YES && library_ms == 0))
        net_web_run(server);
    end_part(&part_us, &turn.web_us);
    if (server->is_notified)
        take_event(server);
    tick(server);
    end_part(&part_us, &turn.tick_us);
    net_conns_settle(server);
    net_tls_settle(server);
    end_part(&part_us, &turn.write_us);
    if (server->handler.turned)
        server->handler.turned(server->handler.context, &turn);
    if (atomic_load(&server->is_stopped) && !server->is_draining)
        drain(server);
    return !server->is_failed && !(server->is_draining && is_drained(server));
}

bool net_server_run(struct net_server *server)
{
    while (net_server_turn(server, -1))
        continue;
    return !server->is_failed;
}

static void notify(struct net_server *server)
{
    const uint64_t one = 1;
    int why = errno;
    (void)!write(server->event, &one, sizeof one);
    errno = why;
}

void net_server_wake(struct net_server *server)
{
    if (!atomic_exchange(&server->is_woken, true))
        notify(server);
}

void net_server_stop(struct net_server *server)
{
    atomic_store(&server->is_stopped, true);
    notify(server);
}

bool net_server_adopt(struct net_server *server, int descriptor)
{
    struct sockaddr_in nowhere = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    read_clock(server);
    return net_web_adopt(server, descriptor, NULL, (struct sockaddr *)&nowhere, sizeof nowhere);
}

/* ---- questions ---------------------------------------------------------------------------------- */

uint16_t net_server_port(const struct net_server *server)
{
    return server->port;
}

unsigned net_server_conns_max(const struct net_server *server)
{
    return server->config.conns_max;
}

struct net_counters net_server_counters(const struct net_server *server)
{
    return server->counters;
}

uint64_t net_server_now_us(const struct net_server *server)
{
    return server->now_us;
}

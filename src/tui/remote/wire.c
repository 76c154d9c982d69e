/* wire.c - see wire.h. The lock guards the two queues and the numbers beside them; the
 * client itself belongs to the thread alone. */
#include "tui/remote/wire.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "net/client.h"
#include "platform/bytes.h"
#include "platform/clock.h"
#include "tui/front.h"

enum {
    MESSAGE_BYTES_MAX = 1 << 17,
    WAITING_BYTES_MAX = 1 << 22, /* told and not taken: then the connection is given up until it is */
    ASK_MS = 2000,               /* silence after which the server is asked whether it is there */
    PATIENCE_MS = 2000,          /* for the answer; more on a line that is slow */
    PATIENCE_MS_MAX = 15000,
    OPEN_MS = 5000,   /* for a new connection */
    PLAIN_MS = 60000, /* so long is a path left out that has led nowhere: by then it leads to a node again */
    LOOK_MS = 500,
    FIRST_PAUSE_MS = 200,
    MOVED = 1012, /* the table goes on at another node of the house, in a moment */
    MOVED_PAUSE_MS = 30,
    PAUSE_MS_MAX = 15000,
    FAREWELL_MS = 700
};

struct item {
    struct item *next;
    struct remote_wire_news news;
    char bytes[];
};

struct queue {
    struct item *first, **end;
    size_t bytes;
};

struct remote_wire {
    pthread_t thread;
    pthread_mutex_t lock;
    int told[2]; /* a byte in it: something can be taken */
    int wake[2]; /* a byte in it: the thread should look */
    /* under the lock */
    struct queue in, out;
    unsigned number; /* of the connection */
    bool is_stopping, is_well;
    char under[REMOTE_UNDER_BYTES];
    unsigned patience_ms; /* the thread's */
    /* the caller's */
    struct item *taken;
    /* the thread's */
    bool is_plain;     /* the path under the server's has led nowhere, so it was left out the last time */
    uint64_t plain_ms; /* when it led nowhere last */
    size_t url_bytes;
    char url[]; /* with room for 'under' */
};

/* ---- queues ---------------------------------------------------------------------------------- */

static struct item *make_item(struct remote_wire_news news, const char *bytes, size_t count)
{
    struct item *item = malloc(sizeof *item + count + 1);
    if (!item)
        return NULL;
    item->next = NULL;
    item->news = news;
    item->news.bytes = item->bytes;
    item->news.count = count;
    if (count > 0)
        memcpy(item->bytes, bytes, count);
    item->bytes[count] = 0;
    return item;
}

static void put(struct queue *queue, struct item *item)
{
    if (!queue->first)
        queue->end = &queue->first;
    *queue->end = item;
    queue->end = &item->next;
    queue->bytes += item->news.count;
}

static struct item *get(struct queue *queue)
{
    struct item *item = queue->first;
    if (item) {
        queue->first = item->next;
        queue->bytes -= item->news.count;
    }
    return item;
}

static void drop(struct queue *queue)
{
    for (struct item *item; (item = get(queue)) != NULL;)
        free(item);
}

static void poke(int descriptor)
{
    (void)!write(descriptor, "", 1); /* a full pipe says the same */
}

static void calm(int descriptor)
{
    char bytes[64];
    while (read(descriptor, bytes, sizeof bytes) > 0)
        continue;
}

/* ---- the thread ------------------------------------------------------------------------------ */

/* False: no memory, or nobody takes what is told. */
static bool tell(struct remote_wire *wire, enum remote_wire_type type, enum net_problem problem,
                 const char *bytes, size_t count)
{
    struct remote_wire_news news = {
        .type = type, .at_ms = platform_now_ms(), .number = wire->number, .problem = problem};
    struct item *item = make_item(news, bytes, count);
    if (!item)
        return false;
    pthread_mutex_lock(&wire->lock);
    put(&wire->in, item);
    bool is_much = wire->in.bytes > WAITING_BYTES_MAX;
    pthread_mutex_unlock(&wire->lock);
    poke(wire->told[1]);
    return !is_much;
}

static bool is_stopping(struct remote_wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    bool is_so = wire->is_stopping;
    pthread_mutex_unlock(&wire->lock);
    return is_so;
}

static bool send_waiting(struct remote_wire *wire, struct net_client *client)
{
    bool is_good = true;
    for (;;) {
        pthread_mutex_lock(&wire->lock);
        struct item *item = get(&wire->out);
        pthread_mutex_unlock(&wire->lock);
        if (!item)
            return is_good;
        if (item->news.number == wire->number)
            is_good = is_good && net_client_send(client, item->bytes, item->news.count);
        free(item);
    }
}

/* Says goodbye and waits a moment for what is queued to be written. */
static void part(struct net_client *client)
{
    uint64_t end_ms = platform_now_ms() + FAREWELL_MS;
    net_client_close(client, NET_CLOSE_NORMAL, "");
    while (platform_now_ms() < end_ms && net_client_next(client).kind != NET_CLIENT_CLOSED)
        net_client_wait(client, 20);
}

/* One that stands still takes a connection, because its kernel does, and says nothing. */
struct silence {
    uint64_t begun_ms, asked_ms; /* asked_ms: and it has not answered; 0: it has */
};

static bool is_silent(struct remote_wire *wire, struct net_client *client, bool is_open,
                      struct silence *silence)
{
    const uint64_t now_ms = platform_now_ms(), heard_ms = net_client_heard_ms(client);
    if (!is_open)
        return now_ms >= silence->begun_ms + OPEN_MS;
    if (silence->asked_ms && heard_ms >= silence->asked_ms) {
        const uint64_t more_ms = 3 * (heard_ms - silence->asked_ms);
        wire->patience_ms =
            more_ms < PATIENCE_MS_MAX - PATIENCE_MS ? PATIENCE_MS + (unsigned)more_ms : PATIENCE_MS_MAX;
        silence->asked_ms = 0;
    }
    if (!silence->asked_ms && now_ms >= heard_ms + ASK_MS) {
        silence->asked_ms = now_ms;
        (void)net_client_ping(client);
    }
    if (!silence->asked_ms || now_ms < silence->asked_ms + wire->patience_ms)
        return false;
    wire->patience_ms = 2 * wire->patience_ms < PATIENCE_MS_MAX ? 2 * wire->patience_ms : PATIENCE_MS_MAX;
    return true;
}

/* One connection from its beginning to its end. Returns why it ended. */
static enum net_problem run_connection(struct remote_wire *wire, struct net_client *client, bool *has_moved)
{
    bool is_open = false;
    struct silence silence = {platform_now_ms(), 0};
    for (;;) {
        struct net_client_news news = net_client_next(client);
        *has_moved = news.kind == NET_CLIENT_CLOSED && news.code == MOVED;
        if (news.kind == NET_CLIENT_CLOSED)
            return news.problem;
        if (news.kind == NET_CLIENT_OPENED) {
            is_open = true;
            if (!tell(wire, REMOTE_WIRE_OPENED, NET_PROBLEM_NONE, NULL, 0))
                return NET_PROBLEM_MEMORY;
            continue;
        }
        if (news.kind == NET_CLIENT_TEXT) {
            if (!tell(wire, REMOTE_WIRE_TEXT, NET_PROBLEM_NONE, news.bytes, news.count))
                return NET_PROBLEM_TOO_LONG;
            continue;
        }
        if (is_open && !send_waiting(wire, client))
            return NET_PROBLEM_LOST;
        if (is_stopping(wire)) {
            if (is_open)
                part(client);
            return NET_PROBLEM_NONE;
        }
        if (is_silent(wire, client, is_open, &silence))
            return NET_PROBLEM_TIMEOUT;
        struct pollfd polled[2] = {{net_client_descriptor(client), net_client_wants(client), 0},
                                   {wire->wake[0], POLLIN, 0}};
        (void)poll(polled, 2, LOOK_MS);
        if (polled[1].revents)
            calm(wire->wake[0]);
    }
}

static void wait_for_wake(struct remote_wire *wire, int wait_ms)
{
    struct pollfd polled = {wire->wake[0], POLLIN, 0};
    (void)poll(&polled, 1, wait_ms);
    calm(wire->wake[0]);
}

unsigned remote_spread_ms(unsigned pause_ms)
{
    uint32_t chance = 0;
    if (!platform_random(&chance, sizeof chance))
        chance = (uint32_t)(platform_now_ms() * 2654435761u) ^ (uint32_t)getpid();
    return pause_ms / 2 + chance % (pause_ms + 1);
}

/* Between two connections. */
static void rest(struct remote_wire *wire, unsigned *pause_ms)
{
    uint64_t now_ms = platform_now_ms();
    uint64_t end_ms = now_ms + remote_spread_ms(*pause_ms);
    *pause_ms = *pause_ms * 2 > PAUSE_MS_MAX ? PAUSE_MS_MAX : *pause_ms * 2;
    while (!is_stopping(wire) && (now_ms = platform_now_ms()) < end_ms)
        wait_for_wake(wire, (int)(end_ms - now_ms));
}

/* Whether nobody has taken yet that there was no connection before: it need not be said again. */
static bool is_told_lost(struct remote_wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    const struct item *item = wire->in.first;
    bool is_much = wire->in.bytes > WAITING_BYTES_MAX, is_lost = false;
    for (; item; item = item->next)
        is_lost = item->news.type == REMOTE_WIRE_LOST;
    pthread_mutex_unlock(&wire->lock);
    return is_lost || is_much;
}

/* One connection, if it comes about. */
static enum net_problem connect_once(struct remote_wire *wire, bool *has_moved)
{
    enum net_problem problem = NET_PROBLEM_NONE;
    struct net_client_config config = {.url = wire->url, .message_bytes_max = MESSAGE_BYTES_MAX};
    pthread_mutex_lock(&wire->lock);
    wire->number++;
    memcpy(wire->url + wire->url_bytes, wire->under, sizeof wire->under);
    wire->is_plain = wire->is_plain && platform_now_ms() < wire->plain_ms + PLAIN_MS;
    if (wire->is_plain)
        wire->url[wire->url_bytes] = 0;
    pthread_mutex_unlock(&wire->lock);
    struct net_client *client = net_client_create(&config, &problem);
    if (client) {
        problem = run_connection(wire, client, has_moved);
        net_client_destroy(client);
    }
    return problem;
}

static void *run(void *argument)
{
    struct remote_wire *wire = argument;
    unsigned pause_ms = FIRST_PAUSE_MS;
    while (!is_stopping(wire)) {
        bool has_moved = false;
        const enum net_problem problem = connect_once(wire, &has_moved);
        if (is_stopping(wire))
            break;
        if (problem == NET_PROBLEM_REFUSED && wire->url[wire->url_bytes] && !wire->is_plain) {
            wire->is_plain = true;
            wire->plain_ms = platform_now_ms();
            continue;
        }
        wire->is_plain = wire->is_plain && problem != NET_PROBLEM_REFUSED;
        (void)tell(wire, REMOTE_WIRE_LOST, problem, NULL, 0);
        pthread_mutex_lock(&wire->lock);
        if (wire->is_well)
            pause_ms = has_moved ? MOVED_PAUSE_MS : FIRST_PAUSE_MS;
        wire->is_well = false;
        pthread_mutex_unlock(&wire->lock);
        rest(wire, &pause_ms);
        /* While somebody reads a page nothing is taken; there is time to connect when they go on. */
        while (!is_stopping(wire) && is_told_lost(wire))
            wait_for_wake(wire, -1);
    }
    return NULL;
}

/* ---- the caller's side ------------------------------------------------------------------------ */

static bool open_pipe(int ends[2])
{
    if (pipe(ends) != 0) {
        ends[0] = ends[1] = -1;
        return false;
    }
    for (unsigned i = 0; i < 2; i++)
        if (fcntl(ends[i], F_SETFL, O_NONBLOCK) != 0 || fcntl(ends[i], F_SETFD, FD_CLOEXEC) != 0)
            return false;
    return true;
}

static void close_pipe(const int ends[2])
{
    for (unsigned i = 0; i < 2; i++)
        if (ends[i] >= 0)
            close(ends[i]);
}

/* Signals are for the thread that has the screen. */
static bool begin_thread(struct remote_wire *wire)
{
    sigset_t all, before;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0)
        return false;
    bool is_begun = pthread_create(&wire->thread, NULL, run, wire) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_begun;
}

struct remote_wire *remote_wire_create(const char *url, const char *under)
{
    const size_t length = strlen(url);
    struct remote_wire *wire = calloc(1, sizeof *wire + length + REMOTE_UNDER_BYTES);
    if (!wire)
        return NULL;
    memcpy(wire->url, url, length);
    wire->url_bytes = length;
    (void)snprintf(wire->under, sizeof wire->under, "%s", under);
    wire->patience_ms = PATIENCE_MS;
    wire->told[0] = wire->told[1] = wire->wake[0] = wire->wake[1] = -1;
    bool has_lock = pthread_mutex_init(&wire->lock, NULL) == 0;
    if (has_lock && open_pipe(wire->told) && open_pipe(wire->wake) && begin_thread(wire))
        return wire;
    close_pipe(wire->told);
    close_pipe(wire->wake);
    if (has_lock)
        pthread_mutex_destroy(&wire->lock);
    free(wire);
    return NULL;
}

int remote_wire_fd(const struct remote_wire *wire)
{
    return wire->told[0];
}

struct remote_wire_news remote_wire_take(struct remote_wire *wire)
{
    free(wire->taken);
    calm(wire->told[0]);
    pthread_mutex_lock(&wire->lock);
    wire->taken = get(&wire->in);
    bool is_more = wire->in.first != NULL;
    pthread_mutex_unlock(&wire->lock);
    if (is_more)
        poke(wire->told[1]);
    if (wire->taken)
        poke(wire->wake[1]); /* the thread may have waited for it */
    return wire->taken ? wire->taken->news : (struct remote_wire_news){.type = REMOTE_WIRE_NOTHING};
}

void remote_wire_send(struct remote_wire *wire, unsigned number, const char *bytes, size_t count)
{
    struct item *item = make_item((struct remote_wire_news){.number = number}, bytes, count);
    if (!item)
        return; /* as if the connection had been lost on the way; it is asked for again with the next one */
    pthread_mutex_lock(&wire->lock);
    put(&wire->out, item);
    pthread_mutex_unlock(&wire->lock);
    poke(wire->wake[1]);
}

void remote_wire_set_under(struct remote_wire *wire, const char *under)
{
    pthread_mutex_lock(&wire->lock);
    (void)snprintf(wire->under, sizeof wire->under, "%s", under);
    pthread_mutex_unlock(&wire->lock);
}

void remote_wire_is_well(struct remote_wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    wire->is_well = true;
    pthread_mutex_unlock(&wire->lock);
}

void remote_wire_destroy(struct remote_wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    wire->is_stopping = true;
    pthread_mutex_unlock(&wire->lock);
    poke(wire->wake[1]);
    pthread_join(wire->thread, NULL);
    drop(&wire->in);
    drop(&wire->out);
    free(wire->taken);
    close_pipe(wire->told);
    close_pipe(wire->wake);
    pthread_mutex_destroy(&wire->lock);
    free(wire);
}

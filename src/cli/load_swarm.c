/* load_swarm.c - many players at many tables of a server, from one thread. */
#define _GNU_SOURCE /* memmem */
#include "cli/load_swarm.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "cli/host.h"
#include "net/client.h"

enum { WHEEL = 4096, EVENTS = 512, CONNECTING_MAX = 128, DEED_BYTES = 48, RETRY_MS = 100,
       WAVES = 8 };

struct table;

struct player {
    struct net_client *net;
    struct table *table; /* null: an idle socket */
    struct player *next; /* in the same place of the wheel */
    uint64_t due_ms;
    uint32_t id;         /* of the last command */
    uint32_t n;          /* newest update */
    uint8_t seat;
    bool is_open, is_due, is_polled_out;
    char deed[DEED_BYTES];
};

/* An update on its way to all players of a table. */
struct wave {
    uint32_t n;
    unsigned seen;    /* players who have it */
    uint64_t sent_us; /* of the move that caused it; 0: none of ours */
};

struct table {
    struct player *players;
    char id[20];
    unsigned ready;    /* players who have agreed */
    uint32_t n;        /* newest update that any player has */
    uint64_t sent_us;  /* of the move that is under way; 0: none */
    struct wave waves[WAVES]; /* update n is at n % WAVES: some may hear of the next before others of this */
    bool is_playing, has_moved;
};

struct swarm {
    const struct load_config *config;
    struct load_result *result;
    struct pen_edition *edition;
    struct player *players;
    struct table *tables;
    size_t player_count, open_count, started, connecting;
    struct player *wheel[WHEEL];
    uint64_t wheel_ms;
    uint64_t chance;
    int epoll;
    bool is_measuring, is_failed;
};

static uint64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static unsigned any(struct swarm *swarm, unsigned bound)
{
    swarm->chance = swarm->chance * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((swarm->chance >> 33) % bound);
}

/* ---- reading what the server says -------------------------------------------------------------- */

/* Messages are looked through for what is needed, not parsed: this program says nothing that could be
 * mistaken for a field, and four of five messages only matter for their number. */
struct piece {
    const char *at, *end;
};

static struct piece find(struct piece in, const char *key)
{
    size_t length = strlen(key);
    const char *at = in.end > in.at ? memmem(in.at, (size_t)(in.end - in.at), key, length) : NULL;
    return (struct piece){at ? at + length : in.end, in.end};
}

static bool is_any(struct piece piece)
{
    return piece.at < piece.end;
}

static uint32_t number_at(struct piece piece)
{
    uint32_t number = 0;
    for (; is_any(piece) && *piece.at >= '0' && *piece.at <= '9'; piece.at++)
        number = number * 10 + (uint32_t)(*piece.at - '0');
    return number;
}

/* The inside of a list or object that begins at the piece. */
static struct piece inside(struct piece piece, char close)
{
    const char *end = is_any(piece) ? memchr(piece.at, close, (size_t)(piece.end - piece.at)) : NULL;
    return (struct piece){piece.at, end ? end : piece.at};
}

static struct piece list(struct piece legal, const char *key)
{
    struct piece found = find(legal, key);
    return is_any(found) ? inside(found, ']') : (struct piece){legal.end, legal.end};
}

static unsigned items(struct piece piece)
{
    unsigned count = is_any(piece);
    for (; is_any(piece); piece.at++)
        count += *piece.at == ',';
    return count;
}

/* The item with this index, its quotes taken off. */
static struct piece item(struct piece piece, unsigned index)
{
    for (; index > 0 && is_any(piece); piece.at++)
        index -= *piece.at == ',';
    struct piece found = inside(piece, ',');
    if (found.end == piece.at)
        found.end = piece.end;
    if (is_any(found) && *found.at == '"')
        found = (struct piece){found.at + 1, found.end - 1};
    return found;
}

static bool has_number(struct piece piece, unsigned number)
{
    for (unsigned i = 0, count = items(piece); i < count; i++)
        if (number_at(item(piece, i)) == number)
            return true;
    return false;
}

/* ---- saying ------------------------------------------------------------------------------------ */

static void poll_for(struct swarm *swarm, struct player *player, int how)
{
    short wants = net_client_wants(player->net);
    bool is_out = (wants & POLLOUT) != 0;
    if (how == EPOLL_CTL_MOD && is_out == player->is_polled_out)
        return;
    player->is_polled_out = is_out;
    struct epoll_event event = {.events = EPOLLIN | (is_out ? EPOLLOUT : 0u), .data.ptr = player};
    int descriptor = net_client_descriptor(player->net);
    /* A client that tries its next address has a new descriptor. */
    if (epoll_ctl(swarm->epoll, how, descriptor, &event) != 0 &&
        epoll_ctl(swarm->epoll, EPOLL_CTL_ADD, descriptor, &event) != 0)
        swarm->is_failed = true;
}

static void say(struct swarm *swarm, struct player *player, const char *text)
{
    if (net_client_send(player->net, text, strlen(text)))
        poll_for(swarm, player, EPOLL_CTL_MOD);
}

static void say_command(struct swarm *swarm, struct player *player, const char *type, const char *more)
{
    char text[256];
    snprintf(text, sizeof text, "{\"t\":\"%s\",\"id\":%u%s}", type, (unsigned)++player->id, more);
    say(swarm, player, text);
}

static void say_hello(struct swarm *swarm, struct player *player)
{
    char text[512], scoring[48] = "";
    struct table *table = player->table;
    if (swarm->config->scoring)
        snprintf(scoring, sizeof scoring, ",\"scoring\":\"%s\"", swarm->config->scoring);
    if (player->seat == 0)
        snprintf(text, sizeof text,
                 "{\"t\":\"create\",\"v\":1,\"name\":\"P0\",\"settings\":{\"edition\":\"%s\",\"seats\":%u,"
                 "\"clock\":null,\"public\":false%s}}",
                 swarm->config->edition, swarm->config->seats, scoring);
    else
        snprintf(text, sizeof text, "{\"t\":\"join\",\"v\":1,\"table\":\"%s\",\"name\":\"P%u\",\"seat\":%u}",
                 table->id, player->seat, player->seat);
    say(swarm, player, text);
}

static void act(struct swarm *swarm, struct player *player)
{
    char more[128];
    snprintf(more, sizeof more, ",\"do\":\"%s\",\"on\":%u", player->deed, (unsigned)player->n);
    player->table->sent_us = now_us();
    player->table->has_moved = true;
    say_command(swarm, player, "act", more);
}

/* ---- when -------------------------------------------------------------------------------------- */

static void do_later(struct swarm *swarm, struct player *player, uint64_t wait_ms)
{
    if (player->is_due)
        return;
    player->is_due = true;
    player->due_ms = swarm->wheel_ms + (wait_ms ? wait_ms : 1);
    struct player **place = &swarm->wheel[player->due_ms % WHEEL];
    player->next = *place;
    *place = player;
}

static void turn_wheel(struct swarm *swarm, uint64_t now_ms)
{
    while (swarm->wheel_ms < now_ms) {
        struct player **place = &swarm->wheel[++swarm->wheel_ms % WHEEL];
        struct player *all = *place;
        *place = NULL;
        for (struct player *next; all; all = next) {
            next = all->next;
            if (all->due_ms > swarm->wheel_ms) { /* in a later turn of the wheel */
                all->next = *place;
                *place = all;
                continue;
            }
            all->is_due = false;
            if (all->is_open)
                act(swarm, all);
        }
    }
}

/* ---- choosing ---------------------------------------------------------------------------------- */

static void put(char *deed, const char *verb, struct piece what)
{
    snprintf(deed, DEED_BYTES, "%s %.*s", verb, (int)(what.end - what.at), what.at);
}

/* A card of the list, with a colour if it is a wild, and with the word if it is the last but one. */
static void put_card(struct swarm *swarm, char *deed, const char *verb, struct piece cards, bool is_uno)
{
    struct piece card = item(cards, any(swarm, items(cards)));
    put(deed, verb, card);
    size_t length = strlen(deed);
    if (is_any(card) && *card.at == 'w' && strcmp(verb, "follows") != 0)
        snprintf(deed + length, DEED_BYTES - length, " %s",
                 swarm->edition->colors[any(swarm, swarm->edition->color_count)].id);
    length = strlen(deed);
    snprintf(deed + length, DEED_BYTES - length, "%s", is_uno ? " uno" : "");
}

static bool choose(struct swarm *swarm, struct player *player, struct piece now)
{
    struct piece legal = find(now, "\"legal\":{");
    struct piece counts = list(now, "\"counts\":[");
    bool is_uno = number_at(item(counts, player->seat)) == 2;
    struct piece cards;
    char *deed = player->deed;
    if (is_any(cards = list(legal, "\"plays\":["))) {
        put_card(swarm, deed, "plays", cards, is_uno);
        return true;
    }
    if (is_any(cards = list(legal, "\"follows\":["))) {
        put_card(swarm, deed, "follows", cards, is_uno);
        return true;
    }
    static const char *const targets[] = {"swaps", "swings"};
    for (unsigned i = 0; i < 2; i++) {
        char key[16];
        snprintf(key, sizeof key, "\"%s\":[", targets[i]);
        if (is_any(cards = list(legal, key))) {
            snprintf(deed, DEED_BYTES, "%s P%u", targets[i],
                     (unsigned)number_at(item(cards, any(swarm, items(cards)))));
            return true;
        }
    }
    if (is_any(find(legal, "\"names\":true"))) {
        snprintf(deed, DEED_BYTES, "names %s", swarm->edition->colors[0].id);
        return true;
    }
    struct piece verbs = list(legal, "\"verbs\":[");
    if (!is_any(verbs))
        return false;
    struct piece verb = item(verbs, 0);
    snprintf(deed, DEED_BYTES, "%.*s", (int)(verb.end - verb.at), verb.at);
    return true;
}

/* ---- hearing ----------------------------------------------------------------------------------- */

static void hear_now(struct swarm *swarm, struct player *player, struct piece message)
{
    struct piece now = find(message, "\"now\":{");
    struct table *table = player->table;
    if (!is_any(now) || !has_number(list(now, "\"must\":["), player->seat) || !choose(swarm, player, now))
        return;
    double rate = swarm->config->rate;
    if (rate <= 0 && swarm->is_measuring) {
        act(swarm, player);
        return;
    }
    /* Until all have begun nobody moves, and then not all at the same time. */
    uint64_t wait_ms = rate > 0 ? (uint64_t)(1000 / rate) : 1;
    if (!table->has_moved)
        wait_ms = wait_ms > 1 ? any(swarm, (unsigned)wait_ms) : 1;
    do_later(swarm, player, wait_ms);
}

static void hear_update(struct swarm *swarm, struct player *player, struct piece message)
{
    struct table *table = player->table;
    struct load_result *result = swarm->result;
    player->n = number_at(find(message, "\"n\":"));
    struct wave *wave = &table->waves[player->n % WAVES];
    if (player->n > table->n) {
        table->n = player->n;
        *wave = (struct wave){player->n, 0, table->sent_us};
        table->sent_us = 0;
    }
    if (wave->n == player->n && ++wave->seen == swarm->config->seats && wave->sent_us &&
        swarm->is_measuring) {
        uint64_t took_us = now_us() - wave->sent_us;
        result->moves++;
        sim_histogram_put(&result->latency_us, took_us < UINT32_MAX ? (uint32_t)took_us : UINT32_MAX);
    }
    struct piece over = find(message, "\"over\":{");
    if (is_any(over)) {
        bool is_game = !is_any(find(over, "\"game\":null"));
        result->games += is_game && player->seat == 0;
        say_command(swarm, player, is_game ? "again" : "ready", is_game ? ",\"rules\":1" : "");
        return;
    }
    hear_now(swarm, player, message);
}

static bool is_type(struct piece message, const char *type)
{
    size_t length = strlen(type);
    return (size_t)(message.end - message.at) > 6 + length && memcmp(message.at + 6, type, length) == 0;
}

static void hear(struct swarm *swarm, struct player *player, struct piece message)
{
    struct table *table = player->table;
    if (swarm->is_measuring)
        swarm->result->bytes_in += (uint64_t)(message.end - message.at);
    if (!table)
        return;
    if (is_type(message, "update\"")) {
        hear_update(swarm, player, message);
    } else if (is_type(message, "welcome\"") && player->seat == 0) {
        struct piece id = inside(find(message, "\"table\":\""), '"');
        snprintf(table->id, sizeof table->id, "%.*s", (int)(id.end - id.at), id.at);
        for (unsigned i = 1; i < swarm->config->seats; i++)
            say_hello(swarm, &table->players[i]);
    } else if (is_type(message, "table\"")) {
        player->n = number_at(find(message, "\"n\":"));
        if (!table->is_playing && player->id == 0)
            say_command(swarm, player, "agree", ",\"rules\":1");
        else
            hear_now(swarm, player, message);
    } else if (is_type(message, "ok\"")) {
        if (!table->is_playing && ++table->ready == swarm->config->seats)
            say_command(swarm, &table->players[0], "start", "");
        if (!table->is_playing && table->ready == swarm->config->seats + 1) {
            table->is_playing = true;
            swarm->started++;
        }
    } else if (is_type(message, "no\"")) {
        if (swarm->result->refused++ == 0)
            host_error(host_text("the first refusal: %.*s", "la primera negativa: %.*s"),
                       (int)(message.end - message.at), message.at);
        if (table->is_playing && player->deed[0])
            do_later(swarm, player, RETRY_MS);
    }
}

static void listen_to(struct swarm *swarm, struct player *player)
{
    for (;;) {
        struct net_client_news news = net_client_next(player->net);
        switch (news.kind) {
        case NET_CLIENT_NOTHING:
            poll_for(swarm, player, EPOLL_CTL_MOD);
            return;
        case NET_CLIENT_OPENED:
            player->is_open = true;
            swarm->open_count++;
            swarm->connecting--;
            break;
        case NET_CLIENT_TEXT:
            hear(swarm, player, (struct piece){news.bytes, news.bytes + news.count});
            break;
        case NET_CLIENT_CLOSED:
            if (!player->is_open)
                swarm->connecting--;
            else
                swarm->open_count--;
            if (swarm->result->lost++ == 0)
                host_error(host_text("a connection was lost: %u %s", "se perdió una conexión: %u %s"),
                           (unsigned)news.code,
                           host_text(net_problem_english(news.problem), net_problem_spanish(news.problem)));
            player->is_open = false;
            net_client_destroy(player->net);
            player->net = NULL;
            return;
        }
    }
}

/* ---- running ----------------------------------------------------------------------------------- */

static bool turn(struct swarm *swarm, int wait_ms)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(swarm->epoll, events, EVENTS, wait_ms);
    for (int i = 0; i < count; i++) {
        struct player *player = events[i].data.ptr;
        if (player->net)
            listen_to(swarm, player);
    }
    turn_wheel(swarm, now_us() / 1000);
    return !swarm->is_failed;
}

static bool connect_all(struct swarm *swarm)
{
    const struct net_client_config config = {.url = swarm->config->url};
    uint64_t begin_us = now_us(), until_us = begin_us + 120 * UINT64_C(1000000);
    for (size_t i = 0; i < swarm->player_count && now_us() < until_us; i++) {
        enum net_problem problem;
        struct player *player = &swarm->players[i];
        player->net = net_client_create(&config, &problem);
        if (!player->net) {
            host_error("%s: %s", swarm->config->url,
                       host_text(net_problem_english(problem), net_problem_spanish(problem)));
            return false;
        }
        poll_for(swarm, player, EPOLL_CTL_ADD);
        swarm->connecting++;
        while (swarm->connecting >= CONNECTING_MAX && turn(swarm, 100) && now_us() < until_us) {
        }
    }
    while (swarm->connecting > 0 && turn(swarm, 100) && now_us() < until_us) {
    }
    swarm->result->connected = swarm->open_count;
    swarm->result->connect_s = (double)(now_us() - begin_us) / 1e6;
    return swarm->open_count > 0;
}

static void start_all(struct swarm *swarm)
{
    uint64_t begin_us = now_us(), until_us = begin_us + 60 * UINT64_C(1000000);
    for (unsigned i = 0; i < swarm->config->tables; i++)
        if (swarm->tables[i].players[0].is_open)
            say_hello(swarm, &swarm->tables[i].players[0]);
    while (swarm->started < swarm->config->tables && swarm->open_count > 0 && now_us() < until_us &&
           turn(swarm, 10)) {
    }
    swarm->result->playing = swarm->started;
    swarm->result->start_s = (double)(now_us() - begin_us) / 1e6;
}

static double own_cpu_s(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void measure(struct swarm *swarm)
{
    struct load_result *result = swarm->result;
    uint64_t begin_us = now_us();
    uint64_t until_us = begin_us + swarm->config->seconds * UINT64_C(1000000);
    double cpu_s = own_cpu_s();
    swarm->is_measuring = true;
    while (now_us() < until_us && swarm->open_count > 0 && turn(swarm, swarm->config->rate > 0 ? 1 : 10)) {
    }
    swarm->is_measuring = false;
    result->measured_s = (double)(now_us() - begin_us) / 1e6;
    result->own_cpu_s = own_cpu_s() - cpu_s;
}

static void set_up(struct swarm *swarm)
{
    const struct load_config *config = swarm->config;
    size_t playing = (size_t)config->tables * config->seats;
    swarm->player_count = playing + config->idle;
    swarm->players = calloc(swarm->player_count + 1, sizeof *swarm->players);
    swarm->tables = calloc(config->tables + 1, sizeof *swarm->tables);
    swarm->edition = malloc(sizeof *swarm->edition);
    if (!swarm->players || !swarm->tables || !swarm->edition)
        abort();
    for (unsigned i = 0; i < config->tables; i++) {
        swarm->tables[i].players = &swarm->players[(size_t)i * config->seats];
        for (unsigned j = 0; j < config->seats; j++) {
            swarm->tables[i].players[j].table = &swarm->tables[i];
            swarm->tables[i].players[j].seat = (uint8_t)j;
        }
    }
    swarm->wheel_ms = now_us() / 1000;
    swarm->chance = 1;
}

bool load_run(const struct load_config *config, struct load_result *result)
{
    struct swarm swarm = {.config = config, .result = result};
    memset(result, 0, sizeof *result);
    set_up(&swarm);
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
    }
    swarm.epoll = epoll_create1(EPOLL_CLOEXEC);
    bool is_good = false;
    if (!pen_edition_builtin(config->edition, swarm.edition)) {
        host_error(host_text("no such edition: %s", "no hay tal edición: %s"), config->edition);
    } else if (swarm.epoll >= 0 && connect_all(&swarm)) {
        start_all(&swarm);
        measure(&swarm);
        is_good = true;
    }
    for (size_t i = 0; i < swarm.player_count; i++)
        if (swarm.players[i].net)
            net_client_destroy(swarm.players[i].net);
    if (swarm.epoll >= 0)
        close(swarm.epoll);
    free(swarm.players);
    free(swarm.tables);
    free(swarm.edition);
    return is_good;
}

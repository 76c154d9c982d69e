/* load_swarm.c - many players at many tables of a server, from one thread. */
#include "cli/load_swarm.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "platform/clock.h"
#include "platform/host.h"
#include "cli/load_message.h"
#include "net/client.h"
#include "room/room.h"
#include "words/cli_load_swarm_words.h"

enum { WHEEL = 4096, EVENTS = 512, CONNECTING_MAX = 128, RETRY_MS = 100, WAVES = 8, AWAY_MS = 10000 };
enum { MOVED = 1012, MOVED_MS = 40 }; /* the table goes on at another node, in a moment */

struct table;

struct player {
    struct net_client *net;
    struct table *table; /* null: an idle socket */
    struct player *next; /* in the same place of the wheel */
    uint64_t due_ms;
    uint32_t id; /* of the last command */
    uint32_t n;  /* newest update */
    uint8_t seat;
    bool is_open, is_due, is_polled_out;
    bool wants_in; /* and has not been let in yet */
    bool has_token, is_back;
    bool is_plain; /* its connection's path is not the table's */
    uint8_t token[WIRE_TOKEN_BYTES];
    uint64_t away_us; /* since when its connection is lost; 0: it is not */
    char action[WIRE_ACTION_BYTES];
};

/* An update on its way to all players of a table. */
struct wave {
    uint32_t n;
    unsigned seen;    /* players who have it */
    uint64_t sent_us; /* of the move that caused it; 0: none of ours */
};

struct table {
    struct player *players;
    char id[WIRE_TABLE_BYTES];
    unsigned ready;           /* players who have agreed */
    uint32_t n;               /* newest update that any player has */
    uint64_t sent_us;         /* of the move that is under way; 0: none */
    struct wave waves[WAVES]; /* update n is at n % WAVES: some may hear of the next before others of this */
    bool is_playing, has_moved;
    uint32_t must_n; /* the newest update that said who must act */
    uint16_t must;   /* those, as bits; after a round all have something to say */
    bool has_now;
    uint32_t now_n;      /* the update that told 'now' */
    struct wire_now now; /* brief updates are read onto it; 'legal' is anybody's */
};

struct swarm {
    const struct load_config *config;
    struct load_result *result;
    struct pen_edition *edition;
    struct pen_rules *rules;
    struct wire_book book; /* of these two */
    struct setup_settings settings;
    struct pen_names names;
    struct wire_told told; /* the newest message */
    struct player *players;
    struct table *tables;
    size_t player_count, open_count, started, connecting, breaks;
    struct player *wheel[WHEEL];
    uint64_t wheel_ms;
    struct pen_chance chance;
    int epoll;
    bool is_measuring, is_failed;
    bool is_plain; /* the server knows nothing under its path */
};

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

static void say(struct swarm *swarm, struct player *player, const struct pen_text *text)
{
    if (net_client_send(player->net, text->bytes, text->length))
        poll_for(swarm, player, EPOLL_CTL_MOD);
}

/* SAY(swarm, player, vote, .id = 5, .yes = true) */
#define SAY(swarm, player, name, ...)                                                    \
    do {                                                                                 \
        char bytes_[512];                                                                \
        struct pen_text text_ = pen_text_in(bytes_, sizeof bytes_);                      \
        wire_write_asked_##name(&text_, NULL, &(struct wire_asked_##name){__VA_ARGS__}); \
        say((swarm), (player), &text_);                                                  \
    } while (0)

static void say_hello(struct swarm *swarm, struct player *player)
{
    char bytes[1024];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    wire_write_asked_hello(
        &text, NULL,
        &(struct wire_asked_hello){.v = WIRE_VERSION, .least = WIRE_VERSION_LEAST, .lang = PEN_LANG_EN});
    say(swarm, player, &text);
    text = pen_text_in(bytes, sizeof bytes);
    if (player->seat == 0) {
        struct wire_asked_create create;
        wire_clear_asked_create(&create);
        memcpy(create.name, swarm->names.name[0], sizeof create.name);
        create.has_settings = true;
        create.settings = swarm->settings;
        wire_write_asked_create(&text, NULL, &create);
    } else {
        struct wire_asked_join join;
        wire_clear_asked_join(&join);
        memcpy(join.table, player->table->id, sizeof join.table);
        memcpy(join.name, swarm->names.name[player->seat], sizeof join.name);
        join.seat = player->seat;
        wire_write_asked_join(&text, NULL, &join);
    }
    say(swarm, player, &text);
}

/* As every client does when its connection was lost. */
static void say_resume(struct swarm *swarm, struct player *player)
{
    struct wire_asked_resume resume = {.last = player->n};
    memcpy(resume.table, player->table->id, sizeof resume.table);
    memcpy(resume.token, player->token, sizeof resume.token);
    SAY(swarm, player, hello, .v = WIRE_VERSION, .least = WIRE_VERSION_LEAST, .lang = PEN_LANG_EN);
    char bytes[512];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    wire_write_asked_resume(&text, NULL, &resume);
    say(swarm, player, &text);
}

static void act(struct swarm *swarm, struct player *player)
{
    struct wire_asked_act act = {.id = ++player->id, .on = player->n, .dt_ms = WIRE_NO_MS};
    char bytes[512];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    memcpy(act.action, player->action, sizeof act.action);
    wire_write_asked_act(&text, NULL, &act);
    player->table->sent_us = platform_now_us();
    player->table->has_moved = true;
    say(swarm, player, &text);
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

/* What it was about to do has become pointless. */
static void do_not(struct swarm *swarm, struct player *player)
{
    struct player **at = &swarm->wheel[player->due_ms % WHEEL];
    while (player->is_due && *at && *at != player)
        at = &(*at)->next;
    if (!player->is_due || !*at)
        return;
    *at = player->next;
    player->is_due = false;
}

static bool connect_by(struct swarm *swarm, struct player *player, bool is_plain, enum net_problem *problem)
{
    char url[640];
    const struct net_client_config config = {.url = url};
    const size_t place = player->table ? (size_t)(player->table - swarm->tables) : 0;
    player->is_plain = !player->table || is_plain;
    /* All players of a table by the same way, as a proxy wants it that knows nodes by the place of a table;
     * and tables at all places, however few there are. */
    snprintf(url, sizeof url, player->is_plain ? "%s" : "%s/%c%c", swarm->config->url,
             WIRE_TABLE_LETTERS[place & 31], WIRE_TABLE_LETTERS[place >> 5 & 31]);
    player->net = net_client_create(&config, problem);
    if (!player->net)
        return false;
    poll_for(swarm, player, EPOLL_CTL_ADD);
    swarm->connecting++;
    return true;
}

static bool connect_one(struct swarm *swarm, struct player *player, enum net_problem *problem)
{
    return connect_by(swarm, player, swarm->is_plain, problem);
}

/* Not all at the same moment. */
static void come_back(struct swarm *swarm, struct player *player, unsigned within_ms)
{
    if (player->away_us == 0)
        player->away_us = platform_now_us();
    do_not(swarm, player);
    do_later(swarm, player, 10 + pen_chance_below(&swarm->chance, within_ms));
}

static void hang_up(struct swarm *swarm, struct player *player)
{
    if (!player->is_open)
        swarm->connecting--;
    else
        swarm->open_count--;
    player->is_open = false;
    net_client_destroy(player->net);
    player->net = NULL;
}

static void turn_wheel(struct swarm *swarm, uint64_t now_ms)
{
    enum net_problem problem;
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
            if (!all->net && all->away_us) {
                if (!connect_one(swarm, all, &problem))
                    come_back(swarm, all, RETRY_MS);
            } else if (all->away_us) {
                continue; /* on its way */
            } else if (all->is_open && all->wants_in)
                say_hello(swarm, all);
            else if (all->is_open)
                act(swarm, all);
        }
    }
}

/* ---- hearing ----------------------------------------------------------------------------------- */

static void hear_now(struct swarm *swarm, struct player *player, const struct wire_now *now)
{
    const struct load_chooser chooser = {&swarm->book, &swarm->names, &swarm->chance};
    struct table *table = player->table;
    if (!(now->must >> player->seat & 1) || !load_choose(&chooser, now, player->seat, player->action))
        return;
    double rate = swarm->config->rate;
    if (rate <= 0 && swarm->is_measuring) {
        act(swarm, player);
        return;
    }
    /* Until all have begun nobody moves, and then not all at the same time. */
    uint64_t wait_ms = rate > 0 ? (uint64_t)(1000 / rate) : 1;
    if (!table->has_moved)
        wait_ms = wait_ms > 1 ? pen_chance_below(&swarm->chance, (uint32_t)wait_ms) : 1;
    do_later(swarm, player, wait_ms);
}

static void keep_now(struct table *table, uint32_t n, const struct wire_now *now)
{
    if (table->has_now && n < table->now_n)
        return;
    table->now = *now;
    table->now_n = n;
    table->has_now = true;
}

/* One more player of the table has heard of it. */
static void hear_number(struct swarm *swarm, struct player *player, uint32_t n)
{
    struct table *table = player->table;
    struct load_result *result = swarm->result;
    player->n = n;
    struct wave *wave = &table->waves[player->n % WAVES];
    if (player->n > table->n) {
        table->n = player->n;
        *wave = (struct wave){player->n, 0, table->sent_us};
        table->sent_us = 0;
    }
    if (wave->n == player->n && ++wave->seen == swarm->config->seats && wave->sent_us &&
        swarm->is_measuring) {
        uint64_t took_us = platform_now_us() - wave->sent_us;
        result->moves++;
        sim_histogram_put(&result->latency_us, took_us < UINT32_MAX ? (uint32_t)took_us : UINT32_MAX);
    }
}

static void hear_update(struct swarm *swarm, struct player *player, const struct wire_told_update *update)
{
    hear_number(swarm, player, update->n);
    if (update->cards.has_now)
        keep_now(player->table, update->n, &update->cards.now);
    if (update->cards.has_over && update->cards.over.game) {
        swarm->result->games += player->seat == 0;
        SAY(swarm, player, again, .id = ++player->id, .rules = 1);
    } else if (update->cards.has_over) {
        SAY(swarm, player, ready, .id = ++player->id);
    } else if (update->cards.has_now) {
        hear_now(swarm, player, &update->cards.now);
    }
}

static void hear_started(struct swarm *swarm, struct table *table)
{
    table->is_playing = true;
    swarm->started++;
}

static void hear_ok(struct swarm *swarm, struct table *table)
{
    if (!table->is_playing && ++table->ready == swarm->config->seats)
        SAY(swarm, &table->players[0], start, .id = ++table->players[0].id);
    if (!table->is_playing && table->ready == swarm->config->seats + 1)
        hear_started(swarm, table);
}

/* What it may have said before its connection broke, and was not heard. */
static bool say_next(struct swarm *swarm, struct player *player, uint8_t stage)
{
    if (stage == ROOM_BETWEEN)
        SAY(swarm, player, ready, .id = ++player->id);
    else if (stage == ROOM_OVER)
        SAY(swarm, player, again, .id = ++player->id, .rules = 1);
    return stage == ROOM_BETWEEN || stage == ROOM_OVER;
}

static void hear_welcome(struct swarm *swarm, struct player *player, const struct wire_told_welcome *welcome)
{
    struct table *table = player->table;
    if (welcome->has_token) {
        memcpy(player->token, welcome->token, sizeof player->token);
        player->has_token = true;
    }
    if (player->away_us) {
        sim_histogram_put(&swarm->result->away_us, (uint32_t)(platform_now_us() - player->away_us));
        player->away_us = 0;
        player->is_back = true;
        swarm->result->came_back++;
    } else if (player->seat == 0) {
        memcpy(table->id, welcome->table, sizeof table->id);
        for (unsigned i = 1; i < swarm->config->seats; i++)
            say_hello(swarm, &table->players[i]);
    }
}

static void hear_seats(struct swarm *swarm, struct player *player, const struct wire_told_seats *seats)
{
    if (player->is_back)
        (void)say_next(swarm, player, seats->people.stage);
    player->is_back = false;
}

static void hear_table(struct swarm *swarm, struct player *player, const struct wire_told_table *table)
{
    if (player->is_back && table->n > player->n)
        hear_number(swarm, player, table->n);
    player->is_back = false;
    player->n = table->n;
    if (table->cards.has_now)
        keep_now(player->table, table->n, &table->cards.now);
    if (!player->table->is_playing && player->id == 0)
        SAY(swarm, player, agree, .id = ++player->id, .rules = 1);
    else if (!say_next(swarm, player, table->people.stage) && table->cards.has_now)
        hear_now(swarm, player, &table->cards.now);
}

static void hear_no(struct swarm *swarm, struct player *player, const char *bytes, size_t count)
{
    struct table *table = player->table;
    if (!player->away_us && player->seat == 0 && !table->is_playing && table->ready == swarm->config->seats) {
        hear_started(swarm, table); /* by itself: all had agreed for three seconds */
        return;
    }
    if (swarm->result->refused++ == 0)
        host_error("%s", host_say(CLI_LOAD_SWARM_THE_FIRST_REFUSAL, host_part((int)count, bytes)));
    if (player->away_us) {
        hang_up(swarm, player);
        come_back(swarm, player, RETRY_MS);
    } else if (player->table->is_playing && player->action[0])
        do_later(swarm, player, RETRY_MS);
}

/* All tables play by the rules that were asked for. */
static bool find_book(void *context, const struct setup_settings *settings, struct wire_book *book)
{
    const struct swarm *swarm = context;
    *book = swarm->book;
    return strcmp(settings->edition, swarm->config->edition) == 0;
}

/* An update in the middle of a round: nearly all that comes. Read as far as it is needed: by the first who
 * hears of it, and by who must act. False: it is something else. */
static bool hear_move(struct swarm *swarm, struct player *player, const char *bytes, size_t count)
{
    struct table *table = player->table;
    struct wire_book book = swarm->book;
    struct wire_now now;
    uint32_t n;
    if (!wire_read_update_number(bytes, count, &n))
        return false;
    const bool is_new = n > table->must_n;
    if (is_new) {
        table->must_n = n;
        table->must = wire_read_update_must(bytes, count);
    }
    const bool is_mine = table->must >> player->seat & 1;
    book.now = table->has_now ? &table->now : NULL;
    if (n != table->must_n || table->must == UINT16_MAX ||
        ((is_new || is_mine) && !wire_read_update_now(&now, bytes, count, &book)))
        return false;
    if (is_new)
        keep_now(table, n, &now);
    hear_number(swarm, player, n);
    if (is_mine)
        hear_now(swarm, player, &now);
    return true;
}

static void hear(struct swarm *swarm, struct player *player, const char *bytes, size_t count)
{
    struct table *table = player->table;
    const struct wire_library library = {swarm, find_book};
    struct wire_problem problem;
    if (swarm->is_measuring)
        swarm->result->bytes_in += count;
    if (!table)
        return;
    if (hear_move(swarm, player, bytes, count))
        return;
    struct wire_book book = swarm->book;
    book.now = table->has_now ? &table->now : NULL;
    if (wire_read_told(&swarm->told, bytes, count, &book, &library, &problem) != WIRE_GOOD) {
        host_error("%s",
                   host_say(CLI_LOAD_SWARM_NOT_UNDERSTOOD, problem.field, host_part((int)count, bytes)));
        swarm->is_failed = true;
        return;
    }
    /* The others are nothing to it. */
    if (swarm->told.type == WIRE_TOLD_UPDATE)
        hear_update(swarm, player, &swarm->told.update);
    else if (swarm->told.type == WIRE_TOLD_WELCOME)
        hear_welcome(swarm, player, &swarm->told.welcome);
    else if (swarm->told.type == WIRE_TOLD_SEATS)
        hear_seats(swarm, player, &swarm->told.seats);
    else if (swarm->told.type == WIRE_TOLD_TABLE)
        hear_table(swarm, player, &swarm->told.table);
    else if (swarm->told.type == WIRE_TOLD_OK)
        hear_ok(swarm, table);
    else if (swarm->told.type == WIRE_TOLD_NO)
        hear_no(swarm, player, bytes, count);
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
            if (player->away_us)
                say_resume(swarm, player);
            break;
        case NET_CLIENT_TEXT:
            hear(swarm, player, news.bytes, news.count);
            if (!player->net)
                return;
            break;
        case NET_CLIENT_CLOSED:
            if (!player->is_open && !player->is_plain && news.problem == NET_PROBLEM_REFUSED) {
                /* An older server, or a proxy that has no node there just now: the next time it may. */
                swarm->is_plain = swarm->is_plain || news.status == 404;
                hang_up(swarm, player);
                swarm->is_failed = swarm->is_failed || !connect_by(swarm, player, true, &news.problem);
                return;
            }
            if (swarm->breaks++ == 0)
                host_error("%s", host_say(CLI_LOAD_SWARM_A_CONNECTION_WAS_LOST, (unsigned)news.code,
                                          net_problem_text(news.problem, host_lang)));
            hang_up(swarm, player);
            if (player->has_token)
                come_back(swarm, player, news.code == MOVED ? MOVED_MS : RETRY_MS);
            else
                swarm->result->lost++;
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
    turn_wheel(swarm, platform_now_us() / 1000);
    return !swarm->is_failed;
}

static bool connect_all(struct swarm *swarm)
{
    uint64_t begin_us = platform_now_us(), until_us = begin_us + 120 * UINT64_C(1000000);
    for (size_t i = 0; i < swarm->player_count && platform_now_us() < until_us; i++) {
        enum net_problem problem;
        struct player *player = &swarm->players[i];
        if (!connect_one(swarm, player, &problem)) {
            host_error("%s: %s", swarm->config->url, net_problem_text(problem, host_lang));
            return false;
        }
        while (swarm->connecting >= CONNECTING_MAX && turn(swarm, 100) && platform_now_us() < until_us) {
        }
    }
    while (swarm->connecting > 0 && turn(swarm, 100) && platform_now_us() < until_us) {
    }
    swarm->result->connected = swarm->open_count;
    swarm->result->connect_s = (double)(platform_now_us() - begin_us) / 1e6;
    return swarm->open_count > 0;
}

static void start_all(struct swarm *swarm)
{
    uint64_t begin_us = platform_now_us(), until_us = begin_us + 60 * UINT64_C(1000000);
    for (unsigned i = 0; i < swarm->config->tables; i++)
        if (swarm->tables[i].players[0].is_open)
            say_hello(swarm, &swarm->tables[i].players[0]);
    while (swarm->started < swarm->config->tables && swarm->open_count > 0 && platform_now_us() < until_us &&
           turn(swarm, 10)) {
    }
    swarm->result->playing = swarm->started;
    swarm->result->start_s = (double)(platform_now_us() - begin_us) / 1e6;
}

static double own_cpu_s(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static uint64_t count_away(const struct swarm *swarm)
{
    uint64_t count = 0;
    for (size_t i = 0; i < swarm->player_count; i++)
        count += swarm->players[i].has_token && swarm->players[i].away_us;
    return count;
}

static void measure(struct swarm *swarm)
{
    struct load_result *result = swarm->result;
    uint64_t begin_us = platform_now_us();
    uint64_t until_us = begin_us + swarm->config->seconds * UINT64_C(1000000);
    uint64_t open_us = begin_us;
    double cpu_s = own_cpu_s();
    swarm->is_measuring = true;
    /* All may be away for a moment: their server begins anew. */
    while (!*swarm->config->is_over && platform_now_us() < until_us &&
           platform_now_us() < open_us + AWAY_MS * UINT64_C(1000) &&
           turn(swarm, swarm->config->rate > 0 ? 1 : 10))
        open_us = swarm->open_count > 0 ? platform_now_us() : open_us;
    swarm->is_measuring = false;
    result->measured_s = (double)(platform_now_us() - begin_us) / 1e6;
    result->own_cpu_s = own_cpu_s() - cpu_s;
    /* Whoever is on the way back at this moment is not lost. */
    until_us = platform_now_us() + AWAY_MS * UINT64_C(1000);
    while (count_away(swarm) > 0 && platform_now_us() < until_us && turn(swarm, 10)) {
    }
    result->lost += count_away(swarm);
}

static void set_up(struct swarm *swarm)
{
    const struct load_config *config = swarm->config;
    size_t playing = (size_t)config->tables * config->seats;
    swarm->player_count = playing + config->idle;
    swarm->players = calloc(swarm->player_count + 1, sizeof *swarm->players);
    swarm->tables = calloc(config->tables + 1, sizeof *swarm->tables);
    swarm->edition = malloc(sizeof *swarm->edition);
    swarm->rules = malloc(sizeof *swarm->rules);
    if (!swarm->players || !swarm->tables || !swarm->edition || !swarm->rules)
        abort();
    swarm->names.count = (uint8_t)config->seats;
    for (unsigned i = 0; i < config->seats; i++)
        snprintf(swarm->names.name[i], sizeof swarm->names.name[i], "P%u", i);
    for (unsigned i = 0; i < config->tables; i++) {
        swarm->tables[i].players = &swarm->players[(size_t)i * config->seats];
        for (unsigned j = 0; j < config->seats; j++) {
            swarm->tables[i].players[j].table = &swarm->tables[i];
            swarm->tables[i].players[j].seat = (uint8_t)j;
        }
    }
    swarm->wheel_ms = platform_now_us() / 1000;
    swarm->chance = pen_chance_of(1, 0);
}

/* The rules that all tables are to play by. */
static bool choose_rules(struct swarm *swarm)
{
    const struct load_config *config = swarm->config;
    struct setup_settings *settings = &swarm->settings;
    *settings = setup_usual();
    memset(settings->edition, 0, sizeof settings->edition);
    snprintf(settings->edition, sizeof settings->edition, "%s", config->edition);
    settings->seats = (uint8_t)config->seats;
    for (unsigned i = 0; config->scoring && i < PEN_SCORING_DEFAULT; i++)
        if (strcmp(config->scoring, pen_scoring_id((enum pen_scoring)i)) == 0)
            settings->options.scoring = (uint8_t)i;
    swarm->book = (struct wire_book){.edition = swarm->edition, .rules = swarm->rules};
    return pen_edition_builtin(config->edition, swarm->edition) &&
           pen_table_make(swarm->rules, swarm->edition, &settings->options, NULL) == PEN_RULES_GOOD;
}

bool load_run(const struct load_config *config, struct load_result *result)
{
    static struct swarm swarm;
    swarm = (struct swarm){.config = config, .result = result};
    memset(result, 0, sizeof *result);
    set_up(&swarm);
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
    }
    swarm.epoll = epoll_create1(EPOLL_CLOEXEC);
    bool is_good = false;
    if (!choose_rules(&swarm)) {
        host_error("%s", host_say(CLI_LOAD_SWARM_NO_SUCH_EDITION, config->edition));
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
    free(swarm.rules);
    return is_good;
}

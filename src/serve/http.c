/* http.c - what the server answers over plain HTTP: health, figures, lobby, records, the page. */
#include <stdlib.h>
#include <string.h>

#include "platform/host.h"
#include "serve/serve.h"
#include "serve/nodes.h"
#include "hall/figures.h"
#include "wire/json.h"
#include "wire/wire.h"

enum { BEAT_LATE_MS = 1500 }; /* then the others end its session: STILL_MS of the store */

static void answer_page(struct net_response *response, const char *type, struct hall_page page)
{
    if (page.is_lost) {
        net_response_status(response, 503);
    } else if (page.bytes) {
        net_response_give(response, 200, type, page.bytes, page.count);
        net_response_header(response, "Cache-Control", "no-store");
    }
}

static bool is_disk_good(const struct hall_counters *now)
{
    return !now->is_failing && !now->is_clogged && !now->is_slow;
}

/* A node whose beats do not arrive is about to lose its tables. */
static bool has_beat(const struct serve *serve)
{
    return !serve->nodes || store_nodes_silent_ms(&serve->store) < BEAT_LATE_MS;
}

/* For a proxy that cuts whoever is at a node which gives no answer: one that answers 404 wants nobody new,
 * and those who are there stay until it sends them on itself (HAProxy's disable-on-404). */
static void answer_ready(struct serve *serve, struct net_response *response)
{
    const struct hall_counters now = hall_count(serve->hall);
    const bool is_ready = is_disk_good(&now) && has_beat(serve) && !serve->is_stopping;
    static const char yes[] = "ready\n", no[] = "not now\n";
    net_response_copy(response, is_ready ? 200 : 404, "text/plain; charset=utf-8", is_ready ? yes : no,
                      is_ready ? sizeof yes - 1 : sizeof no - 1);
    net_response_header(response, "Cache-Control", "no-store");
}

/* How large the data is, and will be. Why an archive cannot be written is the operator's alone: the log. */
static void add_growth(const struct serve *serve, struct pen_text *text)
{
    const struct store_growth growth = store_measure(&serve->store);
    if (growth.bytes == 0)
        return;
    wire_json_key(text, "data");
    wire_json_open(text, '{');
    wire_json_put_number(text, "bytes", growth.bytes);
    wire_json_put_number(text, "free", growth.free_bytes);
    wire_json_put_number(text, "ended", growth.ended);
    wire_json_put_number(text, "archived", growth.archived);
    wire_json_put_number(text, "per_day", growth.bytes_per_day);
    wire_json_put_number(text, "in_30_days", growth.bytes_in_30_days);
    wire_json_put_truth(text, "archiving", serve->archive && !growth.why[0]);
    wire_json_close(text, '}');
}

static void answer_health(struct serve *serve, struct net_response *response)
{
    struct hall_counters now = hall_count(serve->hall);
    char bytes[768];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    const bool is_good = is_disk_good(&now) && has_beat(serve) && !serve->is_stopping;
    wire_json_open(&text, '{');
    wire_json_put_truth(&text, "ok", is_good);
    wire_json_put_string(&text, "version", PENULTIMA_VERSION);
    wire_json_put_number(&text, "tables", now.tables);
    wire_json_put_number(&text, "connections", now.conns);
    wire_json_put_truth(&text, "disk", is_disk_good(&now));
    if (serve->nodes)
        wire_json_put_truth(&text, "beat", has_beat(serve));
    wire_json_put_truth(&text, "draining", serve->is_stopping);
    wire_json_key(&text, "full");
    wire_json_open(&text, '[');
    for (unsigned i = 0; i < HALL_FULL_COUNT; i++)
        if (now.is_full[i])
            wire_json_string(&text, hall_full_word((enum hall_full)i));
    wire_json_close(&text, ']');
    wire_json_put_string(&text, "key", serve->key);
    add_growth(serve, &text);
    wire_json_close(&text, '}');
    pen_text_add(&text, "\n");
    net_response_copy(response, is_good ? 200 : 503, "application/json", bytes, text.length);
    net_response_header(response, "Cache-Control", "no-store");
}

/* What is counted now, not ever. */
static bool is_gauge(const char *name)
{
    size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, "_open") == 0;
}

/* What this node knows of the others. */
static void add_house(struct serve *serve, struct hall_page *page)
{
    const struct hall_counters own = hall_count(serve->hall);
    unsigned count = 1;
    uint64_t tables = own.tables, conns = own.conns, passed = 0, taken = 0;
    struct store_node *nodes = serve->nodes ? store_nodes_house(&serve->store, &count) : NULL;
    for (unsigned i = 1; nodes && i < count; i++) {
        tables += nodes[i].tables;
        conns += nodes[i].conns;
    }
    free(nodes);
    if (serve->nodes)
        nodes_count(serve->nodes, &passed, &taken);
    hall_figure_gauge(page, "house_nodes", "Nodes of the house that are alive.", count);
    hall_figure_gauge(page, "house_tables", "Open tables of the whole house.", tables);
    hall_figure_gauge(page, "house_connections", "Connections of the whole house, each where its table is.",
                      conns);
    hall_figure_gauge(page, "node_passed", "Connections here whose table is at another node.", passed);
    hall_figure_gauge(page, "node_taken", "Connections at other nodes whose table is here.", taken);
}

static void answer_metrics(struct serve *serve, struct net_response *response)
{
    struct hall_page page = hall_page_metrics(serve->hall);
    struct net_counters net = net_server_counters(serve->net);
    struct store_counters store = store_count(&serve->store);
#define X(name, help) \
    (is_gauge(#name) ? hall_figure_gauge : hall_figure_counter)(&page, "net_" #name, help, net.name);
    NET_COUNTER_LIST(X)
#undef X
    hall_figure_counter(&page, "journal_entries", "Entries written to the journal.", store.entries);
    hall_figure_counter(&page, "journal_groups", "Groups of entries written, one fsync each.", store.groups);
    hall_figure_counter(&page, "journal_failures", "Groups that could not be written at once.",
                        store.failures);
    hall_figure_gauge(&page, "journal_slowest_microseconds", "The slowest group since the start.",
                      store.slowest_us);
    hall_figure_histogram(&page, "journal_commit", "Writing one group of entries, until it is on the disk.",
                          &store.commits);
    const struct store_growth growth = store_measure(&serve->store);
    hall_figure_gauge(&page, "data_bytes", "The data file.", growth.bytes);
    hall_figure_gauge(&page, "data_free_bytes", "Of that, what is free and is given back.",
                      growth.free_bytes);
    hall_figure_gauge(&page, "data_bytes_per_day", "What it grows by, at the pace since the start.",
                      growth.bytes_per_day);
    hall_figure_gauge(&page, "data_bytes_in_30_days", "How large it will be at that pace.",
                      growth.bytes_in_30_days);
    hall_figure_gauge(&page, "tables_ended_kept", "Ended tables in the data file.", growth.ended);
    hall_figure_counter(&page, "tables_archived", "Ended tables that went to the archive.", growth.archived);
    hall_figure_counter(&page, "record_reads", "Records of games that were read from the disk.",
                        serve->record_reads);
    hall_figure_histogram(&page, "loop_turn", "One turn of the loop, without waiting.", &serve->turns);
    hall_figure_histogram(&page, "loop_work", "Processor time of one turn of the loop.", &serve->work);
    hall_figure_counter(&page, "loop_slow_turns", "Turns of the loop over 20 ms.", serve->slow_turns);
    hall_figure_counter(&page, "stops", "Times that the process stood still and the tables' time with it.",
                        serve->stops);
    if (serve->push) {
        const struct push_counters push = push_count(serve->push);
        hall_figure_gauge(&page, "push_subscriptions", "Browsers that want to be told by push.",
                          push.subscriptions);
        hall_figure_counter(&page, "push_sent", "Notifications that a push service has taken.", push.sent);
        hall_figure_counter(&page, "push_refused", "Notifications that it has refused.", push.refused);
        hall_figure_counter(&page, "push_failed", "Notifications without an answer.", push.failed);
        hall_figure_counter(&page, "push_dropped", "Notifications too many to be sent.", push.dropped);
    }
    add_house(serve, &page);
    answer_page(response, "text/plain; version=0.0.4; charset=utf-8", page);
}

static void add_lines(void *context, const char *lines, size_t count)
{
    hall_lobby_add(context, lines, count);
}

/* Of the whole house. */
static struct hall_page lobby(struct serve *serve)
{
    struct hall_page page = {0}, own = hall_page_lobby(serve->hall, serve_turn_ms(serve));
    hall_lobby_add(&page, own.bytes, own.count);
    if (serve->nodes)
        store_nodes_read_lobby(&serve->store, add_lines, &page);
    hall_lobby_end(&page);
    free(own.bytes);
    return page;
}

/* Reading a journal takes long, so it is done aside. */
struct reading {
    struct hall_work work; /* first, so that one is the other */
    struct serve *serve;
    struct hall_record record;
    struct net_later *later;
    struct hall_page page;
    char why[STORE_WHY_BYTES];
};

static void run_reading(struct hall_work *work)
{
    struct reading *reading = (struct reading *)work;
    reading->page = hall_read_record(&reading->serve->store, &reading->record, reading->why);
}

static void end_reading(struct hall_work *work)
{
    struct reading *reading = (struct reading *)work;
    unsigned status = reading->page.bytes ? 200 : reading->why[0] ? 503 : 404;
    net_later_give(reading->later, status, "text/plain; charset=utf-8", reading->page.bytes,
                   reading->page.count);
    free(reading);
}

bool serve_read_record(struct serve *serve, const struct hall_record *record, struct net_later *later)
{
    struct reading *reading = later ? calloc(1, sizeof *reading) : NULL;
    if (!reading)
        return false;
    *reading = (struct reading){.work = {run_reading, end_reading, NULL}, .serve = serve, .record = *record};
    reading->later = later;
    if (serve_work_give(serve->works, &reading->work)) {
        serve->record_reads++;
        return true;
    }
    free(reading);
    return false;
}

static void say_later(struct net_response *response)
{
    net_response_status(response, 503);
    net_response_header(response, "Retry-After", "1");
}

static void answer_record(struct serve *serve, const char *id, uint32_t game, struct net_response *response)
{
    struct hall_record record;
    enum hall_found found = hall_find_record(serve->hall, id, game, &record);
    if (found == HALL_NOT_FOUND)
        return;
    if (found == HALL_LATER || !serve_read_record(serve, &record, net_response_later(response)))
        say_later(response);
}

/* A table that is not here may be another node's. */
static bool ask_others(struct serve *serve, const char *id, uint32_t game, struct net_response *response)
{
    uint64_t key;
    if (!serve->nodes || !hall_key_read(id, &key) || hall_has_table(serve->hall, key))
        return false;
    struct net_later *later = net_response_later(response);
    if (later)
        nodes_ask(serve->nodes, key, id, game, later);
    else
        say_later(response);
    return true;
}

/* /api/tables/ID and /api/tables/ID/games/N.mesa */
static void answer_table(struct serve *serve, const char *rest, const char *address,
                         struct net_response *response)
{
    char id[ROOM_ID_BYTES];
    size_t length = strcspn(rest, "/");
    unsigned long game = 0;
    char *end;
    if (length >= sizeof id)
        return;
    if (!hall_may_ask(serve->hall, address, serve_turn_ms(serve))) {
        net_response_status(response, 429);
        net_response_header(response, "Retry-After", "1");
        return;
    }
    memcpy(id, rest, length);
    id[length] = 0;
    if (rest[length] == 0) {
        if (ask_others(serve, id, 0, response))
            return;
        answer_page(response, "application/json", hall_page_table(serve->hall, id));
        return;
    }
    if (strncmp(rest + length, "/games/", 7) != 0 || rest[length + 7] < '1' || rest[length + 7] > '9')
        return;
    game = strtoul(rest + length + 7, &end, 10);
    if (strcmp(end, ".mesa") != 0 || game > UINT16_MAX)
        return;
    if (!ask_others(serve, id, (uint32_t)game, response))
        answer_record(serve, id, (uint32_t)game, response);
}

/* The protocol, for programs. */
static void answer_schema(struct net_response *response, void (*write)(struct pen_text *text),
                          const char *type)
{
    char *bytes = malloc(WIRE_SCHEMA_BYTES);
    struct pen_text text = pen_text_in(bytes, bytes ? WIRE_SCHEMA_BYTES : 0);
    if (bytes)
        write(&text);
    answer_page(response, type, (struct hall_page){.bytes = bytes, .count = text.length, .is_lost = !bytes});
}

void serve_http(void *context, const struct net_request *request, struct net_response *response)
{
    struct serve *serve = context;
    const char *path = request->path;
    if (strcmp(request->method, "GET") != 0)
        net_response_status(response, 405);
    else if (strcmp(path, "/ready") == 0)
        answer_ready(serve, response);
    else if (strcmp(path, "/health") == 0)
        answer_health(serve, response);
    else if (strcmp(path, "/metrics") == 0)
        answer_metrics(serve, response);
    else if (strcmp(path, "/api/tables") == 0)
        answer_page(response, "application/json", lobby(serve));
    else if (strncmp(path, "/api/tables/", 12) == 0)
        answer_table(serve, path + 12, request->address, response);
    else if (strcmp(path, "/api/editions") == 0)
        net_response_borrow(response, 200, "application/json", serve->editions.bytes, serve->editions.count);
    else if (strcmp(path, "/api/schema.json") == 0)
        answer_schema(response, wire_schema, "application/schema+json");
    else if (strcmp(path, "/api/asyncapi.json") == 0)
        answer_schema(response, wire_asyncapi, "application/json");
    else if (strncmp(path, "/editions/", 10) == 0)
        answer_page(response, "text/plain; charset=utf-8", hall_page_edition(serve->hall, path + 10));
    else if (strncmp(path, "/api/", 5) != 0)
        site_answer(&serve->site, request, response);
}

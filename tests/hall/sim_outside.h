/* sim_outside.h - what leaves the hall of test_sim.c, checked as it leaves: whatever a client is sent is
 * durable, an answer to an act is in the journal, nobody hears that there is no table while there is one. */
#ifndef TESTS_HALL_SIM_OUTSIDE_H
#define TESTS_HALL_SIM_OUTSIDE_H

#include "sim_world.h"

struct search {
    const char *name;
    uint32_t id;
    bool is_found;
};

static bool search_entry(void *context, const struct store_entry *entry)
{
    struct search *search = context;
    char wanted[40];
    size_t name = strlen(search->name);
    snprintf(wanted, sizeof wanted, " id=%u", (unsigned)search->id);
    for (const char *line = entry->bytes, *end = entry->bytes + entry->count; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((stop ? stop : end) - line);
        char copy[400];
        snprintf(copy, sizeof copy, "%.*s", (int)(length < 390 ? length : 390), line);
        const char *at = strstr(copy, wanted);
        if (strncmp(copy, search->name, name) == 0 && at &&
            (at[strlen(wanted)] == 0 || at[strlen(wanted)] == ' '))
            search->is_found = true;
        line = stop ? stop + 1 : end;
    }
    return !search->is_found;
}

/* An act that is acknowledged is in what is durable now. */
static void check_ack(const struct client *client, const char *bytes)
{
    const char *at = strstr(bytes, "\"ack\":");
    if (!at || strncmp(client->player.open_text, "{\"t\":\"act\"", 10) != 0)
        return;
    uint32_t id = (uint32_t)strtoul(at + 6, NULL, 10);
    if (id != client->player.open_id)
        return;
    struct search search = {client->player.name, id, false};
    (void)store_read_table(&world.store, key_of(world.ids[client->table]), UINT64_MAX, search_entry, &search,
                           why);
    CHECK(search.is_found, "%s was told that act %u counts, and it is not in the journal",
          client->player.name, (unsigned)id);
}

static bool note_close(void *context, const struct store_entry *entry)
{
    static const char close[] = "#! close ";
    *(bool *)context = entry->count > sizeof close && memcmp(entry->bytes, close, sizeof close - 1) == 0;
    return true;
}

static bool is_any(void *context, const struct store_entry *entry)
{
    (void)entry;
    *(bool *)context = true;
    return false;
}

/* That there is no table is only said when the disk knows of its end. */
static void check_no_table(unsigned table)
{
    bool has_journal = false, is_closed = false;
    const uint64_t key = key_of(world.ids[table]);
    (void)store_read_table(&world.store, key, UINT64_MAX, is_any, &has_journal, why);
    (void)store_read_table(&world.store, key, UINT64_MAX, note_close, &is_closed, why);
    CHECK(!has_journal || is_closed || world.is_damaged[table],
          "table %s was said not to be there, and a crash would have brought it back", world.ids[table]);
}

static bool is_visitor(const void *wire)
{
    return (const char *)wire >= (const char *)world.visitors &&
           (const char *)wire < (const char *)(world.visitors + VISITORS);
}

/* A welcome names the table that was asked for. */
static void visitor_hears(struct visitor *visitor, const char *bytes, size_t count)
{
    static const char welcome[] = "{\"t\":\"welcome\",\"table\":\"";
    CHECK(visitor->conn && !visitor->is_closing, "a message for a connection that is gone: %.*s", (int)count,
          bytes);
    if (count < sizeof welcome + 10 || memcmp(bytes, welcome, sizeof welcome - 1) != 0)
        return;
    const char *table = bytes + sizeof welcome - 1;
    for (unsigned i = 0; i < visitor->wanted_count; i++)
        if (strncmp(table, visitor->wanted[i], 10) == 0)
            return;
    CHECK(visitor->has_created, "welcome to %.10s, which was not asked for", table);
    memmove(world.left[1], world.left[0], sizeof world.left - sizeof world.left[0]);
    snprintf(world.left[0], sizeof world.left[0], "%.10s", table);
}

static void host_send(void *context, void *wire_, const char *bytes, size_t count)
{
    struct wire *wire = wire_;
    char copy[64];
    (void)context;
    if (is_visitor(wire_)) {
        visitor_hears(wire_, bytes, count);
        return;
    }
    push(&wire->down, bytes, count);
    if (!wire->client)
        return;
    snprintf(copy, sizeof copy, "%.*s", (int)(count < 60 ? count : 60), bytes);
    unsigned table = wire->client->table;
    if (strncmp(copy, "{\"t\":\"welcome\",\"table\":\"", 24) == 0)
        snprintf(wire->table, sizeof wire->table, "%.10s", copy + 24);
    const char *n = strstr(copy, ",\"n\":");
    if (n && strcmp(wire->table, world.ids[table]) == 0 &&
        (strncmp(copy, "{\"t\":\"update\"", 13) == 0 || strncmp(copy, "{\"t\":\"table\"", 12) == 0)) {
        uint64_t number = strtoull(n + 5, NULL, 10);
        if (number > world.sent_n[table])
            world.sent_n[table] = number;
    }
    if (strstr(copy, "\"code\":\"no-table\"") && strcmp(wire->asked, world.ids[table]) == 0)
        check_no_table(table);
    char *whole = malloc(count + 1);
    memcpy(whole, bytes, count);
    whole[count] = 0;
    check_ack(wire->client, whole);
    free(whole);
}

static void host_close(void *context, void *wire_, uint16_t code, const char *reason)
{
    struct wire *wire = wire_;
    (void)context;
    (void)code;
    (void)reason;
    if (is_visitor(wire_))
        ((struct visitor *)wire_)->is_closing = true;
    else
        wire->is_closing = true;
}

static void host_entropy(void *context, uint8_t *bytes, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)any(256);
}

static const struct hall_host host = {NULL, host_send, host_close, host_entropy, NULL, NULL};

#endif

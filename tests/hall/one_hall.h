/* one_hall.h - a hall under test, its store in memory, and connections that remember what they heard. */
#ifndef TESTS_HALL_ONE_HALL_H
#define TESTS_HALL_ONE_HALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hall/hall.h"
#include "../support/store_memory.h"

enum { WIRES = 16, HEARD_BYTES = 1 << 17 };

/* Everything that was sent to a connection, one message per line. */
struct wire {
    struct hall_conn *conn;
    char heard[HEARD_BYTES];
    size_t length;
    unsigned closed; /* its code */
};

static struct wire wires[WIRES];
static struct store store;
static struct hall *hall;
static uint64_t now_ms;
static unsigned next_byte;
static char why[STORE_WHY_BYTES];

static inline void host_send(void *context, void *wire_, const char *bytes, size_t count)
{
    struct wire *wire = wire_;
    (void)context;
    assert_true(wire->length + count + 2 < HEARD_BYTES);
    memcpy(wire->heard + wire->length, bytes, count);
    wire->length += count;
    wire->heard[wire->length++] = '\n';
    wire->heard[wire->length] = 0;
}

static inline void host_close(void *context, void *wire, uint16_t code, const char *reason)
{
    (void)context;
    (void)reason;
    ((struct wire *)wire)->closed = code;
}

static inline void host_entropy(void *context, uint8_t *bytes, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)(++next_byte * 167u >> 3);
}

static const struct hall_host host = {NULL, host_send, host_close, host_entropy, NULL, NULL};

static inline void start(const struct hall_limits *limits)
{
    struct hall_restored found;
    hall = hall_create(limits, &store, &host);
    assert_non_null(hall);
    assert_true(hall_restore(hall, now_ms, &found, why));
}

static inline int set_up(void **state)
{
    (void)state;
    memset(wires, 0, sizeof wires);
    now_ms = 1700000000000u;
    assert_true(store_open_memory(&store));
    start(&hall_limits_usual);
    return 0;
}

static inline int tear_down(void **state)
{
    (void)state;
    hall_destroy(hall);
    (void)store_close(&store);
    return 0;
}

static inline void settle(void)
{
    for (int i = 0; i < 6; i++) {
        (void)hall_turn(hall, now_ms);
        store_memory_finish(&store, STORE_FAULT_NONE);
    }
    (void)hall_turn(hall, now_ms);
}

static inline void open_wire(unsigned index, const char *address)
{
    wires[index].closed = 0;
    wires[index].length = 0;
    wires[index].heard[0] = 0;
    wires[index].conn = hall_open(hall, &wires[index], address, now_ms);
}

static inline void say(unsigned index, const char *text);

/* Most begin so. */
static inline void open_greeted(unsigned index, const char *address)
{
    open_wire(index, address);
    if (!wires[index].conn)
        return;
    say(index, "{\"t\":\"hello\",\"v\":2,\"lang\":\"en\"}");
    wires[index].length = 0;
    wires[index].heard[0] = 0;
}

static inline void say(unsigned index, const char *text)
{
    hall_text(hall, wires[index].conn, text, strlen(text), (struct hall_trip){20, 20}, now_ms);
}

/* Says it and returns what is heard after everything was written. */
static inline const char *ask(unsigned index, const char *text)
{
    wires[index].length = 0;
    wires[index].heard[0] = 0;
    say(index, text);
    settle();
    return wires[index].heard;
}

#define HAS(text, part)                                         \
    do {                                                        \
        const char *has_ = (text);                              \
        if (!strstr(has_, (part)))                              \
            fail_msg("'%s' is not in:\n%.2000s", (part), has_); \
    } while (0)

static inline void field(const char *text, const char *key, char *value, size_t size)
{
    char wanted[32];
    snprintf(wanted, sizeof wanted, "\"%s\":\"", key);
    const char *at = strstr(text, wanted);
    assert_non_null(at);
    at += strlen(wanted);
    snprintf(value, size, "%.*s", (int)strcspn(at, "\""), at);
}

static char table[32], tokens[4][80];

/* Ana opens a table for two and Beto joins; connections 0 and 1. */
static inline void begin_table(void)
{
    char text[200];
    open_greeted(0, "10.0.0.1");
    open_greeted(1, "10.0.0.2");
    const char *heard =
        ask(0, "{\"t\":\"create\",\"name\":\"Ana\",\"settings\":{\"seats\":2,\"clock\":null}}");
    HAS(heard, "\"t\":\"welcome\"");
    HAS(heard, "\"seat\":0");
    field(heard, "table", table, sizeof table);
    field(heard, "token", tokens[0], sizeof tokens[0]);
    snprintf(text, sizeof text, "{\"t\":\"join\",\"table\":\"%s\",\"name\":\"Beto\"}", table);
    heard = ask(1, text);
    HAS(heard, "\"seat\":1");
    field(heard, "token", tokens[1], sizeof tokens[1]);
}

static inline void begin_game(void)
{
    begin_table();
    HAS(ask(0, "{\"t\":\"agree\",\"id\":1,\"rules\":1}"), "\"t\":\"ok\"");
    HAS(ask(1, "{\"t\":\"agree\",\"id\":1,\"rules\":1}"), "\"t\":\"ok\"");
    HAS(ask(0, "{\"t\":\"start\",\"id\":2}"), "\"t\":\"ok\"");
    settle();
}

static inline const struct room *room_now(void)
{
    const struct room_rules *rules;
    bool is_durable;
    const struct room *room = hall_room(hall, table, &rules, &is_durable);
    assert_non_null(room);
    return room;
}

#endif

/* test_memory.c - memory that runs out: every allocation of the house in turn fails, once or from then on.
 * One table or one connection may be let go, and says so; the house goes on, and what was acknowledged
 * is in the journal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hall/hall.h"
#include "../support/store_memory.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

/* The allocation that fails, counted down; 0: none does. */
static unsigned left, failures;
static bool is_for_good;

static bool fails(void)
{
    if (left == 0 || --left > 0)
        return false;
    left = is_for_good;
    failures++;
    return true;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}

enum { WIRES = 3 };

static struct {
    struct hall_conn *conn;
    bool is_closed;
    char table[12];
} wires[WIRES];
static struct store store;
static struct hall *hall;
static uint64_t now_ms;
static unsigned lost, acknowledged;
static char why[STORE_WHY_BYTES];

static void host_send(void *context, void *wire, const char *bytes, size_t count)
{
    static const char welcome[] = "{\"t\":\"welcome\",\"table\":\"", ok[] = "{\"t\":\"ok\"";
    (void)context;
    unsigned index = (unsigned)(size_t)wire;
    if (count > sizeof welcome + 10 && memcmp(bytes, welcome, sizeof welcome - 1) == 0)
        memcpy(wires[index].table, bytes + sizeof welcome - 1, 10);
    acknowledged += count > sizeof ok && memcmp(bytes, ok, sizeof ok - 1) == 0;
}

static void host_close(void *context, void *wire, uint16_t code, const char *reason)
{
    (void)context;
    (void)code;
    (void)reason;
    wires[(size_t)wire].is_closed = true;
}

static void host_entropy(void *context, uint8_t *bytes, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)(now_ms * 31 + i * 7);
}

static void host_log(void *context, enum hall_level level, const char *code, enum word key,
                     const struct pen_arg *arguments, unsigned count)
{
    (void)context;
    (void)level;
    (void)key;
    (void)arguments;
    (void)count;
    lost += strcmp(code, "table-lost") == 0 || strcmp(code, "connection-lost") == 0;
}

static const struct hall_host host = {NULL, host_send, host_close, host_entropy, host_log, NULL};

static void turn(void)
{
    for (unsigned i = 0; i < 3; i++) {
        (void)hall_turn(hall, now_ms += 5);
        unsigned kept = left;
        left = 0; /* this disk is memory, and not what is tried here */
        store_memory_finish(&store, STORE_FAULT_NONE);
        left = kept;
    }
    for (unsigned i = 0; i < WIRES; i++) {
        if (wires[i].conn && wires[i].is_closed) {
            hall_closed(hall, wires[i].conn, now_ms);
            wires[i].conn = NULL;
        }
    }
}

static void say(unsigned index, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!wires[index].conn) {
        wires[index].is_closed = false;
        wires[index].conn = hall_open(hall, (void *)(size_t)index, "10.0.0.1", now_ms);
        static const char hello[] = "{\"t\":\"hello\",\"v\":2}";
        if (wires[index].conn)
            hall_text(hall, wires[index].conn, hello, sizeof hello - 1, (struct hall_trip){20, 20}, now_ms);
    }
    if (wires[index].conn)
        hall_text(hall, wires[index].conn, text, strlen(text), (struct hall_trip){20, 20}, now_ms);
    turn();
}

/* Two people and a bot; they talk, play a little, somebody watches, pages are asked for, all leave. */
static void session(void)
{
    wires[0].table[0] = 0;
    say(0, "{\"t\":\"create\",\"name\":\"Ana\",\"settings\":{\"seats\":3,\"clock\":{\"move\":5}}}");
    say(1, "{\"t\":\"join\",\"table\":\"%s\",\"name\":\"Beto\"}", wires[0].table);
    say(2, "{\"t\":\"watch\",\"table\":\"%s\"}", wires[0].table);
    say(0, "{\"t\":\"bot\",\"id\":1,\"seat\":2,\"level\":\"rule\"}");
    say(0, "{\"t\":\"agree\",\"id\":2,\"rules\":1}");
    say(1, "{\"t\":\"agree\",\"id\":1,\"rules\":1}");
    say(1, "{\"t\":\"say\",\"id\":2,\"text\":\"hola\"}");
    say(0, "{\"t\":\"start\",\"id\":3}");
    for (unsigned id = 4; id < 10; id++) {
        now_ms += 3000;
        say(0, "{\"t\":\"act\",\"id\":%u,\"do\":\"draws\"}", id);
        say(1, "{\"t\":\"act\",\"id\":%u,\"do\":\"keeps\"}", id);
    }
    struct hall_page pages[] = {hall_page_metrics(hall), hall_page_lobby(hall, now_ms),
                                hall_admin_gather(hall)};
    for (unsigned i = 0; i < 3; i++)
        free(pages[i].bytes);
    for (unsigned i = 0; i < WIRES; i++)
        say(i, "{\"t\":\"leave\",\"id\":20}");
    for (unsigned i = 0; i < WIRES; i++) {
        if (wires[i].conn)
            hall_closed(hall, wires[i].conn, now_ms);
        wires[i].conn = NULL;
    }
    turn();
}

static void test_runs_out(void **state)
{
    unsigned tried = 0, all_lost = 0;
    (void)state;
    for (unsigned way = 0; way < 2; way++) {
        for (unsigned which = 1;; which++) {
            struct hall_restored found;
            failures = lost = 0;
            is_for_good = way;
            now_ms = 1700000000000u;
            memset(wires, 0, sizeof wires);
            assert_true(store_open_memory(&store));
            hall = hall_create(&hall_limits_usual, &store, &host);
            assert_non_null(hall);
            assert_true(hall_restore(hall, now_ms, &found, why));
            left = which;
            session();
            bool was_reached = failures > 0;
            left = 0;
            /* The house goes on: as if nothing had been. */
            now_ms += 60000;
            acknowledged = 0;
            session();
            assert_true(wires[0].table[0] != 0);
            assert_true(acknowledged >= 6);
            hall_destroy(hall);
            /* And what it wrote can be read. */
            hall = hall_create(&hall_limits_usual, &store, &host);
            assert_true(hall && hall_restore(hall, now_ms, &found, why));
            assert_int_equal(found.set_aside, 0);
            hall_destroy(hall);
            (void)store_close(&store);
            all_lost += lost;
            tried++;
            if (!was_reached)
                break;
        }
    }
    print_message("# %u allocations failed in turn; %u tables and connections were let go\n", tried,
                  all_lost);
    assert_true(tried > 40 && all_lost > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_runs_out)};
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}

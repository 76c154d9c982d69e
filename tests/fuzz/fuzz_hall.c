/* fuzz_hall.c - bytes become what clients say, time, news of the disk and crashes; the hall must answer
 * all of it and its tables must stay sound. Raw bytes are messages too; so that games get anywhere, most
 * choices are among messages that a client could send. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall/hall.h"
#include "../support/store_memory.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CONNS = 4, TURNS_MAX = 400 };

static struct {
    const uint8_t *data;
    size_t size;
    struct store store;
    struct hall *hall;
    struct hall_conn *conns[CONNS];
    uint64_t now_ms;
    int64_t wait_ms; /* until the hall has something to do; -1: nothing */
    struct hall_limits limits;
    struct hall_work *works;
    uint32_t id;
    char table[20];
    uint8_t next;
} world;

static const char hello[] = "{\"t\":\"hello\",\"v\":2,\"lang\":\"es\"}";

static const char *const commands[] = {
    "{\"t\":\"agree\",\"id\":%u,\"rules\":1}",
    "{\"t\":\"start\",\"id\":%u}",
    "{\"t\":\"ready\",\"id\":%u}",
    "{\"t\":\"bot\",\"id\":%u,\"seat\":2,\"level\":\"rule\"}",
    "{\"t\":\"bot\",\"id\":%u,\"seat\":2,\"level\":null}",
    "{\"t\":\"bot\",\"id\":%u,\"seat\":1,\"level\":\"expert\"}",
    "{\"t\":\"set\",\"id\":%u,\"settings\":{\"edition\":\"office\",\"house\":[\"jump-in\"],\"seats\":3}}",
    ("{\"t\":\"set\",\"id\":%u,\"settings\":{\"edition\":\"cumulative\",\"scoring\":\"quick\","
     "\"clock\":{\"move\":5}}}"),
    "{\"t\":\"ask\",\"id\":%u,\"what\":\"pause\"}",
    "{\"t\":\"ask\",\"id\":%u,\"what\":\"go-on\"}",
    "{\"t\":\"ask\",\"id\":%u,\"what\":\"take-back\"}",
    "{\"t\":\"ask\",\"id\":%u,\"what\":\"kick\",\"seat\":1}",
    "{\"t\":\"vote\",\"id\":%u,\"yes\":true}",
    "{\"t\":\"vote\",\"id\":%u,\"yes\":false}",
    "{\"t\":\"say\",\"id\":%u,\"text\":\"¿qué?\\u0007\"}",
    "{\"t\":\"again\",\"id\":%u,\"rules\":1}",
    "{\"t\":\"leave\",\"id\":%u}",
    "{\"t\":\"hint\",\"id\":%u}",
    "{\"t\":\"act\",\"id\":%u,\"do\":\"draws\",\"dt\":3}",
    "{\"t\":\"act\",\"id\":%u,\"do\":\"keeps\"}",
    "{\"t\":\"act\",\"id\":%u,\"do\":\"takes\"}",
    "{\"t\":\"act\",\"id\":%u,\"do\":\"drops\",\"dt\":1000}",
    "{\"t\":\"act\",\"id\":%u,\"do\":\"says uno\"}",
    "{\"t\":\"act\",\"id\":%u,\"do\":\"catches Beto\"}",
    "{\"t\":\"act\",\"id\":%u,\"do\":\"plays w red\"}",
    "{\"t\":\"act\",\"id\":%u,\"do\":\"accuses Ana\"}",
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static uint8_t take(void)
{
    if (world.size == 0)
        return 0;
    world.size--;
    return *world.data++;
}

static void on_send(void *context, void *wire, const char *bytes, size_t count)
{
    (void)context;
    (void)wire;
    static const char welcome[] = "{\"t\":\"welcome\",\"table\":\"";
    if (count > sizeof welcome + 10 && memcmp(bytes, welcome, sizeof welcome - 1) == 0 && !world.table[0])
        snprintf(world.table, sizeof world.table, "%.10s", bytes + sizeof welcome - 1);
}

static void on_close(void *context, void *wire, uint16_t code, const char *reason)
{
    (void)context;
    (void)wire;
    (void)code;
    (void)reason;
}

static void on_entropy(void *context, uint8_t *bytes, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)(world.next += 41);
}

static bool take_work(void *context, struct hall_work *work)
{
    (void)context;
    work->next = world.works;
    world.works = work;
    return true;
}

static void do_work(void)
{
    struct hall_work *work = world.works;
    if (!work)
        return;
    world.works = work->next;
    work->run(work);
    work->done(work);
}

static void drop_works(void)
{
    for (struct hall_work *work = world.works, *next; work; work = next) {
        next = work->next;
        free(work);
    }
    world.works = NULL;
}

static void start(void)
{
    const struct hall_host host = {NULL, on_send, on_close, on_entropy, NULL, NULL};
    struct hall_restored found;
    char why[STORE_WHY_BYTES];
    world.hall = hall_create(&world.limits, &world.store, &host);
    if (world.hall)
        hall_work_with(world.hall, take_work, NULL);
    if (!world.hall || !hall_restore(world.hall, world.now_ms, &found, why) || found.set_aside > 0)
        abort(); /* what it wrote itself it must be able to read */
}

static void say(struct hall_conn *conn, const char *text, size_t count)
{
    hall_text(world.hall, conn, text, count, (struct hall_trip){30, 30}, world.now_ms);
}

static void say_hello(unsigned index)
{
    static const char *const names[] = {"Ana", "Beto", "Carla", "Dani"};
    char text[300];
    unsigned kind = take() % 4;
    if (kind == 0 || !world.table[0])
        snprintf(text, sizeof text, "{\"t\":\"create\",\"name\":\"%s\",\"token\":\"%064u\"}", names[index],
                 index);
    else if (kind == 1)
        snprintf(text, sizeof text, "{\"t\":\"watch\",\"table\":\"%s\"}", world.table);
    else if (kind == 2)
        snprintf(text, sizeof text, "{\"t\":\"resume\",\"table\":\"%s\",\"token\":\"%064u\",\"last\":%u}",
                 world.table, index, take());
    else
        snprintf(text, sizeof text, "{\"t\":\"join\",\"table\":\"%s\",\"name\":\"%s\",\"token\":\"%064u\"}",
                 world.table, names[index], index);
    say(world.conns[index], text, strlen(text));
}

static void act(unsigned index)
{
    static const char colors[] = "rgby", faces[] = "0123456789srw";
    char text[100];
    uint8_t card = take();
    snprintf(text, sizeof text, "{\"t\":\"act\",\"id\":%u,\"do\":\"%s %c%c\"}", (unsigned)++world.id,
             card & 128 ? "jumps" : "plays", colors[card & 3], faces[(card >> 2 & 31) % 13]);
    say(world.conns[index], text, strlen(text));
}

static void crash(void)
{
    for (unsigned i = 0; i < CONNS; i++)
        world.conns[i] = NULL;
    drop_works();
    hall_destroy(world.hall);
    store_memory_crash(&world.store, take());
    start();
}

/* An edition of somebody's own, put together of lines that mean something. */
static void paste(unsigned index)
{
    static const char *const lines[] = {
        "hand 1",
        "hand 12",
        "players 2 to 4",
        "scoring quick",
        "without w+4, r, s",
        "play 0 everyone draws 20",
        "play 7 swap hands",
        "play s pass hands, skip next",
        "play r race drop 20",
        "open w ignore",
        "open +2 return",
        "answers any draw card",
        "draw until one fits",
        "jump any time",
        "show hands of 3",
        "limit 12 cards",
        "wild wb 7 cards, 0 points, en \\\"B\\\", es \\\"B\\\"\\nplay wb name color, everyone draws 2, "
        "reverse"
        "\\nopen wb return",
        "colors red green",
        "dealer named",
        "nonsense",
    };
    char text[2048];
    int length = snprintf(text, sizeof text,
                          "{\"t\":\"set\",\"id\":%u,\"settings\":{},\"text\":\"%s\\ntitle en \\\"E\\\", es "
                          "\\\"E\\\"\\n",
                          (unsigned)++world.id, take() % 4 ? "edition e\\nlike classic" : "house h");
    for (unsigned i = take() % 6; i > 0; i--)
        length += snprintf(text + length, sizeof text - (size_t)length, "%s\\n",
                           lines[take() % (sizeof lines / sizeof lines[0])]);
    length += snprintf(text + length, sizeof text - (size_t)length, "\"}");
    say(world.conns[index], text, (size_t)length);
}

static void step(void)
{
    char text[256];
    uint8_t what = take();
    unsigned index = what & 3;
    if (!world.conns[index])
        world.conns[index] = hall_open(world.hall, &world.conns[index], "::1", world.now_ms);
    if (!world.conns[index])
        return;
    hall_text(world.hall, world.conns[index], hello, sizeof hello - 1, (struct hall_trip){0, 0},
              world.now_ms);
    switch (what >> 2 & 15) {
    case 0: {
        size_t count = take();
        if (count > world.size)
            count = world.size;
        say(world.conns[index], (const char *)world.data, count);
        world.data += count;
        world.size -= count;
        break;
    }
    case 1:
    case 2:
        say_hello(index);
        break;
    case 3: {
        uint8_t how = take();
        if (how & 128) /* to the very moment at which something is due */
            world.now_ms += world.wait_ms > 0 ? (uint64_t)world.wait_ms : 0;
        else
            world.now_ms += UINT64_C(1) << (how & 31);
        if (how & 64 && how & 32)
            hall_stood_still(world.hall, world.now_ms);
        break;
    }
    case 4:
        hall_closed(world.hall, world.conns[index], world.now_ms);
        world.conns[index] = NULL;
        break;
    case 5:
        store_memory_finish(&world.store, take() & 1 ? STORE_FAULT_FULL : STORE_FAULT_SYNC);
        break;
    case 6:
        if (take() % 4 == 0)
            crash();
        break;
    case 7:
    case 8:
    case 9:
        act(index);
        break;
    case 10:
        paste(index);
        break;
    default:
        snprintf(text, sizeof text, commands[take() % COMMANDS], (unsigned)++world.id);
        say(world.conns[index], text, strlen(text));
        break;
    }
    if (!(what & 64)) {
        do_work();
        world.wait_ms = hall_turn(world.hall, world.now_ms);
        store_memory_finish(&world.store, STORE_FAULT_NONE);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    memset(&world, 0, sizeof world);
    world.data = data;
    world.size = size;
    world.now_ms = 1700000000000u;
    if (!store_open_memory(&world.store))
        abort();
    /* Whoever has small limits reaches them. */
    world.limits = size > 0 && data[0] & 1 ? hall_limits_usual : hall_limits_wide;
    if (size > 0 && data[0] & 2) {
        world.limits.journal_bytes = 4096;
        world.limits.held_bytes = 8192;
        world.limits.table.entries = (struct hall_rate){20, 5};
    }
    start();
    for (unsigned i = 0; i < TURNS_MAX && world.size > 0; i++) {
        step();
        const struct room_rules *rules;
        bool is_durable;
        const struct room *room =
            world.table[0] ? hall_room(world.hall, world.table, &rules, &is_durable) : NULL;
        if (room && (room->stage == ROOM_PLAYING || room->stage == ROOM_BETWEEN) &&
            pen_round_check(rules->rules, &room->game.round))
            abort();
    }
    drop_works();
    hall_destroy(world.hall);
    (void)store_close(&world.store);
    return 0;
}

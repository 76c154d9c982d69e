/* tables.c - all tables: by name, in a row, and by when they next want to hear of time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall/inside.h"

static const char letters[] = WIRE_TABLE_LETTERS;
PEN_STATIC_ASSERT(sizeof letters == 33, "five bits per letter");

static bool read_letters(const char *text, unsigned count, uint64_t *number)
{
    *number = 0;
    for (unsigned i = 0; i < count; i++) {
        const char *at = text[i] ? strchr(letters, text[i]) : NULL;
        if (!at)
            return false;
        *number = *number << 5 | (uint64_t)(at - letters);
    }
    return true;
}

bool hall__key_read(const char *id, uint64_t *key)
{
    uint64_t number;
    if (strlen(id) != HALL_ID_LETTERS || !read_letters(id, HALL_ID_LETTERS, &number))
        return false;
    *key = number;
    return true;
}

uint16_t hall__place_read(const char *text)
{
    uint64_t place;
    return read_letters(text, HALL_PLACE_LETTERS, &place) ? (uint16_t)(place + 1) : 0;
}

uint64_t hall__key_at(uint64_t key, uint16_t place)
{
    const unsigned shift = 5 * (HALL_ID_LETTERS - HALL_PLACE_LETTERS);
    return place == 0 ? key : (key & ((UINT64_C(1) << shift) - 1)) | (uint64_t)(place - 1) << shift;
}

void hall__key_write(uint64_t key, char id[ROOM_ID_BYTES])
{
    memset(id, 0, ROOM_ID_BYTES);
    for (unsigned i = 0; i < HALL_ID_LETTERS; i++)
        id[i] = letters[key >> 5 * (HALL_ID_LETTERS - 1 - i) & 31];
}

void hall_table_name(uint64_t key, char name[HALL_NAME_BYTES])
{
    PEN_STATIC_ASSERT(ROOM_ID_BYTES <= HALL_NAME_BYTES, "a name has room");
    hall__key_write(key, name);
}

static size_t place_of(const struct hall *hall, uint64_t key)
{
    return (size_t)((key * 0x9e3779b97f4a7c15u >> 20) & (hall->map_size - 1));
}

struct hall_table *hall__table_find(const struct hall *hall, uint64_t key)
{
    if (hall->map_size == 0)
        return NULL;
    struct hall_table *table = hall->map[place_of(hall, key)];
    while (table && table->key != key)
        table = table->next;
    return table;
}

bool hall_has_seat(const struct hall *hall, uint64_t key, const uint8_t *token_hash)
{
    const struct hall_table *table = hall__table_find(hall, key);
    for (unsigned seat = 0; table && seat < PEN_SEATS_MAX; seat++)
        if (table->room.seats[seat].kind == ROOM_PERSON &&
            memcmp(table->room.seats[seat].token_hash, token_hash, ROOM_TOKEN_BYTES) == 0)
            return true;
    return false;
}

bool hall_has_table(const struct hall *hall, uint64_t key)
{
    return hall__table_find(hall, key) != NULL;
}

static void let_go(struct hall *hall, struct hall_table *table)
{
    hall__empty(hall, table, HALL_CLOSE_AGAIN);
    hall__table_end(hall, table);
}

bool hall_let_go(struct hall *hall, uint64_t *key)
{
    enum { LOOKS = 256 }; /* at so many; a busy house has others in the next turn */
    struct hall_table *chosen = NULL;
    for (size_t i = 0; i < hall->table_count && i < LOOKS; i++) {
        struct hall_table *table = hall->list[hall->table_count - 1 - i];
        if (!hall__is_durable(hall, table) || table->is_lost)
            continue;
        chosen = table;
        if (table->room.live.here == 0 && !table->watchers)
            break;
    }
    if (!chosen)
        return false;
    *key = chosen->key;
    let_go(hall, chosen);
    return true;
}

bool hall_let_go_of(struct hall *hall, uint64_t key)
{
    struct hall_table *table = hall__table_find(hall, key);
    if (!table || !hall__is_durable(hall, table) || table->is_lost)
        return false;
    let_go(hall, table);
    return true;
}

/* By which ways the people of a table come. */
struct coming {
    const struct hall_ways *ways;
    struct hall *hall;
    struct hall_conn *newest;
    unsigned count, there; /* by the same node as the newest */
};

static void find_newest(struct coming *coming, struct hall_conn *conn)
{
    if (!coming->newest || conn->said_ms > coming->newest->said_ms)
        coming->newest = conn;
}

static bool comes_alike(const struct coming *coming, const struct hall_conn *conn)
{
    return coming->ways->through(conn->wire) == coming->ways->through(coming->newest->wire);
}

static void count_there(struct coming *coming, struct hall_conn *conn)
{
    coming->count++;
    coming->there += comes_alike(coming, conn);
}

static void send_again(struct coming *coming, struct hall_conn *conn)
{
    if (!comes_alike(coming, conn))
        hall__send(coming->hall, conn, NULL, HALL_CLOSE_AGAIN);
}

static void visit_people(const struct hall_table *table, struct coming *coming,
                         void (*visit)(struct coming *coming, struct hall_conn *conn))
{
    for (unsigned seat = 0; seat < PEN_SEATS_MAX; seat++)
        if (table->seated[seat])
            visit(coming, table->seated[seat]);
    for (struct hall_conn *conn = table->watchers; conn; conn = conn->next)
        visit(coming, conn);
}

/* Behind a proxy that knows nothing of tables they may never come alike: they are not asked for ever. */
static bool may_ask(const struct hall *hall, struct hall_table *table, const struct hall_ways *ways)
{
    enum { ASKED_MAX = 4, AGAIN_MS = 10000 };
    if (table->ways != ways->number && ways->number) {
        table->ways = ways->number;
        table->gathered = 0;
    }
    if (!ways->number || table->gathered == ASKED_MAX ||
        (table->gathered && hall->outside_ms < table->gathered_ms + ((uint64_t)AGAIN_MS << table->gathered)))
        return false;
    table->gathered++;
    table->gathered_ms = hall->outside_ms;
    return true;
}

/* Two who come by the same other node have been sent there by somebody who knows why, and will be again; who
 * came last was sent by what is true now. A single one may have come there by chance, and come elsewhere the
 * next time: the table follows seldom. */
static uint32_t strayed_to(struct hall *hall, struct hall_table *table, const struct hall_ways *ways)
{
    enum { STRAYED_MS = 3000, STRAYED_ALONE_MS = 600000 };
    struct coming coming = {.ways = ways, .hall = hall};
    visit_people(table, &coming, find_newest);
    if (!coming.newest || hall->outside_ms < coming.newest->said_ms + STRAYED_MS)
        return 0;
    visit_people(table, &coming, count_there);
    const uint32_t node = ways->through(coming.newest->wire);
    if (node && 2 * coming.there >= coming.count &&
        (coming.there > 1 || hall->outside_ms >= coming.newest->said_ms + STRAYED_ALONE_MS))
        return node;
    if (coming.there == coming.count)
        table->gathered = 0;
    else if (may_ask(hall, table, ways))
        visit_people(table, &coming, send_again);
    return 0;
}

uint32_t hall_find_strayed(struct hall *hall, const struct hall_ways *ways, uint64_t *key)
{
    enum { LOOKS = 256 };
    for (size_t i = 0; i < LOOKS && i < hall->table_count; i++) {
        if (hall->looked_at >= hall->table_count)
            hall->looked_at = 0;
        struct hall_table *table = hall->list[hall->looked_at++];
        const uint32_t node = strayed_to(hall, table, ways);
        if (node) {
            *key = table->key;
            return node;
        }
    }
    return 0;
}

bool hall_key_read(const char *id, uint64_t *key)
{
    return hall__key_read(id, key);
}

void hall_key_write(uint64_t key, char *id, size_t size)
{
    char name[ROOM_ID_BYTES];
    hall__key_write(key, name);
    snprintf(id, size, "%s", name);
}

struct hall_table *hall__table_named(const struct hall *hall, const char *id)
{
    uint64_t key;
    return hall__key_read(id, &key) ? hall__table_find(hall, key) : NULL;
}

static bool grow(struct hall *hall)
{
    size_t size = hall->table_size ? 2 * hall->table_size : 64;
    struct hall_table **list = realloc(hall->list, size * sizeof *list);
    if (!list)
        return false;
    hall->list = list;
    struct hall_table **heap = realloc(hall->heap, size * sizeof *heap);
    if (!heap)
        return false;
    hall->heap = heap;
    struct hall_table **map = calloc(size, sizeof *map);
    if (!map)
        return false;
    free(hall->map);
    hall->map = map;
    hall->map_size = size;
    hall->table_size = size;
    for (size_t i = 0; i < hall->table_count; i++) {
        struct hall_table *table = list[i];
        size_t place = place_of(hall, table->key);
        table->next = map[place];
        map[place] = table;
    }
    return true;
}

struct hall_table *hall__table_make(uint64_t key)
{
    struct hall_table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->key = key;
    table->heap_at = UINT32_MAX;
    table->deadline_ms = ROOM_NEVER;
    fair_chain_init(&table->chain);
    return table;
}

bool hall__table_link(struct hall *hall, struct hall_table *table)
{
    if (hall->table_count == hall->table_size && !grow(hall))
        return false;
    hall->stages[table->stage]++;
    table->list_at = (uint32_t)hall->table_count;
    hall->list[hall->table_count++] = table;
    size_t place = place_of(hall, table->key);
    table->next = hall->map[place];
    hall->map[place] = table;
    return true;
}

struct hall_table *hall__table_add(struct hall *hall, uint64_t key)
{
    struct hall_table *table = hall__table_make(key);
    if (table && !hall__table_link(hall, table)) {
        free(table);
        return NULL;
    }
    return table;
}

static void show(struct hall *hall, struct hall_table *table, bool is_shown)
{
    if (table->is_shown == is_shown)
        return;
    table->is_shown = is_shown;
    if (is_shown) {
        table->shown_before = NULL;
        table->shown_next = hall->shown;
        if (hall->shown)
            hall->shown->shown_before = table;
        hall->shown = table;
        return;
    }
    if (table->shown_before)
        table->shown_before->shown_next = table->shown_next;
    else
        hall->shown = table->shown_next;
    if (table->shown_next)
        table->shown_next->shown_before = table->shown_before;
}

void hall__table_end(struct hall *hall, struct hall_table *table)
{
    PEN_ASSERT(!table->is_ended);
    hall->stages[table->stage]--;
    show(hall, table, false);
    hall__heap_set(hall, table, ROOM_NEVER);
    struct hall_table **link = &hall->map[place_of(hall, table->key)];
    while (*link != table)
        link = &(*link)->next;
    *link = table->next;
    struct hall_table *last = hall->list[--hall->table_count];
    hall->list[table->list_at] = last;
    last->list_at = table->list_at;
    if (table->owner)
        hall_address_let_go(table->owner, HALL_HELD_TABLES);
    table->owner = NULL;
    table->is_ended = true;
    if (hall->ended_group < table->group)
        hall->ended_group = table->group;
    table->next = hall->ended;
    hall->ended = table;
}

void hall__table_count(struct hall *hall, struct hall_table *table)
{
    hall->stages[table->stage]--;
    table->stage = table->room.stage;
    hall->stages[table->stage]++;
    table->people = table->bots = 0;
    for (unsigned i = 0; i < table->room.seat_count; i++) {
        table->people = (uint8_t)(table->people + (table->room.seats[i].kind == ROOM_PERSON));
        table->bots = (uint8_t)(table->bots + (table->room.seats[i].kind == ROOM_BOT));
    }
    show(hall, table,
         table->room.settings.is_public && table->room.stage != ROOM_CLOSED && table->room.live.here != 0);
}

void hall__tables_reap(struct hall *hall)
{
    for (struct hall_table *table = hall->ended, *next; table; table = next) {
        next = table->next;
        PEN_ASSERT(!table->watchers);
        for (unsigned i = 0; i < PEN_SEATS_MAX; i++)
            PEN_ASSERT(!table->seated[i]);
        hall__rules_let_go(hall, table);
        free(table);
    }
    hall->ended = NULL;
    hall__rules_tidy(hall);
}

/* ---- the heap: the earliest deadline is at place 0 -------------------------------------------- */

static void put(struct hall *hall, size_t at, struct hall_table *table)
{
    hall->heap[at] = table;
    table->heap_at = (uint32_t)at;
}

static void sift(struct hall *hall, size_t at, struct hall_table *table)
{
    while (at > 0 && table->deadline_ms < hall->heap[(at - 1) / 2]->deadline_ms) {
        put(hall, at, hall->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= hall->heap_count)
            break;
        if (child + 1 < hall->heap_count &&
            hall->heap[child + 1]->deadline_ms < hall->heap[child]->deadline_ms)
            child++;
        if (hall->heap[child]->deadline_ms >= table->deadline_ms)
            break;
        put(hall, at, hall->heap[child]);
        at = child;
    }
    put(hall, at, table);
}

void hall__heap_set(struct hall *hall, struct hall_table *table, uint64_t deadline_ms)
{
    if (deadline_ms == table->deadline_ms)
        return;
    table->deadline_ms = deadline_ms;
    if (deadline_ms != ROOM_NEVER) {
        size_t at = table->heap_at != UINT32_MAX ? table->heap_at : hall->heap_count++;
        sift(hall, at, table);
        return;
    }
    size_t at = table->heap_at;
    table->heap_at = UINT32_MAX;
    struct hall_table *last = hall->heap[--hall->heap_count];
    if (last != table)
        sift(hall, at, last);
}

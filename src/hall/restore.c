/* restore.c - opens every table that the store has, after a restart.
 *
 * A table whose journal was changed on disk, or does not follow from itself, is reported and set aside:
 * its entries stay in the store for somebody to look at, and the others play on. */
#include <string.h>

#include "hall/inside.h"

struct reading {
    struct hall *hall;
    struct hall_restored *found;
};

static const struct room_rules *find_rules(void *context, const struct room_settings *settings)
{
    return hall__rules_find(context, settings);
}

static bool follows(struct hall *hall, struct hall_table *table, const struct store_entry *entry)
{
    if (entry->seq != table->seq + 1 || entry->before != table->last_place || entry->count == 0 ||
        entry->bytes[entry->count - 1] != '\n')
        return false;
    fair_chain_add_lines(&table->chain, entry->bytes, entry->count);
    if (memcmp(table->chain.hash, entry->hash, STORE_HASH_BYTES) != 0)
        return false;
    const struct room_library library = {hall->rules, find_rules};
    return room_restore(&table->room, &library, entry->bytes, entry->count);
}

static bool read_entry(void *context, const struct store_entry *entry)
{
    struct reading *reading = context;
    struct hall *hall = reading->hall;
    struct hall_table *table = hall__table_find(hall, entry->table);
    if (!table)
        table = hall__table_add(hall, entry->table);
    if (!table)
        return false;
    reading->found->entries++;
    if (!table->is_bad && !follows(hall, table, entry)) {
        table->is_bad = true;
        char id[ROOM_ID_BYTES];
        hall__key_write(table->key, id);
        hall__log(hall, "table %s: entry %u of its journal was changed; the table is set aside", id,
                  (unsigned)entry->seq);
    }
    table->seq = entry->seq;
    table->last_place = entry->place;
    return true;
}

/* Whether the table can be opened: it is what its name says, and there are rules for it. */
static bool is_whole(struct hall *hall, struct hall_table *table)
{
    char id[ROOM_ID_BYTES];
    hall__key_write(table->key, id);
    table->rules = hall__rules_find(hall->rules, &table->room.settings);
    return !table->is_bad && table->rules && strcmp(table->room.id, id) == 0;
}

bool hall_restore(struct hall *hall, uint64_t now_ms, struct hall_restored *found, char *why)
{
    struct reading reading = {hall, found};
    memset(found, 0, sizeof *found);
    if (!store_read_open(hall->store, read_entry, &reading, why))
        return false;
    for (size_t i = hall->table_count; i-- > 0;) {
        struct hall_table *table = hall->list[i];
        if (!is_whole(hall, table)) {
            found->set_aside++;
            hall__table_remove(hall, table);
        } else if (table->room.last_ms > hall->now_ms) {
            hall->now_ms = table->room.last_ms; /* the clock was set back meanwhile */
        }
    }
    hall__pass_time(hall, now_ms);
    found->tables = hall->table_count;
    for (size_t i = hall->table_count; i-- > 0;) {
        struct room_input input = {.type = ROOM_IN_WAKE, .seat = PEN_SEAT_NONE};
        struct room_answer answer;
        (void)hall__apply(hall, hall->list[i], &input, &answer);
    }
    return true;
}

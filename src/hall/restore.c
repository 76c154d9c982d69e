/* restore.c - opens every table that the store has, after a restart.
 *
 * Entries come in the order of writing, all tables mixed. They are taken in gulps, and each gulp is
 * sorted by table: what belongs together is put back together, while its table is at hand, and tables
 * are independent, so that two threads can share the work of a large gulp.
 *
 * A table whose journal was changed on disk, or does not follow from itself, is reported and set aside:
 * its entries stay in the store for somebody to look at, and the others play on. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "hall/inside.h"
#include "store/batch.h"
#include "words/hall_words.h"

enum { GULP_BYTES = 16 << 20, SHARED_COUNT = 4096 };

/* An entry of the gulp. */
struct item {
    struct hall_table *table;
    size_t at; /* in the batch; grows with the order of writing */
};

struct reading {
    struct hall *hall;
    struct hall_restored *found;
    struct store_batch gulp;
    bool is_out_of_memory;
    pthread_mutex_t rules_mutex; /* the rules are what the tables share */
};

/* Some whole tables of a gulp. */
struct share {
    struct reading *reading;
    const struct item *items;
    size_t count;
};

static const struct room_rules *find_rules(void *context, const struct setup_settings *settings)
{
    struct reading *reading = context;
    pthread_mutex_lock(&reading->rules_mutex);
    const struct room_rules *rules = hall__rules_find(reading->hall->rules, settings);
    pthread_mutex_unlock(&reading->rules_mutex);
    return rules;
}

static const struct room_rules *find_kept(void *context, const struct setup_settings *settings,
                                          uint64_t digest, const char *text, size_t bytes)
{
    struct reading *reading = context;
    pthread_mutex_lock(&reading->rules_mutex);
    const struct room_rules *rules = hall__rules_kept(reading->hall->rules, settings, digest, text, bytes);
    pthread_mutex_unlock(&reading->rules_mutex);
    return rules;
}

static bool keep(void *context, const struct pen_edition *edition)
{
    struct reading *reading = context;
    pthread_mutex_lock(&reading->rules_mutex);
    bool is_kept = hall__rules_keep(reading->hall->rules, edition);
    pthread_mutex_unlock(&reading->rules_mutex);
    return is_kept;
}

static bool follows(struct reading *reading, struct hall_table *table, const struct store_entry *entry)
{
    if (entry->seq != table->seq + 1 || entry->before != table->last_place || entry->count == 0 ||
        entry->bytes[entry->count - 1] != '\n')
        return false;
    fair_chain_add_lines(&table->chain, entry->bytes, entry->count);
    if (memcmp(table->chain.hash, entry->hash, STORE_HASH_BYTES) != 0)
        return false;
    const struct room_library library = {reading, find_rules, find_kept, keep};
    return room_restore(&table->room, &library, entry->bytes, entry->count);
}

static void put_back_entry(struct reading *reading, struct hall_table *table, const struct store_entry *entry)
{
    if (table->is_bad)
        return;
    if (!follows(reading, table, entry))
        table->is_bad = true;
    table->seq = entry->seq;
    table->epoch = entry->epoch;
    table->back = entry->back;
    table->last_place = entry->place;
    table->bytes += entry->count;
}

static void *put_back(void *argument)
{
    const struct share *share = argument;
    for (size_t i = 0; i < share->count; i++) {
        struct store_entry entry;
        size_t at = share->items[i].at;
        if (store_batch_next(&share->reading->gulp, &at, &entry))
            put_back_entry(share->reading, share->items[i].table, &entry);
    }
    return NULL;
}

static int compare(const void *one, const void *other)
{
    const struct item *left = one, *right = other;
    if (left->table != right->table)
        return left->table->list_at < right->table->list_at ? -1 : 1;
    return left->at < right->at ? -1 : left->at > right->at;
}

/* Finds the table of every entry; false: no memory. */
static bool find_tables(struct reading *reading, struct item *items)
{
    struct store_entry entry;
    size_t count = 0;
    for (size_t at = 0, before = 0; store_batch_next(&reading->gulp, &at, &entry); before = at) {
        struct hall_table *table = hall__table_find(reading->hall, entry.table);
        if (!table)
            table = hall__table_add(reading->hall, entry.table);
        if (!table)
            return false;
        items[count++] = (struct item){table, before};
    }
    return true;
}

static bool digest(struct reading *reading)
{
    size_t count = reading->gulp.count;
    struct item *items = malloc((count + 1) * sizeof *items);
    bool is_good = items && find_tables(reading, items);
    if (is_good) {
        qsort(items, count, sizeof *items, compare);
        size_t half = count < SHARED_COUNT ? count : count / 2;
        while (half > 0 && half < count && items[half].table == items[half - 1].table)
            half++;
        struct share here = {reading, items, half}, there = {reading, items + half, count - half};
        pthread_t thread;
        bool is_shared = there.count > 0 && pthread_create(&thread, NULL, put_back, &there) == 0;
        (void)put_back(&here);
        if (is_shared)
            pthread_join(thread, NULL);
        else
            (void)put_back(&there);
        reading->found->entries += count;
    }
    reading->is_out_of_memory = reading->is_out_of_memory || !is_good;
    free(items);
    store_batch_clear(&reading->gulp);
    return is_good;
}

static bool read_entry(void *context, const struct store_entry *entry)
{
    struct reading *reading = context;
    if (!store_batch_add(&reading->gulp, entry)) {
        reading->is_out_of_memory = true;
        return false;
    }
    return reading->gulp.length < GULP_BYTES || digest(reading);
}

/* Whether the table can be opened: it is what its name says, and there are rules for it. */
static bool is_whole(struct hall *hall, struct hall_table *table)
{
    char id[ROOM_ID_BYTES];
    hall__key_write(table->key, id);
    hall__rules_use(
        hall, table,
        hall__rules_kept(hall->rules, &table->room.settings, table->room.edition_digest, NULL, 0));
    if (!table->is_bad && table->rules && strcmp(table->room.id, id) == 0)
        return true;
    hall__log(hall, HALL_ERROR, "table-set-aside", WORD_HALL_LOG_TABLE_SET_ASIDE,
              (const struct pen_arg[]){PEN_ARGS(id, (unsigned)table->seq)}, 2);
    return false;
}

/* A newer program knows what to do with them: nothing may be added to its journals. */
static size_t count_newer(const struct hall *hall)
{
    size_t count = 0;
    for (size_t i = 0; i < hall->table_count; i++)
        count += room_is_newer(&hall->list[i]->room);
    return count;
}

/* All tables from this place of the list on. */
static void wake_all(struct hall *hall, size_t first, uint64_t now_ms, struct hall_restored *found)
{
    for (size_t i = hall->table_count; i-- > first;) {
        struct hall_table *table = hall->list[i];
        if (!is_whole(hall, table)) {
            found->set_aside++;
            hall__table_end(hall, table);
        } else if (table->room.last_ms > hall->now_ms) {
            hall->now_ms = table->room.last_ms; /* the clock was set back meanwhile */
        }
    }
    hall__pass_time(hall, now_ms);
    found->tables = hall->table_count - first;
    for (size_t i = hall->table_count; i-- > first;) {
        struct hall_table *table = hall->list[i];
        struct room_input input = {.type = ROOM_IN_WAKE,
                                   .seat = PEN_SEAT_NONE,
                                   .wake.is_older = table->back != 0 && table->back == table->seq};
        struct room_answer answer;
        hall__apply(hall, table, &input, &answer);
        hall__notice_nobody(table); /* who was awaited before has been told */
    }
}

bool hall_restore(struct hall *hall, uint64_t now_ms, struct hall_restored *found, char *why)
{
    struct reading reading = {.hall = hall, .found = found};
    memset(found, 0, sizeof *found);
    pthread_mutex_init(&reading.rules_mutex, NULL);
    bool is_good = store_read_open(hall->store, read_entry, &reading, why);
    if (is_good && (!digest(&reading) || reading.is_out_of_memory)) {
        why[0] = 0;
        is_good = false;
    }
    pthread_mutex_destroy(&reading.rules_mutex);
    store_batch_drop(&reading.gulp);
    found->newer = count_newer(hall);
    if (found->newer > 0)
        is_good = false;
    if (is_good)
        wake_all(hall, 0, now_ms, found);
    hall__tables_reap(hall);
    return is_good;
}

/* ---- later ---- */

struct hall_table *hall_adopt_begin(struct hall *hall, uint64_t key)
{
    struct hall_table *table = hall__table_make(key);
    hall->adopting += table != NULL;
    return table;
}

void hall_adopt_add(struct hall *hall, struct hall_table *table, const struct store_entry *entry)
{
    struct reading reading = {.hall = hall};
    PEN_ASSERT(entry->table == table->key);
    pthread_mutex_init(&reading.rules_mutex, NULL);
    put_back_entry(&reading, table, entry);
    pthread_mutex_destroy(&reading.rules_mutex);
}

void hall_adopt_end(struct hall *hall, struct hall_table *table, bool is_wanted, uint64_t now_ms)
{
    struct hall_restored found = {0};
    const size_t first = hall->table_count;
    hall->adopting--;
    if (!is_wanted || hall__table_find(hall, table->key) || !hall__table_link(hall, table))
        free(table);
    else if (room_is_newer(&table->room))
        hall__table_end(hall, table); /* left to those who know it */
    else
        wake_all(hall, first, now_ms, &found);
}

/* limits.c - buckets and the book of addresses. */
#include "hall/limits.h"

#include <stdlib.h>
#include <string.h>

const struct hall_limits hall_limits_usual = {
    .tables = 20000,
    .tables_per_address = 50,
    .watchers_per_table = 100,
    .conns_per_address = 200,
    .hello_ms = 10000,
    .actions = {100, 50},
    .chat = {10, 2},
    .joins = {60, 10},
    .finds = {2000, 50},
    .creates = {20, 1},
    .scolds = {200, 20},
    /* A table full of people and onlookers plays within this; a school behind one address too. */
    .table = {.entries = {300, 30}, .writes = {256 << 10, 16 << 10}, .sends = {16 << 20, 1 << 20}},
    .address = {.entries = {3000, 100}, .writes = {1 << 20, 32 << 10}, .sends = {64 << 20, 4 << 20}},
    .journal_bytes = 16 << 20,
    .held_bytes = 64 << 20,
    .slow_ms = 2000,
};

const struct hall_limits hall_limits_wide = {
    .tables = 100000,
    .tables_per_address = 100000,
    .watchers_per_table = 20000,
    .conns_per_address = 100000,
    .actions = {100000, 100000},
    .chat = {100000, 100000},
    .joins = {1000000, 1000000},
    .finds = {1000000, 1000000},
    .creates = {1000000, 1000000},
    .scolds = {1000000, 1000000},
    .journal_bytes = UINT64_C(1) << 30,
    .held_bytes = UINT64_C(512) << 20,
    .slow_ms = 2000,
};

bool hall_bucket_take(struct hall_bucket *bucket, struct hall_rate rate, uint64_t now_ms)
{
    /* What is missing is kept as the time at which nothing will be missing: one number. Times are in
     * thousandths of a millisecond so that quick rates stay exact. */
    uint64_t one_us = 1000000 / rate.per_second;
    uint64_t now_us = now_ms * 1000;
    uint64_t full_us = bucket->full_us > now_us ? bucket->full_us : now_us;
    /* A clock that was set back would otherwise empty the bucket for as long. */
    if (full_us - now_us > one_us * rate.burst)
        full_us = now_us + one_us * rate.burst;
    bucket->full_us = full_us;
    if (full_us - now_us + one_us > one_us * rate.burst)
        return false;
    bucket->full_us = full_us + one_us;
    return true;
}

/* Time that so much of a rate takes, in thousandths of a millisecond. */
static uint64_t time_us(struct hall_rate rate, uint64_t amount)
{
    return amount * 1000000 / rate.per_second;
}

static bool is_open(const struct hall_bucket *bucket, struct hall_rate rate, uint64_t now_ms)
{
    return rate.per_second == 0 || bucket->full_us < now_ms * 1000 + time_us(rate, rate.burst);
}

static void charge(struct hall_bucket *bucket, struct hall_rate rate, uint64_t amount, uint64_t now_ms)
{
    if (rate.per_second == 0 || amount == 0)
        return;
    const uint64_t now_us = now_ms * 1000, most_us = now_us + 2 * time_us(rate, rate.burst);
    uint64_t full_us = (bucket->full_us > now_us ? bucket->full_us : now_us) + time_us(rate, amount);
    bucket->full_us = full_us < most_us ? full_us : most_us;
}

bool hall_account_is_open(const struct hall_account *account, const struct hall_budget *budget,
                          uint64_t now_ms)
{
    return is_open(&account->entries, budget->entries, now_ms) &&
           is_open(&account->writes, budget->writes, now_ms) &&
           is_open(&account->sends, budget->sends, now_ms);
}

void hall_account_charge(struct hall_account *account, const struct hall_budget *budget,
                         struct hall_made made, uint64_t now_ms)
{
    charge(&account->entries, budget->entries, made.entries, now_ms);
    charge(&account->writes, budget->writes, made.writes, now_ms);
    charge(&account->sends, budget->sends, made.sends, now_ms);
}

uint64_t hall_address_number(const char *name)
{
    uint64_t hash = 14695981039346656037u;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 1099511628211u;
    return hash;
}

static size_t place_of(const struct hall_addresses *book, const char *name)
{
    return (size_t)(hall_address_number(name) % book->size);
}

static bool is_rested(const struct hall_address *address, uint64_t now_ms)
{
    return address->conns == 0 && address->tables == 0 && address->joins.full_us <= now_ms * 1000 &&
           address->finds.full_us <= now_ms * 1000 && address->creates.full_us <= now_ms * 1000 &&
           address->account.entries.full_us <= now_ms * 1000 &&
           address->account.writes.full_us <= now_ms * 1000 &&
           address->account.sends.full_us <= now_ms * 1000;
}

/* Twice the places, or the same if enough addresses have left. */
static bool grow(struct hall_addresses *book, uint64_t now_ms)
{
    struct hall_address *all = NULL;
    for (size_t i = 0; i < book->size; i++) {
        for (struct hall_address *one = book->places[i], *next; one; one = next) {
            next = one->next;
            if (is_rested(one, now_ms)) {
                free(one);
                book->count--;
            } else {
                one->next = all;
                all = one;
            }
        }
        book->places[i] = NULL;
    }
    size_t size = book->size ? book->size : 64;
    while (book->count * 2 > size)
        size *= 2;
    struct hall_address **places = book->places;
    if (size != book->size) {
        places = calloc(size, sizeof *places);
        if (!places)
            return false;
        free(book->places);
        book->places = places;
        book->size = size;
    }
    for (struct hall_address *next; all; all = next) {
        next = all->next;
        size_t place = place_of(book, all->name);
        all->next = book->places[place];
        book->places[place] = all;
    }
    return true;
}

struct hall_address *hall_address_of(struct hall_addresses *book, const char *name, uint64_t now_ms)
{
    if (book->size > 0)
        for (struct hall_address *one = book->places[place_of(book, name)]; one; one = one->next)
            if (strcmp(one->name, name) == 0)
                return one;
    if (book->count >= book->size && !grow(book, now_ms))
        return NULL;
    struct hall_address *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return NULL;
    strncpy(fresh->name, name, sizeof fresh->name - 1);
    size_t place = place_of(book, fresh->name);
    fresh->next = book->places[place];
    book->places[place] = fresh;
    book->count++;
    return fresh;
}

void hall_addresses_drop(struct hall_addresses *book)
{
    for (size_t i = 0; i < book->size; i++) {
        for (struct hall_address *one = book->places[i], *next; one; one = next) {
            next = one->next;
            free(one);
        }
    }
    free(book->places);
    memset(book, 0, sizeof *book);
}

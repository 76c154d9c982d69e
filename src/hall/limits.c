/* limits.c - buckets and the book of addresses. */
#include "hall/limits.h"

#include <stdlib.h>
#include <string.h>

#include "hall/range.h"

/* Who has a range has every address in it; who has a /48 is often many people, and some have a whole one. */
static const struct {
    uint8_t bits;
    uint32_t times;
} wider[] = {{64, 1}, {56, 4}, {48, 16}};
enum { WIDER_COUNT = sizeof wider / sizeof wider[0] };

const struct hall_limits hall_limits_usual = {
    .tables = 20000,
    .tables_per_address = 50,
    .watchers_per_table = 100,
    .conns_per_address = 200,
    .rules = 4096,
    .rules_per_address = 64,
    .editions = 2048,
    .editions_per_address = 32,
    .hello_ms = 10000,
    .idle_ms = 60000,
    .actions = {100, 50},
    .chat = {10, 2},
    .joins = {60, 10},
    .finds = {2000, 50},
    .creates = {20, 1},
    .reports = {3, 1},
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
    .rules = 100000,
    .rules_per_address = 100000,
    .editions = 100000,
    .editions_per_address = 100000,
    .actions = {100000, 100000},
    .chat = {100000, 100000},
    .joins = {1000000, 1000000},
    .finds = {1000000, 1000000},
    .creates = {1000000, 1000000},
    .reports = {1000000, 1000000},
    .scolds = {1000000, 1000000},
    .journal_bytes = UINT64_C(1) << 30,
    .held_bytes = UINT64_C(512) << 20,
    .slow_ms = 2000,
};

/* Whether there is one; and when it would be full again after that. */
static bool has_one(struct hall_bucket *bucket, struct hall_rate rate, uint64_t now_ms, uint64_t *after_us)
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
    *after_us = full_us + one_us;
    return *after_us - now_us <= one_us * rate.burst;
}

bool hall_bucket_take(struct hall_bucket *bucket, struct hall_rate rate, uint64_t now_ms)
{
    uint64_t after_us;
    if (!has_one(bucket, rate, now_ms, &after_us))
        return false;
    bucket->full_us = after_us;
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
    bool is_good = address->inner == 0 && address->account.entries.full_us <= now_ms * 1000 &&
                   address->account.writes.full_us <= now_ms * 1000 &&
                   address->account.sends.full_us <= now_ms * 1000;
    for (unsigned i = 0; i < HALL_HELD_COUNT; i++)
        is_good = is_good && address->held[i] == 0;
    for (unsigned i = 0; i < HALL_PACE_COUNT; i++)
        is_good = is_good && address->paces[i].full_us <= now_ms * 1000;
    return is_good;
}

/* Twice the places, or the same if enough addresses have left. */
static bool grow(struct hall_addresses *book, uint64_t now_ms)
{
    struct hall_address *all = NULL;
    for (size_t i = 0; i < book->size; i++) {
        for (struct hall_address *one = book->places[i], *next; one; one = next) {
            next = one->next;
            if (is_rested(one, now_ms)) {
                if (one->wider)
                    one->wider->inner--;
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

static struct hall_address *line_of(struct hall_addresses *book, const char *name, uint32_t times,
                                    uint64_t now_ms)
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
    fresh->times = times;
    size_t place = place_of(book, fresh->name);
    fresh->next = book->places[place];
    book->places[place] = fresh;
    book->count++;
    return fresh;
}

struct hall_address *hall_address_of(struct hall_addresses *book, const char *name, uint64_t now_ms)
{
    struct hall_range range;
    struct hall_address *inner = line_of(book, name, 1, now_ms), *first = inner;
    if (!inner || inner->wider || !hall_range_read(&range, name) || hall_range_is_v4(&range) ||
        range.bits != wider[0].bits)
        return inner;
    /* Nobody leaves the book meanwhile that is somebody's wider one. */
    for (unsigned i = 1; i < WIDER_COUNT && inner; i++) {
        char text[HALL_RANGE_TEXT_BYTES];
        const struct hall_range cut = hall_range_cut(range, wider[i].bits);
        hall_range_write(&cut, text);
        first->inner++; /* so that it stays where it is while the book grows */
        inner->inner++;
        struct hall_address *outer = line_of(book, text, wider[i].times, now_ms);
        first->inner--;
        inner->inner--;
        if (!inner->wider && outer) {
            inner->wider = outer;
            outer->inner++;
        }
        inner = outer;
    }
    return first;
}

uint32_t hall_share_left(uint32_t share, uint32_t most, uint32_t used)
{
    if (used >= most)
        return 0;
    const uint64_t left = (uint64_t)share * 4 * (most - used) / most;
    return left >= share ? share : left > 0 ? (uint32_t)left : 1;
}

/* Beyond what there can be it is no bound. */
static uint32_t so_much(uint32_t amount, uint32_t times)
{
    return amount < UINT32_MAX / times ? amount * times : UINT32_MAX;
}

static struct hall_rate so_fast(struct hall_rate rate, uint32_t times)
{
    return (struct hall_rate){so_much(rate.burst, times), so_much(rate.per_second, times)};
}

bool hall_address_may_hold(const struct hall_address *address, enum hall_held what, uint32_t share)
{
    for (; address; address = address->wider)
        if (address->held[what] >= so_much(share, address->times))
            return false;
    return true;
}

void hall_address_hold(struct hall_address *address, enum hall_held what)
{
    for (; address; address = address->wider)
        address->held[what]++;
}

void hall_address_let_go(struct hall_address *address, enum hall_held what)
{
    for (; address; address = address->wider)
        address->held[what]--;
}

bool hall_address_take(struct hall_address *address, enum hall_pace what, struct hall_rate rate,
                       uint64_t now_ms)
{
    uint64_t after_us;
    for (struct hall_address *one = address; one; one = one->wider)
        if (!has_one(&one->paces[what], so_fast(rate, one->times), now_ms, &after_us))
            return false;
    for (struct hall_address *one = address; one; one = one->wider)
        (void)hall_bucket_take(&one->paces[what], so_fast(rate, one->times), now_ms);
    return true;
}

static struct hall_budget budget_of(const struct hall_budget *budget, uint32_t times)
{
    return (struct hall_budget){.entries = so_fast(budget->entries, times),
                                .writes = so_fast(budget->writes, times),
                                .sends = so_fast(budget->sends, times)};
}

bool hall_address_is_open(const struct hall_address *address, const struct hall_budget *budget,
                          uint64_t now_ms)
{
    for (; address; address = address->wider) {
        const struct hall_budget wide = budget_of(budget, address->times);
        if (!hall_account_is_open(&address->account, &wide, now_ms))
            return false;
    }
    return true;
}

void hall_address_charge(struct hall_address *address, const struct hall_budget *budget,
                         struct hall_made made, uint64_t now_ms)
{
    for (; address; address = address->wider) {
        const struct hall_budget wide = budget_of(budget, address->times);
        hall_account_charge(&address->account, &wide, made, now_ms);
    }
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

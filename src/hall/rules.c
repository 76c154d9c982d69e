/* rules.c - rules by settings: made once, shared by all tables that play by them.
 *
 *     edition ◄── rules with these options ◄── tables
 *
 * Editions are built in, kept by a table in its journal, brought by somebody, or offered by the host. What
 * nobody uses is idle: it stays for whoever wants it next, and goes when there is much of it or its place is
 * needed. What strangers can make the house keep is bounded, and every address has a share of it. The usual
 * rules of the editions that are here anyway are few, and never refused. */
#include <stdlib.h>
#include <string.h>

#include "hall/inside.h"

enum { IDLE_MAX = 64, PLACES = 1024 };

enum edition_sort { BUILTIN, KEPT, OWN }; /* KEPT: one that a table has kept */

/* What both have: who uses it, at whose charge it is kept, and its places. */
struct item {
    unsigned uses;
    struct hall_address *payer; /* null: the house */
    struct item *same;          /* in its place of the map */
    struct item *idle, **idle_at;
};

struct hall_edition {
    struct item item; /* first, so that one is the other */
    struct pen_edition edition;
    char id[PEN_ID_BYTES]; /* as settings name it */
    uint64_t digest;
    enum edition_sort sort;
    bool is_offered; /* by the host */
    struct hall_edition *next_offered;
};

struct kept {
    struct item item; /* first */
    struct room_rules shared;
    struct hall_edition *edition;
    struct pen_rules rules;
    struct pen_options options;
};

struct pool {
    struct item *places[PLACES];
    struct item *idle; /* that nobody uses */
    unsigned count, idle_count;
    unsigned paid_count; /* of these, kept at somebody's charge */
};

struct hall_rules {
    struct pool sets, editions;
    struct hall_edition *offered; /* the last first */
};

static struct kept *kept_of(const struct room_rules *rules)
{
    return (struct kept *)((char *)rules - offsetof(struct kept, shared));
}

/* ---- using and letting go ---- */

static void idle(struct pool *pool, struct item *item)
{
    item->idle = pool->idle;
    item->idle_at = &pool->idle;
    if (pool->idle)
        pool->idle->idle_at = &item->idle;
    pool->idle = item;
    pool->idle_count++;
}

static void use(struct pool *pool, struct item *item)
{
    if (item->uses++ > 0)
        return;
    *item->idle_at = item->idle;
    if (item->idle)
        item->idle->idle_at = item->idle_at;
    pool->idle_count--;
}

static void leave(struct pool *pool, struct item *item)
{
    PEN_ASSERT(item->uses > 0);
    if (--item->uses == 0)
        idle(pool, item);
}

static void add(struct pool *pool, struct item *item, size_t place, struct hall_address *payer,
                enum hall_held held)
{
    item->same = pool->places[place];
    pool->places[place] = item;
    pool->count++;
    item->payer = payer;
    if (payer) {
        hall_address_hold(payer, held);
        pool->paid_count++;
    }
    idle(pool, item);
}

/* One that is idle. */
static void drop(struct pool *pool, struct item *item, size_t place, enum hall_held held)
{
    struct item **at = &pool->places[place];
    while (*at != item)
        at = &(*at)->same;
    *at = item->same;
    pool->count--;
    if (item->payer) {
        hall_address_let_go(item->payer, held);
        pool->paid_count--;
    }
    use(pool, item); /* is no longer among the idle ones */
    free(item);
}

static size_t place_of_id(const char *id)
{
    return (size_t)(hall_address_number(id) % PLACES);
}

static size_t place_of_set(const struct hall_edition *edition, const struct pen_options *options)
{
    const uint64_t parts[] = {edition->digest, options->house, options->target,
                              (uint64_t)options->scoring << 24 | (uint64_t)options->reverse_with_two << 16 |
                                  (uint64_t)options->misplays << 8 | options->teams};
    uint64_t hash = 0;
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++)
        hash = (hash ^ parts[i]) * 0x9e3779b97f4a7c15u;
    return (size_t)(hash >> 32) % PLACES;
}

/* All that is idle. Not while a table is being put back that does not use its own yet. */
static void let_idle_go(struct hall *hall)
{
    struct pool *sets = &hall->rules->sets, *editions = &hall->rules->editions;
    if (hall->adopting > 0)
        return;
    while (sets->idle) {
        struct kept *kept = (struct kept *)sets->idle;
        struct hall_edition *edition = kept->edition;
        drop(sets, sets->idle, place_of_set(edition, &kept->options), HALL_HELD_RULES);
        leave(editions, &edition->item);
    }
    while (editions->idle)
        drop(editions, editions->idle, place_of_id(((struct hall_edition *)editions->idle)->id),
             HALL_HELD_EDITIONS);
}

void hall__rules_tidy(struct hall *hall)
{
    if (hall->rules->sets.idle_count + hall->rules->editions.idle_count > IDLE_MAX)
        let_idle_go(hall);
}

struct hall_rules *hall__rules_create(void)
{
    return calloc(1, sizeof(struct hall_rules));
}

static void drop_all(struct pool *pool)
{
    for (unsigned i = 0; i < PLACES; i++)
        for (struct item *one = pool->places[i], *next; one; one = next) {
            next = one->same;
            free(one);
        }
}

void hall__rules_destroy(struct hall_rules *rules)
{
    if (!rules)
        return;
    drop_all(&rules->sets);
    drop_all(&rules->editions);
    free(rules);
}

unsigned hall__rules_count(const struct hall_rules *rules)
{
    return rules->sets.count;
}

void hall__rules_pin(struct hall *hall, const struct room_rules *rules, bool is_pinned)
{
    (is_pinned ? use : leave)(&hall->rules->sets, &kept_of(rules)->item);
}

static void set_use(struct hall *hall, const struct room_rules **place, const struct room_rules *rules)
{
    const struct room_rules *before = *place;
    *place = rules;
    if (rules)
        hall__rules_pin(hall, rules, true);
    if (before)
        hall__rules_pin(hall, before, false);
}

void hall__rules_use(struct hall *hall, struct hall_table *table, const struct room_rules *rules)
{
    set_use(hall, &table->rules, rules);
}

/* What a table asks its people for has to be there when they have said yes. */
void hall__rules_note(struct hall *hall, struct hall_table *table)
{
    const struct room *room = &table->room;
    const bool is_asked = room->is_granted || (room->ask.is_open && room->ask.what == ROOM_ASK_RULES);
    if (is_asked || table->asked)
        set_use(hall, &table->asked, is_asked ? hall__rules_find(hall->rules, &room->proposed) : NULL);
}

void hall__rules_let_go(struct hall *hall, struct hall_table *table)
{
    set_use(hall, &table->rules, NULL);
    set_use(hall, &table->asked, NULL);
}

/* ---- editions ---- */

/* By its id, and where a table has kept it by its digest; 0: any that is not kept, or whose id says all. */
static struct hall_edition *find_edition(const struct hall_rules *rules, const char *id, uint64_t digest)
{
    for (struct item *item = rules->editions.places[place_of_id(id)]; item; item = item->same) {
        struct hall_edition *one = (struct hall_edition *)item;
        if (strcmp(one->id, id) == 0 &&
            (digest == 0 ? one->sort != KEPT || pen_edition_is_own(id) : one->digest == digest))
            return one;
    }
    return NULL;
}

static struct hall_edition *add_edition(struct hall_rules *rules, const struct pen_edition *edition,
                                        const char *id, enum edition_sort sort, struct hall_address *payer)
{
    struct hall_edition *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return NULL;
    fresh->edition = *edition;
    memcpy(fresh->id, id, strlen(id));
    fresh->digest = room_edition_digest(edition);
    fresh->sort = sort;
    add(&rules->editions, &fresh->item, place_of_id(id), payer, HALL_HELD_EDITIONS);
    return fresh;
}
static struct hall_edition *builtin(struct hall_rules *rules, const char *id)
{
    struct pen_edition edition;
    struct hall_edition *known = find_edition(rules, id, 0);
    return known                               ? known
           : pen_edition_builtin(id, &edition) ? add_edition(rules, &edition, id, BUILTIN, NULL)
                                               : NULL;
}

bool hall__rules_keep(struct hall_rules *rules, const struct pen_edition *edition)
{
    return find_edition(rules, edition->id, 0) || add_edition(rules, edition, edition->id, OWN, NULL);
}

/* Whether the text of a house rule meets one of the chosen ones. That is seen before it is laid: afterwards
 * they would lie over what it says. Chosen ones that meet each other are the table's to refuse. */
static bool is_met(const struct pen_edition *base, pen_house_set house, const char *text,
                   struct pen_problem *problem)
{
    const struct pen_house_text own = {text, strlen(text)};
    unsigned at;
    return pen_house_is_text(own.bytes, own.count) &&
           !pen_house_check_own(base, house, &own, 1, problem, &at) && at == 0;
}

/* Whether one more may be kept for the address; what is idle goes for it. Null: for the house. */
static bool has_place(struct hall *hall, const struct pool *pool, const struct hall_address *payer,
                      enum hall_held held, uint32_t share, uint32_t most)
{
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t left = hall_share_left(share, most, pool->paid_count);
        if (left > 0 && (!payer || hall_address_may_hold(payer, held, left)))
            return true;
        if (i == 0)
            let_idle_go(hall);
    }
    return false;
}

enum hall_brought hall__rules_bring(struct hall *hall, struct hall_address *payer,
                                    struct setup_settings *settings, const char *text,
                                    struct pen_problem *problem)
{
    struct hall_rules *rules = hall->rules;
    struct pen_edition edition;
    const struct hall_edition *base = builtin(rules, settings->edition);
    memset(problem, 0, sizeof *problem);
    if (!base && !(base = builtin(rules, "classic")))
        return HALL_BROUGHT_MANY;
    if (is_met(&base->edition, settings->options.house, text, problem) ||
        !pen_edition_read(&edition, &base->edition, text, strlen(text), problem))
        return HALL_BROUGHT_BAD;
    if (!room_name_own_edition(&edition))
        return HALL_BROUGHT_LONG;
    memcpy(settings->edition, edition.id, sizeof settings->edition);
    if (find_edition(rules, edition.id, 0))
        return HALL_BROUGHT_GOOD;
    return has_place(hall, &rules->editions, payer, HALL_HELD_EDITIONS, hall->limits.editions_per_address,
                     hall->limits.editions) &&
                   add_edition(rules, &edition, edition.id, OWN, payer)
               ? HALL_BROUGHT_GOOD
               : HALL_BROUGHT_MANY;
}

const struct pen_edition *hall__rules_edition(struct hall_rules *rules, const char *id)
{
    const struct hall_edition *found =
        strlen(id) < PEN_ID_BYTES ? pen_edition_is_own(id) ? find_edition(rules, id, 0) : builtin(rules, id)
                                  : NULL;
    return found ? &found->edition : NULL;
}

bool hall_offer_edition(struct hall *hall, const struct pen_edition *edition)
{
    struct pen_edition own = *edition;
    if (!room_name_own_edition(&own) || !hall__rules_keep(hall->rules, &own))
        return false;
    struct hall_edition *offered = find_edition(hall->rules, own.id, 0);
    if (!offered->is_offered) {
        use(&hall->rules->editions, &offered->item);
        offered->is_offered = true;
        offered->next_offered = hall->rules->offered;
        hall->rules->offered = offered;
    }
    return true;
}

const struct pen_edition *hall__rules_offered(const struct hall_rules *rules, unsigned index)
{
    const struct hall_edition *one = rules->offered;
    while (one && index-- > 0)
        one = one->next_offered;
    return one ? &one->edition : NULL;
}

/* ---- rules ---- */

static bool is_same(const struct pen_options *one, const struct pen_options *other)
{
    return one->house == other->house && one->scoring == other->scoring && one->target == other->target &&
           one->reverse_with_two == other->reverse_with_two && one->misplays == other->misplays &&
           one->teams == other->teams && one->partners == other->partners;
}

/* Those that most tables play by, of an edition that is here anyway: the edition as it is, with a round
 * target and any scoring, or with one thing changed. Some hundreds for each edition, so they need no bound.
 */
static bool is_usual(const struct hall_edition *edition, const struct pen_options *options)
{
    enum { STEP = 50, MOST = 1000 };
    const int changed = (options->house != 0) + (options->reverse_with_two != 0) + (options->misplays != 0) +
                        (options->teams != 0 || options->partners != 0);
    if (edition->sort != BUILTIN && !edition->is_offered)
        return false;
    if (changed == 0)
        return options->target % STEP == 0 && options->target <= MOST;
    return changed == 1 && (options->house & (options->house - 1)) == 0 && options->target == 0 &&
           options->scoring == PEN_SCORING_DEFAULT;
}

static struct kept *look(const struct hall_rules *rules, const struct hall_edition *edition,
                         const struct pen_options *options)
{
    for (struct item *item = rules->sets.places[place_of_set(edition, options)]; item; item = item->same) {
        struct kept *one = (struct kept *)item;
        if (one->edition == edition && is_same(&one->options, options))
            return one;
    }
    return NULL;
}

static const struct room_rules *find(struct hall_rules *rules, struct hall_edition *edition,
                                     const struct pen_options *options, struct hall_address *payer)
{
    struct kept *known = edition ? look(rules, edition, options) : NULL;
    if (known)
        return &known->shared;
    struct kept *fresh = edition ? calloc(1, sizeof *fresh) : NULL;
    if (!fresh || pen_table_make(&fresh->rules, &edition->edition, options, NULL) != PEN_RULES_GOOD) {
        free(fresh);
        return NULL;
    }
    fresh->edition = edition;
    fresh->options = *options;
    fresh->shared = (struct room_rules){&edition->edition, &fresh->rules};
    use(&rules->editions, &edition->item);
    add(&rules->sets, &fresh->item, place_of_set(edition, options), payer, HALL_HELD_RULES);
    return &fresh->shared;
}

static struct hall_edition *named(struct hall_rules *rules, const struct setup_settings *settings)
{
    return memchr(settings->edition, 0, sizeof settings->edition) ? builtin(rules, settings->edition) : NULL;
}

const struct room_rules *hall__rules_find(struct hall_rules *rules, const struct setup_settings *settings)
{
    return find(rules, named(rules, settings), &settings->options, NULL);
}

bool hall__rules_has_place(struct hall *hall, struct hall_address *payer,
                           const struct setup_settings *settings)
{
    struct hall_rules *rules = hall->rules;
    struct hall_edition *edition = named(rules, settings);
    if (!edition || look(rules, edition, &settings->options) || is_usual(edition, &settings->options))
        return true;
    use(&rules->editions, &edition->item); /* it may have been brought just now */
    const bool is_good = has_place(hall, &rules->sets, payer, HALL_HELD_RULES, hall->limits.rules_per_address,
                                   hall->limits.rules);
    if (is_good)
        (void)find(rules, edition, &settings->options, payer);
    leave(&rules->editions, &edition->item);
    return is_good;
}

void hall__rules_fill(const struct hall *hall, bool *is_sets_full, bool *is_editions_full)
{
    *is_sets_full = hall->rules->sets.paid_count >= hall->limits.rules;
    *is_editions_full = hall->rules->editions.paid_count >= hall->limits.editions;
}

const struct room_rules *hall__rules_kept(struct hall_rules *rules, const struct setup_settings *settings,
                                          uint64_t digest, const char *text, size_t bytes)
{
    struct pen_edition edition;
    struct pen_problem problem;
    struct hall_edition *known = named(rules, settings);
    /* Most tables play by what is built in. */
    if (digest != 0 && !(known && known->digest == digest))
        known = find_edition(rules, settings->edition, digest);
    if (!known && digest != 0 && text && pen_edition_parse(&edition, text, bytes, &problem))
        known = add_edition(rules, &edition, settings->edition, KEPT, NULL);
    return find(rules, known, &settings->options, NULL);
}

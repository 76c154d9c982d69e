/* rules.c - rules by settings: made once, shared by all tables that play by them.
 *
 *     edition ◄── rules with these options ◄── tables
 *
 * Editions are built in, kept by a table in its journal, brought by somebody, or offered by the host. What
 * comes from outside is bounded: when there are too many, those that no table plays by are let go. */
#include <stdlib.h>
#include <string.h>

#include "hall/inside.h"

enum { OWN_MAX = 2048 };

enum edition_sort { BUILTIN, KEPT, OWN }; /* KEPT: one that a table has kept */

struct hall_edition {
    struct pen_edition edition;
    char id[PEN_ID_BYTES]; /* as settings name it */
    uint64_t digest;
    enum edition_sort sort;
    bool is_offered; /* by the host */
    bool is_used;    /* while they are looked through */
    struct hall_edition *next;
};

struct kept {
    struct room_rules shared; /* first, so that one is the other */
    struct hall_edition *edition;
    struct pen_rules rules;
    struct pen_options options;
    unsigned pins; /* who reads them besides tables */
    bool is_used;
    struct kept *next;
};

struct hall_rules {
    struct kept *newest;
    struct hall_edition *editions;
    unsigned count, own_count;
};

struct hall_rules *hall__rules_create(void)
{
    return calloc(1, sizeof(struct hall_rules));
}

void hall__rules_destroy(struct hall_rules *rules)
{
    if (!rules)
        return;
    for (struct kept *one = rules->newest, *next; one; one = next) {
        next = one->next;
        free(one);
    }
    for (struct hall_edition *one = rules->editions, *next; one; one = next) {
        next = one->next;
        free(one);
    }
    free(rules);
}

unsigned hall__rules_count(const struct hall_rules *rules)
{
    return rules->count;
}

/* ---- letting go ---- */

/* By its id, and where a table has kept it by its digest; 0: any that is not kept, or whose id says all. */
static struct hall_edition *find_edition(const struct hall_rules *rules, const char *id, uint64_t digest)
{
    for (struct hall_edition *one = rules->editions; one; one = one->next)
        if (strcmp(one->id, id) == 0 &&
            (digest == 0 ? one->sort != KEPT || pen_edition_is_own(id) : one->digest == digest))
            return one;
    return NULL;
}

static void mark(struct hall *hall)
{
    for (struct kept *one = hall->rules->newest; one; one = one->next)
        one->is_used = one->pins > 0;
    for (size_t i = 0; i < hall->table_count; i++)
        if (hall->list[i]->rules)
            ((struct kept *)hall->list[i]->rules)->is_used = true;
    for (struct hall_edition *one = hall->rules->editions; one; one = one->next)
        one->is_used = one->is_offered;
    for (size_t i = 0; i < hall->table_count; i++) {
        const struct room *room = &hall->list[i]->room;
        const bool is_asked = room->is_granted || (room->ask.is_open && room->ask.what == ROOM_ASK_RULES);
        struct hall_edition *asked = is_asked ? find_edition(hall->rules, room->proposed.edition, 0) : NULL;
        if (asked)
            asked->is_used = true;
    }
}

static void let_rules_go(struct hall *hall)
{
    struct hall_rules *rules = hall->rules;
    if (hall->adopting > 0)
        return; /* a table is being put back that is not among them yet */
    mark(hall);
    for (struct kept **at = &rules->newest, *one; (one = *at) != NULL;) {
        if (one->is_used) {
            one->edition->is_used = true;
            at = &one->next;
            continue;
        }
        *at = one->next;
        rules->count--;
        free(one);
    }
}

/* All that nobody plays by; never in the middle of somebody's opening a table. */
static void let_editions_go(struct hall *hall)
{
    struct hall_rules *rules = hall->rules;
    if (hall->adopting > 0)
        return;
    let_rules_go(hall);
    for (struct hall_edition **at = &rules->editions, *one; (one = *at) != NULL;) {
        if (one->is_used) {
            at = &one->next;
            continue;
        }
        *at = one->next;
        rules->own_count -= one->sort == OWN;
        free(one);
    }
}

void hall__rules_pin(const struct room_rules *rules, bool is_pinned)
{
    struct kept *kept = (struct kept *)rules;
    kept->pins += is_pinned ? 1 : (unsigned)-1;
}

/* ---- editions ---- */

static struct hall_edition *add_edition(struct hall_rules *rules, const struct pen_edition *edition,
                                        const char *id, enum edition_sort sort)
{
    struct hall_edition *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return NULL;
    fresh->edition = *edition;
    memcpy(fresh->id, id, strlen(id));
    fresh->digest = room_edition_digest(edition);
    fresh->sort = sort;
    fresh->next = rules->editions;
    rules->editions = fresh;
    rules->own_count += sort == OWN;
    return fresh;
}

static struct hall_edition *builtin(struct hall_rules *rules, const char *id)
{
    struct pen_edition edition;
    struct hall_edition *known = find_edition(rules, id, 0);
    return known                               ? known
           : pen_edition_builtin(id, &edition) ? add_edition(rules, &edition, id, BUILTIN)
                                               : NULL;
}

bool hall__rules_keep(struct hall_rules *rules, const struct pen_edition *edition)
{
    return find_edition(rules, edition->id, 0) || add_edition(rules, edition, edition->id, OWN);
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

enum hall_brought hall__rules_bring(struct hall *hall, struct wire_settings *settings, const char *text,
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
    if (rules->own_count >= OWN_MAX)
        let_editions_go(hall);
    return rules->own_count < OWN_MAX && hall__rules_keep(rules, &edition) ? HALL_BROUGHT_GOOD
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
    find_edition(hall->rules, own.id, 0)->is_offered = true;
    return true;
}

const struct pen_edition *hall__rules_offered(const struct hall_rules *rules, unsigned index)
{
    for (const struct hall_edition *one = rules->editions; one; one = one->next)
        if (one->is_offered && index-- == 0)
            return &one->edition;
    return NULL;
}

/* ---- rules ---- */

static bool is_same(const struct pen_options *one, const struct pen_options *other)
{
    return one->house == other->house && one->scoring == other->scoring && one->target == other->target &&
           one->reverse_with_two == other->reverse_with_two && one->misplays == other->misplays &&
           one->teams == other->teams && one->partners == other->partners;
}

static const struct room_rules *find(struct hall_rules *rules, struct hall_edition *edition,
                                     const struct pen_options *options)
{
    for (const struct kept *one = rules->newest; one && edition; one = one->next)
        if (one->edition == edition && is_same(&one->options, options))
            return &one->shared;
    struct kept *fresh = edition ? calloc(1, sizeof *fresh) : NULL;
    if (!fresh || pen_table_make(&fresh->rules, &edition->edition, options, NULL) != PEN_RULES_GOOD) {
        free(fresh);
        return NULL;
    }
    fresh->edition = edition;
    fresh->options = *options;
    fresh->shared = (struct room_rules){&edition->edition, &fresh->rules};
    fresh->next = rules->newest;
    rules->newest = fresh;
    rules->count++;
    return &fresh->shared;
}

static struct hall_edition *named(struct hall_rules *rules, const struct wire_settings *settings)
{
    return memchr(settings->edition, 0, sizeof settings->edition) ? builtin(rules, settings->edition) : NULL;
}

const struct room_rules *hall__rules_find(struct hall_rules *rules, const struct wire_settings *settings)
{
    return find(rules, named(rules, settings), &settings->options);
}

const struct room_rules *hall__rules_for(struct hall *hall, const struct wire_settings *settings)
{
    if (hall->rules->count >= HALL_RULES_MAX)
        let_rules_go(hall);
    return hall->rules->count < HALL_RULES_MAX ? hall__rules_find(hall->rules, settings) : NULL;
}

const struct room_rules *hall__rules_kept(struct hall_rules *rules, const struct wire_settings *settings,
                                          uint64_t digest, const char *text, size_t bytes)
{
    struct pen_edition edition;
    struct pen_problem problem;
    struct hall_edition *known = named(rules, settings);
    /* Most tables play by what is built in. */
    if (digest != 0 && !(known && known->digest == digest))
        known = find_edition(rules, settings->edition, digest);
    if (!known && digest != 0 && text && pen_edition_parse(&edition, text, bytes, &problem))
        known = add_edition(rules, &edition, settings->edition, KEPT);
    return find(rules, known, &settings->options);
}

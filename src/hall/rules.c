/* rules.c - rules by settings: made once, shared by all tables that play by them.
 *
 * There are few: editions times house rules times scoring times targets. A table's settings come from
 * outside, so the number kept is bounded; the targets are what there could be many of. */
#include <stdlib.h>
#include <string.h>

#include "hall/inside.h"

enum { RULES_MAX = 4096 };

struct kept {
    struct room_rules shared;
    struct pen_edition *edition; /* one per edition, shared by its rules */
    struct pen_rules rules;
    struct pen_options options;
    char id[PEN_ID_BYTES];
    uint64_t digest; /* of the edition */
    bool is_builtin; /* or one that a table has kept */
    struct kept *next;
};

struct hall_rules {
    struct kept *newest;
    unsigned count;
};

struct hall_rules *hall__rules_create(void)
{
    return calloc(1, sizeof(struct hall_rules));
}

static bool is_first_of_edition(const struct kept *kept)
{
    for (const struct kept *older = kept->next; older; older = older->next)
        if (older->edition == kept->edition)
            return false;
    return true;
}

void hall__rules_destroy(struct hall_rules *rules)
{
    if (!rules)
        return;
    for (struct kept *one = rules->newest, *next; one; one = next) {
        next = one->next;
        if (is_first_of_edition(one))
            free(one->edition);
        free(one);
    }
    free(rules);
}

static bool is_same(const struct pen_options *one, const struct pen_options *other)
{
    return one->house == other->house && one->scoring == other->scoring && one->target == other->target &&
           one->reverse_with_two == other->reverse_with_two && one->misplays == other->misplays &&
           one->teams == other->teams && one->partners == other->partners;
}

/* The edition of that digest; 0: the built-in one. 'text' is it, or null. */
static const struct room_rules *find(struct hall_rules *rules, const struct wire_settings *settings,
                                     uint64_t digest, const char *text, size_t bytes)
{
    struct pen_edition *edition = NULL;
    struct pen_problem problem;
    bool is_builtin = !text;
    if (!memchr(settings->edition, 0, sizeof settings->edition))
        return NULL;
    for (struct kept *one = rules->newest; one; one = one->next) {
        if (strcmp(one->id, settings->edition) != 0 ||
            (digest == 0 ? !one->is_builtin : one->digest != digest))
            continue;
        edition = one->edition;
        is_builtin = one->is_builtin;
        if (is_same(&one->options, &settings->options))
            return &one->shared;
    }
    if (rules->count == RULES_MAX)
        return NULL;
    struct kept *fresh = calloc(1, sizeof *fresh);
    bool is_new = !edition;
    if (is_new)
        edition = calloc(1, sizeof *edition);
    if (!fresh || !edition ||
        (is_new && (text ? !pen_edition_parse(edition, text, bytes, &problem)
                         : !pen_edition_builtin(settings->edition, edition))) ||
        pen_table_make(&fresh->rules, edition, &settings->options, NULL) != PEN_RULES_GOOD) {
        if (is_new)
            free(edition);
        free(fresh);
        return NULL;
    }
    fresh->edition = edition;
    fresh->options = settings->options;
    strcpy(fresh->id, settings->edition);
    fresh->digest = room_edition_digest(edition);
    fresh->is_builtin = is_builtin;
    fresh->shared = (struct room_rules){edition, &fresh->rules};
    fresh->next = rules->newest;
    rules->newest = fresh;
    rules->count++;
    return &fresh->shared;
}

const struct room_rules *hall__rules_find(struct hall_rules *rules, const struct wire_settings *settings)
{
    return find(rules, settings, 0, NULL, 0);
}

const struct room_rules *hall__rules_kept(struct hall_rules *rules, const struct wire_settings *settings,
                                          uint64_t digest, const char *text, size_t bytes)
{
    for (const struct kept *one = rules->newest; one && digest != 0; one = one->next)
        if (one->digest == digest && strcmp(one->id, settings->edition) == 0)
            return find(rules, settings, digest, NULL, 0);
    /* Most tables play by what is built in. */
    struct pen_edition *builtin = malloc(sizeof *builtin);
    if (!builtin)
        return NULL;
    const bool is_builtin = digest == 0 || (pen_edition_builtin(settings->edition, builtin) &&
                                            room_edition_digest(builtin) == digest);
    free(builtin);
    return is_builtin ? find(rules, settings, 0, NULL, 0) : find(rules, settings, digest, text, bytes);
}

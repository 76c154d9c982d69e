/* rules.c - editions, rules and cards for Python; bots by their names; whole games between bots. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lab.h"
#include "penultima/version.h"
#include "penultima/words.h"
#include "sim/match.h"

PEN_NORETURN void pen_assert_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "penultima: %s:%d: %s\n", file, line, condition);
    abort();
}

static uint64_t now_us(void *context)
{
    (void)context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

const struct bot_clock *lab_clock(void)
{
    static const struct bot_clock clock = {NULL, now_us};
    return &clock;
}

LAB_API const char *lab_version(void)
{
    return PEN_VERSION;
}

/* The id of a language, or null. */
LAB_API const char *lab_lang_id(unsigned lang)
{
    return lang < pen_lang_count() ? pen_lang_id((enum pen_lang)lang) : NULL;
}

/* ---- editions and rules ---- */

LAB_API const char *lab_edition_id(unsigned index)
{
    return index < pen_edition_builtin_count() ? pen_edition_builtin_id(index) : NULL;
}

LAB_API const char *lab_edition_source(const char *id)
{
    size_t count;
    return pen_edition_source(id, strlen(id), &count);
}

/* Null behind the last. */
LAB_API const char *lab_house_id(unsigned index)
{
    return index < pen_house_count() ? pen_house_id(index) : NULL;
}

/* The least and the most number with which it may be played: 1 and 1 where it has none. */
LAB_API void lab_house_numbers(unsigned index, unsigned *least, unsigned *most)
{
    struct pen_house house;
    pen_house_builtin(index, &house);
    *least = house.least;
    *most = house.most;
}

/* Adds that one to the set; 0: there is none, or it is there with another number. */
LAB_API int lab_house_add(const char *name, uint64_t *set)
{
    return pen_house_add(name, strlen(name), set);
}

/* Tried on a copy: the edition stays the one that was written. */
static bool houses_go(const struct pen_edition *edition, pen_house_set house, struct pen_problem *wrong)
{
    struct pen_edition laid = *edition;
    return pen_house_lay(&laid, house, wrong);
}

/* Rules of an edition file with these choices. Null, and what is wrong in 'problem', if they cannot be. */
LAB_API struct lab_rules *lab_rules_new(const char *source, size_t count, uint64_t house, unsigned scoring,
                                        unsigned target, unsigned reverse_with_two, unsigned teams,
                                        unsigned lang, char *problem, size_t problem_size)
{
    struct lab_rules *rules = calloc(1, sizeof *rules);
    struct pen_problem wrong = {0};
    if (!rules)
        return NULL;
    rules->options = (struct pen_options){.house = house,
                                          .scoring = (uint8_t)scoring,
                                          .target = (uint16_t)target,
                                          .reverse_with_two = (uint8_t)reverse_with_two,
                                          .teams = (uint8_t)teams};
    if (!pen_edition_parse(&rules->edition, source, count, &wrong))
        snprintf(problem, problem_size, "%u:%u: %s", wrong.line, wrong.column, pen_problem_in(&wrong, lang));
    else if (!houses_go(&rules->edition, house, &wrong))
        snprintf(problem, problem_size, "%s", pen_problem_in(&wrong, lang));
    else if (pen_table_make(&rules->rules, &rules->edition, &rules->options, NULL) != PEN_RULES_GOOD)
        snprintf(problem, problem_size, "these settings do not go with this edition");
    else
        return rules;
    free(rules);
    return NULL;
}

LAB_API void lab_rules_free(struct lab_rules *rules)
{
    free(rules);
}

LAB_API void lab_rules_source(const struct lab_rules *rules, char *bytes, size_t size)
{
    struct pen_text text = pen_text_in(bytes, size);
    pen_edition_write(&rules->edition, &text);
}

/* Eight numbers that do not change. */
LAB_API void lab_rules_numbers(const struct lab_rules *rules, int32_t out[8])
{
    const struct pen_rules *all = &rules->rules;
    const int32_t numbers[8] = {all->kind_count,     all->color_count,    all->deck_count,
                                all->rule.seats_min, all->rule.seats_max, all->rule.hand_cards,
                                all->rule.scoring,   all->rule.target};
    memcpy(out, numbers, sizeof numbers);
}

LAB_API const char *lab_rules_id(const struct lab_rules *rules)
{
    return rules->edition.id;
}

LAB_API const char *lab_rules_title(const struct lab_rules *rules, unsigned lang)
{
    return pen_said(rules->edition.title, lang);
}

LAB_API const char *lab_color_id(const struct lab_rules *rules, unsigned color)
{
    return rules->edition.colors[color].id;
}

/* Colour (or -1), number (or -1), points, copies of a kind. */
LAB_API void lab_card_numbers(const struct lab_rules *rules, unsigned card, int32_t out[4])
{
    const struct pen_rules *all = &rules->rules;
    out[0] = all->color[card] == PEN_COLOR_NONE ? -1 : all->color[card];
    out[1] = all->number[card] == PEN_NUMBER_NONE ? -1 : all->number[card];
    out[2] = all->points[card];
    out[3] = all->copies[card];
}

LAB_API void lab_card_text(const struct lab_rules *rules, unsigned card, char *bytes, size_t size)
{
    struct pen_text text = pen_text_in(bytes, size);
    pen_card_write(&rules->edition, &rules->rules, (uint8_t)card, &text);
}

LAB_API void lab_card_name(const struct lab_rules *rules, unsigned card, unsigned lang, char *bytes,
                           size_t size)
{
    struct pen_text text = pen_text_in(bytes, size);
    pen_card_name(&rules->edition, &rules->rules, (uint8_t)card, (enum pen_lang)lang, &text);
}

LAB_API const char *lab_refusal_text(unsigned refusal, unsigned lang)
{
    return pen_refusal_text((enum pen_refusal)refusal, (enum pen_lang)lang);
}

LAB_API const char *lab_refusal_rule(unsigned refusal)
{
    return refusal < PEN_REFUSAL_COUNT ? pen_refusal_rule((enum pen_refusal)refusal) : NULL;
}

/* ---- the lists ---- */

/* As the list has it: "SAY_UNO"; null behind the last. */
LAB_API const char *lab_verb(unsigned verb)
{
    static const char *const names[PEN_VERB_COUNT] = {
#define X(name, word, with, set, when) #name,
        PEN_VERB_LIST(X)
#undef X
    };
    return verb < PEN_VERB_COUNT ? names[verb] : NULL;
}

LAB_API const char *lab_phase(unsigned phase)
{
    return phase < PEN_PHASE_COUNT ? pen_phase_word((enum pen_phase)phase) : NULL;
}

/* ---- bots ---- */

LAB_API const char *lab_bot_id(unsigned level)
{
    return level < BOT_LEVEL_COUNT ? pen_bot_level_id((enum bot_level)level) : NULL;
}

LAB_API int lab_bot_is_good(const char *spec)
{
    struct bot_spec read;
    return pen_bot_spec_read(spec, strlen(spec), &read);
}

/* Whole games between bots, from game 'first' on: bot b of the list sits at seat (b + game) % seats, and
 * 'seats' games in a row have the same deal. A row of 4 + seats numbers each: winners (1 << seat), rounds,
 * turns, actions, then the points. */
LAB_API int lab_simulate(const struct lab_rules *rules, unsigned seats, const char *const *specs,
                         uint64_t seed, uint64_t first, uint64_t count, uint32_t *rows)
{
    struct bot_spec read[PEN_SEATS_MAX];
    for (unsigned i = 0; i < seats; i++)
        if (!pen_bot_spec_read(specs[i], strlen(specs[i]), &read[i]))
            return 0;
    struct sim_match match = {.rules = &rules->rules, .seat_count = (uint8_t)seats, .clock = lab_clock()};
    for (uint64_t game = first; game < first + count; game++) {
        struct sim_result result;
        for (unsigned i = 0; i < seats; i++)
            match.specs[(i + game) % seats] = read[i];
        match.deal_seed = pen_chance_of(seed, game / seats).counter;
        match.bot_seed = pen_chance_of(seed + 1, game).counter;
        match.dealer = pen_batch_dealer(match.deal_seed, seats);
        sim_match_play(&match, &result);
        *rows++ = result.winners;
        *rows++ = result.rounds;
        *rows++ = result.turns;
        *rows++ = result.actions;
        for (unsigned i = 0; i < seats; i++)
            *rows++ = result.score[i];
    }
    return 1;
}

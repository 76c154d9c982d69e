/* fuzz_edition.c - any bytes as an edition file. What is accepted reads back from its own writing,
 * and can be played: some moves by chance, the round checked after each. So the fuzzer invents not
 * only files but also card effects, which the rules have to bear. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "penultima/languages.h"
#include "penultima/round.h"
#include "penultima/text.h"
#include "room/room.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MOVES_MAX 300

static void stop(const char *what)
{
    fprintf(stderr, "fuzz_edition: %s\n", what);
    abort();
}

static void check_round_trip(const struct pen_edition *edition)
{
    static char bytes[32768];
    static struct pen_edition again;
    struct pen_problem problem;
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_edition_write(edition, &text);
    if (text.is_cut)
        stop("the edition is too long to write");
    if (!pen_edition_parse(&again, bytes, text.length, &problem))
        stop(pen_problem_in(&problem, PEN_LANG_EN));
    if (memcmp(edition, &again, sizeof again) != 0)
        stop("an edition reads back as another one");
}

/* Every card reads back as itself. */
static void check_cards(const struct pen_edition *edition, const struct pen_rules *rules)
{
    for (uint8_t kind = 0; kind < rules->kind_count; kind++) {
        char bytes[16];
        uint8_t again = PEN_CARD_NONE;
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        pen_card_write(edition, rules, kind, &text);
        if (!pen_card_read(edition, rules, bytes, text.length, &again) || again != kind)
            stop("a card reads back as another one");
    }
}

static void play(const struct pen_rules *rules, uint8_t seat_count, uint64_t seed)
{
    static struct pen_round round;
    static struct pen_events events;
    struct pen_chance choices = pen_chance_of(seed, 1);
    /* A hand-made edition may be dealt out to the last card that could open. */
    struct pen_layout layout = pen_layout_random(seat_count, 0, pen_chance_of(seed, 0));
    events.count = 0;
    events.reshuffled_count = 0;
    if (pen_round_deal(rules, &round, &layout, &events, NULL) != PEN_DEAL_GOOD)
        return;
    for (unsigned move = 0; move < MOVES_MAX; move++) {
        const char *wrong = pen_round_check(rules, &round);
        if (wrong)
            stop(wrong);
        uint16_t must = pen_round_must(&round);
        if (must == 0)
            return;
        struct pen_legal legal;
        uint8_t seat = (uint8_t)pen_bits_select(must, pen_chance_below(&choices, pen_bits_count(must)));
        pen_round_legal(rules, &round, seat, &legal);
        unsigned count = pen_legal_count(rules, &legal);
        if (count == 0)
            stop("a seat must act and can do nothing");
        struct pen_action action = pen_legal_at(rules, &legal, pen_chance_below(&choices, count));
        events.count = 0;
        events.reshuffled_count = 0;
        if (pen_round_apply(rules, &round, action, &events) != PEN_ACCEPTED)
            stop("a legal action was refused");
    }
}

/* The same bytes as a house rule, over an edition with everything in it. */
static void try_as_house(const uint8_t *data, size_t size)
{
    static struct pen_edition edition, before;
    static struct pen_rules rules;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    struct pen_problem problem;
    if (!pen_edition_builtin("ghostbusters", &edition))
        stop("no such edition");
    before = edition;
    if (!pen_house_parse(&edition, NULL, (const char *)data, size, &problem)) {
        if (problem.line == 0 || problem.column == 0 || !pen_problem_in(&problem, PEN_LANG_EN)[0] ||
            !pen_problem_in(&problem, PEN_LANG_ES)[0])
            stop("a problem of a house rule without a place or a text");
        if (memcmp(&edition, &before, sizeof edition) != 0)
            stop("a refused house rule changed the edition");
        return;
    }
    check_round_trip(&edition);
    if (pen_rules_make(&rules, &edition, &options, NULL) != PEN_RULES_GOOD)
        stop("an accepted house rule cannot be played");
    play(&rules, edition.rule.seats_min, size);
    play(&rules, edition.rule.seats_max, size);
}

static void count_bytes(void *context, const char *sentence)
{
    if (!sentence[0])
        stop("a difference without a word");
    *(size_t *)context += strlen(sentence);
}

/* The same bytes as somebody pastes them to a table: named by what they say, told in words, tried, all
 * bounded. */
static void try_as_own(const uint8_t *data, size_t size)
{
    static struct pen_edition edition, base, known;
    static struct pen_rules rules;
    static char bytes[32768];
    const struct pen_options options = PEN_OPTIONS_DEFAULT;
    struct pen_problem problem;
    size_t told = 0;
    if (!pen_edition_builtin("office", &base))
        stop("no such edition");
    memset(&problem, 0, sizeof problem);
    if (!pen_edition_read(&edition, &base, (const char *)data, size, &problem)) {
        if (problem.line == 0 || !pen_problem_in(&problem, PEN_LANG_EN)[0])
            stop("a problem of a pasted text without a place or a text");
        return;
    }
    if (!room_name_own_edition(&edition))
        return; /* too long to travel */
    check_round_trip(&edition);
    if (!room_is_own_edition(&edition))
        stop("an edition has not the name that it says");
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_edition_quote(&edition, &text);
    if (text.is_cut || pen_table_make(&rules, &edition, &options, NULL) != PEN_RULES_GOOD ||
        !pen_rules_surely_open(&rules) ||
        !pen_edition_builtin(pen_edition_builtin_id(pen_edition_nearest(&edition)), &known))
        stop("a pasted edition cannot be played");
    for (unsigned lang = 0; lang < PEN_LANG_COUNT; lang++)
        (void)pen_edition_diff(&known, &edition, (enum pen_lang)lang, &told, count_bytes);
    if (pen_rules_try(&rules, size, 2, 300).actions > 600)
        stop("a trial has gone on");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct pen_edition edition;
    static struct pen_rules rules;
    struct pen_problem problem;
    try_as_own(data, size);
    if (!pen_edition_parse(&edition, (const char *)data, size, &problem)) {
        if (problem.line == 0 || problem.column == 0 || !pen_problem_in(&problem, PEN_LANG_EN)[0] ||
            !pen_problem_in(&problem, PEN_LANG_ES)[0])
            stop("a problem without a place or a text");
        try_as_house(data, size);
        return 0;
    }
    check_round_trip(&edition);
    for (uint8_t house = 0; house <= PEN_HOUSE_SHEET; house = (uint8_t)(house + PEN_HOUSE_SHEET)) {
        struct pen_options options = PEN_OPTIONS_DEFAULT;
        options.house = house;
        if (pen_table_make(&rules, &edition, &options, NULL) != PEN_RULES_GOOD)
            stop("an accepted edition cannot be played");
        check_cards(&edition, &rules);
        play(&rules, edition.rule.seats_min, size);
        play(&rules, edition.rule.seats_max, size);
    }
    return 0;
}

/* test_random_play.c - random games in every edition, with every set of house rules and every
 * number of seats. After every action the self-check must hold, and so must these:
 *
 *   - the legal sets agree with brute force: every action there is, is tried on a copy;
 *   - a refused action changes nothing;
 *   - the quick way of pen_round_apply() and the general way lead to the same round;
 *   - a round is over after a bounded number of actions.
 *
 * The fingerprints of the games, one line per edition, must be those in tests/signatures: a change
 * of behaviour shows there, with the editions it touches. To accept one: UPDATE_SIGNATURES=1.
 *
 * At the end a few cards are played that only an edition of one's own has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/penultima.h"
#include "sim/random_record.h"

enum { ACTIONS_MAX = 100000, SIGNATURE_GAMES = 200 };

static const char *source_root;

/* Where a failure happened, and how to see it again. */
struct place {
    const char *edition;
    pen_house_set house;
    unsigned seats;
    uint64_t seed;
    unsigned action_count;
};

static void fail_at(const struct place *place, const char *what)
{
    char bytes[400] = "";
    struct pen_text house = pen_text_in(bytes, sizeof bytes);
    pen_house_write(place->house, ",", &house);
    fail_msg("%s: edition %s, house %s, %u seats, seed %llu, after %u actions", what, place->edition, bytes,
             place->seats, (unsigned long long)place->seed, place->action_count);
}

static void load_edition(const char *id, struct pen_edition *edition)
{
    if (!pen_edition_builtin(id, edition))
        fail_msg("there is no edition %s", id);
}

static void make_rules(const struct pen_edition *edition, pen_house_set house, struct pen_rules *rules)
{
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    options.house = house;
    assert_int_equal(pen_table_make(rules, edition, &options, NULL), PEN_RULES_GOOD);
}

/* ---- brute force ---- */

/* Tries one action and compares the verdict with the legal set. Counts it if it is legal. */
static void try_action(const struct pen_rules *rules, const struct pen_round *round,
                       const struct pen_legal *legal, struct pen_action action, const struct place *place,
                       unsigned *legal_count)
{
    struct pen_round trial = *round;
    bool is_accepted = pen_round_apply(rules, &trial, action, NULL) == PEN_ACCEPTED;
    bool is_listed = pen_legal_has(rules, legal, action);
    bool is_misplay = action.verb == PEN_VERB_PLAY && rules->rule.misplay_cards > 0;
    if (is_listed && !is_accepted)
        fail_at(place, "a legal action is refused");
    if (!is_listed && is_accepted && !is_misplay)
        fail_at(place, "an action is accepted that is not legal");
    if (!is_accepted && memcmp(&trial, round, sizeof trial) != 0)
        fail_at(place, "a refused action changed the round");
    if (is_accepted) {
        const char *fault = pen_round_check(rules, &trial);
        if (fault)
            fail_at(place, fault);
    }
    *legal_count += is_listed;
}

/* Every action that the fields can express for this seat. */
static void try_everything(const struct pen_rules *rules, const struct pen_round *round, uint8_t seat,
                           const struct place *place)
{
    struct pen_legal legal;
    unsigned legal_count = 0;
    pen_round_legal(rules, round, seat, &legal);
    for (uint8_t verb = 0; verb < PEN_VERB_COUNT; verb++) {
        struct pen_action action = PEN_ACTION(verb, seat);
        switch ((enum pen_with)pen_verb_shape((enum pen_verb)verb).with) {
        case PEN_WITH_CARD:
        case PEN_WITH_CARD_OR_NONE:
        case PEN_WITH_COLORED_CARD:
            for (unsigned card = 0; card <= rules->kind_count; card++) {
                action.card = card < rules->kind_count ? (uint8_t)card : PEN_CARD_NONE;
                for (unsigned color = 0; color <= rules->color_count; color++) {
                    action.color = color < rules->color_count ? (uint8_t)color : PEN_COLOR_NONE;
                    try_action(rules, round, &legal, action, place, &legal_count);
                }
            }
            break;
        case PEN_WITH_COLOR:
            for (unsigned color = 0; color <= rules->color_count; color++) {
                action.color = (uint8_t)color;
                try_action(rules, round, &legal, action, place, &legal_count);
            }
            break;
        case PEN_WITH_TARGET:
            for (unsigned target = 0; target <= round->seat_count; target++) {
                action.target = (uint8_t)target;
                try_action(rules, round, &legal, action, place, &legal_count);
            }
            break;
        case PEN_WITH_ALONE:
            try_action(rules, round, &legal, action, place, &legal_count);
            break;
        }
    }
    if (legal_count != pen_legal_count(rules, &legal))
        fail_at(place, "the legal set counts other actions than brute force");
    for (unsigned i = 0; i < legal_count; i++)
        if (!pen_legal_has(rules, &legal, pen_legal_at(rules, &legal, i)))
            fail_at(place, "an action from the legal list is not in the legal set");
    uint16_t bit = (uint16_t)(1u << seat);
    bool can_act = ((pen_round_must(round) | pen_round_may(rules, round)) & bit) != 0;
    if (can_act != (legal_count > 0))
        fail_at(place, "must and may do not agree with the legal set");
}

/* ---- games ---- */

static uint64_t mix(uint64_t hash, uint64_t value)
{
    struct pen_chance chance = {hash ^ value};
    return pen_chance_word(&chance);
}

/* pen_quick_any_turns() does what its parts do one after the other, the general way. */
static void try_any_turns(const struct pen_rules *rules, const struct pen_round *round,
                          struct pen_chance chance, const struct place *place)
{
    struct pen_round quick = *round, plain = *round;
    struct pen_chance quick_chance = chance;
    uint64_t limit = 1 + place->action_count % 3;
    uint64_t count = pen_quick_any_turns(rules, &quick, &quick_chance, limit);
    if (count > limit)
        fail_at(place, "there are more turns by chance than were wanted");
    for (; count > 0; count--) {
        struct pen_legal legal;
        if (!rules->rule.jump_in && pen_round_may_react(rules, &plain) != 0)
            fail_at(place, "a turn by chance comes before others have had their say");
        pen__legal_slowly(rules, &plain, plain.turn, &legal);
        legal.accuses = 0;
        legal.jumps = 0;
        struct pen_action action = legal.plays != 0 ? pen_legal_any_play(rules, &legal, &chance)
                                                    : pen_legal_any(rules, &legal, &chance);
        if (legal.plays != 0 && pen_uno_goes_with(rules, plain.hand_count[plain.turn]))
            action.uno = pen_chance_word(&chance) & 1;
        if (pen_round_apply_ordered(rules, &plain, action, NULL, NULL, 0) != PEN_ACCEPTED)
            fail_at(place, "what a turn by chance has done is refused");
    }
    if (memcmp(&quick, &plain, sizeof quick) != 0 || quick_chance.counter != chance.counter)
        fail_at(place, "a turn by chance differs from its parts");
    if (pen_quick_may_react(rules, round) != pen_round_may_react(rules, round))
        fail_at(place, "who may react differs the quick way");
}

/* Plays one round; returns a fingerprint of it. 'try_every' actions lie between two brute-force
 * comparisons, 0 means none. */
static uint64_t play_round(const struct pen_rules *rules, struct place *place, unsigned try_every)
{
    struct pen_round round;
    struct pen_events events;
    struct pen_chance chance = pen_chance_of(place->seed, 1);
    uint64_t hash = place->seats;
    memset(&round, 0, sizeof round);
    pen_round_start(rules, &round, (uint8_t)place->seats, (uint8_t)(place->seed % place->seats),
                    pen_chance_of(place->seed, 0));
    for (place->action_count = 0; round.phase != PEN_PHASE_OVER; place->action_count++) {
        const char *fault = pen_round_check(rules, &round);
        if (fault)
            fail_at(place, fault);
        if (place->action_count > ACTIONS_MAX) { /* docs/RULES.md, (l): then the table can end it */
            if (pen_round_can_void(&round) != PEN_ACCEPTED)
                fail_at(place, "the round does not end");
            pen_round_void(rules, &round, NULL);
            break;
        }
        if (try_every && place->action_count % try_every == 0)
            for (uint8_t seat = 0; seat < round.seat_count; seat++)
                try_everything(rules, &round, seat, place);
        try_any_turns(rules, &round, chance, place);
        struct pen_action action = sim_record_choose(rules, &round, &chance);
        struct pen_round slow = round;
        if (pen_round_apply(rules, &round, action, NULL) != PEN_ACCEPTED ||
            pen_round_apply(rules, &slow, action, &events) != PEN_ACCEPTED)
            fail_at(place, "a chosen action is refused");
        /* With listeners a new pile is put in order at once; apart from that nothing may differ. */
        if (events.reshuffled_count == 0 && memcmp(&slow, &round, sizeof round) != 0)
            fail_at(place, "the quick way and the general way differ");
        if (events.reshuffled_count > 0 && memcmp(slow.hands, round.hands, sizeof round.hands) != 0)
            fail_at(place, "an ordered new pile deals other cards than an unordered one");
        hash = mix(hash, (uint64_t)action.verb << 32 | (uint64_t)action.seat << 24 |
                             (uint64_t)action.card << 16 | (uint64_t)action.color << 8 | action.target);
        hash = mix(hash, (uint64_t)round.turn << 32 | (uint64_t)round.top << 24 |
                             (uint64_t)round.color << 16 | round.pending);
    }
    const char *fault = pen_round_check(rules, &round);
    if (fault)
        fail_at(place, fault);
    return mix(hash, round.winner);
}

static void test_every_table(void **state)
{
    (void)state;
    for (unsigned e = 0; e < pen_edition_builtin_count(); e++) {
        struct pen_edition edition;
        load_edition(pen_edition_builtin_id(e), &edition);
        for (unsigned house = 0; house <= PEN_HOUSE_SHEET; house++) {
            struct pen_rules rules;
            make_rules(&edition, house, &rules);
            for (unsigned seats = rules.rule.seats_min; seats <= rules.rule.seats_max; seats++) {
                for (uint64_t seed = 1; seed <= 6; seed++) {
                    struct place place = {pen_edition_builtin_id(e), house, seats, seed * 1000 + house, 0};
                    rules.reverse_skips_with_two = seed % 2 == 0; /* RULE O2: both ways */
                    play_round(&rules, &place, seed == 1 ? 7 : 0);
                }
            }
        }
    }
}

/* A house rule, with any number it may have. */
static pen_house_set any_rule(pen_house_set set, unsigned index, struct pen_chance *chance)
{
    struct pen_house house;
    pen_house_builtin(index, &house);
    return pen_house_with(set, index, house.least + pen_chance_below(chance, house.most - house.least + 1u));
}

/* Some house rules that go together, each with any other. */
static pen_house_set any_set(const struct pen_edition *edition, struct pen_chance *chance)
{
    pen_house_set set = 0;
    for (unsigned tries = 1 + pen_chance_below(chance, 9); tries > 0; tries--) {
        struct pen_options options = PEN_OPTIONS_DEFAULT;
        struct pen_rules rules;
        options.house = any_rule(set, pen_chance_below(chance, pen_house_count()), chance);
        if (pen_table_make(&rules, edition, &options, NULL) == PEN_RULES_GOOD)
            set = options.house;
    }
    return set;
}

/* Random sets of house rules; HOUSE_SETS=200 for many and nothing else, each with every number of seats: some
 * minutes of processor time, nearly all of it for trying and comparing every action there could be, and no
 * set is much slower than another. */
static void test_house_sets(void **state)
{
    (void)state;
    const char *wanted = getenv("HOUSE_SETS");
    const unsigned sets = wanted ? (unsigned)atoi(wanted) : 14;
    struct pen_chance chance = pen_chance_of(15, 15);
    uint64_t action_count = 0;
    for (unsigned e = 0; e < pen_edition_builtin_count(); e++) {
        struct pen_edition edition;
        load_edition(pen_edition_builtin_id(e), &edition);
        for (unsigned i = 0; i < sets; i++) {
            struct pen_rules rules;
            pen_house_set set = any_set(&edition, &chance);
            make_rules(&edition, set, &rules);
            unsigned span = rules.rule.seats_max - rules.rule.seats_min + 1u;
            for (unsigned seats = 0; seats < (wanted ? span : 1); seats++) {
                struct place place = {pen_edition_builtin_id(e), set,
                                      rules.rule.seats_min + (i + seats) % span, 1000 + i, 0};
                rules.reverse_skips_with_two = i % 2 == 0;
                play_round(&rules, &place, wanted ? 19 : 7);
                action_count += place.action_count;
            }
        }
        if (wanted)
            print_message("# %s: %u sets, %llu actions so far\n", pen_edition_builtin_id(e), sets,
                          (unsigned long long)action_count);
    }
}

/* Each house rule alone, in every edition, the quick way beside the general one. */
static void test_house_rules_alone(void **state)
{
    (void)state;
    for (unsigned e = 0; e < pen_edition_builtin_count(); e++) {
        struct pen_edition edition;
        load_edition(pen_edition_builtin_id(e), &edition);
        for (unsigned house = 0; house < pen_house_count(); house++) {
            struct pen_rules rules;
            struct pen_chance chance = pen_chance_of(e, house);
            const pen_house_set set = any_rule(0, house, &chance);
            make_rules(&edition, set, &rules);
            for (unsigned seed = 1; seed <= 4; seed++) {
                struct place place = {pen_edition_builtin_id(e), set, 1 + seed, seed, 0};
                play_round(&rules, &place, 0);
            }
        }
    }
}

/* Positions that games seldom reach: few cards left, everything in the hands. */
static void test_crowded_tables(void **state)
{
    (void)state;
    for (unsigned e = 0; e < pen_edition_builtin_count(); e++) {
        struct pen_edition edition;
        load_edition(pen_edition_builtin_id(e), &edition);
        for (unsigned house = 0; house <= PEN_HOUSE_SHEET; house++) {
            struct pen_rules rules;
            make_rules(&edition, house, &rules);
            for (uint64_t seed = 1; seed <= 6; seed++) {
                struct place place = {pen_edition_builtin_id(e), house, 3, seed, 0};
                struct pen_layout layout = pen_layout_random(3, 0, pen_chance_of(seed, 9));
                struct pen_chance chance = pen_chance_of(seed, 8);
                uint8_t deck[PEN_DECK_MAX];
                unsigned count = rules.deck_count;
                memcpy(deck, rules.deck, count);
                pen_chance_shuffle(&chance, deck, count);
                /* All cards but a few go into the hands. */
                unsigned left = 1 + pen_chance_below(&chance, 6);
                layout.top = deck[--count];
                layout.top_color = 0;
                layout.has_hand = 7;
                for (; count > left; count--)
                    pen_hand_add(&layout.hands[pen_chance_below(&chance, 3)], deck[count - 1]);
                struct pen_round round;
                assert_int_equal(pen_round_deal(&rules, &round, &layout, NULL, NULL), PEN_DEAL_GOOD);
                for (unsigned i = 0; i < 400 && round.phase != PEN_PHASE_OVER; i++) {
                    place.action_count = i;
                    const char *fault = pen_round_check(&rules, &round);
                    if (fault)
                        fail_at(&place, fault);
                    if (i % 16 == 0)
                        try_everything(&rules, &round, round.turn, &place);
                    struct pen_action action = sim_record_choose(&rules, &round, &chance);
                    if (pen_round_apply(&rules, &round, action, NULL) != PEN_ACCEPTED)
                        fail_at(&place, "a chosen action is refused");
                }
            }
        }
    }
}

static void test_signatures(void **state)
{
    (void)state;
    static char path[4096], found[16384], expected[16384];
    size_t length = 0;
    for (unsigned e = 0; e < pen_edition_builtin_count(); e++) {
        struct pen_edition edition;
        load_edition(pen_edition_builtin_id(e), &edition);
        for (unsigned house = 0; house <= PEN_HOUSE_SHEET; house++) {
            struct pen_rules rules;
            uint64_t hash = 0;
            make_rules(&edition, house, &rules);
            for (uint64_t seed = 0; seed < SIGNATURE_GAMES; seed++) {
                unsigned span = rules.rule.seats_max - rules.rule.seats_min + 1u;
                struct place place = {pen_edition_builtin_id(e), house,
                                      rules.rule.seats_min + (unsigned)(seed % span), seed, 0};
                hash = mix(hash, play_round(&rules, &place, 0));
            }
            length +=
                (size_t)snprintf(found + length, sizeof found - length, "%s", pen_edition_builtin_id(e));
            for (unsigned rule = 0; rule < 3; rule++)
                if (house >> rule & 1)
                    length +=
                        (size_t)snprintf(found + length, sizeof found - length, " %s", pen_house_id(rule));
            length += (size_t)snprintf(found + length, sizeof found - length, " %016llx\n",
                                       (unsigned long long)hash);
        }
    }
    snprintf(path, sizeof path, "%s/tests/signatures", source_root);
    if (getenv("UPDATE_SIGNATURES")) {
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        fputs(found, file);
        assert_int_equal(fclose(file), 0);
    }
    FILE *file = fopen(path, "rb");
    if (file) {
        expected[fread(expected, 1, sizeof expected - 1, file)] = 0;
        fclose(file);
    }
    assert_string_equal(found, expected);
}

/* ---- cards that only an edition of one's own has ---- */

static void make_own_rules(const char *statement, struct pen_edition *edition, struct pen_rules *rules)
{
    char source[400];
    struct pen_problem problem;
    snprintf(source, sizeof source, "edition own\nlike classic\ntitle en \"O\", es \"P\"\n%s\n", statement);
    if (!pen_edition_parse(edition, source, strlen(source), &problem))
        fail_msg("%s: %s", statement, pen_problem_in(&problem, PEN_LANG_EN));
    make_rules(edition, 0, rules);
}

#define FOUR_SKIPS "skip next, skip next, skip next, skip next"

/* Seat 0 plays the first card of its hand, the second one if a free card is wanted. The others hold
 * two cards each. The quick way and the general way must agree. */
static const struct {
    const char *statement, *hand[3];
    uint8_t color, seats, turn, direction, phase, counts[4];
} own_cases[] = {
    /* Eight steps: a program ends at its last place without an end. */
    {"play s " FOUR_SKIPS ", " FOUR_SKIPS,
     {"rs", "r1", "r2"},
     PEN_COLOR_NONE,
     3,
     0,
     PEN_LEFT,
     PEN_PHASE_TURN,
     {2, 2, 2}},
    /* Whom a card hits depends on whether it turns play before or after. */
    {"play +2 draw next 2, reverse",
     {"r+2", "r1", "r2"},
     PEN_COLOR_NONE,
     4,
     3,
     PEN_RIGHT,
     PEN_PHASE_TURN,
     {2, 4, 2, 2}},
    {"play +2 reverse, draw next 2, skip next",
     {"r+2", "r1", "r2"},
     PEN_COLOR_NONE,
     4,
     2,
     PEN_RIGHT,
     PEN_PHASE_TURN,
     {2, 2, 2, 4}},
    /* RULE O11: the free card can be the last one, if nothing is drawn before. */
    {"play w name color, lay any, others follow or draw 2",
     {"w", "r1"},
     2,
     3,
     0,
     PEN_LEFT,
     PEN_PHASE_OVER,
     {0, 2, 2}},
};

static void test_own_cards(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof own_cases / sizeof own_cases[0]; i++) {
        struct pen_edition edition;
        struct pen_rules rules;
        struct pen_round round, slow;
        struct pen_events events;
        uint8_t cards[3] = {0};
        make_own_rules(own_cases[i].statement, &edition, &rules);
        struct pen_layout layout = pen_layout_random(own_cases[i].seats, 0, pen_chance_of(1, 1));
        assert_true(pen_card_read(&edition, &rules, "r9", 2, &layout.top));
        layout.has_hand = (uint16_t)((1u << own_cases[i].seats) - 1);
        for (unsigned c = 0; c < 3 && own_cases[i].hand[c]; c++) {
            const char *code = own_cases[i].hand[c];
            assert_true(pen_card_read(&edition, &rules, code, strlen(code), &cards[c]));
            pen_hand_add(&layout.hands[0], cards[c]);
        }
        for (unsigned seat = 1; seat < own_cases[i].seats; seat++)
            layout.hands[seat].digit[1] = pen_card_bit(3 + seat); /* a pair: red 4, 5, 6 */
        assert_int_equal(pen_round_deal(&rules, &round, &layout, NULL, NULL), PEN_DEAL_GOOD);
        slow = round;
        struct pen_action action = PEN_ACTION(PEN_VERB_PLAY, 0);
        action.card = cards[0];
        action.color = own_cases[i].color;
        assert_int_equal(pen_round_apply(&rules, &round, action, NULL), PEN_ACCEPTED);
        assert_int_equal(pen_round_apply(&rules, &slow, action, &events), PEN_ACCEPTED);
        if (round.phase == PEN_PHASE_STREAM) {
            action = PEN_ACTION(PEN_VERB_STREAM, 0);
            action.card = cards[1];
            assert_int_equal(pen_round_apply(&rules, &round, action, NULL), PEN_ACCEPTED);
            assert_int_equal(pen_round_apply(&rules, &slow, action, &events), PEN_ACCEPTED);
        }
        assert_memory_equal(&round, &slow, sizeof round);
        assert_null(pen_round_check(&rules, &round));
        assert_int_equal(round.turn, own_cases[i].turn);
        assert_int_equal(round.direction, own_cases[i].direction);
        assert_int_equal(round.phase, own_cases[i].phase);
        assert_memory_equal(round.hand_count, own_cases[i].counts, sizeof own_cases[i].counts);
        /* In mid-game with that card on top: only one that turns play has turned it. */
        layout = pen_layout_random(own_cases[i].seats, 0, pen_chance_of(1, 1));
        layout.top = cards[0];
        layout.top_color = 0;
        assert_int_equal(pen_round_deal(&rules, &round, &layout, NULL, NULL), PEN_DEAL_GOOD);
        assert_int_equal(round.turned, own_cases[i].direction == PEN_RIGHT);
    }
}

static void test_own_opening(void **state)
{
    (void)state;
    struct pen_edition edition;
    struct pen_rules rules;
    struct pen_round round;
    make_own_rules("open s " FOUR_SKIPS ", " FOUR_SKIPS, &edition, &rules);
    struct pen_layout layout = pen_layout_random(5, 1, pen_chance_of(1, 1));
    assert_true(pen_card_read(&edition, &rules, "gs", 2, &layout.opening[layout.opening_count++]));
    assert_int_equal(pen_round_deal(&rules, &round, &layout, NULL, NULL), PEN_DEAL_GOOD);
    assert_int_equal(round.turn, 0); /* nine seats on from seat 1 */
}

int main(int argc, char **argv)
{
    source_root = argc > 1 ? argv[1] : ".";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_table),       cmocka_unit_test(test_house_sets),
        cmocka_unit_test(test_house_rules_alone), cmocka_unit_test(test_crowded_tables),
        cmocka_unit_test(test_signatures),        cmocka_unit_test(test_own_cards),
        cmocka_unit_test(test_own_opening),
    };
    const struct CMUnitTest campaign[] = {cmocka_unit_test(test_house_sets)};
    return getenv("HOUSE_SETS") ? cmocka_run_group_tests(campaign, NULL, NULL)
                                : cmocka_run_group_tests(tests, NULL, NULL);
}

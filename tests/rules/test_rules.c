/* test_rules.c - what pen_table_make() makes of an edition and a table's options: the masks and
 * numbers of the five built-in editions under their house rules, written out by hand from RULES.md;
 * and every way in which an edition or the options can be wrong, with the problem and the face that
 * are reported. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/penultima.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static struct pen_edition edition;
static struct pen_rules rules;

static unsigned face_of(const char *code)
{
    for (unsigned f = 0; f < edition.face_count; f++)
        if (strcmp(edition.faces[f].code, code) == 0)
            return f;
    fail_msg("%s has no face %s", edition.id, code);
    return 0;
}

static void make_rules(unsigned house)
{
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    options.house = house;
    assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
}

static uint8_t card_of(const char *code)
{
    uint8_t card = PEN_CARD_NONE;
    if (!pen_card_read(&edition, &rules, code, strlen(code), &card))
        fail_msg("%s has no card %s", edition.id, code);
    return card;
}

/* The kinds named, separated by blanks; '*' stands for every colour. */
static uint64_t kinds_of(const char *names)
{
    uint64_t kinds = 0;
    char word[8];
    int length = 0;
    for (; sscanf(names, "%7s%n", word, &length) == 1; names += length) {
        bool is_each = word[0] == '*';
        for (unsigned c = 0; c < (is_each ? edition.color_count : 1u); c++) {
            if (is_each)
                word[0] = edition.colors[c].letter;
            kinds |= pen_card_bit(card_of(word));
        }
    }
    return kinds;
}

/* ---- the built-in editions ------------------------------------------------------------------- */

#define PROGRESSIVE PEN_HOUSE_PROGRESSIVE
#define SEVEN_0 PEN_HOUSE_SEVEN_0
#define JUMP_IN PEN_HOUSE_JUMP_IN

/* Which cards wait for an answer, are answered by what (K1, K2, O21), and have to be walked step by
 * step though they are coloured. The wilds always are. */
static const struct {
    const char *id;
    unsigned house;
    const char *wilds, *waits, *slow, *answers_two, *answers_four, *guard_four;
} tables[] = {
    {"classic", 0, "w w+4", "w+4", "", "", "", ""},
    {"classic", PROGRESSIVE, "w w+4", "*+2 w+4", "*+2", "*+2", "w+4", ""},
    {"classic", SEVEN_0, "w w+4", "w+4", "*0 *7", "", "", ""},
    {"classic", JUMP_IN, "w w+4", "*+2 w+4", "*+2", "", "", ""},
    {"classic", PEN_HOUSE_SHEET, "w w+4", "*+2 w+4", "*0 *7 *+2", "*+2", "w+4", ""},
    {"clasico", 0, "w w+4", "w+4", "", "", "", ""},
    {"clasico", PEN_HOUSE_SHEET, "w w+4", "*+2 w+4", "*0 *7 *+2", "*+2", "w+4", ""},
    {"cumulative", 0, "w w+4", "*+2 w+4", "*+2", "*+2 w+4", "w+4", ""},
    {"cumulative", PROGRESSIVE, "w w+4", "*+2 w+4", "*+2", "*+2", "w+4", ""},
    {"cumulative", JUMP_IN, "w w+4", "*+2 w+4", "*+2", "*+2 w+4", "w+4", ""},
    {"office", 0, "w w+4 wx", "w+4", "", "", "", ""},
    {"office", PROGRESSIVE | SEVEN_0, "w w+4 wx", "*+2 w+4", "*0 *7 *+2", "*+2", "w+4", ""},
    {"ghostbusters", 0, "w w+4 wx", "w+4", "", "", "", ""},
    {"ghostbusters", JUMP_IN, "w w+4 wx", "*+2 w+4", "*+2", "", "", ""},
    {"spiderman", 0, "w w+4 wx", "w+4", "", "", "", "w w+4 wx"},
    {"spiderman", PROGRESSIVE, "w w+4 wx", "*+2 w+4", "*+2", "*+2", "w+4", "w w+4 wx"},
};

static void expect_kinds(unsigned row, const char *what, uint64_t found, const char *wanted)
{
    if (found != kinds_of(wanted))
        fail_msg("%s, house %u: %s is %#llx, wanted %s", tables[row].id, tables[row].house, what,
                 (unsigned long long)found, wanted);
}

static void test_masks(void **state)
{
    (void)state;
    for (unsigned i = 0; i < COUNT(tables); i++) {
        assert_true(pen_edition_builtin(tables[i].id, &edition));
        make_rules(tables[i].house);
        uint64_t all = (UINT64_C(1) << rules.kind_count) - 1;
        uint8_t two = card_of(strcmp(tables[i].id, "office") == 0 ? "p+2" : "r+2");
        uint8_t four = card_of("w+4");
        expect_kinds(i, "wilds", rules.wilds, tables[i].wilds);
        expect_kinds(i, "guarded", rules.guarded, "w+4");
        expect_kinds(i, "challengeable", rules.challengeable, "w+4");
        expect_kinds(i, "open_challenge", rules.open_challenge, strcmp(tables[i].id, "clasico") ? "" : "w+4");
        expect_kinds(i, "waits", rules.waits, tables[i].waits);
        expect_kinds(i, "slow", all & ~rules.quick & ~rules.wilds, tables[i].slow);
        expect_kinds(i, "quick wilds", rules.quick & rules.wilds, "w");
        expect_kinds(i, "answers +2", rules.answers[two], tables[i].answers_two);
        expect_kinds(i, "answers w+4", rules.answers[four], tables[i].answers_four);
        expect_kinds(i, "guard", rules.guard[four], tables[i].guard_four);
        expect_kinds(i, "the green cards", rules.of_color[1], "g0 g1 g2 g3 g4 g5 g6 g7 g8 g9 gs gr g+2");
        expect_kinds(i, "the sevens", rules.of_face[card_of("g7")], "*7");
        expect_kinds(i, "the Draw Twos", rules.of_face[two], "*+2");
        expect_kinds(i, "nothing is like a wild", rules.of_face[four], "");
        for (unsigned kind = 0; kind < rules.kind_count; kind++) {
            bool is_draw = kind == four || (rules.of_face[two] & pen_card_bit(kind));
            assert_int_equal(rules.draw_cards[kind], kind == four ? 4 : is_draw ? 2 : 0);
            assert_int_equal(rules.challenge_cards[kind], kind == four ? 2 : 0);
            if (!is_draw && rules.answers[kind] != 0)
                fail_msg("%s: something answers kind %u", tables[i].id, kind);
        }
        assert_int_equal(rules.rule.jump_in, (tables[i].house & JUMP_IN) != 0);
        assert_int_equal(rules.rule.answers_by == PEN_ANSWERS_SAME, (tables[i].house & PROGRESSIVE) != 0);
    }
}

/* RULES A1 to A3, H2. */
static void test_quick_effects(void **state)
{
    (void)state;
    static const struct {
        const char *card;
        struct pen_quick_effect effect;
    } effects[] = {
        {"r5", {0, 0, 0, 0}}, {"b0", {0, 0, 0, 0}},  {"gs", {0, 1, 0, 0}},
        {"yr", {0, 0, 1, 0}}, {"b+2", {2, 1, 0, 1}},
    };
    assert_true(pen_edition_builtin("classic", &edition));
    make_rules(0);
    for (unsigned i = 0; i < COUNT(effects); i++)
        assert_memory_equal(&rules.effect[card_of(effects[i].card)], &effects[i].effect,
                            sizeof effects[i].effect);
    assert_int_equal(rules.play[card_of("g0")][0].op, PEN_STEP_END);
    make_rules(SEVEN_0);
    assert_int_equal(rules.play[card_of("g0")][0].op, PEN_STEP_PASS_HANDS);
    assert_int_equal(rules.play[card_of("g7")][0].op, PEN_STEP_SWAP_HANDS);
    assert_int_equal(rules.play[card_of("g7")][1].op, PEN_STEP_END);
    assert_int_equal(rules.play[card_of("g8")][0].op, PEN_STEP_END);
    assert_int_equal(edition.faces[face_of("7")].play[0].op, PEN_STEP_END);
}

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *id;
        uint8_t deck, kinds, dealer_by, must_play, until_said, misplay, advice, last_draw, scoring;
    } numbers[] = {
        {"classic", 108, 54, PEN_DEALER_HIGHEST_DEALS, 0, 0, 0, 0, 1, PEN_SCORING_POINTS},
        {"clasico", 108, 54, PEN_DEALER_HIGHEST_DEALS, 1, 1, 0, 0, 1, PEN_SCORING_POINTS},
        {"cumulative", 108, 54, PEN_DEALER_HIGHEST_STARTS, 0, 1, 2, 2, 1, PEN_SCORING_QUICK},
        {"office", 112, 55, PEN_DEALER_HIGHEST_DEALS, 1, 0, 0, 0, 1, PEN_SCORING_POINTS},
        {"ghostbusters", 112, 55, PEN_DEALER_HIGHEST_DEALS, 1, 0, 0, 0, 1, PEN_SCORING_POINTS},
        {"spiderman", 112, 55, PEN_DEALER_NAMED, 1, 0, 0, 0, 0, PEN_SCORING_QUICK},
    };
    for (unsigned i = 0; i < COUNT(numbers); i++) {
        assert_true(pen_edition_builtin(numbers[i].id, &edition));
        make_rules(0);
        assert_int_equal(rules.deck_count, numbers[i].deck);
        assert_int_equal(rules.kind_count, numbers[i].kinds);
        assert_int_equal(rules.color_count, 4);
        assert_int_equal(rules.rule.seats_min, 2);
        assert_int_equal(rules.rule.seats_max, 10);
        assert_int_equal(rules.rule.hand_cards, 7);
        assert_int_equal(rules.rule.caught_cards, 2);
        assert_int_equal(rules.rule.target, 500);
        assert_int_equal(rules.rule.dealer_by, numbers[i].dealer_by);
        assert_int_equal(rules.rule.drawn_must_be_played, numbers[i].must_play);
        assert_int_equal(rules.rule.caught_until_said, numbers[i].until_said);
        assert_int_equal(rules.rule.misplay_cards, numbers[i].misplay);
        assert_int_equal(rules.rule.advice_cards, numbers[i].advice);
        assert_int_equal(rules.rule.last_draw_counts, numbers[i].last_draw);
        assert_int_equal(rules.rule.scoring, numbers[i].scoring);
        assert_int_equal(rules.reverse_skips_with_two, 1);
        for (unsigned kind = 0; kind < rules.kind_count; kind++) {
            unsigned number = rules.number[kind];
            bool is_wild = rules.color[kind] == PEN_COLOR_NONE;
            assert_int_equal(rules.points[kind], is_wild ? 50 : number <= 9 ? number : 20);
            assert_int_equal(rules.copies[kind], is_wild ? 4 : number == 0 ? 1 : 2);
        }
    }
}

static void test_options(void **state)
{
    (void)state;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    options.scoring = PEN_SCORING_LOWEST;
    options.target = PEN_TARGET_MAX;
    options.reverse_with_two = PEN_REVERSE_TURNS;
    assert_true(pen_edition_builtin("cumulative", &edition));
    assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
    assert_int_equal(rules.rule.scoring, PEN_SCORING_LOWEST);
    assert_int_equal(rules.rule.target, PEN_TARGET_MAX);
    assert_int_equal(rules.reverse_skips_with_two, 0);

    static const struct pen_options wrong[] = {
        {.house = UINT64_C(1) << 63, .scoring = PEN_SCORING_DEFAULT},
        {.scoring = PEN_SCORING_DEFAULT + 1},
        {.scoring = PEN_SCORING_DEFAULT, .target = PEN_TARGET_MAX + 1},
        {.scoring = PEN_SCORING_DEFAULT, .reverse_with_two = PEN_REVERSE_TURNS + 1},
        {.scoring = PEN_SCORING_DEFAULT, .teams = 1},
        {.scoring = PEN_SCORING_DEFAULT, .teams = PEN_TEAMS_MAX + 1},
        {.scoring = PEN_SCORING_DEFAULT, .teams = 2, .partners = PEN_PARTNERS_OPEN + 1},
    };
    for (unsigned i = 0; i < COUNT(wrong); i++) {
        unsigned face = 99;
        assert_int_equal(pen_table_make(&rules, &edition, &wrong[i], &face), PEN_RULES_BAD_OPTIONS);
        assert_int_equal(face, edition.face_count);
    }
}

/* ---- broken editions ------------------------------------------------------------------------- */

#define GOOD PEN_RULES_GOOD
#define WRONG PEN_RULES_BAD_LIMITS
#define BAD PEN_RULES_BAD_PROGRAM

/* Makes rules of the edition as it now is; 'face' is the face at fault, null for none. */
static void expect_problem(const char *what, pen_house_set house, enum pen_rules_problem wanted,
                           const char *face)
{
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    unsigned wanted_face = face ? face_of(face) : edition.face_count, found_face = 99;
    options.house = house;
    enum pen_rules_problem found = pen_table_make(&rules, &edition, &options, &found_face);
    if (found != wanted || found_face != wanted_face)
        fail_msg("%s: problem %u of face %u, wanted %u of %u", what, found, found_face, wanted, wanted_face);
}

static void test_limits(void **state)
{
    (void)state;
#define IN_EDITION(field, value) #field " " #value, offsetof(struct pen_edition, field), value
#define LIMIT(field, value) IN_EDITION(rule.field, value)
    static const struct {
        const char *what;
        size_t offset;
        uint8_t value;
        enum pen_rules_problem problem;
    } limits[] = {
        {LIMIT(seats_min, 1), WRONG},
        {LIMIT(seats_min, 10), GOOD},
        {LIMIT(seats_min, 11), WRONG},
        {LIMIT(seats_max, 1), WRONG},
        {LIMIT(seats_max, 2), GOOD},
        {LIMIT(seats_max, 11), WRONG},
        {LIMIT(hand_cards, 0), WRONG},
        {LIMIT(hand_cards, 1), GOOD},
        {LIMIT(hand_cards, 10), GOOD}, /* 101 of 108 cards */
        {LIMIT(hand_cards, 11), PEN_RULES_DECK_TOO_SMALL},
        {LIMIT(hand_cards, 63), PEN_RULES_DECK_TOO_SMALL}, /* two hands and a card of the largest deck */
        {LIMIT(hand_cards, 64), WRONG},
        {LIMIT(scoring, PEN_SCORING_QUICK), GOOD},
        {LIMIT(scoring, PEN_SCORING_DEFAULT), WRONG},
        {LIMIT(dealer_by, PEN_DEALER_NAMED), GOOD},
        {LIMIT(dealer_by, PEN_DEALER_NAMED + 1), WRONG},
        {IN_EDITION(face_count, PEN_FACES_MAX + 1), WRONG},
        {IN_EDITION(face_count, 0), PEN_RULES_NO_OPENING},
        {IN_EDITION(color_count, 0), PEN_RULES_NO_COLOR},
        {IN_EDITION(color_count, PEN_COLORS_MAX + 1), PEN_RULES_NO_COLOR},
    };
#undef LIMIT
#undef IN_EDITION
    for (unsigned i = 0; i < COUNT(limits); i++) {
        assert_true(pen_edition_builtin("classic", &edition));
        memcpy((char *)&edition + limits[i].offset, &limits[i].value, 1);
        expect_problem(limits[i].what, 0, limits[i].problem, NULL);
    }
    static const uint16_t targets[] = {0, 1, PEN_TARGET_MAX, PEN_TARGET_MAX + 1};
    for (unsigned i = 0; i < COUNT(targets); i++) {
        edition.rule.target = targets[i];
        edition.color_count = 4;
        expect_problem("target", 0, i == 1 || i == 2 ? GOOD : WRONG, NULL);
    }
}

static void test_deck_sizes(void **state)
{
    (void)state;
    /* Eight colours: the first eight faces are 64 kinds, the ninth is too much. */
    assert_true(pen_edition_builtin("classic", &edition));
    edition.color_count = PEN_COLORS_MAX;
    expect_problem("eight colours", 0, PEN_RULES_TOO_MANY_KINDS, "8");

    /* 128 cards are just enough, 132 are too many, which the last face brings about. */
    assert_true(pen_edition_builtin("classic", &edition));
    edition.faces[face_of("0")].copies = PEN_COPIES_MAX;
    expect_problem("132 cards", 0, PEN_RULES_DECK_TOO_LARGE, "w+4");
    edition.faces[face_of("w")].copies = edition.faces[face_of("w+4")].copies = 2;
    expect_problem("128 cards", 0, GOOD, NULL);
    assert_int_equal(rules.deck_count, PEN_DECK_MAX);

    /* 106 cards in the hands and one to open. */
    assert_true(pen_edition_builtin("classic", &edition));
    edition.rule.seats_max = 2;
    edition.rule.hand_cards = 53;
    edition.faces[face_of("w")].copies = 3;
    expect_problem("107 cards", 0, GOOD, NULL);
    edition.faces[face_of("w")].copies = 2;
    expect_problem("106 cards", 0, PEN_RULES_DECK_TOO_SMALL, NULL);

    /* RULE S4: some card has to stay on the table; the two ways to turn another count alike. */
    assert_true(pen_edition_builtin("classic", &edition));
    for (unsigned f = 0; f < edition.face_count; f++) {
        memset(edition.faces[f].open, 0, sizeof edition.faces[f].open);
        edition.faces[f].open[0].op = f % 2 ? PEN_STEP_RETURN : PEN_STEP_IGNORE;
    }
    expect_problem("nothing opens", 0, PEN_RULES_NO_OPENING, NULL);
    edition.faces[face_of("s")].open[0].op = PEN_STEP_END;
    expect_problem("a Skip opens", 0, GOOD, NULL);
}

static void test_faces(void **state)
{
    (void)state;
#define FACE(code, field, value) code, #field " " #value, offsetof(struct pen_face, field), value
    static const struct {
        const char *code, *what;
        size_t offset;
        uint8_t value;
        enum pen_rules_problem problem;
    } faces[] = {
        {FACE("5", copies, 0), PEN_RULES_BAD_COPIES},
        {FACE("w", copies, PEN_COPIES_MAX), GOOD},
        {FACE("w", copies, PEN_COPIES_MAX + 1), PEN_RULES_BAD_COPIES},
        /* A wild names a colour, others do not. */
        {FACE("s", is_wild, 1), BAD},
        {FACE("w", is_wild, 0), BAD},
        /* A challenge and its condition come together, and with a draw. */
        {FACE("s", challenge_cards, 2), BAD},
        {FACE("s", guard, PEN_GUARD_COLOR), BAD},
        {FACE("+2", challenge_cards, 2), BAD},
        {FACE("+2", guard, PEN_GUARD_COLOR), BAD},
        {FACE("w+4", challenge_cards, 0), BAD},
        {FACE("w+4", challenge_by, PEN_CHALLENGE_BY_ANYBODY), PEN_RULES_GOOD},
        {FACE("w+4", challenge_by, 2), BAD},
        {FACE("+2", challenge_by, PEN_CHALLENGE_BY_ANYBODY), BAD},
        {FACE("w+4", guard, 0), BAD},
        {FACE("w+4", guard, PEN_GUARD_WILD), BAD},
        {FACE("w+4", guard, PEN_GUARD_COLOR | PEN_GUARD_WILD), GOOD},
        {FACE("w+4", guard, 4), BAD},
    };
#undef FACE
    for (unsigned i = 0; i < COUNT(faces); i++) {
        assert_true(pen_edition_builtin("classic", &edition));
        memcpy((char *)&edition.faces[face_of(faces[i].code)] + faces[i].offset, &faces[i].value, 1);
        expect_problem(faces[i].what, 0, faces[i].problem, faces[i].problem == GOOD ? NULL : faces[i].code);
    }
    /* RULE K1: only draw cards answer, and only a draw is answered. */
    static const struct {
        const char *code, *answer;
        bool is_good;
    } answers[] = {
        {"+2", "w+4", true}, {"w+4", "+2", true}, {"+2", "5", false},
        {"+2", "w", false},  {"5", "+2", false},  {"+2", NULL, false},
    };
    for (unsigned i = 0; i < COUNT(answers); i++) {
        assert_true(pen_edition_builtin("classic", &edition));
        unsigned face = answers[i].answer ? face_of(answers[i].answer) : edition.face_count;
        edition.faces[face_of(answers[i].code)].answers = UINT32_C(1) << face;
        expect_problem("answer", 0, answers[i].is_good ? GOOD : BAD,
                       answers[i].is_good ? NULL : answers[i].code);
    }
}

enum {
    COLOR = PEN_STEP_NAME_COLOR,
    DRAW = PEN_STEP_DRAW_NEXT,
    SKIP = PEN_STEP_SKIP_NEXT,
    TURN = PEN_STEP_REVERSE,
    PASS = PEN_STEP_PASS_HANDS,
    SWAP = PEN_STEP_SWAP_HANDS,
    RACE = PEN_STEP_RACE_DROP,
    EACH = PEN_STEP_EVERYONE_DRAWS,
    LAY = PEN_STEP_LAY_ANY,
    FOLLOW = PEN_STEP_OTHERS_FOLLOW,
    REVEAL = PEN_STEP_REVEAL_OTHERS,
    CHOSEN = PEN_STEP_SKIP_CHOSEN,
    DEALER = PEN_STEP_DEALER_STARTS,
    RETURN = PEN_STEP_RETURN,
    IGNORE = PEN_STEP_IGNORE,
    UNKNOWN = PEN_STEP_OP_COUNT,
    ODD = 0x80
};

/* Writes the steps down, with two cards where a step has an amount; ODD ones the other way. */
static void write_program(struct pen_step *program, const uint8_t *steps)
{
    for (unsigned i = 0; i < PEN_STEPS_MAX; i++) {
        uint8_t op = steps[i] & 0x7f;
        bool has_amount = op == DRAW || op == RACE || op == EACH || op == FOLLOW;
        if (steps[i] & ODD)
            has_amount = !has_amount;
        program[i] = (struct pen_step){op, has_amount ? 2 : 0};
    }
}

/* Where a step may stand (docs/EDITIONS.md). Faces of classic get these programs. */
static const struct {
    const char *code;
    bool is_open, is_good;
    uint8_t steps[PEN_STEPS_MAX];
} programs[] = {
    /* Steps that there are, with an amount or without. */
    {"s", false, false, {UNKNOWN}},
    {"s", false, false, {SKIP | ODD}},
    {"s", false, false, {DRAW | ODD}},
    {"s", true, false, {UNKNOWN + 1}},
    {"s", true, false, {SKIP | ODD}},
    /* As many as there are places. */
    {"s", false, true, {SKIP, SKIP, SKIP, SKIP, SKIP, SKIP, SKIP, SKIP}},
    {"s", true, true, {SKIP, SKIP, SKIP, SKIP, SKIP, SKIP, SKIP, DEALER}},
    {"w", false, true, {COLOR, REVEAL, TURN, EACH, PASS, SKIP, RACE, SWAP}},
    {"w", false, true, {COLOR, SKIP, SKIP, SKIP, SKIP, SKIP, LAY, FOLLOW}},
    {"w", false, false, {COLOR, SKIP, SKIP, SKIP, SKIP, SKIP, SKIP, LAY}},
    {"w", false, false, {COLOR, RACE, SKIP, SKIP, SKIP, SKIP, SKIP, DRAW}},
    /* A wild, and only a wild, begins by naming the colour. */
    {"w", false, false, {SKIP}},
    {"w", false, false, {SKIP, COLOR}},
    {"w", false, false, {COLOR, COLOR}},
    {"s", false, false, {COLOR}},
    {"s", false, false, {SKIP, COLOR}},
    /* Steps for an opening. */
    {"s", false, false, {DEALER}},
    {"s", false, false, {RETURN}},
    {"s", false, false, {SKIP, IGNORE}},
    /* Each once, apart from skips. */
    {"s", false, false, {TURN, TURN}},
    {"s", false, false, {DRAW, SKIP, DRAW}},
    {"s", false, true, {DRAW, SKIP, SKIP, TURN, EACH, PASS}},
    /* A draw comes before any choice. */
    {"s", false, true, {DRAW, SWAP}},
    {"s", false, false, {SWAP, DRAW}},
    {"s", false, false, {RACE, SKIP, DRAW}},
    {"s", false, false, {LAY, FOLLOW, DRAW}},
    {"w", false, false, {COLOR, REVEAL, CHOSEN, DRAW}},
    {"w", false, true, {COLOR, DRAW, REVEAL, CHOSEN}},
    /* Laying and following belong together. */
    {"s", false, true, {LAY, FOLLOW}},
    {"s", false, false, {LAY}},
    {"s", false, false, {FOLLOW}},
    {"s", false, false, {LAY, SKIP, FOLLOW}},
    {"s", false, false, {FOLLOW, LAY}},
    /* Choosing whom to skip needs a named colour and open hands. */
    {"s", false, false, {REVEAL, CHOSEN}},
    {"w", false, false, {COLOR, CHOSEN}},
    {"w", false, false, {COLOR, REVEAL, SKIP, CHOSEN}},
    {"w", false, true, {COLOR, REVEAL}},
    /* Openings. */
    {"s", true, true, {DRAW, SKIP, TURN, DEALER}},
    {"s", true, false, {PASS}},
    {"s", true, false, {SKIP, CHOSEN}},
    {"s", true, false, {TURN, SKIP, TURN}},
    {"s", true, true, {RETURN}},
    {"s", true, true, {IGNORE}},
    {"s", true, false, {RETURN, SKIP}},
    {"s", true, false, {IGNORE, IGNORE}},
    {"s", true, false, {SKIP, RETURN}},
    {"s", true, false, {SKIP, IGNORE}},
    {"s", true, false, {COLOR}},
    {"w", true, true, {RETURN}},
    {"w", true, false, {SKIP, COLOR}},
    {"w", true, false, {SKIP}},
    {"w", true, false, {COLOR, COLOR}},
    {"w", true, false, {0}},
};

static void test_programs(void **state)
{
    (void)state;
    for (unsigned i = 0; i < COUNT(programs); i++) {
        char what[32];
        assert_true(pen_edition_builtin("classic", &edition));
        struct pen_face *face = &edition.faces[face_of(programs[i].code)];
        write_program(programs[i].is_open ? face->open : face->play, programs[i].steps);
        snprintf(what, sizeof what, "program %u", i);
        expect_problem(what, 0, programs[i].is_good ? GOOD : BAD,
                       programs[i].is_good ? NULL : programs[i].code);
    }
}

/* RULE H2: a number keeps one place free for the house rule. */
static void test_seven_0_needs_a_place(void **state)
{
    (void)state;
    static const char *const codes[] = {"0", "7"};
    static const uint8_t steps[] = {PEN_STEP_PASS_HANDS, PEN_STEP_SWAP_HANDS};
    for (unsigned i = 0; i < 2; i++) {
        assert_true(pen_edition_builtin("classic", &edition));
        struct pen_step *play = edition.faces[face_of(codes[i])].play;
        for (unsigned step = 0; step < PEN_STEPS_MAX - 1; step++)
            play[step].op = PEN_STEP_SKIP_NEXT;
        expect_problem(codes[i], SEVEN_0, GOOD, NULL);
        const struct pen_step *made = rules.play[card_of(i == 0 ? "r0" : "r7")];
        assert_int_equal(made[PEN_STEPS_MAX - 1].op, steps[i]);
        play[PEN_STEPS_MAX - 1].op = PEN_STEP_SKIP_NEXT;
        expect_problem(codes[i], PROGRESSIVE | JUMP_IN, GOOD, NULL);
        expect_problem(codes[i], SEVEN_0, PEN_RULES_BAD_OPTIONS, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_masks),
        cmocka_unit_test(test_quick_effects),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_deck_sizes),
        cmocka_unit_test(test_faces),
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_seven_0_needs_a_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_diff.c - what is other in an edition, in sentences; and whether its rounds come to an end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/languages.h"
#include "penultima/penultima.h"

static char told[1 << 14];

static bool ends_with(const char *sentence, const char *end)
{
    const size_t length = strlen(sentence), count = strlen(end);
    return length > count && strcmp(sentence + length - count, end) == 0;
}

static void note(void *context, const char *sentence)
{
    (void)context;
    const size_t length = strlen(told);
    assert_true(ends_with(sentence, ".") || ends_with(sentence, "。"));
    assert_null(strchr(sentence, '{')); /* no hole is left */
    snprintf(told + length, sizeof told - length, "%s\n", sentence);
}

static unsigned diff(const struct pen_edition *from, const struct pen_edition *to, enum pen_lang lang)
{
    told[0] = 0;
    return pen_edition_diff(from, to, lang, NULL, note);
}

static void read_own(struct pen_edition *edition, const char *text)
{
    struct pen_problem problem;
    struct pen_edition base;
    assert_true(pen_edition_builtin("classic", &base));
    if (!pen_edition_read(edition, &base, text, strlen(text), &problem))
        fail_msg("%u:%u: %s", problem.line, problem.column, pen_problem_in(&problem, PEN_LANG_EN));
}

static void test_known(void **state)
{
    (void)state;
    struct pen_edition one, other;
    for (unsigned i = 0; i < pen_edition_builtin_count(); i++) {
        assert_true(pen_edition_builtin(pen_edition_builtin_id(i), &one));
        assert_int_equal(pen_edition_nearest(&one), i);
        for (unsigned j = 0; j < pen_edition_builtin_count(); j++) {
            assert_true(pen_edition_builtin(pen_edition_builtin_id(j), &other));
            for (unsigned lang = 0; lang < PEN_LANG_COUNT; lang++)
                assert_int_equal(diff(&one, &other, (enum pen_lang)lang) == 0, i == j);
        }
    }
}

/* One statement more, one sentence more, in every language, and another one the other way round. */
static void test_every_statement(void **state)
{
    (void)state;
    static const char *const lines[] = {"players 3 to 6",
                                        "hand 6",
                                        "dealer named",
                                        "dealer highest starts",
                                        "drawn must be played if nothing else could",
                                        "drawn must be played",
                                        "drawn is kept",
                                        "uno caught until said, draws 2",
                                        "uno caught until next turn, draws 4",
                                        "misplay draws 2",
                                        "advice draws 1",
                                        "last draw does not count",
                                        "scoring lowest",
                                        "scoring quick",
                                        "target 200",
                                        "draw until one fits",
                                        "drawing only if nothing fits",
                                        "answers same card",
                                        "answers any draw card",
                                        "answers equal or more",
                                        "skip hands draws on",
                                        "reverse sends draws back",
                                        "stacked count double",
                                        "challenges never",
                                        "challenges by anybody",
                                        "finish without wild",
                                        "finish with number",
                                        "saying after card",
                                        "saying never",
                                        "limit 15 cards",
                                        "points times 2",
                                        "swap with next",
                                        "jump any time",
                                        "jump not on draws",
                                        "show hands of 2",
                                        "play s skip next, skip next",
                                        "open w+4 name color",
                                        "honest w+4 without color or wild",
                                        "challenge w+4 3 more",
                                        "challenge w+4 2 more, by anybody",
                                        "answer +2 with +2, w+4",
                                        "symbol s 30 points",
                                        "wild w es \"Otro\", en \"Other\"",
                                        "play 7 swap hands"};
    struct pen_edition classic, own;
    assert_true(pen_edition_builtin("classic", &classic));
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, "edition e\nlike classic\ntitle en \"E\", es \"E\"\n%s\n", lines[i]);
        read_own(&own, text);
        for (unsigned lang = 0; lang < PEN_LANG_COUNT; lang++) {
            if (diff(&classic, &own, (enum pen_lang)lang) == 0)
                fail_msg("'%s' says nothing", lines[i]);
            assert_true(diff(&own, &classic, (enum pen_lang)lang) > 0);
        }
        assert_true(pen_edition_nearest(&own) < pen_edition_builtin_count());
    }
}

/* Each house rule, with each number, reaches the rules of some edition, and can be told. */
static void try_house_rule(pen_house_set set)
{
    char name[PEN_ID_BYTES + 8];
    struct pen_text named = pen_text_in(name, sizeof name);
    unsigned altered = 0, changed = 0; /* editions and their rules; uno=2 is what all have */
    pen_house_write(set, "", &named);
    for (unsigned e = 0; e < pen_edition_builtin_count(); e++) {
        static struct pen_edition plain, laid, again;
        static struct pen_rules before, after;
        struct pen_options options = PEN_OPTIONS_DEFAULT;
        struct pen_problem problem;
        assert_true(pen_edition_builtin(pen_edition_builtin_id(e), &plain));
        laid = plain;
        if (!pen_house_lay(&laid, set, &problem))
            fail_msg("%s: %s", name, pen_problem_in(&problem, PEN_LANG_EN));
        assert_int_equal(pen_table_make(&before, &plain, &options, NULL), PEN_RULES_GOOD);
        options.house = set;
        assert_int_equal(pen_table_make(&after, &plain, &options, NULL), PEN_RULES_GOOD);
        char bytes[16384];
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        pen_edition_write(&laid, &text);
        if (!pen_edition_parse(&again, bytes, text.length, &problem) || memcmp(&again, &laid, sizeof laid))
            fail_msg("house rule '%s' is lost when '%s' is written", name, plain.id);
        changed += memcmp(&before, &after, sizeof before) != 0;
        if (memcmp(&plain, &laid, sizeof plain) == 0)
            continue;
        altered++;
        if (diff(&plain, &laid, PEN_LANG_EN) == 0 || diff(&plain, &laid, PEN_LANG_ES) == 0)
            fail_msg("nothing is said of what house rule '%s' changes", name);
    }
    if (altered > 0 && changed == 0)
        fail_msg("house rule '%s' does not reach the rules", name);
}

static void test_house_rules(void **state)
{
    (void)state;
    for (unsigned i = 0; i < pen_house_count(); i++) {
        struct pen_house house;
        pen_house_builtin(i, &house);
        for (unsigned number = house.least; number <= house.most; number++)
            try_house_rule(pen_house_with(0, i, number));
    }
}

static void test_sentences(void **state)
{
    (void)state;
    struct pen_edition classic, own;
    assert_true(pen_edition_builtin("classic", &classic));
    read_own(&own, "edition e\nlike classic\ntitle en \"E\", es \"E\"\nhand 5\nwithout r\n"
                   "wild wb 2 cards, 40 points, en \"Last Bus\", es \"Último autobús\"\n"
                   "play wb name color, everyone draws 1\nopen wb name color\n");
    diff(&classic, &own, PEN_LANG_EN);
    assert_string_equal(
        told,
        "Everybody is dealt 5 cards instead of 7.\n"
        "The deck has 102 cards instead of 108.\n"
        "Without Reverse.\n"
        "New: Last Bus, 2 cards, 40 points: whoever plays it names a colour, everybody draws 1 card.\n");
    diff(&classic, &own, PEN_LANG_ES);
    assert_non_null(strstr(told,
                           "Nueva: Último autobús, 2 cartas, 40 puntos: quien la juega nombra un color, "
                           "todos toman 1 carta.\n"));
}

/* Rounds of the built-in editions end; those in which everybody always draws do not. */
static void test_endless(void **state)
{
    (void)state;
    struct pen_edition edition;
    struct pen_rules rules;
    const struct pen_options options = PEN_OPTIONS_DEFAULT;
    for (unsigned i = 0; i < pen_edition_builtin_count(); i++) {
        assert_true(pen_edition_builtin(pen_edition_builtin_id(i), &edition));
        assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
        const struct pen_trial trial = pen_rules_try(&rules, 1, 20, 3000);
        assert_true(trial.endless * 4 <= trial.rounds && trial.actions > 200 && trial.actions <= 60000);
    }
    read_own(&edition,
             "edition e\nlike classic\ntitle en \"E\", es \"E\"\nplay 0 everyone draws 3\nplay 1 everyone "
             "draws 3\nplay 2 everyone draws 3\nplay 3 everyone draws 3\nplay 4 everyone draws 3\nplay 5 "
             "everyone draws 3\nplay 6 everyone draws 3\nplay 7 everyone draws 3\nplay 8 everyone draws "
             "3\nplay 9 everyone draws 3\nplay s everyone draws 3\nplay r everyone draws 3\n");
    assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
    const struct pen_trial trial = pen_rules_try(&rules, 1, 20, 3000);
    assert_true(trial.endless * 4 > trial.rounds);
}

/* A deal that could leave no card to begin with is no game: nobody would ever find out otherwise than by a
 * table that deals again and again. */
static void test_opening(void **state)
{
    (void)state;
    static const char text[] =
        "edition e\nlike classic\ntitle en \"E\", es \"E\"\n%sopen s ignore\nopen r return\n"
        "open +2 ignore\nopen w return\nopen w+4 return\n";
    char bytes[512];
    struct pen_edition edition, base;
    struct pen_problem problem;
    assert_true(pen_edition_builtin("classic", &base));
    int count = snprintf(bytes, sizeof bytes, text, "");
    assert_true(pen_edition_read(&edition, &base, bytes, (size_t)count, &problem));
    count = snprintf(bytes, sizeof bytes, text, "hand 8\n"); /* 28 left, 32 that cannot open */
    assert_false(pen_edition_read(&edition, &base, bytes, (size_t)count, &problem));
    assert_non_null(strstr(pen_problem_in(&problem, PEN_LANG_EN), "no card left to start"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),       cmocka_unit_test(test_every_statement),
        cmocka_unit_test(test_house_rules), cmocka_unit_test(test_sentences),
        cmocka_unit_test(test_endless),     cmocka_unit_test(test_opening),
    };
    return cmocka_run_group_tests_name("diff", tests, NULL, NULL);
}

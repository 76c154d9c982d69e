/* test_mesa.c - the .mesa format: what is read, what is not and why, each expectation holding and
 * failing, orders of new draw piles, several rounds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/languages.h"
#include "penultima/penultima.h"

/* ---- replaying a text ------------------------------------------------------------------------ */

static struct {
    char log[16384]; /* "LINE: what\n" for every problem */
    size_t length;
    unsigned moment_count, deal_count;
} seen;

static struct pen_mesa mesa;

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    char id[PEN_ID_BYTES];
    (void)context;
    if (bytes == 6 && memcmp(name, "broken", 6) == 0) {
        problem->line = 3;
        pen_problem_set(problem, "no such key");
        return false;
    }
    if (bytes >= sizeof id)
        return false;
    memcpy(id, name, bytes);
    id[bytes] = 0;
    return pen_edition_builtin(id, edition);
}

static void report(void *context, unsigned line, const char *what)
{
    (void)context;
    int length = snprintf(seen.log + seen.length, sizeof seen.log - seen.length, "%u: %s\n", line, what);
    if (length > 0 && (size_t)length < sizeof seen.log - seen.length)
        seen.length += (size_t)length;
}

static void show(void *context, const struct pen_mesa_moment *moment)
{
    (void)context;
    seen.moment_count++;
    seen.deal_count += moment->is_deal;
    assert_null(pen_round_check(moment->rules, &moment->game->round));
    assert_true(moment->is_deal == (moment->layout != NULL));
}

static enum pen_mesa_status replay_bytes(const char *bytes, size_t count, enum pen_lang lang)
{
    const struct pen_mesa_host host = {NULL, lang, find_edition, report, show};
    memset(&seen, 0, sizeof seen);
    return pen_mesa_replay(&mesa, bytes, count, &host);
}

static enum pen_mesa_status replay(const char *text)
{
    return replay_bytes(text, strlen(text), PEN_LANG_EN);
}

/* Both values, before the assertion says only that they differ. */
static void expect_status(const char *text, enum pen_mesa_status status)
{
    enum pen_mesa_status found = replay(text);
    if (found != status)
        print_error("status %d, expected %d\n%s--\n%s\n", (int)found, (int)status, seen.log, text);
    assert_int_equal(found, status);
}

static void expect_log(const char *text, unsigned line, const char *fragment)
{
    char start[16];
    snprintf(start, sizeof start, "%u: ", line);
    for (const char *at = seen.log; at && *at; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
        const char *end = strchr(at, '\n');
        const char *found = strstr(at, fragment);
        if (strncmp(at, start, strlen(start)) == 0 && found && found < end)
            return;
    }
    print_error("expected '%s%s' in\n%s--\n%s\n", start, fragment, seen.log, text);
    fail();
}

/* ---- tables ---------------------------------------------------------------------------------- */

struct row {
    unsigned line; /* where the problem is reported */
    const char *fragment;
    const char *text;
};

#define EDITION "edition: classic\n"
#define PLAYERS "edition: classic\nplayers: Ana, Beto, Carla\n"

/* Eight lines; what is tested begins on line 9. */
#define TABLE                                                                            \
    "edition: classic\nplayers: Ana, Beto, Carla\nhand Ana: b1 g1 w\nhand Beto: b2 g2\n" \
    "hand Carla: b3 g3\ntop: b9\nturn: Ana\ndraw: y1 y2 y3 y4 y5\n"

static void check_rows(const struct row *rows, size_t count, const char *before, enum pen_mesa_status status)
{
    static char text[8192];
    for (size_t index = 0; index < count; index++) {
        snprintf(text, sizeof text, "%s%s", before, rows[index].text);
        expect_status(text, status);
        expect_log(text, rows[index].line, rows[index].fragment);
        if (status == PEN_MESA_UNREADABLE)
            assert_int_equal(seen.moment_count, 0); /* read before anything is played */
    }
}
#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

static void test_unreadable_headers(void **state)
{
    static const struct row rows[] = {
        {1, "edition: NAME", ""},
        {1, "edition: NAME", "# nothing but a comment\n\n"},
        {2, "edition: NAME", "\nplayers: Ana, Beto\nedition: classic\n"},
        {1, "edition: NAME", "edition classic\nplayers: Ana, Beto\n"},
        {1, "something is missing at the end", "edition:\n"},
        {1, "“old” does not belong", "edition: classic old\n"},
        {2, "unknown edition “nowhere”", "#\nedition: nowhere\n"},
        {1, "edition “broken”: 3: no such key", "edition: broken\n"},
        {1, "“players:” is missing", EDITION "seed: 1\n"},
        {3, "“edition” is there twice", PLAYERS "edition: classic\n"},
        {3, "“players” is there twice", PLAYERS "players: Ana, Beto\n"},
        {2, "there are 1 players, and the edition is for 2–10", EDITION "players: Ana\n"},
        {2, "there are 11 players", EDITION "players: a b c d e f g h i j k\n"},
        {2, "there are 0 players", EDITION "players:\n"},
        {2, "“Ana” is there twice", EDITION "players: Ana, Beto, Ana\n"},
        {2, "“nobody” cannot be", EDITION "players: Ana, nobody\n"},
        {2, "“hand” cannot be", EDITION "players: hand, Ana\n"},
        {2, "“A.B” cannot be", EDITION "players: Ana, A.B\n"},
        {2, "cannot be", EDITION "players: Ana, abcdefghijklmnopqrstuvwxy\n"},
        {2, "comma", EDITION "players: Ana,, Beto\n"},
        {2, "comma", EDITION "players: Ana, Beto,\n"},
        {2, "comma", EDITION "players: , Ana Beto\n"},
        {2, "house rule “seven”", EDITION "house: seven\nplayers: Ana, Beto\n"},
        {2, "“jump-in” is there twice", EDITION "house: jump-in jump-in\nplayers: A B\n"},
        {2, "setting “scoring=most”", EDITION "set: scoring=most\nplayers: A B\n"},
        {2, "setting “target=0”", EDITION "set: target=0\nplayers: A B\n"},
        {2, "setting “target=30001”", EDITION "set: target=30001\nplayers: A B\n"},
        {2, "setting “target”", EDITION "set: target\nplayers: A B\n"},
        {2, "setting “reverse_with_two=yes”", EDITION "set: reverse_with_two=yes\nplayers: A B\n"},
        {2, "setting “luck=9”", EDITION "set: luck=9\nplayers: A B\n"},
        {2, "twice", EDITION "set: target=5, target=6\nplayers: A B\n"},
        {3, "no line “colour:”", PLAYERS "colour: red\n"},
        {3, "“18446744073709551616” is not a number", PLAYERS "seed: 18446744073709551616\n"},
        {3, "“-1” is not a number", PLAYERS "seed: -1\n"},
        {3, "something is missing at the end", PLAYERS "seed:\n"},
        {3, "no player is called “Dani”", PLAYERS "dealer: Dani\n"},
        {3, "no player is called “Dani”", PLAYERS "hand Dani: r1\n"},
        {3, "“:” is missing before “r1”", PLAYERS "hand Ana r1\n"},
        {3, "no card “p1”", PLAYERS "hand Ana: p1\n"},
        {3, "no card “wx”", PLAYERS "draw: wx\n"},
        {3, "no card “R7”", PLAYERS "draw: R7\n"},
        {3, "no card “:”", PLAYERS "draw: : r1\n"},
        {3, "has no cards", PLAYERS "hand Ana:\n"},
        {4, "“Ana” is there twice", PLAYERS "hand Ana: r1\nhand Ana: r2\n"},
        {3, "there are more “r0”", PLAYERS "hand Ana: r0 r0\n"},
        {5, "there are more “w”", PLAYERS "hand Ana: w w\nhand Beto: w w\ndraw: w\n"},
        {4, "there are more “r0”", PLAYERS "hand Ana: r0\ntop: r0\n"},
        {4, "“draw” is there twice", PLAYERS "draw: r1\ndraw: r2\n"},
        {3, "“w” needs a colour", PLAYERS "top: w\n"},
        {3, "no colour “pink”", PLAYERS "top: w pink\n"},
        {3, "only a wild names a colour", PLAYERS "top: r5 red\n"},
        {3, "“r6” does not belong", PLAYERS "top: r5 r6\n"},
        {3, "“discard:” needs", PLAYERS "discard: r1\n"},
        {3, "“turn:” needs", PLAYERS "turn: Ana\n"},
        {3, "“direction:” needs", PLAYERS "direction: left\n"},
        {4, "not “up”", PLAYERS "top: r1\ndirection: up\n"},
        {4, "not both", PLAYERS "top: r1\nopening: r2\n"},
        {3, "before all the cards", PLAYERS "opening: r5 r6\n"},
        {4, "before all the cards", PLAYERS "hand Ana: r1\nopening: w+4 w r6\n"},
        {3, "“30001” is not a number", PLAYERS "score: Ana 30001\n"},
        {3, "something is missing at the end", PLAYERS "score: Ana\n"},
        {3, "“Ana” is there twice", PLAYERS "score: Ana 1, Ana 2\n"},
        {3, "no player is called “Zoe”", PLAYERS "score: Zoe 2\n"},
    };
    (void)state;
    check_rows(rows, COUNT(rows), "", PEN_MESA_UNREADABLE);
}

static void test_unreadable_lines(void **state)
{
    static const struct row rows[] = {
        {9, "not understood: “gibberish in a line”", "gibberish in a line\n"},
        {9, "not understood", "Ana? plays? b1\n"},
        {9, "“,” does not belong", ", Ana draws\n"},
        {10, "no player is called “Dani”", "Ana draws\nDani draws\n"},
        {9, "“sings” is not an action", "Ana sings\n"},
        {9, "something is missing at the end", "Ana\n"},
        {9, "something is missing at the end", "Ana plays\n"},
        {9, "no card “b10”", "Ana plays b10\n"},
        {9, "“w” needs a colour", "Ana plays w\n"},
        {9, "“w” needs a colour", "Ana plays w uno\n"},
        {9, "“w+4” needs a colour", "Ana jumps w+4\n"},
        {9, "“w” needs a colour", "Ana streams w\n"},
        {9, "no colour “pink”", "Ana plays w pink\n"},
        {9, "only a wild names a colour", "Ana plays b1 blue\n"},
        {9, "“uno” does not belong", "Ana plays b1 uno uno\n"},
        {9, "“red” does not belong", "Ana follows w red\n"},
        {9, "“now” does not belong", "Ana draws now\n"},
        {9, "“hello” does not belong", "Ana says hello\n"},
        {9, "no player is called “Dani”", "Ana catches Dani\n"},
        {9, "no colour “r”", "Ana names r\n"},
        {9, "“:” does not belong", "deal:\n"},
        {9, "no card “zz”", "reshuffle: zz\n"},
        {9, "there are more “b9”", "reshuffle: b9 b9 b9\n"},
        {10, "“seed:” belongs before", "Ana draws\nseed: 1\n"},
        {10, "“hand:” belongs before", "Ana draws\nhand Ana: r1\n"},
        {10, "“draw:” belongs before", "expect turn Ana\ndraw: r1\n"},
        {10, "“dealer:” belongs before", "deal\ndealer: Ana\n"},
        {11, "“hand:” belongs before", "deal\nexpect turn Ana\nhand Ana: r1\n"},
        {11, "there are more “r0”", "deal\nhand Ana: r0\ndraw: r0\n"},
        {11, "“Ana” is there twice", "deal\nhand Ana: r1\nhand Ana: r2\n"},
        {11, "“opening” is there twice", "deal\nopening: r1\nopening: r2\n"},
        {10, "before all the cards", "deal\nopening: r1 r2\n"},
        {10, "has no cards", "deal\nhand Ana:\n"},
        {9, "something is missing at the end", "expect\n"},
        {9, "“weather” is not something that can be expected", "expect weather fine\n"},
        {9, "no player is called “Dani”", "expect turn Dani\n"},
        {9, "“Beto” does not belong", "expect turn Ana Beto\n"},
        {9, "“:” is missing before “Ana”", "expect must Ana\n"},
        {9, "“:” does not belong", "expect turn: Ana\n"},
        {9, "“Ana” is there twice", "expect must: Ana, Ana\n"},
        {9, "no player is called “nobody”", "expect must: Ana, nobody\n"},
        {9, "something is missing at the end", "expect owes\n"},
        {9, "something is missing at the end", "expect game\n"},
        {9, "no colour “pink”", "expect color pink\n"},
        {9, "no card “x”", "expect top x\n"},
        {9, "not “clockwise”", "expect direction clockwise\n"},
        {9, "“two” is not a number", "expect pending two\n"},
        {9, "“-1” is not a number", "expect pile -1\n"},
        {9, "“:” is missing before “b1”", "expect hand Ana b1\n"},
        {9, "there are more “b1”", "expect hand Ana: b1 b1 b1\n"},
        {9, "something is missing at the end", "expect count Ana\n"},
        {9, "“at” does not belong", "expect shown Ana at Beto\n"},
        {9, "something is missing at the end", "expect shown Ana\n"},
        {9, "no player is called “nobody”", "expect round nobody\n"},
        {9, "no player is called “void”", "expect game void\n"},
        {9, "“sings” is not an action", "expect refused: Ana sings\n"},
        {9, "“w” needs a colour", "expect refused: Ana plays w\n"},
        {9, "something is missing at the end", "expect refused:\n"},
        {9, "“sings” is not an action", "expect legal Ana: draws; sings\n"},
        {9, "something is missing at the end", "expect legal Ana: draws;\n"},
        {9, "something is missing at the end", "expect legal Ana: ; draws\n"},
        {9, "leave “uno” out", "expect legal Ana: plays b1 uno\n"},
        {9, "“draws” does not belong", "expect legal Ana: draws draws\n"},
        {10, "no card “b10”", "Ana plays g1\nBeto plays b10\n"}, /* 2 comes before 1 */
    };
    (void)state;
    check_rows(rows, COUNT(rows), TABLE, PEN_MESA_UNREADABLE);
}

static void test_all_problems_are_reported(void **state)
{
    static const char text[] = TABLE "Ana sings\nexpect top x\nBeto plays w\nseed: 1\n";
    (void)state;
    expect_status(text, PEN_MESA_UNREADABLE);
    expect_log(text, 9, "sings");
    expect_log(text, 10, "“x”");
    expect_log(text, 11, "“w”");
    expect_log(text, 12, "“seed:”");
}

/* ---- bytes ----------------------------------------------------------------------------------- */

static void test_line_ends_and_mark(void **state)
{
    static const char *const good[] = {
        "edition: classic\r\nplayers: Ana, Beto\r\nexpect round open\r\n",
        "\xef\xbb\xbf"
        "edition: classic\nplayers: Ana, Beto\n",
        "edition: classic\nplayers: Ana, Beto",
        "\n \t\n# c\nedition:classic#c\n\tplayers :\tAna Beto # c\n\nhand Ana: r1,r2 ,r3\n",
        "edition: classic\nhouse:\nset:\nplayers: Ana, Beto\nscore:\ndraw:\nopening:\n",
        "edition: classic\nhand Ana: r1\nplayers: Ana, Beto\nseed: 18446744073709551615\n",
        "edition: classic\nplayers: 东, ñandú, Ωμέγα, _-1, deals, uno, to, edition\n"
        "expect count 东 7\nexpect count to 7\nexpect count edition 7\n",
        "edition: classic\nplayers: Ana, Beto\ntop: r5\nexpect turn Ana\n", /* the last one deals */
        "edition: classic\nplayers: Ana, Beto\ntop: r5\ndealer: Ana\nexpect turn Beto\n",
        "edition: classic\nplayers: A B C\ntop: r5\ndealer: A\ndirection: right\nexpect turn B\n",
    };
    (void)state;
    for (size_t index = 0; index < COUNT(good); index++)
        expect_status(good[index], PEN_MESA_GOOD);
}

static void test_bytes_that_are_no_text(void **state)
{
    static const struct {
        const char *bytes;
        size_t count;
    } rows[] = {
#define ROW(bytes) {bytes, sizeof bytes - 1}
        ROW("edition: classic\nplayers: Ana, Beto\n\0\n"),
        ROW("edition: classic\nplayers: Ana, Beto\nAna \xff draws\n"),
        ROW("edition: classic\nplayers: Ana, Beto\n# \xc3\n"),
        ROW("edition: classic\nplayers: Ana, Beto\n# \xed\xa0\x80\n"),
        ROW("edition: classic\nplayers: Ana, Beto\nA\033[2Jna draws\n"),
        ROW("edition: classic\nplayers: Ana, Beto\nAna\rdraws\n"),
        ROW("edition: classic\nplayers: Ana, Beto\n\xef\xbf"),
#undef ROW
    };
    (void)state;
    for (size_t index = 0; index < COUNT(rows); index++) {
        assert_int_equal(replay_bytes(rows[index].bytes, rows[index].count, PEN_LANG_EN),
                         PEN_MESA_UNREADABLE);
        assert_string_equal(seen.log, "3: not a line of UTF-8 text\n");
    }
}

static void test_any_bytes(void **state)
{
    static const char *const pieces[] = {TABLE,
                                         "edition: classic\n",
                                         "players: A B\n",
                                         "A ",
                                         "plays ",
                                         "b1",
                                         "\n",
                                         ":",
                                         ",",
                                         ";",
                                         "expect ",
                                         "legal A: ",
                                         "#",
                                         "deal\n",
                                         "hand A: ",
                                         "uno",
                                         "reshuffle: b9\n",
                                         "draws\n"};
    static char text[4096];
    struct pen_chance chance = pen_chance_of(1, 1);
    (void)state;
    for (unsigned run = 0; run < 3000; run++) {
        struct pen_text out = pen_text_in(text, sizeof text);
        if (run % 2)
            pen_text_add(&out, TABLE);
        for (unsigned piece = pen_chance_below(&chance, 20); piece > 0; piece--) {
            char byte = (char)pen_chance_below(&chance, 256);
            if (pen_chance_below(&chance, 8) == 0)
                pen_text_add_bytes(&out, &byte, 1);
            else
                pen_text_add(&out, pieces[pen_chance_below(&chance, COUNT(pieces))]);
        }
        enum pen_mesa_status status = replay_bytes(text, out.length, PEN_LANG_EN);
        assert_true((status == PEN_MESA_GOOD) == (seen.length == 0));
    }
}

static void test_names(void **state)
{
    static const char *const good[] = {"Ana",          "a",      "7",      "_",   "-",    "ñ",
                                       "Ωμέγα",        "佐々木", "ª",      "Zoë", "Hand", "nobody2",
                                       "абвгдежзиклм", "हिन्दी",  "한국어", "日本"};
    static const char *const bad[] = {"",
                                      "a b",
                                      "a,b",
                                      "a:b",
                                      "a#b",
                                      "a.b",
                                      "a\tb",
                                      "a\nb",
                                      "a/b",
                                      "nobody",
                                      "all",
                                      "open",
                                      "void",
                                      "none",
                                      "deal",
                                      "expect",
                                      "hand",
                                      "¡a",
                                      "a×b",
                                      "÷",
                                      "a…",
                                      "→",
                                      "★",
                                      "a　b",
                                      "「",
                                      "\xff",
                                      "\xc3",
                                      "\xe2\x80\x8b",
                                      "\xef\xbb\xbf",
                                      "\xee\x80\x80",
                                      "😀",
                                      "\xed\xa0\x80",
                                      "\xc0\xaf",
                                      "abcdefghijklmnopqrstuvwxy",
                                      "ａ！",
                                      "\x7f",
                                      "\xc2\x80",
                                      "\xf4\x90\x80\x80"};
    (void)state;
    for (size_t index = 0; index < COUNT(good); index++)
        if (!pen_name_is_good(good[index], strlen(good[index])))
            fail_msg("'%s' should be a name", good[index]);
    for (size_t index = 0; index < COUNT(bad); index++)
        if (pen_name_is_good(bad[index], strlen(bad[index])))
            fail_msg("'%s' should not be a name", bad[index]);
    assert_false(pen_name_is_good("a\0b", 3));
    assert_true(pen_name_is_good("abcdefghijklmnopqrstuvwx", 24));
}

/* A person's name may have blanks; what is kept is one word, and no two words are shown as one. */
static void test_names_with_blanks(void **state)
{
    static const struct {
        const char *written, *word, *shown;
    } names[] = {{"Ana María", "Ana_María", "Ana María"},
                 {" \tUncle \t Bob ", "Uncle_Bob", "Uncle Bob"},
                 {"a b c", "a_b_c", "a b c"},
                 {"_a_", "_a_", "_a_"},
                 {"a__b_c", "a__b_c", "a__b c"},
                 {"a _b", "a__b", "a__b"},
                 {"abcdefghijk lmnopqrstuvwx  ", "abcdefghijk_lmnopqrstuvwx", NULL},
                 {"abcdefghijk lmnopqrstuvw  ", "abcdefghijk_lmnopqrstuvw", "abcdefghijk lmnopqrstuvw"},
                 {"a.b", "", NULL},
                 {"  ", "", NULL},
                 {"void ", "", NULL}};
    char name[PEN_PLAYER_BYTES];
    (void)state;
    for (size_t index = 0; index < COUNT(names); index++) {
        const bool is_name = pen_name_read(names[index].written, strlen(names[index].written), name);
        assert_int_equal(is_name, names[index].shown != NULL);
        assert_string_equal(name, is_name ? names[index].word : "");
        if (!is_name)
            continue;
        pen_name_show(name);
        assert_string_equal(name, names[index].shown);
    }
}

/* ---- expectations ---------------------------------------------------------------------------- */

static void test_expectations_that_hold(void **state)
{
    static const char *const good[] = {
        "expect turn Ana\n",
        "expect must: Ana\nexpect must:Ana # c\n",
        "expect color blue\nexpect top b9\nexpect direction left\nexpect pending 0\n",
        "expect hand Ana: w, g1, b1\nexpect count Ana 3\nexpect pile 100\n",
        "expect owes nobody\nexpect shown nobody\nexpect score Ana 0\n",
        "expect round open\nexpect game open\n",
        "expect refused: Ana plays g1\nexpect refused: Beto plays b2\nexpect refused: deal\n",
        "expect refused: Ana says uno\nexpect refused: Ana streams none uno\n",
        "expect legal Ana: draws; plays w yellow; plays b1; plays w red;plays w blue;plays w green\n",
        "expect legal Beto:\nexpect legal Carla: # nothing\n",
        "Ana plays b1\nBeto plays b2\nexpect owes Beto\nexpect legal Beto: says uno\n"
        "expect legal Ana: catches Beto\nCarla plays b3\nexpect owes Carla\n",
        "Ana plays w green\nBeto plays g2 uno\nCarla plays g3 uno\nAna plays g1 uno\n"
        "expect turn Beto\nBeto draws\nBeto keeps\nCarla draws\nAna plays b1\n"
        "expect round Ana\nexpect turn nobody\nexpect must:\nexpect must: nobody\n"
        "expect hand Ana:\nexpect count Ana 0\nexpect legal Beto:\nexpect game open\n",
    };
    static char text[4096];
    (void)state;
    for (size_t index = 0; index < COUNT(good); index++) {
        snprintf(text, sizeof text, "%s%s", TABLE, good[index]);
        expect_status(text, PEN_MESA_GOOD);
    }
    expect_status("edition: cumulative\nplayers: Ana, Beto\nhand Ana: b1 g1\nhand Beto: b2 g2\n"
                  "top: b9\nAna plays b1\nBeto plays b2\nexpect owes Beto, Ana\n",
                  PEN_MESA_GOOD);
    expect_status("edition: office\nset: scoring=lowest, target=20\nplayers: Ana, Beto, Carla\n"
                  "hand Ana: b1\nhand Beto: b9\nhand Carla: wx\ntop: b2\nturn: Ana\n"
                  "score: Ana 9\nAna plays b1\nexpect game Ana, Beto\nexpect round Ana\n",
                  PEN_MESA_GOOD);
    /* Every verb that can be listed. */
    expect_status("edition: ghostbusters\nhouse: jump-in\nplayers: Ana, Beto, Carla\n"
                  "hand Ana: wx r8 w\nhand Beto: r3 b4\nhand Carla: y5 b9\ntop: b9\nturn: Ana\n"
                  "draw: g2 g3 g4 y1 y2\nexpect legal Carla: jumps b9\nAna plays wx blue\n"
                  "expect legal Ana: streams none; streams g2; streams r8; streams w red;"
                  " streams w blue; streams w green; streams w yellow\n"
                  "Ana streams w red\nexpect legal Beto: follows r3\nexpect legal Ana:\n",
                  PEN_MESA_GOOD);
    expect_status("edition: office\nplayers: Ana, Beto\ndealer: Beto\nopening: w\n"
                  "expect legal Ana: names pink; names blue; names green; names yellow\n"
                  "expect legal Beto:\n",
                  PEN_MESA_GOOD);
    expect_status("edition: classic\nhouse: seven-0\nplayers: Ana, Beto, Carla\nhand Ana: b7 b1 b2\n"
                  "top: b9\nAna plays b7\nexpect legal Ana: swaps Carla; swaps Beto\n",
                  PEN_MESA_GOOD);
    expect_status("edition: office\nplayers: Ana, Beto\nhand Ana: wx b1 b2\ntop: b9\n"
                  "Ana plays wx blue\nexpect legal Ana: drops\nexpect legal Beto: drops\n",
                  PEN_MESA_GOOD);
}

static void test_expectations_that_fail(void **state)
{
    static const struct row rows[] = {
        {9, "expected turn Beto, but it is Ana's", "expect turn Beto\n"},
        {9, "expected turn nobody, but it is Ana's", "expect turn nobody\n"},
        {9, "expected must: Ana, Beto, but it is Ana", "expect must: Ana, Beto\n"},
        {9, "expected must:, but it is Ana", "expect must:\n"},
        {9, "expected color red, but it is blue", "expect color red # c\n"},
        {9, "expected top b8, but it is b9", "expect top b8\n"},
        {9, "expected direction right, but it is left", "expect direction right\n"},
        {9, "expected pending 2, but it is 0", "expect pending 2\n"},
        {9, "expected hand Beto: b2, but it is", "expect hand Beto: b2\n"},
        {9, "expected hand Beto: b2 g3, but it is", "expect hand Beto: b2 g3\n"},
        {9, "expected hand Beto:, but it is", "expect hand Beto:\n"},
        {9, "expected count Ana 2, but it is 3", "expect count Ana 2\n"},
        {9, "expected pile 99, but it is 100", "expect pile 99\n"},
        {9, "expected owes Ana, but it is nobody", "expect owes Ana\n"},
        {9, "expected shown Ana to Beto, but it is nobody", "expect shown Ana to Beto\n"},
        {9, "expected score Ana 1, but it is 0", "expect score Ana 1\n"},
        {9, "expected round Ana, but it is open", "expect round Ana\n"},
        {9, "expected round void, but it is open", "expect round void\n"},
        {9, "expected game Ana, but it is open", "expect game Ana\n"},
        {9, "expected refused: Ana plays b1, but it is accepted", "expect refused: Ana plays b1\n"},
        {9, "not possible: takes; possible as well: draws",
         "expect legal Ana: takes; plays b1; plays w red; plays w blue; plays w green; "
         "plays w yellow\n"},
        {9, "not possible: –; possible as well: plays w ",
         "expect legal Ana: plays b1; draws; plays w red; plays w blue; plays w green\n"},
        {9, "not possible: draws; possible as well: –", "expect legal Beto: draws\n"},
    };
    (void)state;
    check_rows(rows, COUNT(rows), TABLE, PEN_MESA_FAILED);

    /* A round that is over, one hand shown to one, hands shown to all. */
    static const char over[] = "edition: classic\nplayers: Ana, Beto\nhand Ana: b1\nhand Beto: g1\n"
                               "top: b9\nturn: Ana\nAna plays b1\nexpect refused: deal\n"
                               "expect round open\nexpect turn Ana\nexpect score Ana 2\n";
    expect_status(over, PEN_MESA_FAILED);
    expect_log(over, 8, "expected refused: deal, but it is accepted");
    expect_log(over, 9, "it is Ana");
    expect_log(over, 10, "it is nobody's");
    expect_log(over, 11, "it is 1");

    static const char shown[] =
        "edition: classic\nplayers: Ana, Beto, Carla\nhand Ana: w+4 b1 b2\nhand Beto: g1\n"
        "hand Carla: r1\ntop: b9\nturn: Ana\nAna plays w+4 red\nexpect shown nobody\n"
        "Beto challenges\nexpect shown Ana to Beto\nexpect shown Ana to all\n"
        "expect shown Ana to Carla\nexpect shown nobody\nexpect shown Beto to Ana\n"
        "Beto draws\nexpect shown nobody\n";
    expect_status(shown, PEN_MESA_FAILED);
    expect_log(shown, 12, "expected shown Ana to all, but it is Ana to Beto");
    expect_log(shown, 13, "it is Ana to Beto");
    expect_log(shown, 14, "it is Ana to Beto");
    expect_log(shown, 15, "it is Ana to Beto");
    assert_null(strstr(seen.log, "11: "));
    assert_null(strstr(seen.log, "17: "));

    static const char swing[] =
        "edition: spiderman\nplayers: Ana, Beto, Carla\nhand Ana: wx b1 b2\nhand Beto: g1 g2\n"
        "hand Carla: r1 r2\ntop: b9\nturn: Ana\nAna plays wx red\nexpect shown Beto to all\n"
        "expect shown Carla to all\nexpect shown Carla to Ana\nexpect shown Ana to all\n";
    expect_status(swing, PEN_MESA_FAILED);
    assert_null(strstr(seen.log, "9: "));
    assert_null(strstr(seen.log, "10: "));
    expect_log(swing, 11, "it is Beto to all, Carla to all");
    expect_log(swing, 12, "expected shown Ana to all");
}

static void test_refusals(void **state)
{
    static const struct row rows[] = {
        {9, "Beto plays g2: T1: ", "Beto plays g2\nexpect turn Beto\n"},
        {10, "Ana plays b1: T1: ", "Ana plays w red\nAna plays b1\n"},
        {9, "Ana plays g1: T1: the card matches neither", "Ana plays g1\n"},
        {9, "Ana catches Ana: ", "Ana catches Ana\n"},
        {9, "Ana streams none: ", "Ana streams none\n"},
        {9, "Ana plays b1 uno: O8: ", "Ana plays b1 uno\n"},
        {9, "Ana plays w+4 red: T1: ", "Ana plays w+4 red\n"},
        {9, "deal: O4: ", "deal\n"},
        {9, "reshuffle: E3: ", "reshuffle: b9\n"},
        {10, "reshuffle: E3: ", "Ana draws\nreshuffle: b9\n"},
    };
    (void)state;
    check_rows(rows, COUNT(rows), TABLE, PEN_MESA_FAILED);

    /* What comes after a refusal is not played; in the language of the host. */
    static const char text[] = TABLE "Ana plays g1\nexpect turn Beto\nAna plays b1\n";
    assert_int_equal(replay_bytes(text, sizeof text - 1, PEN_LANG_ES), PEN_MESA_FAILED);
    assert_string_equal(seen.log, "9: Ana plays g1: T1: la carta no coincide en color, número ni "
                                  "símbolo con la de arriba\n");
    assert_int_equal(mesa.action_count, 0);
    assert_int_equal(seen.moment_count, 1);
    /* An expectation that fails stops nothing. */
    expect_status(TABLE "expect turn Beto\nAna plays b1\nexpect turn Ana\n", PEN_MESA_FAILED);
    expect_log("", 9, "it is Ana's");
    expect_log("", 11, "it is Beto's");
    assert_int_equal(mesa.action_count, 1);
    assert_int_equal(mesa.expect_count, 2);
}

/* ---- new draw piles -------------------------------------------------------------------------- */

/* Every card of the classic deck but these, one copy of each. */
static void add_deck_but(struct pen_text *text, const char *const *others, size_t other_count)
{
    struct pen_edition edition;
    struct pen_rules rules;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    bool is_taken[16] = {false};
    assert_true(pen_edition_builtin("classic", &edition));
    assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
    for (unsigned index = 0; index < rules.deck_count; index++) {
        char name[8];
        struct pen_text card = pen_text_in(name, sizeof name);
        pen_card_write(&edition, &rules, rules.deck[index], &card);
        bool is_other = false;
        for (size_t other = 0; other < other_count && !is_other; other++)
            if (!is_taken[other] && strcmp(others[other], name) == 0)
                is_other = is_taken[other] = true;
        if (!is_other) {
            pen_text_add(text, " ");
            pen_text_add(text, name);
        }
    }
}

/* Ana draws the last card, b4; then Beto, whose hand is nearly the whole deck, draws anew from y7
 * and r2. */
static const char *reshuffle_table(const char *after)
{
    static const char *const others[] = {"g1", "b1", "g9", "y7", "r2", "b4"};
    static char bytes[4096];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_text_add(&text, "edition: classic\nplayers: Ana, Beto\nhand Ana: g1 b1\nhand Beto:");
    add_deck_but(&text, others, COUNT(others));
    pen_text_add(&text, "\ntop: g9\ndiscard: y7 r2\nturn: Ana\ndraw: b4\n");
    pen_text_add(&text, after);
    assert_false(text.is_cut);
    return bytes;
}

/* What only the deal shows is reported before anything is played, at the line that matters. */
static void test_impossible_deals(void **state)
{
    static const char *const others[] = {"g1", "w+4", "w+4", "w+4", "w+4"};
    static const struct {
        const char *before, *after;
        unsigned line;
        const char *fragment;
    } rows[] = {
        {"edition: classic\nplayers: Ana, Beto\nhand Ana: g1\nhand Beto:", "\n", 4, "no card left"},
        {"edition: classic\nplayers: Ana, Beto\nhand Ana: g1\nhand Beto:", "\nopening: w+4\n", 5,
         "no card left"},
        {"edition: classic\nplayers: Ana, Beto\nhand Ana:", "\nseed: 7\n", 3, "not enough cards"},
        {"edition: classic\nplayers: Ana, Beto\ndraw:", "\nopening: g1\n", 4, "not enough cards"},
        {"edition: classic\nplayers: Ana, Beto\nexpect turn Ana\ndeal\nhand Ana: g1\nhand Beto:",
         "\nexpect turn Ana\n", 6, "no card left"},
    };
    static char bytes[4096];
    (void)state;
    for (size_t index = 0; index < COUNT(rows); index++) {
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        pen_text_add(&text, rows[index].before);
        add_deck_but(&text, others, COUNT(others));
        pen_text_add(&text, rows[index].after);
        expect_status(bytes, PEN_MESA_UNREADABLE);
        expect_log(bytes, rows[index].line, rows[index].fragment);
        assert_int_equal(seen.moment_count, 0);
    }
    expect_status("edition: classic\nplayers: a b c d e f g h i j\n", PEN_MESA_GOOD);
}

static void test_reshuffle(void **state)
{
    (void)state;
    expect_status(reshuffle_table("Ana draws\nBeto draws\nreshuffle: r2 y7\nexpect pile 1\n"
                                  "expect count Beto 103\nAna draws\nexpect hand Ana: g1 b1 b4 y7\n"),
                  PEN_MESA_GOOD);
    /* Behind its expectations too, and they see it. */
    expect_status(reshuffle_table("Ana draws\nBeto draws\nexpect pile 1\nexpect turn Ana\n"
                                  "reshuffle: y7, r2\nAna draws\nexpect hand Ana: g1 b1 b4 r2\n"),
                  PEN_MESA_GOOD);
    /* Optional. */
    expect_status(reshuffle_table("Ana draws\nBeto draws\nexpect pile 1\n"), PEN_MESA_GOOD);
    /* The wrong cards. */
    static const char *const wrong[] = {"r2", "r2 y7 g9", "r2 r2", ""};
    for (size_t index = 0; index < COUNT(wrong); index++) {
        char after[128];
        snprintf(after, sizeof after, "Ana draws\nBeto draws\nreshuffle: %s\nexpect pile 7\n", wrong[index]);
        expect_status(reshuffle_table(after), PEN_MESA_UNREADABLE);
        expect_log(after, 11, "other cards");
        assert_null(strstr(seen.log, "12: "));
    }
    /* None was made, one was already been given, or there is no action. */
    static const struct row rows[] = {
        {10, "did not make a new draw pile", "Ana draws\nreshuffle: r2 y7\nexpect turn Ana\n"},
        {12, "already been given", "Ana draws\nBeto draws\nreshuffle: r2 y7\nreshuffle: r2 y7\n"},
        {9, "did not make a new draw pile", "reshuffle: r2 y7\nAna draws\n"},
        {11, "did not make a new draw pile", "Ana draws\nexpect turn Ana\nreshuffle: r2 y7\n"},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        expect_status(reshuffle_table(rows[index].text), PEN_MESA_FAILED);
        expect_log(rows[index].text, rows[index].line, rows[index].fragment);
    }
    expect_log("", 10, "expected turn Ana, but it is Beto's");
}

/* ---- several rounds -------------------------------------------------------------------------- */

#define ROUND_ONE                                                                               \
    "edition: classic\nplayers: Ana, Beto, Carla\ndealer: Carla\nhand Ana: g+2\nhand Beto: w\n" \
    "hand Carla: b9\nopening: g5\ndraw: r9 rs\nAna plays g+2\n"

static void test_rounds(void **state)
{
    (void)state;
    expect_status(ROUND_ONE "expect score Ana 88\ndeal\n\n# laid out\nhand Beto: y3\nopening: y9\n"
                            "expect turn Beto\nexpect count Ana 7\nBeto plays y3\nexpect round Beto\n"
                            "deal\nexpect count Beto 7\nexpect round open\n",
                  PEN_MESA_GOOD);
    assert_int_equal(seen.deal_count, 3);
    assert_int_equal(mesa.game.round_number, 3);
    assert_int_equal(mesa.game.round.dealer, 1);
    /* The deal at fault is reported even though nothing would be played before it. */
    expect_status(ROUND_ONE "deal\nhand Ana: y1 y2\nopening: y9 y8\n", PEN_MESA_UNREADABLE);
    expect_log("", 12, "before all the cards");
    assert_int_equal(seen.moment_count, 0);
    expect_status(ROUND_ONE "deal\ndeal\n", PEN_MESA_FAILED);
    expect_log("", 11, "deal: O4: ");
    expect_status(ROUND_ONE "deal\nreshuffle: r9\n", PEN_MESA_FAILED);
    expect_log("", 11, "reshuffle: E3: ");
    expect_status("edition: cumulative\nplayers: Ana, Beto\nhand Ana: b1\ntop: b2\nAna plays b1\n"
                  "expect refused: deal\ndeal\n",
                  PEN_MESA_FAILED);
    expect_log("", 7, "deal: ");
    /* The same seed deals the same, another one differently. */
    struct pen_game games[3];
    for (unsigned index = 0; index < 3; index++) {
        char text[128];
        snprintf(text, sizeof text, "edition: classic\nplayers: Ana, Beto\nseed: %u\n", index / 2);
        expect_status(text, PEN_MESA_GOOD);
        games[index] = mesa.game;
    }
    assert_memory_equal(&games[0], &games[1], sizeof games[0]);
    assert_memory_not_equal(&games[0], &games[2], sizeof games[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unreadable_headers),
        cmocka_unit_test(test_unreadable_lines),
        cmocka_unit_test(test_all_problems_are_reported),
        cmocka_unit_test(test_line_ends_and_mark),
        cmocka_unit_test(test_bytes_that_are_no_text),
        cmocka_unit_test(test_any_bytes),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_names_with_blanks),
        cmocka_unit_test(test_expectations_that_hold),
        cmocka_unit_test(test_expectations_that_fail),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_impossible_deals),
        cmocka_unit_test(test_reshuffle),
        cmocka_unit_test(test_rounds),
    };
    return cmocka_run_group_tests_name("mesa", tests, NULL, NULL);
}

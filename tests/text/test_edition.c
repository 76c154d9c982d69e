/* test_edition.c - edition files: what the built-in ones say, that reading and writing agree, and
 * that every mistake is reported where it is and in both languages.
 *
 * Argument: the folder of the sources, for editions/verbena.edition and docs/EDITIONS.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/languages.h"
#include "penultima/text.h"

static const char *source_root = ".";

/* ---- help ------------------------------------------------------------------------------------ */

static void make_rules(struct pen_rules *rules, const struct pen_edition *edition)
{
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    assert_int_equal(pen_table_make(rules, edition, &options, NULL), PEN_RULES_GOOD);
}

static void must_parse(struct pen_edition *edition, const char *bytes, size_t count)
{
    struct pen_problem problem;
    if (!pen_edition_parse(edition, bytes, count, &problem))
        fail_msg("line %u, column %u: %s", problem.line, problem.column,
                 pen_problem_in(&problem, PEN_LANG_EN));
    assert_int_equal(problem.line, 0);
}

static size_t read_source(const char *name, char *bytes, size_t size)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/editions/%s", source_root, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("cannot open %s", path);
    size_t count = fread(bytes, 1, size, file);
    fclose(file);
    assert_true(count < size);
    return count;
}

static const struct pen_face *face_of(const struct pen_edition *edition, const char *code)
{
    for (unsigned f = 0; f < edition->face_count; f++)
        if (strcmp(edition->faces[f].code, code) == 0)
            return &edition->faces[f];
    fail_msg("%s has no card %s", edition->id, code);
    return NULL;
}

static unsigned copies_of(const struct pen_edition *edition, const struct pen_rules *rules, const char *card)
{
    uint8_t kind = 0;
    if (!pen_card_read(edition, rules, card, strlen(card), &kind))
        fail_msg("%s has no card %s", edition->id, card);
    unsigned count = 0;
    for (unsigned i = 0; i < rules->deck_count; i++)
        count += rules->deck[i] == kind;
    return count;
}

/* ---- the built-in editions ------------------------------------------------------------------- */

static void test_builtins_are_listed(void **state)
{
    (void)state;
    assert_true(pen_edition_builtin_count() > 0);
    for (unsigned i = 0; i < pen_edition_builtin_count(); i++) {
        struct pen_edition edition;
        size_t count = 0;
        const char *id = pen_edition_builtin_id(i);
        const char *source = pen_edition_source(id, strlen(id), &count);
        assert_non_null(source);
        assert_int_equal(source[count], 0);
        must_parse(&edition, source, count);
        assert_string_equal(edition.id, id);
        struct pen_edition again;
        assert_true(pen_edition_builtin(id, &again));
        assert_memory_equal(&edition, &again, sizeof edition);
    }
    struct pen_edition edition;
    size_t count = 0;
    assert_null(pen_edition_source("class", 5, &count));
    assert_null(pen_edition_source("", 0, &count));
    assert_false(pen_edition_builtin("verben", &edition));
}

/* RULES D1 to D4. */
static void test_decks(void **state)
{
    (void)state;
    /* Those that a sheet was printed for. */
    static const char *const sheets[] = {"classic", "clasico",      "cumulative",
                                         "office",  "ghostbusters", "spiderman"};
    for (unsigned e = 0; e < sizeof sheets / sizeof sheets[0]; e++) {
        const char *id = sheets[e];
        struct pen_edition edition;
        struct pen_rules rules;
        bool has_special =
            strcmp(id, "classic") != 0 && strcmp(id, "clasico") != 0 && strcmp(id, "cumulative") != 0;
        const char *letters = strcmp(id, "office") == 0 ? "pgby" : "rgby";
        assert_true(pen_edition_builtin(id, &edition));
        make_rules(&rules, &edition);
        assert_int_equal(rules.deck_count, has_special ? 112 : 108);
        assert_int_equal(rules.kind_count, has_special ? 55 : 54);
        for (unsigned c = 0; c < 4; c++) {
            static const char *const faces[] = {"0", "1", "2", "3", "4", "5", "6",
                                                "7", "8", "9", "s", "r", "+2"};
            for (unsigned f = 0; f < 13; f++) {
                char card[8];
                snprintf(card, sizeof card, "%c%s", letters[c], faces[f]);
                assert_int_equal(copies_of(&edition, &rules, card), f == 0 ? 1 : 2);
                assert_string_equal(edition.faces[f].code, faces[f]);
            }
        }
        assert_int_equal(copies_of(&edition, &rules, "w"), 4);
        assert_int_equal(copies_of(&edition, &rules, "w+4"), 4);
        if (has_special)
            assert_int_equal(copies_of(&edition, &rules, "wx"), 4);
        assert_int_equal(edition.face_count, has_special ? 16 : 15);
    }
}

/* Where the sheets differ, one by one. */
static void test_differences(void **state)
{
    (void)state;
    struct pen_edition cl, cu, of, gb, sp;
    assert_true(pen_edition_builtin("classic", &cl));
    assert_true(pen_edition_builtin("cumulative", &cu));
    assert_true(pen_edition_builtin("office", &of));
    assert_true(pen_edition_builtin("ghostbusters", &gb));
    assert_true(pen_edition_builtin("spiderman", &sp));
    const struct pen_edition *const all[] = {&cl, &cu, &of, &gb, &sp};
#define EACH(field, a, b, c, d, e)                    \
    do {                                              \
        const int want[] = {a, b, c, d, e};           \
        for (unsigned i = 0; i < 5; i++)              \
            assert_int_equal(all[i]->field, want[i]); \
    } while (0)
    EACH(rule.dealer_by, 0, 1, 0, 0, 2);            /* S1 */
    EACH(rule.hand_cards, 7, 7, 7, 7, 7);           /* S2 */
    EACH(rule.drawn_must_be_played, 0, 0, 1, 1, 1); /* T4 */
    EACH(rule.caught_until_said, 0, 1, 0, 0, 0);    /* U2 */
    EACH(rule.caught_cards, 2, 2, 2, 2, 2);         /* U1 */
    EACH(rule.misplay_cards, 0, 2, 0, 0, 0);        /* P3 */
    EACH(rule.advice_cards, 0, 2, 0, 0, 0);         /* P2 */
    EACH(rule.last_draw_counts, 1, 1, 1, 1, 0);     /* E2 */
    EACH(rule.scoring, PEN_SCORING_POINTS, PEN_SCORING_QUICK, PEN_SCORING_POINTS, PEN_SCORING_POINTS,
         PEN_SCORING_QUICK); /* N2 to N4 */
    EACH(rule.target, 500, 500, 500, 500, 500);
    EACH(rule.seats_min, 2, 2, 2, 2, 2); /* O1 */
    EACH(rule.seats_max, 10, 10, 10, 10, 10);
    EACH(faces[14].guard, 1, 1, 1, 1, 3);                   /* A6 */
    EACH(faces[14].challenge_cards, 2, 2, 2, 2, 2);         /* A7 */
    EACH(faces[12].answers, 0, 1 << 12 | 1 << 14, 0, 0, 0); /* K1 */
    EACH(faces[14].answers, 0, 1 << 14, 0, 0, 0);
#undef EACH
    /* S4, and the special wilds. */
    assert_int_equal(face_of(&cl, "r")->open[0].op, PEN_STEP_DEALER_STARTS);
    assert_int_equal(face_of(&cu, "+2")->open[0].op, PEN_STEP_DRAW_NEXT);
    assert_int_equal(face_of(&of, "w+4")->open[0].op, PEN_STEP_RETURN);
    assert_int_equal(face_of(&gb, "wx")->open[0].op, PEN_STEP_NAME_COLOR);
    for (unsigned f = 10; f < sp.face_count; f++)
        assert_int_equal(sp.faces[f].open[0].op, PEN_STEP_IGNORE);
    assert_int_equal(face_of(&of, "wx")->play[1].op, PEN_STEP_RACE_DROP);
    assert_int_equal(face_of(&of, "wx")->play[1].amount, 2);
    assert_int_equal(face_of(&gb, "wx")->play[3].op, PEN_STEP_OTHERS_FOLLOW);
    assert_int_equal(face_of(&sp, "wx")->play[2].op, PEN_STEP_SKIP_CHOSEN);
    for (unsigned f = 0; f < 10; f++) {
        assert_int_equal(cl.faces[f].number, f);
        assert_int_equal(cl.faces[f].points, f); /* N1 */
        assert_int_equal(cl.faces[f].play[0].op, PEN_STEP_END);
    }
    assert_int_equal(cl.faces[12].points, 20);
    assert_int_equal(cl.faces[14].points, 50);
}

static void test_card_names(void **state)
{
    (void)state;
    static const struct {
        const char *edition, *card, *en, *es;
    } names[] = {
        {"classic", "r7", "● red 7", "● 7 rojo"},
        {"classic", "b+2", "■ blue Draw Two", "■ Roba 2 azul"},
        {"classic", "w", "Wild", "Comodín de color"},
        {"cumulative", "b+2", "■ blue Draw Two", "■ Toma dos azul"},
        {"cumulative", "w+4", "Wild Draw Four", "Comodín toma cuatro"},
        {"office", "p0", "● pink 0", "● 0 rosa"},
        {"office", "wx", "Kevin's Famous Chili", "El famoso chili de Kevin"},
        {"ghostbusters", "ys", "▲ yellow Skip", "▲ Salta amarillo"},
        {"spiderman", "gr", "◆ green Reverse", "◆ Reversa verde"},
        {"spiderman", "wx", "Web Swing", "Balanceo con telaraña"},
    };
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct pen_edition edition;
        struct pen_rules rules;
        uint8_t card = 0;
        char bytes[128];
        assert_true(pen_edition_builtin(names[i].edition, &edition));
        make_rules(&rules, &edition);
        assert_true(pen_card_read(&edition, &rules, names[i].card, strlen(names[i].card), &card));
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        pen_card_name(&edition, &rules, card, PEN_LANG_EN, &text);
        assert_string_equal(bytes, names[i].en);
        text = pen_text_in(bytes, sizeof bytes);
        pen_card_name(&edition, &rules, card, PEN_LANG_ES, &text);
        assert_string_equal(bytes, names[i].es);
    }
}

/* A file names things in any language, in one alone, too; what it does not say is said in English, or as it
 * says first. */
static void test_any_language(void **state)
{
    (void)state;
    static const char many[] =
        "edition t\nlike classic\ntitle fr \"Tard\", es \"Tarde\", en \"Late\", pt-BR \"Cedo\"\n"
        "symbol s  de \"Aussetzen\"\ncolor red gl \"vermello\"\n";
    static const char one[] = "edition t\nlike classic\ntitle gl \"Tarde\"\nwild wx 1 cards, gl \"Vello\"\n"
                              "play wx name color\nopen wx name color\n";
    struct pen_edition edition, again;
    struct pen_problem problem;
    char bytes[8192];
    must_parse(&edition, many, sizeof many - 1);
    assert_string_equal(pen_said(edition.title, PEN_LANG_EN), "Late");
    assert_string_equal(pen_said(edition.title, PEN_LANG_ES), "Tarde");
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_edition_write(&edition, &text);
    assert_non_null(strstr(bytes, "title en \"Late\", es \"Tarde\", fr \"Tard\", pt-BR \"Cedo\"\n"));
    assert_non_null(strstr(bytes, "en \"Skip\", de \"Aussetzen\", es \"Salta\"\n")); /* beside the parent's */
    assert_non_null(strstr(bytes, "en \"red\", es \"rojo\", gl \"vermello\"\n"));
    assert_true(pen_edition_parse(&again, bytes, text.length, &problem));
    assert_memory_equal(&again, &edition, sizeof edition);
    must_parse(&edition, one, sizeof one - 1);
    assert_string_equal(pen_said(edition.title, PEN_LANG_ES), "Tarde");
    assert_string_equal(pen_said(edition.faces[edition.face_count - 1].name, PEN_LANG_EN), "Vello");
    /* As many as fit, each in its place; one more is refused and changes nothing. */
    char names[PEN_NAMES_BYTES] = {0}, before[PEN_NAMES_BYTES], lang[3] = "aa";
    while (pen_said_put(names, sizeof names, lang, "a name of some length")) {
        memcpy(before, names, sizeof names);
        lang[1]++;
    }
    assert_memory_equal(names, before, sizeof names);
    assert_true(lang[1] > 'e' && pen_said_put(names, sizeof names, "aa", "") && names[3] == 0);
    static const char *const wrong[] = {"title e \"x\"\n",   "title EN \"x\"\n",
                                        "title en\n",        "title en \"x\", en \"y\"\n",
                                        "title en- \"x\"\n", "title en \"x\",\n"};
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        int count = snprintf(bytes, sizeof bytes, "edition t\nlike classic\n%s", wrong[i]);
        assert_false(pen_edition_parse(&edition, bytes, (size_t)count, &problem));
        assert_int_equal(problem.line, i == 5 ? 4 : 3);
    }
}

/* Every card reads back as itself, and nothing else reads as a card. */
static bool adds(pen_house_set *set, const char *name)
{
    return pen_house_add(name, strlen(name), set);
}

/* House rules with a number; and as each was called while every number was a house rule of its own. */
static void test_house_numbers(void)
{
    static const struct {
        const char *name;
        pen_house_set set;
    } old[] = {{"uno-1", PEN_HOUSE_UNO(1)},       {"uno-2", PEN_HOUSE_UNO(2)},
               {"uno-3", PEN_HOUSE_UNO(3)},       {"uno-4", PEN_HOUSE_UNO(4)},
               {"uno-5", PEN_HOUSE_UNO(5)},       {"uno-6", PEN_HOUSE_UNO(6)},
               {"turns-10", PEN_HOUSE_TURNS(10)}, {"turns-20", PEN_HOUSE_TURNS(20)},
               {"limit-10", PEN_HOUSE_LIMIT(10)}, {"limit-15", PEN_HOUSE_LIMIT(15)},
               {"limit-20", PEN_HOUSE_LIMIT(20)}, {"limit-25", PEN_HOUSE_LIMIT(25)},
               {"open-2", PEN_HOUSE_OPEN(2)},     {"open-3", PEN_HOUSE_OPEN(3)},
               {"hand-5", PEN_HOUSE_HAND(5)}};
    static const char *const none[] = {"uno",    "uno=",   "uno=0",   "uno=7",     "uno=03",  "uno=3 ",
                                       "uno--3", "uno=+3", "uno=999", "jump-in=1", "seven=0", "limit-"};
    pen_house_set set;
    for (unsigned i = 0; i < sizeof old / sizeof old[0]; i++) {
        set = 0;
        assert_true(adds(&set, old[i].name));
        assert_true(set == old[i].set);
    }
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++) {
        set = 0;
        assert_false(adds(&set, none[i]));
    }
    set = PEN_HOUSE_JUMP_IN;
    assert_true(adds(&set, "uno=3") && adds(&set, "uno-3"));
    assert_true(pen_house_join(&set, PEN_HOUSE_UNO(3) | PEN_HOUSE_OPEN(1)));
    assert_false(pen_house_join(&set, PEN_HOUSE_UNO(2)));
    assert_true(set == (PEN_HOUSE_JUMP_IN | PEN_HOUSE_UNO(3) | PEN_HOUSE_OPEN(1)));
    assert_false(adds(&set, "uno-4"));
    /* Three bits hold a 7, which is no number of it. */
    assert_true(pen_house_is_good(PEN_HOUSE_UNO(6)));
    assert_false(pen_house_is_good(PEN_HOUSE_UNO(7)));
    assert_false(pen_house_is_good(UINT64_C(1) << 63));
}

static void test_card_codes(void **state)
{
    (void)state;
    for (unsigned e = 0; e < pen_edition_builtin_count(); e++) {
        struct pen_edition edition;
        struct pen_rules rules;
        assert_true(pen_edition_builtin(pen_edition_builtin_id(e), &edition));
        make_rules(&rules, &edition);
        for (uint8_t kind = 0; kind < rules.kind_count; kind++) {
            char bytes[16];
            uint8_t again = PEN_CARD_NONE;
            struct pen_text text = pen_text_in(bytes, sizeof bytes);
            pen_card_write(&edition, &rules, kind, &text);
            assert_true(pen_card_read(&edition, &rules, bytes, text.length, &again));
            assert_int_equal(again, kind);
        }
        static const char *const bad[] = {"", "r", "7", "w+", "w+44", "x7", "r10", "r+", "R7", "none"};
        for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
            uint8_t card = 0;
            assert_false(pen_card_read(&edition, &rules, bad[i], strlen(bad[i]), &card));
        }
        uint8_t color = PEN_COLOR_NONE;
        if (strcmp(edition.id, "verbena") == 0)
            continue; /* has other colours */
        assert_true(pen_color_read(&edition, "blue", 4, &color));
        assert_int_equal(color, 2);
        assert_false(pen_color_read(&edition, "blu", 3, &color));
        assert_false(pen_color_read(&edition, "", 0, &color));
        assert_int_equal(pen_color_read(&edition, "pink", 4, &color), strcmp(edition.id, "office") == 0);
        assert_int_equal(pen_color_read(&edition, "red", 3, &color), strcmp(edition.id, "office") != 0);
    }
    test_house_numbers();
    assert_string_equal(pen_house_id(0), "progressive");
    assert_string_equal(pen_house_id(1), "seven-0");
    assert_string_equal(pen_house_id(2), "jump-in");
    for (unsigned i = 0; i < pen_house_count(); i++) { /* each has its name, and can be found by it */
        struct pen_house house;
        pen_house_set set = 0;
        pen_house_builtin(i, &house);
        assert_string_equal(house.id, pen_house_id(i));
        assert_true(pen_said(house.title, PEN_LANG_ES)[0] && pen_said(house.about, PEN_LANG_EN)[0] &&
                    pen_said(house.about, PEN_LANG_ES)[0]);
        const bool has_number = house.most > house.least;
        assert_true(house.least >= 1 && house.least <= house.usual && house.usual <= house.most);
        assert_int_equal(pen_house_add(house.id, strlen(house.id), &set), !has_number);
        assert_int_equal(has_number, strchr(pen_said(house.title, PEN_LANG_ES), '#') != NULL);
        for (unsigned number = house.least; number <= house.most; number++) {
            char name[PEN_ID_BYTES + 8];
            struct pen_text text = pen_text_in(name, sizeof name);
            pen_house_write(pen_house_with(0, i, number), ", ", &text);
            set = PEN_HOUSE_SHEET & ~pen_house_with(0, i, number);
            assert_true(pen_house_add(name, text.length, &set) && pen_house_is_good(set));
            assert_int_equal(pen_house_number(set, i), number);
            assert_true(pen_house_with(set, i, 0) == (PEN_HOUSE_SHEET & ~pen_house_with(0, i, number)));
        }
    }
    assert_string_equal(pen_scoring_id(PEN_SCORING_POINTS), "points");
    assert_string_equal(pen_scoring_id(PEN_SCORING_LOWEST), "lowest");
    assert_string_equal(pen_scoring_id(PEN_SCORING_QUICK), "quick");
}

/* ---- reading and writing --------------------------------------------------------------------- */

static void check_round_trip(const struct pen_edition *edition)
{
    static char bytes[16384];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    struct pen_edition again;
    memset(&again, 0xaa, sizeof again);
    pen_edition_write(edition, &text);
    assert_false(text.is_cut);
    must_parse(&again, bytes, text.length);
    assert_memory_equal(edition, &again, sizeof again);
}

static void test_round_trip(void **state)
{
    (void)state;
    for (unsigned i = 0; i < pen_edition_builtin_count(); i++) {
        struct pen_edition edition;
        assert_true(pen_edition_builtin(pen_edition_builtin_id(i), &edition));
        check_round_trip(&edition);
    }
}

static void test_verbena(void **state)
{
    (void)state;
    static char bytes[16384];
    struct pen_edition edition;
    struct pen_rules rules;
    size_t count = read_source("verbena.edition", bytes, sizeof bytes);
    must_parse(&edition, bytes, count);
    check_round_trip(&edition);
    make_rules(&rules, &edition);
    assert_int_equal(rules.color_count, 5);
    assert_int_equal(rules.kind_count, 59);
    assert_int_equal(rules.deck_count, 119);
    assert_int_equal(copies_of(&edition, &rules, "p+2"), 2);
    assert_int_equal(copies_of(&edition, &rules, "wr"), 3);
}

#define HEAD "edition t\nlike classic\ntitle en \"T\", es \"T\"\n"

/* What a file with 'like' may do. */
static void test_child(void **state)
{
    (void)state;
    static const char file[] = HEAD "without r, s\n"
                                    "colors\tblue, pink red   # a tab, a comma, a comment\n"
                                    "color pink letter p,\n"
                                    "   # the statement goes on after a comma\n"
                                    "\n"
                                    "   shape \"#\", en \"pink\", es \"rosa, o no\"\n"
                                    "wild wz 2 cards, en \"Z\", es \"Z\"\n"
                                    "play wz name color, skip next, skip next\n"
                                    "open wz ignore\n"
                                    "symbol x 7 of each color, 0 points, en \"X\", es \"X\"\n"
                                    "number 7 1 of each color, 99 points\n"
                                    "play 7 swap hands\n"
                                    "open w+4 name color, dealer starts\n"
                                    "honest w+4 always\n"
                                    "challenge w+4 never\n"
                                    "answer w+4 with +2, w+4\n"
                                    "players 2 to 4";
    struct pen_edition edition, other;
    must_parse(&edition, file, sizeof file - 1);
    check_round_trip(&edition);
    assert_int_equal(edition.color_count, 3);
    assert_string_equal(edition.colors[0].id, "blue");
    assert_string_equal(pen_said(edition.colors[0].name, PEN_LANG_ES), "azul");
    assert_string_equal(edition.colors[1].shape, "#");
    assert_string_equal(pen_said(edition.colors[1].name, PEN_LANG_ES), "rosa, o no");
    static const char *const order[] = {"0", "1", "2",  "3", "4", "5",   "6", "7",
                                        "8", "9", "+2", "x", "w", "w+4", "wz"};
    assert_int_equal(edition.face_count, 15);
    for (unsigned f = 0; f < 15; f++)
        assert_string_equal(edition.faces[f].code, order[f]);
    assert_int_equal(edition.faces[13].answers, 1 << 10 | 1 << 13);
    assert_int_equal(edition.faces[13].guard, PEN_GUARD_NONE);
    assert_int_equal(edition.faces[13].challenge_cards, 0);
    assert_int_equal(edition.faces[7].points, 99);
    assert_int_equal(edition.faces[7].copies, 1);
    assert_int_equal(edition.faces[14].points, 50);
    assert_int_equal(edition.faces[11].points, 0);
    assert_string_equal(pen_said(edition.about, PEN_LANG_EN), "");

    /* The same with other line ends, a mark at the start and blanks behind. */
    char bytes[2 * sizeof file + 4];
    size_t count = 0;
    memcpy(bytes, "\xef\xbb\xbf", 3);
    count = 3;
    for (size_t i = 0; i + 1 < sizeof file; i++) {
        if (file[i] == '\n') {
            bytes[count++] = ' ';
            bytes[count++] = '\r';
        }
        bytes[count++] = file[i];
    }
    bytes[count++] = '\r';
    must_parse(&other, bytes, count);
    assert_memory_equal(&edition, &other, sizeof other);

    /* A built-in edition that is itself 'like' another. */
    static const char grandchild[] = "edition t\nlike cumulative\ntitle es \"T\", en \"T\"\ntarget 1\n";
    must_parse(&edition, grandchild, sizeof grandchild - 1);
    assert_int_equal(edition.rule.advice_cards, 2);
    assert_int_equal(edition.rule.target, 1);
    check_round_trip(&edition);
}

/* Blocks fenced as ```edition in docs/EDITIONS.md are whole files. */
static void test_documented_examples(void **state)
{
    (void)state;
    static char bytes[32768];
    static const char fence[] = "```edition\n";
    size_t count = read_source("../docs/EDITIONS.md", bytes, sizeof bytes - 1);
    bytes[count] = 0;
    unsigned examples = 0;
    for (char *at = bytes; (at = strstr(at, fence)) != NULL; examples++) {
        struct pen_edition edition;
        at += sizeof fence - 1;
        char *end = strstr(at, "```");
        assert_non_null(end);
        must_parse(&edition, at, (size_t)(end - at));
        check_round_trip(&edition);
        at = end;
    }
    assert_true(examples >= 2);
}

/* Every statement and every step is explained there. */
static void test_documented_steps(void **state)
{
    (void)state;
    static char bytes[32768];
    static const char *const words[] = {
#define X(name, words_, has_amount, where, phase, sum) "| `" words_,
        PEN_STEP_LIST(X)
#undef X
            "| `edition ",
        "| `like ",
        "| `title ",
        "| `about ",
        "| `players ",
        "| `hand ",
        "| `colors ",
        "| `color ",
        "| `number ",
        "| `numbers ",
        "| `symbol ",
        "| `wild ",
        "| `without ",
        "| `play ",
        "| `open ",
        "| `honest ",
        "| `challenge ",
        "| `answer ",
        "| `dealer ",
        "| `drawn ",
        "| `uno ",
        "| `misplay ",
        "| `advice ",
        "| `last ",
        "| `scoring ",
        "| `target "};
    size_t count = read_source("../docs/EDITIONS.md", bytes, sizeof bytes - 1);
    bytes[count] = 0;
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (!strstr(bytes, words[i]))
            fail_msg("docs/EDITIONS.md has no row %s", words[i]);
}

/* ---- mistakes -------------------------------------------------------------------------------- */

#define X10 "0123456789"
#define X60 X10 X10 X10 X10 X10 X10
#define CARD " 1 of each color, en \"X\", es \"X\"\n"

static const struct mistake {
    const char *file;
    unsigned line, column;
    const char *says; /* part of the English text */
} mistakes[] = {
    /* the file */
    {"", 1, 1, "edition NAME"},
    {"# nothing\n\n", 1, 1, "edition NAME"},
    {"\n  title en \"T\", es \"T\"\n", 2, 3, "edition NAME"},
    {"edition", 1, 8, "the line ends"},
    {"edition ,", 1, 9, "expected NAME"},
    {"edition Big\n", 1, 9, "cannot be an id"},
    {"edition -a\n", 1, 9, "cannot be an id"},
    {"edition " X10 X10 X10 "a\n", 1, 9, "cannot be an id"},
    {"edition aaaaaaaaaabbbbbbbbbbccccccccccdd\n", 1, 9, "cannot be an id"},
    {"edition uno\n", 1, 9, "another meaning in records"},
    {"edition t u\n", 1, 11, "one statement per line"},
    {"edition t\nedition t\n", 2, 1, "twice"},
    {"edition t\nlike nothing\n", 2, 6,
     "classic, clasico, cumulative, office, ghostbusters, spiderman, verbena, boxed"},
    {"edition t\nlike\n", 2, 5, "expected NAME"},
    {"edition t\nhand 7\nlike classic\n", 3, 1, "right after"},
    {"edition t\nlike classic\nlike classic\n", 3, 1, "twice"},
    {"edition t\nlike classic\n", 2, 1, "title"},
    {"edition t\n", 1, 1, "title"},
    {"edition t\ntitle en \"T\", es \"T\"\n", 1, 1, "players"},
    {HEAD "colour red\n", 4, 1, "did you mean \"color\"?"},
    {HEAD "foo\n", 4, 1, "unknown statement \"foo\""},
    {HEAD "\"play\" +2 reverse\n", 4, 1, "unknown statement \"play\""},
    {HEAD ", hand 7\n", 4, 1, "unknown statement \",\""},
    {HEAD "\x01\x80\n", 4, 1, "unknown statement \"??\""},
    /* numbers and limits */
    {HEAD "hand\n", 4, 5, "expected 1-63"},
    {HEAD "hand seven\n", 4, 6, "expected 1-63, found \"seven\""},
    {HEAD "hand 0\n", 4, 6, "whole number, 1-63"},
    {HEAD "hand 64\n", 4, 6, "whole number, 1-63"},
    {HEAD "hand 99999999999999999999\n", 4, 6, "whole number, 1-63"},
    {HEAD "hand 7x\n", 4, 6, "whole number, 1-63"},
    {HEAD "hand 7 8\n", 4, 8, "one statement per line"},
    {HEAD "hand 7\nhand 7\n", 5, 1, "twice"},
    {HEAD "hand 11\n", 4, 1, "108 cards are not enough"},
    {HEAD "without +2, s, r, 9, 8, 7\n", 2, 1, "60 cards are not enough"},
    {HEAD "without +2, s, r, 9, 8, 7\nplayers 2 to 10\n", 5, 1, "60 cards are not enough"},
    {HEAD "players 1 to 4\n", 4, 9, "2-10"},
    {HEAD "players 2 to 11\n", 4, 14, "2-10"},
    {HEAD "players 5 to 3\n", 4, 1, "smaller"},
    {HEAD "players 2 - 3\n", 4, 11, "expected to"},
    {HEAD "target 0\n", 4, 8, "1-30000"},
    {HEAD "target 30001\n", 4, 8, "1-30000"},
    {HEAD "target -1\n", 4, 8, "1-30000"},
    /* phrases */
    {HEAD "dealer me\n", 4, 8, "highest deals | highest starts | named"},
    {HEAD "dealer\n", 4, 7, "highest deals | highest starts | named"},
    {HEAD "dealer named, now\n", 4, 13, "one statement per line"},
    {HEAD "drawn may be eaten\n", 4, 7, "may be kept"},
    {HEAD "uno caught\n", 4, 5, "caught until said"},
    {HEAD "uno caught until said\n", 4, 22, ", draws N"},
    {HEAD "uno caught until said, draws\n", 4, 29, "1-20"},
    {HEAD "uno caught until said, draws 21\n", 4, 30, "1-20"},
    {HEAD "misplay draws 0\n", 4, 15, "1-20"},
    {HEAD "misplay free\n", 4, 9, "refused | draws N"},
    {HEAD "advice refused\n", 4, 8, "free | draws N"},
    {HEAD "last draw\n", 4, 6, "draw counts"},
    {HEAD "scoring default\n", 4, 9, "points | lowest | quick"},
    /* strings */
    {HEAD "about en \"a\n", 4, 10, "quotation mark"},
    {HEAD "about en \"\", es \"b\"\n", 4, 10, "something"},
    {HEAD "about en \" a\", es \"b\"\n", 4, 10, "the blank just inside"},
    {HEAD "about en \"a\xff\", es \"b\"\n", 4, 10, "UTF-8"},
    {HEAD "about en \"a\xed\xa0\x80\", es \"b\"\n", 4, 10, "UTF-8"},
    {HEAD "about en \"a\xc0\x80\", es \"b\"\n", 4, 10, "UTF-8"},
    {HEAD "about en \"a\tb\", es \"b\"\n", 4, 10, "control"},
    {HEAD "about en \"a\rb\", es \"b\"\n", 4, 10, "control"},
    {HEAD "about en \"a\xe2\x80\xae\", es \"b\"\n", 4, 10, "control"},
    {HEAD "about en \"áé\", es \"ñ\", es \"x\"\n", 4, 24, "twice"},
    {HEAD "about en \"a\", en \"b\"\n", 4, 15, "twice"},
    {HEAD "about en \"a\",\n", 5, 1, "es \"...\""},
    {HEAD "about \"a\"\n", 4, 7, "en \"...\""},
    {HEAD "about en a\n", 4, 10, "expected \"...\""},
    {HEAD "about en \"" X60 X60 X60 X60 X10 "123456\", es \"b\"\n", 4, 10, "255 bytes"},
    {"edition t\nlike classic\ntitle en \"" X60 "1234\", es \"b\"\n", 3, 10, "63 bytes"},
    /* colours */
    {HEAD "colors\n", 4, 7, "expected NAME"},
    {HEAD "colors red, red\n", 4, 13, "listed twice"},
    {HEAD "colors Red\n", 4, 8, "cannot be an id"},
    {HEAD "colors none\n", 4, 8, "another meaning in records"},
    {HEAD "colors red \"blue\"\n", 4, 12, "one statement per line"},
    {HEAD "colors a b c d e f g h i\n", 4, 24, "at most 8"},
    {HEAD "colors red grey\n", 4, 12, "color grey letter x"},
    {HEAD "colors red grey\ncolor grey letter a, shape \"x\"\n", 5, 7, "needs a line"},
    {HEAD "color pink letter p\n", 4, 7, "not in the line \"colors\""},
    {HEAD "color red letter a\ncolor red letter b\n", 5, 7, "twice"},
    {HEAD "color red\n", 4, 10, "letter x | shape"},
    {HEAD "color red letter w\n", 4, 18, "not w"},
    {HEAD "color red letter R\n", 4, 18, "a-z"},
    {HEAD "color red letter rr\n", 4, 18, "a-z"},
    {HEAD "color red letter \"r\"\n", 4, 18, "a-z"},
    {HEAD "color red letter a, letter b\n", 4, 21, "twice"},
    {HEAD "color red 20 points\n", 4, 14, "letter x | shape"},
    {HEAD "color red shape \"●●\"\n", 4, 17, "one character"},
    {HEAD "color red shape \"\"\n", 4, 17, "something"},
    {HEAD "color red shape \"\xff\"\n", 4, 17, "UTF-8"},
    {HEAD "color red letter g\n", 2, 1, "same \"letter\""},
    {HEAD "color yellow letter g\n", 4, 7, "same \"letter\""},
    {HEAD "color yellow shape \"●\"\n", 4, 7, "same \"shape\""},
    {HEAD "color yellow en \"red\"\n", 4, 7, "same \"en\""},
    {HEAD "color yellow es \"rojo\"\n", 4, 7, "same \"es\""},
    /* cards */
    {HEAD "number 10 1 of each color\n", 4, 8, "0-9"},
    {HEAD "number x\n", 4, 8, "0-9"},
    {HEAD "number 3\n", 4, 9, "N of each color | N points"},
    {HEAD "number 3 2 cards\n", 4, 12, "N of each color | N points"},
    {HEAD "number 3 en \"three\"\n", 4, 10, "N of each color | N points"},
    {HEAD "number 3 0 of each color\n", 4, 10, "1-7"},
    {HEAD "number 3 8 of each color\n", 4, 10, "1-7"},
    {HEAD "number 3 256 points\n", 4, 10, "0-255"},
    {HEAD "number 3 2 of each\n", 4, 19, "expected color"},
    {HEAD "number 3 2 of each color, 1 of each color\n", 4, 29, "twice"},
    {HEAD "number 3 2 points\nnumbers 1 to 4 2 points\n", 5, 9, "already has the code \"3\""},
    {HEAD "numbers 4 to 4 2 points\n", 4, 14, "A < B"},
    {HEAD "numbers 4 2 points\n", 4, 11, "expected to"},
    {HEAD "without 3\nnumber 3 9 points\n", 5, 8, "card \"3\" is new"},
    {HEAD "symbol 7" CARD, 4, 8, "cannot be a symbol's code"},
    {HEAD "symbol wow" CARD, 4, 8, "cannot be a symbol's code"},
    {HEAD "symbol abcdefgh" CARD, 4, 8, "cannot be a symbol's code"},
    {HEAD "symbol X" CARD, 4, 8, "cannot be a symbol's code"},
    {HEAD "symbol \"x\"" CARD, 4, 8, "expected CODE"},
    {HEAD "symbol x 1 of each color\n", 4, 8, "card \"x\" is new"},
    {HEAD "symbol x\n", 4, 9, "N of each color | N points | en"},
    {HEAD "symbol x" CARD "symbol x" CARD, 5, 8, "already has the code \"x\""},
    {HEAD "symbol x 2 cards, en \"X\", es \"X\"\n", 4, 12, "N of each color"},
    {HEAD "symbol x 1 of each color, letter x\n", 4, 27, "N of each color"},
    {HEAD "symbol x 1 of each color,\n", 5, 1, "but the line ends"},
    {HEAD "symbol x 1 of each color en \"X\"\n", 4, 26, "one statement per line"},
    {HEAD "color red letter n\nsymbol one" CARD, 5, 8, "\"none\" has another meaning"},
    {HEAD "color red letter u\nsymbol no" CARD, 5, 8, "\"uno\" has another meaning"},
    {HEAD "wild x 1 card, en \"X\", es \"X\"\n", 4, 6, "beginning with w"},
    {HEAD "wild wa 1 card\n", 4, 6, "N cards, en"},
    {HEAD "wild wa 1 of each color, en \"X\", es \"X\"\n", 4, 11, "N cards | N points"},
    {HEAD "wild wa 1 card, en \"X\", es \"X\"\nopen wa return\n", 4, 6, "play wa name color"},
    {HEAD "wild wa 1 card, en \"X\", es \"X\"\nplay wa name color\n", 4, 6, "open wa name color"},
    {HEAD "without x\n", 4, 9, "no card \"x\""},
    {HEAD "without\n", 4, 8, "expected CODE"},
    {HEAD "without s\nplay s reverse\n", 5, 6, "no card \"s\""},
    {HEAD "play s reverse\nwithout s\n", 5, 9, "twice"},
    {HEAD "play x reverse\nsymbol x" CARD, 4, 6, "describe it above"},
    {HEAD "symbol a 7 of each color, en \"X\", es \"X\"\n", 4, 1 + 7, "at most 128 cards"},
    {HEAD "symbol a" CARD "symbol b" CARD "symbol c" CARD, 6, 8, "at most 64"},
    {HEAD "colors red\nsymbol a" CARD "symbol b" CARD "symbol c" CARD "symbol d" CARD "symbol e" CARD
          "symbol f" CARD "symbol g" CARD "symbol h" CARD "symbol i" CARD "symbol j" CARD "symbol k" CARD
          "symbol l" CARD "symbol m" CARD "symbol n" CARD "symbol o" CARD "symbol p" CARD "symbol q" CARD
          "symbol t" CARD,
     22, 8, "at most 32 different faces"},
    {HEAD "open w ignore\nopen s ignore\nopen r ignore\nopen +2 ignore\nopen 0 ignore\nopen 1 ignore\n"
          "open 2 ignore\nopen 3 ignore\nopen 4 ignore\nopen 5 ignore\nopen 6 ignore\nopen 7 ignore\n"
          "open 8 return\nopen 9 return\n",
     2, 1, "no card could start"},
    /* programs */
    {HEAD "play\n", 4, 5, "expected CODE"},
    {HEAD "play s\n", 4, 7, "STEP"},
    {HEAD "play s 2\n", 4, 8, "STEP"},
    {HEAD "play s reverse\nplay s reverse\n", 5, 6, "twice"},
    {HEAD "play s drw next 2\n", 4, 8, "did you mean \"draw next\"?"},
    {HEAD "play s explode the whole table at once\n", 4, 8, "others follow or draw, reveal others"},
    {HEAD "open s explode\n", 4, 8, "dealer starts, return, ignore"},
    {HEAD "play s reverse,\n", 5, 1, "STEP"},
    {HEAD "play s reverse, , skip next\n", 4, 17, "STEP"},
    {HEAD "play s reverse skip next\n", 4, 8, "comma is missing after \"reverse\""},
    {HEAD "play s nothing, reverse\n", 4, 15, "one statement per line"},
    {HEAD "play s dealer starts\n", 4, 8, "only stand after \"open\""},
    {HEAD "play s skip next, return\n", 4, 19, "only stand after \"open\""},
    {HEAD "play s ignore\n", 4, 8, "only stand after \"open\""},
    {HEAD "open s swap hands\n", 4, 8, "only stand after \"play\""},
    {HEAD "open s pass hands\n", 4, 8, "only stand after \"play\""},
    {HEAD "open w name color, race drop 2\n", 4, 20, "only stand after \"play\""},
    {HEAD "open s everyone draws 1\n", 4, 8, "only stand after \"play\""},
    {HEAD "play s draw next\n", 4, 17, "needs the number"},
    {HEAD "play s draw next, skip next\n", 4, 17, "needs the number"},
    {HEAD "play s draw next 0\n", 4, 18, "1-20"},
    {HEAD "play s draw next 21\n", 4, 18, "1-20"},
    {HEAD "play s reverse 2\n", 4, 16, "takes no number"},
    {HEAD "play s draw next 2 3\n", 4, 20, "one statement per line"},
    {HEAD "play s draw next 2, draw next 1\n", 4, 21, "only once"},
    {HEAD "play s reverse, reverse\n", 4, 17, "only once"},
    {HEAD "play w name color, name color\n", 4, 20, "only once"},
    {HEAD "open s ignore, skip next\n", 4, 8, "stands alone"},
    {HEAD "open s skip next, return\n", 4, 19, "stands alone"},
    {HEAD "play s name color\n", 4, 8, "only a wild names"},
    {HEAD "open s name color\n", 4, 8, "only a wild names"},
    {HEAD "play w skip next, name color\n", 4, 8, "has to begin with \"name color\""},
    {HEAD "play w nothing\n", 4, 8, "has to begin with \"name color\""},
    {HEAD "open w skip next\n", 4, 8, "has to begin with \"name color\""},
    {HEAD "play s lay any\n", 4, 8, "has to be followed by"},
    {HEAD "play s lay any, reverse, others follow or draw 2\n", 4, 8, "has to be followed by"},
    {HEAD "play s others follow or draw 2\n", 4, 8, "right after \"lay any\""},
    {HEAD "play s swap hands, draw next 1\n", 4, 20, "has to come before \"swap hands\""},
    {HEAD "play s lay any, others follow or draw 1, draw next 1\n", 4, 42, "has to come before \"lay any\""},
    {HEAD "play w name color, skip chosen\n", 4, 20, "right after \"reveal others\""},
    {HEAD "play s reveal others, skip chosen\n", 4, 23, "is for wilds"},
    {HEAD "play s skip next, skip next, skip next, skip next, skip next, skip next, skip next, "
          "skip next, skip next\n",
     4, 96, "at most 8"},
    {HEAD "play 3 skip next, skip next, skip next, skip next, skip next, skip next, skip next, "
          "skip next\n",
     4, 85, "at most 7"},
    /* draw cards */
    {HEAD "honest w+4 maybe\n", 4, 12, "without color"},
    {HEAD "honest w+4 without wild\n", 4, 12, "without color or wild"},
    {HEAD "honest w+4 always\n", 2, 1, "go together"},
    {HEAD "challenge w+4 never\n", 2, 1, "go together"},
    {HEAD "honest +2 without color\n", 4, 8, "go together"},
    {HEAD "honest s without color\nchallenge s 2 more\n", 4, 8, "does not make anybody draw"},
    {HEAD "challenge s 2 more\n", 4, 11, "does not make anybody draw"},
    {HEAD "challenge w+4\n", 4, 14, "N more | N more, by anybody | never"},
    {HEAD "challenge w+4 2\n", 4, 16, "expected more"},
    {HEAD "challenge w+4 0 more\n", 4, 15, "1-20"},
    {HEAD "play w+4 name color\n", 2, 1, "does not make anybody draw"},
    {HEAD "answer +2\n", 4, 10, "with CODE"},
    {HEAD "answer +2 with\n", 4, 15, "expected CODE"},
    {HEAD "answer +2 with +2,\n", 5, 1, "expected CODE"},
    {HEAD "answer +2 with +2, +2\n", 4, 20, "twice"},
    {HEAD "answer +2 with x\n", 4, 16, "no card \"x\""},
    {HEAD "answer x with +2\n", 4, 8, "no card \"x\""},
    {HEAD "answer s with +2\n", 4, 8, "card \"s\" does not make anybody draw"},
    {HEAD "answer +2 with s\n", 4, 8, "card \"s\" does not make anybody draw"},
    {HEAD "answer +2 never\nanswer +2 never\n", 5, 8, "twice"},
};

static void test_mistakes(void **state)
{
    (void)state;
    static const struct pen_edition nothing;
    unsigned wrong = 0;
    for (unsigned i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        const struct mistake *mistake = &mistakes[i];
        struct pen_edition edition;
        struct pen_problem problem;
        if (pen_edition_parse(&edition, mistake->file, strlen(mistake->file), &problem)) {
            print_error("accepted, but expected %s:\n%s\n", mistake->says, mistake->file);
            wrong++;
            continue;
        }
        if (problem.line != mistake->line || problem.column != mistake->column ||
            !strstr(pen_problem_in(&problem, PEN_LANG_EN), mistake->says)) {
            print_error("expected %u:%u: ...%s...\nfound %u:%u: %s\nin:\n%s\n", mistake->line,
                        mistake->column, mistake->says, problem.line, problem.column,
                        pen_problem_in(&problem, PEN_LANG_EN), mistake->file);
            wrong++;
        }
        for (unsigned lang = 0; lang < PEN_LANG_COUNT; lang++) {
            size_t length = strlen(pen_problem_in(&problem, lang));
            if (length < 10 || length > PEN_PROBLEM_BYTES - 2) { /* cut, or nearly */
                print_error("too long or too short: %s\n", pen_problem_in(&problem, lang));
                wrong++;
            }
            assert_null(strchr(pen_problem_in(&problem, lang), '@'));
            assert_null(strchr(pen_problem_in(&problem, lang), '%'));
        }
        assert_string_not_equal(pen_problem_in(&problem, PEN_LANG_EN), pen_problem_in(&problem, PEN_LANG_ES));
        assert_memory_equal(&edition, &nothing, sizeof edition);
    }
    assert_int_equal(wrong, 0);
}

/* Each statement that a file without 'like' needs is missed. */
static void test_missing_statements(void **state)
{
    (void)state;
    static const char *const needed[] = {"title", "players", "hand",   "colors", "dealer",  "drawn",
                                         "uno",   "misplay", "advice", "last",   "scoring", "target"};
    size_t count = 0;
    const char *source = pen_edition_source("classic", 7, &count);
    for (unsigned i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        char bytes[8192];
        size_t length = 0;
        char start[16];
        snprintf(start, sizeof start, "%s ", needed[i]);
        bool has_colors = strcmp(needed[i], "colors") != 0;
        for (const char *line = source; line < source + count;) {
            const char *next = strchr(line, '\n') + 1;
            bool is_dropped =
                strncmp(line, start, strlen(start)) == 0 || (!has_colors && strncmp(line, "color ", 6) == 0);
            if (!is_dropped) {
                memcpy(bytes + length, line, (size_t)(next - line));
                length += (size_t)(next - line);
            }
            line = next;
        }
        assert_true(length < count);
        struct pen_edition edition;
        struct pen_problem problem;
        assert_false(pen_edition_parse(&edition, bytes, length, &problem));
        assert_int_equal(problem.line, 2); /* of the statement 'edition' */
        if (!strstr(pen_problem_in(&problem, PEN_LANG_EN), needed[i]))
            fail_msg("without %s: %s", needed[i], pen_problem_in(&problem, PEN_LANG_EN));
    }
}

/* ---- any bytes ------------------------------------------------------------------------------- */

/* Whatever is accepted can be played and written. */
static void check_if_good(const char *bytes, size_t count)
{
    struct pen_edition edition;
    struct pen_problem problem;
    if (pen_edition_parse(&edition, bytes, count, &problem)) {
        struct pen_rules rules;
        make_rules(&rules, &edition);
        check_round_trip(&edition);
    } else {
        assert_int_not_equal(problem.line, 0);
        assert_int_not_equal(problem.column, 0);
    }
}

/* Parsed from memory of just that size, so that a sanitizer sees a byte read too far. */
static void check_cut(const char *bytes, size_t count)
{
    char *copy = malloc(count > 0 ? count : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, count);
    check_if_good(copy, count);
    free(copy);
}

static void test_cut_files(void **state)
{
    (void)state;
    static char bytes[16384];
    for (unsigned i = 0; i < pen_edition_builtin_count(); i++) {
        const char *id = pen_edition_builtin_id(i);
        size_t count = 0;
        const char *source = pen_edition_source(id, strlen(id), &count);
        for (size_t length = 0; length <= count; length++)
            check_cut(source, length);
    }
    size_t count = read_source("verbena.edition", bytes, sizeof bytes);
    for (size_t length = 0; length <= count; length++)
        check_cut(bytes, length);
}

/* One byte wrong, at every place. */
static void test_spoilt_files(void **state)
{
    (void)state;
    static const char spoil[] = {0, '\n', '"', ',', '#', ' ', '9', 'w', (char)0xe2, (char)0x80};
    for (unsigned i = 0; i < pen_edition_builtin_count(); i++) {
        const char *id = pen_edition_builtin_id(i);
        size_t count = 0;
        const char *source = pen_edition_source(id, strlen(id), &count);
        char *copy = malloc(count);
        assert_non_null(copy);
        memcpy(copy, source, count);
        for (size_t at = 0; at < count; at++) {
            copy[at] = spoil[at % sizeof spoil];
            check_if_good(copy, count);
            copy[at] = source[at];
        }
        free(copy);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        source_root = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_builtins_are_listed),
        cmocka_unit_test(test_decks),
        cmocka_unit_test(test_differences),
        cmocka_unit_test(test_card_names),
        cmocka_unit_test(test_any_language),
        cmocka_unit_test(test_card_codes),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_verbena),
        cmocka_unit_test(test_child),
        cmocka_unit_test(test_documented_examples),
        cmocka_unit_test(test_documented_steps),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_missing_statements),
        cmocka_unit_test(test_cut_files),
        cmocka_unit_test(test_spoilt_files),
    };
    return cmocka_run_group_tests_name("edition", tests, NULL, NULL);
}

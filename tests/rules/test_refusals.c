/* test_refusals.c - refusals: each has its rule and its words, each can be brought about, and a
 * refused action changes not a byte of the round.
 *
 * POSITIONS is a table of small positions, some actions that lead on from there, and one that is
 * refused. The bytes test fires random actions and near misses at positions of random play in every
 * edition and set of house rules; it also compares acceptance with the legal list, and applying
 * with events with applying without. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/languages.h"
#include "penultima/penultima.h"
#include "sim/random_record.h"

/* ---- words ----------------------------------------------------------------------------------- */

/* The identifiers of RULES.md. */
static const char *const rule_ids[] = {
    "D1",  "D2",  "D3",  "D4",  "S1",  "S2",  "S3",  "S4",  "T1",  "T2",  "T3",  "T4",  "A1",  "A2",
    "A3",  "A4",  "A5",  "A6",  "A7",  "C1",  "G1",  "G2",  "G3",  "G4",  "W1",  "W2",  "U1",  "U2",
    "P1",  "P2",  "P3",  "K1",  "K2",  "K3",  "H1",  "H2",  "H3",  "H4",  "H6",  "H13", "H14", "H15",
    "H20", "H23", "E1",  "E2",  "E3",  "N1",  "N2",  "N3",  "N4",  "O1",  "O2",  "O3",  "O4",  "O5",
    "O6",  "O7",  "O8",  "O9",  "O10", "O11", "O12", "O13", "O14", "O15", "O16", "O17", "O18", "O19",
    "O20", "O21", "O22", "O23", "O24", "O25", "O26", "O27", "O28"};

static const char *refusal_name(enum pen_refusal refusal)
{
    static const char *const names[] = {"ACCEPTED",
#define X(name, rule) #name,
                                        PEN_REFUSAL_LIST(X)
#undef X
    };
    return (unsigned)refusal < PEN_REFUSAL_COUNT ? names[refusal] : "no refusal";
}

static bool is_rule(const char *id)
{
    for (unsigned i = 0; i < sizeof rule_ids / sizeof rule_ids[0]; i++)
        if (strcmp(rule_ids[i], id) == 0)
            return true;
    return false;
}

static void test_words(void **state)
{
    (void)state;
    for (unsigned value = 1; value < PEN_REFUSAL_COUNT; value++) {
        enum pen_refusal refusal = (enum pen_refusal)value;
        if (!is_rule(pen_refusal_rule(refusal)))
            fail_msg("%s: no rule \"%s\"", refusal_name(refusal), pen_refusal_rule(refusal));
        const char *en = pen_refusal_text(refusal, PEN_LANG_EN);
        const char *es = pen_refusal_text(refusal, PEN_LANG_ES);
        if (strlen(en) < 10 || strlen(es) < 10 || strcmp(en, es) == 0 || en[strlen(en) - 1] == '.' ||
            es[strlen(es) - 1] == '.')
            fail_msg("%s: \"%s\", \"%s\"", refusal_name(refusal), en, es);
        for (unsigned other = 1; other < value; other++)
            if (strcmp(en, pen_refusal_text((enum pen_refusal)other, PEN_LANG_EN)) == 0)
                fail_msg("%s and %s say the same", refusal_name(refusal),
                         refusal_name((enum pen_refusal)other));
    }
    assert_string_equal(pen_refusal_rule(PEN_ACCEPTED), "");
    assert_string_equal(pen_refusal_text(PEN_ACCEPTED, PEN_LANG_EN), "");
    assert_string_equal(pen_refusal_text(PEN_ACCEPTED, PEN_LANG_ES), "");
}

/* ---- every refusal in a position ------------------------------------------------------------- */

/* Hands are separated by '/'; seat 0 is in turn. 'top' may be "opening CARD", which is turned over
 * with seat 0 to start. 'draw' lies on the draw pile. The last action is refused. An action reads
 * "SEAT VERB [CARD|COLOR|SEAT|uno]...", with the verbs of the .mesa format; a word that is none of
 * these stands for a byte out of range. */
static const struct position {
    enum pen_refusal refusal;
    const char *edition;
    pen_house_set house;
    const char *hands, *top, *draw, *actions;
} positions[] = {
#define CL "classic", 0
#define CS "clasico", 0
#define CU "cumulative", 0
#define OF "office", 0
#define GB "ghostbusters", 0
#define SP "spiderman", 0
#define KIND                                                                                         \
    "kind", 0              /* cumulative, but wrong cards are refused: no built-in edition does both \
                            */
#define KIND_3 "kind-3", 0 /* and a Draw Two is three cards */
#define HANDS "r1 r2 b9/r3 r4 g9/r5 r6"
    {PEN_REFUSED_NO_SUCH_ACTION, CL, HANDS, "r0", "", "0 shouts"},
    {PEN_REFUSED_NO_SUCH_SEAT, CL, HANDS, "r0", "", "7 draws"},
    {PEN_REFUSED_NO_SUCH_SEAT, CL, HANDS, "r0", "", "0 catches 7"},
    {PEN_REFUSED_NO_SUCH_CARD, CL, HANDS, "r0", "", "0 plays nothing"},
    {PEN_REFUSED_NO_SUCH_CARD, CL, "w b1 b2/r3", "r0", "", "0 plays w color8"},
    {PEN_REFUSED_ROUND_OVER, CL, "r1/r3 b1", "r0", "", "0 plays r1; 1 draws"},
    {PEN_REFUSED_NOT_YOUR_TURN, CL, HANDS, "r0", "", "1 plays r3"},
    {PEN_REFUSED_NOT_YOUR_TURN, CL, HANDS, "r0", "", "1 draws"},
    {PEN_REFUSED_NOT_IN_HAND, CL, HANDS, "r0", "", "0 plays r3"},
    {PEN_REFUSED_NO_MATCH, CL, HANDS, "r0", "", "0 plays b9"},
    {PEN_REFUSED_WILD_NEEDS_COLOR, CL, "w b1 b2/r3", "r0", "", "0 plays w"},
    {PEN_REFUSED_COLOR_NOT_NAMED, CL, HANDS, "r0", "", "0 plays r1 blue"},
    {PEN_REFUSED_ONLY_DRAWN_CARD, CL, HANDS, "r0", "r8", "0 draws; 0 plays r1"},
    {PEN_REFUSED_ALREADY_DRAWN, CL, HANDS, "r0", "r8", "0 draws; 0 draws"},
    {PEN_REFUSED_NOTHING_DRAWN, CL, HANDS, "r0", "", "0 keeps"},
    {PEN_REFUSED_MUST_PLAY_DRAWN, OF, "b9 b8/g9", "p0", "p1", "0 draws; 0 keeps"},
    {PEN_REFUSED_DRAW_PENDING, "classic", PEN_HOUSE_JUMP_IN, "r+2 b1 b2/r3 r4", "r0", "",
     "0 plays r+2; 1 plays r3"},
    {PEN_REFUSED_DRAW_PENDING, "classic", PEN_HOUSE_JUMP_IN, "r+2 b1 b2/r3 r4", "r0", "",
     "0 plays r+2; 1 draws"},
    {PEN_REFUSED_FOUR_PENDING, CL, "w+4 b1 b2/r3 r4", "r0", "", "0 plays w+4 red; 1 plays r3"},
    {PEN_REFUSED_FOUR_PENDING, CL, "w+4 b1 b2/r3 r4", "r0", "", "0 plays w+4 red; 1 draws"},
    {PEN_REFUSED_ANSWER_TWO, KIND, "r+2 b1 b2/r3 r4", "r0", "", "0 plays r+2; 1 plays r3"},
    {PEN_REFUSED_ANSWER_FOUR, KIND, "w+4 b1 b2/r+2 r4", "r0", "", "0 plays w+4 red; 1 plays r+2"},
    {PEN_REFUSED_ANSWER_OTHER, KIND_3, "r+2 b1 b2/r3 r4", "r0", "", "0 plays r+2; 1 plays r3"},
    {PEN_REFUSED_ANSWER_LIKE, "classic", PEN_HOUSE_PROGRESSIVE, "r+2 b1 b2/w+4 r4", "r0", "",
     "0 plays r+2; 1 plays w+4 red"},
    {PEN_REFUSED_NOTHING_PENDING, CL, HANDS, "r0", "", "0 takes"},
    {PEN_REFUSED_NOT_THE_TARGET, CL, "w+4 b1 b2/r3/r4", "r0", "", "0 plays w+4 red; 2 takes"},
    {PEN_REFUSED_CHALLENGE_NOT_YOURS, CL, "w+4 b1 b2/r3/r4", "r0", "", "0 plays w+4 red; 2 challenges"},
    {PEN_REFUSED_CHALLENGE_NOT_YOURS, CL, "w+4 b1 b2/r3/r4", "r0", "", "0 plays w+4 red; 0 challenges"},
    {PEN_REFUSED_CHALLENGE_OWN_CARD, CS, "w+4 b1 b2/r3/r4", "r0", "", "0 plays w+4 red; 0 challenges"},
    {PEN_REFUSED_NOTHING_TO_CHALLENGE, CS, "w+4 b1 b2/r3/r4/r5", "r0", "",
     "0 plays w+4 red; 2 challenges; 3 challenges"},
    {PEN_REFUSED_NOTHING_TO_CHALLENGE, CL, HANDS, "r0", "", "0 challenges"},
    {PEN_REFUSED_NOTHING_TO_CHALLENGE, "classic", PEN_HOUSE_PROGRESSIVE, "r+2 b1 b2/r3", "r0", "",
     "0 plays r+2; 1 challenges"},
    {PEN_REFUSED_NOTHING_TO_NAME, CL, HANDS, "r0", "", "0 names red"},
    {PEN_REFUSED_NAME_COLOR_FIRST, CL, HANDS, "opening w", "", "0 plays r1"},
    {PEN_REFUSED_NAME_COLOR_FIRST, CL, HANDS, "opening w", "", "0 draws"},
    {PEN_REFUSED_NO_SUCH_CARD, CL, HANDS, "opening w", "", "0 names color8"},
    {PEN_REFUSED_NOT_YOUR_TURN, CL, HANDS, "opening w", "", "1 names red"},
    {PEN_REFUSED_UNO_NOT_OWED, CL, HANDS, "r0", "", "0 says"},
    {PEN_REFUSED_UNO_NOT_OWED, CL, "r1 b1/r3 r4", "r0", "", "0 plays r1 uno; 0 says"},
    {PEN_REFUSED_UNO_NOT_ONE_LEFT, CL, HANDS, "r0", "", "0 plays r1 uno"},
    {PEN_REFUSED_CATCH_ONESELF, CL, "r1 b1/r3 r4", "r0", "", "0 plays r1; 0 catches 0"},
    {PEN_REFUSED_CATCH_NOTHING_OWED, CL, HANDS, "r0", "", "0 catches 1"},
    {PEN_REFUSED_CATCH_NOTHING_OWED, CL, "r1 b1/r3 r4/r5", "r0", "",
     "0 plays r1; 1 plays r3 uno; 2 catches 0"},
    {PEN_REFUSED_NO_JUMP_IN, CL, "r1 b1/r9 r4", "r9", "", "1 jumps r9"},
    {PEN_REFUSED_JUMP_NOT_IDENTICAL, "classic", PEN_HOUSE_JUMP_IN, HANDS, "r0", "", "1 jumps r3"},
    {PEN_REFUSED_JUMP_CHOICE_OPEN, "classic", PEN_HOUSE_SHEET, "r7 b1 b2/r7 r4", "r0", "",
     "0 plays r7; 1 jumps r7"},
    {PEN_REFUSED_NOTHING_TO_SWAP, "classic", PEN_HOUSE_SEVEN_0, HANDS, "r9", "", "0 swaps 1"},
    {PEN_REFUSED_SWAP_FIRST, "classic", PEN_HOUSE_SEVEN_0, "r7 b1 b2/r3", "r0", "", "0 plays r7; 0 draws"},
    {PEN_REFUSED_SWAP_ONESELF, "classic", PEN_HOUSE_SEVEN_0, "r7 b1 b2/r3", "r0", "",
     "0 plays r7; 0 swaps 0"},
    {PEN_REFUSED_NOTHING_TO_DROP, OF, "p1 p2/p3", "p0", "", "0 drops"},
    {PEN_REFUSED_DROP_FIRST, OF, "wx p2 p3/p4/p5", "p0", "", "0 plays wx pink; 0 plays p2"},
    {PEN_REFUSED_DROP_FIRST, OF, "wx p2 p3/p4/p5", "p0", "", "0 plays wx pink; 0 drops; 0 plays p2"},
    {PEN_REFUSED_ALREADY_DROPPED, OF, "wx p2 p3/p4/p5", "p0", "", "0 plays wx pink; 1 drops; 1 drops"},
    {PEN_REFUSED_NOTHING_TO_STREAM, GB, "r1 r2/r3", "r0", "", "0 streams r1"},
    {PEN_REFUSED_NOTHING_TO_STREAM, GB, "wx r2 r5/r3", "r0", "", "0 plays wx red; 1 streams r3"},
    {PEN_REFUSED_UNO_NOT_ONE_LEFT, GB, "wx r2 r5/r3", "r0", "", "0 plays wx red; 0 streams uno"},
    {PEN_REFUSED_COLOR_NOT_NAMED, GB, "wx r2 r5/r3", "r0", "", "0 plays wx red; 0 streams red"},
    {PEN_REFUSED_STREAM_FIRST, GB, "wx r2 r5/r3", "r0", "", "0 plays wx red; 0 plays r2"},
    {PEN_REFUSED_NOTHING_TO_FOLLOW, GB, "r1 r2/r3", "r0", "", "0 follows r1"},
    {PEN_REFUSED_FOLLOW_FIRST, GB, "wx r2 r5/r3 b1 b2", "r0", "", "0 plays wx red; 0 streams r2; 1 plays r3"},
    {PEN_REFUSED_FOLLOW_FIRST, GB, "wx r2 r5/r3 b1 b2", "r0", "", "0 plays wx red; 0 streams r2; 0 plays r5"},
    {PEN_REFUSED_FOLLOW_COLOR, GB, "wx r2 r5/r3 b1 b2", "r0", "",
     "0 plays wx red; 0 streams r2; 1 follows b1"},
    {PEN_REFUSED_FOLLOW_COLOR, GB, "wx r2 r5/r3 w b2", "r0", "", "0 plays wx red; 0 streams r2; 1 follows w"},
    {PEN_REFUSED_NOTHING_TO_SWING, SP, "r1 r2/r3", "r0", "", "0 swings 1"},
    {PEN_REFUSED_SWING_FIRST, SP, "wx r2 r5/r3/b3", "r0", "", "0 plays wx red; 0 draws"},
    {PEN_REFUSED_SWING_ONESELF, SP, "wx r2 r5/r3/b3", "r0", "", "0 plays wx red; 0 swings 0"},
    {PEN_REFUSED_SWING_WITHOUT_COLOR, SP, "wx r2 r5/r3/b3", "r0", "", "0 plays wx red; 0 swings 2"},
    {PEN_REFUSED_NO_ACCUSATIONS, CL, HANDS, "r0", "", "0 accuses 1"},
    {PEN_REFUSED_ACCUSE_ONESELF, CU, HANDS, "r0", "", "0 accuses 0"},
    {PEN_REFUSED_ACCUSED_ALREADY, CU, HANDS, "r0", "", "0 accuses 1; 0 accuses 1"},
    {PEN_REFUSED_ACCUSED_ALREADY, CU, HANDS, "r0", "", "0 accuses 1; 2 accuses 1; 0 accuses 1"},
    {PEN_REFUSED_ACCUSE_WITH_TWO, CU, "r1 r2/r3 r4", "r0", "", "0 accuses 1"},
    {PEN_REFUSED_ACCUSE_WITH_TWO, CU, "r1 r2/r3 r4", "r0", "", "1 accuses 0"},
    {PEN_REFUSED_ACCUSE_IN_TURN, CU, HANDS, "r0", "", "1 accuses 0"},
    /* RULE O14: punished where others refuse, but not these. */
    {PEN_REFUSED_NOT_IN_HAND, CU, HANDS, "r0", "", "0 plays r3"},
    {PEN_REFUSED_NOT_YOUR_TURN, CU, HANDS, "r0", "", "1 draws"},
    {PEN_REFUSED_NAME_COLOR_FIRST, CU, HANDS, "opening w", "", "0 plays r1"},
    {PEN_REFUSED_SWAP_FIRST, "cumulative", PEN_HOUSE_SEVEN_0, "r7 b1 b2/r3", "r0", "",
     "0 plays r7; 0 plays b1"},
    {PEN_REFUSED_JUMP_NOT_IDENTICAL, "cumulative", PEN_HOUSE_JUMP_IN, HANDS, "r0", "", "1 jumps r3"},
    {PEN_REFUSED_MUST_PLAY, "classic", PEN_HOUSE_MUST_PLAY, HANDS, "r0", "", "0 draws"},
    {PEN_REFUSED_NO_BLUFFS, "classic", PEN_HOUSE_NO_BLUFF, "w+4 r1/r3 r4", "r0", "", "0 plays w+4 blue"},
    {PEN_REFUSED_NOT_THE_LAST, "classic", PEN_HOUSE_NUMBER_LAST, "rs/r3 r4", "r0", "", "0 plays rs"},
    {PEN_REFUSED_UNO_NEVER_SAID, "classic", PEN_HOUSE_UNO_SILENT, "r1 b1/r3 r4", "r0", "", "0 plays r1 uno"},
    {PEN_REFUSED_UNO_AFTER_CARD, "classic", PEN_HOUSE_UNO_AFTER, "r1 b1/r3 r4", "r0", "", "0 plays r1 uno"},
    {PEN_REFUSED_JUMP_ON_DRAW, "classic", PEN_HOUSE_JUMP_CALM | PEN_HOUSE_PROGRESSIVE, "r+2 b1 b2/r+2 r4",
     "r0", "", "0 plays r+2; 1 jumps r+2"},
    {PEN_REFUSED_MORE_FIRST, "classic", PEN_HOUSE_SEVERAL, "r7 g7 r1/r3 r4", "r0", "",
     "0 plays r7; 0 plays r1"},
    {PEN_REFUSED_MORE_FIRST, "classic", PEN_HOUSE_SEVERAL, "r7 g7 r1/r3 r4", "r0", "", "0 plays r7; 0 draws"},
    {PEN_REFUSED_MORE_FIRST, "classic", PEN_HOUSE_SEVERAL, "r7 g7/r3 r4", "r0", "",
     "0 plays r7; 1 catches 0"},
    {PEN_REFUSED_NOT_YOUR_TURN, "classic", PEN_HOUSE_SEVERAL, "r7 g7/r3 r4", "r0", "", "0 plays r7; 1 keeps"},
    {PEN_REFUSED_JUMP_CHOICE_OPEN, "classic", PEN_HOUSE_SEVERAL | PEN_HOUSE_JUMP_IN, "r7 g7 r1/r7 r4", "r0",
     "", "0 plays r7; 1 jumps r7"},
};

static struct pen_edition edition;
static struct pen_rules rules;

static void choose_rules(const char *id, pen_house_set house)
{
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    options.house = house;
    if (strncmp(id, "kind", 4) == 0) {
        char source[200];
        struct pen_problem problem;
        snprintf(source, sizeof source,
                 "edition %s\nlike cumulative\ntitle en \"Kind\", es \"Amable\"\n"
                 "misplay refused\n%s",
                 id, strcmp(id, "kind-3") == 0 ? "play +2 draw next 3, skip next\n" : "");
        if (!pen_edition_parse(&edition, source, strlen(source), &problem))
            fail_msg("line %u: %s", problem.line, pen_problem_in(&problem, PEN_LANG_EN));
    } else {
        assert_true(pen_edition_builtin(id, &edition));
    }
    assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
}

/* The next word up to a separator, as a length; 'text' moves to it. */
static size_t next_word(const char **text)
{
    *text += strspn(*text, " ");
    return strcspn(*text, " ;/");
}

static uint8_t card_of(const char *word, size_t count)
{
    uint8_t card = PEN_KINDS_MAX;
    if (!pen_card_read(&edition, &rules, word, count, &card))
        fail_msg("%s has no card %.*s", edition.id, (int)count, word);
    return card;
}

static uint8_t verb_of(const char *word, size_t count)
{
    for (uint8_t verb = 0; verb < PEN_VERB_COUNT; verb++) {
        const char *words = pen_verb_shape(verb).word; /* "says uno" is known by its first */
        if (strcspn(words, " ") == count && memcmp(words, word, count) == 0)
            return verb;
    }
    return 200;
}

static struct pen_action action_of(const char **text)
{
    size_t count = next_word(text);
    struct pen_action action = PEN_ACTION(0, (uint8_t)(**text - '0'));
    *text += count;
    count = next_word(text);
    action.verb = verb_of(*text, count);
    *text += count;
    while ((count = next_word(text)) > 0) {
        uint8_t card, color;
        if (count == 1 && **text >= '0' && **text <= '9')
            action.target = (uint8_t)(**text - '0');
        else if (count == 3 && memcmp(*text, "uno", 3) == 0)
            action.uno = 1;
        else if (pen_card_read(&edition, &rules, *text, count, &card))
            action.card = card;
        else if (pen_color_read(&edition, *text, count, &color))
            action.color = color;
        else if (memcmp(*text, "color8", 6) == 0)
            action.color = 8;
        else
            action.card = 200;
        *text += count;
    }
    *text += **text == ';';
    return action;
}

static void lay_out(const struct position *at, struct pen_layout *layout)
{
    *layout = pen_layout_random(1, 0, pen_chance_of(1, 1));
    for (const char *text = at->hands; *text;) {
        size_t count = next_word(&text);
        layout->has_hand |= (uint16_t)(1u << (layout->seat_count - 1));
        pen_hand_add(&layout->hands[layout->seat_count - 1], card_of(text, count));
        text += count;
        if (*text == '/') {
            layout->seat_count++;
            text++;
        }
    }
    for (const char *text = at->draw; *text; layout->draw_count++) {
        size_t count = next_word(&text);
        layout->draw[layout->draw_count] = card_of(text, count);
        text += count;
    }
    if (strncmp(at->top, "opening ", 8) == 0) {
        layout->opening[layout->opening_count++] = card_of(at->top + 8, strlen(at->top + 8));
        layout->dealer = (uint8_t)(layout->seat_count - 1);
    } else {
        layout->top = card_of(at->top, strlen(at->top));
    }
}

static void check_position(const struct position *at, bool *is_reached)
{
    struct pen_layout layout;
    struct pen_round round, before;
    static struct pen_events events;
    choose_rules(at->edition, at->house);
    lay_out(at, &layout);
    enum pen_deal_problem problem = pen_round_deal(&rules, &round, &layout, NULL, NULL);
    if (problem != PEN_DEAL_GOOD)
        fail_msg("%s on %s: problem %u", at->hands, at->top, problem);
    for (const char *text = at->actions; *text;) {
        struct pen_action action = action_of(&text);
        enum pen_refusal wanted = *text ? PEN_ACCEPTED : at->refusal;
        before = round;
        enum pen_refusal got = pen_round_apply(&rules, &round, action, &events);
        if (got != wanted)
            fail_msg("%s, house %u, %s on %s: \"%s\" gives %s, wanted %s", at->edition, (unsigned)at->house,
                     at->hands, at->top, at->actions, refusal_name(got), refusal_name(wanted));
        if (got != PEN_ACCEPTED)
            assert_memory_equal(&round, &before, sizeof round);
        is_reached[got] = true;
    }
}

static void test_each_is_reached(void **state)
{
    (void)state;
    bool is_reached[PEN_REFUSAL_COUNT] = {false};
    for (unsigned i = 0; i < sizeof positions / sizeof positions[0]; i++)
        check_position(&positions[i], is_reached);
    /* These come from the table, not from an action. */
    struct pen_game game;
    struct pen_layout layout;
    memset(&game, 0, sizeof game);
    choose_rules("spiderman", 0);
    lay_out(&(struct position){PEN_ACCEPTED, SP, "r1/r2 r3", "r0", "", ""}, &layout);
    assert_int_equal(pen_game_start(&rules, &game, 1, &layout, NULL, NULL, NULL), PEN_DEAL_GOOD);
    is_reached[pen_game_can_deal(&game)] = true;
    is_reached[pen_round_can_void(&game.round)] = true;
    struct pen_action action = PEN_ACTION(PEN_VERB_PLAY, 0);
    action.card = card_of("r1", 2);
    assert_int_equal(pen_game_apply(&rules, &game, action, NULL), PEN_ACCEPTED);
    is_reached[pen_game_can_deal(&game)] = true;
    for (unsigned value = 0; value < PEN_REFUSAL_COUNT; value++)
        if (!is_reached[value])
            fail_msg("%s is never reached", refusal_name((enum pen_refusal)value));
}

/* ---- any bytes ------------------------------------------------------------------------------- */

static unsigned fired_count, accepted_count, misplay_count;

/* All bytes by chance, or an action that somebody might try with a byte or two by chance. */
static struct pen_action any_action(const struct pen_round *round, struct pen_chance *chance)
{
    struct pen_action action;
    uint64_t word = pen_chance_word(chance);
    memcpy(&action, &word, sizeof action);
    if (pen_chance_below(chance, 4) == 0)
        return action;
    action = PEN_ACTION((uint8_t)pen_chance_below(chance, PEN_VERB_COUNT),
                        (uint8_t)pen_chance_below(chance, round->seat_count));
    if (pen_chance_below(chance, 2) && round->phase != PEN_PHASE_OVER)
        action = sim_record_choose(&rules, round, chance);
    unsigned changes = pen_chance_below(chance, 3);
    for (unsigned i = 0; i < changes; i++) {
        switch (pen_chance_below(chance, 6)) {
        case 0:
            action.verb = (uint8_t)pen_chance_below(chance, PEN_VERB_COUNT + 1);
            break;
        case 1:
            action.seat = (uint8_t)pen_chance_below(chance, round->seat_count + 1u);
            break;
        case 2:
            action.card = (uint8_t)pen_chance_below(chance, rules.kind_count + 1u);
            break;
        case 3:
            action.color = (uint8_t)(pen_chance_below(chance, rules.color_count + 2u) - 1u);
            break;
        case 4:
            action.target = (uint8_t)pen_chance_below(chance, round->seat_count + 1u);
            break;
        default:
            action.uno ^= 1;
        }
    }
    return action;
}

static void fire(const char *where, const struct pen_round *round, struct pen_action action)
{
    static struct pen_events events;
    struct pen_round quiet = *round, told = *round;
    struct pen_legal legal;
    enum pen_refusal refusal = pen_round_apply(&rules, &quiet, action, NULL);
    enum pen_refusal again = pen_round_apply(&rules, &told, action, &events);
    char text[256];
    snprintf(text, sizeof text, "%s: action %u %u %u %u %u %u gives %s", where, action.verb, action.seat,
             action.card, action.color, action.target, action.uno, refusal_name(refusal));
    if (refusal != again)
        fail_msg("%s, and %s with events", text, refusal_name(again));
    if (refusal != PEN_ACCEPTED && (memcmp(&quiet, round, sizeof quiet) != 0 ||
                                    memcmp(&told, round, sizeof told) != 0 || events.count != 0))
        fail_msg("%s, but changes something", text);
    if (refusal == PEN_ACCEPTED && events.reshuffled_count == 0 && memcmp(&quiet, &told, sizeof quiet) != 0)
        fail_msg("%s, and another round with events", text);
    pen_round_legal(&rules, round, action.seat, &legal);
    bool is_legal = pen_legal_has(&rules, &legal, action);
    legal.seat++; /* what is open to one seat is not open to another */
    if (pen_legal_has(&rules, &legal, action))
        fail_msg("%s, and is in the list of another seat", text);
    bool is_misplay = !is_legal && action.verb == PEN_VERB_PLAY && rules.rule.misplay_cards > 0;
    if (refusal == PEN_ACCEPTED ? !is_legal && !is_misplay
                                : is_legal && refusal != PEN_REFUSED_UNO_NOT_ONE_LEFT)
        fail_msg("%s, but the legal list says %d", text, is_legal);
    const char *wrong = pen_round_check(&rules, &told);
    if (wrong)
        fail_msg("%s, and then %s", text, wrong);
    fired_count++;
    accepted_count += refusal == PEN_ACCEPTED;
    misplay_count += refusal == PEN_ACCEPTED && is_misplay;
}

static void test_any_bytes(void **state)
{
    (void)state;
    uint64_t seed = 1;
    unsigned position_count = 0;
    for (unsigned e = 0; e < pen_edition_builtin_count(); e++)
        for (unsigned house = 0; house <= PEN_HOUSE_SHEET; house++)
            for (uint8_t seats = 2; seats <= PEN_SEATS_MAX; seats++, seed++) {
                struct pen_round round;
                struct pen_chance chance = pen_chance_of(seed, 5);
                choose_rules(pen_edition_builtin_id(e), house);
                if (!pen_seats_fit(&rules, seats))
                    continue;
                pen_round_start(&rules, &round, seats, 0, pen_chance_of(seed, 1));
                for (unsigned action = 0; action < 300; action++) {
                    char where[96];
                    snprintf(where, sizeof where, "%s, house %u, %u seats, seed %llu, action %u", edition.id,
                             house, seats, (unsigned long long)seed, action);
                    for (unsigned i = 0; i < 20; i++)
                        fire(where, &round, any_action(&round, &chance));
                    position_count++;
                    if (round.phase == PEN_PHASE_OVER)
                        break;
                    struct pen_action next = sim_record_choose(&rules, &round, &chance);
                    assert_int_equal(pen_round_apply(&rules, &round, next, NULL), PEN_ACCEPTED);
                }
            }
    print_message("# %u actions at %u positions, %u accepted, %u of them misplays\n", fired_count,
                  position_count, accepted_count, misplay_count);
    assert_true(position_count > 10000);
    assert_true(accepted_count > fired_count / 20);
    assert_true(accepted_count < fired_count / 2);
    assert_true(misplay_count > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_each_is_reached),
        cmocka_unit_test(test_any_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

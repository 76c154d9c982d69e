/* test_chance.c - nothing is biased: the bounded draw exactly, shuffles and draws by statistics.
 *
 * pen_chance_try() is tried with every word of small sources. Where the words are too many, a table
 * of card x place is judged by chi-square: each of n cards comes to each of n places equally often.
 * Of T permutations every cell expects T/n; the sum of (seen - expected)^2 / expected, times
 * (n-1)/n, is distributed as chi-square with (n-1)^2 degrees of freedom (rows and columns have
 * fixed sums), whose mean is (n-1)^2 and variance twice that. 'deviation' is the distance from the
 * mean in standard deviations.
 *
 * The verdict: right within +-GOOD_MOST, wrong above WRONG_LEAST. Over 100 seeds each the right
 * ones stayed between -2.7 and 3.6 (one seed in a thousand million would leave +-6), the wrong ones
 * above 45 (byte modulo n), 526 (swap with any of n), 1085 (off by one) and 200000 (random
 * comparator): no seed had to be picked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/penultima.h"
#include "sim/random_record.h"

enum { CARDS = 40, TRIALS = 60000, GOOD_MOST = 6, WRONG_LEAST = 30, SEEDS = 3 };

/* ---- the bounded draw ------------------------------------------------------------------------ */

static void test_try_exhaustively(void **state)
{
    (void)state;
    static uint32_t from[1 << 12];
    for (unsigned bits = 1; bits <= 12; bits++) {
        uint32_t words = UINT32_C(1) << bits;
        for (uint32_t bound = 1; bound <= words; bound++) {
            uint32_t rejected = 0;
            memset(from, 0, sizeof from);
            for (uint32_t word = 0; word < words; word++) {
                uint32_t number = UINT32_MAX;
                if (!pen_chance_try(word, bits, bound, &number)) {
                    rejected++;
                    continue;
                }
                if (number >= bound)
                    fail_msg("%u bits, bound %u: word %u gives %u", bits, bound, word, number);
                from[number]++;
            }
            if (rejected >= bound || rejected != words % bound)
                fail_msg("%u bits, bound %u: %u words rejected, wanted %u", bits, bound, rejected,
                         words % bound);
            for (uint32_t number = 0; number < bound; number++)
                if (from[number] != words / bound)
                    fail_msg("%u bits, bound %u: %u comes from %u words, wanted %u", bits, bound, number,
                             from[number], words / bound);
        }
    }
}

/* With 32 bits the words around every edge: the first and last of a number, and those rejected. */
static void test_try_at_edges(void **state)
{
    (void)state;
    static const uint32_t bounds[] = {
        1, 2, 3, 7, 40, 107, 108, 65535, UINT32_C(1) << 31, (UINT32_C(1) << 31) + 1, UINT32_MAX};
    for (unsigned i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        uint64_t bound = bounds[i], rejected = (UINT64_C(1) << 32) % bound;
        uint64_t of_each = (UINT64_C(1) << 32) / bound;
        for (unsigned step = 0; step < 2000; step++) {
            /* The words of a number are one run; it has at most one rejected word, its first. */
            uint64_t number = bound * step / 2000;
            uint64_t first = ((number << 32) + bound - 1) / bound;
            uint64_t end = (((number + 1) << 32) + bound - 1) / bound;
            uint64_t accepted = end - first;
            uint32_t got = UINT32_MAX;
            if (!pen_chance_try((uint32_t)first, 32, (uint32_t)bound, &got))
                accepted--;
            if (got != number || accepted != of_each)
                fail_msg("bound %llu: number %llu got as %u, from %llu words, wanted %llu (%llu)",
                         (unsigned long long)bound, (unsigned long long)number, got,
                         (unsigned long long)accepted, (unsigned long long)of_each,
                         (unsigned long long)rejected);
            if (end - first > 1 && !pen_chance_try((uint32_t)(end - 1), 32, (uint32_t)bound, &got))
                fail_msg("bound %llu: the last word of %llu is rejected", (unsigned long long)bound,
                         (unsigned long long)number);
        }
    }
}

static void test_below_in_range(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 4; seed++) {
        struct pen_chance chance = pen_chance_of(seed, 9);
        for (uint32_t bound = 1; bound < 3000; bound += 2)
            for (unsigned i = 0; i < 50; i++)
                assert_true(pen_chance_below(&chance, bound) < bound);
        /* Just above a power of two nearly half of the words are rejected. */
        uint32_t large = (UINT32_C(1) << 31) + 1;
        unsigned upper = 0;
        for (unsigned i = 0; i < 40000; i++) {
            uint32_t number = pen_chance_below(&chance, large);
            assert_true(number < large);
            upper += number >= large / 2;
        }
        if (upper < 19400 || upper > 20600) /* six standard deviations */
            fail_msg("seed %llu: %u of 40000 in the upper half", (unsigned long long)seed, upper);
    }
}

/* The counter after which the next word is this one: pen_chance_word() backwards. */
static struct pen_chance chance_before(uint64_t word)
{
    uint64_t z = word;
    z ^= z >> 31 ^ z >> 62;
    z *= UINT64_C(0x319642b2d24d8ec3); /* the inverse factors modulo 2^64 */
    z ^= z >> 27 ^ z >> 54;
    z *= UINT64_C(0x96de1b173f119089);
    z ^= z >> 30 ^ z >> 60;
    return (struct pen_chance){z - UINT64_C(0x9e3779b97f4a7c15)};
}

/* A rejected word is passed over, also where the first attempt is compiled into the caller. */
static void test_rejected_words(void **state)
{
    (void)state;
    struct pen_edition edition;
    struct pen_rules rules;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    assert_true(pen_edition_builtin("classic", &edition));
    assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
    struct pen_legal legal = {.plays = 7}; /* for three, of all words only 0 is one too many */
    struct pen_chance rejected = chance_before(12345), next = rejected, chance = rejected;
    assert_int_equal(pen_chance_word(&next), 12345);
    struct pen_chance after = next;
    uint32_t number = pen_chance_below(&after, 3);
    assert_int_equal(pen_chance_below(&chance, 3), number);
    assert_int_equal(chance.counter, after.counter);
    chance = rejected;
    assert_int_equal(pen_legal_any_play(&rules, &legal, &chance).card, number);
    assert_int_equal(chance.counter, after.counter);

    /* The same for a draw: the first word is passed over, the round takes the next. */
    struct pen_round round, other;
    pen_round_start(&rules, &round, 2, 0, pen_chance_of(3, 1));
    while (round.draw_count != 75) /* 2^32 is no multiple of it */
        assert_int_equal(
            pen_round_apply(
                &rules, &round,
                PEN_ACTION(round.phase == PEN_PHASE_DRAWN ? PEN_VERB_KEEP : PEN_VERB_DRAW, round.turn), NULL),
            PEN_ACCEPTED);
    if (round.phase == PEN_PHASE_DRAWN)
        assert_int_equal(pen_round_apply(&rules, &round, PEN_ACTION(PEN_VERB_KEEP, round.turn), NULL),
                         PEN_ACCEPTED);
    other = round;
    round.chance = rejected;
    other.chance = next;
    struct pen_action draw = PEN_ACTION(PEN_VERB_DRAW, round.turn);
    assert_int_equal(pen_round_apply(&rules, &round, draw, NULL), PEN_ACCEPTED);
    assert_int_equal(pen_round_apply(&rules, &other, draw, NULL), PEN_ACCEPTED);
    assert_memory_equal(&round, &other, sizeof round);
}

/* Seeds and streams give generators of their own. */
static void test_streams_differ(void **state)
{
    (void)state;
    struct pen_chance first = pen_chance_of(1, 1);
    assert_int_equal(first.counter, pen_chance_of(1, 1).counter);
    for (uint64_t seed = 0; seed < 60; seed++)
        for (uint64_t stream = 0; stream < 60; stream++)
            for (uint64_t other = 0; other < 60; other++) {
                if (other != stream)
                    assert_true(pen_chance_of(seed, stream).counter != pen_chance_of(seed, other).counter);
                if (other != seed)
                    assert_true(pen_chance_of(seed, stream).counter != pen_chance_of(other, stream).counter);
            }
}

/* ---- card x place ---------------------------------------------------------------------------- */

static uint32_t seen[CARDS][CARDS];

/* Fills 'order' with the cards 0 to count-1 in an order that is to be judged. */
typedef void order_fn(struct pen_chance *chance, uint8_t *order, unsigned count);

/* The square root of a number above 1; without the mathematical library. */
static double root_of(double number)
{
    double root = number;
    for (unsigned i = 0; i < 40; i++)
        root = (root + number / root) / 2;
    return root;
}

static double deviation_of(order_fn *make, unsigned count, struct pen_chance chance)
{
    uint8_t order[CARDS];
    memset(seen, 0, sizeof seen);
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        make(&chance, order, count);
        for (unsigned place = 0; place < count; place++)
            seen[order[place]][place]++;
    }
    double expected = (double)TRIALS / count, sum = 0;
    for (unsigned card = 0; card < count; card++)
        for (unsigned place = 0; place < count; place++) {
            double off = seen[card][place] - expected;
            sum += off * off / expected;
        }
    double freedom = (double)(count - 1) * (count - 1);
    return (sum * (count - 1) / count - freedom) / root_of(2 * freedom);
}

static void judge(const char *name, order_fn *make, unsigned count, bool is_right)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        /* Numbers of its own for each: the right ones would all use the same ones alike. */
        struct pen_chance chance = pen_chance_of(seed, (uint64_t)name[0] << 8 | (uint64_t)name[4]);
        double deviation = deviation_of(make, count, chance);
        print_message("# %s, seed %llu: %+.2f standard deviations\n", name, (unsigned long long)seed,
                      deviation);
        if (is_right ? deviation > GOOD_MOST || deviation < -GOOD_MOST : deviation < WRONG_LEAST)
            fail_msg("%s, seed %llu: %+.2f standard deviations, wanted %s %d", name, (unsigned long long)seed,
                     deviation, is_right ? "within +-" : "more than", is_right ? GOOD_MOST : WRONG_LEAST);
    }
}

static void in_order(uint8_t *order, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        order[i] = (uint8_t)i;
}

static void swap_places(uint8_t *order, unsigned a, unsigned b)
{
    uint8_t card = order[a];
    order[a] = order[b];
    order[b] = card;
}

/* ---- the right ones ---- */

static void shuffle(struct pen_chance *chance, uint8_t *order, unsigned count)
{
    in_order(order, count);
    pen_chance_shuffle(chance, order, count);
}

/* Forty different cards, one to each hand: every card that is drawn can be told apart. */
static void make_rules(struct pen_rules *rules)
{
    static const char source[] = "edition forty\n"
                                 "like classic\n"
                                 "title en \"Forty\", es \"Cuarenta\"\n"
                                 "hand 1\n"
                                 "without s, r, +2, w, w+4\n"
                                 "numbers 1 to 9 1 of each color\n";
    struct pen_edition edition;
    struct pen_problem problem;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    if (!pen_edition_parse(&edition, source, sizeof source - 1, &problem))
        fail_msg("line %u: %s", problem.line, pen_problem_in(&problem, PEN_LANG_EN));
    assert_int_equal(pen_table_make(rules, &edition, &options, NULL), PEN_RULES_GOOD);
    assert_int_equal(rules->deck_count, CARDS);
    assert_int_equal(rules->kind_count, CARDS);
}

static struct pen_rules forty;

static uint8_t only_card(const struct pen_hand *hand)
{
    assert_int_equal(pen_hand_count(hand), 1);
    return (uint8_t)pen_bits_lowest(pen_hand_kinds(hand));
}

/* Ten hands of one card, the card turned over, and 29 draws: forty cards one by one. */
static void draw_one_by_one(struct pen_chance *chance, uint8_t *order, unsigned count)
{
    struct pen_round round;
    unsigned place = 0;
    pen_round_start(&forty, &round, 10, 0, *chance);
    for (unsigned seat = 0; seat < 10; seat++)
        order[place++] = only_card(&round.hands[seat]);
    order[place++] = round.top;
    while (place < count) {
        uint8_t seat = round.turn;
        uint64_t before = pen_hand_kinds(&round.hands[seat]);
        struct pen_action action = PEN_ACTION(PEN_VERB_DRAW, seat);
        assert_int_equal(pen_round_apply(&forty, &round, action, NULL), PEN_ACCEPTED);
        order[place++] = (uint8_t)pen_bits_lowest(pen_hand_kinds(&round.hands[seat]) & ~before);
        action.verb = PEN_VERB_KEEP;
        if (round.phase == PEN_PHASE_DRAWN)
            assert_int_equal(pen_round_apply(&forty, &round, action, NULL), PEN_ACCEPTED);
    }
    *chance = round.chance;
}

/* Two hands of one card, the card turned over, and the pile of 37. */
static void complete_layout(struct pen_chance *chance, uint8_t *order, unsigned count)
{
    struct pen_layout layout = pen_layout_random(2, 0, *chance);
    assert_int_equal(pen_layout_complete(&forty, &layout, NULL), PEN_DEAL_GOOD);
    assert_int_equal(layout.draw_count, count - 3);
    order[0] = only_card(&layout.hands[0]);
    order[1] = only_card(&layout.hands[1]);
    order[2] = layout.opening[0];
    memcpy(order + 3, layout.draw, layout.draw_count);
    *chance = layout.chance;
}

/* RULE E3: two hands of one card and the top lie apart; the other 37 are shuffled. */
static void reshuffle(struct pen_chance *chance, uint8_t *order, unsigned count)
{
    static struct pen_events events;
    struct pen_layout layout = pen_layout_random(2, 0, *chance);
    struct pen_round round;
    layout.has_hand = 3;
    pen_hand_add(&layout.hands[0], CARDS - 1);
    pen_hand_add(&layout.hands[1], CARDS - 2);
    layout.top = CARDS - 3;
    layout.discard_count = (uint8_t)count;
    in_order(layout.discard, count);
    assert_int_equal(pen_round_deal(&forty, &round, &layout, NULL, NULL), PEN_DEAL_GOOD);
    struct pen_action action = PEN_ACTION(PEN_VERB_DRAW, round.turn);
    assert_int_equal(pen_round_apply(&forty, &round, action, &events), PEN_ACCEPTED);
    assert_int_equal(events.reshuffled_count, count);
    memcpy(order, events.reshuffled, count);
    *chance = round.chance;
}

static void test_right_ones_pass(void **state)
{
    (void)state;
    make_rules(&forty);
    judge("pen_chance_shuffle", shuffle, CARDS, true);
    judge("drawing one by one", draw_one_by_one, CARDS, true);
    judge("pen_layout_complete", complete_layout, CARDS, true);
    judge("new draw pile", reshuffle, CARDS - 3, true);
}

/* ---- the classic wrong ones ---- */

static void swap_with_any(struct pen_chance *chance, uint8_t *order, unsigned count)
{
    in_order(order, count);
    for (unsigned i = 0; i < count; i++)
        swap_places(order, i, pen_chance_below(chance, count));
}

/* Right, but for the remainder of a byte: 256 words do not make 40 equal parts. */
static void byte_modulo(struct pen_chance *chance, uint8_t *order, unsigned count)
{
    in_order(order, count);
    for (unsigned left = count; left > 1; left--)
        swap_places(order, left - 1, (unsigned)(pen_chance_word(chance) >> 56) % left);
}

/* Sattolo: no card can stay where it is. */
static void off_by_one(struct pen_chance *chance, uint8_t *order, unsigned count)
{
    in_order(order, count);
    for (unsigned left = count; left > 1; left--)
        swap_places(order, left - 1, pen_chance_below(chance, left - 1));
}

/* Sorting with an answer by lot to every comparison. */
static void random_comparator(struct pen_chance *chance, uint8_t *order, unsigned count)
{
    in_order(order, count);
    for (unsigned end = 1; end < count; end++)
        for (unsigned i = end; i > 0 && pen_chance_below(chance, 2); i--)
            swap_places(order, i, i - 1);
}

static void test_wrong_ones_fail(void **state)
{
    (void)state;
    judge("swap with any of n", swap_with_any, CARDS, false);
    judge("byte modulo n", byte_modulo, CARDS, false);
    judge("off by one", off_by_one, CARDS, false);
    judge("random comparator", random_comparator, CARDS, false);
}

/* ---- card by card, or in order --------------------------------------------------------------- */

/* With events a new draw pile is put in order at once, without them its cards are picked when they
 * are drawn. It is the same game. */
static void test_lazy_is_ordered(void **state)
{
    (void)state;
    unsigned reshuffled = 0, compared = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        struct pen_edition edition;
        struct pen_rules rules;
        struct pen_options options = PEN_OPTIONS_DEFAULT;
        static struct pen_events events;
        const char *id = pen_edition_builtin_id((unsigned)(seed % 5));
        options.house = (uint8_t)(seed / 5 % 8);
        assert_true(pen_edition_builtin(id, &edition));
        assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
        uint8_t seats = (uint8_t)(2 + seed / 40);
        seats = seats > 10 ? 10 : seats;
        struct pen_chance chance = pen_chance_of(seed, 3);
        struct pen_round lazy, ordered;
        pen_round_start(&rules, &lazy, seats, 0, pen_chance_of(seed, 1));
        ordered = lazy;
        for (unsigned action_count = 0; lazy.phase != PEN_PHASE_OVER && action_count < 600; action_count++) {
            /* Draw all the time, so that piles run out. */
            struct pen_action action = sim_record_choose(&rules, &ordered, &chance);
            struct pen_action draw = PEN_ACTION(PEN_VERB_DRAW, ordered.turn);
            if (ordered.phase == PEN_PHASE_TURN && pen_chance_below(&chance, 3) == 0)
                action = draw;
            assert_int_equal(pen_round_apply(&rules, &ordered, action, &events), PEN_ACCEPTED);
            assert_int_equal(pen_round_apply(&rules, &lazy, action, NULL), PEN_ACCEPTED);
            reshuffled += events.reshuffled_count > 0;
            compared++;
            if (memcmp(lazy.hands, ordered.hands, sizeof lazy.hands) != 0 ||
                lazy.draw_count != ordered.draw_count || lazy.top != ordered.top ||
                (lazy.draw_count == 0 && lazy.chance.counter != ordered.chance.counter))
                fail_msg("%s, house %llx, %u seats, seed %llu, action %u: %u and %u cards drawn", id,
                         (unsigned long long)options.house, seats, (unsigned long long)seed, action_count,
                         lazy.draw_count, ordered.draw_count);
        }
    }
    print_message("# %u actions compared, %u new draw piles\n", compared, reshuffled);
    assert_true(compared > 20000);
    assert_true(reshuffled > 100);
}

/* The same for the deal: a pile put in order first serves the cards that drawing would. */
static void test_complete_is_lazy(void **state)
{
    (void)state;
    make_rules(&forty);
    for (uint64_t seed = 1; seed <= 500; seed++) {
        struct pen_layout layout = pen_layout_random(10, 0, pen_chance_of(seed, 1));
        struct pen_round lazy, ordered;
        pen_round_start(&forty, &lazy, 10, 0, layout.chance);
        assert_int_equal(pen_layout_complete(&forty, &layout, NULL), PEN_DEAL_GOOD);
        assert_int_equal(pen_round_deal(&forty, &ordered, &layout, NULL, NULL), PEN_DEAL_GOOD);
        for (unsigned draws = 0; draws < 29; draws++) {
            if (memcmp(lazy.hands, ordered.hands, sizeof lazy.hands) != 0 || lazy.top != ordered.top ||
                lazy.turn != ordered.turn)
                fail_msg("seed %llu, draw %u: the hands differ", (unsigned long long)seed, draws);
            struct pen_action action = PEN_ACTION(PEN_VERB_DRAW, lazy.turn);
            assert_int_equal(pen_round_apply(&forty, &lazy, action, NULL), PEN_ACCEPTED);
            assert_int_equal(pen_round_apply(&forty, &ordered, action, NULL), PEN_ACCEPTED);
            action.verb = PEN_VERB_KEEP;
            if (lazy.phase == PEN_PHASE_DRAWN) {
                assert_int_equal(pen_round_apply(&forty, &lazy, action, NULL), PEN_ACCEPTED);
                assert_int_equal(pen_round_apply(&forty, &ordered, action, NULL), PEN_ACCEPTED);
            }
        }
        assert_int_equal(lazy.chance.counter, ordered.chance.counter);
    }
}

/* RULE E3: a new pile in an order that is given, whoever listens. */
static void test_given_order(void **state)
{
    (void)state;
    enum { COUNT = 5 };
    static struct pen_events events;
    struct pen_edition edition;
    struct pen_rules rules;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    struct pen_game quiet, told;
    uint8_t order[COUNT];
    assert_true(pen_edition_builtin("classic", &edition));
    assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
    struct pen_layout layout = pen_layout_random(2, 0, pen_chance_of(1, 1));
    layout.has_hand = 3;
    layout.top = rules.deck[0];
    for (unsigned i = 1; i < rules.deck_count; i++) {
        if (i <= COUNT)
            order[COUNT - i] = layout.discard[layout.discard_count++] = rules.deck[i];
        else
            pen_hand_add(&layout.hands[i % 2], rules.deck[i]);
    }
    assert_int_equal(pen_game_start(&rules, &quiet, 1, &layout, NULL, NULL, NULL), PEN_DEAL_GOOD);
    told = quiet;
    struct pen_action action = PEN_ACTION(PEN_VERB_DRAW, 1);
    assert_int_equal(pen_game_apply_ordered(&rules, &quiet, action, NULL, order, COUNT),
                     PEN_REFUSED_NOT_YOUR_TURN);
    assert_memory_equal(&quiet, &told, sizeof told);
    action.seat = 0;
    assert_int_equal(pen_game_apply_ordered(&rules, &quiet, action, NULL, order, COUNT), PEN_ACCEPTED);
    assert_int_equal(pen_game_apply_ordered(&rules, &told, action, &events, order, COUNT), PEN_ACCEPTED);
    assert_memory_equal(&quiet, &told, sizeof told);
    assert_int_equal(events.reshuffled_count, COUNT);
    assert_memory_equal(events.reshuffled, order, COUNT);
    assert_true(pen_hand_has(&quiet.round.hands[0], order[0]));
    assert_int_equal(quiet.round.ordered_count, COUNT - 1);
    for (unsigned i = 1; i < COUNT; i++)
        assert_int_equal(quiet.round.pile[COUNT - 1 - i], order[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_try_exhaustively), cmocka_unit_test(test_try_at_edges),
        cmocka_unit_test(test_below_in_range),   cmocka_unit_test(test_rejected_words),
        cmocka_unit_test(test_streams_differ),   cmocka_unit_test(test_right_ones_pass),
        cmocka_unit_test(test_wrong_ones_fail),  cmocka_unit_test(test_lazy_is_ordered),
        cmocka_unit_test(test_complete_is_lazy), cmocka_unit_test(test_given_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

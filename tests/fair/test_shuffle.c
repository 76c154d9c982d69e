/* test_shuffle.c - what the key gives: the numbers are those that the page on fairness describes (computed a
 * second time here, with libsodium and plain arithmetic), every card is dealt once, and nothing is favoured.
 *
 * Statistics are of fixed keys, so they give the same every time. 'deviation' is the distance of chi-square
 * from its mean in standard deviations; see tests/rules/test_chance.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "fair/fair.h"
#include "fair/stream.h"
#include "penultima/penultima.h"

enum { GOOD_MOST = 6 };

static struct pen_edition edition;
static struct pen_rules rules;
static struct fair_inputs inputs;

static void choose(const char *id)
{
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    assert_true(pen_edition_builtin(id, &edition));
    assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
}

static void make_inputs(uint32_t number, unsigned seats)
{
    memset(&inputs, 0, sizeof inputs);
    snprintf(inputs.table, sizeof inputs.table, "table");
    inputs.game_number = number;
    inputs.seat_count = (uint8_t)seats;
    inputs.version = FAIR_VERSION;
    for (unsigned i = 0; i < sizeof inputs.server_seed; i++)
        inputs.server_seed[i] = (uint8_t)(3 * i + 1);
}

static struct fair fair_of(uint32_t number, unsigned seats)
{
    struct fair fair;
    make_inputs(number, seats);
    fair_init(&fair, &edition, &rules, &inputs);
    return fair;
}

/* ---- as described ----------------------------------------------------------------------------------------
 */

static void hmac(uint8_t *out, const uint8_t *key, size_t key_bytes, const uint8_t *message, size_t bytes)
{
    crypto_auth_hmacsha512_state state;
    crypto_auth_hmacsha512_init(&state, key, key_bytes);
    crypto_auth_hmacsha512_update(&state, message, bytes);
    crypto_auth_hmacsha512_final(&state, out);
}

static void test_key(void **state)
{
    (void)state;
    choose("classic");
    make_inputs(0x01020304, 3);
    memset(inputs.shares[1].seed, 0x11, FAIR_CLIENT_SEED_BYTES);
    inputs.shares[1].state = FAIR_SHARE_REVEALED;
    memset(inputs.shares[2].commitment, 0x22, FAIR_HASH_BYTES);
    inputs.shares[2].state = FAIR_SHARE_COMMITTED;
    uint8_t message[256], wanted[FAIR_HASH_BYTES];
    static const char begin[] = "penultima/1 key\0\5table\4\3\2\1\3\0\x20";
    size_t bytes = sizeof begin - 1;
    memcpy(message, begin, bytes);
    memset(message + bytes, 0x11, 32);
    message[bytes + 32] = 64;
    memset(message + bytes + 33, 0x22, 64);
    hmac(wanted, inputs.server_seed, 80, message, bytes + 97);
    struct fair fair;
    fair_init(&fair, &edition, &rules, &inputs);
    assert_memory_equal(fair.key, wanted, sizeof wanted);

    uint8_t hash[FAIR_HASH_BYTES];
    memcpy(message, "penultima/1 server", 19);
    memcpy(message + 19, inputs.server_seed, 80);
    crypto_hash_sha512(wanted, message, 99);
    fair_commit_server(inputs.server_seed, hash);
    assert_memory_equal(hash, wanted, sizeof hash);
    memcpy(message, "penultima/1 client", 19);
    memcpy(message + 19, inputs.shares[1].seed, 32);
    crypto_hash_sha512(wanted, message, 51);
    fair_commit_client(inputs.shares[1].seed, hash);
    assert_memory_equal(hash, wanted, sizeof hash);
}

/* Everything that goes into the key changes it. */
static void test_key_depends_on_all(void **state)
{
    (void)state;
    choose("classic");
    make_inputs(1, 2);
    for (unsigned seat = 0; seat < 2; seat++) {
        inputs.shares[seat].state = (uint8_t)(seat ? FAIR_SHARE_REVEALED : FAIR_SHARE_COMMITTED);
        memset(inputs.shares[seat].seed, 1, FAIR_CLIENT_SEED_BYTES);
        memset(inputs.shares[seat].commitment, 2, FAIR_HASH_BYTES);
    }
    const struct fair_inputs first = inputs;
    struct fair before, after;
    fair_init(&before, &edition, &rules, &first);
    for (unsigned change = 0; change < 8; change++) {
        inputs = first;
        switch (change) {
        case 0:
            inputs.table[0] = 'x';
            break;
        case 1:
            inputs.table[5] = 'x';
            break;
        case 2:
            inputs.game_number++;
            break;
        case 3:
            inputs.seat_count++;
            break;
        case 4:
            inputs.server_seed[79] ^= 1;
            break;
        case 5:
            inputs.shares[0].commitment[63] ^= 1;
            break;
        case 6:
            inputs.shares[1].seed[31] ^= 1;
            break;
        default:
            inputs.shares[1].state = FAIR_SHARE_NONE;
            break;
        }
        fair_init(&after, &edition, &rules, &inputs);
        assert_memory_not_equal(before.key, after.key, sizeof before.key);
    }
}

/* The words of a stream from blocks made by libsodium; small numbers by the plainest rejection. */
static void test_stream(void **state)
{
    (void)state;
    choose("classic");
    const struct fair fair = fair_of(1, 4);
    static const uint32_t parts[][3] = {
        {1, 0, 0}, {2, 1, 0}, {2, 1, 1}, {3, 0x01020304, 0x0a0b0c0d}, {5, 9, 0}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        struct fair_stream stream;
        uint8_t block[64];
        fair_stream_init(&stream, fair.key, (enum fair_purpose)parts[i][0], parts[i][1], parts[i][2]);
        for (uint32_t word = 0; word < 16 * 300; word++) {
            if (word % 16 == 0) {
                uint8_t message[13] = {(uint8_t)parts[i][0]};
                for (unsigned byte = 0; byte < 4; byte++) {
                    message[1 + byte] = (uint8_t)(parts[i][1] >> 8 * byte);
                    message[5 + byte] = (uint8_t)(parts[i][2] >> 8 * byte);
                    message[9 + byte] = (uint8_t)(word / 16 >> 8 * byte);
                }
                hmac(block, fair.key, 64, message, sizeof message);
            }
            const uint8_t *at = block + 4 * (word % 16);
            uint32_t wanted = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
            assert_int_equal(fair_stream_word(&stream), wanted);
        }
        /* A bound that rejects nearly every second word. */
        const uint32_t bound = UINT32_C(0x80000001);
        struct fair_stream words;
        fair_stream_init(&stream, fair.key, (enum fair_purpose)parts[i][0], parts[i][1], parts[i][2]);
        words = stream;
        unsigned rejected = 0;
        for (unsigned trial = 0; trial < 500; trial++) {
            uint64_t product;
            while (product = (uint64_t)fair_stream_word(&words) * bound,
                   (product & UINT32_MAX) < (UINT64_C(1) << 32) % bound)
                rejected++;
            assert_int_equal(fair_stream_below(&stream, bound), product >> 32);
        }
        assert_true(rejected > 350 && rejected < 650);
    }
}

/* ---- deals -----------------------------------------------------------------------------------------------
 */

static int compare_cards(const struct pen_edition *of, const struct pen_rules *by, uint8_t left,
                         uint8_t right)
{
    char words[2][16];
    struct pen_text first = pen_text_in(words[0], 16), second = pen_text_in(words[1], 16);
    pen_card_write(of, by, left, &first);
    pen_card_write(of, by, right, &second);
    return strcmp(words[0], words[1]);
}

/* Every card of the deck once, hands of the right size, an opening that opens; in every edition. */
static void test_deals_are_whole(void **state)
{
    (void)state;
    unsigned openings = 0;
    for (unsigned index = 0; index < pen_edition_builtin_count(); index++) {
        choose(pen_edition_builtin_id(index));
        for (unsigned seats = rules.rule.seats_min; seats <= rules.rule.seats_max; seats++) {
            for (uint32_t number = 1; number <= 20; number++) {
                const struct fair fair = fair_of(number, seats);
                struct pen_layout layout;
                for (unsigned i = 1; i < fair.kind_count; i++)
                    assert_true(compare_cards(&edition, &rules, fair.kinds[i - 1], fair.kinds[i]) < 0);
                assert_int_equal(fair_first_layout(&fair, &rules, PEN_SEAT_NONE, &layout), PEN_DEAL_GOOD);
                struct pen_lots lots;
                assert_int_equal(layout.dealer, fair_dealer(&fair, &rules, &lots));
                assert_memory_equal(&layout.lots, &lots, sizeof lots);
                assert_int_equal(lots.count > 0, rules.rule.dealer_by != PEN_DEALER_NAMED);
                unsigned copies[PEN_KINDS_MAX] = {0}, total = 0;
                for (unsigned seat = 0; seat < seats; seat++) {
                    assert_int_equal(pen_hand_count(&layout.hands[seat]), rules.rule.hand_cards);
                    for (unsigned kind = 0; kind < rules.kind_count; kind++)
                        copies[kind] += pen_hand_count_of(&layout.hands[seat], kind);
                }
                for (unsigned i = 0; i < layout.draw_count; i++)
                    copies[layout.draw[i]]++;
                for (unsigned i = 0; i < layout.opening_count; i++)
                    if (rules.open[layout.opening[i]][0].op !=
                        PEN_STEP_RETURN) /* RULE O24: in 'draw' again */
                        copies[layout.opening[i]]++;
                for (unsigned kind = 0; kind < rules.kind_count; kind++) {
                    assert_int_equal(copies[kind], rules.copies[kind]);
                    total += copies[kind];
                }
                assert_int_equal(total, rules.deck_count);
                struct pen_game game;
                assert_int_equal(pen_game_start(&rules, &game, 0, &layout, NULL, NULL, NULL), PEN_DEAL_GOOD);
                assert_int_equal(game.round.ordered_count, game.round.draw_count);
                openings += layout.opening_count;
            }
        }
    }
    assert_true(openings > 900);
}

/* A deck so small that many deals leave no card to open: then the next attempt decides. */
static void test_deals_again(void **state)
{
    (void)state;
    static const char small[] = "edition small\n"
                                "title en \"Small\", es \"Chica\"\n"
                                "about en \"Small.\", es \"Chica.\"\n"
                                "players 2 to 2\nhand 3\ndealer highest deals\n"
                                "colors red\n"
                                "color red letter r, shape \"●\", en \"red\", es \"rojo\"\n"
                                "numbers 1 to 2  1 of each color\n"
                                "wild w     7 cards, 40 points, en \"Wild\", es \"Comodín\"\n"
                                "play w     name color\n"
                                "open w     return\n"
                                "drawn may be kept\nuno caught until said, draws 2\nmisplay refused\n"
                                "advice free\nlast draw counts\nscoring points\ntarget 300\n";
    struct pen_problem problem;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    if (!pen_edition_parse(&edition, small, sizeof small - 1, &problem))
        fail_msg("line %u: %s", problem.line, pen_problem_in(&problem, PEN_LANG_EN));
    assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
    unsigned ones = 0, again = 0;
    for (uint32_t number = 1; number <= 2000; number++) {
        const struct fair fair = fair_of(number, 2);
        struct pen_layout layout;
        struct pen_game game;
        assert_int_equal(fair_first_layout(&fair, &rules, PEN_SEAT_NONE, &layout), PEN_DEAL_GOOD);
        const uint8_t opened = layout.opening[layout.opening_count - 1];
        assert_true(rules.number[opened] != PEN_NUMBER_NONE);
        assert_int_equal(pen_game_start(&rules, &game, 0, &layout, NULL, NULL, NULL), PEN_DEAL_GOOD);
        ones += rules.number[opened] == 1;
        /* What attempt 0 would have dealt: the two numbers are in the hands. */
        struct fair_stream stream;
        uint8_t cards[PEN_DECK_MAX];
        unsigned numbers = 0;
        for (unsigned i = 0, count = 0; i < fair.kind_count; i++)
            for (unsigned copy = 0; copy < rules.copies[fair.kinds[i]]; copy++)
                cards[count++] = fair.kinds[i];
        fair_stream_init(&stream, fair.key, FAIR_DEAL, 1, 0);
        fair_stream_shuffle(&stream, cards, rules.deck_count);
        for (unsigned i = 6; i < rules.deck_count; i++)
            numbers += rules.number[cards[i]] != PEN_NUMBER_NONE;
        again += numbers == 0;
        if (numbers > 0) {
            struct pen_hand first = {{0, 0, 0}};
            for (unsigned i = 0; i < 6; i += 2)
                pen_hand_add(&first, cards[i]);
            assert_memory_equal(&layout.hands[(layout.dealer + 1) % 2], &first, sizeof first);
        }
    }
    /* 5/12 of the deals leave no number. */
    assert_true(again > 700 && again < 950);
    assert_true(ones > 850 && ones < 1150);
}

/* ---- nothing is favoured ----------------------------------------------------------------------------------
 */

static double deviation(const unsigned *seen, const double *expected, unsigned count)
{
    double sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
    const double mean = count - 1;
    /* Squares in place of a root: signed distance, squared, over the variance 2 * mean. */
    return (sum - mean) * (sum - mean) / (2 * mean);
}

static void assert_even(const char *what, const unsigned *seen, const double *expected, unsigned count)
{
    const double squared = deviation(seen, expected, count);
    if (squared > GOOD_MOST * GOOD_MOST)
        fail_msg("%s: chi-square is %f variances from its mean", what, squared);
}

static void test_numbers_are_even(void **state)
{
    (void)state;
    choose("classic");
    const struct fair fair = fair_of(1, 4);
    for (unsigned bound = 2; bound <= 110; bound += bound < 12 ? 1 : 14) {
        unsigned seen[128] = {0};
        double expected[128];
        struct fair_stream stream;
        fair_stream_init(&stream, fair.key, FAIR_DEAL, bound, 0);
        for (unsigned i = 0; i < bound * 1000; i++)
            seen[fair_stream_below(&stream, bound)]++;
        for (unsigned i = 0; i < bound; i++)
            expected[i] = 1000;
        assert_even("numbers below a bound", seen, expected, bound);
    }
}

/* Which card lies where: 12 cards, 12 places, and the 24 orders of 4. */
static void test_shuffle_is_even(void **state)
{
    (void)state;
    enum { CARDS = 12, TRIALS = 60000 };
    static unsigned places[CARDS * CARDS], orders[256];
    double expected[CARDS * CARDS], even[24];
    unsigned counts[24], found = 0;
    struct fair_stream stream;
    choose("classic");
    const struct fair fair = fair_of(2, 4);
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        uint8_t cards[CARDS], few[4] = {0, 1, 2, 3};
        for (uint8_t i = 0; i < CARDS; i++)
            cards[i] = i;
        fair_stream_init(&stream, fair.key, FAIR_RESHUFFLE, trial + 1, 0);
        fair_stream_shuffle(&stream, cards, CARDS);
        for (unsigned i = 0; i < CARDS; i++)
            places[CARDS * cards[i] + i]++;
        fair_stream_shuffle(&stream, few, 4);
        orders[few[0] | few[1] << 2 | few[2] << 4 | few[3] << 6]++;
    }
    for (unsigned i = 0; i < CARDS * CARDS; i++)
        expected[i] = (double)TRIALS / CARDS;
    assert_even("cards and places", places, expected, CARDS * CARDS);
    for (unsigned i = 0; i < 256; i++)
        if (orders[i] > 0 && found < 24)
            counts[found++] = orders[i];
    assert_int_equal(found, 24);
    for (unsigned i = 0; i < 24; i++)
        even[i] = (double)TRIALS / 24;
    assert_even("orders of four", counts, even, 24);
}

/* Dealers, ties, and the opening: each card that can open as often as there are copies of it, although
 * others go back; and what then lies on top of the pile is any card. */
static void test_deals_are_even(void **state)
{
    (void)state;
    enum { TRIALS = 40000, SEATS = 5 };
    static unsigned openings[PEN_KINDS_MAX], tops[PEN_KINDS_MAX], dealers[SEATS], first[3];
    double expected[PEN_KINDS_MAX], seats[SEATS];
    choose("classic");
    for (uint32_t trial = 1; trial <= TRIALS; trial++) {
        struct fair fair = fair_of(trial, SEATS);
        struct pen_layout layout;
        assert_int_equal(fair_first_layout(&fair, &rules, PEN_SEAT_NONE, &layout), PEN_DEAL_GOOD);
        openings[layout.opening[layout.opening_count - 1]]++;
        tops[layout.draw[0]]++;
        dealers[layout.dealer]++;
        uint8_t tied[3] = {4, 0, 2};
        assert_int_equal(fair_order_tie(&fair, tied, 3), 1);
        first[tied[0] / 2]++;
        uint8_t same[3] = {0, 2, 4};
        fair.tie_count = 0;
        fair_order_tie(&fair, same, 3);
        assert_memory_equal(tied, same, sizeof same);
    }
    unsigned can_open = 0, kinds = 0;
    for (unsigned kind = 0; kind < rules.kind_count; kind++)
        can_open += rules.open[kind][0].op == PEN_STEP_RETURN ? 0 : rules.copies[kind];
    for (unsigned kind = 0; kind < rules.kind_count; kind++) {
        if (rules.open[kind][0].op == PEN_STEP_RETURN) {
            assert_int_equal(openings[kind], 0);
            continue;
        }
        openings[kinds] = openings[kind];
        expected[kinds++] = (double)TRIALS * rules.copies[kind] / can_open;
    }
    assert_even("openings", openings, expected, kinds);
    /* On top is any card: those that were turned over in vain are as many as more chances they had. */
    for (unsigned kind = 0; kind < rules.kind_count; kind++)
        expected[kind] = (double)TRIALS * rules.copies[kind] / rules.deck_count;
    assert_even("tops", tops, expected, rules.kind_count);
    for (unsigned seat = 0; seat < SEATS; seat++)
        seats[seat] = (double)TRIALS / SEATS;
    assert_even("dealers", dealers, seats, SEATS);
    for (unsigned i = 0; i < 3; i++)
        expected[i] = TRIALS / 3.0;
    assert_even("ties", first, expected, 3);
}

/* RULE O24: a card that goes back lies in any place of the pile, and the other cards lie as they did; in
 * version 2 it was beneath all, so the pile is the same without it. */
static void test_places_are_even(void **state)
{
    (void)state;
    enum { TRIALS = 30000, SEATS = 10, PILE = 108 - 70 - 1 };
    static unsigned places[PILE];
    double expected[PILE];
    unsigned turned = 0;
    choose("classic");
    uint8_t card;
    assert_true(pen_card_read(&edition, &rules, "w+4", 3, &card));
    for (uint32_t trial = 1; trial <= TRIALS; trial++) {
        struct fair fair = fair_of(trial, SEATS);
        struct pen_layout layout, before;
        assert_int_equal(fair_first_layout(&fair, &rules, PEN_SEAT_NONE, &layout), PEN_DEAL_GOOD);
        fair.version = 2;
        assert_int_equal(fair_first_layout(&fair, &rules, PEN_SEAT_NONE, &before), PEN_DEAL_GOOD);
        assert_int_equal(layout.opening_count, before.opening_count);
        assert_memory_equal(layout.opening, before.opening, layout.opening_count);
        assert_memory_equal(layout.hands, before.hands, sizeof layout.hands);
        assert_int_equal(layout.draw_count, PILE);
        assert_int_equal(before.draw_count, PILE + 1 - before.opening_count);
        if (layout.opening_count != 2)
            continue;
        unsigned place = 0;
        while (place < before.draw_count && layout.draw[place] == before.draw[place])
            place++;
        assert_int_equal(layout.draw[place], card);
        assert_memory_equal(layout.draw + place + 1, before.draw + place, before.draw_count - place);
        /* Before another copy of it, it might lie on either side. */
        unsigned first = place;
        while (first > 0 && layout.draw[first - 1] == card)
            first--;
        places[first + trial % (place - first + 1)]++;
        turned++;
    }
    for (unsigned i = 0; i < PILE; i++)
        expected[i] = (double)turned / PILE;
    assert_true(turned > 800);
    assert_even("places", places, expected, PILE);
}

/* Streams do not repeat each other. */
static void test_streams_differ(void **state)
{
    (void)state;
    choose("classic");
    const struct fair fair = fair_of(1, 4);
    static uint64_t seen[5 * 20 * 5];
    unsigned count = 0;
    for (unsigned purpose = FAIR_DEALER; purpose <= FAIR_BOT; purpose++)
        for (uint32_t number = 0; number < 20; number++)
            for (uint32_t attempt = 0; attempt < 5; attempt++) {
                seen[count] = fair_seed(&fair, (enum fair_purpose)purpose, number, attempt);
                for (unsigned i = 0; i < count; i++)
                    assert_true(seen[i] != seen[count]);
                count++;
            }
    struct fair_stream stream;
    fair_stream_init(&stream, fair.key, FAIR_BOT, 3, 0);
    const uint64_t low = fair_stream_word(&stream), high = fair_stream_word(&stream);
    assert_true(fair_seed(&fair, FAIR_BOT, 3, 0) == (low | high << 32));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_key),
        cmocka_unit_test(test_key_depends_on_all),
        cmocka_unit_test(test_stream),
        cmocka_unit_test(test_deals_are_whole),
        cmocka_unit_test(test_deals_again),
        cmocka_unit_test(test_numbers_are_even),
        cmocka_unit_test(test_shuffle_is_even),
        cmocka_unit_test(test_deals_are_even),
        cmocka_unit_test(test_places_are_even),
        cmocka_unit_test(test_streams_differ),
    };
    if (sodium_init() < 0)
        return 2;
    return cmocka_run_group_tests_name("fair/shuffle", tests, NULL, NULL);
}

/* test_verify.c - games with the checkable shuffle, in every edition and for every number of seats: their
 * records verify, and nothing in them can be changed without being found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "penultima/languages.h"
#include "fair_game.h"

static struct fair_game play;
static struct fair_verifier verifier;
static struct verdict verdict;
static char changed[RECORD_BYTES];

static enum fair_status verify(const char *bytes, size_t count)
{
    return verify_bytes(&verifier, &play.edition, bytes, count, PEN_LANG_EN, &verdict);
}

static const char *source_root;

/* A built-in edition, or one of those that lie beside them. */
static void find_edition(const char *id)
{
    static char bytes[1 << 16];
    struct pen_problem problem;
    char path[512];
    if (pen_edition_builtin(id, &play.edition))
        return;
    snprintf(path, sizeof path, "%s/editions/%s.edition", source_root, id);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t count = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    if (!pen_edition_parse(&play.edition, bytes, count, &problem))
        fail_msg("%s:%u: %s", path, problem.line, pen_problem_in(&problem, PEN_LANG_EN));
}

static void choose(const char *id, pen_house_set house, enum pen_scoring scoring, unsigned target)
{
    find_edition(id);
    play.options = PEN_OPTIONS_DEFAULT;
    play.options.house = house;
    play.options.scoring = (uint8_t)scoring;
    play.options.target = (uint16_t)target;
}

/* A game that ends, from this number on. */
static uint64_t play_some(uint64_t number, unsigned seats)
{
    while (!fair_game_play(&play, number, seats))
        number += 1000;
    return number;
}

static void assert_good(const char *what, uint64_t number)
{
    if (verify(play.bytes, play.text.length) != FAIR_STATUS_GOOD || verdict.wrong != 0)
        fail_msg("%s, %u seats, number %llu:\n%s", what, (unsigned)play.names.count,
                 (unsigned long long)number, verdict.texts);
    if (memcmp(&verifier.mesa.game, &play.game, sizeof play.game) != 0)
        fail_msg("%s, %u seats, number %llu: the replay ends differently", what, (unsigned)play.names.count,
                 (unsigned long long)number);
    assert_memory_equal(verifier.fair.key, play.fair.key, sizeof play.fair.key);
    assert_int_equal(verifier.fair.reshuffle_count, play.fair.reshuffle_count);
    assert_int_equal(verifier.fair.tie_count, play.tie_count);
    assert_int_equal(verdict.good, 7 + play.names.count);
}

static void test_every_edition(void **state)
{
    (void)state;
    unsigned games = 0, reshuffles = 0, ties = 0, rounds = 0, actions = 0;
    pen_house_set own_pile = 0; /* RULE H25: the shuffle is the same, who draws what is not */
    assert_true(pen_house_add("own-pile", strlen("own-pile"), &own_pile));
    for (unsigned index = 0; index < pen_edition_builtin_count(); index++) {
        const char *id = pen_edition_builtin_id(index);
        choose(id, 0, PEN_SCORING_QUICK, 0);
        for (unsigned seats = play.edition.rule.seats_min; seats <= play.edition.rule.seats_max; seats++) {
            for (uint64_t number = 1; number <= 6; number++) {
                const bool is_long = number % 3 == 0;
                choose(id,
                       number % 2 == 0 ? PEN_HOUSE_SHEET
                       : number == 5   ? own_pile
                                       : 0,
                       is_long ? PEN_SCORING_POINTS : PEN_SCORING_QUICK, is_long ? 400 : 0);
                assert_good(id, play_some(number, seats));
                assert_int_equal(verify_bytes(&verifier, &play.edition, play.bytes, play.text.length,
                                              PEN_LANG_ES, &verdict),
                                 FAIR_STATUS_GOOD);
                games++;
                rounds += play.game.round_number;
                reshuffles += play.fair.reshuffle_count;
                ties += play.tie_count;
                actions += play.action_count;
            }
        }
    }
    print_message("# %u games, %u rounds, %u actions, %u new draw piles, %u ties\n", games, rounds, actions,
                  reshuffles, ties);
    assert_true(reshuffles > 50 && ties > 500 && rounds > games + 100);
}

/* ---- changes ---------------------------------------------------------------------------------------------
 */

static void test_every_byte(void **state)
{
    (void)state;
    choose("classic", 0, PEN_SCORING_QUICK, 0);
    /* The shortest of some games, and with everything in it that three seats can have. */
    uint64_t best = 0;
    size_t bytes = SIZE_MAX;
    for (uint64_t number = 1; number <= 60; number++)
        if (fair_game_play(&play, number, 3) && play.text.length < bytes && play.tie_count > 0) {
            bytes = play.text.length;
            best = number;
        }
    assert_true(fair_game_play(&play, best, 3));
    assert_good("classic", best);
    struct pen_chance chance = pen_chance_of(5, 5);
    for (size_t at = 0; at < play.text.length; at++) {
        memcpy(changed, play.bytes, play.text.length);
        changed[at] ^= (char)(1u << pen_chance_below(&chance, 8));
        if (verify(changed, play.text.length) == FAIR_STATUS_GOOD || verdict.wrong == 0)
            fail_msg("a change of byte %zu of %zu is not found", at, play.text.length);
        changed[at] = '\n';
        if (play.bytes[at] != '\n' && verify(changed, play.text.length) == FAIR_STATUS_GOOD)
            fail_msg("a line end at byte %zu is not found", at);
    }
    print_message("# %zu bytes\n", play.text.length);
    for (size_t count = 0; count < play.text.length; count++)
        if (verify(play.bytes, count) == FAIR_STATUS_GOOD)
            fail_msg("that only %zu bytes are left is not found", count);
    /* Something behind the end. */
    memcpy(changed, play.bytes, play.text.length);
    static const char *const more[] = {"\n", "#", "# nothing\n", "#! fair 2\n", " ", "\r\n"};
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
        memcpy(changed + play.text.length, more[i], strlen(more[i]));
        assert_int_equal(verify(changed, play.text.length + strlen(more[i])), FAIR_STATUS_WRONG);
    }
}

/* The record in 'changed' with a chain that fits, as somebody who wants to deceive would write it. */
static size_t chain_again(size_t count)
{
    struct fair_chain chain;
    size_t end = count - 1;
    while (changed[end - 1] != '\n')
        end--;
    fair_chain_init(&chain);
    fair_chain_add_lines(&chain, changed, end);
    struct pen_text text = pen_text_in(changed + end, sizeof changed - end);
    fair_write_chain(&text, &chain);
    return end + text.length;
}

static const char *line_at(const char *bytes, unsigned number)
{
    while (--number > 0)
        bytes = strchr(bytes, '\n') + 1;
    return bytes;
}

static unsigned line_count(void)
{
    unsigned count = 0;
    for (size_t at = 0; at < play.text.length; at++)
        count += play.bytes[at] == '\n';
    return count;
}

static bool begins(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

/* The n-th card of a line "key: card card", and how many there are. */
static unsigned cards_of(const char *line, const char *cards[PEN_DECK_MAX])
{
    unsigned count = 0;
    for (const char *at = strchr(line, ':') + 1; *at == ' ';) {
        cards[count++] = ++at;
        at += strcspn(at, " \n");
    }
    return count;
}

static size_t word_bytes(const char *word)
{
    return strcspn(word, " \n");
}

static bool is_same_word(const char *left, const char *right)
{
    return word_bytes(left) == word_bytes(right) && memcmp(left, right, word_bytes(left)) == 0;
}

/* The record with two of its words in each other's place. */
static size_t swap_words(const char *first, const char *second)
{
    struct pen_text text = pen_text_in(changed, sizeof changed);
    if (first > second) {
        const char *other = first;
        first = second;
        second = other;
    }
    pen_text_add_bytes(&text, play.bytes, (size_t)(first - play.bytes));
    pen_text_add_bytes(&text, second, word_bytes(second));
    pen_text_add_bytes(&text, first + word_bytes(first), (size_t)(second - first) - word_bytes(first));
    pen_text_add_bytes(&text, first, word_bytes(first));
    pen_text_add(&text, second + word_bytes(second));
    assert_int_equal(text.length, play.text.length);
    return chain_again(text.length);
}

/* Two cards of a round in each other's place: hands, draw pile, opening, new draw piles. */
static void test_swapped_cards(void **state)
{
    (void)state;
    static const char *const editions[] = {"classic", "spiderman", "verbena"};
    unsigned tried = 0, by_order = 0;
    for (unsigned which = 0; which < 3; which++) {
        choose(editions[which], 0, PEN_SCORING_POINTS, 100);
        const uint64_t number = play_some(which + 1, 4);
        assert_good(editions[which], number);
        struct pen_chance chance = pen_chance_of(number, 9);
        const unsigned lines = line_count();
        for (unsigned trial = 0; trial < 700; trial++) {
            const char *cards[2][PEN_DECK_MAX];
            unsigned numbers[2];
            bool is_hand[2];
            const char *words[2];
            for (unsigned i = 0; i < 2; i++) {
                /* Somewhere near each other, so that it often stays one round. */
                const char *line;
                do {
                    numbers[i] = 1 + (i == 0 ? pen_chance_below(&chance, lines)
                                             : (numbers[0] + pen_chance_below(&chance, 6)) % lines);
                    line = line_at(play.bytes, numbers[i]);
                } while (i == 0 && !begins(line, "hand ") && !begins(line, "draw: ") &&
                         !begins(line, "opening: ") && !begins(line, "reshuffle: "));
                is_hand[i] = begins(line, "hand ");
                if (!is_hand[i] && !begins(line, "draw: ") && !begins(line, "opening: ") &&
                    !begins(line, "reshuffle: "))
                    numbers[i] = numbers[0], line = line_at(play.bytes, numbers[0]), is_hand[i] = is_hand[0];
                unsigned count = cards_of(line, cards[i]);
                words[i] = cards[i][pen_chance_below(&chance, count)];
            }
            /* The order within a hand says nothing. */
            if (is_same_word(words[0], words[1]) || (numbers[0] == numbers[1] && is_hand[0]))
                continue;
            const size_t count = swap_words(words[0], words[1]);
            enum fair_status status = verify(changed, count);
            if (status == FAIR_STATUS_GOOD || verdict.wrong == 0)
                fail_msg("%s: swapping cards of lines %u and %u is not found", editions[which], numbers[0],
                         numbers[1]);
            assert_int_equal(verdict.wrong_of[FAIR_CHECK_CHAIN], 0);
            tried++;
            by_order += verdict.wrong_of[FAIR_CHECK_DEALS] + verdict.wrong_of[FAIR_CHECK_RESHUFFLES] > 0;
        }
    }
    print_message("# %u swaps, %u found by the order of the cards\n", tried, by_order);
    assert_true(tried > 1000 && by_order > tried / 2);
}

/* Every digit of every hash and seed, the table, the game, the dealer, the ties, with a chain that fits. */
static void test_changed_lines(void **state)
{
    (void)state;
    unsigned tried = 0;
    choose("office", 0, PEN_SCORING_QUICK, 0);
    uint64_t number = 1;
    while (!fair_game_play(&play, number, 4) || play.tie_count == 0)
        number++;
    assert_good("office", number);
    const unsigned lines = line_count();
    for (unsigned i = 1; i < lines; i++) {
        const char *line = line_at(play.bytes, i);
        if (!begins(line, "#! ") && !begins(line, "dealer: "))
            continue;
        const size_t begin = (size_t)(line - play.bytes), end = begin + strcspn(line, "\n");
        const bool is_tie = begins(line, "#! tie ");
        for (size_t at = begin; at < end; at++) {
            memcpy(changed, play.bytes, play.text.length);
            changed[at] = changed[at] == '1'   ? '2'
                          : changed[at] == 'a' ? 'b'
                          : changed[at] == '2' ? '1'
                                               : 'a';
            if (at == begin && changed[begin] != '#')
                continue; /* then it is no comment any more */
            if (at == begin + 1 && is_tie)
                continue; /* then it is left out, see below */
            const size_t count = chain_again(play.text.length);
            if (verify(changed, count) == FAIR_STATUS_GOOD || verdict.wrong == 0)
                fail_msg("byte %zu of line %u is not found: %.40s", at - begin, i, line);
            tried++;
        }
        /* The line left out, and said twice. */
        for (unsigned copies = 0; copies <= 2; copies += 2) {
            struct pen_text text = pen_text_in(changed, sizeof changed);
            pen_text_add_bytes(&text, play.bytes, begin);
            for (unsigned copy = 0; copy < copies; copy++)
                pen_text_add_bytes(&text, line, end + 1 - begin);
            pen_text_add(&text, play.bytes + end + 1);
            const size_t count = chain_again(text.length);
            /* Without "dealer:" the program draws one: only by luck the same. That there was a tie nobody
             * can know but from its line; the numbers tell only that one before the last is missing. */
            const bool is_silent = copies == 0 && (is_tie || begins(line, "dealer: "));
            if (verify(changed, count) == FAIR_STATUS_GOOD && !is_silent)
                fail_msg("line %u, %u times, is not found: %.40s", i, copies, line);
            tried++;
        }
    }
    print_message("# %u changes\n", tried);
    assert_true(tried > 1000);
}

/* The record with 'bytes' bytes at 'at' replaced, chained anew, and verified. */
static enum fair_status verify_replaced(const char *at, size_t bytes, const char *by)
{
    struct pen_text text = pen_text_in(changed, sizeof changed);
    pen_text_add_bytes(&text, play.bytes, (size_t)(at - play.bytes));
    pen_text_add(&text, by);
    pen_text_add(&text, at + bytes);
    return verify(changed, chain_again(text.length));
}

static void assert_says(const char *what)
{
    if (!strstr(verdict.texts, what))
        fail_msg("“%s” is not said:\n%s", what, verdict.texts);
}

/* Another dealer, with the same cards. */
static void test_dealer(void **state)
{
    (void)state;
    choose("ghostbusters", 0, PEN_SCORING_QUICK, 0);
    assert_good("ghostbusters", play_some(1, 2));
    const char *line = strstr(play.bytes, "\ndealer: ") + 9;
    struct pen_text text = pen_text_in(changed, sizeof changed);
    pen_text_add_bytes(&text, play.bytes, (size_t)(line - play.bytes));
    pen_text_add(&text, begins(line, "Ana") ? "server" : "Ana");
    pen_text_add(&text, strchr(line, '\n'));
    /* The lots say otherwise, so it cannot be played at all. */
    assert_int_equal(verify(changed, chain_again(text.length)), FAIR_STATUS_UNREADABLE);
    /* Another card for the one who does not deal: the same dealer, and not what the seeds give. */
    const char *lots = strstr(play.bytes, "\nlots: ") + 1;
    const char *end = strchr(lots, '\n'), *other = strstr(lots, begins(line, "Ana") ? "server " : "Ana ");
    assert_true(other < end && !begins(end + 1, "lots: "));
    other = strchr(other, ' ') + 1;
    verify_replaced(other, strcspn(other, ",\n"), strncmp(other, "ys", 2) == 0 ? "gs" : "ys");
    assert_int_equal(verdict.wrong_of[FAIR_CHECK_DEALER], 1);
    assert_memory_equal(line_at(changed, verdict.line_of[FAIR_CHECK_DEALER]), "lots: ", 6);
    /* Without lots the table has named the dealer. */
    assert_int_equal(verify_replaced(lots, (size_t)(end + 1 - lots), ""), FAIR_STATUS_GOOD);
}

static void test_ties(void **state)
{
    (void)state;
    choose("office", 0, PEN_SCORING_QUICK, 0);
    uint64_t number = 1;
    while (!fair_game_play(&play, number, 2) || play.tie_count < 2)
        number++;
    assert_good("office", number);
    const char *tie = strstr(play.bytes, "#! tie 1 ");
    const size_t bytes = strcspn(tie, "\n");
    const bool is_ana = begins(tie + 9, "Ana");
    assert_int_equal(verify_replaced(tie, bytes, is_ana ? "#! tie 1 server Ana" : "#! tie 1 Ana server"),
                     FAIR_STATUS_WRONG);
    assert_says("ties ");
    assert_says("tie No. 1 is not decided as the seeds demand: place 1 goes to ");
    assert_int_equal(verify_replaced(tie + 7, 1, "2"), FAIR_STATUS_WRONG);
    assert_says("the ties are not counted from 1: this one is 2, but should be 1");
    assert_int_equal(verify_replaced(tie, bytes + 1, ""), FAIR_STATUS_WRONG);
    assert_says("the ties are not counted from 1: this one is 2, but should be 1");
    /* One seat cannot tie, nor twice with itself, nor with nobody's. */
    static const char *const bad[] = {"#! tie 1 Ana",        "#! tie 1 Ana Ana",     "#! tie 1 Ana Carla",
                                      "#! tie 0 Ana server", "#! tie 01 Ana server", "#! tie 1  Ana server",
                                      "#! tie 1 Ana server "};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(verify_replaced(tie, bytes, bad[i]), FAIR_STATUS_WRONG);
        assert_int_equal(verdict.wrong_of[FAIR_CHECK_FORM], 1);
    }
    /* The winner of the lot has to act next: the line somewhere else, with the order it had. */
    char line[64];
    snprintf(line, sizeof line, "%.*s\n", (int)bytes, tie);
    const char *last = strstr(play.bytes, "#! seed ");
    struct pen_text text = pen_text_in(changed, sizeof changed);
    pen_text_add_bytes(&text, play.bytes,
                       (size_t)(strchr(strstr(play.bytes, "opening: "), '\n') + 1 - play.bytes));
    const size_t before = text.length;
    unsigned found = 0;
    for (const char *at = play.bytes + before; at < last; at = strchr(at, '\n') + 1) {
        if (at[0] == '#' || begins(at, "reshuffle") || begins(at, is_ana ? "Ana " : "server "))
            continue;
        text.length = before;
        for (const char *from = play.bytes + before; *from; from = strchr(from, '\n') + 1) {
            if (from == at)
                pen_text_add(&text, line);
            if (!begins(from, "#! tie "))
                pen_text_add_bytes(&text, from, strcspn(from, "\n") + 1);
        }
        assert_int_equal(verify(changed, chain_again(text.length)), FAIR_STATUS_WRONG);
        assert_says(is_ana ? "tie No. 1 puts Ana first, but the next action is somebody else's"
                           : "tie No. 1 puts server first, but the next action is somebody else's");
        found++;
    }
    assert_true(found > 0);
    /* Behind the last action nobody acts any more. */
    verify_replaced(last, 0, is_ana ? "#! tie 9 server Ana\n" : "#! tie 9 Ana server\n");
    assert_int_equal(verdict.wrong_of[FAIR_CHECK_TIES], 1);
}

/* Deals that are deals, but of other sizes, or none. */
static void test_other_deals(void **state)
{
    (void)state;
    choose("classic", 0, PEN_SCORING_QUICK, 0);
    uint64_t number = 3; /* without a wild to start with, which could not lie on top as it stands */
    while (!fair_game_play(&play, number, 2) || strstr(play.bytes, "\nopening: w"))
        number++;
    assert_good("classic", number);
    const char *cards[PEN_DECK_MAX];
    const char *hand = strstr(play.bytes, "hand Ana: "), *draw = strstr(play.bytes, "\ndraw: ") + 1;
    const char *opening = strstr(play.bytes, "opening: ");
    cards_of(hand, cards);
    /* One card less in a hand: it is dealt by chance below the draw pile. */
    verify_replaced(cards[0], word_bytes(cards[0]) + 1, "");
    assert_says(
        "the hand of Ana in round 1 does not follow from the seeds: it has 6 cards, but should have 7");
    const unsigned count = cards_of(draw, cards);
    char wanted[128];
    verify_replaced(cards[count - 1] - 1, word_bytes(cards[count - 1]) + 1, "");
    snprintf(wanted, sizeof wanted,
             "the draw pile of round 1 does not follow from the seeds: it has %u cards, but should have %u",
             count - 1, count);
    assert_says(wanted);
    /* The opening is the first of the draw pile: the same cards in the same order, and yet not stated. */
    verify_replaced(opening, strcspn(opening, "\n") + 1, "");
    assert_says("deals ");
    /* The table as it lies, in mid-game; in an edition without lots, which could not stand there. */
    choose("spiderman", 0, PEN_SCORING_QUICK, 0);
    for (number = 1;; number++) {
        if (!fair_game_play(&play, number, 2))
            continue;
        opening = strstr(play.bytes, "opening: ");
        if (word_bytes(opening + 9) == strcspn(opening + 9, "\n"))
            break;
    }
    char top[64];
    snprintf(top, sizeof top, "top: %.*s\n", (int)word_bytes(opening + 9), opening + 9);
    assert_int_equal(verify_replaced(opening, strcspn(opening, "\n") + 1, top), FAIR_STATUS_WRONG);
    assert_says("the record starts in the middle of a game, not with a deal");
}

/* What is wrong is named with its line and both cards. */
static void test_names_what_is_wrong(void **state)
{
    (void)state;
    choose("classic", 0, PEN_SCORING_QUICK, 0);
    assert_good("classic", play_some(2, 4));
    const char *cards[PEN_DECK_MAX];
    const char *draw = strstr(play.bytes, "\ndraw: ") + 1;
    const unsigned count = cards_of(draw, cards);
    unsigned other = 12;
    while (is_same_word(cards[11], cards[other]))
        other++;
    assert_true(other < count);
    char wanted[160];
    snprintf(wanted, sizeof wanted,
             "the draw pile of round 1 does not follow from the seeds: card 12 is %.*s, but should be %.*s\n",
             (int)word_bytes(cards[other]), cards[other], (int)word_bytes(cards[11]), cards[11]);
    const size_t bytes = swap_words(cards[11], cards[other]);
    verify(changed, bytes);
    assert_non_null(strstr(verdict.texts, wanted));
    assert_memory_equal(line_at(changed, verdict.line_of[FAIR_CHECK_DEALS]), "draw: ", 6);
    verify_bytes(&verifier, &play.edition, changed, bytes, PEN_LANG_ES, &verdict);
    assert_non_null(
        strstr(verdict.texts, "el mazo de la ronda 1 no es el que dan las semillas: la carta 12 es "));
}

/* A deal that says less than everything is not good enough: the rest would be the server's choice. */
static void test_incomplete(void **state)
{
    (void)state;
    static const char *const keys[] = {"hand Ana: ", "draw: ", "opening: ", "reshuffle: "};
    choose("classic", 0, PEN_SCORING_QUICK, 0);
    uint64_t number = 1;
    while (!fair_game_play(&play, number, 4) || play.fair.reshuffle_count == 0)
        number++;
    assert_good("classic", number);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char *line = strstr(play.bytes, keys[i]);
        assert_non_null(line);
        struct pen_text text = pen_text_in(changed, sizeof changed);
        pen_text_add_bytes(&text, play.bytes, (size_t)(line - play.bytes));
        pen_text_add(&text, strchr(line, '\n') + 1);
        if (verify(changed, chain_again(text.length)) == FAIR_STATUS_GOOD)
            fail_msg("without “%s” it is still good", keys[i]);
    }
}

static void test_unreadable(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        "\n",
                                        "edition: classic\nplayers: Ana, Beto\n",
                                        "#! fair 2\n",
                                        "#! fair 2",
                                        "#! fair 2\nedition: nonesuch\n",
                                        "#! fair 2\n\xff\n"};
    choose("classic", 0, PEN_SCORING_QUICK, 0);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_int_equal(verify(texts[i], strlen(texts[i])), FAIR_STATUS_UNREADABLE);
        assert_true(verdict.wrong > 0);
    }
    /* A record without seeds can be read, and is not good. */
    static const char open_game[] = "#! fair 2\nedition: classic\nplayers: Ana, Beto\n";
    assert_int_equal(verify(open_game, sizeof open_game - 1), FAIR_STATUS_WRONG);
    assert_int_equal(verdict.wrong_of[FAIR_CHECK_SERVER], 1);
    assert_int_equal(verdict.wrong_of[FAIR_CHECK_PLAYER], 2);
    assert_int_equal(verdict.wrong_of[FAIR_CHECK_FORM], 1);
}

static void test_reveal(void **state)
{
    (void)state;
    struct fair_share share = {.state = FAIR_SHARE_NONE};
    uint8_t seed[FAIR_CLIENT_SEED_BYTES] = {1, 2, 3}, other[FAIR_CLIENT_SEED_BYTES] = {1, 2, 4};
    assert_false(fair_reveal(&share, seed));
    share.state = FAIR_SHARE_COMMITTED;
    fair_commit_client(seed, share.commitment);
    const struct fair_share before = share;
    assert_false(fair_reveal(&share, other));
    assert_memory_equal(&share, &before, sizeof share);
    assert_true(fair_reveal(&share, seed));
    assert_int_equal(share.state, FAIR_SHARE_REVEALED);
    assert_false(fair_reveal(&share, seed));
    assert_true(fair_table_is_good("k7m2_-Z", 7));
    assert_false(fair_table_is_good("", 0));
    assert_false(fair_table_is_good("a b", 3));
    assert_false(fair_table_is_good("123456789012345678901234567890123", 33));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_edition), cmocka_unit_test(test_every_byte),
        cmocka_unit_test(test_swapped_cards), cmocka_unit_test(test_changed_lines),
        cmocka_unit_test(test_dealer),        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_other_deals),   cmocka_unit_test(test_names_what_is_wrong),
        cmocka_unit_test(test_incomplete),    cmocka_unit_test(test_unreadable),
        cmocka_unit_test(test_reveal),
    };
    if (argc < 2)
        return 2;
    source_root = argv[1];
    return cmocka_run_group_tests_name("fair/verify", tests, NULL, NULL);
}

/* test_game.c - the game around the rounds: who deals (S1, O3, O4), what a round counts (N1 to N4,
 * O19, O20, O22), when the game is over; and layouts: what cannot be dealt, and that a completed
 * one leaves nothing to chance.
 *
 * Whole random games are counted a second time here, from the cards left in the hands. A failure
 * names edition, scoring, seats, seed and round. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/penultima.h"
#include "sim/random_record.h"

static struct pen_edition edition;
static struct pen_rules rules;

static void choose_rules(const char *id, unsigned house, unsigned scoring, unsigned target)
{
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    options.house = (uint8_t)house;
    options.scoring = (uint8_t)scoring;
    options.target = (uint16_t)target;
    assert_true(pen_edition_builtin(id, &edition));
    assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
}

static uint8_t card_of(const char *code)
{
    uint8_t card = PEN_CARD_NONE;
    if (!pen_card_read(&edition, &rules, code, strlen(code), &card))
        fail_msg("%s has no card %s", edition.id, code);
    return card;
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void test_plain_memory(void **state)
{
    (void)state;
    print_message("# pen_round %zu bytes, pen_game %zu bytes\n", sizeof(struct pen_round),
                  sizeof(struct pen_game));
    assert_true(sizeof(struct pen_game) <= 520);
    choose_rules("classic", PEN_HOUSE_SHEET, PEN_SCORING_DEFAULT, 0);
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct pen_round round, copy;
        struct pen_chance chance = pen_chance_of(seed, 2), again = chance;
        pen_round_start(&rules, &round, 10, 3, pen_chance_of(seed, 1));
        copy = round;
        for (unsigned i = 0; i < 100 && round.phase != PEN_PHASE_OVER; i++) {
            assert_memory_equal(&round, &copy, sizeof round);
            struct pen_action action = sim_record_choose(&rules, &round, &chance);
            struct pen_action same = sim_record_choose(&rules, &copy, &again);
            assert_memory_equal(&action, &same, sizeof action);
            assert_int_equal(pen_round_apply(&rules, &round, action, NULL), PEN_ACCEPTED);
            assert_int_equal(pen_round_apply(&rules, &copy, action, NULL), PEN_ACCEPTED);
            struct pen_round moved = copy;
            copy = moved;
        }
    }
}

/* ---- the first dealer ------------------------------------------------------------------------ */

enum { DRAWS = 20000 };

/* Chi-square of how often each seat deals. For at most 9 degrees of freedom less than one seed in
 * ten million comes above DEALER_MOST; seen are values below 20. */
enum { DEALER_MOST = 55 };

typedef uint8_t dealer_fn(uint8_t seats, uint64_t seed);

static double dealer_statistic(dealer_fn *draw, uint8_t seats)
{
    unsigned seen[PEN_SEATS_MAX] = {0};
    double expected = (double)DRAWS / seats, sum = 0;
    for (uint64_t seed = 1; seed <= DRAWS; seed++) {
        uint8_t dealer = draw(seats, seed);
        assert_true(dealer < seats);
        seen[dealer]++;
    }
    for (unsigned seat = 0; seat < seats; seat++)
        sum += (seen[seat] - expected) * (seen[seat] - expected) / expected;
    return sum;
}

static uint8_t draw_dealer(uint8_t seats, uint64_t seed)
{
    return pen_game_draw_dealer(&rules, seats, seed);
}

/* Without RULE O3: of those who tie, the first one. */
static uint8_t draw_first_of_tied(uint8_t seats, uint64_t seed)
{
    struct pen_chance chance = pen_chance_of(seed, 0);
    uint8_t best_seat = 0;
    int best = -1;
    for (uint8_t seat = 0; seat < seats; seat++) {
        uint8_t card = rules.deck[pen_chance_below(&chance, rules.deck_count)];
        int value = rules.number[card] == PEN_NUMBER_NONE ? 0 : rules.number[card];
        if (value > best) {
            best = value;
            best_seat = seat;
        }
    }
    return best_seat;
}

static void test_dealer_is_fair(void **state)
{
    (void)state;
    double most = 0;
    for (unsigned e = 0; e < pen_edition_builtin_count(); e++) {
        choose_rules(pen_edition_builtin_id(e), 0, PEN_SCORING_DEFAULT, 0);
        for (uint8_t seats = 2; seats <= PEN_SEATS_MAX; seats++) {
            double statistic = dealer_statistic(draw_dealer, seats);
            most = statistic > most ? statistic : most;
            if (statistic > DEALER_MOST)
                fail_msg("%s, %u seats: chi-square %.1f, at most %d", edition.id, seats, statistic,
                         DEALER_MOST);
        }
    }
    /* That such a test can fail: ties that are not drawn again favour the first seats. */
    choose_rules("classic", 0, PEN_SCORING_DEFAULT, 0);
    double wrong = dealer_statistic(draw_first_of_tied, 4);
    print_message("# chi-square at most %.1f; %.1f with ties for the first\n", most, wrong);
    assert_true(wrong > 2 * DEALER_MOST);
}

/* RULE S1: of one deck and one seed classic's dealer is the one with the highest card, who plays
 * first in cumulative: the dealer sits on that one's right. */
static void test_dealer_on_the_right(void **state)
{
    (void)state;
    static struct pen_rules classic;
    choose_rules("classic", 0, PEN_SCORING_DEFAULT, 0);
    classic = rules;
    choose_rules("cumulative", 0, PEN_SCORING_DEFAULT, 0);
    assert_memory_equal(classic.deck, rules.deck, sizeof rules.deck);
    for (uint8_t seats = 2; seats <= PEN_SEATS_MAX; seats++)
        for (uint64_t seed = 1; seed <= 500; seed++) {
            unsigned highest = pen_game_draw_dealer(&classic, seats, seed);
            unsigned dealer = pen_game_draw_dealer(&rules, seats, seed);
            assert_int_equal((dealer + 1) % seats, highest);
        }
}

/* RULE O3: a deck in which all tie for ever still finds a dealer, by lot. */
static void test_dealer_of_equal_cards(void **state)
{
    (void)state;
    choose_rules("classic", 0, PEN_SCORING_DEFAULT, 0);
    for (unsigned card = 0; card < rules.kind_count; card++)
        rules.number[card] = 5;
    for (uint8_t seats = 2; seats <= PEN_SEATS_MAX; seats += 4) {
        double statistic = dealer_statistic(draw_dealer, seats);
        if (statistic > DEALER_MOST)
            fail_msg("%u seats: chi-square %.1f, at most %d", seats, statistic, DEALER_MOST);
    }
}

/* ---- whole games ----------------------------------------------------------------------------- */

static unsigned round_count, void_count, game_count, shared_count, right_count;

/* RULE N1, from the faces of the edition. */
static unsigned points_of(const struct pen_hand *hand)
{
    unsigned points = 0;
    for (unsigned card = 0; card < rules.kind_count; card++) {
        const struct pen_face *face = &edition.faces[rules.face[card]];
        unsigned each = face->is_wild ? 50 : face->number == PEN_NUMBER_NONE ? 20 : face->number;
        /* Of no sheet: their files say what cards count. */
        if (strcmp(edition.id, "verbena") == 0 || strcmp(edition.id, "boxed") == 0)
            each = face->points;
        points += each * pen_hand_count_of(hand, card);
    }
    return points;
}

/* RULE M1, said again: with two teams every second seat. */
static bool plays_with(unsigned seat, unsigned other)
{
    return seat == other || (rules.teams > 0 && seat % rules.teams == other % rules.teams);
}

/* What the round adds, and who has won then. */
static uint16_t count_round(const struct pen_round *round, unsigned *score)
{
    unsigned most = 0, least = UINT16_MAX;
    uint16_t winners = 0;
    if (round->winner == PEN_SEAT_NONE)
        return 0; /* RULE O19 */
    for (unsigned seat = 0; seat < round->seat_count; seat++)
        winners |= (uint16_t)((unsigned)plays_with(seat, round->winner) << seat);
    if (rules.rule.scoring == PEN_SCORING_QUICK)
        return winners; /* RULES N4, O22 */
    for (unsigned seat = 0; seat < round->seat_count; seat++) {
        unsigned points = points_of(&round->hands[seat]);
        assert_int_equal(points, pen_hand_points(&rules, &round->hands[seat]));
        bool is_lowest = rules.rule.scoring == PEN_SCORING_LOWEST;
        for (unsigned to = 0; to < round->seat_count; to++)
            if (is_lowest ? plays_with(seat, to)                                               /* RULE M3 */
                          : plays_with(to, round->winner) && !plays_with(seat, round->winner)) /* RULE M2 */
                score[to] += points;
    }
    if (rules.rule.scoring == PEN_SCORING_POINTS)
        return score[round->winner] >= rules.rule.target ? winners : 0;
    winners = 0;
    for (unsigned seat = 0; seat < round->seat_count; seat++) {
        most = score[seat] > most ? score[seat] : most;
        least = score[seat] < least ? score[seat] : least;
    }
    for (unsigned seat = 0; seat < round->seat_count; seat++)
        if (score[seat] == least)
            winners |= (uint16_t)(1u << seat);
    return most >= rules.rule.target ? winners : 0;
}

static void play_round(struct pen_game *game, struct pen_chance *chance)
{
    assert_int_equal(pen_game_can_deal(game), PEN_REFUSED_ROUND_OPEN);
    while (game->round.phase != PEN_PHASE_OVER) {
        struct pen_action action = sim_record_choose(&rules, &game->round, chance);
        assert_int_equal(pen_game_apply(&rules, game, action, NULL), PEN_ACCEPTED);
    }
}

static void play_game(uint8_t seats, uint64_t seed)
{
    struct pen_game game;
    struct pen_chance chance = pen_chance_of(seed, UINT64_MAX);
    unsigned score[PEN_SEATS_MAX] = {0};
    uint8_t dealer = pen_game_draw_dealer(&rules, seats, seed);
    struct pen_layout layout = pen_layout_random(seats, dealer, pen_chance_of(0, 0));
    assert_int_equal(pen_game_start(&rules, &game, seed, &layout, NULL, NULL, NULL), PEN_DEAL_GOOD);
    for (unsigned number = 1;; number++) {
        char where[128];
        snprintf(where, sizeof where, "%s, scoring %u, %u seats, seed %llu, round %u", edition.id,
                 rules.rule.scoring, seats, (unsigned long long)seed, number);
        if (game.round.dealer != dealer || game.round_number != number)
            fail_msg("%s: seat %u deals round %u, wanted %u", where, game.round.dealer, game.round_number,
                     dealer);
        play_round(&game, &chance);
        uint16_t winners = count_round(&game.round, score);
        for (unsigned seat = 0; seat < seats; seat++)
            if (game.score[seat] != score[seat])
                fail_msg("%s: seat %u has %u points, wanted %u", where, seat, game.score[seat], score[seat]);
        if (game.winners != winners)
            fail_msg("%s: winners %#x, wanted %#x", where, game.winners, winners);
        round_count++;
        void_count += game.round.winner == PEN_SEAT_NONE;
        right_count += game.round.direction == PEN_RIGHT;
        if (winners != 0) {
            assert_int_equal(pen_game_can_deal(&game), PEN_REFUSED_GAME_OVER);
            game_count++;
            shared_count += (winners & (winners - 1)) != 0;
            return;
        }
        assert_int_equal(pen_game_can_deal(&game), PEN_ACCEPTED);
        dealer = (uint8_t)((dealer + 1) % seats); /* RULE O4: to the left, also if play ran right */
        layout = pen_game_next_layout(&game);
        assert_int_equal(pen_game_deal(&rules, &game, &layout, NULL, NULL), PEN_DEAL_GOOD);
    }
}

static void test_whole_games(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (unsigned e = 0; e < pen_edition_builtin_count(); e++)
        for (unsigned scoring = 0; scoring <= PEN_SCORING_DEFAULT; scoring++)
            for (uint8_t seats = 2; seats <= PEN_SEATS_MAX; seats++)
                for (unsigned more = 0; more < 4; more++, seed++) {
                    /* A low target makes many ends, and ties with them. */
                    choose_rules(pen_edition_builtin_id(e), (unsigned)(seed % 8), scoring,
                                 more == 3 ? 0 : 1 + 20 * more);
                    const uint8_t count = seats < edition.rule.seats_max ? seats : edition.rule.seats_max;
                    for (uint8_t teams = 2; more % 2 && teams <= PEN_TEAMS_MAX; teams++)
                        if (pen_teams_fit(teams, count)) /* RULE M1: as an option would */
                            rules.teams = teams;
                    play_game(count, seed);
                }
    print_message("# %u games of %u rounds (%u void), %u won together, %u ended running right\n", game_count,
                  round_count, void_count, shared_count, right_count);
    assert_int_equal(game_count, pen_edition_builtin_count() * 4 * 9 * 4);
    assert_true(right_count > 100);
}

/* ---- ends ------------------------------------------------------------------------------------ */

/* Seat 0 plays its last card, r1, while the others hold these. */
static struct pen_game end_with(unsigned seats, const char *const *hands, const uint16_t *score)
{
    struct pen_game game;
    struct pen_layout layout = pen_layout_random((uint8_t)seats, 1, pen_chance_of(1, 1));
    layout.has_hand = (uint16_t)((1u << seats) - 1);
    pen_hand_add(&layout.hands[0], card_of("r1"));
    for (unsigned seat = 1; seat < seats; seat++)
        pen_hand_add(&layout.hands[seat], card_of(hands[seat - 1]));
    layout.top = card_of("r0");
    assert_int_equal(pen_game_start(&rules, &game, 1, &layout, score, NULL, NULL), PEN_DEAL_GOOD);
    struct pen_action action = PEN_ACTION(PEN_VERB_PLAY, 0);
    action.card = card_of("r1");
    assert_int_equal(pen_game_apply(&rules, &game, action, NULL), PEN_ACCEPTED);
    assert_int_equal(game.round.phase, PEN_PHASE_OVER);
    return game;
}

static void test_ends(void **state)
{
    (void)state;
    static const struct {
        enum pen_scoring scoring;
        const char *hands[2];
        uint16_t before[PEN_SEATS_MAX], after[3], winners;
    } ends[] = {
        /* N2: the winner gets all; exactly 500 is enough, one less is not. */
        {PEN_SCORING_POINTS, {"r9", "w"}, {441, 499, 499}, {500, 499, 499}, 1},
        {PEN_SCORING_POINTS, {"r9", "w"}, {440, 499, 499}, {499, 499, 499}, 0},
        {PEN_SCORING_POINTS, {"b+2", "w+4"}, {0, 100, 200}, {70, 100, 200}, 0},
        /* Only who gets points can reach the target. */
        {PEN_SCORING_POINTS, {"g0", "b0"}, {0, 499, 499}, {0, 499, 499}, 0},
        /* N3: each is charged; somebody reaches 500, the lowest wins, who need not be the one who
         * went out. */
        {PEN_SCORING_LOWEST, {"r9", "w"}, {100, 50, 450}, {100, 59, 500}, 2},
        {PEN_SCORING_LOWEST, {"r9", "w"}, {100, 50, 449}, {100, 59, 499}, 0},
        /* O20: the lowest ones win together. */
        {PEN_SCORING_LOWEST, {"r9", "w"}, {59, 50, 450}, {59, 59, 500}, 3},
        {PEN_SCORING_LOWEST, {"g0", "b0"}, {500, 500, 500}, {500, 500, 500}, 7},
        /* N4, O22: the first round decides, without points. */
        {PEN_SCORING_QUICK, {"r9", "w"}, {3, 4, 5}, {3, 4, 5}, 1},
        /* A score that is brought along can be as high as a score can get, but no higher. */
        {PEN_SCORING_POINTS, {"r9", "w"}, {65500}, {65535, 0, 0}, 1},
        {PEN_SCORING_LOWEST, {"r9", "w"}, {7, 65526, 65535}, {7, 65535, 65535}, 1},
    };
    for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        choose_rules("classic", 0, ends[i].scoring, 0);
        struct pen_game game = end_with(3, ends[i].hands, ends[i].before);
        for (unsigned seat = 0; seat < 3; seat++)
            if (game.score[seat] != ends[i].after[seat])
                fail_msg("end %u: seat %u has %u points, wanted %u", i, seat, game.score[seat],
                         ends[i].after[seat]);
        if (game.winners != ends[i].winners)
            fail_msg("end %u: winners %#x, wanted %#x", i, game.winners, ends[i].winners);
        assert_int_equal(pen_game_can_deal(&game), ends[i].winners ? PEN_REFUSED_GAME_OVER : PEN_ACCEPTED);
    }
}

/* RULE O19: all cards are in the hands, so nobody can draw. */
static void test_void_round(void **state)
{
    (void)state;
    for (unsigned scoring = 0; scoring <= PEN_SCORING_QUICK; scoring++) {
        static const uint16_t score[PEN_SEATS_MAX] = {10, 20, 30};
        static struct pen_events events;
        struct pen_game game;
        choose_rules("classic", 0, scoring, 0);
        struct pen_layout layout = pen_layout_random(3, 2, pen_chance_of(1, 1));
        layout.has_hand = 7;
        layout.top = rules.deck[0];
        for (unsigned i = 1; i < rules.deck_count; i++)
            pen_hand_add(&layout.hands[i % 3], rules.deck[i]);
        assert_int_equal(pen_game_start(&rules, &game, 1, &layout, score, NULL, NULL), PEN_DEAL_GOOD);
        for (uint8_t seat = 0; seat < 3; seat++) {
            assert_int_equal(game.round.turn, seat);
            assert_int_not_equal(game.round.phase, PEN_PHASE_OVER);
            struct pen_action action = PEN_ACTION(PEN_VERB_DRAW, seat);
            struct pen_game quiet = game;
            assert_int_equal(pen_game_apply(&rules, &game, action, &events), PEN_ACCEPTED);
            assert_int_equal(events.list[0].type, PEN_EVENT_DREW_NOTHING);
            assert_int_equal(pen_game_apply(&rules, &quiet, action, NULL), PEN_ACCEPTED);
            assert_memory_equal(&quiet, &game, sizeof game);
        }
        assert_int_equal(events.list[events.count - 1].type, PEN_EVENT_ROUND_VOID);
        assert_int_equal(game.round.phase, PEN_PHASE_OVER);
        assert_int_equal(game.round.winner, PEN_SEAT_NONE);
        assert_memory_equal(game.score, score, sizeof score);
        assert_int_equal(game.winners, 0);
        assert_int_equal(pen_game_can_deal(&game), PEN_ACCEPTED);
        layout = pen_game_next_layout(&game);
        assert_int_equal(layout.dealer, 0); /* RULE O4: passed on from seat 2 */
        assert_int_equal(pen_game_deal(&rules, &game, &layout, NULL, NULL), PEN_DEAL_GOOD);
        assert_int_equal(game.round_number, 2);
        assert_memory_equal(game.score, score, sizeof score);
    }
}

/* ---- layouts --------------------------------------------------------------------------------- */

static void test_complete_layout_needs_no_chance(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 900; seed++) {
        struct pen_round one, two;
        uint8_t seats = (uint8_t)(2 + seed % 9);
        choose_rules(pen_edition_builtin_id((unsigned)(seed % 5)), (unsigned)(seed / 5 % 8),
                     PEN_SCORING_DEFAULT, 0);
        struct pen_layout layout = pen_layout_random(seats, (uint8_t)(seed % seats), pen_chance_of(seed, 1));
        assert_int_equal(pen_layout_complete(&rules, &layout, NULL), PEN_DEAL_GOOD);
        layout.chance.counter = 1;
        assert_int_equal(pen_round_deal(&rules, &one, &layout, NULL, NULL), PEN_DEAL_GOOD);
        layout.chance.counter = 2;
        assert_int_equal(pen_round_deal(&rules, &two, &layout, NULL, NULL), PEN_DEAL_GOOD);
        struct pen_chance chance = pen_chance_of(seed, 2);
        /* Until the first new draw pile nothing is left to chance either. */
        for (unsigned i = 0; one.draw_count > 30 && one.phase != PEN_PHASE_OVER; i++) {
            if (one.chance.counter != 1 || two.chance.counter != 2)
                fail_msg("%s, seed %llu, action %u: chance was used", edition.id, (unsigned long long)seed,
                         i);
            two.chance.counter = 1;
            if (memcmp(&one, &two, sizeof one) != 0)
                fail_msg("%s, seed %llu, action %u: the rounds differ", edition.id, (unsigned long long)seed,
                         i);
            two.chance.counter = 2;
            struct pen_action action = sim_record_choose(&rules, &one, &chance);
            assert_int_equal(pen_round_apply(&rules, &one, action, NULL), PEN_ACCEPTED);
            assert_int_equal(pen_round_apply(&rules, &two, action, NULL), PEN_ACCEPTED);
        }
        /* Completing it again changes nothing. */
        struct pen_layout again = layout;
        assert_int_equal(pen_layout_complete(&rules, &again, NULL), PEN_DEAL_GOOD);
        assert_memory_equal(again.draw, layout.draw, sizeof again.draw);
        assert_memory_equal(again.hands, layout.hands, sizeof again.hands);
    }
}

/* Where the one Wild Draw Four of the pile lies, from the top. */
static unsigned place_of_back(const struct pen_layout *layout)
{
    unsigned place = 0;
    while (place < layout->draw_count && layout->draw[place] != card_of("w+4"))
        place++;
    assert_true(place < layout->draw_count);
    return place;
}

/* RULE O24: one that was turned over lies in any place, but beneath what was stated. */
static void test_put_back(void **state)
{
    (void)state;
    enum { TRIALS = 20000, PILE = 108 - 4 - 7 - 1, STATED = 5 };
    static unsigned places[PILE];
    unsigned turned = 0;
    choose_rules("classic", 0, PEN_SCORING_DEFAULT, 0);
    struct pen_layout stated = pen_layout_random(2, 0, pen_chance_of(1, 1));
    stated.has_hand = 1;
    for (unsigned i = 0; i < 3; i++)
        pen_hand_add(&stated.hands[0], card_of("w+4"));
    pen_hand_add(&stated.hands[0], card_of("r1"));
    stated.opening_count = 2;
    stated.opening[0] = card_of("w+4");
    stated.opening[1] = card_of("r5");
    for (uint64_t seed = 1; seed <= TRIALS; seed++) {
        stated.chance = pen_chance_of(seed, 1);
        struct pen_layout layout = stated;
        assert_int_equal(pen_layout_complete(&rules, &layout, NULL), PEN_DEAL_GOOD);
        assert_int_equal(layout.draw_count, PILE);
        places[place_of_back(&layout)]++;
    }
    double sum = 0;
    for (unsigned i = 0; i < PILE; i++) {
        const double wanted = (double)TRIALS / PILE, off = places[i] - wanted;
        sum += off * off / wanted;
    }
    assert_true(sum < PILE + 5 * 14); /* chi-square: five times its deviation above its mean */
    stated.draw_count = STATED;
    static const char *const above[STATED] = {"b1", "b2", "b3", "b4", "b5"};
    for (unsigned i = 0; i < STATED; i++)
        stated.draw[i] = card_of(above[i]);
    for (uint64_t seed = 1; seed <= 500; seed++) {
        stated.chance = pen_chance_of(seed, 1);
        struct pen_layout layout = stated;
        assert_int_equal(pen_layout_complete(&rules, &layout, NULL), PEN_DEAL_GOOD);
        assert_memory_equal(layout.draw, stated.draw, STATED);
        assert_true(place_of_back(&layout) >= STATED);
    }
    /* The quick deal is the one that a record states, cards that went back included. */
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        struct pen_layout layout = pen_layout_random(10, 3, pen_chance_of(seed, 1));
        struct pen_round round, again;
        pen_round_start(&rules, &round, 10, 3, layout.chance);
        assert_int_equal(pen_layout_complete(&rules, &layout, NULL), PEN_DEAL_GOOD);
        turned += layout.opening_count > 1;
        assert_int_equal(pen_round_deal(&rules, &again, &layout, NULL, NULL), PEN_DEAL_GOOD);
        assert_int_equal(again.ordered_count, again.draw_count);
        pen_chance_shuffle(&round.chance, round.pile, round.draw_count);
        round.ordered_count = round.draw_count;
        assert_memory_equal(&round, &again, sizeof round);
    }
    assert_true(turned > 50);
}

static void expect_problem(const struct pen_layout *layout, enum pen_deal_problem wanted,
                           unsigned wanted_card)
{
    struct pen_round round;
    struct pen_layout completed = *layout;
    uint8_t card = 77, card_again = 77;
    enum pen_deal_problem problem = pen_round_deal(&rules, &round, layout, NULL, &card);
    enum pen_deal_problem again = pen_layout_complete(&rules, &completed, &card_again);
    if (problem != wanted || again != wanted)
        fail_msg("problem %u to deal and %u to complete, wanted %u", problem, again, wanted);
    if (wanted_card != PEN_CARD_NONE) {
        assert_int_equal(card, wanted_card);
        assert_int_equal(card_again, wanted_card);
    }
}

static void test_what_cannot_be_dealt(void **state)
{
    (void)state;
    choose_rules("spiderman", 0, PEN_SCORING_DEFAULT, 0);
    const struct pen_layout good = pen_layout_random(2, 0, pen_chance_of(1, 1));
    struct pen_layout bad = good;
#define BAD(change, problem, card)             \
    do {                                       \
        bad = good;                            \
        change;                                \
        expect_problem(&bad, (problem), card); \
    } while (0)
    BAD((void)0, PEN_DEAL_GOOD, PEN_CARD_NONE);
    BAD(bad.seat_count = 1, PEN_DEAL_BAD_SEATS, PEN_CARD_NONE);
    BAD(bad.seat_count = 11, PEN_DEAL_BAD_SEATS, PEN_CARD_NONE);
    BAD(bad.dealer = 2, PEN_DEAL_BAD_SEATS, PEN_CARD_NONE);
    BAD(bad.turn = 2, PEN_DEAL_BAD_SEATS, PEN_CARD_NONE);
    BAD(bad.direction = 2, PEN_DEAL_BAD_SEATS, PEN_CARD_NONE);
    BAD(bad.draw_count = 1; bad.draw[0] = 60, PEN_DEAL_BAD_CARD, 60);
    BAD(bad.draw_count = 200, PEN_DEAL_BAD_CARD, PEN_CARD_NONE);
    BAD(bad.draw_count = 3, PEN_DEAL_TOO_MANY_COPIES, 0); /* three times the one red 0 */
    BAD(bad.top = 60, PEN_DEAL_BAD_CARD, 60);
    BAD(bad.top = card_of("w"), PEN_DEAL_BAD_CARD, card_of("w")); /* without its colour */
    BAD(bad.top = 1; bad.discard_count = 1; bad.discard[0] = 60, PEN_DEAL_BAD_CARD, 60);
    BAD(bad.top = 1; bad.draw_count = 1; bad.draw[0] = 61, PEN_DEAL_BAD_CARD, 61);
    BAD(bad.opening_count = 1; bad.opening[0] = 60, PEN_DEAL_BAD_CARD, 60);
    BAD(bad.has_hand = 1, PEN_DEAL_EMPTY_HAND, PEN_CARD_NONE);
    BAD(bad.has_hand = 1; bad.hands[0].digit[0] = bad.hands[0].digit[1] = 1, PEN_DEAL_TOO_MANY_COPIES, 0);
    BAD(bad.draw_count = 100; memcpy(bad.draw, rules.deck, 100), PEN_DEAL_TOO_FEW_CARDS, PEN_CARD_NONE);
    BAD(bad.opening_count = 2; bad.opening[0] = 1; bad.opening[1] = 2, PEN_DEAL_OPENING_LEFT, PEN_CARD_NONE);
    /* S4: all numbers are in one hand, so nothing can start the discard pile. */
    struct pen_hand numbers = {{0}};
    for (unsigned i = 0; i < rules.deck_count; i++)
        if (rules.number[rules.deck[i]] != PEN_NUMBER_NONE)
            pen_hand_add(&numbers, rules.deck[i]);
    BAD(bad.has_hand = 1; bad.hands[0] = numbers, PEN_DEAL_NO_OPENING, PEN_CARD_NONE);
#undef BAD
}

/* A layout in mid-game is completed without turning anything over. */
static void test_complete_in_mid_game(void **state)
{
    (void)state;
    struct pen_round round;
    choose_rules("classic", 0, PEN_SCORING_DEFAULT, 0);
    struct pen_layout layout = pen_layout_random(3, 0, pen_chance_of(1, 1));
    layout.top = card_of("w+4");
    layout.top_color = 2;
    layout.discard[layout.discard_count++] = card_of("g5");
    assert_int_equal(pen_layout_complete(&rules, &layout, NULL), PEN_DEAL_GOOD);
    assert_int_equal(layout.opening_count, 0);
    assert_int_equal(layout.has_hand, 7);
    assert_int_equal(layout.draw_count, 108 - 3 * 7 - 2);
    assert_int_equal(pen_round_deal(&rules, &round, &layout, NULL, NULL), PEN_DEAL_GOOD);
    assert_null(pen_round_check(&rules, &round));
    assert_int_equal(round.top, card_of("w+4"));
    assert_int_equal(round.color, 2);
    assert_int_equal(round.ordered_count, round.draw_count);
    assert_int_equal(round.chance.counter, layout.chance.counter);
    /* RULES H4, O2: a Reverse that lies there has turned play, but not if it was a Skip. */
    for (unsigned i = 0; i < 6; i++) {
        layout = pen_layout_random(i % 2 ? 2 : 3, 0, pen_chance_of(1, 1));
        layout.top = card_of(i < 4 ? "rr" : "rs");
        rules.reverse_skips_with_two = i / 2 % 2 == 0;
        assert_int_equal(pen_round_deal(&rules, &round, &layout, NULL, NULL), PEN_DEAL_GOOD);
        assert_int_equal(round.turned, i == 0 || i == 2 || i == 3);
    }
}

/* RULE S4: in a small deck the hands may leave no card that opens; then it is dealt again. */
static void test_dealt_again(void **state)
{
    (void)state;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    unsigned again = 0, at_once = 0;
    assert_true(pen_edition_builtin("classic", &edition));
    edition.rule.seats_max = 2;
    edition.rule.hand_cards = 53; /* two cards are left */
    for (unsigned f = 4; f < edition.face_count; f++) {
        memset(edition.faces[f].open, 0, sizeof edition.faces[f].open);
        edition.faces[f].open[0].op = PEN_STEP_IGNORE;
    }
    assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct pen_round round;
        struct pen_layout layout = pen_layout_random(2, 0, pen_chance_of(seed, 1));
        enum pen_deal_problem problem = pen_round_deal(&rules, &round, &layout, NULL, NULL);
        again += problem == PEN_DEAL_NO_OPENING;
        at_once += problem == PEN_DEAL_GOOD;
        pen_round_start(&rules, &round, 2, 0, pen_chance_of(seed, 1));
        assert_null(pen_round_check(&rules, &round));
        assert_true(rules.number[round.top] < 4);
        assert_int_equal(round.hand_count[0] + round.hand_count[1], 106);
    }
    assert_int_equal(again + at_once, 40);
    assert_true(again > 5 && at_once > 5);
}

/* Whoever looks without having listened sees the same table, with no history. */
static void test_view_without_events(void **state)
{
    (void)state;
    static struct pen_view told, quiet;
    static struct pen_events events;
    struct pen_game game;
    choose_rules("spiderman", 0, PEN_SCORING_DEFAULT, 0);
    struct pen_layout layout = pen_game_first_layout(4, 0, 1);
    assert_int_equal(pen_game_start(&rules, &game, 1, &layout, NULL, &events, NULL), PEN_DEAL_GOOD);
    pen_view_init(&told, 2);
    pen_view_init(&quiet, 2);
    pen_view_update(&told, &rules, &game, &events);
    pen_view_update(&quiet, &rules, &game, NULL);
    assert_true(told.event_total > 0);
    assert_int_equal(quiet.event_total, 0);
    told.event_total = 0;
    memset(told.events, 0, sizeof told.events);
    told.memory = quiet.memory; /* what the history leaves in mind */
    assert_memory_equal(&told, &quiet, sizeof told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_memory),
        cmocka_unit_test(test_dealer_is_fair),
        cmocka_unit_test(test_dealer_on_the_right),
        cmocka_unit_test(test_dealer_of_equal_cards),
        cmocka_unit_test(test_whole_games),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_void_round),
        cmocka_unit_test(test_complete_layout_needs_no_chance),
        cmocka_unit_test(test_put_back),
        cmocka_unit_test(test_what_cannot_be_dealt),
        cmocka_unit_test(test_complete_in_mid_game),
        cmocka_unit_test(test_dealt_again),
        cmocka_unit_test(test_view_without_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

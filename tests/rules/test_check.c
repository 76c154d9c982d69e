/* test_check.c - the self-check notices: it says nothing about any position of random play, and
 * when one thing in such a position is broken it says exactly what.
 *
 * Every fault of the table is tried at every position that it fits; one that never fitted fails the
 * test. A fault names the sentence it must bring about; breaking two invariants at once is avoided,
 * because the check reports the first.
 *
 * It also holds for every round imagined from a view. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/penultima.h"
#include "sim/random_record.h"

static struct pen_rules rules;

/* ---- cards ----------------------------------------------------------------------------------- */

/* Each breaks the round and returns true, or finds that it does not fit here. */
typedef bool fault_function(struct pen_round *round);

#define FAULT(name, fits, change)             \
    static bool name(struct pen_round *round) \
    {                                         \
        if (!(fits))                          \
            return false;                     \
        change;                               \
        return true;                          \
    }

FAULT(one_seat, true, round->seat_count = 1)
FAULT(eleven_seats, true, round->seat_count = 11)
FAULT(long_draw_pile, true, round->draw_count = (uint8_t)(PEN_DECK_MAX - round->discard_count + 1))
FAULT(too_much_order, true, round->ordered_count = (uint8_t)(round->draw_count + 1))
FAULT(strange_card_to_draw, round->draw_count > 0, round->pile[0] = rules.kind_count)
FAULT(strange_discard, true, round->pile[PEN_DECK_MAX - 1] = PEN_CARD_NONE)
FAULT(rest_in_the_pile, true, round->pile[round->draw_count] = 1)
FAULT(miscounted_hand, true, round->hand_count[round->turn]++)
FAULT(card_too_many, true, pen_hand_add(&round->hands[0], 0))
FAULT(counted_chair, round->seat_count < PEN_SEATS_MAX, round->hand_count[round->seat_count] = 1)

static bool cards_on_a_chair(struct pen_round *round)
{
    if (round->seat_count == PEN_SEATS_MAX)
        return false;
    round->hand_count[round->seat_count] = 1;
    pen_hand_add(&round->hands[round->seat_count], 0);
    return true;
}

FAULT(exchanged_in_pile, round->draw_count > 0,
      round->pile[0] = (uint8_t)((round->pile[0] + 1) % rules.kind_count))

static bool exchanged_in_hand(struct pen_round *round)
{
    struct pen_hand *hand = &round->hands[round->turn];
    if (round->hand_count[round->turn] == 0)
        return false;
    pen_hand_remove(hand, pen_bits_lowest(pen_hand_kinds(hand)));
    pen_hand_add(hand, PEN_KINDS_MAX - 1); /* no edition here has so many kinds */
    return true;
}

static bool lost_draw_card(struct pen_round *round)
{
    if (round->draw_count == 0 || round->ordered_count == round->draw_count)
        return false;
    round->pile[--round->draw_count] = 0;
    return true;
}

/* ---- the top card ---------------------------------------------------------------------------- */

FAULT(other_top, true, round->top = (uint8_t)((round->top + 1) % rules.kind_count))

static bool no_discards(struct pen_round *round)
{
    if (round->discard_count != 1)
        return false;
    round->discard_count = 0;
    round->pile[PEN_DECK_MAX - 1] = 0;
    round->pile[round->draw_count++] = round->top;
    return true;
}

static bool discards_change_places(struct pen_round *round)
{
    uint8_t *top = &round->pile[PEN_DECK_MAX - round->discard_count];
    if (round->discard_count < 2 || top[1] == top[0])
        return false;
    top[0] = top[1];
    top[1] = round->top;
    return true;
}

static bool is_wild_on_top(const struct pen_round *round)
{
    return rules.color[round->top] == PEN_COLOR_NONE;
}

FAULT(other_color, !is_wild_on_top(round), round->color = (uint8_t)((round->color + 1) % rules.color_count))
FAULT(no_color, is_wild_on_top(round) && round->phase != PEN_PHASE_NAME, round->color = PEN_COLOR_NONE)
FAULT(color_out_of_range, is_wild_on_top(round) && round->phase != PEN_PHASE_NAME,
      round->color = rules.color_count)
FAULT(no_direction, true, round->direction = PEN_RIGHT + 1)
/* For two, left and right are the same seat. */
FAULT(other_direction, round->seat_count > 2, round->direction ^= 1)
FAULT(no_step_forward, true, round->forward = 0)

/* ---- seats ----------------------------------------------------------------------------------- */

FAULT(turn_of_a_chair, true, round->turn = round->seat_count)
FAULT(dealer_on_a_chair, true, round->dealer = round->seat_count)

#define NOTED(field) \
    FAULT(field##_of_a_chair, true, round->field = (uint16_t)(round->field | 1u << round->seat_count))
NOTED(owes)
NOTED(lost)
NOTED(dropped)
NOTED(vain)
NOTED(punished)
#undef NOTED

FAULT(owes_with_more, round->hand_count[round->turn] > 1,
      round->owes = (uint16_t)(round->owes | 1u << round->turn))

static bool owes_with_nothing(struct pen_round *round)
{
    if (round->phase != PEN_PHASE_OVER || round->winner == PEN_SEAT_NONE)
        return false;
    round->owes = (uint16_t)(1u << round->winner);
    return true;
}

/* All cards of a hand go to the draw pile. */
static bool emptied_hand(struct pen_round *round)
{
    struct pen_hand *hand = &round->hands[round->turn];
    if (round->hand_count[round->turn] == 0)
        return false;
    for (uint8_t card = 0; card < rules.kind_count; card++)
        for (unsigned i = pen_hand_count_of(hand, card); i > 0; i--)
            round->pile[round->draw_count++] = card;
    memset(hand, 0, sizeof *hand);
    round->hand_count[round->turn] = 0;
    round->owes = (uint16_t)(round->owes & ~(1u << round->turn));
    return true;
}

static bool other_winner(struct pen_round *round)
{
    if (round->phase != PEN_PHASE_OVER || round->winner == PEN_SEAT_NONE)
        return false;
    round->winner = pen_round_next(round, round->winner);
    return true;
}

/* ---- phases ---------------------------------------------------------------------------------- */

/* That no colour is in play yet would be a fault in any other phase. */
FAULT(no_phase, round->phase != PEN_PHASE_NAME, round->phase = PEN_PHASE_OVER + 1)
FAULT(all_dropped, round->phase == PEN_PHASE_RACE, round->dropped = (uint16_t)((1u << round->seat_count) - 1))
FAULT(pending_after_all, round->phase == PEN_PHASE_OVER, round->pending = 2)

static bool owed_after_all(struct pen_round *round)
{
    if (round->phase != PEN_PHASE_OVER)
        return false;
    for (unsigned seat = 0; seat < round->seat_count; seat++)
        if (round->hand_count[seat] == 1)
            round->owes = (uint16_t)(1u << seat);
    return round->owes != 0;
}

/* A void round that somebody has won all the same. */
static bool winner_with_cards(struct pen_round *round)
{
    if (round->phase != PEN_PHASE_TURN || round->owes != 0)
        return false;
    round->phase = PEN_PHASE_OVER;
    assert_null(pen_round_check(&rules, round));
    round->winner = round->turn;
    return true;
}

FAULT(pending_in_a_turn, round->phase < PEN_PHASE_OVER && round->phase != PEN_PHASE_PENDING,
      round->pending = 2)
FAULT(nothing_pending, round->phase == PEN_PHASE_PENDING, round->pending = 0)
FAULT(drawn_before, round->phase != PEN_PHASE_DRAWN && round->hand_count[round->turn] > 0,
      round->drawn = (uint8_t)pen_bits_lowest(pen_hand_kinds(&round->hands[round->turn])))
FAULT(turns_are_counted, round->turns == 0, round->turns = 3)
FAULT(more_of_no_number, round->phase == PEN_PHASE_TURN, round->phase = PEN_PHASE_MORE)
FAULT(nothing_drawn, round->phase == PEN_PHASE_DRAWN, round->drawn = PEN_CARD_NONE)
FAULT(drawn_by_somebody_else, round->phase == PEN_PHASE_DRAWN,
      round->drawn = (uint8_t)pen_bits_lowest(~pen_hand_kinds(&round->hands[round->turn])))
FAULT(follower_is_a_chair, round->phase == PEN_PHASE_FOLLOW, round->follower = round->seat_count)
FAULT(nothing_to_follow, round->phase == PEN_PHASE_FOLLOW, round->follow_color = PEN_COLOR_NONE)

#define UNDER_WAY(field) FAULT(field##_is_noted, round->phase <= PEN_PHASE_DRAWN, round->field = 1)
UNDER_WAY(step)
UNDER_WAY(anchor)
UNDER_WAY(skips)
#undef UNDER_WAY

FAULT(dropped_without_race, round->phase != PEN_PHASE_RACE, round->dropped = 1)

static bool cannot_follow(struct pen_round *round)
{
    if (round->phase != PEN_PHASE_FOLLOW)
        return false;
    uint64_t kinds = pen_hand_kinds(&round->hands[round->follower]);
    for (uint8_t color = 0; color < rules.color_count; color++) {
        round->follow_color = color;
        if (!(kinds & rules.of_color[color]))
            return true;
    }
    return false;
}

static bool nobody_to_swing_past(struct pen_round *round)
{
    if (round->phase != PEN_PHASE_SWING)
        return false;
    uint64_t kinds = 0;
    for (uint8_t seat = 0; seat < round->seat_count; seat++)
        if (seat != round->thrower)
            kinds |= pen_hand_kinds(&round->hands[seat]);
    for (uint8_t color = 0; color < rules.color_count; color++) {
        round->color = color;
        if (!(kinds & rules.of_color[color]))
            return true;
    }
    return false;
}

/* ---- all of them ----------------------------------------------------------------------------- */

static const struct {
    fault_function *break_it;
    const char *sentence;
} faults[] = {
    {one_seat, "the number of seats is out of range"},
    {eleven_seats, "the number of seats is out of range"},
    {long_draw_pile, "the piles overlap"},
    {too_much_order, "more cards in order than in the draw pile"},
    {strange_card_to_draw, "a pile holds a card that the edition does not have"},
    {strange_discard, "a pile holds a card that the edition does not have"},
    {rest_in_the_pile, "a free place of the piles is not zero"},
    {miscounted_hand, "a hand does not have the number of cards it should"},
    {card_too_many, "a hand does not have the number of cards it should"},
    {counted_chair, "a hand does not have the number of cards it should"},
    {cards_on_a_chair, "an empty chair holds cards"},
    {exchanged_in_pile, "a card of the deck is lost or doubled"},
    {exchanged_in_hand, "a card of the deck is lost or doubled"},
    {lost_draw_card, "a card of the deck is lost or doubled"},
    {other_top, "the top card does not lie on top"},
    {no_discards, "the top card does not lie on top"},
    {discards_change_places, "the top card does not lie on top"},
    {other_color, "the colour in play is not that of the top card"},
    {no_color, "no colour is in play"},
    {color_out_of_range, "no colour is in play"},
    {no_direction, "no direction"},
    {other_direction, "no direction"},
    {no_step_forward, "no direction"},
    {turn_of_a_chair, "it is nobody's turn or deal"},
    {dealer_on_a_chair, "it is nobody's turn or deal"},
    {owes_of_a_chair, "something is noted about an empty chair"},
    {lost_of_a_chair, "something is noted about an empty chair"},
    {dropped_of_a_chair, "something is noted about an empty chair"},
    {vain_of_a_chair, "something is noted about an empty chair"},
    {punished_of_a_chair, "something is noted about an empty chair"},
    {owes_with_more, "UNO is owed without exactly one card"},
    {owes_with_nothing, "UNO is owed without exactly one card"},
    {emptied_hand, "an empty hand did not end the round"},
    {other_winner, "an empty hand did not end the round"},
    {no_phase, "no such phase"},
    {all_dropped, "nobody must act, but the round is not over"},
    {pending_after_all, "something is open after the round"},
    {owed_after_all, "something is open after the round"},
    {winner_with_cards, "a winner who has not won"},
    {pending_in_a_turn, "a pending draw without its phase, or the phase without one"},
    {nothing_pending, "a pending draw without its phase, or the phase without one"},
    {drawn_before, "a drawn card without its phase, or the phase without one"},
    {turns_are_counted, "turns are counted, or not, against the rules"},
    {more_of_no_number, "more cards of a number without the first"},
    {nothing_drawn, "a drawn card without its phase, or the phase without one"},
    {drawn_by_somebody_else, "the drawn card is not in the hand"},
    {follower_is_a_chair, "nobody or nothing to follow"},
    {nothing_to_follow, "nobody or nothing to follow"},
    {step_is_noted, "a program is noted that is not under way"},
    {anchor_is_noted, "a program is noted that is not under way"},
    {skips_is_noted, "a program is noted that is not under way"},
    {dropped_without_race, "cards are dropped without a race"},
    {cannot_follow, "a seat must act and cannot"},
    {nobody_to_swing_past, "a seat must act and cannot"},
};
enum { FAULT_COUNT = sizeof faults / sizeof faults[0] };

static unsigned fitted[FAULT_COUNT];

static void break_everything(const struct pen_round *round, const char *where)
{
    for (unsigned i = 0; i < FAULT_COUNT; i++) {
        struct pen_round broken = *round;
        if (!faults[i].break_it(&broken))
            continue;
        const char *found = pen_round_check(&rules, &broken);
        if (!found || strcmp(found, faults[i].sentence) != 0)
            fail_msg("%s, phase %u: found \"%s\", wanted \"%s\" (fault %u)", where, round->phase,
                     found ? found : "nothing", faults[i].sentence, i);
        fitted[i]++;
    }
}

static void play_table(const char *id, unsigned house, uint8_t seats, uint64_t seed)
{
    struct pen_edition edition;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    struct pen_round round;
    struct pen_chance chance = pen_chance_of(seed, 2);
    char where[96];
    options.house = (uint8_t)house;
    assert_true(pen_edition_builtin(id, &edition));
    assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
    if (!pen_seats_fit(&rules, seats))
        return;
    pen_round_start(&rules, &round, seats, 0, pen_chance_of(seed, 1));
    for (unsigned action = 0; action < 500; action++) {
        snprintf(where, sizeof where, "%s, house %u, %u seats, seed %llu, action %u", id, house, seats,
                 (unsigned long long)seed, action);
        const char *found = pen_round_check(&rules, &round);
        if (found)
            fail_msg("%s: %s", where, found);
        break_everything(&round, where);
        if (round.phase == PEN_PHASE_OVER)
            return;
        struct pen_action next = sim_record_choose(&rules, &round, &chance);
        assert_int_equal(pen_round_apply(&rules, &round, next, NULL), PEN_ACCEPTED);
    }
}

static void test_it_notices(void **state)
{
    (void)state;
    static const uint8_t seats[] = {2, 3, 5, 10};
    uint64_t seed = 1;
    for (unsigned e = 0; e < pen_edition_builtin_count(); e++)
        for (unsigned house = 0; house <= PEN_HOUSE_SHEET; house++)
            for (unsigned i = 0; i < sizeof seats; i++)
                play_table(pen_edition_builtin_id(e), house, seats[i], seed++);
    for (unsigned i = 0; i < FAULT_COUNT; i++)
        if (fitted[i] == 0)
            fail_msg("fault %u (%s) never fitted", i, faults[i].sentence);
}

/* Rules that do not agree with themselves: the check compares with both. */
static void test_wrong_rules(void **state)
{
    (void)state;
    struct pen_edition edition;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    struct pen_round round;
    assert_true(pen_edition_builtin("classic", &edition));
    assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
    pen_round_start(&rules, &round, 4, 0, pen_chance_of(1, 1));
    assert_null(pen_round_check(&rules, &round));
    rules.deck_count++;
    assert_string_equal(pen_round_check(&rules, &round), "the deck has the wrong number of cards");
}

/* ---- imagined rounds ------------------------------------------------------------------------- */

/* Everything but what an imagined round has of its own: chance, the order of the piles, what a
 * guarded card was laid from, and the count that only a table of people asks for. */
static struct pen_round comparable(const struct pen_round *round)
{
    struct pen_round same = *round;
    memset(&same.chance, 0, sizeof same.chance);
    memset(same.pile, 0, sizeof same.pile);
    memset(&same.laid_from, 0, sizeof same.laid_from);
    same.ordered_count = same.bluffed = same.still = same.still_piles = 0;
    return same;
}

static void imagine(const struct pen_view *view, const struct pen_round *round, const char *where)
{
    struct pen_round imagined;
    pen_view_imagine(view, &rules, round->hands, pen_chance_of(9, 9), &imagined);
    const char *found = pen_round_check(&rules, &imagined);
    if (found)
        fail_msg("%s, imagined by seat %u: %s", where, view->viewer, found);
    struct pen_round wanted = comparable(round), same = comparable(&imagined);
    if (round->phase == PEN_PHASE_DRAWN && round->turn != view->viewer) {
        wanted.phase = PEN_PHASE_TURN; /* somebody else's card stays unknown */
        wanted.drawn = PEN_CARD_NONE;
        wanted.drawn_forced = 0;
    }
    if (memcmp(&same, &wanted, sizeof same) != 0)
        fail_msg("%s, phase %u: imagined by seat %u it is another round", where, round->phase, view->viewer);
    /* RULE A7: from the hand that the card was really laid from the same follows. */
    if (round->phase == PEN_PHASE_PENDING && (rules.challengeable & pen_card_bit(round->top)) &&
        memcmp(&imagined.laid_from, &round->laid_from, sizeof imagined.laid_from) == 0 &&
        imagined.bluffed != round->bluffed)
        fail_msg("%s: imagined by seat %u it is another bluff", where, view->viewer);
}

/* With the true hands a view is imagined into the round that it shows. */
static void imagine_table(const struct pen_edition *edition, unsigned house, uint8_t seats,
                          const char *opening, uint64_t seed)
{
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    struct pen_game game;
    static struct pen_events events;
    static struct pen_view views[PEN_SEATS_MAX];
    struct pen_chance chance = pen_chance_of(seed, 2);
    struct pen_layout layout = pen_game_first_layout(seats, 0, seed);
    options.house = (uint8_t)house;
    options.reverse_with_two = seed % 2 ? PEN_REVERSE_TURNS : PEN_REVERSE_SKIPS;
    assert_int_equal(pen_table_make(&rules, edition, &options, NULL), PEN_RULES_GOOD);
    if (opening)
        assert_true(pen_card_read(edition, &rules, opening, strlen(opening),
                                  &layout.opening[layout.opening_count++]));
    assert_int_equal(pen_game_start(&rules, &game, seed, &layout, NULL, &events, NULL), PEN_DEAL_GOOD);
    for (uint8_t seat = 0; seat < seats; seat++)
        pen_view_init(&views[seat], seat);
    for (unsigned action = 0; action < 400; action++) {
        char where[96];
        snprintf(where, sizeof where, "%s, house %u, %u seats, seed %llu, action %u", edition->id, house,
                 seats, (unsigned long long)seed, action);
        for (uint8_t seat = 0; seat < seats; seat++) {
            pen_view_update(&views[seat], &rules, &game, &events);
            imagine(&views[seat], &game.round, where);
        }
        if (game.round.phase == PEN_PHASE_OVER)
            return;
        struct pen_action next = sim_record_choose(&rules, &game.round, &chance);
        assert_int_equal(pen_game_apply(&rules, &game, next, &events), PEN_ACCEPTED);
    }
}

static void test_imagined(void **state)
{
    (void)state;
    /* No built-in edition skips before a choice, or opens with a card that can be challenged. */
    static const char own[] = "edition own\nlike classic\ntitle en \"O\", es \"P\"\n"
                              "play s skip next, reverse, swap hands\n"
                              "open w+4 name color\n";
    struct pen_edition edition;
    struct pen_problem problem;
    uint64_t seed = 1;
    for (unsigned e = 0; e < pen_edition_builtin_count(); e++)
        for (unsigned house = 0; house <= PEN_HOUSE_SHEET; house++)
            for (uint8_t seats = 2; seats <= 6; seats++) {
                assert_true(pen_edition_builtin(pen_edition_builtin_id(e), &edition));
                imagine_table(&edition, house, seats, NULL, seed++);
            }
    assert_true(pen_edition_parse(&edition, own, sizeof own - 1, &problem));
    for (unsigned i = 0; i < 40; i++)
        imagine_table(&edition, 0, (uint8_t)(2 + i / 20), "w+4", seed++);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_notices),
        cmocka_unit_test(test_wrong_rules),
        cmocka_unit_test(test_imagined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

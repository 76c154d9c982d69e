/* test_own_piles.c - RULE H25: everybody draws from a pile of their own, whatever the others do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "penultima/penultima.h"

enum { DEALS = 20, TIMES = 4, ACTIONS_MAX = 3000 };

static struct pen_rules rules;
static struct pen_events events;

/* What each seat will draw, the next one first. */
struct piles {
    uint8_t cards[PEN_SEATS_MAX][PEN_DECK_MAX], count[PEN_SEATS_MAX], drawn[PEN_SEATS_MAX];
};

/* As the rule says it: one card at a time, the dealer's left first. */
static void share(const struct pen_round *round, const uint8_t *pile, unsigned count, struct piles *piles)
{
    memset(piles, 0, sizeof *piles);
    for (unsigned i = 0; i < count; i++) {
        const unsigned seat = (round->dealer + 1 + i) % round->seat_count;
        piles->cards[seat][piles->count[seat]++] = pile[i];
    }
}

/* Plays a round by this chance; returns how many cards were drawn from the own pile. */
static unsigned play(const struct pen_layout *layout, struct pen_chance chance, unsigned *others)
{
    static struct pen_round round;
    static struct piles piles;
    unsigned own = 0;
    assert_int_equal(pen_round_deal(&rules, &round, layout, &events, NULL), PEN_DEAL_GOOD);
    share(&round, layout->draw, layout->draw_count, &piles);
    for (unsigned actions = 0; round.phase != PEN_PHASE_OVER && actions < ACTIONS_MAX; actions++) {
        /* What the deal or the last action drew; a new pile may have come between two cards. */
        for (unsigned i = 0; i < events.count; i++) {
            const struct pen_event *event = &events.list[i];
            if (event->type == PEN_EVENT_RESHUFFLED)
                share(&round, events.reshuffled, events.reshuffled_count, &piles);
            if (event->type != PEN_EVENT_DREW)
                continue;
            const uint8_t seat = event->seat;
            if (piles.drawn[seat] < piles.count[seat]) {
                assert_int_equal(event->card, piles.cards[seat][piles.drawn[seat]++]);
                own++;
            } else { /* the lowest card of the largest, of equals the first to the left */
                unsigned from = seat, most = 0;
                for (unsigned step = 1; step < round.seat_count; step++) {
                    const unsigned other = (seat + step) % round.seat_count;
                    const unsigned left = (unsigned)piles.count[other] - piles.drawn[other];
                    if (left > most) {
                        most = left;
                        from = other;
                    }
                }
                assert_true(most > 0);
                assert_int_equal(event->card, piles.cards[from][--piles.count[from]]);
                ++*others;
            }
        }
        unsigned left = 0;
        for (unsigned seat = 0; seat < round.seat_count; seat++) {
            assert_int_equal(round.own[seat], piles.count[seat] - piles.drawn[seat]);
            left += round.own[seat];
        }
        assert_int_equal(left, round.draw_count);
        assert_null(pen_round_check(&rules, &round));
        const uint16_t must = pen_round_must(&round);
        const uint8_t seat = (uint8_t)pen_bits_select(must, pen_chance_below(&chance, pen_bits_count(must)));
        struct pen_legal legal;
        pen_round_legal(&rules, &round, seat, &legal);
        const struct pen_action action = pen_legal_any(&rules, &legal, &chance);
        assert_int_equal(pen_round_apply(&rules, &round, action, &events), PEN_ACCEPTED);
    }
    return own;
}

/* The same deal played by other chances: each seat draws the same cards one after the other. */
static void test_whatever_the_others_do(void **state)
{
    (void)state;
    unsigned own = 0, others = 0;
    for (unsigned index = 0; index < pen_edition_builtin_count(); index++) {
        struct pen_edition edition;
        struct pen_options options = PEN_OPTIONS_DEFAULT;
        assert_true(pen_edition_builtin(pen_edition_builtin_id(index), &edition));
        assert_true(pen_house_add("own-pile", strlen("own-pile"), &options.house));
        assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
        for (unsigned deal = 0; deal < DEALS; deal++) {
            const unsigned most = rules.rule.seats_max, seats = 2 + deal % (most - 1);
            struct pen_layout layout =
                pen_layout_random((uint8_t)seats, (uint8_t)(deal % seats), pen_chance_of(deal, index));
            assert_int_equal(pen_layout_complete(&rules, &layout, NULL), PEN_DEAL_GOOD);
            for (unsigned i = 0; i < TIMES; i++)
                own += play(&layout, pen_chance_of(deal, 100 + i), &others);
        }
    }
    print_message("# %u cards from the own pile, %u from another's\n", own, others);
    assert_true(own > 10000 && others > 100);
}

/* A deal that chance makes as it goes is the one that a record states. */
static void test_stated_or_not(void **state)
{
    (void)state;
    struct pen_edition edition;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    assert_true(pen_edition_builtin("classic", &edition));
    assert_true(pen_house_add("own-pile", strlen("own-pile"), &options.house));
    assert_int_equal(pen_table_make(&rules, &edition, &options, NULL), PEN_RULES_GOOD);
    for (uint64_t seed = 1; seed <= 500; seed++) {
        const uint8_t seats = (uint8_t)(2 + seed % 9), dealer = (uint8_t)(seed % seats);
        struct pen_layout layout = pen_layout_random(seats, dealer, pen_chance_of(seed, 1));
        struct pen_round quick, chance, stated;
        pen_round_start(&rules, &quick, seats, dealer, layout.chance);
        assert_int_equal(pen_round_deal(&rules, &chance, &layout, NULL, NULL), PEN_DEAL_GOOD);
        assert_int_equal(pen_layout_complete(&rules, &layout, NULL), PEN_DEAL_GOOD);
        assert_int_equal(pen_round_deal(&rules, &stated, &layout, NULL, NULL), PEN_DEAL_GOOD);
        assert_memory_equal(&quick, &stated, sizeof stated);
        assert_memory_equal(&chance, &stated, sizeof stated);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whatever_the_others_do),
        cmocka_unit_test(test_stated_or_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

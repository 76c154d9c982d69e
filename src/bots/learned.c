/* learned.c - a view becomes an observation, the observation several looks, the looks a number per action. */
#include "bots/learned.h"

#include "bots/sense.h"
#include "mind/builtin.h"
#include "mind/turned.h"

enum { CARDS_ENOUGH = 12 }; /* with so many it does not draw though it could play */

/* What is decided in turn. */
static void decided_in_turn(const struct pen_rules *rules, const struct pen_view *view,
                            uint64_t mask[PEN_ACTION_WORDS])
{
    struct pen_legal legal = view->legal;
    pen_legal_keep(&legal, LEARNED_VERBS);
    legal.swaps = bot_opponents(view, legal.swaps);
    legal.swings = bot_opponents(view, legal.swings);
    /* Several of its kind, all drawing though they could play, would hardly end a round where hands move. */
    unsigned enough = pen_observed_rules(rules) & PEN_OBSERVED_SWAPS ? 0 : CARDS_ENOUGH;
    if (view->seat_count > 2 && legal.plays != 0 && view->hand_count[view->viewer] >= enough)
        legal.verbs &= (uint16_t) ~(1u << PEN_VERB_DRAW);
    pen_number_mask(rules, &legal, view->seat_count, mask);
}

bool bot_learned_begin(struct learned *learned, const struct pen_rules *rules, const struct pen_view *view)
{
    decided_in_turn(rules, view, learned->mask);
    /* RULE H23: nothing was learned of several cards in a turn. */
    if (rules->teams > 0 || view->phase == PEN_PHASE_MORE ||
        !(learned->mask[0] | learned->mask[1] | learned->mask[2]) ||
        !mind_builtin(view->seat_count, &learned->mind))
        return false;
    pen_observe_view(rules, view, &learned->observation);
    for (unsigned i = 0; i < PEN_ACTIONS; i++)
        learned->worth[i] = 0;
    return true;
}

unsigned bot_learned_choices(const struct learned *learned)
{
    return pen_bits_count(learned->mask[0]) + pen_bits_count(learned->mask[1]) +
           pen_bits_count(learned->mask[2]);
}

static void turn_mask(const struct pen_rules *rules, unsigned by, const uint64_t mask[PEN_ACTION_WORDS],
                      uint64_t turned[PEN_ACTION_WORDS])
{
    turned[0] = turned[1] = turned[2] = 0;
    for (unsigned word = 0; word < PEN_ACTION_WORDS; word++)
        for (uint64_t left = mask[word]; left; left &= left - 1) {
            unsigned number = mind_turned_action(rules, by, 64 * word + pen_bits_lowest(left));
            turned[number / 64] |= UINT64_C(1) << number % 64;
        }
}

void bot_learned_look(struct learned *learned, const struct pen_rules *rules, unsigned looks)
{
    struct pen_observation turned[MIND_LOOKS_MAX];
    struct mind_thought thoughts[MIND_LOOKS_MAX];
    uint64_t masks[MIND_LOOKS_MAX][PEN_ACTION_WORDS];
    unsigned turns = mind_turns(rules);
    looks = looks < turns ? looks : turns < MIND_LOOKS_MAX ? turns : MIND_LOOKS_MAX;
    for (unsigned by = 0; by < looks; by++) {
        mind_turn(rules, by, &learned->observation, &turned[by]);
        turn_mask(rules, by, learned->mask, masks[by]);
    }
    mind_think_of_all(&learned->mind, turned, looks, (const uint64_t(*)[PEN_ACTION_WORDS])masks, thoughts);
    for (unsigned i = 0; i < PEN_ACTIONS; i++) {
        if (!(learned->mask[i / 64] >> i % 64 & 1))
            continue;
        int64_t sum = 0;
        for (unsigned by = 0; by < looks; by++)
            sum += thoughts[by].policy[mind_turned_action(rules, by, i)];
        learned->worth[i] = (int32_t)(sum / (int)looks);
    }
}

unsigned bot_learned_best(const struct learned *learned)
{
    unsigned best = PEN_ACT_NONE;
    for (unsigned i = 0; i < PEN_ACTIONS; i++)
        if ((learned->mask[i / 64] >> i % 64 & 1) &&
            (best == PEN_ACT_NONE || learned->worth[i] > learned->worth[best]))
            best = i;
    return best;
}

struct pen_action bot_learned_action(const struct pen_rules *rules, const struct pen_view *view,
                                     unsigned number)
{
    return pen_number_action(rules, number, view->viewer, view->seat_count, view->phase, view->top,
                             view->hand_count[view->viewer], true);
}

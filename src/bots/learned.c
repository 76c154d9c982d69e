/* learned.c - a view becomes an observation, the observation a number per action. */
#include "bots/learned.h"

#include "bots/sense.h"
#include "mind/builtin.h"

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
    /* RULES H23, H24: nothing was learned of several cards in a turn, and an observation does not tell how
     * many turns are left. */
    if (rules->teams > 0 || view->phase == PEN_PHASE_MORE || rules->rule.turns_each > 0 ||
        !(learned->mask[0] | learned->mask[1] | learned->mask[2]) || !mind_knows(rules) ||
        !mind_builtin(view->seat_count, &learned->mind))
        return false;
    pen_observe_view(rules, view, &learned->observation);
    for (unsigned i = 0; i < PEN_ACTIONS; i++)
        learned->worth[i] = 0;
    return true;
}

bool bot_learned_is_behind(const struct pen_rules *rules, unsigned seat_count)
{
    for (uint8_t card = 0; seat_count > 2 && card < rules->kind_count; card++)
        if (bot_program_has(rules, card, PEN_STEP_PASS_HANDS)) /* RULE H2 */
            return true;
    return false;
}

unsigned bot_learned_choices(const struct learned *learned)
{
    return pen_bits_count(learned->mask[0]) + pen_bits_count(learned->mask[1]) +
           pen_bits_count(learned->mask[2]);
}

void bot_learned_look(struct learned *learned, const struct pen_rules *rules)
{
    struct mind_thought thought;
    mind_think(&learned->mind, rules, &learned->observation, learned->mask, &thought);
    for (unsigned i = 0; i < PEN_ACTIONS; i++)
        if (learned->mask[i / 64] >> i % 64 & 1)
            learned->worth[i] = thought.policy[i];
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

/* e^x for x from -20 to 0, near enough, and the same on every machine. */
static double power_of_e(double x)
{
    double power = 1.0 + (x < -20 ? -20 : x) / 1024;
    for (unsigned i = 0; i < 10; i++)
        power *= power;
    return power;
}

double bot_learned_likely(const struct learned *learned, unsigned temperature, double likely[PEN_ACTIONS])
{
    unsigned best = bot_learned_best(learned);
    double sum = 0;
    for (unsigned i = 0; i < PEN_ACTIONS; i++) {
        likely[i] = learned->mask[i / 64] >> i % 64 & 1
                        ? power_of_e((double)(learned->worth[i] - learned->worth[best]) * 100 /
                                     ((double)MIND_ONE * temperature))
                        : 0;
        sum += likely[i];
    }
    return sum;
}

struct pen_action bot_learned_action(const struct pen_rules *rules, const struct pen_view *view,
                                     unsigned number)
{
    return pen_number_action(rules, number, view->viewer, view->seat_count, view->phase, view->top,
                             view->hand_count[view->viewer], true);
}

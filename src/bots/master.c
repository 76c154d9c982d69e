/* master.c - the player that has learned: it does what its network finds likeliest to win, without search.
 *
 * It knows what its view tells and nothing else. Where it has not learned to play (in teams, or
 * where no network is loaded for a table of this size), it thinks as the expert does. */
#include "bots/sense.h"
#include "mind/builtin.h"
#include "mind/turned.h"

/* How often it looks at a decision, each time with the colours turned; with how many cards it does not draw
 * though it could play. */
enum { LOOKS_MAX = 4, CARDS_ENOUGH = 12 };

/* What is decided in turn. Saying UNO late, catching and accusing are reflexes or are left alone. */
static void decided_in_turn(const struct pen_rules *rules, const struct pen_view *view,
                            uint64_t mask[PEN_ACTION_WORDS])
{
    struct pen_legal legal = view->legal;
    legal.catches = legal.accuses = 0;
    legal.swaps = bot_opponents(view, legal.swaps);
    legal.swings = bot_opponents(view, legal.swings);
    legal.verbs &= (uint16_t) ~(1u << PEN_VERB_SAY_UNO | 1u << PEN_VERB_DROP);
    /* Several of its kind, all drawing though they could play, would hardly end a round where hands move. */
    unsigned enough = pen_observed_rules(rules) & PEN_OBSERVED_SWAPS ? 0 : CARDS_ENOUGH;
    if (view->seat_count > 2 && legal.plays != 0 && view->hand_count[view->viewer] >= enough)
        legal.verbs &= (uint16_t) ~(1u << PEN_VERB_DRAW);
    pen_number_mask(rules, &legal, view->seat_count, mask);
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

/* The best of what is open, by the sum over several looks of what the network says of each action. */
static unsigned think(const struct mind *mind, const struct pen_rules *rules, const struct pen_view *view,
                      const uint64_t mask[PEN_ACTION_WORDS])
{
    struct pen_observation observation, turned;
    struct mind_thought thought;
    int32_t worth[PEN_ACTIONS] = {0};
    unsigned open_count = pen_bits_count(mask[0]) + pen_bits_count(mask[1]) + pen_bits_count(mask[2]);
    unsigned looks = open_count > 1 ? mind_turns(rules) : 0, best = PEN_ACT_NONE;
    pen_observe_view(rules, view, &observation);
    for (unsigned by = 0; by < looks && by < LOOKS_MAX; by++) {
        uint64_t open[PEN_ACTION_WORDS];
        mind_turn(rules, by, &observation, &turned);
        turn_mask(rules, by, mask, open);
        mind_think_of(mind, &turned, open, &thought);
        for (unsigned i = 0; i < PEN_ACTIONS; i++)
            if (mask[i / 64] >> i % 64 & 1)
                worth[i] += thought.policy[mind_turned_action(rules, by, i)];
    }
    for (unsigned i = 0; i < PEN_ACTIONS; i++)
        if ((mask[i / 64] >> i % 64 & 1) && (best == PEN_ACT_NONE || worth[i] > worth[best]))
            best = i;
    return best;
}

static struct pen_action choose(struct bot *bot, const struct pen_rules *rules, const struct pen_view *view)
{
    struct mind mind;
    uint64_t mask[PEN_ACTION_WORDS];
    decided_in_turn(rules, view, mask);
    if (rules->teams > 0 || !(mask[0] | mask[1] | mask[2]) || !mind_builtin(view->seat_count, &mind))
        return bot_expert_choose(bot, rules, view);
    return pen_number_action(rules, think(&mind, rules, view, mask), view->viewer, view->seat_count,
                             view->phase, view->top, view->hand_count[view->viewer], true);
}

/* It thinks as the expert where it has not learned. */
const struct bot_kind bot__MASTER = {.choose = choose,
                                     .doubts = bot_expert_doubts,
                                     .percent_notices = 95,
                                     .delay_ms = 400,
                                     .spread_ms = 500,
                                     .thinks_back = true,
                                     .saves_wilds = true};

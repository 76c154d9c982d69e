/* play.c - the random play of `penultima bench` as a kernel, from the rules' own sources: game i of a seed is
 * the same game there (src/sim/bench.c) and here. Built by tools/gpu, measured by measure.py; host.c runs the
 * same on a processor, to compare.
 *
 * A thread plays one game at a time; the threads of a warp share a number of games. As they take as long as
 * all that any of them does, what few of them have to do waits until enough of them have to: dealing, and
 * what an action that is not a plain card or draw takes. The whole block decides together whether there are
 * enough: so all its warps run the same code at the same time, and fetch it once instead of each for itself.
 *
 * A block is whole warps. All its threads go around the loop together until the last game of the block has
 * ended, for everybody has to come to where they are counted. */
#include <string.h>

#include "sim/random_play.h"
#include "warp.h"

struct gpu_play {
    const struct pen_rules *rules;
    uint64_t seed, first;            /* game */
    uint64_t *actions;               /* per thread */
    uint64_t *sums;                  /* per game, or null */
    uint32_t seat_count, games_each; /* games per warp */
    uint32_t wait_deal;              /* so many of 32 threads of a block without a game: deals */
    uint32_t wait_rest;              /* so many of 32 that play have not finished their action: finishes */
};

/* What is left of an action: the word of one that is chosen, or these. */
#define DONE UINT64_MAX
#define NOT_CHOSEN (UINT64_MAX - 1)

static inline uint64_t choose_rarely(const struct pen_rules *rules, const struct pen_round *round,
                                     struct pen_chance *chance)
{
    struct pen_legal legal;
    bool is_card = sim_open_rarely(rules, round, 0, chance, &legal);
    struct pen_action action = is_card ? pen__any_play(rules, legal.plays, legal.seat, chance)
                                       : pen_legal_any(rules, &legal, chance);
    if (action.card != PEN_CARD_NONE && pen_uno_goes_with(rules, round->hand_count[action.seat]))
        action.uno = pen_chance_word(chance) & 1;
    return pen_action_word(action);
}

/* The quick half of an action, as pen_quick_any_turns() does it; what is left of it comes back. */
static PEN_ALWAYS_INLINE uint64_t act_quickly(const struct pen_rules *rules, struct pen_round *round,
                                              struct pen_chance *chance)
{
    uint8_t seat = round->turn;
    if (PEN_UNLIKELY(rules->rule.jump_in)) {
        uint16_t seats = sim_who_may_act(rules, round);
        if (seats & (seats - 1))
            return NOT_CHOSEN;
    }
    if (PEN_UNLIKELY(!pen__is_ordinary_turn(round, seat) || (rules->not_last | rules->no_bluffs) != 0))
        return NOT_CHOSEN;
    uint64_t matches = pen_round_matches(rules, round);
    uint64_t plays = pen__quick_plays(round, seat, matches);
    if (plays == 0) {
        uint32_t place;
        if (PEN_UNLIKELY(rules->draw_way > 1 || !pen__quick_place(round, &place)))
            return pen_action_word(PEN_ACTION(PEN_VERB_DRAW, seat));
        pen__quick_take(round, seat, place, matches, rules->draw_way != 0);
        return DONE;
    }
    struct pen_action action = pen__any_play(rules, plays, seat, chance);
    unsigned left = round->hand_count[seat] - 1u;
    if (pen_uno_goes_with(rules, left + 1))
        action.uno = pen_chance_word(chance) & 1;
    if (PEN_UNLIKELY(left == 0 || !(rules->quick >> action.card & 1)))
        return pen_action_word(action);
    unsigned owes = left == 1 && !action.uno && rules->rule.saying != PEN_SAYING_NEVER;
    round->owes = (uint16_t)(owes << seat); /* nobody owed before: an ordinary turn */
    pen__quick_lay(rules, round, seat, action.card, rules->color[action.card] & action.color, left);
    return DONE;
}

static inline void finish(const struct pen_rules *rules, struct pen_round *round, uint64_t todo,
                          struct pen_chance *chance)
{
    if (todo == NOT_CHOSEN)
        todo = choose_rarely(rules, round, chance);
    enum pen_refusal refusal = pen__apply_slowly(rules, round, todo);
    PEN_ASSERT(refusal == PEN_ACCEPTED);
}

/* FNV-1a by words over the last round of a game and the number of its actions. */
static inline uint64_t sum_of_round(const struct pen_round *round, unsigned actions)
{
    uint64_t sum = actions, word;
    for (unsigned i = 0; i < sizeof *round / sizeof word; i++) {
        memcpy(&word, (const char *)round + sizeof word * i, sizeof word);
        sum = (sum ^ word) * UINT64_C(0x100000001b3);
    }
    return sum;
}

KERNEL void rules_play(const struct gpu_play *restrict play)
{
    const struct pen_rules *rules = play->rules;
    struct pen_round round;
    struct pen_chance chance = {0};
    unsigned thread = thread_index_32(), next = 0, actions = 0;
    unsigned seat_count = play->seat_count, games_each = play->games_each;
    unsigned wait_deal = play->wait_deal, wait_rest = play->wait_rest;
    uint64_t first = play->first + (uint64_t)(thread / WARP) * games_each, game = 0, total = 0, todo = DONE;
    bool is_busy = false;
    for (;;) {
        unsigned idle = warp_which(!is_busy), idle_count = pen_bits_count(idle);
        unsigned threads = block_threads(), idle_all = block_count(!is_busy);
        if (idle_all == threads && block_count(next < games_each) == 0)
            break;
        bool deals = idle_all * WARP >= wait_deal * threads;
        if (next < games_each && (deals || idle == ALL_LANES)) {
            unsigned at = next + pen_bits_count(idle & ((1u << thread % WARP) - 1));
            if (!is_busy && at < games_each) {
                game = first + at;
                chance = pen_chance_of(play->seed, 2 * game);
                pen_round_start(rules, &round, (uint8_t)seat_count, (uint8_t)(game % seat_count),
                                pen_chance_of(play->seed, 2 * game + 1));
                actions = 0;
                is_busy = true;
            }
            warp_meet();
            next += idle_count;
        }
        if (is_busy && todo == DONE)
            todo = act_quickly(rules, &round, &chance);
        warp_meet();
        unsigned rest_count = block_count(todo != DONE), busy_count = threads - idle_all;
        if (rest_count != 0 && rest_count * WARP >= wait_rest * busy_count) {
            if (todo != DONE) {
                finish(rules, &round, todo, &chance);
                todo = DONE;
            }
            warp_meet();
        }
        if (is_busy && todo == DONE) {
            actions++;
            if (PEN_UNLIKELY(round.phase == PEN_PHASE_OVER || actions == SIM_ROUND_ACTIONS_MAX)) {
                is_busy = false;
                total += actions;
                if (play->sums)
                    play->sums[game] = sum_of_round(&round, actions);
            }
        }
    }
    play->actions[thread] = total;
}

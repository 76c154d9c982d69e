/* problem_walk.c - where problems come from: rounds of `rank`, which now and then does anything, in which
 * nobody is in a hurry. Who is nearly out draws as long as the pile is high: so most of the cards lie open in
 * the end, and there is something to count. */
#include <string.h>

#include "value/problem.h"
#include "value/write.h"

enum { ACTIONS_MAX = 2000, ANYTHING_OF = 8, NEARLY_OUT = 2, LOW_LEAST = 3, LOW_MOST = 9 };

struct walk {
    const struct pen_rules *rules;
    struct pen_game game;
    struct pen_events events;
    struct pen_view views[PROBLEM_SEATS_MAX];
    struct pen_chance chance;
    unsigned seats, number; /* decisions so far */
    unsigned low;           /* cards in the pile from which on everybody wants to win */
};

static bool begin(struct walk *walk, const struct pen_rules *rules, uint64_t seed)
{
    memset(walk, 0, sizeof *walk);
    walk->rules = rules;
    walk->chance = pen_chance_of(seed, 1);
    walk->seats = 2 + (unsigned)(seed % (PROBLEM_SEATS_MAX - 1));
    walk->low = LOW_LEAST + pen_chance_below(&walk->chance, LOW_MOST - LOW_LEAST + 1);
    struct pen_layout layout = pen_game_first_layout((uint8_t)walk->seats, 0, pen_chance_of(seed, 2).counter);
    if (pen_game_start(rules, &walk->game, seed, &layout, NULL, &walk->events, NULL) != PEN_DEAL_GOOD)
        return false;
    for (uint8_t seat = 0; seat < walk->seats; seat++) {
        pen_view_init(&walk->views[seat], seat);
        pen_view_update(&walk->views[seat], rules, &walk->game, &walk->events);
    }
    return true;
}

/* One action; false: the round is over. */
static bool step(struct walk *walk)
{
    const struct pen_round *round = &walk->game.round;
    uint16_t must = pen_round_must(round);
    if (round->phase == PEN_PHASE_OVER || must == 0 || walk->number >= ACTIONS_MAX)
        return false;
    unsigned seat = pen_bits_lowest(must);
    bool is_any = pen_chance_below(&walk->chance, ANYTHING_OF) == 0;
    struct bot bot;
    pen_bot_init(&bot, (struct bot_spec){.level = is_any ? BOT_RANDOM : BOT_RANK},
                 pen_chance_word(&walk->chance), NULL);
    struct pen_action action = pen_bot_choose(&bot, walk->rules, &walk->views[seat]);
    if (round->phase == PEN_PHASE_TURN && round->hand_count[seat] <= NEARLY_OUT &&
        round->draw_count > walk->low)
        action = PEN_ACTION(PEN_VERB_DRAW, (uint8_t)seat);
    if (pen_game_apply(walk->rules, &walk->game, action, &walk->events) != PEN_ACCEPTED)
        return false;
    for (unsigned at = 0; at < walk->seats; at++)
        pen_view_update(&walk->views[at], walk->rules, &walk->game, &walk->events);
    walk->number++;
    return true;
}

static bool is_problem(const struct walk *walk, unsigned *seat, struct problem *problem)
{
    uint16_t must = pen_round_must(&walk->game.round);
    if (walk->game.round.phase == PEN_PHASE_OVER || must == 0)
        return false;
    *seat = pen_bits_lowest(must);
    return problem_of(problem, walk->rules, &walk->views[*seat]);
}

bool problem_walk(const struct pen_rules *rules, uint64_t seed, unsigned number, struct pen_view *view,
                  struct problem *problem)
{
    struct walk walk;
    unsigned seat;
    if (!begin(&walk, rules, seed))
        return false;
    while (walk.number < number)
        if (!step(&walk))
            return false;
    if (!is_problem(&walk, &seat, problem))
        return false;
    *view = walk.views[seat];
    return true;
}

bool problem_find(const struct pen_rules *rules, uint64_t seed, unsigned worlds_max, unsigned *number,
                  struct pen_view *view, struct problem *problem, struct problem_proof *proof)
{
    struct walk walk;
    unsigned seat;
    if (!begin(&walk, rules, seed))
        return false;
    do
        if (is_problem(&walk, &seat, problem) && problem_is_rich(problem, rules) &&
            problem_prove(problem, rules, worlds_max, proof)) {
            *number = walk.number;
            *view = walk.views[seat];
            return true;
        }
    while (step(&walk));
    return false;
}

/* ---- those of the day ---- */

static const struct problem_kept kept[] = {
#define P(seed, number, casual) {seed, number, casual},
#include "value/problems.def"
#undef P
};

unsigned problem_kept_count(void)
{
    return sizeof kept / sizeof *kept;
}

struct problem_kept problem_kept(unsigned index)
{
    return kept[index % problem_kept_count()];
}

void problem_rules(struct pen_edition *edition, struct pen_rules *rules)
{
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    options.scoring = PEN_SCORING_QUICK;
    bool is_good = pen_edition_builtin(PROBLEM_EDITION, edition) &&
                   pen_table_make(rules, edition, &options, NULL) == PEN_RULES_GOOD;
    PEN_ASSERT(is_good);
    (void)is_good;
}

bool problem_show(unsigned index, const struct pen_rules *rules, struct pen_view *view,
                  struct problem *problem, struct problem_proof *proof)
{
    const struct problem_kept one = problem_kept(index);
    return problem_walk(rules, one.seed, one.number, view, problem) &&
           problem_prove(problem, rules, PROBLEM_WORLDS_MAX, proof);
}

/* choices.c - worlds are tried by search.h, which gives no choice up here. */
#include "value/choices.h"

#include <string.h>

#include "bots/onward.h"
#include "bots/value.h"

enum { WORLDS_LEAST = 8, WORLDS_AT_ONCE = 4 };

#define CLEARLY 3.0 /* standard errors: there are many choices, and one of them looks best by chance */
#define DOUBT 0.03  /* a world's worth of variance that is taken for granted before anything is seen */

/* One trial of all choices. */
struct trial {
    struct value_choices *choices;
    const struct learned *learned; /* null: rollouts */
};

/* ---- what can be chosen ---------------------------------------------------------------------- */

static void legal_mask(const struct pen_rules *rules, const struct pen_view *view,
                       uint64_t mask[PEN_ACTION_WORDS])
{
    struct pen_legal legal = view->legal;
    pen_legal_keep(&legal, LEARNED_VERBS);
    pen_number_mask(rules, &legal, view->seat_count, mask);
}

static void add(struct value_choices *choices, struct pen_action action, double liking)
{
    if (choices->count < SEARCH_CHOICES_MAX)
        choices->list[choices->count++] = (struct value_choice){.action = action, .liking = liking};
}

bool value_choices_begin(struct value_choices *choices, const struct value_class *known,
                         const struct pen_rules *rules, const struct pen_view *view)
{
    struct learned learned;
    struct mind_thought thought;
    double likely[PEN_ACTIONS] = {0}, sum = 1;
    uint64_t mask[PEN_ACTION_WORDS];
    memset(choices, 0, sizeof *choices);
    if (view->viewer >= view->seat_count || view->phase >= PEN_PHASE_OVER || view->phase == PEN_PHASE_RACE ||
        !(view->must >> view->viewer & 1))
        return false;
    legal_mask(rules, view, mask);
    choices->is_played_out = true;
    if (known && known->teams > 0)
        choices->known = known;
    else if (known && bot_learned_begin(&learned, rules, view)) {
        choices->known = known;
        choices->is_played_out = false;
        mind_think(&learned.mind, rules, &learned.observation, learned.mask, &thought);
        choices->chance = value_chance(known, &learned.observation, thought.value);
        memcpy(learned.worth, thought.policy, sizeof learned.worth);
        sum = bot_learned_likely(&learned, 100, likely);
    }
    for (unsigned number = 0; number < PEN_ACTIONS; number++)
        if (mask[number / 64] >> number % 64 & 1)
            add(choices, bot_learned_action(rules, view, number), likely[number] / sum);
    return choices->count > 1;
}

unsigned value_choices_find(const struct value_choices *choices, const struct pen_rules *rules,
                            const struct pen_view *view, struct pen_action action)
{
    unsigned number = pen_action_to_number(rules, action, view->seat_count), i;
    for (i = 0; i < choices->count; i++)
        if (pen_action_to_number(rules, choices->list[i].action, view->seat_count) == number)
            break;
    return number == PEN_ACT_NONE ? choices->count : i;
}

/* ---- trying ---------------------------------------------------------------------------------- */

static double value_of_end(const struct search *search, const struct pen_round *round)
{
    const struct pen_view *view = search->view;
    if (round->phase != PEN_PHASE_OVER || round->winner == PEN_SEAT_NONE)
        return (double)pen_bits_count(view->team) / view->seat_count;
    return view->team >> round->winner & 1 ? 1.0 : 0.0;
}

/* What a choice is worth in this world, and whether it ended the round at once. */
static double try_one(const struct search *search, const struct trial *trial, const struct pen_round *world,
                      uint64_t chance, struct pen_action action, bool *is_end)
{
    static const uint64_t no_action[PEN_ACTION_WORDS] = {0, 0, 0};
    struct onward onward;
    struct pen_observation seen;
    struct mind_thought thought;
    bot_onward_begin(search, world, chance, &onward);
    bot_onward_apply(search, &onward, action);
    *is_end = onward.round.phase == PEN_PHASE_OVER;
    if (!trial->learned) {
        bot_rollout_play(&search->rollout, &onward.round, PEN_SEAT_NONE, 0);
        return value_of_end(search, &onward.round);
    }
    if (!bot_onward_play(search, &onward))
        return value_of_end(search, &onward.round);
    bot_onward_observe(search, &onward, &seen);
    mind_think(&trial->learned->mind, search->rules, &seen, no_action, &thought);
    return value_chance(trial->choices->known, &seen, thought.value);
}

static void judge(const struct search *search, const struct pen_round *world, uint64_t chance,
                  double value[SEARCH_CHOICES_MAX])
{
    const struct trial *trial = search->judge_knows;
    struct value_choices *choices = trial->choices;
    double base = 0;
    for (unsigned i = 0; i < search->count; i++) {
        struct value_choice *choice = &choices->list[i];
        bool is_end;
        value[i] = try_one(search, trial, world, chance, choice->action, &is_end);
        choice->ends += is_end;
        choice->won += is_end ? value[i] : 0;
        base += value[i] * choice->liking;
    }
    for (unsigned i = 0; i < search->count; i++) {
        double off = value[i] - base;
        choices->list[i].sum += off;
        choices->list[i].squares += off * off;
        choices->list[i].bluffed += world->bluffed ? off : 0;
    }
    choices->base += base;
    choices->worlds++;
    choices->bluffs += world->bluffed;
}

static double within(double chance)
{
    return chance < 0 ? 0 : chance > 1 ? 1 : chance;
}

/* What all actions were worth on the average: played out, as it came; else so that what the master would do
 * is worth what the position is, which was measured where it does just that. */
static double base_of(const struct value_choices *choices, const struct value_choice *liked)
{
    double worlds = choices->worlds;
    if (choices->is_played_out)
        return choices->base / worlds;
    return (liked->ends == choices->worlds ? liked->won / worlds : choices->chance) - liked->sum / worlds;
}

static void say(const struct value_choices *choices, double base, struct value_choice *choice)
{
    double worlds = choices->worlds;
    double off = choice->sum / worlds, spread = choice->squares / worlds - off * off;
    choice->is_sure = choice->ends == choices->worlds;
    choice->chance = within(choice->is_sure ? choice->won / worlds : base + off);
    choice->error = choice->is_sure ? 0 : value_root(((spread > 0 ? spread : 0) + DOUBT / worlds) / worlds);
}

/* Of many that were tried out, the best looks better than it is, and who plays quickly wins less: what was
 * measured takes that off, the same for every choice. */
static void weigh(struct value_choices *choices, const struct pen_rules *rules, const struct pen_view *view)
{
    struct pen_observation seen;
    const struct value_choice *best = &choices->list[choices->best];
    pen_observe_view(rules, view, &seen);
    double off = value_chance(choices->known, &seen, value_odds(best->chance)) - best->chance;
    for (unsigned i = 0; i < choices->count; i++)
        if (!choices->list[i].is_sure)
            choices->list[i].chance = within(choices->list[i].chance + off);
}

/* The one that the master would choose, unless another one is clearly better: of many that are tried, the
 * best looks better than it is. */
static void sum_up(struct value_choices *choices, const struct pen_rules *rules, const struct pen_view *view)
{
    unsigned best = 0;
    for (unsigned i = 0; i < choices->count; i++)
        best = choices->list[i].liking > choices->list[best].liking ? i : best;
    const struct value_choice *liked = &choices->list[best];
    double base = base_of(choices, liked);
    for (unsigned i = 0; i < choices->count; i++)
        say(choices, base, &choices->list[i]);
    for (unsigned i = 0; i < choices->count; i++) {
        const struct value_choice *choice = &choices->list[i], *now = &choices->list[best];
        double margin =
            choices->is_played_out
                ? 0
                : CLEARLY * value_root(choice->error * choice->error + liked->error * liked->error);
        if (choice->chance > liked->chance + margin && choice->chance > now->chance)
            best = i;
    }
    choices->best = best;
    if (choices->is_played_out && choices->known && !choices->list[best].is_sure)
        weigh(choices, rules, view);
    if (choices->is_played_out)
        choices->chance = choices->list[best].chance;
}

void value_choices_try(struct value_choices *choices, const struct pen_rules *rules,
                       const struct pen_view *view, uint64_t seed, unsigned tries)
{
    struct learned learned;
    struct trial trial = {choices, NULL};
    struct search search;
    struct bot bot;
    bool is_learned = !choices->is_played_out && bot_learned_begin(&learned, rules, view);
    unsigned least = WORLDS_LEAST * choices->count;
    pen_bot_init(&bot, (struct bot_spec){.level = BOT_EXPERT, .rollouts = tries > least ? tries : least},
                 pen_chance_of(seed, choices->worlds).counter, NULL);
    bot_search_start(&search, &bot, rules, view);
    for (unsigned i = 0; i < choices->count; i++)
        bot_search_add(&search, choices->list[i].action, 0);
    trial.learned = is_learned ? &learned : NULL;
    search.judge_knows = &trial;
    search.worlds_at_once = WORLDS_AT_ONCE;
    search.errors_squared = 1e30;
    bool can_value = bot_value_is_known(rules, view->seat_count);
    bot_search_out(&search, !is_learned && can_value ? view->viewer : PEN_SEAT_NONE, judge);
    choices->looks += choices->count * search.worlds;
    sum_up(choices, rules, view);
}

double value_choices_cost(const struct value_choices *choices, unsigned taken, double *error)
{
    const struct value_choice *best = &choices->list[choices->best], *choice = &choices->list[taken];
    *error = value_root(best->error * best->error + choice->error * choice->error);
    double cost = best->chance - choice->chance;
    return taken == choices->best || cost < 0 ? 0 : cost;
}

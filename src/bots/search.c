/* search.c - worlds one after the other, until it is clear which choice is best or the budget is used up. */
#include <string.h>

#include "bots/search.h"

enum {
    ROLLOUTS_USUAL = 3000,
    STEPS_FIRST = 400, /* of the walk for each other seat, before the first world */
    STEPS_BETWEEN = 4
};

static void play_world(struct search *search, search_judge *judge)
{
    struct pen_hand hands[PEN_SEATS_MAX];
    struct pen_round world;
    double value[SEARCH_CHOICES_MAX];
    struct pen_chance *chance = &search->bot->chance;
    unsigned others = search->view->seat_count - 1u;
    unsigned first = STEPS_FIRST * others, most = 2 * search->rollouts_left;
    if (search->end_us == 0 && first > most)
        first = most; /* a walk that takes longer than the search is for nothing */
    bot_belief_walk(&search->belief, search->worlds == 0 ? first : STEPS_BETWEEN * others, chance);
    bot_belief_hands(&search->belief, hands);
    pen_view_imagine(search->view, search->rules, hands, *chance, &world);
    uint64_t word = pen_chance_word(chance);
    bot_belief_manners(&search->belief, chance, search->rollout.manner);
    search->rollout.manner[search->view->viewer] = BOT_MANNER_ORDERLY;
    judge(search, &world, word, value);
    for (unsigned i = 0; i < search->count; i++) {
        search->list[i].sum += value[i];
        for (unsigned j = 0; j < i; j++) {
            float difference = (float)(value[i] - value[j]);
            search->squares[i][j] += difference * difference;
        }
    }
    search->worlds++;
    search->rollouts_left -= search->rollouts_left < search->count ? search->rollouts_left : search->count;
}

static unsigned best_of(const struct search *search)
{
    unsigned best = 0;
    for (unsigned i = 1; i < search->count; i++)
        if (search->list[i].sum > search->list[best].sum)
            best = i;
    return best;
}

/* Those that are behind by too many standard errors of the difference are given up. */
static void give_up(struct search *search)
{
    unsigned best = best_of(search), kept = 0, from[SEARCH_CHOICES_MAX];
    for (unsigned i = 0; i < search->count; i++) {
        double behind = search->list[best].sum - search->list[i].sum;
        double square = (double)(i > best ? search->squares[i][best] : search->squares[best][i]);
        if (i == best || behind * behind <= search->errors_squared * (square + 1.0))
            from[kept++] = i;
    }
    for (unsigned i = 0; i < kept; i++) {
        search->list[i] = search->list[from[i]];
        for (unsigned j = 0; j < i; j++)
            search->squares[i][j] = search->squares[from[i]][from[j]];
    }
    search->count = kept;
}

static bool is_time_over(const struct search *search)
{
    const struct bot_clock *clock = search->bot->clock;
    if (search->end_us == 0)
        return search->rollouts_left == 0;
    return clock->now_us(clock->context) >= search->end_us;
}

void bot_search_start(struct search *search, struct bot *bot, const struct pen_rules *rules,
                      const struct pen_view *view)
{
    search->bot = bot;
    search->rules = rules;
    search->view = view;
    search->count = search->worlds = 0;
    search->rollouts_left = bot->spec.rollouts > 0 ? bot->spec.rollouts : ROLLOUTS_USUAL;
    search->end_us = 0;
    if (bot->spec.time_ms > 0 && bot->clock)
        search->end_us = bot->clock->now_us(bot->clock->context) + UINT64_C(1000) * bot->spec.time_ms;
    memset(search->squares, 0, sizeof search->squares);
}

void bot_search_add(struct search *search, struct pen_action action, double sum)
{
    if (search->count < SEARCH_CHOICES_MAX)
        search->list[search->count++] = (struct search_choice){action, sum};
}

static void start_rollouts(struct search *search, uint8_t thinker)
{
    const struct pen_rules *rules = search->rules;
    const struct pen_view *view = search->view;
    struct pen_hand unseen;
    memset(&unseen, 0, sizeof unseen);
    for (uint8_t card = 0; card < rules->kind_count; card++) {
        unsigned left = rules->copies[card] - pen_hand_count_of(&view->hand, card) -
                        pen_hand_count_of(&view->discards, card);
        for (uint16_t open = rules->partners_open ? view->team : 0; open; open &= (uint16_t)(open - 1))
            left -= pen_hand_count_of(&view->known[pen_bits_lowest(open)], card);
        while (left-- > 0)
            pen_hand_add(&unseen, card);
    }
    bot_rollout_init(&search->rollout, rules, view->seat_count, thinker, &unseen);
}

struct pen_action bot_search_out(struct search *search, uint8_t thinker, search_judge *judge)
{
    start_rollouts(search, thinker);
    bot_belief_init(&search->belief, search->rules, search->view, &search->bot->chance);
    do {
        for (unsigned i = 0; i < search->worlds_at_once && (search->end_us > 0 || search->rollouts_left > 0);
             i++)
            play_world(search, judge);
        give_up(search);
    } while (search->count > 1 && !is_time_over(search));
    return search->list[best_of(search)].action;
}

/* attention.c - veteran and dreamer: they know what the master has learned, but not all of them is at the
 * table.
 *
 * What sets them apart is what sets people apart: how much they keep in mind of what was played, how often
 * they do not see one of their own cards, and how sure they are between two good ones. None of it is a
 * blunder: a choice that is much worse than another is made as seldom as it is worse. */
#include "bots/learned.h"
#include "bots/sense.h"

struct attention {
    unsigned temperature;         /* in 1 / 100: the higher, the less sure */
    unsigned percent_overlooks;   /* each thing that could be done */
    unsigned past;                /* actions that it remembers */
    unsigned percent_loses_count; /* decides as if no card had been played yet but its own */
    unsigned percent_forgets;     /* what another could not lay */
    unsigned percent_uno;         /* does not say UNO with the card */
};

static struct attention attention_of(const struct bot *bot)
{
    if (bot->spec.level == BOT_VETERAN)
        return (struct attention){120, 9, 3, 40, 40, 3};
    return (struct attention){270, 22, 1, 90, 90, 10};
}

static bool happens(struct bot *bot, unsigned percent)
{
    return pen_chance_below(&bot->chance, 100) < percent;
}

/* Takes out of the observation what is not kept in mind. */
static void forget(struct bot *bot, const struct attention *attention, const struct pen_rules *rules,
                   struct pen_observation *seen)
{
    for (unsigned i = attention->past; i < PEN_MEMORY_PAST; i++) {
        seen->past_card[i] = 0;
        seen->past[i].verb = seen->past[i].color = 0;
        seen->past[i].seat = 0;
    }
    for (unsigned seat = 0; seat < sizeof seen->lacks / sizeof seen->lacks[0]; seat++)
        if (happens(bot, attention->percent_forgets))
            seen->lacks[seat][0] = seen->lacks[seat][1] = seen->lacks[seat][2] = 0;
    if (happens(bot, attention->percent_loses_count))
        for (unsigned card = 0; card < rules->kind_count; card++) {
            unsigned own = (unsigned)((seen->own[0] >> card & 1) + (seen->own[1] >> card & 1) +
                                      (seen->own[2] >> card & 1));
            for (unsigned i = 0; i < 4; i++) {
                seen->unseen[i] &= ~(UINT64_C(1) << card);
                seen->unseen[i] |= (uint64_t)(rules->copies[card] > own + i) << card;
            }
        }
}

/* With more than two players nobody draws for a better hand who could lay a card: it takes a master to know
 * when that is right, and where one chooses by lot it would happen too often. */
static void play_if_possible(const struct pen_view *view, struct learned *learned)
{
    if (view->seat_count > 2 && view->legal.plays != 0)
        learned->mask[PEN_ACT_DRAW / 64] &= ~(UINT64_C(1) << PEN_ACT_DRAW % 64);
}

/* Does not see some of what could be done; something is always left. */
static void overlook(struct bot *bot, const struct attention *attention, struct learned *learned)
{
    for (unsigned i = 0; i < PEN_ACTIONS; i++)
        if ((learned->mask[i / 64] >> i % 64 & 1) && happens(bot, attention->percent_overlooks) &&
            bot_learned_choices(learned) > 1)
            learned->mask[i / 64] &= ~(UINT64_C(1) << i % 64);
}

/* One of the choices, by lot: the better, the likelier. */
static unsigned draw_lot(struct bot *bot, const struct attention *attention, const struct learned *learned)
{
    enum { LOTS = 1 << 24 };
    double likely[PEN_ACTIONS], sum = bot_learned_likely(learned, attention->temperature, likely);
    unsigned last = bot_learned_best(learned);
    double lot = sum * pen_chance_below(&bot->chance, LOTS) / LOTS;
    for (unsigned i = 0; i < PEN_ACTIONS; i++) {
        if (likely[i] <= 0)
            continue;
        last = i;
        if (lot < likely[i])
            return i;
        lot -= likely[i];
    }
    return last;
}

static struct pen_action choose(struct bot *bot, const struct pen_rules *rules, const struct pen_view *view)
{
    const struct attention attention = attention_of(bot);
    struct learned learned;
    struct pen_action action;
    if (bot_learned_begin(&learned, rules, view)) {
        forget(bot, &attention, rules, &learned.observation);
        play_if_possible(view, &learned);
        overlook(bot, &attention, &learned);
        if (bot_learned_choices(&learned) > 1)
            bot_learned_look(&learned, rules);
        action = bot_learned_action(rules, view, draw_lot(bot, &attention, &learned));
    } else {
        action = bot_rank_choose(bot, rules, view);
    }
    if (action.uno && happens(bot, attention.percent_uno))
        action.uno = 0;
    return action;
}

const struct bot_kind bot__VETERAN = {.choose = choose,
                                      .percent_notices = 80,
                                      .percent_forgets = 2,
                                      .delay_ms = 500,
                                      .spread_ms = 700,
                                      .stream = 7,
                                      .thinks_back = true,
                                      .is_learned = true,
                                      .saves_wilds = true};
const struct bot_kind bot__DREAMER = {.choose = choose,
                                      .percent_notices = 50,
                                      .percent_forgets = 10,
                                      .delay_ms = 800,
                                      .spread_ms = 1400,
                                      .stream = 8,
                                      .thinks_back = true,
                                      .is_learned = true};

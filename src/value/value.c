/* value.c - which tables are known, and the sum that makes a chance of the network's odds. */
#include "value/value.h"

#include <string.h>

#include "bots/value.h"
#include "value_calibration.h"

/* Whether these are the rules of the built-in edition with nothing laid over them, whatever a game needs. */
static bool is_plain(const struct pen_rules *rules, const char *id, unsigned seat_count)
{
    struct pen_edition edition;
    struct pen_rules plain;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    options.scoring = rules->rule.scoring;
    options.target = rules->rule.target;
    options.teams = rules->teams;
    if (!pen_edition_builtin(id, &edition) ||
        pen_table_make(&plain, &edition, &options, NULL) != PEN_RULES_GOOD)
        return false;
    if (seat_count > 2)
        plain.reverse_skips_with_two = rules->reverse_skips_with_two;
    plain.rule.misplay_cards = rules->rule.misplay_cards; /* RULE P3: nothing that the master does */
    plain.rule.own_piles = rules->rule.own_piles; /* RULE H25: who draws which card, not what is likely */
    return memcmp(rules, &plain, sizeof plain) == 0;
}

const struct value_class *value_class_of(const struct pen_rules *rules, unsigned seat_count)
{
    for (unsigned i = 0; i < sizeof value_classes / sizeof *value_classes; i++) {
        const struct value_class *known = &value_classes[i];
        if (known->seat_count == seat_count && known->scoring == rules->rule.scoring &&
            known->teams == rules->teams && is_plain(rules, known->edition, seat_count))
            return known;
    }
    return NULL;
}

/* Logarithms of how many others there are: at so bad odds all are equal. */
static const double log_others[PEN_SEATS_MAX] = {0,        0,        0.693147, 1.098612, 1.386294,
                                                 1.609438, 1.791759, 1.945910, 2.079442, 2.197225};

static double above(double x, double from)
{
    return x > from ? x - from : 0;
}

void value_terms(const struct pen_observation *observation, int32_t odds, double term[VALUE_TERM_COUNT])
{
    double x, own = observation->hand_count[0], least = PEN_DECK_MAX, sum = 0;
    unsigned seats;
    for (seats = 1; seats < PEN_SEATS_MAX && observation->hand_count[seats] > 0; seats++) {
        double cards = observation->hand_count[seats];
        least = cards < least ? cards : least;
        sum += cards < 20 ? cards : 20;
    }
    x = (double)odds / MIND_ONE + log_others[seats - 1];
    x = x < -8 ? -8 : x > 8 ? 8 : x;
    term[VALUE_TERM_ALWAYS] = 1;
    term[VALUE_TERM_ODDS] = x;
    term[VALUE_TERM_ODDS_LOW] = above(-x, 1.5);
    term[VALUE_TERM_ODDS_FAIR] = above(x, 0);
    term[VALUE_TERM_ODDS_GOOD] = above(x, 1);
    term[VALUE_TERM_ODDS_HIGH] = above(x, 2.5);
    term[VALUE_TERM_ODDS_IF_NEAR] = least == 1 ? x : 0;
    term[VALUE_TERM_ODDS_IF_DONE] = own <= 2 ? x : 0;
    term[VALUE_TERM_OWN_ONE] = own == 1;
    term[VALUE_TERM_OWN_TWO] = own == 2;
    term[VALUE_TERM_OWN] = (own < 20 ? own : 20) / 8;
    term[VALUE_TERM_LEAST_ONE] = least == 1;
    term[VALUE_TERM_LEAST_TWO] = least == 2;
    term[VALUE_TERM_LEAST] = (least < 20 ? least : 20) / 8;
    term[VALUE_TERM_MEAN] = seats > 1 ? sum / (seats - 1) / 8 : 0;
    term[VALUE_TERM_DRAWN] = observation->phase >> PEN_PHASE_DRAWN & 1;
    term[VALUE_TERM_PENDING] = observation->phase >> PEN_PHASE_PENDING & 1;
}

double value_chance(const struct value_class *known, const struct pen_observation *observation, int32_t odds)
{
    double term[VALUE_TERM_COUNT], sum = 0;
    value_terms(observation, odds, term);
    for (unsigned i = 0; i < VALUE_TERM_COUNT; i++)
        sum += term[i] * (double)known->weight[i];
    return bot_logistic(sum);
}

int32_t value_odds(double chance)
{
    double low = -8, high = 8;
    for (unsigned i = 0; i < 30; i++) {
        double middle = (low + high) / 2;
        if (bot_logistic(middle) < chance)
            low = middle;
        else
            high = middle;
    }
    return (int32_t)(low * MIND_ONE);
}

double value_root(double x)
{
    double root = x > 1 ? x : 1;
    for (unsigned i = 0; x > 0 && i < 40; i++)
        root = (root + x / root) / 2;
    return x > 0 ? root : 0;
}

/* value.c - counts what a position offers to the seat in turn and what it has to fear. */
#include <string.h>

#include "bots/sense.h"
#include "bots/value.h"

enum { FEW_CARDS = 4, CARDS_COUNTED_MAX = 8, FITS_COUNTED_MAX = 3 };

bool bot_value_is_known(const struct pen_rules *rules, unsigned seat_count)
{
    if (seat_count == 2)
        return false;
    for (uint8_t card = 0; card < rules->kind_count; card++)
        if (bot_program_has(rules, card, PEN_STEP_PASS_HANDS) ||
            bot_program_has(rules, card, PEN_STEP_SWAP_HANDS))
            return false;
    return true;
}

static unsigned held_of(const struct pen_hand *hand, uint64_t kinds)
{
    return pen_bits_count(hand->digit[0] & kinds) + 2 * pen_bits_count(hand->digit[1] & kinds) +
           4 * pen_bits_count(hand->digit[2] & kinds);
}

static void set(float *features, enum value_feature feature, unsigned value)
{
    features[feature] = (float)value;
}

static void count_colors(const struct rollout *rollout, const struct pen_round *round,
                         const struct pen_hand *hand, unsigned cards, float *features)
{
    const struct pen_rules *rules = rollout->rules;
    unsigned colors = 0, most = 0;
    for (uint8_t color = 0; color < rules->color_count; color++) {
        unsigned held = held_of(hand, rules->of_color[color]);
        colors += held > 0;
        most = held > most ? held : most;
    }
    set(features, VALUE_COLORS, colors);
    set(features, VALUE_MOST, most);
    features[VALUE_MOST_SHARE] = (float)most / (float)cards;
    set(features, VALUE_IN_COLOR, held_of(hand, rules->of_color[round->color & 7]));
}

static void count_own(const struct rollout *rollout, const struct pen_round *round, uint8_t seat,
                      uint64_t open, float *features)
{
    const struct pen_rules *rules = rollout->rules;
    const struct bot_kinds *by = &rollout->kinds;
    const struct pen_hand *hand = &round->hands[seat];
    unsigned cards = round->hand_count[seat], fits = held_of(hand, open);
    unsigned wilds = held_of(hand, rules->wilds), fours = held_of(hand, by->wild_draws);
    unsigned draws = held_of(hand, by->draws), skips = held_of(hand, by->skips);
    uint64_t kinds = pen_hand_kinds(hand);
    bool is_few = cards <= FEW_CARDS;
    set(features, VALUE_BIAS, 1);
    set(features, VALUE_CARDS, cards);
    set(features, VALUE_ONE, cards == 1);
    set(features, VALUE_TWO, cards == 2);
    set(features, VALUE_THREE, cards == 3);
    set(features, VALUE_FITS_NONE, fits == 0);
    set(features, VALUE_FITS_ONE, fits == 1);
    set(features, VALUE_FITS, fits < FITS_COUNTED_MAX ? fits : FITS_COUNTED_MAX);
    set(features, VALUE_ENDS, cards == 1 && fits + wilds > 0);
    set(features, VALUE_TWO_FIT, cards == 2 && fits > 0);
    set(features, VALUE_TWO_BOTH_FIT, cards == 2 && fits == 2);
    set(features, VALUE_TWO_WILD, cards == 2 && wilds > 0);
    set(features, VALUE_TWO_WILDS, cards == 2 && wilds == 2);
    set(features, VALUE_THREE_FIT, cards == 3 && fits > 0);
    set(features, VALUE_THREE_WILD, cards == 3 && wilds > 0);
    set(features, VALUE_THREE_WILDS, cards == 3 && wilds > 1);
    set(features, VALUE_ONLY_FOURS, fits == 0 && fours > 0 && wilds == fours);
    set(features, VALUE_WILDS, wilds - fours);
    set(features, VALUE_FOURS, fours);
    set(features, VALUE_ANY_WILD, wilds > 0);
    set(features, VALUE_FEW_WILDS, is_few ? wilds : 0);
    set(features, VALUE_FEW_ONLY_WILDS, is_few && fits == 0 ? wilds : 0);
    set(features, VALUE_DRAWS, draws);
    set(features, VALUE_SKIPS, skips);
    set(features, VALUE_FEW_ACTIONS, is_few ? draws + skips : 0);
    set(features, VALUE_FIT_DRAW, (kinds & open & by->draws) != 0);
    set(features, VALUE_FIT_SKIP, (kinds & open & by->skips) != 0);
    count_colors(rollout, round, hand, cards, features);
}

/* What the seat can do to a next player with one card. */
static void count_defence(float *features)
{
    features[VALUE_HITS_ONE] = features[VALUE_FIT_DRAW] * features[VALUE_NEXT_ONE];
    features[VALUE_SKIPS_ONE] = features[VALUE_FIT_SKIP] * features[VALUE_NEXT_ONE];
    features[VALUE_TURNS_ONE] = features[VALUE_ANY_WILD] * features[VALUE_NEXT_ONE_FITS];
}

/* The same questions about each other hand; 'first' is the first feature of the group. */
static void add_other(const struct rollout *rollout, const struct pen_round *round, uint8_t seat,
                      uint64_t open, float *first)
{
    const struct pen_hand *hand = &round->hands[seat];
    unsigned cards = round->hand_count[seat];
    unsigned wilds = held_of(hand, rollout->rules->wilds);
    unsigned actions = held_of(hand, rollout->kinds.draws | rollout->kinds.skips);
    unsigned of_group[VALUE_NEXT_ONE - VALUE_ALL_ONE] = {
        cards == 1,
        cards == 2,
        cards == 3,
        cards < CARDS_COUNTED_MAX ? cards : CARDS_COUNTED_MAX,
        cards == 1 && (pen_hand_kinds(hand) & open) != 0,
        cards == 1 && wilds > 0,
        cards == 2 && wilds > 0,
        wilds,
        actions,
    };
    for (unsigned i = 0; i < VALUE_NEXT_ONE - VALUE_ALL_ONE; i++)
        first[i] += (float)of_group[i];
}

void bot_value_count(const struct rollout *rollout, const struct pen_round *round, uint8_t seat,
                     float *features)
{
    const struct pen_rules *rules = rollout->rules;
    uint64_t open = rules->of_color[round->color & 7] | rules->of_face[round->top & 63];
    unsigned own = round->hand_count[seat], least = CARDS_COUNTED_MAX, orderly = 0;
    bool leads = true, leads_alone = true;
    memset(features, 0, VALUE_COUNT * sizeof *features);
    count_own(rollout, round, seat, open, features);
    uint8_t at = seat;
    for (unsigned i = 1; i < round->seat_count; i++) {
        at = pen_round_next(round, at);
        unsigned cards = round->hand_count[at];
        least = cards < least ? cards : least;
        leads = leads && own <= cards;
        leads_alone = leads_alone && own < cards;
        orderly += rollout->manner[at] >= BOT_MANNER_ORDERLY;
        add_other(rollout, round, at, open, &features[VALUE_ALL_ONE]);
        if (i == 1)
            add_other(rollout, round, at, open, &features[VALUE_NEXT_ONE]);
        if (i + 1 == round->seat_count)
            add_other(rollout, round, at, open, &features[VALUE_LAST_ONE]);
    }
    for (unsigned i = VALUE_ALL_ONE; i < VALUE_NEXT_ONE; i++)
        features[i] /= (float)(round->seat_count - 1);
    count_defence(features);
    set(features, VALUE_LEAST, least);
    features[VALUE_ORDERLY] = (float)orderly / (float)(round->seat_count - 1);
    set(features, VALUE_LEADS, leads);
    set(features, VALUE_LEADS_ALONE, leads_alone);
    set(features, VALUE_SEATS, round->seat_count);
}

/* 1 / (1 + e^-x), near enough, and the same on every machine. */
static double logistic(double x)
{
    double power = 1.0 - (x < -8 ? -8 : x > 8 ? 8 : x) / 1024;
    for (unsigned i = 0; i < 10; i++)
        power *= power;
    return 1.0 / (1.0 + power);
}

double bot_value(const struct rollout *rollout, const struct pen_round *round, uint8_t seat)
{
    static const float weight[VALUE_COUNT] = {
#define X(name, weight) weight,
        VALUE_LIST(X)
#undef X
    };
    float features[VALUE_COUNT], sum = 0;
    bot_value_count(rollout, round, seat, features);
    for (unsigned i = 0; i < VALUE_COUNT; i++)
        sum += features[i] * weight[i];
    return logistic((double)sum);
}

/* value.c - counts what a position offers to the seat in turn and what it has to fear. */
#include <string.h>

#include "bots/value.h"
#include "bots/weights.h"

enum { CARDS_COUNTED_MAX = 8 };

bool bot_value_is_known(const struct pen_rules *rules, unsigned seat_count)
{
    if (seat_count == 2 || rules->rule.turns_each > 0) /* a round that ends by itself is played out */
        return false;
    for (uint8_t card = 0; card < rules->kind_count; card++)
        if (bot_program_has(rules, card, PEN_STEP_PASS_HANDS) ||
            bot_program_has(rules, card, PEN_STEP_SWAP_HANDS))
            return false;
    return true;
}

static void count_other(const struct rollout *rollout, const struct pen_round *round, uint8_t seat,
                        const struct hand_sum *own, float *count)
{
    const struct pen_hand *hand = &round->hands[seat];
    unsigned cards = round->hand_count[seat];
    unsigned wilds = bot_held_of(hand, rollout->rules->wilds), fits = bot_held_of(hand, own->open);
    unsigned matched = bot_held_of(hand, own->matched);
    float share = 1.0f / (float)cards;
    count[OTHER_ONE] = cards == 1;
    count[OTHER_TWO] = cards == 2;
    count[OTHER_THREE] = cards == 3;
    count[OTHER_CARDS] = (float)(cards < CARDS_COUNTED_MAX ? cards : CARDS_COUNTED_MAX);
    count[OTHER_ONE_FITS] = cards == 1 && fits > 0;
    count[OTHER_ONE_WILD] = cards == 1 && wilds > 0;
    count[OTHER_TWO_FIT] = cards == 2 && fits > 0;
    count[OTHER_TWO_BOTH_FIT] = cards == 2 && fits + wilds == 2;
    count[OTHER_TWO_WILD] = cards == 2 && wilds > 0;
    count[OTHER_THREE_FIT] = cards == 3 && fits > 0;
    count[OTHER_WILDS] = (float)wilds;
    count[OTHER_ACTIONS] = (float)bot_held_of(hand, rollout->kinds.draws | rollout->kinds.skips);
    count[OTHER_NONE_FITS] = fits + wilds == 0;
    count[OTHER_FITTING] = (float)fits * share;
    count[OTHER_MATCHED] = (float)matched * share;
    count[OTHER_ONE_MATCHED] = cards == 1 && matched > 0;
    count[OTHER_TWO_MATCHED] = cards == 2 ? (float)matched : 0;
    count[OTHER_FEW_WILDS] = cards == 2 || cards == 3 ? (float)wilds : 0;
    count[OTHER_FEW_NONE_FITS] = cards <= 2 && fits + wilds == 0;
    count[OTHER_COUNT] = 0;
}

static void count_others(const struct rollout *rollout, const struct pen_round *round, uint8_t seat,
                         struct value_sum *sum)
{
    unsigned others = round->seat_count - 1u, own = round->hand_count[seat];
    unsigned least = CARDS_COUNTED_MAX, orderly = 0;
    bool leads = true, leads_alone = true;
    float *all = sum->others[VALUE_ALL];
    uint8_t at = seat;
    for (unsigned i = 0; i < others; i++) {
        at = pen_round_next(round, at);
        unsigned cards = round->hand_count[at];
        least = cards < least ? cards : least;
        leads = leads && own <= cards;
        leads_alone = leads_alone && own < cards;
        orderly += rollout->manner[at] >= BOT_MANNER_ORDERLY;
        float *count = sum->others[VALUE_LAST]; /* the last one stays there */
        count_other(rollout, round, at, &sum->hand, count);
        for (unsigned j = 0; j < OTHER_ROOM; j++)
            all[j] += count[j];
        if (i == 0)
            memcpy(sum->others[VALUE_NEXT], count, OTHER_ROOM * sizeof *count);
    }
    for (unsigned i = 0; i < OTHER_ROOM; i++)
        all[i] /= (float)others;
    sum->table[TABLE_LEAST] = (float)least;
    sum->table[TABLE_ORDERLY] = (float)orderly / (float)others;
    sum->table[TABLE_LEADS] = leads;
    sum->table[TABLE_LEADS_ALONE] = leads_alone;
}

void bot_value_sum(const struct rollout *rollout, const struct pen_round *round, uint8_t seat,
                   struct value_sum *sum)
{
    const struct pen_hand *hand = &round->hands[seat];
    unsigned cards = round->hand_count[seat];
    float *table = sum->table;
    memset(sum->others[VALUE_ALL], 0, sizeof sum->others[VALUE_ALL]);
    bot_hand_sum(rollout, hand, cards, round->color, round->top, &sum->hand);
    count_others(rollout, round, seat, sum);
    uint64_t fit = pen_hand_kinds(hand) & sum->hand.open;
    const float *all = sum->others[VALUE_ALL], *next = sum->others[VALUE_NEXT];
    table[TABLE_SEATS] = (float)round->seat_count;
    table[TABLE_HITS_ONE] = fit & rollout->kinds.draws ? next[OTHER_ONE] : 0;
    table[TABLE_SKIPS_ONE] = fit & rollout->kinds.skips ? next[OTHER_ONE] : 0;
    table[TABLE_TURNS_ONE] = sum->hand.wilds > 0 ? next[OTHER_ONE_FITS] : 0;
    table[TABLE_TWO_FITTING] = cards == 2 ? all[OTHER_FITTING] : 0;
    table[TABLE_TWO_MATCHED] = cards == 2 ? all[OTHER_MATCHED] : 0;
    table[TABLE_THREE_FITTING] = cards == 3 ? all[OTHER_FITTING] : 0;
    table[TABLE_THREE_MATCHED] = cards == 3 ? all[OTHER_MATCHED] : 0;
}

double bot_logistic(double x)
{
    double power = 1.0 - (x < -8 ? -8 : x > 8 ? 8 : x) / 1024;
    for (unsigned i = 0; i < 10; i++)
        power *= power;
    return 1.0 / (1.0 + power);
}

double bot_value(const struct rollout *rollout, const struct pen_round *round, uint8_t seat)
{
    struct value_sum sum;
    float part[4] = {0, 0, 0, 0};
    bot_value_sum(rollout, round, seat, &sum);
    for (unsigned whom = 0; whom < VALUE_WHOM_COUNT; whom++)
        for (unsigned i = 0; i < OTHER_ROOM; i += 4)
            for (unsigned j = 0; j < 4; j++)
                part[j] += sum.others[whom][i + j] * value_other_weight[whom][i + j];
    float worth = bot_hand_weigh(&sum.hand, value_hand_weight) + part[0] + part[1] + part[2] + part[3];
    for (unsigned i = 0; i < TABLE_COUNT; i++)
        worth += sum.table[i] * value_table_weight[i];
    return bot_logistic((double)worth);
}

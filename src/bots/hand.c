/* hand.c - counts what is in a hand, and what of the unseen cards would suit it. */
#include <string.h>

#include "bots/hand.h"

static enum hand_stage stage_of(unsigned cards)
{
    static const uint8_t stages[] = {HAND_STAGE_ONE,   HAND_STAGE_ONE, HAND_STAGE_TWO,
                                     HAND_STAGE_THREE, HAND_STAGE_FEW, HAND_STAGE_FEW};
    return cards < sizeof stages ? (enum hand_stage)stages[cards] : HAND_STAGE_MANY;
}

static void count_colors(const struct rollout *rollout, const struct pen_hand *hand, struct hand_sum *sum)
{
    const struct pen_rules *rules = rollout->rules;
    unsigned colors = 0, most = 0, out = 0, out_sum = 0;
    for (unsigned color = 0; color < rules->color_count; color++) {
        unsigned held = bot_held_of(hand, rules->of_color[color]);
        colors += held > 0;
        most = held > most ? held : most;
        out += held > 0 ? rollout->color_out[color] : 0;
        out_sum += held * rollout->color_out[color];
        sum->matched |= held > 0 ? rules->of_color[color] : 0;
    }
    sum->count[HAND_COLORS] = (float)colors;
    sum->count[HAND_MOST] = (float)most;
    sum->count[HAND_MATCHED_COLOR] = (float)out * rollout->unseen_share;
    sum->count[HAND_MEAN_OUT] = (float)out_sum * rollout->unseen_share / sum->count[HAND_CARDS];
}

void bot_hand_sum(const struct rollout *rollout, const struct pen_hand *hand, unsigned cards, uint8_t color,
                  uint8_t top, struct hand_sum *sum)
{
    const struct pen_rules *rules = rollout->rules;
    const struct bot_kinds *by = &rollout->kinds;
    uint64_t kinds = pen_hand_kinds(hand) & ~rules->wilds;
    float *count = sum->count;
    sum->stage = stage_of(cards);
    sum->open = rules->of_color[color & (PEN_COLORS_MAX - 1)] | rules->of_face[top & 63];
    sum->matched = 0;
    unsigned wilds = bot_held_of(hand, rules->wilds);
    unsigned fours = wilds ? bot_held_of(hand, by->wild_draws) : 0;
    unsigned draws = bot_held_of(hand, by->draws), skips = bot_held_of(hand, by->skips);
    unsigned fits = bot_held_of(hand, sum->open), faces = 0;
    unsigned in_color = bot_held_of(hand, rules->of_color[color & (PEN_COLORS_MAX - 1)]);
    count[HAND_CARDS] = (float)cards;
    count_colors(rollout, hand, sum);
    for (uint64_t left = kinds; left; faces++) {
        uint64_t of_face = rules->of_face[pen_bits_lowest(left)];
        sum->matched |= of_face;
        left &= ~of_face;
    }
    sum->wilds = wilds;
    sum->actions = draws + skips;
    sum->in_color = in_color;
    count[HAND_ALWAYS] = 1;
    count[HAND_WILDS] = (float)(wilds - fours);
    count[HAND_WILD_DRAWS] = (float)fours;
    count[HAND_ANY_WILD] = wilds > 0;
    count[HAND_MORE_WILDS] = wilds > 1;
    count[HAND_DRAWS] = (float)draws;
    count[HAND_SKIPS] = (float)skips;
    count[HAND_FITS] = (float)fits;
    count[HAND_ANY_FIT] = fits > 0;
    count[HAND_MORE_FIT] = fits > 1;
    count[HAND_FIT_BY_WILD_ONLY] = fits == 0 && wilds > 0;
    count[HAND_IN_COLOR] = (float)in_color;
    count[HAND_ANY_IN_COLOR] = in_color > 0;
    count[HAND_REPEATS] = (float)(cards - wilds - faces);
    count[HAND_COLOR_OUT] = (float)rollout->color_out[color & (PEN_COLORS_MAX - 1)] * rollout->unseen_share;
    count[HAND_MATCHED] = (float)bot_held_of(&rollout->unseen, sum->matched) * rollout->unseen_share;
    count[HAND_MATCHED_AND_FIT] = fits > 0 ? count[HAND_MATCHED] : 0;
    memset(&count[HAND_COUNT], 0, (HAND_ROOM - HAND_COUNT) * sizeof *count);
}

float bot_hand_weigh(const struct hand_sum *sum, const float weight[HAND_STAGES][HAND_ROOM])
{
    const float *of_stage = weight[sum->stage];
    float part[4] = {0, 0, 0, 0};
    for (unsigned i = 0; i < HAND_ROOM; i += 4)
        for (unsigned j = 0; j < 4; j++)
            part[j] += sum->count[i + j] * of_stage[i + j];
    return part[0] + part[1] + part[2] + part[3];
}

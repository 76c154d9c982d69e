/* turned.c - colours turned in the bytes of an observation (docs/BATCH.md) and in the numbers of actions. */
#include "mind/turned.h"

enum {
    BYTE_KINDS = 0, /* sets of kinds, one after the other: own, top, drawn, unseen, known, past cards */
    KIND_SETS = 23,
    BYTE_PAST = 184, /* four bytes each, the colour is the second */
    BYTE_LACKS = 208,
    LACKS = 27,
    BYTE_COLOR = 336,
    BYTE_FOLLOW = 337,
    COLOR_PLACES = 8 /* numbers are spaced for so many colours */
};

unsigned mind_turns(const struct pen_rules *rules)
{
    unsigned colors = rules->color_count, faces = pen_bits_count(rules->of_color[0]);
    if (colors < 2 || faces * colors > PEN_KINDS_MAX || rules->of_color[0] != (UINT64_C(1) << faces) - 1)
        return 1;
    for (unsigned color = 1; color < colors; color++) {
        if (rules->of_color[color] != rules->of_color[0] << faces * color)
            return 1;
        for (unsigned face = 0; face < faces; face++)
            if (rules->copies[face + faces * color] != rules->copies[face])
                return 1;
    }
    return colors;
}

/* The lowest 'count' bits go round by 'by' places. */
static uint64_t turned(uint64_t bits, unsigned count, unsigned by)
{
    uint64_t all = count < 64 ? (UINT64_C(1) << count) - 1 : ~UINT64_C(0), some = bits & all;
    return by == 0 ? bits : (bits & ~all) | ((some << by | some >> (count - by)) & all);
}

static void turn_bytes(uint8_t *bytes, unsigned size, unsigned count, unsigned by)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < size; i++)
        word |= (uint64_t)bytes[i] << 8 * i;
    word = turned(word, count, by);
    for (unsigned i = 0; i < size; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
}

void mind_turn(const struct pen_rules *rules, unsigned by, const struct pen_observation *from,
               struct pen_observation *to)
{
    unsigned colors = rules->color_count, faces = pen_bits_count(rules->of_color[0]);
    uint8_t *bytes = (uint8_t *)to;
    *to = *from;
    for (unsigned i = 0; i < KIND_SETS; i++)
        turn_bytes(bytes + BYTE_KINDS + 8 * i, 8, faces * colors, faces * by);
    for (unsigned i = 0; i < PEN_MEMORY_PAST; i++)
        turn_bytes(bytes + BYTE_PAST + 4 * i + 1, 1, colors, by);
    for (unsigned i = 0; i < LACKS; i++)
        turn_bytes(bytes + BYTE_LACKS + 4 * i, 4, colors, by);
    turn_bytes(bytes + BYTE_COLOR, 1, colors, by);
    turn_bytes(bytes + BYTE_FOLLOW, 1, colors, by);
}

unsigned mind_turned_action(const struct pen_rules *rules, unsigned by, unsigned number)
{
    unsigned colors = rules->color_count, faces = pen_bits_count(rules->of_color[0]);
    if (number < faces * colors)
        return (number + faces * by) % (faces * colors);
    bool names_color = (number >= PEN_ACT_LAY_WILD && number < PEN_ACT_DRAW) ||
                       (number >= PEN_ACT_NAME && number < PEN_ACT_CHOOSE) || number >= PEN_ACT_JUMP_WILD;
    unsigned color = number % COLOR_PLACES;
    if (!names_color || color >= colors)
        return number;
    return number - color + (color + by) % colors;
}

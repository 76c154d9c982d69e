/* number.c - actions as numbers, and back. The numbers are part of the interface: they never change. */
#include "penultima/observation.h"

static void set(uint64_t mask[PEN_ACTION_WORDS], unsigned number)
{
    mask[number / 64] |= UINT64_C(1) << number % 64;
}

/* Bits of a set of seats, turned so that 'seat' is bit 0. */
static uint64_t relative(uint16_t seats, unsigned seat, unsigned seat_count)
{
    uint32_t all = (UINT32_C(1) << seat_count) - 1, bits = seats & all;
    return (bits >> seat | bits << (seat_count - seat)) & all;
}

static void set_seats(uint64_t mask[PEN_ACTION_WORDS], unsigned first, uint64_t seats)
{
    for (; seats; seats &= seats - 1)
        set(mask, first + pen_bits_lowest(seats));
}

static void set_wilds(const struct pen_rules *rules, uint64_t kinds, uint64_t *word)
{
    uint64_t colors = (UINT64_C(1) << rules->color_count) - 1;
    for (uint64_t left = kinds & rules->wilds; left; left &= left - 1) {
        uint64_t bit = left & (0 - left);
        unsigned index = pen_bits_count(rules->wilds & (bit - 1));
        if (index < PEN_WILDS_MAX)
            *word |= colors << 8 * index;
    }
}

void pen_number_mask(const struct pen_rules *rules, const struct pen_legal *legal, unsigned seat_count,
                     uint64_t mask[PEN_ACTION_WORDS])
{
    uint64_t laid = 0, chosen = 0, rest = 0;
#define X(name, word, with, set, when)                                                   \
    if (PEN_##when == PEN_DUE) {                                                         \
        laid |= PEN__KINDS_##with(legal, set);                                           \
        chosen |= PEN__SEATS_##with(legal, set);                                         \
    } else {                                                                             \
        rest |= PEN__KINDS_##with(legal, set) | (uint64_t)PEN__SEATS_##with(legal, set); \
    }
    PEN_VERB_LIST(X)
#undef X
    unsigned verbs = legal->verbs;
    mask[0] = laid & ~rules->wilds;
    mask[1] = 0;
    /* DRAW KEEP TAKE CHALLENGE are the verbs 1 to 4 and the numbers from 128 on. */
    PEN_STATIC_ASSERT(PEN_VERB_DRAW == 1 && PEN_VERB_CHALLENGE == 4, "four verbs in a row");
    mask[2] = verbs >> 1 & 15;
    if (PEN_UNLIKELY(laid & rules->wilds))
        set_wilds(rules, laid, &mask[1]);
    /* The rest is rare: one look tells that there is nothing. */
    if (PEN_LIKELY(!(verbs >> 5) && !legal->names && (chosen | rest) == 0))
        return;
    if (verbs >> PEN_VERB_STREAM & 1)
        set(mask, PEN_ACT_STREAM_NONE);
    if (verbs >> PEN_VERB_DROP & 1)
        set(mask, PEN_ACT_DROP);
    if (verbs >> PEN_VERB_SAY_UNO & 1)
        set(mask, PEN_ACT_SAY_UNO);
    for (unsigned color = 0; color < legal->names; color++)
        set(mask, PEN_ACT_NAME + color);
    set_seats(mask, PEN_ACT_CHOOSE, relative((uint16_t)chosen, legal->seat, seat_count));
    set_seats(mask, PEN_ACT_CATCH, relative(legal->catches, legal->seat, seat_count));
    set_seats(mask, PEN_ACT_ACCUSE, relative(legal->accuses, legal->seat, seat_count));
    if (legal->jumps & ~rules->wilds)
        set(mask, PEN_ACT_JUMP);
    else if (legal->jumps)
        for (unsigned color = 0; color < rules->color_count; color++)
            set(mask, PEN_ACT_JUMP_WILD + color);
}

static uint8_t wild_kind(const struct pen_rules *rules, unsigned index)
{
    return index < pen_bits_count(rules->wilds) ? (uint8_t)pen_bits_select(rules->wilds, index)
                                                : PEN_CARD_NONE;
}

static uint8_t verb_of_laying(uint8_t phase)
{
    unsigned verb = pen_phase_verb((enum pen_phase)phase);
    return verb < PEN_VERB_COUNT && pen_verb_lays(verb) ? (uint8_t)verb : PEN_VERB_PLAY;
}

/* Whom one chooses in this phase is for its verb. */
static uint8_t verb_of_choosing(uint8_t phase)
{
    unsigned verb = pen_phase_verb((enum pen_phase)phase);
    return verb < PEN_VERB_COUNT && pen_verb_shape(verb).with == PEN_WITH_TARGET ? (uint8_t)verb
                                                                                 : PEN_VERB_SWAP;
}

/* Everything but coloured cards and the four plain verbs. */
static PEN_NOINLINE struct pen_action rarer(const struct pen_rules *rules, unsigned number, uint8_t seat,
                                            unsigned seat_count, uint8_t phase, uint8_t top)
{
    struct pen_action action = PEN_ACTION(PEN_VERB_COUNT, seat);
    if (number < PEN_ACT_DRAW) {
        action.card = wild_kind(rules, (number - PEN_ACT_LAY_WILD) / 8);
        action.color = (uint8_t)(number % 8);
        if (action.card != PEN_CARD_NONE && action.color < rules->color_count)
            action.verb = verb_of_laying(phase);
    } else if (number >= PEN_ACT_STREAM_NONE && number <= PEN_ACT_SAY_UNO) {
        static const uint8_t verbs[] = {PEN_VERB_STREAM, PEN_VERB_DROP, PEN_VERB_SAY_UNO};
        action.verb = verbs[number - PEN_ACT_STREAM_NONE];
    } else if (number >= PEN_ACT_NAME && number < PEN_ACT_CHOOSE) {
        action.color = (uint8_t)(number - PEN_ACT_NAME);
        if (action.color < rules->color_count)
            action.verb = PEN_VERB_NAME;
    } else if (number >= PEN_ACT_CHOOSE && number < PEN_ACT_JUMP) {
        unsigned which = (number - PEN_ACT_CHOOSE) / 10, to = (number - PEN_ACT_CHOOSE) % 10;
        if (to < seat_count) {
            action.target = (uint8_t)((seat + to) % seat_count);
            action.verb = which == 1   ? PEN_VERB_CATCH
                          : which == 2 ? PEN_VERB_ACCUSE
                                       : verb_of_choosing(phase);
        }
    } else if (number == PEN_ACT_JUMP || (number >= PEN_ACT_JUMP_WILD && number < PEN_ACT_JUMP_WILD + 8u)) {
        bool is_wild = number != PEN_ACT_JUMP;
        action.card = top;
        if (is_wild)
            action.color = (uint8_t)(number - PEN_ACT_JUMP_WILD);
        if (top < PEN_KINDS_MAX && is_wild == (rules->wilds >> top & 1) &&
            (!is_wild || action.color < rules->color_count))
            action.verb = PEN_VERB_JUMP;
    }
    return action;
}

struct pen_action pen_number_action(const struct pen_rules *rules, unsigned number, uint8_t seat,
                                    unsigned seat_count, uint8_t phase, uint8_t top, unsigned hand_count,
                                    bool says_uno)
{
    struct pen_action action = PEN_ACTION(PEN_VERB_COUNT, seat);
    if (PEN_LIKELY(number < PEN_ACT_LAY_WILD)) {
        if (PEN_UNLIKELY(number >= rules->kind_count || (rules->wilds >> number & 1)))
            return action;
        action.verb = verb_of_laying(phase);
        action.card = (uint8_t)number;
    } else if (PEN_LIKELY(number >= PEN_ACT_DRAW && number <= PEN_ACT_CHALLENGE)) {
        action.verb = (uint8_t)(PEN_VERB_DRAW + number - PEN_ACT_DRAW);
        return action;
    } else {
        action = rarer(rules, number, seat, seat_count, phase, top);
    }
    action.uno = says_uno && pen_uno_goes_with(rules, hand_count) && action.card != PEN_CARD_NONE;
    return action;
}

unsigned pen_action_to_number(const struct pen_rules *rules, struct pen_action action, unsigned seat_count)
{
    unsigned to = action.target < seat_count ? (action.target + seat_count - action.seat) % seat_count : 0;
    bool is_wild = action.card < PEN_KINDS_MAX && (rules->wilds >> action.card & 1);
    unsigned index = is_wild ? pen_bits_count(rules->wilds & (pen_card_bit(action.card) - 1)) : 0;
    if (action.verb >= PEN_VERB_COUNT)
        return PEN_ACT_NONE;
    switch ((enum pen_with)pen_verb_shape(action.verb).with) {
    case PEN_WITH_CARD_OR_NONE:
    case PEN_WITH_CARD:
    case PEN_WITH_COLORED_CARD:
        if (action.verb == PEN_VERB_JUMP)
            return !is_wild           ? PEN_ACT_JUMP
                   : action.color < 8 ? PEN_ACT_JUMP_WILD + action.color
                                      : PEN_ACT_NONE;
        if (action.verb == PEN_VERB_STREAM && action.card == PEN_CARD_NONE)
            return PEN_ACT_STREAM_NONE;
        if (!is_wild)
            return action.card < PEN_KINDS_MAX ? PEN_ACT_LAY + action.card : PEN_ACT_NONE;
        return index < PEN_WILDS_MAX && action.color < 8 ? PEN_ACT_LAY_WILD + 8 * index + action.color
                                                         : PEN_ACT_NONE;
    case PEN_WITH_COLOR:
        return action.color < 8 ? PEN_ACT_NAME + action.color : PEN_ACT_NONE;
    case PEN_WITH_TARGET:
        return (action.verb == PEN_VERB_CATCH    ? PEN_ACT_CATCH
                : action.verb == PEN_VERB_ACCUSE ? PEN_ACT_ACCUSE
                                                 : PEN_ACT_CHOOSE) +
               to;
    case PEN_WITH_ALONE:
        break;
    }
    return action.verb == PEN_VERB_SAY_UNO ? PEN_ACT_SAY_UNO
           : action.verb == PEN_VERB_DROP  ? PEN_ACT_DROP
           : action.verb >= PEN_VERB_DRAW && action.verb <= PEN_VERB_CHALLENGE
               ? PEN_ACT_DRAW + action.verb - PEN_VERB_DRAW
               : PEN_ACT_NONE;
}

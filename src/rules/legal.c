/* legal.c - who can do what now. Agrees with apply.c: an action is in the set exactly if it is
 * accepted and is not a punished misplay (RULE P3); a test compares the two by brute force. */
#include <string.h>

#include "engine.h"

#define VERB(name) ((uint16_t)(1u << PEN_VERB_##name))

uint16_t pen_round_must(const struct pen_round *round)
{
    switch (round->phase) {
    case PEN_PHASE_OVER:
        return 0;
    case PEN_PHASE_RACE:
        return (uint16_t)(pen__all_seats(round) & ~round->dropped);
    case PEN_PHASE_FOLLOW:
        return pen__seat_bit(round->follower);
    default:
        return pen__seat_bit(round->turn);
    }
}

uint16_t pen_round_may(const struct pen_rules *rules, const struct pen_round *round)
{
    uint16_t may = 0;
    if (round->phase == PEN_PHASE_OVER)
        return 0;
    if (round->owes != 0) {
        may = round->owes;
        for (uint8_t seat = 0; seat < round->seat_count; seat++)
            if (round->owes & ~pen__seat_bit(seat))
                may |= pen__seat_bit(seat);
    }
    if (rules->jump_in && round->phase <= PEN_PHASE_PENDING)
        for (uint8_t seat = 0; seat < round->seat_count; seat++)
            if (pen_hand_has(&round->hands[seat], round->top))
                may |= pen__seat_bit(seat);
    if (rules->advice_cards > 0) {
        uint16_t all = pen__all_seats(round);
        for (uint8_t seat = 0; seat < round->seat_count; seat++)
            if (!(round->punished & pen__seat_bit(seat)))
                may |= (uint16_t)(all & ~pen__seat_bit(seat) & ~round->accused[seat]);
    }
    return may;
}

static uint16_t accusable(const struct pen_round *round, uint8_t seat)
{
    uint16_t bit = pen__seat_bit(seat), seats = 0;
    for (uint8_t other = 0; other < round->seat_count; other++)
        if (other != seat && !(round->accused[other] & bit) &&
            !(round->punished & pen__seat_bit(other)))
            seats |= pen__seat_bit(other);
    return seats;
}

static inline void legal_in_turn(const struct pen_rules *rules, const struct pen_round *round,
                                 uint64_t kinds, struct pen_legal *legal)
{
    switch (round->phase) {
    case PEN_PHASE_TURN:
        legal->plays = kinds & pen_round_matches(rules, round);
        legal->verbs |= VERB(DRAW);
        break;
    case PEN_PHASE_DRAWN:
        legal->plays = pen_card_bit(round->drawn);
        if (!round->drawn_forced)
            legal->verbs |= VERB(KEEP);
        break;
    case PEN_PHASE_PENDING:
        legal->plays = kinds & rules->answers[round->top];
        legal->verbs |= VERB(TAKE);
        if (rules->challengeable & pen_card_bit(round->top))
            legal->verbs |= VERB(CHALLENGE);
        break;
    case PEN_PHASE_NAME:
        legal->names = rules->color_count;
        break;
    case PEN_PHASE_SWAP:
        legal->swaps = (uint16_t)(pen__all_seats(round) & ~pen__seat_bit(legal->seat));
        break;
    case PEN_PHASE_STREAM:
        legal->streams = kinds;
        legal->verbs |= VERB(STREAM);
        break;
    case PEN_PHASE_SWING:
        legal->swings = pen__effect_swingable(rules, round);
        break;
    default:
        break;
    }
}

void pen_round_legal(const struct pen_rules *rules, const struct pen_round *round, uint8_t seat,
                     struct pen_legal *legal)
{
    *legal = (struct pen_legal){.seat = seat};
    if (PEN_UNLIKELY(round->phase == PEN_PHASE_OVER || seat >= round->seat_count))
        return;
    uint64_t kinds = pen_hand_kinds(&round->hands[seat]);
    if (PEN_LIKELY(round->turn == seat))
        legal_in_turn(rules, round, kinds, legal);
    if (PEN_UNLIKELY(round->owes != 0)) {
        legal->catches = (uint16_t)(round->owes & ~pen__seat_bit(seat));
        if (round->owes & pen__seat_bit(seat))
            legal->verbs |= VERB(SAY_UNO);
    }
    if (rules->jump_in && round->phase <= PEN_PHASE_PENDING)
        legal->jumps = kinds & pen_card_bit(round->top);
    if (rules->advice_cards > 0)
        legal->accuses = accusable(round, seat);
    if (PEN_UNLIKELY(round->phase == PEN_PHASE_RACE) && !(round->dropped & pen__seat_bit(seat)))
        legal->verbs |= VERB(DROP);
    if (PEN_UNLIKELY(round->phase == PEN_PHASE_FOLLOW) && round->follower == seat)
        legal->follows = kinds & rules->of_color[round->follow_color];
}

/* ---- the set as a list ---- */

/* A wild counts once per colour. */
static inline unsigned count_cards(const struct pen_rules *rules, uint64_t kinds)
{
    unsigned count = pen_bits_count(kinds);
    if (kinds & rules->wilds)
        count += (rules->color_count - 1u) * pen_bits_count(kinds & rules->wilds);
    return count;
}

static inline unsigned count_rest(const struct pen_rules *rules, const struct pen_legal *legal)
{
    unsigned count = legal->names;
    if (legal->jumps | legal->streams | legal->follows)
        count += count_cards(rules, legal->jumps) + count_cards(rules, legal->streams) +
                 count_cards(rules, legal->follows);
    uint64_t seats = (uint64_t)legal->catches | (uint64_t)legal->swaps << 16 |
                     (uint64_t)legal->swings << 32 | (uint64_t)legal->accuses << 48;
    if (seats)
        count += pen_bits_count(seats);
    return count;
}

unsigned pen_legal_count(const struct pen_rules *rules, const struct pen_legal *legal)
{
    return count_cards(rules, legal->plays) + pen_bits_count(legal->verbs) +
           count_rest(rules, legal);
}

static inline bool pick_card(const struct pen_rules *rules, uint64_t kinds, unsigned *index,
                             struct pen_action *action)
{
    uint64_t colored = kinds & ~rules->wilds;
    unsigned count = pen_bits_count(colored);
    if (*index < count) {
        action->card = (uint8_t)pen_bits_select(colored, *index);
        return true;
    }
    *index -= count;
    uint64_t wild = kinds & rules->wilds;
    if (wild == 0)
        return false;
    count = pen_bits_count(wild) * rules->color_count;
    if (*index < count) {
        action->card = (uint8_t)pen_bits_select(wild, *index / rules->color_count);
        action->color = (uint8_t)(*index % rules->color_count);
        return true;
    }
    *index -= count;
    return false;
}

static bool pick_seat(uint16_t seats, unsigned *index, struct pen_action *action)
{
    unsigned count = pen_bits_count(seats);
    if (*index < count) {
        action->target = (uint8_t)pen_bits_select(seats, *index);
        return true;
    }
    *index -= count;
    return false;
}

struct pen_action pen_legal_at(const struct pen_rules *rules, const struct pen_legal *legal,
                               unsigned index)
{
    struct pen_action action = PEN_ACTION(PEN_VERB_PLAY, legal->seat);
    if (pick_card(rules, legal->plays, &index, &action))
        return action;
    unsigned count = pen_bits_count(legal->verbs);
    if (index < count) {
        action.verb = (uint8_t)pen_bits_select(legal->verbs, index);
        return action;
    }
    index -= count;
    action.verb = PEN_VERB_NAME;
    if (index < legal->names) {
        action.color = (uint8_t)index;
        return action;
    }
    index -= legal->names;
    action.verb = PEN_VERB_JUMP;
    if (pick_card(rules, legal->jumps, &index, &action))
        return action;
    action.verb = PEN_VERB_STREAM;
    if (pick_card(rules, legal->streams, &index, &action))
        return action;
    action.verb = PEN_VERB_FOLLOW;
    if (pick_card(rules, legal->follows, &index, &action))
        return action;
    action.verb = PEN_VERB_CATCH;
    if (pick_seat(legal->catches, &index, &action))
        return action;
    action.verb = PEN_VERB_SWAP;
    if (pick_seat(legal->swaps, &index, &action))
        return action;
    action.verb = PEN_VERB_SWING;
    if (pick_seat(legal->swings, &index, &action))
        return action;
    action.verb = PEN_VERB_ACCUSE;
    bool is_in_range = pick_seat(legal->accuses, &index, &action);
    PEN_ASSERT(is_in_range);
    return action;
}

static bool has_card(const struct pen_rules *rules, uint64_t kinds, struct pen_action action)
{
    if (action.card >= rules->kind_count || !(kinds & pen_card_bit(action.card)))
        return false;
    return rules->color[action.card] == PEN_COLOR_NONE ? action.color < rules->color_count
                                                       : action.color == PEN_COLOR_NONE;
}

static bool has_seat(uint16_t seats, struct pen_action action)
{
    return action.target < PEN_SEATS_MAX && (seats & pen__seat_bit(action.target));
}

bool pen_legal_has(const struct pen_rules *rules, const struct pen_legal *legal,
                   struct pen_action action)
{
    if (action.seat != legal->seat || action.verb >= PEN_VERB_COUNT)
        return false;
    switch (action.verb) {
    case PEN_VERB_PLAY:
        return has_card(rules, legal->plays, action);
    case PEN_VERB_JUMP:
        return has_card(rules, legal->jumps, action);
    case PEN_VERB_FOLLOW:
        return has_card(rules, legal->follows, action);
    case PEN_VERB_STREAM:
        if (action.card == PEN_CARD_NONE)
            return (legal->verbs & VERB(STREAM)) && action.color == PEN_COLOR_NONE;
        return has_card(rules, legal->streams, action);
    case PEN_VERB_NAME:
        return action.color < legal->names;
    case PEN_VERB_CATCH:
        return has_seat(legal->catches, action);
    case PEN_VERB_SWAP:
        return has_seat(legal->swaps, action);
    case PEN_VERB_SWING:
        return has_seat(legal->swings, action);
    case PEN_VERB_ACCUSE:
        return has_seat(legal->accuses, action);
    default:
        return (legal->verbs >> action.verb & 1) != 0;
    }
}

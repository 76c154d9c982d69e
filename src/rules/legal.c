/* legal.c - who can do what now. Agrees with apply.c: an action is in the set exactly if it is
 * accepted and is not a punished misplay (RULE P3); a test compares the two by brute force. */
#include <string.h>

#include "engine.h"
#include "penultima/quick.h"

#define VERB(name) ((uint16_t)(1u << PEN_VERB_##name))

uint16_t pen_round_must(const struct pen_round *round)
{
    if (PEN_LIKELY(round->phase < PEN_PHASE_RACE))
        return pen__seat_bit(round->turn);
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

/* RULE O26: the seats that may challenge the top card besides the target of its draw. */
static uint16_t other_challengers(const struct pen_rules *rules, const struct pen_round *round)
{
    if (PEN_LIKELY(round->phase != PEN_PHASE_PENDING || !(rules->open_challenge & pen_card_bit(round->top))))
        return 0;
    return (uint16_t)(pen__all_seats(round) & ~pen__seat_bit(round->turn) & ~pen__seat_bit(round->thrower));
}

/* RULE O15: whom anybody else can accuse in this turn. */
static uint16_t accusable_by_any(const struct pen_round *round)
{
    if (round->seat_count == 2)
        return 0;
    return (uint16_t)(pen__all_seats(round) & ~pen__seat_bit(round->turn) & ~round->punished);
}

uint16_t pen_round_may_react(const struct pen_rules *rules, const struct pen_round *round)
{
    uint16_t may = 0;
    if (round->owes != 0)
        may = pen__all_seats(round); /* who owes says it, the others catch */
    may |= other_challengers(rules, round);
    if (rules->jump_in && round->phase <= PEN_PHASE_PENDING)
        for (uint8_t seat = 0; seat < round->seat_count; seat++)
            may |= (uint16_t)((unsigned)pen_hand_has(&round->hands[seat], round->top) << seat);
    return may;
}

uint16_t pen_round_may(const struct pen_rules *rules, const struct pen_round *round)
{
    if (round->phase == PEN_PHASE_OVER)
        return 0;
    uint16_t may = pen_round_may_react(rules, round);
    if (rules->advice_cards > 0) {
        uint16_t all = pen__all_seats(round), targets = accusable_by_any(round);
        for (uint8_t seat = 0; seat < round->seat_count; seat++)
            if (targets & pen__seat_bit(seat))
                may |= (uint16_t)(all & ~pen__seat_bit(seat) & ~round->accused[seat]);
    }
    return may;
}

static uint16_t accusable(const struct pen_round *round, uint8_t seat)
{
    uint16_t bit = pen__seat_bit(seat), seats = (uint16_t)(accusable_by_any(round) & ~bit);
    if (PEN_LIKELY(!(round->accusing & bit)))
        return seats;
    for (uint8_t other = 0; other < round->seat_count; other++)
        if (round->accused[other] & bit)
            seats &= (uint16_t)~pen__seat_bit(other);
    return seats;
}

static void legal_in_turn(const struct pen_rules *rules, const struct pen_round *round, uint64_t kinds,
                          struct pen_legal *legal)
{
    switch (round->phase) {
    case PEN_PHASE_TURN:
        legal->plays = kinds & pen_round_matches(rules, round);
        legal->verbs = VERB(DRAW);
        break;
    case PEN_PHASE_DRAWN:
        legal->plays = pen_card_bit(round->drawn);
        if (!round->drawn_forced)
            legal->verbs = VERB(KEEP);
        break;
    case PEN_PHASE_PENDING:
        legal->plays = kinds & rules->answers[round->top];
        legal->verbs = VERB(TAKE);
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
        legal->verbs = VERB(STREAM);
        break;
    case PEN_PHASE_SWING:
        legal->swings = pen__effect_swingable(rules, round);
        break;
    default:
        break;
    }
}

void pen__legal_slowly(const struct pen_rules *rules, const struct pen_round *round, uint8_t seat,
                       struct pen_legal *legal)
{
    *legal = (struct pen_legal){.seat = seat};
    if (round->phase == PEN_PHASE_OVER || seat >= round->seat_count)
        return;
    uint64_t kinds = pen_hand_kinds(&round->hands[seat]);
    if (round->turn == seat)
        legal_in_turn(rules, round, kinds, legal);
    if (round->owes != 0) {
        legal->catches = (uint16_t)(round->owes & ~pen__seat_bit(seat));
        if (round->owes & pen__seat_bit(seat))
            legal->verbs |= VERB(SAY_UNO);
    }
    if (rules->advice_cards > 0)
        legal->accuses = accusable(round, seat);
    if (round->phase <= PEN_PHASE_PENDING) {
        if (other_challengers(rules, round) & pen__seat_bit(seat))
            legal->verbs |= VERB(CHALLENGE);
        if (rules->jump_in)
            legal->jumps = kinds & pen_card_bit(round->top);
    } else if (round->phase == PEN_PHASE_RACE) {
        if (!(round->dropped & pen__seat_bit(seat)))
            legal->verbs |= VERB(DROP);
    } else if (round->phase == PEN_PHASE_FOLLOW && round->follower == seat) {
        legal->follows = kinds & rules->of_color[round->follow_color];
    }
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

static inline unsigned count_verbs(uint16_t verbs)
{
    if (PEN_LIKELY((verbs & (verbs - 1)) == 0))
        return verbs != 0;
    return pen_bits_count(verbs);
}

static inline uint64_t all_seat_sets(const struct pen_legal *legal)
{
    return (uint64_t)legal->catches | (uint64_t)legal->swaps << 16 | (uint64_t)legal->swings << 32 |
           (uint64_t)legal->accuses << 48;
}

/* Whether there is nothing but plays and verbs. */
static inline bool is_simple(const struct pen_legal *legal)
{
    unsigned seats = (unsigned)legal->catches | legal->swaps | legal->swings | legal->accuses;
    return (legal->jumps | legal->streams | legal->follows | seats | legal->names) == 0;
}

unsigned pen_legal_count(const struct pen_rules *rules, const struct pen_legal *legal)
{
    unsigned count = count_cards(rules, legal->plays) + count_verbs(legal->verbs);
    if (PEN_LIKELY(is_simple(legal)))
        return count;
    return count + legal->names + count_cards(rules, legal->jumps) + count_cards(rules, legal->streams) +
           count_cards(rules, legal->follows) + pen_bits_count(all_seat_sets(legal));
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

struct pen_action pen_legal_at(const struct pen_rules *rules, const struct pen_legal *legal, unsigned index)
{
    struct pen_action action = PEN_ACTION(PEN_VERB_PLAY, legal->seat);
    if (pick_card(rules, legal->plays, &index, &action))
        return action;
    unsigned count = count_verbs(legal->verbs);
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

/* Plays of which some may be wilds. Which it will be cannot be foreseen, so both go the same way
 * without a branch. */
struct pen_action pen__any_play_with_wilds(const struct pen_rules *rules, const struct pen_legal *legal,
                                           struct pen_chance *chance)
{
    struct pen_action action = PEN_ACTION(PEN_VERB_PLAY, legal->seat);
    uint64_t colored = legal->plays & ~rules->wilds, wild = legal->plays & rules->wilds;
    unsigned colored_count = pen_bits_count(colored);
    unsigned count = colored_count + pen_bits_count(wild) * rules->color_count;
    PEN_ASSERT(count > 0);
    unsigned index = pen_chance_below(chance, count);
    unsigned wild_index = index - colored_count;
    unsigned wild_kind = (wild_index & 0xfff) * rules->color_inverse >> 16;
    bool is_wild = index >= colored_count;
    uint64_t kinds = is_wild ? wild : colored;
    unsigned kind_index = is_wild ? wild_kind : index;
    action.card = (uint8_t)pen_bits_select(kinds, kind_index);
    action.color = (uint8_t)(is_wild ? wild_index - wild_kind * rules->color_count : PEN_COLOR_NONE);
    return action;
}

struct pen_action pen_legal_any(const struct pen_rules *rules, const struct pen_legal *legal,
                                struct pen_chance *chance)
{
    unsigned count = pen_legal_count(rules, legal);
    return pen_legal_at(rules, legal, count > 1 ? pen_chance_below(chance, count) : 0);
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

bool pen_legal_has(const struct pen_rules *rules, const struct pen_legal *legal, struct pen_action action)
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

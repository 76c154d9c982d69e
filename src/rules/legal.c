/* legal.c - who can do what now. Agrees with apply.c: an action is in the set exactly if it is
 * accepted and is not a punished misplay (RULE P3); a test compares the two by brute force. */
#include <stddef.h>
#include <string.h>

#include "engine.h"
#include "penultima/quick.h"

PEN_STATIC_ASSERT(offsetof(struct pen_legal, unused) + sizeof(((struct pen_legal *)0)->unused) ==
                      sizeof(struct pen_legal),
                  "a new set takes its bytes from 'unused'");
PEN_STATIC_ASSERT(PEN_VERB_COUNT <= 16, "a bit of 'verbs' for each");

#define VERB(name) ((uint16_t)(1u << PEN_VERB_##name))

uint16_t pen_round_must(const struct pen_round *round)
{
    if (PEN_LIKELY(round->phase < PEN_PHASE_RACE))
        return pen__seat_bit(round->turn);
    switch ((enum pen_phase)round->phase) {
#define MUST_TURN pen__seat_bit(round->turn)
#define MUST_FOLLOWER pen__seat_bit(round->follower)
#define MUST_ALL (uint16_t)(pen__all_seats(round) & ~round->dropped)
#define MUST_NOBODY 0
#define X(name, word, who, verb, first) \
    case PEN_PHASE_##name:              \
        return MUST_##who;
        PEN_PHASE_LIST(X)
#undef X
    }
    return 0;
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

static bool is_open_to_jumps(const struct pen_rules *rules, const struct pen_round *round)
{
    return rules->rule.jump_in != PEN_JUMP_NEVER &&
           (round->phase < PEN_PHASE_PENDING ||
            (round->phase == PEN_PHASE_PENDING && rules->rule.jump_in == PEN_JUMP_ANY_TIME));
}

static uint64_t jumps_of(const struct pen_rules *rules, const struct pen_round *round, uint8_t seat)
{
    uint64_t twins = pen_hand_kinds(&round->hands[seat]) & pen_card_bit(round->top);
    return pen__may_be_played(rules, round, seat, pen__may_leave(rules, round, seat, twins));
}

uint16_t pen_round_may_react(const struct pen_rules *rules, const struct pen_round *round)
{
    uint16_t may = 0;
    if (pen__catchable(round) != 0)
        may = pen__all_seats(round); /* who owes says it, the others catch */
    else
        may = round->owes;
    may |= other_challengers(rules, round);
    if (is_open_to_jumps(rules, round))
        for (uint8_t seat = 0; seat < round->seat_count; seat++)
            may |= (uint16_t)((unsigned)(jumps_of(rules, round, seat) != 0) << seat);
    return may;
}

uint16_t pen_round_may(const struct pen_rules *rules, const struct pen_round *round)
{
    if (round->phase == PEN_PHASE_OVER)
        return 0;
    uint16_t may = pen_round_may_react(rules, round);
    if (rules->rule.advice_cards > 0) {
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
    switch ((enum pen_phase)round->phase) {
    case PEN_PHASE_TURN:
        legal->plays = pen__may_be_played(rules, round, legal->seat, kinds & pen_round_matches(rules, round));
        if (!rules->rule.draw_only_if_stuck || !pen__could_play(rules, round, legal->seat))
            legal->verbs = VERB(DRAW);
        break;
    case PEN_PHASE_DRAWN:
        legal->plays = pen_card_bit(round->drawn);
        if (!round->drawn_forced)
            legal->verbs = VERB(KEEP);
        break;
    case PEN_PHASE_PENDING:
        legal->plays = pen__may_be_played(rules, round, legal->seat, kinds & pen__answers(rules, round));
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
    case PEN_PHASE_MORE:
        legal->plays = kinds & rules->of_face[round->top];
        legal->verbs = VERB(KEEP);
        break;
    case PEN_PHASE_RACE: /* whoever has the turn: pen__legal_slowly() */
    case PEN_PHASE_FOLLOW:
    case PEN_PHASE_OVER:
        break;
    }
}

void pen__legal_slowly(const struct pen_rules *rules, const struct pen_round *round, uint8_t seat,
                       struct pen_legal *legal)
{
    *legal = (struct pen_legal){.seat = seat};
    if (round->phase == PEN_PHASE_OVER || seat >= round->seat_count)
        return;
    uint64_t kinds = pen__may_leave(rules, round, seat, pen_hand_kinds(&round->hands[seat]));
    if (round->turn == seat)
        legal_in_turn(rules, round, kinds, legal);
    if (round->owes != 0) {
        legal->catches = (uint16_t)(pen__catchable(round) & ~pen__seat_bit(seat));
        if (round->owes & pen__seat_bit(seat))
            legal->verbs |= VERB(SAY_UNO);
    }
    if (rules->rule.advice_cards > 0)
        legal->accuses = accusable(round, seat);
    if (round->phase <= PEN_PHASE_PENDING) {
        if (other_challengers(rules, round) & pen__seat_bit(seat))
            legal->verbs |= VERB(CHALLENGE);
        if (is_open_to_jumps(rules, round))
            legal->jumps = jumps_of(rules, round, seat);
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

/* Whether there is nothing but plays and verbs. */
static inline bool is_simple(const struct pen_legal *legal)
{
    uint64_t rest = legal->names;
#define X(name, word, with, set, when)       \
    rest |= PEN_VERB_##name == PEN_VERB_PLAY \
                ? 0                          \
                : PEN__KINDS_##with(legal, set) | PEN__SEATS_##with(legal, set);
    PEN_VERB_LIST(X)
#undef X
    return rest == 0;
}

unsigned pen_legal_count(const struct pen_rules *rules, const struct pen_legal *legal)
{
    unsigned count = count_cards(rules, legal->plays) + count_verbs(legal->verbs);
    if (PEN_LIKELY(is_simple(legal)))
        return count;
    count += legal->names;
#define X(name, word, with, set, when)                                                              \
    count += PEN_VERB_##name == PEN_VERB_PLAY ? 0                                                   \
                                              : count_cards(rules, PEN__KINDS_##with(legal, set)) + \
                                                    pen_bits_count(PEN__SEATS_##with(legal, set));
    PEN_VERB_LIST(X)
#undef X
    return count;
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

static inline bool pick_seat(uint16_t seats, unsigned *index, struct pen_action *action)
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
#define X(name, word, with, set, when)                                    \
    action.verb = PEN_VERB_##name;                                        \
    if (PEN_VERB_##name != PEN_VERB_PLAY &&                               \
        pick_card(rules, PEN__KINDS_##with(legal, set), &index, &action)) \
        return action;
    PEN_VERB_LIST(X)
#undef X
#define X(name, word, with, set, when)                             \
    action.verb = PEN_VERB_##name;                                 \
    if (pick_seat(PEN__SEATS_##with(legal, set), &index, &action)) \
        return action;
    PEN_VERB_LIST(X)
#undef X
    const bool is_in_range = false;
    PEN_ASSERT(is_in_range);
    return action;
}

struct pen_action pen_legal_any(const struct pen_rules *rules, const struct pen_legal *legal,
                                struct pen_chance *chance)
{
    if (legal->plays == 0 && is_simple(legal)) { /* what pen_legal_at() does with verbs alone */
        struct pen_action action = PEN_ACTION(0, legal->seat);
        unsigned choices = count_verbs(legal->verbs);
        PEN_ASSERT(choices > 0);
        unsigned index = choices > 1 ? pen_chance_below(chance, choices) : 0;
        action.verb = (uint8_t)pen_bits_select(legal->verbs, index);
        return action;
    }
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
    switch ((enum pen_with)pen_verb_shape(action.verb).with) {
    case PEN_WITH_CARD_OR_NONE:
        if (action.card == PEN_CARD_NONE)
            return (legal->verbs >> action.verb & 1) && action.color == PEN_COLOR_NONE;
        return has_card(rules, pen_legal_kinds(legal, action.verb), action);
    case PEN_WITH_CARD:
    case PEN_WITH_COLORED_CARD:
        return has_card(rules, pen_legal_kinds(legal, action.verb), action);
    case PEN_WITH_COLOR:
        return action.color < legal->names;
    case PEN_WITH_TARGET:
        return has_seat(pen_legal_seats(legal, action.verb), action);
    case PEN_WITH_ALONE:
        break;
    }
    return (legal->verbs >> action.verb & 1) != 0;
}

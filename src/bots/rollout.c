/* rollout.c - the quick players inside an expert's head. They are what the search takes the others
 * to be: any card, coloured cards first, or the orderly order; and itself: orderly, or by policy.h.
 */
#include "bots/policy.h"
#include "penultima/quick.h"

enum { ACTIONS_MAX = 600 };

static uint8_t best_color(const struct pen_rules *rules, const struct pen_hand *hand)
{
    uint8_t best = 0;
    unsigned most = 0;
    for (uint8_t color = 0; color < rules->color_count; color++) {
        unsigned held = bot_held_of(hand, rules->of_color[color]);
        best = held > most ? color : best;
        most = held > most ? held : most;
    }
    return best;
}

static uint64_t honest(const struct pen_rules *rules, const struct pen_round *round, uint8_t seat,
                       uint64_t plays)
{
    uint64_t held = pen_hand_kinds(&round->hands[seat]);
    for (uint64_t left = plays & rules->guarded; left; left &= left - 1) {
        unsigned card = pen_bits_lowest(left);
        struct pen_hand rest = round->hands[seat];
        pen_hand_remove(&rest, card);
        held = pen_hand_kinds(&rest);
        if (held & (rules->of_color[round->color & 7] | rules->guard[card]))
            plays &= ~pen_card_bit(card);
    }
    return plays;
}

/* One of a set, the better the more there is of its colour; chance decides between equals. */
static uint8_t of_most_held(const struct rollout *rollout, struct pen_round *round, uint8_t seat,
                            uint64_t kinds)
{
    const struct pen_rules *rules = rollout->rules;
    uint64_t best = kinds;
    unsigned most = 0;
    if ((kinds & (kinds - 1)) == 0)
        return (uint8_t)pen_bits_lowest(kinds);
    for (uint8_t color = 0; color < rules->color_count; color++) {
        uint64_t of_color = kinds & rules->of_color[color];
        unsigned held = of_color ? bot_held_of(&round->hands[seat], rules->of_color[color]) : 0;
        if (held > most) {
            most = held;
            best = of_color;
        }
    }
    /* Kinds of a colour stand in the order of their faces: the highest number is the last. */
    uint64_t numbers = best;
    while (numbers & (numbers - 1))
        numbers &= numbers - 1;
    return (uint8_t)pen_bits_lowest(numbers);
}

static uint8_t choose_card(const struct rollout *rollout, struct pen_round *round, uint8_t seat,
                           uint64_t plays)
{
    const struct pen_rules *rules = rollout->rules;
    uint64_t colored = plays & ~rules->wilds;
    if (rollout->manner[seat] <= BOT_MANNER_COLORED) {
        if (colored && (rollout->manner[seat] == BOT_MANNER_COLORED))
            plays = colored;
        unsigned colors = rollout->manner[seat] == BOT_MANNER_ANY ? rules->color_count : 1;
        unsigned colored_count = pen_bits_count(plays & ~rules->wilds);
        uint64_t wild = plays & rules->wilds;
        unsigned index = pen_chance_below(&round->chance, colored_count + colors * pen_bits_count(wild));
        return (uint8_t)(index < colored_count ? pen_bits_select(plays & ~rules->wilds, index)
                                               : pen_bits_select(wild, (index - colored_count) / colors));
    }
    if (plays & rollout->kinds.draws)
        return of_most_held(rollout, round, seat, plays & rollout->kinds.draws);
    if (plays & rollout->kinds.skips)
        return of_most_held(rollout, round, seat, plays & rollout->kinds.skips);
    if (colored)
        return of_most_held(rollout, round, seat, colored);
    uint64_t harsh = plays & rollout->kinds.wild_draws;
    return (uint8_t)pen_bits_lowest(harsh ? harsh : plays);
}

static uint8_t fewest(const struct pen_round *round, uint16_t seats)
{
    uint8_t best = (uint8_t)pen_bits_lowest(seats);
    for (uint16_t left = seats; left; left &= (uint16_t)(left - 1)) {
        uint8_t seat = (uint8_t)pen_bits_lowest(left);
        if (round->hand_count[seat] < round->hand_count[best])
            best = seat;
    }
    return best;
}

static struct pen_action with_card(const struct rollout *rollout, struct pen_round *round, uint8_t verb,
                                   uint8_t seat, uint8_t card)
{
    struct pen_action action = PEN_ACTION(verb, seat);
    const struct pen_rules *rules = rollout->rules;
    action.card = card;
    if (rules->color[card] == PEN_COLOR_NONE) {
        action.color = rollout->manner[seat] <= BOT_MANNER_COLORED
                           ? (uint8_t)pen_chance_below(&round->chance, rules->color_count)
                           : best_color(rules, &round->hands[seat]);
    }
    action.uno = pen_uno_goes_with(rules, round->hand_count[seat]);
    return action;
}

static PEN_NOINLINE struct pen_action choose_rarely(const struct rollout *rollout, struct pen_round *round,
                                                    uint8_t seat, struct pen_legal *legal)
{
    const struct pen_rules *rules = rollout->rules;
    if (legal->follows != 0)
        return with_card(rollout, round, PEN_VERB_FOLLOW, seat,
                         of_most_held(rollout, round, seat, legal->follows));
    if (legal->streams != 0) {
        uint64_t colored = legal->streams & ~rules->wilds;
        if (colored)
            return with_card(rollout, round, PEN_VERB_STREAM, seat,
                             of_most_held(rollout, round, seat, colored));
        return PEN_ACTION(PEN_VERB_STREAM, seat);
    }
    struct pen_action action = PEN_ACTION(PEN_VERB_DROP, seat);
    for (uint8_t verb = 0; verb < PEN_VERB_COUNT; verb++) {
        if (pen_verb_shape(verb).when == PEN_DUE && pen_legal_seats(legal, verb) != 0) {
            action.verb = verb;
            uint16_t seats = pen_legal_seats(legal, verb);
            uint16_t team = pen_team_of(rules, round->seat_count, seat);
            action.target = fewest(round, seats & ~team ? (uint16_t)(seats & ~team) : seats);
            return action;
        }
    }
    if (legal->names > 0) {
        action.verb = PEN_VERB_NAME;
        action.color = best_color(rules, &round->hands[seat]);
    }
    return action;
}

static inline struct pen_action choose(const struct rollout *rollout, struct pen_round *round)
{
    const struct pen_rules *rules = rollout->rules;
    uint8_t seat = round->turn;
    if (PEN_UNLIKELY(round->phase >= PEN_PHASE_RACE)) {
        uint16_t must = pen_round_must(round);
        /* Who drops last is chance. */
        seat = round->phase == PEN_PHASE_RACE
                   ? (uint8_t)pen_bits_select(must, pen_chance_below(&round->chance, pen_bits_count(must)))
                   : (uint8_t)pen_bits_lowest(must);
    }
    struct pen_legal legal;
    pen_quick_legal(rules, round, seat, &legal);
    uint64_t plays = legal.plays;
    if (plays & rules->guarded)
        plays = honest(rules, round, seat, plays);
    if (PEN_UNLIKELY(plays != 0 && seat == rollout->thinker && round->phase <= PEN_PHASE_DRAWN))
        return bot_policy_choose(rollout, round, seat, plays);
    if (PEN_LIKELY(plays != 0))
        return with_card(rollout, round, PEN_VERB_PLAY, seat, choose_card(rollout, round, seat, plays));
    if (PEN_LIKELY(legal.verbs >> PEN_VERB_DRAW & 1))
        return PEN_ACTION(PEN_VERB_DRAW, seat);
    if (legal.verbs >> PEN_VERB_TAKE & 1) {
        bool doubts = rollout->manner[seat] == BOT_MANNER_OWN && (legal.verbs >> PEN_VERB_CHALLENGE & 1) &&
                      pen_chance_below(&round->chance, 4) == 0;
        return PEN_ACTION(doubts ? PEN_VERB_CHALLENGE : PEN_VERB_TAKE, seat);
    }
    if (legal.verbs >> PEN_VERB_KEEP & 1)
        return PEN_ACTION(PEN_VERB_KEEP, seat);
    if (legal.plays != 0) /* forced to bluff */
        return with_card(rollout, round, PEN_VERB_PLAY, seat, (uint8_t)pen_bits_lowest(legal.plays));
    return choose_rarely(rollout, round, seat, &legal);
}

struct pen_action bot_rollout_choose(const struct rollout *rollout, struct pen_round *round)
{
    return choose(rollout, round);
}

void bot_rollout_init(struct rollout *rollout, const struct pen_rules *rules, unsigned seat_count,
                      uint8_t thinker, const struct pen_hand *unseen)
{
    unsigned count = pen_hand_count(unseen);
    rollout->rules = rules;
    bot_kinds_of(rules, seat_count, &rollout->kinds);
    rollout->thinker = thinker;
    rollout->unseen = *unseen;
    rollout->unseen_share = count > 0 ? 1.0f / (float)count : 0;
    for (unsigned color = 0; color < PEN_COLORS_MAX; color++)
        rollout->color_out[color] = (uint8_t)bot_held_of(unseen, rules->of_color[color]);
}

void bot_rollout_play(const struct rollout *rollout, struct pen_round *round, uint8_t seat, unsigned turns)
{
    for (unsigned i = 0; i < ACTIONS_MAX && round->phase != PEN_PHASE_OVER; i++) {
        if (round->turn == seat && round->phase == PEN_PHASE_TURN && turns-- == 0)
            return;
        enum pen_refusal refusal = pen_quick_apply(rollout->rules, round, choose(rollout, round));
        PEN_ASSERT(refusal == PEN_ACCEPTED);
    }
}

/* problem.c - counts orders of hidden cards. Cards are told apart only when somebody gets them: a hand of
 * three is one world with as many orders as it stands for. */
#include "value/problem.h"

#include <string.h>

#include "bots/sense.h"

#define TOO_MANY (UINT64_MAX / 128)

struct count {
    const struct pen_rules *rules;
    struct problem_choice *choice;
    unsigned worlds, worlds_max;
};

/* ---- what everybody does ---- */

/* As `rank`: of equal cards the first. */
static struct pen_action choose(const struct pen_rules *rules, const struct pen_round *round)
{
    struct pen_view view;
    pen_view_init(&view, round->turn);
    pen_view_glance(&view, rules, round);
    uint64_t plays = bot_honest(rules, &view, view.legal.plays);
    if (plays != 0)
        return bot_with_card(rules, &view, PEN_VERB_PLAY, bot_rank_first(rules, &view, plays));
    return PEN_ACTION(round->phase == PEN_PHASE_PENDING ? PEN_VERB_TAKE
                      : round->phase == PEN_PHASE_DRAWN ? PEN_VERB_KEEP
                                                        : PEN_VERB_DRAW,
                      round->turn);
}

static unsigned draws_of(const struct pen_rules *rules, const struct pen_round *round,
                         struct pen_action action)
{
    if (action.verb == PEN_VERB_DRAW)
        return 1;
    if (action.verb == PEN_VERB_TAKE)
        return round->pending;
    return action.verb == PEN_VERB_PLAY && !(rules->waits & pen_card_bit(action.card))
               ? rules->draw_cards[action.card]
               : 0;
}

/* ---- orders ---- */

/* In how many orders 'few' of 'all' cards can lie; TOO_MANY for more than can be counted with. */
static uint64_t orders(unsigned all, unsigned few)
{
    uint64_t product = 1;
    for (; few > 0; few--, all--) {
        if (product > TOO_MANY / (all + 1))
            return TOO_MANY;
        product *= all;
    }
    return product;
}

static uint64_t picks(unsigned all, unsigned few)
{
    uint64_t product = 1;
    for (unsigned i = 0; i < few; i++)
        product = product * (all - i) / (i + 1);
    return product;
}

/* How many cards can still be drawn, and in how many orders the rest of these can lie. */
struct ahead {
    unsigned left;
    uint64_t weight;
};

static bool play_on(struct count *count, const struct pen_round *round, struct ahead ahead);
static bool act(struct count *count, const struct pen_round *round, struct pen_action action,
                struct ahead ahead);

static bool settle(struct count *count, uint64_t *sum, const struct pen_round *round, struct ahead ahead)
{
    *sum += ahead.weight * orders(round->draw_count, ahead.left);
    return ++count->worlds <= count->worlds_max;
}

static void swap(uint8_t *one, uint8_t *other)
{
    uint8_t card = *one;
    *one = *other;
    *other = card;
}

/* Decides the next 'draws' cards, of kinds from this one on; 'own' of them are decided. They go to one hand,
 * so their order among themselves is no matter. */
static bool decide(struct count *count, const struct pen_round *round, struct pen_action action,
                   struct ahead ahead, unsigned draws, unsigned own, unsigned from)
{
    if (own == draws)
        return act(count, round, action,
                   (struct ahead){ahead.left - draws, ahead.weight * orders(draws, draws)});
    for (unsigned kind = from; kind < count->rules->kind_count; kind++) {
        struct pen_round next = *round;
        unsigned open = round->draw_count - own, copies = 0;
        for (unsigned i = 0; i < open; i++)
            copies += round->pile[i] == kind;
        for (unsigned taken = 1; taken <= copies && own + taken <= draws; taken++) {
            unsigned at = 0;
            while (next.pile[at] != kind)
                at++;
            swap(&next.pile[at], &next.pile[open - taken]);
            next.ordered_count = (uint8_t)(own + taken);
            struct ahead more = {ahead.left, ahead.weight * picks(copies, taken)};
            if (!decide(count, &next, action, more, draws, own + taken, kind + 1))
                return false;
        }
    }
    return true;
}

/* The action, the cards for which are decided. */
static bool act(struct count *count, const struct pen_round *round, struct pen_action action,
                struct ahead ahead)
{
    struct pen_round next = *round;
    if (action.verb == PEN_VERB_PLAY && round->hand_count[action.seat] == 1)
        return settle(count, action.seat == 0 ? &count->choice->won : &count->choice->lost, round, ahead);
    unsigned draws = round->ordered_count;
    if (pen_round_apply(count->rules, &next, action, NULL) != PEN_ACCEPTED || next.ordered_count != 0 ||
        next.draw_count + draws != round->draw_count)
        return false;
    return play_on(count, &next, ahead);
}

static bool try_action(struct count *count, const struct pen_round *round, struct pen_action action,
                       struct ahead ahead)
{
    unsigned draws = draws_of(count->rules, round, action);
    bool is_end = action.verb == PEN_VERB_PLAY && round->hand_count[action.seat] == 1;
    if (is_end || draws == 0)
        return act(count, round, action, ahead);
    if (draws > ahead.left || draws > round->draw_count)
        return settle(count, &count->choice->open, round, ahead);
    return decide(count, round, action, ahead, draws, 0, 0);
}

static bool play_on(struct count *count, const struct pen_round *round, struct ahead ahead)
{
    return try_action(count, round, choose(count->rules, round), ahead);
}

/* ---- hands of the others ---- */

/* Takes 'draws' cards from the pile into the hand of a seat; then the next seat's, and then the choice. */
static bool deal(struct count *count, const struct problem *problem, const struct pen_round *round,
                 struct ahead ahead, unsigned seat, unsigned dealt, unsigned from)
{
    if (seat == problem->seat_count)
        return try_action(count, round, count->choice->action, ahead);
    unsigned wanted = problem->hand_count[seat];
    if (dealt == wanted) {
        ahead.weight *= orders(wanted, wanted);
        return deal(count, problem, round, ahead, seat + 1, 0, 0);
    }
    for (unsigned kind = from; kind < count->rules->kind_count; kind++) {
        struct pen_round next = *round;
        unsigned copies = 0;
        for (unsigned i = 0; i < round->draw_count; i++)
            copies += round->pile[i] == kind;
        for (unsigned taken = 1; taken <= copies && dealt + taken <= wanted; taken++) {
            unsigned at = 0;
            while (next.pile[at] != kind)
                at++;
            next.pile[at] = next.pile[--next.draw_count];
            next.pile[next.draw_count] = 0;
            pen_hand_add(&next.hands[seat], kind);
            next.hand_count[seat]++;
            struct ahead more = {ahead.left, ahead.weight * picks(copies, taken)};
            if (!deal(count, problem, &next, more, seat, dealt + taken, kind + 1))
                return false;
        }
    }
    return true;
}

/* ---- the position ---- */

/* With the hands of the others still in the pile. */
static struct pen_round round_of(const struct problem *problem, const struct pen_rules *rules)
{
    struct pen_round round;
    memset(&round, 0, sizeof round);
    round.seat_count = problem->seat_count;
    round.direction = problem->direction;
    round.forward = (uint8_t)(problem->direction == PEN_LEFT ? 1 : problem->seat_count - 1);
    round.top = problem->top;
    round.color = problem->color;
    round.drawn = problem->drawn;
    round.phase = problem->drawn == PEN_CARD_NONE ? PEN_PHASE_TURN : PEN_PHASE_DRAWN;
    round.thrower = round.follower = round.winner = PEN_SEAT_NONE;
    round.color_before = round.follow_color = PEN_COLOR_NONE;
    round.hands[0] = problem->hand;
    round.hand_count[0] = problem->hand_count[0];
    for (unsigned kind = 0; kind < rules->kind_count; kind++)
        for (unsigned i = pen_hand_count_of(&problem->hidden, kind); i > 0; i--)
            round.pile[round.draw_count++] = (uint8_t)kind;
    round.pile[PEN_DECK_MAX - 1] = problem->top;
    round.discard_count = 1;
    return round;
}

static void list_choices(const struct pen_rules *rules, const struct pen_round *round,
                         struct problem_proof *proof)
{
    struct pen_legal legal;
    pen_round_legal(rules, round, 0, &legal);
    pen_legal_keep_due(&legal);
    proof->count = 0;
    for (unsigned i = 0, all = pen_legal_count(rules, &legal); i < all; i++) {
        struct pen_action action = pen_legal_at(rules, &legal, i);
        action.uno = action.verb == PEN_VERB_PLAY && pen_uno_goes_with(rules, round->hand_count[0]);
        if (proof->count < PROBLEM_CHOICES_MAX)
            proof->list[proof->count++] = (struct problem_choice){.action = action};
    }
}

bool problem_of(struct problem *problem, const struct pen_rules *rules, const struct pen_view *view)
{
    unsigned seats = view->seat_count, others = 0;
    if (seats > PROBLEM_SEATS_MAX || view->viewer >= seats || view->turn != view->viewer ||
        (view->phase != PEN_PHASE_TURN && view->phase != PEN_PHASE_DRAWN) || view->owes || view->lost ||
        view->drawn_forced || view->hand_count[view->viewer] < 2 ||
        view->hand_count[view->viewer] > PROBLEM_HAND_MAX)
        return false;
    memset(problem, 0, sizeof *problem);
    problem->seat_count = (uint8_t)seats;
    problem->direction = view->direction;
    problem->top = view->top;
    problem->color = view->color;
    problem->drawn = view->phase == PEN_PHASE_DRAWN ? view->drawn : PEN_CARD_NONE;
    problem->draw_count = view->draw_count;
    problem->hand = view->hand;
    for (unsigned i = 0; i < seats; i++) {
        unsigned seat = (view->viewer + i) % seats;
        problem->hand_count[i] = view->hand_count[seat];
        others += i > 0 ? view->hand_count[seat] : 0u;
        if (i > 0 && pen_hand_kinds(&view->known[seat]) != 0)
            return false; /* some orders would be impossible */
    }
    struct pen_hand seen = pen_hand_less(&rules->all, &view->discards);
    problem->hidden = pen_hand_less(&seen, &view->hand);
    return others <= PROBLEM_HIDDEN_HAND_MAX && others + view->draw_count <= PROBLEM_HIDDEN_MAX &&
           problem->top < rules->kind_count && problem->color < rules->color_count &&
           pen_hand_count(&problem->hidden) == others + view->draw_count;
}

bool problem_is_rich(const struct problem *problem, const struct pen_rules *rules)
{
    struct pen_round round = round_of(problem, rules);
    struct problem_proof proof;
    unsigned plays = 0;
    list_choices(rules, &round, &proof);
    for (unsigned i = 0; i < proof.count; i++)
        plays += proof.list[i].action.verb == PEN_VERB_PLAY;
    return plays > 1;
}

static uint64_t all_orders(const struct problem *problem, unsigned draws)
{
    unsigned others = 0;
    for (unsigned i = 1; i < problem->seat_count; i++)
        others += problem->hand_count[i];
    return orders(others + problem->draw_count, others + draws);
}

bool problem_count(const struct problem *problem, const struct pen_rules *rules, unsigned draws,
                   unsigned worlds_max, struct problem_proof *proof)
{
    struct pen_round round = round_of(problem, rules);
    struct count count = {.rules = rules, .worlds_max = worlds_max};
    memset(proof, 0, sizeof *proof);
    proof->draws = draws;
    proof->orders = all_orders(problem, draws);
    if (proof->orders >= TOO_MANY)
        return false;
    list_choices(rules, &round, proof);
    for (unsigned i = 0; i < proof->count; i++) {
        count.choice = &proof->list[i];
        if (!deal(&count, problem, &round, (struct ahead){draws, 1}, 1, 0, 0))
            return false;
    }
    proof->worlds = count.worlds;
    for (unsigned i = 1; i < proof->count; i++)
        for (unsigned at = i; at > 0 && proof->list[at].won > proof->list[at - 1].won; at--) {
            struct problem_choice other = proof->list[at];
            proof->list[at] = proof->list[at - 1];
            proof->list[at - 1] = other;
        }
    return proof->count > 1;
}

bool problem_is_proved(const struct problem_proof *proof)
{
    const uint64_t margin = (proof->orders * PROBLEM_MARGIN + 99) / 100;
    for (unsigned i = 1; i < proof->count; i++)
        if (proof->list[0].won < proof->list[i].won + proof->list[i].open + margin)
            return false;
    return proof->count > 1;
}

bool problem_prove(const struct problem *problem, const struct pen_rules *rules, unsigned worlds_max,
                   struct problem_proof *proof)
{
    unsigned most = problem->draw_count < PROBLEM_DRAWS_MAX ? problem->draw_count : PROBLEM_DRAWS_MAX;
    for (unsigned draws = 0; draws <= most; draws++) {
        if (!problem_count(problem, rules, draws, worlds_max, proof))
            return false;
        if (problem_is_proved(proof))
            return true;
    }
    return false;
}

/* ---- themes ---- */

const char *problem_theme_id(enum problem_theme theme)
{
    static const char *const ids[PROBLEM_THEME_COUNT] = {"color", "wild", "draw", "action", "card"};
    return ids[theme];
}

static bool is_stopping(const struct pen_rules *rules, struct pen_action action)
{
    return action.card != PEN_CARD_NONE && rules->number[action.card] == PEN_NUMBER_NONE &&
           !(rules->wilds & pen_card_bit(action.card));
}

enum problem_theme problem_theme(const struct pen_rules *rules, const struct problem_proof *proof)
{
    struct pen_action best = proof->list[0].action, next = proof->list[1].action;
    if (best.verb != PEN_VERB_PLAY)
        return PROBLEM_DRAW;
    bool is_wild = rules->wilds & pen_card_bit(best.card);
    if (is_wild && next.card == best.card)
        return PROBLEM_COLOR;
    if (is_wild || (next.card != PEN_CARD_NONE && (rules->wilds & pen_card_bit(next.card))))
        return PROBLEM_WILD;
    return is_stopping(rules, best) || is_stopping(rules, next) ? PROBLEM_ACTION : PROBLEM_CARD;
}

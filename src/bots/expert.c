/* expert.c - the player that thinks: it imagines the hands it does not see (inference.h), plays
 * each of its choices out in the same imagined worlds (rollout.h) and takes what ended best.
 *
 * It knows what its view tells and nothing else. The same view, seed and number of rollouts give
 * the same choice. */
#include "bots/search.h"
#include "bots/sense.h"
#include "bots/value.h"
#include "penultima/quick.h"

enum {
    ROLLOUTS_TO_DRAW = 500,
    BATCH_WORLDS = 12,
    TURNS_AHEAD = 2,   /* own turns that are played before a position is valued */
    POINTS_USUAL = 40, /* of a hand at the end of a round */
    PARTS_USUAL = 4,   /* a position tells one part of those points, the usual number the others */
    ROLLOUTS_TO_DOUBT = 600,
    VERB_WAIT = PEN_VERB_COUNT /* to leave it to the others */
};

#define LEFT_OVER 0.03

/* ---- what to choose from ---- */

static void add(struct search *search, struct pen_action action)
{
    bot_search_add(search, action, 0);
}

/* A wild once per colour that is still held, or once for each if none is. */
static void add_cards(struct search *search, enum pen_verb verb, uint64_t kinds)
{
    const struct pen_rules *rules = search->rules;
    const struct pen_view *view = search->view;
    for (; kinds; kinds &= kinds - 1) {
        uint8_t card = (uint8_t)pen_bits_lowest(kinds);
        struct pen_action action = bot_with_card(rules, view, verb, card);
        if (rules->color[card] != PEN_COLOR_NONE || view->hand_count[view->viewer] == 1) {
            add(search, action);
            continue;
        }
        bool has_any = bot_held_of_color(rules, view, action.color) > 0;
        for (uint8_t color = 0; color < rules->color_count; color++) {
            action.color = color;
            if (!has_any || bot_held_of_color(rules, view, color) > 0)
                add(search, action);
        }
    }
}

static void add_seats(struct search *search, enum pen_verb verb, uint16_t seats)
{
    for (; seats; seats &= (uint16_t)(seats - 1)) {
        struct pen_action action = PEN_ACTION((uint8_t)verb, search->view->viewer);
        action.target = (uint8_t)pen_bits_lowest(seats);
        add(search, action);
    }
}

static void add_verbs(struct search *search, uint16_t verbs)
{
    for (uint8_t verb = 0; verb < PEN_VERB_COUNT; verb++)
        if ((verbs >> verb & 1) && pen_verb_shape(verb).when == PEN_DUE)
            add(search, PEN_ACTION(verb, search->view->viewer));
}

static void find_candidates(struct search *search)
{
    const struct pen_legal *legal = &search->view->legal;
    for (unsigned verb = 0; verb < PEN_VERB_COUNT; verb++) {
        if (pen_verb_shape(verb).when != PEN_DUE)
            continue;
        add_cards(search, (enum pen_verb)verb, pen_legal_kinds(legal, verb));
        add_seats(search, (enum pen_verb)verb, pen_legal_seats(legal, verb));
    }
    for (uint8_t color = 0; color < legal->names; color++) {
        struct pen_action action = PEN_ACTION(PEN_VERB_NAME, search->view->viewer);
        action.color = color;
        add(search, action);
    }
    uint16_t verbs = legal->verbs;
    /* Drawing although something fits is seldom right: a short look cannot tell. */
    if (legal->plays != 0 && search->end_us == 0 && search->rollouts_left < ROLLOUTS_TO_DRAW)
        verbs &= (uint16_t) ~(1u << PEN_VERB_DRAW);
    add_verbs(search, verbs);
}

/* ---- what an end is worth ---- */

/* RULE N2: the chance of the viewer and its team to win the game after these seats got so many points. Who
 * needs half as much as another has about three times the chance; the last step counts no more than it is
 * worth. */
static double chance_of_game(const struct search *search, uint16_t winners, unsigned points)
{
    const struct pen_view *view = search->view;
    double target = search->rules->rule.target, own = 0, sum = 0;
    if (view->score[pen_bits_lowest(winners)] + points >= search->rules->rule.target)
        return winners & view->team ? 1.0 : 0.0;
    for (uint8_t seat = 0; seat < view->seat_count; seat++) {
        unsigned score = view->score[seat] + (winners >> seat & 1 ? points : 0);
        double near = 1.0 / (1.12 - score / target);
        sum += near * near;
        own += view->team >> seat & 1 ? near * near : 0;
    }
    return own / sum;
}

/* To the viewer, from 0 to about 1, if this seat goes out. Where positions are valued, what a hand
 * holds now says only a part of what it will hold in the end; and ends are measured in the same
 * way, or the search would put off a victory for the sake of the usual points. */
static double value_if(const struct search *search, const struct pen_round *round, uint8_t winner)
{
    const struct pen_rules *rules = search->rules;
    const struct pen_view *view = search->view;
    unsigned seats = view->seat_count, own = 0, total = 0, won = 0;
    unsigned parts = search->can_value ? PARTS_USUAL : 1;
    if (rules->rule.scoring == PEN_SCORING_QUICK)
        return view->team >> winner & 1 ? 1.0 : 0.0;
    const uint16_t winners = pen_team_of(rules, seats, winner);
    for (uint8_t seat = 0; seat < seats; seat++) {
        unsigned points = pen_hand_points(rules, &round->hands[seat]);
        /* RULE H24: who wins by the fewest cards still holds some. */
        points = seat == winner && search->can_value ? 0 : (points + (parts - 1) * POINTS_USUAL) / parts;
        total += points;
        own += view->team >> seat & 1 ? points : 0;
        won += winners >> seat & 1 ? 0 : points; /* RULE M2: a partner's cards count for nobody */
    }
    if (rules->rule.scoring == PEN_SCORING_POINTS)
        return chance_of_game(search, winners, won);
    /* RULE M3: a team against the others on the average. */
    double others = (double)(total - own) / (seats / pen_bits_count(view->team) - 1);
    return 0.5 + (others - (double)own) / rules->rule.target;
}

static double value_of_end(const struct search *search, const struct pen_round *round)
{
    uint8_t viewer = search->view->viewer, winner = round->winner;
    if (round->phase != PEN_PHASE_OVER || winner == PEN_SEAT_NONE)
        return (double)pen_bits_count(search->view->team) / search->view->seat_count;
    double value = value_if(search, round, winner);
    /* Chance makes most of a single end; how near the viewer was tells a little more. */
    if (search->rules->rule.scoring == PEN_SCORING_QUICK && !search->can_value &&
        !(search->view->team >> winner & 1)) {
        unsigned cards = round->hand_count[viewer] < 10 ? round->hand_count[viewer] : 10;
        value -= LEFT_OVER * (double)cards;
    }
    return value;
}

/* How likely this other seat is to go out before the rest of the others. Who plays alone need not know:
 * somebody else has won. With partners it matters how near the end each of them is. */
static double share_of(const struct search *search, const struct pen_round *round, uint8_t seat)
{
    return search->rules->teams == 0 ? 1.0 : 1.0 / (2.0 + round->hand_count[seat]);
}

/* Of a position in which the viewer has the turn: won as often as can be expected, by somebody else
 * otherwise. */
static double value_of_turn(const struct search *search, const struct pen_round *round)
{
    uint8_t viewer = search->view->viewer, seats = search->view->seat_count;
    double chance = bot_value(&search->rollout, round, viewer), lost = 0, shares = 0;
    for (uint8_t seat = 0; seat < seats; seat++)
        shares += seat == viewer ? 0 : share_of(search, round, seat);
    for (uint8_t seat = 0; seat < seats; seat++)
        lost += seat == viewer ? 0 : value_if(search, round, seat) * share_of(search, round, seat) / shares;
    return chance * value_if(search, round, viewer) + (1 - chance) * lost;
}

/* ---- searching ---- */

/* What comes of the choice in this world. */
static double try_choice(const struct search *search, const struct pen_round *world, struct pen_action action,
                         uint64_t chance)
{
    struct pen_round round = *world;
    uint8_t viewer = search->view->viewer;
    round.chance.counter = chance;
    if (action.verb != VERB_WAIT) {
        enum pen_refusal refusal = pen_quick_apply(search->rules, &round, action);
        PEN_ASSERT(refusal == PEN_ACCEPTED);
    }
    bot_rollout_play(&search->rollout, &round, search->can_value ? viewer : PEN_SEAT_NONE, TURNS_AHEAD);
    if (search->can_value && round.phase == PEN_PHASE_TURN && round.turn == viewer)
        return value_of_turn(search, &round);
    return value_of_end(search, &round);
}

static void judge(const struct search *search, const struct pen_round *world, uint64_t chance,
                  double value[SEARCH_CHOICES_MAX])
{
    for (unsigned i = 0; i < search->count; i++)
        value[i] = try_choice(search, world, search->list[i].action, chance);
}

/* Choices are given up when they are behind by 2.5 standard errors, or by 3 where rollouts are short: there
 * is time for more of them. */
static struct pen_action search_out(struct search *search)
{
    search->can_value = bot_value_is_known(search->rules, search->view->seat_count);
    search->worlds_at_once = BATCH_WORLDS;
    search->errors_squared = search->can_value ? 9.0 : 6.25;
    return bot_search_out(search, search->can_value ? search->view->viewer : PEN_SEAT_NONE, judge);
}

bool bot_expert_doubts(struct bot *bot, const struct pen_rules *rules, const struct pen_view *view)
{
    struct search search;
    if (pen_hand_count(&view->discards) != view->discard_count)
        return false; /* a glance: nothing to think back on */
    bot_search_start(&search, bot, rules, view);
    if (search.rollouts_left > ROLLOUTS_TO_DOUBT)
        search.rollouts_left = ROLLOUTS_TO_DOUBT;
    add(&search, PEN_ACTION(VERB_WAIT, view->viewer));
    add(&search, PEN_ACTION(PEN_VERB_CHALLENGE, view->viewer));
    return search_out(&search).verb == PEN_VERB_CHALLENGE;
}

struct pen_action bot_expert_choose(struct bot *bot, const struct pen_rules *rules,
                                    const struct pen_view *view)
{
    struct search search;
    bot_search_start(&search, bot, rules, view);
    find_candidates(&search);
    if (search.count == 0)
        return bot_random_choose(bot, rules, view);
    if (search.count == 1)
        return search.list[0].action;
    return search_out(&search);
}

const struct bot_kind bot__EXPERT = {.choose = bot_expert_choose, .stream = 5, BOT_EXPERT_REFLEXES};

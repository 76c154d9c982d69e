/* game.c - the dealer, the count after a round, the end of the game. */
#include <string.h>

#include "engine.h"
#include "penultima/game.h"
#include "penultima/quick.h"

/* Streams of a game's seed: 0 draws for the deal, n deals round n. */
enum { STREAM_DEALER = 0 };

unsigned pen_hand_points(const struct pen_rules *rules, const struct pen_hand *hand)
{
    unsigned points = 0;
    for (uint64_t left = pen_hand_kinds(hand); left; left &= left - 1) {
        unsigned card = pen_bits_lowest(left);
        points += pen_hand_count_of(hand, card) * rules->points[card];
    }
    return points;
}

static uint32_t lot_below(void *context, uint32_t bound)
{
    return pen_chance_below(context, bound);
}

static uint8_t draw_lots(const struct pen_rules *rules, uint8_t seat_count, uint64_t seed,
                         struct pen_lots *lots)
{
    struct pen_chance chance = pen_chance_of(seed, STREAM_DEALER);
    const struct pen_lot_source source = {&chance, lot_below};
    return pen_lots_draw(rules, seat_count, rules->deck, &source, lots);
}

uint8_t pen_game_draw_dealer(const struct pen_rules *rules, uint8_t seat_count, uint64_t seed)
{
    struct pen_lots lots;
    return draw_lots(rules, seat_count, seed, &lots);
}

struct pen_layout pen_game_drawn_layout(const struct pen_rules *rules, uint8_t seat_count, uint64_t seed)
{
    struct pen_layout layout = pen_game_first_layout(seat_count, 0, seed);
    layout.dealer = draw_lots(rules, seat_count, seed, &layout.lots);
    return layout;
}

enum pen_deal_problem pen_game_start(const struct pen_rules *rules, struct pen_game *game, uint64_t seed,
                                     const struct pen_layout *layout, const uint16_t *score,
                                     struct pen_events *events, uint8_t *card)
{
    memset(game, 0, sizeof *game);
    game->seed = seed;
    game->round_number = 1;
    if (score)
        memcpy(game->score, score, sizeof game->score);
    return pen_round_deal(rules, &game->round, layout, events, card);
}

struct pen_layout pen_game_first_layout(uint8_t seat_count, uint8_t dealer, uint64_t seed)
{
    return pen_layout_random(seat_count, dealer, pen_chance_of(seed, 1));
}

/* The ones with the lowest total (RULE O20), or with the highest. */
static uint16_t best_totals(const struct pen_game *game, bool is_lowest)
{
    uint16_t seats = 0;
    unsigned best = 0;
    for (uint8_t seat = 0; seat < game->round.seat_count; seat++) {
        unsigned total = game->score[seat];
        if (seats == 0 || (is_lowest ? total < best : total > best)) {
            best = total;
            seats = 0;
        }
        if (total == best)
            seats |= pen__seat_bit(seat);
    }
    return seats;
}

unsigned pen_round_points(const struct pen_rules *rules, const struct pen_round *round)
{
    unsigned points = 0;
    if (round->winner == PEN_SEAT_NONE)
        return 0;
    const uint16_t team = pen_team_of(rules, round->seat_count, round->winner);
    for (uint8_t seat = 0; seat < round->seat_count; seat++)
        if (!(team & pen__seat_bit(seat)))
            points += pen_hand_points(rules, &round->hands[seat]);
    return points * rules->rule.points_times;
}

/* To all of a team: its points are one sum. */
static void add_points(struct pen_game *game, uint16_t seats, unsigned points)
{
    for (; seats; seats &= (uint16_t)(seats - 1)) {
        uint16_t *score = &game->score[pen_bits_lowest(seats)];
        *score = (uint16_t)(*score + points > UINT16_MAX ? UINT16_MAX : *score + points);
    }
}

/* RULES N2 to N4, O19, M2, M3: counts the round that has just ended. */
void pen__game_count(const struct pen_rules *rules, struct pen_game *game)
{
    const struct pen_round *round = &game->round;
    if (round->winner == PEN_SEAT_NONE)
        return; /* void */
    if (rules->rule.scoring == PEN_SCORING_QUICK) {
        game->winners = pen_team_of(rules, round->seat_count, round->winner);
        return;
    }
    bool is_reached = false;
    if (rules->rule.scoring == PEN_SCORING_POINTS)
        add_points(game, pen_team_of(rules, round->seat_count, round->winner),
                   pen_round_points(rules, round));
    else
        for (uint8_t seat = 0; seat < round->seat_count; seat++)
            add_points(game, pen_team_of(rules, round->seat_count, seat),
                       rules->rule.points_times * pen_hand_points(rules, &round->hands[seat]));
    for (uint8_t seat = 0; seat < round->seat_count; seat++)
        is_reached = is_reached || game->score[seat] >= rules->rule.target;
    if (is_reached)
        game->winners = best_totals(game, rules->rule.scoring == PEN_SCORING_LOWEST);
}

enum pen_refusal pen_game_apply_ordered(const struct pen_rules *rules, struct pen_game *game,
                                        struct pen_action action, struct pen_events *events,
                                        const uint8_t *order, unsigned order_count)
{
    enum pen_refusal refusal =
        pen_round_apply_ordered(rules, &game->round, action, events, order, order_count);
    if (refusal == PEN_ACCEPTED && game->round.phase == PEN_PHASE_OVER)
        pen__game_count(rules, game);
    return refusal;
}

enum pen_refusal pen_game_apply(const struct pen_rules *rules, struct pen_game *game,
                                struct pen_action action, struct pen_events *events)
{
    enum pen_refusal refusal = pen_round_apply(rules, &game->round, action, events);
    if (refusal == PEN_ACCEPTED && game->round.phase == PEN_PHASE_OVER)
        pen__game_count(rules, game);
    return refusal;
}

void pen_game_start_quick(const struct pen_rules *rules, struct pen_game *game, uint8_t seat_count,
                          uint8_t dealer, uint64_t seed)
{
    memset(game, 0, sizeof *game);
    game->seed = seed;
    game->round_number = 1;
    pen_round_start(rules, &game->round, seat_count, dealer, pen_chance_of(seed, 1));
}

/* RULE O4: to the left, whichever way play ran. */
static uint8_t next_dealer(const struct pen_game *game)
{
    unsigned dealer = game->round.dealer + 1u;
    return (uint8_t)(dealer < game->round.seat_count ? dealer : 0);
}

void pen_game_deal_quick(const struct pen_rules *rules, struct pen_game *game)
{
    PEN_ASSERT(pen_game_can_deal(game) == PEN_ACCEPTED);
    uint8_t dealer = next_dealer(game);
    game->round_number++;
    pen_round_start(rules, &game->round, game->round.seat_count, dealer,
                    pen_chance_of(game->seed, game->round_number));
}

enum pen_refusal pen_game_can_deal(const struct pen_game *game)
{
    if (game->round.phase != PEN_PHASE_OVER)
        return PEN_REFUSED_ROUND_OPEN;
    return game->winners != 0 ? PEN_REFUSED_GAME_OVER : PEN_ACCEPTED;
}

void pen_game_join(const struct pen_rules *rules, struct pen_game *game, uint16_t score)
{
    PEN_ASSERT(pen_game_can_deal(game) == PEN_ACCEPTED);
    PEN_ASSERT(pen_seats_fit(rules, game->round.seat_count + 1u));
    game->score[game->round.seat_count++] = score;
}

struct pen_layout pen_game_next_layout(const struct pen_game *game)
{
    return pen_layout_random(game->round.seat_count, next_dealer(game),
                             pen_chance_of(game->seed, game->round_number + UINT64_C(1)));
}

enum pen_deal_problem pen_game_deal(const struct pen_rules *rules, struct pen_game *game,
                                    const struct pen_layout *layout, struct pen_events *events, uint8_t *card)
{
    PEN_ASSERT(pen_game_can_deal(game) == PEN_ACCEPTED);
    game->round_number++;
    return pen_round_deal(rules, &game->round, layout, events, card);
}

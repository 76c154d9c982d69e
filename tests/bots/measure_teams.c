/* measure_teams.c - what it is worth to play for a team: measure_teams [GAMES] [ROLLOUTS] [open] [TEAMS]
 * [SEATS]
 *
 * One team of experts knows that they are partners (RULE M1); the experts of the others are told that
 * everybody plays alone, and play the same games by the same rules otherwise. Each deal is played once with
 * each team as the one that knows. Prints how often that one won, with its standard error; half of two is
 * what would come of knowing nothing more. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "penultima/penultima.h"

enum { ACTIONS_MAX = 4000 };

struct table {
    struct pen_rules rules, alone; /* 'alone': as those see it who do not know */
    struct pen_game game;
    struct pen_events events;
    struct pen_view views[PEN_SEATS_MAX];
    struct bot bots[PEN_SEATS_MAX];
    uint8_t seats;
    uint16_t partners; /* the seats that know */
};

static void look(struct table *table)
{
    for (uint8_t seat = 0; seat < table->seats; seat++) {
        bool knows = table->partners >> seat & 1;
        pen_view_update(&table->views[seat], knows ? &table->rules : &table->alone, &table->game,
                        &table->events);
    }
}

static const struct pen_rules *rules_of(const struct table *table, uint8_t seat)
{
    return table->partners >> seat & 1 ? &table->rules : &table->alone;
}

/* The quickest of those who can react, or who has to act. */
static struct pen_action next_action(struct table *table)
{
    const struct pen_round *round = &table->game.round;
    const bool is_race = round->phase == PEN_PHASE_RACE;
    uint16_t may = is_race ? pen_round_must(round) : pen_round_may_react(&table->rules, round);
    uint32_t soonest = UINT32_MAX;
    struct pen_action action = PEN_ACTION(PEN_VERB_DROP, 0);
    for (; may; may &= (uint16_t)(may - 1)) {
        uint8_t seat = (uint8_t)pen_bits_lowest(may);
        struct bot_reaction reaction =
            pen_bot_react(&table->bots[seat], rules_of(table, seat), &table->views[seat]);
        if (reaction.is_any && reaction.delay_ms < soonest) {
            soonest = reaction.delay_ms;
            action = reaction.action;
        }
    }
    if (soonest != UINT32_MAX)
        return action;
    uint8_t seat = (uint8_t)pen_bits_lowest(pen_round_must(round));
    return pen_bot_choose(&table->bots[seat], rules_of(table, seat), &table->views[seat]);
}

static uint16_t play(struct table *table, uint64_t seed, unsigned rollouts)
{
    struct pen_layout layout =
        pen_layout_random(table->seats, (uint8_t)(seed % table->seats), pen_chance_of(seed, 1));
    if (pen_game_start(&table->rules, &table->game, seed, &layout, NULL, &table->events, NULL) !=
        PEN_DEAL_GOOD)
        abort();
    for (uint8_t seat = 0; seat < table->seats; seat++) {
        struct bot_spec spec = {.level = BOT_EXPERT, .rollouts = rollouts};
        pen_bot_init(&table->bots[seat], spec, seed * PEN_SEATS_MAX + seat, NULL);
        pen_view_init(&table->views[seat], seat);
    }
    look(table);
    for (unsigned i = 0; i < ACTIONS_MAX && table->game.winners == 0; i++) {
        if (table->game.round.phase == PEN_PHASE_OVER)
            return 0; /* void */
        if (pen_game_apply(&table->rules, &table->game, next_action(table), &table->events) != PEN_ACCEPTED)
            abort();
        look(table);
    }
    return table->game.winners;
}

int main(int argc, char **argv)
{
    static struct table table;
    static struct pen_edition edition;
    const unsigned games = argc > 1 ? (unsigned)atoi(argv[1]) : 200;
    const unsigned rollouts = argc > 2 ? (unsigned)atoi(argv[2]) : 100;
    const unsigned teams = argc > 4 ? (unsigned)atoi(argv[4]) : 2;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    table.seats = (uint8_t)(argc > 5 ? atoi(argv[5]) : 4);
    options.scoring = PEN_SCORING_QUICK;
    if (!pen_edition_builtin("classic", &edition) ||
        pen_table_make(&table.alone, &edition, &options, NULL) != PEN_RULES_GOOD)
        return 2;
    options.teams = (uint8_t)teams;
    options.partners = argc > 3 && strcmp(argv[3], "open") == 0 ? PEN_PARTNERS_OPEN : PEN_PARTNERS_HIDDEN;
    if (pen_table_make(&table.rules, &edition, &options, NULL) != PEN_RULES_GOOD ||
        !pen_seats_fit(&table.rules, table.seats))
        return 2;
    unsigned won = 0, played = 0;
    for (unsigned i = 0; i < games; i++) {
        for (unsigned team = 0; team < teams; team++) {
            table.partners = pen_team_of(&table.rules, table.seats, team);
            uint16_t winners = play(&table, i + 1, rollouts);
            played += winners != 0;
            won += (winners & table.partners) != 0;
        }
    }
    double share = (double)won / played;
    printf("%u games, %u rollouts: the team that knows won %.2f %% (error %.2f; %.2f %% by chance)\n", played,
           rollouts, 100 * share, 100 * sqrt(share * (1 - share) / played), 100.0 / teams);
    return 0;
}

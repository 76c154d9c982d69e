/* fit_value.c - makes a file like src/bots/value_weights.h: lets experts play, notes what is counted in their
 * positions (value.h) and who won, and fits the weights to it (logistic regression by Newton's
 * method). Not a test; it is built and run by hand, as docs/BOTS.md tells:
 *
 *     fit_value GAMES SEED BOT PLAYERS ... > value_weights.h
 *
 * The games are of the edition 'classic', by 'quick', one BOT against others of all sorts. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/value.h"

enum { POSITIONS_MAX = 400, ACTIONS_MAX = 3000, STEPS_MAX = 8 };

struct position {
    float won;
    float features[VALUE_COUNT];
};

static struct position *all;
static size_t count, room;

static void note(const struct position *list, unsigned list_count, bool has_won)
{
    if (count + list_count > room) {
        room = 2 * room + POSITIONS_MAX;
        all = realloc(all, room * sizeof *all);
        if (!all)
            exit(1);
    }
    for (unsigned i = 0; i < list_count; i++) {
        all[count] = list[i];
        all[count++].won = has_won;
    }
}

/* ---- games ---- */

static uint8_t manner_of(uint8_t level)
{
    static const uint8_t list[BOT_LEVEL_COUNT] = {
        [BOT_RANDOM] = BOT_MANNER_ANY, [BOT_RULE] = BOT_MANNER_COLORED,
        [BOT_NOVICE] = BOT_MANNER_COLORED, [BOT_CASUAL] = BOT_MANNER_OWN,
        [BOT_RANK] = BOT_MANNER_ORDERLY, [BOT_EXPERT] = BOT_MANNER_OWN};
    return list[level];
}

/* Three quarters of the tables are of one sort; what comes up more often is what is met more. */
static struct bot_spec other(struct pen_chance *chance)
{
    static const uint8_t list[] = {BOT_RANDOM, BOT_RANK, BOT_RANDOM, BOT_RANK, BOT_RULE, BOT_CASUAL};
    return (struct bot_spec){.level = list[pen_chance_below(chance, sizeof list)]};
}

static void play(const struct pen_rules *rules, struct bot_spec spec, uint8_t seats, uint64_t seed)
{
    static struct pen_game game;
    static struct pen_events events;
    static struct pen_view views[PEN_SEATS_MAX];
    static struct position list[POSITIONS_MAX];
    struct bot bots[PEN_SEATS_MAX];
    struct rollout rollout = {.rules = rules};
    struct pen_chance chance = pen_chance_of(seed, 77);
    uint8_t own = (uint8_t)pen_chance_below(&chance, seats);
    struct bot_spec common = other(&chance);
    bool is_mixed = pen_chance_below(&chance, 4) == 0;
    unsigned list_count = 0;
    bot_kinds_of(rules, seats, &rollout.kinds);
    for (uint8_t seat = 0; seat < seats; seat++) {
        struct bot_spec of_seat = seat == own ? spec : is_mixed ? other(&chance) : common;
        bot_init(&bots[seat], of_seat, seed * 16 + seat, NULL);
        rollout.manner[seat] = manner_of(of_seat.level);
        pen_view_init(&views[seat], seat);
    }
    struct pen_layout layout =
        pen_game_first_layout(seats, (uint8_t)pen_chance_below(&chance, seats), seed);
    if (pen_game_start(rules, &game, seed, &layout, NULL, &events, NULL) != PEN_DEAL_GOOD)
        exit(1);
    pen_view_update(&views[own], rules, &game, &events);
    for (unsigned i = 0; i < ACTIONS_MAX && game.round.phase != PEN_PHASE_OVER; i++) {
        uint8_t seat = (uint8_t)pen_bits_lowest(pen_round_must(&game.round));
        if (seat != own)
            pen_view_glance(&views[seat], rules, &game.round);
        else if (game.round.phase == PEN_PHASE_TURN && list_count < POSITIONS_MAX)
            bot_value_count(&rollout, &game.round, seat, list[list_count++].features);
        struct pen_action action = bot_choose(&bots[seat], rules, &views[seat]);
        if (pen_game_apply(rules, &game, action, &events) != PEN_ACCEPTED)
            exit(1);
        pen_view_update(&views[own], rules, &game, &events);
    }
    note(list, list_count, game.round.winner == own);
}

/* ---- fitting ---- */

static double weight[VALUE_COUNT], slope[VALUE_COUNT], curve[VALUE_COUNT][VALUE_COUNT];

/* Slope and curvature of the likelihood at the present weights; returns the mean log loss. */
static double look(void)
{
    double loss = 0;
    memset(slope, 0, sizeof slope);
    memset(curve, 0, sizeof curve);
    for (size_t at = 0; at < count; at++) {
        const float *x = all[at].features;
        double sum = 0;
        for (unsigned i = 0; i < VALUE_COUNT; i++)
            sum += weight[i] * (double)x[i];
        double chance = 1 / (1 + exp(-sum)), error = chance - (double)all[at].won;
        loss -= log(all[at].won > 0 ? chance : 1 - chance);
        for (unsigned i = 0; i < VALUE_COUNT; i++) {
            double part = chance * (1 - chance) * (double)x[i];
            slope[i] += error * (double)x[i];
            for (unsigned j = 0; part > 0 && j <= i; j++)
                curve[i][j] += part * (double)x[j];
        }
    }
    /* A mild pull towards 0 keeps weights small that the games say nothing about. */
    for (unsigned i = 0; i < VALUE_COUNT; i++) {
        slope[i] += weight[i];
        curve[i][i] += 1;
        for (unsigned j = 0; j < i; j++)
            curve[j][i] = curve[i][j];
    }
    return loss / (double)count;
}

/* Solves curve * step = slope by elimination and takes the step. */
static void step(void)
{
    for (unsigned i = 0; i < VALUE_COUNT; i++)
        for (unsigned row = i + 1; row < VALUE_COUNT; row++) {
            double factor = curve[row][i] / curve[i][i];
            for (unsigned j = i; j < VALUE_COUNT; j++)
                curve[row][j] -= factor * curve[i][j];
            slope[row] -= factor * slope[i];
        }
    for (unsigned i = VALUE_COUNT; i-- > 0;) {
        for (unsigned j = i + 1; j < VALUE_COUNT; j++)
            slope[i] -= curve[i][j] * slope[j];
        slope[i] /= curve[i][i];
        weight[i] -= slope[i];
    }
}

static void print_weights(void)
{
    static const char *const names[VALUE_COUNT] = {
#define X(name, weight) #name,
        VALUE_LIST(X)
#undef X
    };
    printf("/* value_weights.h - what each thing counted in a position weighs: X(name, weight).\n"
           " * Fitted to games of experts; tests/bots/fit_value.c makes a file like this one, see\n"
           " * docs/BOTS.md. */\n"
           "#ifndef BOT_VALUE_WEIGHTS_H\n#define BOT_VALUE_WEIGHTS_H\n\n#define VALUE_LIST(X)");
    for (unsigned i = 0; i < VALUE_COUNT; i++)
        printf(" \\\n    X(%s, %.3ff)", names[i], weight[i]);
    printf("\n\n#endif\n");
}

int main(int argc, char **argv)
{
    struct pen_edition edition;
    struct pen_rules rules;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    struct bot_spec spec;
    options.scoring = PEN_SCORING_QUICK;
    if (argc < 5 || !bot_spec_read(argv[3], strlen(argv[3]), &spec) ||
        !pen_edition_builtin("classic", &edition) ||
        pen_rules_make(&rules, &edition, &options, NULL) != PEN_RULES_GOOD) {
        fprintf(stderr, "usage: fit_value GAMES SEED BOT PLAYERS ...\n");
        return 2;
    }
    uint64_t games = strtoull(argv[1], NULL, 10), seed = strtoull(argv[2], NULL, 10);
    for (uint64_t i = 0; i < games; i++) {
        long seats = strtol(argv[4 + i % (uint64_t)(argc - 4)], NULL, 10);
        if (seats < 2 || seats > PEN_SEATS_MAX)
            return 2;
        play(&rules, spec, (uint8_t)seats, pen_chance_of(seed, i).counter);
    }
    for (unsigned i = 0; i < STEPS_MAX; i++) {
        fprintf(stderr, "%zu positions, log loss %.5f\n", count, look());
        step();
    }
    print_weights();
    return 0;
}

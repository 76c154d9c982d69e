/* fit_weights.c - makes a file like src/bots/weights.h: lets the policy (policy.h) play against
 * others of all sorts, notes what is counted and who won, and fits the weights to it (logistic
 * regression by Newton's method). Not a test; it is built and run by hand, as docs/BOTS.md tells:
 *
 *     fit_weights GAMES SEED PLAYERS ... > weights.h
 *
 * The games are of the edition 'classic', by 'quick'. They are played with the weights that the
 * tool was built with, so the first ones may all be 0: built and run again a few times it gets to
 * know positions of a good player. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/policy.h"
#include "bots/value.h"
#include "../support/unseen.h"

enum {
    ACTIONS_MAX = 3000,
    NEWTON_STEPS = 7,
    BLOCK_ROWS = 10000, /* summed up as float before they are added as double */
    EXPLORED_PERCENT = 15,
    NOTED_ONE_IN = 3, /* positions of one game are alike: better fewer of each and more games */
    HAND_SIZE = HAND_STAGES * HAND_ROOM,
    OTHERS_SIZE = VALUE_WHOM_COUNT * OTHER_ROOM,
    POLICY_SIZE = HAND_SIZE + POLICY_COUNT,
    VALUE_SIZE = HAND_SIZE + OTHERS_SIZE + TABLE_COUNT,
    SIZE_MOST = VALUE_SIZE > POLICY_SIZE ? VALUE_SIZE : POLICY_SIZE
};

/* Positions of one kind: rows of 'size' counts, and who won. */
struct sample {
    unsigned size;
    size_t count, room, open; /* rows from 'open' on belong to the game that is being played */
    float *rows, *won;
};

static float *add_row(struct sample *sample)
{
    if (sample->count == sample->room) {
        sample->room = 2 * sample->room + 4096;
        sample->rows = realloc(sample->rows, sample->room * sample->size * sizeof *sample->rows);
        sample->won = realloc(sample->won, sample->room * sizeof *sample->won);
        if (!sample->rows || !sample->won)
            exit(1);
    }
    float *row = sample->rows + sample->count++ * sample->size;
    memset(row, 0, sample->size * sizeof *row);
    return row;
}

static void close_game(struct sample *sample, bool has_won)
{
    for (; sample->open < sample->count; sample->open++)
        sample->won[sample->open] = has_won;
}

static void add_hand(float *row, const struct hand_sum *hand)
{
    memcpy(row + hand->stage * HAND_ROOM, hand->count, sizeof hand->count);
}

static void note_policy(struct sample *sample, const struct rollout *rollout, const struct pen_round *round,
                        struct pen_action action)
{
    struct policy_sum sum;
    bot_policy_sum(rollout, round, action, &sum);
    float *row = add_row(sample);
    add_hand(row, &sum.hand);
    for (unsigned i = 0; i < sum.count; i++)
        row[HAND_SIZE + sum.terms[i].term] += sum.terms[i].value;
}

static void note_value(struct sample *sample, const struct rollout *rollout, const struct pen_round *round,
                       uint8_t seat)
{
    struct value_sum sum;
    bot_value_sum(rollout, round, seat, &sum);
    float *row = add_row(sample);
    add_hand(row, &sum.hand);
    memcpy(row + HAND_SIZE, sum.others, sizeof sum.others);
    memcpy(row + HAND_SIZE + OTHERS_SIZE, sum.table, sizeof sum.table);
}

/* ---- games ---- */

static uint8_t manner_of(uint8_t level)
{
    static const uint8_t list[BOT_LEVEL_COUNT] = {
        [BOT_RANDOM] = BOT_MANNER_ANY, [BOT_RULE] = BOT_MANNER_COLORED, [BOT_NOVICE] = BOT_MANNER_COLORED,
        [BOT_CASUAL] = BOT_MANNER_OWN, [BOT_RANK] = BOT_MANNER_ORDERLY, [BOT_EXPERT] = BOT_MANNER_OWN};
    return list[level];
}

/* Three quarters of the tables are of one sort; what comes up more often is what is met more. */
static struct bot_spec other(struct pen_chance *chance)
{
    static const uint8_t list[] = {BOT_RANDOM, BOT_RANK, BOT_RANDOM, BOT_RANK, BOT_RULE, BOT_CASUAL};
    return (struct bot_spec){.level = list[pen_chance_below(chance, sizeof list)]};
}

/* What the policy does, or now and then something else, so that it is known what that leads to. */
static struct pen_action choose(const struct rollout *rollout, const struct pen_round *round, struct bot *bot,
                                const struct pen_view *view, bool is_exploring)
{
    uint64_t plays = bot_honest(rollout->rules, view, view->legal.plays);
    if (plays == 0 || round->phase > PEN_PHASE_DRAWN)
        return bot_rank_choose(bot, rollout->rules, view);
    if (!is_exploring)
        return bot_policy_choose(rollout, round, view->viewer, plays);
    if (view->legal.verbs >> PEN_VERB_KEEP & 1)
        return PEN_ACTION(PEN_VERB_KEEP, view->viewer);
    return bot_random_choose(bot, rollout->rules, view);
}

static bool play(const struct pen_rules *rules, uint8_t seats, uint64_t seed, struct sample *policy,
                 struct sample *value)
{
    static struct pen_game game;
    struct pen_view view;
    struct bot bots[PEN_SEATS_MAX];
    struct rollout rollout = {.rules = rules};
    struct pen_chance chance = pen_chance_of(seed, 77);
    uint8_t own = (uint8_t)pen_chance_below(&chance, seats);
    struct bot_spec common = other(&chance);
    bool is_mixed = pen_chance_below(&chance, 4) == 0;
    for (uint8_t seat = 0; seat < seats; seat++) {
        struct bot_spec spec = is_mixed ? other(&chance) : common;
        pen_bot_init(&bots[seat], spec, seed * 16 + seat, NULL);
        rollout.manner[seat] = manner_of(spec.level);
    }
    pen_game_start_quick(rules, &game, seats, (uint8_t)pen_chance_below(&chance, seats), seed);
    struct pen_round *round = &game.round;
    for (unsigned i = 0; i < ACTIONS_MAX && round->phase != PEN_PHASE_OVER; i++) {
        uint8_t seat = (uint8_t)pen_bits_lowest(pen_round_must(round));
        struct pen_action action;
        pen_view_init(&view, seat);
        pen_view_glance(&view, rules, round);
        if (seat == own) {
            support_look_around(&rollout, rules, round, seat);
            bool is_exploring = policy && pen_chance_below(&chance, 100) < EXPLORED_PERCENT;
            action = choose(&rollout, round, &bots[seat], &view, is_exploring);
            bool is_noted = pen_chance_below(&chance, NOTED_ONE_IN) == 0;
            if (policy && is_noted && round->phase <= PEN_PHASE_DRAWN && round->hand_count[seat] > 1 &&
                (action.verb == PEN_VERB_PLAY || action.verb == PEN_VERB_KEEP))
                note_policy(policy, &rollout, round, action);
            if (value && is_noted && round->phase == PEN_PHASE_TURN)
                note_value(value, &rollout, round, seat);
        } else {
            action = pen_bot_choose(&bots[seat], rules, &view);
        }
        if (pen_game_apply(rules, &game, action, NULL) != PEN_ACCEPTED)
            exit(1);
    }
    if (policy)
        close_game(policy, round->winner == own);
    if (value)
        close_game(value, round->winner == own);
    return round->winner == own;
}

/* ---- fitting ---- */

static double weight[SIZE_MOST], slope[SIZE_MOST], curve[SIZE_MOST][SIZE_MOST];
static float block[SIZE_MOST][SIZE_MOST];

static void add_block(unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        for (unsigned j = 0; j < size; j++)
            curve[i][j] += (double)block[i][j];
    memset(block, 0, sizeof block);
}

/* Slope and curvature of the likelihood at the present weights; returns the mean log loss. */
static double look(const struct sample *sample)
{
    unsigned size = sample->size;
    double loss = 0;
    memset(slope, 0, sizeof slope);
    memset(curve, 0, sizeof curve);
    for (size_t at = 0; at < sample->count; at++) {
        const float *x = sample->rows + at * size;
        double sum = 0;
        for (unsigned i = 0; i < size; i++)
            sum += weight[i] * (double)x[i];
        double chance = 1 / (1 + exp(-sum)), error = chance - (double)sample->won[at];
        loss -= log((sample->won[at] > 0 ? chance : 1 - chance) + 1e-9);
        for (unsigned i = 0; i < size; i++) {
            if (x[i] > 0 || x[i] < 0) {
                float part = (float)(chance * (1 - chance)) * x[i];
                slope[i] += error * (double)x[i];
                for (unsigned j = 0; j < size; j++)
                    block[i][j] += part * x[j];
            }
        }
        if (at % BLOCK_ROWS == BLOCK_ROWS - 1)
            add_block(size);
    }
    add_block(size);
    /* A mild pull towards 0 keeps weights small that the games say nothing about. */
    for (unsigned i = 0; i < size; i++) {
        slope[i] += weight[i];
        curve[i][i] += 1;
    }
    return loss / (double)sample->count;
}

/* Solves curve * step = slope by elimination and takes the step. */
static void step(unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        for (unsigned row = i + 1; row < size; row++) {
            double factor = curve[row][i] / curve[i][i];
            for (unsigned j = i; j < size; j++)
                curve[row][j] -= factor * curve[i][j];
            slope[row] -= factor * slope[i];
        }
    for (unsigned i = size; i-- > 0;) {
        for (unsigned j = i + 1; j < size; j++)
            slope[i] -= curve[i][j] * slope[j];
        slope[i] /= curve[i][i];
        weight[i] -= slope[i];
    }
}

static void fit(const char *what, const struct sample *sample)
{
    memset(weight, 0, sizeof weight);
    for (unsigned i = 0; i < NEWTON_STEPS; i++) {
        double loss = look(sample);
        fprintf(stderr, "%s: %zu positions, log loss %.5f\n", what, sample->count, loss);
        step(sample->size);
    }
}

/* A line of weights is as many as fit it. */
static void print_array(const char *name, const char *shape, const double *from, unsigned rows,
                        unsigned columns)
{
    printf("\nstatic const float %s%s = {", name, shape);
    for (unsigned row = 0; row < rows; row++) {
        if (rows > 1)
            printf("\n    {");
        for (unsigned i = 0; i < columns; i++)
            printf("%s%.3ff,", i % 10 == 0 ? "\n        " : " ", from[row * columns + i]);
        if (rows > 1)
            printf("\n    },");
    }
    printf("\n};\n");
}

static void print_hand(const char *name)
{
    print_array(name, "[HAND_STAGES][HAND_ROOM]", weight, HAND_STAGES, HAND_ROOM);
}

int main(int argc, char **argv)
{
    struct pen_edition edition;
    struct pen_rules rules;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    struct sample policy = {.size = POLICY_SIZE}, value = {.size = VALUE_SIZE};
    unsigned won = 0;
    options.scoring = PEN_SCORING_QUICK;
    if (argc < 4 || !pen_edition_builtin("classic", &edition) ||
        pen_table_make(&rules, &edition, &options, NULL) != PEN_RULES_GOOD) {
        fprintf(stderr, "usage: fit_weights GAMES SEED PLAYERS ...\n");
        return 2;
    }
    uint64_t games = strtoull(argv[1], NULL, 10), seed = strtoull(argv[2], NULL, 10);
    for (uint64_t i = 0; i < games; i++) {
        long seats = strtol(argv[3 + i / 2 % (uint64_t)(argc - 3)], NULL, 10);
        if (seats < 2 || seats > PEN_SEATS_MAX)
            return 2;
        uint64_t deal = pen_chance_of(seed, i).counter;
        if (i % 2 == 0)
            (void)play(&rules, (uint8_t)seats, deal, &policy, NULL);
        else
            won += play(&rules, (uint8_t)seats, deal, NULL, &value);
    }
    fprintf(stderr, "won %.2f %% of the games\n", 200.0 * won / (double)games);
    printf("/* weights.h - what each thing counted in a hand and at a table weighs (hand.h, "
           "policy.h, value.h).\n"
           " * Made by tests/bots/fit_weights.c, see docs/BOTS.md. */\n"
           "#ifndef BOT_WEIGHTS_H\n#define BOT_WEIGHTS_H\n\n"
           "#include \"bots/policy.h\"\n#include \"bots/value.h\"\n");
    fit("policy", &policy);
    print_hand("policy_hand_weight");
    print_array("policy_weight", "[POLICY_COUNT]", weight + HAND_SIZE, 1, POLICY_COUNT);
    fit("value", &value);
    print_hand("value_hand_weight");
    print_array("value_other_weight", "[VALUE_WHOM_COUNT][OTHER_ROOM]", weight + HAND_SIZE, VALUE_WHOM_COUNT,
                OTHER_ROOM);
    print_array("value_table_weight", "[TABLE_COUNT]", weight + HAND_SIZE + OTHERS_SIZE, 1, TABLE_COUNT);
    printf("\n#endif\n");
    return 0;
}

/* deals.c - how much of the result the deal decides: with the same hands, the same pile, and a pile for each.
 *
 *     deals EDITION:SEATS BOTS DEALS TIMES SEED
 *
 * Each of DEALS deals is played TIMES times, every seat each time by one of these bots ("casual,master"), with
 * chances of its own. Of whether the first seat wins, the part of the variance that lies between deals is what
 * the deal explains (one-way analysis of variance; 95 % intervals from leaving out one deal after the other).
 * Three ways: 'hands': hands and opening are the same, the pile is not; 'pile': its order is the same too;
 * 'own': as that, and everybody draws from a pile of their own (RULE H25). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "penultima/penultima.h"

enum { ACTIONS_MAX = 5000 };
enum way { HANDS, PILE, OWN, WAYS };

static struct pen_rules rules[WAYS];
static struct bot_spec specs[BOT_LEVEL_COUNT];
static unsigned seats, spec_count;

PEN_NORETURN void pen_assert_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, condition);
    abort();
}

/* Whether the seat left of the dealer wins. */
static bool play(const struct pen_rules *table, const struct pen_layout *layout, uint64_t seed)
{
    static struct pen_game game;
    static struct pen_events events;
    static struct pen_view views[PEN_SEATS_MAX];
    struct bot bots[PEN_SEATS_MAX];
    struct pen_chance chance = pen_chance_of(seed, 0);
    for (unsigned seat = 0; seat < seats; seat++) {
        pen_bot_init(&bots[seat], specs[pen_chance_below(&chance, spec_count)],
                     pen_chance_of(seed, seat + 1).counter, NULL);
        pen_view_init(&views[seat], (uint8_t)seat);
    }
    if (pen_game_start(table, &game, 0, layout, NULL, &events, NULL) != PEN_DEAL_GOOD)
        abort();
    for (unsigned i = 0;; i++) {
        for (unsigned seat = 0; seat < seats; seat++)
            pen_view_update(&views[seat], table, &game, &events);
        if (game.round.phase == PEN_PHASE_OVER || i == ACTIONS_MAX)
            return game.round.winner == 1;
        uint16_t must = pen_round_must(&game.round);
        unsigned seat = pen_bits_select(must, pen_chance_below(&chance, pen_bits_count(must)));
        if (pen_game_apply(table, &game, pen_bot_choose(&bots[seat], table, &views[seat]), &events) !=
            PEN_ACCEPTED)
            abort();
    }
}

/* The share of the variance between deals, of the deals but one ('without': none is left out). */
static double share(const double *won, unsigned deals, double times, unsigned without)
{
    double sum = 0, squares = 0, count = 0;
    for (unsigned i = 0; i < deals; i++)
        if (i != without) {
            sum += won[i];
            squares += won[i] * won[i];
            count++;
        }
    const double mean = sum / count, all = sum / times; /* of the times a deal is won; wins among all plays */
    double between = (squares - count * mean * mean) / times / (count - 1);
    double within = (all * times - squares / times) / (count * (times - 1));
    return (between - within) / (between + (times - 1) * within);
}

static bool rules_of(const char *name, pen_house_set house, struct pen_rules *made)
{
    struct pen_edition edition;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    options.scoring = PEN_SCORING_QUICK;
    options.house = house;
    return pen_edition_builtin(name, &edition) &&
           pen_table_make(made, &edition, &options, NULL) == PEN_RULES_GOOD && pen_seats_fit(made, seats);
}

static bool read_table(const char *word)
{
    char id[64];
    pen_house_set own = 0;
    return sscanf(word, "%63[^:]:%u", id, &seats) == 2 && rules_of(id, 0, &rules[HANDS]) &&
           rules_of(id, 0, &rules[PILE]) && pen_house_add("own-pile", strlen("own-pile"), &own) &&
           rules_of(id, own, &rules[OWN]);
}

static bool read_bots(const char *list)
{
    for (; *list && spec_count < BOT_LEVEL_COUNT; list += *list == ',') {
        const size_t length = strcspn(list, ",");
        if (!pen_bot_spec_read(list, length, &specs[spec_count++]))
            return false;
        list += length;
    }
    return spec_count > 0 && *list == '\0';
}

/* Deals one deal and plays it so many times; returns how often the first seat wins. */
static double play_deal(enum way way, unsigned times, uint64_t seed)
{
    struct pen_layout layout = pen_layout_random((uint8_t)seats, 0, pen_chance_of(seed, 1));
    unsigned won = 0;
    if (pen_layout_complete(&rules[way], &layout, NULL) != PEN_DEAL_GOOD)
        abort();
    for (unsigned i = 0; i < times; i++) {
        const uint64_t other = pen_chance_of(seed, 2 + i).counter;
        if (way == HANDS) {
            /* What was turned over stays so; what goes back does so anew. */
            layout.draw_count = 0;
            layout.chance.counter = other;
        }
        won += play(&rules[way], &layout, other);
    }
    return won;
}

int main(int argc, char **argv)
{
    static const char *const names[WAYS] = {"hands", "pile", "own"};
    if (argc != 6 || !read_table(argv[1]) || !read_bots(argv[2])) {
        fprintf(stderr, "usage: deals EDITION:SEATS BOTS DEALS TIMES SEED\n");
        return 2;
    }
    const unsigned deals = (unsigned)strtoul(argv[3], NULL, 10), times = (unsigned)strtoul(argv[4], NULL, 10);
    const uint64_t seed = strtoull(argv[5], NULL, 10);
    double *won = calloc(deals, sizeof *won);
    if (!won || deals < 3 || times < 2)
        return 2;
    for (enum way way = HANDS; way < WAYS; way++) {
        double sum = 0, squares = 0;
        for (unsigned i = 0; i < deals; i++)
            won[i] = play_deal(way, times, pen_chance_of(seed, i).counter);
        for (unsigned i = 0; i < deals; i++) {
            const double one = share(won, deals, times, i);
            sum += one;
            squares += one * one;
        }
        const double spread = squares - sum * sum / deals;
        printf("%s %s %s: %.1f %% +- %.1f\n", argv[1], argv[2], names[way],
               100 * share(won, deals, times, deals), 196 * sqrt(spread * (deals - 1) / deals));
        fflush(stdout);
    }
    free(won);
    return 0;
}

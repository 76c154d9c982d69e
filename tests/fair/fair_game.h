/* fair_game.h - plays a random game with the checkable shuffle and writes its record, for the tests here.
 *
 * Everything follows from one number: seeds, players, which seats commit and reveal, which ties there are. */
#ifndef TESTS_FAIR_GAME_H
#define TESTS_FAIR_GAME_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fair/record_lines.h"
#include "fair/verify.h"
#include "sim/random_record.h"

enum { RECORD_BYTES = 1 << 20 };

struct fair_game {
    struct pen_edition edition;
    struct pen_options options;
    struct pen_rules rules;
    struct pen_names names;
    struct fair_inputs inputs;
    struct fair fair;
    struct pen_game game;
    struct pen_events events;
    unsigned tie_count, action_count;
    char bytes[RECORD_BYTES];
    struct pen_text text;
};

static void random_bytes(struct pen_chance *chance, uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)(pen_chance_word(chance) >> 32);
}

/* Each seat in one of the three states. */
static void make_inputs(struct fair_game *play, uint64_t number, unsigned seats)
{
    struct pen_chance chance = pen_chance_of(number, 77);
    struct fair_inputs *inputs = &play->inputs;
    memset(inputs, 0, sizeof *inputs);
    snprintf(inputs->table, sizeof inputs->table, "t%llu_x-Z", (unsigned long long)(number % 1000));
    inputs->game_number = 1 + (uint32_t)(number % 5);
    inputs->seat_count = (uint8_t)seats;
    inputs->version = FAIR_VERSION;
    random_bytes(&chance, inputs->server_seed, sizeof inputs->server_seed);
    for (unsigned seat = 0; seat < seats; seat++) {
        struct fair_share *share = &inputs->shares[seat];
        uint8_t seed[FAIR_CLIENT_SEED_BYTES];
        random_bytes(&chance, seed, sizeof seed);
        const unsigned state = pen_chance_below(&chance, 4);
        if (state == 0)
            continue;
        share->state = FAIR_SHARE_COMMITTED;
        fair_commit_client(seed, share->commitment);
        if (state > 1 && !fair_reveal(share, seed))
            abort();
    }
}

static void make_names(struct pen_names *names, unsigned seats)
{
    static const char people[PEN_SEATS_MAX][PEN_PLAYER_BYTES] = {"Ana",   "server", "Inés", "draw", "tie",
                                                                 "none_", "Ñandú",  "Hugo", "seed", "Juan-2"};
    memset(names, 0, sizeof *names);
    names->count = (uint8_t)seats;
    memcpy(names->name, people, sizeof names->name);
}

/* A tie that the one who acts next has won, if the lot says so. */
static void maybe_tie(struct fair_game *play, uint8_t seat, struct pen_chance *chance)
{
    if (pen_chance_below(chance, 8) != 0)
        return;
    uint8_t seats[PEN_SEATS_MAX];
    unsigned count = 0;
    for (uint8_t other = 0; other < play->names.count; other++)
        if (other == seat || pen_chance_below(chance, 2))
            seats[count++] = other;
    struct fair after = play->fair;
    const uint16_t number = fair_order_tie(&after, seats, count);
    if (count < 2 || seats[0] != seat)
        return;
    play->fair = after;
    play->tie_count++;
    fair_write_tie(&play->text, number, &play->names, seats, count);
}

/* False: the round does not end (see SIM_RECORD_ENDLESS). */
static bool play_round(struct fair_game *play, struct pen_chance *chance)
{
    unsigned actions = 0;
    while (play->game.round.phase != PEN_PHASE_OVER) {
        if (++actions > 3000 || play->text.length + 20000 > RECORD_BYTES)
            return false;
        struct pen_action action = sim_record_choose(&play->rules, &play->game.round, chance);
        maybe_tie(play, action.seat, chance);
        if (fair_apply(&play->fair, &play->rules, &play->game, action, &play->events) != PEN_ACCEPTED)
            abort();
        /* Nothing is ever left to the round's own chance. */
        if (play->game.round.ordered_count != play->game.round.draw_count)
            abort();
        if (pen_round_check(&play->rules, &play->game.round))
            abort();
        pen_mesa_write_action_line(&play->text, &play->edition, &play->rules, &play->names, action,
                                   &play->events);
        play->action_count++;
    }
    return true;
}

static void close_record(struct fair_game *play)
{
    struct fair_chain chain;
    fair_chain_init(&chain);
    fair_chain_add_lines(&chain, play->bytes, play->text.length);
    fair_write_chain(&play->text, &chain);
    if (play->text.is_cut)
        abort();
}

/* Plays the game; edition and options are set. False: it cannot be finished. */
static bool fair_game_play(struct fair_game *play, uint64_t number, unsigned seats)
{
    struct pen_chance chance = pen_chance_of(number, 78);
    struct pen_layout layout;
    if (pen_table_make(&play->rules, &play->edition, &play->options, NULL) != PEN_RULES_GOOD)
        abort();
    play->text = pen_text_in(play->bytes, sizeof play->bytes);
    play->tie_count = play->action_count = 0;
    make_names(&play->names, seats);
    make_inputs(play, number, seats);
    fair_init(&play->fair, &play->edition, &play->rules, &play->inputs);

    fair_write_commitments(&play->text, &play->inputs, &play->names);
    if (fair_first_layout(&play->fair, &play->rules, PEN_SEAT_NONE, &layout) != PEN_DEAL_GOOD ||
        pen_game_start(&play->rules, &play->game, 0, &layout, NULL, &play->events, NULL) != PEN_DEAL_GOOD)
        abort();
    pen_mesa_write_header(&play->text, &play->edition, &play->options, &play->names, NULL, layout.dealer);
    pen_mesa_write_layout(&play->text, &play->edition, &play->rules, &play->names, &layout, true);
    for (;;) {
        if (!play_round(play, &chance))
            return false;
        if (pen_game_can_deal(&play->game) != PEN_ACCEPTED)
            break;
        if (fair_next_layout(&play->fair, &play->rules, &play->game, &layout) != PEN_DEAL_GOOD ||
            pen_game_deal(&play->rules, &play->game, &layout, &play->events, NULL) != PEN_DEAL_GOOD)
            abort();
        pen_mesa_write_layout(&play->text, &play->edition, &play->rules, &play->names, &layout, false);
    }
    fair_write_shares(&play->text, &play->inputs, &play->names);
    fair_write_server_seed(&play->text, &play->inputs);
    close_record(play);
    return true;
}

/* ---- verifying it ---- */

struct verdict {
    unsigned good, wrong;
    unsigned wrong_of[FAIR_CHECK_COUNT], line_of[FAIR_CHECK_COUNT];
    char texts[8192]; /* of what is wrong, one per line */
    const struct pen_edition *edition;
};

static bool find_given(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                       struct pen_problem *problem)
{
    const struct verdict *verdict = context;
    (void)problem;
    if (!verdict->edition || strlen(verdict->edition->id) != bytes ||
        memcmp(verdict->edition->id, name, bytes) != 0)
        return false;
    *edition = *verdict->edition;
    return true;
}

static void note_check(void *context, const struct fair_check *check)
{
    struct verdict *verdict = context;
    if (check->text[0] == 0)
        abort();
    if (check->is_good) {
        verdict->good++;
        return;
    }
    verdict->wrong++;
    verdict->wrong_of[check->id]++;
    verdict->line_of[check->id] = check->line;
    size_t length = strlen(verdict->texts);
    snprintf(verdict->texts + length, sizeof verdict->texts - length, "%s %u: %s\n",
             fair_check_name(check->id), check->line, check->text);
}

static enum fair_status verify_bytes(struct fair_verifier *verifier, const struct pen_edition *edition,
                                     const char *bytes, size_t count, enum pen_lang lang,
                                     struct verdict *verdict)
{
    memset(verdict, 0, sizeof *verdict);
    verdict->edition = edition;
    const struct fair_verify_host host = {verdict, lang, find_given, note_check, NULL};
    return fair_verify(verifier, bytes, count, &host);
}

#endif

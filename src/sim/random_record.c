/* random_record.c - a random game in full: nothing that the rules allow is left out, so that records make
 * good tests of any implementation. People forget UNO, catch, bluff, challenge, jump in, drop in
 * any order and, where the edition punishes it, lay wrong cards and accuse.
 *
 * The chances below are tuned so that everything happens in most games and games still end. */
#include "sim/random_record.h"

enum {
    PERCENT_REACTION =
        60,           /* somebody says UNO, catches, jumps in or challenges for another when it is open */
    PERCENT_UNO = 70, /* said together with the card */
    PERCENT_IDLE_DRAW = 8, /* drawing with a playable card in the hand */
    PERCENT_KEEP = 25,     /* keeping a drawn card that could be played */
    PERCENT_MISPLAY = 3,
    PERCENT_ACCUSATION = 3
};

static bool happens(struct pen_chance *chance, unsigned percent)
{
    return pen_chance_below(chance, 100) < percent;
}

/* An action of somebody out of turn whose time may run out. */
static bool react(const struct pen_rules *rules, const struct pen_round *round, struct pen_chance *chance,
                  struct pen_action *action)
{
    uint16_t seats = pen_round_may_react(rules, round);
    if (seats == 0 || !happens(chance, PERCENT_REACTION))
        return false;
    struct pen_legal all, legal;
    uint8_t seat = sim_any_seat(seats, chance);
    pen_round_legal(rules, round, seat, &all);
    legal = (struct pen_legal){.seat = seat, .jumps = all.jumps, .catches = all.catches};
    legal.verbs = all.verbs & (1u << PEN_VERB_SAY_UNO);
    if (seat != round->turn) /* RULE O26; the target's own challenge is no reaction */
        legal.verbs |= all.verbs & (1u << PEN_VERB_CHALLENGE);
    *action = pen_legal_any(rules, &legal, chance);
    return true;
}

static bool accuse(const struct pen_rules *rules, const struct pen_round *round, struct pen_chance *chance,
                   struct pen_action *action)
{
    if (rules->rule.advice_cards == 0 || !happens(chance, PERCENT_ACCUSATION))
        return false;
    struct pen_legal all, legal;
    uint8_t seat = (uint8_t)pen_chance_below(chance, round->seat_count);
    pen_round_legal(rules, round, seat, &all);
    legal = (struct pen_legal){.seat = seat, .accuses = all.accuses};
    if (legal.accuses == 0)
        return false;
    *action = pen_legal_any(rules, &legal, chance);
    return true;
}

/* RULE P3: any card of any hand, if that is a punished misplay now. */
static bool misplay(const struct pen_rules *rules, const struct pen_round *round, struct pen_chance *chance,
                    struct pen_action *action)
{
    if (rules->rule.misplay_cards == 0 || !happens(chance, PERCENT_MISPLAY))
        return false;
    struct pen_legal legal;
    uint8_t seat = (uint8_t)pen_chance_below(chance, round->seat_count);
    uint64_t kinds = pen_hand_kinds(&round->hands[seat]);
    *action = PEN_ACTION(PEN_VERB_PLAY, seat);
    action->card = (uint8_t)pen_bits_select(kinds, pen_chance_below(chance, pen_bits_count(kinds)));
    if (rules->color[action->card] == PEN_COLOR_NONE)
        action->color = (uint8_t)pen_chance_below(chance, rules->color_count);
    pen_round_legal(rules, round, seat, &legal);
    struct pen_round trial = *round;
    return !pen_legal_has(rules, &legal, *action) &&
           pen_round_apply(rules, &trial, *action, NULL) == PEN_ACCEPTED;
}

static struct pen_action choose(const struct pen_rules *rules, const struct pen_round *round,
                                struct pen_chance *chance)
{
    struct pen_action action;
    struct pen_legal legal;
    if (react(rules, round, chance, &action) || accuse(rules, round, chance, &action) ||
        misplay(rules, round, chance, &action))
        return action;
    pen_round_legal(rules, round, sim_any_seat(pen_round_must(round), chance), &legal);
    pen_legal_keep_due(&legal);
    if (legal.plays != 0 && !happens(chance, PERCENT_IDLE_DRAW))
        legal.verbs &= (uint16_t) ~(1u << PEN_VERB_DRAW);
    if (legal.plays != 0 && !happens(chance, PERCENT_KEEP))
        legal.verbs &= (uint16_t) ~(1u << PEN_VERB_KEEP);
    return pen_legal_any(rules, &legal, chance);
}

struct pen_action sim_record_choose(const struct pen_rules *rules, const struct pen_round *round,
                                    struct pen_chance *chance)
{
    struct pen_action action = choose(rules, round, chance);
    bool lays = action.card != PEN_CARD_NONE;
    action.uno =
        lays && pen_uno_goes_with(rules, round->hand_count[action.seat]) && happens(chance, PERCENT_UNO);
    return action;
}

/* ---- writing it down ---- */

struct writing {
    const struct pen_edition *edition;
    const struct pen_rules *rules;
    const struct pen_names *names;
    const struct sim_sink *sink;
    bool has_failed;
};

enum { PIECE_BYTES = 8192 }; /* the longest piece is a layout: the whole deck, and names */

static void put(struct writing *writing, const struct pen_text *text)
{
    PEN_ASSERT(!text->is_cut);
    if (!writing->has_failed)
        writing->has_failed = !writing->sink->write(writing->sink->context, text->bytes, text->length);
}

static void put_layout(struct writing *writing, const struct pen_layout *layout, bool is_first)
{
    char bytes[PIECE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_mesa_write_layout(&text, writing->edition, writing->rules, writing->names, layout, is_first);
    put(writing, &text);
}

/* False: it did not end. */
static bool play_round(struct writing *writing, struct pen_game *game, struct pen_chance *chance)
{
    unsigned actions = 0;
    struct pen_events events;
    char bytes[PIECE_BYTES];
    while (game->round.phase != PEN_PHASE_OVER && !writing->has_failed) {
        if (++actions > SIM_ROUND_ACTIONS_MAX)
            return false;
        struct pen_action action = sim_record_choose(writing->rules, &game->round, chance);
        enum pen_refusal refusal = pen_game_apply(writing->rules, game, action, &events);
        PEN_ASSERT(refusal == PEN_ACCEPTED);
        PEN_ASSERT(pen_round_check(writing->rules, &game->round) == NULL);
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        pen_mesa_write_action_line(&text, writing->edition, writing->rules, writing->names, action, &events);
        put(writing, &text);
    }
    return true;
}

/* RULE S4 can be impossible with unlucky hands of a small deck; then the cards are dealt again. */
static bool complete(const struct pen_rules *rules, struct pen_layout *layout)
{
    for (uint64_t attempt = 1; attempt <= 1000; attempt++) {
        struct pen_layout trial = *layout;
        if (pen_layout_complete(rules, &trial, NULL) == PEN_DEAL_GOOD) {
            *layout = trial;
            return true;
        }
        layout->chance = pen_chance_of(layout->chance.counter, attempt);
    }
    return false;
}

enum sim_record_result sim_record_play(const struct pen_edition *edition, const struct pen_options *options,
                                       const struct pen_names *names, uint64_t seed,
                                       const struct sim_sink *sink)
{
    struct pen_rules rules;
    if (pen_table_make(&rules, edition, options, NULL) != PEN_RULES_GOOD ||
        !pen_seats_fit(&rules, names->count))
        return SIM_RECORD_BAD_RULES;

    struct writing writing = {edition, &rules, names, sink, false};
    struct pen_chance chance = pen_chance_of(seed, UINT64_MAX); /* of the players, not of the deck */
    struct pen_layout layout = pen_game_drawn_layout(&rules, names->count, seed);
    struct pen_game game;
    char bytes[PIECE_BYTES];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    pen_mesa_write_header(&text, edition, options, names, NULL, layout.dealer);
    put(&writing, &text);
    if (!complete(&rules, &layout))
        return SIM_RECORD_BAD_RULES;
    put_layout(&writing, &layout, true);
    enum pen_deal_problem problem = pen_game_start(&rules, &game, seed, &layout, NULL, NULL, NULL);
    PEN_ASSERT(problem == PEN_DEAL_GOOD);
    for (;;) {
        bool is_over = play_round(&writing, &game, &chance);
        if (!is_over)
            return SIM_RECORD_ENDLESS;
        if (writing.has_failed)
            return SIM_RECORD_WRITE_FAILED;
        if (pen_game_can_deal(&game) != PEN_ACCEPTED)
            return SIM_RECORD_GOOD;
        layout = pen_game_next_layout(&game);
        if (!complete(&rules, &layout))
            return SIM_RECORD_BAD_RULES;
        put_layout(&writing, &layout, false);
        problem = pen_game_deal(&rules, &game, &layout, NULL, NULL);
        PEN_ASSERT(problem == PEN_DEAL_GOOD);
    }
}

/* fuzz_action.c - any bytes as actions, in every edition, with any house rules and number of seats:
 * the self-check holds after each, a refused action changes nothing, events or none make no
 * difference to the verdict, and what is accepted is what the legal list has (RULE P3 aside).
 *
 * Four bytes choose the table: edition, house rules and how two play Reverse, seats and dealer,
 * seed. Then every action takes a byte that says how to read it: as the next seven bytes, as they
 * are or brought into range, or as an index into the legal actions of a seat, so that the game goes
 * on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "penultima/penultima.h"

enum { ROUNDS_MAX = 20 };

struct input {
    const uint8_t *bytes;
    size_t count;
};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static uint8_t next_byte(struct input *input)
{
    if (input->count == 0)
        return 0;
    input->count--;
    return *input->bytes++;
}

static void stop(const char *what, const struct pen_round *round, struct pen_action action,
                 enum pen_refusal refusal)
{
    fprintf(stderr, "%s: action %u %u %u %u %u %u in phase %u, turn %u, gives %s %s\n", what, action.verb,
            action.seat, action.card, action.color, action.target, action.uno, round->phase, round->turn,
            pen_refusal_rule(refusal), pen_refusal_text(refusal, PEN_LANG_EN));
    abort();
}

static const struct pen_rules *rules_of(uint8_t edition_byte, uint8_t options_byte)
{
    enum { EDITIONS_MAX = 8, OPTIONS = 16 };
    static struct pen_rules made[EDITIONS_MAX][OPTIONS];
    unsigned edition_index = edition_byte % pen_edition_builtin_count();
    unsigned option_index = options_byte % OPTIONS;
    struct pen_rules *rules = &made[edition_index % EDITIONS_MAX][option_index];
    if (rules->deck_count > 0)
        return rules;
    struct pen_edition edition;
    struct pen_options options = PEN_OPTIONS_DEFAULT;
    options.house = option_index & PEN_HOUSE_SHEET;
    options.reverse_with_two = option_index > PEN_HOUSE_SHEET ? PEN_REVERSE_TURNS : PEN_REVERSE_SKIPS;
    if (!pen_edition_builtin(pen_edition_builtin_id(edition_index), &edition) ||
        pen_table_make(rules, &edition, &options, NULL) != PEN_RULES_GOOD)
        abort();
    return rules;
}

/* One of the legal actions of a seat that must act, or of any seat. */
static struct pen_action legal_action(const struct pen_rules *rules, const struct pen_round *round,
                                      struct input *input, bool must_act)
{
    struct pen_legal legal;
    uint8_t seat = (uint8_t)(next_byte(input) % round->seat_count);
    uint8_t index = next_byte(input);
    uint16_t must = pen_round_must(round);
    if (must_act && must != 0)
        seat = (uint8_t)pen_bits_select(must, seat % pen_bits_count(must));
    pen_round_legal(rules, round, seat, &legal);
    unsigned count = pen_legal_count(rules, &legal);
    if (count == 0)
        return PEN_ACTION(PEN_VERB_DRAW, seat);
    struct pen_action action = pen_legal_at(rules, &legal, index % count);
    if (!pen_legal_has(rules, &legal, action))
        stop("not in its own list", round, action, PEN_ACCEPTED);
    action.uno = action.card != PEN_CARD_NONE && round->hand_count[seat] == 2 && index >= 128;
    return action;
}

static struct pen_action next_action(const struct pen_rules *rules, const struct pen_round *round,
                                     struct input *input)
{
    uint8_t how = next_byte(input);
    if (how & 1)
        return legal_action(rules, round, input, (how & 2) != 0);
    struct pen_action action;
    uint8_t bytes[sizeof action];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = i < 7 ? next_byte(input) : how;
    memcpy(&action, bytes, sizeof action);
    if (how & 2) {
        action.verb = (uint8_t)(action.verb % PEN_VERB_COUNT);
        action.seat = (uint8_t)(action.seat % round->seat_count);
        action.card = action.card & 0x80 ? PEN_CARD_NONE : (uint8_t)(action.card % rules->kind_count);
        action.color = action.color & 0x80 ? PEN_COLOR_NONE : (uint8_t)(action.color % rules->color_count);
        action.target = (uint8_t)(action.target % round->seat_count);
        action.uno &= 1;
    }
    return action;
}

static void apply(const struct pen_rules *rules, struct pen_round *round, struct pen_action action,
                  bool with_events)
{
    static struct pen_events events;
    struct pen_round quiet = *round, told = *round;
    struct pen_legal legal;
    pen_round_legal(rules, round, action.seat, &legal);
    bool is_legal = pen_legal_has(rules, &legal, action);
    enum pen_refusal refusal = pen_round_apply(rules, &quiet, action, NULL);
    if (pen_round_apply(rules, &told, action, &events) != refusal)
        stop("another verdict with events", round, action, refusal);
    if (refusal != PEN_ACCEPTED) {
        if (memcmp(&quiet, round, sizeof quiet) != 0 || memcmp(&told, round, sizeof told) != 0)
            stop("refused, but changed", round, action, refusal);
        if (is_legal && refusal != PEN_REFUSED_UNO_NOT_ONE_LEFT)
            stop("legal, but refused", round, action, refusal);
        if (events.count != 0)
            stop("refused, but told", round, action, refusal);
        return;
    }
    bool can_be_misplay = action.verb == PEN_VERB_PLAY && rules->rule.misplay_cards > 0;
    if (!is_legal && !can_be_misplay)
        stop("accepted, but not legal", round, action, refusal);
    if (events.count == 0)
        stop("accepted, but nothing told", round, action, refusal);
    if (events.reshuffled_count == 0 && memcmp(&quiet, &told, sizeof quiet) != 0)
        stop("another round with events", round, action, refusal);
    const char *wrong = pen_round_check(rules, &quiet);
    if (!wrong)
        wrong = pen_round_check(rules, &told);
    if (wrong)
        stop(wrong, round, action, refusal);
    *round = with_events ? told : quiet;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct input input = {bytes, count};
    uint8_t edition_byte = next_byte(&input);
    const struct pen_rules *rules = rules_of(edition_byte, next_byte(&input));
    uint8_t seats = next_byte(&input), seed = next_byte(&input);
    uint8_t dealer = (uint8_t)(seats / 16), with_events = seed & 1;
    struct pen_round round;
    seats = (uint8_t)(rules->rule.seats_min + seats % (rules->rule.seats_max - rules->rule.seats_min + 1));
    dealer = (uint8_t)(dealer % seats);
    for (unsigned number = 0; number < ROUNDS_MAX && input.count > 0; number++) {
        pen_round_start(rules, &round, seats, dealer, pen_chance_of(seed, number));
        if (pen_round_check(rules, &round))
            abort();
        /* After the end of a round a few more actions, which must all be refused. */
        for (unsigned more = 3; input.count > 0 && more > 0; more -= round.phase == PEN_PHASE_OVER) {
            bool was_over = round.phase == PEN_PHASE_OVER;
            struct pen_round before = round;
            apply(rules, &round, next_action(rules, &round, &input), with_events);
            if (was_over && memcmp(&before, &round, sizeof round) != 0)
                abort();
        }
        dealer = (uint8_t)((dealer + 1) % seats);
    }
    return 0;
}

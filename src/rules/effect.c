/* effect.c - the interpreter of card programs.
 *
 * A program is walked step by step; 'step' in the round remembers where. A step that needs a
 * player's choice sets the phase and returns; the action that answers calls pen__effect_run()
 * again. When the program is done the turn goes on from 'anchor'. */
#include "engine.h"
#include "penultima/game.h"

uint8_t pen__pass_over_lost(struct pen__table *table, uint8_t seat)
{
    struct pen_round *round = table->round;
    while (round->lost & pen__seat_bit(seat)) {
        round->lost &= (uint16_t)~pen__seat_bit(seat);
        PEN__HAPPENED(table, TURN_LOST, seat);
        seat = pen_round_next(round, seat);
    }
    return seat;
}

static void reveal_others(struct pen__table *table)
{
    struct pen_round *round = table->round;
    for (uint8_t seat = pen_round_next(round, round->thrower); seat != round->thrower;
         seat = pen_round_next(round, seat))
        pen__show_hand(table, seat, &round->hands[seat], PEN_SEAT_NONE);
}

uint16_t pen__effect_swingable(const struct pen_rules *rules, const struct pen_round *round)
{
    uint16_t seats = 0;
    for (uint8_t seat = 0; seat < round->seat_count; seat++)
        if (seat != round->thrower && (pen_hand_kinds(&round->hands[seat]) & rules->of_color[round->color]))
            seats |= pen__seat_bit(seat);
    return seats;
}

/* The player in turn has a choice to make; the turn is still the same. */
static void stop_for_choice(struct pen_round *round, struct pen_step step)
{
    round->turn = round->thrower;
    round->phase = pen_step_shape(step.op).phase;
}

/* Carries out one step. False: the program stops here for now. */
static bool effect_step(struct pen__table *table, struct pen_step step)
{
    const struct pen_rules *rules = table->rules;
    struct pen_round *round = table->round;
    switch ((enum pen_step_op)step.op) { /* without a default: a step that is missing here does not build */
    case PEN_STEP_NAME_COLOR:            /* named with the play */
        return true;
    case PEN_STEP_DRAW_NEXT: {
        uint8_t target = pen_round_next(round, round->thrower);
        if (!(rules->waits & pen_card_bit(round->top))) {
            pen__draw_cards(table, target, step.amount);
            return true;
        }
        round->pending = (uint16_t)(round->pending + pen__amount_added(rules, round->pending, step.amount));
        pen__set_turn(table, target, PEN_PHASE_PENDING);
        PEN__HAPPENED_WITH(table, PENDING, target, event.count = round->pending);
        return false;
    }
    case PEN_STEP_SKIP_NEXT:
    case PEN_STEP_REVERSE: {
        unsigned skips = pen__step_skips(rules, round, step.op);
        round->skips = (uint8_t)(round->skips + skips);
        if (skips == 0)
            pen__reverse(table, round->thrower);
        return true;
    }
    case PEN_STEP_PASS_HANDS:
        pen__pass_hands(table);
        return true;
    case PEN_STEP_SWAP_HANDS:
        if (rules->rule.swaps_with_next) { /* RULE H19 */
            pen__swap_hands(table, round->thrower, pen_round_next(round, round->thrower));
            return true;
        }
        stop_for_choice(round, step);
        return false;
    case PEN_STEP_RACE_DROP:
        round->dropped = 0;
        stop_for_choice(round, step);
        PEN__HAPPENED_WITH(table, RACE, round->thrower, event.count = step.amount);
        return false;
    case PEN_STEP_EVERYONE_DRAWS: {
        uint8_t seat = round->thrower;
        do {
            pen__draw_cards(table, seat, step.amount);
            seat = pen_round_next(round, seat);
        } while (seat != round->thrower);
        return true;
    }
    case PEN_STEP_LAY_ANY:
        stop_for_choice(round, step);
        return false;
    case PEN_STEP_OTHERS_FOLLOW:
        if (round->follow_color == PEN_COLOR_NONE)
            return true; /* RULE O11: declined, nobody follows */
        round->follower = round->thrower;
        pen__effect_follow_on(table);
        return round->phase != PEN_PHASE_FOLLOW;
    case PEN_STEP_REVEAL_OTHERS:
        reveal_others(table);
        return true;
    case PEN_STEP_SKIP_CHOSEN:
        if (pen__effect_swingable(rules, round) == 0) {
            PEN__HAPPENED(table, SWUNG, round->thrower);
            return true;
        }
        stop_for_choice(round, step);
        return false;
    case PEN_STEP_END:
    case PEN_STEP_DEALER_STARTS: /* cannot stand in a play program: PEN_STEP_LIST */
    case PEN_STEP_RETURN:
    case PEN_STEP_IGNORE:
    case PEN_STEP_OP_COUNT:
        break;
    }
    PEN_ASSERT(step.op == PEN_STEP_END);
    return true;
}

void pen__effect_pass_on(struct pen__table *table, uint8_t draw_card)
{
    struct pen_round *round = table->round;
    bool is_skip = round->seat_count == 2 && table->rules->reverse_skips_with_two; /* RULE O2 */
    if ((table->rules->send_back & pen_card_bit(round->top)) && !is_skip) {
        pen__turn_round(round);
        round->turned = 1;
        PEN__HAPPENED_WITH(table, REVERSED, round->thrower, event.count = round->direction);
    }
    /* Nothing of its program is left; whoever takes the cards loses the turn. */
    round->step = PEN_STEPS_MAX;
    round->skips = 1;
    round->beneath = draw_card;
    uint8_t target = pen_round_next(round, round->thrower);
    pen__set_turn(table, target, PEN_PHASE_PENDING);
    PEN__HAPPENED_WITH(table, PENDING, target, event.count = round->pending);
}

void pen__effect_run(struct pen__table *table)
{
    struct pen_round *round = table->round;
    const struct pen_step *program = table->rules->play[round->top];
    while (round->step < PEN_STEPS_MAX && program[round->step].op != PEN_STEP_END) {
        struct pen_step step = program[round->step++];
        if (!effect_step(table, step))
            return;
    }
    round->follow_color = PEN_COLOR_NONE;
    pen__next_turn(table, round->anchor, round->skips);
}

void pen__effect_follow_on(struct pen__table *table)
{
    struct pen_round *round = table->round;
    uint64_t wanted = table->rules->of_color[round->follow_color];
    for (;;) {
        uint8_t seat = pen_round_next(round, round->follower);
        round->follower = seat;
        if (seat == round->thrower) {
            round->phase = PEN_PHASE_TURN; /* all have followed; the program goes on */
            round->follower = PEN_SEAT_NONE;
            return;
        }
        if (pen__may_leave(table->rules, round, seat, pen_hand_kinds(&round->hands[seat]) & wanted)) {
            round->turn = round->thrower;
            round->phase = PEN_PHASE_FOLLOW;
            return;
        }
        unsigned count = pen__effect_amount(table);
        PEN__HAPPENED_WITH(table, COULD_NOT_FOLLOW, seat, event.count = (uint16_t)count);
        pen__draw_cards(table, seat, count);
    }
}

void pen__effect_open(struct pen__table *table)
{
    struct pen_round *round = table->round;
    const struct pen_step *program = table->rules->open[round->top];
    bool dealer_starts = false, names_color = false;
    unsigned skips = 0;
    for (unsigned i = 0; i < PEN_STEPS_MAX && program[i].op != PEN_STEP_END; i++) {
        switch ((enum pen_step_op)program[i].op) {
        case PEN_STEP_DRAW_NEXT: /* RULE O5: at once, never pending */
            pen__draw_cards(table, pen_round_next(round, round->dealer), program[i].amount);
            break;
        case PEN_STEP_SKIP_NEXT:
            skips++;
            break;
        case PEN_STEP_DEALER_STARTS:
            dealer_starts = true;
            break;
        case PEN_STEP_REVERSE: /* RULE O2: with two players as well */
            pen__reverse(table, round->dealer);
            break;
        case PEN_STEP_NAME_COLOR:
            names_color = true;
            break;
        case PEN_STEP_END: /* the others cannot stand in an opening program, and some never stay open */
        case PEN_STEP_PASS_HANDS:
        case PEN_STEP_SWAP_HANDS:
        case PEN_STEP_RACE_DROP:
        case PEN_STEP_EVERYONE_DRAWS:
        case PEN_STEP_LAY_ANY:
        case PEN_STEP_OTHERS_FOLLOW:
        case PEN_STEP_REVEAL_OTHERS:
        case PEN_STEP_SKIP_CHOSEN:
        case PEN_STEP_RETURN:
        case PEN_STEP_IGNORE:
        case PEN_STEP_OP_COUNT:
            PEN_ASSERT(program[i].op == PEN_STEP_END);
        }
    }
    if (dealer_starts)
        pen__set_turn(table, round->dealer, PEN_PHASE_TURN);
    else
        pen__next_turn(table, round->dealer, skips);
    if (names_color)
        round->phase = PEN_PHASE_NAME;
}

void pen__close_round(struct pen_round *round, uint8_t winner)
{
    round->owes = 0;
    round->lost = 0;
    round->pending = 0;
    round->beneath = 0;
    round->dropped = 0;
    round->drawn = PEN_CARD_NONE;
    round->drawn_forced = 0;
    round->step = round->anchor = round->skips = 0;
    round->follower = PEN_SEAT_NONE;
    round->follow_color = PEN_COLOR_NONE;
    round->phase = PEN_PHASE_OVER;
    round->winner = winner;
}

void pen__end_of_turns(struct pen__table *table, uint8_t next)
{
    struct pen_round *round = table->round;
    uint8_t winner = next;
    unsigned least = UINT32_MAX;
    for (unsigned i = 0; i < round->seat_count; i++, next = pen_round_next(round, next)) {
        /* Cards first, then points: a whole deck counts less than 1 << 16. */
        unsigned held =
            (unsigned)round->hand_count[next] << 16 | pen_hand_points(table->rules, &round->hands[next]);
        winner = held < least ? next : winner;
        least = held < least ? held : least;
    }
    pen__close_round(round, winner);
    PEN__HAPPENED_WITH(table, ROUND_FEWEST, winner, event.count = round->hand_count[winner]);
}

void pen__effect_end(struct pen__table *table, uint8_t seat, unsigned draw_cards)
{
    struct pen_round *round = table->round;
    /* RULES H10, H11: a last card that passes a draw on does so too. */
    unsigned count = round->pending + pen__amount_added(table->rules, round->pending, draw_cards);
    if (round->pending > 0 && (table->rules->send_back & pen_card_bit(round->top)) &&
        !(round->seat_count == 2 && table->rules->reverse_skips_with_two))
        pen__turn_round(round);
    round->pending = 0;
    if (count > 0 && table->rules->rule.last_draw_counts) {
        uint8_t target = pen_round_next(round, seat);
        PEN__HAPPENED_WITH(table, LAST_DRAW, target, event.count = (uint16_t)count);
        pen__draw_cards(table, target, count);
    }
    pen__close_round(round, seat);
    PEN__HAPPENED(table, ROUND_WON, seat);
}

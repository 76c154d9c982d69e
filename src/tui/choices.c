/* choices.c - see choices.h. */
#include "tui/choices.h"

static void add(struct plain_choices *choices, struct pen_action action)
{
    if (choices->count < PLAIN_CHOICES_MAX)
        choices->list[choices->count++] = action;
}

static void add_cards(struct plain_choices *choices, const struct tui_table *table, enum pen_verb verb,
                      uint64_t kinds)
{
    for (; kinds; kinds &= kinds - 1) {
        struct pen_action action = PEN_ACTION((uint8_t)verb, table->seat);
        action.card = (uint8_t)pen_bits_lowest(kinds);
        action.uno = pen_uno_goes_with(&table->rules, table->view.hand_count[table->seat]);
        add(choices, action);
        if (action.uno) {
            action.uno = 0;
            add(choices, action);
        }
    }
}

static void add_seats(struct plain_choices *choices, uint8_t seat, enum pen_verb verb, uint16_t targets)
{
    for (; targets; targets &= (uint16_t)(targets - 1)) {
        struct pen_action action = PEN_ACTION((uint8_t)verb, seat);
        action.target = (uint8_t)pen_bits_lowest(targets);
        add(choices, action);
    }
}

static void add_verb(struct plain_choices *choices, const struct tui_table *table, enum pen_verb verb)
{
    if (table->view.legal.verbs >> verb & 1)
        add(choices, PEN_ACTION((uint8_t)verb, table->seat));
}

/* The one in front of the screen. */
static void add_own(struct plain_choices *choices, const struct tui_table *table)
{
    const struct pen_legal *legal = &table->view.legal;
    add_verb(choices, table, PEN_VERB_DROP);
    add_verb(choices, table, PEN_VERB_SAY_UNO);
    add_seats(choices, table->seat, PEN_VERB_CATCH, legal->catches);
    for (unsigned when = PEN_DUE; when <= PEN_ANYTIME; when++)
        for (unsigned verb = 0; verb < PEN_VERB_COUNT; verb++)
            if (pen_verb_shape(verb).when == when)
                add_cards(choices, table, (enum pen_verb)verb, pen_legal_kinds(legal, verb));
    for (unsigned verb = 0; verb < PEN_VERB_COUNT; verb++)
        if (pen_verb_shape(verb).when == PEN_DUE)
            add_seats(choices, table->seat, (enum pen_verb)verb, pen_legal_seats(legal, verb));
    for (uint8_t color = 0; color < legal->names; color++) {
        struct pen_action action = PEN_ACTION(PEN_VERB_NAME, table->seat);
        action.color = color;
        add(choices, action);
    }
    for (unsigned verb = 0; verb < PEN_VERB_COUNT; verb++)
        if (pen_verb_shape(verb).when == PEN_DUE && verb != PEN_VERB_DROP)
            add_verb(choices, table, (enum pen_verb)verb);
}

/* The others at the keyboard: what can be called out without a look at a hand. */
static void add_others(struct plain_choices *choices, const struct tui_table *table)
{
    const struct pen_view *view = &table->view;
    for (uint16_t left = table->people; left; left &= (uint16_t)(left - 1)) {
        uint8_t seat = (uint8_t)pen_bits_lowest(left);
        const struct tui_call *call = &table->calls[seat];
        if (seat == table->seat)
            continue;
        if (view->phase == PEN_PHASE_RACE && (view->must >> seat & 1))
            add(choices, PEN_ACTION(PEN_VERB_DROP, seat));
        if (call->can_say_uno)
            add(choices, PEN_ACTION(PEN_VERB_SAY_UNO, seat));
        add_seats(choices, seat, PEN_VERB_CATCH, call->catches);
        if (call->can_challenge)
            add(choices, PEN_ACTION(PEN_VERB_CHALLENGE, seat));
        if (call->jump != PEN_CARD_NONE) {
            struct pen_action action = PEN_ACTION(PEN_VERB_JUMP, seat);
            action.card = call->jump;
            add(choices, action);
        }
    }
}

void plain_choices_find(struct plain_choices *choices, const struct tui_table *table)
{
    choices->count = 0;
    if (table->is_hidden || table->view.phase == PEN_PHASE_OVER)
        return;
    if (table->seat < PEN_SEATS_MAX)
        add_own(choices, table);
    add_others(choices, table);
}

void plain_choices_find_more(struct plain_choices *choices, const struct tui_table *table)
{
    const struct pen_view *view = &table->view;
    choices->count = 0;
    if (table->is_hidden || view->phase == PEN_PHASE_OVER || table->seat >= PEN_SEATS_MAX)
        return;
    add_seats(choices, table->seat, PEN_VERB_ACCUSE, view->legal.accuses);
    for (uint16_t left = table->people; left; left &= (uint16_t)(left - 1)) {
        uint8_t seat = (uint8_t)pen_bits_lowest(left);
        if (seat != table->seat)
            add_seats(choices, seat, PEN_VERB_ACCUSE, table->calls[seat].accuses);
    }
    if (table->rules.rule.misplay_cards > 0)
        add_cards(choices, table, PEN_VERB_PLAY, pen_hand_kinds(&view->hand) & ~view->legal.plays);
}

bool plain_choices_are_same(const struct plain_choices *a, const struct plain_choices *b)
{
    if (a->count != b->count)
        return false;
    for (unsigned i = 0; i < a->count; i++) {
        const struct pen_action *x = &a->list[i], *y = &b->list[i];
        if (x->verb != y->verb || x->seat != y->seat || x->card != y->card || x->color != y->color ||
            x->target != y->target || x->uno != y->uno)
            return false;
    }
    return true;
}

bool plain_choice_needs_color(const struct tui_table *table, const struct pen_action *action)
{
    return action->card != PEN_CARD_NONE && action->color == PEN_COLOR_NONE &&
           pen_verb_shape(action->verb).with != PEN_WITH_COLORED_CARD &&
           table->rules.color[action->card] == PEN_COLOR_NONE;
}

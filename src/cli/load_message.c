/* load_message.c - one of the things that can be done, cards first. */
#include "cli/load_message.h"

static uint8_t any_bit(const struct load_chooser *chooser, uint64_t set)
{
    return (uint8_t)pen_bits_select(set, pen_chance_below(chooser->chance, pen_bits_count(set)));
}

static void lay(const struct load_chooser *chooser, struct pen_action *action, uint8_t verb, uint64_t kinds)
{
    const struct pen_rules *rules = chooser->book->rules;
    action->verb = verb;
    action->card = any_bit(chooser, kinds);
    if (verb == PEN_VERB_PLAY && rules->color[action->card] == PEN_COLOR_NONE)
        action->color = (uint8_t)pen_chance_below(chooser->chance, rules->color_count);
}

bool load_choose(const struct load_chooser *chooser, const struct wire_now *now, uint8_t seat,
                 char words[WIRE_ACTION_BYTES])
{
    const struct pen_legal *legal = &now->legal;
    struct pen_action action = PEN_ACTION(PEN_VERB_COUNT, seat);
    for (uint8_t verb = 0; verb < PEN_VERB_COUNT && action.verb == PEN_VERB_COUNT; verb++) {
        if (pen_verb_shape(verb).when != PEN_DUE)
            continue;
        if (pen_legal_kinds(legal, verb) != 0 && pen_verb_shape(verb).with != PEN_WITH_CARD_OR_NONE) {
            lay(chooser, &action, verb, pen_legal_kinds(legal, verb));
            action.uno = pen_uno_goes_with(chooser->book->rules, now->counts[seat]);
        } else if (pen_legal_seats(legal, verb) != 0) {
            action.verb = verb;
            action.target = any_bit(chooser, pen_legal_seats(legal, verb));
        }
    }
    if (action.verb == PEN_VERB_COUNT && legal->names) {
        action.verb = PEN_VERB_NAME;
        action.color = 0;
    } else if (action.verb == PEN_VERB_COUNT && legal->verbs) {
        action.verb = (uint8_t)pen_bits_lowest(legal->verbs);
    }
    if (action.verb == PEN_VERB_COUNT)
        return false;
    struct pen_text text = pen_text_in(words, WIRE_ACTION_BYTES);
    pen_mesa_write_bare_action(&text, chooser->book->edition, chooser->book->rules, chooser->names, action);
    return true;
}

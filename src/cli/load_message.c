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
    struct pen_action action = PEN_ACTION(PEN_VERB_PLAY, seat);
    if (legal->plays) {
        lay(chooser, &action, PEN_VERB_PLAY, legal->plays);
        action.uno = now->counts[seat] == 2;
    } else if (legal->follows) {
        lay(chooser, &action, PEN_VERB_FOLLOW, legal->follows);
        action.uno = now->counts[seat] == 2;
    } else if (legal->swaps) {
        action.verb = PEN_VERB_SWAP;
        action.target = any_bit(chooser, legal->swaps);
    } else if (legal->swings) {
        action.verb = PEN_VERB_SWING;
        action.target = any_bit(chooser, legal->swings);
    } else if (legal->names) {
        action.verb = PEN_VERB_NAME;
        action.color = 0;
    } else if (legal->verbs) {
        action.verb = (uint8_t)pen_bits_lowest(legal->verbs);
    } else {
        return false;
    }
    struct pen_text text = pen_text_in(words, WIRE_ACTION_BYTES);
    pen_mesa_write_bare_action(&text, chooser->book->edition, chooser->book->rules, chooser->names, action);
    return true;
}

/* edition_turns.c - statements about turns, hands and points that only some editions and house rules make. */
#include "edition_parser.h"

bool pen__ed_read_choice(struct parser *p)
{
    for (unsigned i = 0; i < PEN__CHOICE_COUNT; i++) {
        const struct pen__choice *choice = &pen__choices[i];
        if (!pen__equals(p->statement.bytes, p->statement.count, choice->word))
            continue;
        uint8_t *field = (uint8_t *)p->edition + choice->offset;
        return pen__ed_take_choice(p, choice->words, choice->count, choice->allowed, field) &&
               pen__ed_take_end(p);
    }
    return pen__ed_fail_token(p, PEN_WORD_EDITION_UNKNOWN_KEY, "");
}

bool pen__ed_read_forgotten(struct parser *p)
{
    return pen__ed_take_word(p, "draws") && pen__ed_take_amount(p, &p->edition->caught_cards) &&
           pen__ed_take_end(p);
}

bool pen__ed_read_limit(struct parser *p)
{
    unsigned cards = 0;
    if (pen__ed_is_word(p, "none")) {
        if (!pen__ed_advance(p))
            return false;
    } else if (!pen__ed_take_number(p, 1, PEN_DECK_MAX - 1, "1-127 cards | none", &cards) ||
               !pen__ed_take_word(p, "cards")) {
        return false;
    }
    p->edition->hand_limit = (uint8_t)cards;
    return pen__ed_take_end(p);
}

bool pen__ed_read_turns(struct parser *p)
{
    unsigned turns = 0;
    if (pen__ed_is_word(p, "unlimited")) {
        if (!pen__ed_advance(p))
            return false;
    } else if (!pen__ed_take_number(p, 1, PEN_TURNS_MAX, "1-99 each | unlimited", &turns) ||
               !pen__ed_take_word(p, "each")) {
        return false;
    }
    p->edition->turns_each = (uint8_t)turns;
    return pen__ed_take_end(p);
}

bool pen__ed_read_points(struct parser *p)
{
    unsigned times = 0;
    if (!pen__ed_take_word(p, "times") || !pen__ed_take_number(p, 1, PEN_TIMES_MAX, "1-9", &times))
        return false;
    p->edition->points_times = (uint8_t)(times > 1 ? times : 0);
    return pen__ed_take_end(p);
}

bool pen__ed_read_show(struct parser *p)
{
    unsigned cards = 0;
    if (pen__ed_is_word(p, "none")) {
        if (!pen__ed_advance(p))
            return false;
    } else if (!pen__ed_take_word(p, "hands") || !pen__ed_take_word(p, "of") ||
               !pen__ed_take_number(p, 1, 9, "1-9", &cards)) {
        return false;
    }
    p->edition->open_hands = (uint8_t)cards;
    return pen__ed_take_end(p);
}

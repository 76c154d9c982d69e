/* action_text.c - what a seat does in words, as messages and records write it: "plays w+4 blue uno". */
#include <string.h>

#include "room/inside.h"

enum { WORDS_MAX = 4 };

struct words {
    const char *bytes[WORDS_MAX];
    size_t length[WORDS_MAX];
    unsigned count, at;
};

static bool split(const char *bytes, size_t count, struct words *words)
{
    words->count = words->at = 0;
    for (size_t i = 0; i < count;) {
        if (bytes[i] == ' ') {
            i++;
            continue;
        }
        if (words->count == WORDS_MAX)
            return false;
        const size_t start = i;
        while (i < count && bytes[i] != ' ')
            i++;
        words->bytes[words->count] = bytes + start;
        words->length[words->count++] = i - start;
    }
    return words->count > 0;
}

static bool take(struct words *words, const char *string)
{
    if (words->at == words->count || !room__same(words->bytes[words->at], words->length[words->at], string))
        return false;
    words->at++;
    return true;
}

static bool take_card(struct words *words, const struct room_rules *rules, uint8_t *card)
{
    if (words->at == words->count ||
        !pen_card_read(rules->edition, rules->rules, words->bytes[words->at], words->length[words->at], card))
        return false;
    words->at++;
    return true;
}

static bool take_color(struct words *words, const struct room_rules *rules, uint8_t *color)
{
    if (words->at == words->count ||
        !pen_color_read(rules->edition, words->bytes[words->at], words->length[words->at], color))
        return false;
    words->at++;
    return true;
}

static bool take_seat(struct words *words, const struct room *room, uint8_t *seat)
{
    for (uint8_t i = 0; i < room->seat_count; i++) {
        if (take(words, room->seats[i].name)) {
            *seat = i;
            return true;
        }
    }
    return false;
}

/* The words of a verb: one, or two. */
static bool take_verb(struct words *words, const char *verb)
{
    size_t first = 0;
    while (verb[first] && verb[first] != ' ')
        first++;
    if (words->at == words->count || words->length[words->at] != first ||
        memcmp(words->bytes[words->at], verb, first) != 0)
        return false;
    words->at++;
    return verb[first] == 0 || take(words, verb + first + 1);
}

/* Card, colour and UNO of an action that lays one. */
static bool take_lay(struct words *words, const struct room_rules *rules, struct pen_action *action)
{
    if (!take_card(words, rules, &action->card))
        return pen_verb_shape(action->verb).with == PEN_WITH_CARD_OR_NONE && take(words, "none");
    if (words->at < words->count && !room__same(words->bytes[words->at], words->length[words->at], "uno") &&
        !take_color(words, rules, &action->color))
        return false;
    action->uno = take(words, "uno");
    return true;
}

bool room_read_action(const struct room *room, const struct room_rules *rules, uint8_t seat,
                      const char *bytes, size_t count, struct pen_action *action)
{
    struct words words;
    uint8_t verb = 0;
    if (!split(bytes, count, &words))
        return false;
    while (verb < PEN_VERB_COUNT && !take_verb(&words, pen_verb_shape(verb).word))
        verb++;
    *action = PEN_ACTION(verb, seat);
    if (verb == PEN_VERB_COUNT)
        return false;
    bool is_good = true;
    switch ((enum pen_with)pen_verb_shape(verb).with) {
    case PEN_WITH_CARD:
    case PEN_WITH_CARD_OR_NONE:
    case PEN_WITH_COLORED_CARD:
        is_good = take_lay(&words, rules, action);
        break;
    case PEN_WITH_COLOR:
        is_good = take_color(&words, rules, &action->color);
        break;
    case PEN_WITH_TARGET:
        is_good = take_seat(&words, room, &action->target);
        break;
    case PEN_WITH_ALONE:
        break;
    }
    return is_good && words.at == words.count;
}

struct pen_action room__plain_action(struct pen_action action)
{
    struct pen_action plain = PEN_ACTION(action.verb, action.seat);
    if (action.verb >= PEN_VERB_COUNT)
        return plain;
    switch ((enum pen_with)pen_verb_shape(action.verb).with) {
    case PEN_WITH_CARD:
    case PEN_WITH_CARD_OR_NONE:
    case PEN_WITH_COLORED_CARD:
        plain.card = action.card;
        plain.color = action.color;
        plain.uno = action.uno != 0;
        break;
    case PEN_WITH_COLOR:
        plain.color = action.color;
        break;
    case PEN_WITH_TARGET:
        plain.target = action.target;
        break;
    case PEN_WITH_ALONE:
        break;
    }
    return plain;
}

void room__write_action(struct pen_text *text, const struct room *room, const struct room_rules *rules,
                        struct pen_action action)
{
    struct pen_names names;
    room_names(room, &names);
    pen_mesa_write_bare_action(text, rules->edition, rules->rules, &names, action);
}

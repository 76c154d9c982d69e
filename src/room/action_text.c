/* action_text.c - what a seat does in words, as messages and records write it: "plays w+4 blue uno". */
#include "room/inside.h"

static const char *const verbs[PEN_VERB_COUNT] = {
#define X(name, word) word,
    PEN_VERB_LIST(X)
#undef X
};

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

/* Card, colour and UNO of an action that lays one. */
static bool take_lay(struct words *words, const struct room_rules *rules, struct pen_action *action)
{
    if (!take_card(words, rules, &action->card))
        return action->verb == PEN_VERB_STREAM && take(words, "none");
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
    while (verb < PEN_VERB_COUNT && !take(&words, verbs[verb]))
        verb++;
    *action = PEN_ACTION(verb, seat);
    bool is_good = true;
    switch (verb) {
    case PEN_VERB_COUNT:
        return false;
    case PEN_VERB_PLAY:
    case PEN_VERB_JUMP:
    case PEN_VERB_STREAM:
    case PEN_VERB_FOLLOW:
        is_good = take_lay(&words, rules, action);
        break;
    case PEN_VERB_NAME:
        is_good = take_color(&words, rules, &action->color);
        break;
    case PEN_VERB_SAY_UNO:
        is_good = take(&words, "uno");
        break;
    case PEN_VERB_CATCH:
    case PEN_VERB_SWAP:
    case PEN_VERB_SWING:
    case PEN_VERB_ACCUSE:
        is_good = take_seat(&words, room, &action->target);
        break;
    default:
        break;
    }
    return is_good && words.at == words.count;
}

struct pen_action room__plain_action(struct pen_action action)
{
    struct pen_action plain = PEN_ACTION(action.verb, action.seat);
    switch (action.verb) {
    case PEN_VERB_PLAY:
    case PEN_VERB_JUMP:
    case PEN_VERB_STREAM:
    case PEN_VERB_FOLLOW:
        plain.card = action.card;
        plain.color = action.color;
        plain.uno = action.uno != 0;
        break;
    case PEN_VERB_NAME:
        plain.color = action.color;
        break;
    case PEN_VERB_CATCH:
    case PEN_VERB_SWAP:
    case PEN_VERB_SWING:
    case PEN_VERB_ACCUSE:
        plain.target = action.target;
        break;
    default:
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

/* action_text.c - what a seat does in words, as messages and records write it: "plays w+4 blue uno". */
#include <string.h>

#include "room/encode.h"

enum { WORDS_MAX = 4 };

enum want { WANT_NOTHING, WANT_VERB, WANT_CARD, WANT_COLOR, WANT_SEAT };

struct words {
    const char *bytes[WORDS_MAX];
    size_t length[WORDS_MAX];
    unsigned count, at;
    enum want want; /* at 'at', where reading has ended too early */
    uint8_t verb;
};

static bool split(const char *bytes, size_t count, struct words *words)
{
    memset(words, 0, sizeof *words);
    words->want = WANT_VERB;
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
    words->want = WANT_CARD;
    if (!take_card(words, rules, &action->card))
        return pen_verb_shape(action->verb).with == PEN_WITH_CARD_OR_NONE && take(words, "none");
    words->want = rules->rules->color[action->card] == PEN_COLOR_NONE ? WANT_COLOR : WANT_NOTHING;
    if (words->at < words->count && !room__same(words->bytes[words->at], words->length[words->at], "uno") &&
        !take_color(words, rules, &action->color))
        return false;
    words->want = WANT_NOTHING;
    action->uno = take(words, "uno");
    return true;
}

static bool read_words(const struct room *room, const struct room_rules *rules, uint8_t seat,
                       struct words *words, struct pen_action *action)
{
    uint8_t verb = 0;
    while (verb < PEN_VERB_COUNT && !take_verb(words, pen_verb_shape(verb).word))
        verb++;
    words->verb = verb;
    *action = PEN_ACTION(verb, seat);
    if (verb == PEN_VERB_COUNT)
        return false;
    bool is_good = true;
    switch ((enum pen_with)pen_verb_shape(verb).with) {
    case PEN_WITH_CARD:
    case PEN_WITH_CARD_OR_NONE:
    case PEN_WITH_COLORED_CARD:
        is_good = take_lay(words, rules, action);
        break;
    case PEN_WITH_COLOR:
        words->want = WANT_COLOR;
        is_good = take_color(words, rules, &action->color);
        break;
    case PEN_WITH_TARGET:
        words->want = WANT_SEAT;
        is_good = take_seat(words, room, &action->target);
        break;
    case PEN_WITH_ALONE:
        words->want = WANT_NOTHING;
        break;
    }
    if (is_good)
        words->want = WANT_NOTHING;
    return is_good && words->at == words->count;
}

bool room_read_action(const struct room *room, const struct room_rules *rules, uint8_t seat,
                      const char *bytes, size_t count, struct pen_action *action)
{
    struct words words;
    return split(bytes, count, &words) && read_words(room, rules, seat, &words, action);
}

/* One more of what would fit. What does not fit into the message is left out. */
static void add_choice(struct pen_text *what, const char *choice)
{
    struct pen_text longer = *what;
    pen_text_add(&longer, what->length ? ", " : "");
    pen_text_add(&longer, choice);
    if (longer.is_cut)
        what->bytes[what->length] = 0;
    else
        *what = longer;
}

static void add_cards(struct pen_text *what, const struct room *room, const struct room_rules *rules,
                      uint8_t seat, uint8_t verb)
{
    struct pen_legal legal;
    pen_round_legal(rules->rules, &room->game.round, seat, &legal);
    uint64_t kinds = pen_legal_kinds(&legal, verb);
    if (kinds == 0)
        kinds = pen_hand_kinds(&room->game.round.hands[seat]);
    for (; kinds; kinds &= kinds - 1) {
        char code[PEN_ID_BYTES];
        struct pen_text text = pen_text_in(code, sizeof code);
        pen_card_write(rules->edition, rules->rules, (uint8_t)pen_bits_lowest(kinds), &text);
        add_choice(what, code);
    }
    if (pen_verb_shape(verb).with == PEN_WITH_CARD_OR_NONE)
        add_choice(what, "none");
}

void room_explain_action(const struct room *room, const struct room_rules *rules, uint8_t seat,
                         const char *bytes, size_t count, struct wire_args *args)
{
    struct words words;
    struct pen_action action;
    struct pen_text word = pen_text_in(args->word, sizeof args->word);
    struct pen_text what = pen_text_in(args->what, sizeof args->what);
    args->word[0] = args->what[0] = 0;
    if (!room__has_cards(room) || seat >= room->seat_count)
        return;
    if (split(bytes, count, &words) && read_words(room, rules, seat, &words, &action))
        return;
    const bool is_there = words.at < words.count;
    pen_text_add_bytes(&word, is_there ? words.bytes[words.at] : bytes,
                       is_there ? words.length[words.at] : count);
    switch (words.want) {
    case WANT_VERB:
        for (uint8_t verb = 0; verb < PEN_VERB_COUNT; verb++)
            add_choice(&what, pen_verb_shape(verb).word);
        break;
    case WANT_CARD:
        add_cards(&what, room, rules, seat, words.verb);
        break;
    case WANT_COLOR:
        for (unsigned i = 0; i < rules->edition->color_count; i++)
            add_choice(&what, rules->edition->colors[i].id);
        break;
    case WANT_SEAT:
        for (unsigned i = 0; i < room->seat_count; i++)
            add_choice(&what, room->seats[i].name);
        break;
    case WANT_NOTHING:
        break;
    }
    if (what.length == 0) /* the end */
        add_choice(&what, "-");
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

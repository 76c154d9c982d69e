/* mesa_statement.c - one line of a .mesa text into a statement.
 *
 * Says yes only to a line that is understood to its last word, with every player, card and color
 * known to the table. Whether the statement may stand where it stands is for mesa_read.c. */
#include <string.h>

#include "mesa.h"
#include "scan.h"
#include "penultima/words_mesa.h"

static const char *const key_ids[] = {
#define X(name, key) key,
    PEN__KEY_LIST(X)
#undef X
};

static const struct {
    const char *word;
    bool is_colon;
} expectations[] = {
#define X(name, word, is_colon) {word, is_colon},
    PEN__EXPECT_LIST(X)
#undef X
};

const char *pen__key_id(enum pen__key type)
{
    return key_ids[type];
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static bool read_end(struct pen__scan *scan, struct pen__fault *fault)
{
    struct pen__word word;
    return !pen__scan_word(scan, &word) || pen__fault_is(fault, PEN_WORD_MESA_LEFT_OVER, word);
}

static bool read_word(struct pen__scan *scan, struct pen__word *word, struct pen__fault *fault)
{
    if (!pen__scan_word(scan, word))
        return pen__fault_is(fault, PEN_WORD_MESA_ENDS_EARLY, *word);
    return !pen__word_is_mark(*word) || pen__fault_is(fault, PEN_WORD_MESA_LEFT_OVER, *word);
}

static bool read_colon(struct pen__scan *scan, struct pen__fault *fault)
{
    struct pen__word word;
    if (pen__scan_has(scan, ":"))
        return true;
    return pen__scan_word(scan, &word) ? pen__fault_is(fault, PEN_WORD_MESA_COLON, word)
                                       : pen__fault_is(fault, PEN_WORD_MESA_ENDS_EARLY, word);
}

static bool find_seat(const struct pen_mesa *mesa, struct pen__word word, uint8_t *seat)
{
    for (uint8_t index = 0; index < mesa->names.count; index++)
        if (pen__word_is(word, mesa->names.name[index])) {
            *seat = index;
            return true;
        }
    return false;
}

static bool read_seat(const struct pen_mesa *mesa, struct pen__scan *scan, uint8_t *seat,
                      struct pen__fault *fault)
{
    struct pen__word word;
    if (!read_word(scan, &word, fault))
        return false;
    return find_seat(mesa, word, seat) || pen__fault_is(fault, PEN_WORD_MESA_NO_SUCH_PLAYER, word);
}

static bool read_number(struct pen__scan *scan, uint64_t number_max, uint64_t *number,
                        struct pen__fault *fault)
{
    struct pen__word word;
    if (!read_word(scan, &word, fault))
        return false;
    return pen__word_number(word, number_max, number) || pen__fault_is(fault, PEN_WORD_MESA_BAD_NUMBER, word);
}

static bool read_color(const struct pen_mesa *mesa, struct pen__scan *scan, uint8_t *color,
                       struct pen__fault *fault)
{
    struct pen__word word;
    if (!read_word(scan, &word, fault))
        return false;
    return pen_color_read(&mesa->edition, word.bytes, word.count, color) ||
           pen__fault_is(fault, PEN_WORD_MESA_NO_SUCH_COLOR, word);
}

static bool read_direction(struct pen__scan *scan, uint8_t *direction, struct pen__fault *fault)
{
    struct pen__word word;
    if (!read_word(scan, &word, fault))
        return false;
    *direction = pen__word_is(word, "right") ? PEN_RIGHT : PEN_LEFT;
    return *direction == PEN_RIGHT || pen__word_is(word, "left") ||
           pen__fault_is(fault, PEN_WORD_MESA_NO_SUCH_DIRECTION, word);
}

static bool find_card(const struct pen_mesa *mesa, struct pen__word word, uint8_t *card,
                      struct pen__fault *fault)
{
    return (!pen__word_is_mark(word) &&
            pen_card_read(&mesa->edition, &mesa->rules, word.bytes, word.count, card)) ||
           pen__fault_is(fault, PEN_WORD_MESA_NO_SUCH_CARD, word);
}

/* A card and, if it is a wild, its color: "r7", "w blue". */
static bool read_card_in_play(const struct pen_mesa *mesa, struct pen__scan *scan, struct pen__word word,
                              uint8_t *card, uint8_t *color, struct pen__fault *fault)
{
    struct pen__scan after = *scan;
    struct pen__word next;
    uint8_t named;
    if (!find_card(mesa, word, card, fault))
        return false;
    *color = PEN_COLOR_NONE;
    bool is_wild = (mesa->rules.wilds >> *card) & 1;
    bool is_more = pen__scan_word(&after, &next) && !pen__word_is_mark(next);
    if (!is_wild)
        return !(is_more && pen_color_read(&mesa->edition, next.bytes, next.count, &named)) ||
               pen__fault_is(fault, PEN_WORD_MESA_COLOR_TOO_MANY, word);
    if (!is_more || pen__word_is(next, "uno"))
        return pen__fault_is(fault, PEN_WORD_MESA_WILD_NEEDS_COLOR, word);
    return read_color(mesa, scan, color, fault);
}

/* Cards to the end of the line, of no kind more than the deck has. */
static bool read_cards(const struct pen_mesa *mesa, struct pen__scan *scan, struct pen__statement *statement,
                       struct pen__fault *fault)
{
    struct pen__list list = {scan, false};
    struct pen__word word;
    uint8_t used[PEN_KINDS_MAX] = {0};
    bool is_gap;
    statement->card_count = 0;
    while (pen__list_next(&list, &word, &is_gap)) {
        uint8_t card;
        if (!find_card(mesa, word, &card, fault))
            return false;
        if (used[card] >= mesa->rules.copies[card])
            return pen__fault_is(fault, PEN_WORD_MESA_TOO_MANY_COPIES, word);
        used[card]++;
        PEN_ASSERT(statement->card_count < PEN_DECK_MAX);
        statement->cards[statement->card_count++] = card;
    }
    return !is_gap || pen__fault_is(fault, PEN_WORD_MESA_LIST_GAP, word);
}

/* Players to the end of the line, each once. */
static bool read_seats(const struct pen_mesa *mesa, struct pen__scan *scan, uint16_t *seats,
                       struct pen__fault *fault)
{
    struct pen__list list = {scan, false};
    struct pen__word word;
    bool is_gap;
    *seats = 0;
    while (pen__list_next(&list, &word, &is_gap)) {
        uint8_t seat;
        if (!find_seat(mesa, word, &seat))
            return pen__fault_is(fault, PEN_WORD_MESA_NO_SUCH_PLAYER, word);
        if ((*seats >> seat) & 1)
            return pen__fault_is(fault, PEN_WORD_MESA_TWICE, word);
        *seats = (uint16_t)(*seats | 1u << seat);
    }
    return !is_gap || pen__fault_is(fault, PEN_WORD_MESA_LIST_GAP, word);
}

/* ---- actions --------------------------------------------------------------------------------- */

/* The verb that begins with this word. Of "says uno" it is the first one. */
static bool find_verb(struct pen__word word, uint8_t *verb)
{
    for (uint8_t index = 0; index < PEN_VERB_COUNT; index++) {
        const char *first = pen_verb_shape(index).word;
        size_t length = pen__length_until(first, ' ');
        if (word.count == length && memcmp(word.bytes, first, length) == 0) {
            *verb = index;
            return true;
        }
    }
    return false;
}

/* A card that is laid, with what goes with it. */
static bool read_laid(const struct pen_mesa *mesa, struct pen__scan *scan, struct pen_action *action,
                      struct pen__fault *fault)
{
    struct pen__word word;
    enum pen_with with = (enum pen_with)pen_verb_shape(action->verb).with;
    if (!read_word(scan, &word, fault))
        return false;
    if (with == PEN_WITH_COLORED_CARD) {
        /* RULE O11: a wild is no color to follow with, so it names none either. */
        if (!find_card(mesa, word, &action->card, fault))
            return false;
    } else if (with != PEN_WITH_CARD_OR_NONE || !pen__word_is(word, "none")) {
        if (!read_card_in_play(mesa, scan, word, &action->card, &action->color, fault))
            return false;
    }
    action->uno = pen__scan_has(scan, "uno");
    return true;
}

/* What stands behind the first word of the verb. */
static bool read_bare_action(const struct pen_mesa *mesa, struct pen__scan *scan, struct pen_action *action,
                             struct pen__fault *fault)
{
    const struct pen_verb_shape shape = pen_verb_shape(action->verb);
    const char *second = shape.word + pen__length_until(shape.word, ' ');
    if (*second) {
        struct pen__word word;
        if (!read_word(scan, &word, fault))
            return false;
        if (!pen__word_is(word, second + 1))
            return pen__fault_is(fault, PEN_WORD_MESA_LEFT_OVER, word);
    }
    bool is_good = true;
    switch ((enum pen_with)shape.with) {
    case PEN_WITH_CARD:
    case PEN_WITH_CARD_OR_NONE:
    case PEN_WITH_COLORED_CARD:
        is_good = read_laid(mesa, scan, action, fault);
        break;
    case PEN_WITH_COLOR:
        is_good = read_color(mesa, scan, &action->color, fault);
        break;
    case PEN_WITH_TARGET:
        is_good = read_seat(mesa, scan, &action->target, fault);
        break;
    case PEN_WITH_ALONE:
        break;
    }
    return is_good && read_end(scan, fault);
}

static bool read_action(const struct pen_mesa *mesa, struct pen__scan *scan, struct pen_action *action,
                        struct pen__fault *fault)
{
    struct pen__word name, word;
    uint8_t verb, seat;
    if (!read_word(scan, &name, fault) || !read_word(scan, &word, fault))
        return false;
    if (!find_seat(mesa, name, &seat))
        return pen__fault_is(fault, PEN_WORD_MESA_NO_SUCH_PLAYER, name);
    if (!find_verb(word, &verb))
        return pen__fault_is(fault, PEN_WORD_MESA_NO_SUCH_VERB, word);
    *action = PEN_ACTION(verb, seat);
    return read_bare_action(mesa, scan, action, fault);
}

bool pen__items_next(const struct pen_mesa *mesa, struct pen__items *items, uint8_t seat,
                     struct pen_action *action, struct pen__fault *fault)
{
    struct pen__word word;
    uint8_t verb;
    fault->say = PEN_WORD_NONE;
    if (items->is_over)
        return false;
    struct pen__scan item = {items->rest.at, items->rest.at};
    while (item.end < items->rest.end && *item.end != ';')
        item.end++;
    items->is_over = item.end == items->rest.end;
    items->rest.at = items->is_over ? item.end : item.end + 1;
    bool is_empty = !pen__scan_word(&item, &word);
    if (is_empty && items->is_over && !items->is_begun)
        return false;
    items->is_begun = true;
    if (is_empty)
        return pen__fault_is(fault, PEN_WORD_MESA_ENDS_EARLY, word);
    if (!find_verb(word, &verb))
        return pen__fault_is(fault, PEN_WORD_MESA_NO_SUCH_VERB, word);
    *action = PEN_ACTION(verb, seat);
    if (!read_bare_action(mesa, &item, action, fault))
        return false;
    return !action->uno || pen__fault_is(fault, PEN_WORD_MESA_UNO_IN_LIST, word);
}

/* ---- the header ------------------------------------------------------------------------------ */

static bool read_house(struct pen__scan *scan, struct pen_options *options, struct pen__fault *fault)
{
    struct pen__list list = {scan, false};
    struct pen__word word;
    bool is_gap;
    while (pen__list_next(&list, &word, &is_gap)) {
        pen_house_set house = 0;
        if (!pen_house_add(word.bytes, word.count, &house))
            return pen__fault_is(fault, PEN_WORD_MESA_NO_SUCH_HOUSE, word);
        if ((options->house & house) || !pen_house_join(&options->house, house))
            return pen__fault_is(fault, PEN_WORD_MESA_TWICE, word);
    }
    return !is_gap || pen__fault_is(fault, PEN_WORD_MESA_LIST_GAP, word);
}

/* "scoring=points": the part behind '=' if the part before it is 'id'. */
static bool setting_is(struct pen__word word, const char *id, struct pen__word *value)
{
    size_t at = 0;
    while (id[at] && at < word.count && word.bytes[at] == id[at])
        at++;
    if (id[at] || at == word.count || word.bytes[at] != '=')
        return false;
    value->bytes = word.bytes + at + 1;
    value->count = word.count - at - 1;
    return true;
}

static bool read_settings(struct pen__scan *scan, struct pen_options *options, struct pen__fault *fault)
{
    enum { SCORING = 1, TARGET = 2, REVERSE = 4, TEAMS = 8, PARTNERS = 16 };
    static const enum pen_scoring scorings[] = {PEN_SCORING_POINTS, PEN_SCORING_LOWEST, PEN_SCORING_QUICK};
    struct pen__list list = {scan, false};
    struct pen__word word, value;
    unsigned seen = 0;
    bool is_gap;
    while (pen__list_next(&list, &word, &is_gap)) {
        unsigned setting;
        bool is_good = false;
        if (setting_is(word, "scoring", &value)) {
            setting = SCORING;
            for (size_t index = 0; index < sizeof scorings / sizeof scorings[0]; index++)
                if (pen__word_is(value, pen_scoring_id(scorings[index]))) {
                    options->scoring = (uint8_t)scorings[index];
                    is_good = true;
                }
        } else if (setting_is(word, "target", &value)) {
            uint64_t number = 0;
            setting = TARGET;
            is_good = pen__word_number(value, PEN_TARGET_MAX, &number) && number > 0;
            options->target = (uint16_t)number;
        } else if (setting_is(word, "reverse_with_two", &value)) {
            setting = REVERSE;
            options->reverse_with_two = pen__word_is(value, "turn") ? PEN_REVERSE_TURNS : PEN_REVERSE_SKIPS;
            is_good = pen__word_is(value, "turn") || pen__word_is(value, "skip");
        } else if (setting_is(word, "teams", &value)) {
            uint64_t number = 0;
            setting = TEAMS;
            is_good = pen__word_number(value, PEN_TEAMS_MAX, &number) && number > 1;
            options->teams = (uint8_t)number;
        } else if (setting_is(word, "partners", &value)) {
            setting = PARTNERS;
            options->partners = pen__word_is(value, "open") ? PEN_PARTNERS_OPEN : PEN_PARTNERS_HIDDEN;
            is_good = pen__word_is(value, "open") || pen__word_is(value, "hidden");
        } else {
            setting = 0;
        }
        if (!is_good)
            return pen__fault_is(fault, PEN_WORD_MESA_NO_SUCH_SETTING, word);
        if (seen & setting)
            return pen__fault_is(fault, PEN_WORD_MESA_TWICE, word);
        seen |= setting;
    }
    return !is_gap || pen__fault_is(fault, PEN_WORD_MESA_LIST_GAP, word);
}

static bool read_players(const struct pen_mesa *mesa, struct pen__scan *scan, struct pen_names *names,
                         struct pen__fault *fault)
{
    struct pen__list list = {scan, false};
    struct pen__word word;
    unsigned count = 0;
    bool is_gap;
    memset(names, 0, sizeof *names);
    while (pen__list_next(&list, &word, &is_gap)) {
        if (!pen_name_is_good(word.bytes, word.count))
            return pen__fault_is(fault, PEN_WORD_MESA_BAD_NAME, word);
        for (unsigned index = 0; index < names->count; index++)
            if (pen__word_is(word, names->name[index]))
                return pen__fault_is(fault, PEN_WORD_MESA_TWICE, word);
        if (names->count < PEN_SEATS_MAX)
            memcpy(names->name[names->count++], word.bytes, word.count);
        count++;
    }
    if (is_gap)
        return pen__fault_is(fault, PEN_WORD_MESA_LIST_GAP, word);
    if (count >= mesa->edition.rule.seats_min && count <= mesa->edition.rule.seats_max &&
        count <= PEN_SEATS_MAX)
        return true;
    pen__fault_is(fault, PEN_WORD_MESA_SEATS, (struct pen__word){"", 0});
    struct pen_text text = pen_text_in(fault->first, sizeof fault->first);
    pen_text_add_number(&text, count);
    text = pen_text_in(fault->second, sizeof fault->second);
    pen_text_add_number(&text, mesa->edition.rule.seats_min);
    pen_text_add(&text, "–");
    pen_text_add_number(&text, mesa->edition.rule.seats_max);
    return false;
}

/* RULE O29: "joins: Dani 37". */
static bool read_joins(const struct pen_mesa *mesa, struct pen__scan *scan, struct pen__statement *statement,
                       struct pen__fault *fault)
{
    uint8_t seat;
    if (!read_word(scan, &statement->word, fault))
        return false;
    if (!pen_name_is_good(statement->word.bytes, statement->word.count))
        return pen__fault_is(fault, PEN_WORD_MESA_BAD_NAME, statement->word);
    if (find_seat(mesa, statement->word, &seat))
        return pen__fault_is(fault, PEN_WORD_MESA_TWICE, statement->word);
    if (!read_number(scan, PEN_TARGET_MAX, &statement->number, fault))
        return false;
    return read_end(scan, fault);
}

static bool read_scores(const struct pen_mesa *mesa, struct pen__scan *scan, struct pen__statement *statement,
                        struct pen__fault *fault)
{
    struct pen__list list = {scan, false};
    struct pen__word word;
    bool is_gap;
    statement->seats = 0;
    memset(statement->score, 0, sizeof statement->score);
    while (pen__list_next(&list, &word, &is_gap)) {
        uint64_t number;
        uint8_t seat;
        if (!find_seat(mesa, word, &seat))
            return pen__fault_is(fault, PEN_WORD_MESA_NO_SUCH_PLAYER, word);
        if ((statement->seats >> seat) & 1)
            return pen__fault_is(fault, PEN_WORD_MESA_TWICE, word);
        if (!read_number(scan, PEN_TARGET_MAX, &number, fault))
            return false;
        statement->seats = (uint16_t)(statement->seats | 1u << seat);
        statement->score[seat] = (uint16_t)number;
    }
    return !is_gap || pen__fault_is(fault, PEN_WORD_MESA_LIST_GAP, word);
}

/* "Ana r7, Beto gs": a card each, of no kind more than the deck has. */
static bool read_lots(const struct pen_mesa *mesa, struct pen__scan *scan, struct pen__statement *statement,
                      struct pen__fault *fault)
{
    struct pen__list list = {scan, false};
    struct pen__word word;
    uint8_t used[PEN_KINDS_MAX] = {0};
    bool is_gap;
    statement->seats = 0;
    memset(statement->lots, PEN_CARD_NONE, sizeof statement->lots);
    while (pen__list_next(&list, &word, &is_gap)) {
        uint8_t card, seat;
        if (!find_seat(mesa, word, &seat))
            return pen__fault_is(fault, PEN_WORD_MESA_NO_SUCH_PLAYER, word);
        if ((statement->seats >> seat) & 1)
            return pen__fault_is(fault, PEN_WORD_MESA_TWICE, word);
        if (!read_word(scan, &word, fault) || !find_card(mesa, word, &card, fault))
            return false;
        if (used[card]++ >= mesa->rules.copies[card])
            return pen__fault_is(fault, PEN_WORD_MESA_TOO_MANY_COPIES, word);
        statement->seats = (uint16_t)(statement->seats | 1u << seat);
        statement->lots[seat] = card;
    }
    return !is_gap || pen__fault_is(fault, PEN_WORD_MESA_LIST_GAP, word);
}

/* What stands behind the ':' of a header line. */
static bool read_key(const struct pen_mesa *mesa, struct pen__scan *scan, struct pen__statement *statement,
                     struct pen__fault *fault)
{
    struct pen__word word;
    switch ((enum pen__key)statement->type) {
    case PEN__KEY_EDITION:
        return read_word(scan, &statement->word, fault) && read_end(scan, fault);
    case PEN__KEY_HOUSE:
        return read_house(scan, &statement->options, fault);
    case PEN__KEY_SET:
        return read_settings(scan, &statement->options, fault);
    case PEN__KEY_PLAYERS:
        return read_players(mesa, scan, &statement->names, fault);
    case PEN__KEY_SEED:
        return read_number(scan, UINT64_MAX, &statement->number, fault) && read_end(scan, fault);
    case PEN__KEY_DEALER:
    case PEN__KEY_TURN:
        return read_seat(mesa, scan, &statement->seat, fault) && read_end(scan, fault);
    case PEN__KEY_TOP:
        return read_word(scan, &word, fault) &&
               read_card_in_play(mesa, scan, word, &statement->card, &statement->color, fault) &&
               read_end(scan, fault);
    case PEN__KEY_DIRECTION:
        return read_direction(scan, &statement->direction, fault) && read_end(scan, fault);
    case PEN__KEY_SCORE:
        return read_scores(mesa, scan, statement, fault);
    case PEN__KEY_LOTS:
        return read_lots(mesa, scan, statement, fault);
    case PEN__KEY_HAND:
    case PEN__KEY_DRAW:
    case PEN__KEY_OPENING:
    case PEN__KEY_DISCARD:
        return read_cards(mesa, scan, statement, fault);
    }
    return false;
}

/* ---- expectations ---------------------------------------------------------------------------- */

/* Whether nothing but this word is left. */
static bool is_only(struct pen__scan scan, const char *word)
{
    struct pen__word after;
    return pen__scan_has(&scan, word) && !pen__scan_word(&scan, &after);
}

/* Whether the rest begins with this word and a ':'. */
static bool is_key(struct pen__scan scan, const char *word)
{
    return pen__scan_has(&scan, word) && pen__scan_has(&scan, ":");
}

static bool read_shown(const struct pen_mesa *mesa, struct pen__scan *scan, struct pen__statement *statement,
                       struct pen__fault *fault)
{
    struct pen__word word;
    statement->seat = PEN_SEAT_NONE;
    statement->target = PEN_SEAT_NONE;
    if (is_only(*scan, "nobody"))
        return true;
    if (!read_seat(mesa, scan, &statement->seat, fault) || !read_word(scan, &word, fault))
        return false;
    if (!pen__word_is(word, "to"))
        return pen__fault_is(fault, PEN_WORD_MESA_LEFT_OVER, word);
    if (pen__scan_has(scan, "all"))
        statement->target = PEN__SEAT_ALL;
    else if (!read_seat(mesa, scan, &statement->target, fault))
        return false;
    return read_end(scan, fault);
}

static bool read_expect_legal(const struct pen_mesa *mesa, struct pen__scan *scan,
                              struct pen__statement *statement, struct pen__fault *fault)
{
    struct pen_action action;
    if (!read_seat(mesa, scan, &statement->seat, fault) || !read_colon(scan, fault))
        return false;
    statement->items = *scan;
    struct pen__items items = {*scan, false, false};
    while (pen__items_next(mesa, &items, statement->seat, &action, fault)) {
    }
    return fault->say == PEN_WORD_NONE;
}

static bool read_expect(const struct pen_mesa *mesa, struct pen__scan *scan, struct pen__statement *statement,
                        struct pen__fault *fault)
{
    struct pen__word word;
    while (scan->at < scan->end && (*scan->at == ' ' || *scan->at == '\t'))
        scan->at++;
    statement->text = *scan;
    if (!read_word(scan, &word, fault))
        return false;
    size_t index = 0;
    while (index < sizeof expectations / sizeof expectations[0] &&
           !pen__word_is(word, expectations[index].word))
        index++;
    if (index == sizeof expectations / sizeof expectations[0])
        return pen__fault_is(fault, PEN_WORD_MESA_NO_SUCH_EXPECTATION, word);
    statement->type = (uint8_t)(PEN__EXPECT_TURN + index);
    if (expectations[index].is_colon && !read_colon(scan, fault))
        return false;

    switch (statement->type) {
    case PEN__EXPECT_TURN:
        statement->seat = PEN_SEAT_NONE;
        return is_only(*scan, "nobody") ||
               (read_seat(mesa, scan, &statement->seat, fault) && read_end(scan, fault));
    case PEN__EXPECT_DEALER:
        return read_seat(mesa, scan, &statement->seat, fault) && read_end(scan, fault);
    case PEN__EXPECT_ROUND:
        statement->seat = is_only(*scan, "open") ? PEN__SEAT_OPEN : PEN__SEAT_VOID;
        return is_only(*scan, "open") || is_only(*scan, "void") ||
               (read_seat(mesa, scan, &statement->seat, fault) && read_end(scan, fault));
    case PEN__EXPECT_MUST:
    case PEN__EXPECT_OWES:
    case PEN__EXPECT_GAME:
        statement->seats = 0;
        if (is_only(*scan, statement->type == PEN__EXPECT_GAME ? "open" : "nobody"))
            return true;
        if (!read_seats(mesa, scan, &statement->seats, fault))
            return false;
        /* Only a list with ':' can be empty: without one the word is missing. */
        return statement->seats != 0 || statement->type == PEN__EXPECT_MUST ||
               pen__fault_is(fault, PEN_WORD_MESA_ENDS_EARLY, word);
    case PEN__EXPECT_COLOR:
        return read_color(mesa, scan, &statement->color, fault) && read_end(scan, fault);
    case PEN__EXPECT_TOP:
        return read_word(scan, &word, fault) && find_card(mesa, word, &statement->card, fault) &&
               read_end(scan, fault);
    case PEN__EXPECT_DIRECTION:
        return read_direction(scan, &statement->direction, fault) && read_end(scan, fault);
    case PEN__EXPECT_PENDING:
    case PEN__EXPECT_PILE:
        return read_number(scan, UINT64_MAX, &statement->number, fault) && read_end(scan, fault);
    case PEN__EXPECT_COUNT:
    case PEN__EXPECT_SCORE:
        return read_seat(mesa, scan, &statement->seat, fault) &&
               read_number(scan, UINT64_MAX, &statement->number, fault) && read_end(scan, fault);
    case PEN__EXPECT_HAND:
        return read_seat(mesa, scan, &statement->seat, fault) && read_colon(scan, fault) &&
               read_cards(mesa, scan, statement, fault);
    case PEN__EXPECT_SHOWN:
        return read_shown(mesa, scan, statement, fault);
    case PEN__EXPECT_REFUSED:
        statement->is_deal = is_only(*scan, "deal");
        statement->is_void = is_only(*scan, "void");
        statement->is_reshuffle = is_key(*scan, "reshuffle");
        if (statement->is_reshuffle)
            return pen__scan_has(scan, "reshuffle") && read_colon(scan, fault) &&
                   read_cards(mesa, scan, statement, fault);
        return statement->is_deal || statement->is_void || read_action(mesa, scan, &statement->action, fault);
    default:
        return read_expect_legal(mesa, scan, statement, fault);
    }
}

/* ---- any line -------------------------------------------------------------------------------- */

bool pen__statement_read(const struct pen_mesa *mesa, struct pen__scan line, struct pen__statement *statement,
                         struct pen__fault *fault)
{
    struct pen__scan scan = line, after;
    struct pen__word first, second;
    uint8_t verb;
    statement->type = PEN__UNKNOWN;
    statement->options = PEN_OPTIONS_DEFAULT;
    statement->is_deal = statement->is_void = false;
    statement->is_reshuffle = false;
    if (!read_word(&scan, &first, fault))
        return false;
    if (pen__word_is(first, "deal")) {
        statement->type = PEN__DEAL;
        return read_end(&scan, fault);
    }
    if (pen__word_is(first, "void")) {
        statement->type = PEN__VOID;
        return read_end(&scan, fault);
    }
    if (pen__word_is(first, "expect"))
        return read_expect(mesa, &scan, statement, fault);
    if (pen__word_is(first, "hand")) {
        statement->type = PEN__KEY_HAND;
        return read_seat(mesa, &scan, &statement->seat, fault) && read_colon(&scan, fault) &&
               read_key(mesa, &scan, statement, fault);
    }
    if (pen__scan_has(&scan, ":")) {
        if (pen__word_is(first, "joins")) {
            statement->type = PEN__JOINS;
            return read_joins(mesa, &scan, statement, fault);
        }
        if (pen__word_is(first, "reshuffle")) {
            statement->type = PEN__RESHUFFLE;
            return read_cards(mesa, &scan, statement, fault);
        }
        for (uint8_t type = 0; type < PEN__KEY_COUNT; type++)
            if (pen__word_is(first, key_ids[type])) {
                statement->type = type;
                return read_key(mesa, &scan, statement, fault);
            }
        return pen__fault_is(fault, PEN_WORD_MESA_NO_SUCH_KEY, first);
    }
    /* Neither a player nor an action in it: better to show the line than to guess at a word. */
    after = scan;
    uint8_t seat;
    bool is_action = pen__scan_word(&after, &second) && find_verb(second, &verb);
    if (!is_action && !find_seat(mesa, first, &seat))
        return pen__fault_is(fault, PEN_WORD_MESA_NOT_UNDERSTOOD,
                             (struct pen__word){line.at, (size_t)(line.end - line.at)});
    statement->type = PEN__ACTION;
    return read_action(mesa, &line, &statement->action, fault);
}

/* mesa_expect.c - what a .mesa text expects, compared with how the table stands.
 *
 * Changes nothing but the trial copy. A failure is reported with both values: the expectation as
 * it was written and what is there instead. */
#include <string.h>

#include "mesa.h"
#include "penultima/words_mesa.h"

/* Room for the longest list of cards: a whole deck. */
#define VALUE_BYTES 1024

/* A set of actions of one seat, UNO aside: a bit each. */
struct actions {
    uint64_t cards[PEN_VERB_COUNT][PEN_COLORS_MAX + 1]; /* by color, the last: no color */
    uint64_t others[PEN_VERB_COUNT];                    /* by target, by color named, or bit 0 */
};

static uint64_t *place_of(struct actions *actions, struct pen_action action, unsigned *bit)
{
    unsigned color = action.color == PEN_COLOR_NONE ? PEN_COLORS_MAX : action.color;
    if (action.card != PEN_CARD_NONE) {
        *bit = action.card;
        return &actions->cards[action.verb][color];
    }
    *bit = action.target != PEN_SEAT_NONE ? action.target : action.color != PEN_COLOR_NONE ? action.color : 0;
    return &actions->others[action.verb];
}

static void add_action(const struct pen_mesa *mesa, struct pen_text *text, struct pen_action action)
{
    if (text->length > 0)
        pen_text_add(text, "; ");
    pen_mesa_write_bare_action(text, &mesa->edition, &mesa->rules, &mesa->names, action);
}

/* The expectation as it was written. */
static void write_expected(struct pen_text *text, const struct pen__statement *statement)
{
    pen_text_add_bytes(text, statement->text.at, (size_t)(statement->text.end - statement->text.at));
}

static bool report(const struct pen__statement *statement, unsigned line, const struct pen_mesa_host *host,
                   enum pen_word say, const char *value)
{
    char expected[VALUE_BYTES];
    struct pen_text text = pen_text_in(expected, sizeof expected);
    write_expected(&text, statement);
    pen__report(host, line, say, expected, value, NULL);
    return false;
}

static bool expect_legal(struct pen_mesa *mesa, const struct pen__statement *statement, unsigned line,
                         const struct pen_mesa_host *host)
{
    char missing_bytes[512], surplus_bytes[512], expected_bytes[512];
    struct pen_text missing = pen_text_in(missing_bytes, sizeof missing_bytes);
    struct pen_text surplus = pen_text_in(surplus_bytes, sizeof surplus_bytes);
    struct pen_text expected = pen_text_in(expected_bytes, sizeof expected_bytes);
    struct pen__items items = {statement->items, false, false};
    struct pen__fault fault;
    struct pen_legal legal;
    struct pen_action action;
    struct actions stated;
    unsigned bit;

    memset(&stated, 0, sizeof stated);
    pen_round_legal(&mesa->rules, &mesa->game.round, statement->seat, &legal);
    while (pen__items_next(mesa, &items, statement->seat, &action, &fault)) {
        uint64_t *place = place_of(&stated, action, &bit);
        *place |= UINT64_C(1) << bit;
        if (!pen_legal_has(&mesa->rules, &legal, action))
            add_action(mesa, &missing, action);
    }
    const unsigned count = pen_legal_count(&mesa->rules, &legal);
    for (unsigned index = 0; index < count; index++) {
        action = pen_legal_at(&mesa->rules, &legal, index);
        const uint64_t *place = place_of(&stated, action, &bit);
        if (!((*place >> bit) & 1))
            add_action(mesa, &surplus, action);
    }
    if (missing.length == 0 && surplus.length == 0)
        return true;
    write_expected(&expected, statement);
    pen__report(host, line, PEN_WORD_MESA_EXPECTED_LEGAL, expected_bytes,
                missing.length ? missing_bytes : "–", surplus.length ? surplus_bytes : "–");
    return false;
}

static bool is_refused(struct pen_mesa *mesa, const struct pen__statement *statement)
{
    if (statement->is_deal)
        return pen_game_can_deal(&mesa->game) != PEN_ACCEPTED;
    if (statement->is_void)
        return pen_round_can_void(&mesa->game.round) != PEN_ACCEPTED;
    if (statement->is_reshuffle)
        return !mesa->order_is_open ||
               !pen__is_same_cards(mesa->events.reshuffled, mesa->events.reshuffled_count, statement->cards,
                                   statement->card_count) ||
               statement->card_count == 0;
    mesa->trial = mesa->game;
    return pen_game_apply(&mesa->rules, &mesa->trial, statement->action, NULL) != PEN_ACCEPTED;
}

static void write_seats(const struct pen_mesa *mesa, struct pen_text *text, uint16_t seats, const char *none)
{
    if (seats == 0)
        pen_text_add(text, none);
    for (unsigned seat = 0; seat < mesa->names.count; seat++)
        if ((seats >> seat) & 1) {
            if (text->length > 0)
                pen_text_add(text, ", ");
            pen_text_add(text, mesa->names.name[seat]);
        }
}

static bool check_hand(const struct pen_mesa *mesa, const struct pen__statement *statement,
                       struct pen_text *value)
{
    const struct pen_hand *hand = &mesa->game.round.hands[statement->seat];
    struct pen_hand stated;
    memset(&stated, 0, sizeof stated);
    for (unsigned index = 0; index < statement->card_count; index++)
        pen_hand_add(&stated, statement->cards[index]);
    pen__hand_write(value, &mesa->edition, &mesa->rules, hand);
    if (value->length == 0)
        pen_text_add(value, "–");
    return memcmp(&stated, hand, sizeof stated) == 0;
}

/* Whether the last action showed what is stated: nothing at all, or this hand to just these eyes. */
static bool check_shown(const struct pen_mesa *mesa, const struct pen__statement *statement,
                        struct pen_text *value)
{
    const struct pen_events *events = &mesa->events;
    bool is_good = statement->seat == PEN_SEAT_NONE;
    for (unsigned index = 0; index < events->count; index++) {
        const struct pen_event *event = &events->list[index];
        if (event->type != PEN_EVENT_SHOWN_TO)
            continue;
        const bool is_all = event->target == PEN_SEAT_NONE;
        if (statement->seat == PEN_SEAT_NONE)
            is_good = false;
        else if (event->seat == statement->seat)
            is_good =
                is_good || (is_all ? statement->target == PEN__SEAT_ALL : statement->target == event->target);
        if (value->length > 0)
            pen_text_add(value, ", ");
        pen_text_add(value, mesa->names.name[event->seat]);
        pen_text_add(value, " to ");
        pen_text_add(value, is_all ? "all" : mesa->names.name[event->target]);
    }
    if (value->length == 0)
        pen_text_add(value, "nobody");
    return is_good;
}

static bool check_number(struct pen_text *value, uint64_t expected, uint64_t actual)
{
    pen_text_add_number(value, actual);
    return expected == actual;
}

/* Writes what is there and says whether it is what is expected. */
static bool check(const struct pen_mesa *mesa, const struct pen__statement *statement, struct pen_text *value)
{
    const struct pen_game *game = &mesa->game;
    const struct pen_round *round = &game->round;
    const bool is_over = round->phase == PEN_PHASE_OVER;
    uint8_t seat;
    switch (statement->type) {
    case PEN__EXPECT_TURN:
        seat = is_over ? PEN_SEAT_NONE : round->turn;
        pen_text_add(value, seat == PEN_SEAT_NONE ? "nobody" : mesa->names.name[seat]);
        return statement->seat == seat;
    case PEN__EXPECT_MUST:
        write_seats(mesa, value, pen_round_must(round), "nobody");
        return statement->seats == pen_round_must(round);
    case PEN__EXPECT_OWES:
        write_seats(mesa, value, round->owes, "nobody");
        return statement->seats == round->owes;
    case PEN__EXPECT_GAME:
        write_seats(mesa, value, game->winners, "open");
        return statement->seats == game->winners;
    case PEN__EXPECT_COLOR:
        pen_text_add(value, round->color == PEN_COLOR_NONE ? "none" : mesa->edition.colors[round->color].id);
        return statement->color == round->color;
    case PEN__EXPECT_TOP:
        pen_card_write(&mesa->edition, &mesa->rules, round->top, value);
        return statement->card == round->top;
    case PEN__EXPECT_DIRECTION:
        pen_text_add(value, round->direction == PEN_LEFT ? "left" : "right");
        return statement->direction == round->direction;
    case PEN__EXPECT_PENDING:
        return check_number(value, statement->number, round->pending);
    case PEN__EXPECT_PILE:
        return check_number(value, statement->number, round->draw_count);
    case PEN__EXPECT_COUNT:
        return check_number(value, statement->number, round->hand_count[statement->seat]);
    case PEN__EXPECT_SCORE:
        return check_number(value, statement->number, game->score[statement->seat]);
    case PEN__EXPECT_DEALER:
        pen_text_add(value, mesa->names.name[round->dealer]);
        return statement->seat == round->dealer;
    case PEN__EXPECT_HAND:
        return check_hand(mesa, statement, value);
    case PEN__EXPECT_SHOWN:
        return check_shown(mesa, statement, value);
    default:
        PEN_ASSERT(statement->type == PEN__EXPECT_ROUND);
        seat = !is_over ? PEN__SEAT_OPEN : round->winner == PEN_SEAT_NONE ? PEN__SEAT_VOID : round->winner;
        pen_text_add(value, seat == PEN__SEAT_OPEN   ? "open"
                            : seat == PEN__SEAT_VOID ? "void"
                                                     : mesa->names.name[seat]);
        return statement->seat == seat;
    }
}

bool pen__mesa_expect(struct pen_mesa *mesa, const struct pen__statement *statement, unsigned line,
                      const struct pen_mesa_host *host)
{
    if (statement->type == PEN__EXPECT_LEGAL)
        return expect_legal(mesa, statement, line, host);
    if (statement->type == PEN__EXPECT_REFUSED)
        return is_refused(mesa, statement) ||
               report(statement, line, host, PEN_WORD_MESA_EXPECTED_REFUSED, NULL);
    char bytes[VALUE_BYTES];
    struct pen_text value = pen_text_in(bytes, sizeof bytes);
    if (check(mesa, statement, &value))
        return true;
    return report(statement, line, host,
                  statement->type == PEN__EXPECT_TURN ? PEN_WORD_MESA_EXPECTED_TURN : PEN_WORD_MESA_EXPECTED,
                  bytes);
}

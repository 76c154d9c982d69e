/* from.c - going on from a moment of a record: what a table takes over (ROOM_IN_TAKE_OVER).
 *
 * With the cards as they were it is the round as it was played so far. Dealt anew it is a position, made of
 * the view that the seat had and of nothing else: what it held and knew stays, the rest is dealt again. The
 * seat that goes on is written first; the order of play is a circle. */
#include "room/from.h"

#include <string.h>

#include "fair/record_lines.h"

struct going {
    const struct room_from *from;
    const struct pen_mesa_host *host;
    struct pen_text *text;
    struct pen_names names;        /* in the order in which they are written */
    struct pen_names called;       /* by the seats of the record */
    uint16_t score[PEN_SEATS_MAX]; /* before this round, as they are written */
    struct pen_view view;
    unsigned at; /* the moment that comes next */
    enum room_from_result result;
};

static unsigned place_of(const struct going *going, unsigned seat)
{
    return (seat + going->called.count - going->from->seat) % going->called.count;
}

static void seat_all(struct going *going, const struct pen_mesa_moment *moment)
{
    going->called = *moment->names;
    going->names = *moment->names;
    for (unsigned seat = 0; seat < going->called.count; seat++) {
        const unsigned place = place_of(going, seat);
        memcpy(going->names.name[place], going->called.name[seat], sizeof going->names.name[place]);
        going->score[place] = moment->game->score[seat];
    }
}

static void write_source(struct going *going)
{
    const struct room_from *from = going->from;
    pen_text_add(going->text, FAIR_MARK_FROM);
    pen_text_add(going->text, from->source);
    pen_text_add(going->text, " at ");
    pen_text_add_number(going->text, from->at);
    pen_text_add(going->text, " ");
    pen_text_add(going->text, going->called.name[from->seat]);
    pen_text_add(going->text, from->is_anew ? " dealt-anew\n" : " as-it-was\n");
}

/* ---- as they were ---- */

static void write_deal(struct going *going, const struct pen_mesa_moment *moment)
{
    struct pen_layout whole = *moment->layout;
    /* What the record left to its seed is written, too: there is another seed now. */
    if (pen_layout_complete(moment->rules, &whole, NULL) != PEN_DEAL_GOOD)
        whole = *moment->layout;
    struct pen_layout layout = whole;
    layout.lots.count = 0;
    layout.has_hand = 0;
    for (unsigned seat = 0; seat < going->called.count; seat++) {
        layout.hands[place_of(going, seat)] = whole.hands[seat];
        layout.has_hand |= (uint16_t)((whole.has_hand >> seat & 1) << place_of(going, seat));
    }
    if (layout.top != PEN_CARD_NONE)
        layout.turn = (uint8_t)place_of(going, layout.turn);
    going->text->length = 0; /* rounds that are over are past */
    pen_mesa_write_header(going->text, moment->edition, moment->options, &going->names, going->score,
                          (uint8_t)place_of(going, moment->game->round.dealer));
    write_source(going);
    pen_mesa_write_layout(going->text, moment->edition, moment->rules, &going->names, &layout, true);
}

/* ---- dealt anew ---- */

/* What the seat has not seen: everything but its hand, the discards, and what it knows of other hands. */
static unsigned unseen_cards(const struct pen_view *view, const struct pen_rules *rules,
                             uint8_t cards[PEN_DECK_MAX])
{
    unsigned count = 0;
    for (uint8_t kind = 0; kind < rules->kind_count; kind++) {
        unsigned seen = pen_hand_count_of(&view->hand, kind) + pen_hand_count_of(&view->discards, kind);
        for (unsigned seat = 0; seat < view->seat_count; seat++)
            seen += seat == view->viewer ? 0 : pen_hand_count_of(&view->known[seat], kind);
        for (unsigned copy = seen; copy < rules->copies[kind]; copy++)
            cards[count++] = kind;
    }
    return count;
}

static void shuffle(uint8_t *cards, unsigned count, struct pen_chance *chance)
{
    for (unsigned left = count; left > 1; left--) {
        const unsigned other = pen_chance_below(chance, left);
        const uint8_t card = cards[left - 1];
        cards[left - 1] = cards[other];
        cards[other] = card;
    }
}

/* Only what stands here may decide what is dealt: a twin table with other hidden cards gives the same. */
static bool lay_out(const struct pen_view *view, const struct pen_rules *rules, uint64_t seed,
                    struct pen_layout *layout)
{
    uint8_t cards[PEN_DECK_MAX];
    struct pen_chance chance = pen_chance_of(seed, 1);
    unsigned left = unseen_cards(view, rules, cards);
    shuffle(cards, left, &chance);
    *layout = pen_layout_random(view->seat_count, view->dealer, chance);
    for (unsigned seat = 0; seat < view->seat_count; seat++) {
        struct pen_hand *hand = &layout->hands[seat];
        *hand = seat == view->viewer ? view->hand : view->known[seat];
        while (pen_hand_count(hand) < view->hand_count[seat] && left > 0)
            pen_hand_add(hand, cards[--left]);
        layout->has_hand |= (uint16_t)(1u << seat);
    }
    layout->top = view->top;
    layout->top_color = view->color;
    layout->turn = view->turn;
    layout->direction = view->direction;
    bool is_top = true; /* one of its kind lies on top */
    for (uint8_t kind = 0; kind < rules->kind_count; kind++)
        for (unsigned copy = pen_hand_count_of(&view->discards, kind); copy > 0; copy--) {
            if (kind == view->top && is_top)
                is_top = false;
            else
                layout->discard[layout->discard_count++] = kind;
        }
    memcpy(layout->draw, cards, left);
    layout->draw_count = (uint8_t)left;
    return !is_top;
}

static void write_position(struct going *going, const struct pen_mesa_moment *moment)
{
    const struct pen_view *view = &going->view;
    struct pen_layout seated, layout;
    /* A position says whose turn it is, and no more: not what waits for an answer. */
    going->result = ROOM_FROM_WAITS;
    if (view->phase != PEN_PHASE_TURN || view->pending || view->owes || view->lost || view->accusing ||
        view->turns_left || !lay_out(view, moment->rules, going->from->seed, &seated))
        return;
    layout = seated;
    for (unsigned seat = 0; seat < going->called.count; seat++)
        layout.hands[place_of(going, seat)] = seated.hands[seat];
    layout.turn = (uint8_t)place_of(going, seated.turn);
    going->text->length = 0;
    pen_mesa_write_header(going->text, moment->edition, moment->options, &going->names, going->score,
                          (uint8_t)place_of(going, view->dealer));
    write_source(going);
    pen_mesa_write_layout(going->text, moment->edition, moment->rules, &going->names, &layout, true);
    going->result = ROOM_FROM_GOOD;
}

/* ---- the replay ---- */

static void show(void *context, const struct pen_mesa_moment *moment)
{
    struct going *going = context;
    const unsigned at = going->at++;
    if (at > going->from->at)
        return;
    if (moment->is_deal) {
        if (going->from->seat >= moment->names->count) {
            going->result = ROOM_FROM_NOBODY;
            return;
        }
        seat_all(going, moment);
        pen_view_init(&going->view, going->from->seat);
        write_deal(going, moment);
    } else if (going->called.count == 0) {
        return;
    } else if (moment->is_void) {
        pen_text_add(going->text, "void\n");
    } else {
        pen_mesa_write_action_line(going->text, moment->edition, moment->rules, &going->called,
                                   moment->action, moment->events);
    }
    pen_view_update(&going->view, moment->rules, moment->game, moment->events);
    if (at < going->from->at)
        return;
    if (moment->game->round.phase == PEN_PHASE_OVER)
        going->result = ROOM_FROM_OVER;
    else if (going->from->is_anew)
        write_position(going, moment);
    else
        going->result = ROOM_FROM_GOOD;
}

static bool find_edition(void *context, const char *name, size_t bytes, struct pen_edition *edition,
                         struct pen_problem *problem)
{
    const struct going *going = context;
    return going->host->find_edition(going->host->context, name, bytes, edition, problem);
}

static void report(void *context, unsigned line, const char *what)
{
    const struct going *going = context;
    going->host->report(going->host->context, line, what);
}

enum room_from_result room_write_from(struct pen_mesa *mesa, const char *record, size_t bytes,
                                      const struct pen_mesa_host *host, const struct room_from *from,
                                      struct pen_text *text)
{
    struct going going = {.from = from, .host = host, .text = text, .result = ROOM_FROM_NO_SUCH};
    const struct pen_mesa_host own = {&going, host->lang, find_edition, report, show};
    /* What comes after that moment may be wrong. */
    if (pen_mesa_replay(mesa, record, bytes, &own) != PEN_MESA_GOOD && going.at <= from->at)
        return ROOM_FROM_UNREADABLE;
    return going.result == ROOM_FROM_GOOD && text->is_cut ? ROOM_FROM_UNREADABLE : going.result;
}

/* page_replay.c - a .mesa record as a list of moments, one line of JSON each, with all hands open: a
 * record has no secrets. What cannot be read or was refused comes as {"problem":...}. */
#include "page.h"

#include "room/room.h"

#include <string.h>

PAGE_EXPORT(replay) unsigned page_export_replay(unsigned bytes, unsigned lang, unsigned seat);

static struct pen_mesa mesa;

/* Where the moments go, and the table as one seat or somebody who watches has seen it so far. */
struct page_telling {
    struct pen_text text;
    struct pen_view view;
};

static void report(void *context, unsigned line, const char *what)
{
    struct pen_text *text = &((struct page_telling *)context)->text;
    pen_text_add(text, "{");
    page_number(text, "line", line);
    page_key(text, "problem");
    page_string(text, what);
    pen_text_add(text, "}\n");
}

static void write_hand(struct pen_text *text, const struct pen_hand *hand)
{
    page_comma(text);
    pen_text_add(text, "[");
    for (uint8_t card = 0; card < page_book.rules.kind_count; card++) {
        for (unsigned i = pen_hand_count_of(hand, card); i > 0; i--) {
            page_comma(text);
            page_card(text, card);
        }
    }
    pen_text_add(text, "]");
}

static void write_first(struct pen_text *text, const struct pen_mesa_moment *moment)
{
    const struct pen_rule_fields *rule = &moment->rules->rule;
    page_key(text, "settings");
    pen_text_add(text, "{");
    page_key(text, "edition");
    page_string(text, moment->edition->id);
    page_key(text, "house");
    pen_text_add(text, "[");
    if (mesa.options.house != 0) {
        pen_text_add(text, "\"");
        pen_house_write(mesa.options.house, "\",\"", text);
        pen_text_add(text, "\"");
    }
    pen_text_add(text, "]");
    page_key(text, "scoring");
    page_string(text, pen_scoring_id((enum pen_scoring)rule->scoring));
    page_number(text, "target", rule->target);
    if (mesa.options.reverse_with_two == PEN_REVERSE_TURNS) {
        page_key(text, "reverse_with_two");
        page_string(text, "turn");
    }
    if (mesa.options.teams > 0) {
        page_number(text, "teams", mesa.options.teams);
        page_key(text, "partners");
        page_string(text, mesa.options.partners == PEN_PARTNERS_OPEN ? "open" : "hidden");
    }
    pen_text_add(text, "}");
    page_key(text, "names");
    pen_text_add(text, "[");
    for (unsigned seat = 0; seat < moment->names->count; seat++) {
        page_comma(text);
        page_string(text, moment->names->name[seat]);
    }
    pen_text_add(text, "]");
}

/* As in the messages of a table. */
static void write_cards(struct pen_text *text, const struct page_telling *telling,
                        const struct pen_mesa_moment *moment)
{
    static struct wire_cards cards;
    const struct wire_book book = {.edition = moment->edition, .rules = moment->rules};
    const struct pen_view *view = &telling->view;
    wire_clear_cards(&cards);
    cards.has_now = true;
    wire_clear_now(&cards.now);
    room_tell_view(&cards.now, moment->edition, view);
    cards.drawn = view->drawn;
    for (unsigned seat = 0; seat < view->seat_count; seat++)
        if (view->shown_at[seat] != 0)
            cards.shown_seats |= (uint16_t)(1u << seat);
    memcpy(cards.shown, view->shown, sizeof cards.shown);
    page_key(text, "cards");
    wire_write_cards(text, &book, &cards);
    page_key(text, "events");
    pen_text_add(text, "[");
    for (unsigned i = 0; i < moment->events->count; i++) {
        page_comma(text);
        wire_write_event(text, &book, &moment->events->list[i]);
    }
    pen_text_add(text, "]");
    page_seats(text, "winners", moment->game->winners);
}

static void show(void *context, const struct pen_mesa_moment *moment)
{
    struct page_telling *telling = context;
    struct pen_text *text = &telling->text;
    /* The cards of all moments are written by the book, so it is the record's from the first on. */
    page_book.edition = *moment->edition;
    page_book.rules = *moment->rules;
    pen_text_add(text, "{");
    page_number(text, "line", moment->line);
    if (moment->is_deal) {
        write_first(text, moment);
    } else {
        char action[128];
        struct pen_text written = pen_text_in(action, sizeof action);
        if (moment->is_void)
            pen_text_add(&written, "void");
        else
            pen_mesa_write_action(&written, moment->edition, moment->rules, moment->names, moment->action);
        page_key(text, "do");
        page_string(text, action);
    }
    pen_view_update(&telling->view, moment->rules, moment->game, moment->events);
    write_cards(text, telling, moment);
    page_key(text, "hands");
    pen_text_add(text, "[");
    for (unsigned seat = 0; seat < moment->game->round.seat_count; seat++)
        write_hand(text, &moment->game->round.hands[seat]);
    pen_text_add(text, "]}\n");
}

/* Replays the record in page_in; 'seat' may be PEN_SEAT_NONE. The last line is {"status":0} and so on, as
 * `penultima replay` exits. */
unsigned page_export_replay(unsigned bytes, unsigned lang, unsigned seat)
{
    static struct page_telling telling;
    telling.text = page_answer();
    pen_view_init(&telling.view, seat < PEN_SEATS_MAX ? (uint8_t)seat : PEN_SPECTATOR);
    if (bytes > PAGE_IN_BYTES || lang >= pen_lang_count())
        return 0;
    struct pen_mesa_host host = {.context = &telling,
                                 .lang = (enum pen_lang)lang,
                                 .find_edition = page_find_edition,
                                 .report = report,
                                 .show = show};
    enum pen_mesa_status status = pen_mesa_replay(&mesa, page_in, bytes, &host);
    pen_text_add(&telling.text, "{");
    page_number(&telling.text, "status", (uint64_t)status);
    pen_text_add(&telling.text, "}\n");
    return (unsigned)telling.text.length;
}

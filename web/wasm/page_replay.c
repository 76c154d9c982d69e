/* page_replay.c - a .mesa record as a list of moments, one line of JSON each, with all hands open: a
 * record has no secrets. What cannot be read or was refused comes as {"problem":...}. */
#include "page.h"

#include <string.h>

PAGE_EXPORT(replay) unsigned page_export_replay(unsigned bytes, unsigned lang, unsigned seat);

static struct pen_mesa mesa;

/* Where the moments go, and whose legal actions go with them. */
struct page_telling {
    struct pen_text text;
    uint8_t seat; /* or PEN_SEAT_NONE */
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

static void write_event(struct pen_text *text, const struct pen_event *event)
{
    page_comma(text);
    pen_text_add(text, "{");
    page_key(text, "e");
    pen_text_add(text, "\"");
    page_event_name(text, event->type);
    pen_text_add(text, "\"");
    if (event->seat != PEN_SEAT_NONE)
        page_number(text, "seat", event->seat);
    if (event->target != PEN_SEAT_NONE)
        page_number(text, "to", event->target);
    if (event->card != PEN_CARD_NONE) {
        page_key(text, "card");
        page_card(text, event->card);
    }
    if (event->color != PEN_COLOR_NONE) {
        page_key(text, "color");
        page_string(text, page_book.edition.colors[event->color].id);
    }
    if (event->uno)
        page_number(text, "uno", 1);
    if (event->count)
        page_number(text, "count", event->count);
    pen_text_add(text, "}");
}

static void write_first(struct pen_text *text, const struct pen_mesa_moment *moment)
{
    page_key(text, "edition");
    page_string(text, moment->edition->id);
    page_key(text, "names");
    pen_text_add(text, "[");
    for (unsigned seat = 0; seat < moment->names->count; seat++) {
        page_comma(text);
        page_string(text, moment->names->name[seat]);
    }
    pen_text_add(text, "]");
}

static void write_kinds(struct pen_text *text, const char *key, uint64_t kinds)
{
    page_key(text, key);
    pen_text_add(text, "[");
    for (; kinds; kinds &= kinds - 1) {
        page_comma(text);
        page_card(text, (uint8_t)pen_bits_lowest(kinds));
    }
    pen_text_add(text, "]");
}

/* As in the messages of a table. */
static void write_legal(struct pen_text *text, const struct pen_round *round, uint8_t seat)
{
    static const char *const verbs[PEN_VERB_COUNT] = {
        [PEN_VERB_DRAW] = "draws",           [PEN_VERB_KEEP] = "keeps",       [PEN_VERB_TAKE] = "takes",
        [PEN_VERB_CHALLENGE] = "challenges", [PEN_VERB_SAY_UNO] = "says uno", [PEN_VERB_DROP] = "drops",
        [PEN_VERB_STREAM] = "streams none"};
    struct pen_legal legal;
    pen_round_legal(&page_book.rules, round, seat, &legal);
    page_key(text, "legal");
    pen_text_add(text, "{");
    write_kinds(text, "plays", legal.plays);
    write_kinds(text, "jumps", legal.jumps);
    write_kinds(text, "streams", legal.streams);
    write_kinds(text, "follows", legal.follows);
    page_seats(text, "catches", legal.catches);
    page_seats(text, "swaps", legal.swaps);
    page_seats(text, "swings", legal.swings);
    page_key(text, "verbs");
    pen_text_add(text, "[");
    for (unsigned verb = 0; verb < PEN_VERB_COUNT; verb++) {
        if ((legal.verbs >> verb & 1) && verbs[verb]) {
            page_comma(text);
            page_string(text, verbs[verb]);
        }
    }
    pen_text_add(text, "]}");
}

static void write_now(struct pen_text *text, const struct pen_game *game, uint8_t seat)
{
    static const char *const phases[] = {"turn", "drawn",  "pending", "name",  "swap",
                                         "race", "stream", "follow",  "swing", "over"};
    const struct pen_round *round = &game->round;
    page_key(text, "now");
    pen_text_add(text, "{");
    page_number(text, "round", game->round_number);
    page_key(text, "phase");
    page_string(text, phases[round->phase]);
    page_number(text, "turn", round->turn);
    page_seats(text, "must", pen_round_must(round));
    page_key(text, "dir");
    page_string(text, round->direction == PEN_LEFT ? "left" : "right");
    page_key(text, "top");
    page_card(text, round->top);
    page_key(text, "color");
    if (round->color == PEN_COLOR_NONE)
        pen_text_add(text, "null");
    else
        page_string(text, page_book.edition.colors[round->color].id);
    page_number(text, "pending", round->pending);
    page_key(text, "counts");
    pen_text_add(text, "[");
    for (unsigned i = 0; i < round->seat_count; i++) {
        page_comma(text);
        pen_text_add_number(text, round->hand_count[i]);
    }
    pen_text_add(text, "]");
    page_number(text, "pile", round->draw_count);
    page_seats(text, "owes", round->owes);
    page_seats(text, "dropped", round->dropped);
    page_key(text, "score");
    pen_text_add(text, "[");
    for (unsigned i = 0; i < round->seat_count; i++) {
        page_comma(text);
        pen_text_add_number(text, game->score[i]);
    }
    pen_text_add(text, "]");
    if (seat < round->seat_count)
        write_legal(text, round, seat);
    pen_text_add(text, "}");
    page_seats(text, "winners", game->winners);
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
    page_key(text, "events");
    pen_text_add(text, "[");
    for (unsigned i = 0; i < moment->events->count; i++)
        write_event(text, &moment->events->list[i]);
    pen_text_add(text, "]");
    write_now(text, moment->game, telling->seat);
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
    struct page_telling telling = {page_answer(), (uint8_t)seat};
    if (bytes > PAGE_IN_BYTES || lang >= PEN_LANG_COUNT)
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

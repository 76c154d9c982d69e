/* encode_play.c - the state of play as messages tell it: cards, events, what is legal, open hands.
 *
 * Cards come in as views and as events that pen_event_for() has redacted, and as the open hands of a
 * round that is over; nothing here reads a round that is being played. */
#include "room/encode.h"

static const char *const event_names[PEN_EVENT_TYPE_COUNT] = {[PEN_EVENT_NONE] = "NONE",
#define X(name) [PEN_EVENT_##name] = #name,
                                                              PEN_EVENT_LIST(X)
#undef X
};

static const char *const phase_words[] = {
    [PEN_PHASE_TURN] = "turn",     [PEN_PHASE_DRAWN] = "drawn",   [PEN_PHASE_PENDING] = "pending",
    [PEN_PHASE_NAME] = "name",     [PEN_PHASE_SWAP] = "swap",     [PEN_PHASE_RACE] = "race",
    [PEN_PHASE_STREAM] = "stream", [PEN_PHASE_FOLLOW] = "follow", [PEN_PHASE_SWING] = "swing",
    [PEN_PHASE_OVER] = "over"};

/* ---- cards ---- */

void room__put_card(struct pen_text *text, const struct room_rules *rules, uint8_t card)
{
    if (card == PEN_CARD_NONE) {
        JSON_PUT(text, "null");
        return;
    }
    JSON_PUT(text, "\"");
    pen_card_write(rules->edition, rules->rules, card, text);
    JSON_PUT(text, "\"");
}

static void put_color(struct pen_text *text, const struct room_rules *rules, uint8_t color)
{
    if (color >= rules->edition->color_count)
        JSON_PUT(text, "null");
    else
        room__put_string(text, rules->edition->colors[color].id);
}

void room__put_hand(struct pen_text *text, const struct room_rules *rules, const struct pen_hand *hand)
{
    const char *before = "";
    JSON_PUT(text, "[");
    for (uint64_t kinds = pen_hand_kinds(hand); kinds; kinds &= kinds - 1) {
        const uint8_t card = (uint8_t)pen_bits_lowest(kinds);
        for (unsigned i = pen_hand_count_of(hand, card); i > 0; i--) {
            pen_text_add(text, before);
            room__put_card(text, rules, card);
            before = ",";
        }
    }
    JSON_PUT(text, "]");
}

static void put_kinds(struct pen_text *text, const struct room_rules *rules, const char *key, uint64_t kinds,
                      const char **before)
{
    if (kinds == 0)
        return;
    pen_text_add(text, *before);
    room__put_string(text, key);
    JSON_PUT(text, ":[");
    for (bool is_first = true; kinds; kinds &= kinds - 1, is_first = false) {
        if (!is_first)
            JSON_PUT(text, ",");
        room__put_card(text, rules, (uint8_t)pen_bits_lowest(kinds));
    }
    JSON_PUT(text, "]");
    *before = ",";
}

/* ---- events ---- */

void room__put_event(struct pen_text *text, const struct room_rules *rules, struct pen_event event)
{
    JSON_PUT(text, "{\"e\":");
    room__json_name(text, event_names[event.type]);
    if (event.seat != PEN_SEAT_NONE)
        JSON_NUMBER(text, "seat", event.seat);
    if (event.card != PEN_CARD_NONE) {
        JSON_PUT(text, ",\"card\":");
        room__put_card(text, rules, event.card);
    }
    if (event.color != PEN_COLOR_NONE) {
        JSON_PUT(text, ",\"color\":");
        put_color(text, rules, event.color);
    }
    if (event.uno)
        JSON_PUT(text, ",\"uno\":1");
    if (event.target != PEN_SEAT_NONE)
        JSON_NUMBER(text, "to", event.target);
    if (event.count != 0)
        JSON_NUMBER(text, "count", event.count);
    JSON_PUT(text, "}");
}

/* ---- the state of play ---- */

static void put_numbers(struct pen_text *text, const uint8_t *bytes, const uint16_t *words, unsigned count)
{
    JSON_PUT(text, "[");
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            JSON_PUT(text, ",");
        pen_text_add_number(text, bytes ? bytes[i] : words[i]);
    }
    JSON_PUT(text, "]");
}

/* What is left of the time, or null. */
static void put_left(struct pen_text *text, const struct room *room, uint64_t now_ms)
{
    JSON_PUT(text, ",\"left\":");
    if (room->clock_ms == ROOM_NEVER)
        JSON_PUT(text, "null");
    else
        pen_text_add_number(text, room__time_left(room, now_ms));
}

/* The public part of "now", without its end. */
void room__put_now(struct pen_text *text, const struct room *room, const struct room_rules *rules,
                   const struct pen_view *view, uint64_t now_ms)
{
    JSON_PUT(text, "{\"round\":");
    pen_text_add_number(text, view->round_number);
    JSON_PUT(text, ",\"phase\":");
    room__put_string(text, phase_words[view->phase]);
    JSON_NUMBER(text, "turn", view->turn);
    JSON_PUT(text, ",\"must\":");
    room__json_bits(text, view->must);
    if (view->direction == PEN_LEFT)
        JSON_PUT(text, ",\"dir\":\"left\",\"top\":");
    else
        JSON_PUT(text, ",\"dir\":\"right\",\"top\":");
    room__put_card(text, rules, view->top);
    JSON_PUT(text, ",\"color\":");
    put_color(text, rules, view->color);
    JSON_NUMBER(text, "pending", view->pending);
    JSON_PUT(text, ",\"counts\":");
    put_numbers(text, view->hand_count, NULL, view->seat_count);
    JSON_NUMBER(text, "pile", view->draw_count);
    JSON_PUT(text, ",\"owes\":");
    room__json_bits(text, view->owes);
    JSON_PUT(text, ",\"dropped\":");
    room__json_bits(text, view->dropped);
    JSON_PUT(text, ",\"score\":");
    put_numbers(text, NULL, view->score, view->seat_count);
    put_left(text, room, now_ms);
}

static void put_seats(struct pen_text *text, const char *key, uint16_t seats, const char **before)
{
    if (seats == 0)
        return;
    pen_text_add(text, *before);
    room__put_string(text, key);
    JSON_PUT(text, ":");
    room__json_bits(text, seats);
    *before = ",";
}

void room__put_legal(struct pen_text *text, const struct room_rules *rules, const struct pen_legal *legal)
{
    static const char *const verbs[PEN_VERB_COUNT] = {
        [PEN_VERB_DRAW] = "draws",           [PEN_VERB_KEEP] = "keeps",       [PEN_VERB_TAKE] = "takes",
        [PEN_VERB_CHALLENGE] = "challenges", [PEN_VERB_SAY_UNO] = "says uno", [PEN_VERB_DROP] = "drops",
        [PEN_VERB_STREAM] = "streams none"};
    const char *before = "";
    JSON_PUT(text, ",\"legal\":{");
    put_kinds(text, rules, "plays", legal->plays, &before);
    put_kinds(text, rules, "jumps", legal->jumps, &before);
    put_kinds(text, rules, "streams", legal->streams, &before);
    put_kinds(text, rules, "follows", legal->follows, &before);
    put_seats(text, "catches", legal->catches, &before);
    put_seats(text, "swaps", legal->swaps, &before);
    put_seats(text, "swings", legal->swings, &before);
    put_seats(text, "accuses", legal->accuses, &before);
    if (legal->verbs != 0) {
        pen_text_add(text, before);
        JSON_PUT(text, "\"verbs\":[");
        before = "";
        for (unsigned verb = 0; verb < PEN_VERB_COUNT; verb++) {
            if (!(legal->verbs >> verb & 1) || !verbs[verb])
                continue;
            pen_text_add(text, before);
            room__put_string(text, verbs[verb]);
            before = ",";
        }
        JSON_PUT(text, "]");
        before = ",";
    }
    if (legal->names) {
        pen_text_add(text, before);
        JSON_PUT(text, "\"names\":true");
    }
    JSON_PUT(text, "}");
}

/* ---- the end of a round: all hands are open ---- */

void room__put_over(struct pen_text *text, const struct room_rules *rules, const struct pen_game *game)
{
    const struct pen_round *round = &game->round;
    unsigned total = 0;
    JSON_PUT(text, "{\"round\":{\"winner\":");
    if (round->winner == PEN_SEAT_NONE)
        JSON_PUT(text, "null");
    else
        pen_text_add_number(text, round->winner);
    JSON_PUT(text, ",\"hands\":[");
    for (unsigned seat = 0; seat < round->seat_count; seat++) {
        if (seat > 0)
            JSON_PUT(text, ",");
        room__put_hand(text, rules, &round->hands[seat]);
    }
    JSON_PUT(text, "],\"worth\":[");
    for (unsigned seat = 0; seat < round->seat_count; seat++) {
        const unsigned points = pen_hand_points(rules->rules, &round->hands[seat]);
        if (seat > 0)
            JSON_PUT(text, ",");
        pen_text_add_number(text, points);
        total += points;
    }
    JSON_PUT(text, "]");
    JSON_NUMBER(text, "points", round->winner == PEN_SEAT_NONE ? 0 : total);
    JSON_PUT(text, "},\"game\":");
    if (game->winners)
        room__json_bits(text, game->winners);
    else
        JSON_PUT(text, "null");
    JSON_PUT(text, "}");
}

/* ---- what a view remembers ---- */

void room__put_view_events(struct pen_text *text, const struct room_rules *rules, const struct pen_view *view,
                           uint32_t first)
{
    JSON_PUT(text, ",\"events\":[");
    for (uint32_t i = first; i < view->event_total; i++) {
        if (i > first)
            JSON_PUT(text, ",");
        room__put_event(text, rules, view->events[i % PEN_VIEW_EVENTS_MAX]);
    }
    JSON_PUT(text, "]");
}

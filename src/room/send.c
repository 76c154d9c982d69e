/* send.c - who is told what: updates, the table, answers. Every message goes to viewers that a connection
 * is open for, each made from that viewer's own view. */
#include <string.h>

#include "room/encode.h"

enum { SINCE_EVENTS_MAX = 100 };

static const char *const game_codes[PEN_REFUSAL_COUNT] = {[PEN_ACCEPTED] = "",
#define X(name, rule) [PEN_REFUSED_##name] = #name,
                                                          PEN_REFUSAL_LIST(X)
#undef X
};

static bool is_sending(const struct room__call *call)
{
    return call->out && call->out->send;
}

void room__send(struct room__call *call, uint8_t viewer, const struct pen_text *text)
{
    PEN_ASSERT(!text->is_cut);
    call->out->send(call->out->context, viewer, text->bytes, text->length);
}

/* The viewers that a connection is open for: people who are here, then the watchers. False: no more. */
static bool next_viewer(const struct room *room, unsigned *at, uint8_t *viewer)
{
    for (; *at < PEN_SEATS_MAX; ++*at) {
        if ((room->live.here >> *at & 1) && room__is_person(room, (uint8_t)*at)) {
            *viewer = (uint8_t)(*at)++;
            return true;
        }
    }
    if (*at == PEN_SEATS_MAX && room->live.watchers > 0) {
        ++*at;
        *viewer = PEN_SPECTATOR;
        return true;
    }
    return false;
}

static void write_seats(const struct room *room, uint8_t viewer, struct pen_text *text)
{
    JSON_PUT(text, "{\"t\":\"seats\"");
    JSON_NUMBER(text, "n", room->n);
    room__put_table_fields(text, room, viewer);
    JSON_PUT(text, "}");
}

void room__send_seats(struct room__call *call)
{
    char bytes[ROOM_JOURNAL_BYTES_MAX];
    uint8_t viewer;
    call->has_seats_news = false;
    for (unsigned at = 0; is_sending(call) && next_viewer(call->room, &at, &viewer);) {
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        write_seats(call->room, viewer, &text);
        room__send(call, viewer, &text);
    }
}

void room__send_table(struct room__call *call)
{
    char bytes[ROOM_MESSAGE_BYTES_MAX];
    uint8_t viewer;
    for (unsigned at = 0; is_sending(call) && next_viewer(call->room, &at, &viewer);) {
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        room_write_table(call->room, call->rules, viewer, call->now_ms, &text);
        room__send(call, viewer, &text);
    }
}

/* What all viewers get who see the same cards of these events; without the end of "now". */
static void put_update(struct pen_text *text, struct room__call *call, const struct pen_events *events,
                       const struct pen_view *view)
{
    JSON_PUT(text, "{\"t\":\"update\"");
    JSON_NUMBER(text, "n", call->room->n);
    JSON_PUT(text, ",\"events\":[");
    for (unsigned i = 0; i < events->count; i++) {
        if (i > 0)
            JSON_PUT(text, ",");
        room__put_event(text, call->rules, pen_event_for(events->list[i], view->viewer));
    }
    JSON_PUT(text, "],\"now\":");
    room__put_now(text, call->room, call->rules, view, call->now_ms);
}

void room__send_update(struct room__call *call, const struct pen_events *events,
                       const struct pen_hand *hands_before, uint8_t actor, uint32_t command)
{
    const struct room *room = call->room;
    char bytes[ROOM_MESSAGE_BYTES_MAX];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    size_t shared = 0; /* bytes at the beginning that are the same for the next viewer */
    bool is_private = false;
    uint8_t viewer;
    if (!is_sending(call))
        return;
    for (unsigned i = 0; i < events->count; i++)
        is_private = is_private || events->list[i].audience != PEN_AUDIENCE_ALL;
    for (unsigned at = 0; next_viewer(room, &at, &viewer);) {
        struct pen_view view;
        room__look(room, call->rules, viewer, false, &view);
        if (shared == 0 || is_private) {
            text = pen_text_in(bytes, sizeof bytes);
            put_update(&text, call, events, &view);
            shared = text.length;
        }
        text.length = shared;
        if (viewer < PEN_SEATS_MAX)
            room__put_legal(&text, call->rules, &view.legal);
        JSON_PUT(&text, "}");
        if (viewer < PEN_SEATS_MAX && memcmp(&view.hand, &hands_before[viewer], sizeof view.hand) != 0) {
            JSON_PUT(&text, ",\"hand\":");
            room__put_hand(&text, call->rules, &view.hand);
        }
        if (view.drawn != PEN_CARD_NONE) {
            JSON_PUT(&text, ",\"drawn\":");
            room__put_card(&text, call->rules, view.drawn);
        }
        if (view.phase == PEN_PHASE_OVER) {
            JSON_PUT(&text, ",\"over\":");
            room__put_over(&text, call->rules, &room->game);
        }
        if (viewer == actor && command != 0)
            JSON_NUMBER(&text, "ack", command);
        JSON_PUT(&text, "}");
        room__send(call, viewer, &text);
    }
}

bool room_write_since(const struct room *room, const struct room_rules *rules, uint8_t viewer, uint32_t last,
                      uint64_t now_ms, const struct room_out *out)
{
    char bytes[ROOM_MESSAGE_BYTES_MAX];
    struct room__call call = {.room = NULL, .rules = rules, .out = out, .now_ms = now_ms};
    if (last > room->n || room->n - last >= ROOM_UPDATES_MAX || last < room->round_n || !is_sending(&call))
        return false;
    const uint32_t from = room->event_at[last % ROOM_UPDATES_MAX];
    if (from < room__first_known(room) || from > room->event_total ||
        room->event_total - from > SINCE_EVENTS_MAX)
        return false;
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    write_seats(room, viewer, &text);
    room__send(&call, viewer, &text);
    for (unsigned i = 0; i < room->vote_count; i++) {
        if (room->votes[i].n <= last)
            continue;
        text = pen_text_in(bytes, sizeof bytes);
        JSON_PUT(&text, "{\"t\":\"voted\"");
        room__put_vote(&text, &room->votes[i]);
        room__send(&call, viewer, &text);
    }
    if (!room__has_cards(room))
        return true;
    /* Also without events: the time that is left may be another. */
    struct pen_view view;
    room__look(room, rules, viewer, true, &view);
    text = pen_text_in(bytes, sizeof bytes);
    JSON_PUT(&text, "{\"t\":\"update\"");
    JSON_NUMBER(&text, "n", room->n);
    room__put_view_events(&text, rules, &view, from);
    JSON_PUT(&text, ",\"now\":");
    room__put_now(&text, room, rules, &view, now_ms);
    if (viewer < PEN_SEATS_MAX)
        room__put_legal(&text, rules, &view.legal);
    JSON_PUT(&text, "},\"hand\":");
    room__put_hand(&text, rules, &view.hand);
    if (view.drawn != PEN_CARD_NONE) {
        JSON_PUT(&text, ",\"drawn\":");
        room__put_card(&text, rules, view.drawn);
    }
    if (view.phase == PEN_PHASE_OVER) {
        JSON_PUT(&text, ",\"over\":");
        room__put_over(&text, rules, &room->game);
    }
    JSON_PUT(&text, "}");
    room__send(&call, viewer, &text);
    return true;
}

void room__send_said(struct room__call *call, const struct room_chat *chat)
{
    char bytes[2048];
    uint8_t viewer;
    for (unsigned at = 0; is_sending(call) && next_viewer(call->room, &at, &viewer);) {
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        JSON_PUT(&text, "{\"t\":\"said\"");
        room__put_saying(&text, chat);
        room__send(call, viewer, &text);
    }
}

void room__send_voted(struct room__call *call, const struct room_vote *vote)
{
    char bytes[1024];
    uint8_t viewer;
    for (unsigned at = 0; is_sending(call) && next_viewer(call->room, &at, &viewer);) {
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        JSON_PUT(&text, "{\"t\":\"voted\"");
        room__put_vote(&text, vote);
        room__send(call, viewer, &text);
    }
}

void room__send_there(struct room__call *call, uint8_t by, uint8_t target)
{
    char bytes[256];
    uint8_t viewer;
    for (unsigned at = 0; is_sending(call) && next_viewer(call->room, &at, &viewer);) {
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        JSON_PUT(&text, "{\"t\":\"there\"");
        JSON_NUMBER(&text, "by", by);
        JSON_NUMBER(&text, "seat", target);
        JSON_NUMBER(&text, "left", room__time_left(call->room, call->now_ms));
        JSON_PUT(&text, "}");
        room__send(call, viewer, &text);
    }
}

void room__send_reveal(struct room__call *call)
{
    static const char message[] = "{\"t\":\"reveal\"}";
    const struct room *room = call->room;
    uint8_t viewer;
    for (unsigned at = 0; is_sending(call) && next_viewer(room, &at, &viewer);)
        if (viewer < PEN_SEATS_MAX && room->seats[viewer].share == FAIR_SHARE_COMMITTED)
            call->out->send(call->out->context, viewer, message, sizeof message - 1);
}

/* X(code, English, Spanish) */
#define BYE_LIST(X)                                                                                  \
    X("removed", "the host has taken you off the table", "quien puso la mesa te ha quitado de ella") \
    X("kicked", "the table has voted you out", "la mesa ha votado que te vayas")                     \
    X("closed", "the table is closed", "la mesa se ha cerrado")

void room__send_bye(struct room__call *call, uint8_t seat, const char *code)
{
    char bytes[512];
    uint8_t viewer;
    for (unsigned at = 0; is_sending(call) && next_viewer(call->room, &at, &viewer);) {
        if (seat != PEN_SEAT_NONE && seat != viewer)
            continue;
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        JSON_PUT(&text, "{\"t\":\"bye\",\"code\":");
        room__put_string(&text, code);
#define X(code_, en, es)                            \
    if (room__same(code_, sizeof(code_) - 1, code)) \
        JSON_PUT(&text, ",\"en\":\"" en "\",\"es\":\"" es "\"");
        BYE_LIST(X)
#undef X
        JSON_PUT(&text, "}");
        room__send(call, viewer, &text);
    }
}

/* ---- answers ---- */

void room_write_no(struct pen_text *text, uint32_t command, struct room_answer answer)
{
    const bool is_game = answer.refusal == ROOM_REFUSED_GAME && answer.game != PEN_ACCEPTED;
    JSON_PUT(text, "{\"t\":\"no\"");
    if (command != 0)
        JSON_NUMBER(text, "id", command);
    JSON_PUT(text, ",\"code\":");
    if (is_game) {
        room__json_name(text, game_codes[answer.game]);
        JSON_PUT(text, ",\"rule\":");
        room__put_string(text, pen_refusal_rule(answer.game));
    } else {
        room__put_string(text, room_refusal_code(answer.refusal));
    }
    JSON_PUT(text, ",\"en\":");
    room__put_string(text, is_game ? pen_refusal_text(answer.game, PEN_LANG_EN)
                                   : room_refusal_text(answer.refusal, PEN_LANG_EN));
    JSON_PUT(text, ",\"es\":");
    room__put_string(text, is_game ? pen_refusal_text(answer.game, PEN_LANG_ES)
                                   : room_refusal_text(answer.refusal, PEN_LANG_ES));
    JSON_PUT(text, "}");
}

void room__send_ok(struct room__call *call, uint8_t seat, uint32_t command, uint32_t n)
{
    char bytes[64];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    if (!is_sending(call) || command == 0)
        return;
    JSON_PUT(&text, "{\"t\":\"ok\"");
    JSON_NUMBER(&text, "id", command);
    JSON_NUMBER(&text, "n", n);
    JSON_PUT(&text, "}");
    room__send(call, seat, &text);
}

void room__send_no(struct room__call *call, uint8_t seat, uint32_t command, struct room_answer answer)
{
    char bytes[1024];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    if (!is_sending(call))
        return;
    room_write_no(&text, command, answer);
    room__send(call, seat, &text);
}

void room__send_hint(struct room__call *call, uint8_t seat, uint32_t command, struct pen_action action)
{
    char bytes[512], deed[128];
    struct pen_text text = pen_text_in(bytes, sizeof bytes), words = pen_text_in(deed, sizeof deed);
    if (!is_sending(call))
        return;
    room__write_deed(&words, call->room, call->rules, action);
    JSON_PUT(&text, "{\"t\":\"hint\"");
    JSON_NUMBER(&text, "id", command);
    JSON_PUT(&text, ",\"do\":");
    room__json_string(&text, deed, words.length);
    JSON_PUT(&text, "}");
    room__send(call, seat, &text);
}

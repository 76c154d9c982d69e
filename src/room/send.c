/* send.c - who is told what: updates, the table, answers. Every message goes to viewers that a connection
 * is open for, each made from that viewer's own view. */
#include <string.h>

#include "penultima/words.h"
#include "room/encode.h"
#include "penultima/words_table.h"

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

static void send(const struct room__call *call, uint8_t viewer, enum wire_told_type type,
                 const struct pen_text *text)
{
    const bool is_answer = type == WIRE_TOLD_OK || type == WIRE_TOLD_NO;
    const struct room_message message = {
        .type = (uint8_t)type, .answers = is_answer, .bytes = text->bytes, .count = text->length};
    PEN_ASSERT(!text->is_cut);
    call->out->send(call->out->context, viewer, &message);
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

/* Where the sentence stands in lang/. */
static void tell_key(char *field, size_t size, const char *where, const char *code)
{
    struct pen_text text = pen_text_in(field, size);
    pen_text_add(&text, where);
    pen_text_add(&text, code);
    PEN_ASSERT(!text.is_cut);
}

static enum pen_lang lang_of(const struct room *room, uint8_t viewer)
{
    return viewer < PEN_SEATS_MAX ? (enum pen_lang)room->live.lang[viewer] : PEN_LANG_EN;
}

static void send_seats(const struct room__call *call, const struct room *room, uint8_t viewer)
{
    char bytes[ROOM_JOURNAL_BYTES_MAX];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    struct wire_told_seats seats;
    wire_clear_told_seats(&seats);
    seats.n = room->n;
    room__tell_people(&seats.people, room, call->rules, viewer);
    wire_write_told_seats(&text, NULL, &seats);
    send(call, viewer, WIRE_TOLD_SEATS, &text);
}

bool room_write_edition(const struct room_rules *rules, struct pen_text *text)
{
    struct wire_told_edition told;
    if (!pen_edition_is_own(rules->edition->id))
        return false;
    wire_clear_told_edition(&told);
    room__tell_string(told.id, sizeof told.id, rules->edition->id);
    struct pen_text whole = pen_text_in(told.text, sizeof told.text);
    pen_edition_write(rules->edition, &whole);
    PEN_ASSERT(!whole.is_cut);
    wire_write_told_edition(text, NULL, &told);
    return true;
}

void room__send_edition(struct room__call *call, const struct room_rules *rules)
{
    char bytes[ROOM_MESSAGE_BYTES_MAX];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    uint8_t viewer;
    if (!is_sending(call) || !room_write_edition(rules, &text))
        return;
    for (unsigned at = 0; next_viewer(call->room, &at, &viewer);)
        send(call, viewer, WIRE_TOLD_EDITION, &text);
}

void room__send_seats(struct room__call *call)
{
    char bytes[ROOM_JOURNAL_BYTES_MAX];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    struct wire_told_seats seats;
    unsigned at = 0;
    uint8_t viewer;
    call->has_seats_news = false;
    if (!is_sending(call) || !next_viewer(call->room, &at, &viewer))
        return;
    wire_clear_told_seats(&seats);
    seats.n = call->room->n;
    room__tell_people(&seats.people, call->room, call->rules, viewer);
    const struct wire_cut cut = wire_write_shared_seats(&text, NULL, &seats);
    const size_t shared = text.length;
    do {
        seats.people.you = viewer < call->room->seat_count ? viewer : (uint8_t)PEN_SPECTATOR;
        text.length = shared;
        wire_write_rest_of_seats(&text, NULL, cut, &seats);
        send(call, viewer, WIRE_TOLD_SEATS, &text);
    } while (next_viewer(call->room, &at, &viewer));
}

void room__send_table(struct room__call *call)
{
    char bytes[ROOM_MESSAGE_BYTES_MAX];
    uint8_t viewer;
    call->room->live.has_told = false;
    for (unsigned at = 0; is_sending(call) && next_viewer(call->room, &at, &viewer);) {
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        room_write_table(call->room, call->rules, viewer, call->now_ms, &text);
        send(call, viewer, WIRE_TOLD_TABLE, &text);
    }
}

static void send_update(const struct room__call *call, uint8_t viewer, const struct pen_text *text,
                        bool is_answer)
{
    const struct room_message message = {
        .type = WIRE_TOLD_UPDATE, .answers = is_answer, .bytes = text->bytes, .count = text->length};
    PEN_ASSERT(!text->is_cut);
    call->out->send(call->out->context, viewer, &message);
}

/* The events as the viewer sees them. Returns whether they are those that everybody sees. */
static bool tell_events(struct wire_cards *cards, const struct pen_events *events, uint8_t viewer)
{
    bool is_public = true;
    for (unsigned i = 0; i < events->count; i++) {
        cards->events[i] = pen_event_for(events->list[i], viewer);
        is_public =
            is_public && (viewer == PEN_SPECTATOR ||
                          cards->events[i].card == pen_event_for(events->list[i], PEN_SPECTATOR).card);
    }
    cards->events_count = (uint16_t)events->count;
    return is_public;
}

/* What is the same for all viewers of an update, written once: all there is, or what has changed. */
struct shared {
    struct wire_book book;
    struct wire_cut cut;
    struct pen_text text;
    size_t count; /* of its bytes: what follows is one viewer's */
    char bytes[ROOM_MESSAGE_BYTES_MAX];
};

static void write_shared(struct shared *shared, const struct room__call *call, const struct wire_now *before,
                         const struct wire_told_update *update)
{
    shared->book = room__book(call->rules);
    shared->book.now = before;
    shared->text = pen_text_in(shared->bytes, sizeof shared->bytes);
    shared->cut = wire_write_shared_update(&shared->text, &shared->book, update);
    shared->count = shared->text.length;
}

static bool is_nothing(const struct pen_legal *legal)
{
    static const struct pen_legal nothing;
    return memcmp(legal, &nothing, sizeof nothing) == 0;
}

/* 'is_public': the viewer sees the events as everybody does. */
static void send_update_to(const struct room__call *call, uint8_t viewer, struct shared *shared,
                           const struct wire_told_update *update, bool is_public)
{
    char bytes[ROOM_MESSAGE_BYTES_MAX];
    struct pen_text own = pen_text_in(bytes, sizeof bytes);
    if (!is_public) {
        wire_write_told_update(&own, &shared->book, update);
        send_update(call, viewer, &own, update->ack != 0);
        return;
    }
    shared->text.length = shared->count;
    wire_write_rest_of_update(&shared->text, &shared->book, shared->cut, update);
    send_update(call, viewer, &shared->text, update->ack != 0);
}

void room__send_update(struct room__call *call, const struct pen_events *events,
                       const struct pen_hand *hands_before, uint8_t actor, uint32_t command)
{
    struct room *room = call->room;
    struct room_live *live = &room->live;
    struct wire_told_update update;
    struct shared whole, brief;
    struct pen_view view;
    bool has_shown = false;
    uint8_t viewer;
    room__note_hands(room, call->now_ms);
    if (!is_sending(call))
        return;
    for (unsigned i = 0; i < events->count; i++)
        has_shown = has_shown || events->list[i].type == PEN_EVENT_SHOWN_TO;
    wire_clear_told_update(&update);
    update.n = room->n;
    update.clock = call->is_by_clock ? actor : PEN_SEAT_NONE;
    room__glance(room, call->rules, PEN_SPECTATOR, &view);
    tell_events(&update.cards, events, PEN_SPECTATOR);
    room__tell_cards(&update.cards, room, call->rules, &view, call->now_ms);
    struct wire_now before = live->told;
    before.left_ms = UINT32_MAX; /* time runs: it is told again, or there is none */
    if ((live->here & live->brief) != 0)
        write_shared(&brief, call, live->has_told ? &before : NULL, &update);
    if ((live->here & ~live->brief) != 0 || live->watchers > 0)
        write_shared(&whole, call, NULL, &update);
    live->told = update.cards.now;
    live->has_told = true;
    for (unsigned at = 0; next_viewer(room, &at, &viewer);) {
        const uint8_t eyes = room__eyes_of(room, viewer);
        const bool is_brief = viewer < PEN_SEATS_MAX && (live->brief >> viewer & 1);
        if (has_shown || call->rules->rules->partners_open)
            room__look(room, call->rules, eyes, true, &view);
        else
            room__glance(room, call->rules, eyes, &view);
        room__tell_cards(&update.cards, room, call->rules, &view, call->now_ms);
        if (is_brief && is_nothing(&view.legal))
            update.cards.now.has_legal = false;
        update.cards.has_hand =
            eyes < PEN_SEATS_MAX && memcmp(&view.hand, &hands_before[eyes], sizeof view.hand) != 0;
        if (has_shown)
            room__tell_shown(&update.cards, &view);
        update.ack = viewer == actor ? command : 0;
        const bool is_public = tell_events(&update.cards, events, eyes);
        send_update_to(call, viewer, is_brief ? &brief : &whole, &update, is_public);
    }
}

static void send_voted(const struct room__call *call, uint8_t viewer, const struct room_vote *vote)
{
    char bytes[1024];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    struct wire_told_voted voted;
    room__tell_vote(&voted, vote);
    wire_write_told_voted(&text, NULL, &voted);
    send(call, viewer, WIRE_TOLD_VOTED, &text);
}

bool room_write_since(const struct room *room, const struct room_rules *rules, uint8_t viewer, uint32_t last,
                      uint64_t now_ms, const struct room_out *out)
{
    const struct room__call call = {.room = NULL, .rules = rules, .out = out, .now_ms = now_ms};
    /* From 'back_n' on a number may be of the history that is lost. */
    if ((room->back_n != 0 && last >= room->back_n) || last > room->n || room->n - last >= ROOM_UPDATES_MAX ||
        last < room->round_n || !is_sending(&call))
        return false;
    const uint32_t from = room->event_at[last % ROOM_UPDATES_MAX];
    if (from < room__first_known(room) || from > room->event_total ||
        room->event_total - from > SINCE_EVENTS_MAX)
        return false;
    send_seats(&call, room, viewer);
    for (unsigned i = 0; i < room->vote_count; i++)
        if (room->votes[i].n > last)
            send_voted(&call, viewer, &room->votes[i]);
    if (!room__has_cards(room))
        return true;
    /* Also without events: the time that is left may be another. */
    char bytes[ROOM_MESSAGE_BYTES_MAX];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    const struct wire_book book = room__book(rules);
    struct pen_view view;
    struct wire_told_update update;
    room__look(room, rules, room__eyes_of(room, viewer), true, &view);
    wire_clear_told_update(&update);
    update.n = room->n;
    room__tell_view_events(&update.cards, &view, from);
    room__tell_cards(&update.cards, room, rules, &view, now_ms);
    room__tell_shown(&update.cards, &view);
    wire_write_told_update(&text, &book, &update);
    send_update(&call, viewer, &text, false);
    return true;
}

void room__send_said(struct room__call *call, const struct room_chat *chat)
{
    char bytes[2048];
    struct wire_told_said said;
    uint8_t viewer;
    room__tell_saying(&said, chat);
    for (unsigned at = 0; is_sending(call) && next_viewer(call->room, &at, &viewer);) {
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        wire_write_told_said(&text, NULL, &said);
        send(call, viewer, WIRE_TOLD_SAID, &text);
    }
}

void room__send_voted(struct room__call *call, const struct room_vote *vote)
{
    uint8_t viewer;
    for (unsigned at = 0; is_sending(call) && next_viewer(call->room, &at, &viewer);)
        send_voted(call, viewer, vote);
}

void room__tell_all(struct room__call *call, const struct wire_told *told)
{
    char bytes[1024];
    uint8_t viewer;
    for (unsigned at = 0; is_sending(call) && next_viewer(call->room, &at, &viewer);) {
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        wire_write_told(&text, NULL, told);
        send(call, viewer, (enum wire_told_type)told->type, &text);
    }
}

void room__send_reveal(struct room__call *call)
{
    char bytes[64];
    const struct room *room = call->room;
    const struct wire_told_reveal reveal = {.left_ms = ROOM_REVEAL_MS};
    uint8_t viewer;
    for (unsigned at = 0; is_sending(call) && next_viewer(room, &at, &viewer);) {
        if (viewer >= PEN_SEATS_MAX || room->seats[viewer].share != FAIR_SHARE_COMMITTED)
            continue;
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        wire_write_told_reveal(&text, NULL, &reveal);
        send(call, viewer, WIRE_TOLD_REVEAL, &text);
    }
}

void room_write_bye(struct pen_text *text, enum room_bye why, enum pen_lang lang)
{
    static const struct {
        const char *code;
        uint16_t word; /* enum pen_word */
    } byes[] = {
#define X(name, code_) {code_, PEN_WORD_TABLE_BYE_##name},
        ROOM_BYE_LIST(X)
#undef X
    };
    struct wire_told_bye bye;
    wire_clear_told_bye(&bye);
    room__tell_string(bye.code, sizeof bye.code, byes[why].code);
    tell_key(bye.key, sizeof bye.key, "table.bye-", byes[why].code);
    struct pen_text said = pen_text_in(bye.text, sizeof bye.text);
    pen_say_list(&said, lang, (enum pen_word)byes[why].word, NULL, 0);
    wire_write_told_bye(text, NULL, &bye);
}

/* Watchers are many, in several languages: whoever sends it to them writes it anew. */
void room__send_bye(struct room__call *call, uint8_t seat, enum room_bye why)
{
    char bytes[1024];
    uint8_t viewer;
    for (unsigned at = 0; is_sending(call) && next_viewer(call->room, &at, &viewer);) {
        if (seat != PEN_SEAT_NONE && seat != viewer)
            continue;
        struct pen_text text = pen_text_in(bytes, sizeof bytes);
        room_write_bye(&text, why, lang_of(call->room, viewer));
        const struct room_message message = {
            .type = WIRE_TOLD_BYE, .bye = (uint8_t)why, .bytes = text.bytes, .count = text.length};
        call->out->send(call->out->context, viewer, &message);
    }
}

/* ---- answers ---- */

/* "NO_MATCH" is called no-match in messages. */
static void tell_name(char *field, size_t size, const char *name)
{
    room__tell_string(field, size, name);
    for (; *field; field++)
        *field = (char)(*field == '_' ? '-' : *field >= 'A' && *field <= 'Z' ? *field + 32 : *field);
}

/* What was refused, and the sentence's key with its arguments; its text comes of these. */
static void tell_no(struct wire_told_no *no, const struct room_answer *answer)
{
    wire_clear_told_no(no);
    room__tell_args(&no->args, answer);
    no->has_args = no->args.n != WIRE_NO_NUMBER || no->args.name[0] || no->args.first[0] || no->args.field[0];
    if (answer->refusal == ROOM_REFUSED_GAME && answer->game != PEN_ACCEPTED) {
        tell_name(no->code, sizeof no->code, game_codes[answer->game]);
        room__tell_string(no->rule, sizeof no->rule, pen_refusal_rule(answer->game));
        tell_key(no->key, sizeof no->key, "refusal.", no->code);
        return;
    }
    room__tell_string(no->code, sizeof no->code, room_refusal_code(answer->refusal));
    if (no->args.name[0])
        room__tell_string(no->key, sizeof no->key, "table.name-free");
    else if (no->args.field[0])
        room__tell_string(no->key, sizeof no->key, "table.bad-setting");
    else
        tell_key(no->key, sizeof no->key, "table.", no->code);
}

void room_say_refusal(struct pen_text *text, const struct room_answer *answer, enum pen_lang lang)
{
    struct wire_told_no no;
    tell_no(&no, answer);
    const bool is_said = wire_say(text, lang, no.key, &no.args);
    PEN_ASSERT(is_said);
}

void room_write_no(struct pen_text *text, uint32_t command, struct room_answer answer, enum pen_lang lang)
{
    struct wire_told_no no;
    tell_no(&no, &answer);
    no.id = command;
    struct pen_text said = pen_text_in(no.text, sizeof no.text);
    const bool is_said = wire_say(&said, lang, no.key, &no.args);
    PEN_ASSERT(is_said);
    wire_write_told_no(text, NULL, &no);
}

void room__send_ok(struct room__call *call, uint8_t seat, uint32_t command, uint32_t n)
{
    char bytes[64];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    if (!is_sending(call) || command == 0)
        return;
    wire_write_told_ok(&text, NULL, &(struct wire_told_ok){.id = command, .n = n});
    send(call, seat, WIRE_TOLD_OK, &text);
}

void room__send_no(struct room__call *call, uint8_t seat, uint32_t command, struct room_answer answer)
{
    char bytes[1024];
    struct pen_text text = pen_text_in(bytes, sizeof bytes);
    if (!is_sending(call))
        return;
    room_write_no(&text, command, answer, lang_of(call->room, seat));
    send(call, seat, WIRE_TOLD_NO, &text);
}

void room__send_hint(struct room__call *call, uint8_t seat, uint32_t command, struct pen_action action)
{
    char bytes[512];
    struct wire_told_hint hint = {.id = command};
    struct pen_text text = pen_text_in(bytes, sizeof bytes),
                    words = pen_text_in(hint.action, sizeof hint.action);
    if (!is_sending(call))
        return;
    room__write_action(&words, call->room, call->rules, action);
    wire_write_told_hint(&text, NULL, &hint);
    send(call, seat, WIRE_TOLD_HINT, &text);
}
